/* Fair sharing of connections and memory among client addresses (grouped as in
 * base/address.h).
 *
 * While there is room anybody may have any number of connections. When three
 * quarters are taken, an address that has its share gets no more; when all are
 * taken, the oldest of the address that has the most idle ones are closed. */
#ifndef NET_SHARE_H
#define NET_SHARE_H

#include "net/fifo.h"

#include <stdbool.h>
#include <stddef.h>

struct doors;
struct conn;

/* One address. Lives as long as it has a connection. */
struct share {
    uint64_t    key;
    uint32_t    connections;
    uint32_t    idle;      /* of them, when last counted */
    size_t      unread;    /* bytes not read by the peer yet */
    size_t      unhandled; /* bytes received and not answered yet */
    /* The doors' time that it has had beyond its part, and what all had when that was last counted. */
    uint64_t    served_ns, seen_ns;
    struct fifo held;   /* its connections that wait for the next turn */
    bool        queued; /* it has some, and waits with them */
};

/* The maximum number of connections: the descriptors that the system allows,
 * minus some reserved for the store. */
uint32_t share_capacity(void);

/* May this address have another connection? Makes room if so. */
bool share_admits(struct doors *d, const char *peer);

/* A connection with a known peer joins and leaves its address. */
void share_join(struct conn *c);
void share_leave(struct conn *c);

/* Bytes start or stop waiting for the peer. */
void share_wait(struct conn *c, size_t bytes);
void share_read(struct conn *c, size_t bytes);

/* Would `more` bytes exceed the limits on unread data of this connection, its
 * address or the server? */
bool share_exceeded(const struct conn *c, size_t more);

/* A connection now holds `bytes` bytes of requests. False if it holds more than
 * before and that exceeds the limits of its address or the server. */
bool share_holds(struct conn *c, size_t bytes);

#endif
