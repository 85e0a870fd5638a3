/* Feeds bytes to a connection of real doors without a network: whole, and
 * again in odd pieces. Both must come to the same. */
#ifndef KIT_DOOR_FUZZ_H
#define KIT_DOOR_FUZZ_H

#include "base/rng.h"
#include "kit/echo_hall.h"
#include "net/inside.h"

#include <sys/socket.h>
#include <unistd.h>

/* What one feeding came to. */
struct fed {
    struct buf sent; /* what the client received */
    struct buf asks; /* what the hall heard */
};

static inline void fed_release(struct fed *fed)
{
    buf_release(&fed->sent);
    buf_release(&fed->asks);
}

/* Turns the loop until nothing more comes out, and nothing that was read waits for
 * its turn. */
static inline void fuzz_turn(struct echo_hall *hall, int fd, struct buf *sent)
{
    size_t before;

    do {
        ssize_t n;

        before = sent->len;
        uv_run(&hall->doors->loop, UV_RUN_NOWAIT);
        while ((n = read(fd, buf_room(sent, 65536), 65536)) > 0)
            sent->len += (size_t)n;
    } while (sent->len > before || hall->doors->n_held);
}

/* The connection gets `head` whole and `bytes` in pieces of 1 to `piece` bytes,
 * or whole with 0; then the end. */
static inline struct fed fuzz_feed(struct echo_hall *hall, struct str head, struct str bytes, struct rng rng, size_t piece)
{
    struct doors *d = hall->doors;
    struct conn  *c = doors_new_conn(d);
    uint64_t      id = c->id;
    struct fed    fed = { 0 };
    int           fds[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) != 0)
        BUG("no socket pair");
    hall->record = &fed.asks;
    uv_tcp_init(&d->loop, &c->tcp);
    if (uv_tcp_open(&c->tcp, fds[0]) != 0)
        BUG("no connection");
    conn_begin(c, NULL);
    if (head.len)
        conn_input(c, head);
    while (bytes.len) {
        size_t len = piece ? 1 + rng_below(&rng, piece) : bytes.len;

        if (len > bytes.len)
            len = bytes.len;
        fuzz_turn(hall, fds[1], &fed.sent);
        c = doors_find(d, id);
        if (!c)
            break;
        conn_input(c, (struct str){ bytes.at, len });
        bytes.at += len;
        bytes.len -= len;
    }
    fuzz_turn(hall, fds[1], &fed.sent);
    c = doors_find(d, id);
    if (c)
        conn_eof(c);
    fuzz_turn(hall, fds[1], &fed.sent);
    close(fds[1]);
    while (d->free_count < LIMIT_CONNECTIONS)
        uv_run(&d->loop, UV_RUN_NOWAIT);
    uv_run(&d->loop, UV_RUN_NOWAIT);
    hall->record = NULL;
    if (hall->opened != hall->closed)
        BUG("a stream opened and never closed, or twice");
    return fed;
}

#endif
