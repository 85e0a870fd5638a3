/* A store that is one copy of several: its state is made of a log of batches
 * that all nodes share (store/log.h), and `here` says how far it has come.
 *
 *     here (n, epoch, at, top)         the latest batch in this file, changed in that batch's own transaction
 *     undo (n, epoch_before, body)     the records of it, so that it can be taken back once
 *
 * SQLite's user_version is the number of the log.
 *
 * A node that follows applies batches that the log holds. The one that leads
 * makes them: its batches are recorded, closed in SQLite, and then appended by
 * store_sync(), which returns when the log holds them. So a file is at most one
 * batch ahead of the log, and that one can be taken back. */
#ifndef STORE_HERE_H
#define STORE_HERE_H

#include "store/log.h"
#include "store/store.h"

struct here {
    int64_t n, epoch; /* of the latest batch; 0, 0: none yet */
    int64_t at;       /* when it was made, in milliseconds since 1970 */
};

/* Opens the file `path` as such a copy, made if there is none; following.
 * ERR_REFUSED: it is the file of one machine... */
enum err store_open_level(const char *path, struct store **out, char problem[256]);
/* ...which this turns into a copy in which no batch of a log has happened. */
enum err store_make_level(const char *path, struct store **out, char problem[256]);

/* A copy knows the number of its log, and belongs to no other. ERR_REFUSED: it is
 * of another one. */
enum err store_claim(struct store *s, int log_number, char problem[256]);

struct here store_here(const struct store *s);

/* Is this a copy in which nothing has happened yet? */
bool store_is_empty(const struct store *s);

/* Applies the next batch; store_commit makes it and those before it durable.
 * ERR_STALE: this copy has gone another way. */
enum err store_follow(struct store *s, const struct here *to, struct str body, char problem[256]);

/* Takes the latest batch back. ERR_NONE: it is not known any more; ERR_REFUSED:
 * it erased something. */
enum err store_take_back(struct store *s, char problem[256]);

/* From now on this copy leads: every batch is recorded and goes to `log`. */
void        store_lead(struct store *s, struct log *log);
struct log *store_log(const struct store *s); /* NULL: it does not lead, or is the only one */

/* The time that the next batches are stamped with. */
void store_set_time(struct store *s, int64_t now);

/* While it is unknown whether the log holds the batch that was closed last
 * (store_sync has not returned, in another thread): it is taken back, so that
 * what is read is true, and no other batch begins until it is put back. */
enum err store_doubt(struct store *s, char problem[256]);
enum err store_believe(struct store *s, char problem[256]);

#endif
