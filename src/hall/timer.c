/* Timers: a binary heap of slot numbers. A timer's id is its slot and the
 * slot's generation, so cancelling a timer that fired long ago finds nothing. */
#include "base/mem.h"
#include "hall/hall.h"
#include "hall/internal.h"

#include <stdlib.h>

void timers_release(struct timers *t)
{
    free(t->slots);
    free(t->heap);
    free(t->spare);
    *t = (struct timers){ 0 };
}

static void grow(struct timers *t)
{
    int cap = t->cap ? 2 * t->cap : 64;

    t->slots = mem_grow(t->slots, (size_t)cap, sizeof t->slots[0]);
    t->heap = mem_grow(t->heap, (size_t)cap, sizeof t->heap[0]);
    t->spare = mem_grow(t->spare, (size_t)cap, sizeof t->spare[0]);
    for (int i = cap - 1; i >= t->cap; i--) {
        t->slots[i] = (struct timer){ .heap_at = -1, .generation = 1 };
        t->spare[t->n_spare++] = (uint32_t)i;
    }
    t->cap = cap;
}

static void place(struct timers *t, int at, uint32_t slot)
{
    t->heap[at] = slot;
    t->slots[slot].heap_at = at;
}

static int64_t when(const struct timers *t, int at)
{
    return t->slots[t->heap[at]].when;
}

static void sift_up(struct timers *t, int at)
{
    uint32_t slot = t->heap[at];

    while (at > 0 && t->slots[slot].when < when(t, (at - 1) / 2)) {
        place(t, at, t->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(t, at, slot);
}

static void sift_down(struct timers *t, int at)
{
    uint32_t slot = t->heap[at];

    for (int child; (child = 2 * at + 1) < t->n; at = child) {
        if (child + 1 < t->n && when(t, child + 1) < when(t, child))
            child++;
        if (t->slots[slot].when <= when(t, child))
            break;
        place(t, at, t->heap[child]);
    }
    place(t, at, slot);
}

uint64_t timer_at(struct hall *hall, int64_t at, void (*fire)(struct hall *hall, void *arg), void *arg)
{
    struct timers *t = &hall->timers;

    if (t->n_spare == 0)
        grow(t);
    uint32_t      slot = t->spare[--t->n_spare];
    struct timer *timer = &t->slots[slot];
    timer->when = at;
    timer->fire = fire;
    timer->arg = arg;
    place(t, t->n++, slot);
    sift_up(t, t->n - 1);
    return (uint64_t)timer->generation << 32 | slot;
}

static void take_out(struct timers *t, uint32_t slot)
{
    int at = t->slots[slot].heap_at;

    t->slots[slot].heap_at = -1;
    t->slots[slot].generation++;
    t->spare[t->n_spare++] = slot;
    if (at == --t->n)
        return;
    place(t, at, t->heap[t->n]);
    sift_up(t, at);
    sift_down(t, t->slots[t->heap[at]].heap_at);
}

void timer_cancel(struct hall *hall, uint64_t number)
{
    struct timers *t = &hall->timers;
    uint32_t       slot = (uint32_t)number;

    if (slot < (uint32_t)t->cap && t->slots[slot].heap_at >= 0 && t->slots[slot].generation == number >> 32)
        take_out(t, slot);
}

int64_t timers_next(const struct hall *hall)
{
    return hall->timers.n ? when(&hall->timers, 0) : INT64_MAX;
}

void timers_fire_due(struct hall *hall)
{
    struct timers *t = &hall->timers;

    while (t->n && when(t, 0) <= hall->now) {
        uint32_t     slot = t->heap[0];
        struct timer due = t->slots[slot];

        take_out(t, slot);
        due.fire(hall, due.arg);
    }
}
