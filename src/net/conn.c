/* One connection: reading, writing, waiting, closing. */
#include "base/address.h"
#include "base/mem.h"
#include "net/inside.h"

#include <stdlib.h>
#include <strings.h>

/* ---- reading --------------------------------------------------------------- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct conn *c = handle->data;

    (void)suggested;
    *buf = uv_buf_init(c->doors->read_buffer, sizeof c->doors->read_buffer);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct conn *c = stream->data;

    if (n > 0) {
        c->doors->counts.bytes_in += (uint64_t)n;
        conn_input(c, (struct str){ buf->base, (size_t)n });
        if ((size_t)n == buf->len && !c->closing) /* there is more, and libuv would go on with it */
            conn_hold(c, STR_NONE);
    } else if (n == UV_EOF) {
        conn_eof(c);
    } else if (n < 0) {
        conn_drop(c);
    }
}

void conn_begin(struct conn *c, struct place *lines)
{
    struct sockaddr_storage peer;
    int                     len = sizeof peer;

    c->tcp.data = c;
    c->shutdown.data = c;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&peer, &len) == 0 &&
        uv_ip_name((struct sockaddr *)&peer, c->peer, sizeof c->peer) == 0)
        address_normalize(c->peer, c->peer);
    bool admitted = share_admits(c->doors, c->peer);
    share_join(c);
    if (!admitted) {
        c->doors->counts.turned_away++;
        c->doors->counts.open[c->kind]++;
        conn_drop(c);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    c->kind = lines ? CONN_LINES : CONN_HTTP;
    c->doors->counts.connections[c->kind]++;
    c->doors->counts.open[c->kind]++;
    if (lines) {
        uv_tcp_keepalive(&c->tcp, 1, LIMIT_IDLE_SECONDS);
        c->place = lines;
        conn_opened(c, NULL);
    } else {
        conn_wait(c, WAIT_REQUEST);
    }
    uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
}

void conn_input(struct conn *c, struct str bytes)
{
    if (c->deaf || c->closing)
        return;
    if (!turn_begin(c)) {
        conn_hold(c, bytes);
        conn_weigh(c);
        return;
    }
    switch ((enum conn_kind)c->kind) {
    case CONN_HTTP:
        http_input(c, bytes);
        break;
    case CONN_WS:
        ws_input(c, bytes);
        break;
    default:
        lines_input(c, bytes);
    }
    conn_weigh(c);
    turn_end(c);
}

static size_t bytes_held(const struct conn *c)
{
    size_t bytes = c->in.cap + (c->busy ? c->asked : 0);

    if (c->chunked)
        bytes += chunked_room(c->chunked);
    return c->ws ? bytes + WS_CONTEXT_BYTES + LIMIT_WS_MESSAGE : bytes;
}

void conn_weigh(struct conn *c)
{
    if (c->closing || share_holds(c, bytes_held(c)) || c->finishing || c->said_close)
        return;
    c->doors->counts.put_off++;
    if (c->kind == CONN_HTTP && !c->busy) {
        http_refuse(c, 503, "Retry-After: 1\r\n");
    } else if (c->kind == CONN_WS) {
        ws_close(c, 1013);
        conn_finish(c);
    } else {
        conn_drop(c);
    }
    if (!c->closing) { /* it lingers, but without what it held */
        buf_release(&c->in);
        chunked_free(c->chunked);
        c->chunked = NULL;
        ws_free(c->ws);
        c->ws = NULL;
    }
}

/* The peer sends nothing more but may still want replies to its requests. A
 * lines connection ends, but lines already received are answered: the hall
 * tells us when. A WebSocket has close frames for this. */
void conn_eof(struct conn *c)
{
    c->peer_done = true;
    if (c->kind == CONN_HTTP && !c->finishing) {
        http_run(c);
    } else if (c->kind == CONN_LINES && !c->finishing) {
        c->deaf = true;
        conn_closed(c);
        conn_wait(c, WAIT_GOODBYE);
    } else {
        conn_drop(c);
    }
}

void conn_pause(struct conn *c)
{
    if (c->paused || c->closing)
        return;
    c->paused = true;
    uv_read_stop((uv_stream_t *)&c->tcp);
}

void conn_resume(struct conn *c)
{
    if (!c->paused || c->closing || c->peer_done)
        return;
    c->paused = false;
    uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
}

/* ---- waiting --------------------------------------------------------------- */

const uint32_t conn_patience_ms[WAITS] = {
    [WAIT_NOTHING] = 0,
    [WAIT_REQUEST] = LIMIT_IDLE_SECONDS * 1000,
    [WAIT_HEAD] = LIMIT_HEADER_SECONDS * 1000,
    [WAIT_BODY] = LIMIT_BODY_SECONDS * 1000,
    [WAIT_DRAIN] = LIMIT_IDLE_SECONDS * 1000,
    [WAIT_REST] = LIMIT_REST_MS,
    [WAIT_STREAM] = WS_PING_SECONDS * 1000,
    [WAIT_MESSAGE] = LIMIT_MESSAGE_SECONDS * 1000,
    [WAIT_PONG] = WS_PING_SECONDS * 1000,
    [WAIT_GOODBYE] = LIMIT_LINGER_MS,
};

void conn_wait(struct conn *c, enum wait wait)
{
    c->wait = (uint8_t)wait;
    doors_set_deadline(c, c->doors->patience_ms[wait]);
}

void conn_timeout(struct conn *c)
{
    switch ((enum wait)c->wait) {
    case WAIT_HEAD:
    case WAIT_BODY:
        c->doors->counts.timeouts++;
        http_refuse(c, 408, NULL);
        break;
    case WAIT_REQUEST:
        conn_finish(c);
        break;
    case WAIT_REST:
        c->resting = false;
        http_run(c);
        break;
    case WAIT_STREAM:
        ws_ping(c);
        break;
    case WAIT_MESSAGE:
        c->doors->counts.timeouts++;
        if (c->kind == CONN_WS)
            ws_close(c, 1008);
        else
            conn_finish(c);
        break;
    default:
        c->doors->counts.timeouts++;
        conn_drop(c);
    }
}

/* ---- writing --------------------------------------------------------------- */

/* What the kernel did not accept at once. */
struct parcel {
    uv_write_t  req;
    size_t      len;   /* of what the peer has not read */
    struct buf  bytes; /* a copy, or */
    struct out *out;   /* kept alive for its body */
};

size_t conn_unsent(const struct conn *c)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&c->tcp);
}

static void parcel_free(struct parcel *p)
{
    buf_release(&p->bytes);
    if (p->out)
        out_free(p->out);
    free(p);
}

static void on_written(uv_write_t *req, int status)
{
    struct conn   *c = req->handle->data;
    struct parcel *p = req->data;

    share_read(c, p->len);
    parcel_free(p);
    if (c->closing)
        return;
    if (status != 0)
        conn_drop(c);
    else if (c->kind == CONN_HTTP && !c->finishing && conn_unsent(c) == 0)
        http_run(c);
}

/* Queues `rest`, which is part of `bytes` or of the body of `out`, or static.
 * Owns both. */
static void queue(struct conn *c, struct str rest, struct buf bytes, struct out *out)
{
    struct parcel *p = mem_new(sizeof *p);
    uv_buf_t       buf = uv_buf_init((char *)rest.at, (unsigned)rest.len);

    p->req.data = p;
    p->len = rest.len;
    p->bytes = bytes;
    p->out = out;
    if (uv_write(&p->req, (uv_stream_t *)&c->tcp, &buf, 1, on_written) != 0) {
        parcel_free(p);
        conn_drop(c);
        return;
    }
    share_wait(c, p->len);
}

/* Writes as much as the kernel accepts now; -1 and a dropped connection if it
 * is broken. */
static ssize_t write_now(struct conn *c, struct str bytes)
{
    uv_buf_t buf = uv_buf_init((char *)bytes.at, (unsigned)bytes.len);
    int      n = uv_try_write((uv_stream_t *)&c->tcp, &buf, 1);

    if (n == UV_EAGAIN)
        return 0;
    if (n < 0) {
        conn_drop(c);
        return -1;
    }
    return n;
}

void conn_flush(struct conn *c)
{
    struct buf bytes = c->out;

    if (c->closing || bytes.len == 0)
        return;
    c->out = (struct buf){ 0 };
    c->doors->counts.bytes_out += bytes.len;

    ssize_t n = write_now(c, buf_view(&bytes));
    if (n < 0 || (size_t)n == bytes.len)
        buf_release(&bytes);
    else
        queue(c, (struct str){ bytes.at + n, bytes.len - (size_t)n }, bytes, NULL);
}

static void mark_dirty(struct conn *c)
{
    if (c->dirty)
        return;
    c->dirty = true;
    c->next_dirty = c->doors->dirty;
    c->doors->dirty = c;
}

struct buf *conn_out(struct conn *c)
{
    mark_dirty(c);
    return &c->out;
}

bool conn_may_send(struct conn *c, size_t len)
{
    if (c->closing || c->finishing)
        return false;
    if (c->out.len && c->out.len + len > CORK_BYTES)
        conn_flush(c);
    if (!c->closing && share_exceeded(c, len)) {
        c->doors->counts.cut_off++;
        c->cut_off = true;
        conn_drop(c);
    }
    return !c->closing;
}

void conn_send(struct conn *c, struct str bytes)
{
    if (conn_may_send(c, bytes.len))
        buf_str(conn_out(c), bytes);
}

void conn_send_kept(struct conn *c, struct str body, struct out *out)
{
    if (body.len <= CORK_BYTES) {
        conn_send(c, body);
        if (out)
            out_free(out);
        return;
    }
    bool    may = conn_may_send(c, body.len);
    ssize_t n = may ? write_now(c, body) : -1;

    if (n >= 0) {
        c->doors->counts.bytes_out += body.len;
        if ((size_t)n < body.len) {
            queue(c, (struct str){ body.at + n, body.len - (size_t)n }, (struct buf){ 0 }, out);
            return;
        }
    }
    if (out)
        out_free(out);
}

/* ---- asks ------------------------------------------------------------------- */

static struct str bearer_token(const struct head *head)
{
    struct str value = head->value[FIELD_AUTHORIZATION];

    if (value.len < 7 || strncasecmp(value.at, "bearer ", 7) != 0)
        return STR_NONE;
    return str_trim((struct str){ value.at + 7, value.len - 7 });
}

static struct str put(char **to, struct str s)
{
    struct str kept = { *to, s.len };

    if (s.len)
        memcpy(*to, s.at, s.len);
    *to += s.len;
    return kept;
}

struct ask *conn_ask(struct conn *c, enum ask_kind kind, const struct head *head, struct str body)
{
    static const struct head none;
    const struct head       *h = head ? head : &none;
    struct str               token = bearer_token(h);
    struct str               key = h->value[FIELD_IDEMPOTENCY_KEY];
    struct str               type = h->value[FIELD_CONTENT_TYPE], cookie = h->value[FIELD_COOKIE];
    size_t                   bytes = h->path.len + h->query.len + token.len + key.len + type.len + cookie.len + body.len;
    struct ask              *ask = ask_new(kind, c->id, c->place->route, bytes);
    char                    *to = ask_memory(ask);

    /* A GET handler need not know about HEAD: the doors omit the body. */
    ask->method = h->method == METHOD_HEAD ? METHOD_GET : h->method;
    ask->path = put(&to, h->path);
    ask->query = put(&to, h->query);
    ask->token = put(&to, token);
    ask->idempotency_key = put(&to, key);
    ask->content_type = put(&to, type);
    ask->cookie = put(&to, cookie);
    ask->body = put(&to, body);
    memcpy(ask->peer, c->peer, sizeof ask->peer);
    if (c->doors->trust_proxy)
        head_forwarded(h->value[FIELD_FORWARDED_FOR], ask->peer);
    return ask;
}

void conn_opened(struct conn *c, const struct head *head)
{
    struct ask *ask = conn_ask(c, ASK_OPENED, head, STR_NONE);

    c->open = true;
    memcpy(c->peer, ask->peer, sizeof c->peer); /* messages have no head that repeats it */
    doors_ask(c->doors, ask);
}

void conn_closed(struct conn *c)
{
    if (!c->open)
        return;
    struct ask *ask = conn_ask(c, ASK_CLOSED, NULL, STR_NONE);

    c->open = false;
    ask->cut_off = c->cut_off;
    doors_ask(c->doors, ask);
}

/* ---- closing ----------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle)
{
    struct conn *c = handle->data;

    /* not earlier: a parser may have been using it when the connection was
     * dropped */
    buf_release(&c->in);
    chunked_free(c->chunked);
    ws_free(c->ws);
    share_leave(c);
    doors_forget_conn(c->doors, c);
    free(c);
}

void conn_drop(struct conn *c)
{
    if (c->closing)
        return;
    conn_closed(c);
    c->closing = true;
    c->doors->counts.open[c->kind]--;
    doors_set_deadline(c, 0);
    buf_release(&c->out);
    c->tcp.data = c;
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shut_down(uv_shutdown_t *req, int status)
{
    struct conn *c = req->data;

    if (!c->closing && (status != 0 || c->peer_done))
        conn_drop(c);
}

void conn_finish(struct conn *c)
{
    if (c->finishing || c->closing)
        return;
    conn_closed(c);
    conn_flush(c);
    if (c->closing)
        return;
    c->finishing = c->deaf = true;
    conn_resume(c);
    conn_wait(c, WAIT_GOODBYE);
    if (uv_shutdown(&c->shutdown, (uv_stream_t *)&c->tcp, on_shut_down) != 0)
        conn_drop(c);
}
