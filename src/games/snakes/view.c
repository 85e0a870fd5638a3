#include "games/snakes/rules.h"

const char *const snake_end_words[] = {
    [FIGHT_RUNS] = "runs", [FIGHT_LIMIT] = "limit", [FIGHT_BLOCKED] = "blocked", [FIGHT_EATEN] = "eaten", NULL,
};
const char *const snake_status_words[] = {
    [STATUS_FREE] = "free",
    [STATUS_BLOCKED] = "blocked",
    [STATUS_EATEN] = "eaten",
    NULL,
};

static void write_cell(int x, int y, struct jout *out)
{
    jout_open_array(out);
    jout_int(out, x);
    jout_int(out, y);
    jout_close_array(out);
}

static void view_snake(const struct snake *s, struct jout *out)
{
    if (!s->present) {
        jout_null(out);
        return;
    }
    jout_open_object(out);
    jout_field_int(out, "face", s->face);
    jout_field_int(out, "length", s->length);
    jout_field_text(out, "status", snake_status_words[s->length < 2 ? STATUS_EATEN : s->status]);
    jout_field_array(out, "cells"); /* from head to tail */
    for (int i = 0; i < s->length; i++) {
        int cell = s->cell[(s->head + i) % RING];

        write_cell(cell % FIELD, cell / FIELD, out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

void snakes_view(const void *state, int seat, struct jout *out)
{
    const struct snakes_state *g = state;

    (void)seat;
    jout_field_int(out, "width", FIELD);
    jout_field_int(out, "height", FIELD);
    jout_field_int(out, "turn", g->field.turns);
    jout_field_int(out, "limit", g->field.turn_limit);
    jout_field_text(out, "end", snake_end_words[g->field.end]);
    jout_field_array(out, "snakes");
    for (int i = 0; i < SNAKES; i++)
        view_snake(&g->field.snake[i], out);
    jout_close_array(out);
}

void snakes_starts(struct jout *out)
{
    jout_open_array(out);
    for (int i = 0; i < SNAKES; i++) {
        uint8_t xy[SNAKE_START][2];

        start_cells(i, xy);
        jout_open_object(out);
        jout_field_array(out, "cells");
        for (int k = 0; k < SNAKE_START; k++)
            write_cell(xy[k][0], xy[k][1], out);
        jout_close_array(out);
        jout_field_int(out, "face", i);
        jout_close_object(out);
    }
    jout_close_array(out);
}

void snakes_board(const void *state, struct jout *out)
{
    (void)state;
    jout_field_int(out, "width", FIELD);
    jout_field_int(out, "height", FIELD);
    jout_key(out, "starts");
    snakes_starts(out);
}

/* Each snake has a letter: upper case for the head, lower case for the body, a
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
            buf_printf(out, "%c: %d cells, %s\n", heads[i], s->length,
                       snake_status_words[s->length < 2 ? STATUS_EATEN : s->status]);
    }
}

void snakes_describe(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    const struct snakes_state *g = before;

    (void)names;
    (void)m;
    buf_printf(out, "turn %d", g->field.turns + 1);
}
