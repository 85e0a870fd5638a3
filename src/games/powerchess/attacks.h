/* Which squares a piece attacks: inside the rules and the search only. */
#ifndef POWERCHESS_ATTACKS_H
#define POWERCHESS_ATTACKS_H

#include "games/powerchess/chess.h"

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)

/* Diagonals from a1 towards h8 by row - col + 7, and from h1 towards a8 by
 * row + col. */
static const uint64_t rising[15] = {
    0x0000000000000080, 0x0000000000008040, 0x0000000000804020, 0x0000000080402010, 0x0000008040201008,
    0x0000804020100804, 0x0080402010080402, 0x8040201008040201, 0x4020100804020100, 0x2010080402010000,
    0x1008040201000000, 0x0804020100000000, 0x0402010000000000, 0x0201000000000000, 0x0100000000000000,
};
static const uint64_t falling[15] = {
    0x0000000000000001, 0x0000000000000102, 0x0000000000010204, 0x0000000001020408, 0x0000000102040810,
    0x0000010204081020, 0x0001020408102040, 0x0102040810204080, 0x0204081020408000, 0x0408102040800000,
    0x0810204080000000, 0x1020408000000000, 0x2040800000000000, 0x4080000000000000, 0x8000000000000000,
};

/* Obstruction difference: on one line through `square`, everything from the
 * nearest blocker below to the nearest blocker above, both included. Twice the
 * lowest blocker above minus the highest one below has exactly these bits. */
static inline uint64_t along(uint64_t line, uint64_t blockers, int square)
{
    uint64_t at = bit(square);
    uint64_t below = (line & blockers & (at - 1)) | 1;
    uint64_t above = line & blockers & -(at << 1);
    uint64_t from = UINT64_C(1) << 63 >> __builtin_clzll(below);

    return line & ~at & (2 * (above & -above) - from);
}

static inline uint64_t file_attacks(int square, uint64_t blockers)
{
    return along(FILE_A << (square & 7), blockers, square);
}

static inline uint64_t rook_attacks(int square, uint64_t blockers)
{
    return file_attacks(square, blockers) | along(row_of(square >> 3), blockers, square);
}

static inline uint64_t bishop_attacks(int square, uint64_t blockers)
{
    int row = square >> 3, col = square & 7;

    return along(rising[row - col + 7], blockers, square) | along(falling[row + col], blockers, square);
}

static inline uint64_t knight_attacks(int square)
{
    uint64_t at = bit(square);
    uint64_t one = (at << 1 & ~FILE_A) | (at >> 1 & ~FILE_H);
    uint64_t two = (at << 2 & ~(FILE_A | FILE_A << 1)) | (at >> 2 & ~(FILE_H | FILE_H >> 1));

    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static inline uint64_t king_attacks(int square)
{
    uint64_t at = bit(square);
    uint64_t row = at | (at << 1 & ~FILE_A) | (at >> 1 & ~FILE_H);

    return (row | row << 8 | row >> 8) & ~at;
}

/* Attacked by pawns of `colour` that stand on `pawns`. */
static inline uint64_t pawn_attacks(uint64_t pawns, int colour)
{
    return colour == WHITE ? (pawns << 9 & ~FILE_A) | (pawns << 7 & ~FILE_H) : (pawns >> 7 & ~FILE_A) | (pawns >> 9 & ~FILE_H);
}

static inline uint64_t piece_attacks(enum kind kind, int colour, int square, uint64_t blockers)
{
    switch (kind) {
    case KING:
        return king_attacks(square);
    case QUEEN:
        return rook_attacks(square, blockers) | bishop_attacks(square, blockers);
    case ROOK:
        return rook_attacks(square, blockers);
    case BISHOP:
        return bishop_attacks(square, blockers);
    case KNIGHT:
        return knight_attacks(square);
    case PAWN:
        return pawn_attacks(bit(square), colour);
    default:
        return 0;
    }
}

#endif
