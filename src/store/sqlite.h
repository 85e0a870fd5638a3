/* Shared by the files of the SQLite backend: sqlite.c (statements, batches,
 * migrations), open.c (opening, locks, messages), journal.c, here.c, backup.c.
 *
 * Who may open the database:
 *
 *   - store_open() makes this process the owner: the only one that journals.
 *     It holds an exclusive flock on PATH-lock and one on the database file
 *     itself, which may have other names (hard links); a second owner is
 *     refused at once. The kernel releases both when the process ends, however
 *     it ends. Closing any descriptor of the database file releases SQLite's
 *     own locks on it, which are of another kind: the owner closes that one
 *     last, and code that only asks for the owner uses PATH-lock.
 *   - store_visit() does not take that lock, so that `meeple user`, `export`,
 *     `replay` and `backup` work beside a running server. A visitor reads one
 *     snapshot from opening until its first write; its writes are short
 *     transactions that the server waits for, since SQLite has one writer at a
 *     time. It never journals, because the owner keeps the newest journal
 *     positions in memory, and it never migrates. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/checkpoint.h"
#include "store/here.h"
#include "store/record.h"
#include "store/store.h"
#include "store/tail.h"

#include <limits.h>
#include <sqlite3.h>
#include <sys/types.h>

enum {
    STORE_APPLICATION = 0x4D65706C, /* "Mepl": PRAGMA application_id of our files */
    STORE_BUSY_MS = 5000,           /* how long to wait for another writer */
    STORE_WAL_IDLE_PAGES = 500,     /* when idle, a longer log is checkpointed... */
    STORE_WAL_MANY_PAGES = 16000,   /* ...at this length in the background... */
    STORE_WAL_MOST_PAGES = 80000,   /* ...and at this length immediately, inside a commit */
    STORE_WAL_FRAME = 4096 + 24,    /* bytes of a page in the log */
    STORE_WAL_AHEAD_PAGES = 64,     /* minimum space in the log file after its end... */
    STORE_WAL_ROOM = 256 * 1024,    /* ...and how much is added */
};

struct store {
    sqlite3            *db;
    char               *path;      /* NULL: memory */
    int                 lock;      /* descriptor of PATH-lock; -1: visitor or in memory */
    int                 lock_file; /* the same for the database file itself */
    int                 wal;       /* another descriptor of SQLite's log, for syncing; -1: visitor or in memory */
    bool                visitor;   /* see above */
    struct stmt        *stmts;     /* all prepared statements */
    struct stmt        *begin, *commit, *rollback;
    int                 wal_pages; /* length of the log after the latest commit */
    off_t               wal_size;  /* minimum size of its file */
    struct checkpointer checkpointer;

    /* the batch */
    bool dirty;                   /* a transaction is open, or would be if it had not failed */
    bool failed;                  /* a write failed: no more writes until the end of the batch */
    char problem[256];            /* why */
    int  fail_write, fail_commit; /* store_fail_at: counts down to the failure; 0: off */

    /* the journal */
    struct tail  tail;
    bool         tail_known; /* the tail mirrors the database; otherwise it is reloaded before use */
    int64_t      next_id;    /* of the next journal row */
    uint64_t     batch_end;  /* tail.end and next_id before the batch, for its rollback */
    int64_t      batch_next;
    bool         batch_erased;  /* erased rows cannot be restored in the tail: a rollback reloads it */
    int          batch_changes; /* rows changed before the batch, since the file was opened */
    struct stmt *append, *row, *runs, *rows_above, *mark, *mark_set, *run_add, *rewrite, *erase_row, *erase_runs;

    /* one of several nodes (here.h) */
    bool             foreign;  /* we visit the file of a node: it is only read */
    bool             level;    /* it has `here`; else nothing of this is used */
    struct recorder *recorder; /* NULL: not level */
    struct applier   applier;
    struct log      *log;              /* NULL: following */
    struct here      here, batch_here; /* now, and before the batch */
    int64_t          top;              /* the highest id that a journal row ever had on any node */
    int64_t          now;              /* store_set_time */
    bool             doubt;            /* no batch may begin... */
    bool             own;              /* ...but this one, which the log holds already or never gets */
    struct {
        bool        waits; /* for store_sync */
        struct here here;
        struct buf  body;
        int64_t     first_id; /* of its journal rows */
    } closed;                 /* the batch that was closed last */
    struct stmt *here_set, *undo_set, *undo_get;
};

struct stmt {
    struct store *store;
    sqlite3_stmt *sql;
    struct stmt  *next;
    int           rc; /* of the latest step */
    bool          writes;
};

/* Formats a message (truncated if it is too long) and returns `err`. */
__attribute__((format(printf, 3, 4))) enum err store_problem(char problem[256], enum err err, const char *format, ...);

/* The message for a failed SQLite call: what is wrong with `path` and what to
 * do. */
/* store_backup. `as_node`: a node's file stays one. */
struct store_copying {
    void (*progress)(void *arg, int done, int total);
    void *arg;
    bool  as_node;
};
enum err store_copy(const char *where, const char *to_file, struct store_copying how, char problem[256]);

void store_explain(sqlite3 *db, int rc, const char *path, char problem[256]);

/* The folder of `path`, with a trailing slash, or ".". */
void store_folder(const char *path, char folder[PATH_MAX]);

/* The path in "sqlite:PATH", NULL for "memory"; an error message if `where` is
 * neither. */
enum err store_path(const char *where, const char **path, char problem[256]);

/* Resolves symbolic links: SQLite's log is beside the real file. */
enum err store_real_path(const char *path, char real[PATH_MAX], char problem[256]);

/* Locks the data file itself, whatever its name, until `*lock` is closed.
 * ERR_REFUSED: another process has locked it. */
enum err store_lock_file(const char *path, int *lock, char problem[256]);

/* Makes this process the owner of the data file, until it closes `*lock`.
 * Creates the folder if missing. ERR_REFUSED: another process is the owner. */
enum err store_lock(const char *path, int *lock, char problem[256]);

/* Gives a file created by root to the owner of its folder: otherwise the
 * server, which runs as another user, could not write it. */
void store_adopt(int fd, const char *path);

/* Begins the batch's transaction unless it is open. False: the batch has
 * failed. */
bool store_begin(struct store *s);
/* Marks the batch as failed: after SQLite returned `rc`, or with a message. */
void store_fail(struct store *s, int rc);
void store_fail_because(struct store *s, const char *problem);
/* Runs step number `step` (from 0) of an owner's migrations and records it. */
int  store_run_step(struct store *s, const char *owner, int step, const char *sql);
/* Counts a write for store_fail_at: true if it must fail. */
bool store_fault(struct store *s);

/* Runs a statement to completion outside of batches. */
int stmt_exec(struct stmt *q);

/* The journal's part in opening and in batches. */
extern const struct migration journal_migration;
void                          journal_prepare(struct store *s);
enum err                      journal_load(struct store *s); /* reloads the tail if necessary */
void                          journal_rollback(struct store *s);

/* The share of here.c. */
int      here_open(struct store *s);
void     here_close(struct store *s);
int      here_close_batch(struct store *s, struct here *next); /* inside of the transaction; what `here` will be */
enum err here_sync(struct store *s);

#endif
