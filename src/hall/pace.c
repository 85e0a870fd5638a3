/* Pacing: when a batch ends, and when the hall's two threads spin instead of
 * sleeping. Each rule is here because it was measured to pay on two cores:
 *
 * - While the disk is busy with the previous batch, a batch accepts new asks;
 *   once the disk is free it ends after BATCH_MIN asks or BATCH_US. One sync
 *   then serves many clients, and the hall works while the disk does.
 * - After a batch of BATCH_BUSY asks both threads spin for up to SPIN_US
 *   before they sleep: waking a thread on a sleeping core took 35 to 50 us in
 *   a virtual machine, longer than several asks. This gained 7 to 16 % of
 *   durable moves. They yield while spinning, and do not spin beside jobs,
 *   which would keep the core for long.
 * - While jobs run, the ends of two batches are BATCH_APART_US apart, since a
 *   commit takes as much CPU as several asks; this halved the number of
 *   commits beside 64 players' fights.
 * - A batch from a single client is synced without the other thread: there is
 *   nobody else to serve meanwhile. */
#include "hall/internal.h"

#include <sched.h>

enum {
    BATCH_MIN = 32,        /* minimum asks before a batch ends because the disk is free, */
    BATCH_US = 1000,       /* unless they take longer than this in total */
    BATCH_APART_US = 2000, /* minimum between the ends of two batches while jobs run */
    BATCH_BUSY = 4,        /* asks in a batch after which the next one is expected soon */
    SPIN_US = 200,
};

/* Spins for a while until `seen` returns true. */
void pace__spin(struct hall *hall, bool (*seen)(struct hall *hall))
{
    int64_t until = monotonic_us() + SPIN_US;

    while (hall->pace.busy && !pool_busy(hall->pool) && !seen(hall) && monotonic_us() < until)
        sched_yield();
}

/* How long the batch may wait for more asks although the disk is free. */
int64_t pace__spare_us(struct hall *hall)
{
    bool apart = store_dirty(hall->store) && pool_busy(hall->pool);

    return apart ? hall->pace.closed_us + BATCH_APART_US - monotonic_us() : 0;
}

/* May the batch accept another ask? */
bool pace__goes_on(struct hall *hall, uint64_t handled, int64_t began_us)
{
    if (handled < BATCH_MIN && monotonic_us() - began_us < BATCH_US)
        return true;
    return !sync__idle(hall) || pace__spare_us(hall) > 0;
}

void pace__handled(struct hall *hall, uint64_t handled)
{
    hall->pace.busy = handled >= BATCH_BUSY;
}

/* Is the batch a single ask from the client that also was alone in the previous
 * batch? */
bool pace__is_alone(struct hall *hall, const struct ask *batch)
{
    uint64_t before = hall->pace.only_conn;

    hall->pace.only_conn = batch && !batch->next ? batch->conn : 0;
    return hall->pace.only_conn && hall->pace.only_conn == before;
}
