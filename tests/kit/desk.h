/* A hall without doors, for tests: requests go in one at a time, and their
 * replies come out. Whatever the hall says on the way, pushes included, is told
 * to `heard` and then dropped. */
#ifndef KIT_DESK_H
#define KIT_DESK_H

#include "hall/hall.h"

#include <pthread.h>

struct desk {
    struct settings *settings;
    struct hall     *hall;
    pthread_mutex_t  lock;
    pthread_cond_t   more;
    bool             woken;
    uint64_t         conn; /* the latest one */

    /* For the owner to set; may stay NULL. */
    void (*heard)(void *arg, struct str text);
    void *heard_arg;
};

/* Opens a hall in test mode on `store`; with `fail_at` the store fails there
 * (store_fail_at). A failure to open is a BUG. */
void desk_open(struct desk *d, const char *store, int fail_at);
void desk_close(struct desk *d);

/* The route that serves `path` and what of it matched, as the doors would
 * choose it; NULL: none. */
const struct route *desk_route(const struct desk *d, enum method method, struct str path);

/* An ask with a fresh connection and its slices filled; `path` may have a query. */
struct ask *desk_ask(struct desk *d, const struct route *route, enum method method, struct str path, struct str token,
                     struct str key, struct str body);
void        desk_submit(struct desk *d, struct ask *ask);

/* Waits for the reply on `conn` and gives its status; `reply` may be NULL. */
int desk_wait(struct desk *d, uint64_t conn, struct buf *reply);

/* All of that: a request by its texts. */
int desk_http(struct desk *d, enum method method, const char *path, const char *token, const char *key, const char *body,
              struct buf *reply);

#endif
