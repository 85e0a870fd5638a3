/* The log of several nodes, in PostgreSQL: schema `meeple`, made by the first
 * node that comes. It holds password hashes and seeds like the data file.
 *
 *     lead      one row: who leads, under which epoch, the number of the last batch, until when
 *     log       the batches: n, epoch, at, body (store/record.h)
 *     snapshot  whole files, in parts; the log below the older of two is trimmed
 *     node      who is there, and how far
 *     secret    the key of the links between nodes
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

enum {
    PG_LEASE_MS = 3000,
    PG_RENEW_MS = 1000,
    PG_AWAY_MS = 2000, /* out of reach for so long: no batch begins */
    PG_NAME_MAX = 64,
    PG_LINK_MAX = 128,
    PG_KEY_BYTES = 32,
};

/* What `lead` says, and whether this node may take it over. */
struct lead {
    int64_t epoch, last;
    char    node[PG_NAME_MAX], link[PG_LINK_MAX];
    char    next[PG_NAME_MAX]; /* who shall lead next; empty: anybody */
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
};

/* Connects and makes the schema if there is none. `url` and `node` must outlive
 * the log. */
enum err log_pg_open(const char *url, const char *node, const char *link, struct log_pg **out, char problem[256]);
void     log_pg_close(struct log_pg *l);

/* ---- the thread that follows --------------------------------------------- */

/* All of these reconnect when they must. ERR_IO: out of reach, with a sentence. */
enum err log_pg_look(struct log_pg *l, struct lead *out, char problem[256]);
/* Waits for news, at most so long; true: the lead was taken or given up. `command`
 * gets an operator's: "lead NAME". */
bool     log_pg_wait(struct log_pg *l, int ms, char command[128]);

/* Batches after `from`, at most `most`; each is shown. ERR_STALE: the log has no
 * batch `from` under that epoch, though it has others from there on; ERR_NONE: it
 * is trimmed there. */
enum err log_pg_read(struct log_pg *l, const struct here *from, int most,
                     enum err (*each)(void *arg, const struct here *here, struct str body), void *arg, char problem[256]);

/* Says how far this node is; once a second. */
enum err log_pg_report(struct log_pg *l, int64_t applied, const char *build, const char *role, char problem[256]);

/* ---- leading ------------------------------------------------------------- */

/* Takes the lead from `seen`. ERR_REFUSED: another one was quicker, or batches
 * could be lost with a machine and nobody said that they may. `last`: the number
 * of the last batch before. */
enum err log_pg_take_lead(struct log_pg *l, const struct lead *seen, int64_t *last, char problem[256]);
bool     log_pg_may_lose(struct log_pg *l, char problem[256]); /* is there no synchronous standby? */

/* Renews the lease unless an append does so now. ERR_REFUSED: another leads. */
enum err log_pg_renew(struct log_pg *l);

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

/* ---- operators ------------------------------------------------------------- */

struct node_row {
    char    name[PG_NAME_MAX], link[PG_LINK_MAX], build[64], role[16];
    int64_t applied, lag, epoch;
    double  seen; /* seconds ago */
};
enum { PG_SEEN_SECONDS = 10 }; /* a node that was not seen for longer is gone */
enum err log_pg_nodes(struct log_pg *l, void (*each)(void *arg, const struct node_row *row), void *arg, char problem[256]);
/* How many nodes there are that are not gone: of that name, and others. */
enum err log_pg_count(struct log_pg *l, const char *name, int *named, int *others, char problem[256]);
enum err log_pg_command(struct log_pg *l, const char *command, char problem[256]);

#endif
