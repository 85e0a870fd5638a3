/* meeple sim snakes --programs DIR: programs against each other. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Plays `games` fights and prints a table; returns the exit status. While
 * there are no more combinations of four than fights, all are played in turn;
 * else four are drawn for each fight. Places are drawn, too. Everything
 * depends on the seed alone. */
int tournament_run(const char *folder, int64_t games, uint64_t seed, bool json);

#endif
