/* The store: one database, one connection, used by the hall thread alone.
 *
 * Two ways in. The journal (append-only, the hot path) has calls of its own.
 * Everything else is prepared statements in the SQL that SQLite and PostgreSQL
 * share; the hall and each game's dialect own their tables, with migrations
 * and statements in their own files.
 *
 * Writes join the batch's transaction, which begins by itself with the first
 * of them. store_commit() makes them durable: only when it returned ERR_OK
 * may anybody be told. On any failure the whole batch is rolled back and
 * everything in memory that mirrors it must be read again.
 *
 * The only back end is SQLite with a write-ahead log; `memory` is SQLite's
 * in-memory database behind the same code, for tests and demonstrations.
 * The owner's connection does not sync the log inside of a commit (SQLite's
 * synchronous=NORMAL): store_sync() does, so that whoever waits for the disk
 * need not be the thread that uses the store. Before anybody is told it comes
 * to the same as synchronous=FULL. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/err.h"
#include "base/str.h"

struct store;
struct stmt;

/* Numbered migrations of one owner ("hall", "smallworld"...). Step n runs once
 * in the life of a database, in order, inside one transaction with the note
 * that it ran. Never change a step that was released: add one. */
struct migration {
    const char        *owner;
    const char *const *steps; /* SQL scripts, NULL-terminated */
};

/* Opens "sqlite:PATH" or "memory". On failure `problem` gets a sentence that
 * says what to do (the file is no database, from a newer version, locked by
 * another process, not writable...). PATH's folder is created if missing.
 * ERR_REFUSED: another process is its server. */
enum err store_open(const char *where, struct store **out, char problem[256]);

/* The same for a tool beside a server that may be running (sqlite.h says how
 * they share): reads, and short writes through statements, but no journaling
 * and no migrations. ERR_NONE when there is no such file. */
enum err store_visit(const char *where, struct store **out, char problem[256]);

void store_close(struct store *s); /* rolls back what was not committed */

/* Runs the steps not yet run. ERR_REFUSED when the database knows more steps
 * than we do: it is from a newer version. */
enum err store_migrate(struct store *s, const struct migration *m, char problem[256]);

/* ---- statements -------------------------------------------------------- */

/* Prepares; the statement lives until store_close. A bad statement is a BUG.
 * Parameters are written ?1, ?2, ... */
struct stmt *store_prepare(struct store *s, const char *sql);
void         stmt_free(struct stmt *q); /* one that is used once; the others go with the store */

/* Binding is by number from 1 and stays until bound anew. Bytes bound are
 * copied. */
void stmt_int(struct stmt *q, int i, int64_t value);
void stmt_text(struct stmt *q, int i, struct str text); /* a NULL pointer binds SQL NULL */
void stmt_blob(struct stmt *q, int i, struct str bytes);
void stmt_real(struct stmt *q, int i, double value);
void stmt_null(struct stmt *q, int i);

/* A query: `while (stmt_row(q)) { stmt_col_int(q, 0) ... }` and then always
 * stmt_done(q), which says how it ended and resets it. Columns count from 0;
 * texts are valid until the next row or stmt_done. */
bool       stmt_row(struct stmt *q);
int64_t    stmt_col_int(struct stmt *q, int i);
double     stmt_col_real(struct stmt *q, int i);
struct str stmt_col_text(struct stmt *q, int i); /* SQL NULL: a NULL pointer */
struct str stmt_col_blob(struct stmt *q, int i);
bool       stmt_col_null(struct stmt *q, int i);
enum err   stmt_done(struct stmt *q);

/* A write: opens the batch's transaction if needed, runs to the end, resets.
 * A failure marks the whole batch as failed: store_commit will say so, so a
 * caller may ignore the result where it has nothing better to do. */
enum err stmt_run(struct stmt *q);

/* ---- the journal ------------------------------------------------------- */

/* One thing that happened at a table. `text` depends on `kind`
 * (hall/table.h). Seqs of a table are 0, 1, 2... without gaps; the hall, the
 * only writer, sees to it. */
struct journal_row {
    uint64_t   table;
    uint32_t   seq;
    char       kind;
    uint8_t    seat;
    int64_t    at;
    struct str text;
};

enum err journal_append(struct store *s, const struct journal_row *row);

/* Calls `each` for the rows of `table` with seq >= from, in order; stops early
 * when it returns false. Uses the position index that journal_tidy keeps and a
 * short in-memory list of the rows not yet in it, never a scan. */
enum err journal_read(struct store *s, uint64_t table, uint32_t from, bool (*each)(void *arg, const struct journal_row *row),
                      void *arg);

/* Moves up to `rows` journal positions into the position index (a transaction
 * of its own, between batches). The hall calls it when idle and when the list
 * of unindexed rows grows long. Nothing is lost when it fails; `problem` says
 * why, as store_commit does. */
enum err journal_tidy(struct store *s, int rows, char problem[256]);
size_t   journal_untidy(const struct store *s); /* how many are left */

/* Removes all rows of a table (only for tables that are deleted on request or
 * by a test-mode reset). */
enum err journal_erase(struct store *s, uint64_t table);

/* ---- batches ----------------------------------------------------------- */

bool     store_dirty(const struct store *s);               /* has the batch written anything? */
enum err store_commit(struct store *s, char problem[256]); /* nothing to do when not dirty */
void     store_rollback(struct store *s);

/* The two halves of store_commit.
 *
 * store_close_batch() ends the batch: every later query sees it, and every
 * later batch comes behind it in the log, but a power failure may still take
 * it. It fails as store_commit does, and then the batch is gone.
 *
 * store_sync() waits until the disk holds all batches closed before the call.
 * It is the one call that may come from another thread, at any time between
 * opening and closing. After ERR_IO nobody can know what the disk holds (the
 * system forgets what it could not write): the process must end and be started
 * again on what can be read. */
enum err store_close_batch(struct store *s, char problem[256]);
enum err store_sync(const struct store *s);

/* For tests of the failure path: the n-th write from now fails (1 = the next;
 * 0 = none); with n < 0 the -n-th commit fails. */
void store_fail_at(struct store *s, int n);

/* ---- operators --------------------------------------------------------- */

/* Copies the live database into a new file with SQLite's online backup, from
 * any process, while the server runs. `progress` may be NULL. */
enum err store_backup(const char *where, const char *to_file, void (*progress)(void *arg, int done, int total), void *arg,
                      char problem[256]);

#endif
