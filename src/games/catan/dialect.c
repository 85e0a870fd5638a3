/* Catan's published protocol: JSON by HTTP POST, one address for whoever runs
 * the games and one for the players. This file reads the envelope and writes
 * it; dialect_manager.c and dialect_user.c know the commands, dialect_room.c
 * which table an identifier means. */
#include "games/catan/dialect_call.h"

#include "base/log.h"
#include "base/mem.h"

#include <sodium.h>
#include <stdlib.h>

enum { JSON_DEPTH_MAX = 64 };

/* What the dialect keeps: the rooms, and hashes of the manager's name and
 * password, so that comparing takes the same time whatever was sent. */
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

static enum err set_manager(struct door *door, const char *setting)
{
    struct str password = str_of(setting), user = str_cut(&password, ':');

    if (!password.at) {
        log_error("catan", "the setting catan-manager wants USER:PASSWORD");
        return ERR_MALFORMED;
    }
    hash(user, door->user);
    hash(password, door->password);
    return ERR_OK;
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
 * know arguments in strings when they get them back. */
static void serve(struct hall *hall, struct door *door, struct ask *ask, bool manager)
{
    struct jin *body = NULL, *inside = NULL;
    struct call c = { .hall = hall, .rooms = &door->rooms };
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
    else if (is_manager(door, body))
        say = catan_manager_command(&c, command);
    else
        say = SAY_WRONG_CREDENTIALS;
    answer(hall, ask, 200, say ? catan_sentence[say].code : 202, say ? catan_sentence[say].text : c.refusal, buf_view(&c.out),
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

/* The protocol has no word for a full disk: a refusal, and HTTP's own status. */
static void not_kept(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    (void)self, (void)problem;
    answer(hall, ask, 503, 202, "The server can not store anything at the moment; nothing was changed.", STR_NONE, false);
}

/* ---- the dialect --------------------------------------------------------- */

static enum err door_open(struct hall *hall, void **self)
{
    struct door *door = mem_new(sizeof *door);

    enum err err = set_manager(door, setting_text(hall_settings(hall), "catan-manager"));
    if (err != ERR_OK) {
        free(door);
        return err;
    }
    catan_rooms_open(&door->rooms, hall);
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

/* Whoever owns a seat may give its playerId to a client of the protocol; the
 * others' are none of his business. */
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

static const struct setting settings[] = {
    { .name = "catan-manager",
      .kind = SETTING_TEXT,
      .normal = "catan:catan",
      .meta = "USER:PASSWORD",
      .help = "who may manage Catan games",
      .secret = true },
    { 0 },
};

/* clang-format off */
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

const struct dialect catan_dialect = {
    .routes = routes,
    .settings = settings,
    .migrations = catan_rooms_migrations,
    .greeting = "curl -d '{\"username\":\"catan\",\"password\":\"catan\",\"command\":\"newGame\","
                "\"arguments\":{\"scenario\":\"SettlersOfCatan\"}}' http://HOST/Catan/managerRequest/",
    .open = door_open,
    .close = door_close,
    .forget = door_forget,
    .happened = door_happened,
    .describe = door_describe,
};
