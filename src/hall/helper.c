#include "hall/helper.h"

#include "base/mem.h"
#include "hall/internal.h"

#include <sched.h>
#include <stdlib.h>

enum { WORKERS_MIN = 2, JOBS_EACH = 4 /* that a helper has at most, for each worker */ };

/* A job that is here. */
struct errand {
    struct errand         *next;
    const struct job_kind *kind;
    void                  *arg;
    uint64_t               number;
    bool                   wanted, finished; /* `finished`: with the lock */
};

struct helper {
    struct pool        *pool;
    struct hall_metrics metrics; /* the pool's; nobody reads them */
    void (*wake)(void *arg);
    void           *wake_arg;
    int             workers;
    int             n; /* errands that are wanted */
    struct errand  *first;
    uint64_t        count;
    pthread_mutex_t lock;
};

/* ---- kinds of jobs ---------------------------------------------------------- */

static const struct job_kind *kind_named(struct str name)
{
    for (int i = 0; all_parts[i]; i++)
        for (const struct job_kind *const *kind = all_parts[i]->jobs; kind && *kind; kind++)
            if ((*kind)->travel && str_is(name, (*kind)->travel->name))
                return *kind;
    return NULL;
}

/* ---- the pool ---------------------------------------------------------------- */

static void finished(void *self, struct job *job)
{
    struct helper *h = self;

    pthread_mutex_lock(&h->lock);
    for (struct errand *e = h->first; e; e = e->next)
        if (e->arg == job->arg)
            e->finished = true;
    pthread_mutex_unlock(&h->lock);
    free(job);
    h->wake(h->wake_arg);
}

static void dropped(void *self, struct job *job)
{
    (void)self;
    free(job); /* its errand is freed with the helper */
}

/* The cores that this process may use. */
static int cores(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : WORKERS_MIN;
}

struct helper *helper_new(void (*wake)(void *arg), void *arg)
{
    struct helper *h = mem_new(sizeof *h);
    int            n = cores();

    h->wake = wake;
    h->wake_arg = arg;
    h->workers = n < WORKERS_MIN ? WORKERS_MIN : n < POOL_THREADS_MAX ? n : POOL_THREADS_MAX - 1;
    pthread_mutex_init(&h->lock, NULL);
    h->pool = pool_new(h->workers, (struct pool_owner){ .self = h, .finished = finished, .metrics = &h->metrics });
    return h;
}

static void errand_free(struct errand *e)
{
    e->kind->travel->discard(e->arg);
    free(e);
}

void helper_free(struct helper *h)
{
    helper_forget(h);
    pool_stop(h->pool);
    pool_drop(h->pool, dropped);
    pool_free(h->pool);
    for (struct errand *e = h->first, *next; e; e = next) {
        next = e->next;
        errand_free(e);
    }
    pthread_mutex_destroy(&h->lock);
    free(h);
}

int helper_workers(const struct helper *h)
{
    return h->workers;
}

uint64_t helper_count(const struct helper *h)
{
    return h->count;
}

/* ---- errands ------------------------------------------------------------------ */

bool helper_take(struct helper *h, uint64_t number, struct str name, struct str bytes)
{
    const struct job_kind *kind = kind_named(name);
    void                  *arg = kind && h->n < h->workers * JOBS_EACH ? kind->travel->unpack(bytes) : NULL;

    if (!arg)
        return false;
    struct errand *e = mem_new(sizeof *e);
    *e = (struct errand){ .kind = kind, .arg = arg, .number = number, .wanted = true };
    pthread_mutex_lock(&h->lock);
    e->next = h->first;
    h->first = e;
    pthread_mutex_unlock(&h->lock);
    h->n++;
    if (pool_add(h->pool, ASKER_NOBODY, kind, arg) == ERR_OK)
        return true;
    pthread_mutex_lock(&h->lock);
    h->first = e->next;
    pthread_mutex_unlock(&h->lock);
    h->n--;
    errand_free(e);
    return false;
}

static struct errand *take_finished(struct helper *h)
{
    pthread_mutex_lock(&h->lock);
    struct errand **at = &h->first;
    while (*at && !(*at)->finished)
        at = &(*at)->next;
    struct errand *e = *at;
    if (e)
        *at = e->next;
    pthread_mutex_unlock(&h->lock);
    return e;
}

bool helper_finished(struct helper *h, uint64_t *number, struct buf *result)
{
    struct errand *e;
    bool           wanted = false;

    while (!wanted && (e = take_finished(h))) {
        wanted = e->wanted;
        if (wanted) {
            *number = e->number;
            e->kind->travel->pack_result(e->arg, result);
            h->n--;
            h->count++;
        }
        errand_free(e);
    }
    return wanted;
}

void helper_forget(struct helper *h)
{
    for (struct errand *e = h->first; e; e = e->next) { /* only this thread changes the list */
        e->wanted = false;
        if (e->kind->travel->unwanted)
            e->kind->travel->unwanted(e->arg);
    }
    h->n = 0;
}
