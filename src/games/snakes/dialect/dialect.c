/* The Snakes protocol: form fields in, one JSON object out, one URL. The table
 * of requests lists the fields of each, in the order they are checked. */
#include "base/mem.h"
#include "games/snakes/dialect/fights.h"
#include "games/snakes/dialect/self.h"

#include <sodium.h>
#include <stdlib.h>

enum {
    BODY_MOST = 512 * 1024, /* the largest legal "snake new" is about 150 KiB */
    SECRET_BYTES = 32,
};

#define OPT(field) (FIELD_OPTIONAL | (field))
#define PAGED OPT(FIELD_FIRST_INDEX), OPT(FIELD_COUNT), OPT(FIELD_SORT_BY)

/* Fields in checking order; FIELD_SID comes last and means that a session is
 * needed. */
static const struct request {
    const char *name;
    run_fn     *run;
    uint8_t     fields[12];
} requests[] = {
    { "info", snakes__run_info, { FIELD_END } },
    { "login data", snakes__run_login_data, { FIELD_LOGIN } },
    { "login", snakes__run_login, { FIELD_LOGIN, FIELD_TIMESTAMP, FIELD_HASH } },
    { "whoami", snakes__run_whoami, { FIELD_SID } },
    { "logout", snakes__run_logout, { FIELD_SID } },
    { "ping", snakes__run_ping, { FIELD_SID } },
    { "ratings", snakes__run_ratings, { PAGED, FIELD_SID } },
    { "player list", snakes__run_player_list, { PAGED, FIELD_SID } },
    { "player info", snakes__run_player_info, { FIELD_PLAYER_ID, FIELD_SID } },
    { "snake list", snakes__run_snake_list, { OPT(FIELD_SNAKE_TYPES), PAGED, FIELD_SID } },
    { "skin list", snakes__run_skin_list, { FIELD_SID } },
    { "snake info", snakes__run_snake_info, { FIELD_SNAKE_ID, FIELD_SID } },
    { "snake new",
      snakes__run_snake_new,
      { FIELD_SNAKE_NAME, FIELD_SNAKE_TYPE, FIELD_SKIN_ID, FIELD_PROGRAM_DESCRIPTION, FIELD_TEMPLATES, FIELD_MAPS, FIELD_SID } },
    { "snake edit",
      snakes__run_snake_edit,
      { FIELD_SNAKE_ID, OPT(FIELD_SNAKE_NAME), OPT(FIELD_SNAKE_TYPE), OPT(FIELD_SKIN_ID), OPT(FIELD_PROGRAM_DESCRIPTION),
        OPT(FIELD_TEMPLATES), OPT(FIELD_MAPS), FIELD_SID } },
    { "snake delete", snakes__run_snake_delete, { FIELD_SNAKE_ID, FIELD_SID } },
    { "snake assign", snakes__run_snake_assign, { FIELD_SNAKE_ID, FIELD_SID } },
    { "fight list", snakes__run_fight_list, { FIELD_FIGHT_LIST_TYPE, FIELD_SID } },
    { "fight info", snakes__run_fight_info, { FIELD_FIGHT_ID, FIELD_SID } },
    { "fight test",
      snakes__run_fight_test,
      { FIELD_SNAKE_NAME, FIELD_SKIN_ID, FIELD_PROGRAM_DESCRIPTION, FIELD_TEMPLATES, FIELD_MAPS, FIELD_OTHER_SNAKE_IDS,
        OPT(FIELD_TURN_LIMIT), FIELD_SID } },
    { "fight train", snakes__run_fight_train, { FIELD_SNAKE_IDS, OPT(FIELD_TURN_LIMIT), FIELD_SID } },
    { "fight challenge", snakes__run_fight_challenge, { FIELD_PLAYER_IDS, FIELD_SID } },
    { "fight cancel", snakes__run_fight_cancel, { FIELD_SID } },
    { "slot list", snakes__run_slot_list, { FIELD_SID } },
    { "slot view", snakes__run_slot_view, { FIELD_SLOT_INDEX, FIELD_SID } },
    { "slot save", snakes__run_slot_save, { FIELD_SLOT_INDEX, FIELD_SLOT_NAME, FIELD_FIGHT_ID, FIELD_SID } },
    { "slot rename", snakes__run_slot_rename, { FIELD_SLOT_INDEX, FIELD_SLOT_NAME, FIELD_SID } },
    { "slot delete", snakes__run_slot_delete, { FIELD_SLOT_INDEX, FIELD_SID } },
};

/* ---- ids ----------------------------------------------------------------- */

uint64_t snakes__id_read(struct str text)
{
    int64_t value;

    if (text.len == 0 || text.at[0] < '1' || text.at[0] > '9' || !str_int(text, &value))
        return 0;
    return (uint64_t)value;
}

void snakes__id_field(struct jout *out, const char *key, uint64_t id)
{
    struct buf text = { 0 };

    if (!id) {
        jout_field_null(out, key);
        return;
    }
    buf_int(&text, (int64_t)id); /* samples have negative ones */
    jout_field_str(out, key, buf_view(&text));
    buf_release(&text);
}

uint64_t snakes__id_next(struct snakes *self, const char *kind)
{
    uint64_t id = 0;

    stmt_text(self->next_id, 1, str_of(kind));
    if (stmt_row(self->next_id))
        id = (uint64_t)stmt_col_int(self->next_id, 0);
    stmt_done(self->next_id);
    return id;
}

/* ---- replies ------------------------------------------------------------- */

struct jout *snakes__call_reply(struct call *c, const char *name)
{
    c->out = jout_to(&c->reply);
    jout_open_object(&c->out);
    jout_field_text(&c->out, "Response", name);
    return &c->out;
}

void snakes__call_ack(struct call *c)
{
    snakes__call_reply(c, "ack");
}

/* A text that quotes a client may have been cut in the middle of a character:
 * then all that is not ASCII becomes '?'. */
static void plain_text(char *text)
{
    if (str_utf8(str_of(text)))
        return;
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            *text = '?';
}

static void reply_fault(struct call *c, const char *response)
{
    buf_clear(&c->reply);
    plain_text(c->fault.text);
    snakes__call_reply(c, response);
    jout_field_int(&c->out, "ErrorCode", c->fault.code);
    jout_field_text(&c->out, "Error", c->fault.text);
}

/* The server's fault, not the client's. */
static void reply_error(struct call *c, const char *text)
{
    c->fault.code = NACK_UNAVAILABLE;
    str_copy(str_of(text), c->fault.text, sizeof c->fault.text);
    reply_fault(c, "error");
}

void snakes__request_id_dump(const struct form *form, struct buf *out)
{
    const struct form_node *id = form_get(form, NULL, STR("RequestId"));
    struct jout             j = jout_to(out);

    if (id)
        form_dump(form, id, &j);
}

/* Closes the object that `reply` holds, with the RequestId if there was one. */
void snakes__send_reply(struct hall *hall, struct ask *ask, struct buf *reply, struct str request_id)
{
    struct buf *to = reply_begin(hall, ask);

    buf_str(to, buf_view(reply));
    if (request_id.len) {
        buf_text(to, ",\"RequestId\":");
        buf_str(to, request_id);
    }
    buf_char(to, '}');
    reply_end(hall, ask, 200, "application/json; charset=utf-8", "Cache-Control: no-store\r\n");
}

/* ---- requests ------------------------------------------------------------ */

/* The request's row; a fault if there is none. */
static const struct request *find_request(struct call *c)
{
    const struct form_node *node = form_get(&c->form, NULL, STR("Request"));

    if (!node || (!node->array && node->value.len == 0)) {
        fault_set(&c->fault, NACK_MISSING, "Request is missing");
        return NULL;
    }
    if (node->array) {
        fault_set(&c->fault, NACK_FORMAT, "Request must be a single value");
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_LEN(requests); i++)
        if (str_is(node->value, requests[i].name))
            return &requests[i];
    fault_set(&c->fault, NACK_UNKNOWN_REQUEST, "unknown request %.*s", STR_ARG(quoted(node->value)));
    return NULL;
}

static void run_call(struct call *c)
{
    const struct request *request = find_request(c);

    if (!request || !fields_check(&c->form, request->fields, &c->args, &c->fault))
        return;
    if (args_have(&c->args, FIELD_SID)) {
        c->session = snakes__session_find(c->self, c->args.text[FIELD_SID], SESSION_SID);
        if (!c->session) {
            snakes__call_reply(c, "relogin");
            return;
        }
        c->player = c->session->player;
    }
    request->run(c);
}

/* The login that a request tries; an empty text if it is another request. */
static struct str login_tried(const struct form *form)
{
    const struct form_node *request = form_get(form, NULL, STR("Request")), *login = form_get(form, NULL, STR("Login"));
    bool                    tries = request && !request->array && str_is(request->value, "login") && login && !login->array;

    return tries ? login->value : STR("");
}

static void handle_request(struct hall *hall, void *self, struct ask *ask)
{
    struct call c = { .self = self, .hall = hall, .ask = ask, .fault = { .code = NACK_NONE } };
    struct buf  request_id = { 0 };

    form_parse(&c.form, ask->method == METHOD_POST ? ask->body : STR_NONE);
    struct str login = login_tried(&c.form);
    if (login.len && snakes__is_slowed(self, ask, login, handle_request)) {
        form_release(&c.form);
        return;
    }
    run_call(&c);
    if (c.later) {
        ask_keep(hall, ask);
    } else {
        if (c.fault.code != NACK_NONE)
            reply_fault(&c, "nack");
        else if (c.reply.len == 0)
            reply_error(&c, "the server cannot read its own data");
        snakes__request_id_dump(&c.form, &request_id);
        if (c.kept)
            reply_at_once(ask);
        snakes__send_reply(hall, ask, &c.reply, buf_view(&request_id));
    }
    buf_release(&request_id);
    buf_release(&c.reply);
    form_release(&c.form);
}

/* The store failed: the server's fault, in the protocol's words. */
static void handle_failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    struct call c = { .self = self, .hall = hall, .ask = ask };
    struct buf  request_id = { 0 };

    (void)problem;
    form_parse(&c.form, ask->body);
    reply_error(&c, "the server cannot store anything at the moment; nothing was changed");
    snakes__request_id_dump(&c.form, &request_id);
    snakes__send_reply(hall, ask, &c.reply, buf_view(&request_id));
    buf_release(&request_id);
    buf_release(&c.reply);
    form_release(&c.form);
}

/* ---- life ---------------------------------------------------------------- */

/* The secret behind the salts of unknown logins: drawn once. */
static void load_secret(struct snakes *self)
{
    struct store *s = hall_store(self->hall);
    struct stmt  *q = store_prepare(s, "SELECT secret FROM snakes_secret");
    unsigned char bytes[SECRET_BYTES];
    bool          known = stmt_row(q);

    if (known)
        str_copy(stmt_col_text(q, 0), self->secret, sizeof self->secret);
    stmt_done(q);
    if (known)
        return;
    hall_random(bytes, sizeof bytes);
    sodium_bin2hex(self->secret, sizeof self->secret, bytes, sizeof bytes);
    q = store_prepare(s, "INSERT INTO snakes_secret VALUES (?1)");
    stmt_text(q, 1, str_of(self->secret));
    stmt_run(q);
}

static enum err open_dialect(struct hall *hall, void **out)
{
    struct snakes *self = mem_new(sizeof *self);

    self->hall = hall;
    snakes__players_prepare(self);
    snakes__snakes_prepare(self);
    snakes__fights_prepare(self);
    snakes__lab_prepare(self);
    hall_random(self->address_key, sizeof self->address_key);
    self->next_id = store_prepare(hall_store(hall), "UPDATE snakes_ids SET next = next + 1 WHERE kind = ?1 RETURNING next - 1");
    load_secret(self);
    snakes__sessions_begin(self);
    snakes__lab_begin(self);
    *out = self;
    return ERR_OK;
}

static void close_dialect(struct hall *hall, void *arg)
{
    struct snakes *self = arg;

    (void)hall;
    snakes__fights_release(self);
    snakes__lab_release(self);
    snakes__sessions_release(self);
    free(self);
}

static void forget(struct hall *hall, void *self)
{
    (void)hall;
    snakes__sessions_forget(self);
}

static const struct route routes[] = {
    { "/snakes/ajax", ROUTE_HTTP, METHOD_GET | METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "snakes", handle_request, handle_failed },
    { "/snakes/", ROUTE_HTTP, METHOD_GET | METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "snakes", handle_request, handle_failed },
    { "/api/v1/snakes/league", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_league, NULL },
    { "/api/v1/snakes/bots", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_bots, NULL },
    { "/api/v1/snakes/fights", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_fights, NULL },
    { "/api/v1/snakes/fights", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "snakes_hall", snakes__handle_new_fight,
      NULL },
    { "/api/v1/snakes/fights/*", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_fight, NULL },
    { "/api/v1/snakes/mine", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_mine, NULL },
    { "/api/v1/snakes/mine/*", ROUTE_HTTP, METHOD_PUT | METHOD_DELETE, ROUTE_ANY_ORIGIN, BODY_MOST, "snakes_hall",
      snakes__handle_my_snake, NULL },
    { "/api/v1/snakes/try", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, BODY_MOST, "snakes_hall", snakes__handle_try, NULL },
    { "/api/v1/snakes/session", ROUTE_HTTP, METHOD_POST, ROUTE_ANY_ORIGIN, 0, "snakes_hall", snakes__handle_session, NULL },
    { "/snakes/logindata", ROUTE_HTTP, METHOD_POST, ROUTE_OWN_PAGES, 0, "snakes_site", snakes__handle_site_data, NULL },
    { "/snakes/login", ROUTE_HTTP, METHOD_GET | METHOD_POST, ROUTE_OWN_PAGES, 0, "snakes_site", snakes__handle_site_login, NULL },
    { "/snakes/logout", ROUTE_HTTP, METHOD_GET, ROUTE_OWN_LINKS, 0, "snakes_site", snakes__handle_site_logout, NULL },
    { "/snakes/game", ROUTE_HTTP, METHOD_GET, 0, 0, "snakes_site", snakes__handle_site_game, NULL },
    { "/snakes/captcha", ROUTE_HTTP, METHOD_GET, 0, 0, "snakes_site", snakes__handle_site_captcha, NULL },
    { "/snakes/register", ROUTE_HTTP, METHOD_GET | METHOD_POST, ROUTE_OWN_PAGES, 0, "snakes_register", snakes__handle_register,
      NULL },
    { 0 },
};

/* clang-format off */
static const struct limit limits[] = {
    { "SESSIONS_EACH", SESSIONS_EACH, "sessions of one player (and --snakes-sessions in all)", "the oldest ends: relogin", false },
    { "FIGHTS_PER_MINUTE", FIGHTS_PER_MINUTE, "fights of the lab that an address orders, a minute", "429 too_many", false },
    { "TRIES_PER_MINUTE", TRIES_PER_MINUTE, "programs that an address has checked, a minute", "429 too_many", false },
    { "LARGE_PER_MINUTE", LARGE_PER_MINUTE, "requests of an address to the hall's API with more than 64 KB, a minute", "429 too_many", false },
    { "KEPT_EACH", KEPT_EACH, "fights of the lab kept for an address", "the oldest are removed", false },
    { "KEPT_MOST", KEPT_MOST, "fights of the lab kept in all", "the oldest are removed", false },
    { 0 },
};

static const struct setting settings[] = {
    { .name = "snakes-base", .meta = "PATH", .help = "where Snakes is served instead of /snakes/" },
    { .name = "snakes-registrations", .kind = SETTING_INT, .default_value = "60", .meta = "N", .help = "max Snakes registrations per address and minute; 0: no limit" },
    { .name = "snakes-session-seconds", .kind = SETTING_INT, .default_value = "600", .meta = "N", .help = "a Snakes session ends so long after its last request" },
    { .name = "snakes-sessions", .kind = SETTING_INT, .default_value = "100000", .meta = "N", .help = "max open Snakes sessions" },
    { 0 },
};

static const struct job_kind *const jobs[] = { &snakes__fight_job, NULL };

extern const struct dialect snakes_dialect;
const struct dialect snakes_dialect = {
    .part = { .name = "snakes", .routes = routes, .settings = settings, .limits = limits, .base = "snakes-base", .migrations = snakes__migrations, .jobs = jobs,
              .open = open_dialect, .close = close_dialect, .forget = forget, .goodbye = snakes__slow_goodbye },
    .greeting = "curl -d 'Request=info' http://HOST/snakes/ajax",
    .account_changed = snakes__account_changed, .add_samples = snakes__add_samples,
};
/* clang-format on */
