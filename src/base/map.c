/* Open addressing with linear probing, at most half full; removal shifts the
 * run back instead of leaving tombstones. */
#include "base/map.h"

#include "base/err.h"
#include "base/mem.h"

#include <stdlib.h>

enum { MAP_FIRST = 16 };

void map_release(struct map *m)
{
    free(m->slots);
    *m = (struct map){ 0 };
}

void map_release_with(struct map *m, void (*release)(void *value))
{
    const struct map_slot *slot;

    for (size_t at = 0; (slot = map_next(m, &at));)
        release(slot->value);
    map_release(m);
}

/* Keys may be sequential or chosen by an attacker: mix them well (SplitMix64's
 * finalizer). */
static size_t home(const struct map *m, uint64_t key)
{
    key = (key ^ (key >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    key = (key ^ (key >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (size_t)(key ^ (key >> 31)) & (m->cap - 1);
}

/* The slot that holds `key`, or the free slot where it would go. */
static size_t probe(const struct map *m, uint64_t key)
{
    size_t at = home(m, key);

    while (m->slots[at].key && m->slots[at].key != key)
        at = (at + 1) & (m->cap - 1);
    return at;
}

void *map_get(const struct map *m, uint64_t key)
{
    return m->cap ? m->slots[probe(m, key)].value : NULL;
}

static void grow(struct map *m)
{
    struct map bigger = { .cap = m->cap ? m->cap * 2 : MAP_FIRST, .n = m->n };

    bigger.slots = mem_list(bigger.cap, sizeof bigger.slots[0]);
    for (size_t i = 0; i < m->cap; i++)
        if (m->slots[i].key)
            bigger.slots[probe(&bigger, m->slots[i].key)] = m->slots[i];
    free(m->slots);
    *m = bigger;
}

void map_put(struct map *m, uint64_t key, void *value)
{
    if (!key || !value)
        BUG("a map takes no zero key and no NULL value");
    if (2 * (m->n + 1) > m->cap)
        grow(m);
    size_t at = probe(m, key);
    m->n += m->slots[at].key == 0;
    m->slots[at] = (struct map_slot){ key, value };
}

void *map_remove(struct map *m, uint64_t key)
{
    if (!m->cap)
        return NULL;
    size_t hole = probe(m, key);
    void  *value = m->slots[hole].value;

    if (!m->slots[hole].key)
        return NULL;
    m->n--;
    /* Move back every later slot of the run that may be closer to its home. */
    for (size_t at = (hole + 1) & (m->cap - 1); m->slots[at].key; at = (at + 1) & (m->cap - 1)) {
        size_t wish = home(m, m->slots[at].key);

        if (((at - wish) & (m->cap - 1)) >= ((at - hole) & (m->cap - 1))) {
            m->slots[hole] = m->slots[at];
            hole = at;
        }
    }
    m->slots[hole] = (struct map_slot){ 0 };
    return value;
}

const struct map_slot *map_next(const struct map *m, size_t *at)
{
    while (*at < m->cap) {
        const struct map_slot *slot = &m->slots[(*at)++];

        if (slot->key)
            return slot;
    }
    return NULL;
}

size_t map_count(struct map *m, uint64_t key, int change)
{
    uintptr_t n = (uintptr_t)map_get(m, key) + (uintptr_t)change;

    if (n)
        map_put(m, key, (void *)n);
    else
        map_remove(m, key);
    return n;
}
