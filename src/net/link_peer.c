/* One TCP link between two nodes: connecting, reading, writing, timeouts. */
#include "base/log.h"
#include "base/mem.h"
#include "net/link_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_BACKLOG = 64 };

/* ---- writing --------------------------------------------------------------- */

struct link_parcel {
    uv_write_t req;
    char      *bytes;
};

static void on_written(uv_write_t *req, int status)
{
    struct link_parcel *parcel = req->data;
    struct peer        *p = req->handle->data;

    free(parcel->bytes);
    free(parcel);
    if (status != 0 && status != UV_ECANCELED)
        peer_drop(p);
}

size_t peer_unsent(const struct peer *p)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&p->tcp);
}

void peer_flush(struct peer *p)
{
    size_t len = p->out.len;

    if (p->closing || !len || p->stage == PEER_CONNECTING)
        return;
    struct link_parcel *parcel = mem_new(sizeof *parcel);
    parcel->bytes = buf_detach(&p->out);
    parcel->req.data = parcel;
    uv_buf_t buf = uv_buf_init(parcel->bytes, (unsigned)len);
    if (uv_write(&parcel->req, (uv_stream_t *)&p->tcp, &buf, 1, on_written) != 0) {
        free(parcel->bytes);
        free(parcel);
        peer_drop(p);
    } else if (peer_unsent(p) > LINK_UNSENT_MOST) {
        log_warn("link", "the node at %s reads too slowly", p->node);
        peer_drop(p);
    }
}

/* ---- reading --------------------------------------------------------------- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct peer *p = handle->data;

    (void)suggested;
    *buf = uv_buf_init(p->links->read_buffer, sizeof p->links->read_buffer);
}

static uint32_t frame_len(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;

    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Executes all complete frames. False: one was malformed. */
static bool take_frames(struct peer *p)
{
    size_t at = 0;
    bool   ok = true;

    while (ok && !p->closing && p->in.len - at >= 4) {
        uint32_t len = frame_len(p->in.at + at);

        if (len < 1 || len > (p->stage == PEER_READY ? (uint32_t)LINK_FRAME_MOST : 65536u))
            return false;
        if (p->in.len - at < 4 + (size_t)len)
            break;
        ok = wire_frame(p, (enum frame)(unsigned char)p->in.at[at + 4], (struct str){ p->in.at + at + 5, len - 1 });
        at += 4 + len;
    }
    if (at)
        memmove(p->in.at, p->in.at + at, p->in.len - at);
    p->in.len -= at;
    return ok;
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct peer *p = stream->data;

    if (n < 0) {
        peer_drop(p);
        return;
    }
    buf_add(&p->in, buf->base, (size_t)n);
    if (!take_frames(p)) {
        peer_drop(p);
        return;
    }
    if (p->closing)
        return;
    if (p->stage == PEER_READY) /* a handshake must end within LINK_SILENCE_MS */
        p->heard_ms = link_now(p->links);
    if (p->ours)
        doors_take_outs(p->links->doors);
    peer_flush(p);
    if (!p->in.len)
        buf_release(&p->in);
}

/* ---- asks of followers ------------------------------------------------------ */

/* The ASK_CLOSED that the hall gets if the link closes before the stream does. It
 * carries the same address, since the hall preserves order only per address. */
static struct ask *end_of(const struct ask *opened)
{
    struct ask *end = ask_new(ASK_CLOSED, opened->conn, opened->route, 0);

    end->orphaned = true;
    memcpy(end->peer, opened->peer, sizeof end->peer);
    return end;
}

/* The hall's queue is full. A stream that loses a message is closed. */
static void say_busy(struct peer *p, const struct ask *ask)
{
    struct out busy = { .kind = OUT_CLOSE, .conn = ask->conn, .status = LINK_CLOSE_LATER };
    char       retry[] = "Retry-After: 1\r\n";

    if (ask->kind == ASK_HTTP) {
        busy = (struct out){ .kind = OUT_REPLY, .conn = ask->conn, .status = 503, .headers = retry };
        busy.content_type = "application/json; charset=utf-8";
        buf_text(&busy.body, "{\"error\":{\"code\":\"busy\",\"message\":\"too many requests wait; try again soon\"}}");
    }
    wire_out(p, &busy);
    buf_release(&busy.body);
}

void peer_got_ask(struct peer *p, struct ask *ask, int route)
{
    struct links *l = p->links;
    uint64_t      own = ask->conn & ((UINT64_C(1) << LINK_CONN_BITS) - 1);

    if (l->place != LINK_HERE || route < 0) {
        if (ask->kind == ASK_HTTP)
            wire_bounce(p, own);
        ask_free(ask);
        return;
    }
    ask->route = hall_route(l->hall, route);
    bool opens = ask->kind == ASK_OPENED || ask->kind == ASK_RESUMED;
    if (opens)
        map_put(&p->streams, ask->conn, end_of(ask));
    else if (ask->kind == ASK_CLOSED)
        free(map_remove(&p->streams, ask->conn));
    bool must = opens || ask->kind == ASK_CLOSED;
    if (hall_submit(l->hall, ask, ask, must ? 0 : 1))
        return;
    say_busy(p, ask);
    ask_free(ask);
}

/* ---- life ------------------------------------------------------------------ */

static void on_closed(uv_handle_t *handle)
{
    struct peer *p = handle->data;

    buf_release(&p->in);
    buf_release(&p->out);
    buf_release(&p->text);
    map_release(&p->streams);
    free(p);
}

/* Tells the hall that the streams of this peer are gone. */
static void close_streams(struct peer *p)
{
    struct links          *l = p->links;
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&p->streams, &at))) {
        if (l->hall)
            hall_submit(l->hall, slot->value, slot->value, 0);
        else
            ask_free(slot->value);
    }
    map_release(&p->streams);
}

void peer_drop(struct peer *p)
{
    struct links *l = p->links;

    if (p->closing)
        return;
    p->closing = true;
    uv_close((uv_handle_t *)&p->tcp, on_closed);
    if (p->ours) {
        bool was_ready = p->stage == PEER_READY;

        l->up = NULL;
        helper_forget(l->helper);
        if (was_ready)
            link_lost(l);
        return;
    }
    for (struct peer **at = &l->down; *at; at = &(*at)->next)
        if (*at == p) {
            *at = p->next;
            break;
        }
    if (p->stage == PEER_READY)
        log_info("link", "the link of the node at %s is closed", p->node);
    close_streams(p);
    jobs_lost(p);
}

static struct peer *peer_new(struct links *l, bool ours)
{
    struct peer *p = mem_new(sizeof *p);

    p->links = l;
    p->ours = ours;
    p->heard_ms = p->pinged_ms = link_now(l);
    randombytes_buf(p->nonce, sizeof p->nonce);
    uv_tcp_init(&l->doors->loop, &p->tcp);
    p->tcp.data = p;
    return p;
}

static void greet(struct peer *p)
{
    p->stage = PEER_GREETING;
    uv_tcp_nodelay(&p->tcp, 1);
    uv_read_start((uv_stream_t *)&p->tcp, on_alloc, on_read);
    if (!p->ours)
        wire_challenge(p);
    peer_flush(p);
}

static void on_connected(uv_connect_t *req, int status)
{
    struct peer *p = req->data;

    if (p->closing)
        return;
    if (status != 0)
        peer_drop(p);
    else
        greet(p);
}

/* ---- to the leader --------------------------------------------------------- */

/* Resolving a name may take seconds, so it happens on a thread of libuv while the
 * doors go on serving. */
struct lookup {
    uv_getaddrinfo_t req;
    struct links    *links; /* NULL: abandoned */
    char             address[128];
};

static void connect_to(struct links *l, const char *address, const struct sockaddr *to)
{
    struct peer *p = peer_new(l, true);

    snprintf(p->node, sizeof p->node, "%.60s", address);
    p->connecting.data = p;
    l->up = p;
    if (uv_tcp_connect(&p->connecting, &p->tcp, to, on_connected) != 0)
        peer_drop(p);
}

static void complain(struct links *l, const char *address, const char *why)
{
    if (l->complained_ms && link_now(l) - l->complained_ms < LINK_COMPLAIN_MS)
        return;
    l->complained_ms = link_now(l);
    log_warn("link", "the leader's address %s cannot be found: %s", address, why);
}

static void on_found(uv_getaddrinfo_t *req, int status, struct addrinfo *found)
{
    struct lookup *lookup = req->data;
    struct links  *l = lookup->links;

    if (l) {
        l->lookup = NULL;
        if (status != 0)
            complain(l, lookup->address, uv_strerror(status));
        else if (!l->up && l->place != LINK_HERE)
            connect_to(l, lookup->address, found->ai_addr);
    }
    uv_freeaddrinfo(found);
    free(lookup);
}

void peer_forget_lookup(struct links *l)
{
    if (!l->lookup)
        return;
    l->lookup->links = NULL;
    uv_cancel((uv_req_t *)&l->lookup->req); /* fails if it has started; on_found ignores the result */
    l->lookup = NULL;
}

void peer_connect(struct links *l, const char *address)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    char            host[64], port[8];

    if (l->lookup && strcmp(l->lookup->address, address) == 0)
        return;
    peer_forget_lookup(l);
    if (!address_split(address, host, port)) {
        complain(l, address, "it is not HOST:PORT");
        return;
    }
    struct lookup *lookup = mem_new(sizeof *lookup);
    lookup->links = l;
    lookup->req.data = lookup;
    str_copy(str_of(address), lookup->address, sizeof lookup->address);
    if (uv_getaddrinfo(&l->doors->loop, &lookup->req, on_found, host, port, &hints) == 0)
        l->lookup = lookup;
    else
        free(lookup);
}

/* ---- from followers -------------------------------------------------------- */

/* Anyone who can reach the address may connect. Beyond LINK_STRANGERS connections
 * without a handshake the oldest is dropped: nodes complete theirs at once. */
static void make_room(struct links *l)
{
    struct peer *oldest = NULL;
    int          strangers = 0;

    for (struct peer *p = l->down; p; p = p->next)
        if (p->stage != PEER_READY) {
            strangers++;
            oldest = p; /* the list is newest first */
        }
    if (strangers >= LINK_STRANGERS)
        peer_drop(oldest);
}

static void on_connection(uv_stream_t *server, int status)
{
    struct links *l = server->data;

    if (status != 0)
        return;
    make_room(l);
    struct peer *p = peer_new(l, false);
    p->next = l->down;
    l->down = p;
    if (uv_accept(server, (uv_stream_t *)&p->tcp) == 0)
        greet(p);
    else
        peer_drop(p);
}

enum err peer_listen(struct links *l, const char *address, char problem[256])
{
    struct sockaddr_storage at;
    int                     len = sizeof at;

    uv_tcp_init(&l->doors->loop, &l->listener);
    l->listener.data = l;
    if (listen_on(&l->listener, address, LINK_BACKLOG, on_connection, problem) != ERR_OK)
        return ERR_IO;
    uv_tcp_getsockname(&l->listener, (struct sockaddr *)&at, &len);
    const char *colon = strrchr(address, ':');
    unsigned    port =
        ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
    snprintf(l->address, sizeof l->address, "%.*s:%u", (int)(colon - address), address, port);
    return ERR_OK;
}

static void look(struct peer *p)
{
    uint64_t now = link_now(p->links);

    if (now - p->heard_ms > LINK_SILENCE_MS) {
        if (p->stage == PEER_READY)
            log_warn("link", "the node at %s does not respond", p->node);
        peer_drop(p);
        return;
    }
    if (p->stage == PEER_READY && now - p->pinged_ms >= LINK_PING_MS) {
        p->pinged_ms = now;
        wire_ping(p);
        peer_flush(p);
    }
}

void peers_look(struct links *l)
{
    if (l->up)
        look(l->up);
    for (struct peer *p = l->down, *next; p; p = next) {
        next = p->next;
        look(p);
    }
}
