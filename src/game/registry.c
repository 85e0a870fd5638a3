#include "game/game.h"

#define GAME(name) extern const struct game name##_game;
#include "game/games.def"
#undef GAME

const struct game *const all_games[] = {
#define GAME(name) &name##_game,
#include "game/games.def"
#undef GAME
    NULL,
};

const struct game *game_by_name(struct str name)
{
    for (int i = 0; all_games[i]; i++)
        if (str_is(name, all_games[i]->name))
            return all_games[i];
    return NULL;
}

int game_option_count(const struct game *game)
{
    int n = 0;

    while (game->options && game->options[n].name)
        n++;
    return n;
}

int game_option(const struct game *game, struct str name)
{
    for (int i = 0, n = game_option_count(game); i < n; i++)
        if (str_is(name, game->options[i].name))
            return i;
    return -1;
}

void setup_normal(const struct game *game, struct setup *s)
{
    *s = (struct setup){ .seats = game->min_seats };
    for (int i = 0, n = game_option_count(game); i < n; i++)
        s->option[i] = game->options[i].normal;
}

enum err game_setup(const struct game *game, void *state, const struct setup *s, const char **why)
{
    if (s->seats < game->min_seats || s->seats > game->max_seats)
        return *why = "wrong number of seats for this game", ERR_REFUSED;
    for (int i = 0, n = game_option_count(game); i < n; i++)
        if (s->option[i] < game->options[i].least || s->option[i] > game->options[i].most)
            return *why = "an option is out of its range", ERR_REFUSED;
    memset(state, 0, game->state_size);
    return game->setup(state, s, why);
}

void *game_seen_by(const struct game *game, const void *state, int seat, void *seen)
{
    memcpy(seen, state, game->state_size);
    if (game->redact)
        game->redact(seen, seat);
    return seen;
}

bool game_random_move(const struct game *game, const void *state, int seat, struct rng *r, struct move_list *scratch,
                      struct move *out)
{
    if (!(game->to_act(state) & 1u << seat))
        return false;
    if (game->pick) {
        game->pick(state, seat, r, out);
        return true;
    }
    scratch->n = 0;
    game->legal(state, seat, scratch);
    if (scratch->n == 0)
        return false;
    *out = scratch->at[rng_below(r, (uint64_t)scratch->n)];
    return true;
}
