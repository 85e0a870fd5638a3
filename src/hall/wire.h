/* Messages between the doors thread and the hall thread: asks in, outs back.
 * The doors handle bytes and connections, the hall tables. Neither calls the
 * other: two queues connect them (hall/hall.h: hall_submit, hall_take_outs).
 *
 * A connection is identified by a `conn` number that is never reused. */
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
    ROUTE_HTTP,     /* request and reply */
    ROUTE_WS,       /* WebSocket: ASK_OPENED, ASK_TEXT..., ASK_CLOSED */
    ROUTE_LINES,    /* TCP lines on a port of their own, same asks */
    ROUTE_OPERATOR, /* ASK_HTTP of an operator's command, over a link between nodes; no door leads there */
};

enum route_flags {
    ROUTE_ANY_ORIGIN = 1,    /* WebSocket: Origin is not checked; HTTP: Access-Control-Allow-Origin: * */
    ROUTE_NO_CORS = 2,       /* HTTP: OPTIONS is 405 like any other method, no CORS headers */
    ROUTE_BINARY_CLOSES = 4, /* WebSocket: a binary message closes with 1003 instead of reaching the handler as ASK_BINARY */
    ROUTE_OWN_PAGES = 8,     /* HTTP: what a page of another site posts is 403 */
    ROUTE_NOTED = 16,        /* streams: its handler notes all connections (conn_note), so they outlive the leader */
    ROUTE_OWN_LINKS = 32,    /* HTTP: what a page of another site asks for in any way, a link included, is 403 */
};

/* Handles an ask: see struct route. */
typedef void ask_handler(struct hall *hall, void *self, struct ask *ask);

/* One row of a route table. Tables end with a NULL path. HEAD is served
 * wherever GET is, OPTIONS everywhere unless ROUTE_NO_CORS. */
struct route {
    const char     *path; /* exact; with a final "*": this and everything below; ROUTE_LINES: "" */
    enum route_kind kind;
    unsigned        methods; /* ROUTE_HTTP: other methods get 405 with Allow */
    unsigned        flags;
    size_t          limit;  /* of a body or message, in bytes; 0: the default */
    const char     *metric; /* name in /metrics */

    /* Runs in the hall thread. Replies now (reply_*, push_*), or keeps the ask
     * (ask_keep) and replies later. */
    ask_handler *handle;

    /* Replies when the ask could not be stored (commit failed, queue full,
     * shutting down). All earlier outs of this ask have been discarded.
     * NULL: a plain 503, or the connection is closed. */
    void (*failed)(struct hall *hall, void *self, struct ask *ask, const char *problem);

    const char *setting; /* ROUTE_LINES: the setting with the address to listen on */
    /* With several nodes: may a request be made again although it was perhaps
     * handled before? Called in the doors' thread. NULL: reads only (GET). */
    bool (*repeats)(const struct ask *ask);
};

enum ask_kind {
    ASK_HTTP,
    ASK_OPENED,   /* a WebSocket or TCP connection was opened */
    ASK_TEXT,     /* a message or line from it; never longer than the limit */
    ASK_BINARY,   /* a binary WebSocket message */
    ASK_TOO_LONG, /* TCP only: a line over the limit; nothing more will be read */
    ASK_CLOSED, /* the connection, or at least its sending half, is closed; nothing more can be sent. Exactly once per ASK_OPENED */
    ASK_RESUMED,  /* in the place of ASK_OPENED: a connection that another hall had; body: its latest note there (conn_note) */
    ASK_INTERNAL, /* a timer or a finished job; no connection */
};

/* A request, owned by the hall after hall_submit. All slices point into the
 * ask's own memory. */
struct ask {
    struct ask         *next;
    enum ask_kind       kind;
    uint64_t            conn;
    const struct route *route;
    void               *self; /* of the part that owns the route; set by hall_submit */
    enum method         method;
    struct str          path;  /* as sent, not decoded, without the query */
    struct str          query; /* after '?', may be empty */
    struct str          body;  /* body, message or line */
    struct str          token; /* of "Authorization: Bearer", or empty */
    struct str          idempotency_key;
    struct str          content_type;
    struct str          cookie;
    char                peer[48]; /* address of the client, without port */
    bool                cut_off;  /* ASK_CLOSED: closed by us because of too many unread bytes */
    bool                orphaned; /* ASK_CLOSED: the node that had the connection is gone; its client may come again elsewhere */
    bool                repeated; /* of a resumed stream: perhaps another hall has handled it, and its answer was lost */

    /* private to the hall */
    bool        kept, answered, at_once;
    uint8_t     again;    /* how often it has been handled again */
    bool        was_read; /* the body, in the pool: it is `doc`, or no JSON */
    struct jin *doc;
    struct out *reply; /* between reply_begin and reply_end */
    struct ask *answered_next;
    void (*fire)(struct hall *hall, void *arg); /* ASK_INTERNAL */
    void *arg;
};

/* Allocates a zeroed ask followed by `bytes`; the doors fill in both and point
 * the slices into `ask_memory()`. */
struct ask *ask_new(enum ask_kind kind, uint64_t conn, const struct route *route, size_t bytes);
char       *ask_memory(struct ask *ask);
void        ask_free(struct ask *ask);

/* Asks in their order. */
struct asks {
    struct ask *first, *last;
    int         n;
};
void asks_add(struct asks *asks, struct ask *ask);

/* ---- answering (hall thread) ------------------------------------------- */

/* An HTTP reply in two steps: reply_begin returns the buffer for the body,
 * reply_end sends it. `headers` are extra lines, each ending in CRLF, or NULL. */
struct buf *reply_begin(struct hall *hall, struct ask *ask);
void        reply_end(struct hall *hall, struct ask *ask, int status, const char *content_type, const char *headers);

/* Before reply_end: everything in the reply is on disk (hall.h: thing_is_kept),
 * so it need not wait for its batch. Only for asks that write nothing. */
void reply_at_once(struct ask *ask);

/* Both steps in one. */
void reply_json(struct hall *hall, struct ask *ask, int status, struct str json);
void reply_text(struct hall *hall, struct ask *ask, int status, struct str text);

/* The ask is answered later, by a job or a timer: it stays alive until
 * reply_end. */
void ask_keep(struct hall *hall, struct ask *ask);

/* The body as JSON (jin_parse), which the caller frees; NULL: it is none. One of
 * more than 32 KB is read in the pool: false means that the handler returns, and is
 * called with the same ask again, from its beginning, when that is done; what must
 * not be done twice, like counting it, is left out if the ask comes again. */
bool ask_json(struct hall *hall, struct ask *ask, unsigned depth, unsigned flags, struct jin **doc);
bool ask_comes_again(const struct ask *ask);

/* A message for a WebSocket or TCP connection (the door adds the frame or
 * newline). `push_shared` sends one text to many connections without copying
 * it. */
void push_text(struct hall *hall, uint64_t conn, struct str text);
struct shared_text; /* reference-counted */
struct shared_text *shared_text_new(struct str text);
void                push_shared(struct hall *hall, uint64_t conn, struct shared_text *text);
void                shared_text_drop(struct shared_text *text);

/* After everything pushed: sends a WebSocket close frame with `code`, or half
 * closes a TCP connection and lingers. The door drops lines that arrive later. */
enum { CLOSE_LOCKED_OUT = 1008 }; /* RFC 6455: policy violation */
void push_close(struct hall *hall, uint64_t conn, int code);

/* With several nodes: what the next leader needs to go on with this connection,
 * of a route with ROUTE_NOTED. The door keeps it, and the next hall gets it with
 * ASK_RESUMED. It stands for all that was pushed before it, so every push is
 * followed by a note in the same batch, and for the first `heard` asks of the
 * connection, the one that opened or resumed it included: the door asks what
 * comes after them again. Does nothing where there is one machine. */
void conn_note(struct hall *hall, uint64_t conn, uint64_t heard, struct str note);

/* ---- what the doors receive -------------------------------------------- */

enum out_kind { OUT_REPLY, OUT_TEXT, OUT_CLOSE, OUT_NOTE };

struct out {
    struct out         *next;
    enum out_kind       kind;
    uint64_t            conn;
    int                 status;   /* of a reply; close code */
    uint64_t            heard;    /* OUT_NOTE */
    bool                to_write; /* a reply to a request that was not a plain read */
    const char         *content_type;
    char               *headers; /* extra header lines, or NULL; owned */
    struct buf          body;    /* owned; unused when `shared` is set */
    struct shared_text *shared;
};
struct str out_body(const struct out *out);
void       out_free(struct out *out);

/* Outs in their order. */
struct outs {
    struct out *first, *last;
    size_t      bytes; /* of their bodies */
};
void outs_add(struct outs *outs, struct out *out);

#endif
