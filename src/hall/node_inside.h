/* Inside a node: what its files share.
 *
 *     node.c    its thread: leading, handing over, snapshots, life
 *     follow.c  its file: level with the log, or made anew */
#ifndef HALL_NODE_INSIDE_H
#define HALL_NODE_INSIDE_H

#include "hall/node.h"
#include "store/log_pg.h"

#include <pthread.h>

enum {
    NODE_LOOK_MS = 100,      /* between two looks at the lease... */
    NODE_LOOK_AGAIN_MS = 50, /* ...that nobody seems to hold */
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
    bool                   stuck;  /* the log is there, but what it holds cannot be applied */
    bool                   behind; /* the log holds more than could be read at once */
    pthread_t              thread, renewer;
    bool                   started, renewing;
    _Atomic bool           stopping, leading;
    _Atomic bool           snapshotting;
    int64_t                looked_us, reported_us, snapshot_us, well_us, told_epoch;
    _Atomic int64_t        read_us; /* when the log was last read or looked at */
    struct lead            lead;    /* at the latest look */
    char                   told_link[PG_LINK_MAX];

    pthread_mutex_t   lock; /* of `state` */
    struct node_state state;
};

/* ---- follow.c --------------------------------------------------------------- */

enum err follow_open(struct node *n, char problem[256]);  /* opens the file, which must be of this log */
enum err follow_begin(struct node *n, char problem[256]); /* the same; an empty one is made of the snapshot */

/* Follows, learns who leads, and tells. False with a sentence: PostgreSQL is
 * away, or this file cannot be written. */
bool follow_on(struct node *n, char problem[256]);

/* With the lead: has the batches of those who led before, up to `last`. */
enum err follow_to(struct node *n, int64_t last, char problem[256]);

/* What others learn: where this node is in the log, that it is there at all. */
void follow_note_place(struct node *n, const struct lead *lead);
void follow_report(struct node *n);

#endif
