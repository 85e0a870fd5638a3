/* The last step of a batch: once it is on disk, its outs are sent.
 *
 * A commit spends nearly all of its time waiting for the disk, while the hall
 * could handle the next batch. So the hall only closes a batch (which appends
 * it to the store's log) and hands its outs to the thread here, which syncs the
 * log and passes them on. It takes one batch at a time, and the hall keeps the
 * next one open meanwhile, so outs leave in order, including those of reads
 * that saw the previous batch. */
#include "base/log.h"
#include "base/thread.h"
#include "hall/hall.h"
#include "hall/internal.h"

#include <sysexits.h>
#include <unistd.h>

struct out *hall_take_outs(struct hall *hall)
{
    pthread_mutex_lock(&hall->out_lock);
    struct out *first = hall->ready.first;
    hall->ready = (struct outs){ 0 };
    hall->ready_bytes = 0;
    pthread_mutex_unlock(&hall->out_lock);
    return first;
}

void sync__publish(struct hall *hall, struct outs *outs)
{
    if (!outs->first)
        return;
    if (hall->log)
        doubt__mark_stale(hall, outs);
    pthread_mutex_lock(&hall->out_lock);
    if (hall->ready.last)
        hall->ready.last->next = outs->first;
    else
        hall->ready.first = outs->first;
    hall->ready.last = outs->last;
    hall->ready_bytes += outs->bytes;
    pthread_mutex_unlock(&hall->out_lock);
    *outs = (struct outs){ 0 };
    hall->wake(hall->wake_arg);
}

/* After a failed sync the kernel may have dropped what it could not write, and
 * a second try would succeed without it. Nobody has been told yet: waiting
 * clients see their connection close, as in a power failure, and the next start
 * continues from what is on disk. */
static void wait_for_disk(struct hall *hall)
{
    int64_t  began = monotonic_us();
    enum err err = store_sync(hall->store);

    if (err == ERR_REFUSED) {
        log_warn("hall", "another node leads: this one ends, and follows when it is started again");
        _exit(EX_TEMPFAIL);
    }
    if (err != ERR_OK) {
        log_error("hall", "the disk failed: stopping; a restart continues from what was stored");
        _exit(EX_IOERR);
    }
    metric_add(&hall->metrics.sync_us, (uint64_t)(monotonic_us() - began));
}

static bool batch_came(struct hall *hall)
{
    return !hall->syncer.idle;
}

/* The batch is kept. If the hall has taken it back meanwhile, it puts it back
 * before anybody is told. */
static void finish(struct hall *hall)
{
    struct syncer *s = &hall->syncer;

    pthread_mutex_lock(&s->lock);
    s->began_us = 0; /* from here on there is no doubt */
    if (s->stage == DOUBT_OPEN)
        s->stage = DOUBT_OVER;
    while (s->stage != DOUBT_NONE)
        pthread_cond_wait(&s->more, &s->lock);
    pthread_mutex_unlock(&s->lock);
    hall->things.kept = s->batch;
    sync__publish(hall, &s->outs);
    s->idle = true;
}

static void *run(void *arg)
{
    struct hall   *hall = arg;
    struct syncer *s = &hall->syncer;

    thread_be_quick();
    for (;;) {
        pace__spin(hall, batch_came);
        pthread_mutex_lock(&s->lock);
        while (s->idle && !s->stopping)
            pthread_cond_wait(&s->more, &s->lock);
        pthread_mutex_unlock(&s->lock);
        if (s->idle)
            return NULL;
        wait_for_disk(hall);
        finish(hall);
        hall__disk_is_free(hall);
    }
}

void sync__settle(struct hall *hall, bool wrote, bool alone)
{
    struct syncer *s = &hall->syncer;
    uint64_t       batch = ++hall->things.closed;

    if (!wrote || (alone && !hall->log) || !s->started) {
        if (wrote)
            wait_for_disk(hall);
        hall->things.kept = batch;
        sync__publish(hall, &hall->outs);
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->batch = batch;
    s->outs = hall->outs;
    s->began_us = monotonic_us();
    s->firm = false;
    s->idle = false;
    pthread_mutex_unlock(&s->lock);
    pthread_cond_signal(&s->more);
    hall->outs = (struct outs){ 0 };
}

bool sync__idle(struct hall *hall)
{
    return hall->syncer.idle || hall->doubt;
}

void sync__tell_at_once(struct hall *hall)
{
    sync__publish(hall, &hall->outs_at_once);
}

/* ---- life ---------------------------------------------------------------- */

bool sync__start(struct hall *hall)
{
    hall->syncer.started = pthread_create(&hall->syncer.thread, NULL, run, hall) == 0;
    return hall->syncer.started;
}

void sync__stop(struct hall *hall)
{
    struct syncer *s = &hall->syncer;

    if (!s->started)
        return;
    if (hall->log)
        doubt__settle_or_end(hall);
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    s->started = s->stopping = false;
}
