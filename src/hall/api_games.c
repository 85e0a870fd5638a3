/* Games, players and leaderboards through the hall API; and its description. */
#include "game/bot.h"
#include "hall/api_call.h"
#include "hall/rating_book.h"

enum { LEADERS_NORMAL = 50 };

static void write_options(struct jout *out, const struct game *game)
{
    jout_field_array(out, "options");
    for (const struct option *o = game->options; o && o->name; o++) {
        jout_open_object(out);
        jout_field_text(out, "name", o->name);
        jout_field_text(out, "help", o->help);
        if (o->words) {
            jout_field_array(out, "words");
            for (int i = 0; o->words[i]; i++)
                jout_text(out, o->words[i]);
            jout_close_array(out);
            jout_field_text(out, "normal", o->words[o->normal]);
        } else {
            jout_field_int(out, "least", o->least);
            jout_field_int(out, "most", o->most);
            jout_field_int(out, "normal", o->normal);
        }
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void write_extras(struct jout *out, const struct dialect *dialect)
{
    jout_field_array(out, "extras");
    for (const struct extra_option *o = dialect->extras; o && o->name; o++) {
        jout_open_object(out);
        jout_field_text(out, "name", o->name);
        jout_field_text(out, "help", o->help);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void write_traits(struct jout *out, const struct game *game)
{
    static const struct {
        unsigned    trait;
        const char *word;
    } traits[] = {
        /* clang-format off */
        { GAME_HAS_CHANCE,   "chance" },
        { GAME_HAS_SECRETS,  "secrets" },
        { GAME_AT_ONCE,      "at_once" },
        { GAME_HAS_CLOCK,    "clock" },
        { GAME_STARTS_FULL,  "starts_full" },
        { GAME_COMPUTED,     "computed" },
        { GAME_LEGAL_SAMPLE, "legal_sample" },
        /* clang-format on */
    };

    jout_field_array(out, "traits");
    for (size_t i = 0; i < ARRAY_LEN(traits); i++)
        if (game->traits & traits[i].trait)
            jout_text(out, traits[i].word);
    jout_close_array(out);
}

static void write_game(struct jout *out, const struct game *game, const struct dialect *dialect)
{
    const struct bot *bot;

    jout_open_object(out);
    jout_field_text(out, "name", game->name);
    jout_field_text(out, "title", game->title);
    jout_field_text(out, "blurb", game->blurb);
    jout_field_int(out, "min_seats", game->min_seats);
    jout_field_int(out, "max_seats", game->max_seats);
    write_traits(out, game);
    write_options(out, game);
    write_extras(out, dialect);
    jout_field_array(out, "bots");
    for (int i = 0; (bot = bot_at(game, i)); i++) {
        jout_open_object(out);
        jout_field_text(out, "name", bot->name);
        jout_field_text(out, "title", bot->title);
        jout_close_object(out);
    }
    jout_close_array(out);
    if (dialect->greeting)
        jout_field_text(out, "example", dialect->greeting);
    else
        jout_field_null(out, "example");
    jout_close_object(out);
}

void api_games(struct call *c)
{
    struct jout out = call_begin(c);

    jout_field_array(&out, "games");
    for (int i = 0; all_games[i]; i++)
        write_game(&out, all_games[i], all_dialects[i]);
    jout_close_array(&out);
    call_end(c, &out, 200);
}

void api_game(struct call *c)
{
    for (int i = 0; all_games[i]; i++)
        if (str_is(c->word, all_games[i]->name)) {
            struct jout out = jout_to(reply_begin(c->hall, c->ask));

            write_game(&out, all_games[i], all_dialects[i]);
            reply_end(c->hall, c->ask, 200, "application/json", NULL);
            return;
        }
    call_fail(c, API_NO_SUCH_GAME);
}

void api_leaderboard(struct call *c)
{
    const struct game *game = game_by_name(c->word);
    struct str         system = STR_NONE;
    int                after = (int)jin_int_or(jin_get(c->query, "after"), 0);
    int                limit = (int)jin_int_or(jin_get(c->query, "limit"), LEADERS_NORMAL);

    if (!game) {
        call_fail(c, API_NO_SUCH_GAME);
        return;
    }
    struct str wish = jin_str_or(jin_get(c->query, "system"), rating_systems[0]);
    for (int i = 0; rating_systems[i]; i++)
        if (str_is(wish, rating_systems[i]))
            system = wish;
    if (!system.at) {
        call_fail_field(c, "system", "is glicko2 (two seats) or wenglin (more)");
        return;
    }
    struct jout out = call_begin(c);
    jout_field_text(&out, "game", game->name);
    jout_field_str(&out, "system", system);
    rating_book_write_leaders(c->hall, &out, "players", game->name, system, after, limit);
    call_end(c, &out, 200);
}

void api_player(struct call *c)
{
    struct account account;
    enum err       err = account_by_name(c->hall, c->word, &account);

    if (err == ERR_NONE) {
        call_fail(c, API_NO_SUCH_PLAYER);
        return;
    }
    if (err) {
        call_fail_err(c, err, NULL);
        return;
    }
    struct jout out = call_begin(c);
    jout_field_text(&out, "name", account.name);
    jout_field_bool(&out, "guest", account.flags & ACCOUNT_GUEST);
    jout_field_bool(&out, "robot", account.flags & ACCOUNT_ROBOT);
    jout_field_int(&out, "created_at", account.created_at);
    rating_book_write(c->hall, &out, "ratings", account.id);
    call_end(c, &out, 200);
}

void api_document(struct call *c)
{
    buf_str(reply_begin(c->hall, c->ask), api_description);
    reply_end(c->hall, c->ask, 200, "application/yaml", NULL);
}
