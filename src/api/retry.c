#include "api/retry.h"

#include "base/mem.h"

#include <sodium.h>
#include <stdlib.h>

enum { RETRY_SETS = 2048, RETRY_WAYS = 4 };

struct retry {
    unsigned char hash[16]; /* of table, seat and key */
    uint32_t      seq;
    uint32_t      age; /* 0: free; otherwise the number of additions when it was added */
};

struct retries {
    uint32_t     additions;
    struct retry slot[RETRY_SETS][RETRY_WAYS];
};

struct retries *retries_new(void)
{
    struct retries *r = mem_new(sizeof *r);

    return r;
}

void retries_free(struct retries *r)
{
    free(r);
}

void retries_forget(struct retries *r)
{
    memset(r, 0, sizeof *r);
}

static size_t retry_hash(uint64_t table, int seat, struct str key, unsigned char hash[16])
{
    uint64_t                 place[2] = { table, (uint64_t)seat };
    crypto_generichash_state state;
    size_t                   set;

    crypto_generichash_init(&state, NULL, 0, 16);
    crypto_generichash_update(&state, (const unsigned char *)place, sizeof place);
    crypto_generichash_update(&state, (const unsigned char *)key.at, key.len);
    crypto_generichash_final(&state, hash, 16);
    memcpy(&set, hash, sizeof set);
    return set % RETRY_SETS;
}

/* Replaces the oldest entry of the set. */
void retries_add(struct retries *r, uint64_t table, int seat, struct str key, uint32_t seq)
{
    struct retry  fresh = { .seq = seq, .age = ++r->additions };
    struct retry *set = r->slot[retry_hash(table, seat, key, fresh.hash)], *eldest = set;

    for (int i = 1; i < RETRY_WAYS; i++)
        if (set[i].age < eldest->age)
            eldest = &set[i];
    *eldest = fresh;
}

bool retries_find(const struct retries *r, uint64_t table, int seat, struct str key, uint32_t *seq)
{
    unsigned char       hash[16];
    const struct retry *set = r->slot[retry_hash(table, seat, key, hash)];

    for (int i = 0; i < RETRY_WAYS; i++)
        if (set[i].age && memcmp(set[i].hash, hash, sizeof hash) == 0) {
            *seq = set[i].seq;
            return true;
        }
    return false;
}
