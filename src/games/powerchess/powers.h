/* The fourteen powers: one row each. */
#ifndef POWERCHESS_POWERS_H
#define POWERCHESS_POWERS_H

#include "games/powerchess/state.h"

/* What the user adds to the choice: nothing, a square, the capturing piece's
 * move, or such a move made like a ply, where a pawn that arrives has a choice. */
enum follow { FOLLOW_NONE, FOLLOW_SQUARE, FOLLOW_MOVE, FOLLOW_PLY };

enum { POWERS_MOST = 5 };
enum common_power { ADJUST, REWIND, SECOND_EFFORT, SHIELD, SWAP };
enum rare_power { BLACK_HOLE, ENERGIZE, EYE_FOR_AN_EYE, SAFETY_NET, SEND_AWAY };
enum legendary_power { ARMAGEDDON, AWAKEN, CLONE, REANIMATE };

struct power {
    const char *name;
    enum follow follow;
    /* With a follow-up: the squares that may be named. None: it fizzles. */
    uint64_t (*targets)(const struct powerchess *g);
    /* Does it; without follow-up it may turn out to do nothing. */
    void (*use)(struct powerchess *g, int target, enum kind promotion, struct trail *t);
};

extern const struct power chess_powers[RARITIES][POWERS_MOST];
extern const uint8_t      chess_power_count[RARITIES];
extern const char *const  chess_rarity_names[RARITIES];

#endif
