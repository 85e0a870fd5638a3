/* The checkpointer: moves the write-ahead log into the database while writes
 * continue.
 *
 * A checkpoint writes and syncs many pages, which takes longer than a hundred
 * commits. So a thread with its own connection does most of it concurrently
 * with the writer, and the writer only handles what was written meanwhile,
 * after which SQLite restarts the log. Without that last step a busy log would
 * grow without bound. */
#ifndef STORE_CHECKPOINT_H
#define STORE_CHECKPOINT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum checkpoint_state { CHECKPOINT_IDLE, CHECKPOINT_BUSY, CHECKPOINT_DONE };

struct checkpointer {
    const char                   *path;
    pthread_t                     thread;
    pthread_mutex_t               lock; /* for `more`, `state` and `stopping` */
    pthread_cond_t                more;
    _Atomic enum checkpoint_state state;
    bool                          stopping;
    bool                          started;
};

void checkpointer_init(struct checkpointer *m, const char *path); /* the thread starts with the first checkpoint */
void checkpointer_release(struct checkpointer *m);                /* waits for a running checkpoint */

/* Called by the writer after a commit that left the log long: starts a
 * checkpoint, or returns true when one has finished and the writer should do
 * the last step. */
bool checkpointer_step(struct checkpointer *m);

#endif
