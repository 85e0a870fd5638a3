/* The batch loop. Its order is what durability rests on: handle everything
 * queued, commit once, and hand the outs to the doors only when the commit is
 * on disk (sync.c). */
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/thread.h"
#include "hall/hall.h"
#include "hall/internal.h"
#include "store/here.h"

#include <time.h>

enum {
    TIDY_ROWS = 1000,          /* journal positions indexed per idle moment */
    TIDY_IDLE_MS = 20,         /* idle time before indexing starts */
    TIDY_FORCED = 1000 * 1000, /* unindexed rows at which indexing happens under load too: */
    TIDY_MANY = 200 * 1000,    /* this many at once, since long runs of a table need few index rows */
    PART_IDLE_MS = 1,          /* idle time before parts do their idle work */
    PROBE_MS = 1000,           /* retry interval while the store fails */
    ROOM_NS = 100 * 1000,      /* poll interval while waiting for the doors to take outs */
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
    room = n == 0 || hall->in_count + hall->turns.asks + n <= LIMIT_ASKS_WAITING;
    if (room) {
        last->next = NULL;
        if (hall->in_last)
            hall->in_last->next = first;
        else
            hall->in_first = first;
        hall->in_last = last;
        hall->in_count += n;
    }
    pthread_mutex_unlock(&hall->in_lock);
    if (room)
        pthread_cond_signal(&hall->in_more); /* after unlocking: the woken thread needs the lock */
    return room;
}

/* The whole queue, possibly empty. With in_lock held. */
static struct ask *take_queue(struct hall *hall)
{
    struct ask *first = hall->in_first;

    hall->in_first = hall->in_last = NULL;
    hall->in_count = 0;
    return first;
}

static bool asks_came(struct hall *hall)
{
    return hall->in_first;
}

static bool asks_came_or_disk_is_free(struct hall *hall)
{
    return hall->in_first || sync__idle(hall);
}

static struct timespec in_us(int64_t us)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + us % 1000000 * 1000;
    until.tv_sec += us / 1000000 + ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    return until;
}

/* Waits for asks or for the hall to stop, for at most `us`. With in_lock. */
static void wait_for_asks(struct hall *hall, int64_t us)
{
    struct timespec until = in_us(us);

    /* A disk that becomes free wakes us too, but is not what we wait for. */
    while (!hall->in_first && !hall->stopping && pthread_cond_timedwait(&hall->in_more, &hall->in_lock, &until) == 0) {
    }
}

static void wait_for_room(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = ROOM_NS }, NULL);
}

/* Takes what came meanwhile, so that it has its turn. A hall that is stepped by
 * hand handles what was there before the step. */
static void take_arrivals(struct hall *hall)
{
    if (!hall->started || !hall->in_first)
        return;
    pthread_mutex_lock(&hall->in_lock);
    struct ask *first = take_queue(hall);
    pthread_mutex_unlock(&hall->in_lock);
    turns__add(&hall->turns, first);
}

/* Waits for asks, the next timer, or `idle_ms` to pass (-1: no limit); not at
 * all while there are asks to handle. */
static void take_asks(struct hall *hall, int64_t idle_ms, bool *stopping)
{
    int64_t due = timers_next(hall);

    hall__look_at_clock(hall);
    int64_t wait = due == INT64_MAX ? -1 : due > hall->now ? due - hall->now : 0;
    if (idle_ms >= 0 && (wait < 0 || idle_ms < wait))
        wait = idle_ms;
    if (turns__any(&hall->turns))
        wait = 0;
    if (wait != 0)
        pace__spin(hall, asks_came);
    pthread_mutex_lock(&hall->in_lock);
    if (wait > 0)
        wait_for_asks(hall, wait * 1000);
    while (wait < 0 && !hall->in_first && !hall->stopping)
        pthread_cond_wait(&hall->in_more, &hall->in_lock);
    struct ask *first = take_queue(hall);
    *stopping = hall->stopping;
    pthread_mutex_unlock(&hall->in_lock);
    turns__add(&hall->turns, first);
}

/* Waits for asks or for the disk, for at most `us`. With in_lock. */
static void wait_for_company(struct hall *hall, int64_t us)
{
    struct timespec until = in_us(us);

    pthread_cond_timedwait(&hall->in_more, &hall->in_lock, &until);
}

/* Waits for asks while the disk is busy or may rest. */
static void take_company(struct hall *hall)
{
    pace__spin(hall, asks_came_or_disk_is_free);
    pthread_mutex_lock(&hall->in_lock);
    while (!hall->in_first && !sync__idle(hall) && !doubt__overdue(hall)) {
        if (hall->log)
            wait_for_company(hall, doubt__wait_ms(hall, -1) * 1000);
        else
            pthread_cond_wait(&hall->in_more, &hall->in_lock);
    }
    int64_t spare = pace__spare_us(hall);
    if (spare > 0)
        wait_for_asks(hall, spare);
    struct ask *first = take_queue(hall);
    pthread_mutex_unlock(&hall->in_lock);
    turns__add(&hall->turns, first);
    hall__look_at_clock(hall); /* clocks must not stop while the disk is slow */
}

void hall__disk_is_free(struct hall *hall)
{
    pthread_mutex_lock(&hall->in_lock); /* otherwise the signal could come between its check and its wait */
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

static struct member *member_of(struct hall *hall, const struct route *route)
{
    for (int i = 0; i < hall->n_members; i++) {
        struct member *m = &hall->member[i];

        if (m->n_routes && route >= m->routes && route < m->routes + m->n_routes)
            return m;
    }
    BUG("an ask with an unknown route");
}

/* A client that closed only its sending half of a TCP connection still reads
 * the answers to earlier lines; the connection ends after them. */
static void forget_conn(struct hall *hall, const struct ask *closed)
{
    map_remove(&hall->conns, closed->conn);
    if (closed->route->kind == ROUTE_LINES)
        push_close(hall, closed->conn, 0);
}

static bool is_admitted(struct hall *hall, struct ask *ask)
{
    for (int i = 0; i < hall->n_members; i++) {
        const struct member *m = &hall->member[i];

        if (m->part->admits && !m->part->admits(hall, m->self, ask))
            return false;
    }
    return true;
}

static void handle(struct hall *hall, struct ask *ask)
{
    if (ask->kind == ASK_INTERNAL) {
        ask->fire(hall, ask->arg);
    } else {
        ask->self = member_of(hall, ask->route)->self;
        if (is_admitted(hall, ask))
            ask->route->handle(hall, ask->self, ask);
        if (ask->kind == ASK_HTTP && !ask->answered && !ask->kept)
            BUG("a request got no answer");
        if (ask->kind == ASK_CLOSED)
            forget_conn(hall, ask);
    }
}

/* ---- when a commit failed ----------------------------------------------- */

void hall__set_problem(struct hall *hall, const char *problem)
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

void hall__refuse(struct hall *hall, struct ask *ask, const char *problem)
{
    if (ask->route->failed)
        ask->route->failed(hall, ask->self, ask, problem);
    else if (ask->kind == ASK_HTTP)
        reply_text(hall, ask, 503, STR("nothing can be stored at the moment; nothing was changed\n"));
    else
        push_close(hall, ask->conn, 1011);
}

/* Reports in the route's own format that the ask could not be stored. */
static void answer_failed(struct hall *hall, struct ask *ask, const char *problem)
{
    if (ask->kind == ASK_INTERNAL || ask->kind == ASK_CLOSED)
        return;
    ask->answered = ask->kept = false;
    if (ask->reply) {
        out_free(ask->reply);
        ask->reply = NULL;
    }
    hall__refuse(hall, ask, problem);
}

void hall__forget(struct hall *hall, bool all)
{
    for (int i = 0; i < hall->n_members; i++) {
        const struct part *part = hall->member[i].part;

        if (all && part->forget_all)
            part->forget_all(hall, hall->member[i].self);
        else if (part->forget)
            part->forget(hall, hall->member[i].self);
    }
}

void hall_reread(struct hall *hall)
{
    hall->reread = true;
}

/* Everything of the batch is taken back, in the store and in whatever the parts
 * keep in memory, and everybody who asked is told. */
void hall__fail_batch(struct hall *hall, struct ask *batch, const char *problem)
{
    struct ask *late = hall->answered;

    hall__set_problem(hall, problem);
    atomic_fetch_add(&hall->metrics.commit_failures, 1);
    discard_outs(hall);
    store_rollback(hall->store);
    hall__forget(hall, false);
    hall->answered = NULL;
    for (struct ask *ask = batch; ask; ask = ask->next)
        if (!ask->kept && !ask->at_once) /* a kept ask is answered later, by its job */
            answer_failed(hall, ask, problem);
    for (struct ask *ask = late; ask; ask = ask->answered_next) {
        answer_failed(hall, ask, problem);
        ask->kept = true;
    }
    hall->answered = late;
    store_rollback(hall->store);
}

/* ---- the batch ---------------------------------------------------------- */

/* Closes the batch in the store. False: there is nothing to sync. */
static bool close_batch(struct hall *hall, struct ask **batch)
{
    char problem[256] = "";
    bool wrote = store_dirty(hall->store), changed = store_changed(hall->store);

    if (wrote) {
        int64_t began = monotonic_us();

        store_set_time(hall->store, hall->now);
        enum err err = store_close_batch(hall->store, problem);

        hall->pace.closed_us = monotonic_us();
        metric_add(&hall->metrics.commit_us, (uint64_t)(hall->pace.closed_us - began));
        wrote = err == ERR_OK;
        if (err != ERR_OK)
            doubt__fail_batch(hall, batch, problem);
        else if (hall->problem[0] && changed) /* only this thread writes it; a write of nothing proves nothing */
            hall__set_problem(hall, "");
    }
    if (hall->reread && wrote)
        hall__forget(hall, true);
    hall->reread = false;
    for (int i = 0; i < hall->n_members; i++)
        if (hall->member[i].part->settled)
            hall->member[i].part->settled(hall, hall->member[i].self);
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

/* A batch with enough output ends, and the next one does not start until the
 * doors have taken it: clients that request much and read nothing must not make
 * us buffer all of it. */
static void wait_for_doors(struct hall *hall)
{
    while (!sync__idle(hall) && !doubt__overdue(hall))
        wait_for_room();
    while (hall->started && hall->ready_bytes > LIMIT_READY)
        wait_for_room();
}

/* The next ask of the open batch, NULL if there is none to wait for. */
static struct ask *next_ask(struct hall *hall)
{
    take_arrivals(hall);
    if (!turns__any(&hall->turns))
        take_company(hall);
    return turns__next(&hall->turns);
}

/* Handles asks by turns and returns them, as one batch. While the disk is busy
 * with the previous batch, this one accepts new asks, since it could not be
 * synced earlier anyway. Once the disk is free it is better to sync what there
 * is and handle the rest meanwhile. */
static struct ask *handle_some(struct hall *hall)
{
    struct ask *batch = NULL, **end = &batch;
    int64_t     began_us = monotonic_us();
    uint64_t    n = 0;

    while (pace__goes_on(hall, n, began_us) && hall->outs.bytes < LIMIT_READY && !doubt__overdue(hall)) {
        if (n && hall->log && hall->problem[0])
            break; /* a write that fails must not take reads with it */
        if (!(*end = next_ask(hall)))
            break;
        int64_t now_us = monotonic_us();

        hall->asker = hall->turns.served;
        hall->served = *end;
        handle(hall, *end);
        hall->asker = ASKER_NOBODY;
        hall->served = NULL;
        sync__tell_at_once(hall);
        turns__charge(&hall->turns, monotonic_us() - now_us);
        if (!pool_busy(hall->pool)) /* whose jobs would be the ones to gain */
            thread_give_way();      /* to the doors, which bring more asks */
        end = &(*end)->next;
        n++;
    }
    if (n) {
        atomic_fetch_add(&hall->metrics.asks, n);
        metric_add(&hall->metrics.batch, n);
        pace__handled(hall, n);
    }
    return batch;
}

/* Where there are other nodes the connections go on, with the next leader. */
static void say_goodbye(struct hall *hall)
{
    for (int i = 0; i < hall->n_members; i++)
        if (hall->member[i].part->goodbye && !hall->log)
            hall->member[i].part->goodbye(hall, hall->member[i].self);
    hall__drop_jobs(hall);
}

static void run_batch(struct hall *hall, bool last)
{
    timers_fire_due(hall);
    struct ask *batch = handle_some(hall);
    bool        alone = pace__is_alone(hall, batch);

    if (last && !turns__any(&hall->turns))
        say_goodbye(hall);
    if (hall->outs.bytes >= LIMIT_READY || hall->ready_bytes > LIMIT_READY)
        wait_for_doors(hall);
    if (doubt__overdue(hall))
        doubt__begin(hall, &batch);
    bool wrote = close_batch(hall, &batch);
    if (wrote && hall->log)
        doubt__keep_reads(hall, &batch);
    free_asks(hall, batch);
    hall__take_read(hall);
    sync__settle(hall, wrote, alone);
}

/* A batch, and while the hall stops or is stepped all that wait. */
static void run_batches(struct hall *hall, bool last, bool all)
{
    do
        run_batch(hall, last);
    while (all && turns__any(&hall->turns));
}

/* Closes what the hall did without being asked. */
static void close_work(struct hall *hall)
{
    struct ask *nobody = NULL;

    close_batch(hall, &nobody);
}

/* A write that changes nothing, to find out whether the store works again. */
static void probe(struct hall *hall, struct stmt *write)
{
    stmt_int(write, 1, hall->now);
    stmt_run(write);
    close_work(hall);
}

/* Indexing is a write like any other: if it fails the store is marked as failed
 * and probed, instead of retrying indexing. */
static void tidy(struct hall *hall, int rows)
{
    char problem[256] = "";

    if (journal_tidy(hall->store, rows, problem) != ERR_OK)
        hall__set_problem(hall, problem);
}

/* Runs idle work of the first part that has any. False: none has. */
static bool idle_work(struct hall *hall)
{
    for (int i = 0; i < hall->n_members; i++) {
        struct member *m = &hall->member[i];

        if (!m->part->idle || m->idle_done)
            continue;
        m->idle_done = !m->part->idle(hall, m->self);
        if (store_dirty(hall->store)) /* a read failed */
            close_work(hall);
        return true;
    }
    return false;
}

static void *run(void *arg)
{
    struct hall *hall = arg;
    struct stmt *write = store_prepare(hall->store, "UPDATE hall_probe SET at = ?1");
    bool         stopping = false, idle_left = true;
    int64_t      probed_at = 0;

    thread_be_quick();
    while (!stopping) {
        size_t  untidy = journal_untidy(hall->store);
        int64_t idle = hall->problem[0] ? PROBE_MS : untidy ? TIDY_IDLE_MS : idle_left ? PART_IDLE_MS : -1;

        take_asks(hall, doubt__wait_ms(hall, idle), &stopping);
        hall__look_at_clock(hall);
        if (hall->log)
            doubt__look(hall);
        if (!turns__any(&hall->turns) && !stopping && timers_next(hall) > hall->now) {
            pace__handled(hall, 0);
            if (untidy && !hall->problem[0])
                tidy(hall, TIDY_ROWS);
            else if (idle_left && !hall->problem[0])
                idle_left = idle_work(hall);
        } else {
            run_batches(hall, stopping, stopping);
            if (untidy > TIDY_FORCED && !hall->problem[0])
                tidy(hall, TIDY_MANY);
        }
        if (!hall->problem[0]) {
            probed_at = hall->now; /* the first probe comes a while after the failure, not with it */
        } else if (hall->now - probed_at >= PROBE_MS && sync__idle(hall)) {
            probed_at = hall->now;
            probe(hall, write);
        }
        atomic_store(&hall->metrics.journal_untidy, (int64_t)journal_untidy(hall->store));
    }
    return NULL;
}

/* ---- life --------------------------------------------------------------- */

enum err hall_start(struct hall *hall)
{
    hall->started = true; /* before there is a thread that reads it */
    if (sync__start(hall) && pthread_create(&hall->thread, NULL, run, hall) == 0)
        return ERR_OK;
    hall->started = false;
    sync__stop(hall);
    return ERR_IO;
}

void hall_step(struct hall *hall)
{
    bool stopping;

    take_asks(hall, 0, &stopping);
    hall__look_at_clock(hall);
    run_batches(hall, false, true);
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
