/* Opening and closing the hall: the store, the parts and their routes. */
#include "hall/hall.h"

#include "base/address.h"
#include "base/mem.h"
#include "base/rng.h"
#include "hall/internal.h"
#include "store/here.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL_THREADS = 2 };

/* The path of a route below "/<name>/" moved to another base, with a slash at
 * both ends of the base. */
static char *moved_path(const struct route *route, const char *name, struct str base)
{
    struct buf home = { 0 }, path = { 0 };

    buf_printf(&home, "/%s/", name);
    if (str_starts(str_of(route->path), buf_view(&home))) {
        if (base.len == 0 || base.at[0] != '/')
            buf_char(&path, '/');
        buf_str(&path, base);
        if (base.len && base.at[base.len - 1] != '/')
            buf_char(&path, '/');
        buf_text(&path, route->path + home.len);
    }
    buf_release(&home);
    return path.len ? buf_detach(&path) : NULL;
}

static void add_routes(struct hall *hall, struct member *m)
{
    const struct part *part = m->part;
    const char        *base = part->base ? setting_text(hall->settings, part->base) : NULL;

    while (part->routes && part->routes[m->n_routes].path)
        m->n_routes++;
    m->routes = mem_list((size_t)m->n_routes + 1, sizeof m->routes[0]);
    m->moved = mem_list((size_t)m->n_routes + 1, sizeof m->moved[0]);
    for (int i = 0; i < m->n_routes; i++) {
        m->routes[i] = part->routes[i];
        m->moved[i] = base ? moved_path(&part->routes[i], part->name, str_of(base)) : NULL;
        if (m->moved[i])
            m->routes[i].path = m->moved[i];
    }
}

static void free_routes(struct member *m)
{
    for (int i = 0; i < m->n_routes; i++)
        free(m->moved[i]);
    free(m->moved);
    free(m->routes);
}

enum err hall_migrate(struct store *store, char problem[256])
{
    enum err err = ERR_OK;

    for (int i = 0; err == ERR_OK && all_parts[i]; i++)
        if (all_parts[i]->migrations)
            err = store_migrate(store, &(struct migration){ all_parts[i]->name, all_parts[i]->migrations }, problem);
    return err;
}

bool hall_knows(struct store *store)
{
    bool knows = true;

    for (int i = 0; knows && all_parts[i]; i++)
        if (all_parts[i]->migrations)
            knows = store_knows(store, &(struct migration){ all_parts[i]->name, all_parts[i]->migrations });
    return knows;
}

/* On failure only the parts that have opened count as members: no other part is
 * called when the hall closes. */
static enum err open_parts(struct hall *hall, char problem[256])
{
    for (int i = 0; all_parts[i]; i++) {
        struct member *m = &hall->member[i];

        if (i == PARTS_MAX)
            BUG("more than PARTS_MAX parts");
        m->part = all_parts[i];
        add_routes(hall, m);
        hall->n_members = i + 1; /* a part may look itself up while it opens */
        enum err err = m->part->open ? m->part->open(hall, &m->self) : ERR_OK;
        if (err != ERR_OK) {
            snprintf(problem, 256,
                     err == ERR_IO ? "%s is damaged: not all of its rows can be read; restore a backup" : "cannot open %s",
                     setting_text(hall->settings, "store"));
            return err;
        }
    }
    store_set_time(hall->store, hall->now);
    return store_commit(hall->store, problem);
}

/* ---- jobs ---------------------------------------------------------------- */

/* A finished job returns to the hall as an ask. */
static void job_finished(void *self, struct job *job)
{
    struct ask *ask = ask_new(ASK_INTERNAL, 0, NULL, 0);

    ask->fire = job->kind->done;
    ask->arg = job->arg;
    free(job);
    hall_submit(self, ask, ask, 0); /* n = 0: results are never refused */
}

static void job_to_lend(void *self)
{
    struct hall *hall = self;

    hall->wake(hall->wake_arg);
}

static void job_dropped(void *self, struct job *job)
{
    job->kind->dropped(self, job->arg);
    free(job);
}

void hall__drop_jobs(struct hall *hall)
{
    pool_drop(hall->pool, job_dropped);
}

int hall_asker(const struct hall *hall)
{
    return hall->asker;
}

uint64_t hall_payer(const struct hall *hall)
{
    return hall->served && hall->served->kind != ASK_INTERNAL ? address_key(hall->served->peer) : 0;
}

enum err job_submit(struct hall *hall, const struct job_kind *kind, void *arg)
{
    return pool_add(hall->pool, hall->asker, kind, arg);
}

enum err job_submit_for(struct hall *hall, int asker, const struct job_kind *kind, void *arg)
{
    return pool_add(hall->pool, asker, kind, arg);
}

bool hall_lend_job(struct hall *hall, struct job_lent *out)
{
    return pool_lend(hall->pool, out);
}

bool hall_job_result(struct hall *hall, uint64_t number, struct str result)
{
    return pool_result(hall->pool, number, result);
}

void hall_job_lost(struct hall *hall, uint64_t number)
{
    pool_lost(hall->pool, number);
}

/* ---- life ---------------------------------------------------------------- */

static struct hall *hall_new(const struct settings *settings, void (*wake)(void *arg), void *arg)
{
    struct hall       *hall = mem_new(sizeof *hall);
    pthread_condattr_t monotonic;

    if (sodium_init() < 0)
        BUG("cannot start: the system provides no random numbers");
    hall->settings = settings;
    hall->test_mode = setting_flag(settings, "test-mode");
    hall->wake = wake;
    hall->wake_arg = arg;
    pthread_mutex_init(&hall->in_lock, NULL);
    pthread_mutex_init(&hall->out_lock, NULL);
    pthread_mutex_init(&hall->health_lock, NULL);
    pthread_mutex_init(&hall->syncer.lock, NULL);
    pthread_cond_init(&hall->syncer.more, NULL);
    hall->syncer.idle = true;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&hall->in_more, &monotonic);
    pthread_condattr_destroy(&monotonic);
    turns__open(&hall->turns);
    hall->asker = ASKER_NOBODY;
    hall__look_at_clock(hall);
    hall->pool =
        pool_new(POOL_THREADS,
                 (struct pool_owner){ .self = hall, .finished = job_finished, .wake = job_to_lend, .metrics = &hall->metrics });
    return hall;
}

/* With the store's result, of opening it. */
static enum err move_in(struct hall *hall, enum err err, struct hall **out, char problem[256])
{
    if (err == ERR_OK)
        err = hall_migrate(hall->store, problem);
    if (err == ERR_OK)
        err = open_parts(hall, problem);
    if (err != ERR_OK) {
        hall_close(hall);
        return err;
    }
    hall->opened = true;
    *out = hall;
    return ERR_OK;
}

enum err hall_open(const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out, char problem[256])
{
    struct hall *hall = hall_new(settings, wake, arg);

    return move_in(hall, store_open(setting_text(settings, "store"), &hall->store, problem), out, problem);
}

enum err hall_open_on(struct store *store, const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out,
                      char problem[256])
{
    struct hall *hall = hall_new(settings, wake, arg);

    hall->store = store;
    hall->log = store_log(store);
    steady_not_before(&hall->clock, store_here(store).at);
    hall__look_at_clock(hall);
    return move_in(hall, ERR_OK, out, problem);
}

void hall_close(struct hall *hall)
{
    hall_stop(hall);
    pool_stop(hall->pool);
    hall__drop_jobs(hall);
    if (hall->opened) /* it was driven by hall_step */
        hall_step(hall);
    for (int i = 0; i < hall->n_members; i++)
        if (hall->member[i].part->let_go && hall->member[i].self)
            hall->member[i].part->let_go(hall, hall->member[i].self);
    for (int i = hall->n_members - 1; i >= 0; i--)
        if (hall->member[i].part->close && hall->member[i].self)
            hall->member[i].part->close(hall, hall->member[i].self);
    for (int i = 0; i < PARTS_MAX; i++) /* including those that did not open */
        free_routes(&hall->member[i]);
    for (struct out *o = hall_take_outs(hall), *next; o; o = next) {
        next = o->next;
        out_free(o);
    }
    doubt__drop_reads(hall);
    turns__add(&hall->turns, hall->in_first);
    for (struct ask *ask; (ask = turns__next(&hall->turns));)
        ask_free(ask);
    pool_free(hall->pool);
    timers_release(&hall->timers);
    map_release(&hall->conns);
    if (hall->store)
        store_close(hall->store);
    pthread_cond_destroy(&hall->in_more);
    pthread_mutex_destroy(&hall->in_lock);
    pthread_mutex_destroy(&hall->out_lock);
    pthread_mutex_destroy(&hall->health_lock);
    pthread_mutex_destroy(&hall->syncer.lock);
    pthread_cond_destroy(&hall->syncer.more);
    free(hall);
}

struct hall *hall_plan(const struct settings *settings)
{
    struct hall *plan = mem_new(sizeof *plan);

    plan->settings = settings;
    for (int i = 0; all_parts[i]; i++) {
        plan->member[i].part = all_parts[i];
        add_routes(plan, &plan->member[i]);
        plan->n_members = i + 1;
    }
    return plan;
}

void hall_plan_free(struct hall *plan)
{
    for (int i = 0; plan && i < plan->n_members; i++)
        free_routes(&plan->member[i]);
    free(plan);
}

const struct route *hall_route(const struct hall *hall, int i)
{
    for (int m = 0; m < hall->n_members; m++) {
        if (i < hall->member[m].n_routes)
            return &hall->member[m].routes[i];
        i -= hall->member[m].n_routes;
    }
    return NULL;
}

void *part_self(struct hall *hall, const struct part *part)
{
    for (int i = 0; i < hall->n_members; i++)
        if (hall->member[i].part == part)
            return hall->member[i].self;
    return NULL;
}

int64_t hall_waiting(struct hall *hall)
{
    return hall->in_count + hall->turns.asks;
}

struct store *hall_store(struct hall *hall)
{
    return hall->store;
}

const struct settings *hall_settings(const struct hall *hall)
{
    return hall->settings;
}

bool hall_test_mode(const struct hall *hall)
{
    return hall->test_mode;
}

bool hall_has_nodes(const struct hall *hall)
{
    return hall->log != NULL;
}

void hall_random(void *out, size_t len)
{
    randombytes_buf(out, len);
}

uint64_t hall_random_below(uint64_t n)
{
    struct rng r;

    randombytes_buf(&r, sizeof r);
    return rng_below(&r, n);
}

struct hall_metrics *hall_metrics(struct hall *hall)
{
    return &hall->metrics;
}

void metric_add(struct metric_sizes *m, uint64_t value)
{
    int bucket = 0;

    while (bucket < METRIC_BUCKETS - 1 && value > UINT64_C(1) << 2 * bucket)
        bucket++;
    atomic_fetch_add(&m->bucket[bucket], 1);
    atomic_fetch_add(&m->sum, value);
    atomic_fetch_add(&m->n, 1);
}
