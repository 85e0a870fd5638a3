/* A whole hall on the memory store, fed with requests as the doors would hand
 * them over: this is where every dialect's decoder and the hall API meet
 * hostile input. Each line of the input is one ask:
 *
 *     R C text        route number R, one of the connections C, body or message
 *
 * R and C are one byte each. A WebSocket or TCP connection is opened when it is
 * first used and closed at the end of the input; a connection serves the route
 * that opened it. For HTTP the text is "METHOD PATH-AFTER-THE-ROUTE BODY" with
 * the method as one letter. */
#include "base/log.h"
#include "cli/cli.h"
#include "hall/hall.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    CONNS = 6,
    ASKS_MOST = 60,
    INPUTS_EACH = 2000, /* inputs that one hall lives through */
    WAIT_SECONDS = 20,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One hall that many inputs share, with what the doors would keep. */
struct bench {
    struct settings *settings;
    struct hall     *hall;
    pthread_mutex_t  lock;
    pthread_cond_t   more;
    bool             woken;
    uint64_t         next_conn;
    int              inputs, routes;
};

static void wake(void *arg)
{
    struct bench *b = arg;

    pthread_mutex_lock(&b->lock);
    b->woken = true;
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
}

static void bench_open(struct bench *b)
{
    char problem[256] = "";

    b->settings = command_settings(&serve_command);
    setting_set(b->settings, "store", "memory");
    setting_set(b->settings, "test-mode", "true");
    if (hall_open(b->settings, wake, b, &b->hall, problem) != ERR_OK || hall_start(b->hall) != ERR_OK)
        BUG(problem);
    b->inputs = 0;
    for (b->routes = 0; hall_route(b->hall, b->routes);)
        b->routes++;
}

static void bench_close(struct bench *b)
{
    hall_stop(b->hall);
    hall_close(b->hall);
    settings_free(b->settings);
    b->hall = NULL;
}

static struct str keep(struct ask *ask, size_t *used, struct str text)
{
    char *to = ask_memory(ask) + *used;

    if (text.len)
        memcpy(to, text.at, text.len);
    *used += text.len;
    return (struct str){ to, text.len };
}

static void submit(struct bench *b, struct ask *ask)
{
    memcpy(ask->peer, "127.0.0.1", sizeof "127.0.0.1");
    if (!hall_submit(b->hall, ask, ask, 1))
        ask_free(ask);
}

static enum method method_of(char letter, unsigned allowed)
{
    static const struct {
        char        letter;
        enum method method;
    } methods[] = { { 'G', METHOD_GET }, { 'H', METHOD_HEAD }, { 'P', METHOD_POST }, { 'U', METHOD_PUT }, { 'D', METHOD_DELETE } };

    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (methods[i].letter == letter && (methods[i].method & allowed))
            return methods[i].method;
    return allowed & METHOD_POST ? METHOD_POST : METHOD_GET;
}

/* "P/tables?x=1 token body": method, rest of the path with query, token, body. */
static void submit_http(struct bench *b, const struct route *route, struct str text)
{
    struct str  head = str_cut(&text, ' ');
    struct str  token = str_cut(&text, ' ');
    struct ask *ask = ask_new(ASK_HTTP, ++b->next_conn, route, strlen(route->path) + head.len + token.len + text.len + 16);
    struct str  base = str_of(route->path);
    size_t      used = 0;

    if (base.len && base.at[base.len - 1] == '*')
        base.len--;
    ask->method = method_of(head.len ? head.at[0] : 'P', route->methods);
    if (head.len) {
        head.at++;
        head.len--;
    }
    struct str path = str_cut(&head, '?');
    ask->path = keep(ask, &used, base);
    if (route->path[base.len] == '*')
        ask->path.len += keep(ask, &used, path).len;
    ask->query = keep(ask, &used, head);
    ask->token = keep(ask, &used, token);
    ask->body = keep(ask, &used, text);
    submit(b, ask);
}

static void submit_message(struct bench *b, enum ask_kind kind, uint64_t conn, const struct route *route, struct str text)
{
    struct ask *ask = ask_new(kind, conn, route, text.len + 1);
    size_t      used = 0;

    ask->body = keep(ask, &used, text);
    submit(b, ask);
}

/* Waits until the reply to `conn` came, and drops all other outs on the way. */
static void drain(struct bench *b, uint64_t conn)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += WAIT_SECONDS;
    for (bool seen = false; !seen;) {
        pthread_mutex_lock(&b->lock);
        while (!b->woken)
            if (pthread_cond_timedwait(&b->more, &b->lock, &until) != 0)
                BUG("the hall does not answer");
        b->woken = false;
        pthread_mutex_unlock(&b->lock);
        for (struct out *out = hall_take_outs(b->hall), *next; out; out = next) {
            next = out->next;
            seen |= out->conn == conn;
            out_free(out);
        }
    }
}

/* A request whose reply shows that all before it were handled. */
static const struct route *barrier_route(struct bench *b)
{
    for (int i = 0; i < b->routes; i++) {
        const struct route *route = hall_route(b->hall, i);

        if (route->kind == ROUTE_HTTP && (route->methods & METHOD_GET))
            return route;
    }
    BUG("no route answers GET");
}

/* What the doors promise never to hand over: long texts, invalid UTF-8 in
 * text messages. */
static bool is_possible(const struct route *route, struct str text)
{
    size_t limit = route->limit ? route->limit : 16 * 1024;

    return text.len <= limit && (route->kind != ROUTE_WS || str_utf8(text));
}

static void feed(struct bench *b, struct str rest)
{
    const struct route *serves[CONNS] = { 0 };
    uint64_t            conn[CONNS];

    for (int i = 0; rest.len && i < ASKS_MOST; i++) {
        struct str line = str_cut(&rest, '\n');

        if (line.len < 3)
            continue;
        int                 c = (unsigned char)line.at[1] % CONNS;
        const struct route *route = hall_route(b->hall, (unsigned char)line.at[0] % b->routes);
        struct str          text = { line.at + 3, line.len - 3 };

        if (route->kind == ROUTE_HTTP) {
            submit_http(b, route, text);
            continue;
        }
        if (!serves[c]) {
            serves[c] = route;
            conn[c] = ++b->next_conn;
            submit_message(b, ASK_OPENED, conn[c], route, STR(""));
        }
        if (is_possible(serves[c], text))
            submit_message(b, ASK_TEXT, conn[c], serves[c], text);
    }
    for (int c = 0; c < CONNS; c++)
        if (serves[c])
            submit_message(b, ASK_CLOSED, conn[c], serves[c], STR(""));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bench bench = { .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER };
    struct bench       *b = &bench;

    if (!b->hall) {
        log_set_level(LOG_ERROR);
        bench_open(b);
    }
    feed(b, (struct str){ (const char *)data, size });
    submit_http(b, barrier_route(b), STR("G"));
    drain(b, b->next_conn);
    if (++b->inputs == INPUTS_EACH)
        bench_close(b);
    return 0;
}
