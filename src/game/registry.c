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

void setup_default(const struct game *game, struct setup *s)
{
    *s = (struct setup){ .seats = game->min_seats };
    for (int i = 0, n = game_option_count(game); i < n; i++)
        s->option[i] = game->options[i].default_value;
}

enum err game_setup(const struct game *game, void *state, const struct setup *s, struct refusal *why)
{
    if (s->seats < game->min_seats || s->seats > game->max_seats)
        return refuse_text(why, "this game does not support that number of players");
    for (int i = 0, n = game_option_count(game); i < n; i++)
        if (s->option[i] < game->options[i].min || s->option[i] > game->options[i].max)
            return refuse_text(why, "an option is out of range");
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

void game_view(const struct game *game, const void *seen, int seat, struct jout *out)
{
    jout_open_object(out);
    game->view(seen, seat, out);
    jout_close_object(out);
}

void game_board(const struct game *game, const void *seen, struct jout *out)
{
    jout_open_object(out);
    game->board(seen, out);
    jout_close_object(out);
}

void form_open(struct jout *out, const char *word, const char *kind)
{
    jout_open_object(out);
    jout_field_text(out, "name", word);
    jout_field_text(out, "move", word);
    jout_field_text(out, "kind", kind);
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

void name_write_any(const struct names *names, int seat, int seats, struct buf *out)
{
    if (seat >= 0 && seat < seats)
        name_write(names, seat, out);
    else
        buf_text(out, "nobody");
}

void name_write(const struct names *names, int seat, struct buf *out)
{
    if (names && names->seat[seat]) {
        buf_text(out, names->seat[seat]);
    } else {
        buf_text(out, "player ");
        buf_int(out, seat + 1);
    }
}
