/* The quick player: one move by rules of thumb, in a few microseconds. Rollouts
 * and the lower levels use it. It makes no offers, but answers those of
 * others. */
#ifndef CATAN_QUICK_H
#define CATAN_QUICK_H

#include "games/catan/plan.h"

/* A move of `seat`, which must owe one. */
void catan_quick_move(const struct catan *g, int seat, const struct taste *taste, struct rng *r, struct move *out);

#endif
