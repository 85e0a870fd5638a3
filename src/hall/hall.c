/* Opening and closing the hall: the store, the parts and their routes. */
#include "hall/hall.h"

#include "base/mem.h"
#include "hall/api.h"
#include "hall/internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL_THREADS = 2 };

/* A path below "/<game>/" moved to another base, which begins and ends with
 * a slash whether it was given so or not. */
static char *moved_path(const struct route *route, const struct game *game, struct str base)
{
    struct buf home = { 0 }, path = { 0 };

    buf_printf(&home, "/%s/", game->name);
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

static void add_routes(struct hall *hall, struct part *part)
{
    const struct dialect *d = part->dialect;
    const char           *base = d->base ? setting_text(hall->settings, d->base) : NULL;

    while (d->routes && d->routes[part->n_routes].path)
        part->n_routes++;
    part->routes = mem_list((size_t)part->n_routes + 1, sizeof part->routes[0]);
    part->moved = mem_list((size_t)part->n_routes + 1, sizeof part->moved[0]);
    for (int i = 0; i < part->n_routes; i++) {
        part->routes[i] = d->routes[i];
        part->moved[i] = base ? moved_path(&d->routes[i], part->game, str_of(base)) : NULL;
        if (part->moved[i])
            part->routes[i].path = part->moved[i];
    }
}

static void free_routes(struct part *part)
{
    for (int i = 0; i < part->n_routes; i++)
        free(part->moved[i]);
    free(part->moved);
    free(part->routes);
}

static void add_part(struct hall *hall, const struct dialect *dialect, const struct game *game)
{
    struct part *part = &hall->part[hall->n_parts++];

    if (hall->n_parts > PARTS_MAX)
        BUG("more games than the hall has room for");
    part->dialect = dialect;
    part->game = game;
    add_routes(hall, part);
}

static enum err migrate(struct store *store, const char *owner, const struct dialect *dialect, char problem[256])
{
    struct migration m = { owner, dialect->migrations };

    return m.steps ? store_migrate(store, &m, problem) : ERR_OK;
}

enum err hall_migrate(struct store *store, char problem[256])
{
    enum err err = store_migrate(store, &hall__table_migration, problem);

    if (err == ERR_OK)
        err = migrate(store, "hall_api", &hall_api, problem);
    for (int i = 0; err == ERR_OK && all_games[i]; i++)
        err = migrate(store, all_games[i]->name, all_dialects[i], problem);
    return err;
}

/* On failure only those that are open count as parts: nobody else is told
 * anything when the hall closes. */
static enum err open_parts(struct hall *hall, char problem[256])
{
    add_part(hall, &hall_api, NULL);
    for (int i = 0; all_games[i]; i++)
        add_part(hall, all_dialects[i], all_games[i]);
    if (tables__open(hall) != ERR_OK) { /* going on without some would give their numbers away again */
        snprintf(problem, 256, "%s is damaged: not all tables can be read; restore a backup",
                 setting_text(hall->settings, "store"));
        hall->n_parts = 0;
        return ERR_IO;
    }
    for (int i = 0; i < hall->n_parts; i++) {
        struct part *part = &hall->part[i];
        enum err     err = part->dialect->open ? part->dialect->open(hall, &part->self) : ERR_OK;

        if (err != ERR_OK) {
            snprintf(problem, 256, "cannot open %s: %s", part->game ? part->game->name : "the hall API", err_text(err));
            hall->n_parts = i;
            return err;
        }
    }
    return store_commit(hall->store, problem);
}

enum err hall_open(const struct settings *settings, void (*wake)(void *arg), void *arg, struct hall **out, char problem[256])
{
    struct hall       *hall = mem_new(sizeof *hall);
    pthread_condattr_t monotonic;

    if (sodium_init() < 0)
        BUG("cannot begin: no random numbers from the system");
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
    hall->warming.below = UINT64_MAX;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&hall->in_more, &monotonic);
    pthread_condattr_destroy(&monotonic);
    hall__look_at_clock(hall);
    hall->pool = pool_new(hall, POOL_THREADS);

    enum err err = store_open(setting_text(settings, "store"), &hall->store, problem);
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

void hall_close(struct hall *hall)
{
    hall_stop(hall);
    pool_stop(hall->pool);
    pool_drop(hall->pool);
    if (hall->opened) /* was stepped by hand */
        hall_step(hall);
    tables__drop_all(hall);
    for (int i = hall->n_parts - 1; i >= 0; i--)
        if (hall->part[i].dialect->close && hall->part[i].self)
            hall->part[i].dialect->close(hall, hall->part[i].self);
    for (int i = 0; i < PARTS_MAX; i++) /* also of those that did not open */
        free_routes(&hall->part[i]);
    tables__close(hall);
    for (struct out *o = hall_take_outs(hall), *next; o; o = next) {
        next = o->next;
        out_free(o);
    }
    for (struct ask *ask = hall->in_first, *next; ask; ask = next) {
        next = ask->next;
        ask_free(ask);
    }
    pool_free(hall->pool);
    timers_release(&hall->timers);
    map_release(&hall->conns);
    free(hall->touched);
    buf_release(&hall->words);
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

const struct route *hall_route(const struct hall *hall, int i)
{
    for (int p = 0; p < hall->n_parts; p++) {
        if (i < hall->part[p].n_routes)
            return &hall->part[p].routes[i];
        i -= hall->part[p].n_routes;
    }
    return NULL;
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

void *dialect_self(struct hall *hall, const struct game *game)
{
    for (int i = 0; i < hall->n_parts; i++)
        if (hall->part[i].game == game)
            return hall->part[i].self;
    return NULL;
}

void dialects_tell(struct hall *hall, const struct account_change *change)
{
    const char *why;

    for (int i = 0; i < hall->n_parts; i++)
        if (hall->part[i].dialect->account_changed)
            hall->part[i].dialect->account_changed(hall->store, change, &why);
}

const struct hall_metrics *hall_metrics(const struct hall *hall)
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
