/* Opening a database: folder, locks, settings, and a sentence for everything
 * that can be wrong with it. */
#include "base/log.h"
#include "base/mem.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- sentences --------------------------------------------------------- */

enum err store_problem(char problem[256], enum err err, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem, 256, format, args);
    va_end(args);
    return err;
}

/* The file's name stands between the two halves. */
static const struct {
    int         rc; /* SQLite's primary result code */
    const char *before, *after;
} sentences[] = {
    { SQLITE_NOTADB, "", " is not a Meeple data file: move it away or choose another with --store" },
    { SQLITE_CORRUPT, "", " is damaged: stop the server and restore a backup" },
    { SQLITE_BUSY, "", " is locked by another program: end it or wait for it" },
    { SQLITE_LOCKED, "", " is locked by another program: end it or wait for it" },
    { SQLITE_FULL, "the disk that holds ", " is full: make room" },
    { SQLITE_READONLY, "", " cannot be written: check the rights of the file and its folder" },
    { SQLITE_PERM, "", " cannot be written: check the rights of the file and its folder" },
    { SQLITE_CANTOPEN, "", " cannot be opened: check that it is a file, and its rights" },
    { SQLITE_IOERR, "the disk that holds ", " failed: look at the system's log" },
};

void store_explain(sqlite3 *db, int rc, const char *path, char problem[256])
{
    const char *file = path ? path : "the database in memory";
    int         system = db ? sqlite3_system_errno(db) : 0;

    rc &= 0xFF;
    if (rc == SQLITE_IOERR && (system == ENOSPC || system == EDQUOT))
        rc = SQLITE_FULL;
    for (size_t i = 0; i < ARRAY_LEN(sentences); i++)
        if (sentences[i].rc == rc) {
            store_problem(problem, ERR_IO, "%s%s%s", sentences[i].before, file, sentences[i].after);
            return;
        }
    store_problem(problem, ERR_IO, "%s: %s", file, db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
}

/* ---- folder and lock --------------------------------------------------- */

void store_folder(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
}

/* Makes the folder of `path` and those above it. */
static enum err make_folder(const char *path, char problem[256])
{
    char folder[PATH_MAX];

    if (!str_copy(str_of(path), folder, sizeof folder))
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0750) && errno != EEXIST)
            return store_problem(problem, ERR_IO, "the folder %s cannot be made: %s", folder, strerror(errno));
        *slash = '/';
    }
    store_folder(path, folder);
    if (access(folder, W_OK | X_OK))
        return store_problem(problem, ERR_IO, "the folder %s cannot be written: %s", folder, strerror(errno));
    return ERR_OK;
}

/* Creates the file readable by nobody else: it holds password hashes and the
 * seeds of running games. SQLite gives its side files the same rights. */
static enum err make_file(const char *path, char problem[256])
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0) {
        close(fd);
        return ERR_OK;
    }
    if (errno == ENOSPC || errno == EDQUOT)
        return store_explain(NULL, SQLITE_FULL, path, problem), ERR_IO;
    if (errno != EEXIST)
        return store_problem(problem, ERR_IO, "%s cannot be created: %s", path, strerror(errno));
    if (access(path, R_OK | W_OK))
        return store_problem(problem, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
    return ERR_OK;
}

/* Makes us the owner. ERR_REFUSED: another process is. */
static enum err take_lock(struct store *s, char problem[256])
{
    char name[PATH_MAX], holder[32] = "";

    if (snprintf(name, sizeof name, "%s-lock", s->path) >= (int)sizeof name)
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return store_problem(problem, ERR_IO, "%s cannot be opened: %s", name, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        ssize_t n = read(fd, holder, sizeof holder - 1);

        close(fd);
        return store_problem(problem, ERR_REFUSED,
                             "%s is in use by process %s: stop that server first, or choose another file with --store", s->path,
                             n > 0 ? holder : "unknown");
    }
    s->lock = fd;
    /* The number is only for the sentence above: it may fail to be written. */
    int len = snprintf(holder, sizeof holder, "%d", (int)getpid());
    if (ftruncate(fd, 0) || pwrite(fd, holder, (size_t)len, 0) != len)
        log_warn("store", "%s cannot be written: %s", name, strerror(errno));
    return ERR_OK;
}

/* ---- settings of the connection ---------------------------------------- */

/* Remembers how long the log is, and sees to it that it does not grow for ever.
 * Must say SQLITE_OK: the transaction is already in the log. */
static int after_commit(void *store, sqlite3 *db, const char *name, int pages)
{
    struct store *s = store;
    bool          now = pages >= STORE_WAL_MOST_PAGES;

    (void)name;
    if (pages < s->wal_pages)
        s->wal_size = 0; /* the log began anew, and a very long file was cut off */
    s->wal_pages = pages;
    if (pages >= STORE_WAL_MANY_PAGES && s->path && !s->visitor)
        now |= mover_step(&s->mover);
    if (now && sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) == SQLITE_OK)
        s->wal_pages = 0;
    return SQLITE_OK;
}

static int pragma_int(sqlite3 *db, const char *sql, int *out)
{
    sqlite3_stmt *q;
    int           rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);

    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(q);
    *out = rc == SQLITE_ROW ? sqlite3_column_int(q, 0) : 0;
    return rc == SQLITE_ROW ? sqlite3_finalize(q) : (sqlite3_finalize(q), rc);
}

/* Is it ours, or empty? Reads the first page, so this is also where damage and
 * strange files show. */
static enum err check_identity(struct store *s, char problem[256])
{
    int tables = 0, application = 0;
    int rc = pragma_int(s->db, "SELECT count(*) FROM sqlite_master", &tables);

    if (rc == SQLITE_OK)
        rc = pragma_int(s->db, "PRAGMA application_id", &application);
    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    if ((tables || s->visitor) && application != STORE_APPLICATION)
        return store_problem(problem, ERR_IO, "%s is not a Meeple data file but another program's: choose another with --store",
                             s->path);
    return ERR_OK;
}

static enum err configure(struct store *s, char problem[256])
{
    char owner[160], *text = s->visitor ? "PRAGMA synchronous = FULL" : owner;

    snprintf(owner, sizeof owner,
             "PRAGMA application_id = %d; PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 67108864;"
             "PRAGMA synchronous = NORMAL",
             STORE_APPLICATION);
    int rc = sqlite3_exec(s->db, text, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(s->db,
                          "PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768;"
                          "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON",
                          NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    sqlite3_wal_hook(s->db, after_commit, s);
    return ERR_OK;
}

/* ---- opening ----------------------------------------------------------- */

static enum err connect_to(struct store *s, char problem[256])
{
    const char *path = s->path ? s->path : ":memory:";
    int         rc = sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, STORE_BUSY_MS);

    enum err err = check_identity(s, problem);
    if (err == ERR_OK)
        err = configure(s, problem);
    return err;
}

/* SQLite keeps its log, one and the same file, until the last connection closes.
 * Syncing any descriptor syncs the file, and closing this one drops no lock:
 * SQLite's are on other files. */
static enum err open_log(struct store *s, char problem[256])
{
    char name[PATH_MAX];

    if (!s->path || s->visitor)
        return ERR_OK;
    if (snprintf(name, sizeof name, "%s-wal", s->path) >= (int)sizeof name)
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    s->wal = open(name, O_RDWR | O_CLOEXEC);
    return s->wal >= 0 ? ERR_OK : store_problem(problem, ERR_IO, "%s cannot be opened: %s", name, strerror(errno));
}

static enum err prepare_own(struct store *s, char problem[256])
{
    static const char schema[] = "CREATE TABLE IF NOT EXISTS schema (owner TEXT PRIMARY KEY, steps INTEGER NOT NULL)";
    int               rc = s->visitor ? SQLITE_OK : sqlite3_exec(s->db, schema, NULL, NULL, NULL);

    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    enum err err = open_log(s, problem);
    if (err != ERR_OK)
        return err;
    s->begin = store_prepare(s, "BEGIN IMMEDIATE");
    s->commit = store_prepare(s, "COMMIT");
    s->rollback = store_prepare(s, "ROLLBACK");

    err = store_migrate(s, &journal_migration, problem);
    if (err != ERR_OK)
        return err;
    journal_prepare(s);
    /* A visitor reads one snapshot, which begins here. */
    if (s->visitor && (rc = sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL)) != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    if (journal_load(s) != ERR_OK)
        return store_explain(s->db, sqlite3_errcode(s->db), s->path, problem), ERR_IO;
    return ERR_OK;
}

/* The path in "sqlite:PATH"; NULL with a sentence if `where` is something else.
 * "memory" has none. */
static enum err path_of(const char *where, const char **path, char problem[256])
{
    struct str scheme = STR("sqlite:");

    *path = NULL;
    if (strcmp(where, "memory") == 0)
        return ERR_OK;
    if (!str_starts(str_of(where), scheme) || !where[scheme.len])
        return store_problem(problem, ERR_MALFORMED, "the store is sqlite:PATH or memory, not %s", where);
    *path = where + scheme.len;
    return ERR_OK;
}

static enum err open_as(const char *where, bool visitor, struct store **out, char problem[256])
{
    const char *path;
    enum err    err = path_of(where, &path, problem);

    if (err != ERR_OK)
        return err;
    if (visitor && (!path || access(path, F_OK)))
        return store_problem(problem, ERR_NONE, "there is no data file %s", path ? path : "in memory");

    struct store *s = mem_new(sizeof *s);
    s->path = path ? mem_text(str_of(path)) : NULL;
    s->lock = s->wal = -1;
    mover_init(&s->mover, s->path);
    s->visitor = visitor;
    tail_init(&s->tail);
    if (path && !visitor) {
        err = make_folder(path, problem);
        if (err == ERR_OK)
            err = take_lock(s, problem);
        if (err == ERR_OK)
            err = make_file(path, problem);
    }
    if (err == ERR_OK)
        err = connect_to(s, problem);
    if (err == ERR_OK)
        err = prepare_own(s, problem);
    if (err != ERR_OK) {
        store_close(s);
        return err;
    }
    *out = s;
    return ERR_OK;
}

enum err store_open(const char *where, struct store **out, char problem[256])
{
    return open_as(where, false, out, problem);
}

enum err store_visit(const char *where, struct store **out, char problem[256])
{
    return open_as(where, true, out, problem);
}
