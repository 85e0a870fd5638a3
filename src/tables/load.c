/* Loaded states. A state is replayed from the journal on first use, or earlier
 * in an idle moment; the least recently used states are unloaded again. */
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "game/replay.h"
#include "tables/inside.h"

#include <stdlib.h>

enum {
    DAMAGED_MS = 60 * 1000, /* how often a table that cannot be replayed is retried and logged */
    RELINK_MS = 1000,       /* resolution of the order of use: a finer one would cost more than many a request */
};

/* ---- which are loaded --------------------------------------------------- */

/* Memory of a loaded table. */
static size_t bytes_of(const struct table *t)
{
    return sizeof *t + sizeof *t->private + t->game->state_size * (1 + (size_t)t->private->snapshots.n);
}

static void unlink_loaded(struct tables *ts, struct table *t)
{
    struct table_private *p = t->private;

    if (p->newer)
        p->newer->private->older = p->older;
    else
        ts->newest = p->older;
    if (p->older)
        p->older->private->newer = p->newer;
    else
        ts->oldest = p->newer;
    p->newer = p->older = NULL;
}

static void link_loaded(struct hall *hall, struct tables *ts, struct table *t)
{
    t->private->linked_at = hall_now(hall);
    t->private->older = ts->newest;
    if (ts->newest)
        ts->newest->private->newer = t;
    else
        ts->oldest = t;
    ts->newest = t;
}

void table__unload(struct hall *hall, struct tables *ts, struct table *t)
{
    if (!t->private->loaded)
        return;
    unlink_loaded(ts, t);
    atomic_fetch_sub(&hall_metrics(hall)->tables_loaded, 1);
    ts->loaded_bytes -= bytes_of(t);
    free(t->state);
    t->state = NULL;
    snapshots__free(t);
    t->private->loaded = false;
}

void tables__evict(struct hall *hall, struct tables *ts)
{
    while (ts->loaded_bytes > (size_t)limit_now(SIZED_TABLE_BYTES)) {
        struct table *t = ts->oldest;

        /* A live table keeps its place in the lists and its timer. */
        if (table__is_live(t))
            table__unload(hall, ts, t);
        else
            table__free(hall, ts, t);
    }
}

/* ---- journal to state --------------------------------------------------- */

struct loading {
    struct tables *ts;
    struct table  *t;
    struct replay  replay;
    const char    *fault;
};

static bool load_row(void *arg, const struct journal_row *row)
{
    struct loading *load = arg;
    struct table   *t = load->t;

    if (!replay_take(&load->replay, row->seq, row->kind, row->seat, row->at, row->text, REPLAY_QUIET, &load->fault))
        return false;
    if (row->kind == EVENT_STARTED)
        t->started_at = t->moved_at = row->at;
    else if (row->kind == EVENT_MOVED)
        t->moved_at = row->at;
    else if (row->kind == EVENT_REMATCH)
        t->next_table = str_uint_or(row->text, 0);
    t->private->moves += row->kind == EVENT_MOVED;
    snapshot__take(load->ts, t, row->seq + 1, load->replay.state);
    return true;
}

/* Moves the results of the replay into the table. */
static void keep_replay(struct table *t, struct replay *r)
{
    t->seq = r->next;
    if (!r->state)
        return;
    t->state = r->state;
    r->state = NULL;
    buf_release(&t->private->extra);
    t->private->extra = r->extra;
    r->extra = (struct buf){ 0 };
    t->setup = r->setup;
}

bool table__load(struct hall *hall, struct tables *ts, struct table *t)
{
    struct loading load = { .ts = ts, .t = t };
    bool           good;

    if (t->private->loaded) {
        if (hall_now(hall) - t->private->linked_at > RELINK_MS) {
            unlink_loaded(ts, t);
            link_loaded(hall, ts, t);
        }
        return true;
    }
    if (t->private->damaged_until > hall_now(hall))
        return false;
    replay_begin(&load.replay, t->game);
    t->private->moves = 0;
    enum err err = journal_read(hall_store(hall), t->id, 0, load_row, &load);
    if (err != ERR_OK && !load.fault)
        load.fault = err_text(err);
    good = !load.fault;
    if (good) {
        keep_replay(t, &load.replay);
    } else {
        log_error("hall", "table %llu cannot be replayed at event %u: %s", (unsigned long long)t->id, load.replay.next, load.fault);
        t->private->damaged_until = hall_now(hall) + DAMAGED_MS;
    }
    replay_release(&load.replay);
    if (!good) {
        snapshots__free(t);
        return false;
    }
    t->private->loaded = true;
    link_loaded(hall, ts, t);
    ts->loaded_bytes += bytes_of(t);
    atomic_fetch_add(&hall_metrics(hall)->tables_loaded, 1);
    return true;
}

/* ---- ahead of use ------------------------------------------------------- */

bool tables__warm(struct hall *hall, struct tables *ts)
{
    struct warming *w = &ts->warming;

    while (all_games[w->game] && ts->loaded_bytes < (size_t)limit_now(SIZED_TABLE_BYTES) / 2) {
        struct table *t = table__live_before(ts, all_games[w->game], w->below);

        if (!t) {
            w->game++;
            w->below = UINT64_MAX;
            continue;
        }
        w->below = t->id;
        if (!t->private->loaded)
            return table__load(hall, ts, t), true;
    }
    return false;
}
