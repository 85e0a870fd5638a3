#include "cli/player.h"

#include "base/mem.h"
#include "game/replay.h"
#include "hall/table.h"

#include <stdio.h>
#include <stdlib.h>

bool player_init(struct player *p, const struct history *h, int eyes, char problem[256])
{
    const struct game *game = game_by_name(str_of(h->table[TABLE_GAME].text));

    *p = (struct player){ .h = h, .game = game, .eyes = eyes };
    if (!game) {
        snprintf(problem, 256, "table %llu is of the unknown game %s", (unsigned long long)history_id(h),
                 h->table[TABLE_GAME].text);
        return false;
    }
    p->state = mem_new(game->state_size);
    p->seen = mem_new(game->state_size);
    return true;
}

void player_release(struct player *p)
{
    free(p->state);
    free(p->seen);
    buf_release(&p->words);
}

void player_rewind(struct player *p)
{
    p->next = p->moves = 0;
    p->started = false;
    buf_clear(&p->words);
}

/* ---- events ------------------------------------------------------------ */

/* How events that are no moves are told: the seat's name, the first half, the
 * event's text if it is meant to be read, the second half. */
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

/* Control characters of a chat must not reach the terminal. */
static void make_printable(struct buf *words)
{
    for (size_t i = 0; i < words->len; i++)
        if ((unsigned char)words->at[i] < 0x20 || words->at[i] == 0x7F)
            words->at[i] = ' ';
}

static void look(struct player *p)
{
    if (p->eyes == EYES_ALL)
        memcpy(p->seen, p->state, p->game->state_size);
    else
        game_seen_by(p->game, p->state, p->eyes, p->seen);
}

static enum err start(struct player *p, const struct history_row *row, const char **why)
{
    struct setup setup;
    struct buf   extra = { 0 };
    enum err     err = setup_read(p->game, str_of(row->text), &setup, &extra);

    *why = "its setup cannot be read";
    if (err == ERR_OK)
        err = game_setup(p->game, p->state, &setup, why);
    p->started = err == ERR_OK;
    buf_release(&extra);
    return err;
}

static enum err move(struct player *p, const struct history_row *row, const char **why)
{
    struct move m = { .at = row->at, .seat = row->seat };

    *why = "the game has not started";
    if (!p->started)
        return ERR_REFUSED;
    *why = "it is no move of this game";
    if (move_read(p->game, str_of(row->text), &m) != ERR_OK)
        return ERR_MALFORMED;
    /* In words on the state before it, unless the rules refuse it anyway. */
    look(p);
    enum err err = p->game->apply(p->state, &m, NULL, why);
    if (err != ERR_OK)
        return err;
    p->moves++;
    tell_seat(p, row->seat);
    if (p->game->describe)
        p->game->describe(p->seen, &m, &p->words);
    else
        move_write(p->game, &m, &p->words);
    if (p->game->outcome) {
        look(p);
        p->game->outcome(p->seen, &m, &p->words);
    }
    return ERR_OK;
}

bool player_step(struct player *p, char problem[256])
{
    const struct history_row *row = &p->h->rows[p->next];
    const char               *why = "";
    enum err                  err = ERR_OK;

    buf_clear(&p->words);
    if (row->kind == EVENT_STARTED)
        err = start(p, row, &why);
    if (err == ERR_OK)
        err = row->kind == EVENT_MOVED ? move(p, row, &why) : (tell_event(p, row), ERR_OK);
    if (err != ERR_OK) {
        snprintf(problem, 256, "table %llu, event %u: %s", (unsigned long long)history_id(p->h), row->seq, why);
        return false;
    }
    make_printable(&p->words);
    if (p->started)
        look(p);
    p->next++;
    return true;
}

bool player_verify(struct player *p, char problem[256])
{
    bool over = false;

    player_rewind(p);
    while (p->next < p->h->n)
        if (!player_step(p, problem))
            return false;
    if (p->started) {
        struct result result;

        p->game->result(p->state, &result);
        over = result.over;
    }
    if (over == (p->h->table[TABLE_PHASE].number == TABLE_FINISHED))
        return true;
    snprintf(problem, 256, "table %llu: by the rules the game is %s, by its row it is not", (unsigned long long)history_id(p->h),
             over ? "over" : "going on");
    return false;
}
