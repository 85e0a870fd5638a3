/* Inside the doors: what their files share. Everything here belongs to the
 * doors thread.
 *
 *     doors.c    the loop, its turns, the way to the hall and back
 *     listen.c   addresses and accepting
 *     conn.c     one connection: reading, writing, closing
 *     turn.c     who is served in a turn of the loop
 *     share.c    what each address takes of the connections and of memory
 *     places.c   which route serves a path
 *     http.c     requests          reply.c  replies
 *     ws.c       WebSockets        lines.c  TCP lines
 *     assets.c   the browser client's files
 *     pages.c    /healthz and /metrics
 *     link*.c    links between nodes (link.h)
 *
 * One turn of the loop: sockets are read, which adds asks; outs are taken,
 * which adds bytes to connections; then end_turn (doors.c) submits all asks at once
 * and writes to each connection once. */
#ifndef NET_INSIDE_H
#define NET_INSIDE_H

#include "base/limits.h"
#include "base/map.h"
#include "net/chunked.h"
#include "net/doors.h"
#include "net/head.h"
#include "net/share.h"

#include <uv.h>

enum {
    READ_BYTES = 64 * 1024,        /* one read buffer, shared by all connections */
    AHEAD_BYTES = 64 * 1024,       /* pipelined bytes buffered while a request is being answered */
    CORK_BYTES = 16 * 1024,        /* a larger body is not copied to the output buffer */
    SWEEP_MS = 500,                /* how often deadlines are checked */
    WS_CONTEXT_BYTES = 8 * 1024,   /* wslay's, while a message arrives */
    WS_PING_SECONDS = 30,          /* a silent WebSocket is pinged, and dropped if it stays silent */
    WS_CLOSE_MS = LIMIT_LINGER_MS, /* for the reply to our close frame */
    ASKS_A_TURN = 256,             /* messages per stream and turn; the rest waits for the next turn */
    ASKS_CROWD = 8192,             /* queued asks at which all streams wait: far below where the hall refuses */
    HELD_MS = 1,                   /* how often streams that wait are tried again */
    LISTENERS_MAX = 8,
    BATCH_BUCKETS = 12, /* batch sizes: 1, 2, 4 ... 2048 and more */
};

struct conn;
struct ws;

/* A path that is served. */
struct place {
    struct str          path; /* without the trailing "*" */
    bool                below;
    const struct route *route;
    void (*page)(struct conn *c, const struct head *head); /* answered by the doors; route is NULL */
    const char *metric;
    uint64_t    results[6]; /* replies by first digit of the status; [0]: messages of a stream */
};

enum conn_kind { CONN_HTTP, CONN_WS, CONN_LINES, CONN_KINDS };

/* What a connection waits for, which determines its deadline. */
enum wait {
    WAIT_NOTHING, /* the hall has its request: no deadline */
    WAIT_REQUEST, /* idle */
    WAIT_HEAD,
    WAIT_BODY,
    WAIT_DRAIN,   /* for the peer to read replies */
    WAIT_REST,    /* after a 429: before its next request */
    WAIT_STREAM,  /* an open WebSocket: until the next ping */
    WAIT_MESSAGE, /* of a stream: for the rest of it */
    WAIT_PONG,
    WAIT_GOODBYE, /* half closed or close frame sent: for the peer */
    WAITS,
};

struct conn {
    uv_tcp_t      tcp;
    uv_shutdown_t shutdown;
    struct doors *doors;
    uint64_t      id;         /* slot in the low bits, see doors_find */
    uint8_t       kind;       /* enum conn_kind */
    uint8_t       wait;       /* enum wait */
    bool          open;       /* a stream between ASK_OPENED and ASK_CLOSED */
    bool          busy;       /* HTTP: the hall has a request */
    bool          resting;    /* HTTP: it met a limit, and its next request waits */
    bool          paused;     /* not reading */
    bool          peer_done;  /* the peer sends nothing more */
    bool          deaf;       /* further input is discarded */
    bool          finishing;  /* nothing more is written except what is queued */
    bool          said_close; /* WebSocket: our close frame was sent, nothing may follow */
    bool          closing;    /* uv_close was called */
    bool          cut_off;    /* because of too many unread bytes */
    bool          dirty;      /* in the list of connections to flush */
    struct conn  *next_dirty;
    struct place *place; /* of the request being answered, or of the stream */
    struct buf    in;    /* bytes read and not parsed yet */
    struct buf    out;   /* bytes to write at the end of the turn */
    struct share *share; /* of its address */
    size_t        holds; /* bytes that it counts for there */
    char          peer[48];

    /* HTTP: the request being received, */
    size_t          line;     /* head_find's mark */
    size_t          head_len; /* 0 while the head is not complete */
    uint64_t        need;     /* bytes of head and body; if chunked: bytes consumed so far */
    struct chunked *chunked;
    size_t          asked; /* bytes of the body that the hall has, while busy */
    /* and the format of its reply. */
    bool            keep_alive, http10, head_only;

    /* Streams: number of messages in turn `turn`, control frames included. */
    uint64_t turn;
    int      asks;

    uint64_t served_at; /* since when it is being served, in nanoseconds */
    bool     of_busy;   /* its address has had much */
    bool     cut_short; /* HTTP: its slice ended before its input did */
    bool     held;      /* until the next turn: in share.held */

    struct ws *ws; /* WebSocket: the message being received, or NULL */
};

struct slot {
    struct conn *conn;     /* NULL: free */
    uint64_t     deadline; /* uv_now() when the wait is over; 0: never */
};

struct listener {
    uv_tcp_t      tcp;
    struct doors *doors;
    struct place *place; /* of a TCP door; NULL for HTTP */
    const char   *name;  /* "http", or the setting */
    char          address[80];
};

struct counts {
    uint64_t connections[CONN_KINDS]; /* accepted so far; upgrades are counted twice */
    uint32_t open[CONN_KINDS];
    uint64_t turned_away; /* over the limit, or refused by the system */
    uint64_t gave_way;    /* idle connections closed to make room */
    uint64_t malformed;   /* requests that could not be parsed */
    uint64_t timeouts;
    uint64_t cut_off; /* slow readers */
    uint64_t put_off; /* requests for which there was no memory */
    uint64_t unknown; /* requests for unknown paths */
    uint64_t assets;
    uint64_t bytes_in, bytes_out;
    uint64_t batches, asks, refused; /* to the hall */
    uint64_t batch_sizes[BATCH_BUCKETS];
};

struct doors {
    uv_loop_t     loop;
    uv_async_t    woken;
    uv_timer_t    sweep;
    uv_prepare_t  before_sleep;
    uv_check_t    after_poll;
    struct behind behind;
    _Atomic int   stop;        /* set by doors_stop, possibly in a signal handler */
    bool          trust_proxy; /* client addresses come from X-Forwarded-For */

    const uint32_t *patience_ms; /* by enum wait; conn_patience_ms, or shorter in tests */

    struct place   *places; /* most specific path first */
    int             places_count;
    struct listener listeners[LISTENERS_MAX];
    int             listeners_count;

    struct slot *slots; /* LIMIT_CONNECTIONS of them */
    uint32_t    *free_slots;
    uint32_t     free_count;
    uint32_t     capacity; /* connections for which there are descriptors */
    struct map   shares;   /* by address_key() */
    size_t       unread;   /* of all connections */
    size_t       unhandled;
    uint64_t     serial; /* number of connections so far */

    struct asks  asks; /* of this turn */
    struct conn *dirty;
    uint64_t     turn;      /* number of the turn */
    uint64_t     busy_ns;   /* of this round of the loop that busy addresses have had */
    uint64_t     served_ns; /* that all have had so far */
    uv_timer_t   again;     /* runs while connections are held */
    size_t       n_held;    /* how many */
    struct fifo  queue;     /* their addresses */

    uint64_t      date_at; /* the second `date` was made for */
    char          date[48];
    struct counts counts;
    char          read_buffer[READ_BYTES];
};

/* ---- doors.c ------------------------------------------------------------- */

/* Creates a connection with its id; NULL if there are too many. */
struct conn *doors_new_conn(struct doors *d);
void         doors_forget_conn(struct doors *d, struct conn *c);
struct conn *doors_find(struct doors *d, uint64_t id);
void         doors_set_deadline(struct conn *c, uint64_t ms_from_now); /* 0: none */
void         doors_ask(struct doors *d, struct ask *ask);              /* submitted at the end of the turn */
void         doors_take_outs(struct doors *d);

/* ---- listen.c ------------------------------------------------------------ */

/* Splits HOST:PORT or [IPV6]:PORT. An empty host or "*" means all addresses. */
bool     address_split(const char *text, char host[64], char port[8]);
/* The same as an address. A name may take the system seconds. False with a sentence. */
bool     address_resolve(const char *text, struct sockaddr_storage *out, char problem[256]);
enum err listen_all(struct doors *d, const struct settings *settings, char problem[256]);
void     listen_stop(struct doors *d);
/* Binds `tcp`, which is initialised, to HOST:PORT. */
enum err listen_on(uv_tcp_t *tcp, const char *address, int backlog, uv_connection_cb on_connected, char problem[256]);

/* ---- conn.c -------------------------------------------------------------- */

/* Turns a connected socket into a connection: HTTP, or that place's lines.
 * c->tcp has been initialized. */
void conn_begin(struct conn *c, struct place *lines);
/* Received bytes; also the entry point for tests and fuzzing. */
void conn_input(struct conn *c, struct str bytes);
void conn_eof(struct conn *c);
/* Counts the bytes that the connection holds of requests; one that holds too
 * many is sent away. */
void conn_weigh(struct conn *c);

extern const uint32_t conn_patience_ms[WAITS]; /* 0: no limit */

void conn_wait(struct conn *c, enum wait wait); /* enters a state and starts its deadline */
void conn_timeout(struct conn *c);
void conn_pause(struct conn *c);
void conn_resume(struct conn *c);

/* May something be added? A peer that leaves too much unread is disconnected, as
 * it uses our memory. */
bool        conn_may_send(struct conn *c, size_t len);
/* Adds bytes, which are written at the end of the turn. conn_send_kept does not
 * copy a large `body`: it must stay valid until written, owned by `out` (then
 * freed) or static if that is NULL. A peer that leaves too much unread is
 * disconnected. */
void        conn_send(struct conn *c, struct str bytes);
struct buf *conn_out(struct conn *c); /* for writing a head; ask conn_may_send first */
void        conn_send_kept(struct conn *c, struct str body, struct out *out);
void        conn_flush(struct conn *c);
/* Bytes that the kernel has not accepted yet. */
size_t      conn_unsent(const struct conn *c);

/* A new ask of this connection, with the head values common to all kinds. */
struct ask *conn_ask(struct conn *c, enum ask_kind kind, const struct head *head, struct str body);
void        conn_opened(struct conn *c, const struct head *head); /* a stream starts: ASK_OPENED */
void        conn_closed(struct conn *c);                          /* it ended: ASK_CLOSED, once */

/* Graceful close: writes what is queued, shuts down our side, then reads and
 * drops what the peer still sends for a while, because closing with unread
 * input would destroy data in flight. conn_drop closes at once. Both report to
 * the hall that a stream is gone. */
void conn_finish(struct conn *c);
void conn_drop(struct conn *c);

/* ---- turn.c -------------------------------------------------------------- */

/* Around the handling of what a connection has sent. False: its address has had
 * its part of this turn, and the bytes are to be held. */
bool turn_begin(struct conn *c);
void turn_end(struct conn *c);
/* Has it had its slice? The rest of what it sent is to be held. */
bool turn_is_over(const struct conn *c);
/* Stops reading, and passes the rest to conn_input again in a later turn. */
void conn_hold(struct conn *c, struct str rest);

/* Turns a stream's message into an ask. A peer must not fill the hall's queue
 * at once: if conn_may_ask returns false, the rest is to be held. */
bool conn_may_ask(struct conn *c);
void conn_message(struct conn *c, enum ask_kind kind, struct str body);

/* ---- places.c ------------------------------------------------------------ */

void places_open(struct doors *d);
void places_close(struct doors *d);

/* The place that serves this path and method, or the WebSocket there. NULL with
 * `*allow`: the methods allowed at this path; 0 if there are none. */
struct place *place_find(struct doors *d, const struct head *head, bool want_ws, unsigned *allow, bool *has_ws);

/* ---- http.c -------------------------------------------------------------- */

void http_input(struct conn *c, struct str bytes);
void http_run(struct conn *c);     /* continues with buffered input */
void http_replied(struct conn *c); /* after the reply to the current request */

/* ---- reply.c ------------------------------------------------------------- */

/* A reply to the current request. `headers` are lines ending in CRLF, or NULL;
 * `out` owns the body, or is NULL for a static one. */
void http_reply(struct conn *c, int status, const char *type, const char *headers, struct str body, struct out *out);
/* The same with a body built by the doors; takes over its memory. */
void http_reply_own(struct conn *c, int status, const char *type, const char *headers, struct buf *body);
/* The doors' own errors: {"error":{"code","message"}}. The second one also
 * closes the connection. */
void http_error(struct conn *c, int status, const char *headers);
void http_refuse(struct conn *c, int status, const char *headers);
/* OPTIONS, and 405 with the same list. */
void http_options(struct conn *c, unsigned allow);
void http_wrong_method(struct conn *c, unsigned allow);

/* ---- ws.c ---------------------------------------------------------------- */

void ws_upgrade(struct conn *c, const struct head *head);
void ws_input(struct conn *c, struct str bytes);
void ws_push(struct conn *c, struct str text);
void ws_close(struct conn *c, int code); /* sends our close frame; the peer replies or times out */
void ws_ping(struct conn *c);
void ws_free(struct ws *ws);

/* ---- lines.c ------------------------------------------------------------- */

void lines_input(struct conn *c, struct str bytes);
void lines_push(struct conn *c, struct str text);

/* ---- assets.c, pages.c --------------------------------------------------- */

/* A file, or the page for a path that the page handles. False: no such file.
 * `asset_lost` replies 404 with the page, for people who follow a broken link;
 * false if the client does not accept HTML. */
bool asset_reply(struct conn *c, const struct head *head);
bool asset_lost(struct conn *c, const struct head *head);
void page_health(struct conn *c, const struct head *head);
void page_metrics(struct conn *c, const struct head *head);

#endif
