/* Honest trading: a trade is worth making if it helps oneself more than the
 * partner; never with somebody who is about to win. */
#ifndef CATAN_OFFERS_H
#define CATAN_OFFERS_H

#include "games/catan/plan.h"

/* What the next sevens are expected to cost a hand. */
int catan_risk(const uint8_t hand[RESOURCES]);

/* Is `seat` so close to winning that nobody should help them? */
bool catan_is_dangerous(const struct catan *g, int seat);

/* Should `seat` join the open offer? */
bool catan_likes_offer(const struct catan *g, int seat, const struct taste *taste);

/* The offer that helps `seat` most, not made before in this turn (think->past);
 * false: none is worth it. */
bool catan_best_offer(const struct catan *g, int seat, const struct taste *taste, const struct think *think, struct move *out);

#endif
