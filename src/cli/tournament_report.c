/* meeple tournament: the command, and its results as a table or as JSON. */
#include "base/jout.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/tournament.h"
#include "games/snakes/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIGHTS_MAX = 100 * 1000 * 1000, JOBS_MAX = 64, ROW = 80 /* characters */ };

/* clang-format off */
const struct setting tournament_settings[] = {
    { .name = "games", .kind = SETTING_INT, .default_value = "1000", .meta = "N", .help = "number of fights" },
    { .name = "size", .kind = SETTING_INT, .default_value = "4", .meta = "N", .help = "snakes in a fight, 2 to 4" },
    { .name = "seed", .kind = SETTING_INT, .default_value = "1", .meta = "S", .help = "same seed, same fights" },
    { .name = "jobs", .kind = SETTING_INT, .default_value = "1", .meta = "N", .help = "fights played in parallel; does not affect the result" },
    { .name = "json", .kind = SETTING_FLAG, .help = "print the result as one JSON object" },
    { 0 },
};
/* clang-format on */

/* ---- statistics ---------------------------------------------------------- */

/* A mean of `n` fights with its 95 % interval. */
struct interval95 {
    double mean, low, high;
};

/* Wilson's interval, for identical values: their variance is zero, but their
 * number is evidence. */
static struct interval95 wilson(double mean, double n, double z)
{
    double zz = z * z / n, centre = (mean + zz / 2) / (1 + zz);
    double half = z / (1 + zz) * sqrt(mean * (1 - mean) / n + zz / (4 * n));

    return (struct interval95){ mean, centre - half, centre + half };
}

static struct interval95 interval_of(double n, double sum, double squares, double least, double most)
{
    static const double z95 = 1.959964;

    if (n < 1)
        return (struct interval95){ 0, least, most };
    double            mean = sum / n, variance = n > 1 ? (squares - n * mean * mean) / (n - 1) : 0;
    struct interval95 i = wilson((mean - least) / (most - least), n, z95);
    i = (struct interval95){ mean, least + i.low * (most - least), least + i.high * (most - least) };
    if (variance > 1e-9) {
        double half = z95 * sqrt(variance / n);

        i = (struct interval95){ mean, mean - half, mean + half };
    }
    i.low = fmax(i.low, least);
    i.high = fmin(i.high, most);
    return i;
}

static struct interval95 score_of(const struct fared *f)
{
    return interval_of((double)f->fights, (double)f->twelfths / 12, (double)f->squares / 144, 0, 1);
}

static struct interval95 cells_of(const struct fared *f)
{
    return interval_of((double)f->fights, (double)f->cells, (double)f->cells_squares, 0, CELLS_MAX);
}

/* Longer is one point, equal half a point. */
static struct interval95 met_of(const struct met *m)
{
    return interval_of((double)m->fights, (double)m->longer + (double)m->equal / 2, (double)m->longer + (double)m->equal / 4, 0, 1);
}

static const struct met *met_at(const struct tournament *t, int i, int k)
{
    return &t->met[(size_t)i * (size_t)t->plan->n + (size_t)k];
}

/* Best first. */
static void order_by_score(const struct tournament *t, int *order)
{
    for (int i = 0; i < t->plan->n; i++) {
        int    at = i;
        double score = score_of(&t->fared[i]).mean;

        for (; at > 0 && score_of(&t->fared[order[at - 1]]).mean < score; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* ---- for people ---------------------------------------------------------- */

/* Fits 80 columns unless a program has a long name; --json has all of it. */
static void print_fared(const struct tournament *t, const int *order, int width)
{
    printf("    %-*s    fights   score  95 %% interval      won  shared  cells  eaten\n", width, "program");
    for (int i = 0; i < t->plan->n; i++) {
        const struct fared *f = &t->fared[order[i]];
        struct interval95   score = score_of(f);

        printf("%2d  %-*s %9lld  %5.1f%%  %5.1f .. %5.1f  %7lld %7lld  %5.1f %5.1f%%\n", i + 1, width, t->plan->who[order[i]].name,
               (long long)f->fights, 100 * score.mean, 100 * score.low, 100 * score.high, (long long)f->won, (long long)f->shared,
               cells_of(f).mean, f->fights ? 100.0 * (double)f->eaten / (double)f->fights : 0);
    }
}

static void print_met(const struct tournament *t, const int *order, int width)
{
    int room = (ROW - 4 - width) / 12, columns = t->plan->n < room ? t->plan->n : room > 2 ? room : 2;

    printf("\nfights with each opponent that ended longer than it (equal: half), 95 %% intervals%s\n",
           columns < t->plan->n ? "; --json lists all opponents" : "");
    printf("    %-*s", width, "");
    for (int k = 0; k < columns; k++)
        printf("  %10d", k + 1);
    printf("\n");
    for (int i = 0; i < t->plan->n; i++) {
        printf("%2d  %-*s", i + 1, width, t->plan->who[order[i]].name);
        for (int k = 0; k < columns; k++) {
            struct interval95 share = met_of(met_at(t, order[i], order[k]));

            if (i == k || !met_at(t, order[i], order[k])->fights)
                printf("  %10s", "-");
            else
                printf("  %5.1f+-%3.1f", 100 * share.mean, 50 * (share.high - share.low));
        }
        printf("\n");
    }
}

static void tournament_print(const struct tournament *t)
{
    int *order = mem_list((size_t)t->plan->n, sizeof order[0]), width = 7;

    order_by_score(t, order);
    for (int i = 0; i < t->plan->n; i++)
        width = (int)strlen(t->plan->who[i].name) > width ? (int)strlen(t->plan->who[i].name) : width;
    printf("Snakes, %d programs, %lld ", t->plan->n, (long long)t->fights);
    if (t->fights < t->plan->fights)
        printf("of %lld ", (long long)t->plan->fights);
    printf("fights of %d%s", t->plan->size, t->fights < t->plan->fights ? " (interrupted)" : "");
    printf(", seed %llu\n\n", (unsigned long long)t->plan->seed);
    print_fared(t, order, width);
    print_met(t, order, width);
    printf("\n%.1f turns a fight; digest %016llx\n", t->fights ? (double)t->turns / (double)t->fights : 0,
           (unsigned long long)t->digest);
    free(order);
}

/* ---- for programs -------------------------------------------------------- */

static struct str json_name(const struct contender *c)
{
    return str_utf8(str_of(c->name)) ? str_of(c->name) : STR("?");
}

static void interval_fields(struct jout *j, const char *name, struct interval95 i)
{
    jout_field_object(j, name);
    jout_field_real(j, "mean", i.mean, 6);
    jout_field_real(j, "low", i.low, 6);
    jout_field_real(j, "high", i.high, 6);
    jout_close_object(j);
}

static void write_program(struct jout *j, const struct tournament *t, int i)
{
    const struct fared *f = &t->fared[i];

    jout_open_object(j);
    jout_field_str(j, "program", json_name(&t->plan->who[i]));
    jout_field_int(j, "fights", f->fights);
    interval_fields(j, "score", score_of(f));
    interval_fields(j, "cells", cells_of(f));
    jout_field_int(j, "won", f->won);
    jout_field_int(j, "shared", f->shared);
    jout_field_int(j, "eaten", f->eaten);
    jout_field_array(j, "against");
    for (int k = 0; k < t->plan->n; k++) {
        const struct met *met = met_at(t, i, k);

        if (!met->fights)
            continue;
        jout_open_object(j);
        jout_field_str(j, "program", json_name(&t->plan->who[k]));
        jout_field_int(j, "fights", met->fights);
        interval_fields(j, "score", met_of(met));
        jout_close_object(j);
    }
    jout_close_array(j);
    jout_close_object(j);
}

static void tournament_json(const struct tournament *t)
{
    struct buf  out = { 0 };
    struct jout j = jout_to(&out);
    int        *order = mem_list((size_t)t->plan->n, sizeof order[0]);
    char        digest[17];

    order_by_score(t, order);
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)t->digest);
    jout_open_object(&j);
    jout_field_text(&j, "game", "snakes");
    jout_field_uint(&j, "seed", t->plan->seed);
    jout_field_int(&j, "games", t->fights);
    if (t->fights < t->plan->fights)
        jout_field_bool(&j, "interrupted", true);
    jout_field_int(&j, "size", t->plan->size);
    jout_field_array(&j, "programs");
    for (int i = 0; i < t->plan->n; i++)
        write_program(&j, t, order[i]);
    jout_close_array(&j);
    jout_field_int(&j, "turns", t->turns);
    jout_field_text(&j, "digest", digest);
    jout_close_object(&j);
    puts(out.at);
    buf_release(&out);
    free(order);
}

/* ---- the command --------------------------------------------------------- */

static bool in_range(const struct settings *settings, const char *name, int64_t least, int64_t most)
{
    int64_t value = setting_int(settings, name);

    if (value >= least && value <= most)
        return true;
    return complain("--%s must be %lld to %lld", name, (long long)least, (long long)most), false;
}

int run_tournament(const struct settings *settings, struct words words)
{
    struct contender *who = NULL;
    int               n = 0, status = STATUS_FAILED;
    struct tournament t;

    if (!in_range(settings, "games", 1, FIGHTS_MAX) || !in_range(settings, "jobs", 1, JOBS_MAX) ||
        !in_range(settings, "size", 2, SNAKES))
        return STATUS_USAGE;
    if (!contenders_load(words.at, words.n, &who, &n))
        return STATUS_FAILED;
    struct tournament_plan plan = {
        .who = who,
        .n = n,
        .size = (int)setting_int(settings, "size"),
        .fights = setting_int(settings, "games"),
        .seed = (uint64_t)setting_int(settings, "seed"),
        .jobs = (int)setting_int(settings, "jobs"),
    };
    plan.size = n < plan.size ? n : plan.size;
    if (n < 2) {
        complain("a tournament needs at least two programs");
    } else if (!tournament_play(&plan, &t)) {
        complain("cannot start more threads");
        tournament_release(&t);
    } else {
        setting_flag(settings, "json") ? tournament_json(&t) : tournament_print(&t);
        status = t.fights < plan.fights ? STATUS_INTERRUPTED : STATUS_OK;
        tournament_release(&t);
    }
    free(who);
    return status;
}
