/* Looking at a table without changing it. */
#include "tables/inside.h"

#include <sodium.h>
#include <stdio.h>

int table_seat_of(const struct table *t, uint64_t account)
{
    for (int i = 0; account && i < t->seats; i++)
        if (t->seat[i].kind == SITTER_ACCOUNT && t->seat[i].account == account)
            return i;
    return -1;
}

struct names table_names(const struct table *t)
{
    struct names names = { 0 };

    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].name[0])
            names.seat[i] = t->seat[i].name;
    return names;
}

const void *table_seen_by(struct hall *hall, struct table *t, int seat)
{
    struct tables *ts = tables_of(hall);
    if (!table__load(hall, ts, t) || !t->state)
        return NULL;
    if (!t->game->redact || t->phase == TABLE_FINISHED)
        return t->state;
    return game_seen_by(t->game, t->state, seat, ts->lent);
}

static void hash_seed(const struct table *t, char hex[65])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char          text[80];
    int len = snprintf(text, sizeof text, "meeple-seed:%llu:%llu", (unsigned long long)t->id, (unsigned long long)t->setup.seed);

    crypto_hash_sha256(hash, (const unsigned char *)text, (unsigned long long)len);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

void table_seed_hash(const struct table *t, char hex[65])
{
    if (!t->private) { /* a table made by a tool */
        hash_seed(t, hex);
        return;
    }
    if (!t->private->seed_hash[0]) /* cached, as every view of a table needs it */
        hash_seed(t, t->private->seed_hash);
    memcpy(hex, t->private->seed_hash, sizeof t->private->seed_hash);
}
