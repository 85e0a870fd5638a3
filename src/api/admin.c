/* Endpoints for administrators: accounts with the flag `admin`. */
#include "api/call.h"
#include "api/feed.h"
#include "api/list.h"
#include "base/address.h"
#include "base/mem.h"
#include "hall/metrics.h"
#include "people/moderate.h"
#include "people/rows.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LATEST = 50,
    AUDIT_DEFAULT = 100,
    PEOPLE_DEFAULT = 50, /* players or connections per page */
    PEOPLE_LOOKED = 1000 /* accounts examined per page, where guests are left out */
};

struct admin {
    struct stmt *count, *players;
    int64_t      started_at;
    /* Last measurement of the request rate. */
    int64_t      measured_at;
    uint64_t     asks;
    double       rate;
};

struct admin *admin_new(struct hall *hall)
{
    struct admin *a = mem_new(sizeof *a);

    a->count = store_prepare(hall_store(hall), "SELECT count(*) FROM accounts WHERE name IS NOT NULL AND (flags & 3) = 0");
    a->players = store_prepare(hall_store(hall), "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.name >= ?1 AND a.name < ?2 "
                                                 "AND (a.flags & 2) = 0 ORDER BY a.name LIMIT ?3");
    a->started_at = a->measured_at = hall_now(hall);
    return a;
}

void admin_free(struct admin *a)
{
    free(a);
}

/* ---- state ------------------------------------------------------------------ */

static void write_latest(struct hall *hall, void *arg, struct table *t)
{
    struct jout *out = arg;

    jout_open_object(out);
    write_table_summary(hall, out, t);
    jout_close_object(out);
}

static void write_table_counts(struct hall *hall, struct jout *out)
{
    int n[2] = { 0 };

    for (int i = 0; all_games[i]; i++)
        for (struct table *t = table_next_live(hall, all_games[i], 0); t; t = table_next_live(hall, all_games[i], t->id))
            n[t->phase == TABLE_RUNNING]++;
    jout_field_object(out, "tables");
    jout_field_int(out, "waiting", n[0]);
    jout_field_int(out, "running", n[1]);
    jout_close_object(out);
}

/* Average since the last measurement, at least a second ago. */
static double request_rate(struct hall *hall, struct admin *a)
{
    uint64_t asks = atomic_load(&hall_metrics(hall)->asks);
    int64_t  ms = hall_now(hall) - a->measured_at;

    if (ms >= 1000) {
        a->rate = (double)(asks - a->asks) * 1000 / (double)ms;
        a->asks = asks;
        a->measured_at = hall_now(hall);
    }
    return a->rate;
}

void api_admin_state(struct call *c)
{
    struct admin *a = api_of(c->hall)->admin;
    struct jout   out = call_begin(c);
    int64_t       players = 0;

    if (stmt_row(a->count))
        players = stmt_col_int(a->count, 0);
    enum err err = stmt_done(a->count);
    jout_field_text(&out, "version", MEEPLE_VERSION);
    jout_field_int(&out, "started_at", a->started_at);
    jout_field_int(&out, "now", hall_now(c->hall));
    write_table_counts(c->hall, &out);
    jout_field_int(&out, "connections", feed_connections(api_of(c->hall)->feed));
    jout_field_int(&out, "players", players);
    jout_field_real(&out, "requests_per_second", request_rate(c->hall, a), 1);
    jout_field_array(&out, "latest");
    if (!err)
        err = lists_each_latest(c->hall, LATEST, write_latest, &out);
    jout_close_array(&out);
    if (err)
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

/* ---- who is there ------------------------------------------------------------ */

static void end_page(struct call *c, struct jout *out, enum err err, uint64_t next)
{
    if (next)
        jout_field_uint(out, "next", next);
    else
        jout_field_null(out, "next");
    if (err)
        call_fail(c, API_BUSY);
    else
        call_end(c, out, 200);
}

static void write_player(struct call *c, struct jout *out, const struct account *account)
{
    jout_open_object(out);
    jout_field_text(out, "name", account->name);
    jout_field_bool(out, "guest", account->flags & ACCOUNT_GUEST);
    jout_field_bool(out, "admin", account->flags & ACCOUNT_ADMIN);
    jout_field_bool(out, "banned", account->flags & ACCOUNT_BANNED);
    jout_field_bool(out, "muted", account->flags & ACCOUNT_MUTED);
    jout_field_int(out, "created_at", account->created_at);
    jout_field_int(out, "connections", feed_connections_of(api_of(c->hall)->feed, account->id));
    jout_close_object(out);
}

/* Ordered by name, so that a page and a search are both a range of the index. */
void api_admin_players(struct call *c)
{
    static const char after_all[] = "\xf4\x8f\xbf\xbf"; /* the last character there is */
    struct stmt      *q = api_of(c->hall)->admin->players;
    struct str        find = jin_str_or(jin_get(c->query, "find"), ""), after = jin_str_or(jin_get(c->query, "after"), "");
    bool              guests = jin_bool_or(jin_get(c->query, "guests"), false);
    int               limit = (int)jin_int_or(jin_get(c->query, "limit"), PEOPLE_DEFAULT), looked = 0;
    char              from[LIMIT_NAME_BYTES + 2], to[LIMIT_NAME_BYTES + sizeof after_all];
    struct account    account = { 0 };
    bool              more = false;

    /* No name has a control character: what follows `after` follows this too. */
    snprintf(from, sizeof from, after.len ? "%.*s\x01" : "%.*s", STR_ARG(after.len ? after : find));
    snprintf(to, sizeof to, "%.*s%s", STR_ARG(find), after_all);
    stmt_text(q, 1, str_of(from));
    stmt_text(q, 2, str_of(to));
    stmt_int(q, 3, PEOPLE_LOOKED + 1);
    struct jout out = call_begin(c);
    jout_field_array(&out, "players");
    while (!more && stmt_row(q)) {
        more = !limit || looked++ == PEOPLE_LOOKED;
        if (more)
            break;
        account_from_row(q, &account);
        if (!guests && (account.flags & ACCOUNT_GUEST))
            continue;
        write_player(c, &out, &account);
        limit--;
    }
    jout_close_array(&out);
    enum err err = stmt_done(q);
    if (more)
        jout_field_text(&out, "next", account.name);
    else
        jout_field_null(&out, "next");
    if (err)
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

void api_admin_connections(struct call *c)
{
    uint64_t    before = (uint64_t)jin_int_or(jin_get(c->query, "before"), INT64_MAX), next;
    int         limit = (int)jin_int_or(jin_get(c->query, "limit"), PEOPLE_DEFAULT);
    struct jout out = call_begin(c);
    enum err    err = feed_write_connections(c->hall, &out, "connections", before, limit, &next);

    end_page(c, &out, err, next);
}

/* ---- players and tables ------------------------------------------------------ */

static struct str by(const struct call *c)
{
    return str_of(c->account.name);
}

static void answer_err(struct call *c, enum err err)
{
    if (err)
        call_fail_err(c, err, NULL);
    else
        call_empty(c);
}

static void sanction_player(struct call *c, enum account_flags what, const char *field, const char *not_for_admins)
{
    bool           on = jin_bool_or(jin_get(c->body, field), true);
    struct account account;

    if (!call_player(c, &account))
        return;
    if (on && (account.flags & ACCOUNT_ADMIN))
        call_fail_why(c, API_FORBIDDEN, not_for_admins);
    else
        answer_err(c, moderate_account(c->hall, by(c), &account, what, on));
}

void api_admin_ban(struct call *c)
{
    sanction_player(c, ACCOUNT_BANNED, "ban", "An admin cannot be banned.");
}

void api_admin_mute(struct call *c)
{
    sanction_player(c, ACCOUNT_MUTED, "mute", "An admin cannot be muted.");
}

static void sanction_address(struct call *c, enum account_flags what, const char *field)
{
    bool on = jin_bool_or(jin_get(c->body, field), true);
    char address[ADDRESS_TEXT];

    if (!str_copy(c->word, address, sizeof address) || !address_normalize(address, address))
        call_fail_field(c, "address", "must be an IPv4 or IPv6 address");
    else if (on && what == ACCOUNT_BANNED && address_key(address) == address_key(c->ask->peer))
        call_fail_why(c, API_FORBIDDEN, "This is your own address.");
    else
        answer_err(c, moderate_address(c->hall, by(c), address, what, on));
}

void api_admin_ban_address(struct call *c)
{
    sanction_address(c, ACCOUNT_BANNED, "ban");
}

void api_admin_mute_address(struct call *c)
{
    sanction_address(c, ACCOUNT_MUTED, "mute");
}

void api_admin_sanctions(struct call *c)
{
    struct jout out = call_begin(c);

    if (sanctions_write(c->hall, &out))
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

void api_admin_close(struct call *c)
{
    if (table_ended(c->table)) {
        call_fail(c, API_FINISHED);
        return;
    }
    moderate_close(c->hall, by(c), c->table);
    answer_table(c, c->table, 200);
}

void api_admin_unsay(struct call *c)
{
    int64_t  seq;
    enum err err = str_int(c->word, &seq) && seq >= 0 && seq < c->table->seq
                       ? moderate_unsay(c->hall, by(c), c->table, (uint32_t)seq)
                       : ERR_NONE;

    if (err == ERR_NONE)
        call_fail(c, API_NOT_FOUND);
    else
        answer_err(c, err);
}

void api_admin_unsay_game(struct call *c)
{
    const struct game *game = game_by_name(c->word);
    enum err           err = game ? moderate_unsay_game(c->hall, by(c), game, jin_int_or(jin_get(c->query, "line"), 0)) : ERR_NONE;

    if (err == ERR_NONE)
        call_fail(c, API_NOT_FOUND);
    else
        answer_err(c, err);
}

void api_admin_audit(struct call *c)
{
    int64_t     before = jin_int_or(jin_get(c->query, "before"), INT64_MAX), next;
    int         limit = (int)jin_int_or(jin_get(c->query, "limit"), AUDIT_DEFAULT);
    struct jout out = call_begin(c);
    enum err    err = audit_write(c->hall, &out, "audit", before, limit, &next);

    end_page(c, &out, err, (uint64_t)next);
}
