#include "store/pgside.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

struct pgside *pgside_new(const char *url, const char *listen)
{
    struct pgside *p = mem_new(sizeof *p);

    p->url = url;
    p->listen = listen;
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void pgside_drop(struct pgside *p)
{
    if (p->conn)
        pq.finish(p->conn);
    p->conn = NULL;
}

void pgside_free(struct pgside *p)
{
    if (!p)
        return;
    pgside_drop(p);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void on_notice(void *arg, const char *message)
{
    struct pgside *p = arg;

    p->warned = true;
    log_warn("log", "PostgreSQL: %s", message);
}

/* PostgreSQL's messages have several lines, indented with tabs. */
static void explain(const char *text, char problem[256])
{
    snprintf(problem, 256, "PostgreSQL: %.230s", text && text[0] ? text : "the connection broke");
    char *to = problem;
    for (const char *c = problem; *c; c++)
        if (*c > ' ' || *c < 0 || (to > problem && to[-1] != ' '))
            *to++ = *c == '\n' || *c == '\t' ? ' ' : *c;
    while (to > problem && to[-1] == ' ')
        to--;
    *to = '\0';
}

static const char *const often_names[PG_OFTEN_MAX] = { "often0", "often1" };

/* The number of a frequent query; -1: it is none. */
static int often_number(const struct pgside *p, const char *sql)
{
    for (int i = 0; i < PG_OFTEN_MAX; i++)
        if (p->often[i] == sql)
            return i;
    return -1;
}

static bool prepare(struct pgside *p, int which, char problem[256])
{
    PGresult *r = pq.prepare(p->conn, often_names[which], p->often[which], 0, NULL);
    bool      ok = r && pq.resultStatus(r) == PGRES_COMMAND_OK;

    if (!ok)
        explain(pq.errorMessage(p->conn), problem);
    pq.clear(r);
    if (!ok)
        pgside_drop(p);
    p->prepared[which] = ok;
    return ok;
}

bool pg_is_away(const char *url)
{
    static const char *const keywords[] = { "dbname", "connect_timeout", NULL };
    const char *const        values[] = { url, "2", NULL };
    PGPing                   ping = pq.pingParams(keywords, values, 1);

    return ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE;
}

bool pgside_connect(struct pgside *p, char problem[256])
{
    /* To detect that the other machine has vanished; by default TCP waits for a quarter
     * of an hour. */
    static const char *const keywords[] = {
        "dbname",           "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name", NULL
    };
    const char *const values[] = { p->url, "2", "2", "2", "3", "6000", "meeple", NULL };
    /* The same at the server, where locks would outlive a vanished node. No JIT:
     * compiling a query took seconds, while none of ours runs for milliseconds. */
    static const char settings[] = "SET client_min_messages = warning; SET statement_timeout = 0; SET search_path = meeple;"
                                   "SET jit = off;"
                                   "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
                                   "SET tcp_user_timeout = 6000";

    if (p->conn && pq.status(p->conn) == CONNECTION_OK)
        return true;
    pgside_drop(p);
    p->conn = pq.connectdbParams(keywords, values, 1);
    if (pq.status(p->conn) != CONNECTION_OK) {
        explain(pq.errorMessage(p->conn), problem);
        pgside_drop(p);
        return false;
    }
    pq.setNoticeProcessor(p->conn, on_notice, p);
    p->connected_us = monotonic_us();
    memset(p->prepared, 0, sizeof p->prepared);
    return pgside_run(p, settings, problem) && (!p->listen || pgside_run(p, p->listen, problem));
}

/* Integers are sent as text; the casts in the query convert them. */
static PGresult *send(struct pgside *p, const char *sql, const struct pgparam *params, int n, bool binary)
{
    const char *values[PG_PARAMS_MAX];
    int         lengths[PG_PARAMS_MAX], formats[PG_PARAMS_MAX];
    char        numbers[PG_PARAMS_MAX][24];

    for (int i = 0; i < n; i++) {
        lengths[i] = (int)params[i].bytes.len;
        formats[i] = params[i].kind == PG_BYTES;
        values[i] = params[i].kind == PG_BYTES ? params[i].bytes.at : params[i].text;
        if (params[i].kind == PG_INT) {
            snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)params[i].number);
            values[i] = numbers[i];
        }
    }
    int often = often_number(p, sql);
    if (often >= 0)
        return pq.execPrepared(p->conn, often_names[often], n, values, lengths, formats, binary);
    return pq.execParams(p->conn, sql, n, NULL, values, lengths, formats, binary);
}

PGresult *pgside_query(struct pgside *p, const char *sql, const struct pgparam *params, int n, bool binary, char problem[256])
{
    if (!p->conn) {
        snprintf(problem, 256, "PostgreSQL: not connected");
        return NULL;
    }
    p->warned = false;
    int often = often_number(p, sql);
    if (often >= 0 && !p->prepared[often] && !prepare(p, often, problem))
        return NULL;
    PGresult *r = send(p, sql, params, n, binary);
    if (r && (pq.resultStatus(r) == PGRES_TUPLES_OK || pq.resultStatus(r) == PGRES_COMMAND_OK))
        return r;
    explain(pq.errorMessage(p->conn), problem);
    pq.clear(r);
    /* Even if the connection is intact: the server may no longer be the primary. */
    pgside_drop(p);
    return NULL;
}

bool pgside_run(struct pgside *p, const char *sql, char problem[256])
{
    PGresult *r = pq.exec(p->conn, sql);
    bool      ok = r && (pq.resultStatus(r) == PGRES_TUPLES_OK || pq.resultStatus(r) == PGRES_COMMAND_OK);

    if (!ok) {
        explain(pq.errorMessage(p->conn), problem);
        pgside_drop(p);
    }
    pq.clear(r);
    return ok;
}

int64_t pgfield_int(const PGresult *r, int row, int column)
{
    return strtoll(pq.getvalue(r, row, column), NULL, 10);
}

bool pgfield_bool(const PGresult *r, int row, int column)
{
    return pq.getvalue(r, row, column)[0] == 't';
}

const char *pgfield_text(const PGresult *r, int row, int column)
{
    return pq.getvalue(r, row, column);
}

int64_t pgfield_bigint(const PGresult *r, int row, int column)
{
    const unsigned char *bytes = (const unsigned char *)pq.getvalue(r, row, column);
    uint64_t             value = 0;

    for (int i = 0; i < 8; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}

struct str pgfield_bytes(const PGresult *r, int row, int column)
{
    return (struct str){ pq.getvalue(r, row, column), (size_t)pq.getlength(r, row, column) };
}
