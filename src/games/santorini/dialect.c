/* Santorini's published protocol: one JSON object a line over TCP, or a
 * message over WebSocket. This file reads requests and turns them into moves;
 * dialect_lobby.c knows who sits where, dialect_say.c writes what is told. */
#include "games/santorini/dialect_lobby.h"

enum {
    LINE_MAX_BYTES = 16384, /* without its end */
    JSON_DEPTH_MAX = 16,
};

/* What a request is answered with. */
enum answer { REFUSED, DONE, NOTHING };

/* ---- reading ----------------------------------------------------------- */

static bool read_name(const struct jin *content, const char *key, struct str *name)
{
    return jin_string(jin_get(jin_get(content, key), "username"), name);
}

/* A connection acts only for the user it logged in as: `key` names that user. */
static bool is_own_user(const struct client *c, const struct jin *content, const char *key)
{
    struct str name;

    return c->seat != ANONYMOUS && read_name(content, key, &name) && str_is(name, c->lobby->name[c->seat]);
}

/* A whole number of the request; what is out of any range reads as -1. */
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
    struct table *t = table_find(c->door->hall, c->lobby->table);
    const char   *why = NULL;

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

    return read_int(content, "size", &size) && lobby_open_table(c->door, c->lobby, size) ? DONE : REFUSED;
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

/* CHECK_ACTION, and EXECUTE_ACTION up to the point where it is done: if it may
 * be done, `m` is the move. */
static bool read_allowed_action(struct client *c, const struct jin *content, struct move *m)
{
    struct table *t = table_find(c->door->hall, c->lobby->table);
    const char   *why = NULL;
    int           pawn, action, cell;

    if (!is_own_user(c, content, "user") || !read_int(content, "id", &pawn) || !read_action(content, &action) ||
        !read_cell(content, "coordinate", &cell))
        return false;
    if (!t || !t->state || !santorini_offer_for(t->state, c->seat, pawn, action, cell, &why))
        return false;
    move_begin(m, c->seat, ACT_MOVE + action - MOVE);
    if (action != PASS) {
        move_add(m, pawn);
        move_add(m, cell);
    }
    return true;
}

static enum answer check_action(struct client *c, const struct jin *content)
{
    struct move m;

    return read_allowed_action(c, content, &m) ? DONE : REFUSED;
}

static enum answer execute_action(struct client *c, const struct jin *content)
{
    struct move m;

    return read_allowed_action(c, content, &m) ? make_move(c, &m) : REFUSED;
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

/* The request in a parsed line; NULL when it is none that clients may send.
 * A missing content counts as an empty one. */
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

/* One RESULT for a line, after everything that it caused; then, if that ended
 * the lobby, the connections close. */
static void handle_line(struct door *d, struct client *c, struct str line)
{
    struct lobby *l = c->lobby;
    enum answer   answer;

    d->answering = true;
    answer = run_line(c, line);
    if (answer != NOTHING)
        say_result(d, c, answer == DONE);
    d->answering = false;
    lobby_settle(d, l);
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct client *c = conn_data(hall, ask->conn);

    switch (ask->kind) {
    case ASK_OPENED:
        client_attach(self, ask->conn);
        break;
    case ASK_TEXT:
        if (c->lobby) /* else it was told to go already */
            handle_line(self, c, ask->body);
        break;
    case ASK_TOO_LONG:
        if (!c->lobby)
            break;
        say_error(self, c, "Message too long", "A line may have 16384 bytes, the connection is closed");
        client_leave(c);
        break;
    case ASK_CLOSED:
        client_gone(c, ask->cut_off);
        break;
    default:
        break;
    }
}

/* The batch was not stored: whatever the line asked for was not done. */
static void failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    struct client *c = conn_data(hall, ask->conn);
    struct str     type;
    struct jin    *doc = NULL;

    (void)problem;
    if (!c || !c->lobby)
        return; /* lobbies_forget has told it */
    if (ask->kind == ASK_OPENED)
        say_lobby(self, c);
    if (ask->kind != ASK_TEXT || is_blank(ask->body))
        return;
    jin_parse(ask->body, JSON_DEPTH_MAX, JIN_BIG_IS_REAL, &doc);
    if (!jin_string(jin_get(doc, "type"), &type) || !str_is(type, "PING"))
        say_result(self, c, false);
    jin_free(doc);
}

/* ---- the dialect ------------------------------------------------------- */

static const struct route routes[] = {
    { .path = "santorini",
      .kind = ROUTE_LINES,
      .limit = LINE_MAX_BYTES,
      .metric = "santorini_lines",
      .handle = handle,
      .failed = failed },
    { .path = "/santorini",
      .kind = ROUTE_WS,
      .flags = ROUTE_ANY_ORIGIN | ROUTE_BINARY_CLOSES,
      .limit = LINE_MAX_BYTES,
      .metric = "santorini_ws",
      .handle = handle,
      .failed = failed },
    { 0 },
};

static const struct setting settings[] = {
    { .name = "santorini",
      .kind = SETTING_TEXT,
      .normal = "127.0.0.1:5656",
      .meta = "HOST:PORT",
      .help = "where Santorini's TCP clients connect" },
    { 0 },
};

extern const struct dialect santorini_dialect;
const struct dialect        santorini_dialect = {
           .routes = routes,
           .settings = settings,
           .greeting = "ws://HOST/santorini  {\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":2}}",
           .open = lobbies_open,
           .close = lobbies_close,
           .forget = lobbies_forget,
           .happened = lobbies_happened,
           .goodbye = lobbies_goodbye,
           .describe = lobbies_describe,
};
