/* Tables in the hall API: opening, sitting, leaving, ending. */
#include "api/call.h"
#include "api/seats.h"
#include "game/bot.h"
#include "people/moderate.h"

#include <stdio.h>

/* After this time without a move the others may claim the game; not in test
 * mode. */
enum { CLAIM_MS = 5 * 60 * 1000 };

static void answer_table_to(struct call *c, struct table *t, int status, bool invited)
{
    struct jout out = call_begin(c);

    write_table(c->hall, &out, t, c->account.id, invited);
    call_end(c, &out, status);
}

void answer_table(struct call *c, struct table *t, int status)
{
    answer_table_to(c, t, status, false);
}

/* Replies with the table after a change, or with why it was refused. */
static void answer_done(struct call *c, enum err err, const struct refusal *why)
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

/* Names the option in an error: "options.sticks". */
static bool fail_option(struct call *c, struct str name, const char *why)
{
    char field[64];

    snprintf(field, sizeof field, "options.%.*s", (int)(name.len < 40 ? name.len : 0), name.at);
    call_fail_field(c, field, why);
    return false;
}

/* Describes the valid values of an option. */
static bool fail_option_value(struct call *c, const struct option *option)
{
    struct buf text = { 0 };

    if (option->words) {
        buf_text(&text, "must be one of: ");
        for (int i = 0; option->words[i]; i++)
            buf_printf(&text, "%s%s", i ? ", " : "", option->words[i]);
    } else {
        buf_printf(&text, "must be an integer from %d to %d", option->min, option->max);
    }
    fail_option(c, str_of(option->name), text.at);
    buf_release(&text);
    return false;
}

static bool read_option(struct call *c, const struct option *option, const struct jin *value, int32_t *out)
{
    struct str word;
    int64_t    n;
    bool       yes;

    if (option->kind == OPTION_FLAG && jin_bool(value, &yes))
        return *out = yes, true;
    if (option->words && jin_string(value, &word)) {
        for (int i = 0; option->words[i]; i++)
            if (str_is(word, option->words[i]))
                return *out = i, true;
        return fail_option_value(c, option);
    }
    if (jin_kind(value) != JIN_INT || !jin_int(value, &n) || n < option->min || n > option->max)
        return fail_option_value(c, option);
    return *out = (int32_t)n, true;
}

static bool is_extra(const struct dialect *dialect, struct str name)
{
    for (const struct extra_option *o = dialect->extras; o && o->name; o++)
        if (str_is(name, o->name))
            return true;
    return false;
}

/* Options by name. Those that are not plain numbers are left to the dialect. */
static bool read_options(struct call *c, struct table_plan *plan, struct buf *extra)
{
    const struct jin     *options = jin_get(c->body, "options");
    const struct dialect *dialect = dialect_of(plan->game);
    struct jin_member     m = { 0 };
    struct refusal        why = { 0 };

    while (options && jin_next(options, &m)) {
        int i = game_option(plan->game, m.key);

        if (i >= 0 && plan->game->options[i].hidden)
            i = -1;
        if (i < 0 && !is_extra(dialect, m.key))
            return fail_option(c, m.key, "is not an option of this game");
        if (i >= 0 && !read_option(c, &plan->game->options[i], m.value, &plan->setup.option[i]))
            return false;
    }
    if (options && dialect->prepare &&
        dialect->prepare(c->hall, dialect_self(c->hall, plan->game), options, &plan->setup, extra, &why)) {
        call_fail_with(c, &(struct fault){ .error = API_BAD_FIELD, .field = "options", .refusal = why });
        return false;
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
        return call_fail_field(c, "bots", "must not have more entries than there are seats"), false;
    for (size_t i = 0; i < jin_count(bots); i++) {
        const struct jin *bot = jin_at(bots, i);
        const struct bot *player;
        struct str        name;
        int               level;

        if (jin_kind(bot) == JIN_NULL)
            continue;
        if (!jin_string(bot, &name) || !bot_find(plan->game, name, &player, &level))
            return call_fail_field(c, "bots", "must list computer players of this game (NAME, NAME:LEVEL or level:N), or null"),
                   false;
        if (plan->rated)
            return call_fail_field(c, "rated", "must not be true with computer players"), false;
    }
    return true;
}

static void fail_seats(struct call *c, const struct game *game)
{
    char why[64];

    if (game->min_seats == game->max_seats)
        snprintf(why, sizeof why, "must be %d for this game", game->min_seats);
    else
        snprintf(why, sizeof why, "must be from %d to %d for this game", game->min_seats, game->max_seats);
    call_fail_field(c, "seats", why);
}

static bool read_plan(struct call *c, struct table_plan *plan, struct buf *extra)
{
    const struct game *game = game_by_name(jin_str_or(jin_get(c->body, "game"), ""));
    const struct jin  *seed = jin_get(c->body, "seed");

    if (!game)
        return call_fail(c, API_NO_SUCH_GAME), false;
    if (game->traits & GAME_COMPUTED)
        return call_fail_field(c, "game", "must be another: this one plays itself, and is opened by its own protocol"), false;
    *plan = (struct table_plan){ .game = game, .door = "hall", .owner = c->account.id };
    setup_default(game, &plan->setup);
    plan->listed = jin_bool_or(jin_get(c->body, "listed"), true);
    plan->rated = jin_bool_or(jin_get(c->body, "rated"), false);
    plan->move_seconds = (int32_t)jin_int_or(jin_get(c->body, "move_seconds"), 0);
    if (plan->setup.seats < 2 && game->max_seats >= 2)
        plan->setup.seats = 2; /* playing alone must be requested */
    plan->setup.seats = (uint8_t)jin_int_or(jin_get(c->body, "seats"), plan->setup.seats);
    if (seed && !hall_test_mode(c->hall))
        return call_fail_field(c, "seed", "is only allowed in test mode"), false;
    plan->seeded = seed != NULL;
    plan->setup.seed = (uint64_t)jin_int_or(seed, 0);
    if (!read_options(c, plan, extra))
        return false;
    if (plan->setup.seats < game->min_seats || plan->setup.seats > game->max_seats)
        return fail_seats(c, game), false;
    if (plan->rated && (c->account.flags & ACCOUNT_GUEST))
        return call_fail(c, API_NOT_FOR_GUESTS), false;
    return check_bots(c, plan);
}

static enum err seat_caller(struct call *c, struct table *t, int seat, struct refusal *why)
{
    struct sitter who = { .kind = SITTER_ACCOUNT, .account = c->account.id };

    str_copy(str_of(c->account.name), who.name, sizeof who.name);
    return table_sit(c->hall, t, &who, &seat, "hall", why);
}

/* The opener takes the first seat that is not a computer's, and sits down
 * first: a table full of computers would start at once. */
static enum err fill_seats(struct call *c, struct table *t, struct refusal *why)
{
    const struct jin *bots = jin_get(c->body, "bots");
    size_t            own = 0, n = jin_count(bots);
    enum err          err = ERR_OK;

    while (own < n && jin_kind(jin_at(bots, own)) != JIN_NULL)
        own++;
    if (jin_bool_or(jin_get(c->body, "sit"), true) && own < t->seats)
        err = seat_caller(c, t, (int)own, why);
    for (int i = 0; i < (int)n && !err; i++)
        if (jin_kind(jin_at(bots, (size_t)i)) != JIN_NULL) {
            struct sitter bot = seat_computer(t, i, jin_str_or(jin_at(bots, (size_t)i), ""));
            int           seat = i;

            err = table_sit(c->hall, t, &bot, &seat, "hall", why);
        }
    return err;
}

/* Will nobody but computers sit there? */
static bool is_all_bots(struct call *c, const struct table_plan *plan)
{
    const struct jin *bots = jin_get(c->body, "bots");

    for (size_t i = 0; i < jin_count(bots); i++)
        if (jin_kind(jin_at(bots, i)) == JIN_NULL)
            return false;
    return jin_count(bots) == plan->setup.seats;
}

static bool may_open(struct call *c)
{
    bool guest = c->account.flags & ACCOUNT_GUEST;

    return rate_allow_account(c->hall, "open", c->account.id, guest ? LIMIT_GUEST_OPENED_PER_MINUTE : LIMIT_OPENED_PER_MINUTE) &&
           rate_allow(c->hall, guest ? "guest-open" : "open-from", str_of(c->ask->peer),
                      guest ? LIMIT_GUEST_OPENS_PER_MINUTE : LIMIT_OPENED_FROM_PER_MINUTE);
}

static int owned_most(const struct call *c)
{
    return (c->account.flags & ACCOUNT_GUEST) && !hall_test_mode(c->hall) ? LIMIT_GUEST_TABLES_EACH : 0;
}

void api_open_table(struct call *c)
{
    struct table_plan plan;
    struct table     *t = NULL;
    struct buf        extra = { 0 };
    struct refusal    why = { 0 };

    if (!may_open(c)) {
        call_fail(c, API_TOO_MANY);
        return;
    }
    if (read_plan(c, &plan, &extra) && (!is_all_bots(c, &plan) || computers_may_play(c))) {
        plan.owned_most = owned_most(c);
        enum err err = table_open(c->hall, &plan, &t, &why);

        if (!err && (err = fill_seats(c, t, &why)))
            table_erase(c->hall, t); /* a refusal changes nothing */
        if (err)
            call_fail_err(c, err, &why);
        else
            answer_table(c, t, 201);
    }
    buf_release(&extra);
}

/* ---- seats ------------------------------------------------------------- */

/* A player may take back a seat that they left during the game. */
static bool comes_back(const struct call *c)
{
    return c->table->phase == TABLE_RUNNING && c->seat >= 0 && c->table->seat[c->seat].left;
}

void api_join(struct call *c)
{
    struct table  *t = c->table;
    struct refusal why = { 0 };

    if (t->rated && (c->account.flags & ACCOUNT_GUEST)) {
        call_fail(c, API_NOT_FOR_GUESTS);
    } else if (comes_back(c)) {
        struct sitter who = t->seat[c->seat];
        enum err      err = table_return(c->hall, t, c->seat, &who, "hall", &why);

        answer_done(c, err, &why);
    } else if (t->phase != TABLE_WAITING) {
        call_fail(c, table_ended(t) ? API_FINISHED : API_NOT_WAITING);
    } else {
        enum err err = seat_caller(c, t, (int)jin_int_or(jin_get(c->body, "seat"), -1), &why);

        answer_done(c, err == ERR_FULL ? ERR_REFUSED : err, &why); /* a full table is not a rate limit */
    }
}

void api_leave(struct call *c)
{
    struct refusal why = { 0 };

    if (table_ended(c->table)) {
        call_fail(c, API_FINISHED);
    } else {
        enum err err = table_leave(c->hall, c->table, c->seat, "hall", &why);

        answer_done(c, err, &why);
    }
}

void api_ready(struct call *c)
{
    bool           ready = jin_bool_or(jin_get(c->body, "ready"), true);
    struct refusal why = { 0 };

    if (c->table->phase != TABLE_WAITING) {
        call_fail(c, table_ended(c->table) ? API_FINISHED : API_NOT_WAITING);
    } else {
        enum err err = table_ready(c->hall, c->table, c->seat, ready, "hall", &why);

        answer_done(c, err, &why);
    }
}

void api_start(struct call *c)
{
    struct refusal why = { 0 };

    if (c->table->owner != c->account.id) {
        call_fail_why(c, API_FORBIDDEN, "Only the player who opened the table can start it.");
    } else if (c->table->phase != TABLE_WAITING) {
        call_fail(c, table_ended(c->table) ? API_FINISHED : API_NOT_WAITING);
    } else if (!table_has_people(c->table) && !computers_may_play(c)) {
        return;
    } else {
        enum err err = table_start(c->hall, c->table, "hall", &why);

        answer_done(c, err, &why);
    }
}

/* ---- ends -------------------------------------------------------------- */

/* A sitter or the owner. */
static bool belongs(const struct call *c)
{
    return c->seat >= 0 || c->table->owner == c->account.id;
}

/* Opens the next table, if that is allowed as any other. */
static void open_rematch(struct call *c)
{
    struct table  *next;
    struct refusal why = { 0 };
    bool           people = false;

    for (int i = 0; i < c->table->seats; i++)
        people |= c->table->seat[i].kind != SITTER_BOT;
    if (!may_open(c)) {
        call_fail(c, API_TOO_MANY);
    } else if (people || computers_may_play(c)) {
        enum err err = table_rematch(c->hall, c->table, c->account.id, owned_most(c), &next, "hall", &why);

        if (err)
            call_fail_err(c, err, &why);
        else
            answer_table(c, next, 201);
    }
}

/* The first request opens the next table; others are pointed to it, and invited
 * if it is private. */
void api_rematch(struct call *c)
{
    struct table *next;

    if (!belongs(c)) {
        call_fail(c, API_NOT_YOUR_SEAT);
    } else if (!table_ended(c->table)) {
        call_fail_why(c, API_REFUSED, "The game is not over yet.");
    } else if (c->table->next_table) {
        next = table_find(c->hall, c->table->next_table);
        if (!next)
            call_fail(c, API_NO_SUCH_TABLE);
        else
            answer_table_to(c, next, 200, true);
    } else {
        open_rematch(c);
    }
}

/* Human players who owe a move and have not left, and so can be declared to
 * have left. */
static unsigned absent_seats(const struct table *t)
{
    unsigned owed = t->game->to_act(t->state), absent = 0;

    for (int seat = 0; seat < t->seats; seat++)
        if ((owed & 1u << seat) && !t->seat[seat].left && t->seat[seat].kind != SITTER_BOT)
            absent |= 1u << seat;
    return absent;
}

const char *claim_fault(struct hall *hall, const struct table *t, int seat)
{
    int64_t patience = hall_test_mode(hall) ? 0 : CLAIM_MS;

    if (t->game->to_act(t->state) & 1u << seat)
        return "It is your own move.";
    if (hall_now(hall) - t->moved_at < patience)
        return "Wait: a game can be claimed after five minutes without a move.";
    return absent_seats(t) ? NULL : "You are not waiting for anybody.";
}

/* The game goes to those who stayed: whoever owes a move and has not made one
 * for too long counts as having left. */
void api_claim(struct call *c)
{
    struct table  *t = c->table;
    struct refusal why = { 0 };
    enum err       err = ERR_OK;

    if (t->phase != TABLE_RUNNING) {
        call_fail(c, table_ended(t) ? API_FINISHED : API_NOT_RUNNING);
        return;
    }
    const char *fault = claim_fault(c->hall, t, c->seat);
    if (fault) {
        call_fail_why(c, API_REFUSED, fault);
        return;
    }
    unsigned absent = absent_seats(t);
    for (int seat = 0; seat < t->seats && !err && t->phase == TABLE_RUNNING; seat++)
        if (absent & 1u << seat)
            err = table_leave(c->hall, t, seat, "hall", &why);
    answer_done(c, err, &why);
}

/* Is anybody but the caller and computers still playing here? */
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
        call_fail_why(c, API_FORBIDDEN, "Only the player who opened the table can close it.");
    } else if (t->phase == TABLE_RUNNING && others_play(c)) {
        call_fail_why(c, API_FORBIDDEN, "Others are still playing; leave instead.");
    } else {
        table_abandon(c->hall, t, "abandoned", "hall");
        answer_table(c, t, 200);
    }
}

/* ---- words and numbers ------------------------------------------------- */

void api_chat(struct call *c)
{
    struct str     text = jin_str_or(jin_get(c->body, "text"), "");
    struct refusal why = { 0 };

    if (str_has_control(text))
        call_fail_field(c, "text", "must not contain control characters");
    else if (!may_talk(c->hall, &c->account, c->ask->peer))
        call_fail(c, API_MUTED);
    else if (!rate_allow_account(c->hall, "chat", c->account.id, LIMIT_CHATS_PER_MINUTE) ||
             !rate_allow(c->hall, "chat-from", str_of(c->ask->peer), LIMIT_CHATS_FROM_PER_MINUTE))
        call_fail(c, API_TOO_MANY);
    else {
        uint32_t seq = c->table->seq;
        enum err err = table_say(c->hall, c->table, c->seat, c->account.id, str_of(c->account.name), text, "hall", &why);

        if (err) {
            call_fail_err(c, err, &why);
            return;
        }
        struct jout out = call_begin(c);
        jout_field_uint(&out, "table", c->table->id);
        jout_field_uint(&out, "seq", seq);
        call_end(c, &out, 201);
    }
}

/* The seed is a string, because it has 64 bits and many JSON parsers keep only
 * 53. */
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
