/* Retried moves. A client that lost an answer sends its move again under the
 * same Idempotency-Key, and must get the same answer instead of a second move.
 * Keys of recent moves are kept here, in fixed memory. A key that was pushed
 * out, or forgotten in a restart, is no loss: the journal still has the move,
 * at the sequence number it was made on (api_play.c looks there). */
#ifndef HALL_RETRY_H
#define HALL_RETRY_H

#include "base/str.h"

struct retries;

struct retries *retries_new(void);
void            retries_free(struct retries *r);
void            retries_forget(struct retries *r); /* a batch was taken back */

/* Remembers that `key` of `seat` at `table` became the event `seq`. */
void retries_add(struct retries *r, uint64_t table, int seat, struct str key, uint32_t seq);
bool retries_find(const struct retries *r, uint64_t table, int seat, struct str key, uint32_t *seq);

#endif
