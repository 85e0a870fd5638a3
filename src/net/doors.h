/* The doors: one thread with one libuv loop that owns every socket and every
 * byte. They turn HTTP requests, WebSocket messages and TCP lines into asks
 * for the hall, hand over all asks of one turn of the loop in one go, and write
 * the outs that come back. They know no game; what they serve they learn from
 * the route tables. /healthz, /metrics and the browser client's files are
 * answered here, without the hall.
 *
 * In the order of a server's life (main thread, unless said otherwise):
 *
 *     doors_open(&doors, problem);
 *     hall_open(settings, doors_wake, doors, &hall, problem);
 *     doors_listen(doors, settings, behind_hall(hall), problem);
 *     hall_start(hall);
 *     doors_addresses(doors, &line);       "http=127.0.0.1:8080 santorini=..."
 *     doors_run(doors);                    until doors_stop()
 *     hall_stop(hall);                     the hall says goodbye
 *     doors_finish(doors);                 sends what it said, closes all
 *     hall_close(hall);
 *     doors_close(doors);                                                    */
#ifndef NET_DOORS_H
#define NET_DOORS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/settings.h"
#include "hall/wire.h"

struct doors;

/* What a node of several tells about itself at /healthz. */
struct face {
    bool    leads;
    bool    serves; /* it leads, or is linked to the leader */
    int64_t epoch, lag;
};

/* What is behind the doors: the hall, or a stand-in in tests. The functions are
 * those of hall/hall.h. */
struct behind {
    void *hall;
    const struct route *(*route)(void *hall, int i);
    bool (*submit)(void *hall, struct ask *first, struct ask *last, int n);
    struct out *(*take_outs)(void *hall);
    bool (*healthy)(void *hall, char problem[256]);
    int64_t (*waiting)(void *hall);               /* queued asks; may be NULL */
    void (*metrics)(void *hall, struct buf *out); /* its part of /metrics; may be NULL */
    void (*face)(void *hall, struct face *out);   /* NULL: it is no node of several */
};
struct behind behind_hall(struct hall *hall);

/* Creates the loop; opens no socket. Raises the limit of open files as far as
 * the system allows and ignores SIGPIPE. */
enum err doors_open(struct doors **out, char problem[256]);

/* Outs are ready: pass it to hall_open. Any thread. */
void doors_wake(void *doors);

/* Learns the routes and binds the address of the setting `listen` and of every
 * ROUTE_LINES route (an empty value closes that
 * door). An address is HOST:PORT or [IPV6]:PORT; port 0 picks a free one.
 * `problem` says which address failed and why. */
enum err doors_listen(struct doors *doors, const struct settings *settings, struct behind behind, char problem[256]);

/* Appends "http=HOST:PORT" and " SETTING=HOST:PORT" for each TCP door, with the
 * actual ports. */
void doors_addresses(const struct doors *doors, struct buf *out);

/* Serves until doors_stop, which may be called from any thread and from a
 * signal handler. Afterwards nothing more is accepted or read. */
void doors_run(struct doors *doors);
void doors_stop(struct doors *doors);

/* After hall_stop: writes the last outs, waits a few seconds at most for slow
 * readers, then closes every connection. */
void doors_finish(struct doors *doors);
void doors_close(struct doors *doors);

#endif
