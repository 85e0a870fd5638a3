/* Changes of a position that several moves share; for rules.c alone. None of
 * them can fail. Regions are numbered from 0 here. */
#ifndef SMALLWORLD_TURNS_H
#define SMALLWORLD_TURNS_H

#include "games/smallworld/rules.h"

int  world_roll(struct world *w);      /* the die: 0 to 3 */
void world_set_free(struct region *r); /* nobody's, and empty */

/* `seat` takes `region` with so many tokens of their hand; whoever was there is
 * driven out, and becomes w->defender if they have to retreat. */
void world_take_region(struct world *w, int seat, int region, int tokens, struct effects *out);

/* The stage that follows: retreat, more conquests, or the redeployment. */
void world_after_conquest(struct world *w, int seat);
void world_end_conquests(struct world *w, int seat);

/* Once a turn: Amazons hand tokens back, Skeletons get theirs. */
void world_settle_hand(struct world *w, int seat);

void world_decline(struct world *w, int seat, struct effects *out);
void world_finish_turn(struct world *w, int seat, struct effects *out); /* income, then the next player's turn */

#endif
