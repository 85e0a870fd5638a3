/* Large JSON bodies are read in the pool: one of a megabyte takes as long as
 * hundreds of moves, which would wait for it. Afterwards the ask takes its turn
 * once more. */
#include "base/jin.h"
#include "base/mem.h"
#include "hall/hall.h"
#include "hall/internal.h"

#include <stdlib.h>

enum { LARGE = 32 * 1024 }; /* a millisecond, if it is made to be slow */

struct reading {
    struct ask *ask;
    unsigned    depth, flags;
};

static void reading_work(void *arg)
{
    struct reading *r = arg;

    if (jin_parse(r->ask->body, r->depth, r->flags, &r->ask->doc))
        r->ask->doc = NULL;
    r->ask->was_read = true;
}

static void reading_done(struct hall *hall, void *arg)
{
    struct reading *r = arg;

    r->ask->answered_next = hall->read;
    hall->read = r->ask;
    free(r);
}

void hall__take_read(struct hall *hall)
{
    for (struct ask *ask = hall->read, *next; ask; ask = next) {
        next = ask->answered_next;
        ask->answered_next = ask->next = NULL;
        ask->kept = false;
        turns__add(&hall->turns, ask);
    }
    hall->read = NULL;
}

static void reading_dropped(struct hall *hall, void *arg)
{
    struct reading *r = arg;

    hall__refuse(hall, r->ask, "the server is busy");
    free(r);
}

static const struct job_kind reading_job = {
    .length = JOB_SHORT, .work = reading_work, .done = reading_done, .dropped = reading_dropped
};

static bool is_large(const struct ask *ask)
{
    return ask->body.len > LARGE;
}

bool ask_comes_again(const struct ask *ask)
{
    return ask->was_read;
}

bool ask_json(struct hall *hall, struct ask *ask, unsigned depth, unsigned flags, struct jin **doc)
{
    *doc = NULL;
    if (ask->was_read || !is_large(ask)) {
        *doc = ask->doc;
        ask->doc = NULL;
        if (!ask->was_read && jin_parse(ask->body, depth, flags, doc))
            *doc = NULL;
        return true;
    }
    struct reading *r = mem_new(sizeof *r);

    *r = (struct reading){ .ask = ask, .depth = depth, .flags = flags };
    ask_keep(hall, ask);
    if (job_submit(hall, &reading_job, r))
        reading_dropped(hall, r);
    return false;
}
