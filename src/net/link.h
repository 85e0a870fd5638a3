/* Links: how the doors of several nodes reach the one hall.
 *
 * A follower owns its client connections and forwards their asks to the leader
 * over a single TCP link; the outs come back the same way. Links implement
 * `struct behind` for a node's doors: behind them is the local hall, the leader's
 * hall, or, between two leaders, nobody, and then asks are queued. Everything
 * here runs in the doors' thread. The node's own thread (hall/node.h) reports
 * changes of the lead through node_ears.
 *
 * When the leader is lost, asks that were never sent wait for the next one. An
 * ask that was sent but not answered is sent again if it is safe to repeat (reads,
 * and whatever its route says is), and is answered 503 `unknown` otherwise.
 * Streams are closed with 1012, and their clients reconnect; those for which the
 * leader has left a note (hall/wire.h: conn_note) stay open and continue with
 * the next leader.
 *
 * A frame is its length (u32, little-endian), its kind (u8) and its fields:
 * varints, and byte strings prefixed with their length.
 *
 *     CHALLENGE  version, nonce                         sent by the side that accepted the connection
 *     HELLO      version, build, node, epoch, nonce, HMAC, names of routes
 *     WELCOME    number of the link, HMAC               the link is open
 *     ASK        conn, kind, method, route, flags, peer, slices of struct ask
 *     OUT        conn, kind, status, content type, headers, body
 *     TEXT       conn, text; AGAIN conn: the same text for another connection
 *     NOTE       conn, number of asks covered, note
 *     BOUNCE     conn: its ask was not handled and may be sent to another leader
 *     BYE        the leader has stopped: it handled nothing that it has not answered
 *     OFFER      number of jobs that the follower runs at once
 *     JOB        number, name, bytes; RESULT number, bytes
 *     PING       every second; a link that is silent for three is closed
 *
 * Each side proves that it knows the key stored in PostgreSQL with an HMAC over
 * both nonces. Nothing after that is encrypted or authenticated, so links need a
 * private network or a tunnel. */
#ifndef NET_LINK_H
#define NET_LINK_H

#include "hall/node.h"
#include "net/doors.h"

struct links;

/* Binds `address`, in the loop of the doors. */
enum err    links_open(struct doors *doors, const struct settings *settings, const char *address, struct links **out,
                       char problem[256]);
const char *links_address(const struct links *l); /* with the port that was bound */

struct node_ears links_ears(struct links *l);
void             links_use(struct links *l, struct node *node);
struct behind    behind_link(struct links *l);

/* Sends an operator's request (people/operate.h) to the leader at `address` and
 * waits for the answer. ERR_REFUSED: nothing was done, because that node no longer
 * leads this epoch or cannot write. ERR_IO: the outcome is unknown. Both set a
 * message. */
struct operator_link {
    const char         *address;
    struct str          key;
    int64_t             epoch;
    const struct route *route;
};
enum err link_operate(const struct operator_link *to, struct str request, struct buf *answer, char problem[256]);

/* After doors_run: from now on the node's reports are handled in the thread that
 * makes them. */
void links_end(struct links *l);
void links_close(struct links *l); /* before doors_close */

#endif
