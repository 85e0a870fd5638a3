/* The online backup: a copy of one snapshot of a live database, taken from any
 * process. The copy grows under another name and gets its own only when it is
 * complete and on disk. */
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
        /* A failure to read is the source's, anything else the copy's. */
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

/* Gives the complete copy its name, unless somebody else took that meanwhile,
 * and makes the folder remember it. */
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

enum err store_backup(const char *where, const char *to_file, void (*progress)(void *arg, int done, int total), void *arg,
                      char problem[256])
{
    char          part[PATH_MAX];
    struct store *s;

    if (snprintf(part, sizeof part, "%s.part", to_file) >= (int)sizeof part || access(to_file, F_OK) == 0)
        return store_problem(problem, ERR_REFUSED, "%s is there already: give the name of a new file", to_file);
    /* A visitor holds one snapshot, so that the copy need not start again
     * whenever the server writes. */
    enum err err = store_visit(where, &s, problem);
    if (err != ERR_OK)
        return err;
    int fd = open(part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        err = store_problem(problem, ERR_IO, "%s cannot be written: %s", part, strerror(errno));
    } else {
        close(fd);
        err = copy_to(s, part, progress, arg, problem);
        if (err == ERR_OK)
            err = publish(part, to_file, problem);
        if (err != ERR_OK)
            unlink(part);
    }
    store_close(s);
    return err;
}
