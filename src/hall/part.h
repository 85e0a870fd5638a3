/* A part of the hall. Tables, people, the hall API and every game's dialect are
 * parts; the hall itself only knows their list (src/parts.c). All functions run
 * in the hall thread, in the order of the list; each may be NULL. */
#ifndef HALL_PART_H
#define HALL_PART_H

#include "base/limits.h"
#include "base/settings.h"
#include "hall/job.h"
#include "hall/wire.h"
#include "store/store.h"

struct hall;

struct part {
    const char                   *name;       /* owner of its migrations, and for messages */
    const struct route           *routes;     /* ends with a NULL path */
    const struct setting         *settings;   /* its own options of `serve`; ends with a NULL name */
    const char                   *base;       /* name of one of them: if set, its value replaces "/<name>/" in the routes */
    const char *const            *migrations; /* of its own tables; ends with NULL */
    const struct job_kind *const *jobs;       /* of its own that can travel; ends with NULL */
    const struct limit           *limits;     /* of its own, for `meeple limits`; ends with a NULL name */

    /* Creates `*self`: prepares statements, loads what it keeps in memory. */
    enum err (*open)(struct hall *hall, void **self);
    /* The hall is about to close: release references into other parts. Called
     * for all parts before the first one closes. */
    void (*let_go)(struct hall *hall, void *self);
    void (*close)(struct hall *hall, void *self); /* in reverse order */

    /* A batch failed and was rolled back: discard and reload whatever mirrors
     * the store. Connections stay. */
    void (*forget)(struct hall *hall, void *self);

    /* With several nodes: a batch that had been settled was taken back, or put
     * back, so more may be wrong than what the latest batch touched. NULL:
     * `forget` throws everything away already. */
    void (*forget_all)(struct hall *hall, void *self);

    /* A batch has ended, successfully or not; called before the next ask. */
    void (*settled)(struct hall *hall, void *self);

    /* The queue is empty: do at most half a millisecond of background work.
     * False: there is none left until the next start. */
    bool (*idle)(struct hall *hall, void *self);

    /* Whether the ask may be handled; called for all parts before each. False:
     * it was answered, or the connection is being closed. */
    bool (*admits)(struct hall *hall, void *self, struct ask *ask);

    /* The server is stopping: say goodbye to connections. */
    void (*goodbye)(struct hall *hall, void *self);
};

/* All parts, in the order in which they open; ends with NULL (src/parts.c). */
extern const struct part *const all_parts[];

/* The memory that the part's `open` created. */
void *part_self(struct hall *hall, const struct part *part);

#endif
