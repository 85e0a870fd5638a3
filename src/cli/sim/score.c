#include "cli/sim/score.h"

#include <math.h>

static const double z95 = 1.959964;    /* of the normal distribution */
static const double llr_bound = 2.944; /* log(0.95 / 0.05) */

double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double elo_of_share(double share)
{
    return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : -400 * log10(1 / share - 1);
}

/* ---- counting ---------------------------------------------------------- */

static void add_entrant(struct sums *e, const struct played *game, int c)
{
    e->tuple += game->share[c];
    e->wins += game->share[c] == 1;
    e->shared += game->share[c] > 0 && game->share[c] < 1;
    e->points += game->points[c];
    e->moves += game->moves[c];
    e->spent_us += game->spent_us[c];
    e->nodes += game->nodes[c];
    e->forfeits += game->ending == ENDED_FORFEIT && game->loser == c;
}

static void end_tuple(struct score *s)
{
    int seats = s->match->setup.seats;

    for (int c = 0; c < seats; c++) {
        struct sums *e = &s->entrant[c];
        double       share = e->tuple / match_tuple(s->match);

        e->n++;
        e->sum += share;
        e->squares += share * share;
        e->tuple = 0;
    }
    double llr = s->sprt.on ? score_llr(s) : 0;
    s->decision = llr >= llr_bound ? DECIDED_HIGH : llr <= -llr_bound ? DECIDED_LOW : UNDECIDED;
}

void score_add(struct score *s, int64_t number, const struct played *game)
{
    const struct match *m = s->match;

    if (s->decision != UNDECIDED)
        return;
    s->games++;
    s->stuck += game->ending == ENDED_STUCK;
    s->too_long += game->ending == ENDED_TOO_LONG;
    s->forfeits += game->ending == ENDED_FORFEIT;
    s->digest = mix(s->digest, game->digest);
    for (int c = 0; c < m->setup.seats; c++)
        add_entrant(&s->entrant[c], game, c);
    for (int seat = 0; seat < m->setup.seats; seat++)
        s->seat[seat] += game->share[match_entrant(m, number, seat)];
    if ((number + 1) % match_tuple(m) == 0)
        end_tuple(s);
}

/* ---- intervals --------------------------------------------------------- */

/* Quantile of Student's distribution with `degrees` of freedom corresponding to
 * z95: with few tuples the interval is wider. (Cornish-Fisher expansion; within
 * 1 % from three degrees on.) */
static double student95(double degrees)
{
    double z = z95, z3 = z * z * z, z5 = z3 * z * z;

    return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

/* Wilson's interval, for identical tuples: their variance is zero, but their
 * number is evidence. */
static struct interval wilson(double mean, double n)
{
    double zz = z95 * z95 / n, centre = (mean + zz / 2) / (1 + zz);
    double half = z95 / (1 + zz) * sqrt(mean * (1 - mean) / n + zz / (4 * n));

    return (struct interval){ mean, centre - half, centre + half };
}

struct interval score_share(const struct score *s, int entrant)
{
    const struct sums *e = &s->entrant[entrant];

    if (e->n < 1)
        return (struct interval){ 0, 0, 1 };
    double          mean = e->sum / e->n, about = e->squares - e->n * mean * mean;
    struct interval i = wilson(mean, e->n);
    if (e->n > 1 && about > 1e-9) {
        double half = student95(e->n - 1) * sqrt(about / (e->n - 1) / e->n);

        i = (struct interval){ mean, mean - half, mean + half };
    }
    i.low = fmax(i.low, 0);
    i.high = fmin(i.high, 1);
    return i;
}

/* The variance includes one extra tuple that is off by half a win, so that a
 * few identical tuples decide nothing. */
double score_llr(const struct score *s)
{
    const struct sums *e = &s->entrant[0];

    if (e->n < 1)
        return 0;
    double mean = e->sum / e->n;
    double variance = (e->squares - e->n * mean * mean + 0.25) / e->n;
    return e->n * (s->sprt.p1 - s->sprt.p0) * (2 * mean - s->sprt.p0 - s->sprt.p1) / (2 * variance);
}
