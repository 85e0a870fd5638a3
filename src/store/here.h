/* Stores that are copies of each other: the state of each is the result of a log
 * of batches shared by all nodes (store/log.h), and `here` says how much of the log
 * a copy contains.
 *
 *     here (n, epoch, at, top)         the latest batch in this file, updated in that batch's transaction
 *     undo (n, epoch_before, body)     its records, so that it can be rolled back
 *
 * SQLite's user_version is the number of the log.
 *
 * A follower applies batches from the log. The leader makes them: each batch is
 * recorded, committed in SQLite and then appended by store_sync(), which returns
 * when the log holds it. So a file is at most one batch ahead of the log, and that
 * batch can be rolled back. */
#ifndef STORE_HERE_H
#define STORE_HERE_H

#include "store/log.h"
#include "store/store.h"

struct here {
    int64_t n, epoch; /* of the latest batch; 0, 0: none yet */
    int64_t at;       /* when it was made, in milliseconds since 1970 */
};

/* Opens the file `path` as a following copy, and creates it if necessary.
 * ERR_REFUSED: it is the file of one machine... */
enum err store_open_level(const char *path, struct store **out, char problem[256]);
/* ...which this function converts to a copy that contains no batch yet. */
enum err store_make_level(const char *path, struct store **out, char problem[256]);

/* Binds a new copy to its log. ERR_REFUSED: it belongs to another log. */
enum err store_claim(struct store *s, int log_number, char problem[256]);

struct here store_here(const struct store *s);

/* Does this copy contain nothing yet? */
bool store_is_empty(const struct store *s);

/* Applies the next batch; store_commit makes all that were applied durable.
 * ERR_STALE: the batch does not fit, so this copy has diverged. */
enum err store_follow(struct store *s, const struct here *to, struct str body, char problem[256]);

/* Rolls back the latest batch. ERR_NONE: its records are gone. ERR_REFUSED: it
 * contains something that cannot be rolled back. */
enum err store_take_back(struct store *s, char problem[256]);

/* From now on this copy leads: batches are recorded and appended to `log`. */
void        store_lead(struct store *s, struct log *log);
struct log *store_log(const struct store *s); /* NULL: it follows, or is not one of several */

/* The timestamp of the next batches. */
void store_set_time(struct store *s, int64_t now);

/* While store_sync, in another thread, does not return, it is unknown whether the
 * log holds the batch that was closed last. store_doubt rolls it back, so that reads
 * are true, and no other batch can begin until store_believe applies it again. */
enum err store_doubt(struct store *s, char problem[256]);
enum err store_believe(struct store *s, char problem[256]);

#endif
