/* Walking through a table's journal with the game's state at hand. */
#include "base/mem.h"
#include "hall/api_call.h"

#include <stdlib.h>

enum { WALKS_PER_MINUTE = 1200 };

bool walk_allowed(struct hall *hall, const char *peer)
{
    return rate_allow(hall, "walk", str_of(peer), WALKS_PER_MINUTE);
}

void move_words(const struct game *game, const void *before, const struct move *m, void *scratch, struct buf *out)
{
    if (game->describe)
        game->describe(game_seen_by(game, before, SEAT_NOBODY, scratch), m, out);
    else
        move_write(game, m, out);
}

void move_outcome(const struct game *game, const void *after, const struct move *m, void *scratch, struct buf *out)
{
    if (game->outcome)
        game->outcome(game_seen_by(game, after, SEAT_NOBODY, scratch), m, out);
}

/* The journal was replayed when the table was loaded: what it holds applies. */
static bool step(void *arg, const struct journal_row *row)
{
    struct walk       *w = arg;
    const struct game *game = w->table->game;
    const char        *why;

    buf_clear(&w->words);
    if (row->kind == EVENT_STARTED) {
        w->state = mem_new(game->state_size);
        if (game_setup(game, w->state, &w->table->setup, &why))
            return false;
    } else if (row->kind == EVENT_MOVED) {
        struct move m = { .at = row->at, .seat = row->seat };

        if (!w->state || move_read(game, row->text, &m))
            return false;
        if (row->seq >= w->from)
            move_words(game, w->state, &m, w->before, &w->words);
        if (game->apply(w->state, &m, NULL, &why))
            return false;
        if (row->seq >= w->from)
            move_outcome(game, w->state, &m, w->before, &w->words);
    }
    return w->each(w->arg, w, row);
}

enum err walk_table(struct hall *hall, struct table *t, uint32_t from,
                    bool (*each)(void *arg, const struct walk *walk, const struct journal_row *row), void *arg)
{
    struct walk w = { .table = t, .from = from, .each = each, .arg = arg };

    w.before = mem_new(t->game->state_size);
    enum err err = journal_read(hall_store(hall), t->id, 0, step, &w);
    buf_release(&w.words);
    free(w.before);
    free(w.state);
    return err;
}
