/* Catan's published protocol: JSON by HTTP POST, one address for the manager
 * who runs the games and one for the players. This file reads and writes the
 * envelope; manager.c and user.c know the commands, room.c which table an
 * identifier means. */
#include "games/catan/dialect/call.h"

#include "base/log.h"
#include "base/mem.h"
#include "people/account.h"

#include <sodium.h>
#include <stdlib.h>

enum {
    JSON_DEPTH_MAX = 64,
    GUESSES_PER_MINUTE = 30, /* failed logins per address: every request carries credentials, so a wrong setting fails often */
};

/* What the dialect keeps: the rooms, and hashes of the manager's name and
 * password, so that a comparison takes the same time whatever was sent. */
struct door {
    struct rooms  rooms;
    unsigned char user[crypto_generichash_BYTES], password[crypto_generichash_BYTES];
};

/* ---- credentials -------------------------------------------------------- */

static void hash(struct str text, unsigned char out[crypto_generichash_BYTES])
{
    crypto_generichash(out, crypto_generichash_BYTES, (const unsigned char *)text.at, text.len, NULL, 0);
}

static bool is_manager(const struct door *door, const struct jin *body)
{
    unsigned char user[crypto_generichash_BYTES], password[crypto_generichash_BYTES];
    struct str    user_text = STR(""), password_text = STR("");
    bool          both = jin_string(jin_get(body, "username"), &user_text);

    both &= jin_string(jin_get(body, "password"), &password_text);
    hash(user_text, user);
    hash(password_text, password);
    int same = sodium_memcmp(user, door->user, sizeof user);
    same |= sodium_memcmp(password, door->password, sizeof password);
    return both && same == 0;
}

static enum err set_manager(struct door *door, struct str setting)
{
    struct str password = setting, user = str_cut(&password, ':');

    if (!password.at) {
        log_error("catan", "the setting catan-manager wants USER:PASSWORD");
        return ERR_MALFORMED;
    }
    hash(user, door->user);
    hash(password, door->password);
    return ERR_OK;
}

/* The operator needs to know, and nobody else reads the log. */
static enum err set_own_manager(struct hall *hall, struct door *door)
{
    struct store *store = hall_store(hall);
    struct stmt  *find = store_prepare(store, "SELECT name, password FROM catan_manager");
    struct stmt  *keep = store_prepare(store, "INSERT INTO catan_manager (name, password) VALUES ('catan', ?1)");
    char          password[ID_LENGTH + 1] = "";
    struct buf    both = { 0 };

    if (stmt_row(find))
        str_copy(stmt_col_text(find, 1), password, sizeof password);
    if (stmt_done(find) != ERR_OK)
        return ERR_IO;
    if (!password[0]) {
        catan_draw_id(password);
        stmt_text(keep, 1, str_of(password));
        stmt_run(keep);
    }
    log_info("catan", "the manager of Catan's protocol is catan with the password %s (--catan-manager changes it)", password);
    buf_printf(&both, "catan:%s", password);
    enum err err = set_manager(door, buf_view(&both));
    sodium_memzero(both.at, both.len);
    buf_release(&both);
    return err;
}

static enum err find_manager(struct hall *hall, struct door *door)
{
    const char *setting = setting_text(hall_settings(hall), "catan-manager");

    if (setting && setting[0])
        return set_manager(door, str_of(setting));
    return hall_test_mode(hall) ? set_manager(door, STR("catan:catan")) : set_own_manager(hall, door);
}

/* Slows down guessing: only failures count. */
static bool may_guess(struct hall *hall, const struct ask *ask)
{
    return hall_test_mode(hall) || rate_allow(hall, "catan manager", str_of(ask->peer), GUESSES_PER_MINUTE);
}

static void guessed_right(struct hall *hall, const struct ask *ask)
{
    if (!hall_test_mode(hall))
        rate_return(hall, "catan manager", str_of(ask->peer), GUESSES_PER_MINUTE);
}

/* ---- the envelope -------------------------------------------------------- */

static void answer(struct hall *hall, struct ask *ask, int http, int code, const char *status, struct str arguments, bool nested)
{
    struct jout j = jout_to(reply_begin(hall, ask));

    jout_open_object(&j);
    jout_field_int(&j, "code", code);
    jout_field_text(&j, "status", status);
    if (!arguments.len)
        jout_field_null(&j, "arguments");
    else if (nested)
        jout_field_str(&j, "arguments", arguments);
    else
        jout_field_raw(&j, "arguments", arguments);
    jout_close_object(&j);
    reply_end(hall, ask, http, "application/json", NULL);
}

static bool parse_object(struct str text, struct jin **out)
{
    struct jin *v = NULL;

    if (jin_parse(text, JSON_DEPTH_MAX, JIN_LAST_WINS | JIN_BIG_IS_REAL | JIN_NUL_TOO, &v) == ERR_OK && jin_kind(v) == JIN_OBJECT) {
        *out = v;
        return true;
    }
    jin_free(v);
    return false;
}

/* Arguments are an object, or a string with the text of one; anything else
 * counts as absent. `*inside` is what a string held and the caller frees. */
static void read_arguments(struct call *c, struct jin **inside)
{
    const struct jin *v = jin_get(c->body, "arguments");
    struct str        text;

    if (jin_kind(v) == JIN_OBJECT) {
        c->args = v;
    } else if (jin_string(v, &text) && parse_object(text, inside)) {
        c->args = *inside;
        c->nested = true;
    }
}

/* One request: parsed, handled by `run`, answered. Only the manager's clients
 * understand arguments that come back as strings. */
static void serve(struct hall *hall, struct door *door, struct ask *ask, bool manager)
{
    struct jin *body = NULL, *inside = NULL;
    struct call c = { .hall = hall, .peer = str_of(ask->peer), .rooms = &door->rooms };
    enum say    say;

    if (!parse_object(ask->body, &body)) {
        answer(hall, ask, 400, 400, catan_sentence[SAY_INVALID].text, STR_NONE, false);
        return;
    }
    c.body = body;
    read_arguments(&c, &inside);
    struct str command = catan_arg_name(body, "command");
    if (!manager)
        say = catan_user_command(&c, command);
    else if (may_guess(hall, ask) && is_manager(door, body)) {
        guessed_right(hall, ask);
        say = catan_manager_command(&c, command);
    } else
        say = SAY_WRONG_CREDENTIALS;
    answer(hall, ask, 200, say ? catan_sentence[say].code : 202, say ? catan_sentence[say].text : c.refusal.text, buf_view(&c.out),
           manager && c.nested);
    buf_release(&c.out);
    jin_free(inside);
    jin_free(body);
}

static void serve_manager(struct hall *hall, void *self, struct ask *ask)
{
    serve(hall, self, ask, true);
}

static void serve_user(struct hall *hall, void *self, struct ask *ask)
{
    serve(hall, self, ask, false);
}

/* The protocol cannot express a full disk: a refusal, with HTTP's own
 * status. */
static void not_kept(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    (void)self, (void)problem;
    answer(hall, ask, 503, 202, "The server can not store anything at the moment; nothing was changed.", STR_NONE, false);
}

/* ---- the dialect --------------------------------------------------------- */

/* The ids of an account's seats end with its other credentials. */
static void seats_ended(struct hall *hall, uint64_t account)
{
    struct door *door = dialect_self(hall, &catan_game);

    for (struct table *t = table_next_live(hall, &catan_game, 0); t; t = table_next_live(hall, &catan_game, t->id)) {
        int          seat = table_seat_of(t, account);
        struct room *room = seat >= 0 ? catan_rooms_of_table(&door->rooms, t->id) : NULL;

        if (room && room->of_hall)
            catan_room_renew(&door->rooms, room, seat);
    }
}

static enum err door_open(struct hall *hall, void **self)
{
    struct door *door = mem_new(sizeof *door);

    enum err err = find_manager(hall, door);
    if (err != ERR_OK) {
        free(door);
        return err;
    }
    catan_rooms_open(&door->rooms, hall);
    accounts_listen(hall, seats_ended);
    *self = door;
    return ERR_OK;
}

static void door_close(struct hall *hall, void *self)
{
    struct door *door = self;

    (void)hall;
    catan_rooms_forget(&door->rooms);
    sodium_memzero(door, sizeof *door);
    free(door);
}

static void door_forget(struct hall *hall, void *self)
{
    struct door *door = self;

    (void)hall;
    catan_rooms_forget(&door->rooms);
}

static void door_happened(struct hall *hall, void *self, struct table *table, const struct table_event *event)
{
    struct door *door = self;

    (void)hall;
    catan_rooms_happened(&door->rooms, table, event);
}

/* The owner of a seat may give its playerId to a client of the protocol; nobody
 * sees the playerIds of others. */
static void door_describe(struct hall *hall, void *self, const struct table *table, int seat, struct jout *out)
{
    struct door       *door = self;
    const struct room *room = catan_rooms_of_table(&door->rooms, table->id);

    (void)hall;
    if (seat == SEAT_NOBODY || !room || !room->player[seat].id[0])
        return;
    jout_field_text(out, "gameId", room->id);
    jout_field_text(out, "playerId", room->player[seat].id);
}

/* clang-format off */
static const struct limit limits[] = {
    { "GUESSES_PER_MINUTE", GUESSES_PER_MINUTE, "wrong credentials of the manager from an address, a minute", "the same as for wrong ones", false },
    { "GAMES_PER_MINUTE", GAMES_PER_MINUTE, "games that an address opens, a minute (and --catan-games in all)", "the protocol's own error", false },
    { 0 },
};

static const struct setting settings[] = {
    { .name = "catan-manager", .kind = SETTING_TEXT, .meta = "USER:PASSWORD", .secret = true,
      .help = "who may manage Catan games; without it a password is made and shown at the start (test mode: catan:catan)" },
    { .name = "catan-games", .kind = SETTING_INT, .default_value = "5000", .meta = "N", .help = "max games that the manager may have at a time" },
    { 0 },
};

#define ROUTE(address, name, handler) { \
    .path = address, .kind = ROUTE_HTTP, .methods = METHOD_POST, .flags = ROUTE_NO_CORS, \
    .metric = name, .handle = handler, .failed = not_kept }
/* clang-format on */

static const struct route routes[] = {
    ROUTE("/Catan/managerRequest", "catan_manager", serve_manager),
    ROUTE("/Catan/managerRequest/", "catan_manager", serve_manager),
    ROUTE("/Catan/userRequest", "catan_user", serve_user),
    ROUTE("/Catan/userRequest/", "catan_user", serve_user),
    { 0 },
};

extern const struct dialect catan_dialect;

/* clang-format off */
const struct dialect catan_dialect = {
    .part = { .name = "catan", .routes = routes, .settings = settings, .limits = limits, .migrations = catan_rooms_migrations,
              .open = door_open, .close = door_close, .forget = door_forget },
    .greeting = "curl -d '{\"username\":\"catan\",\"password\":\"...\",\"command\":\"newGame\","
                "\"arguments\":{\"scenario\":\"SettlersOfCatan\"}}' http://HOST/Catan/managerRequest/",
    .happened = door_happened, .describe = door_describe, .erase_table = catan_rooms_erase_table,
};
/* clang-format on */
