/* Statements, batches and migrations on SQLite. */
#include "store/sqlite.h"

#include "base/log.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void store_close(struct store *s)
{
    if (!s)
        return;
    checkpointer_release(&s->checkpointer);
    here_close(s);
    for (struct stmt *q = s->stmts, *next; q; q = next) {
        next = q->next;
        sqlite3_finalize(q->sql);
        free(q);
    }
    /* Closing rolls back uncommitted writes and, for the last connection,
     * checkpoints the log. */
    sqlite3_close(s->db);
    tail_release(&s->tail);
    if (s->wal >= 0)
        close(s->wal);
    if (s->lock_file >= 0)
        close(s->lock_file);
    if (s->lock >= 0)
        close(s->lock);
    free(s->path);
    free(s);
}

/* ---- statements -------------------------------------------------------- */

struct stmt *store_prepare(struct store *s, const char *sql)
{
    struct stmt *q = mem_new(sizeof *q);

    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q->sql, NULL) != SQLITE_OK || !q->sql) {
        log_error("store", "%s in: %s", sqlite3_errmsg(s->db), sql);
        BUG("a statement cannot be prepared");
    }
    q->store = s;
    q->writes = !sqlite3_stmt_readonly(q->sql);
    q->next = s->stmts;
    s->stmts = q;
    return q;
}

void stmt_free(struct stmt *q)
{
    struct stmt **at = &q->store->stmts;

    while (*at != q)
        at = &(*at)->next;
    *at = q->next;
    sqlite3_finalize(q->sql);
    free(q);
}

static void bound(int rc)
{
    if (rc != SQLITE_OK)
        BUG("no such parameter, or bound during a query");
}

void stmt_int(struct stmt *q, int i, int64_t value)
{
    bound(sqlite3_bind_int64(q->sql, i, value));
}

void stmt_text(struct stmt *q, int i, struct str text)
{
    bound(sqlite3_bind_text64(q->sql, i, text.at, text.len, SQLITE_TRANSIENT, SQLITE_UTF8));
}

void stmt_blob(struct stmt *q, int i, struct str bytes)
{
    bound(sqlite3_bind_blob64(q->sql, i, bytes.at, bytes.len, SQLITE_TRANSIENT));
}

void stmt_real(struct stmt *q, int i, double value)
{
    bound(sqlite3_bind_double(q->sql, i, value));
}

void stmt_null(struct stmt *q, int i)
{
    bound(sqlite3_bind_null(q->sql, i));
}

bool stmt_row(struct stmt *q)
{
    /* A write that returns rows belongs to the batch like any other. */
    if (q->writes && !sqlite3_stmt_busy(q->sql) && (store_fault(q->store) || !store_begin(q->store))) {
        q->rc = SQLITE_ABORT;
        return false;
    }
    q->rc = sqlite3_step(q->sql);
    if (q->rc == SQLITE_ROW)
        return true;
    if (q->rc != SQLITE_DONE) {
        if (!q->writes)
            log_error("store", "%s (%d) in: %s", sqlite3_errmsg(q->store->db), q->rc, sqlite3_sql(q->sql));
        store_fail(q->store, q->rc);
    }
    return false;
}

int64_t stmt_col_int(struct stmt *q, int i)
{
    return sqlite3_column_int64(q->sql, i);
}

double stmt_col_real(struct stmt *q, int i)
{
    return sqlite3_column_double(q->sql, i);
}

bool stmt_col_null(struct stmt *q, int i)
{
    return sqlite3_column_type(q->sql, i) == SQLITE_NULL;
}

struct str stmt_col_text(struct stmt *q, int i)
{
    const char *text = (const char *)sqlite3_column_text(q->sql, i);

    return (struct str){ text, text ? (size_t)sqlite3_column_bytes(q->sql, i) : 0 };
}

struct str stmt_col_blob(struct stmt *q, int i)
{
    const void *bytes = sqlite3_column_blob(q->sql, i);

    /* SQLite also returns NULL for an empty blob. */
    if (!bytes)
        return stmt_col_null(q, i) ? STR_NONE : STR("");
    return (struct str){ bytes, (size_t)sqlite3_column_bytes(q->sql, i) };
}

enum err stmt_done(struct stmt *q)
{
    bool ended = q->rc == SQLITE_DONE || q->rc == SQLITE_ROW || q->rc == SQLITE_OK;

    sqlite3_reset(q->sql);
    q->rc = SQLITE_OK;
    return ended ? ERR_OK : ERR_IO;
}

int stmt_exec(struct stmt *q)
{
    int rc = sqlite3_step(q->sql);

    sqlite3_reset(q->sql);
    return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

enum err stmt_run(struct stmt *q)
{
    struct store *s = q->store;

    if (store_fault(s) || !store_begin(s))
        return ERR_IO;
    int rc = stmt_exec(q);
    if (rc != SQLITE_OK)
        return store_fail(s, rc), ERR_IO;
    return ERR_OK;
}

/* ---- batches ----------------------------------------------------------- */

/* Starts the batch, even if it fails right away. */
static void mark_dirty(struct store *s)
{
    if (s->dirty)
        return;
    s->dirty = true;
    s->batch_end = s->tail.end;
    s->batch_next = s->next_id;
    s->batch_erased = false;
    s->batch_here = s->here;
    s->batch_changes = sqlite3_total_changes(s->db);
}

void store_fail_because(struct store *s, const char *problem)
{
    mark_dirty(s);
    s->failed = true;
    snprintf(s->problem, sizeof s->problem, "%s", problem);
    log_debug("store", "%s", problem);
}

void store_fail(struct store *s, int rc)
{
    char problem[256];

    store_explain(s->db, rc, s->path, problem);
    store_fail_because(s, problem);
}

bool store_fault(struct store *s)
{
    if (s->failed || s->fail_write == 0 || --s->fail_write > 0)
        return false;
    store_fail_because(s, "a write failed on request of a test");
    return true;
}

bool store_begin(struct store *s)
{
    if (s->failed)
        return false;
    if (s->dirty)
        return true;
    if (s->foreign)
        return store_fail_because(s, "this is the file of one of several nodes, which is written by their log only"), false;
    char why[256];
    if (s->log && !s->own && (s->doubt || s->log->away(s->log, why)))
        return store_fail_because(s, s->doubt ? "the log in PostgreSQL does not answer" : why), false;
    /* A visitor's snapshot ends with its first write. */
    int rc = sqlite3_get_autocommit(s->db) ? SQLITE_OK : stmt_exec(s->commit);
    if (rc == SQLITE_OK)
        rc = stmt_exec(s->begin);
    if (rc != SQLITE_OK)
        return store_fail(s, rc), false;
    mark_dirty(s);
    return true;
}

bool store_dirty(const struct store *s)
{
    return s->dirty;
}

bool store_changed(const struct store *s)
{
    return s->dirty && sqlite3_total_changes(s->db) != s->batch_changes;
}

/* Waiting for the disk takes half as long if the written bytes are inside a
 * file as if they extend it, which also changes the file system's metadata. So
 * the file always has some zeros after the end of the log, which SQLite takes
 * for remains of an earlier log. The open transaction keeps all other writers
 * out. If this fails, the commit itself will report what is wrong.
 *
 * The size of the file is rarely queried: on Linux a write after such a query
 * gets a new time stamp, which would then have to reach the disk as well. */
static void make_room(struct store *s)
{
    static const char zeros[STORE_WAL_ROOM];
    off_t             needed = (off_t)(s->wal_pages + STORE_WAL_AHEAD_PAGES) * STORE_WAL_FRAME;
    struct stat       log;

    if (s->wal < 0 || s->wal_size >= needed || fstat(s->wal, &log) != 0)
        return;
    s->wal_size = log.st_size;
    if (s->wal_size < needed && pwrite(s->wal, zeros, sizeof zeros, s->wal_size) == sizeof zeros)
        s->wal_size += (off_t)sizeof zeros;
}

enum err store_close_batch(struct store *s, char problem[256])
{
    int rc;

    if (!s->dirty)
        return ERR_OK;
    if (!s->failed && s->fail_commit && --s->fail_commit == 0)
        store_fail_because(s, "a commit failed on request of a test");
    struct here next = s->here;
    if (!s->failed && s->level && (rc = here_close_batch(s, &next)) != SQLITE_OK)
        store_fail(s, rc);
    if (!s->failed)
        make_room(s);
    if (!s->failed && (rc = stmt_exec(s->commit)) != SQLITE_OK)
        store_fail(s, rc);
    if (s->failed) {
        if (next.n != s->here.n)
            s->closed.waits = false;
        snprintf(problem, 256, "%s", s->problem);
        store_rollback(s);
        return ERR_IO;
    }
    s->dirty = false;
    s->here = next;
    return ERR_OK;
}

enum err store_sync(struct store *s)
{
    if (s->level)
        return here_sync(s);
    return s->wal < 0 || fdatasync(s->wal) == 0 ? ERR_OK : ERR_IO;
}

enum err store_commit(struct store *s, char problem[256])
{
    bool     dirty = s->dirty;
    enum err err = store_close_batch(s, problem);

    if (err == ERR_OK && dirty && store_sync(s) != ERR_OK)
        return store_explain(NULL, SQLITE_IOERR, s->path, problem), ERR_IO;
    return err;
}

void store_rollback(struct store *s)
{
    if (!s->dirty)
        return;
    /* After some failures SQLite has already rolled back by itself. */
    if (!sqlite3_get_autocommit(s->db) && stmt_exec(s->rollback) != SQLITE_OK)
        log_error("store", "rollback: %s", sqlite3_errmsg(s->db));
    journal_rollback(s);
    if (s->level)
        recorder_forget(s->recorder);
    s->here = s->batch_here;
    s->dirty = s->failed = false;
}

void store_fail_at(struct store *s, int n)
{
    s->fail_write = n > 0 ? n : 0;
    s->fail_commit = n < 0 ? -n : 0;
}

/* ---- migrations -------------------------------------------------------- */

/* Number of `owner`'s steps already applied to this database. */
static enum err steps_done(struct store *s, const char *owner, int *out)
{
    sqlite3_stmt *q;

    *out = 0;
    if (sqlite3_prepare_v2(s->db, "SELECT steps FROM schema WHERE owner = ?1", -1, &q, NULL) != SQLITE_OK)
        return ERR_IO;
    sqlite3_bind_text(q, 1, owner, -1, SQLITE_STATIC);
    if (sqlite3_step(q) == SQLITE_ROW)
        *out = sqlite3_column_int(q, 0);
    return sqlite3_finalize(q) == SQLITE_OK ? ERR_OK : ERR_IO;
}

static int note_steps(struct store *s, const char *owner, int steps)
{
    char *sql = sqlite3_mprintf("INSERT INTO schema VALUES (%Q, %d) ON CONFLICT (owner) DO UPDATE SET steps = excluded.steps",
                                owner, steps);
    int   rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);

    sqlite3_free(sql);
    return rc;
}

int store_run_step(struct store *s, const char *owner, int step, const char *sql)
{
    int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);

    return rc == SQLITE_OK ? note_steps(s, owner, step + 1) : rc;
}

/* Runs and records the steps from number `from` on, or none of them. */
static int run_steps(struct store *s, const struct migration *m, int from, int to)
{
    int rc = stmt_exec(s->begin);

    for (int i = from; rc == SQLITE_OK && i < to; i++)
        rc = store_run_step(s, m->owner, i, m->steps[i]);
    if (rc == SQLITE_OK)
        rc = stmt_exec(s->commit);
    return rc;
}

/* The same in the batch that is open, recorded as steps: the other nodes run
 * them too. */
static int run_steps_for_all(struct store *s, const struct migration *m, int from, int to)
{
    int rc = store_begin(s) ? SQLITE_OK : SQLITE_ABORT;

    for (int i = from; rc == SQLITE_OK && i < to; i++) {
        recorder_switch(s->recorder, false);
        rc = store_run_step(s, m->owner, i, m->steps[i]);
        recorder_switch(s->recorder, true);
        recorder_migrated(s->recorder, m->owner, i, m->steps[i]);
    }
    applier_release(&s->applier); /* what it knows is of the tables as they were */
    return rc;
}

bool store_knows(struct store *s, const struct migration *m)
{
    int known = 0, done;

    while (m->steps[known])
        known++;
    return steps_done(s, m->owner, &done) == ERR_OK && done <= known;
}

enum err store_migrate(struct store *s, const struct migration *m, char problem[256])
{
    int known = 0, done;

    while (m->steps[known])
        known++;
    if (steps_done(s, m->owner, &done) != ERR_OK)
        return store_explain(s->db, sqlite3_errcode(s->db), s->path, problem), ERR_IO;
    if (done > known)
        return store_problem(problem, ERR_REFUSED,
                             "%s was written by a newer version of Meeple (%s %d, this one knows %d): use that version",
                             s->path ? s->path : "the database", m->owner, done, known);
    if (done == known)
        return ERR_OK;

    if (s->visitor)
        return store_problem(problem, ERR_REFUSED,
                             "%s was written by an older version of Meeple: start this version's server on it once", s->path);
    int rc = s->log ? run_steps_for_all(s, m, done, known) : run_steps(s, m, done, known);
    if (rc == SQLITE_OK)
        return ERR_OK;
    store_explain(s->db, rc, s->path, problem);
    if (s->log)
        store_rollback(s);
    else if (!sqlite3_get_autocommit(s->db))
        stmt_exec(s->rollback);
    return ERR_IO;
}
