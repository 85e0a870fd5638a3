/* Moving the write-ahead log into the database while writing goes on.
 *
 * A checkpoint writes and syncs many pages, which takes longer than a hundred
 * commits. So a thread with a connection of its own does the bulk of it beside the
 * writer, and the writer itself only what came in meanwhile, after which SQLite
 * begins the log anew; without that last step a busy log would grow for ever. */
#ifndef STORE_MOVER_H
#define STORE_MOVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum mover_state { MOVER_IDLE, MOVER_BUSY, MOVER_DONE };

struct mover {
    const char              *path;
    pthread_t                thread;
    pthread_mutex_t          lock; /* of `more`, with the next two */
    pthread_cond_t           more;
    _Atomic enum mover_state state;
    bool                     stopping;
    bool                     started;
};

void mover_init(struct mover *m, const char *path); /* the thread starts with the first move */
void mover_release(struct mover *m);                /* waits for a move under way */

/* Called by the writer after a commit that left the log long: begins a move, or
 * says that one has ended and it is time for the last step. */
bool mover_step(struct mover *m);

#endif
