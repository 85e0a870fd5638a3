/* Rate limits in fixed memory. For each (class, who) one number is kept: the
 * time at which all tries so far would be paid off, if each costs
 * 1/per_minute of a minute. A try is allowed while that debt is below a
 * minute. A slot whose debt is paid is free; when all ways of a set are in
 * debt the smallest one gives way, so a flood of addresses can at worst
 * forget the least guilty. */
#include "base/mem.h"
#include "hall/account.h"
#include "hall/api_self.h"

#include <sodium.h>
#include <stdlib.h>

enum { RATE_SETS = 2048, RATE_WAYS = 4, MINUTE_MS = 60 * 1000 };

struct rate {
    uint64_t key; /* keyed hash of class and who */
    int64_t  paid_at;
};

struct rates {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* so that nobody can aim at a set */
    struct rate   slot[RATE_SETS][RATE_WAYS];
};

struct rates *rates_new(void)
{
    struct rates *r = mem_new(sizeof *r);

    hall_random(r->secret, sizeof r->secret);
    return r;
}

void rates_free(struct rates *r)
{
    free(r);
}

static uint64_t rate_key(const struct rates *r, const char *what, struct str who)
{
    uint64_t hash[2];

    crypto_shorthash((unsigned char *)&hash[0], (const unsigned char *)what, strlen(what), r->secret);
    crypto_shorthash((unsigned char *)&hash[1], (const unsigned char *)who.at, who.len, r->secret);
    return hash[0] * 31 + hash[1];
}

/* The slot of `key`, or the one it may take over. */
static struct rate *rate_slot(struct rates *r, uint64_t key)
{
    struct rate *set = r->slot[key % RATE_SETS];
    struct rate *least = set;

    for (int i = 0; i < RATE_WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].paid_at < least->paid_at)
            least = &set[i];
    }
    *least = (struct rate){ .key = key };
    return least;
}

bool rate_allow(struct hall *hall, const char *what, struct str who, int per_minute)
{
    struct rates *r = api_of(hall)->rates;
    struct rate  *slot = rate_slot(r, rate_key(r, what, who));
    int64_t       now = hall_now(hall);
    int64_t       cost = MINUTE_MS / per_minute;

    if (hall_test_mode(hall))
        return true;
    if (slot->paid_at < now)
        slot->paid_at = now;
    if (slot->paid_at + cost > now + MINUTE_MS)
        return false;
    slot->paid_at += cost;
    return true;
}

void rate_return(struct hall *hall, const char *what, struct str who, int per_minute)
{
    struct rates *r = api_of(hall)->rates;

    rate_slot(r, rate_key(r, what, who))->paid_at -= MINUTE_MS / per_minute;
}
