#include "game/bot.h"

#include "bots/random.h"

static const struct bot *const generals[] = { &random_bot };

const char *const level_titles[LEVELS + 1] = { NULL, "Beginner", "Casual", "Skilled", "Expert", "Master" };

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

static bool has_levels(const struct bot *bot)
{
    for (int i = 0; i < LEVELS; i++)
        if (bot->effort[i].nodes)
            return true;
    return false;
}

bool bot_has_level(const struct bot *bot, int level)
{
    return level >= 1 && level <= LEVELS && (bot->effort[level - 1].nodes || !has_levels(bot));
}

bool bot_find(const struct game *game, struct str text, const struct bot **out, int *level)
{
    struct str        name = str_cut(&text, ':');
    bool              strongest = str_is(name, "level");
    const struct bot *bot = strongest ? bot_at(game, 0) : bot_by_name(game, name);
    int64_t           n = LEVEL_DEFAULT;

    if (!bot || (strongest && !text.at) || (text.at && !str_int(text, &n)) || n < 1 || n > LEVELS)
        return false;
    for (int i = 1; strongest && bot && !bot_has_level(bot, (int)n); i++)
        bot = bot_at(game, i);
    if (!bot || (text.at && !bot_has_level(bot, (int)n)))
        return false;
    *out = bot;
    *level = (int)n;
    return true;
}
