#include "bots/random.h"

static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    return game_random_move(game, seen, seat, &think->rng, &think->scratch, out);
}

const struct bot random_bot = {
    .name = "random",
    .title = "Random",
    .choose = choose,
};
