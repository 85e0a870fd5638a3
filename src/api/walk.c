/* Walks through a journal (tables/walk.h) in the pool. */
#include "api/call.h"
#include "base/address.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

struct walks {
    struct map under_way; /* by address: how many there are */
    uint64_t   epoch;     /* counts batches that were taken back */
};

struct walks *walks_new(void)
{
    return mem_new(sizeof(struct walks));
}

void walks_free(struct walks *w)
{
    map_release(&w->under_way);
    free(w);
}

void walks_forget(struct walks *w)
{
    w->epoch++;
}

bool walk_allowed(struct hall *hall, const char *peer)
{
    return rate_allow(hall, "walk", str_of(peer), LIMIT_WALKS_PER_MINUTE);
}

/* ---- in the pool ---------------------------------------------------------- */

/* A walk with a copy of all that it needs. */
struct outing {
    struct walk         walk;
    struct journal_row *row;
    int                 n, cap;
    struct buf          texts; /* of the rows, one after the other */
    char                name[SEATS_MAX][LIMIT_NAME_BYTES + 1];
    enum err            err;
    uint64_t            address, epoch;
    walk_done          *done;
};

static bool outing_row(void *arg, const struct journal_row *row)
{
    struct outing *o = arg;

    if (row->seq >= o->walk.end)
        return false;
    o->row = mem_room(o->row, o->n, &o->cap, sizeof o->row[0]);
    o->row[o->n++] = *row;
    buf_str(&o->texts, row->text);
    return true;
}

static void copy_names(struct outing *o, const struct table *t)
{
    struct names names = table_names(t);

    for (int i = 0; i < SEATS_MAX; i++)
        if (names.seat[i]) {
            snprintf(o->name[i], sizeof o->name[i], "%s", names.seat[i]);
            o->walk.replay.names.seat[i] = o->name[i];
        }
}

/* Points the rows at their texts, which move no more. */
static void point_rows(struct outing *o)
{
    const char *at = o->texts.at;

    for (int i = 0; i < o->n; i++) {
        o->row[i].text.at = o->row[i].text.len ? at : "";
        at += o->row[i].text.len;
    }
}

static void outing_free(struct outing *o)
{
    replay_release(&o->walk.replay);
    buf_release(&o->texts);
    free(o->row);
    free(o);
}

static void outing_work(void *arg)
{
    struct outing *o = arg;
    const char    *fault = NULL;

    for (int i = 0; i < o->n; i++)
        if (!walk_step(&o->walk, &o->row[i], &fault))
            break;
    o->err = fault ? ERR_IO : ERR_OK;
}

static void outing_done(struct hall *hall, void *arg)
{
    struct outing *o = arg;
    struct walks  *w = api_of(hall)->walks;
    enum err       err = o->epoch == w->epoch ? o->err : ERR_IO; /* else what was read may not have been kept */
    walk_done     *done = o->done;
    void          *whose = o->walk.arg;

    map_count(&w->under_way, o->address, -1);
    outing_free(o);
    done(hall, whose, err);
}

static void outing_dropped(struct hall *hall, void *arg)
{
    struct outing *o = arg;

    o->err = ERR_IO;
    outing_done(hall, o);
}

static const struct job_kind outing_job = {
    .length = JOB_SHORT, .work = outing_work, .done = outing_done, .dropped = outing_dropped
};

enum err walk_start(struct hall *hall, const struct table *t, const char *peer, uint32_t from, uint32_t end, walk_each *each,
                    walk_done *done, void *arg)
{
    struct walks *w = api_of(hall)->walks;
    uint64_t      address = address_key(peer);

    if (map_count(&w->under_way, address, 0) >= LIMIT_WALKS_EACH)
        return ERR_FULL;
    struct outing *o = mem_new(sizeof *o);
    *o = (struct outing){ .walk = { .each = each, .arg = arg }, .address = address, .epoch = w->epoch, .done = done };
    walk_begin(&o->walk, t, from, end);
    copy_names(o, t);
    enum err err = journal_read(hall_store(hall), t->id, o->walk.replay.next, outing_row, o);
    if (!err && o->walk.replay.next + (uint32_t)o->n < end)
        err = ERR_IO;
    point_rows(o);
    if (!err)
        err = job_submit(hall, &outing_job, o) ? ERR_IO : ERR_OK;
    if (err)
        outing_free(o);
    else
        map_count(&w->under_way, address, 1);
    return err;
}

bool call_walk(struct call *c, uint32_t from, uint32_t end, walk_each *each, walk_done *done, void *arg)
{
    enum err err = walk_start(c->hall, c->table, c->ask->peer, from, end, each, done, arg);

    if (err)
        call_fail(c, err == ERR_FULL ? API_TOO_MANY : API_BUSY);
    else
        ask_keep(c->hall, c->ask);
    return !err;
}
