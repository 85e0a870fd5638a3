/* Inside the links: what their files share.
 *
 *     link.c       what stands behind the doors: here, there or nobody; waiting, repeating
 *     link_peer.c  one TCP link: sockets, greeting, pings
 *     link_wire.c  frames
 *     link_notes.c  streams that outlive their leader
 *     link_jobs.c  jobs that the leader lends to the others
 *     link_operate.c  an operator's link, from the command line
 *     link_face.c  /healthz and /metrics */
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
    LINK_BUILD = 16, /* bytes that tell programs apart */
    LINK_JOBS = 32,  /* that a node has at once */
    LINK_ROUTE_NAME = 160,
    LINK_CONN_BITS = 48,          /* of a connection's number that are the door's own; above: the link's */
    LINK_FRAME_MOST = 64 << 20,   /* bytes */
    LINK_UNSENT_MOST = 128 << 20, /* a node that reads no more is cut off */
    LINK_PING_MS = 1000,
    LINK_SILENCE_MS = 3000,
    LINK_STRANGERS = 64, /* connections that have not greeted yet */
    LINK_COMPLAIN_MS = 60 * 1000,
    LINK_TICK_MS = 25,
    LINK_OPERATE_MS = 120 * 1000, /* so long an operator waits for an answer */
    LINK_HOLD_MS = 10 * 1000,     /* so long asks wait for a leader */
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

/* Stands among the names of routes in HELLO, and behind the build in WELCOME, if
 * the node understands FRAME_NOTE and ASK_RESUMED: releases before do not. */
#define LINK_TAKES_NOTES "notes"

enum peer_stage { PEER_CONNECTING, PEER_GREETING, PEER_READY };

struct peer {
    struct peer    *next; /* of those who are linked to us */
    uv_tcp_t        tcp;
    uv_connect_t    connecting;
    struct links   *links;
    bool            ours; /* we connected: the leader is at the other end */
    bool            closing;
    enum peer_stage stage;
    struct buf      in, out;
    uint64_t        heard_ms, pinged_ms;
    unsigned char   nonce[LINK_NONCE]; /* our own */
    bool            takes_notes;
    char            node[64];

    /* We lead: */
    uint64_t    number;
    int         routes[LINK_ROUTES]; /* of the other node's routes, the number of ours; -1: we have none */
    int         n_routes;
    struct map  streams;        /* open ones, by conn; the ask that will end each */
    const void *shared_last;    /* the text that was sent last; only to be compared */
    int         workers;        /* so many jobs it offered to do at once */
    uint64_t    job[LINK_JOBS]; /* those that it has */
    int         n_jobs;

    /* The other one leads: */
    struct buf text; /* the latest TEXT */
};

enum link_place { LINK_NOBODY, LINK_HERE, LINK_THERE };

/* What the node's thread has said and the doors' thread has not heard yet. */
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
    struct peer    *down;        /* from those who follow us */
    struct helper  *helper;
    unsigned char   build[LINK_BUILD];
    uint64_t        numbers;
    uint64_t        tried_ms; /* when we last tried to connect */
    struct lookup  *lookup;   /* of the leader's address, under way */
    uint64_t        complained_ms;

    struct asks held;       /* waiting for a leader */
    struct map  held_since; /* milliseconds, by conn */
    struct map  pending;    /* requests without an answer yet, by conn */
    struct map  streams;    /* conns whose ASK_OPENED the hall knows */
    struct map  notes;      /* of those that outlive it, by conn */
    int64_t     unheard;    /* asks of these that no note stands for */
    struct outs outs;
    uint64_t    repeated, unknown, bounced, resumed;
    char        read_buffer[READ_BYTES];
};

/* ---- link.c ---------------------------------------------------------------- */

uint64_t link_now(const struct links *l); /* milliseconds */
void     link_opened(struct links *l);    /* to the leader */
void     link_lost(struct links *l);
void     link_got_out(struct links *l, struct out *out);
void     link_bounced(struct links *l, uint64_t conn);
void     link_bye(struct links *l); /* the leader has stopped: what it has not answered was not handled */

/* ---- link_notes.c ----------------------------------------------------------- */

void notes_open(struct links *l, const struct ask *opened); /* a stream begins; of most routes nothing is kept */
void notes_drop(struct links *l, uint64_t conn);
bool notes_keep(struct links *l, struct ask *sent);   /* an ask that was sent to the leader. False: it need not be kept */
bool notes_got_out(struct links *l, struct out *out); /* false: it is to be told now */
void notes_lost(struct links *l);                     /* nobody leads */
void notes_give_up(struct links *l);                  /* on those who have waited for a leader for too long */
void notes_give_up_all(struct links *l);              /* the next leader takes none */
void notes_close(struct links *l);
/* There is a leader: `give` gets what each stream has to say. */
void notes_resume(struct links *l, void (*give)(struct links *l, struct ask *first));

/* ---- link_jobs.c ------------------------------------------------------------ */

void jobs_open(struct links *l);
void jobs_close(struct links *l);
void jobs_lend(struct links *l); /* we lead: to those who have a worker free */
void jobs_lost(struct peer *p);  /* its link ends */
bool jobs_got_offer(struct peer *p, struct str body);
bool jobs_got_result(struct peer *p, struct str body);
void jobs_offer(struct peer *p, struct str build); /* we follow, and the leader's program is this */
bool jobs_got_job(struct peer *p, struct str body);
void jobs_return(struct links *l); /* results of finished ones */

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
/* An ask of another node. */
void     peer_got_ask(struct peer *p, struct ask *ask, int route);

/* ---- link_wire.c ------------------------------------------------------------- */

void wire_challenge(struct peer *p);
void wire_hello(struct peer *p, struct str nonce, struct str mac);
void wire_welcome(struct peer *p, struct str mac);
void wire_ask(struct peer *p, const struct ask *ask, int route);
void wire_out(struct peer *p, const struct out *out); /* its conn is of the other node */
void wire_note(struct peer *p, const struct out *out);
void wire_bounce(struct peer *p, uint64_t conn);
void wire_ping(struct peer *p);
void wire_bye(struct peer *p);
void wire_offer(struct peer *p, int workers);
void wire_job(struct peer *p, const struct job_lent *job);
void wire_result(struct peer *p, uint64_t number, struct str result);

/* A frame, at the end of `out`; its length is written when it is complete. */
size_t frame_begin(struct buf *out, enum frame kind);
void   frame_end(struct buf *out, size_t at);
void   frame_ask(struct buf *out, const struct ask *ask, int route);

/* How routes are called in HELLO: kind, methods, path. */
void route_name(const struct route *route, char name[LINK_ROUTE_NAME]);

struct link_nonces {
    struct str connected_to, connecting; /* of the two sides */
};
void link_mac(struct str key, const char *who, const struct link_nonces *nonces, struct str name, int64_t epoch,
              unsigned char mac[LINK_MAC]);

/* Proves to the other side that we have the key: `who` speaks. */
void wire_mac(struct peer *p, const char *who, struct str theirs, struct str name, int64_t epoch, unsigned char mac[LINK_MAC]);

/* Takes a frame's fields apart and acts on it. False: nonsense, the link ends. */
bool wire_frame(struct peer *p, enum frame kind, struct str body);

#endif
