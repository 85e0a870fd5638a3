/* Perft: the number of ways to play `depth` complete turns from a position. A
 * turn is a sequence of actions; it is complete when it ends by the rules, by a
 * win or because its player cannot continue. A finished game has no turns. */
#ifndef SANTORINI_PERFT_H
#define SANTORINI_PERFT_H

#include "games/santorini/rules.h"

uint64_t santorini_perft(const struct santorini *s, int depth);

#endif
