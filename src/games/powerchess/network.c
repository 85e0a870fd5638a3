/* The network of the evaluation at work. The loops are plain, over a fixed number
 * of 16-bit integers, so that compilers use the processor's vectors. */
#include "games/powerchess/network.h"

#include "network_numbers.h"

enum {
    BEGIN = NETWORK_INPUTS * NETWORK_WIDTH,
    OUT = BEGIN + NETWORK_WIDTH,
    OUT_BEGIN = OUT + NETWORK_PHASES * 2 * NETWORK_WIDTH,
};
_Static_assert(sizeof network_numbers / sizeof network_numbers[0] == OUT_BEGIN + NETWORK_PHASES, "network.bin has another shape");

/* The rows of pieces that came and went. */
struct change {
    int            n_more, n_less;
    const int16_t *more[64], *less[64];
};

/* One king a side is seen, the lowest; no king: as if on a1. */
static int king_of(const struct chess *b, int side)
{
    uint64_t kings = chess_kings(b, side);

    return kings ? lowest(kings) : side == WHITE ? 0 : 56;
}

static uint64_t set_of(const struct chess *b, int colour, int kind)
{
    uint64_t set = b->side[colour] & b->kind[kind];

    return kind == KING ? set & -set : set;
}

static const int16_t *row_for(int side, int king, int colour, int kind, int square)
{
    return &network_numbers[network_input(side, king, colour, kind, square) * NETWORK_WIDTH];
}

static inline void replace(const int16_t *restrict from, const int16_t *restrict more, const int16_t *restrict less,
                           int16_t *restrict to)
{
    for (int i = 0; i < NETWORK_WIDTH; i++)
        to[i] = (int16_t)(from[i] + more[i] - less[i]);
}

static inline void add(int16_t *restrict to, const int16_t *restrict more)
{
    for (int i = 0; i < NETWORK_WIDTH; i++)
        to[i] = (int16_t)(to[i] + more[i]);
}

static inline void subtract(int16_t *restrict to, const int16_t *restrict less)
{
    for (int i = 0; i < NETWORK_WIDTH; i++)
        to[i] = (int16_t)(to[i] - less[i]);
}

static void sum_side(const struct chess *b, int side, int16_t *out)
{
    int king = king_of(b, side);

    memcpy(out, &network_numbers[BEGIN], sizeof(int16_t) * NETWORK_WIDTH);
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int kind = KING; kind < KINDS; kind++)
            for (uint64_t set = set_of(b, colour, kind); set;)
                add(out, row_for(side, king, colour, kind, take_lowest(&set)));
}

void network_sum(const struct chess *b, struct sums *out)
{
    sum_side(b, WHITE, out->of[WHITE]);
    sum_side(b, BLACK, out->of[BLACK]);
}

static void follow_side(const struct chess *before, const int16_t *from, const struct chess *b, int side, int16_t *out)
{
    int           king = king_of(b, side), i = 1;
    struct change c;

    c.n_more = c.n_less = 0;
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int kind = KING; kind < KINDS; kind++) {
            uint64_t was = set_of(before, colour, kind), is = set_of(b, colour, kind);

            for (uint64_t set = is & ~was; set;)
                c.more[c.n_more++] = row_for(side, king, colour, kind, take_lowest(&set));
            for (uint64_t set = was & ~is; set;)
                c.less[c.n_less++] = row_for(side, king, colour, kind, take_lowest(&set));
        }
    if (c.n_more && c.n_less) {
        replace(from, c.more[0], c.less[0], out);
    } else {
        memcpy(out, from, sizeof(int16_t) * NETWORK_WIDTH);
        i = 0;
    }
    for (int j = i; j < c.n_more; j++)
        add(out, c.more[j]);
    for (int j = i; j < c.n_less; j++)
        subtract(out, c.less[j]);
}

void network_follow(const struct chess *before, const struct sums *from, const struct chess *b, struct sums *out)
{
    for (int side = WHITE; side <= BLACK; side++)
        if ((king_of(before, side) ^ king_of(b, side)) & 4) /* mirrored now, or no longer */
            sum_side(b, side, out->of[side]);
        else
            follow_side(before, from->of[side], b, side, out->of[side]);
}

/* Squares of the sums cut to 0 .. 1, weighted. */
static int32_t weigh(const int16_t *restrict sum, const int16_t *restrict weight)
{
    int32_t total = 0;

    for (int i = 0; i < NETWORK_WIDTH; i++) {
        int16_t cut = (int16_t)(sum[i] < 0 ? 0 : sum[i] > NETWORK_ONE ? NETWORK_ONE : sum[i]);
        int16_t part = (int16_t)(cut * weight[i]); /* fits: NETWORK_ONE * NETWORK_OUT_MOST < 2^15 */

        total += part * cut;
    }
    return total;
}

int network_score(const struct chess *b, const struct sums *sums)
{
    int            phase = network_phase(count(chess_pieces(b)));
    const int16_t *weight = &network_numbers[OUT + phase * 2 * NETWORK_WIDTH];
    int32_t        total = weigh(sums->of[b->turn], weight) + weigh(sums->of[!b->turn], weight + NETWORK_WIDTH);

    return (int)((int64_t)total * NETWORK_SCALE / (NETWORK_ONE * NETWORK_ONE * NETWORK_OUT_ONE)) +
           network_numbers[OUT_BEGIN + phase];
}
