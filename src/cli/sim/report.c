#include "cli/sim/report.h"

#include "base/jout.h"

#include <math.h>
#include <stdio.h>

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static int64_t all_moves(const struct score *s)
{
    int64_t sum = 0;

    for (int i = 0; i < s->match->setup.seats; i++)
        sum += s->entrant[i].moves;
    return sum;
}

static const char *decision_word(enum decision d)
{
    return d == DECIDED_HIGH ? "high" : d == DECIDED_LOW ? "low" : "undecided";
}

/* ---- for people -------------------------------------------------------- */

static void print_games(int64_t n, const char *what)
{
    printf("%lld %s%s", (long long)n, n == 1 ? "game" : "games", what);
}

static void print_elo(double elo)
{
    if (isinf(elo))
        printf(elo < 0 ? "-inf" : "+inf");
    else
        printf("%+.0f", fabs(elo) < 0.5 ? 0 : elo);
}

/* Fits 80 columns: what is 0 for everybody has no column. */
static void print_entrants(const struct score *s)
{
    const struct match *m = s->match;
    int                 width = 6;
    int64_t             shared = 0, nodes = 0;

    for (int i = 0; i < m->setup.seats; i++) {
        width = (int)strlen(m->entrant[i].name) > width ? (int)strlen(m->entrant[i].name) : width;
        shared += s->entrant[i].shared;
        nodes += s->entrant[i].nodes;
    }
    printf("%-*s   score   95 %% interval    won%s  points  ms/move%s\n", width, "player", shared ? " shared" : "",
           nodes ? " nodes/move" : "");
    for (int i = 0; i < m->setup.seats; i++) {
        const struct sums *e = &s->entrant[i];
        struct interval    share = score_share(s, i);

        printf("%-*s  %5.1f%%  %5.1f .. %5.1f %6lld", width, m->entrant[i].name, 100 * share.mean, 100 * share.low,
               100 * share.high, (long long)e->wins);
        if (shared)
            printf(" %6lld", (long long)e->shared);
        printf(" %7.2f %8.2f", ratio((double)e->points, (double)s->games), ratio((double)e->spent_us / 1000, (double)e->moves));
        if (nodes)
            printf(" %10.0f", ratio((double)e->nodes, (double)e->moves));
        printf("\n");
    }
}

static void print_elo_line(const struct score *s)
{
    struct interval share = score_share(s, 0);

    printf("Elo of %s: ", s->match->entrant[0].name);
    print_elo(elo_of_share(share.mean));
    printf(" (");
    print_elo(elo_of_share(share.low));
    printf(" .. ");
    print_elo(elo_of_share(share.high));
    printf(")\n");
}

static void print_test(const struct score *s)
{
    bool        two = s->match->setup.seats == 2;
    const char *unit = two ? " Elo" : " %";

    printf("SPRT of %s, %g%s or %g%s: LLR %+.2f, ", s->match->entrant[0].name, s->sprt.low, unit, s->sprt.high, unit, score_llr(s));
    if (s->decision == UNDECIDED)
        printf("undecided: play more games\n");
    else
        printf("decided for %g%s\n", s->decision == DECIDED_HIGH ? s->sprt.high : s->sprt.low, unit);
}

void report_text(const struct score *s, double seconds)
{
    const struct match *m = s->match;
    int64_t             moves = all_moves(s);

    printf("%s, ", m->game->title);
    print_games(s->games, "");
    if (s->interrupted)
        printf(" of %lld (interrupted)", (long long)m->games);
    if (m->rotate)
        printf(" (%.0f %s in %d rotations)", s->entrant[0].n, s->entrant[0].n == 1 ? "seed" : "seeds", match_tuple(m));
    printf(", seed %llu\n\n", (unsigned long long)m->seed);
    print_entrants(s);
    printf("\nby seat:");
    for (int seat = 0; seat < m->setup.seats; seat++)
        printf("  %d: %.1f%%", seat, 100 * ratio(s->seat[seat], (double)s->games));
    printf("\n");
    if (m->setup.seats == 2)
        print_elo_line(s);
    if (s->sprt.on)
        print_test(s);
    if (s->stuck)
        print_games(s->stuck, " got stuck: a draw\n");
    if (s->too_long) {
        print_games(s->too_long, "");
        printf(" longer than %lld moves (--moves): a draw\n", (long long)m->moves_max);
    }
    if (s->forfeits)
        print_games(s->forfeits, " lost by a program that failed\n");
    printf("%.1f moves a game; %.1f games/s, %.0f moves/s; digest %016llx\n", ratio((double)moves, (double)s->games),
           ratio((double)s->games, seconds), ratio((double)moves, seconds), (unsigned long long)s->digest);
}

/* ---- for programs ------------------------------------------------------ */

static void field_finite(struct jout *j, const char *key, double value, int decimals)
{
    if (isinf(value))
        jout_field_null(j, key);
    else
        jout_field_real(j, key, value, decimals);
}

static void write_entrant(const struct score *s, int i, struct jout *j)
{
    const struct sums *e = &s->entrant[i];
    struct interval    share = score_share(s, i);

    jout_open_object(j);
    jout_field_text(j, "player", s->match->entrant[i].name);
    jout_field_real(j, "score", share.mean, 4);
    jout_field_real(j, "low", share.low, 4);
    jout_field_real(j, "high", share.high, 4);
    jout_field_int(j, "won", e->wins);
    jout_field_int(j, "shared", e->shared);
    jout_field_int(j, "forfeits", e->forfeits);
    jout_field_int(j, "points", e->points);
    jout_field_int(j, "moves", e->moves);
    jout_field_int(j, "nodes", e->nodes);
    jout_close_object(j);
}

static void write_elo(const struct score *s, struct jout *j)
{
    struct interval share = score_share(s, 0);

    jout_field_object(j, "elo");
    field_finite(j, "mean", elo_of_share(share.mean), 1);
    field_finite(j, "low", elo_of_share(share.low), 1);
    field_finite(j, "high", elo_of_share(share.high), 1);
    jout_close_object(j);
}

static void write_timing(const struct score *s, double seconds, struct jout *j)
{
    jout_field_object(j, "timing");
    jout_field_real(j, "seconds", seconds, 3);
    jout_field_real(j, "games_per_second", ratio((double)s->games, seconds), 1);
    jout_field_array(j, "ms_per_move");
    for (int i = 0; i < s->match->setup.seats; i++)
        jout_real(j, ratio((double)s->entrant[i].spent_us / 1000, (double)s->entrant[i].moves), 3);
    jout_close_array(j);
    jout_close_object(j);
}

void report_json(const struct score *s, double seconds)
{
    const struct match *m = s->match;
    struct buf          out = { 0 };
    struct jout         j = jout_to(&out);
    char                digest[17];

    jout_open_object(&j);
    jout_field_text(&j, "game", m->game->name);
    jout_field_uint(&j, "seed", m->seed);
    jout_field_int(&j, "games", s->games);
    if (s->interrupted)
        jout_field_bool(&j, "interrupted", true);
    jout_field_int(&j, "tuples", (int64_t)s->entrant[0].n);
    jout_field_int(&j, "stuck", s->stuck);
    jout_field_int(&j, "too_long", s->too_long);
    jout_field_array(&j, "players");
    for (int i = 0; i < m->setup.seats; i++)
        write_entrant(s, i, &j);
    jout_close_array(&j);
    jout_field_array(&j, "by_seat");
    for (int seat = 0; seat < m->setup.seats; seat++)
        jout_real(&j, ratio(s->seat[seat], (double)s->games), 4);
    jout_close_array(&j);
    if (m->setup.seats == 2)
        write_elo(s, &j);
    if (s->sprt.on) {
        jout_field_object(&j, "sprt");
        jout_field_real(&j, "low", s->sprt.low, 2);
        jout_field_real(&j, "high", s->sprt.high, 2);
        jout_field_real(&j, "llr", score_llr(s), 3);
        jout_field_text(&j, "decision", decision_word(s->decision));
        jout_close_object(&j);
    }
    jout_field_int(&j, "moves", all_moves(s));
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)s->digest);
    jout_field_text(&j, "digest", digest);
    write_timing(s, seconds, &j);
    jout_close_object(&j);
    puts(out.at);
    buf_release(&out);
}
