/* Internals of a node.
 *
 *     node.c    its thread: leading, handing over, snapshots, start and stop
 *     follow.c  its data file: applying the log, recovering, rebuilding */
#ifndef HALL_NODE_INSIDE_H
#define HALL_NODE_INSIDE_H

#include "hall/node.h"
#include "store/log_pg.h"

#include <pthread.h>

enum {
    NODE_LOOK_MS = 100, /* between two looks at the lease */
    NODE_PATH_MOST = 4096,
};

struct node {
    const struct settings *settings;
    struct node_ears       ears;
    char                   path[NODE_PATH_MOST];
    struct log_pg         *log;
    struct store          *store; /* while following */
    struct hall           *hall;  /* while leading */
    bool                   may_lose, warned_of_loss, warned_of_steps;
    bool                   stuck;  /* PostgreSQL answers, but the log cannot be applied */
    bool                   behind; /* there is more in the log than was read in one go */
    pthread_t              thread, renewer;
    bool                   started, renewing;
    _Atomic bool           stopping, leading;
    _Atomic bool           snapshotting;
    int64_t                looked_us, reported_us, snapshot_us, well_us, told_epoch;
    _Atomic int64_t        read_us; /* when PostgreSQL last answered */
    struct lead            lead;    /* at the latest look */
    char                   told_link[PG_LINK_MAX];

    pthread_mutex_t   lock; /* of `state` */
    struct node_state state;
};

/* ---- follow.c --------------------------------------------------------------- */

enum err follow_open(struct node *n, char problem[256]);  /* opens the file, which must belong to this log */
enum err follow_begin(struct node *n, char problem[256]); /* the same; an empty file is filled from the snapshot */

/* Applies what is new in the log, finds out who leads and reports that. False with
 * a message: PostgreSQL is unreachable, or the file cannot be written. */
bool follow_on(struct node *n, char problem[256]);

/* After taking the lead: applies the batches of former leaders, up to `last`. */
enum err follow_to(struct node *n, int64_t last, char problem[256]);

/* Publishes how far this node is: to /healthz and /metrics, and in PostgreSQL. */
void follow_note_place(struct node *n, const struct lead *lead);
void follow_report(struct node *n);

#endif
