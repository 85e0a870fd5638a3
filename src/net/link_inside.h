/* Internals of the links.
 *
 *     link.c          what is behind the doors: local hall, leader or nobody; queueing and repeating asks
 *     link_peer.c     one TCP link: connecting, reading, writing, timeouts
 *     link_wire.c     encoding and decoding frames, the handshake
 *     link_notes.c    streams that survive a change of the leader
 *     link_jobs.c     jobs lent by the leader to followers
 *     link_operate.c  the operator's client, for the command line
 *     link_face.c     /healthz and /metrics */
#ifndef NET_LINK_INSIDE_H
#define NET_LINK_INSIDE_H

#include "base/map.h"
#include "hall/helper.h"
#include "net/inside.h"
#include "net/link.h"

#include <pthread.h>

enum {
    LINK_VERSION = 1,
    LINK_NONCE = 32,
    LINK_MAC = 32,
    LINK_ROUTES = 128,
    LINK_BUILD = 16, /* bytes of a program's fingerprint */
    LINK_JOBS = 32,  /* lent to one node at a time */
    LINK_ROUTE_NAME = 160,
    LINK_CONN_BITS = 48,          /* of a connection's number belong to the door; the upper ones name the link */
    LINK_FRAME_MOST = 64 << 20,   /* bytes */
    LINK_UNSENT_MOST = 128 << 20, /* bytes; a link with more waiting is closed */
    LINK_PING_MS = 1000,
    LINK_SILENCE_MS = 3000,
    LINK_STRANGERS = 64, /* connections that have not greeted yet */
    LINK_COMPLAIN_MS = 60 * 1000,
    LINK_TICK_MS = 25,
    LINK_OPERATE_MS = 120 * 1000, /* that an operator waits for an answer */
    LINK_HOLD_MS = 10 * 1000,     /* that an ask waits for a leader */
    LINK_CLOSE_RESTART = 1012,
    LINK_CLOSE_LATER = 1013,
};

enum frame {
    FRAME_CHALLENGE = 1,
    FRAME_HELLO,
    FRAME_WELCOME,
    FRAME_ASK,
    FRAME_OUT,
    FRAME_TEXT,
    FRAME_AGAIN,
    FRAME_BOUNCE,
    FRAME_PING,
    FRAME_OFFER,
    FRAME_JOB,
    FRAME_RESULT,
    FRAME_NOTE,
    FRAME_BYE,
};

/* Sent among the route names of HELLO and after the build in WELCOME by nodes that
 * understand FRAME_NOTE and ASK_RESUMED; older releases do not. */
#define LINK_TAKES_NOTES "notes"

enum peer_stage { PEER_CONNECTING, PEER_GREETING, PEER_READY };

struct peer {
    struct peer    *next; /* in links.down */
    uv_tcp_t        tcp;
    uv_connect_t    connecting;
    struct links   *links;
    bool            ours; /* we connected; the leader is at the other end */
    bool            closing;
    enum peer_stage stage;
    struct buf      in, out;
    uint64_t        heard_ms, pinged_ms;
    unsigned char   nonce[LINK_NONCE]; /* our own */
    bool            takes_notes;
    char            node[64];

    /* if we lead */
    uint64_t    number;
    int         routes[LINK_ROUTES]; /* the peer's route numbers to ours; -1: unknown here */
    int         n_routes;
    struct map  streams;        /* open streams by conn, each with the ASK_CLOSED that will end it */
    const void *shared_last;    /* the text sent last; compared, never dereferenced */
    int         workers;        /* jobs that it runs at once */
    uint64_t    job[LINK_JOBS]; /* those lent to it */
    int         n_jobs;

    /* if the peer leads */
    struct buf text; /* the latest TEXT */
};

enum link_place { LINK_NOBODY, LINK_HERE, LINK_THERE };

/* Reports of the node's thread that the doors' thread has not processed yet. */
struct link_mail {
    pthread_mutex_t lock;
    pthread_cond_t  heard;
    bool            leader, leads, stopping, stopped;
    char            link[128];
    int64_t         epoch;
    struct hall    *hall;
};

struct links {
    struct doors    *doors;
    struct node     *node;
    struct hall     *plan; /* routes */
    uv_tcp_t         listener;
    uv_timer_t       tick;
    char             address[128];
    bool             direct; /* doors_run has ended */
    struct link_mail mail;

    enum link_place place;
    int64_t         epoch;
    char            leader[128]; /* where it is; empty: nobody */
    struct hall    *hall;        /* here */
    struct peer    *up;          /* to the leader */
    struct peer    *down;        /* from followers, newest first */
    struct helper  *helper;
    unsigned char   build[LINK_BUILD];
    uint64_t        numbers;
    uint64_t        tried_ms; /* when we last tried to connect to the leader */
    struct lookup  *lookup;   /* of the leader's address, under way */
    uint64_t        complained_ms;

    struct asks held;       /* waiting for a leader */
    struct map  held_since; /* milliseconds, by conn */
    struct map  pending;    /* requests sent but not answered, by conn */
    struct map  streams;    /* conns whose ASK_OPENED the hall has seen */
    struct map  notes;      /* struct noted of streams that survive it, by conn */
    int64_t     unheard;    /* asks of those streams that no note covers yet */
    struct outs outs;
    uint64_t    repeated, unknown, bounced, resumed;
    char        read_buffer[READ_BYTES];
};

/* ---- link.c ---------------------------------------------------------------- */

uint64_t link_now(const struct links *l); /* milliseconds */
void     link_opened(struct links *l);    /* the link to the leader */
void     link_lost(struct links *l);
void     link_got_out(struct links *l, struct out *out);
void     link_bounced(struct links *l, uint64_t conn);
void     link_bye(struct links *l); /* the leader has stopped and handled nothing that is still pending */

/* ---- link_notes.c ----------------------------------------------------------- */

void notes_open(struct links *l, const struct ask *opened); /* a stream begins; does nothing on most routes */
void notes_drop(struct links *l, uint64_t conn);
bool notes_keep(struct links *l, struct ask *sent);   /* takes an ask that was sent to the leader; false: not needed */
bool notes_got_out(struct links *l, struct out *out); /* takes an out of the leader; false: deliver it now */
void notes_lost(struct links *l);                     /* the leader is gone */
void notes_give_up(struct links *l);                  /* closes streams that have waited too long for a leader */
void notes_give_up_all(struct links *l);              /* the new leader does not support notes */
void notes_close(struct links *l);
/* There is a leader again: passes each stream's resumption and unheard asks to
 * `give`. */
void notes_resume(struct links *l, void (*give)(struct links *l, struct ask *first));

/* ---- link_jobs.c ------------------------------------------------------------ */

void jobs_open(struct links *l);
void jobs_close(struct links *l);
void jobs_lend(struct links *l); /* as leader: to followers with free workers */
void jobs_lost(struct peer *p);  /* its link has closed */
bool jobs_got_offer(struct peer *p, struct str body);
bool jobs_got_result(struct peer *p, struct str body);
void jobs_offer(struct peer *p, struct str build); /* as follower, to a leader with this fingerprint */
bool jobs_got_job(struct peer *p, struct str body);
void jobs_return(struct links *l); /* sends the results of finished jobs */

/* ---- link_face.c ------------------------------------------------------------ */

bool link_healthy(void *links, char problem[256]);
void link_face(void *links, struct face *out);
void link_metrics(void *links, struct buf *out);

/* ---- link_peer.c ------------------------------------------------------------ */

enum err peer_listen(struct links *l, const char *address, char problem[256]);
void     peer_connect(struct links *l, const char *address); /* when its name has been looked up */
void     peer_forget_lookup(struct links *l);
void     peer_flush(struct peer *p);
void     peer_drop(struct peer *p);
void     peers_look(struct links *l); /* pings, silence */
size_t   peer_unsent(const struct peer *p);
void     peer_got_ask(struct peer *p, struct ask *ask, int route);

/* ---- link_wire.c ------------------------------------------------------------- */

void wire_challenge(struct peer *p);
void wire_hello(struct peer *p, struct str nonce, struct str mac);
void wire_welcome(struct peer *p, struct str mac);
void wire_ask(struct peer *p, const struct ask *ask, int route);
void wire_out(struct peer *p, const struct out *out); /* out->conn names the peer's connection */
void wire_note(struct peer *p, const struct out *out);
void wire_bounce(struct peer *p, uint64_t conn);
void wire_ping(struct peer *p);
void wire_bye(struct peer *p);
void wire_offer(struct peer *p, int workers);
void wire_job(struct peer *p, const struct job_lent *job);
void wire_result(struct peer *p, uint64_t number, struct str result);

/* Appends a frame to `out`; frame_end fills in its length. */
size_t frame_begin(struct buf *out, enum frame kind);
void   frame_end(struct buf *out, size_t at);
void   frame_ask(struct buf *out, const struct ask *ask, int route);

/* The name of a route in HELLO: kind, methods, path. */
void route_name(const struct route *route, char name[LINK_ROUTE_NAME]);

struct link_nonces {
    struct str connected_to, connecting; /* of the accepting and of the connecting side */
};
void link_mac(struct str key, const char *who, const struct link_nonces *nonces, struct str name, int64_t epoch,
              unsigned char mac[LINK_MAC]);

/* The HMAC that proves to the peer that we have the key; `who` names the message. */
void wire_mac(struct peer *p, const char *who, struct str theirs, struct str name, int64_t epoch, unsigned char mac[LINK_MAC]);

/* Decodes and executes a frame. False: it is malformed or not allowed, and the link
 * must be closed. */
bool wire_frame(struct peer *p, enum frame kind, struct str body);

#endif
