#include "games/snakes/rules.h"

static const char *const end_names[] = {
    [FIGHT_RUNS] = "runs", [FIGHT_LIMIT] = "limit", [FIGHT_BLOCKED] = "blocked", [FIGHT_EATEN] = "eaten"
};
static const char *const status_names[] = { [STATUS_FREE] = "free", [STATUS_BLOCKED] = "blocked", [STATUS_EATEN] = "eaten" };

static void view_snake(const struct snake *s, struct jout *out)
{
    if (!s->present) {
        jout_null(out);
        return;
    }
    jout_open_object(out);
    jout_field_int(out, "face", s->face);
    jout_field_int(out, "length", s->length);
    jout_field_text(out, "status", status_names[s->length < 2 ? STATUS_EATEN : s->status]);
    jout_field_array(out, "cells"); /* from head to tail */
    for (int i = 0; i < s->length; i++) {
        int cell = s->cell[(s->head + i) % RING];

        jout_open_array(out);
        jout_int(out, cell % FIELD);
        jout_int(out, cell / FIELD);
        jout_close_array(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

void snakes_view(const void *state, int seat, struct jout *out)
{
    const struct snakes_state *g = state;

    (void)seat;
    jout_open_object(out);
    jout_field_int(out, "width", FIELD);
    jout_field_int(out, "height", FIELD);
    jout_field_int(out, "turn", g->field.turns);
    jout_field_int(out, "limit", g->field.turn_limit);
    jout_field_text(out, "end", end_names[g->field.end]);
    jout_field_array(out, "snakes");
    for (int i = 0; i < SNAKES; i++)
        view_snake(&g->field.snake[i], out);
    jout_close_array(out);
    jout_close_object(out);
}

/* Each snake has its letter: capital for the head, small for the body, a
 * digit for the tail. */
void snakes_draw(const void *state, struct buf *out)
{
    static const char heads[] = "ABCD", bodies[] = "abcd", tails[] = "0123";
    const char *const parts[] = { heads, bodies, tails };

    const struct snakes_state *g = state;

    buf_printf(out, "turn %d of %d\n", g->field.turns, g->field.turn_limit);
    for (int y = 0; y < FIELD; y++) {
        for (int x = 0; x < FIELD; x++) {
            int what = g->field.what[y * FIELD + x];

            buf_char(out, what ? parts[(what - 1) % 3][(what - 1) / 3] : '.');
            buf_char(out, x == FIELD - 1 ? '\n' : ' ');
        }
    }
    for (int i = 0; i < SNAKES; i++) {
        const struct snake *s = &g->field.snake[i];

        if (s->present)
            buf_printf(out, "%c: %d cells, %s\n", heads[i], s->length, status_names[s->length < 2 ? STATUS_EATEN : s->status]);
    }
}

void snakes_describe(const void *before, const struct move *m, struct buf *out)
{
    const struct snakes_state *g = before;

    (void)m;
    buf_printf(out, "turn %d", g->field.turns + 1);
}
