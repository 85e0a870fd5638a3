/* A node's data file: applying the log, recovering, rebuilding. */
#include "base/clock.h"
#include "base/log.h"
#include "hall/node_inside.h"
#include "store/here.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum {
    REPORT_US = 1000 * 1000,       /* between two reports */
    READ_MOST = 500,               /* batches in one transaction */
    SLICE_US = 300 * 1000,         /* of reading between two looks at the lease */
    CATCH_UP_US = 5 * 1000 * 1000, /* a new leader that cannot catch up for this long gives up */
};

static void count_up(struct node *n, uint64_t *counter)
{
    pthread_mutex_lock(&n->lock);
    ++*counter;
    pthread_mutex_unlock(&n->lock);
}

/* ---- the data file ------------------------------------------------------- */

enum err follow_open(struct node *n, char problem[256])
{
    enum err err = store_open_level(n->path, &n->store, problem);

    return err == ERR_OK ? store_claim(n->store, n->log->number, problem) : err;
}

/* Discards the file. A snapshot replaces it, or the log is replayed from its
 * beginning. */
static enum err make_file_anew(struct node *n, char problem[256])
{
    static const char *const tails[] = { "", "-wal", "-shm" };

    store_close(n->store);
    n->store = NULL;
    for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
        char name[NODE_PATH_MOST + 8];

        snprintf(name, sizeof name, "%s%s", n->path, tails[i]);
        unlink(name);
    }
    enum err err = log_pg_fetch_snapshot(n->log, n->path, problem);
    if (err == ERR_OK)
        log_info("node", "the data file was restored from a snapshot");
    if (err == ERR_OK || err == ERR_NONE)
        err = follow_open(n, problem);
    return err;
}

/* The log does not continue where this file ends. The last batch may have been
 * closed here without reaching the log; then it is rolled back, once. Otherwise
 * the file is rebuilt. */
static enum err set_right(struct node *n, char problem[256])
{
    struct here before = store_here(n->store);
    char        why[256];

    memcpy(why, problem, sizeof why);
    enum err err = store_take_back(n->store, problem);
    if (err == ERR_IO)
        return err;
    if (err == ERR_OK) {
        log_info("node", "batch %lld of epoch %lld never reached the log and was rolled back", (long long)before.n,
                 (long long)before.epoch);
        count_up(n, &n->state.undone);
        return ERR_OK;
    }
    if (err == ERR_REFUSED) {
        log_warn("node", "%s: the data file is rebuilt", problem);
    } else {
        log_error("node", "the data file has diverged from the log (%s): it is rebuilt", why);
        count_up(n, &n->state.diverged);
    }
    return make_file_anew(n, problem);
}

enum err follow_begin(struct node *n, char problem[256])
{
    enum err err = follow_open(n, problem);

    return err == ERR_OK && store_is_empty(n->store) ? make_file_anew(n, problem) : err;
}

/* ---- following ----------------------------------------------------------- */

struct applying {
    struct store *store;
    char         *problem;
};

static enum err apply(void *arg, const struct here *here, struct str body)
{
    struct applying *a = arg;

    return store_follow(a->store, here, body, a->problem);
}

/* Applies one transaction's worth of batches. ERR_MORE: there may be others. */
static enum err follow_some(struct node *n, char problem[256])
{
    enum err err = n->store ? ERR_OK : make_file_anew(n, problem); /* the last attempt failed */

    if (err != ERR_OK)
        return err;
    struct here     from = store_here(n->store);
    struct applying a = { n->store, problem };
    bool            more = false;
    err = log_pg_read(n->log, &from, READ_MOST, &more, apply, &a, problem);
    n->read_us = monotonic_us();
    if (err == ERR_OK)
        err = store_commit(n->store, problem);
    else
        store_rollback(n->store);
    if (err == ERR_OK) /* not until the log is empty: a busy leader would keep us here */
        return more ? ERR_MORE : ERR_OK;
    if (err == ERR_STALE) {
        err = set_right(n, problem);
    } else if (err == ERR_NONE) {
        log_info("node", "the log has been trimmed beyond the end of this file: %s", problem);
        err = make_file_anew(n, problem);
    } else {
        return err;
    }
    return err == ERR_OK ? ERR_MORE : err;
}

void follow_note_place(struct node *n, const struct lead *lead)
{
    struct here here = n->store ? store_here(n->store) : (struct here){ .n = lead->last };
    int64_t     lag = lead->last - here.n;

    pthread_mutex_lock(&n->lock);
    n->state.epoch = lead->epoch;
    n->state.applied = here.n;
    n->state.lag = lag > 0 ? lag : 0;
    n->state.lag_ms = lag > 0 ? (int64_t)time(NULL) * 1000 - here.at : 0;
    pthread_mutex_unlock(&n->lock);
}

/* Reads who leads, at most every NODE_LOOK_MS unless there was a notification:
 * batches arrive much more often. */
static enum err look(struct node *n, char problem[256])
{
    if (monotonic_us() - n->looked_us < NODE_LOOK_MS * 1000)
        return ERR_OK;
    n->looked_us = monotonic_us();
    enum err err = log_pg_look(n->log, &n->lead, problem);
    if (err != ERR_OK) {
        n->looked_us = 0;
        return err;
    }
    n->read_us = monotonic_us();
    if (n->store && n->lead.last < store_here(n->store).n) /* the log was read after that */
        n->lead.last = store_here(n->store).n;
    follow_note_place(n, &n->lead);
    return ERR_OK;
}

/* Applies all of the log, or what can be read in SLICE_US; then ERR_MORE. */
static enum err catch_up(struct node *n, char problem[256])
{
    int64_t  until = monotonic_us() + SLICE_US;
    enum err err;

    do
        err = follow_some(n, problem);
    while (err == ERR_MORE && !n->stopping && monotonic_us() < until);
    return err;
}

static void tell_leader(struct node *n, const struct lead *lead)
{
    const char *link = strcmp(lead->node, n->log->node) == 0 ? "" : lead->link;

    if (n->told_epoch == lead->epoch && strcmp(n->told_link, link) == 0)
        return;
    n->told_epoch = lead->epoch;
    snprintf(n->told_link, sizeof n->told_link, "%s", link);
    n->ears.leader(n->ears.arg, link, lead->epoch);
}

void follow_report(struct node *n)
{
    struct node_report report = { .build = MEEPLE_VERSION, .stuck = n->stuck, .leads = n->leading };
    char               problem[256] = "";

    if (monotonic_us() - n->reported_us < REPORT_US)
        return;
    n->reported_us = monotonic_us();
    pthread_mutex_lock(&n->lock);
    report.applied = n->state.applied;
    pthread_mutex_unlock(&n->lock);
    if (log_pg_report(n->log, &report, problem) != ERR_REFUSED)
        return;
    log_error("node", "another node has taken the name %s, while this one was away: it ends", n->log->node);
    _exit(EX_TEMPFAIL);
}

bool follow_on(struct node *n, char problem[256])
{
    char     away[256];
    enum err err = catch_up(n, problem);

    n->behind = err == ERR_MORE;
    if (n->behind)
        err = ERR_OK;
    if (err != ERR_OK)
        n->looked_us = 0; /* look at once: is it PostgreSQL or our disk? */
    bool there = look(n, err == ERR_OK ? problem : away) == ERR_OK;
    n->stuck = there && err != ERR_OK;
    if (there) {
        tell_leader(n, &n->lead);
        follow_report(n);
    }
    return there && err == ERR_OK;
}

/* Retries for CATCH_UP_US, since PostgreSQL may be away for a moment. */
enum err follow_to(struct node *n, int64_t last, char problem[256])
{
    int64_t  until = monotonic_us() + CATCH_UP_US;
    enum err err = ERR_OK;

    while (!n->store || store_here(n->store).n < last) {
        err = catch_up(n, problem);
        if (err == ERR_MORE)
            continue;
        if (err != ERR_OK && (err != ERR_IO || monotonic_us() > until))
            return err;
        if (err != ERR_OK)
            nanosleep(&(struct timespec){ .tv_nsec = NODE_LOOK_MS * 1000000L }, NULL);
    }
    return store_here(n->store).n == last ? ERR_OK : ERR_STALE;
}
