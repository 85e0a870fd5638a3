/* The operator's client: one request to the leader, with blocking I/O. */
#include "base/clock.h"
#include "base/varint.h"
#include "net/link_inside.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <unistd.h>

enum { OPERATOR_CONN = 1, GREETING_MS = 5000 };

struct operator
{
    int        fd;
    bool       sent; /* the request is on its way */
    struct buf in, out;
    char      *problem;
};

static enum err give_up(struct operator* o, const char *why)
{
    snprintf(o->problem, 256, "%s%s", why,
             o->sent ? ": it is unknown whether the command was carried out; check before you repeat it" : "");
    return o->sent ? ERR_IO : ERR_REFUSED;
}

/* ---- bytes ------------------------------------------------------------------- */

static int connect_to(const char *address)
{
    char             host[128];
    const char      *colon = strrchr(address, ':');
    struct addrinfo *found, hints = { .ai_socktype = SOCK_STREAM };
    struct str       name = { address, colon ? (size_t)(colon - address) : 0 };
    int              fd = -1;

    if (name.len > 2 && name.at[0] == '[') /* IPv6 */
        name = (struct str){ name.at + 1, name.len - 2 };
    if (!colon || !str_copy(name, host, sizeof host) || getaddrinfo(host, colon + 1, &hints, &found) != 0)
        return -1;
    for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
        fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

static bool flush(struct operator* o)
{
    size_t at = 0;

    while (at < o->out.len) {
        ssize_t n = send(o->fd, o->out.at + at, o->out.len - at, MSG_NOSIGNAL);

        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? (size_t)n : 0;
    }
    buf_clear(&o->out);
    return true;
}

/* Waits at most `ms` for the next frame, and pings meanwhile. `body` is valid until
 * drop_frame. */
static bool next_frame(struct operator* o, int64_t ms, enum frame *kind, struct str *body, size_t *whole)
{
    int64_t until = monotonic_us() + ms * 1000;
    char    bytes[16384];

    while (monotonic_us() < until) {
        const unsigned char *at = (const unsigned char *)o->in.at;
        size_t               len = o->in.len < 4 ? 0 : at[0] | at[1] << 8 | at[2] << 16 | (size_t)at[3] << 24;

        if (len > LINK_FRAME_MOST)
            return false;
        if (len && o->in.len >= 4 + len) {
            *kind = (enum frame)at[4];
            *body = (struct str){ o->in.at + 5, len - 1 };
            *whole = 4 + len;
            return true;
        }
        if (poll(&(struct pollfd){ .fd = o->fd, .events = POLLIN }, 1, LINK_PING_MS) == 0) {
            if (o->sent)
                frame_end(&o->out, frame_begin(&o->out, FRAME_PING));
            if (!flush(o))
                return false;
            continue;
        }
        ssize_t n = recv(o->fd, bytes, sizeof bytes, 0);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        buf_add(&o->in, bytes, n > 0 ? (size_t)n : 0);
    }
    return false;
}

static void drop_frame(struct operator* o, size_t whole)
{
    memmove(o->in.at, o->in.at + whole, o->in.len - whole);
    o->in.len -= whole;
}

/* ---- the talk ---------------------------------------------------------------- */

static void say_hello(struct operator* o, const struct operator_link *to, const struct link_nonces *nonces)
{
    static const char node[] = "operator";
    unsigned char     mac[LINK_MAC];
    char              name[LINK_ROUTE_NAME];
    size_t            at = frame_begin(&o->out, FRAME_HELLO);

    link_mac(to->key, "hello", nonces, str_of(node), to->epoch, mac);
    route_name(to->route, name);
    varint_write(&o->out, LINK_VERSION);
    varint_write_str(&o->out, str_of(MEEPLE_VERSION));
    varint_write_str(&o->out, str_of(node));
    varint_write_signed(&o->out, to->epoch);
    varint_write_str(&o->out, nonces->connecting);
    varint_write_str(&o->out, (struct str){ (const char *)mac, LINK_MAC });
    varint_write_str(&o->out, str_of(name));
    frame_end(&o->out, at);
}

static bool is_welcome(const struct operator_link *to, const struct link_nonces *nonces, struct str body)
{
    unsigned char mac[LINK_MAC];
    uint64_t      number;
    struct str    given;

    link_mac(to->key, "welcome", nonces, STR_NONE, to->epoch, mac);
    return varint_read(&body, &number) && varint_read_str(&body, &given) && given.len == LINK_MAC &&
           sodium_memcmp(given.at, mac, LINK_MAC) == 0;
}

static bool greet(struct operator* o, const struct operator_link *to)
{
    enum frame    kind;
    struct str    body, theirs;
    uint64_t      version;
    size_t        whole;
    unsigned char own[LINK_NONCE], other[LINK_NONCE];

    if (!next_frame(o, GREETING_MS, &kind, &body, &whole) || kind != FRAME_CHALLENGE || !varint_read(&body, &version) ||
        version != LINK_VERSION || !varint_read_str(&body, &theirs) || theirs.len != LINK_NONCE)
        return false;
    memcpy(other, theirs.at, LINK_NONCE);
    randombytes_buf(own, sizeof own);
    drop_frame(o, whole);
    const struct link_nonces nonces = { { (const char *)other, LINK_NONCE }, { (const char *)own, LINK_NONCE } };
    say_hello(o, to, &nonces);
    if (!flush(o) || !next_frame(o, GREETING_MS, &kind, &body, &whole) || kind != FRAME_WELCOME || !is_welcome(to, &nonces, body))
        return false;
    drop_frame(o, whole);
    return true;
}

static enum err read_out(struct operator* o, struct str body, struct buf *answer)
{
    uint64_t   conn, kind, status;
    struct str type, headers, text;

    if (!varint_read(&body, &conn) || !varint_read(&body, &kind) || !varint_read(&body, &status) ||
        !varint_read_str(&body, &type) || !varint_read_str(&body, &headers) || !varint_read_str(&body, &text))
        return give_up(o, "the leader's answer is malformed");
    if (status == 200) {
        buf_str(answer, text);
        return ERR_OK;
    }
    o->sent = memmem(text.at, text.len, "\"unknown\"", sizeof "\"unknown\"" - 1);
    return give_up(o, status == 503 ? "the leader cannot write at the moment" : "the leader does not know this command");
}

static enum err ask(struct operator* o, struct str request, struct buf *answer)
{
    const struct ask about = { .conn = OPERATOR_CONN, .kind = ASK_HTTP, .method = METHOD_POST, .body = request };
    enum frame       kind;
    struct str       body;
    size_t           whole;

    frame_ask(&o->out, &about, 0);
    o->sent = true;
    if (!flush(o))
        return give_up(o, "the link to the leader broke");
    while (next_frame(o, LINK_OPERATE_MS, &kind, &body, &whole)) {
        if (kind == FRAME_OUT)
            return read_out(o, body, answer);
        if (kind == FRAME_BOUNCE) {
            o->sent = false;
            return give_up(o, "that node is no longer the leader");
        }
        drop_frame(o, whole);
    }
    return give_up(o, "the leader did not answer");
}

enum err link_operate(const struct operator_link *to, struct str request, struct buf *answer, char problem[256])
{
    struct   operator o = { .fd = connect_to(to->address), .problem = problem };
    enum err err;

    if (o.fd < 0)
        err = give_up(&o, "the leader cannot be reached at its link");
    else if (!greet(&o, to))
        err = give_up(&o, "the leader does not accept the link");
    else
        err = ask(&o, request, answer);
    if (o.fd >= 0)
        close(o.fd);
    buf_release(&o.in);
    buf_release(&o.out);
    return err;
}
