/* Remote jobs: the leader lends jobs that wait in its pool to followers that run
 * the same program, enough to keep their workers busy. Jobs of a follower whose
 * link closes are run again, here or elsewhere. */
#include "base/log.h"
#include "base/varint.h"
#include "hall/hall.h"
#include "hall/metrics.h"
#include "net/link_inside.h"

#include <sodium.h>
#include <stdio.h>

/* ---- which program this is ----------------------------------------------------- */

/* States and moves are sent as they are in memory, so both ends must run the same
 * binary. A program that cannot read its own file matches no other. */
static void look_at_program(unsigned char build[LINK_BUILD])
{
    crypto_generichash_state hash;
    FILE                    *file = fopen("/proc/self/exe", "rb");
    unsigned char            part[65536];
    size_t                   n;

    randombytes_buf(build, LINK_BUILD);
    if (!file)
        return;
    crypto_generichash_init(&hash, NULL, 0, LINK_BUILD);
    while ((n = fread(part, 1, sizeof part, file)) > 0)
        crypto_generichash_update(&hash, part, n);
    if (!ferror(file))
        crypto_generichash_final(&hash, build, LINK_BUILD);
    fclose(file);
}

static void wake(void *links)
{
    doors_wake(((struct links *)links)->doors);
}

void jobs_open(struct links *l)
{
    look_at_program(l->build);
    l->helper = helper_new(wake, l);
}

void jobs_close(struct links *l)
{
    helper_free(l->helper);
}

/* ---- as leader ----------------------------------------------------------------- */

/* One job per worker; two while the queue is long, so that no worker is idle for a
 * round trip of the link. */
static int most_jobs(const struct peer *p)
{
    bool many = hall_metrics(p->links->hall)->jobs_waiting > 2 * p->workers;

    return many ? 2 * p->workers : p->workers;
}

static bool lend_one(struct peer *p)
{
    struct job_lent job;

    if (p->closing || !p->workers || p->n_jobs >= most_jobs(p) || !hall_lend_job(p->links->hall, &job))
        return false;
    wire_job(p, &job);
    p->job[p->n_jobs++] = job.number;
    buf_release(&job.bytes);
    return true;
}

void jobs_lend(struct links *l)
{
    bool any = l->place == LINK_HERE;

    while (any) { /* round robin */
        any = false;
        for (struct peer *p = l->down; p; p = p->next)
            any |= lend_one(p);
    }
    for (struct peer *p = l->down, *next; p; p = next) {
        next = p->next;
        peer_flush(p);
    }
}

void jobs_lost(struct peer *p)
{
    for (int i = 0; p->links->hall && i < p->n_jobs; i++)
        hall_job_lost(p->links->hall, p->job[i]);
    p->n_jobs = 0;
}

bool jobs_got_offer(struct peer *p, struct str body)
{
    uint64_t workers;

    if (!varint_read(&body, &workers) || p->workers)
        return false;
    p->workers = workers < LINK_JOBS / 2 ? (int)workers : LINK_JOBS / 2;
    log_info("link", "the node at %s runs up to %d jobs at once", p->node, p->workers);
    jobs_lend(p->links);
    return true;
}

bool jobs_got_result(struct peer *p, struct str body)
{
    uint64_t   number;
    struct str result;
    int        i = 0;

    if (!varint_read(&body, &number) || !varint_read_str(&body, &result))
        return false;
    while (i < p->n_jobs && p->job[i] != number)
        i++;
    if (i == p->n_jobs || (p->links->hall && !hall_job_result(p->links->hall, number, result)))
        return false;
    p->job[i] = p->job[--p->n_jobs];
    jobs_lend(p->links);
    return true;
}

/* ---- as follower --------------------------------------------------------------- */

void jobs_offer(struct peer *p, struct str build)
{
    struct links *l = p->links;

    if (build.len == LINK_BUILD && memcmp(build.at, l->build, LINK_BUILD) == 0)
        wire_offer(p, helper_workers(l->helper));
    else
        log_info("link", "the leader runs another build: this node runs no jobs for it");
}

bool jobs_got_job(struct peer *p, struct str body)
{
    uint64_t   number;
    struct str name, bytes;

    return varint_read(&body, &number) && varint_read_str(&body, &name) && varint_read_str(&body, &bytes) &&
           helper_take(p->links->helper, number, name, bytes);
}

void jobs_return(struct links *l)
{
    struct buf result = { 0 };
    uint64_t   number;
    bool       any = false;

    while (helper_finished(l->helper, &number, &result)) {
        if (l->up)
            wire_result(l->up, number, buf_view(&result));
        buf_clear(&result);
        any = true;
    }
    buf_release(&result);
    if (any && l->up)
        peer_flush(l->up);
}
