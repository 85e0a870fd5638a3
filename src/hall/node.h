/* A node: one of several servers that share a log in PostgreSQL (store/log_pg.h).
 *
 * Its thread applies the log to the data file, takes the lead when it is vacant
 * and then opens the hall, and hands the lead over when an operator asks for it.
 * It reports changes through `struct node_ears`, from its own thread.
 *
 * A node that was deposed ends its process: its hall has answered nothing that
 * the log does not hold, and the next start rolls back the unfinished batch. */
#ifndef HALL_NODE_H
#define HALL_NODE_H

#include "hall/hall.h"

struct node;

struct node_ears {
    void *arg;
    /* Another node leads and is reached at `link`; empty: nobody leads. */
    void (*leader)(void *arg, const char *link, int64_t epoch);
    /* The hall is open but not started. May be NULL. */
    void (*opened)(struct hall *hall);
    /* This node leads and its hall has started. */
    void (*leads)(void *arg, struct hall *hall, int64_t epoch);
    /* The hall is about to stop: returns once no more asks will be submitted... */
    void (*stopping)(void *arg);
    /* ...and this one once its last outs have been taken. */
    void (*stopped)(void *arg);
    /* Outs are ready: passed to hall_open. */
    void (*wake)(void *arg);
};

/* Connects to PostgreSQL and opens the data file. `link` is the address at which
 * other nodes reach this one. */
enum err node_open(const struct settings *settings, const char *link, struct node_ears ears, struct node **out, char problem[256]);
bool     node_start(struct node *node);
/* Before the process exits: stops the hall and gives up the lead. The ears are
 * called in the caller's thread. */
void     node_stop(struct node *node);
void     node_close(struct node *node);

/* The key of the links. */
struct str node_key(const struct node *node);

/* For /healthz and /metrics. Any thread. */
struct node_state {
    bool     leads;
    int64_t  epoch, applied, lag, lag_ms;
    uint64_t takeovers, undone, diverged, in_doubt, appends, append_us, renewals;
    char     problem[256]; /* why this node cannot follow or lead; empty: none */
};
void node_state(struct node *node, struct node_state *out);

#endif
