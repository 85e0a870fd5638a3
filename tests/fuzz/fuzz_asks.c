/* A whole hall on the memory store, fed with requests as the doors would hand
 * them over: this is where every dialect's decoder and the hall API meet
 * hostile input. Each line of the input is one ask:
 *
 *     /api/v1/* 0 Ptables - {"game":"..."}
 *     /play 1 {"type":0}
 *
 * The path of a route (any other word stands for some route), the digit of one
 * of a few connections, and the text. To an HTTP route that is the first letter
 * of the method with the path behind a route's "*", a token ("-" for that of a
 * guest), and the body. A WebSocket or TCP connection is opened when it is first
 * used, serves the route that opened it, and is closed at the end of the input. */
#include "base/jin.h"
#include "base/limits.h"
#include "base/log.h"
#include "kit/desk.h"

#include <stdlib.h>

enum {
    CONNS = 6,
    ASKS_MOST = 60,
    INPUTS_EACH = 2000, /* inputs that one hall lives through */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One hall that many inputs share. */
struct bench {
    struct desk desk;
    char        token[65];
    int         inputs, routes;
    bool        open;
};

static void bench_open(struct bench *b)
{
    struct buf  reply = { 0 };
    struct jin *doc = NULL;

    log_set_level(LOG_ERROR);
    *b = (struct bench){ .open = true };
    desk_open(&b->desk, "memory", 0);
    while (hall_route(b->desk.hall, b->routes))
        b->routes++;
    desk_http(&b->desk, METHOD_POST, "/api/v1/guest", "", "", "{}", &reply);
    if (jin_parse(buf_view(&reply), LIMIT_JSON_DEPTH, 0, &doc) != ERR_OK ||
        !str_copy(jin_str_or(jin_get(doc, "token"), ""), b->token, sizeof b->token))
        BUG("nobody can be a guest");
    jin_free(doc);
    buf_release(&reply);
}

static enum method method_of(char letter, unsigned allowed)
{
    static const struct {
        char        letter;
        enum method method;
    } methods[] = { { 'G', METHOD_GET }, { 'P', METHOD_POST }, { 'U', METHOD_PUT }, { 'D', METHOD_DELETE }, { 'A', METHOD_PATCH } };

    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (methods[i].letter == letter && (methods[i].method & allowed))
            return methods[i].method;
    return allowed & METHOD_POST ? METHOD_POST : METHOD_GET;
}

/* What the doors never hand over: bodies beyond the limit. */
static bool fits(const struct route *route, struct str text)
{
    size_t usual = route->kind == ROUTE_HTTP ? LIMIT_BODY : route->kind == ROUTE_WS ? LIMIT_WS_MESSAGE : LIMIT_LINE;

    return text.len <= (route->limit ? route->limit : usual);
}

static void submit_http(struct bench *b, const struct route *route, struct str text)
{
    struct str head = str_cut(&text, ' ');
    struct str token = str_cut(&text, ' ');
    struct buf path = { 0 };
    char       letter = head.len ? head.at[0] : 'P';

    if (!fits(route, text))
        return;
    buf_text(&path, route->path);
    if (path.at[path.len - 1] == '*')
        path.len--;
    if (head.len > 1 && route->path[path.len] == '*')
        buf_add(&path, head.at + 1, head.len - 1);
    desk_submit(&b->desk, desk_ask(&b->desk, route, method_of(letter, route->methods), buf_view(&path),
                                   str_is(token, "-") ? str_of(b->token) : token, STR(""), text));
    buf_release(&path);
}

static void submit_message(struct bench *b, enum ask_kind kind, uint64_t conn, const struct route *route, struct str text)
{
    struct ask *ask = ask_new(kind, conn, route, text.len + 1);

    if (text.len)
        memcpy(ask_memory(ask), text.at, text.len);
    ask->body = (struct str){ ask_memory(ask), text.len };
    desk_submit(&b->desk, ask);
}

static const struct route *route_named(struct bench *b, struct str word)
{
    const struct route *route;
    unsigned            sum = 0;

    for (int i = 0; (route = hall_route(b->desk.hall, i)); i++)
        if (str_is(word, route->path))
            return route;
    for (size_t i = 0; i < word.len; i++)
        sum += (unsigned char)word.at[i];
    return hall_route(b->desk.hall, (int)(sum % (unsigned)b->routes));
}

static void feed(struct bench *b, struct str rest)
{
    const struct route *serves[CONNS] = { 0 };
    uint64_t            conn[CONNS];

    for (int i = 0; rest.len && i < ASKS_MOST; i++) {
        struct str          text = str_cut(&rest, '\n');
        const struct route *route = route_named(b, str_cut(&text, ' '));
        struct str          digit = str_cut(&text, ' ');
        int                 c = digit.len ? (unsigned char)digit.at[0] % CONNS : 0;

        if (route->kind == ROUTE_HTTP) {
            submit_http(b, route, text);
            continue;
        }
        if (!serves[c]) {
            serves[c] = route;
            conn[c] = ++b->desk.conn;
            submit_message(b, ASK_OPENED, conn[c], route, STR(""));
        }
        /* The door checks text messages of WebSockets. */
        if (fits(serves[c], text) && (serves[c]->kind != ROUTE_WS || str_utf8(text)))
            submit_message(b, ASK_TEXT, conn[c], serves[c], text);
    }
    for (int c = 0; c < CONNS; c++)
        if (serves[c])
            submit_message(b, ASK_CLOSED, conn[c], serves[c], STR(""));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bench bench;
    struct bench       *b = &bench;

    if (!b->open)
        bench_open(b);
    feed(b, (struct str){ (const char *)data, size });
    /* Asks are handled in order: when this one is answered, all were handled. */
    desk_http(&b->desk, METHOD_GET, "/api/v1/games", "", "", "", NULL);
    if (++b->inputs == INPUTS_EACH) {
        desk_close(&b->desk);
        b->open = false;
    }
    return 0;
}
