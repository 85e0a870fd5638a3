#include "store/here.h"

#include "base/log.h"
#include "store/sqlite.h"

#include <stdio.h>

static const char here_tables[] =
    "CREATE TABLE IF NOT EXISTS here (one INTEGER PRIMARY KEY, n INTEGER NOT NULL, epoch INTEGER NOT NULL, at INTEGER NOT NULL,"
    "    top INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS undo (one INTEGER PRIMARY KEY, n INTEGER NOT NULL, epoch_before INTEGER NOT NULL, body BLOB);"
    "INSERT OR IGNORE INTO here VALUES (1, 0, 0, 0, 0);"
    "INSERT OR IGNORE INTO undo VALUES (1, 0, 0, NULL);";

/* ---- callbacks of the applier -------------------------------------------- */

static void journaled(void *arg, int64_t id, uint64_t table, uint32_t seq)
{
    struct store *s = arg;

    if (s->tail_known)
        tail_add(&s->tail, table, seq, id);
    s->next_id = id + 1;
    if (id > s->top)
        s->top = id;
}

static enum err erase(void *arg, uint64_t table)
{
    return journal_erase(arg, table);
}

static enum err migrate(void *arg, const char *owner, int step, const char *sql)
{
    return store_run_step(arg, owner, step, sql) == SQLITE_OK ? ERR_OK : ERR_IO;
}

/* ---- opening ------------------------------------------------------------- */

/* Called before any other statement is prepared, as the recorder demands. */
int here_open(struct store *s)
{
    int rc = sqlite3_exec(s->db, here_tables, NULL, NULL, NULL);

    if (rc != SQLITE_OK)
        return rc;
    s->recorder = recorder_new(s->db);
    s->applier = (struct applier){ .db = s->db, .arg = s, .journaled = journaled, .erase = erase, .migrate = migrate };
    s->here_set = store_prepare(s, "UPDATE here SET n = ?1, epoch = ?2, at = ?3, top = ?4");
    s->undo_set = store_prepare(s, "UPDATE undo SET n = ?1, epoch_before = ?2, body = ?3");
    s->undo_get = store_prepare(s, "SELECT n, epoch_before, body FROM undo");

    struct stmt *q = store_prepare(s, "SELECT n, epoch, at, top FROM here");
    if (stmt_row(q)) {
        s->here = (struct here){ .n = stmt_col_int(q, 0), .epoch = stmt_col_int(q, 1), .at = stmt_col_int(q, 2) };
        s->top = stmt_col_int(q, 3);
    }
    rc = stmt_done(q) == ERR_OK ? SQLITE_OK : SQLITE_IOERR;
    stmt_free(q);
    return rc == SQLITE_OK ? sqlite3_exec(s->db, "PRAGMA foreign_keys = OFF", NULL, NULL, NULL) : rc;
}

void here_close(struct store *s)
{
    applier_release(&s->applier);
    recorder_free(s->recorder);
    buf_release(&s->closed.body);
}

enum err store_claim(struct store *s, int log_number, char problem[256])
{
    struct stmt *q = store_prepare(s, "PRAGMA user_version");
    int          number = stmt_row(q) ? (int)stmt_col_int(q, 0) : 0;
    char         sql[64];

    stmt_done(q);
    stmt_free(q);
    if (number == log_number)
        return ERR_OK;
    if (number)
        return store_problem(problem, ERR_REFUSED,
                             "%s belongs to nodes on another database: choose another --data, or empty that folder", s->path);
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", log_number);
    int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_explain(s->db, rc, s->path, problem);
    return rc == SQLITE_OK ? ERR_OK : ERR_IO;
}

struct here store_here(const struct store *s)
{
    return s->here;
}

bool store_is_empty(const struct store *s)
{
    struct stmt *q = store_prepare((struct store *)s, "SELECT count(*) FROM schema WHERE owner <> 'journal'");
    bool         empty = s->here.n == 0 && stmt_row(q) && stmt_col_int(q, 0) == 0;

    stmt_done(q);
    stmt_free(q);
    return empty;
}

/* ---- following ----------------------------------------------------------- */

static enum err write_here(struct store *s, const struct here *here)
{
    stmt_int(s->here_set, 1, here->n);
    stmt_int(s->here_set, 2, here->epoch);
    stmt_int(s->here_set, 3, here->at);
    stmt_int(s->here_set, 4, s->top);
    return stmt_run(s->here_set);
}

enum err store_follow(struct store *s, const struct here *to, struct str body, char problem[256])
{
    if (to->n != s->here.n + 1)
        return store_problem(problem, ERR_STALE, "batch %lld does not follow batch %lld", (long long)to->n, (long long)s->here.n);
    if (!store_begin(s))
        return store_problem(problem, ERR_IO, "%s", s->problem);
    enum err err = record_apply(&s->applier, body, problem);
    if (err == ERR_OK && write_here(s, to) != ERR_OK)
        err = store_problem(problem, ERR_IO, "%s", s->problem);
    if (err == ERR_OK)
        s->here = *to;
    return err;
}

/* ---- taking back --------------------------------------------------------- */

static enum err undo_batch(struct store *s, struct here *back, char problem[256])
{
    struct stmt *q = s->undo_get;
    enum err     err = ERR_NONE;

    *back = s->here;
    if (stmt_row(q) && stmt_col_int(q, 0) == s->here.n && s->here.n > 0) {
        back->n--;
        back->epoch = stmt_col_int(q, 1);
        err = record_undo(&s->applier, stmt_col_blob(q, 2), problem);
    } else {
        store_problem(problem, ERR_NONE, "batch %lld cannot be rolled back: its records are missing", (long long)s->here.n);
    }
    stmt_done(q);
    return err;
}

/* Begins a batch that is not recorded, because the log already holds it or must
 * never get it. */
static bool begin_own(struct store *s, char problem[256])
{
    s->own = true;
    recorder_switch(s->recorder, false);
    if (store_begin(s))
        return true;
    store_problem(problem, ERR_IO, "%s", s->problem);
    return false;
}

static enum err end_own(struct store *s, enum err err, char problem[256])
{
    if (err == ERR_OK)
        err = store_close_batch(s, problem);
    else
        store_rollback(s);
    s->own = false;
    s->tail_known = false;
    recorder_switch(s->recorder, s->log);
    return err;
}

enum err store_take_back(struct store *s, char problem[256])
{
    struct here back = s->here;
    enum err    err = begin_own(s, problem) ? undo_batch(s, &back, problem) : ERR_IO;

    if (err == ERR_OK)
        err = write_here(s, &back);
    err = end_own(s, err, problem);
    if (err == ERR_OK)
        s->here = back;
    return err;
}

/* ---- leading ------------------------------------------------------------- */

void store_lead(struct store *s, struct log *log)
{
    s->log = log;
    s->closed.first_id = INT64_MAX; /* the log holds all of this file */
    recorder_switch(s->recorder, true);
    sqlite3_exec(s->db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
}

struct log *store_log(const struct store *s)
{
    return s->log;
}

void store_set_time(struct store *s, int64_t now)
{
    if (now > s->now)
        s->now = now;
}

/* Just before COMMIT: `here` and `undo` are part of the batch's transaction. */
int here_close_batch(struct store *s, struct here *next)
{
    *next = s->here;
    if (!s->log || !recorder_is_on(s->recorder) || !recorder_take(s->recorder, &s->closed.body))
        return SQLITE_OK;
    *next = (struct here){ .n = s->here.n + 1, .epoch = s->log->epoch, .at = s->now > s->here.at ? s->now : s->here.at };
    if (s->next_id - 1 > s->top)
        s->top = s->next_id - 1;
    stmt_int(s->undo_set, 1, next->n);
    stmt_int(s->undo_set, 2, s->here.epoch);
    sqlite3_bind_blob64(s->undo_set->sql, 3, s->closed.body.at, s->closed.body.len, SQLITE_STATIC);
    int rc = stmt_exec(s->undo_set);
    sqlite3_bind_null(s->undo_set->sql, 3);
    if (rc != SQLITE_OK)
        return rc;
    stmt_int(s->here_set, 1, next->n);
    stmt_int(s->here_set, 2, next->epoch);
    stmt_int(s->here_set, 3, next->at);
    stmt_int(s->here_set, 4, s->top);
    s->closed.waits = true;
    s->closed.first_id = s->batch_next;
    s->closed.here = *next;
    return stmt_exec(s->here_set);
}

enum err here_sync(struct store *s)
{
    if (!s->closed.waits)
        return ERR_OK;
    /* Not s->here: the hall may roll the batch back meanwhile. */
    enum err err = s->log->append(s->log, s->closed.here.n, s->closed.here.at, buf_view(&s->closed.body));
    s->closed.waits = err != ERR_OK;
    return err;
}

static void enforce_keys(struct store *s, bool on)
{
    sqlite3_exec(s->db, on ? "PRAGMA foreign_keys = ON" : "PRAGMA foreign_keys = OFF", NULL, NULL, NULL);
}

enum err store_doubt(struct store *s, char problem[256])
{
    enforce_keys(s, false);
    enum err err = store_take_back(s, problem);
    enforce_keys(s, true);
    if (err == ERR_OK)
        s->doubt = true;
    return err;
}

enum err store_believe(struct store *s, char problem[256])
{
    enforce_keys(s, false);
    enum err err = begin_own(s, problem) ? store_follow(s, &s->closed.here, buf_view(&s->closed.body), problem) : ERR_IO;
    err = end_own(s, err, problem);
    enforce_keys(s, true);
    if (err == ERR_OK)
        s->doubt = false;
    return err;
}
