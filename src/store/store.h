/* The store: one database, one connection, used by the hall thread only.
 *
 * There are two interfaces. The journal (append-only, the hot path) has its own
 * functions. Everything else is prepared statements in the SQL that SQLite and
 * PostgreSQL share; the hall and each dialect own their tables, with migrations
 * and statements in their own files.
 *
 * Writes join the batch's transaction, which begins with the first of them.
 * store_commit() makes them durable: nobody may be told before it returned
 * ERR_OK. On failure the whole batch is rolled back, and everything in memory
 * that mirrors it must be reloaded.
 *
 * The only backend is SQLite with a write-ahead log; `memory` is SQLite's
 * in-memory database behind the same code, for tests and demonstrations. The
 * owner's connection does not sync the log in a commit (synchronous=NORMAL);
 * store_sync() does, so that another thread can wait for the disk. As nothing
 * is sent before, this is as durable as synchronous=FULL. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/err.h"
#include "base/str.h"

struct store;
struct stmt;

/* Numbered migrations of one owner ("hall", "smallworld"...). Step n runs once
 * per database, in order, in one transaction with the record that it ran. Never
 * change a released step: add one. */
struct migration {
    const char        *owner;
    const char *const *steps; /* SQL scripts, NULL-terminated */
};

/* Opens "sqlite:PATH" or "memory". On failure `problem` gets a message that
 * says what to do (not a database, from a newer version, locked by another
 * process, not writable...). PATH's folder is created if missing. ERR_REFUSED:
 * another server owns it. */
enum err store_open(const char *where, struct store **out, char problem[256]);

/* The same for a tool that may run beside a server (sqlite.h explains how they
 * share): reads, and short writes through statements, but no journaling and no
 * migrations. ERR_NONE: no such file. */
enum err store_visit(const char *where, struct store **out, char problem[256]);

void store_close(struct store *s); /* rolls back uncommitted writes */

/* Runs the missing steps. ERR_REFUSED if the database has more steps than we
 * know: it is from a newer version. */
enum err store_migrate(struct store *s, const struct migration *m, char problem[256]);

/* Has the database no steps of that owner that we do not know? */
bool store_knows(struct store *s, const struct migration *m);

/* ---- statements -------------------------------------------------------- */

/* Prepares a statement, which lives until store_close. An invalid one is a BUG.
 * Parameters are written ?1, ?2, ... */
struct stmt *store_prepare(struct store *s, const char *sql);
void         stmt_free(struct stmt *q); /* only for one-off statements; the others are freed with the store */

/* Parameters count from 1 and stay bound until bound again. Bytes are copied. */
void stmt_int(struct stmt *q, int i, int64_t value);
void stmt_text(struct stmt *q, int i, struct str text); /* a NULL pointer binds SQL NULL */
void stmt_blob(struct stmt *q, int i, struct str bytes);
void stmt_real(struct stmt *q, int i, double value);
void stmt_null(struct stmt *q, int i);

/* A query: `while (stmt_row(q)) { stmt_col_int(q, 0) ... }` and then always
 * stmt_done(q), which returns how it ended and resets it. Columns count from 0;
 * texts are valid until the next row or stmt_done.
 *
 * A failed read marks the whole batch as failed, like a failed write: nothing
 * derived from incomplete rows is stored or sent. So a caller may ignore the
 * result of stmt_done. */
bool       stmt_row(struct stmt *q);
int64_t    stmt_col_int(struct stmt *q, int i);
double     stmt_col_real(struct stmt *q, int i);
struct str stmt_col_text(struct stmt *q, int i); /* SQL NULL: a NULL pointer */
struct str stmt_col_blob(struct stmt *q, int i);
bool       stmt_col_null(struct stmt *q, int i);
enum err   stmt_done(struct stmt *q);

/* A write: opens the batch's transaction if needed, runs to completion, resets.
 * A failure marks the whole batch as failed and store_commit reports it, so a
 * caller may ignore the result. */
enum err stmt_run(struct stmt *q);

/* ---- the journal ------------------------------------------------------- */

/* One event at a table. `text` depends on `kind` (tables/table.h). The sequence
 * numbers of a table are 0, 1, 2... without gaps; the hall, the only writer,
 * ensures that. */
struct journal_row {
    uint64_t   table;
    uint32_t   seq;
    char       kind;
    uint8_t    seat;
    int64_t    at;
    struct str text;
};

enum err journal_append(struct store *s, const struct journal_row *row);

/* Calls `each` for the rows of `table` with seq >= from, in order, until it
 * returns false. Uses the position index and an in-memory list of unindexed
 * rows, never a scan. */
enum err journal_read(struct store *s, uint64_t table, uint32_t from, bool (*each)(void *arg, const struct journal_row *row),
                      void *arg);

/* Moves up to `rows` journal positions to the position index (in its own
 * transaction, between batches). The hall calls it when idle and when there are
 * many unindexed rows. Nothing is lost if it fails; `problem` says why, as in
 * store_commit. */
enum err journal_tidy(struct store *s, int rows, char problem[256]);
size_t   journal_untidy(const struct store *s); /* number of unindexed rows */

/* Replaces the text of row `seq` of a table (only for chat that an operator
 * removes). ERR_NONE: there is no such row. */
enum err journal_rewrite(struct store *s, uint64_t table, uint32_t seq, struct str text);

/* Removes all rows of a table (only for tables deleted on request or by a
 * test-mode reset). */
enum err journal_erase(struct store *s, uint64_t table);

/* ---- batches ----------------------------------------------------------- */

bool     store_dirty(const struct store *s);               /* has the batch written anything? */
bool     store_changed(const struct store *s);             /* and did it change a row? */
enum err store_commit(struct store *s, char problem[256]); /* no-op if not dirty */
void     store_rollback(struct store *s);

/* The two halves of store_commit.
 *
 * store_close_batch() ends the batch: all later queries see it and all later
 * batches follow it in the log, but a power failure may still lose it. It fails
 * like store_commit, and then the batch is gone.
 *
 * store_sync() waits until all batches closed before the call are on disk. It
 * is the only function that may be called from another thread, at any time
 * between open and close. After ERR_IO the contents of the disk are unknown
 * (the kernel drops pages it could not write): the process must exit and
 * restart from what can be read. With a log (here.h) ERR_REFUSED: another node
 * leads. */
enum err store_close_batch(struct store *s, char problem[256]);
enum err store_sync(struct store *s);

/* Failure injection for tests: the n-th write from now fails (1 = the next; 0 =
 * none); with n < 0 the -n-th commit fails. */
void store_fail_at(struct store *s, int n);

/* ---- operators --------------------------------------------------------- */

enum { STORE_NAME_MAX = 4096 }; /* maximum length of a file name */

/* Copies the live database into a new file with SQLite's online backup, from
 * any process, while the server runs. `progress` may be NULL. */
enum err store_backup(const char *where, const char *to_file, void (*progress)(void *arg, int done, int total), void *arg,
                      char problem[256]);

/* Replaces the data file by a copy of a backup. The old file is kept under the
 * name stored in `kept` (empty: there was none). ERR_REFUSED: a server is using
 * it. When run as root, the file gets the owner of its folder. */
enum err store_restore(const char *where, const char *from_file, char kept[STORE_NAME_MAX],
                       void (*progress)(void *arg, int done, int total), void *arg, char problem[256]);

#endif
