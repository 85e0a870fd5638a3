/* What operators do to several nodes. `meeple user`, `moderate` and `import` work
 * on the data file of one machine; with several nodes only the leader's hall may
 * write, so the command travels there over a link and is an ask like any other:
 * it is in the log before its answer leaves.
 *
 * The commands themselves belong to the command line (cli/operate.c), which says
 * how to run one. */
#ifndef PEOPLE_OPERATE_H
#define PEOPLE_OPERATE_H

#include "hall/wire.h"

enum { OPERATE_BYTES = 48 << 20 }; /* of a request, which fits a frame of the link */

/* Runs the request and appends the answer. False: it is malformed. A command
 * that fails has changed nothing. */
typedef bool operate_fn(struct hall *hall, struct str request, struct buf *answer);

/* Before the hall starts. */
void operate_set(struct hall *hall, operate_fn *operate);

extern const struct route operate_routes[];

#endif
