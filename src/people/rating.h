/* Ratings: two published systems, as plain arithmetic.
 *
 * Glicko-2 for two players (M. Glickman, "Example of the Glicko-2 system"),
 * and for more the Plackett-Luce form of the Bayesian approximation by R. C.
 * Weng and C.-J. Lin (JMLR 12, 2011, algorithm 4). Both are shown on one scale:
 * a newcomer is 1500, and the deviation says how little is known. */
#ifndef PEOPLE_RATING_H
#define PEOPLE_RATING_H

struct rating {
    double rating;
    double deviation;
    double volatility; /* Glicko-2 only */
};

extern const struct rating glicko2_newcomer, wenglin_newcomer;

/* One rating period of `me`: `n` games against opponents with their ratings
 * before it, and my scores 1, 0.5 or 0. Without games the deviation grows. */
void glicko2_update(struct rating *me, const struct rating *opponents, const double *scores, int n);

/* `days` without a game: one empty period each. */
void glicko2_rest(struct rating *me, double days);

/* One table of `n` players; rank 1 is first, ties share a rank. */
void wenglin_update(struct rating *players, const int *ranks, int n);

/* The lower bound that leaderboards sort by. */
static inline double rating_floor(const struct rating *r)
{
    return r->rating - 2 * r->deviation;
}

#endif
