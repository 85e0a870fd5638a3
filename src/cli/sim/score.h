/* Statistics of a match. Games are added in the order of their numbers, so that
 * every figure, including the digest, is independent of the number of threads.
 * The unit is the tuple: games with the same seed are not independent trials,
 * but tuples are. */
#ifndef CLI_SIM_SCORE_H
#define CLI_SIM_SCORE_H

#include "cli/sim/match.h"

/* A sequential test of the first entrant: is it as weak as LOW or as strong as
 * HIGH? Error rates are 5 % on both sides. */
struct sprt {
    bool   on;
    double low, high; /* as given: Elo for two seats, percent of wins for more */
    double p0, p1;    /* as shares of the win */
};

enum decision { UNDECIDED, DECIDED_LOW, DECIDED_HIGH };

/* Sums of one entrant's shares. */
struct sums {
    double  n, sum, squares; /* tuples, their mean shares, and the squares of those */
    double  tuple;           /* share in the current tuple */
    int64_t wins, shared;    /* games won alone; games with a shared first place or a draw */
    int64_t points, moves, spent_us, nodes, forfeits;
};

struct score {
    const struct match *match;
    struct sprt         sprt;
    int64_t             games; /* counted ones */
    bool                interrupted;
    int64_t             stuck, too_long, forfeits;
    struct sums         entrant[SEATS_MAX];
    double              seat[SEATS_MAX]; /* shares of the win, by seat */
    uint64_t            digest;
    enum decision       decision;
};

/* Adds the next game. Once the test is decided nothing counts any more. */
void score_add(struct score *s, int64_t number, const struct played *game);

struct interval {
    double mean, low, high;
};
/* The share of an entrant with its 95 % interval. */
struct interval score_share(const struct score *s, int entrant);
double          score_llr(const struct score *s);

double share_of_elo(double elo);
double elo_of_share(double share); /* infinite at 0 and 1 */

#endif
