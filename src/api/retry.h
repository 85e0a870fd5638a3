/* Retried moves. A client that missed a reply sends its move again with the
 * same Idempotency-Key, and must get the same reply instead of a second move.
 * The keys of recent moves are kept here, in fixed memory. Losing a key, by
 * eviction or restart, is harmless: the journal still has the move, at the
 * sequence number it was made on (move.c looks there). */
#ifndef API_RETRY_H
#define API_RETRY_H

#include "base/str.h"

struct retries;

struct retries *retries_new(void);
void            retries_free(struct retries *r);
void            retries_forget(struct retries *r); /* a batch was rolled back */

/* Records that `key` of `seat` at `table` became event `seq`. */
void retries_add(struct retries *r, uint64_t table, int seat, struct str key, uint32_t seq);
bool retries_find(const struct retries *r, uint64_t table, int seat, struct str key, uint32_t *seq);

#endif
