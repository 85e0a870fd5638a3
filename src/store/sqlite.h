/* What the files of the SQLite back end share: sqlite.c (statements, batches,
 * migrations), open.c (opening, locks, sentences), journal.c, backup.c.
 *
 * Who may open what, when:
 *
 *   - store_open() makes this process the owner: the only one that journals.
 *     It holds an exclusive flock on PATH-lock, and a second owner is refused
 *     at once. The kernel drops the lock with the process, however it dies.
 *     The lock is on a file of its own because closing any descriptor of the
 *     database file would drop SQLite's own locks on it.
 *   - store_visit() does not take that lock, so that `meeple user`, `export`,
 *     `replay` and `backup` work beside a running server. A visitor reads one
 *     snapshot from opening until its first write; its writes are short
 *     transactions for which the server waits, as SQLite has one writer at a
 *     time. It never journals, since the owner keeps the newest journal
 *     positions in memory, and it never migrates. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/mover.h"
#include "store/store.h"
#include "store/tail.h"

#include <limits.h>
#include <sqlite3.h>
#include <sys/types.h>

enum {
    STORE_APPLICATION = 0x4D65706C, /* "Mepl": PRAGMA application_id of our files */
    STORE_BUSY_MS = 5000,           /* how long we wait for the other writer */
    STORE_WAL_IDLE_PAGES = 500,     /* when idle, a longer log is moved into the database... */
    STORE_WAL_MANY_PAGES = 16000,   /* ...at this length in the background... */
    STORE_WAL_MOST_PAGES = 80000,   /* ...and at this one at once, inside a commit */
    STORE_WAL_FRAME = 4096 + 24,    /* bytes that a page takes in the log */
    STORE_WAL_AHEAD_PAGES = 64,     /* room in the log's file behind its end... */
    STORE_WAL_ROOM = 256 * 1024,    /* ...and how much is added when there is less */
};

struct store {
    sqlite3     *db;
    char        *path;    /* NULL: memory */
    int          lock;    /* descriptor of PATH-lock; -1: visitor or memory */
    int          wal;     /* another descriptor of SQLite's log, to sync it; -1: visitor or memory */
    bool         visitor; /* see above */
    struct stmt *stmts;   /* all that were prepared */
    struct stmt *begin, *commit, *rollback;
    int          wal_pages; /* length of the log after the latest commit */
    off_t        wal_size;  /* its file is at least so long */
    struct mover mover;

    /* the batch */
    bool dirty;                   /* a transaction is open, or would be if it had not failed */
    bool failed;                  /* a write failed: nothing more is written until the end of the batch */
    char problem[256];            /* why */
    int  fail_write, fail_commit; /* store_fail_at: counts down to the failure; 0: none */

    /* the journal */
    struct tail  tail;
    bool         tail_known; /* the tail mirrors the database; else it is read again before use */
    int64_t      next_id;    /* of the next journal row */
    uint64_t     batch_end;  /* tail.end and next_id before the batch, for its rollback */
    int64_t      batch_next;
    bool         batch_erased; /* erased rows cannot be put back into the tail: a rollback reads it anew */
    struct stmt *append, *row, *runs, *rows_above, *mark, *mark_set, *run_add, *erase_row, *erase_runs;
};

struct stmt {
    struct store *store;
    sqlite3_stmt *sql;
    struct stmt  *next;
    int           rc; /* of the latest step */
    bool          writes;
};

/* Writes a sentence (cut off if it is too long) and returns `err`. */
__attribute__((format(printf, 3, 4))) enum err store_problem(char problem[256], enum err err, const char *format, ...);

/* Writes the sentence for a failed SQLite call: what is wrong with `path` and
 * what to do. */
void store_explain(sqlite3 *db, int rc, const char *path, char problem[256]);

/* The folder that `path` is in, with a final slash, or ".". */
void store_folder(const char *path, char folder[PATH_MAX]);

/* Begins the batch's transaction unless it is open. False: the batch failed. */
bool store_begin(struct store *s);
/* Marks the batch as failed: after SQLite said `rc`, or with a sentence. */
void store_fail(struct store *s, int rc);
void store_fail_because(struct store *s, const char *problem);
/* Counts a write for store_fail_at: true if it must fail now. */
bool store_fault(struct store *s);

/* Runs a statement outside of batches, to its end. */
int stmt_exec(struct stmt *q);

/* The journal's share of opening and of the batch's life. */
extern const struct migration journal_migration;
void                          journal_prepare(struct store *s);
enum err                      journal_load(struct store *s); /* reads the tail again if it is not known */
void                          journal_rollback(struct store *s);

#endif
