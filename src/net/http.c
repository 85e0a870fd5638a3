/* HTTP requests. A request is handled when it is complete; until then its bytes
 * stay in the connection's buffer. One request is answered at a time, so
 * replies leave in order; pipelined requests wait. */
#include "net/inside.h"

static size_t body_limit(const struct place *place)
{
    return place && place->route && place->route->limit ? place->route->limit : LIMIT_BODY;
}

static bool wants_ws(const struct head *head)
{
    return head->upgrade && head->method == METHOD_GET && head_lists(head->value[FIELD_UPGRADE], STR("websocket"));
}

/* ---- a whole request ------------------------------------------------------- */

/* No handler serves this: a file, a WebSocket path without an upgrade, another
 * method, or nothing at all. */
static void handle_elsewhere(struct conn *c, const struct head *head, unsigned allow, bool has_ws)
{
    if (allow)
        http_wrong_method(c, allow);
    else if (has_ws)
        http_error(c, 426, "Upgrade: websocket\r\nConnection: Upgrade\r\n");
    else if (!asset_reply(c, head)) {
        c->doors->counts.unknown++;
        if (!asset_lost(c, head))
            http_error(c, 404, NULL);
    }
}

static void handle_options(struct conn *c, const struct head *head)
{
    struct head any = *head;
    unsigned    allow;
    bool        has_ws;

    any.method = 0;
    place_find(c->doors, &any, false, &allow, &has_ws);
    http_options(c, allow);
}

/* Is the page that a browser shows of another origin? Browsers tell so themselves,
 * but older ones and those without TLS only name the page's origin, or for a link the page. */
static bool is_of_another_site(const struct head *head)
{
    struct str site = head->value[FIELD_FETCH_SITE], scheme = STR("://");
    struct str page = head->value[head->value[FIELD_ORIGIN].len ? FIELD_ORIGIN : FIELD_REFERER];

    if (site.len)
        return !str_is(site, "same-origin") && !str_is(site, "none");
    if (!page.len)
        return false; /* no page at all */
    const char *host = memmem(page.at, page.len, scheme.at, scheme.len);
    if (!host)
        return true;
    host += scheme.len;
    struct str  rest = { host, (size_t)(page.at + page.len - host) };
    const char *path = memchr(rest.at, '/', rest.len);
    return !str_eq((struct str){ rest.at, path ? (size_t)(path - rest.at) : rest.len }, head->value[FIELD_HOST]);
}

/* Did a page of another site make the browser post this, or follow a link that changes something, with our cookies? */
static bool is_foreign(const struct place *place, const struct head *head)
{
    unsigned flags = place->route ? place->route->flags : 0;

    return (flags & ROUTE_OWN_LINKS || (flags & ROUTE_OWN_PAGES && head->method == METHOD_POST)) && is_of_another_site(head);
}

/* Answers, or passes the request to the hall. */
static void handle(struct conn *c, const struct head *head, struct str body)
{
    unsigned allow;
    bool     has_ws;

    c->keep_alive = head->keep_alive && !c->doors->stop;
    c->http10 = head->http10;
    c->head_only = head->method == METHOD_HEAD;
    c->wait = WAIT_NOTHING;
    c->place = place_find(c->doors, head, wants_ws(head), &allow, &has_ws);

    if (c->place && is_foreign(c->place, head)) {
        http_error(c, 403, NULL);
    } else if (!c->place) {
        handle_elsewhere(c, head, allow, has_ws);
    } else if (c->place->route && c->place->route->kind == ROUTE_WS) {
        ws_upgrade(c, head);
    } else if (head->method == METHOD_OPTIONS && !(c->place->route && c->place->route->methods & METHOD_OPTIONS)) {
        handle_options(c, head);
    } else if (c->place->page) {
        c->place->page(c, head);
    } else {
        c->busy = true;
        c->asked = body.len;
        doors_ask(c->doors, conn_ask(c, ASK_HTTP, head, body));
    }
    if (c->kind == CONN_HTTP && !c->busy && !c->keep_alive)
        conn_finish(c);
}

/* ---- receiving one ------------------------------------------------------------ */

static void malformed(struct conn *c, int status)
{
    c->doors->counts.malformed++;
    http_refuse(c, status, NULL);
}

/* The head is complete: may the body be sent? */
static bool admit(struct conn *c, const struct head *head, size_t arrived)
{
    unsigned      allow;
    bool          has_ws;
    struct place *place = place_find(c->doors, head, false, &allow, &has_ws);

    if (head->content_length > body_limit(place)) {
        c->place = place;
        http_refuse(c, 413, NULL);
        return false;
    }
    bool waits = head->expects && (head->chunked || arrived < head->content_length);
    if (waits && !place) { /* spare the client a body that nobody would read */
        c->keep_alive = false;
        c->head_only = head->method == METHOD_HEAD;
        handle_elsewhere(c, head, allow, has_ws);
        conn_finish(c);
        return false;
    }
    if (waits)
        conn_send(c, STR("HTTP/1.1 100 Continue\r\n\r\n"));
    if (head->chunked)
        c->chunked = chunked_new(body_limit(place));
    return true;
}

/* ERR_OK and the head once it is complete and accepted; ERR_MALFORMED after a
 * refusal. */
static enum err receive_head(struct conn *c, struct str in, struct head *head)
{
    size_t   len;
    enum err err = head_find(in, &c->line, &len);

    if (err == ERR_MORE)
        return err;
    int status = err == ERR_FULL ? 431 : err == ERR_MALFORMED ? 400 : head_parse((struct str){ in.at, len }, head);
    if (status) {
        malformed(c, status);
        return ERR_MALFORMED;
    }
    if (!admit(c, head, in.len - len))
        return ERR_MALFORMED;
    c->head_len = len;
    c->need = len + head->content_length;
    return ERR_OK;
}

static enum err receive_body(struct conn *c, struct str in, struct str *body)
{
    if (!c->chunked) {
        if (in.len < c->need)
            return ERR_MORE;
        *body = (struct str){ in.at + c->head_len, c->need - c->head_len };
        return ERR_OK;
    }
    size_t   used;
    enum err err = chunked_feed(c->chunked, (struct str){ in.at + c->need, in.len - c->need }, &used);

    c->need += used;
    if (err == ERR_FULL)
        http_refuse(c, 413, NULL);
    else if (err == ERR_MALFORMED)
        malformed(c, 400);
    else if (err == ERR_OK)
        *body = chunked_body(c->chunked);
    return err;
}

/* Takes one request off the front. Returns its length, or 0 if it is incomplete
 * or was refused. */
static size_t take_request(struct conn *c, struct str in)
{
    struct head head;
    struct str  body;
    bool        fresh = c->head_len == 0;

    /* Some clients send an empty line after a body; RFC 9112, 2.2 allows it. */
    if (fresh && in.len >= 2 && in.at[0] == '\r' && in.at[1] == '\n')
        return 2;
    if (fresh && receive_head(c, in, &head) != ERR_OK)
        return 0;
    if (receive_body(c, in, &body) != ERR_OK)
        return 0;
    if (!fresh)
        head_parse((struct str){ in.at, c->head_len }, &head);

    size_t used = c->need;
    handle(c, &head, body);
    chunked_free(c->chunked);
    c->chunked = NULL;
    c->line = c->head_len = c->need = 0;
    return used;
}

/* ---- the stream of them ---------------------------------------------------------- */

/* The next request may be processed: the last reply was sent and read, and did
 * not say that there were too many. */
static bool may_go_on(const struct conn *c)
{
    return c->kind == CONN_HTTP && !c->busy && !c->resting && !c->finishing && !c->closing && conn_unsent(c) == 0;
}

static size_t consume(struct conn *c, struct str bytes)
{
    size_t at = 0;

    c->cut_short = false;
    while (at < bytes.len && may_go_on(c)) {
        size_t used = take_request(c, (struct str){ bytes.at + at, bytes.len - at });

        if (!used)
            break;
        at += used;
        c->cut_short = at < bytes.len && turn_is_over(c);
        if (c->cut_short)
            break;
    }
    if (c->kind == CONN_WS && !c->closing) {
        ws_input(c, (struct str){ bytes.at + at, bytes.len - at });
        at = bytes.len;
    }
    return at;
}

static enum wait wait_of(const struct conn *c)
{
    if (c->busy)
        return WAIT_NOTHING;
    if (conn_unsent(c))
        return WAIT_DRAIN;
    if (c->resting)
        return WAIT_REST;
    return !c->in.len ? WAIT_REQUEST : c->head_len ? WAIT_BODY : WAIT_HEAD;
}

/* The rest is the start of a request, or waits for its turn. */
static void settle(struct conn *c)
{
    if (c->closing || c->finishing || c->kind != CONN_HTTP) {
        if (!c->closing)
            buf_release(&c->in);
        return;
    }
    if (!c->in.len)
        buf_release(&c->in);

    if (c->cut_short && may_go_on(c))
        conn_hold(c, STR_NONE);
    enum wait wait = wait_of(c);
    bool      later = c->held || wait == WAIT_NOTHING || wait == WAIT_DRAIN || wait == WAIT_REST;
    if (c->peer_done && !later) {
        conn_finish(c);
        return;
    }
    if (wait != c->wait || wait == WAIT_NOTHING)
        conn_wait(c, wait);
    if (c->held || (c->in.len > AHEAD_BYTES && later))
        conn_pause(c);
    else
        conn_resume(c);
}

void http_run(struct conn *c)
{
    if (c->in.len && may_go_on(c)) {
        size_t used = consume(c, buf_view(&c->in));

        if (used && used < c->in.len)
            memmove(c->in.at, c->in.at + used, c->in.len - used);
        c->in.len -= used;
    }
    settle(c);
    conn_weigh(c);
}

void http_input(struct conn *c, struct str bytes)
{
    if (c->in.len || !may_go_on(c)) {
        buf_str(&c->in, bytes);
        http_run(c);
        return;
    }
    size_t used = consume(c, bytes);
    if (used < bytes.len)
        buf_add(&c->in, bytes.at + used, bytes.len - used);
    settle(c);
}

void http_replied(struct conn *c)
{
    c->busy = false;
    if (!c->keep_alive)
        conn_finish(c);
    else
        http_run(c);
}
