/* A tournament of snakes: `meeple tournament`. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include "cli/contender.h"

struct tournament_plan {
    const struct contender *who;
    int                     n;    /* two or more */
    int                     size; /* snakes in a fight: 2..4, at most n */
    int64_t                 fights;
    uint64_t                seed;
    int                     jobs;
};

/* The results of a program. A fight is one point, shared by the longest. */
struct fared {
    int64_t fights, won, shared;  /* longest alone, and shared */
    int64_t twelfths, squares;    /* of its points, and of the squares of those, in 144ths */
    int64_t cells, cells_squares; /* at the end */
    int64_t eaten;
};

/* Two programs in the same fight. */
struct met {
    int64_t fights, longer, equal;
};

struct tournament {
    const struct tournament_plan *plan;
    int64_t                       fights; /* all, or those before an interrupt */
    struct fared                 *fared;  /* by program */
    struct met                   *met;    /* by program and opponent: [i * n + k] */
    int64_t                       turns;
    uint64_t                      digest; /* of all fights; the same for any number of jobs */
};

/* Plays all fights. If there are no more combinations of programs than fights,
 * all are played in turn; otherwise programs are drawn for each fight. Places
 * are drawn, too. Everything depends on the seed only. An interrupt ends it early,
 * with the fights so far. False: threads cannot be started. */
bool tournament_play(const struct tournament_plan *plan, struct tournament *out);
void tournament_release(struct tournament *t);

#endif
