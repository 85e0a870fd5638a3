/* The threads that play a match. Games finish in any order but are counted and
 * recorded in the order of their numbers, by whichever thread completes the
 * next one; so a test that stops early only depends on the longest finished
 * prefix, and later games are discarded. */
#ifndef CLI_SIM_CREW_H
#define CLI_SIM_CREW_H

#include "cli/sim/record.h"
#include "cli/sim/score.h"

enum { JOBS_MAX = 64 };

/* Plays the match with `jobs` threads and a progress bar. An interrupt (^C) ends
 * it at once, with the score of the games so far. `record` may be NULL. False: a
 * message was printed. */
bool crew_play(const struct match *m, int jobs, struct score *score, struct record *record, double *seconds);

#endif
