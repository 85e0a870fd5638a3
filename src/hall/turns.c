/* Whose ask is next. Asks of one address are handled in the order they came;
 * addresses take turns by the time that the hall has spent on each, so whoever
 * asks much waits for themselves, and somebody who makes a move now and then
 * waits for hardly anybody (start-time fair queueing: an address that was away
 * begins where the others are, and gains nothing by having been away).
 *
 * Addresses share TURN_LANES lanes; which ones share one is different in each
 * process. Results of jobs have a lane of their own with a larger share, since
 * many people wait for them. */
#include "base/address.h"
#include "hall/hall.h"
#include "hall/internal.h"

enum {
    LANE_BITS = 10,
    INTERNAL_LANE = ASKER_NOBODY,
    INTERNAL_SHARE = 16, /* times that of an address */
};

_Static_assert(1 << LANE_BITS == TURN_LANES, "a key has a lane");

static int lane_of(const struct turns *turns, const struct ask *ask)
{
    if (ask->kind == ASK_INTERNAL)
        return INTERNAL_LANE;
    return (int)((address_key(ask->peer) * turns->secret) >> (64 - LANE_BITS));
}

void turns__open(struct turns *turns)
{
    hall_random(&turns->secret, sizeof turns->secret);
    turns->secret |= 1;
}

void turns__add(struct turns *turns, struct ask *list)
{
    for (struct ask *ask = list, *next; ask; ask = next) {
        int               which = lane_of(turns, ask);
        struct turn_lane *lane = &turns->lane[which];

        next = ask->next;
        ask->next = NULL;
        if (lane->last) {
            lane->last->next = ask;
        } else {
            lane->first = ask;
            if (lane->used_us < turns->now_us)
                lane->used_us = turns->now_us;
            turns->active[turns->n_active++] = (uint16_t)which;
        }
        lane->last = ask;
        turns->asks++;
    }
}

bool turns__any(const struct turns *turns)
{
    return turns->n_active > 0;
}

struct ask *turns__next(struct turns *turns)
{
    int best = 0;

    if (!turns->n_active)
        return NULL;
    for (int i = 1; i < turns->n_active; i++)
        if (turns->lane[turns->active[i]].used_us < turns->lane[turns->active[best]].used_us)
            best = i;
    turns->served = turns->active[best];
    struct turn_lane *lane = &turns->lane[turns->served];
    struct ask       *ask = lane->first;

    turns->now_us = lane->used_us;
    lane->first = ask->next;
    ask->next = NULL;
    if (!lane->first) {
        lane->last = NULL;
        turns->active[best] = turns->active[--turns->n_active];
    }
    turns->asks--;
    return ask;
}

void turns__charge(struct turns *turns, int64_t us)
{
    us = us > 0 ? us : 1; /* an ask is never free */
    turns->lane[turns->served].used_us += turns->served == INTERNAL_LANE ? us / INTERNAL_SHARE + 1 : us;
}
