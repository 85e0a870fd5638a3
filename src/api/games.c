/* Games, players and leaderboards in the hall API; and the API's description. */
#include "api/call.h"
#include "game/bot.h"
#include "people/book.h"

enum { LEADERS_DEFAULT = 50 };

static void write_options(struct jout *out, const struct game *game)
{
    static const char *const kinds[] = {
        [OPTION_NUMBER] = "number", [OPTION_FLAG] = "flag", [OPTION_CHOICE] = "choice", [OPTION_MILLIS] = "minutes"
    };

    jout_field_array(out, "options");
    for (const struct option *o = game->options; o && o->name; o++) {
        if (o->hidden)
            continue;
        jout_open_object(out);
        jout_field_text(out, "name", o->name);
        jout_field_text(out, "title", o->title ? o->title : o->name);
        jout_field_text(out, "help", o->help);
        jout_field_text(out, "kind", kinds[o->kind == OPTION_NUMBER && o->words ? OPTION_CHOICE : o->kind]);
        jout_field_bool(out, "rare", o->rare);
        if (o->words) {
            jout_field_array(out, "words");
            for (int i = 0; o->words[i]; i++)
                jout_text(out, o->words[i]);
            jout_close_array(out);
            jout_field_text(out, "normal", o->words[o->default_value]);
        } else {
            jout_field_int(out, "least", o->min);
            jout_field_int(out, "most", o->max);
            jout_field_int(out, "normal", o->default_value);
        }
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void write_extras(struct hall *hall, struct jout *out, const struct game *game, const struct dialect *dialect)
{
    jout_field_array(out, "extras");
    for (const struct extra_option *o = dialect->extras; o && o->name; o++) {
        jout_open_object(out);
        jout_field_text(out, "name", o->name);
        jout_field_text(out, "title", o->title ? o->title : o->name);
        jout_field_text(out, "help", o->help);
        jout_field_array(out, "choices");
        if (o->choices)
            o->choices(hall, dialect_self(hall, game), out);
        jout_close_array(out);
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
        /* clang-format on */
    };

    jout_field_array(out, "traits");
    for (size_t i = 0; i < ARRAY_LEN(traits); i++)
        if (game->traits & traits[i].trait)
            jout_text(out, traits[i].word);
    jout_close_array(out);
}

static void write_bot(struct jout *out, const struct bot *bot)
{
    int strongest = 0;

    jout_open_object(out);
    jout_field_text(out, "name", bot->name);
    jout_field_text(out, "title", bot->title);
    jout_field_array(out, "levels");
    for (int level = 1; level <= LEVELS; level++)
        if (bot->effort[level - 1].nodes) {
            strongest = level;
            jout_open_object(out);
            jout_field_int(out, "level", level);
            jout_field_text(out, "title", level_titles[level]);
            jout_close_object(out);
        }
    jout_close_array(out);
    /* A player without levels: "random" is the weakest of all. */
    jout_field_int(out, "level", strongest ? strongest : strcmp(bot->name, "random") == 0 ? 1 : LEVEL_DEFAULT);
    jout_close_object(out);
}

/* The members shown in lists; a single game has more. A brief list is for those
 * who open no table. */
static void write_game(struct hall *hall, struct jout *out, const struct game *game, const struct dialect *dialect, bool brief)
{
    const struct bot *bot;

    jout_field_text(out, "name", game->name);
    jout_field_text(out, "title", game->title);
    jout_field_text(out, "blurb", game->blurb);
    jout_field_int(out, "min_seats", game->min_seats);
    jout_field_int(out, "max_seats", game->max_seats);
    jout_field_int(out, "usual_seats", game->usual_seats ? game->usual_seats : game->min_seats);
    write_traits(out, game);
    if (!brief) {
        write_options(out, game);
        write_extras(hall, out, game, dialect);
    }
    jout_field_array(out, "bots");
    for (int i = 0; (bot = bot_at(game, i)); i++)
        write_bot(out, bot);
    jout_close_array(out);
    if (brief)
        return;
    if (dialect->greeting)
        jout_field_text(out, "example", dialect->greeting);
    else
        jout_field_null(out, "example");
}

void api_games(struct call *c)
{
    struct jout out = call_begin(c);
    bool        brief = jin_bool_or(jin_get(c->query, "brief"), false);

    jout_field_array(&out, "games");
    for (int i = 0; all_games[i]; i++) {
        jout_open_object(&out);
        write_game(c->hall, &out, all_games[i], all_dialects[i], brief);
        jout_close_object(&out);
    }
    jout_close_array(&out);
    call_end(c, &out, 200);
}

void api_game(struct call *c)
{
    for (int i = 0; all_games[i]; i++)
        if (str_is(c->word, all_games[i]->name)) {
            struct jout out = call_begin(c);

            write_game(c->hall, &out, all_games[i], all_dialects[i], false);
            jout_field_object(&out, "names");
            if (all_games[i]->names)
                all_games[i]->names(&out);
            jout_close_object(&out);
            write_schemas(&out, "schemas", all_games[i]);
            call_end(c, &out, 200);
            return;
        }
    call_fail(c, API_NO_SUCH_GAME);
}

/* Checks the game and reads the rating system; replies if either is invalid. */
static bool read_ladder(struct call *c, const struct game *game, struct str *system)
{
    if (!game) {
        call_fail(c, API_NO_SUCH_GAME);
        return false;
    }
    *system = jin_str_or(jin_get(c->query, "system"), rating_systems[0]);
    for (int i = 0; rating_systems[i]; i++)
        if (str_is(*system, rating_systems[i]))
            return true;
    call_fail_field(c, "system", "must be glicko2 (two seats) or wenglin (more)");
    return false;
}

void api_leaderboard(struct call *c)
{
    const struct game *game = game_by_name(c->word);
    struct str         system;
    int                after = (int)jin_int_or(jin_get(c->query, "after"), 0);
    int                limit = (int)jin_int_or(jin_get(c->query, "limit"), LEADERS_DEFAULT);

    if (!read_ladder(c, game, &system))
        return;
    struct jout out = call_begin(c);
    jout_field_text(&out, "game", game->name);
    jout_field_str(&out, "system", system);
    book_write_leaders(c->hall, &out, "players", game->name, system, after, limit);
    call_end(c, &out, 200);
}

void api_player(struct call *c)
{
    struct account account;

    if (!call_player(c, &account))
        return;
    struct jout out = call_begin(c);
    jout_field_text(&out, "name", account.name);
    jout_field_bool(&out, "guest", account.flags & ACCOUNT_GUEST);
    jout_field_bool(&out, "robot", account.flags & ACCOUNT_ROBOT);
    jout_field_int(&out, "created_at", account.created_at);
    book_write(c->hall, &out, "ratings", account.id);
    call_end(c, &out, 200);
}

void api_player_history(struct call *c)
{
    const struct game *game = game_by_name(jin_str_or(jin_get(c->query, "game"), ""));
    struct account     account;
    struct str         system;

    if (!call_player(c, &account) || !read_ladder(c, game, &system))
        return;
    struct jout out = call_begin(c);
    jout_field_text(&out, "name", account.name);
    jout_field_text(&out, "game", game->name);
    jout_field_str(&out, "system", system);
    if (book_write_history(c->hall, &out, "points", account.id, game->name, system))
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

void api_document(struct call *c)
{
    buf_str(reply_begin(c->hall, c->ask), api_description);
    reply_end(c->hall, c->ask, 200, "application/yaml", NULL);
}
