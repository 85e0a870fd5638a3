/* The quick player: reasonable moves in a few microseconds, for playouts and
 * for level 2. The planner (bot.c) uses its parts to find candidates. */
#ifndef SMALLWORLD_QUICK_H
#define SMALLWORLD_QUICK_H

#include "games/smallworld/rules.h"

/* Values are in eighths of a coin. */
enum { COIN = 8 };

/* The map from the view of a seat that conquers. */
struct field {
    const struct world *w;
    int                 seat;
    int                 hand;
    bool                flies;
    set                 active, reach;
    set                 targets;            /* that may be attacked once they are reached */
    set                 caverns;            /* for those who tunnel, else none */
    uint8_t             price[REGIONS_MAX]; /* of targets, like their values */
    int16_t             value[REGIONS_MAX];
};
void field_make(const struct world *w, int seat, struct field *out);

/* Beam search of the given width for the best row of conquests that the hand
 * can pay: returns its worth, `first` is its first region (-1: there is none). */
int plan_conquests(const struct field *f, int width, int *first);

/* The worth of a badge on display: income of its first turn, price, coins on it,
 * later use. */
int badge_worth(const struct world *w, int seat, int position);

/* Eight ways to redeploy; 0 is the quick player's. Some may be equal. */
enum { REDEPLOY_SHAPES = 8 };
void redeploy_shape(const struct world *w, int seat, int shape, struct move *out);

/* The quick player's move; false: `seat` owes none. */
bool quick_move(const void *state, int seat, struct rng *r, struct move *out);

#endif
