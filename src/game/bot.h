/* Computer players. A player is a pure function from what its seat can see to
 * a move: it knows no secrets, reads no clock, and keeps nothing between calls
 * that could change a choice. Generic players are in src/bots/; a game may add
 * its own (game.bots), built on its rules.
 *
 * A player is written NAME, NAME:LEVEL, or level:N for the game's strongest
 * player at that level: bot_find(). */
#ifndef GAME_BOT_H
#define GAME_BOT_H

#include "game/game.h"

#include <stdatomic.h>

enum { LEVELS = 5, LEVEL_DEFAULT = 3 };

/* What a player may use while thinking. */
struct think {
    struct rng          rng;     /* seeded by the caller: same seed, same move */
    struct move_list    scratch; /* empty; grows as needed */
    /* `bot.memory` bytes private to this thread: zeroed once, then as the
     * previous player left it. Entries must be tagged with `number`, so
     * that no choice depends on an earlier one. */
    void               *memory;
    uint32_t            number; /* of this search: different each time, never 0 */
    int                 level;  /* 1..LEVELS */
    int64_t             nodes;  /* search budget, in the player's own unit (usually positions) */
    const struct move  *past;   /* the table's latest moves, all of this turn's at least, if bot.wants_past */
    int                 past_n;
    uint64_t            character; /* constant for a seat at a table, for reproducible noise */
    /* Set by another thread to stop the search: return the best move so far
     * within a millisecond. NULL: never. */
    const _Atomic bool *cancel;

    int64_t spent; /* set by the player: nodes actually spent */
};

static inline bool think_cancelled(const struct think *t)
{
    return t->cancel && atomic_load_explicit(t->cancel, memory_order_relaxed);
}

struct effort {
    int64_t nodes; /* per move; 0: the level does not exist */
    int32_t ms;    /* time limit, by the hall's clock */
};

struct bot {
    const char   *name;   /* lower case letters: "random" */
    const char   *title;  /* display name */
    size_t        memory; /* see think.memory; at most 16 MiB */
    bool          wants_past;
    struct effort effort[LEVELS]; /* all zero: no levels, plays the same at each */
    /* A move for `seat` on a state redacted for it; false only if it owes none. */
    bool (*choose)(const struct game *game, const void *seen, int seat, struct think *think, struct move *out);
};

/* Players of a game: its own first, strongest first, then the generic ones. i =
 * 0, 1, ... until NULL. (src/bots/registry.c) */
const struct bot *bot_at(const struct game *game, int i);
const struct bot *bot_by_name(const struct game *game, struct str name);

/* Parses NAME, NAME:LEVEL or level:N. False: no such player or level. */
bool bot_find(const struct game *game, struct str text, const struct bot **bot, int *level);
bool bot_has_level(const struct bot *bot, int level);

/* Display names of the levels: "Beginner" ... "Master". */
extern const char *const level_titles[LEVELS + 1]; /* by level; [0] is unused */

#endif
