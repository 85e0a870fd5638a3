/* Who will win? What is known of a seat is put into numbers (its traits), and
 * a logistic model makes odds of everybody's. Its weights were fitted to
 * positions of games whose winner is known: benches/catan_fit.c. */
#ifndef CATAN_ESTIMATE_H
#define CATAN_ESTIMATE_H

#include "games/catan/plan.h"

enum trait {
    TRAIT_SCORE,
    TRAIT_PACE,
    TRAIT_PRODUCES, /* of each resource, the first cards counting most */
    TRAIT_HARBOURS = TRAIT_PRODUCES + RESOURCES,
    TRAIT_PROSPECT,
    TRAIT_BLOCKED, /* by the robber, who will go away */
    TRAIT_CITY_SOON,
    TRAIT_SETTLEMENT_SOON,
    TRAIT_PLACE, /* the best one that is 0, 1 and 2 roads away */
    TRAIT_ARMY = TRAIT_PLACE + 3,
    TRAIT_KNIGHTS_USED, /* without the largest army */
    TRAIT_KNIGHTS_HELD,
    TRAIT_PROGRESS_HELD,
    TRAIT_ROAD_HOLDER,
    TRAIT_ROAD,
    TRAIT_ROAD_LEAD,
    TRAIT_CITIES,
    TRAIT_NO_SETTLEMENTS, /* left to build */
    TRAIT_NO_CITIES,
    TRAIT_ORDER, /* how soon it is their turn */
    TRAITS
};

/* In thousandths. `paces` may be NULL. */
void catan_traits(const struct catan *g, int seat, struct paces *paces, int32_t trait[TRAITS]);

/* How far the game is, in thousandths: what the weights depend on. */
int catan_progress(const struct catan *g);

#endif
