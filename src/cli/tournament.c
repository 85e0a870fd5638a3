#include "cli/tournament.h"

#include "base/jout.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/contender.h"
#include "games/snakes/fight.h"

#include <stdio.h>
#include <stdlib.h>

/* How a program fared. */
struct score {
    const struct contender *who;
    int64_t                 fights, wins, cells, eaten; /* wins: longest of all, alone */
};

struct tournament {
    struct contender *contenders;
    struct score     *scores;
    int               n, group; /* programs, and how many of them are in a fight */
    int64_t           combinations;
    int64_t           turns;
    void             *memory;
};

/* ---- who fights ---------------------------------------------------------- */

/* How many ways to choose k of n, or INT64_MAX / 2 if that is too many. */
static int64_t choose(int n, int k)
{
    int64_t ways = 1;

    for (int i = 1; i <= k; i++)
        ways = ways > INT32_MAX ? INT64_MAX / 2 : ways * (n - k + i) / i;
    return ways;
}

/* The `number`-th choice of `k` out of `n`, in ascending order. */
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

/* Puts the members of the fight on places: place[p] is a program or -1. */
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

/* ---- fights -------------------------------------------------------------- */

static void count(struct tournament *t, const int place[SNAKES], const struct fight_record *r)
{
    int longest = 0, holders = 0;

    for (int i = 0; i < SNAKES; i++)
        longest = place[i] >= 0 && r->length[i] > longest ? r->length[i] : longest;
    for (int i = 0; i < SNAKES; i++)
        holders += place[i] >= 0 && r->length[i] == longest;
    for (int i = 0; i < SNAKES; i++) {
        if (place[i] < 0)
            continue;
        struct score *s = &t->scores[place[i]];
        s->fights++;
        s->wins += holders == 1 && r->length[i] == longest;
        s->cells += r->length[i];
        s->eaten += r->status[i] == STATUS_EATEN;
    }
    t->turns += r->turns;
}

static void fight(struct tournament *t, int64_t number, int64_t games, uint64_t seed)
{
    struct rng                  r = rng_seeded(seed + (uint64_t)number * UINT64_C(0xD1342543DE82EF95));
    const struct snake_program *program[SNAKES];
    struct fight_record         record;
    int                         members[SNAKES], place[SNAKES];

    if (t->combinations <= games)
        combination(number % t->combinations, t->n, t->group, members);
    else
        draw_some(&r, t->n, t->group, members);
    draw_places(&r, members, t->group, place);
    for (int i = 0; i < SNAKES; i++)
        program[i] = place[i] >= 0 ? &t->contenders[place[i]].program : NULL;
    fight_run(program, rng_next(&r), TURNS_MAX, t->memory, &record);
    count(t, place, &record);
}

/* ---- results ------------------------------------------------------------- */

static double mean(int64_t sum, int64_t n)
{
    return n ? (double)sum / (double)n : 0;
}

static int by_cells(const void *a, const void *b)
{
    const struct score *x = a, *y = b;
    double              left = mean(x->cells, x->fights), right = mean(y->cells, y->fights);

    if (left != right)
        return left < right ? 1 : -1;
    return strcmp(x->who->name, y->who->name);
}

static void print_table(const struct tournament *t, int64_t games, uint64_t seed)
{
    printf("Snakes, %d programs, %lld fights, seed %llu\n\n", t->n, (long long)games, (unsigned long long)seed);
    printf("program                                     fights    wins         cells, mean   eaten\n");
    for (int i = 0; i < t->n; i++) {
        const struct score *s = &t->scores[i];

        printf("%-40s  %8lld  %6lld  %5.1f%%  %11.2f  %5.1f%%\n", s->who->name, (long long)s->fights, (long long)s->wins,
               100 * mean(s->wins, s->fights), mean(s->cells, s->fights), 100 * mean(s->eaten, s->fights));
    }
    printf("\n%.1f turns a fight\n", mean(t->turns, games));
}

static void print_json(const struct tournament *t, int64_t games, uint64_t seed)
{
    struct buf  out = { 0 };
    struct jout j = jout_to(&out);

    jout_open_object(&j);
    jout_field_text(&j, "game", "snakes");
    jout_field_uint(&j, "seed", seed);
    jout_field_int(&j, "games", games);
    jout_field_array(&j, "programs");
    for (int i = 0; i < t->n; i++) {
        const struct score *s = &t->scores[i];
        struct str          name = str_of(s->who->name);

        jout_open_object(&j);
        jout_field_str(&j, "program", str_utf8(name) ? name : STR("?"));
        jout_field_int(&j, "fights", s->fights);
        jout_field_int(&j, "wins", s->wins);
        jout_field_int(&j, "cells", s->cells);
        jout_field_int(&j, "eaten", s->eaten);
        jout_close_object(&j);
    }
    jout_close_array(&j);
    jout_field_int(&j, "turns", t->turns);
    jout_close_object(&j);
    puts(out.at);
    buf_release(&out);
}

int tournament_run(const char *folder, int64_t games, uint64_t seed, bool json)
{
    struct tournament t = { 0 };
    struct progress   bar = { .what = "snakes" };

    if (!contenders_load(folder, &t.contenders, &t.n))
        return STATUS_FAILED;
    if (t.n < 2) {
        free(t.contenders);
        return complain("%s: a tournament needs two programs or more", folder);
    }
    t.group = t.n < SNAKES ? t.n : SNAKES;
    t.combinations = choose(t.n, t.group);
    t.memory = mem_new(fight_memory());
    t.scores = mem_list((size_t)t.n, sizeof t.scores[0]);
    for (int i = 0; i < t.n; i++)
        t.scores[i].who = &t.contenders[i];
    for (int64_t i = 0; i < games; i++) {
        fight(&t, i, games, seed);
        progress_show(&bar, i + 1, games);
    }
    qsort(t.scores, (size_t)t.n, sizeof t.scores[0], by_cells);
    json ? print_json(&t, games, seed) : print_table(&t, games, seed);
    free(t.memory);
    free(t.scores);
    free(t.contenders);
    return STATUS_OK;
}
