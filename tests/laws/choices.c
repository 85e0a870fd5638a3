/* Computer players: what a choice may depend on. */
#include "base/mem.h"
#include "game/bot.h"
#include "laws/playout.h"

#include <stdlib.h>

enum { NODES = 30 }; /* a choice needs to be a real one, not a good one */

static size_t memory_needed(const struct game *game)
{
    size_t            most = 1;
    const struct bot *bot;

    for (int i = 0; (bot = bot_at(game, i)); i++)
        if (bot->memory > most)
            most = bot->memory;
    return most;
}

static int some_level(struct playout *p, const struct bot *bot)
{
    int level;

    do
        level = 1 + below(p, LEVELS);
    while (!bot_has_level(bot, level));
    return level;
}

/* What the player chooses on `seen`, with its own copy of everything that it
 * may use. */
static bool choose(struct playout *p, const struct bot *bot, struct think think, const char *seen, int seat, struct move *out)
{
    think.past = bot->wants_past ? p->past.at : NULL;
    think.past_n = bot->wants_past ? p->past.n : 0;
    copy(p, p->again, seen); /* at the same address, with nothing else behind it */
    bool found = bot->choose(p->game, p->again, seat, &think, out);
    move_list_release(&think.scratch);
    return found;
}

static bool check_player(struct playout *p, const struct bot *bot, int seat)
{
    struct think  think = { .rng = rng_seeded(rng_next(&p->dice)), .level = some_level(p, bot), .nodes = NODES };
    struct move   first, second;
    struct effort full = bot->effort[think.level - 1];

    think.character = rng_next(&p->dice);
    if (full.nodes && full.nodes < NODES)
        think.nodes = full.nodes;
    copy(p, p->seen, p->live);
    redact(p->game, p->seen, seat);
    think.memory = mem_new(bot->memory + 1);
    think.number = 1;
    bool found = choose(p, bot, think, p->seen, seat, &first);
    free(think.memory);
    if (!found)
        return broken(p, "the player %s owes a move in seat %d and finds none", bot->name, seat);

    /* Another truth behind the same view, in memory that other choices left. */
    if (!p->left_over)
        p->left_over = mem_new(memory_needed(p->game));
    if (p->game->determinize)
        p->game->determinize(p->seen, seat, &p->dice);
    redact(p->game, p->seen, seat);
    think.memory = p->left_over;
    think.number = ++p->choices + 1;
    if (!choose(p, bot, think, p->seen, seat, &second) || !move_eq(&first, &second))
        return broken(p, "the player %s chooses differently on the same view", bot->name);
    copy(p, p->trial, p->live);
    first.at = p->now;
    if (p->game->apply(p->trial, &first, NULL, &(struct refusal){ 0 }) != ERR_OK)
        return broken_move(p, &first, "a player's choice is refused");
    return true;
}

bool check_choices(struct playout *p, int seat)
{
    const struct bot *bot;

    for (int i = 0; (bot = bot_at(p->game, i)); i++)
        if (!check_player(p, bot, seat))
            return false;
    return true;
}
