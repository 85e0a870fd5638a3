/* Online backup: copies one snapshot of a live database, from any process. The
 * copy is written under a temporary name and renamed when it is complete and on
 * disk. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

enum { PAGES_A_STEP = 1024 };

static int copy_pages(sqlite3 *from, sqlite3 *to, void (*progress)(void *arg, int done, int total), void *arg)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int             rc;

    if (!b)
        return sqlite3_errcode(to);
    do {
        rc = sqlite3_backup_step(b, PAGES_A_STEP);
        if (progress)
            progress(arg, sqlite3_backup_pagecount(b) - sqlite3_backup_remaining(b), sqlite3_backup_pagecount(b));
    } while (rc == SQLITE_OK);
    return sqlite3_backup_finish(b);
}

/* Copies into the new file `part`. */
static enum err copy_to(struct store *s, const char *part, void (*progress)(void *arg, int done, int total), void *arg,
                        char problem[256])
{
    sqlite3 *to = NULL;
    int      rc = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK)
        rc = copy_pages(s->db, to, progress, arg);
    if (rc != SQLITE_OK) {
        /* A read error is the source's fault, anything else the copy's. */
        bool source = (rc & 0xFF) == SQLITE_CORRUPT || (rc & 0xFF) == SQLITE_NOTADB;

        store_explain(source ? s->db : to, rc, source ? s->path : part, problem);
    }
    sqlite3_close(to);
    return rc == SQLITE_OK ? ERR_OK : ERR_IO;
}

static bool sync_file(const char *name)
{
    int  fd = open(name, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;

    if (fd >= 0)
        close(fd);
    return ok;
}

/* Creates the new file `part`, readable by its owner only. */
static enum err make_part(const char *part, char problem[256])
{
    int fd = open(part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (fd < 0)
        return store_problem(problem, ERR_IO, "%s cannot be written: %s", part, strerror(errno));
    store_adopt(fd, part);
    close(fd);
    return ERR_OK;
}

/* Renames the complete copy, unless the name was taken meanwhile, and syncs the
 * directory. */
static enum err publish(const char *part, const char *to_file, char problem[256])
{
    char folder[PATH_MAX];

    if (!sync_file(part) || link(part, to_file))
        return store_problem(problem, ERR_IO, "%s cannot be written: %s", to_file, strerror(errno));
    unlink(part);
    store_folder(to_file, folder);
    sync_file(folder);
    return ERR_OK;
}

/* The copy of a node's file becomes the file of one machine: the next server that
 * opens it is alone, and nobody's log goes on from it. */
static enum err make_single(const char *part, char problem[256])
{
    sqlite3 *db = NULL;
    int      rc = sqlite3_open_v2(part, &db, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db,
                          "PRAGMA journal_mode = DELETE; DROP TABLE IF EXISTS here; DROP TABLE IF EXISTS undo;"
                          "PRAGMA user_version = 0",
                          NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_explain(db, rc, part, problem);
    sqlite3_close(db);
    return rc == SQLITE_OK ? ERR_OK : ERR_IO;
}

enum err store_copy(const char *where, const char *to_file, struct store_copying how, char problem[256])
{
    char          part[PATH_MAX];
    struct store *s;

    if (snprintf(part, sizeof part, "%s.part", to_file) >= (int)sizeof part || access(to_file, F_OK) == 0)
        return store_problem(problem, ERR_REFUSED, "%s already exists: give the name of a new file", to_file);
    /* A visitor holds one snapshot, so the copy does not restart whenever the
     * server writes. */
    enum err err = store_visit(where, &s, problem);
    if (err != ERR_OK)
        return err;
    err = make_part(part, problem);
    if (err == ERR_OK)
        err = copy_to(s, part, how.progress, how.arg, problem);
    if (err == ERR_OK && s->foreign && !how.as_node)
        err = make_single(part, problem);
    if (err == ERR_OK)
        err = publish(part, to_file, problem);
    if (err != ERR_OK)
        unlink(part);
    store_close(s);
    return err;
}

enum err store_backup(const char *where, const char *to_file, void (*progress)(void *arg, int done, int total), void *arg,
                      char problem[256])
{
    return store_copy(where, to_file, (struct store_copying){ .progress = progress, .arg = arg }, problem);
}

/* ---- restoring --------------------------------------------------------- */

/* Renames the data file and its log to matching unused names, so that both can
 * be put back. */
static enum err set_aside(const char *path, char kept[STORE_NAME_MAX], char problem[256])
{
    char log[PATH_MAX], kept_log[PATH_MAX], memory[PATH_MAX];

    kept[0] = '\0';
    if (access(path, F_OK))
        return ERR_OK;
    for (int i = 1; i == 1 || access(kept, F_OK) == 0; i++)
        if (snprintf(kept, STORE_NAME_MAX, "%s.before-restore-%d", path, i) >= STORE_NAME_MAX)
            return store_problem(problem, ERR_IO, "the name of the data file is too long");
    snprintf(log, sizeof log, "%s-wal", path);
    snprintf(kept_log, sizeof kept_log, "%.4000s-wal", kept);
    snprintf(memory, sizeof memory, "%s-shm", path);
    if ((rename(log, kept_log) && errno != ENOENT) || rename(path, kept))
        return store_problem(problem, ERR_IO, "%s cannot be renamed: %s", path, strerror(errno));
    unlink(memory);
    return ERR_OK;
}

/* With the lock held: copies, sets the old file aside, and installs the copy. */
static enum err replace(struct store *from, const char *path, char kept[STORE_NAME_MAX],
                        void (*progress)(void *arg, int done, int total), void *arg, char problem[256])
{
    char part[PATH_MAX];

    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return store_problem(problem, ERR_IO, "the name of the data file is too long");
    enum err err = make_part(part, problem);
    if (err == ERR_OK)
        err = copy_to(from, part, progress, arg, problem);
    if (err == ERR_OK)
        err = set_aside(path, kept, problem);
    if (err == ERR_OK)
        err = publish(part, path, problem);
    if (err != ERR_OK)
        unlink(part);
    return err;
}

enum err store_restore(const char *where, const char *from_file, char kept[STORE_NAME_MAX],
                       void (*progress)(void *arg, int done, int total), void *arg, char problem[256])
{
    const char   *path;
    char          from_where[PATH_MAX + sizeof "sqlite:"];
    struct store *from;
    char          real[PATH_MAX];
    int           lock = -1, lock_file = -1;
    enum err      err = store_path(where, &path, problem);

    if (err == ERR_OK && !path)
        err = store_problem(problem, ERR_REFUSED, "a store in memory cannot be restored: name a file with --store");
    if (err == ERR_OK)
        err = store_real_path(path, real, problem);
    if (err != ERR_OK)
        return err;
    path = real;
    snprintf(from_where, sizeof from_where, "sqlite:%s", from_file);
    if (access(from_file, F_OK))
        return store_problem(problem, ERR_NONE, "there is no backup %s", from_file);
    err = store_visit(from_where, &from, problem);
    if (err != ERR_OK)
        return err;
    err = store_lock(path, &lock, problem);
    if (err == ERR_OK && access(path, F_OK) == 0)
        err = store_lock_file(path, &lock_file, problem);
    if (err == ERR_OK)
        err = replace(from, path, kept, progress, arg, problem);
    if (lock_file >= 0)
        close(lock_file);
    if (lock >= 0)
        close(lock);
    store_close(from);
    return err;
}
