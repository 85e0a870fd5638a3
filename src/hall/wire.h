/* What passes between the doors thread and the hall thread: asks in, outs
 * back. Doors know bytes and connections; the hall knows tables. Neither calls
 * the other: two queues join them (hall/hall.h: hall_submit, hall_take_outs).
 *
 * A connection is named by a `conn` number that is never reused. */
#ifndef HALL_WIRE_H
#define HALL_WIRE_H

#include "base/buf.h"
#include "base/str.h"

struct hall;
struct ask;

enum method {
    METHOD_GET = 1,
    METHOD_HEAD = 2,
    METHOD_POST = 4,
    METHOD_PUT = 8,
    METHOD_DELETE = 16,
    METHOD_PATCH = 32,
    METHOD_OPTIONS = 64
};

enum route_kind {
    ROUTE_HTTP,  /* request and reply */
    ROUTE_WS,    /* WebSocket: ASK_OPENED, ASK_TEXT..., ASK_CLOSED */
    ROUTE_LINES, /* TCP lines on a port of their own, same asks; `path` is the setting with the address */
};

enum route_flags {
    ROUTE_ANY_ORIGIN = 1,    /* WebSocket: Origin is not checked; HTTP: Access-Control-Allow-Origin: * */
    ROUTE_NO_CORS = 2,       /* HTTP: OPTIONS is 405 like any other method, no CORS headers */
    ROUTE_BINARY_CLOSES = 4, /* WebSocket: a binary message closes with 1003 instead of reaching the handler as ASK_BINARY */
};

/* One row of a route table. Tables end with a NULL path. HEAD is served
 * wherever GET is, OPTIONS everywhere unless ROUTE_NO_CORS. */
struct route {
    const char     *path; /* exact; with a final "*": this and everything below */
    enum route_kind kind;
    unsigned        methods; /* ROUTE_HTTP: others get 405 and Allow */
    unsigned        flags;
    size_t          limit;  /* of a body or message, in bytes; 0: the usual one */
    const char     *metric; /* name in /metrics */

    /* Runs in the hall thread. Answers now (reply_*, push_*) or keeps the ask
     * (ask_keep) and answers later. */
    void (*handle)(struct hall *hall, void *self, struct ask *ask);

    /* What to say instead when it could not be kept (commit failed, queue
     * full, shutting down). Called with all earlier outs of this ask
     * discarded. NULL: the plain 503, or closing. */
    void (*failed)(struct hall *hall, void *self, struct ask *ask, const char *problem);
};

enum ask_kind {
    ASK_HTTP,
    ASK_OPENED,   /* a WebSocket or TCP connection is there */
    ASK_TEXT,     /* a message or line from it; never longer than the limit */
    ASK_BINARY,   /* a binary WebSocket message */
    ASK_TOO_LONG, /* TCP only: a line over the limit came; nothing more will be read */
    ASK_CLOSED,   /* it is gone, at least its sending half; nothing can be sent any more. Comes exactly once per ASK_OPENED */
    ASK_INTERNAL, /* a timer or a finished job; no connection */
};

/* A request, owned by the hall from hall_submit on. All slices point into the
 * ask's own memory and live as long as it. */
struct ask {
    struct ask         *next;
    enum ask_kind       kind;
    uint64_t            conn;
    const struct route *route;
    void               *self; /* of the route's owner (the dialect), filled in by hall_submit */
    enum method         method;
    struct str          path;  /* decoded no further: as sent, without the query */
    struct str          query; /* after '?', may be empty */
    struct str          body;  /* body, message or line */
    struct str          token; /* of "Authorization: Bearer", or empty */
    struct str          idempotency_key;
    struct str          if_none_match;
    struct str          content_type;
    struct str          cookie;
    char                peer[48]; /* address of the client, without port */
    bool                cut_off;  /* ASK_CLOSED: by us, because it left too much unread */

    /* private to the hall */
    bool        kept, answered, at_once;
    struct out *reply; /* between reply_begin and reply_end */
    struct ask *answered_next;
    void (*fire)(struct hall *hall, void *arg); /* ASK_INTERNAL */
    void *arg;
};

/* Allocates an ask with room for `bytes` behind it, all zero; the doors fill
 * both and point the slices into `ask_memory()`. */
struct ask *ask_new(enum ask_kind kind, uint64_t conn, const struct route *route, size_t bytes);
char       *ask_memory(struct ask *ask);
void        ask_free(struct ask *ask);

/* ---- answering (hall thread) ------------------------------------------- */

/* An HTTP reply in two steps: reply_begin gives the buffer for the body,
 * reply_end sends it. `headers` are extra lines, each ending in CRLF, or NULL. */
struct buf *reply_begin(struct hall *hall, struct ask *ask);
void        reply_end(struct hall *hall, struct ask *ask, int status, const char *content_type, const char *headers);

/* Before reply_end: the reply tells nothing that the disk does not hold
 * (hall.h: thing_is_kept), so it goes before its batch does. Only for asks that
 * write nothing. */
void reply_at_once(struct ask *ask);

/* Both steps in one. */
void reply_json(struct hall *hall, struct ask *ask, int status, struct str json);
void reply_text(struct hall *hall, struct ask *ask, int status, struct str text);

/* The ask is answered later, by a job or a timer: it stays alive until
 * reply_end or, if nothing will be said, ask_drop. */
void ask_keep(struct hall *hall, struct ask *ask);
void ask_drop(struct hall *hall, struct ask *ask);

/* A message for a WebSocket or TCP connection (the door adds frame or line
 * end). `push_shared` sends one text to many without copying it for each. */
void push_text(struct hall *hall, uint64_t conn, struct str text);
struct shared_text; /* reference-counted */
struct shared_text *shared_text_new(struct str text);
void                push_shared(struct hall *hall, uint64_t conn, struct shared_text *text);
void                shared_text_drop(struct shared_text *text);

/* After all that was pushed: WebSocket close frame with `code`, or TCP half
 * close with linger. Lines that still come are dropped by the door. */
void push_close(struct hall *hall, uint64_t conn, int code);

/* ---- what the doors receive -------------------------------------------- */

enum out_kind { OUT_REPLY, OUT_TEXT, OUT_CLOSE };

struct out {
    struct out         *next;
    enum out_kind       kind;
    uint64_t            conn;
    int                 status; /* of a reply; close code */
    const char         *content_type;
    char               *headers; /* extra header lines, or NULL; owned */
    struct buf          body;    /* owned; unused when `shared` is set */
    struct shared_text *shared;
};
struct str out_body(const struct out *out);
void       out_free(struct out *out);

#endif
