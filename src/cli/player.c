#include "cli/player.h"

#include "base/mem.h"
#include "tables/table.h"

#include <stdio.h>
#include <stdlib.h>

static void begin(struct player *p, int eyes)
{
    replay_begin(&p->replay, p->game);
    p->replay.eyes = eyes;
    for (int i = 0; i < p->h->seats; i++)
        p->replay.names.seat[p->h->seat[i][SEAT_SEAT].number] = p->h->seat[i][SEAT_NAME].text;
}

bool player_init(struct player *p, const struct history *h, int eyes, char problem[256])
{
    const struct game *game = game_by_name(str_of(h->table[TABLE_GAME].text));

    *p = (struct player){ .h = h, .game = game };
    if (!game) {
        snprintf(problem, 256, "table %llu has the unknown game %s", (unsigned long long)history_id(h), h->table[TABLE_GAME].text);
        return false;
    }
    p->seen = mem_new(game->state_size);
    begin(p, eyes);
    return true;
}

void player_release(struct player *p)
{
    replay_release(&p->replay);
    free(p->seen);
    buf_release(&p->words);
}

void player_rewind(struct player *p)
{
    int eyes = p->replay.eyes;

    replay_release(&p->replay);
    begin(p, eyes);
    p->moves = 0;
    buf_clear(&p->words);
}

/* ---- events ------------------------------------------------------------ */

/* How events other than moves are described: the seat's name, the first half,
 * the event's text if readable, the second half. */
static const struct telling {
    enum table_event_kind kind;
    bool                  named, text;
    const char           *before, *after;
} tellings[] = {
    { EVENT_OPENED, false, true, "a table of ", " is opened" },
    { EVENT_SAT, false, true, "", " sits down" },
    { EVENT_STOOD, true, false, "stands up", "" },
    { EVENT_READY, true, false, "is ready, or no longer", "" },
    { EVENT_STARTED, false, false, "the game starts", "" },
    { EVENT_LEFT, true, false, "leaves", "" },
    { EVENT_RETURNED, true, false, "comes back", "" },
    { EVENT_CHAT, false, true, "says: ", "" },
    { EVENT_FINISHED, false, true, "the game is over: ", "" },
    { EVENT_ABANDONED, false, true, "the game is abandoned: ", "" },
    { EVENT_REMATCH, false, true, "there is a rematch at table ", "" },
};

static void tell_seat(struct player *p, int seat)
{
    for (int i = 0; i < p->h->seats; i++)
        if (p->h->seat[i][SEAT_SEAT].number == seat && p->h->seat[i][SEAT_NAME].text[0]) {
            buf_printf(&p->words, "%s ", p->h->seat[i][SEAT_NAME].text);
            return;
        }
    if (seat != SEAT_TABLE)
        buf_printf(&p->words, "seat %d ", seat);
}

static void tell_event(struct player *p, const struct history_row *row)
{
    for (size_t i = 0; i < ARRAY_LEN(tellings); i++) {
        const struct telling *t = &tellings[i];

        if ((char)t->kind != row->kind)
            continue;
        if (t->named)
            tell_seat(p, row->seat);
        buf_printf(&p->words, "%s%s%s", t->before, t->text ? row->text : "", t->after);
        return;
    }
    buf_printf(&p->words, "event %c %s", row->kind, row->text);
}

/* Control characters in a chat must not reach the terminal. */
static void make_printable(struct buf *words)
{
    for (size_t i = 0; i < words->len; i++)
        if ((unsigned char)words->at[i] < 0x20 || words->at[i] == 0x7F)
            words->at[i] = ' ';
}

bool player_step(struct player *p, char problem[256])
{
    const struct history_row *row = &p->h->rows[p->replay.next];
    const char               *fault;

    buf_clear(&p->words);
    if (!replay_take(&p->replay, row->seq, row->kind, row->seat, row->at, str_of(row->text), REPLAY_TOLD, &fault)) {
        snprintf(problem, 256, "table %llu, event %u: %s", (unsigned long long)history_id(p->h), row->seq, fault);
        return false;
    }
    if (row->kind == EVENT_MOVED) {
        p->moves++;
        tell_seat(p, row->seat);
        buf_str(&p->words, buf_view(&p->replay.words));
    } else {
        tell_event(p, row);
    }
    make_printable(&p->words);
    if (p->replay.state)
        seen_with(p->game, p->replay.state, p->replay.eyes, p->seen);
    return true;
}

bool player_verify(struct player *p, char problem[256])
{
    bool over = false;

    player_rewind(p);
    while (p->replay.next < p->h->n)
        if (!player_step(p, problem))
            return false;
    if (p->replay.state) {
        struct result result;

        p->game->result(p->replay.state, &result);
        over = result.over;
    }
    if (over == (p->h->table[TABLE_PHASE].number == TABLE_FINISHED))
        return true;
    snprintf(problem, 256, "table %llu: the game is %s by the rules, but the table says otherwise",
             (unsigned long long)history_id(p->h), over ? "over" : "going on");
    return false;
}
