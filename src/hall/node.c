#include "hall/node.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "hall/internal.h"
#include "store/log_pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,           /* between two looks at the lease */
    REPORT_US = 1000 * 1000, /* between two reports */
    APART_MS = 20,           /* between two reads of the log: one reads several batches */
    READ_MOST = 500,         /* batches in one transaction */
    TIDY_ROWS = 2000,
    PATH_MOST = 4096,
};

struct node {
    const struct settings *settings;
    struct node_ears       ears;
    char                   path[PATH_MOST];
    struct log_pg         *log;
    struct store          *store; /* while following */
    struct hall           *hall;  /* while leading */
    bool                   may_lose, warned_of_loss, warned_of_steps;
    pthread_t              thread, renewer;
    bool                   started, renewing;
    _Atomic bool           stopping, leading;
    _Atomic bool           snapshotting;
    int64_t                looked_us, reported_us, snapshot_us, told_epoch;
    struct lead            lead; /* at the latest look */
    char                   told_link[PG_LINK_MAX];

    pthread_mutex_t   lock; /* of `state` */
    struct node_state state;
};

static void set_state_problem(struct node *n, const char *problem)
{
    pthread_mutex_lock(&n->lock);
    if (problem[0] && !n->state.problem[0])
        log_warn("node", "%s", problem);
    snprintf(n->state.problem, sizeof n->state.problem, "%s", problem);
    pthread_mutex_unlock(&n->lock);
}

static void count_up(struct node *n, uint64_t *counter)
{
    pthread_mutex_lock(&n->lock);
    ++*counter;
    pthread_mutex_unlock(&n->lock);
}

/* ---- the data file ------------------------------------------------------- */

static enum err open_file(struct node *n, char problem[256])
{
    return store_open_level(n->path, &n->store, problem);
}

/* The file is given up: a snapshot takes its place, or the log from its
 * beginning on. */
static enum err make_file_anew(struct node *n, char problem[256])
{
    static const char *const tails[] = { "", "-wal", "-shm" };

    store_close(n->store);
    n->store = NULL;
    for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
        char name[PATH_MOST + 8];

        snprintf(name, sizeof name, "%s%s", n->path, tails[i]);
        unlink(name);
    }
    enum err err = log_pg_fetch_snapshot(n->log, n->path, problem);
    if (err == ERR_OK)
        log_info("node", "the data file was restored from a snapshot");
    if (err == ERR_OK || err == ERR_NONE)
        err = open_file(n, problem);
    return err;
}

/* The log has not what this file ends with. Once the last batch can be taken
 * back: it was closed here and never got there. */
static enum err set_right(struct node *n, const char *why, char problem[256])
{
    struct here before = store_here(n->store);
    enum err    err = store_take_back(n->store, problem);

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

/* ---- following ----------------------------------------------------------- */

static enum err apply(void *arg, const struct here *here, struct str body)
{
    struct node *n = arg;
    char         problem[256] = "";
    enum err     err = store_follow(n->store, here, body, problem);

    if (err != ERR_OK)
        log_warn("node", "batch %lld: %s", (long long)here->n, problem);
    return err;
}

/* One transaction's worth of batches. ERR_MORE: perhaps there are others. */
static enum err follow_some(struct node *n, char problem[256])
{
    struct here from = store_here(n->store);
    enum err    err = log_pg_read(n->log, &from, READ_MOST, apply, n, problem);

    if (err == ERR_OK)
        err = store_commit(n->store, problem);
    else
        store_rollback(n->store);
    if (err == ERR_STALE) {
        char why[256];

        snprintf(why, sizeof why, "%s", problem);
        err = set_right(n, why, problem);
        return err == ERR_OK ? ERR_MORE : err;
    }
    if (err == ERR_NONE) {
        log_info("node", "the log has been trimmed beyond the end of this file: %s", problem);
        err = make_file_anew(n, problem);
        return err == ERR_OK ? ERR_MORE : err;
    }
    return err == ERR_OK && store_here(n->store).n > from.n ? ERR_MORE : err;
}

static enum err catch_up(struct node *n, char problem[256])
{
    enum err err;

    do
        err = follow_some(n, problem);
    while (err == ERR_MORE && !n->stopping);
    return err == ERR_MORE ? ERR_OK : err;
}

static void note_place(struct node *n, const struct lead *lead)
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

static void tell_leader(struct node *n, const struct lead *lead)
{
    const char *link = strcmp(lead->node, n->log->node) == 0 ? "" : lead->link;

    if (n->told_epoch == lead->epoch && strcmp(n->told_link, link) == 0)
        return;
    n->told_epoch = lead->epoch;
    snprintf(n->told_link, sizeof n->told_link, "%s", link);
    n->ears.leader(n->ears.arg, link, lead->epoch);
}

static void report(struct node *n)
{
    char problem[256] = "";

    if (monotonic_us() - n->reported_us < REPORT_US)
        return;
    n->reported_us = monotonic_us();
    pthread_mutex_lock(&n->lock);
    int64_t applied = n->state.applied;
    pthread_mutex_unlock(&n->lock);
    log_pg_report(n->log, applied, MEEPLE_VERSION, n->leading ? "leader" : "follower", problem);
}

/* ---- snapshots ----------------------------------------------------------- */

static void *make_snapshot(void *arg)
{
    struct node *n = arg;
    char         problem[256] = "";
    enum err     err = log_pg_make_snapshot(n->log->url, n->path, problem);

    if (err != ERR_OK && err != ERR_REFUSED)
        log_warn("node", "no snapshot: %s", problem);
    n->snapshotting = false;
    return NULL;
}

/* Followers make them; a leader only if it is alone. */
static void consider_snapshot(struct node *n)
{
    char      problem[256];
    pthread_t thread;
    int       self, others;

    if (monotonic_us() - n->snapshot_us < limit_now(SIZED_SNAPSHOT_SECONDS) * 1000000 || n->snapshotting)
        return;
    n->snapshot_us = monotonic_us();
    if (n->leading && (log_pg_count(n->log, n->log->node, &self, &others, problem) != ERR_OK || others))
        return;
    if (!log_pg_wants_snapshot(n->log))
        return;
    n->snapshotting = true;
    if (pthread_create(&thread, NULL, make_snapshot, n) == 0)
        pthread_detach(thread);
    else
        n->snapshotting = false;
}

/* ---- leading ------------------------------------------------------------- */

/* Renews the lease, whatever the other thread is busy with. */
static void *renew(void *arg)
{
    struct node *n = arg;

    while (n->leading) {
        if (log_pg_renew(n->log) == ERR_REFUSED && n->leading) {
            log_warn("node", "another node leads: this one exits, and will follow when it is restarted");
            _exit(EX_TEMPFAIL);
        }
        for (int i = 0; i < PG_RENEW_MS / 10 && n->leading; i++)
            nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
    }
    return NULL;
}

static bool may_lead(struct node *n)
{
    char problem[256] = "";

    if (!hall_knows(n->store)) {
        if (!n->warned_of_steps)
            log_warn("node", "the log has a newer version: this node follows but does not lead");
        n->warned_of_steps = true;
        return false;
    }
    if (!n->may_lose && log_pg_may_lose(n->log, problem)) {
        if (!n->warned_of_loss)
            log_error("node",
                      "PostgreSQL has no synchronous standby (synchronous_standby_names): this node does not lead, since moves"
                      " could be lost with a machine; --log-may-lose allows it");
        n->warned_of_loss = true;
        set_state_problem(n, "PostgreSQL has no synchronous standby, and --log-may-lose was not given");
        return false;
    }
    return true;
}

/* With the lead: from the file to a hall that serves. */
static void open_hall(struct node *n, int64_t last)
{
    char     problem[256] = "";
    enum err err = ERR_OK;

    while (err == ERR_OK && store_here(n->store).n < last)
        if ((err = catch_up(n, problem)) == ERR_IO)
            err = ERR_OK; /* PostgreSQL is away for a moment */
    if (err == ERR_OK && store_here(n->store).n != last)
        err = ERR_STALE;
    if (err == ERR_OK) {
        struct store *store = n->store;

        n->store = NULL; /* the hall's */
        store_lead(store, &n->log->log);
        err = hall_open_on(store, n->settings, n->ears.wake, n->ears.arg, &n->hall, problem);
    }
    if (err == ERR_OK && n->ears.opened)
        n->ears.opened(n->hall);
    if (err == ERR_OK)
        err = hall_start(n->hall);
    if (err != ERR_OK) {
        log_error("node", "the hall cannot be opened: %s", problem);
        log_pg_give_up(n->log, "");
        _exit(EX_IOERR);
    }
}

/* Processor time of this thread so far. */
static int64_t cpu_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool take_lead(struct node *n, const struct lead *seen)
{
    char    problem[256] = "";
    int64_t last, began = monotonic_us(), began_cpu = cpu_ms();

    if (log_pg_take_lead(n->log, seen, &last, problem) != ERR_OK)
        return false;
    n->leading = true;
    n->renewing = pthread_create(&n->renewer, NULL, renew, n) == 0;
    set_state_problem(n, "");
    open_hall(n, last);
    pthread_mutex_lock(&n->lock);
    n->state.leads = true;
    n->state.epoch = seen->epoch + 1;
    n->state.lag = n->state.lag_ms = 0;
    n->state.takeovers++;
    pthread_mutex_unlock(&n->lock);
    log_info("node", "leads epoch %lld from batch %lld, %lld ms after it took the lead, %lld ms of processor time",
             (long long)seen->epoch + 1, (long long)last, (long long)(monotonic_us() - began) / 1000,
             (long long)(cpu_ms() - began_cpu));
    n->told_epoch = -1;
    n->ears.leads(n->ears.arg, n->hall, seen->epoch + 1);
    return true;
}

/* Stops the hall in good order and gives the lead up. */
static void step_down(struct node *n, const char *next)
{
    n->ears.stopping(n->ears.arg);
    hall_stop(n->hall);
    n->ears.stopped(n->ears.arg);
    n->leading = false;
    if (n->renewing)
        pthread_join(n->renewer, NULL);
    n->renewing = false;
    log_pg_give_up(n->log, next);
    pthread_mutex_lock(&n->lock);
    n->state.leads = false;
    pthread_mutex_unlock(&n->lock);
    hall_close(n->hall); /* with its store */
    n->hall = NULL;
}

struct search {
    const char *name;
    bool        found;
};

static void find_node(void *arg, const struct node_row *row)
{
    struct search *s = arg;

    s->found |= strcmp(row->name, s->name) == 0 && row->seen < 10;
}

static void obey(struct node *n, const char *command)
{
    struct search search = { .name = command + strlen("lead ") };
    char          problem[256] = "";

    if (strncmp(command, "lead ", 5) != 0 || strcmp(search.name, n->log->node) == 0)
        return;
    if (log_pg_nodes(n->log, find_node, &search, problem) != ERR_OK || !search.found) {
        log_warn("node", "the lead is not handed over: there is no node %s", search.name);
        return;
    }
    log_info("node", "hands the lead over to %s", search.name);
    step_down(n, search.name);
    if (open_file(n, problem) != ERR_OK) {
        log_error("node", "%s", problem);
        _exit(EX_IOERR);
    }
}

/* ---- the thread ---------------------------------------------------------- */

static void lead_on(struct node *n)
{
    struct lead lead;
    char        command[128], problem[256];

    if (log_pg_look(n->log, &lead, problem) == ERR_OK) {
        note_place(n, &lead);
        report(n);
        consider_snapshot(n);
    }
    log_pg_wait(n->log, LOOK_MS, command);
    if (command[0])
        obey(n, command);
}

/* Who leads, at most every LOOK_MS unless there is news of it: batches come much
 * more often. */
static enum err look(struct node *n, char problem[256])
{
    if (monotonic_us() - n->looked_us < LOOK_MS * 1000)
        return ERR_OK;
    n->looked_us = monotonic_us();
    enum err err = log_pg_look(n->log, &n->lead, problem);
    if (err != ERR_OK)
        n->looked_us = 0;
    return err;
}

static void follow_on(struct node *n)
{
    char        command[128], problem[256] = "";
    enum err    err = catch_up(n, problem);
    struct lead lead;

    if (err == ERR_OK)
        err = look(n, problem);
    lead = n->lead;
    if (err == ERR_OK && lead.last < store_here(n->store).n)
        lead.last = store_here(n->store).n;
    if (err != ERR_OK) {
        set_state_problem(n, problem);
        log_pg_wait(n->log, LOOK_MS, command);
        return;
    }
    if (!n->warned_of_loss)
        set_state_problem(n, "");
    note_place(n, &lead);
    tell_leader(n, &lead);
    report(n);
    if (lead.vacant && may_lead(n) && take_lead(n, &lead))
        return;
    n->lead.vacant = false; /* not before the next look */
    if (journal_untidy(n->store) > TIDY_ROWS)
        journal_tidy(n->store, TIDY_ROWS * 10, problem);
    consider_snapshot(n);
    nanosleep(&(struct timespec){ .tv_nsec = APART_MS * 1000000L }, NULL);
    if (log_pg_wait(n->log, LOOK_MS, command))
        n->looked_us = 0;
}

static void *run(void *arg)
{
    struct node *n = arg;

    while (!n->stopping) {
        if (n->leading)
            lead_on(n);
        else
            follow_on(n);
    }
    return NULL;
}

/* ---- life ---------------------------------------------------------------- */

static enum err open_all(struct node *n, const char *link, char problem[256])
{
    const char *data = setting_text(n->settings, "data"), *name = setting_text(n->settings, "node");

    if (!data || !data[0] || !name || !name[0] || !link[0]) {
        snprintf(problem, 256, "a node on PostgreSQL needs --node NAME, --data DIR and --link HOST:PORT");
        return ERR_MALFORMED;
    }
    if (strlen(name) >= PG_NAME_MAX || snprintf(n->path, sizeof n->path, "%s/meeple.db", data) >= (int)sizeof n->path) {
        snprintf(problem, 256, "the name of the node or of its folder is too long");
        return ERR_MALFORMED;
    }
    enum err err = log_pg_open(setting_text(n->settings, "store"), name, link, &n->log, problem);
    if (err == ERR_OK)
        err = open_file(n, problem);
    if (err == ERR_OK && store_is_empty(n->store)) {
        err = make_file_anew(n, problem);
        err = err == ERR_NONE ? ERR_OK : err;
    }
    return err;
}

enum err node_open(const struct settings *settings, const char *link, struct node_ears ears, struct node **out, char problem[256])
{
    struct node *n = mem_new(sizeof *n);

    n->settings = settings;
    n->ears = ears;
    n->told_epoch = -1;
    n->may_lose = setting_flag(settings, "log-may-lose");
    pthread_mutex_init(&n->lock, NULL);
    enum err err = open_all(n, link, problem);
    if (err != ERR_OK) {
        node_close(n);
        return err;
    }
    *out = n;
    return ERR_OK;
}

bool node_start(struct node *n)
{
    n->started = pthread_create(&n->thread, NULL, run, n) == 0;
    return n->started;
}

void node_stop(struct node *n)
{
    n->stopping = true;
    if (n->started)
        pthread_join(n->thread, NULL);
    n->started = false;
    if (n->hall)
        step_down(n, "");
    for (int i = 0; n->snapshotting && i < 300; i++)
        nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
}

void node_close(struct node *n)
{
    store_close(n->store);
    log_pg_close(n->log);
    pthread_mutex_destroy(&n->lock);
    free(n);
}

struct str node_key(const struct node *n)
{
    return (struct str){ (const char *)n->log->key, sizeof n->log->key };
}

void node_state(struct node *n, struct node_state *out)
{
    pthread_mutex_lock(&n->lock);
    *out = n->state;
    pthread_mutex_unlock(&n->lock);
    out->in_doubt = n->log->counts.in_doubt;
    out->appends = n->log->counts.appends;
    out->append_us = n->log->counts.append_us;
    out->renewals = n->log->counts.renewals;
}
