/* Rate limits in fixed memory. For each (class, who) one number is stored: the
 * time at which all attempts so far are paid off, if each costs 1/per_minute of
 * a minute. An attempt is allowed while that debt is below a minute. A slot
 * without debt is free; when all slots of a set are in use the smallest debt is
 * evicted, so a flood of addresses can at worst forget the least guilty. Marks that
 * last longer than that have slots of their own, or they would drive out all debts. */
#include "base/address.h"
#include "base/log.h"
#include "base/mem.h"
#include "people/account.h"
#include "people/people.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE_SETS = 2048, RATE_WAYS = 4, MINUTE_MS = 60 * 1000 };

struct rate {
    uint64_t key; /* keyed hash of class and who */
    int64_t  paid_at;
};

struct rates {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* keeps attackers from targeting a set */
    struct rate   slot[RATE_SETS][RATE_WAYS];
    struct rate   lasting[RATE_SETS][RATE_WAYS];
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
    char     group[ADDRESS_TEXT];
    uint64_t hash[2];

    if (who.len < sizeof group) {
        address_group(who, group);
        who = str_of(group);
    }

    crypto_shorthash((unsigned char *)&hash[0], (const unsigned char *)what, strlen(what), r->secret);
    crypto_shorthash((unsigned char *)&hash[1], (const unsigned char *)who.at, who.len, r->secret);
    return hash[0] * 31 + hash[1];
}

/* The slot of `key`, or the one to replace. */
static struct rate *rate_slot(struct rate table[RATE_SETS][RATE_WAYS], uint64_t key)
{
    struct rate *set = table[key % RATE_SETS];
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

/* Once a minute for each. What is neither an address nor the number of an account
 * may be anything that somebody typed, and is not told. */
static void log_refusal(struct hall *hall, const char *what, struct str who)
{
    char name[ADDRESS_TEXT], mark[64];
    bool known = str_copy(who, name, sizeof name) && (name[0] == '#' || address_normalize(name, name));

    snprintf(mark, sizeof mark, "logged %s", what);
    if (rate_is_marked(hall, mark, who))
        return;
    rate_mark(hall, mark, who, MINUTE_MS);
    log_info("access", "refused: too many (%s)%s%s", what, known ? " from " : "", known ? name : "");
}

bool rate_allow(struct hall *hall, const char *what, struct str who, int per_minute)
{
    struct rates *r = people_of(hall)->rates;
    struct rate  *slot = rate_slot(r->slot, rate_key(r, what, who));
    int64_t       now = hall_now(hall);
    int64_t       cost = MINUTE_MS / per_minute;

    if (hall_test_mode(hall))
        return true;
    if (slot->paid_at < now)
        slot->paid_at = now;
    if (slot->paid_at + cost > now + MINUTE_MS) {
        log_refusal(hall, what, who);
        return false;
    }
    slot->paid_at += cost;
    return true;
}

bool rate_allow_account(struct hall *hall, const char *what, uint64_t account, int per_minute)
{
    char who[24];

    snprintf(who, sizeof who, "#%llu", (unsigned long long)account);
    return rate_allow(hall, what, str_of(who), per_minute);
}

void rate_return(struct hall *hall, const char *what, struct str who, int per_minute)
{
    struct rates *r = people_of(hall)->rates;

    rate_slot(r->slot, rate_key(r, what, who))->paid_at -= MINUTE_MS / per_minute;
}

void rate_mark(struct hall *hall, const char *what, struct str who, int64_t ms)
{
    struct rates *r = people_of(hall)->rates;

    rate_slot(ms > MINUTE_MS ? r->lasting : r->slot, rate_key(r, what, who))->paid_at = hall_now(hall) + ms;
}

bool rate_is_marked(struct hall *hall, const char *what, struct str who)
{
    const struct rates *r = people_of(hall)->rates;
    uint64_t            key = rate_key(r, what, who);
    const struct rate  *set = r->slot[key % RATE_SETS], *lasting = r->lasting[key % RATE_SETS];
    int64_t             until = 0;

    for (int i = 0; i < RATE_WAYS; i++) {
        if (set[i].key == key)
            until = set[i].paid_at;
        if (lasting[i].key == key && lasting[i].paid_at > until)
            until = lasting[i].paid_at;
    }
    return until > hall_now(hall);
}
