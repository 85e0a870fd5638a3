/* The worth of things on the board: pairs for the middle game and the endgame,
 * in hundredths of a pawn. Fitted by benches/chess_fit.py. */
#ifndef POWERCHESS_WEIGHTS_H
#define POWERCHESS_WEIGHTS_H

#include <stdint.h>

/* Where each group of weights begins. Squares are those of the left half,
 * seen from the owner's side: row * 4 + column, columns e to h mirrored. */
enum weight_index {
    W_MATERIAL = 0,                        /* by kind */
    W_SQUARE = W_MATERIAL + 6,             /* kind * 32 + square */
    W_MOBILITY = W_SQUARE + 6 * 32,        /* kind * 28 + squares attacked; queens to knights */
    W_PASSED = W_MOBILITY + 5 * 28,        /* by row */
    W_PASSED_OPEN = W_PASSED + 8,          /* by row: nothing is in its way */
    W_PASSED_SAFE = W_PASSED_OPEN + 8,     /* by row: nor does the opponent attack its way */
    W_PASSED_OWN_KING = W_PASSED_SAFE + 8, /* by distance, from row 3 on */
    W_PASSED_ENEMY_KING = W_PASSED_OWN_KING + 8,
    W_PHALANX = W_PASSED_ENEMY_KING + 8, /* by row */
    W_SUPPORTED = W_PHALANX + 8,         /* by row */
    W_DOUBLED = W_SUPPORTED + 8,
    W_ISOLATED,
    W_ISOLATED_OPEN,
    W_BACKWARD,
    W_BISHOP_PAIR,
    W_ROOK_OPEN,
    W_ROOK_HALF_OPEN,
    W_OUTPOST_KNIGHT,
    W_OUTPOST_BISHOP,
    W_PAWN_HITS_MINOR,
    W_PAWN_HITS_MAJOR,
    W_MINOR_HITS_MINOR,
    W_MINOR_HITS_MAJOR,
    W_ROOK_HITS_QUEEN,
    W_HANGING,
    W_BISHOP_PAWNS,                    /* own pawns on squares of its colour */
    W_SHIELD_NEAR,                     /* by count, 0..3: own pawns right before the king */
    W_SHIELD_FAR = W_SHIELD_NEAR + 4,  /* a row further */
    W_STORM = W_SHIELD_FAR + 4,        /* enemy pawns on the king's files, by their row from the king's side */
    W_KING_FILES = W_STORM + 8,        /* by count, 0..3: files at the king without own pawns */
    W_KING_DANGER = W_KING_FILES + 4,  /* by attack units, 0..39 */
    W_SAFE_CHECK = W_KING_DANGER + 40, /* by kind */
    W_TEMPO = W_SAFE_CHECK + 6,
    W_COUNT
};

/* Two halves in one word, so that one addition adds both. */
#define W(mg, eg) ((int32_t)((uint32_t)(int32_t)(eg) << 16) + (mg))

#endif
