/* The log of batches that several nodes share, as the store of the leading one
 * sees it. store/log_pg.h is the one that there is; tests have others. */
#ifndef STORE_LOG_H
#define STORE_LOG_H

#include "base/err.h"
#include "base/str.h"

struct log {
    int64_t epoch; /* under which we lead */

    /* Returns when it is known: ERR_OK, the log holds batch `n`; ERR_REFUSED,
     * another node leads and it never will. */
    enum err (*append)(struct log *log, int64_t n, int64_t at, struct str body);

    /* Has the log been out of reach for so long that a batch should not begin?
     * Any thread; the sentence says why. */
    bool (*away)(struct log *log, char problem[256]);

    /* 0 while nobody else can lead; then the microseconds since the log last
     * said so. Any thread. */
    int64_t (*stale_us)(struct log *log);
};

#endif
