#include "kit/desk.h"

#include "cli/cli.h"

#include <time.h>

enum { WAIT_SECONDS = 30 };

static void wake(void *arg)
{
    struct desk *d = arg;

    pthread_mutex_lock(&d->lock);
    d->woken = true;
    pthread_cond_signal(&d->more);
    pthread_mutex_unlock(&d->lock);
}

void desk_open(struct desk *d, const char *store, int fail_at)
{
    char problem[256] = "";

    *d = (struct desk){ .settings = command_settings(&serve_command) };
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->more, NULL);
    setting_set(d->settings, "store", store);
    setting_set(d->settings, "test-mode", "true");
    if (hall_open(d->settings, wake, d, &d->hall, problem) != ERR_OK)
        BUG(problem);
    store_fail_at(hall_store(d->hall), fail_at);
    if (hall_start(d->hall) != ERR_OK)
        BUG("the hall does not start");
}

void desk_close(struct desk *d)
{
    hall_stop(d->hall);
    hall_close(d->hall);
    settings_free(d->settings);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->more);
}

const struct route *desk_route(const struct desk *d, enum method method, struct str path)
{
    const struct route *best = NULL, *route;
    size_t              best_len = 0;

    path = str_cut(&path, '?');
    for (int i = 0; (route = hall_route(d->hall, i)); i++) {
        struct str head = str_of(route->path);

        if (route->kind == ROUTE_LINES)
            continue;
        if (str_eq(path, head) && (route->kind != ROUTE_HTTP || route->methods & method))
            return route;
        if (head.len && head.at[head.len - 1] == '*') {
            head.len--;
            if (str_starts(path, head) && head.len >= best_len) {
                best = route;
                best_len = head.len;
            }
        }
    }
    return best;
}

static struct str keep(struct ask *ask, size_t *used, struct str text)
{
    char *to = ask_memory(ask) + *used;

    if (text.len)
        memcpy(to, text.at, text.len);
    *used += text.len;
    return (struct str){ to, text.len };
}

struct ask *desk_ask(struct desk *d, const struct route *route, enum method method, struct str path, struct str token,
                     struct str key, struct str body)
{
    static const char peer[] = "127.0.0.1";
    struct ask       *ask = ask_new(ASK_HTTP, ++d->conn, route, path.len + token.len + key.len + body.len + 1);
    struct str        query = path;
    size_t            used = 0;

    memcpy(ask->peer, peer, sizeof peer);
    path = str_cut(&query, '?');
    ask->method = method;
    ask->path = keep(ask, &used, path);
    ask->query = keep(ask, &used, query);
    ask->token = keep(ask, &used, token);
    ask->idempotency_key = keep(ask, &used, key);
    ask->body = keep(ask, &used, body);
    return ask;
}

void desk_submit(struct desk *d, struct ask *ask)
{
    if (!hall_submit(d->hall, ask, ask, 1))
        BUG("the hall's queue is full");
}

/* Waits until the hall has something for the doors, and takes it. */
static struct out *take_outs(struct desk *d)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += WAIT_SECONDS;
    pthread_mutex_lock(&d->lock);
    while (!d->woken)
        if (pthread_cond_timedwait(&d->more, &d->lock, &until) != 0)
            BUG("the hall does not answer");
    d->woken = false;
    pthread_mutex_unlock(&d->lock);
    return hall_take_outs(d->hall);
}

int desk_wait(struct desk *d, uint64_t conn, struct buf *reply)
{
    int status = 0;

    while (!status)
        for (struct out *out = take_outs(d), *next; out; out = next) {
            next = out->next;
            if (d->heard)
                d->heard(d->heard_arg, out_body(out));
            if (out->conn == conn && out->kind == OUT_REPLY) {
                status = out->status;
                if (reply) {
                    buf_clear(reply);
                    buf_str(reply, out_body(out));
                }
            }
            out_free(out);
        }
    return status;
}

int desk_http(struct desk *d, enum method method, const char *path, const char *token, const char *key, const char *body,
              struct buf *reply)
{
    const struct route *route = desk_route(d, method, str_of(path));

    if (!route)
        BUG("no route serves this path");
    struct ask *ask = desk_ask(d, route, method, str_of(path), str_of(token), str_of(key), str_of(body));
    uint64_t    conn = ask->conn; /* the ask belongs to the hall from now on */
    desk_submit(d, ask);
    return desk_wait(d, conn, reply);
}
