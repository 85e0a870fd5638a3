/* The worker pool: bounded queues of jobs and a few threads. A finished job
 * goes back to the pool's owner, the hall or a helper. Short jobs come first,
 * and one thread takes nothing else, so that they never wait for a computer
 * player's search. Another thread looks at those jobs that have a time limit.
 *
 * Askers take turns by the time that their jobs have taken, as they do in the hall
 * (turns.c): whoever asks for a thousand searches waits for themselves. */
#include "base/clock.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/thread.h"
#include "hall/hall.h"
#include "hall/internal.h"

#include <stdlib.h>
#include <time.h>

enum { LOOK_MS = 2 }; /* between two looks at the running jobs */

/* What an asker has had of a lane's time; not less than others when its first job
 * comes. */
struct share {
    int64_t used_us;
    int     waiting;
};

struct lane {
    struct job  *first, *last; /* by the time when they are due */
    int          waiting;
    int          askers; /* with a waiting job */
    int64_t      now_us; /* used_us of the asker that was served last, at that time */
    struct share share[ASKERS];
};

struct worker {
    struct pool    *pool;
    enum job_length longest; /* that it takes */
    struct job     *looked_at;
    bool            unwanted; /* its job is to end without a result: the pool stops */
    pthread_t       thread;
};

struct pool {
    struct pool_owner owner;
    pthread_mutex_t   lock;
    pthread_cond_t    more;
    struct lane       lane[JOB_LENGTHS];
    struct map        lent; /* jobs that other nodes have, by number */
    uint64_t          numbers;
    bool              borrowers; /* somebody asked for a job to borrow when there was none */
    _Atomic int       jobs;      /* queued or running here */
    bool              stopping;
    int               n;
    struct worker     worker[POOL_THREADS_MAX];
    int               watched; /* workers with a job to look at */
    pthread_cond_t    to_watch;
    pthread_t         watcher;
};

/* ---- lanes (with the lock) ------------------------------------------------- */

static int64_t used_by_asker(const struct lane *lane, const struct job *job)
{
    return lane->share[job->asker].used_us;
}

/* The next one: of those whose asker has used least, the one due first. */
static struct job *lane_next(const struct lane *lane)
{
    struct job *best = lane->first;

    for (struct job *job = lane->first; job; job = job->next)
        if (used_by_asker(lane, job) < used_by_asker(lane, best))
            best = job;
    return best;
}

static void lane_remove(struct lane *lane, struct job *job)
{
    struct job **at = &lane->first, *before = NULL;

    for (; *at != job; at = &before->next)
        before = *at;
    *at = job->next;
    if (lane->last == job)
        lane->last = before;
    lane->waiting--;
    lane->askers -= --lane->share[job->asker].waiting == 0;
}

static struct job *lane_take(struct lane *lane)
{
    struct job *job = lane_next(lane);

    lane_remove(lane, job);
    lane->now_us = used_by_asker(lane, job);
    job->began_us = monotonic_us();
    return job;
}

static void lane_charge(struct lane *lane, const struct job *job)
{
    lane->share[job->asker].used_us += monotonic_us() - job->began_us + 1; /* a job is never free */
}

/* Behind all that are due before it, or at the same time. So quick players need
 * not wait for slow ones, and nobody waits forever. */
static void lane_put(struct lane *lane, struct job *job)
{
    struct job  **at = &lane->first;
    struct share *share = &lane->share[job->asker];

    if (lane->last && lane->last->due_us <= job->due_us)
        at = &lane->last->next;
    while (*at && (*at)->due_us <= job->due_us)
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    if (!job->next)
        lane->last = job;
    lane->waiting++;
    if (share->waiting++ == 0) {
        lane->askers++;
        if (share->used_us < lane->now_us)
            share->used_us = lane->now_us;
    }
}

static bool lane_has_room(const struct lane *lane, int asker)
{
    return lane->waiting < limit_now(SIZED_JOBS_WAITING) &&
           (asker == ASKER_NOBODY || lane->share[asker].waiting < limit_now(SIZED_JOBS_WAITING_EACH));
}

static struct crowd crowd_around(const struct pool *pool, const struct job *job)
{
    const struct lane *lane = &pool->lane[JOB_LONG];
    int                own = lane->share[job->asker].waiting;

    return (struct crowd){ .waiting = own + lane->askers - (own > 0), .threads = pool->n - 1 };
}

static void count(struct pool *pool, int change)
{
    struct hall_metrics *m = pool->owner.metrics;

    atomic_fetch_add(&pool->jobs, change);
    atomic_store(&m->jobs, pool->jobs);
    atomic_store(&m->jobs_waiting, pool->lane[JOB_SHORT].waiting + pool->lane[JOB_LONG].waiting);
    atomic_store(&m->jobs_lent, (int64_t)pool->lent.n);
}

/* ---- threads ---------------------------------------------------------------- */

/* With the lock. */
static void look_at(struct worker *w, struct job *job)
{
    w->pool->watched += (job != NULL) - (w->looked_at != NULL);
    w->looked_at = job;
    if (job)
        pthread_cond_signal(&w->pool->to_watch);
}

/* The next job that the worker takes; NULL: the pool stops. */
static struct job *next_job(struct worker *w)
{
    struct pool *pool = w->pool;
    struct job  *job = NULL;

    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping && !pool->lane[JOB_SHORT].first && !pool->lane[w->longest].first)
        pthread_cond_wait(&pool->more, &pool->lock);
    if (!pool->stopping) {
        job = lane_take(&pool->lane[pool->lane[JOB_SHORT].first ? JOB_SHORT : w->longest]);
        count(pool, 0);
        look_at(w, job->kind->look ? job : NULL);
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *run(void *arg)
{
    struct worker *w = arg;
    struct pool   *pool = w->pool;
    struct breaks  breaks;
    struct job    *job;

    thread_be_patient(); /* the doors and the hall come first */
    breaks_open(&breaks);
    while ((job = next_job(w))) {
        breaks_begin(&breaks);
        job->kind->work(job->arg);
        breaks_end(&breaks);
        pthread_mutex_lock(&pool->lock);
        look_at(w, NULL); /* `finished` frees it */
        lane_charge(&pool->lane[job->kind->length], job);
        bool unwanted = w->unwanted;
        if (unwanted)
            lane_put(&pool->lane[job->kind->length], job); /* as if it had not begun */
        pthread_mutex_unlock(&pool->lock);
        if (unwanted)
            break;
        pool->owner.finished(pool->owner.self, job);
        pthread_mutex_lock(&pool->lock);
        count(pool, -1);
        pthread_mutex_unlock(&pool->lock);
    }
    breaks_close(&breaks);
    return NULL;
}

/* Looks at the running jobs until the pool stops and they are done. */
static void *watch(void *arg)
{
    struct pool *pool = arg;

    pthread_mutex_lock(&pool->lock);
    while (pool->watched || !pool->stopping) {
        for (int i = 0; i < pool->n; i++) {
            const struct job *job = pool->worker[i].looked_at;

            if (job)
                job->kind->look(job->arg, crowd_around(pool, job));
        }
        if (!pool->watched) {
            pthread_cond_wait(&pool->to_watch, &pool->lock);
        } else {
            pthread_mutex_unlock(&pool->lock);
            nanosleep(&(struct timespec){ .tv_nsec = LOOK_MS * 1000000 }, NULL);
            pthread_mutex_lock(&pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool pool_busy(struct pool *pool)
{
    return atomic_load_explicit(&pool->jobs, memory_order_relaxed) > 0;
}

/* ---- life ------------------------------------------------------------------- */

struct pool *pool_new(int threads, struct pool_owner owner)
{
    struct pool *pool = mem_new(sizeof *pool);

    pool->owner = owner;
    pool->n = 1 + (threads < POOL_THREADS_MAX ? threads : POOL_THREADS_MAX - 1);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pthread_cond_init(&pool->to_watch, NULL);
    for (int i = 0; i < pool->n; i++) {
        struct worker *w = &pool->worker[i];

        *w = (struct worker){ .pool = pool, .longest = i ? JOB_LONG : JOB_SHORT };
        if (pthread_create(&w->thread, NULL, run, w))
            BUG("cannot start a worker thread");
    }
    if (pthread_create(&pool->watcher, NULL, watch, pool))
        BUG("cannot start the thread that looks at the workers");
    return pool;
}

/* Searches may take a second more, in which nobody would be served. With the lock. */
static void interrupt(struct pool *pool)
{
    for (int i = 0; i < pool->n; i++) {
        struct worker *w = &pool->worker[i];
        struct job    *job = w->looked_at;

        if (!job || !job->kind->travel || !job->kind->travel->unwanted)
            continue;
        w->unwanted = true;
        job->kind->travel->unwanted(job->arg);
    }
}

void pool_stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    interrupt(pool);
    pthread_cond_broadcast(&pool->more);
    pthread_cond_signal(&pool->to_watch);
    pthread_mutex_unlock(&pool->lock);
    if (!pool->n)
        return;
    for (int i = 0; i < pool->n; i++)
        pthread_join(pool->worker[i].thread, NULL);
    pthread_join(pool->watcher, NULL);
    pool->n = 0;
}

static struct job *take_undone(struct pool *pool)
{
    const struct map_slot *slot;
    struct job            *job = NULL;
    size_t                 at = 0;

    pthread_mutex_lock(&pool->lock);
    for (int i = 0; !job && i < JOB_LENGTHS; i++)
        if (pool->lane[i].first)
            job = lane_take(&pool->lane[i]);
    if (!job && (slot = map_next(&pool->lent, &at)))
        job = map_remove(&pool->lent, slot->key);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

void pool_drop(struct pool *pool, void (*drop)(void *owner, struct job *job))
{
    struct job *job;

    while ((job = take_undone(pool)))
        drop(pool->owner.self, job);
}

void pool_free(struct pool *pool)
{
    map_release(&pool->lent);
    pthread_cond_destroy(&pool->to_watch);
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* ---- jobs ------------------------------------------------------------------- */

enum err pool_add(struct pool *pool, int asker, const struct job_kind *kind, void *arg)
{
    struct lane *lane = &pool->lane[kind->length];
    enum err     err = ERR_FULL;
    bool         wake = false;

    pthread_mutex_lock(&pool->lock);
    if (!pool->stopping && lane_has_room(lane, asker)) {
        struct job *job = mem_new(sizeof *job);

        *job = (struct job){ .kind = kind, .arg = arg, .asker = asker };
        job->due_us = kind->due_us ? kind->due_us(arg) : monotonic_us() + JOB_DUE_MS * 1000;
        lane_put(lane, job);
        count(pool, 1);
        pthread_cond_broadcast(&pool->more); /* not every thread takes every job */
        wake = pool->borrowers && kind->travel;
        pool->borrowers &= !wake;
        err = ERR_OK;
    }
    pthread_mutex_unlock(&pool->lock);
    if (wake)
        pool->owner.wake(pool->owner.self);
    return err;
}

/* ---- lending ---------------------------------------------------------------- */

bool pool_lend(struct pool *pool, struct job_lent *out)
{
    struct lane *lane = &pool->lane[JOB_LONG];
    struct job  *job = NULL;

    pthread_mutex_lock(&pool->lock);
    if (!pool->stopping && lane->first && lane_next(lane)->kind->travel) {
        job = lane_take(lane);
        *out = (struct job_lent){ .number = ++pool->numbers, .name = job->kind->travel->name };
        job->kind->travel->pack(job->arg, &out->bytes); /* with the lock: nobody may drop it meanwhile */
        map_put(&pool->lent, out->number, job);
        count(pool, -1);
    }
    pool->borrowers = !job;
    pthread_mutex_unlock(&pool->lock);
    return job;
}

bool pool_result(struct pool *pool, uint64_t number, struct str result)
{
    bool ok = true;

    pthread_mutex_lock(&pool->lock);
    struct job *job = pool->stopping ? NULL : map_get(&pool->lent, number); /* when it stops all that are lent are dropped */
    if (job)
        ok = job->kind->travel->unpack_result(job->arg, result);
    if (job && ok) {
        map_remove(&pool->lent, number);
        lane_charge(&pool->lane[job->kind->length], job);
        count(pool, 0);
        pool->owner.finished(pool->owner.self, job); /* with the lock, so before the pool has stopped */
    }
    pthread_mutex_unlock(&pool->lock);
    return ok;
}

void pool_lost(struct pool *pool, uint64_t number)
{
    pthread_mutex_lock(&pool->lock);
    struct job *job = map_remove(&pool->lent, number);
    if (job) {
        lane_put(&pool->lane[job->kind->length], job);
        count(pool, 1);
        pthread_cond_broadcast(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
}
