/* The tail: positions of the newest journal rows, which are not in the
 * database's position index yet. Entries are in the order of their journal ids;
 * those of one table are chained, newest first, so that
 *
 *   - adding is O(1), and so is removing the latest (a rollback),
 *   - dropping the oldest (now indexed) only moves `first`: a chain ends where
 *     it leaves the tail,
 *   - the rows of a table are found without looking at others.
 *
 * It never touches the database. Running out of memory ends the process. */
#ifndef STORE_TAIL_H
#define STORE_TAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place {
    uint64_t table;
    int64_t  id;    /* of the journal row */
    uint64_t older; /* number of the table's previous entry; 0: none */
    uint32_t seq;
    bool     erased; /* the row is gone and no longer in a chain */
};

struct tail_chain;

struct tail {
    struct place      *ring;       /* entry number i is ring[i % cap] */
    size_t             cap;        /* a power of two */
    uint64_t           first, end; /* entry numbers: first <= i < end; the very first is 1 */
    struct tail_chain *chains;     /* hash table by table id, open addressing */
    size_t             chain_cap, chain_used;
};

void tail_init(struct tail *t);
void tail_release(struct tail *t);

static inline size_t tail_count(const struct tail *t)
{
    return (size_t)(t->end - t->first);
}

static inline struct place *tail_at(const struct tail *t, uint64_t number)
{
    return &t->ring[number & (t->cap - 1)];
}

void tail_add(struct tail *t, uint64_t table, uint32_t seq, int64_t id);
void tail_take_back(struct tail *t, uint64_t end); /* drops the entries from number `end` on */
void tail_drop_oldest(struct tail *t, size_t n);

/* The newest entry of a table, and the one before an entry; NULL: none left. */
const struct place *tail_newest(const struct tail *t, uint64_t table);
const struct place *tail_older(const struct tail *t, const struct place *p);

/* Removes all entries of a table. Cannot be undone. */
void tail_erase(struct tail *t, uint64_t table);

#endif
