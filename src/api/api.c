/* The router of the hall API: finds the endpoint, checks what its row requires,
 * and runs it. The rows are in endpoints.c. */
#include "api/api.h"

#include "api/call.h"
#include "api/feed.h"
#include "api/list.h"
#include "api/retry.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

enum { PREFIX_BYTES = sizeof "/api/v1" - 1, BOUNDS_ROOM = 100 };

/* ---- answering --------------------------------------------------------- */

struct jout call_begin(struct call *c)
{
    if (!c->reply)
        c->reply = reply_begin(c->hall, c->ask);
    buf_clear(c->reply);
    struct jout out = jout_to(c->reply);
    jout_open_object(&out);
    return out;
}

void call_end(struct call *c, struct jout *out, int status)
{
    jout_close_object(out);
    reply_end(c->hall, c->ask, status, "application/json", NULL);
}

void call_end_with(struct call *c, enum err err, struct buf *text)
{
    if (err) {
        buf_release(text);
        call_fail(c, API_BUSY);
        return;
    }
    if (!c->reply)
        c->reply = reply_begin(c->hall, c->ask);
    buf_release(c->reply);
    *c->reply = *text;
    *text = (struct buf){ 0 };
    reply_end(c->hall, c->ask, 200, "application/json", NULL);
}

void call_empty(struct call *c)
{
    if (!c->reply)
        reply_begin(c->hall, c->ask);
    reply_end(c->hall, c->ask, 204, NULL, NULL);
}

/* ---- paths ------------------------------------------------------------- */

/* The values of a pattern's {parts}, in order. */
enum { PATH_PARTS_MAX = 2 };
struct parts {
    struct str at[PATH_PARTS_MAX];
    int        n;
};

/* Does `path` match the pattern? Every request tries many patterns: most fail
 * at the first letters. */
static bool path_fits(const char *pattern, struct str path, struct parts *parts)
{
    const char *at = path.at, *end = path.at + path.len;

    *parts = (struct parts){ 0 };
    while (*pattern && at < end) {
        if (*pattern == '{') {
            const char *begin = at;

            while (at < end && *at != '/')
                at++;
            while (*pattern++ != '}')
                continue;
            if (at == begin)
                return false;
            parts->at[parts->n++] = (struct str){ begin, (size_t)(at - begin) };
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

/* Percent-decoding (and "+" in a query). False: bad digits, invalid UTF-8 or a
 * NUL. */
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

/* Describes the bounds: "must have 2 to 40 characters". */
static const char *bounds(const struct field *f, const char *of, char text[BOUNDS_ROOM])
{
    if (f->kind == FIELD_LIST || f->min == 0)
        snprintf(text, BOUNDS_ROOM, "must %s at most %lld%s", f->kind == FIELD_INT ? "be" : "have", (long long)f->max, of);
    else if (f->max == INT64_MAX)
        snprintf(text, BOUNDS_ROOM, "must be at least %lld", (long long)f->min);
    else
        snprintf(text, BOUNDS_ROOM, "must %s %lld to %lld%s", f->kind == FIELD_INT ? "be from" : "have", (long long)f->min,
                 (long long)f->max, of);
    return text;
}

/* What is wrong with the value, or NULL. */
static const char *field_fault(const struct field *f, const struct jin *value, char room[BOUNDS_ROOM])
{
    struct str text;
    int64_t    n = 0;
    bool       yes;

    switch (f->kind) {
    case FIELD_TEXT:
        if (!jin_string(value, &text))
            return "must be a text";
        n = (int64_t)str_points(text);
        return n < f->min || n > f->max ? bounds(f, " characters", room) : NULL;
    case FIELD_INT:
        if (jin_kind(value) != JIN_INT || !jin_int(value, &n))
            return "must be an integer";
        if (n < 0 && f->min == 0)
            return "must not be negative";
        return n < f->min || n > f->max ? bounds(f, "", room) : NULL;
    case FIELD_BOOL:
        return jin_bool(value, &yes) ? NULL : "must be true or false";
    case FIELD_OBJECT:
        return jin_kind(value) == JIN_OBJECT ? NULL : "must be an object";
    case FIELD_LIST:
        if (jin_kind(value) != JIN_ARRAY)
            return "must be a list";
        return (int64_t)jin_count(value) > f->max ? bounds(f, " elements", room) : NULL;
    }
    return NULL;
}

/* Checks an object against its fields; replies if it is refused. */
static bool check_fields(struct call *c, const struct jin *object, const struct field *fields)
{
    struct jin_member m = { 0 };

    while (jin_next(object, &m)) {
        const struct field *f = field_named(fields, m.key);
        char                name[41], room[BOUNDS_ROOM];

        if (!f) {
            if (!str_copy(m.key, name, sizeof name))
                snprintf(name, sizeof name, "%s", "?");
            return call_fail_field(c, name, "is not a field of this request"), false;
        }
        const char *fault = field_fault(f, m.value, room);
        if (fault)
            return call_fail_field(c, f->name, fault), false;
    }
    for (const struct field *f = fields; f && f->name; f++)
        if (f->required && !jin_get(object, f->name))
            return call_fail_field(c, f->name, "is missing"), false;
    return true;
}

/* Converts the query to a JSON object, so that the same rules check both. */
static bool read_query(struct call *c)
{
    struct str  rest = c->ask->query;
    struct buf  text = { 0 }, name = { 0 }, value = { 0 };
    struct jout out = jout_to(&text);
    bool        good = true;
    int64_t     n;

    if (!rest.len) /* the common case */
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
        call_fail_why(c, API_BAD_FIELD, "The query cannot be read.");
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
    if ((needs & NEEDS_ADMIN) && !(c->account.flags & ACCOUNT_ADMIN))
        return call_fail(c, API_FORBIDDEN), false;
    if ((needs & NEEDS_ACCOUNT) && (c->account.flags & ACCOUNT_GUEST))
        return call_fail(c, API_NOT_FOR_GUESTS), false;
    return true;
}

/* Looks up the table of the path. An invisible one is reported as missing. */
static bool read_table(struct call *c, struct str id)
{
    struct str invite = jin_str_or(jin_get(c->query, "invite"), "");
    int64_t    n;

    if (!invite.len)
        invite = jin_str_or(jin_get(c->body, "invite"), "");
    if (str_int(id, &n) && n > 0)
        c->table = table_find(c->hall, (uint64_t)n);
    bool all = c->endpoint->needs & NEEDS_ADMIN; /* an admin sees every table */
    if (!c->table || (!all && !table_visible(c->table, c->account.id, invite)))
        return call_fail(c, API_NO_SUCH_TABLE), false;
    if (c->account.id)
        c->seat = table_seat_of(c->table, c->account.id);
    bool sits = c->seat >= 0 && !(c->table->seat[c->seat].left && c->table->phase == TABLE_RUNNING);
    if ((c->endpoint->needs & NEEDS_SEAT) && !sits)
        return call_fail(c, API_NOT_YOUR_SEAT), false;
    return true;
}

static void run_endpoint(struct call *c, const struct parts *parts)
{
    bool              has_table = strstr(c->endpoint->path, "{id}") != NULL;
    const struct str *word = parts->n > has_table ? &parts->at[has_table] : NULL;

    if (!read_account(c) || !read_query(c) || !read_body(c))
        return;
    if (word && !decode(*word, false, &c->decoded)) {
        call_fail(c, API_NOT_FOUND);
        return;
    }
    c->word = buf_view(&c->decoded);
    if (!has_table || read_table(c, parts->at[0]))
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
    fault_write(&out, "error", &(struct fault){ .error = API_WRONG_METHOD });
    jout_close_object(&out);
    reply_end(c->hall, c->ask, 405, "application/json", header.at);
    buf_release(&header);
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct call  c = { .hall = hall, .ask = ask, .seat = -1 };
    struct str   path = { ask->path.at + PREFIX_BYTES, ask->path.len - PREFIX_BYTES };
    unsigned     methods = 0;
    struct parts parts;

    (void)self;
    for (const struct endpoint *e = api_endpoints; e->path; e++) {
        if (e->method != ask->method || !path_fits(e->path, path, &parts))
            continue;
        c.endpoint = e;
        run_endpoint(&c, &parts);
        jin_free(c.body);
        jin_free(c.query);
        buf_release(&c.decoded);
        return;
    }
    for (const struct endpoint *e = api_endpoints; e->path; e++)
        if (path_fits(e->path, path, &parts))
            methods |= e->method;
    if (methods)
        wrong_method(&c, methods);
    else
        call_fail(&c, API_NOT_FOUND);
}

/* ---- the part ---------------------------------------------------------- */

static void happened(struct hall *hall, struct table *table, const struct table_event *event)
{
    if (event->kind == EVENT_UNSAID)
        feed_unsaid(hall, api_of(hall)->feed, table, event->seq);
    else if (event->kind != EVENT_DROPPED)
        feed_happened(hall, api_of(hall)->feed, table, event);
}

static enum err api_open(struct hall *hall, void **self)
{
    struct api *api = mem_new(sizeof *api);

    api->retries = retries_new();
    api->feed = feed_new();
    api->lists = lists_new(hall_store(hall));
    api->admin = admin_new(hall);
    api->walks = walks_new();
    snprintf(api->assets, sizeof api->assets, "%016d", 0);
    *self = api;
    tables_listen(hall, happened);
    accounts_listen(hall, feed_end_account);
    return ERR_OK;
}

static void api_close(struct hall *hall, void *self)
{
    struct api *api = self;

    (void)hall;
    retries_free(api->retries);
    feed_free(api->feed);
    lists_free(api->lists);
    admin_free(api->admin);
    walks_free(api->walks);
    shelf_release(&api->boards);
    free(api);
}

static void api_forget(struct hall *hall, void *self)
{
    struct api *api = self;

    retries_forget(api->retries);
    walks_forget(api->walks);
    shelf_release(&api->boards); /* another table may get the number */
    feed_forget(hall, api->feed);
}

static void api_goodbye(struct hall *hall, void *self)
{
    struct api *api = self;

    feed_goodbye(hall, api->feed);
}

void api_set_assets(struct hall *hall, const char hash[17])
{
    memcpy(api_of(hall)->assets, hash, sizeof api_of(hall)->assets);
}

/* For a program, a store that cannot write is like an overloaded server: try
 * again later. */
static void handle_failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    struct call c = { .hall = hall, .ask = ask, .seat = -1 };

    (void)self;
    (void)problem;
    call_fail_why(&c, API_BUSY, "The server cannot store anything at the moment; nothing was changed.");
}

/* A move with a key and the number it was made on is found again in the journal. */
static bool handle_repeats(const struct ask *ask)
{
    struct str tail = STR("/moves"), path = ask->path;

    return ask->idempotency_key.len && path.len > tail.len &&
           str_eq((struct str){ path.at + path.len - tail.len, tail.len }, tail) &&
           memmem(ask->body.at, ask->body.len, "\"seq\"", 5);
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
      .handle = handle,
      .failed = handle_failed,
      .repeats = handle_repeats },
    { 0 },
};

const struct part api_part = {
    .name = "the hall API",
    .routes = routes,
    .open = api_open,
    .close = api_close,
    .forget = api_forget,
    .goodbye = api_goodbye,
};
