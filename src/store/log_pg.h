/* The log of several nodes, in PostgreSQL: schema `meeple`, made by the first
 * node that comes. It holds password hashes and seeds like the data file.
 *
 *     lead      one row: who leads, under which epoch, the number of the last batch, until when
 *     log       the batches: n, epoch, at, body (store/record.h)
 *     snapshot  whole files, in parts; the log below the older of two is trimmed
 *     node      who is there, and how far
 *     secret    the key of the links between nodes; the number of the log is made of it
 *
 * Whoever leads holds a lease: `until`, by PostgreSQL's clock, the only one that
 * is compared, and the advisory lock (77, epoch), which ends with its session, so
 * that the death of a process is known at once. Every append carries the epoch
 * and number: of several who believe that they lead, one can append.
 *
 * A node has two connections. One follows: news, the lease's state, takeover,
 * snapshots; used by one thread. The other one appends and renews the lease; it
 * has a lock. */
#ifndef STORE_LOG_PG_H
#define STORE_LOG_PG_H

#include "base/buf.h"
#include "store/here.h"
#include "store/log.h"

/* The lock of a node's name, and whether somebody holds it: pieces of SQL. */
#define PG_NAME_KEY(name) "78, hashtext(" name ") & 2147483647"
#define PG_IS_HERE(name)                                                                                                           \
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 78 AND objid = hashtext(" name                       \
    ") & 2147483647 AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname ="                      \
    " current_database()))"

enum {
    PG_LEASE_MS = 3000,
    PG_RENEW_MS = 1000,
    PG_RETRY_MS = 50,         /* between two attempts to reach PostgreSQL again */
    PG_GONE_MS = 40,          /* a leader whose lock has become free, and stays so for so long, is dead... */
    PG_FREE_MS = 1200,        /* ...or for so long, if nobody has seen it held */
    PG_AWAY_MS = 2000,        /* out of reach for so long: no batch begins */
    PG_NAME_LOST_MS = 8000,   /* a session of ours that broke may have the name for not quite so long */
    PG_READ_BYTES = 16 << 20, /* after so many no further batch is read at once */
    PG_NAME_MAX = 64,
    PG_LINK_MAX = 128,
    PG_KEY_BYTES = 32,
};

/* What `lead` says, and whether this node may take it over. */
struct lead {
    int64_t epoch, last;
    char    node[PG_NAME_MAX], link[PG_LINK_MAX];
    char    next[PG_NAME_MAX]; /* who shall lead next; empty: anybody */
    bool    held;              /* the leader's session lives */
    bool    vacant;            /* takeover is allowed... */
    bool    died;              /* ...because its session has ended */
};

struct log_counts {
    _Atomic uint64_t appends, append_us, in_doubt, renewals;
};

struct log_pg {
    struct log        log; /* what the store appends to */
    struct log_counts counts;
    /* private, see log_pg.c */
    const char       *url, *node; /* the caller's */
    char              link[PG_LINK_MAX];
    struct pgside    *follow, *lead;
    unsigned char     key[PG_KEY_BYTES];
    int               number;   /* of this log: a copy of another one has another (store_claim) */
    int64_t           named_us; /* when we last had the lock of our name */
};

/* Does PostgreSQL accept no connections, not yet or not now? */
bool log_pg_is_away(const char *url);

/* Connects and makes the schema if there is none. `url` and `node` must outlive
 * the log. */
enum err log_pg_open(const char *url, const char *node, struct log_pg **out, char problem[256]);
void     log_pg_close(struct log_pg *l);

/* ---- the thread that follows --------------------------------------------- */

/* All of these reconnect when they must. ERR_IO: out of reach, with a sentence. */
enum err log_pg_look(struct log_pg *l, struct lead *out, char problem[256]);
/* Waits for news, at most so long; true: the lead was taken or given up. `command`
 * gets an operator's: "lead NAME". */
bool     log_pg_wait(struct log_pg *l, int ms, char command[128]);

/* Batches after `from`, at most `most`; each is shown. `more`: there may be others.
 * ERR_STALE: the log has no batch `from` under that epoch, though it has others from
 * there on; ERR_NONE: it is trimmed there. */
enum err log_pg_read(struct log_pg *l, const struct here *from, int most, bool *more,
                     enum err (*each)(void *arg, const struct here *here, struct str body), void *arg, char problem[256]);

/* ---- leading ------------------------------------------------------------- */

/* Takes the lead from `seen`. ERR_REFUSED: another one was quicker, or batches
 * could be lost with a machine and nobody said that they may. `last`: the number
 * of the last batch before. */
enum err log_pg_take_lead(struct log_pg *l, const struct lead *seen, int64_t *last, char problem[256]);
bool     log_pg_may_lose(struct log_pg *l, char problem[256]); /* is there no synchronous standby? */

/* Renews the lease unless an append does so now. ERR_REFUSED: another leads. */
enum err log_pg_renew(struct log_pg *l);

/* Has the session ended by which this node leads? Then the lease should be renewed
 * at once, before others see that its lock is free. */
bool log_pg_has_ended(struct log_pg *l);

/* Gives the lead up, to `next` if that is not empty. */
void log_pg_give_up(struct log_pg *l, const char *next);

/* ---- snapshots (snapshot.c) ------------------------------------------------ */

/* Writes the newest snapshot to the new file `path`. ERR_NONE: there is none. */
enum err log_pg_fetch_snapshot(struct log_pg *l, const char *path, char problem[256]);
/* Is it time for one: has the log grown by a quarter of the last? */
bool     log_pg_wants_snapshot(struct log_pg *l);
/* Makes one of the data file `path` over a connection of its own, from any
 * thread, and trims the log. */
enum err log_pg_make_snapshot(const char *url, const char *path, char problem[256]);
/* A file of one machine becomes snapshot 0 of a log in which nothing happened. */
enum err log_pg_adopt(const char *url, const char *path, char problem[256]);

/* ---- who is there (nodes_pg.c) ---------------------------------------------- */

/* This process is a node that others reach at `link`. It holds the lock of its
 * name while it lives. ERR_REFUSED: another one has that name. */
enum err log_pg_join(struct log_pg *l, const char *link, char problem[256]);

/* Says how far this node is; once a second. ERR_REFUSED: for PG_NAME_LOST_MS another
 * one has had its name, so that this one was taken for dead. */
struct node_report {
    int64_t     applied;
    const char *build;
    bool        stuck; /* it cannot apply what the log holds */
    bool        leads; /* its hall is open */
};
enum err log_pg_report(struct log_pg *l, const struct node_report *report, char problem[256]);

struct node_row {
    char    name[PG_NAME_MAX], link[PG_LINK_MAX], build[64];
    char    role[16]; /* leader, follower, stuck or gone */
    bool    follows, gone;
    bool    serves; /* it has said itself that it leads, and not only taken the lead */
    int64_t applied, lag, epoch;
    double  seen; /* seconds ago */
};
enum err log_pg_nodes(struct log_pg *l, void (*each)(void *arg, const struct node_row *row), void *arg, char problem[256]);

struct node_search {
    const char     *name;
    struct node_row row;                   /* of that name; it is gone if there is none */
    int             others;                /* that are not gone */
    char            follower[PG_NAME_MAX]; /* one of those, which follows; or empty */
};
enum err log_pg_find(struct log_pg *l, struct node_search *search, char problem[256]);
enum err log_pg_command(struct log_pg *l, const char *command, char problem[256]);

#endif
