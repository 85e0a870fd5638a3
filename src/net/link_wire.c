/* Frames: encoding, decoding, and the handshake. */
#include "base/log.h"
#include "base/mem.h"
#include "base/varint.h"
#include "net/link_inside.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- writing --------------------------------------------------------------- */

size_t frame_begin(struct buf *out, enum frame kind)
{
    size_t at = out->len;

    buf_add(out, "\0\0\0\0", 4);
    buf_char(out, (char)kind);
    return at;
}

void frame_end(struct buf *out, size_t at)
{
    size_t len = out->len - at - 4;

    for (int i = 0; i < 4; i++)
        out->at[at + (size_t)i] = (char)(len >> 8 * i);
}

static size_t begin(struct peer *p, enum frame kind)
{
    return frame_begin(&p->out, kind);
}

static void end(struct peer *p, size_t at)
{
    frame_end(&p->out, at);
}

void link_mac(struct str key, const char *who, const struct link_nonces *nonces, struct str name, int64_t epoch,
              unsigned char mac[LINK_MAC])
{
    struct buf text = { 0 };
    unsigned   len = LINK_MAC;

    varint_write_str(&text, str_of(who));
    varint_write_str(&text, nonces->connected_to);
    varint_write_str(&text, nonces->connecting);
    varint_write_str(&text, name);
    varint_write_signed(&text, epoch);
    HMAC(EVP_sha256(), key.at, (int)key.len, (const unsigned char *)text.at, text.len, mac, &len);
    buf_release(&text);
}

void wire_mac(struct peer *p, const char *who, struct str theirs, struct str name, int64_t epoch, unsigned char mac[LINK_MAC])
{
    struct str               own = { (const char *)p->nonce, LINK_NONCE };
    const struct link_nonces nonces = { p->ours ? theirs : own, p->ours ? own : theirs };

    link_mac(node_key(p->links->node), who, &nonces, name, epoch, mac);
}

void wire_challenge(struct peer *p)
{
    size_t at = begin(p, FRAME_CHALLENGE);

    varint_write(&p->out, LINK_VERSION);
    varint_write_str(&p->out, (struct str){ (const char *)p->nonce, LINK_NONCE });
    end(p, at);
}

void route_name(const struct route *route, char name[LINK_ROUTE_NAME])
{
    snprintf(name, LINK_ROUTE_NAME, "%d %u %s", (int)route->kind, route->methods, route->path);
}

void wire_hello(struct peer *p, struct str nonce, struct str mac)
{
    size_t              at = begin(p, FRAME_HELLO);
    const struct route *route;
    char                name[LINK_ROUTE_NAME];

    (void)nonce;
    varint_write(&p->out, LINK_VERSION);
    varint_write_str(&p->out, str_of(MEEPLE_VERSION));
    varint_write_str(&p->out, str_of(p->links->address));
    varint_write_signed(&p->out, p->links->epoch);
    varint_write_str(&p->out, (struct str){ (const char *)p->nonce, LINK_NONCE });
    varint_write_str(&p->out, mac);
    for (int i = 0; i < LINK_ROUTES && (route = hall_route(p->links->plan, i)); i++) {
        route_name(route, name);
        varint_write_str(&p->out, str_of(name));
    }
    varint_write_str(&p->out, str_of(LINK_TAKES_NOTES));
    end(p, at);
}

void wire_welcome(struct peer *p, struct str mac)
{
    size_t at = begin(p, FRAME_WELCOME);

    varint_write(&p->out, p->number);
    varint_write_str(&p->out, mac);
    varint_write_str(&p->out, (struct str){ (const char *)p->links->build, LINK_BUILD });
    varint_write_str(&p->out, str_of(LINK_TAKES_NOTES));
    end(p, at);
}

void wire_ping(struct peer *p)
{
    end(p, begin(p, FRAME_PING));
}

void wire_bye(struct peer *p)
{
    end(p, begin(p, FRAME_BYE));
}

void wire_offer(struct peer *p, int workers)
{
    size_t at = begin(p, FRAME_OFFER);

    varint_write(&p->out, (uint64_t)workers);
    end(p, at);
}

void wire_job(struct peer *p, const struct job_lent *job)
{
    size_t at = begin(p, FRAME_JOB);

    varint_write(&p->out, job->number);
    varint_write_str(&p->out, str_of(job->name));
    varint_write_str(&p->out, buf_view(&job->bytes));
    end(p, at);
}

void wire_result(struct peer *p, uint64_t number, struct str result)
{
    size_t at = begin(p, FRAME_RESULT);

    varint_write(&p->out, number);
    varint_write_str(&p->out, result);
    end(p, at);
}

void wire_bounce(struct peer *p, uint64_t conn)
{
    size_t at = begin(p, FRAME_BOUNCE);

    varint_write(&p->out, conn);
    end(p, at);
}

void frame_ask(struct buf *out, const struct ask *ask, int route)
{
    size_t           at = frame_begin(out, FRAME_ASK);
    const struct str slices[] = {
        ask->path, ask->query, ask->body, ask->token, ask->idempotency_key, ask->content_type, ask->cookie
    };

    varint_write(out, ask->conn);
    varint_write(out, (uint64_t)ask->kind);
    varint_write(out, (uint64_t)ask->method);
    varint_write(out, (uint64_t)route);
    varint_write(out, (uint64_t)ask->cut_off | (uint64_t)ask->repeated << 1);
    varint_write_str(out, str_of(ask->peer));
    for (size_t i = 0; i < ARRAY_LEN(slices); i++)
        varint_write_str(out, slices[i]);
    frame_end(out, at);
}

void wire_ask(struct peer *p, const struct ask *ask, int route)
{
    frame_ask(&p->out, ask, route);
}

static void write_text(struct peer *p, const struct out *out, uint64_t conn)
{
    bool   again = out->shared && p->shared_last == out->shared;
    size_t at = begin(p, again ? FRAME_AGAIN : FRAME_TEXT);

    varint_write(&p->out, conn);
    if (!again)
        varint_write_str(&p->out, out_body(out));
    p->shared_last = out->shared;
    end(p, at);
}

static uint64_t own_conn(const struct out *out)
{
    return out->conn & ((UINT64_C(1) << LINK_CONN_BITS) - 1);
}

void wire_note(struct peer *p, const struct out *out)
{
    size_t at = begin(p, FRAME_NOTE);

    varint_write(&p->out, own_conn(out));
    varint_write(&p->out, out->heard);
    varint_write_str(&p->out, out_body(out));
    end(p, at);
}

void wire_out(struct peer *p, const struct out *out)
{
    uint64_t conn = own_conn(out);

    if (out->kind == OUT_TEXT) {
        write_text(p, out, conn);
        return;
    }
    size_t at = begin(p, FRAME_OUT);
    varint_write(&p->out, conn);
    varint_write(&p->out, (uint64_t)out->kind);
    varint_write(&p->out, (uint64_t)out->status);
    varint_write_str(&p->out, str_of(out->content_type));
    varint_write_str(&p->out, str_of(out->headers));
    varint_write_str(&p->out, out_body(out));
    end(p, at);
}

/* ---- greeting -------------------------------------------------------------- */

static bool same_mac(struct str given, const unsigned char mac[LINK_MAC])
{
    return given.len == LINK_MAC && CRYPTO_memcmp(given.at, mac, LINK_MAC) == 0;
}

static bool got_challenge(struct peer *p, struct str body)
{
    struct links *l = p->links;
    uint64_t      version;
    struct str    nonce;
    unsigned char mac[LINK_MAC];

    if (!p->ours || p->stage != PEER_GREETING || !varint_read(&body, &version) || version != LINK_VERSION ||
        !varint_read_str(&body, &nonce) || nonce.len != LINK_NONCE || p->text.len)
        return false;
    buf_str(&p->text, nonce); /* kept until WELCOME */
    wire_mac(p, "hello", nonce, str_of(l->address), l->epoch, mac);
    wire_hello(p, nonce, (struct str){ (const char *)mac, LINK_MAC });
    return true;
}

static int route_number(const struct links *l, struct str name)
{
    const struct route *route;
    char                ours[LINK_ROUTE_NAME];

    for (int i = 0; (route = hall_route(l->plan, i)); i++) {
        route_name(route, ours);
        if (str_is(name, ours))
            return i;
    }
    return -1;
}

static uint64_t next_number(struct links *l)
{
    bool taken = true;

    while (taken) {
        l->numbers = l->numbers % 65535 + 1;
        taken = false;
        for (const struct peer *p = l->down; p; p = p->next)
            taken |= p->number == l->numbers;
    }
    return l->numbers;
}

static bool got_hello(struct peer *p, struct str body)
{
    struct links *l = p->links;
    uint64_t      version;
    int64_t       epoch;
    struct str    build, node, nonce, given, name;
    unsigned char mac[LINK_MAC];

    if (p->ours || p->stage != PEER_GREETING || !varint_read(&body, &version) || version != LINK_VERSION ||
        !varint_read_str(&body, &build) || !varint_read_str(&body, &node) || !varint_read_signed(&body, &epoch) ||
        !varint_read_str(&body, &nonce) || nonce.len != LINK_NONCE || !varint_read_str(&body, &given))
        return false;
    wire_mac(p, "hello", nonce, node, epoch, mac);
    if (!same_mac(given, mac)) {
        log_warn("link", "a connection without the key asked to be linked as a node");
        return false;
    }
    if (l->place != LINK_HERE || epoch != l->epoch)
        return false; /* it will learn who leads from PostgreSQL */
    while (varint_read_str(&body, &name)) {
        if (str_is(name, LINK_TAKES_NOTES))
            p->takes_notes = true;
        else if (p->n_routes < LINK_ROUTES)
            p->routes[p->n_routes++] = route_number(l, name);
    }
    str_copy(node, p->node, sizeof p->node);
    p->number = next_number(l);
    p->stage = PEER_READY;
    wire_mac(p, "welcome", nonce, STR_NONE, epoch, mac);
    wire_welcome(p, (struct str){ (const char *)mac, LINK_MAC });
    log_info("link", "node at %s is linked", p->node);
    return true;
}

static bool got_welcome(struct peer *p, struct str body)
{
    unsigned char mac[LINK_MAC];
    struct str    given, build = STR_NONE, notes = STR_NONE;

    if (!p->ours || p->stage != PEER_GREETING || !varint_read(&body, &p->number) || !varint_read_str(&body, &given))
        return false;
    wire_mac(p, "welcome", buf_view(&p->text), STR_NONE, p->links->epoch, mac);
    if (!same_mac(given, mac))
        return false;
    buf_clear(&p->text);
    p->stage = PEER_READY;
    varint_read_str(&body, &build); /* releases without remote jobs send none */
    p->takes_notes = varint_read_str(&body, &notes) && str_is(notes, LINK_TAKES_NOTES);
    link_opened(p->links);
    jobs_offer(p, build);
    return true;
}

/* ---- asks and outs --------------------------------------------------------- */

static bool got_ask(struct peer *p, struct str body)
{
    uint64_t   conn, kind, method, route, marks;
    struct str peer, slice[7];

    if (!varint_read(&body, &conn) || !varint_read(&body, &kind) || !varint_read(&body, &method) || !varint_read(&body, &route) ||
        !varint_read(&body, &marks) || !varint_read_str(&body, &peer))
        return false;
    if (!conn || conn >> LINK_CONN_BITS || kind >= ASK_INTERNAL || route >= (uint64_t)p->n_routes)
        return false;
    size_t bytes = 0;
    for (size_t i = 0; i < ARRAY_LEN(slice); i++) {
        if (!varint_read_str(&body, &slice[i]))
            return false;
        bytes += slice[i].len;
    }
    struct ask *ask = ask_new((enum ask_kind)kind, p->number << LINK_CONN_BITS | conn, NULL, bytes);
    struct str *to[] = {
        &ask->path, &ask->query, &ask->body, &ask->token, &ask->idempotency_key, &ask->content_type, &ask->cookie
    };
    char *at = ask_memory(ask);

    for (size_t i = 0; i < ARRAY_LEN(slice); i++) {
        *to[i] = (struct str){ at, slice[i].len };
        if (slice[i].len)
            memcpy(at, slice[i].at, slice[i].len);
        at += slice[i].len;
    }
    ask->method = (enum method)method;
    ask->cut_off = marks & 1;
    ask->repeated = marks & 2;
    str_copy(peer, ask->peer, sizeof ask->peer);
    peer_got_ask(p, ask, p->routes[route]);
    return true;
}

/* Outs point to content types that are never freed. There are only a few. */
static const char *content_type(struct str type)
{
    static char *known[64];

    for (size_t i = 0; type.len && i < ARRAY_LEN(known); i++) {
        if (!known[i])
            known[i] = mem_text(type);
        if (str_is(type, known[i]))
            return known[i];
    }
    return type.len ? "application/octet-stream" : NULL;
}

static bool take_out(struct peer *p, struct str body, struct out fields)
{
    struct out *out = mem_new(sizeof *out);

    *out = fields;
    buf_str(&out->body, body);
    link_got_out(p->links, out);
    return true;
}

static bool got_out(struct peer *p, struct str body)
{
    uint64_t   conn, kind, status;
    struct str type, headers, text;

    if (!varint_read(&body, &conn) || !varint_read(&body, &kind) || !varint_read(&body, &status) ||
        !varint_read_str(&body, &type) || !varint_read_str(&body, &headers) || !varint_read_str(&body, &text) || kind > OUT_CLOSE ||
        status > 65535)
        return false;
    return take_out(p, text,
                    (struct out){ .kind = (enum out_kind)kind,
                                  .conn = conn,
                                  .status = (int)status,
                                  .content_type = content_type(type),
                                  .headers = headers.len ? mem_text(headers) : NULL });
}

/* The latest TEXT again, for another connection. */
static bool got_again(struct peer *p, struct str body)
{
    uint64_t conn;

    if (!varint_read(&body, &conn))
        return false;
    return take_out(p, buf_view(&p->text), (struct out){ .kind = OUT_TEXT, .conn = conn });
}

static bool got_text(struct peer *p, struct str body)
{
    struct str rest = body, text;
    uint64_t   conn;

    if (!varint_read(&rest, &conn) || !varint_read_str(&rest, &text))
        return false;
    buf_clear(&p->text);
    buf_str(&p->text, text);
    return got_again(p, body);
}

static bool got_note(struct peer *p, struct str body)
{
    uint64_t   conn, heard;
    struct str note;

    if (!varint_read(&body, &conn) || !varint_read(&body, &heard) || !varint_read_str(&body, &note))
        return false;
    return take_out(p, note, (struct out){ .kind = OUT_NOTE, .conn = conn, .heard = heard });
}

static bool got_bounce(struct peer *p, struct str body)
{
    uint64_t conn;

    if (!varint_read(&body, &conn))
        return false;
    link_bounced(p->links, conn);
    return true;
}

static bool got_ping(struct peer *p, struct str body)
{
    (void)p, (void)body;
    return true;
}

static bool got_bye(struct peer *p, struct str body)
{
    (void)body;
    link_bye(p->links);
    return false; /* the link ends */
}

/* The handlers of frames, and who may send them. */
static const struct {
    bool (*got)(struct peer *p, struct str body);
    enum { FROM_STRANGER, FROM_ANY_NODE, FROM_LEADER, FROM_FOLLOWER } from;
} frames[] = {
    [FRAME_CHALLENGE] = { got_challenge, FROM_STRANGER },
    [FRAME_HELLO] = { got_hello, FROM_STRANGER },
    [FRAME_WELCOME] = { got_welcome, FROM_STRANGER },
    [FRAME_ASK] = { got_ask, FROM_FOLLOWER },
    [FRAME_OUT] = { got_out, FROM_LEADER },
    [FRAME_TEXT] = { got_text, FROM_LEADER },
    [FRAME_AGAIN] = { got_again, FROM_LEADER },
    [FRAME_BOUNCE] = { got_bounce, FROM_LEADER },
    [FRAME_PING] = { got_ping, FROM_ANY_NODE },
    [FRAME_OFFER] = { jobs_got_offer, FROM_FOLLOWER },
    [FRAME_JOB] = { jobs_got_job, FROM_LEADER },
    [FRAME_RESULT] = { jobs_got_result, FROM_FOLLOWER },
    [FRAME_NOTE] = { got_note, FROM_LEADER },
    [FRAME_BYE] = { got_bye, FROM_LEADER },
};

bool wire_frame(struct peer *p, enum frame kind, struct str body)
{
    if ((size_t)kind >= ARRAY_LEN(frames) || !frames[kind].got)
        return false;
    if (frames[kind].from != FROM_STRANGER && p->stage != PEER_READY)
        return false;
    if (frames[kind].from == (p->ours ? FROM_FOLLOWER : FROM_LEADER))
        return false;
    return frames[kind].got(p, body);
}
