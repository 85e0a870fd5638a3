/* Opening a database: folder, locks, settings, and an error message for
 * everything that can go wrong. */
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

enum { LINKS_MAX = 16 }; /* symbolic links that are followed */

/* ---- sentences --------------------------------------------------------- */

enum err store_problem(char problem[256], enum err err, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem, 256, format, args);
    va_end(args);
    return err;
}

/* The file name goes between the two halves. */
static const struct {
    int         rc; /* SQLite's primary result code */
    const char *before, *after;
} sentences[] = {
    { SQLITE_NOTADB, "", " is not a Meeple data file: move it away or choose another with --store" },
    { SQLITE_CORRUPT, "", " is damaged: stop the server and restore a backup" },
    { SQLITE_BUSY, "", " is locked by another program: stop it or wait for it" },
    { SQLITE_LOCKED, "", " is locked by another program: stop it or wait for it" },
    { SQLITE_FULL, "the disk that holds ", " is full: free some space" },
    { SQLITE_READONLY, "", " cannot be written: check the permissions of the file and its folder" },
    { SQLITE_PERM, "", " cannot be written: check the permissions of the file and its folder" },
    { SQLITE_CANTOPEN, "", " cannot be opened: check that it is a file, and its permissions" },
    { SQLITE_IOERR, "the disk that holds ", " failed: see the system log" },
};

void store_explain(sqlite3 *db, int rc, const char *path, char problem[256])
{
    const char *file = path ? path : "the in-memory database";
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

/* Creates the folder of `path` and its parents. */
static enum err make_folder(const char *path, char problem[256])
{
    char folder[PATH_MAX];

    if (!str_copy(str_of(path), folder, sizeof folder))
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0750) && errno != EEXIST)
            return store_problem(problem, ERR_IO, "the folder %s cannot be created: %s", folder, strerror(errno));
        *slash = '/';
    }
    store_folder(path, folder);
    if (access(folder, W_OK | X_OK))
        return store_problem(problem, ERR_IO, "the folder %s cannot be written: %s", folder, strerror(errno));
    return ERR_OK;
}

void store_adopt(int fd, const char *path)
{
    char        folder[PATH_MAX];
    struct stat st;

    store_folder(path, folder);
    if (geteuid() == 0 && stat(folder, &st) == 0 && fchown(fd, st.st_uid, st.st_gid))
        log_warn("store", "%s is still owned by root: %s", path, strerror(errno));
}

/* Creates the file readable by its owner only: it holds password hashes and the
 * seeds of running games. SQLite gives its side files the same mode. */
static enum err make_file(const char *path, char problem[256])
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd >= 0) {
        store_adopt(fd, path);
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

enum err store_real_path(const char *path, char real[PATH_MAX], char problem[256])
{
    char target[PATH_MAX];

    if (!str_copy(str_of(path), real, PATH_MAX))
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    for (int links = 0; links < LINKS_MAX; links++) {
        ssize_t n = readlink(real, target, sizeof target - 1);
        char   *name = strrchr(real, '/');

        if (n < 0)
            return ERR_OK; /* no symbolic link */
        target[n] = '\0';
        name = target[0] != '/' && name ? name + 1 : real;
        if (!str_copy(str_of(target), name, (size_t)(real + PATH_MAX - name)))
            return store_problem(problem, ERR_IO, "the name of the data file is too long");
    }
    return store_problem(problem, ERR_IO, "%s is a symbolic link that leads nowhere", path);
}

/* The file itself is locked, too: it may have another name, with another lock
 * and another log, and two logs would ruin it. */
enum err store_lock_file(const char *path, int *lock, char problem[256])
{
    int fd = open(path, O_RDWR | O_CLOEXEC);

    if (fd < 0)
        return store_problem(problem, ERR_IO, "%s cannot be opened: %s", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        close(fd);
        return store_problem(problem, ERR_REFUSED, "%s is in use under another name (a hard link): stop that server first", path);
    }
    *lock = fd;
    return ERR_OK;
}

static bool is_locked(const char *path)
{
    int  fd = open(path, O_RDWR | O_CLOEXEC);
    bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;

    if (fd >= 0)
        close(fd);
    return locked;
}

/* Does another process own the file under another name? */
static bool is_owned_elsewhere(const char *path)
{
    char        name[PATH_MAX];
    struct stat st;

    return stat(path, &st) == 0 && st.st_nlink > 1 && is_locked(path) &&
           snprintf(name, sizeof name, "%s-lock", path) < (int)sizeof name && !is_locked(name);
}

enum err store_lock(const char *path, int *lock, char problem[256])
{
    char     name[PATH_MAX], holder[32] = "";
    enum err err = make_folder(path, problem);

    if (err != ERR_OK)
        return err;
    if (snprintf(name, sizeof name, "%s-lock", path) >= (int)sizeof name)
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return store_problem(problem, ERR_IO, "%s cannot be opened: %s", name, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB)) {
        ssize_t n = read(fd, holder, sizeof holder - 1);

        close(fd);
        return store_problem(problem, ERR_REFUSED,
                             "%s is in use by process %s: stop that server first, or choose another file with --store", path,
                             n > 0 ? holder : "unknown");
    }
    store_adopt(fd, path);
    *lock = fd;
    /* The pid is only used in the message above, so failing to write it is not
     * fatal. */
    int len = snprintf(holder, sizeof holder, "%d", (int)getpid());
    if (ftruncate(fd, 0) || pwrite(fd, holder, (size_t)len, 0) != len)
        log_warn("store", "%s cannot be written: %s", name, strerror(errno));
    return ERR_OK;
}

/* ---- settings of the connection ---------------------------------------- */

/* Remembers the length of the log and keeps it from growing without bound. Must
 * return SQLITE_OK: the transaction is already in the log. */
static int after_commit(void *store, sqlite3 *db, const char *name, int pages)
{
    struct store *s = store;
    bool          now = pages >= STORE_WAL_MOST_PAGES;

    (void)name;
    if (pages < s->wal_pages)
        s->wal_size = 0; /* the log restarted, and a very long file was truncated */
    s->wal_pages = pages;
    if (pages >= STORE_WAL_MANY_PAGES && s->path && !s->visitor)
        now |= checkpointer_step(&s->checkpointer);
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

/* Is it ours, or empty? This reads the first page, so damaged and foreign files
 * are detected here. */
static enum err check_identity(struct store *s, char problem[256])
{
    int tables = 0, application = 0;
    int rc = pragma_int(s->db, "SELECT count(*) FROM sqlite_master", &tables);

    if (rc == SQLITE_OK)
        rc = pragma_int(s->db, "PRAGMA application_id", &application);
    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    if ((tables || s->visitor) && application != STORE_APPLICATION)
        return store_problem(problem, ERR_IO, "%s is the data file of another program, not of Meeple: choose another with --store",
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

/* SQLite keeps the same log file until the last connection closes. Syncing any
 * descriptor syncs the file, and closing this one releases no lock: SQLite's
 * locks are on other files. */
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

/* A file with a journal that was never one of several copies holds all that there
 * is of one machine: following a log would end with a new file in its place. */
static enum err refuse_single(struct store *s, char problem[256])
{
    static const char question[] = "SELECT EXISTS (SELECT * FROM sqlite_master WHERE name = 'journal')"
                                   "    AND NOT EXISTS (SELECT * FROM sqlite_master WHERE name = 'here')";
    int               is_single = 0;
    int               rc = pragma_int(s->db, question, &is_single);

    if (rc != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    if (is_single)
        return store_problem(problem, ERR_REFUSED,
                             "%s is the file of one machine: meeple adopt begins with it; give the node another --data", s->path);
    return ERR_OK;
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
    if (s->level && (rc = here_open(s)) != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    s->begin = store_prepare(s, "BEGIN IMMEDIATE");
    s->commit = store_prepare(s, "COMMIT");
    s->rollback = store_prepare(s, "ROLLBACK");

    err = store_migrate(s, &journal_migration, problem);
    if (err != ERR_OK)
        return err;
    journal_prepare(s);
    int of_node = 0;
    if (!s->level && pragma_int(s->db, "SELECT count(*) FROM sqlite_master WHERE name = 'here'", &of_node) == SQLITE_OK)
        s->foreign = of_node;
    if (s->foreign && !s->visitor)
        return store_problem(problem, ERR_REFUSED,
                             "%s is the file of one of several nodes, which their log writes: give their --store postgresql://...,"
                             " or make a file of one machine from it with meeple backup",
                             s->path);
    /* A visitor reads one snapshot, which starts here. */
    if (s->visitor && (rc = sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL)) != SQLITE_OK)
        return store_explain(s->db, rc, s->path, problem), ERR_IO;
    if (journal_load(s) != ERR_OK)
        return store_explain(s->db, sqlite3_errcode(s->db), s->path, problem), ERR_IO;
    return ERR_OK;
}

enum err store_path(const char *where, const char **path, char problem[256])
{
    struct str scheme = STR("sqlite:");

    *path = NULL;
    if (strcmp(where, "memory") == 0)
        return ERR_OK;
    if (!str_starts(str_of(where), scheme) || !where[scheme.len])
        return store_problem(problem, ERR_MALFORMED, "the store must be sqlite:PATH or memory, not %s", where);
    *path = where + scheme.len;
    return ERR_OK;
}

enum how { OWNER, VISITOR, LEVEL, LEVELLED };

static enum err open_as(const char *path, enum how how, struct store **out, char problem[256])
{
    bool     visitor = how == VISITOR;
    enum err err = ERR_OK;
    char     real[PATH_MAX];

    if (path) {
        err = store_real_path(path, real, problem);
        path = real;
    }
    if (err != ERR_OK)
        return err;
    if (visitor && path && is_owned_elsewhere(path))
        return store_problem(problem, ERR_REFUSED, "%s is in use under another name (a hard link): use that name", path);
    if (visitor && (!path || access(path, F_OK)))
        return store_problem(problem, ERR_NONE,
                             "there is no data file %s: the server creates it at its first start; name another with --store",
                             path ? path : "in memory");

    struct store *s = mem_new(sizeof *s);
    s->path = path ? mem_text(str_of(path)) : NULL;
    s->lock = s->lock_file = s->wal = -1;
    checkpointer_init(&s->checkpointer, s->path);
    s->visitor = visitor;
    s->level = how == LEVEL || how == LEVELLED;
    tail_init(&s->tail);
    if (path && !visitor) {
        err = store_lock(path, &s->lock, problem);
        if (err == ERR_OK)
            err = make_file(path, problem);
        if (err == ERR_OK)
            err = store_lock_file(path, &s->lock_file, problem);
    }
    if (err == ERR_OK)
        err = connect_to(s, problem);
    if (err == ERR_OK && how == LEVEL)
        err = refuse_single(s, problem);
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
    const char *path;
    enum err    err = store_path(where, &path, problem);

    return err == ERR_OK ? open_as(path, OWNER, out, problem) : err;
}

enum err store_visit(const char *where, struct store **out, char problem[256])
{
    const char *path;
    enum err    err = store_path(where, &path, problem);

    return err == ERR_OK ? open_as(path, VISITOR, out, problem) : err;
}

enum err store_open_level(const char *path, struct store **out, char problem[256])
{
    return open_as(path, LEVEL, out, problem);
}

enum err store_make_level(const char *path, struct store **out, char problem[256])
{
    return open_as(path, LEVELLED, out, problem);
}
