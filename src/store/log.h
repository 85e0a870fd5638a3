/* The log of batches shared by several nodes, as seen by the store of the leader.
 * store/log_pg.h implements it; tests have implementations of their own. */
#ifndef STORE_LOG_H
#define STORE_LOG_H

#include "base/err.h"
#include "base/str.h"

struct log {
    int64_t epoch; /* of our lead */

    /* Appends batch `n`, and returns only when the outcome is known. ERR_OK: the
     * log holds it. ERR_REFUSED: another node leads, and the log never will. */
    enum err (*append)(struct log *log, int64_t n, int64_t at, struct str body);

    /* Has the log been unreachable for so long that no batch should begin?
     * `problem` says why. Any thread. */
    bool (*away)(struct log *log, char problem[256]);

    /* 0 while no other node can lead. Otherwise the microseconds since that was
     * last certain. Any thread. */
    int64_t (*stale_us)(struct log *log);
};

#endif
