/* Santorini's published protocol: one JSON object per line over TCP, or per
 * message over WebSocket. This file reads requests and turns them into moves;
 * lobby.c knows who sits where, say.c writes the messages. */
#include "games/santorini/dialect/lobby.h"

enum {
    LINE_MAX_BYTES = 16384, /* without its end */
    JSON_DEPTH_MAX = 16,
};

/* The answer to a request. */
enum answer { REFUSED, DONE, NOTHING };

/* ---- reading ----------------------------------------------------------- */

static bool read_name(const struct jin *content, const char *key, struct str *name)
{
    return jin_string(jin_get(jin_get(content, key), "username"), name);
}

/* A connection acts only for the user it logged in as, whom `key` names. */
static bool is_own_user(const struct client *c, const struct jin *content, const char *key)
{
    struct str name;

    return c->seat != ANONYMOUS && read_name(content, key, &name) && str_is(name, c->lobby->name[c->seat]);
}

/* An integer of the request; -1 if it is out of range. */
static bool read_int(const struct jin *content, const char *key, int *out)
{
    int64_t value;

    if (!jin_int(jin_get(content, key), &value))
        return false;
    *out = value >= 0 && value <= INT16_MAX ? (int)value : -1;
    return true;
}

/* A coordinate as a cell, -1 if it is off the board. */
static bool read_cell(const struct jin *content, const char *key, int *cell)
{
    const struct jin *coordinate = jin_get(content, key);
    int               x, y;

    if (!read_int(coordinate, "x", &x) || !read_int(coordinate, "y", &y))
        return false;
    *cell = x >= 0 && x < SIDE && y >= 0 && y < SIDE ? SIDE * y + x : -1;
    return true;
}

/* A god by the name in a GodIdentifier; its description does not matter. */
static bool read_god(const struct jin *identifier, int *god)
{
    struct str name;

    if (!jin_string(jin_get(identifier, "name"), &name))
        return false;
    for (*god = 0; *god < GODS; ++*god)
        if (str_is(name, santorini_gods[*god].name))
            return true;
    return false;
}

static bool read_action(const struct jin *content, int *action)
{
    struct str text;

    if (!jin_string(jin_get(jin_get(content, "actionIdentifier"), "description"), &text))
        return false;
    for (*action = MOVE; *action < ACTIONS; ++*action)
        if (str_is(text, santorini_action_words[*action]))
            return true;
    return false;
}

/* ---- requests ---------------------------------------------------------- */

static enum answer make_move(struct client *c, struct move *m)
{
    struct table  *t = table_find(c->door->hall, c->lobby->table);
    struct refusal why = { 0 };

    if (client_did(c, m))
        return DONE;
    return t && table_move(c->door->hall, t, m, DOOR_NAME, NULL, &why) == ERR_OK ? DONE : REFUSED;
}

static enum answer ping(struct client *c, const struct jin *content)
{
    (void)content;
    c->missed = 0;
    return NOTHING;
}

static enum answer select_player_number(struct client *c, const struct jin *content)
{
    int size;

    return read_int(content, "size", &size) && lobby_open_table(c, size) ? DONE : REFUSED;
}

static enum answer add_user(struct client *c, const struct jin *content)
{
    struct str name;

    if (!read_name(content, "user", &name) || name.len == 0 || str_utf16(name) > USERNAME_MAX || str_has_control(name))
        return REFUSED;
    return lobby_add_user(c, name) ? DONE : REFUSED;
}

static enum answer select_gods(struct client *c, const struct jin *content)
{
    const struct jin *gods = jin_get(content, "gods");
    struct move       m;
    int               god;

    if (!is_own_user(c, content, "user") || jin_kind(gods) != JIN_ARRAY || jin_count(gods) != c->lobby->size)
        return REFUSED;
    move_begin(&m, c->seat, SELECT_GODS);
    for (size_t i = 0; i < jin_count(gods); i++) {
        if (!read_god(jin_at(gods, i), &god))
            return REFUSED;
        move_add(&m, god);
    }
    return make_move(c, &m);
}

static enum answer choose_god(struct client *c, const struct jin *content)
{
    struct move m;
    int         god;

    if (!is_own_user(c, content, "user") || !read_god(jin_get(content, "god"), &god))
        return REFUSED;
    move_begin(&m, c->seat, CHOOSE_GOD);
    move_add(&m, god);
    return make_move(c, &m);
}

static enum answer choose_first_player(struct client *c, const struct jin *content)
{
    struct move m;
    struct str  first;

    if (!is_own_user(c, content, "self") || !read_name(content, "firstPlayer", &first))
        return REFUSED;
    move_begin(&m, c->seat, NAME_FIRST);
    move_add(&m, lobby_seat_of(c->lobby, first));
    return make_move(c, &m);
}

static enum answer place_pawns(struct client *c, const struct jin *content)
{
    struct move m;
    int         a, b;

    if (!is_own_user(c, content, "user") || !read_cell(content, "c1", &a) || !read_cell(content, "c2", &b))
        return REFUSED;
    move_begin(&m, c->seat, PLACE_PAWNS);
    move_add(&m, a);
    move_add(&m, b);
    return make_move(c, &m);
}

/* What CHECK_ACTION and EXECUTE_ACTION say. */
struct wish {
    int pawn, action, cell;
};

static bool read_whole_action(const struct client *c, const struct jin *content, struct wish *a)
{
    return is_own_user(c, content, "user") && read_int(content, "id", &a->pawn) && read_action(content, &a->action) &&
           read_cell(content, "coordinate", &a->cell);
}

static bool is_allowed(const struct client *c, const struct wish *a)
{
    struct table  *t = table_find(c->door->hall, c->lobby->table);
    struct refusal why = { 0 };

    return t && t->state && santorini_offer_for(t->state, c->seat, a->pawn, a->action, a->cell, &why);
}

static enum answer check_action(struct client *c, const struct jin *content)
{
    struct wish a;

    return read_whole_action(c, content, &a) && is_allowed(c, &a) ? DONE : REFUSED;
}

static enum answer execute_action(struct client *c, const struct jin *content)
{
    struct wish a;
    struct move m;

    if (!read_whole_action(c, content, &a))
        return REFUSED;
    move_begin(&m, c->seat, ACT_MOVE + a.action - MOVE);
    if (a.action != PASS) {
        move_add(&m, a.pawn);
        move_add(&m, a.cell);
    }
    if (client_did(c, &m))
        return DONE;
    return is_allowed(c, &a) ? make_move(c, &m) : REFUSED;
}

static const struct request {
    const char *type;
    enum answer (*run)(struct client *c, const struct jin *content);
} requests[] = {
    { "PING", ping },
    { "SELECT_PLAYER_NUMBER", select_player_number },
    { "ADD_USER", add_user },
    { "SELECT_GODS", select_gods },
    { "CHOOSE_GOD", choose_god },
    { "CHOOSE_FIRST_PLAYER", choose_first_player },
    { "PLACE_PAWNS", place_pawns },
    { "CHECK_ACTION", check_action },
    { "EXECUTE_ACTION", execute_action },
};

/* ---- lines ------------------------------------------------------------- */

static bool is_blank(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!strchr(" \t\r\n", line.at[i]) || !line.at[i])
            return false;
    return true;
}

/* The request in a parsed line; NULL if clients may not send it. A missing
 * content counts as an empty one. */
static const struct request *find_request(const struct jin *line)
{
    const struct jin *content = jin_get(line, "content");
    struct str        type;

    if (!jin_string(jin_get(line, "type"), &type) || (content && jin_kind(content) != JIN_OBJECT))
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(requests); i++)
        if (str_is(type, requests[i].type))
            return &requests[i];
    return NULL;
}

static enum answer run_line(struct client *c, struct str line)
{
    const struct request *request;
    struct jin           *doc;
    enum answer           answer = REFUSED;

    if (is_blank(line))
        return NOTHING;
    if (jin_parse(line, JSON_DEPTH_MAX, JIN_BIG_IS_REAL, &doc) != ERR_OK)
        return REFUSED;
    request = find_request(doc);
    if (request)
        answer = request->run(c, jin_get(doc, "content"));
    jin_free(doc);
    return answer;
}

/* One RESULT per line, after everything that it caused; then, if that ended the
 * lobby, the connections close. */
static void handle_line(struct door *d, struct client *c, struct str line)
{
    struct lobby *l = c->lobby;
    enum answer   answer;

    d->answering = c;
    answer = run_line(c, line);
    if (answer != NOTHING)
        say_result(d, c, answer == DONE);
    d->answering = NULL;
    note_client(c);
    lobby_settle(d, l);
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct client *c = conn_data(hall, ask->conn);

    switch (ask->kind) {
    case ASK_OPENED:
        client_attach(self, ask->conn, ask->peer);
        break;
    case ASK_RESUMED:
        client_resume(self, ask->conn, ask->peer, ask->body);
        break;
    case ASK_TEXT:
        c->heard++;
        c->repeats = ask->repeated;
        if (c->lobby) /* else it has been told to leave already */
            handle_line(self, c, ask->body);
        break;
    case ASK_TOO_LONG:
        if (!c->lobby)
            break;
        say_error(self, c, "Message too long", "A line may have 16384 bytes, the connection is closed");
        client_leave(c);
        break;
    case ASK_CLOSED:
        if (ask->orphaned)
            client_orphaned(c);
        else
            client_gone(c, ask->cut_off);
        break;
    default:
        break;
    }
}

/* The batch was not stored: nothing that the line asked for was done. */
static void failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    struct client *c = conn_data(hall, ask->conn);
    struct str     type;
    struct jin    *doc = NULL;

    (void)problem;
    if (!c || !c->lobby)
        return;                   /* lobbies_forget has told it */
    if (ask->kind == ASK_RESUMED) /* what it missed was not sent */
        push_close(hall, ask->conn, 1012);
    if (ask->kind == ASK_OPENED)
        say_lobby(self, c);
    if (ask->kind == ASK_TEXT && !is_blank(ask->body)) {
        jin_parse(ask->body, JSON_DEPTH_MAX, JIN_BIG_IS_REAL, &doc);
        if (!jin_string(jin_get(doc, "type"), &type) || !str_is(type, "PING"))
            say_result(self, c, false);
        jin_free(doc);
    }
    note_client(c);
}

/* ---- the dialect ------------------------------------------------------- */

static const struct route routes[] = {
    { .path = "",
      .kind = ROUTE_LINES,
      .flags = ROUTE_NOTED,
      .setting = "santorini",
      .limit = LINE_MAX_BYTES,
      .metric = "santorini_lines",
      .handle = handle,
      .failed = failed },
    { .path = "/santorini",
      .kind = ROUTE_WS,
      .flags = ROUTE_ANY_ORIGIN | ROUTE_BINARY_CLOSES | ROUTE_NOTED,
      .limit = LINE_MAX_BYTES,
      .metric = "santorini_ws",
      .handle = handle,
      .failed = failed },
    { 0 },
};

/* clang-format off */
static const struct limit limits[] = {
    { "LEAVES_PER_MINUTE", LEAVES_PER_MINUTE, "lobbies with others in them that users of an address close by leaving, a minute", "nothing: it gets lobbies of its own, for a minute", false },
    { 0 },
};
static const struct setting settings[] = {
    { .name = "santorini", .kind = SETTING_TEXT, .default_value = "127.0.0.1:5656", .meta = "HOST:PORT", .help = "where Santorini's TCP clients connect" },
    { 0 },
};

extern const struct dialect santorini_dialect;
const struct dialect santorini_dialect = {
    .part = { .name = "santorini", .routes = routes, .settings = settings, .limits = limits,
              .open = lobbies_open, .close = lobbies_close, .forget = lobbies_forget, .goodbye = lobbies_goodbye },
    .greeting = "ws://HOST/santorini  {\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":2}}",
    .happened = lobbies_happened, .describe = lobbies_describe, .for_strangers = true,
};
/* clang-format on */
