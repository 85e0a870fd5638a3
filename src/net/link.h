/* Links: how the doors of several nodes reach the one hall.
 *
 * A node that follows owns connections and forwards their asks to the leader
 * over one TCP link; the outs come back over it. What stands behind the doors of
 * such a node (struct behind) is this: the hall here, the hall there, or nobody
 * for the moment, while asks wait. All of it runs in the doors' thread; a node's
 * own thread (hall/node.h) tells what changes through node_ears.
 *
 * When the leader goes away, what was never sent to it waits for the next one.
 * What was sent and not answered is asked again if that does no harm (reads, and
 * what the route says), and answered 503 `unknown` if it could. Streams are
 * closed with 1012: their clients come again. Those of which the leader has left
 * a note (hall/wire.h: conn_note) stay open and go on with the next leader.
 *
 * Frames: u32 length (lowest byte first), u8 kind, fields as varints and bytes
 * with their length.
 *
 *     CHALLENGE  version, nonce                         the one that was connected to begins
 *     HELLO      version, build, node, epoch, nonce, HMAC, names of routes
 *     WELCOME    number of the link, HMAC               the link is open
 *     ASK        conn, kind, method, route, cut off, peer, slices of struct ask
 *     OUT        conn, kind, status, content type, headers, body
 *     TEXT       conn, text; AGAIN conn: the same text for another
 *     NOTE       conn, asks heard, note
 *     BOUNCE     conn: its ask was not handled, and may be asked elsewhere
 *     BYE        the leader has stopped; what it has not answered it has not handled
 *     PING       every second; a link that is silent for three ends
 *
 * Both sides prove that they have the key that PostgreSQL keeps, over each
 * other's nonces. What follows is neither encrypted nor signed: links belong into
 * a private network or a tunnel. */
#ifndef NET_LINK_H
#define NET_LINK_H

#include "hall/node.h"
#include "net/doors.h"

struct links;

/* Binds `address`, in the loop of the doors. */
enum err    links_open(struct doors *doors, const struct settings *settings, const char *address, struct links **out,
                       char problem[256]);
const char *links_address(const struct links *l); /* with the port really bound */

struct node_ears links_ears(struct links *l);
void             links_use(struct links *l, struct node *node);
struct behind    behind_link(struct links *l);

/* An operator's request (people/operate.h) to the leader at `address`; waits for
 * the answer. ERR_REFUSED: nothing was done, since it does not lead that epoch or
 * cannot write. ERR_IO: the outcome is unknown. Both with a message. */
struct operator_link {
    const char         *address;
    struct str          key;
    int64_t             epoch;
    const struct route *route;
};
enum err link_operate(const struct operator_link *to, struct str request, struct buf *answer, char problem[256]);

/* After doors_run: whatever the node says from now on is heard in this thread. */
void links_end(struct links *l);
void links_close(struct links *l); /* before doors_close */

#endif
