/* A whole hall on the memory store, fed with requests as the doors would hand
 * them over; one that many inputs of a fuzzer share. Each line of what is fed is
 * one ask:
 *
 *     /smallworld 0 P - {"action":"..."}
 *     /play 1 {"type":0}
 *
 * The path of a route (any other word stands for some route), the digit of one
 * of a few connections, and the text. To an HTTP route that is the first letter
 * of the method with the path behind a route's "*", a token ("-" for that of a
 * guest), and the body. A WebSocket or TCP connection is opened when it is first
 * used, serves the route that opened it, and is closed at the end of the input.
 *
 * What the hall calls an id or a token in its replies can be used later: $0 is the latest
 * such value, $1 the one before it, up to $9. A line "=" keeps them as they are
 * then: as @0 to @9. */
#ifndef KIT_ASKS_H
#define KIT_ASKS_H

#include "base/jin.h"
#include "base/limits.h"
#include "base/log.h"
#include "kit/desk.h"

#include <stdio.h>

enum {
    CONNS = 6,
    ASKS_MOST = 60,
    INPUTS_EACH = 2000, /* inputs that one hall lives through */
    IDS = 10,
    ID_MOST = 64,
};

/* One hall that many inputs share. */
struct bench {
    struct desk desk;
    char        token[65];
    char        id[IDS][ID_MOST + 1];   /* heard from the hall, the latest first */
    char        kept[IDS][ID_MOST + 1]; /* what they were at the line "=" */
    int         inputs, routes;
    bool        open;
};

/* ---- ids ----------------------------------------------------------------- */

static inline void keep_id(struct bench *b, const struct jin *value)
{
    char       id[ID_MOST + 1];
    struct str text;
    int64_t    number;

    if (jin_int(value, &number))
        snprintf(id, sizeof id, "%lld", (long long)number);
    else if (!jin_string(value, &text) || !str_copy(text, id, sizeof id))
        return;
    memmove(b->id[1], b->id[0], sizeof b->id - sizeof b->id[0]);
    memcpy(b->id[0], id, sizeof id);
}

static inline bool names_an_id(struct str key)
{
    if (str_is(key, "token"))
        return true;
    return key.len >= 2 && (key.at[key.len - 2] | 0x20) == 'i' && (key.at[key.len - 1] | 0x20) == 'd';
}

static inline void keep_ids(struct bench *b, const struct jin *v)
{
    struct jin_member m = { 0 };

    while (jin_kind(v) == JIN_OBJECT && jin_next(v, &m)) {
        if (names_an_id(m.key))
            keep_id(b, m.value);
        keep_ids(b, m.value);
    }
}

static inline void heard(void *arg, struct str text)
{
    struct jin *doc;

    if (jin_parse(text, LIMIT_JSON_DEPTH, 0, &doc) != ERR_OK)
        return;
    keep_ids(arg, doc);
    jin_free(doc);
}

/* Puts ids in the place of $0 to $9 and @0 to @9. */
static inline void put_ids(const struct bench *b, struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        bool digit = i + 1 < text.len && text.at[i + 1] >= '0' && text.at[i + 1] <= '9';

        if (text.at[i] == '$' && digit)
            buf_text(out, b->id[text.at[++i] - '0']);
        else if (text.at[i] == '@' && digit)
            buf_text(out, b->kept[text.at[++i] - '0']);
        else
            buf_char(out, text.at[i]);
    }
}

/* ---- asks ---------------------------------------------------------------- */

static inline void bench_open(struct bench *b)
{
    struct buf  reply = { 0 };
    struct jin *doc = NULL;

    log_set_level(LOG_ERROR);
    *b = (struct bench){ .open = true };
    desk_open(&b->desk, "memory", 0);
    b->desk.heard = heard;
    b->desk.heard_arg = b;
    while (hall_route(b->desk.hall, b->routes))
        b->routes++;
    desk_http(&b->desk, METHOD_POST, "/api/v1/guest", "", "", "{}", &reply);
    if (jin_parse(buf_view(&reply), LIMIT_JSON_DEPTH, 0, &doc) != ERR_OK ||
        !str_copy(jin_str_or(jin_get(doc, "token"), ""), b->token, sizeof b->token))
        BUG("nobody can be a guest");
    jin_free(doc);
    buf_release(&reply);
}

static inline enum method method_of(char letter)
{
    static const struct {
        char        letter;
        enum method method;
    } methods[] = { { 'G', METHOD_GET }, { 'P', METHOD_POST }, { 'U', METHOD_PUT }, { 'D', METHOD_DELETE }, { 'A', METHOD_PATCH } };

    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (methods[i].letter == letter)
            return methods[i].method;
    return METHOD_POST;
}

/* The route of the same path that serves the method, if there is one. */
static inline const struct route *route_serving(struct bench *b, const struct route *route, enum method method)
{
    const struct route *other;

    for (int i = 0; !(route->methods & method) && (other = hall_route(b->desk.hall, i)); i++)
        if (other->kind == ROUTE_HTTP && strcmp(other->path, route->path) == 0)
            route = other;
    return route;
}

/* What the doors never hand over: bodies beyond the limit. */
static inline bool fits(const struct route *route, struct str text)
{
    size_t usual = route->kind == ROUTE_HTTP ? LIMIT_BODY : route->kind == ROUTE_WS ? LIMIT_WS_MESSAGE : LIMIT_LINE;

    return text.len <= (route->limit ? route->limit : usual);
}

static inline void submit_http(struct bench *b, const struct route *route, struct str text)
{
    struct str  head = str_cut(&text, ' ');
    struct str  token = str_cut(&text, ' ');
    struct buf  path = { 0 };
    enum method method = method_of(head.len ? head.at[0] : 'P');

    route = route_serving(b, route, method);
    if (!(route->methods & method))
        method = route->methods & METHOD_POST ? METHOD_POST : METHOD_GET;
    if (!fits(route, text))
        return;
    buf_text(&path, route->path);
    if (path.at[path.len - 1] == '*')
        path.len--;
    if (head.len > 1 && route->path[path.len] == '*')
        buf_add(&path, head.at + 1, head.len - 1);
    desk_submit(&b->desk,
                desk_ask(&b->desk, route, method, buf_view(&path), str_is(token, "-") ? str_of(b->token) : token, STR(""), text));
    buf_release(&path);
}

static inline void submit_message(struct bench *b, enum ask_kind kind, uint64_t conn, const struct route *route, struct str text)
{
    struct ask *ask = ask_new(kind, conn, route, text.len + 1);

    if (text.len)
        memcpy(ask_memory(ask), text.at, text.len);
    ask->body = (struct str){ ask_memory(ask), text.len };
    desk_submit(&b->desk, ask);
}

static inline const struct route *route_named(struct bench *b, struct str word)
{
    const struct route *route;
    unsigned            sum = 0;

    for (int i = 0; (route = hall_route(b->desk.hall, i)); i++)
        if (str_is(word, route->kind == ROUTE_LINES ? route->setting : route->path))
            return route;
    for (size_t i = 0; i < word.len; i++)
        sum += (unsigned char)word.at[i];
    return hall_route(b->desk.hall, (int)(sum % (unsigned)b->routes));
}

/* The connections of one input. */
struct lines {
    const struct route *serves[CONNS];
    uint64_t            conn[CONNS];
};

static inline void feed_one(struct bench *b, struct lines *lines, struct str text)
{
    const struct route *route = route_named(b, str_cut(&text, ' '));
    struct str          digit = str_cut(&text, ' ');
    int                 c = digit.len ? (unsigned char)digit.at[0] % CONNS : 0;

    if (route->kind == ROUTE_HTTP) {
        submit_http(b, route, text);
        return;
    }
    if (!lines->serves[c]) {
        lines->serves[c] = route;
        lines->conn[c] = ++b->desk.conn;
        submit_message(b, ASK_OPENED, lines->conn[c], route, STR(""));
    }
    /* The door checks text messages of WebSockets. */
    if (fits(lines->serves[c], text) && (lines->serves[c]->kind != ROUTE_WS || str_utf8(text)))
        submit_message(b, ASK_TEXT, lines->conn[c], lines->serves[c], text);
}

/* Asks are handled in order: when this one is answered, all before it were
 * handled, and what they said was heard. */
static inline void settle(struct bench *b)
{
    desk_http(&b->desk, METHOD_GET, "/api/v1/games/none", "", "", "", NULL);
}

/* Must what was asked before be answered first? Waiting is most of the time. */
static inline bool wants_answers(struct str line)
{
    return memchr(line.at, '$', line.len) || str_is(line, "=");
}

static inline void feed(struct bench *b, struct str rest)
{
    struct lines lines = { 0 };
    struct buf   line = { 0 };

    for (int i = 0; rest.len && i < ASKS_MOST; i++) {
        struct str next = str_cut(&rest, '\n');

        if (next.len == 0)
            continue;
        if (wants_answers(next))
            settle(b);
        if (str_is(next, "=")) {
            memcpy(b->kept, b->id, sizeof b->kept);
            continue;
        }
        buf_clear(&line);
        put_ids(b, next, &line);
        feed_one(b, &lines, buf_view(&line));
    }
    for (int c = 0; c < CONNS; c++)
        if (lines.serves[c])
            submit_message(b, ASK_CLOSED, lines.conn[c], lines.serves[c], STR(""));
    settle(b);
    buf_release(&line);
}

/* One input: the hall is made when it is first needed, and made anew now and then. */
static inline void bench_feed(struct bench *b, struct str text)
{
    if (!b->open)
        bench_open(b);
    feed(b, text);
    if (++b->inputs == INPUTS_EACH) {
        desk_close(&b->desk);
        b->open = false;
    }
}

#endif
