/* The fourteen powers: one row each. */
#ifndef POWERCHESS_POWERS_H
#define POWERCHESS_POWERS_H

#include "games/powerchess/state.h"

/* What the player adds to the choice: nothing, a square, the capturing piece's
 * move, or such a move made like a ply, where a pawn may be promoted. */
enum follow { FOLLOW_NONE, FOLLOW_SQUARE, FOLLOW_MOVE, FOLLOW_PLY };

enum { POWERS_MOST = 5 };
enum common_power { ADJUST, REWIND, SECOND_EFFORT, SHIELD, SWAP };
enum rare_power { BLACK_HOLE, ENERGIZE, EYE_FOR_AN_EYE, SAFETY_NET, SEND_AWAY };
enum legendary_power { ARMAGEDDON, AWAKEN, CLONE, REANIMATE };

struct power {
    const char *name;
    enum follow follow;
    /* With a follow-up: the squares that may be named. If there are none it
     * fizzles. */
    uint64_t (*targets)(const struct powerchess *g);
    /* Uses the power. False: without a follow-up it may turn out to do
     * nothing. */
    bool (*use)(struct powerchess *g, int target, enum kind promotion, struct trail *t);
    const char *link; /* in words between its name and its target */
    const char *text; /* what it does, in one sentence */
};

extern const struct power chess_powers[RARITIES][POWERS_MOST];
extern const uint8_t      chess_power_count[RARITIES];

/* Rarity and power as one number, 0 to POWERS - 1. */
enum { POWERS = 14 };
static inline int power_number(int rarity, int power)
{
    return rarity * POWERS_MOST + power;
}

#endif
