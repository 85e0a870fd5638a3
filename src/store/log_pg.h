/* The log of several nodes, in PostgreSQL: the schema `meeple`, created by the
 * first node that starts. Like the data file, it holds password hashes and seeds.
 *
 *     lead      one row: the leader, its epoch, the number of the last batch, the end of the lease
 *     log       the batches: n, epoch, at, body (store/record.h)
 *     snapshot  copies of the data file, in parts; the log is trimmed below the older of two
 *     node      the nodes, and how far each has applied the log
 *     secret    the key of the links between nodes; the number of the log is derived from it
 *
 * The leader holds a lease, and the advisory lock (77, epoch). The lease ends at
 * `until`, by PostgreSQL's clock: clocks of nodes are never compared. The lock
 * ends with the leader's session, so that the death of its process is noticed at
 * once. Every append names the epoch and the number of the batch, so if several
 * nodes believe that they lead, only one of them can append.
 *
 * A node has two connections. `follow` is used by a single thread, for
 * notifications, looking at the lease, taking over and snapshots. `lead` appends
 * and renews the lease, and is protected by a mutex. */
#ifndef STORE_LOG_PG_H
#define STORE_LOG_PG_H

#include "base/buf.h"
#include "store/here.h"
#include "store/log.h"

/* SQL fragments: the advisory lock of a node's name, and whether it is held. */
#define PG_NAME_KEY(name) "78, hashtext(" name ") & 2147483647"
#define PG_IS_HERE(name)                                                                                                           \
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 78 AND objid = hashtext(" name                       \
    ") & 2147483647 AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname ="                      \
    " current_database()))"

enum {
    PG_LEASE_MS = 3000,
    PG_RENEW_MS = 1000,
    PG_RETRY_MS = 50,         /* between two attempts to reconnect */
    PG_FREE_MS = 1200,        /* a leader whose lock is free for so long has not come back */
    PG_AWAY_MS = 2000,        /* out of reach for so long: no batch begins */
    PG_NAME_LOST_MS = 8000,   /* a session of ours that broke may have the name for not quite so long */
    PG_READ_BYTES = 16 << 20, /* after so many no further batch is read at once */
    PG_NAME_MAX = 64,
    PG_LINK_MAX = 128,
    PG_KEY_BYTES = 32,
};

/* The row of `lead`, and whether this node may take over. */
struct lead {
    int64_t epoch, last;
    char    node[PG_NAME_MAX], link[PG_LINK_MAX];
    char    next[PG_NAME_MAX]; /* the node that the lead was handed to; empty: none */
    bool    vacant;            /* this node may take over... */
    bool    died;              /* ...because the leader's session has ended */
};

struct log_counts {
    _Atomic uint64_t appends, append_us, in_doubt, renewals;
};

struct log_pg {
    struct log        log; /* what the store appends to */
    struct log_counts counts;
    /* private, see log_pg.c */
    const char       *url, *node; /* owned by the caller */
    char              link[PG_LINK_MAX];
    struct pgside    *follow, *lead;
    unsigned char     key[PG_KEY_BYTES];
    int               number;   /* identifies this log (store_claim) */
    int64_t           named_us; /* when we last held the lock of our name */
};

/* Does PostgreSQL accept no connections, or not yet? */
bool log_pg_is_away(const char *url);

/* Connects, and creates the schema if there is none. `url` and `node` must outlive
 * the log. */
enum err log_pg_open(const char *url, const char *node, struct log_pg **out, char problem[256]);
void     log_pg_close(struct log_pg *l);

/* ---- for the following thread -------------------------------------------- */

/* All of these reconnect if necessary. ERR_IO: PostgreSQL cannot be reached, with a
 * message. */
enum err log_pg_look(struct log_pg *l, struct lead *out, char problem[256]);
/* Waits at most `ms` for a notification. True: the lead was taken or given up.
 * `command` gets an operator's command ("lead NAME"), or is empty. */
bool     log_pg_wait(struct log_pg *l, int ms, char command[128]);

/* Calls `each` for at most `most` batches after `from`. `more`: there may be others.
 * ERR_STALE: batch `from` is not in the log, or under another epoch. ERR_NONE: the
 * log was trimmed beyond it. */
enum err log_pg_read(struct log_pg *l, const struct here *from, int most, bool *more,
                     enum err (*each)(void *arg, const struct here *here, struct str body), void *arg, char problem[256]);

/* ---- leading ------------------------------------------------------------- */

/* Takes over the lead `seen`. ERR_REFUSED: another node was quicker. `last` gets the
 * number of the last batch in the log. */
enum err log_pg_take_lead(struct log_pg *l, const struct lead *seen, int64_t *last, char problem[256]);
bool     log_pg_may_lose(struct log_pg *l, char problem[256]); /* no synchronous standby is configured */

/* Renews the lease, unless an append is just doing so. ERR_REFUSED: another node
 * leads. */
enum err log_pg_renew(struct log_pg *l);

/* Has the session of `lead` ended? Then renew the lease at once, before other nodes
 * find the lock free. */
bool log_pg_has_ended(struct log_pg *l);

/* Gives up the lead, to `next` unless that is empty. */
void log_pg_give_up(struct log_pg *l, const char *next);

/* ---- snapshots (snapshot.c) ------------------------------------------------ */

/* Writes the latest snapshot to the new file `path`. ERR_NONE: there is none. */
enum err log_pg_fetch_snapshot(struct log_pg *l, const char *path, char problem[256]);
/* Has the log since the last snapshot grown beyond a quarter of its size? */
bool     log_pg_wants_snapshot(struct log_pg *l);
/* Stores a snapshot of the data file `path` over a connection of its own, and trims
 * the log. Any thread. */
enum err log_pg_make_snapshot(const char *url, const char *path, char problem[256]);
/* Makes the file of one machine snapshot 0 of an empty log. */
enum err log_pg_adopt(const char *url, const char *path, char problem[256]);

/* ---- nodes (nodes_pg.c) ------------------------------------------------------ */

/* Registers this process as a node that others reach at `link`. It holds the lock of
 * its name while it lives. ERR_REFUSED: another process holds it. */
enum err log_pg_join(struct log_pg *l, const char *link, char problem[256]);

/* Updates this node's row; once a second. ERR_REFUSED: another process has held its
 * name for PG_NAME_LOST_MS, because this one was taken for dead. */
struct node_report {
    int64_t     applied;
    const char *build;
    bool        stuck; /* it cannot apply the log */
    bool        leads; /* its hall is open */
};
enum err log_pg_report(struct log_pg *l, const struct node_report *report, char problem[256]);

struct node_row {
    char    name[PG_NAME_MAX], link[PG_LINK_MAX], build[64];
    char    role[16]; /* leader, follower, stuck or gone */
    bool    follows, gone;
    bool    serves; /* it leads and has reported that its hall is open */
    int64_t applied, lag, epoch;
    double  seen; /* seconds ago */
};
enum err log_pg_nodes(struct log_pg *l, void (*each)(void *arg, const struct node_row *row), void *arg, char problem[256]);

struct node_search {
    const char     *name;
    struct node_row row;                   /* of that name; `gone` if there is none */
    int             others;                /* number of other nodes that are not gone */
    char            follower[PG_NAME_MAX]; /* one of the others that follows, or empty */
};
enum err log_pg_find(struct log_pg *l, struct node_search *search, char problem[256]);
enum err log_pg_command(struct log_pg *l, const char *command, char problem[256]);

#endif
