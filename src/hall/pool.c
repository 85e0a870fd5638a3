/* The worker pool: a bounded queue of jobs and a few threads. A finished job
 * comes back to the hall as an ask of its own. */
#include "base/limits.h"
#include "base/mem.h"
#include "base/thread.h"
#include "hall/internal.h"

#include <stdlib.h>

struct job {
    struct job *next;
    void (*work)(void *arg);
    void (*done)(struct hall *hall, void *arg);
    void (*dropped)(struct hall *hall, void *arg);
    void *arg;
};

enum { POOL_THREADS_MAX = 16 };

struct pool {
    struct hall    *hall;
    pthread_mutex_t lock;
    pthread_cond_t  more;
    struct job     *first, *last;
    int             waiting;
    bool            stopping;
    int             n;
    pthread_t       thread[POOL_THREADS_MAX];
};

static struct job *next_job(struct pool *pool)
{
    struct job *job = NULL;

    pthread_mutex_lock(&pool->lock);
    while (!pool->first && !pool->stopping)
        pthread_cond_wait(&pool->more, &pool->lock);
    if (!pool->stopping) {
        job = pool->first;
        pool->first = job->next;
        if (!pool->first)
            pool->last = NULL;
        atomic_store(&pool->hall->metrics.jobs_waiting, --pool->waiting);
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *run(void *arg)
{
    struct pool *pool = arg;
    struct job  *job;

    thread_be_patient(); /* everybody waits for the doors and the hall, few for a job */
    while ((job = next_job(pool))) {
        job->work(job->arg);
        struct ask *ask = ask_new(ASK_INTERNAL, 0, NULL, 0);
        ask->fire = job->done;
        ask->arg = job->arg;
        free(job);
        hall_submit(pool->hall, ask, ask, 0); /* counts as none: results are never refused */
        atomic_fetch_sub(&pool->hall->metrics.jobs, 1);
    }
    return NULL;
}

struct pool *pool_new(struct hall *hall, int threads)
{
    struct pool *pool = mem_new(sizeof *pool);

    pool->hall = hall;
    pool->n = threads < POOL_THREADS_MAX ? threads : POOL_THREADS_MAX;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    for (int i = 0; i < pool->n; i++)
        if (pthread_create(&pool->thread[i], NULL, run, pool))
            BUG("cannot start a worker thread");
    return pool;
}

void pool_stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->n; i++)
        pthread_join(pool->thread[i], NULL);
    pool->n = 0;
}

void pool_drop(struct pool *pool)
{
    for (struct job *job = pool->first, *next; job; job = next) {
        next = job->next;
        job->dropped(pool->hall, job->arg);
        free(job);
    }
    pool->first = pool->last = NULL;
}

void pool_free(struct pool *pool)
{
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

enum err job_submit(struct hall *hall, void (*work)(void *arg), void (*done)(struct hall *hall, void *arg),
                    void (*dropped)(struct hall *hall, void *arg), void *arg)
{
    struct pool *pool = hall->pool;
    enum err     err = ERR_FULL;

    pthread_mutex_lock(&pool->lock);
    if (!pool->stopping && pool->waiting < LIMIT_JOBS_WAITING) {
        struct job *job = mem_new(sizeof *job);

        *job = (struct job){ .work = work, .done = done, .dropped = dropped, .arg = arg };
        if (pool->last)
            pool->last->next = job;
        else
            pool->first = job;
        pool->last = job;
        atomic_store(&hall->metrics.jobs_waiting, ++pool->waiting);
        atomic_fetch_add(&hall->metrics.jobs, 1);
        pthread_cond_signal(&pool->more);
        err = ERR_OK;
    }
    pthread_mutex_unlock(&pool->lock);
    return err;
}
