#include "hall/node_inside.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "hall/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum {
    TIDY_ROWS = 2000,
    SICK_US = 3 * 1000 * 1000,   /* a leader that cannot write for this long hands over */
    SILENT_US = 5 * 1000 * 1000, /* a follower that PostgreSQL has not answered for this long is unhealthy */
};

static void set_state_problem(struct node *n, const char *problem)
{
    pthread_mutex_lock(&n->lock);
    if (problem[0] && !n->state.problem[0])
        log_warn("node", "%s", problem);
    snprintf(n->state.problem, sizeof n->state.problem, "%s", problem);
    pthread_mutex_unlock(&n->lock);
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

/* Followers make snapshots; a leader does only if there are none. */
static void consider_snapshot(struct node *n)
{
    struct node_search search = { .name = n->log->node };
    char               problem[256];
    pthread_t          thread;

    if (monotonic_us() - n->snapshot_us < limit_now(SIZED_SNAPSHOT_SECONDS) * 1000000 || n->snapshotting)
        return;
    n->snapshot_us = monotonic_us();
    if (n->leading && (log_pg_find(n->log, &search, problem) != ERR_OK || search.others))
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

/* Renews the lease, in a thread of its own since the others may be busy. */
static void *renew(void *arg)
{
    struct node *n = arg;

    while (n->leading) {
        enum err err = log_pg_renew(n->log);

        if (err == ERR_REFUSED && n->leading) {
            log_warn("node", "another node leads: this one exits, and will follow when it is restarted");
            _exit(EX_TEMPFAIL);
        }
        /* Nodes that find our lock free will soon take us for dead. */
        int ms = err == ERR_IO ? PG_RETRY_MS : PG_RENEW_MS;
        for (int i = 0; i < ms / 10 && n->leading && !log_pg_has_ended(n->log); i++)
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

/* After taking the lead: from the data file to a running hall. */
static void open_hall(struct node *n, int64_t last)
{
    char     problem[256] = "";
    enum err err = follow_to(n, last, problem);

    if (err == ERR_OK) {
        struct store *store = n->store;

        n->store = NULL; /* the hall owns it now */
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
    n->well_us = monotonic_us();
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
    n->reported_us = 0; /* report at once: `meeple lead` may be waiting */
    return true;
}

/* Stops the hall cleanly and gives up the lead. */
static void step_down(struct node *n, const char *next)
{
    n->ears.stopping(n->ears.arg);
    hall_stop(n->hall);
    n->ears.stopped(n->ears.arg);
    n->leading = false;
    if (n->renewing)
        pthread_join(n->renewer, NULL);
    n->renewing = false;
    n->reported_us = 0; /* the next report says that it no longer leads */
    log_pg_give_up(n->log, next);
    pthread_mutex_lock(&n->lock);
    n->state.leads = false;
    pthread_mutex_unlock(&n->lock);
    hall_close(n->hall); /* with its store */
    n->hall = NULL;
}

static void hand_over(struct node *n, const char *next)
{
    char problem[256] = "";

    log_info("node", "hands the lead over to %s", next);
    step_down(n, next);
    if (follow_open(n, problem) != ERR_OK) {
        log_error("node", "%s", problem);
        _exit(EX_IOERR);
    }
}

static void obey(struct node *n, const char *command)
{
    struct node_search search = { .name = command + strlen("lead ") };
    char               problem[256] = "";

    if (strncmp(command, "lead ", 5) != 0 || strcmp(search.name, n->log->node) == 0)
        return;
    if (log_pg_find(n->log, &search, problem) != ERR_OK || !search.row.follows) {
        log_warn("node", "the lead is not handed over: no node %s follows", search.name);
        return;
    }
    hand_over(n, search.name);
}

/* Hands the lead over if this node's own disk cannot be written and another node
 * follows. If the log is unreachable, no other node could do better. */
static void yield_if_sick(struct node *n)
{
    struct node_search search = { .name = n->log->node };
    char               problem[256], away[256];

    if (hall_healthy(n->hall, problem) || n->log->log.away(&n->log->log, away))
        n->well_us = monotonic_us();
    if (monotonic_us() - n->well_us < SICK_US || log_pg_find(n->log, &search, away) != ERR_OK || !search.follower[0])
        return;
    log_warn("node", "this node cannot write: %s", problem);
    n->well_us = monotonic_us();
    hand_over(n, search.follower);
}

/* ---- the thread ---------------------------------------------------------- */

static void lead_on(struct node *n)
{
    struct lead lead;
    char        command[128], problem[256];

    if (log_pg_look(n->log, &lead, problem) == ERR_OK) {
        follow_note_place(n, &lead);
        follow_report(n);
        consider_snapshot(n);
        yield_if_sick(n);
    } else {
        n->well_us = monotonic_us(); /* no other node could write either */
    }
    log_pg_wait(n->log, NODE_LOOK_MS, command);
    if (command[0] && n->leading)
        obey(n, command);
}

static void follow(struct node *n)
{
    char command[128], problem[256] = "";

    if (!follow_on(n, problem)) {
        set_state_problem(n, problem);
        log_pg_wait(n->log, NODE_LOOK_MS, command);
        return;
    }
    if (!n->warned_of_loss)
        set_state_problem(n, "");
    follow_note_place(n, &n->lead);
    if (n->lead.vacant && !n->behind && may_lead(n) && take_lead(n, &n->lead))
        return;
    n->lead.vacant = false; /* not before the next look */
    if (journal_untidy(n->store) > TIDY_ROWS)
        journal_tidy(n->store, TIDY_ROWS * 10, problem);
    consider_snapshot(n);
    if (log_pg_wait(n->log, n->behind ? 0 : NODE_LOOK_MS, command))
        n->looked_us = 0;
}

static void *run(void *arg)
{
    struct node *n = arg;

    while (!n->stopping) {
        if (n->leading)
            lead_on(n);
        else
            follow(n);
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
    if (snprintf(n->path, sizeof n->path, "%s/meeple.db", data) >= (int)sizeof n->path) {
        snprintf(problem, 256, "the name of the node's folder is too long");
        return ERR_MALFORMED;
    }
    enum err err = log_pg_open(setting_text(n->settings, "store"), name, &n->log, problem);
    if (err == ERR_OK)
        err = log_pg_join(n->log, link, problem);
    if (err == ERR_OK)
        err = follow_begin(n, problem);
    return err;
}

enum err node_open(const struct settings *settings, const char *link, struct node_ears ears, struct node **out, char problem[256])
{
    struct node *n = mem_new(sizeof *n);

    n->settings = settings;
    n->ears = ears;
    n->told_epoch = -1;
    n->read_us = monotonic_us();
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
    int64_t silent = monotonic_us() - n->read_us;
    if (!n->leading && !out->problem[0] && silent > SILENT_US)
        snprintf(out->problem, sizeof out->problem, "the log has not been read for %lld s", (long long)silent / 1000000);
    out->in_doubt = n->log->counts.in_doubt;
    out->appends = n->log->counts.appends;
    out->append_us = n->log->counts.append_us;
    out->renewals = n->log->counts.renewals;
}
