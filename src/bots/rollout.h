/* A player for games with chance or hidden information. Every candidate move
 * is played out many times by the game's own fast policy, on determinized
 * states, and the move with the largest share of wins is chosen.
 *
 * A round draws one determinized state (game.determinize), dice included, and
 * plays all remaining candidates from that same state, so that luck affects
 * them equally. Candidates are reduced by sequential halving: the budget is
 * spread over rounds, and after each the worse half is dropped. The policy's
 * own choice stays to the end and is chosen unless its last rival is clearly
 * better: few playouts are noise, and following noise is worse than following
 * the policy.
 *
 * A game plugs in with one constant and a `choose` that calls rollout_choose:
 *
 *     static const struct rollout how = { .policy = quick_move, .horizon = 80, .most = 10, .random_percent = 5,
 *                                         .doubt_percent = 150 };
 *
 *     static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
 *     {
 *         return rollout_choose(game, seen, seat, think, &how, out);
 *     }
 *
 * with .memory = ROLLOUT_MEMORY(sizeof(struct mygame)) in its struct bot.
 * think->nodes counts playouts. */
#ifndef BOTS_ROLLOUT_H
#define BOTS_ROLLOUT_H

#include "game/bot.h"

enum { ROLLOUT_MOST = 64 }; /* maximum number of candidates */

/* Two states, each aligned to 16 bytes. */
#define ROLLOUT_MEMORY(state_size) (2 * (((size_t)(state_size) + 15) / 16 * 16))

struct rollout {
    /* The policy, for every seat: a move in a complete state (hidden parts are
     * guesses, so it may use all of it). False: the seat owes none. Pure;
     * randomness only from `r`. */
    bool (*policy)(const void *state, int seat, struct rng *r, void *notes, struct move *out);

    /* Moves the most promising moves of `list` to the front, at most `most`,
     * and shortens the list to them; `state` is a determinized one. The
     * policy's own choice is always tried. NULL: an even sample of the
     * list. */
    void (*narrow)(const void *state, int seat, struct move_list *list, int most, struct rng *r);

    /* A random move for `random_percent` of the moves in a playout, so that
     * playouts do not all repeat the policy's mistakes. NULL:
     * game_random_move. */
    bool (*wander)(const void *state, int seat, struct rng *r, void *notes, struct move *out);

    /* The value of the end of a playout for each seat, sum 65536. NULL: the
     * winners share it if the game ended, otherwise game.estimate. */
    void (*value)(const void *state, int32_t share[SEATS_MAX]);

    int horizon; /* maximum moves of a playout; 0: to the end of the game (at most 10,000) */
    int most;    /* moves to try; 0: ROLLOUT_MOST */
    int random_percent;
    int doubt_percent; /* required lead over the policy's choice, in percent of a standard error */

    /* Handed to .policy and .wander, who may remember there what they have
     * computed, as long as that changes no move. NULL: nothing. */
    void *notes;
};

/* ---- parts, also for tree.h ---- */

/* Lists in think->scratch the moves to try in a complete state, the policy's own
 * choice first. */
void rollout_candidates(const struct game *game, const void *state, int seat, struct think *think, const struct rollout *how);

/* Plays on by the policy, after `moves` moves, to the end or the horizon. */
void rollout_finish(const struct game *game, void *state, int moves, const struct rollout *how, struct rng *r);

/* The value of where a playout stands, for each seat. */
void rollout_value(const struct game *game, const void *state, const struct rollout *how, int32_t share[SEATS_MAX]);

/* The move to make; false only if `seat` owes none. Uses think->scratch and
 * think->memory and sets think->spent. When cancelled, it returns the best move
 * so far. */
bool rollout_choose(const struct game *game, const void *seen, int seat, struct think *think, const struct rollout *how,
                    struct move *out);

#endif
