/* Tables through the hall API: opening, sitting, leaving, ending. */
#include "game/bot.h"
#include "hall/api_call.h"

#include <stdio.h>

/* After so long without a move the others may claim the game; test mode does
 * not wait. */
enum { CLAIM_MS = 5 * 60 * 1000, CHATS_PER_MINUTE = 60, OPENED_PER_MINUTE = 60 };

static void answer_table(struct call *c, struct table *t, int status)
{
    struct jout out = call_begin(c);

    write_table(c->hall, &out, t, c->account.id);
    call_end(c, &out, status);
}

/* The table after something was done to it, or why it was not. */
static void answer_done(struct call *c, enum err err, const char *why)
{
    if (err)
        call_fail_err(c, err, why);
    else
        answer_table(c, c->table, 200);
}

void api_table(struct call *c)
{
    answer_table(c, c->table, 200);
}

/* ---- opening ----------------------------------------------------------- */

/* Names an option in a refusal: "options.sticks". */
static bool fail_option(struct call *c, struct str name, const char *why)
{
    char field[64];

    snprintf(field, sizeof field, "options.%.*s", (int)(name.len < 40 ? name.len : 0), name.at);
    call_fail_field(c, field, why);
    return false;
}

static bool read_option(struct call *c, const struct option *option, const struct jin *value, int32_t *out)
{
    struct str word;
    int64_t    n;

    if (option->words && jin_string(value, &word)) {
        for (int i = 0; option->words[i]; i++)
            if (str_is(word, option->words[i]))
                return *out = i, true;
        return fail_option(c, str_of(option->name), "is none of its words");
    }
    if (jin_kind(value) != JIN_INT || !jin_int(value, &n))
        return fail_option(c, str_of(option->name), option->words ? "must be one of its words" : "must be an integer");
    if (n < option->least || n > option->most)
        return fail_option(c, str_of(option->name), "is out of range");
    return *out = (int32_t)n, true;
}

static bool is_extra(const struct dialect *dialect, struct str name)
{
    for (const struct extra_option *o = dialect->extras; o && o->name; o++)
        if (str_is(name, o->name))
            return true;
    return false;
}

/* Options by name. What is no plain option is left to the game's own door. */
static bool read_options(struct call *c, struct table_plan *plan, struct buf *extra)
{
    const struct jin     *options = jin_get(c->body, "options");
    const struct dialect *dialect = dialect_of(plan->game);
    struct jin_member     m = { 0 };
    const char           *why = "";

    while (options && jin_next(options, &m)) {
        int i = game_option(plan->game, m.key);

        if (i < 0 && !is_extra(dialect, m.key))
            return fail_option(c, m.key, "is no option of this game");
        if (i >= 0 && !read_option(c, &plan->game->options[i], m.value, &plan->setup.option[i]))
            return false;
    }
    if (options && dialect->prepare &&
        dialect->prepare(c->hall, dialect_self(c->hall, plan->game), options, &plan->setup, extra, &why)) {
        char message[160];

        snprintf(message, sizeof message, "is not possible: %s", why);
        return call_fail_field(c, "options", message), false;
    }
    if (extra->len)
        plan->setup.extra = buf_view(extra);
    return true;
}

/* "bots": a name or null for each seat. */
static bool check_bots(struct call *c, const struct table_plan *plan)
{
    const struct jin *bots = jin_get(c->body, "bots");

    if (jin_count(bots) > plan->setup.seats)
        return call_fail_field(c, "bots", "has more entries than there are seats"), false;
    for (size_t i = 0; i < jin_count(bots); i++) {
        const struct jin *bot = jin_at(bots, i);
        struct str        name;

        if (jin_kind(bot) == JIN_NULL)
            continue;
        if (!jin_string(bot, &name) || !bot_by_name(plan->game, name))
            return call_fail_field(c, "bots", "lists names of this game's computer players, or null"), false;
        if (plan->rated)
            return call_fail_field(c, "rated", "is only for tables without computer players"), false;
    }
    return true;
}

static bool read_plan(struct call *c, struct table_plan *plan, struct buf *extra)
{
    const struct game *game = game_by_name(jin_str_or(jin_get(c->body, "game"), ""));
    const struct jin  *seed = jin_get(c->body, "seed");

    if (!game)
        return call_fail(c, API_NO_SUCH_GAME), false;
    if (game->traits & GAME_COMPUTED)
        return call_fail_field(c, "game", "plays itself: order a fight at its own door"), false;
    *plan = (struct table_plan){ .game = game, .door = "hall", .owner = c->account.id };
    setup_normal(game, &plan->setup);
    plan->listed = jin_bool_or(jin_get(c->body, "listed"), true);
    plan->rated = jin_bool_or(jin_get(c->body, "rated"), false);
    plan->move_seconds = (int32_t)jin_int_or(jin_get(c->body, "move_seconds"), 0);
    if (plan->setup.seats < 2 && game->max_seats >= 2)
        plan->setup.seats = 2; /* whoever wants to play alone says so */
    plan->setup.seats = (uint8_t)jin_int_or(jin_get(c->body, "seats"), plan->setup.seats);
    if (seed && !hall_test_mode(c->hall))
        return call_fail_field(c, "seed", "can only be chosen in test mode"), false;
    plan->seeded = seed != NULL;
    plan->setup.seed = (uint64_t)jin_int_or(seed, 0);
    if (!read_options(c, plan, extra))
        return false;
    if (plan->setup.seats < game->min_seats || plan->setup.seats > game->max_seats)
        return call_fail_field(c, "seats", "is out of range for this game"), false;
    if (plan->rated && (c->account.flags & ACCOUNT_GUEST))
        return call_fail(c, API_NOT_FOR_GUESTS), false;
    return check_bots(c, plan);
}

static enum err seat_bot(struct hall *hall, struct table *t, int seat, struct str name, const char **why)
{
    struct sitter bot = { .kind = SITTER_BOT, .ready = true };

    str_copy(name, bot.bot, sizeof bot.bot);
    str_copy(str_of(bot_by_name(t->game, name)->title), bot.name, sizeof bot.name);
    return table_sit(hall, t, &bot, &seat, "hall", why);
}

static enum err seat_caller(struct call *c, struct table *t, int seat, const char **why)
{
    struct sitter who = { .kind = SITTER_ACCOUNT, .account = c->account.id };

    str_copy(str_of(c->account.name), who.name, sizeof who.name);
    return table_sit(c->hall, t, &who, &seat, "hall", why);
}

/* The opener sits in the first seat that is not a computer's, and sits first:
 * a table of computers may start at once and leave no seat. */
static enum err fill_seats(struct call *c, struct table *t, const char **why)
{
    const struct jin *bots = jin_get(c->body, "bots");
    size_t            own = 0, n = jin_count(bots);
    enum err          err = ERR_OK;

    while (own < n && jin_kind(jin_at(bots, own)) != JIN_NULL)
        own++;
    if (jin_bool_or(jin_get(c->body, "sit"), true) && own < t->seats)
        err = seat_caller(c, t, (int)own, why);
    for (size_t i = 0; i < n && !err; i++)
        if (jin_kind(jin_at(bots, i)) != JIN_NULL)
            err = seat_bot(c->hall, t, (int)i, jin_str_or(jin_at(bots, i), ""), why);
    return err;
}

void api_open_table(struct call *c)
{
    struct table_plan plan;
    struct table     *t = NULL;
    struct buf        extra = { 0 };
    const char       *why = "";

    if (!rate_allow(c->hall, "open", str_of(c->account.name), OPENED_PER_MINUTE)) {
        call_fail(c, API_TOO_MANY);
        return;
    }
    if (read_plan(c, &plan, &extra)) {
        enum err err = table_open(c->hall, &plan, &t, &why);

        if (!err && (err = fill_seats(c, t, &why)))
            table_erase(c->hall, t); /* a refusal leaves no trace */
        if (err)
            call_fail_err(c, err, why);
        else
            answer_table(c, t, 201);
    }
    buf_release(&extra);
}

/* ---- seats ------------------------------------------------------------- */

/* Somebody's own seat, given up while the game runs, can be taken again. */
static bool comes_back(const struct call *c)
{
    return c->table->phase == TABLE_RUNNING && c->seat >= 0 && c->table->seat[c->seat].left;
}

void api_join(struct call *c)
{
    struct table *t = c->table;
    const char   *why = "";

    if (t->rated && (c->account.flags & ACCOUNT_GUEST)) {
        call_fail(c, API_NOT_FOR_GUESTS);
    } else if (comes_back(c)) {
        struct sitter who = t->seat[c->seat];
        enum err      err = table_return(c->hall, t, c->seat, &who, "hall", &why);

        answer_done(c, err, why);
    } else if (t->phase != TABLE_WAITING) {
        call_fail(c, table_ended(t) ? API_FINISHED : API_NOT_WAITING);
    } else {
        enum err err = seat_caller(c, t, (int)jin_int_or(jin_get(c->body, "seat"), -1), &why);

        answer_done(c, err == ERR_FULL ? ERR_REFUSED : err, why); /* a full table is no haste of the client's */
    }
}

void api_leave(struct call *c)
{
    const char *why = "";

    if (table_ended(c->table)) {
        call_fail(c, API_FINISHED);
    } else {
        enum err err = table_leave(c->hall, c->table, c->seat, "hall", &why);

        answer_done(c, err, why);
    }
}

void api_ready(struct call *c)
{
    bool        ready = jin_bool_or(jin_get(c->body, "ready"), true);
    const char *why = "";

    if (c->table->phase != TABLE_WAITING) {
        call_fail(c, table_ended(c->table) ? API_FINISHED : API_NOT_WAITING);
    } else {
        enum err err = table_ready(c->hall, c->table, c->seat, ready, "hall", &why);

        answer_done(c, err, why);
    }
}

void api_start(struct call *c)
{
    const char *why = "";

    if (c->table->owner != c->account.id) {
        call_fail_why(c, API_FORBIDDEN, "only who opened the table can start it");
    } else if (c->table->phase != TABLE_WAITING) {
        call_fail(c, table_ended(c->table) ? API_FINISHED : API_NOT_WAITING);
    } else {
        enum err err = table_start(c->hall, c->table, "hall", &why);

        answer_done(c, err, why);
    }
}

/* ---- ends -------------------------------------------------------------- */

/* Sits there, or opened it. */
static bool belongs(const struct call *c)
{
    return c->seat >= 0 || c->table->owner == c->account.id;
}

/* The first to ask opens the next table; the others are shown it. */
void api_rematch(struct call *c)
{
    struct table *next = NULL;
    const char   *why = "";

    if (!belongs(c)) {
        call_fail(c, API_NOT_YOUR_SEAT);
    } else if (!table_ended(c->table)) {
        call_fail_why(c, API_REFUSED, "the game is not over");
    } else if (c->table->next_table) {
        next = table_find(c->hall, c->table->next_table);
        if (!next)
            call_fail(c, API_NO_SUCH_TABLE);
        else
            answer_table(c, next, 200);
    } else {
        enum err err = table_rematch(c->hall, c->table, c->account.id, &next, "hall", &why);

        if (err)
            call_fail_err(c, err, why);
        else
            answer_table(c, next, 201);
    }
}

/* The game goes to those who stayed: whoever owes a move, and has not made one
 * for too long, is taken to have left. */
void api_claim(struct call *c)
{
    struct table *t = c->table;
    int64_t       patience = hall_test_mode(c->hall) ? 0 : CLAIM_MS;
    unsigned      owed;
    const char   *why = "";
    enum err      err = ERR_OK;

    if (t->phase != TABLE_RUNNING) {
        call_fail(c, table_ended(t) ? API_FINISHED : API_NOT_RUNNING);
        return;
    }
    owed = t->game->to_act(t->state);
    if (owed & 1u << c->seat) {
        call_fail_why(c, API_REFUSED, "it is your own move");
        return;
    }
    if (hall_now(c->hall) - t->moved_at < patience) {
        call_fail_why(c, API_REFUSED, "wait: a game can be claimed after five minutes without a move");
        return;
    }
    for (int seat = 0; seat < t->seats && !err && t->phase == TABLE_RUNNING; seat++)
        if ((owed & 1u << seat) && !t->seat[seat].left && t->seat[seat].kind != SITTER_BOT)
            err = table_leave(c->hall, t, seat, "hall", &why);
    answer_done(c, err, why);
}

/* Does anybody but the caller and computers still play here? */
static bool others_play(const struct call *c)
{
    for (int i = 0; i < c->table->seats; i++) {
        const struct sitter *who = &c->table->seat[i];

        if (i != c->seat && !who->left && (who->kind == SITTER_ACCOUNT || who->kind == SITTER_DOOR))
            return true;
    }
    return false;
}

void api_abandon(struct call *c)
{
    struct table *t = c->table;

    if (!belongs(c)) {
        call_fail(c, API_NOT_YOUR_SEAT);
    } else if (table_ended(t)) {
        call_fail(c, API_FINISHED);
    } else if (t->phase == TABLE_WAITING && t->owner != c->account.id) {
        call_fail_why(c, API_FORBIDDEN, "only who opened the table can close it");
    } else if (t->phase == TABLE_RUNNING && others_play(c)) {
        call_fail_why(c, API_FORBIDDEN, "others are still playing; leave instead");
    } else {
        table_abandon(c->hall, t, "abandoned", "hall");
        answer_table(c, t, 200);
    }
}

/* ---- words and numbers ------------------------------------------------- */

void api_chat(struct call *c)
{
    struct str  text = jin_str_or(jin_get(c->body, "text"), "");
    const char *why = "";

    if (str_has_control(text))
        call_fail_field(c, "text", "must not contain control characters");
    else if (!rate_allow(c->hall, "chat", str_of(c->account.name), CHATS_PER_MINUTE))
        call_fail(c, API_TOO_MANY);
    else {
        uint32_t seq = c->table->seq;
        enum err err = table_say(c->hall, c->table, c->seat, str_of(c->account.name), text, "hall", &why);

        if (err) {
            call_fail_err(c, err, why);
            return;
        }
        struct jout out = call_begin(c);
        jout_field_uint(&out, "table", c->table->id);
        jout_field_uint(&out, "seq", seq);
        call_end(c, &out, 201);
    }
}

/* The seed is a text: it has 64 bits, more than some readers of JSON keep. */
void api_seed(struct call *c)
{
    struct jout out = call_begin(c);
    char        hash[65], seed[24];

    table_seed_hash(c->table, hash);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->table->setup.seed);
    jout_field_text(&out, "hash", hash);
    if (table_ended(c->table))
        jout_field_text(&out, "seed", seed);
    else
        jout_field_null(&out, "seed");
    call_end(c, &out, 200);
}
