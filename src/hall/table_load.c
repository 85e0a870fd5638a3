/* States of tables in memory. A state is replayed from the journal when it is first
 * used, or before that in an idle moment, and the least used states leave again. */
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "game/replay.h"
#include "hall/internal.h"

#include <stdlib.h>

enum {
    DAMAGED_MS = 60 * 1000, /* a table that cannot be replayed is told about so often, however often it is asked for */
    RELINK_MS = 1000,       /* the order of use is kept no finer than that: keeping it costs more than many a request */
};

/* ---- which are loaded --------------------------------------------------- */

/* What a loaded table takes. */
static size_t bytes_of(const struct table *t)
{
    return sizeof *t + sizeof *t->private + t->game->state_size;
}

static void unlink_loaded(struct hall *hall, struct table *t)
{
    struct table_private *p = t->private;

    if (p->newer)
        p->newer->private->older = p->older;
    else
        hall->recent = p->older;
    if (p->older)
        p->older->private->newer = p->newer;
    else
        hall->eldest = p->newer;
    p->newer = p->older = NULL;
}

static void link_loaded(struct hall *hall, struct table *t)
{
    t->private->linked_at = hall->now;
    t->private->older = hall->recent;
    if (hall->recent)
        hall->recent->private->newer = t;
    else
        hall->eldest = t;
    hall->recent = t;
}

void tables__unload(struct hall *hall, struct table *t)
{
    if (!t->private->loaded)
        return;
    unlink_loaded(hall, t);
    atomic_fetch_sub(&hall->metrics.tables_loaded, 1);
    hall->loaded_bytes -= bytes_of(t);
    free(t->state);
    t->state = NULL;
    t->private->loaded = false;
}

void tables__evict(struct hall *hall)
{
    while (hall->loaded_bytes > LIMIT_TABLE_BYTES) {
        struct table *t = hall->eldest;

        /* A live one keeps its place in the lists and its timer, which wakes it. */
        if (table__is_live(t))
            tables__unload(hall, t);
        else
            tables__free(hall, t);
    }
}

/* ---- journal to state --------------------------------------------------- */

struct loading {
    struct table *t;
    const char   *fault;
};

static bool load_row(void *arg, const struct journal_row *row)
{
    struct loading *load = arg;
    struct table   *t = load->t;
    const char     *why = "";

    if (row->seq != t->seq)
        return load->fault = "a row is missing", false;
    t->seq++;
    if (row->kind == EVENT_STARTED) {
        if (t->state)
            return load->fault = "it starts twice", false;
        t->state = mem_new(t->game->state_size);
        if (setup_read(t->game, row->text, &t->setup, &t->private->extra) != ERR_OK ||
            game_setup(t->game, t->state, &t->setup, &why) != ERR_OK)
            return load->fault = "its setup is refused", false;
        t->started_at = t->moved_at = row->at;
    } else if (row->kind == EVENT_MOVED) {
        struct move m = { .at = row->at, .seat = row->seat };

        if (!t->state || move_read(t->game, row->text, &m) != ERR_OK || t->game->apply(t->state, &m, NULL, &why) != ERR_OK)
            return load->fault = "a move is refused", false;
        t->moved_at = row->at;
    } else if (row->kind == EVENT_REMATCH) {
        int64_t next;

        t->next_table = str_int(row->text, &next) ? (uint64_t)next : 0;
    }
    return true;
}

bool tables__load(struct hall *hall, struct table *t)
{
    struct loading load = { .t = t };

    if (t->private->loaded) {
        if (hall->now - t->private->linked_at > RELINK_MS) {
            unlink_loaded(hall, t);
            link_loaded(hall, t);
        }
        return true;
    }
    if (t->private->damaged_until > hall->now)
        return false;
    t->seq = 0;
    enum err err = journal_read(hall->store, t->id, 0, load_row, &load);
    if (err != ERR_OK && !load.fault)
        load.fault = err_text(err);
    if (load.fault) {
        log_error("hall", "table %llu cannot be replayed at event %u: %s", (unsigned long long)t->id, t->seq, load.fault);
        free(t->state);
        t->state = NULL;
        t->private->damaged_until = hall->now + DAMAGED_MS;
        return false;
    }
    t->private->loaded = true;
    link_loaded(hall, t);
    hall->loaded_bytes += bytes_of(t);
    atomic_fetch_add(&hall->metrics.tables_loaded, 1);
    return true;
}

/* ---- ahead of use ------------------------------------------------------- */

bool tables__warm(struct hall *hall)
{
    struct warming *w = &hall->warming;

    while (all_games[w->game] && hall->loaded_bytes < LIMIT_TABLE_BYTES / 2) {
        struct table *t = table__live_before(hall, all_games[w->game], w->below);

        if (!t) {
            w->game++;
            w->below = UINT64_MAX;
            continue;
        }
        w->below = t->id;
        if (!t->private->loaded)
            return tables__load(hall, t), true;
    }
    return false;
}
