#include "tables/walk.h"

#include "base/mem.h"

void walk_begin(struct walk *walk, const struct table *t, uint32_t from, uint32_t end)
{
    const void *state;

    replay_begin(&walk->replay, t->game);
    walk->replay.next = table_snapshot(t, from, &state);
    walk->from = from;
    walk->end = end;
    if (!state)
        return;
    walk->replay.state = mem_new(t->game->state_size);
    memcpy(walk->replay.state, state, t->game->state_size);
    walk->over = t->game->to_act(state) == 0;
}

bool walk_step(struct walk *walk, const struct journal_row *row, const char **fault)
{
    if (row->seq >= walk->end || !replay_take(&walk->replay, row->seq, row->kind, row->seat, row->at, row->text,
                                              row->seq >= walk->from ? REPLAY_TOLD : REPLAY_QUIET, fault))
        return false;
    walk->over |= row->kind == EVENT_FINISHED;
    return row->seq < walk->from || walk->each(walk->arg, walk, row);
}

struct walking {
    struct walk *walk;
    const char  *fault;
    uint32_t     reached; /* behind the last row */
};

static bool walk_row(void *arg, const struct journal_row *row)
{
    struct walking *w = arg;
    bool            more = walk_step(w->walk, row, &w->fault);

    w->reached = row->seq + 1;
    return more;
}

enum err walk_table(struct hall *hall, const struct table *t, uint32_t from, uint32_t end, walk_each *each, void *arg)
{
    struct walk    walk = { .each = each, .arg = arg };
    struct walking w = { .walk = &walk };

    walk_begin(&walk, t, from, end);
    walk.replay.names = table_names(t);
    enum err err = journal_read(hall_store(hall), t->id, walk.replay.next, walk_row, &w);
    replay_release(&walk.replay);
    return err || w.fault || w.reached <= from ? ERR_IO : ERR_OK;
}
