/* A stronger player for games with chance or hidden information, for budgets of
 * a thousand playouts or more. rollout_choose() compares single moves, each
 * followed by the policy: beyond some hundred playouts it only measures more
 * exactly what the policy makes of a move. Here playouts share a tree of the
 * moves tried so far, so that the rest of the own turn and the replies are
 * chosen by what earlier playouts brought, and only what follows is the
 * policy's.
 *
 * Every playout has its own determinized state. A branch stands for a row of
 * moves, whatever the dice and the hidden cards were; the moves to choose from
 * are listed anew in the state of the playout. Among them the one with the
 * largest mean value plus a bonus for branches that were visited rarely is
 * followed (the PUCT rule); the policy's own choice has a larger bonus. The move
 * that was visited most is made.
 *
 * It takes the same struct rollout (doubt_percent is not used), with .memory =
 * TREE_MEMORY(sizeof(struct mygame)). think->nodes counts playouts. */
#ifndef BOTS_TREE_H
#define BOTS_TREE_H

#include "bots/rollout.h"

/* Each playout adds at most one branch; beyond this number playouts only
 * refine those that exist. */
enum { TREE_BRANCHES = 8192 };

struct tree_branch {
    uint64_t key; /* hash of the move */
    int64_t  sum; /* of the values for the seat that moved */
    int32_t  visits;
    int32_t  first, next; /* the first move after it, the next move beside it; 0: none */
};

/* The branches, then one state. */
#define TREE_MEMORY(state_size) (TREE_BRANCHES * sizeof(struct tree_branch) + (size_t)(state_size))

/* The move to make; false only if `seat` owes none. Uses think->scratch and
 * think->memory and sets think->spent. When cancelled, it returns the best move
 * so far. */
bool tree_choose(const struct game *game, const void *seen, int seat, struct think *think, const struct rollout *how,
                 struct move *out);

#endif
