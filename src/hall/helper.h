/* A helper: runs jobs of another node's hall in a pool of its own. All functions
 * but `wake` run in one thread, the one of the link. */
#ifndef HALL_HELPER_H
#define HALL_HELPER_H

#include "hall/job.h"

struct helper;

/* `wake` is called, from any thread, when a job is finished. */
struct helper *helper_new(void (*wake)(void *arg), void *arg);
void           helper_free(struct helper *h);
int            helper_workers(const struct helper *h); /* as many jobs run at once */

/* Takes a job. False: nonsense, or more than it can have. */
bool helper_take(struct helper *h, uint64_t number, struct str name, struct str bytes);
/* The next result; false: none is finished. `result` must be empty. */
bool helper_finished(struct helper *h, uint64_t *number, struct buf *result);
/* Nobody wants the results of what it has any more. */
void helper_forget(struct helper *h);

uint64_t helper_count(const struct helper *h); /* jobs finished so far */

#endif
