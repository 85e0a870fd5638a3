#include "store/tail.h"

#include "base/mem.h"

#include <stdlib.h>

enum { FIRST_CAP = 1024 };

struct tail_chain {
    uint64_t table;
    uint64_t newest; /* number of its newest entry; stale when below tail.first */
    bool     used;
};

void tail_init(struct tail *t)
{
    *t = (struct tail){
        .ring = mem_list(FIRST_CAP, sizeof(struct place)),
        .cap = FIRST_CAP,
        .first = 1,
        .end = 1,
        .chains = mem_list(FIRST_CAP, sizeof(struct tail_chain)),
        .chain_cap = FIRST_CAP,
    };
}

void tail_release(struct tail *t)
{
    free(t->ring);
    free(t->chains);
    *t = (struct tail){ 0 };
}

/* The chain of `table`, or the free slot where it would go. */
static struct tail_chain *chain_slot(const struct tail *t, uint64_t table)
{
    size_t i = (size_t)((table * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (t->chain_cap - 1);

    while (t->chains[i].used && t->chains[i].table != table)
        i = (i + 1) & (t->chain_cap - 1);
    return &t->chains[i];
}

/* Grows the hash table and drops chains that have left the tail. */
static void chains_rebuild(struct tail *t)
{
    struct tail_chain *old = t->chains;
    size_t             old_cap = t->chain_cap, live = 0;

    for (size_t i = 0; i < old_cap; i++)
        live += old[i].used && old[i].newest >= t->first;
    t->chain_cap = FIRST_CAP;
    while (t->chain_cap < live * 4)
        t->chain_cap *= 2;
    t->chains = mem_list(t->chain_cap, sizeof *t->chains);
    t->chain_used = live;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].used && old[i].newest >= t->first)
            *chain_slot(t, old[i].table) = old[i];
    free(old);
}

static void ring_grow(struct tail *t)
{
    struct tail bigger = { .ring = mem_list(t->cap * 2, sizeof *t->ring), .cap = t->cap * 2 };

    for (uint64_t i = t->first; i < t->end; i++)
        *tail_at(&bigger, i) = *tail_at(t, i);
    free(t->ring);
    t->ring = bigger.ring;
    t->cap = bigger.cap;
}

void tail_add(struct tail *t, uint64_t table, uint32_t seq, int64_t id)
{
    if (tail_count(t) == t->cap)
        ring_grow(t);
    if (t->chain_used * 2 >= t->chain_cap)
        chains_rebuild(t);

    struct tail_chain *chain = chain_slot(t, table);
    if (!chain->used) {
        *chain = (struct tail_chain){ .table = table, .used = true };
        t->chain_used++;
    }
    *tail_at(t, t->end) = (struct place){ .table = table, .id = id, .older = chain->newest, .seq = seq };
    chain->newest = t->end++;
}

void tail_take_back(struct tail *t, uint64_t end)
{
    while (t->end > end) {
        const struct place *p = tail_at(t, --t->end);

        chain_slot(t, p->table)->newest = p->older;
    }
}

void tail_drop_oldest(struct tail *t, size_t n)
{
    t->first += n;
}

const struct place *tail_newest(const struct tail *t, uint64_t table)
{
    const struct tail_chain *chain = chain_slot(t, table);

    return chain->used && chain->newest >= t->first ? tail_at(t, chain->newest) : NULL;
}

const struct place *tail_older(const struct tail *t, const struct place *p)
{
    return p->older >= t->first ? tail_at(t, p->older) : NULL;
}

void tail_erase(struct tail *t, uint64_t table)
{
    struct tail_chain *chain = chain_slot(t, table);

    if (!chain->used)
        return;
    for (uint64_t i = chain->newest; i >= t->first; i = tail_at(t, i)->older)
        tail_at(t, i)->erased = true;
    chain->newest = 0;
}
