/* Inside the doors: what their files share. Everything here belongs to the
 * doors thread.
 *
 *     doors.c    the loop, its turns, the way to the hall and back
 *     listen.c   addresses and accepting
 *     conn.c     one connection: reading, writing, closing
 *     places.c   which route serves a path
 *     http.c     requests          reply.c  replies
 *     ws.c       WebSockets        lines.c  TCP lines
 *     assets.c   the browser client's files
 *     pages.c    /healthz and /metrics
 *
 * One turn of the loop: sockets are read, which adds asks; outs are taken,
 * which adds bytes to connections; then doors_end_turn submits all asks at once
 * and writes to each connection once. */
#ifndef NET_INSIDE_H
#define NET_INSIDE_H

#include "base/limits.h"
#include "net/chunked.h"
#include "net/doors.h"
#include "net/head.h"

#include <uv.h>

enum {
    READ_BYTES = 64 * 1024,        /* the one read buffer, shared by all connections */
    AHEAD_BYTES = 64 * 1024,       /* pipelined bytes kept while a request is being answered */
    CORK_BYTES = 16 * 1024,        /* a larger body is not copied behind what waits already */
    SWEEP_MS = 500,                /* how often deadlines are looked at */
    WS_PING_SECONDS = 30,          /* a silent WebSocket is pinged, and dropped if still silent then */
    WS_CLOSE_MS = LIMIT_LINGER_MS, /* for the answer to our close frame */
    ASKS_A_TURN = 256,             /* messages of one stream in one turn; the rest waits for the next */
    ASKS_CROWD = 8192,             /* asks before the hall at which all streams wait: far below where it refuses */
    LISTENERS_MAX = 8,
    BATCH_BUCKETS = 12, /* batch sizes: 1, 2, 4 ... 2048 and more */
};

struct conn;
struct ws;

/* A path that is served. */
struct place {
    struct str          path; /* without the final "*" */
    bool                below;
    const struct route *route;
    void (*page)(struct conn *c, const struct head *head); /* answered by the doors themselves; route is NULL */
    const char *metric;
    uint64_t    results[6]; /* replies by first digit of the status; [0]: messages of a stream */
};

enum conn_kind { CONN_HTTP, CONN_WS, CONN_LINES, CONN_KINDS };

/* What a connection waits for; with it goes its deadline. */
enum wait {
    WAIT_NOTHING, /* the hall has a request of it: no deadline */
    WAIT_REQUEST, /* idle */
    WAIT_HEAD,
    WAIT_BODY,
    WAIT_DRAIN,  /* replies that the peer does not read */
    WAIT_STREAM, /* an open WebSocket: time to ping */
    WAIT_PONG,
    WAIT_GOODBYE, /* half closed or a close frame sent: the peer's turn */
    WAITS,
};

struct conn {
    uv_tcp_t      tcp;
    uv_shutdown_t shutdown;
    struct doors *doors;
    uint64_t      id;         /* slot in the low bits, see doors_find */
    uint8_t       kind;       /* enum conn_kind */
    uint8_t       wait;       /* enum wait */
    bool          open;       /* a stream whose ASK_OPENED went out and ASK_CLOSED did not */
    bool          busy;       /* HTTP: a request is with the hall */
    bool          paused;     /* reading is stopped */
    bool          peer_done;  /* the peer sends nothing more */
    bool          deaf;       /* what still comes is thrown away */
    bool          finishing;  /* nothing more will be written but what waits */
    bool          said_close; /* WebSocket: our close frame is out, nothing may follow */
    bool          closing;    /* uv_close was called */
    bool          cut_off;    /* because it left too much unread */
    bool          dirty;      /* in the doors' list of connections to flush */
    struct conn  *next_dirty;
    struct place *place; /* of the request being answered, or of the stream */
    struct buf    in;    /* bytes read and not understood yet */
    struct buf    out;   /* bytes to write at the end of the turn */
    char          peer[48];

    /* HTTP: the request being received, */
    size_t          line;     /* head_find's mark */
    size_t          head_len; /* 0 while the head is not complete */
    uint64_t        need;     /* bytes of head and body; of a chunked one: bytes eaten so far */
    struct chunked *chunked;
    /* and what its reply must look like. */
    bool            keep_alive, http10, head_only;

    /* Streams: how many messages came in which turn. */
    uint64_t turn;
    int      asks;

    struct ws *ws; /* WebSocket: a message being received, else NULL */
};

struct slot {
    struct conn *conn;     /* NULL: free */
    uint64_t     deadline; /* uv_now() when its wait is over; 0: never */
};

struct listener {
    uv_tcp_t      tcp;
    struct doors *doors;
    struct place *place; /* of a TCP door; NULL for HTTP */
    const char   *name;  /* "http", or the setting */
    char          address[80];
};

struct counts {
    uint64_t connections[CONN_KINDS]; /* accepted so far, upgrades counted again */
    uint32_t open[CONN_KINDS];
    uint64_t turned_away; /* over the limit, or the system refused */
    uint64_t malformed;   /* requests that could not be parsed */
    uint64_t timeouts;
    uint64_t cut_off; /* slow readers */
    uint64_t unknown; /* requests for paths that are not there */
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

    const uint32_t *patience_ms; /* by enum wait; conn_patience_ms, unless a test has less */

    struct place   *places; /* the most particular path first */
    int             places_count;
    struct listener listeners[LISTENERS_MAX];
    int             listeners_count;

    struct slot *slots; /* LIMIT_CONNECTIONS of them */
    uint32_t    *free_slots;
    uint32_t     free_count;
    uint64_t     serial; /* connections so far */

    struct ask  *first_ask, *last_ask; /* of this turn */
    int          asks_count;
    struct conn *dirty;
    uint64_t     turn;  /* counts them */
    uv_idle_t    again; /* runs while streams are held */
    struct buf   held;  /* their numbers */

    uint64_t      date_at; /* second for which `date` was made */
    char          date[48];
    struct counts counts;
    char          read_buffer[READ_BYTES];
};

/* ---- doors.c ------------------------------------------------------------- */

/* A new connection gets its number; NULL when there are too many. */
struct conn *doors_new_conn(struct doors *d);
void         doors_forget_conn(struct doors *d, struct conn *c);
struct conn *doors_find(struct doors *d, uint64_t id);
void         doors_set_deadline(struct conn *c, uint64_t ms_from_now); /* 0: none */
void         doors_ask(struct doors *d, struct ask *ask);              /* goes out at the end of the turn */
void         doors_end_turn(struct doors *d);
void         doors_take_outs(struct doors *d);

/* ---- listen.c ------------------------------------------------------------ */

enum err listen_all(struct doors *d, const struct settings *settings, char problem[256]);
void     listen_stop(struct doors *d);

/* ---- conn.c -------------------------------------------------------------- */

/* A socket that is connected already becomes a connection: HTTP, or that
 * place's lines. `tcp` was initialised in c->tcp. */
void conn_begin(struct conn *c, struct place *lines);
/* What arrived; the way in for tests and fuzzing too. */
void conn_input(struct conn *c, struct str bytes);
void conn_eof(struct conn *c);

/* A message of a stream becomes an ask. One peer must not fill the hall's queue
 * in one go: when conn_may_ask says no, the rest is held and comes again, through
 * conn_input, in the next turn. */
bool conn_may_ask(struct conn *c);
void conn_message(struct conn *c, enum ask_kind kind, struct str body);
void conn_hold(struct conn *c, struct str rest);
void conn_go_on(struct doors *d); /* with all that are held */

extern const uint32_t conn_patience_ms[WAITS]; /* 0: for ever */

void conn_wait(struct conn *c, enum wait wait); /* enters a state; its deadline starts now */
void conn_timeout(struct conn *c);
void conn_pause(struct conn *c);
void conn_resume(struct conn *c);

/* Adds bytes; they leave at the end of the turn. conn_send_kept sends `body`
 * without copying it where it is large: it stays where it is until written,
 * owned by `out` (freed then) or, with NULL, living forever. A peer that leaves
 * too much unread is cut off. */
void        conn_send(struct conn *c, struct str bytes);
struct buf *conn_out(struct conn *c); /* to write a head into */
void        conn_send_kept(struct conn *c, struct str body, struct out *out);
void        conn_flush(struct conn *c);
/* Bytes that the system would not take yet. */
size_t      conn_unsent(const struct conn *c);

/* An ask of this connection, with the same head values for all kinds. */
struct ask *conn_ask(struct conn *c, enum ask_kind kind, const struct head *head, struct str body);
void        conn_opened(struct conn *c, const struct head *head); /* a stream begins: ASK_OPENED */
void        conn_closed(struct conn *c);                          /* it ended: ASK_CLOSED, once */

/* Closing in good order: what waits is written, then our side is shut down, and
 * what the peer still sends is read and dropped for a while, because closing
 * over unread bytes would destroy the last words on their way. conn_drop closes
 * at once. Both tell the hall that a stream is gone. */
void conn_finish(struct conn *c);
void conn_drop(struct conn *c);

/* ---- places.c ------------------------------------------------------------ */

void places_open(struct doors *d);
void places_close(struct doors *d);

/* The place that serves this path, by method, or the WebSocket there. NULL with
 * `*allow`: the methods that others at this path have; 0 if there are none. */
struct place *place_find(struct doors *d, const struct head *head, bool want_ws, unsigned *allow, bool *has_ws);

/* ---- http.c -------------------------------------------------------------- */

void http_input(struct conn *c, struct str bytes);
void http_run(struct conn *c);     /* goes on with what is there already */
void http_replied(struct conn *c); /* after the reply to the current request */

/* ---- reply.c ------------------------------------------------------------- */

/* A reply to the current request. `headers` are lines ending in CRLF, or NULL;
 * `out` owns the body or is NULL for one that lives forever. */
void        http_reply(struct conn *c, int status, const char *type, const char *headers, struct str body, struct out *out);
/* The same with a body that the doors wrote; its memory is taken over. */
void        http_reply_own(struct conn *c, int status, const char *type, const char *headers, struct buf *body);
/* The doors' own errors: {"error":{"code","message"}}. The second one closes
 * the connection behind it. */
void        http_error(struct conn *c, int status, const char *headers);
void        http_refuse(struct conn *c, int status, const char *headers);
/* OPTIONS, and 405 with the same list. */
void        http_options(struct conn *c, unsigned allow);
void        http_wrong_method(struct conn *c, unsigned allow);
const char *http_status_text(int status);

/* ---- ws.c ---------------------------------------------------------------- */

void ws_upgrade(struct conn *c, const struct head *head);
void ws_input(struct conn *c, struct str bytes);
void ws_push(struct conn *c, struct str text);
void ws_close(struct conn *c, int code); /* our close frame; the peer answers or times out */
void ws_ping(struct conn *c);
void ws_free(struct ws *ws);

/* ---- lines.c ------------------------------------------------------------- */

void lines_input(struct conn *c, struct str bytes);
void lines_push(struct conn *c, struct str text);

/* ---- assets.c, pages.c --------------------------------------------------- */

/* False: no such file. */
bool asset_reply(struct conn *c, const struct head *head);
void page_health(struct conn *c, const struct head *head);
void page_metrics(struct conn *c, const struct head *head);

#endif
