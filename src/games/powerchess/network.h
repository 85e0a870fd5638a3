/* The network of the evaluation: what it sees, its numbers, and the sums of its
 * first layer, which are kept from one position to the next.
 *
 * A board is seen twice, by each side: which kind of whose piece stands where,
 * its own home row at the bottom, and mirrored so that its king stands on the
 * files a to d. Each piece adds a row of NETWORK_WIDTH numbers. Both sums are cut
 * to 0 .. 1, squared, and weighted with numbers that depend on who is to move and
 * how many pieces are left: that is the score.
 *
 * All of it is integers, so every machine gets the same. Sums fit 16 bits even
 * with a piece on every square: 65 * NETWORK_WEIGHT_MOST < 2^15.
 *
 * The numbers are network.bin, 16 bits each, lowest byte first: the rows, what
 * the sums begin with, the second layer by phase and side, and what the score
 * begins with by phase. benches/chess_teach.c made them. */
#ifndef POWERCHESS_NETWORK_H
#define POWERCHESS_NETWORK_H

#include "games/powerchess/chess.h"

enum {
    NETWORK_WIDTH = 128,
    NETWORK_INPUTS = 2 * KINDS * 64,
    NETWORK_PHASES = 8,
    NETWORK_ONE = 255,         /* what 1 is in the first layer */
    NETWORK_WEIGHT_MOST = 500, /* there */
    NETWORK_OUT_ONE = 64,      /* and in the second */
    NETWORK_OUT_MOST = 127,
    NETWORK_SCALE = 400, /* an output of 1, in hundredths of a pawn */
};

static inline int network_phase(int pieces)
{
    return pieces >= 32 ? NETWORK_PHASES - 1 : (pieces - 1) / 4;
}

/* The row of a piece as `side` sees it, whose king stands on `king`. */
static inline int network_input(int side, int king, int colour, int kind, int square)
{
    int seen = square ^ (side ? 56 : 0) ^ (king & 4 ? 7 : 0);

    return ((colour != side) * KINDS + kind) * 64 + seen;
}

struct sums {
    int16_t of[2][NETWORK_WIDTH]; /* by side */
};

/* From nothing, and from the sums of another position: cheap if few pieces
 * differ. */
void network_sum(const struct chess *b, struct sums *out);
void network_follow(const struct chess *before, const struct sums *from, const struct chess *b, struct sums *out);

/* The score for the side to move, in hundredths of a pawn. */
int network_score(const struct chess *b, const struct sums *sums);

#endif
