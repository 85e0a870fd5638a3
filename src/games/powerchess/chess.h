/* Chess on bitboards: a position, its legal moves and what a move does to it.
 *
 * This is FIDE chess, plus the four things by which Power Chess changes how
 * pieces move: boxes, black holes, invulnerable pieces and energized pawns.
 * Without them on the board it is plain chess, at full speed. Who gets a power,
 * how long it lasts and what it does is decided in rules.c and powers.c.
 *
 * Squares are 0..63 = row * 8 + col; row 0 is White's home row (rank 1), col 0
 * is file a. A bitboard has bit n set for square n. */
#ifndef POWERCHESS_CHESS_H
#define POWERCHESS_CHESS_H

#include "base/buf.h"
#include "base/str.h"

struct refusal;

enum colour { WHITE, BLACK };
/* The numbers of the protocol. A pawn becomes one of QUEEN to KNIGHT. */
enum kind { KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, KINDS };
enum { NO_SQUARE = 64 };
enum castling { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8 };

/* The four castling rights are lost for good with the original king or rook; a
 * king or rook that is put on a home square later does not restore them.
 *
 * Invariants: no square is in both sides, in two kinds, or holds two of piece,
 * box and hole; side[0]
 *
 * side[1] is the union of the kinds; safe_next is a subset of safe, and safe of
 * the pieces. */
struct chess {
    uint64_t side[2];
    uint64_t kind[KINDS];
    uint64_t boxes;
    uint64_t holes;
    uint64_t safe;      /* invulnerable pieces */
    uint64_t safe_next; /* those that will still be invulnerable after the coming ply */
    uint8_t  turn;
    uint8_t  castling;
    uint8_t  skipped;   /* square that the double step of the last ply skipped, or NO_SQUARE */
    uint8_t  energized; /* bit set of colours */
    uint8_t  padding[4];
};

static inline uint64_t bit(int square)
{
    return UINT64_C(1) << square;
}
static inline uint64_t row_of(int row)
{
    return UINT64_C(0xFF) << 8 * row;
}
static inline int lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}
static inline int take_lowest(uint64_t *set)
{
    int square = lowest(*set);

    *set &= *set - 1;
    return square;
}
static inline int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline uint64_t chess_pieces(const struct chess *p)
{
    return p->side[WHITE] | p->side[BLACK];
}
/* No piece, no box, no hole. */
static inline uint64_t chess_vacant(const struct chess *p)
{
    return ~(chess_pieces(p) | p->boxes | p->holes);
}
static inline uint64_t chess_kings(const struct chess *p, int colour)
{
    return p->side[colour] & p->kind[KING];
}
static inline int home_row(int colour)
{
    return colour == WHITE ? 0 : 7;
}
static inline int last_row(int colour)
{
    return colour == WHITE ? 7 : 0;
}

enum kind   chess_kind_at(const struct chess *p, int square);   /* KINDS: no piece there */
enum colour chess_colour_at(const struct chess *p, int square); /* of the piece there */

/* ---- attacks ----------------------------------------------------------- */

/* Squares that a piece of this kind and colour attacks from `square`. Pieces
 * and boxes stop sliders, holes do not. */
uint64_t chess_attacks(const struct chess *p, enum kind kind, int colour, int square);
/* The king's step, for whatever goes to a neighbouring square. */
uint64_t chess_neighbours(int square);
/* Pieces of `by` that attack `square`, given these blockers. */
uint64_t chess_attackers(const struct chess *p, int square, int by, uint64_t blockers);
/* Does `by` attack `square`? */
bool     chess_attacked(const struct chess *p, int square, int by);
/* The rule of check: does the side have a single king that is not invulnerable
 * and that the opponent attacks? A side with two kings cannot be in check. */
bool     chess_exposed(const struct chess *p, int colour);
/* Pieces of a side that cannot go to `to` because they are pinned to its only
 * king. */
uint64_t chess_held_back(const struct chess *p, int colour, int to);

/* ---- legal moves ------------------------------------------------------- */

/* Where one piece may go. Castling is the king's two-column step; a pawn that
 * reaches its last row stands for four moves. */
struct reach {
    uint8_t  from;
    uint8_t  kind;
    uint64_t to;
};
struct reaches {
    int          n;
    struct reach at[64];
};

/* All legal moves of the side to move: none may leave its only king attackable
 * in the position that the opponent will face. Pieces without a move are left
 * out. */
void     chess_legal(const struct chess *p, struct reaches *out);
/* Only captures, boxes and promotions. */
void     chess_tactical(const struct chess *p, struct reaches *out);
uint64_t chess_legal_from(const struct chess *p, int from); /* of one piece of that side */
bool     chess_has_move(const struct chess *p);
bool     chess_promotes(const struct chess *p, int from, int to);

/* ---- making a move ----------------------------------------------------- */

/* What a step did besides moving from one square to another. */
struct step {
    uint8_t captured;           /* square of the piece taken, or NO_SQUARE */
    uint8_t rook_from, rook_to; /* of castling, or NO_SQUARE */
    bool    box, promoted;
};

/* Makes a legal move: capture, en passant, castling, promotion (`promotion` is
 * the new kind), castling rights, the skipped square. A box on `to` disappears.
 * The turn does not change. */
void chess_step(struct chess *p, int from, int to, enum kind promotion, struct step *what);

/* Removes a piece, puts one on the board, moves one with its invulnerability:
 * everything that powers do. Castling rights are lost when a piece leaves one
 * of their squares, and so is the right to capture en passant. */
void chess_remove(struct chess *p, int square);
void chess_put(struct chess *p, int square, int colour, enum kind kind);
void chess_relocate(struct chess *p, int from, int to);
void chess_exchange(struct chess *p, int a, int b); /* two pieces of one colour */
void chess_become(struct chess *p, int square, enum kind kind);

/* Moves to depth `depth` (1 or more), each promotion counted. */
uint64_t chess_perft(const struct chess *p, int depth);

/* ---- Forsyth-Edwards notation (fen.c) ---------------------------------- */

/* Reads a position, without boxes and powers. The two counters at the end may
 * be missing; they are checked but not kept. False with a reason if no game can
 * start from it: each side needs a king, no pawn may be on its last row,
 * castling rights have to fit the board. */
bool chess_read_fen(struct chess *p, struct str fen, struct refusal *why);
/* Writes board, turn, castling and en passant, without the counters. */
void chess_write_fen(const struct chess *p, struct buf *out);

#endif
