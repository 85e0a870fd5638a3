/* The computer player "climber": a search at five levels. Weaker levels look
 * less far ahead, judge positions by a taste of their own, and overlook
 * replies. */
#include "games/santorini/bot.h"

static const struct weakness weaknesses[LEVELS + 1] = {
    [1] = { .noise = 60, .oversight = 30 }, [2] = { .noise = 30, .oversight = 15 }, [3] = { .noise = 12, .oversight = 5 },
    [4] = { .noise = 2, .oversight = 0 },   [5] = { .noise = 2, .oversight = 0 },
};

static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    const struct santorini *s = seen;

    if (!(game->to_act(s) & 1u << seat))
        return false;
    think->spent = 0;
    if (s->phase < PLACE)
        santorini_choose_setup(s, seat, think, out);
    else
        santorini_search(s, think, &weaknesses[think->level], out);
    return true;
}

/* clang-format off */
const struct bot santorini_bots[] = {
    { .name = "climber", .title = "Climber", .memory = SANTORINI_SEARCH_MEMORY, .choose = choose,
      .effort = { { 200, 100 }, { 2000, 200 }, { 20000, 400 }, { 200000, 700 }, { 2000000, 1000 } } },
    { 0 },
};
/* clang-format on */
