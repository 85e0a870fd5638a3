/* The log in PostgreSQL: schema, appending, the lease, taking over, following. */
#include "store/log_pg.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/pgside.h"
#include "store/sqlite.h"

#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    HANDED_SECONDS = 3, /* how long a handed-over lead is reserved for its new owner */
    MAKE_LOCK = 7700,   /* advisory lock: the schema is being created */
    NEWS_MS = 50,       /* between two notifications about batches */
    VOUCH_PERCENT = 90, /* of the lease, during which the leader is sure to be the only one */
};

/* State of `lead` that other threads also read. */
struct leading {
    struct pgside  *side;
    _Atomic int64_t since_us;     /* when the pending request was first sent; 0: none is pending */
    _Atomic int64_t confirmed_us; /* when the latest successful renewal was sent */
    _Atomic bool    lost;         /* the session has ended since: others may take over at any moment */
    int64_t         told_us;      /* when followers were last told of a batch */
};

struct log_private {
    struct log_pg  pub;
    struct leading leading;
    int64_t        held_epoch; /* the epoch whose lock this following session has seen held */
    int64_t        session_us; /* which session that was */
    int64_t        held_us;    /* when it last saw a leader's lock held; at first, when it began */
    int64_t        placed_us;  /* the session that has checked that the log holds batch `placed_n` */
    int64_t        placed_n;
};

static struct log_private *private_of(struct log_pg *l)
{
    return (struct log_private *)l;
}

#define LEAD_NEWS "lead" /* payload on channel meeple_log; others are numbers of batches */

/* ---- the schema ---------------------------------------------------------- */

static const char make_schema[] =
    "CREATE SCHEMA IF NOT EXISTS meeple;"
    "SET search_path = meeple;"
    "CREATE TABLE IF NOT EXISTS lead (one int PRIMARY KEY CHECK (one = 1), epoch bigint NOT NULL, last bigint NOT NULL,"
    "    node text NOT NULL, link text NOT NULL, until timestamptz NOT NULL, next text NOT NULL) WITH (fillfactor = 50);"
    "CREATE TABLE IF NOT EXISTS log (n bigint PRIMARY KEY, epoch bigint NOT NULL, at bigint NOT NULL, body bytea NOT NULL);"
    "ALTER TABLE log ALTER COLUMN body SET STORAGE EXTERNAL, SET (toast_tuple_target = 8160);" /* most batches fit a page */
    "CREATE TABLE IF NOT EXISTS snapshot (n bigint NOT NULL, epoch bigint NOT NULL, part int NOT NULL, parts int NOT NULL,"
    "    body bytea NOT NULL, PRIMARY KEY (n, part));"
    "ALTER TABLE snapshot ALTER COLUMN body SET STORAGE EXTERNAL;"
    "CREATE TABLE IF NOT EXISTS node (name text PRIMARY KEY, link text NOT NULL, build text NOT NULL, role text NOT NULL,"
    "    applied bigint NOT NULL, seen timestamptz NOT NULL);"
    "CREATE TABLE IF NOT EXISTS secret (one int PRIMARY KEY CHECK (one = 1), key bytea NOT NULL);"
    "INSERT INTO lead VALUES (1, 0, 0, '', '', '-infinity', '') ON CONFLICT DO NOTHING;";

/* Several nodes may start at once: one creates the schema, the others wait. */
static bool make_all(struct pgside *p, char problem[256])
{
    char sql[sizeof make_schema + 128];

    snprintf(sql, sizeof sql, "BEGIN; SELECT pg_advisory_xact_lock(%d); %s COMMIT", MAKE_LOCK, make_schema);
    PGresult *r = pgside_query(p, "SELECT to_regclass('meeple.secret') IS NOT NULL", NULL, 0, false, problem);
    if (!r)
        return false;
    bool there = pgfield_bool(r, 0, 0);
    pq.clear(r);
    return there || pgside_run(p, sql, problem);
}

static bool fetch_key(struct pgside *p, unsigned char key[PG_KEY_BYTES], char problem[256])
{
    struct str fresh = { (const char *)key, PG_KEY_BYTES };

    randombytes_buf(key, PG_KEY_BYTES);
    PGresult *r = pgside_query(p, "INSERT INTO secret VALUES (1, $1::bytea) ON CONFLICT DO NOTHING",
                               (struct pgparam[]){ PG_B(fresh) }, 1, false, problem);
    if (!r)
        return false;
    pq.clear(r);
    r = pgside_query(p, "SELECT key FROM secret", NULL, 0, true, problem);
    bool ok = r && pq.ntuples(r) == 1 && pgfield_bytes(r, 0, 0).len == PG_KEY_BYTES;
    if (ok)
        memcpy(key, pgfield_bytes(r, 0, 0).at, PG_KEY_BYTES);
    if (r)
        pq.clear(r);
    return ok;
}

/* Reveals nothing about the key; never 0. */
static int number_of(const unsigned char key[PG_KEY_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    int           number;

    crypto_generichash(hash, sizeof hash, key, PG_KEY_BYTES, NULL, 0);
    memcpy(&number, hash, sizeof number);
    return (number & INT32_MAX) | 1;
}

/* ---- appending ----------------------------------------------------------- */

static const char append_sql[] =
    "WITH mine AS (UPDATE lead SET last = $2::bigint, until = clock_timestamp() + $5::bigint * interval '1 ms'"
    "    WHERE one = 1 AND epoch = $1::bigint AND last = $2::bigint - 1"
    "    RETURNING CASE WHEN $6::bigint = 1 THEN pg_notify('meeple_log', $2::text) END),"
    " put AS (INSERT INTO log SELECT $2::bigint, $1::bigint, $3::bigint, $4::bytea FROM mine)"
    " SELECT count(*) FROM mine";

static const char renew_sql[] = "UPDATE lead SET until = clock_timestamp() + $2::bigint * interval '1 ms'"
                                " WHERE one = 1 AND epoch = $1::bigint RETURNING last";

/* Notes that a request is sent; if none was pending, the wait counts from now. */
static int64_t begin(struct leading *lead)
{
    int64_t now = monotonic_us(), none = 0;

    atomic_compare_exchange_strong(&lead->since_us, &none, now);
    return now;
}

static void confirmed(struct leading *lead, int64_t sent_us)
{
    lead->confirmed_us = sent_us;
    lead->lost = false;
    lead->since_us = 0;
}

/* Takes the lock that ends with our session. It is shared, because candidates take
 * it before they know who wins: if a loser held it exclusively, the other nodes
 * would mistake the end of the loser's session for the death of the leader. A node
 * of an older release may hold it exclusively; the next renewal tries again. */
static bool hold(struct log_pg *l, char problem[256])
{
    PGresult *r = pgside_query(l->lead, "SELECT pg_try_advisory_lock_shared(77, $1::int)",
                               (struct pgparam[]){ PG_I(l->log.epoch % INT32_MAX) }, 1, false, problem);

    if (r)
        pq.clear(r);
    return r;
}

static bool connect_to_lead(struct log_pg *l, char problem[256])
{
    bool was = l->lead->conn && pq.status(l->lead->conn) == CONNECTION_OK;

    return pgside_connect(l->lead, problem) && (was || hold(l, problem));
}

/* Renews the lease, and returns the number of the last batch in the log. This also
 * settles whether an append has arrived: the update returns only when the standby
 * has it and everything before it. ERR_REFUSED: another node leads. */
static enum err renew(struct log_pg *l, int64_t *last, char problem[256])
{
    struct leading *lead = &private_of(l)->leading;
    int64_t         sent = begin(lead);

    const struct pgparam params[] = { PG_I(l->log.epoch), PG_I(PG_LEASE_MS) };
    PGresult            *r = connect_to_lead(l, problem) ? pgside_query(l->lead, renew_sql, params, 2, false, problem) : NULL;
    if (!r) {
        lead->lost = true;
        return ERR_IO;
    }
    enum err err = l->lead->warned ? ERR_IO : pq.ntuples(r) == 1 ? ERR_OK : ERR_REFUSED;
    if (err == ERR_OK) {
        *last = pgfield_int(r, 0, 0);
        confirmed(lead, sent);
    }
    pq.clear(r);
    l->counts.renewals++;
    return err;
}

/* Another node leads: had our batch reached the log before that? */
static enum err was_kept(struct log_pg *l, int64_t n, char problem[256])
{
    PGresult *r = pgside_query(l->lead, "SELECT 1 FROM log WHERE n = $1::bigint AND epoch = $2::bigint",
                               (struct pgparam[]){ PG_I(n), PG_I(l->log.epoch) }, 2, false, problem);
    enum err  err = !r ? ERR_IO : pq.ntuples(r) == 1 ? ERR_OK : ERR_REFUSED;

    if (r)
        pq.clear(r);
    return err;
}

/* ERR_OK: the log holds the batch. ERR_MORE: it does not, and the batch may be
 * appended again. */
static enum err resolve(struct log_pg *l, int64_t n, char problem[256])
{
    int64_t  last = 0;
    enum err err = renew(l, &last, problem);

    if (err == ERR_REFUSED)
        return was_kept(l, n, problem);
    if (err != ERR_OK)
        return err;
    return last == n ? ERR_OK : last == n - 1 ? ERR_MORE : ERR_REFUSED;
}

/* Followers are notified of batches only every NEWS_MS: waking them costs PostgreSQL
 * as much as an append, and they poll anyway. */
static bool is_news(struct leading *lead, int64_t now)
{
    bool news = now - lead->told_us >= NEWS_MS * 1000;

    if (news)
        lead->told_us = now;
    return news;
}

static enum err append_once(struct log_pg *l, int64_t n, int64_t at, struct str body, char problem[256])
{
    struct leading      *lead = &private_of(l)->leading;
    int64_t              sent = begin(lead);
    bool                 tell = is_news(lead, sent);
    const struct pgparam params[] = { PG_I(l->log.epoch), PG_I(n), PG_I(at), PG_B(body), PG_I(PG_LEASE_MS), PG_I(tell) };
    PGresult            *r = pgside_query(l->lead, append_sql, params, 6, false, problem);

    if (!r) {
        lead->lost = true;
        return ERR_IO;
    }
    enum err err = l->lead->warned ? ERR_IO : pgfield_int(r, 0, 0) == 1 ? ERR_OK : ERR_REFUSED;
    pq.clear(r);
    if (err == ERR_OK)
        confirmed(lead, sent);
    return err;
}

static enum err append(struct log *log, int64_t n, int64_t at, struct str body)
{
    struct log_pg *l = (struct log_pg *)log;
    char           problem[256] = "";
    int64_t        began = monotonic_us();
    bool           doubted = false;

    pthread_mutex_lock(&l->lead->lock);
    enum err err = l->lead->conn ? append_once(l, n, at, body, problem) : ERR_IO;
    while (err == ERR_IO || err == ERR_MORE) {
        if (!doubted) {
            log_warn("log", "batch %lld is in doubt: %s", (long long)n, problem);
            l->counts.in_doubt++;
        }
        doubted = true;
        err = resolve(l, n, problem);
        if (err == ERR_MORE)
            err = append_once(l, n, at, body, problem);
        if (err == ERR_IO)
            nanosleep(&(struct timespec){ .tv_nsec = PG_RETRY_MS * 1000000L }, NULL);
    }
    if (err == ERR_REFUSED && !doubted) /* another node leads, or the log already holds the batch */
        err = was_kept(l, n, problem) == ERR_OK ? ERR_OK : ERR_REFUSED;
    pthread_mutex_unlock(&l->lead->lock);
    if (doubted)
        log_info("log", "batch %lld is %s", (long long)n, err == ERR_OK ? "kept" : "not kept: another node leads");
    l->counts.appends++;
    l->counts.append_us += (uint64_t)(monotonic_us() - began);
    return err;
}

static bool is_away(const struct leading *lead)
{
    int64_t since = lead->since_us;

    return since && monotonic_us() - since >= PG_AWAY_MS * 1000;
}

static bool away(struct log *log, char problem[256])
{
    if (!is_away(&private_of((struct log_pg *)log)->leading))
        return false;
    snprintf(problem, 256, "the log in PostgreSQL cannot be reached");
    return true;
}

static int64_t stale_us(struct log *log)
{
    const struct leading *lead = &private_of((struct log_pg *)log)->leading;
    int64_t               age = monotonic_us() - lead->confirmed_us;

    return lead->lost || is_away(lead) || age > PG_LEASE_MS * 10 * VOUCH_PERCENT ? age + 1 : 0;
}

/* ---- the lease ----------------------------------------------------------- */

enum err log_pg_renew(struct log_pg *l)
{
    char     problem[256] = "";
    int64_t  last;
    enum err err = ERR_OK;

    if (pthread_mutex_trylock(&l->lead->lock) != 0)
        return ERR_OK; /* an append is in progress, which renews it too */
    err = renew(l, &last, problem);
    if (err == ERR_OK)
        hold(l, problem); /* the lock is counted, and released as a whole with the session */
    pthread_mutex_unlock(&l->lead->lock);
    return err;
}

bool log_pg_has_ended(struct log_pg *l)
{
    if (pthread_mutex_trylock(&l->lead->lock) != 0)
        return false; /* an append is in progress, and will notice */
    bool ended = l->lead->conn && poll(&(struct pollfd){ .fd = pq.socket(l->lead->conn), .events = POLLRDHUP }, 1, 0) > 0;
    if (ended) {
        private_of(l)->leading.lost = true;
        pgside_drop(l->lead);
    }
    pthread_mutex_unlock(&l->lead->lock);
    return ended;
}

bool log_pg_may_lose(struct log_pg *l, char problem[256])
{
    PGresult *r = pgside_connect(l->follow, problem)
                      ? pgside_query(l->follow, "SELECT current_setting('synchronous_standby_names')", NULL, 0, false, problem)
                      : NULL;
    bool      none = !r || !pgfield_text(r, 0, 0)[0];

    if (r)
        pq.clear(r);
    return none;
}

/* Only followers listen for batches: a leader would be woken by its own. */
static void listen_as(struct log_pg *l, bool leader)
{
    char problem[256];

    l->follow->listen = leader ? "LISTEN meeple_command" : "LISTEN meeple_log; LISTEN meeple_command";
    if (l->follow->conn)
        pgside_run(l->follow, leader ? "UNLISTEN meeple_log" : "LISTEN meeple_log", problem);
}

static const char take_sql[] = "UPDATE lead SET epoch = epoch + 1, node = $2::text, link = $3::text, next = '',"
                               "    until = clock_timestamp() + $4::bigint * interval '1 ms'"
                               " WHERE one = 1 AND epoch = $1::bigint AND ($5::bigint = 1 OR until < clock_timestamp())"
                               " RETURNING last, pg_notify('meeple_log', '" LEAD_NEWS "')";

enum err log_pg_take_lead(struct log_pg *l, const struct lead *seen, int64_t *last, char problem[256])
{
    struct leading *lead = &private_of(l)->leading;
    enum err        err = ERR_IO;

    pthread_mutex_lock(&l->lead->lock);
    l->log.epoch = seen->epoch + 1;
    pgside_drop(l->lead); /* releases the locks of earlier epochs */
    int64_t sent = monotonic_us();
    if (connect_to_lead(l, problem)) {
        const struct pgparam params[] = { PG_I(seen->epoch), PG_T(l->node), PG_T(l->link), PG_I(PG_LEASE_MS), PG_I(seen->died) };
        PGresult            *r = pgside_query(l->lead, take_sql, params, 5, false, problem);

        err = !r ? ERR_IO : pq.ntuples(r) == 1 ? ERR_OK : ERR_REFUSED;
        if (err == ERR_OK) {
            *last = pgfield_int(r, 0, 0);
            confirmed(lead, sent);
        }
        if (r)
            pq.clear(r);
    }
    if (err != ERR_OK)
        pgside_drop(l->lead);
    pthread_mutex_unlock(&l->lead->lock);
    if (err == ERR_OK)
        listen_as(l, true);
    return err;
}

void log_pg_give_up(struct log_pg *l, const char *next)
{
    static const char sql[] =
        "UPDATE lead SET until = CASE WHEN $2::text = '' THEN '-infinity' ELSE clock_timestamp() END,"
        "    next = $2::text WHERE one = 1 AND epoch = $1::bigint RETURNING pg_notify('meeple_log', '" LEAD_NEWS "')";
    char problem[256];

    pthread_mutex_lock(&l->lead->lock);
    PGresult *r = pgside_query(l->lead, sql, (struct pgparam[]){ PG_I(l->log.epoch), PG_T(next) }, 2, false, problem);
    if (r)
        pq.clear(r);
    pgside_drop(l->lead);
    pthread_mutex_unlock(&l->lead->lock);
    private_of(l)->leading.since_us = 0;
    listen_as(l, false);
}

/* ---- following ----------------------------------------------------------- */

/* A node may take over when the lease has expired by PostgreSQL's clock, or when
 * the leader's process is dead. The sign of death is that both of its sessions have
 * ended, or that its lock stays free for PG_FREE_MS: a leader that is alive notices
 * at once when a session ends, marks its answers as stale and is back before that.
 * The first sign is only valid for a session that has seen the lock held: a restart
 * of PostgreSQL ends all sessions, although the leader is about to reconnect. For
 * the same reason a new session ignores an expired lease until it is itself as old
 * as a lease. */
static const char look_sql[] =
    "SELECT epoch, last, node, link, next, until < clock_timestamp(), until = '-infinity',"
    "    until < clock_timestamp() - $1::bigint * interval '1 s',"
    "    EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 77 AND objid = epoch % 2147483647"
    "        AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())),"
    "    next <> '' AND NOT " PG_IS_HERE("next") ", NOT " PG_IS_HERE("node") " FROM lead";

/* The state of the lease, according to PostgreSQL. */
struct lease {
    bool expired, given_up;
    bool held;   /* by a live session */
    bool absent; /* the leader's other session has ended, too */
    bool unused; /* it was handed to a node that does not take it */
};

static bool may_take(struct log_private *me, struct lead *lead, struct lease lease)
{
    struct pgside *p = me->pub.follow;
    int64_t        now = monotonic_us();
    bool           settled = now - p->connected_us > PG_LEASE_MS * 1000;

    if (me->session_us != p->connected_us) {
        me->session_us = p->connected_us;
        me->held_epoch = -1;
        me->held_us = now;
    }
    if (lease.held) {
        me->held_epoch = lead->epoch;
        me->held_us = now;
    }
    bool gone = lease.absent && me->held_epoch == lead->epoch;
    lead->died = !lease.held && (gone || now - me->held_us > PG_FREE_MS * 1000);
    if (lead->next[0])
        return lease.expired && (strcmp(lead->next, me->pub.node) == 0 || lease.unused);
    if (lease.given_up)
        return true;
    return (lease.expired && settled) || lead->died;
}

enum err log_pg_look(struct log_pg *l, struct lead *out, char problem[256])
{
    if (!pgside_connect(l->follow, problem))
        return ERR_IO;
    PGresult *r = pgside_query(l->follow, look_sql, (struct pgparam[]){ PG_I(HANDED_SECONDS) }, 1, false, problem);
    if (!r)
        return ERR_IO;
    *out = (struct lead){ .epoch = pgfield_int(r, 0, 0), .last = pgfield_int(r, 0, 1) };
    snprintf(out->node, sizeof out->node, "%s", pgfield_text(r, 0, 2));
    snprintf(out->link, sizeof out->link, "%s", pgfield_text(r, 0, 3));
    snprintf(out->next, sizeof out->next, "%s", pgfield_text(r, 0, 4));
    struct lease lease = { .expired = pgfield_bool(r, 0, 5), .given_up = pgfield_bool(r, 0, 6), .held = pgfield_bool(r, 0, 8) };
    lease.unused = pgfield_bool(r, 0, 7) || pgfield_bool(r, 0, 9);
    lease.absent = pgfield_bool(r, 0, 10);
    out->vacant = may_take(private_of(l), out, lease);
    pq.clear(r);
    return ERR_OK;
}

bool log_pg_wait(struct log_pg *l, int ms, char command[128])
{
    struct pgside *p = l->follow;
    PGnotify      *news;
    bool           any = false, lead = false;

    command[0] = '\0';
    if (!p->conn) {
        nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L }, NULL);
        return false;
    }
    for (int pass = 0; pass < 2 && !any; pass++) {
        if (pass && poll(&(struct pollfd){ .fd = pq.socket(p->conn), .events = POLLIN }, 1, ms) <= 0)
            return false;
        if (!pq.consumeInput(p->conn)) {
            pgside_drop(p);
            return false;
        }
        while ((news = pq.notifies(p->conn))) {
            any = true;
            if (strcmp(news->relname, "meeple_command") == 0)
                snprintf(command, 128, "%s", news->extra);
            else
                lead |= strcmp(news->extra, LEAD_NEWS) == 0;
            pq.freemem(news);
        }
    }
    return lead;
}

/* The last batch of our file must be in the log, under the same epoch. */
static enum err check_place(struct log_pg *l, const struct here *from, char problem[256])
{
    if (from->n == 0)
        return ERR_OK;
    PGresult *r = pgside_query(l->follow, "SELECT (SELECT epoch FROM log WHERE n = $1::bigint), (SELECT min(n) FROM log)",
                               (struct pgparam[]){ PG_I(from->n) }, 1, false, problem);
    if (!r)
        return ERR_IO;
    enum err err = ERR_OK;
    if (pq.getisnull(r, 0, 0))
        err = !pq.getisnull(r, 0, 1) && pgfield_int(r, 0, 1) > from->n ? ERR_NONE : ERR_STALE;
    else if (pgfield_int(r, 0, 0) != from->epoch)
        err = ERR_STALE;
    pq.clear(r);
    if (err != ERR_OK)
        snprintf(problem, 256, "the log has no batch %lld of epoch %lld", (long long)from->n, (long long)from->epoch);
    return err;
}

/* The whole result is in memory, so it is limited in bytes too. */
static const char read_sql[] =
    "SELECT n, epoch, at, body FROM (SELECT *, sum(octet_length(body)) OVER (ORDER BY n) - octet_length(body) AS before FROM log"
    "    WHERE n > $1::bigint ORDER BY n LIMIT $2::bigint) AS next WHERE before < $3::bigint ORDER BY n";

enum err log_pg_read(struct log_pg *l, const struct here *from, int most, bool *more,
                     enum err (*each)(void *arg, const struct here *here, struct str body), void *arg, char problem[256])
{
    if (!pgside_connect(l->follow, problem))
        return ERR_IO;
    struct log_private *me = private_of(l);
    bool                placed = me->placed_us == l->follow->connected_us && me->placed_n == from->n;
    enum err            err = placed ? ERR_OK : check_place(l, from, problem);
    if (err != ERR_OK)
        return err;
    me->placed_us = l->follow->connected_us;
    me->placed_n = from->n;
    const struct pgparam params[] = { PG_I(from->n), PG_I(most), PG_I(PG_READ_BYTES) };
    PGresult            *r = pgside_query(l->follow, read_sql, params, 3, true, problem);
    if (!r)
        return ERR_IO;
    size_t bytes = 0;
    if (pq.ntuples(r) && pgfield_bigint(r, 0, 0) != from->n + 1)
        err = store_problem(problem, ERR_NONE, "the log begins with batch %lld", (long long)pgfield_bigint(r, 0, 0));
    for (int i = 0; err == ERR_OK && i < pq.ntuples(r); i++) {
        struct here here = { pgfield_bigint(r, i, 0), pgfield_bigint(r, i, 1), pgfield_bigint(r, i, 2) };

        err = each(arg, &here, pgfield_bytes(r, i, 3));
        bytes += pgfield_bytes(r, i, 3).len;
        if (err == ERR_OK)
            me->placed_n = here.n;
    }
    *more = pq.ntuples(r) == most || bytes >= PG_READ_BYTES;
    pq.clear(r);
    return err;
}

/* ---- life ------------------------------------------------------------------ */

bool log_pg_is_away(const char *url)
{
    char problem[256];

    return pq_load(problem) && pg_is_away(url);
}

enum err log_pg_open(const char *url, const char *node, struct log_pg **out, char problem[256])
{
    struct log_private *me = mem_new(sizeof *me);
    struct log_pg      *l = &me->pub;

    l->url = url;
    l->node = node;
    l->log = (struct log){ .append = append, .away = away, .stale_us = stale_us };
    l->follow = pgside_new(l->url, "LISTEN meeple_log; LISTEN meeple_command");
    l->lead = me->leading.side = pgside_new(l->url, NULL);
    l->follow->often[0] = read_sql;
    l->follow->often[1] = look_sql;
    l->lead->often[0] = append_sql;
    me->held_epoch = -1;
    if (!pq_load(problem) || sodium_init() < 0 || !pgside_connect(l->follow, problem) || !make_all(l->follow, problem) ||
        !fetch_key(l->follow, l->key, problem)) {
        log_pg_close(l);
        return ERR_IO;
    }
    l->number = number_of(l->key);
    *out = l;
    return ERR_OK;
}

void log_pg_close(struct log_pg *l)
{
    if (!l)
        return;
    pgside_free(l->follow);
    pgside_free(l->lead);
    free(l);
}
