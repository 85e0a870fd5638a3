/* Boxes: when and where they appear, and what they offer. The order of draws
 * here is part of a game's stored form: square, rarity, next counter; two
 * options. */
#include "games/powerchess/powers.h"

static const uint8_t weights[2][8] = {
    { 40, 40, 50, 50, 50, 50, 40, 40 }, /* rows 2 and 5 */
    { 70, 70, 80, 80, 80, 80, 70, 70 }, /* rows 3 and 4 */
};
static const uint8_t rarity_below[RARITIES] = { 70, 95, 100 }; /* of 100 */

int random_square(struct rng *rng, uint64_t set)
{
    for (uint64_t n = rng_below(rng, (uint64_t)count(set)); n > 0; n--)
        set &= set - 1;
    return lowest(set);
}

int boxes_first_counter(struct rng *rng)
{
    return 2 + (int)rng_below(rng, 3);
}

static int weight(int square)
{
    int row = square >> 3;

    return weights[row == 3 || row == 4][square & 7];
}

static int draw_square(struct rng *rng, uint64_t eligible)
{
    uint64_t total = 0;

    for (uint64_t set = eligible; set;)
        total += (uint64_t)weight(take_lowest(&set));

    int t = (int)rng_below(rng, total);
    int square = take_lowest(&eligible);
    while (t >= weight(square)) {
        t -= weight(square);
        square = take_lowest(&eligible);
    }
    return square;
}

/* The counter started at two to four when the last box appeared. After more
 * than three plies without one there was no room for it, and nothing is
 * known. */
int boxes_guess_counter(const struct powerchess *g, struct rng *rng)
{
    if (g->waited < 2)
        return 2 - g->waited + (int)rng_below(rng, 3);
    return 1 + (int)rng_below(rng, g->waited == 2 ? 2 : g->waited == 3 ? 1 : 4);
}

void boxes_count_down(struct powerchess *g, int skipped, struct trail *t)
{
    uint64_t eligible = chess_vacant(&g->board) & (row_of(2) | row_of(3) | row_of(4) | row_of(5));

    if (g->waited < UINT8_MAX)
        g->waited++;
    if (g->counter == 0 || --g->counter > 0)
        return;
    if (skipped != NO_SQUARE)
        eligible &= ~bit(skipped);
    if (eligible) {
        int square = draw_square(&g->rng, eligible);
        int luck = (int)rng_below(&g->rng, 100);

        g->board.boxes |= bit(square);
        while (luck >= rarity_below[g->box[square]])
            g->box[square]++;
        t->fresh_box = (uint8_t)square;
        g->waited = 0;
        trail_tell(t, EFFECT_BOX, SEAT_TABLE, square, g->box[square], 0);
    }
    g->counter = (uint8_t)boxes_first_counter(&g->rng);
}

void boxes_offer(struct powerchess *g, int square, int rarity, struct trail *t)
{
    uint64_t n = chess_power_count[rarity];
    uint64_t first = rng_below(&g->rng, n);
    uint64_t second = rng_below(&g->rng, n - 1);

    g->phase = PHASE_SELECT;
    g->box_square = (uint8_t)square;
    g->rarity = (uint8_t)rarity;
    g->option[0] = (uint8_t)first;
    g->option[1] = (uint8_t)(second >= first ? second + 1 : second);
    trail_tell(t, EFFECT_OPTIONS, g->board.turn, power_number(rarity, g->option[0]), power_number(rarity, g->option[1]), 0);
}
