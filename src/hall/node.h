/* A node: one of several servers that share a log in PostgreSQL (store/log_pg.h).
 *
 * Its thread keeps the data file level with the log, takes the lead when that is
 * vacant, opens the hall then, and hands it over when an operator says so. What
 * it learns it tells through `struct node_ears`, from its own thread.
 *
 * A node that finds out that another one leads in its place ends its process: its
 * hall has said nothing that the log does not hold, and the next start takes back
 * what was under way. */
#ifndef HALL_NODE_H
#define HALL_NODE_H

#include "hall/hall.h"

struct node;

struct node_ears {
    void *arg;
    /* Another node leads and is linked at this address; an empty one: nobody does. */
    void (*leader)(void *arg, const char *link, int64_t epoch);
    /* Its hall is open and has not started yet; may be NULL. */
    void (*opened)(struct hall *hall);
    /* This node leads: its hall has started. */
    void (*leads)(void *arg, struct hall *hall, int64_t epoch);
    /* It is about to stop: returns when no ask will be submitted any more... */
    void (*stopping)(void *arg);
    /* ...and when its last outs have been taken. */
    void (*stopped)(void *arg);
    /* Outs wait: for hall_open. */
    void (*wake)(void *arg);
};

/* Connects, and opens the data file. `link`: where other nodes reach this one. */
enum err node_open(const struct settings *settings, const char *link, struct node_ears ears, struct node **out, char problem[256]);
bool     node_start(struct node *node);
/* The process is about to end: hands the lead over and stops the hall. The ears
 * are called in the caller's thread. */
void     node_stop(struct node *node);
void     node_close(struct node *node);

/* The key of the links. */
struct str node_key(const struct node *node);

/* What /healthz and /metrics tell. Any thread. */
struct node_state {
    bool     leads;
    int64_t  epoch, applied, lag, lag_ms;
    uint64_t takeovers, undone, diverged, in_doubt, appends, append_us, renewals;
    char     problem[256]; /* why nobody leads; empty: all is well */
};
void node_state(struct node *node, struct node_state *out);

#endif
