/* The hall API's router: finds the endpoint, checks what its row demands, and
 * runs it. The rows are in api_endpoints.c. */
#include "hall/api.h"

#include "base/mem.h"
#include "hall/api_call.h"
#include "hall/api_list.h"
#include "hall/feed.h"
#include "hall/rating_book.h"
#include "hall/retry.h"

#include <stdio.h>
#include <stdlib.h>

enum { SWEEP_MS = 3600 * 1000, PREFIX_BYTES = sizeof "/api/v1" - 1 };

/* ---- answering --------------------------------------------------------- */

struct jout call_begin(struct call *c)
{
    struct jout out = jout_to(reply_begin(c->hall, c->ask));

    jout_open_object(&out);
    return out;
}

void call_end(struct call *c, struct jout *out, int status)
{
    jout_close_object(out);
    reply_end(c->hall, c->ask, status, "application/json", NULL);
}

void call_empty(struct call *c)
{
    reply_begin(c->hall, c->ask);
    reply_end(c->hall, c->ask, 204, NULL, NULL);
}

/* ---- paths ------------------------------------------------------------- */

/* Does `path` fit the pattern? What stands for the braces is put into `*part`.
 * Every request tries many patterns: most end at the first letters. */
static bool path_fits(const char *pattern, struct str path, struct str *part)
{
    const char *at = path.at, *end = path.at + path.len;

    *part = STR_NONE;
    while (*pattern && at < end) {
        if (*pattern == '{') {
            const char *begin = at;

            while (at < end && *at != '/')
                at++;
            while (*pattern++ != '}')
                continue;
            *part = (struct str){ begin, (size_t)(at - begin) };
            if (part->len == 0)
                return false;
        } else if (*pattern++ != *at++) {
            return false;
        }
    }
    return !*pattern && at == end;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes percent-encoding (and "+" in a query). False: bad digits, bad UTF-8
 * or a NUL. */
static bool decode(struct str text, bool query, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '+' && query) {
            buf_char(out, ' ');
        } else if (text.at[i] == '%') {
            int high = i + 2 < text.len ? hex_value(text.at[i + 1]) : -1;
            int low = high >= 0 ? hex_value(text.at[i + 2]) : -1;

            if (low < 0)
                return false;
            buf_char(out, (char)(high * 16 + low));
            i += 2;
        } else {
            buf_char(out, text.at[i]);
        }
    }
    return str_utf8(buf_view(out)) && !memchr(out->at ? out->at : "", 0, out->len);
}

/* ---- fields ------------------------------------------------------------ */

static const struct field *field_named(const struct field *fields, struct str name)
{
    for (; fields && fields->name; fields++)
        if (str_is(name, fields->name))
            return fields;
    return NULL;
}

/* What is wrong with the value, or NULL. */
static const char *field_fault(const struct field *f, const struct jin *value)
{
    struct str text;
    int64_t    n = 0;
    bool       yes;

    switch (f->kind) {
    case FIELD_TEXT:
        if (!jin_string(value, &text))
            return "must be a text";
        n = (int64_t)str_points(text);
        if (n < f->least)
            return "is too short";
        return n > f->most ? "is too long" : NULL;
    case FIELD_INT:
        if (jin_kind(value) != JIN_INT || !jin_int(value, &n))
            return "must be an integer";
        return n < f->least || n > f->most ? "is out of range" : NULL;
    case FIELD_BOOL:
        return jin_bool(value, &yes) ? NULL : "must be true or false";
    case FIELD_OBJECT:
        return jin_kind(value) == JIN_OBJECT ? NULL : "must be an object";
    case FIELD_LIST:
        if (jin_kind(value) != JIN_ARRAY)
            return "must be a list";
        return (int64_t)jin_count(value) > f->most ? "is too long" : NULL;
    }
    return NULL;
}

/* Checks an object against its fields; a refusal has been answered. */
static bool check_fields(struct call *c, const struct jin *object, const struct field *fields)
{
    struct jin_member m = { 0 };

    while (jin_next(object, &m)) {
        const struct field *f = field_named(fields, m.key);
        char                name[41];

        if (!f) {
            if (!str_copy(m.key, name, sizeof name))
                snprintf(name, sizeof name, "%s", "?");
            return call_fail_field(c, name, "is not known here"), false;
        }
        const char *fault = field_fault(f, m.value);
        if (fault)
            return call_fail_field(c, f->name, fault), false;
    }
    for (const struct field *f = fields; f && f->name; f++)
        if (f->required && !jin_get(object, f->name))
            return call_fail_field(c, f->name, "is missing"), false;
    return true;
}

/* The query as the JSON object that it stands for, so that both are checked
 * by the same rules. */
static bool read_query(struct call *c)
{
    struct str  rest = c->ask->query;
    struct buf  text = { 0 }, name = { 0 }, value = { 0 };
    struct jout out = jout_to(&text);
    bool        good = true;
    int64_t     n;

    if (!rest.len) /* most have none */
        return check_fields(c, NULL, c->endpoint->query);
    jout_open_object(&out);
    while (good && rest.at && rest.len) {
        struct str          part = str_cut(&rest, '&'), key = str_cut(&part, '=');
        const struct field *f;

        good = decode(key, true, &name) && decode(part, true, &value);
        if (!good)
            break;
        f = field_named(c->endpoint->query, buf_view(&name));
        jout_key_str(&out, buf_view(&name));
        if (f && f->kind == FIELD_INT && str_int(buf_view(&value), &n))
            jout_int(&out, n);
        else if (f && f->kind == FIELD_BOOL && (str_is(buf_view(&value), "true") || str_is(buf_view(&value), "false")))
            jout_bool(&out, str_is(buf_view(&value), "true"));
        else
            jout_str(&out, buf_view(&value));
    }
    jout_close_object(&out);
    good = good && jin_parse(buf_view(&text), 1, 0, &c->query) == ERR_OK;
    buf_release(&text);
    buf_release(&name);
    buf_release(&value);
    if (!good)
        call_fail_why(c, API_BAD_FIELD, "the query cannot be read");
    return good && check_fields(c, c->query, c->endpoint->query);
}

static bool read_body(struct call *c)
{
    struct str text = c->ask->body;

    if (text.len && (jin_parse(text, LIMIT_JSON_DEPTH, 0, &c->body) || jin_kind(c->body) != JIN_OBJECT))
        return call_fail(c, API_BAD_JSON), false;
    return check_fields(c, c->body, c->endpoint->body);
}

/* ---- who and where ----------------------------------------------------- */

static bool read_account(struct call *c)
{
    unsigned needs = c->endpoint->needs;

    if (c->ask->token.len && session_find(c->hall, c->ask->token, &c->account))
        return call_fail(c, API_SESSION_OVER), false;
    if (needs && !c->account.id)
        return call_fail(c, API_LOGIN_NEEDED), false;
    if ((needs & NEEDS_ACCOUNT) && (c->account.flags & ACCOUNT_GUEST))
        return call_fail(c, API_NOT_FOR_GUESTS), false;
    return true;
}

/* The table of the path. One that may not be seen is answered like one that
 * does not exist. */
static bool read_table(struct call *c, struct str id)
{
    struct str invite = jin_str_or(jin_get(c->query, "invite"), "");
    int64_t    n;

    if (!invite.len)
        invite = jin_str_or(jin_get(c->body, "invite"), "");
    if (str_int(id, &n) && n > 0)
        c->table = table_find(c->hall, (uint64_t)n);
    if (!c->table || !table_visible(c->table, c->account.id, invite))
        return call_fail(c, API_NO_SUCH_TABLE), false;
    if (c->account.id)
        c->seat = table_seat_of(c->table, c->account.id);
    bool sits = c->seat >= 0 && !(c->table->seat[c->seat].left && c->table->phase == TABLE_RUNNING);
    if ((c->endpoint->needs & NEEDS_SEAT) && !sits)
        return call_fail(c, API_NOT_YOUR_SEAT), false;
    return true;
}

static void run_endpoint(struct call *c, struct str part)
{
    bool has_table = strstr(c->endpoint->path, "{id}") != NULL;

    if (!read_account(c) || !read_query(c) || !read_body(c))
        return;
    if (part.at && !has_table && !decode(part, false, &c->decoded)) {
        call_fail(c, API_NOT_FOUND);
        return;
    }
    c->word = buf_view(&c->decoded);
    if (!has_table || read_table(c, part))
        c->endpoint->run(c);
}

/* ---- routing ----------------------------------------------------------- */

static void wrong_method(struct call *c, unsigned methods)
{
    static const struct {
        enum method method;
        const char *name;
    } names[] = { { METHOD_GET, "GET, HEAD" }, { METHOD_POST, "POST" }, { METHOD_DELETE, "DELETE" }, { METHOD_PATCH, "PATCH" } };
    struct buf  header = { 0 };
    struct jout out = call_begin(c);

    buf_text(&header, "Allow: OPTIONS");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (methods & names[i].method)
            buf_printf(&header, ", %s", names[i].name);
    buf_text(&header, "\r\n");
    jout_field_object(&out, "error");
    api_error_write(&out, API_WRONG_METHOD, NULL);
    jout_close_object(&out);
    jout_close_object(&out);
    reply_end(c->hall, c->ask, 405, "application/json", header.at);
    buf_release(&header);
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct call c = { .hall = hall, .ask = ask, .seat = -1 };
    struct str  path = { ask->path.at + PREFIX_BYTES, ask->path.len - PREFIX_BYTES }, part = STR_NONE;
    unsigned    methods = 0;

    (void)self;
    for (const struct endpoint *e = api_endpoints; e->path; e++) {
        if (e->method != ask->method || !path_fits(e->path, path, &part))
            continue;
        c.endpoint = e;
        run_endpoint(&c, part);
        jin_free(c.body);
        jin_free(c.query);
        buf_release(&c.decoded);
        return;
    }
    for (const struct endpoint *e = api_endpoints; e->path; e++)
        if (path_fits(e->path, path, &part))
            methods |= e->method;
    if (methods)
        wrong_method(&c, methods);
    else
        call_fail(&c, API_NOT_FOUND);
}

/* ---- the part ---------------------------------------------------------- */

static void sweep(struct hall *hall, void *arg)
{
    sessions_sweep(hall);
    timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, arg);
}

static enum err api_open(struct hall *hall, void **self)
{
    struct store *store = hall_store(hall);
    struct api   *api = mem_new(sizeof *api);

    api->accounts = accounts_new(store);
    api->sessions = sessions_new(store);
    api->rates = rates_new();
    api->book = rating_book_new(store);
    api->retries = retries_new();
    api->feed = feed_new();
    api->lists = lists_new(store);
    *self = api;
    timer_at(hall, 0, sweep, NULL);
    return ERR_OK;
}

static void api_close(struct hall *hall, void *self)
{
    struct api *api = self;

    (void)hall;
    accounts_free(api->accounts);
    sessions_free(api->sessions);
    rates_free(api->rates);
    rating_book_free(api->book);
    retries_free(api->retries);
    feed_free(api->feed);
    lists_free(api->lists);
    free(api);
}

static void api_forget(struct hall *hall, void *self)
{
    struct api *api = self;

    sessions_forget(api->sessions);
    retries_forget(api->retries);
    feed_forget(hall, api->feed);
}

static void api_happened(struct hall *hall, void *self, struct table *table, const struct table_event *event)
{
    struct api *api = self;

    if (event->kind == EVENT_DROPPED)
        return;
    if (event->kind == EVENT_FINISHED || event->kind == EVENT_ABANDONED)
        rating_book_ended(hall, table);
    feed_happened(hall, api->feed, table, event);
}

static void api_goodbye(struct hall *hall, void *self)
{
    struct api *api = self;

    feed_goodbye(hall, api->feed);
}

static const struct route routes[] = {
    { .path = "/api/v1/feed",
      .kind = ROUTE_WS,
      .flags = ROUTE_ANY_ORIGIN | ROUTE_BINARY_CLOSES,
      .metric = "feed",
      .handle = feed_handle },
    { .path = "/api/v1/*",
      .kind = ROUTE_HTTP,
      .methods = METHOD_GET | METHOD_POST | METHOD_DELETE | METHOD_PATCH | METHOD_PUT,
      .flags = ROUTE_ANY_ORIGIN,
      .metric = "api",
      .handle = handle },
    { 0 },
};

const struct dialect hall_api = {
    .routes = routes,
    .migrations = api_migrations,
    .greeting = NULL,
    .open = api_open,
    .close = api_close,
    .forget = api_forget,
    .happened = api_happened,
    .goodbye = api_goodbye,
};
