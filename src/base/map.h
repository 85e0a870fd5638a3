/* A hash map from numbers to pointers; it owns neither. All zeros is an empty
 * map. Key 0 and NULL values are not allowed. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_slot {
    uint64_t key; /* 0: empty slot */
    void    *value;
};

struct map {
    struct map_slot *slots;
    size_t           n, cap; /* cap is a power of two, or 0 */
};

void  map_release(struct map *m);
void  map_release_with(struct map *m, void (*release)(void *value)); /* and every value in it */
void *map_get(const struct map *m, uint64_t key);                    /* NULL: not there */
void  map_put(struct map *m, uint64_t key, void *value);
void *map_remove(struct map *m, uint64_t key); /* the removed value, or NULL */

/* A map can also hold counters instead of pointers: adds `change` to the one of
 * `key` and returns the sum. A counter of 0 takes no room. */
size_t map_count(struct map *m, uint64_t key, int change);

/* Visits all entries in no particular order: `size_t at = 0; while ((slot =
 * map_next(m, &at)))`. The map must not change meanwhile. */
const struct map_slot *map_next(const struct map *m, size_t *at);

#endif
