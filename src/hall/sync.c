/* The last step of every batch: the disk holds it, so its outs may go.
 *
 * A commit spends nearly all of its time waiting for the disk, in which the hall
 * could handle the next batch. So the hall only closes a batch (which puts it
 * behind all others in the store's log) and hands its outs to the thread here,
 * which syncs the log and passes them on. One batch at a time: the hall keeps the
 * next one open as long as we are busy, so outs leave in the order in which they
 * were made, also those that only read what the batch before wrote. */
#include "base/log.h"
#include "base/thread.h"
#include "hall/internal.h"

#include <sysexits.h>
#include <unistd.h>

struct out *hall_take_outs(struct hall *hall)
{
    pthread_mutex_lock(&hall->out_lock);
    struct out *first = hall->ready.first;
    hall->ready = (struct outs){ 0 };
    pthread_mutex_unlock(&hall->out_lock);
    return first;
}

static void publish(struct hall *hall, struct outs *outs)
{
    if (!outs->first)
        return;
    pthread_mutex_lock(&hall->out_lock);
    if (hall->ready.last)
        hall->ready.last->next = outs->first;
    else
        hall->ready.first = outs->first;
    hall->ready.last = outs->last;
    pthread_mutex_unlock(&hall->out_lock);
    *outs = (struct outs){ 0 };
    hall->wake(hall->wake_arg);
}

/* When a sync fails, the system may have thrown away what it could not write,
 * and a second try would succeed without it. Nobody was told yet: those who wait
 * see their connection end, as in a power failure, and the next start goes on
 * from what the disk really holds. */
static void wait_for_disk(struct hall *hall)
{
    int64_t began = passed_us();

    if (store_sync(hall->store) != ERR_OK) {
        log_error("hall", "the disk failed: the server ends, and goes on from what was kept when it is started again");
        _exit(EX_IOERR);
    }
    metric_add(&hall->metrics.sync_us, (uint64_t)(passed_us() - began));
}

static bool batch_came(struct hall *hall)
{
    return !sync__idle(hall);
}

static void *run(void *arg)
{
    struct hall   *hall = arg;
    struct syncer *s = &hall->syncer;

    thread_be_quick();
    for (;;) {
        hall__look_out(hall, batch_came);
        pthread_mutex_lock(&s->lock);
        while (s->idle && !s->stopping)
            pthread_cond_wait(&s->more, &s->lock);
        pthread_mutex_unlock(&s->lock);
        if (s->idle)
            return NULL;
        wait_for_disk(hall);
        hall->things.kept = s->batch;
        publish(hall, &s->outs);
        s->idle = true;
        hall__disk_is_free(hall);
    }
}

void sync__settle(struct hall *hall, bool wrote, bool alone)
{
    struct syncer *s = &hall->syncer;
    uint64_t       batch = ++hall->things.closed;

    if (!wrote || alone || !s->started) {
        if (wrote)
            wait_for_disk(hall);
        hall->things.kept = batch;
        publish(hall, &hall->outs);
        return;
    }
    pthread_mutex_lock(&s->lock);
    s->batch = batch;
    s->outs = hall->outs;
    s->idle = false;
    pthread_mutex_unlock(&s->lock);
    pthread_cond_signal(&s->more);
    hall->outs = (struct outs){ 0 };
}

bool sync__idle(struct hall *hall)
{
    return hall->syncer.idle;
}

void sync__tell_at_once(struct hall *hall)
{
    publish(hall, &hall->outs_at_once);
}

/* ---- what the disk holds ------------------------------------------------- */

static size_t thing_slot(uint64_t thing)
{
    return thing * 0x9E3779B97F4A7C15u >> 52; /* the upper bits of a product depend on all of the number's */
}

void thing_changed(struct hall *hall, uint64_t thing)
{
    hall->things.changed_in[thing_slot(thing)] = hall->things.closed + 1;
}

bool thing_is_kept(const struct hall *hall, uint64_t thing)
{
    return hall->things.changed_in[thing_slot(thing)] <= hall->things.kept;
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
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    s->started = s->stopping = false;
}
