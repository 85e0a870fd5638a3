/* A game without powers as Portable Game Notation, move by move. */
#ifndef POWERCHESS_PGN_H
#define POWERCHESS_PGN_H

#include "games/powerchess/state.h"

struct pgn {
    struct powerchess game;
    struct setup      setup;
    struct buf        moves; /* the move text so far */
    size_t            line;  /* where its last line begins */
    int               plies;
};

/* Starts from a setup, whose `extra` must outlive it. False: the game has
 * powers, which PGN cannot express. */
bool pgn_begin(struct pgn *p, const struct setup *setup);
/* The next accepted move; false if the rules refuse it. */
bool pgn_add(struct pgn *p, const struct move *m);
/* Writes tags and moves, and releases them. */
void pgn_end(struct pgn *p, struct str white, struct str black, struct buf *out);

#endif
