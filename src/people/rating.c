#include "people/rating.h"

#include <math.h>

/* ---- Glicko-2 ---------------------------------------------------------- */

/* System constant and scale of the paper; step numbers below refer to it. */
static const double tau = 0.5, convergence = 1e-6, scale = 173.7178;
static const double deviation_most = 350;

const struct rating glicko2_newcomer = { .rating = 1500, .deviation = 350, .volatility = 0.06 };

static double reduction(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

/* Input of step 5. */
struct change {
    double delta2, phi2, v, a;
};

static double slope(const struct change *c, double x)
{
    double ex = exp(x), d = c->phi2 + c->v + ex;

    return ex * (c->delta2 - d) / (2 * d * d) - (x - c->a) / (tau * tau);
}

/* Step 5: the new volatility, by the Illinois method. */
static double new_volatility(const struct change *c)
{
    double a = c->a, b;

    if (c->delta2 > c->phi2 + c->v) {
        b = log(c->delta2 - c->phi2 - c->v);
    } else {
        for (b = a - tau; slope(c, b) < 0;)
            b -= tau;
    }
    double fa = slope(c, a), fb = slope(c, b);
    while (fabs(b - a) > convergence) {
        double x = a + (a - b) * fa / (fb - fa), fx = slope(c, x);

        if (fx * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = x;
        fb = fx;
    }
    return exp(a / 2);
}

void glicko2_update(struct rating *me, const struct rating *opponents, const double *scores, int n)
{
    double mu = (me->rating - 1500) / scale, phi = me->deviation / scale;
    double information = 0, surprise = 0;

    if (n == 0) {
        glicko2_rest(me, 1);
        return;
    }
    /* Steps 3 and 4: the variance of the estimate, and the improvement. */
    for (int i = 0; i < n; i++) {
        double g = reduction(opponents[i].deviation / scale);
        double expected = 1 / (1 + exp(-g * (mu - (opponents[i].rating - 1500) / scale)));

        information += g * g * expected * (1 - expected);
        surprise += g * (scores[i] - expected);
    }
    struct change c = { .v = 1 / information, .phi2 = phi * phi, .a = log(me->volatility * me->volatility) };
    c.delta2 = c.v * surprise * c.v * surprise;

    /* Steps 6 to 8. */
    double volatility = new_volatility(&c);
    double phi2 = 1 / (1 / (c.phi2 + volatility * volatility) + information);
    me->rating = 1500 + scale * (mu + phi2 * surprise);
    me->deviation = fmin(scale * sqrt(phi2), deviation_most);
    me->volatility = volatility;
}

void glicko2_rest(struct rating *me, double days)
{
    double drift = scale * me->volatility;

    me->deviation = fmin(sqrt(me->deviation * me->deviation + days * drift * drift), deviation_most);
}

/* ---- Weng-Lin ---------------------------------------------------------- */

/* The paper's defaults (25, 25/3, half of that) times 60. A variance never
 * shrinks by more than a factor of ten thousand at once. */
static const double beta = 250, kappa = 0.0001;

const struct rating wenglin_newcomer = { .rating = 1500, .deviation = 500 };

enum { PLAYERS_MAX = 16 };

/* Algorithm 4: each player q is compared with all that did not place better;
 * they form the choice from which q was picked. */
void wenglin_update(struct rating *players, const int *ranks, int n)
{
    double strength[PLAYERS_MAX], change[PLAYERS_MAX] = { 0 }, shrink[PLAYERS_MAX] = { 0 };
    double c = 0;

    for (int i = 0; i < n; i++)
        c += players[i].deviation * players[i].deviation + beta * beta;
    c = sqrt(c);
    for (int i = 0; i < n; i++)
        strength[i] = exp(players[i].rating / c);

    for (int q = 0; q < n; q++) {
        double sum = 0;
        int    ties = 0;

        for (int s = 0; s < n; s++) {
            ties += ranks[s] == ranks[q];
            if (ranks[s] >= ranks[q])
                sum += strength[s];
        }
        for (int i = 0; i < n; i++) {
            double variance = players[i].deviation * players[i].deviation, share = strength[i] / sum;

            if (ranks[q] > ranks[i])
                continue;
            change[i] += variance / c * ((q == i ? 1 - share : -share) / ties);
            shrink[i] += players[i].deviation / c * (variance / (c * c)) * share * (1 - share) / ties;
        }
    }
    for (int i = 0; i < n; i++) {
        players[i].rating += change[i];
        players[i].deviation *= sqrt(fmax(1 - shrink[i], kappa));
    }
}
