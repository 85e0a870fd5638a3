/* The fights of a tournament, on several threads. */
#include "cli/tournament.h"

#include "base/mem.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "games/snakes/fight.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { POLL_MS = 20 };

/* Shared by the threads; the sums are integers, so their order does not matter. */
struct arena {
    struct tournament *t;
    int64_t            combinations;
    pthread_mutex_t    lock;       /* for everything below, and the sums */
    int64_t            next, last; /* those from `next` to before `last` are still to come */
};

/* ---- who fights ---------------------------------------------------------- */

/* Binomial coefficient, or INT64_MAX / 2 if that is too large. */
static int64_t choose(int n, int k)
{
    int64_t ways = 1;

    for (int i = 1; i <= k; i++)
        ways = ways > INT32_MAX ? INT64_MAX / 2 : ways * (n - k + i) / i;
    return ways;
}

/* The `number`-th combination of `k` out of `n`, in ascending order. */
static void combination(int64_t number, int n, int k, int *out)
{
    for (int i = 0, at = 0; i < k; at++) {
        int64_t with = choose(n - at - 1, k - i - 1);

        if (number < with)
            out[i++] = at;
        else
            number -= with;
    }
}

static void draw_some(struct rng *r, int n, int k, int *out)
{
    for (int i = 0; i < k; i++) {
        bool again = true;

        while (again) {
            out[i] = (int)rng_below(r, (uint64_t)n);
            again = false;
            for (int before = 0; before < i; before++)
                again |= out[before] == out[i];
        }
    }
}

/* Places the members of the fight: place[p] is a program or -1. */
static void draw_places(struct rng *r, const int *members, int k, int place[SNAKES])
{
    int free_places[SNAKES], left = SNAKES;

    for (int i = 0; i < SNAKES; i++) {
        free_places[i] = i;
        place[i] = -1;
    }
    for (int i = 0; i < k; i++) {
        int pick = (int)rng_below(r, (uint64_t)left);

        place[free_places[pick]] = members[i];
        free_places[pick] = free_places[--left];
    }
}

/* ---- counting ------------------------------------------------------------ */

static void count_pairs(struct tournament *t, const int place[SNAKES], const struct fight_record *r)
{
    for (int i = 0; i < SNAKES; i++)
        for (int k = 0; k < SNAKES; k++) {
            if (i == k || place[i] < 0 || place[k] < 0)
                continue;
            struct met *met = &t->met[(size_t)place[i] * (size_t)t->plan->n + (size_t)place[k]];
            met->fights++;
            met->longer += r->length[i] > r->length[k];
            met->equal += r->length[i] == r->length[k];
        }
}

static void count(struct tournament *t, int64_t number, const int place[SNAKES], const struct fight_record *r)
{
    struct rng mark = rng_seeded((uint64_t)number);
    int        longest = 0, holders = 0;

    for (int i = 0; i < SNAKES; i++)
        longest = place[i] >= 0 && r->length[i] > longest ? r->length[i] : longest;
    for (int i = 0; i < SNAKES; i++)
        holders += place[i] >= 0 && r->length[i] == longest;
    for (int i = 0; i < SNAKES; i++) {
        if (place[i] < 0)
            continue;
        struct fared *f = &t->fared[place[i]];
        int           twelfths = r->length[i] == longest ? 12 / holders : 0;

        f->fights++;
        f->won += twelfths == 12;
        f->shared += twelfths > 0 && twelfths < 12;
        f->twelfths += twelfths;
        f->squares += twelfths * twelfths;
        f->cells += r->length[i];
        f->cells_squares += r->length[i] * r->length[i];
        f->eaten += r->status[i] == STATUS_EATEN;
    }
    count_pairs(t, place, r);
    t->turns += r->turns;
    for (int i = 0; i < r->turns; i++)
        mark = rng_seeded(rng_next(&mark) ^ r->turn[i]);
    t->digest += rng_next(&mark);
}

/* ---- fights -------------------------------------------------------------- */

static void fight(struct arena *all, int64_t number, void *memory, struct fight_record *record, int place[SNAKES])
{
    const struct tournament_plan *plan = all->t->plan;
    struct rng                    r = rng_seeded(plan->seed + (uint64_t)number * UINT64_C(0xD1342543DE82EF95));
    const struct snake_program   *program[SNAKES];
    int                           members[SNAKES];

    if (all->combinations <= plan->fights)
        combination(number % all->combinations, plan->n, plan->size, members);
    else
        draw_some(&r, plan->n, plan->size, members);
    draw_places(&r, members, plan->size, place);
    for (int i = 0; i < SNAKES; i++)
        program[i] = place[i] >= 0 ? &plan->who[place[i]].program : NULL;
    fight_run(program, rng_next(&r), TURNS_MAX, memory, record);
}

static void *work(void *arg)
{
    struct arena        *all = arg;
    void                *memory = mem_new(fight_memory());
    struct fight_record *record = mem_new(sizeof *record);
    int                  place[SNAKES];

    pthread_mutex_lock(&all->lock);
    while (all->next < all->last) {
        int64_t number = all->next++;

        pthread_mutex_unlock(&all->lock);
        fight(all, number, memory, record, place);
        pthread_mutex_lock(&all->lock);
        count(all->t, number, place, record);
        all->t->fights++;
    }
    pthread_mutex_unlock(&all->lock);
    free(record);
    free(memory);
    return NULL;
}

static void watch(struct arena *all)
{
    struct progress bar = { .what = "snakes", .unit = "fights" };
    int64_t         done, last;

    do {
        nanosleep(&(struct timespec){ .tv_nsec = POLL_MS * 1000000 }, NULL);
        pthread_mutex_lock(&all->lock);
        if (interrupted())
            all->last = all->next;
        done = all->t->fights;
        last = all->last;
        pthread_mutex_unlock(&all->lock);
        progress_show(&bar, done, all->t->plan->fights);
    } while (done < last);
    progress_end(&bar);
}

bool tournament_play(const struct tournament_plan *plan, struct tournament *out)
{
    struct arena all = {
        .t = out, .combinations = choose(plan->n, plan->size), .lock = PTHREAD_MUTEX_INITIALIZER, .last = plan->fights
    };
    pthread_t *threads = mem_list((size_t)plan->jobs, sizeof threads[0]);
    int        started = 0;

    struct interrupts before;
    interrupts_catch(&before);
    *out = (struct tournament){ .plan = plan };
    out->fared = mem_list((size_t)plan->n, sizeof out->fared[0]);
    out->met = mem_list((size_t)plan->n * (size_t)plan->n, sizeof out->met[0]);
    while (started < plan->jobs && pthread_create(&threads[started], NULL, work, &all) == 0)
        started++;
    if (started)
        watch(&all);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    interrupts_release(&before);
    free(threads);
    return started > 0;
}

void tournament_release(struct tournament *t)
{
    free(t->fared);
    free(t->met);
}
