/* Computer players. A player is a pure function from what its seat can see to
 * a move; it knows no secrets, keeps nothing between calls and asks no clock.
 * Players that play any game are in src/bots/; a game may bring its own
 * (game.bots), written on its private rules. */
#ifndef GAME_BOT_H
#define GAME_BOT_H

#include "game/game.h"

/* What a player may use while it thinks. */
struct think {
    struct rng          rng;     /* seeded by the caller: same seed, same move */
    struct move_list    scratch; /* room for game.legal_max moves */
    void               *memory;  /* `bot.memory` bytes, or NULL if it wants none */
    int64_t             nodes;   /* effort it may spend, in its own units (positions looked at) */
    /* Set by others to end it early; looked at now and then. NULL: never. */
    const volatile int *cancel;
};

struct bot {
    const char *name;   /* lower case letters: "random" */
    const char *title;  /* for people */
    size_t      memory; /* working memory it needs, allocated by the caller */
    /* A move of `seat` on a state redacted for it; false only if it owes none. */
    bool (*choose)(const struct game *game, const void *seen, int seat, struct think *think, struct move *out);
};

/* Players of a game: its own first, then those that play anything. i = 0, 1,
 * ... until NULL. (src/bots/registry.c) */
const struct bot *bot_at(const struct game *game, int i);
const struct bot *bot_by_name(const struct game *game, struct str name);

#endif
