/* The laws that every game keeps, checked on seeded random playouts through
 * the contract alone (game/game.h): nothing here knows a game.
 *
 *  1. A setup's text reads back to the same setup and the same state.
 *  2. Nobody owes a move exactly when the game is over; a finished game ranks
 *     every seat, and somebody first.
 *  3. A seat that owes a move has one to make, any other seat has none.
 *  4. Every listed move applies, with and without a list of effects, to the
 *     same bytes; its text reads back to the same move.
 *  5. A picked move applies, and is a listed one where the list is complete.
 *  6. A refusal gives a reason and leaves no trace.
 *  7. Moves for leaving and for time that is up apply.
 *  8. A seat's moves are the same on what that seat may see; to redact twice
 *     is to redact once; a spectator sees no more than any seat.
 *  9. The generator cannot be found in anything redacted, and another one in
 *     its place changes no byte that anybody sees.
 * 10. A view is one JSON object, and the same when written again; a move can be
 *     put into words by those who only see what is public.
 * 11. The replay of the written journal is the live state, byte for byte.
 * 12. What is accepted is listed, unless the list says that it is a sample or
 *     the move is an aside, a leaving or a time-out.
 * 13. Within one list no two moves have the same words.
 * 14. Every effect has a name and can be told.
 * 15. A determinized state redacts to what it was made from, has the same list
 *     of moves, and can be played on.
 * 16. A computer player chooses the same move for the same view and seed,
 *     whatever is true behind the view and whatever its memory holds; the
 *     rules accept it. */
#ifndef LAWS_LAWS_H
#define LAWS_LAWS_H

#include "game/game.h"

struct laws_counts {
    long playouts, ended, moves, listed, refused, looks;
};

struct laws {
    const struct game *game;
    struct str         setups; /* setup texts to start from, one a line; empty: random options without extra */
    struct laws_counts counts;
    struct buf         broken; /* the first law found broken, with where; empty: none */
};

/* Plays one game from `seed`, at most `most_moves` moves, checking all laws.
 * False when one is broken. */
bool laws_playout(struct laws *laws, uint64_t seed, int most_moves);

#endif
