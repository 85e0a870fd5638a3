/* The Small World protocol: JSON commands in HTTP bodies. Here a body becomes
 * commands and their answers a reply; the commands themselves are a table in
 * commands.c. */
#include "base/mem.h"
#include "games/smallworld/dialect/self.h"

#include <stdlib.h>

/* A request in progress. Commands run one after the other; if one has to wait
 * for the pool (passwords), the request is kept and resumed later. */
enum {
    LARGE_PER_MINUTE = 30,
    COMMANDS_MOST = 1000, /* in one request: they run in one go, and others wait */
};

struct request {
    struct request    *next, **link; /* in smallworld.waiting, while it is kept */
    struct smallworld *s;
    struct ask        *ask;
    struct jin        *doc;
    const struct jin  *list;     /* several commands, or NULL */
    const struct jin  *one;      /* the only one */
    bool               as_list;  /* the answer is a list */
    size_t             at;       /* which command is run */
    bool               running;  /* inside request_run */
    bool               answered; /* a pending command got its answer before it returned */
    bool               broken;   /* a commit failed while it waited: what it did before is gone */
    struct buf         out;
};

struct str sw_request_peer(const struct request *r)
{
    return str_of(r->ask->peer);
}

/* ---- answering ------------------------------------------------------------ */

static void send(struct hall *hall, struct ask *ask, struct str json)
{
    buf_str(reply_begin(hall, ask), json);
    reply_end(hall, ask, 200, "application/json; charset=utf-8", NULL);
}

static void word_out(struct buf *out, enum word word)
{
    buf_printf(out, "{\"result\":\"%s\"}", word_text(word));
}

static void send_word(struct hall *hall, struct ask *ask, enum word word)
{
    word_out(reply_begin(hall, ask), word);
    reply_end(hall, ask, 200, "application/json; charset=utf-8", NULL);
}

static void failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    (void)self;
    (void)problem;
    send_word(hall, ask, SERVER_BUSY);
}

/* ---- a request ------------------------------------------------------------ */

static void request_free(struct request *r)
{
    if (r->link) {
        *r->link = r->next;
        if (r->next)
            r->next->link = r->link;
    }
    jin_free(r->doc);
    buf_release(&r->out);
    free(r);
}

static void request_finish(struct request *r)
{
    if (r->as_list)
        buf_char(&r->out, ']');
    if (r->broken)
        send_word(r->s->hall, r->ask, SERVER_BUSY);
    else
        send(r->s->hall, r->ask, buf_view(&r->out));
    request_free(r);
}

static void request_keep(struct request *r)
{
    if (r->link)
        return;
    ask_keep(r->s->hall, r->ask);
    r->next = r->s->waiting;
    r->link = &r->s->waiting;
    if (r->next)
        r->next->link = &r->next;
    r->s->waiting = r;
}

/* Runs commands from `at` on, to the end or to one that is pending. */
static void request_run(struct request *r)
{
    size_t n = r->list ? jin_count(r->list) : 1;

    r->running = true;
    for (; r->at < n; r->at++) {
        struct call c = { .s = r->s, .request = r, .json = r->list ? jin_at(r->list, r->at) : r->one, .dice = -1 };

        if (r->as_list)
            buf_char(&r->out, r->at ? ',' : '[');
        if (r->out.len > ANSWERS_MOST) {
            word_out(&r->out, SERVER_BUSY);
            continue;
        }
        r->answered = false;
        if (!sw_call_run(&c, &r->out) && !r->answered) {
            r->running = false;
            request_keep(r);
            return;
        }
    }
    request_finish(r);
}

void sw_request_resume(struct request *r, enum word word, void (*fill)(struct jout *out, int64_t a, int64_t b), int64_t a,
                       int64_t b)
{
    struct jout j = jout_to(&r->out);

    jout_open_object(&j);
    jout_field_text(&j, "result", word_text(word));
    if (word == WORD_OK && fill)
        fill(&j, a, b);
    jout_close_object(&j);
    r->answered = true;
    if (r->running)
        return;
    r->at++;
    request_run(r);
}

/* A body is one command, a list of them, or an envelope with "test". */
static bool request_read(struct request *r)
{
    const struct jin *commands = r->doc, *test = jin_get(r->doc, "test");
    bool              envelope = !jin_get(r->doc, "action") && test;

    if (envelope)
        commands = test;
    r->as_list = envelope || jin_kind(commands) == JIN_ARRAY;
    if (jin_kind(commands) == JIN_ARRAY) {
        r->list = commands;
        return jin_count(commands) > 0;
    }
    r->one = commands;
    return jin_kind(commands) == JIN_OBJECT;
}

bool sw_large_allowed(struct hall *hall, struct str peer)
{
    return rate_allow(hall, "smallworld-large", peer, LARGE_PER_MINUTE);
}

bool sw_body_allowed(struct hall *hall, const struct ask *ask)
{
    return ask->body.len <= LARGE_BODY || ask_comes_again(ask) || sw_large_allowed(hall, str_of(ask->peer));
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct jin *doc;

    if (!sw_body_allowed(hall, ask)) {
        send_word(hall, ask, SERVER_BUSY);
        return;
    }
    if (!ask_json(hall, ask, JSON_DEPTH, JIN_LAST_WINS | JIN_NUL_TOO | JIN_BIG_IS_REAL, &doc))
        return;
    struct request *r = mem_new(sizeof *r);

    *r = (struct request){ .s = self, .ask = ask, .doc = doc };
    bool good = doc && request_read(r);
    if (good && (r->s->test_mode || !r->list || jin_count(r->list) <= COMMANDS_MOST)) {
        request_run(r);
    } else {
        send_word(hall, ask, good ? SERVER_BUSY : BAD_JSON);
        request_free(r);
    }
}

/* ---- life ----------------------------------------------------------------- */

static enum err open_dialect(struct hall *hall, void **self)
{
    struct smallworld *s = mem_new(sizeof *s);

    s->hall = hall;
    s->test_mode = hall_test_mode(hall);
    s->robots_play = !s->test_mode && !setting_flag(hall_settings(hall), "no-smallworld-robots");
    s->grace_ms = setting_int(hall_settings(hall), "smallworld-robot-grace");
    s->ai_level = (int)setting_int(hall_settings(hall), "smallworld-ai-level");
    if (s->ai_level < 1 || s->ai_level > LEVELS)
        s->ai_level = s->ai_level < 1 ? 1 : LEVELS;
    smallworld_prepare_statements(s);
    *self = s;
    sw_seal_key(s);
    if (!s->test_mode && !sw_default_maps_taken(s))
        sw_default_maps_create(s);
    sw_robots_after_start(s);
    return ERR_OK;
}

static void close_dialect(struct hall *hall, void *self)
{
    struct smallworld *s = self;

    (void)hall;
    while (s->waiting) {
        ask_free(s->waiting->ask);
        request_free(s->waiting);
    }
    buf_release(&s->scratch);
    buf_release(&s->map_list.text);
    shelf_release(&s->boards);
    shelf_release(&s->pictures);
    free(s);
}

static void forget(struct hall *hall, void *self)
{
    struct smallworld *s = self;

    (void)hall;
    s->map_list.count = 0;
    shelf_release(&s->boards);
    shelf_release(&s->pictures);
    for (struct request *r = s->waiting; r; r = r->next)
        r->broken = true;
}

static const struct limit limits[] = {
    { "UPLOADS_PER_MINUTE", UPLOADS_PER_MINUTE, "maps and pictures of an address, a minute", "serverBusy", false },
    { "LARGE_PER_MINUTE", LARGE_PER_MINUTE,
      "requests of an address with more than 64 KB, and games of that size that it saves, a minute", "serverBusy", false },
    { "SAVED_MOST", SAVED_MOST, "bytes of a game that can be saved", "serverBusy", false },
    { "COMMANDS_MOST", COMMANDS_MOST, "commands in one request", "serverBusy", false },
    { "GAMES_LISTED", GAMES_LISTED, "games that getGameList tells, besides one's own", "the newest are told", false },
    { "GAMES_PER_MINUTE", GAMES_PER_MINUTE, "games that a user opens, a minute", "serverBusy", false },
    { "MESSAGES_PER_MINUTE", MESSAGES_PER_MINUTE, "messages of a user, a minute", "serverBusy", false },
    { "MAPS_EACH", MAPS_EACH, "maps of one account, or of an address without one", "serverBusy", false },
    { "MAPS_BYTES_EACH", MAPS_BYTES_EACH, "bytes of these", "serverBusy", false },
    { "MAPS_BYTES_UNOWNED", MAPS_BYTES_UNOWNED, "bytes of all maps without an account", "serverBusy", false },
    { "MAPS_BYTES_MOST", MAPS_BYTES_MOST, "bytes of all maps", "serverBusy", false },
    { 0 },
};

/* clang-format off */
static const struct setting settings[] = {
    { .name = "no-smallworld-robots", .kind = SETTING_FLAG, .help = "Small World: computer players only from outside" },
    { .name = "smallworld-robot-grace", .kind = SETTING_INT, .default_value = "4000", .meta = "MS", .help = "Small World: how long a seat for a computer player waits for one from outside" },
    { .name = "smallworld-ai-level", .kind = SETTING_INT, .default_value = "3", .meta = "1..5", .help = "Small World: how well our computer players play in seats for one" },
    { 0 },
};
/* clang-format on */

static const struct route routes[] = {
    { "/smallworld", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "smallworld", handle, failed },
    { "/smallworld/", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "smallworld", handle, failed },
    { "/smallworld/engine", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "smallworld", handle, failed },
    { "/smallworld/upload_map", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "smallworld_pictures",
      sw_handle_picture_upload, failed },
    { "/api/v1/maps", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "maps", sw_handle_maps, sw_atlas_failed },
    { "/api/v1/maps", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "maps", sw_handle_map_upload, sw_atlas_failed },
    { "/api/v1/maps/check", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "maps", sw_handle_map_check, sw_atlas_failed },
    { "/api/v1/maps/*", ROUTE_HTTP, METHOD_GET | METHOD_DELETE, ROUTE_ANY_ORIGIN, 0, "maps", sw_handle_map, sw_atlas_failed },
    { "/api/v1/maps/pictures/*", ROUTE_HTTP, METHOD_PUT, ROUTE_ANY_ORIGIN, BODY_MOST, "maps", sw_handle_map_picture,
      sw_atlas_failed },
    { PICTURES "*", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "smallworld_pictures", sw_handle_picture, NULL },
    { 0 },
};

static const struct extra_option extras[] = {
    { .name = "map", .title = "Map", .help = "name or number of a map; it brings its number of seats", .choices = sw_map_choices },
    { 0 },
};

extern const struct dialect smallworld_dialect;
const struct dialect        smallworld_dialect = {
           .part.name = "smallworld",
           .part.routes = routes,
           .part.settings = settings,
           .part.limits = limits,
           .part.migrations = smallworld_migrations,
           .greeting = "curl -d '{\"action\":\"getGameList\"}' http://HOST/smallworld",
           .part.open = open_dialect,
           .part.close = close_dialect,
           .part.forget = forget,
           .happened = sw_happened,
           .extras = extras,
           .prepare = sw_map_prepare,
           .describe = sw_describe_table,
           .account_changed = smallworld_account_changed,
           .erase_table = smallworld_erase_table,
           .unsay = sw_unsay,
};
