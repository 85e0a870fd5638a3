/* The table of nodes, and the locks of their names. */
#include "base/clock.h"
#include "store/log_pg.h"
#include "store/pgside.h"
#include "store/sqlite.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    NAME_WAIT_MS = 12 * 1000,
    NAME_RETRY_MS = 100,
    SILENT_SECONDS = 5, /* without a report: the holder of the name is dead or cut off */
    SEEN_SECONDS = 10,  /* without a report: the node is listed as gone */
};

/* ---- names --------------------------------------------------------------- */

static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    return name[0] && strlen(name) < PG_NAME_MAX && strspn(name, letters) == strlen(name);
}

/* Ends the session of a holder that has fallen silent: PostgreSQL may not notice for
 * a quarter of an hour that its machine is gone. */
static bool evict_silent(struct log_pg *l, char problem[256])
{
    static const char sql[] =
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 78 AND objsubid = 2 AND granted"
        "    AND objid = hashtext($1::text) & 2147483647 AND pid <> pg_backend_pid()"
        "    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        "    AND NOT EXISTS (SELECT 1 FROM node WHERE name = $1::text AND seen > clock_timestamp() - $2::bigint * interval '1 s')";
    PGresult *r = pgside_query(l->follow, sql, (struct pgparam[]){ PG_T(l->node), PG_I(SILENT_SECONDS) }, 2, false, problem);

    if (r)
        pq.clear(r);
    return r;
}

static enum err claim_name(struct log_pg *l, char problem[256])
{
    int64_t until = monotonic_us() + NAME_WAIT_MS * 1000;

    if (!is_name(l->node))
        return store_problem(problem, ERR_MALFORMED, "the name of a node is up to %d letters, digits and . _ -", PG_NAME_MAX - 1);
    for (;;) {
        PGresult *r = pgside_query(l->follow, "SELECT pg_try_advisory_lock(" PG_NAME_KEY("$1::text") ")",
                                   (struct pgparam[]){ PG_T(l->node) }, 1, false, problem);

        if (!r)
            return ERR_IO;
        bool ours = pgfield_bool(r, 0, 0);
        pq.clear(r);
        if (ours) {
            l->named_us = monotonic_us();
            return ERR_OK;
        }
        if (monotonic_us() > until)
            return store_problem(problem, ERR_REFUSED, "a node named %s runs already: each needs a name of its own", l->node);
        nanosleep(&(struct timespec){ .tv_nsec = NAME_RETRY_MS * 1000000L }, NULL);
        if (!evict_silent(l, problem))
            return ERR_IO;
    }
}

/* ---- addresses ----------------------------------------------------------- */

static bool is_wildcard(struct str host)
{
    return !host.len || str_is(host, "0.0.0.0") || str_is(host, "[::]");
}

/* The address of a node that listens on all interfaces is the one from which it
 * reaches PostgreSQL. */
static enum err publish_link(struct log_pg *l, const char *link, char problem[256])
{
    const char             *port = strrchr(link, ':');
    struct sockaddr_storage own;
    socklen_t               len = sizeof own;
    char                    host[INET6_ADDRSTRLEN] = "";

    str_copy(str_of(link), l->link, sizeof l->link);
    if (!port || !is_wildcard((struct str){ link, (size_t)(port - link) }))
        return ERR_OK;
    if (getsockname(pq.socket(l->follow->conn), (struct sockaddr *)&own, &len) == 0)
        getnameinfo((struct sockaddr *)&own, len, host, sizeof host, NULL, 0, NI_NUMERICHOST);
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6)
        return store_problem(problem, ERR_MALFORMED, "--link %s does not tell the other nodes where this one is: name an address",
                             link);
    snprintf(l->link, sizeof l->link, own.ss_family == AF_INET6 ? "[%s]%s" : "%s%s", host, port);
    return ERR_OK;
}

enum err log_pg_join(struct log_pg *l, const char *link, char problem[256])
{
    enum err err = publish_link(l, link, problem);

    return err == ERR_OK ? claim_name(l, problem) : err;
}

/* ---- the table of nodes -------------------------------------------------- */

enum err log_pg_report(struct log_pg *l, const struct node_report *report, char problem[256])
{
    /* Takes the lock each time, since a new session does not have it. */
    static const char sql[] =
        "INSERT INTO node VALUES ($1::text, $2::text, $3::text, $4::text, $5::bigint, clock_timestamp()) ON CONFLICT (name)"
        " DO UPDATE SET link = excluded.link, build = excluded.build, role = excluded.role, applied = excluded.applied, seen ="
        " excluded.seen RETURNING pg_try_advisory_lock(" PG_NAME_KEY("name") ")";
    const struct pgparam params[] = { PG_T(l->node), PG_T(l->link), PG_T(report->build),
                                      PG_T(report->leads   ? "leads"
                                           : report->stuck ? "stuck"
                                                           : "well"),
                                      PG_I(report->applied) };
    PGresult            *r = pgside_connect(l->follow, problem) ? pgside_query(l->follow, sql, params, 5, false, problem) : NULL;

    if (!r) {
        l->named_us = monotonic_us(); /* not our fault: the time counts from the next connection */
        return ERR_IO;
    }
    if (pgfield_bool(r, 0, 0))
        l->named_us = monotonic_us();
    pq.clear(r);
    return monotonic_us() - l->named_us < PG_NAME_LOST_MS * 1000 ? ERR_OK : ERR_REFUSED;
}

enum err log_pg_nodes(struct log_pg *l, void (*each)(void *arg, const struct node_row *row), void *arg, char problem[256])
{
    static const char sql[] =
        "SELECT name, node.link, build, CASE WHEN seen < clock_timestamp() - $1::bigint * interval '1 s'"
        "    OR NOT " PG_IS_HERE("name") " THEN 'gone' WHEN lead.node = name THEN 'leader'"
                                         "    WHEN role = 'stuck' THEN 'stuck' ELSE 'follower' END, CASE WHEN lead.node = name "
                                         "THEN last ELSE applied END,"
                                         "    CASE WHEN lead.node = name THEN 0 ELSE GREATEST(last - applied, 0) END, epoch,"
                                         "    extract(epoch FROM clock_timestamp() - seen),"
                                         "    lead.node = name AND role = 'leads' FROM node, lead ORDER BY name";
    const struct pgparam params[] = { PG_I(SEEN_SECONDS) };
    PGresult            *r = pgside_connect(l->follow, problem) ? pgside_query(l->follow, sql, params, 1, false, problem) : NULL;

    for (int i = 0; r && i < pq.ntuples(r); i++) {
        struct node_row row = { .applied = pgfield_int(r, i, 4),
                                .lag = pgfield_int(r, i, 5),
                                .epoch = pgfield_int(r, i, 6),
                                .seen = strtod(pgfield_text(r, i, 7), NULL),
                                .serves = pgfield_bool(r, i, 8) };

        snprintf(row.name, sizeof row.name, "%s", pgfield_text(r, i, 0));
        snprintf(row.link, sizeof row.link, "%s", pgfield_text(r, i, 1));
        snprintf(row.build, sizeof row.build, "%s", pgfield_text(r, i, 2));
        snprintf(row.role, sizeof row.role, "%s", pgfield_text(r, i, 3));
        row.gone = strcmp(row.role, "gone") == 0;
        row.follows = strcmp(row.role, "follower") == 0;
        each(arg, &row);
    }
    if (r)
        pq.clear(r);
    return r ? ERR_OK : ERR_IO;
}

static void find_node(void *arg, const struct node_row *row)
{
    struct node_search *s = arg;
    bool                named = strcmp(row->name, s->name) == 0;

    s->others += !named && !row->gone;
    if (!named && row->follows)
        memcpy(s->follower, row->name, sizeof s->follower);
    if (named)
        s->row = *row;
}

enum err log_pg_find(struct log_pg *l, struct node_search *search, char problem[256])
{
    search->others = 0;
    search->follower[0] = '\0';
    search->row = (struct node_row){ .gone = true };
    return log_pg_nodes(l, find_node, search, problem);
}

enum err log_pg_command(struct log_pg *l, const char *command, char problem[256])
{
    PGresult *r = pgside_connect(l->follow, problem) ? pgside_query(l->follow, "SELECT pg_notify('meeple_command', $1::text)",
                                                                    (struct pgparam[]){ PG_T(command) }, 1, false, problem)
                                                     : NULL;

    if (r)
        pq.clear(r);
    return r ? ERR_OK : ERR_IO;
}
