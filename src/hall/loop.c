/* The batch loop. Its order is the promise we make: handle everything that waits,
 * commit once, and only when the disk holds it hand the outs to the doors
 * (sync.c). */
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/thread.h"
#include "hall/internal.h"

#include <sched.h>
#include <time.h>

enum {
    TIDY_ROWS = 1000,          /* journal positions indexed in one idle moment */
    TIDY_IDLE_MS = 20,         /* idle for so long before it begins */
    TIDY_FORCED = 1000 * 1000, /* unindexed rows at which it is done under load, too: */
    TIDY_MANY = 200 * 1000,    /* so many at once, since long runs of a table make few index rows */
    WARM_US = 500,             /* states are loaded ahead for so long in one idle moment, */
    WARM_IDLE_MS = 1,          /* which begins after so much of it */
    PROBE_MS = 1000,           /* how often a sick store is tried */
    BATCH_LEAST = 32,          /* asks that a batch has before it ends because the disk is free, */
    BATCH_US = 1000,           /* unless they take longer than this together */
    BATCH_APART_US = 2000,     /* between the ends of two batches while jobs are under way */
    BATCH_BUSY = 4,            /* after a batch of so many asks the next one is expected soon, */
    LOOK_OUT_US = 200,         /* so that its threads look out for it for so long before they sleep */
};

int64_t hall_now(const struct hall *hall)
{
    return hall->now;
}

void hall__look_at_clock(struct hall *hall)
{
    hall->now = steady_look(&hall->clock);
}

/* ---- queues ------------------------------------------------------------- */

bool hall_submit(struct hall *hall, struct ask *first, struct ask *last, int n)
{
    bool room;

    pthread_mutex_lock(&hall->in_lock);
    room = n == 0 || hall->in_count + n <= LIMIT_ASKS_WAITING;
    if (room) {
        last->next = NULL;
        if (hall->in_last)
            hall->in_last->next = first;
        else
            hall->in_first = first;
        hall->in_last = last;
        hall->in_count += n;
        atomic_store(&hall->metrics.waiting, hall->in_count);
    }
    pthread_mutex_unlock(&hall->in_lock);
    if (room)
        pthread_cond_signal(&hall->in_more); /* not sooner: who wakes needs the lock */
    return room;
}

/* The whole queue, which may be empty. With in_lock. */
static struct ask *take_queue(struct hall *hall)
{
    struct ask *first = hall->in_first;

    atomic_store(&hall->metrics.waiting, 0);
    hall->in_first = hall->in_last = NULL;
    hall->in_count = 0;
    return first;
}

void hall__look_out(struct hall *hall, bool (*seen)(struct hall *hall))
{
    int64_t until = passed_us() + LOOK_OUT_US;

    while (hall->busy && !hall->metrics.jobs && !seen(hall) && passed_us() < until)
        sched_yield();
}

static bool asks_came(struct hall *hall)
{
    return hall->in_first;
}

static bool asks_came_or_disk_is_free(struct hall *hall)
{
    return hall->in_first || sync__idle(hall);
}

/* Waits for asks or for the end of all, at most for so long. With in_lock. */
static void wait_for_asks(struct hall *hall, int64_t us)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + us % 1000000 * 1000;
    until.tv_sec += us / 1000000 + ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    /* That the disk becomes free wakes us too, but it is not what we wait for. */
    while (!hall->in_first && !hall->stopping && pthread_cond_timedwait(&hall->in_more, &hall->in_lock, &until) == 0) {
    }
}

/* Waits for asks, for the next timer, or for `idle_ms` to pass (-1: for ever). */
static struct ask *take_asks(struct hall *hall, int64_t idle_ms, bool *stopping)
{
    int64_t due = timers_next(hall);

    hall__look_at_clock(hall);
    int64_t wait = due == INT64_MAX ? -1 : due > hall->now ? due - hall->now : 0;
    if (idle_ms >= 0 && (wait < 0 || idle_ms < wait))
        wait = idle_ms;
    if (wait != 0)
        hall__look_out(hall, asks_came);
    pthread_mutex_lock(&hall->in_lock);
    if (wait > 0)
        wait_for_asks(hall, wait * 1000);
    while (wait < 0 && !hall->in_first && !hall->stopping)
        pthread_cond_wait(&hall->in_more, &hall->in_lock);
    struct ask *first = take_queue(hall);
    *stopping = hall->stopping;
    pthread_mutex_unlock(&hall->in_lock);
    return first;
}

/* For how long the batch may wait for company although the disk is free. While
 * jobs want the cores, commits keep apart, since each takes as much of a core as
 * several asks; who waits for such a job does not notice. */
static int64_t spare_us(struct hall *hall)
{
    return store_dirty(hall->store) && hall->metrics.jobs ? hall->closed_us + BATCH_APART_US - passed_us() : 0;
}

/* Waits for asks while the disk is busy or may rest; none if none came. */
static struct ask *take_company(struct hall *hall)
{
    hall__look_out(hall, asks_came_or_disk_is_free);
    pthread_mutex_lock(&hall->in_lock);
    while (!hall->in_first && !sync__idle(hall))
        pthread_cond_wait(&hall->in_more, &hall->in_lock);
    int64_t spare = spare_us(hall);
    if (spare > 0)
        wait_for_asks(hall, spare);
    struct ask *first = take_queue(hall);
    pthread_mutex_unlock(&hall->in_lock);
    hall__look_at_clock(hall); /* a slow disk is no reason to stop the clocks of those who come */
    return first;
}

void hall__disk_is_free(struct hall *hall)
{
    pthread_mutex_lock(&hall->in_lock); /* else it might be between looking and falling asleep */
    pthread_mutex_unlock(&hall->in_lock);
    pthread_cond_signal(&hall->in_more);
}

/* ---- asks --------------------------------------------------------------- */

void *conn_data(struct hall *hall, uint64_t conn)
{
    return map_get(&hall->conns, conn);
}

void conn_set_data(struct hall *hall, uint64_t conn, void *data)
{
    if (data)
        map_put(&hall->conns, conn, data);
    else
        map_remove(&hall->conns, conn);
}

static struct part *part_of(struct hall *hall, const struct route *route)
{
    for (int i = 0; i < hall->n_parts; i++) {
        struct part *part = &hall->part[i];

        if (part->n_routes && route >= part->routes && route < part->routes + part->n_routes)
            return part;
    }
    BUG("an ask with an unknown route");
}

/* Who closed only the sending half of a TCP connection still reads the answers to
 * the lines before; behind them it ends. */
static void forget_conn(struct hall *hall, const struct ask *closed)
{
    map_remove(&hall->conns, closed->conn);
    if (closed->route->kind == ROUTE_LINES)
        push_close(hall, closed->conn, 0);
}

static void handle(struct hall *hall, struct ask *ask)
{
    hall->current = ask;
    if (ask->kind == ASK_INTERNAL) {
        ask->fire(hall, ask->arg);
    } else {
        ask->self = part_of(hall, ask->route)->self;
        ask->route->handle(hall, ask->self, ask);
        if (ask->kind == ASK_HTTP && !ask->answered && !ask->kept)
            BUG("a request got no answer");
        if (ask->kind == ASK_CLOSED)
            forget_conn(hall, ask);
    }
    hall->current = NULL;
}

/* ---- when a commit failed ----------------------------------------------- */

static void set_problem(struct hall *hall, const char *problem)
{
    pthread_mutex_lock(&hall->health_lock);
    if (problem[0] && !hall->problem[0])
        log_error("hall", "the store refuses writes: %s", problem);
    else if (!problem[0] && hall->problem[0])
        log_info("hall", "the store takes writes again");
    strncpy(hall->problem, problem, sizeof hall->problem - 1);
    pthread_mutex_unlock(&hall->health_lock);
}

bool hall_healthy(struct hall *hall, char problem[256])
{
    pthread_mutex_lock(&hall->health_lock);
    memcpy(problem, hall->problem, sizeof hall->problem);
    pthread_mutex_unlock(&hall->health_lock);
    return !problem[0];
}

static void discard_outs(struct hall *hall)
{
    for (struct out *out = hall->outs.first, *next; out; out = next) {
        next = out->next;
        out_free(out);
    }
    hall->outs = (struct outs){ 0 };
}

/* To a program that is the same as too much to do: it tries again later. */
static void reply_not_stored(struct hall *hall, struct ask *ask)
{
    buf_text(reply_begin(hall, ask), "{\"error\":{\"code\":\"busy\",\"message\":"
                                     "\"the server cannot store anything at the moment; nothing was changed\"}}");
    reply_end(hall, ask, 503, "application/json", "Retry-After: 1\r\n");
}

/* Says in the route's own form that the ask could not be kept. */
static void answer_failed(struct hall *hall, struct ask *ask, const char *problem)
{
    if (ask->kind == ASK_INTERNAL || ask->kind == ASK_CLOSED)
        return;
    hall->current = ask;
    ask->answered = ask->kept = false;
    if (ask->reply) {
        out_free(ask->reply);
        ask->reply = NULL;
    }
    if (ask->route->failed)
        ask->route->failed(hall, ask->self, ask, problem);
    else if (ask->kind == ASK_HTTP)
        reply_not_stored(hall, ask);
    else
        push_close(hall, ask->conn, 1011);
    hall->current = NULL;
}

/* Everything of the batch is taken back: the store, the tables and whatever
 * the parts keep in memory, and everybody who asked is told. */
static void fail_batch(struct hall *hall, struct ask *batch, const char *problem)
{
    struct ask *late = hall->answered;

    set_problem(hall, problem);
    atomic_fetch_add(&hall->metrics.commit_failures, 1);
    discard_outs(hall);
    store_rollback(hall->store);
    tables__reread(hall);
    for (int i = 0; i < hall->n_parts; i++)
        if (hall->part[i].dialect->forget)
            hall->part[i].dialect->forget(hall, hall->part[i].self);
    hall->answered = NULL;
    for (struct ask *ask = batch; ask; ask = ask->next)
        if (!ask->kept && !ask->at_once) /* a kept one is answered later, by its job */
            answer_failed(hall, ask, problem);
    for (struct ask *ask = late; ask; ask = ask->answered_next) {
        answer_failed(hall, ask, problem);
        ask->kept = true;
    }
    hall->answered = late;
    store_rollback(hall->store);
}

/* ---- the batch ---------------------------------------------------------- */

void hall__touch(struct hall *hall, struct table *t)
{
    if (t->private->touched)
        return;
    t->private->touched = true;
    if (hall->n_touched == hall->cap_touched) {
        hall->cap_touched = hall->cap_touched ? 2 * hall->cap_touched : 64;
        hall->touched = mem_grow(hall->touched, (size_t)hall->cap_touched, sizeof hall->touched[0]);
    }
    hall->touched[hall->n_touched++] = t->id;
}

/* Closes the batch in the store. False: there is nothing that the disk must hold. */
static bool close_batch(struct hall *hall, struct ask *batch)
{
    char problem[256] = "";
    bool wrote = store_dirty(hall->store);

    if (wrote) {
        int64_t  began = passed_us();
        enum err err = store_close_batch(hall->store, problem);

        hall->closed_us = passed_us();
        metric_add(&hall->metrics.commit_us, (uint64_t)(hall->closed_us - began));
        wrote = err == ERR_OK;
        if (err != ERR_OK)
            fail_batch(hall, batch, problem);
        else if (hall->problem[0]) /* only this thread writes it */
            set_problem(hall, "");
    }
    for (int i = 0; i < hall->n_touched; i++) {
        struct table *t = map_get(&hall->tables, hall->touched[i]);

        if (t)
            t->private->touched = false;
    }
    hall->n_touched = 0;
    return wrote;
}

static void free_asks(struct hall *hall, struct ask *batch)
{
    for (struct ask *ask = batch, *next; ask; ask = next) {
        next = ask->next;
        if (!ask->kept)
            ask_free(ask);
    }
    for (struct ask *ask = hall->answered, *next; ask; ask = next) {
        next = ask->answered_next;
        ask_free(ask);
    }
    hall->answered = NULL;
}

/* Handles asks from the front of `queue` and returns them, as one batch. While the
 * disk is busy with the batch before, this one takes in whatever comes, since it
 * could not follow any earlier. When the disk is free it is better to give it what
 * there is and to handle the rest meanwhile. */
static struct ask *handle_some(struct hall *hall, struct ask **queue)
{
    struct ask *batch = NULL, **end = &batch;
    int64_t     long_enough = passed_us() + BATCH_US;
    uint64_t    n = 0;

    while ((n < BATCH_LEAST && passed_us() < long_enough) || !sync__idle(hall) || spare_us(hall) > 0) {
        if (!*queue)
            *queue = take_company(hall);
        if (!*queue)
            break;
        *end = *queue;
        *queue = (*end)->next;
        (*end)->next = NULL;
        handle(hall, *end);
        sync__tell_at_once(hall);
        thread_give_way(); /* to the doors, who bring more */
        end = &(*end)->next;
        n++;
    }
    if (n) {
        atomic_fetch_add(&hall->metrics.asks, n);
        metric_add(&hall->metrics.batch, n);
        hall->busy = n >= BATCH_BUSY;
    }
    return batch;
}

static void say_goodbye(struct hall *hall)
{
    for (int i = 0; i < hall->n_parts; i++)
        if (hall->part[i].dialect->goodbye)
            hall->part[i].dialect->goodbye(hall, hall->part[i].self);
    pool_drop(hall->pool);
}

/* Is the batch all that its only client lets us do until he has his answer? Then
 * there is nothing to gain by letting another thread wait for the disk. He is,
 * if he was the only one in the batch before, too. */
static bool is_alone(struct hall *hall, const struct ask *batch)
{
    uint64_t before = hall->only_conn;

    hall->only_conn = batch && !batch->next ? batch->conn : 0;
    return hall->only_conn && hall->only_conn == before;
}

static void run_batches(struct hall *hall, struct ask *queue, bool last)
{
    timers_fire_due(hall);
    do {
        struct ask *batch = handle_some(hall, &queue);
        bool        alone = is_alone(hall, batch);

        if (last && !queue)
            say_goodbye(hall);
        bool wrote = close_batch(hall, batch);
        free_asks(hall, batch);
        sync__settle(hall, wrote, alone);
        tables__evict(hall);
    } while (queue);
}

/* A write that changes nothing, to learn whether the store is well again. */
static void probe(struct hall *hall, struct stmt *write)
{
    stmt_int(write, 1, hall->now);
    stmt_run(write);
    close_batch(hall, NULL);
}

/* Tidying is a write like any other: when it fails the store is sick, which is
 * told once and probed, instead of trying again and again. */
static void tidy(struct hall *hall, int rows)
{
    char problem[256] = "";

    if (journal_tidy(hall->store, rows, problem) != ERR_OK)
        set_problem(hall, problem);
}

/* False: there is nothing left to load. */
static bool warm(struct hall *hall)
{
    int64_t until = passed_us() + WARM_US;

    while (tables__warm(hall))
        if (passed_us() > until)
            return true;
    return false;
}

static void *run(void *arg)
{
    struct hall *hall = arg;
    struct stmt *write = store_prepare(hall->store, "UPDATE hall_probe SET at = ?1");
    bool         stopping = false, cold = true;

    thread_be_quick();
    while (!stopping) {
        size_t      untidy = journal_untidy(hall->store);
        int64_t     idle = hall->problem[0] ? PROBE_MS : untidy ? TIDY_IDLE_MS : cold ? WARM_IDLE_MS : -1;
        struct ask *queue = take_asks(hall, idle, &stopping);

        hall__look_at_clock(hall);
        if (!queue && !stopping && timers_next(hall) > hall->now) {
            hall->busy = false;
            if (hall->problem[0])
                probe(hall, write);
            else if (untidy)
                tidy(hall, TIDY_ROWS);
            else if (cold)
                cold = warm(hall);
        } else {
            run_batches(hall, queue, stopping);
            if (untidy > TIDY_FORCED && !hall->problem[0])
                tidy(hall, TIDY_MANY);
        }
        atomic_store(&hall->metrics.journal_untidy, (int64_t)journal_untidy(hall->store));
    }
    return NULL;
}

/* ---- life --------------------------------------------------------------- */

enum err hall_start(struct hall *hall)
{
    hall->started = sync__start(hall) && pthread_create(&hall->thread, NULL, run, hall) == 0;
    if (!hall->started)
        sync__stop(hall);
    return hall->started ? ERR_OK : ERR_IO;
}

void hall_step(struct hall *hall)
{
    bool        stopping;
    struct ask *queue = take_asks(hall, 0, &stopping);

    hall__look_at_clock(hall);
    run_batches(hall, queue, false);
}

void hall_stop(struct hall *hall)
{
    if (!hall->started)
        return;
    pool_stop(hall->pool);
    pthread_mutex_lock(&hall->in_lock);
    hall->stopping = true;
    pthread_cond_signal(&hall->in_more);
    pthread_mutex_unlock(&hall->in_lock);
    pthread_join(hall->thread, NULL);
    sync__stop(hall);
    hall->started = hall->opened = false;
}
