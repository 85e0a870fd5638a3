#include "game/bot.h"

#include "bots/random.h"

static const struct bot *const generals[] = { &random_bot };

const struct bot *bot_at(const struct game *game, int i)
{
    int own = 0;

    for (; game->bots && game->bots[own].name; own++)
        if (own == i)
            return &game->bots[own];
    i -= own;
    return i >= 0 && (size_t)i < ARRAY_LEN(generals) ? generals[i] : NULL;
}

const struct bot *bot_by_name(const struct game *game, struct str name)
{
    const struct bot *bot;

    for (int i = 0; (bot = bot_at(game, i)); i++)
        if (str_is(name, bot->name))
            return bot;
    return NULL;
}
