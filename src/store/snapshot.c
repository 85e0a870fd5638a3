/* Snapshots: copies of the data file in PostgreSQL, for new nodes, and so that the
 * log can be trimmed. */
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/log_pg.h"
#include "store/pgside.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PART_BYTES = 4 * 1024 * 1024,
    SNAPSHOT_LOCK = 7701, /* advisory lock: one is being made */
};

/* ---- fetching ------------------------------------------------------------ */

static bool write_all(int fd, struct str bytes)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.at, bytes.len);

        if (n < 0)
            return false;
        bytes.at += n;
        bytes.len -= (size_t)n;
    }
    return true;
}

static enum err fetch_part(struct pgside *p, int64_t n, int64_t part, int fd, char problem[256])
{
    PGresult *r = pgside_query(p, "SELECT body FROM snapshot WHERE n = $1::bigint AND part = $2::int",
                               (struct pgparam[]){ PG_I(n), PG_I(part) }, 2, true, problem);
    enum err  err = !r ? ERR_IO : ERR_OK;

    if (r && pq.ntuples(r) != 1)
        err = store_problem(problem, ERR_IO, "a part of the snapshot is missing");
    else if (r && !write_all(fd, pgfield_bytes(r, 0, 0)))
        err = store_problem(problem, ERR_IO, "the snapshot cannot be written: %s", strerror(errno));
    if (r)
        pq.clear(r);
    return err;
}

enum err log_pg_fetch_snapshot(struct log_pg *l, const char *path, char problem[256])
{
    char part_path[PATH_MAX];

    if (!pgside_connect(l->follow, problem))
        return ERR_IO;
    PGresult *r =
        pgside_query(l->follow, "SELECT n, parts FROM snapshot WHERE part = 0 ORDER BY n DESC LIMIT 1", NULL, 0, false, problem);
    if (!r)
        return ERR_IO;
    bool    there = pq.ntuples(r) == 1;
    int64_t n = there ? pgfield_int(r, 0, 0) : 0, parts = there ? pgfield_int(r, 0, 1) : 0;
    pq.clear(r);
    if (!there)
        return store_problem(problem, ERR_NONE, "there is no snapshot");
    snprintf(part_path, sizeof part_path, "%s.part", path);
    int fd = open(part_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return store_problem(problem, ERR_IO, "%s cannot be written: %s", part_path, strerror(errno));
    enum err err = ERR_OK;
    for (int64_t i = 0; err == ERR_OK && i < parts; i++)
        err = fetch_part(l->follow, n, i, fd, problem);
    if (err == ERR_OK && (fsync(fd) || rename(part_path, path)))
        err = store_problem(problem, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
    close(fd);
    return err;
}

/* ---- making -------------------------------------------------------------- */

bool log_pg_wants_snapshot(struct log_pg *l)
{
    static const char sql[] =
        "WITH newest AS (SELECT n, sum(octet_length(body)) AS size FROM snapshot GROUP BY n ORDER BY n DESC LIMIT 1)"
        " SELECT (SELECT coalesce(sum(octet_length(body)), 0) FROM log WHERE n > coalesce((SELECT n FROM newest), 0))"
        "  > GREATEST($1::bigint, coalesce((SELECT size FROM newest), 0) / 4)";
    char      problem[256];
    PGresult *r = pgside_connect(l->follow, problem)
                      ? pgside_query(l->follow, sql, (struct pgparam[]){ PG_I(limit_now(SIZED_SNAPSHOT_LOG)) }, 1, false, problem)
                      : NULL;
    bool      wants = r && pgfield_bool(r, 0, 0);

    if (r)
        pq.clear(r);
    return wants;
}

static enum err put_part(struct pgside *p, const struct here *here, int64_t part, int64_t parts, struct str body, char problem[256])
{
    PGresult *r = pgside_query(p, "INSERT INTO snapshot VALUES ($1::bigint, $2::bigint, $3::int, $4::int, $5::bytea)",
                               (struct pgparam[]){ PG_I(here->n), PG_I(here->epoch), PG_I(part), PG_I(parts), PG_B(body) }, 5,
                               false, problem);

    if (r)
        pq.clear(r);
    return r ? ERR_OK : ERR_IO;
}

/* All parts, or none. */
static enum err upload(struct pgside *p, const struct here *here, const char *path, char problem[256])
{
    int         fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    char       *part = mem_new(PART_BYTES);
    enum err    err = ERR_OK;

    if (fd < 0 || fstat(fd, &st))
        err = store_problem(problem, ERR_IO, "%s cannot be read: %s", path, strerror(errno));
    if (err == ERR_OK && !pgside_run(p, "BEGIN", problem))
        err = ERR_IO;
    int64_t parts = err == ERR_OK ? (st.st_size + PART_BYTES - 1) / PART_BYTES : 0;
    for (int64_t i = 0; err == ERR_OK && i < parts; i++) {
        ssize_t n = pread(fd, part, PART_BYTES, (off_t)i * PART_BYTES);

        err = n > 0 ? put_part(p, here, i, parts, (struct str){ part, (size_t)n }, problem)
                    : store_problem(problem, ERR_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    if (err == ERR_OK && !pgside_run(p, "COMMIT", problem))
        err = ERR_IO;
    if (err != ERR_OK)
        pgside_drop(p);
    if (fd >= 0)
        close(fd);
    free(part);
    return err;
}

/* Copies the file to `copy`, in the form in which snapshots are stored. */
static enum err copy_file(const char *path, const char *copy, struct here *here, char problem[256])
{
    char          from[PATH_MAX + sizeof "sqlite:"], lock[PATH_MAX + 8];
    struct store *s = NULL;

    unlink(copy);
    snprintf(from, sizeof from, "sqlite:%s", path);
    enum err err = store_copy(from, copy, (struct store_copying){ .as_node = true }, problem);
    if (err == ERR_OK)
        err = store_make_level(copy, &s, problem);
    if (err != ERR_OK)
        return err;
    *here = store_here(s);
    sqlite3_exec(s->db, "UPDATE undo SET n = 0, body = NULL", NULL, NULL, NULL);
    store_close(s); /* checkpoints the WAL into the file */
    snprintf(lock, sizeof lock, "%s-lock", copy);
    unlink(lock);
    return ERR_OK;
}

static bool log_has(struct pgside *p, const struct here *here, char problem[256])
{
    PGresult *r = pgside_query(p, "SELECT 1 FROM log WHERE n = $1::bigint AND epoch = $2::bigint",
                               (struct pgparam[]){ PG_I(here->n), PG_I(here->epoch) }, 2, false, problem);
    bool      has = r && pq.ntuples(r) == 1;

    if (r)
        pq.clear(r);
    return has;
}

/* Keeps two snapshots, and the log from the older one on. */
static bool trim(struct pgside *p, char problem[256])
{
    return pgside_run(p,
                      "BEGIN;"
                      "DELETE FROM snapshot WHERE n < (SELECT n FROM snapshot WHERE part = 0 ORDER BY n DESC OFFSET 1 LIMIT 1);"
                      "DELETE FROM log WHERE n < (SELECT n FROM snapshot WHERE part = 0 ORDER BY n DESC OFFSET 1 LIMIT 1);"
                      "COMMIT",
                      problem);
}

static bool lock_snapshots(struct pgside *p, char problem[256])
{
    PGresult *r =
        pgside_query(p, "SELECT pg_try_advisory_lock($1::int)", (struct pgparam[]){ PG_I(SNAPSHOT_LOCK) }, 1, false, problem);
    bool locked = r && pgfield_bool(r, 0, 0);

    if (r)
        pq.clear(r);
    return locked;
}

enum err log_pg_make_snapshot(const char *url, const char *path, char problem[256])
{
    struct pgside *p = pgside_new(url, NULL);
    char           copy[PATH_MAX];
    struct here    here;

    snprintf(copy, sizeof copy, "%s.snapshot", path);
    enum err err = pgside_connect(p, problem) ? ERR_OK : ERR_IO;
    if (err == ERR_OK && !lock_snapshots(p, problem))
        err = store_problem(problem, ERR_REFUSED, "another node is already making one");
    if (err == ERR_OK)
        err = copy_file(path, copy, &here, problem);
    if (err == ERR_OK && !log_has(p, &here, problem))
        err = store_problem(problem, ERR_REFUSED, "the log does not hold its last batch yet");
    if (err == ERR_OK)
        err = upload(p, &here, copy, problem);
    if (err == ERR_OK && !trim(p, problem))
        err = ERR_IO;
    if (err == ERR_OK)
        log_info("log", "snapshot of batch %lld", (long long)here.n);
    unlink(copy);
    pgside_free(p);
    return err;
}

/* ---- adopting -------------------------------------------------------------- */

static enum err is_new(struct pgside *p, char problem[256])
{
    PGresult *r = pgside_query(p,
                               "SELECT epoch = 0 AND NOT EXISTS (SELECT 1 FROM snapshot),"
                               "    EXISTS (SELECT 1 FROM node WHERE " PG_IS_HERE("name") ") FROM lead",
                               NULL, 0, false, problem);

    if (!r)
        return ERR_IO;
    bool empty = pgfield_bool(r, 0, 0), used = pgfield_bool(r, 0, 1);
    pq.clear(r);
    if (!empty)
        return store_problem(problem, ERR_REFUSED, "this database has a log already: adopt a file before the first node starts");
    return used ? store_problem(problem, ERR_REFUSED, "nodes run on this database: stop them first") : ERR_OK;
}

enum err log_pg_adopt(const char *url, const char *path, char problem[256])
{
    struct log_pg *l;
    char           copy[PATH_MAX];
    struct here    here;
    enum err       err = access(path, R_OK) ? store_problem(problem, ERR_NONE, "there is no file %s", path) : ERR_OK;

    if (err == ERR_OK)
        err = log_pg_open(url, "adopt", &l, problem);
    if (err != ERR_OK)
        return err;
    snprintf(copy, sizeof copy, "%s.adopted", path);
    err = is_new(l->follow, problem);
    if (err == ERR_OK)
        err = copy_file(path, copy, &here, problem);
    if (err == ERR_OK && here.n != 0)
        err = store_problem(problem, ERR_REFUSED, "%s is a node's file, not that of one machine", path);
    if (err == ERR_OK)
        err = upload(l->follow, &here, copy, problem);
    unlink(copy);
    log_pg_close(l);
    return err;
}
