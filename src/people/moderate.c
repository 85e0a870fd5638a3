#include "people/moderate.h"

#include "base/address.h"
#include "base/log.h"
#include "base/map.h"
#include "base/mem.h"
#include "people/people.h"
#include "store/json.h"
#include "tables/dialect.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHOWN_MOST = 500 };

/* Banned and muted addresses, mirrored in memory: every ask is checked against them. */
struct sanctions {
    struct map   addresses; /* by group: flags, as a number */
    struct map   open;      /* connections that the parts know of: keys of their addresses */
    struct map   refused;   /* those that were sent away before */
    struct stmt *all, *players, *audit;
};

static struct sanctions *sanctions_of(struct hall *hall)
{
    return people_of(hall)->sanctions;
}

struct sanctions *sanctions_new(struct hall *hall)
{
    struct sanctions *s = mem_new(sizeof *s);
    struct store     *store = hall_store(hall);

    s->all = store_prepare(store, "SELECT address, flags, at, who AS \"by\" FROM address_sanctions ORDER BY at DESC LIMIT ?1");
    s->players = store_prepare(store, "SELECT name, flags FROM accounts WHERE (flags & ?1) <> 0 AND name IS NOT NULL "
                                      "ORDER BY name LIMIT ?2");
    s->audit = store_prepare(store, "SELECT id, at, who, what, whom, detail FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT ?2");
    return s;
}

void sanctions_free(struct sanctions *s)
{
    map_release(&s->addresses);
    map_release(&s->open);
    map_release(&s->refused);
    free(s);
}

static bool key_is_sanctioned(const struct sanctions *s, uint64_t key, enum account_flags what)
{
    return s->addresses.n && ((uintptr_t)map_get(&s->addresses, key) & what);
}

void sanctions_reread(struct hall *hall)
{
    struct sanctions      *s = sanctions_of(hall);
    char                   address[ADDRESS_TEXT];
    const struct map_slot *slot;

    map_release(&s->addresses);
    s->addresses = (struct map){ 0 };
    stmt_int(s->all, 1, INT64_MAX);
    while (stmt_row(s->all))
        if (str_copy(stmt_col_text(s->all, 0), address, sizeof address))
            map_put(&s->addresses, address_key(address), (void *)(uintptr_t)stmt_col_int(s->all, 1));
    stmt_done(s->all);
    for (size_t at = 0; s->addresses.n && (slot = map_next(&s->open, &at));)
        if (key_is_sanctioned(s, (uintptr_t)slot->value, ACCOUNT_BANNED))
            push_close(hall, slot->key, CLOSE_LOCKED_OUT);
}

static bool is_sanctioned(struct hall *hall, const char *peer, enum account_flags what)
{
    const struct sanctions *s = sanctions_of(hall);

    return s->addresses.n && key_is_sanctioned(s, address_key(peer), what);
}

/* ---- the store -------------------------------------------------------------- */

const char *sanction_word(enum account_flags what, bool on)
{
    return what == ACCOUNT_BANNED ? on ? "ban" : "unban" : on ? "mute" : "unmute";
}

enum err audit_add(struct store *store, struct str who, const char *what, struct str whom, struct str detail, int64_t at)
{
    struct stmt *q = store_prepare(store, "INSERT INTO audit (id, at, who, what, whom, detail) "
                                          "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM audit), ?1, ?2, ?3, ?4, ?5)");

    stmt_int(q, 1, at);
    stmt_text(q, 2, who);
    stmt_text(q, 3, str_of(what));
    stmt_text(q, 4, whom);
    stmt_text(q, 5, detail);
    enum err err = stmt_run(q);
    stmt_free(q);
    log_info("audit", "%.*s: %s %.*s %.*s", STR_ARG(who), what, STR_ARG(whom), STR_ARG(detail));
    return err;
}

static unsigned flags_of_address(struct store *store, const char *group)
{
    struct stmt *q = store_prepare(store, "SELECT flags FROM address_sanctions WHERE address = ?1");

    stmt_text(q, 1, str_of(group));
    unsigned flags = stmt_row(q) ? (unsigned)stmt_col_int(q, 0) : 0;
    stmt_done(q);
    stmt_free(q);
    return flags;
}

enum err address_sanction(struct store *store, const char *address, enum account_flags what, bool on, struct str by, int64_t at)
{
    char group[ADDRESS_TEXT];

    address_group(str_of(address), group);
    unsigned flags = flags_of_address(store, group);
    if (on == !!(flags & what))
        return ERR_REFUSED;
    flags ^= what;
    struct stmt *q = store_prepare(store, flags ? "INSERT INTO address_sanctions (address, flags, at, who) VALUES (?1, ?2, ?3, ?4) "
                                                  "ON CONFLICT (address) DO UPDATE SET flags = ?2, at = ?3, who = ?4"
                                                : "DELETE FROM address_sanctions WHERE address = ?1");
    stmt_text(q, 1, str_of(group));
    if (flags) {
        stmt_int(q, 2, flags);
        stmt_int(q, 3, at);
        stmt_text(q, 4, by);
    }
    enum err err = stmt_run(q);
    stmt_free(q);
    return err ? err : audit_add(store, by, sanction_word(what, on), str_of(group), STR(""), at);
}

/* ---- doing -------------------------------------------------------------------- */

enum err moderate_account(struct hall *hall, struct str by, const struct account *account, enum account_flags what, bool on)
{
    if (on == !!(account->flags & what))
        return ERR_OK;
    enum err err = account_set_flags(hall, account->id, account->flags ^ what);
    if (!err)
        err = audit_add(hall_store(hall), by, sanction_word(what, on), str_of(account->name), STR(""), hall_now(hall));
    if (!err && on && what == ACCOUNT_BANNED)
        err = account_end(hall, account->id, STR_NONE);
    return err;
}

enum err moderate_address(struct hall *hall, struct str by, const char *address, enum account_flags what, bool on)
{
    enum err err = address_sanction(hall_store(hall), address, what, on, by, hall_now(hall));

    sanctions_reread(hall);
    return err == ERR_REFUSED ? ERR_OK : err;
}

static struct str table_word(const struct table *t, char out[32])
{
    snprintf(out, 32, "table %llu", (unsigned long long)t->id);
    return str_of(out);
}

void moderate_close(struct hall *hall, struct str by, struct table *t)
{
    char word[32];

    audit_add(hall_store(hall), by, "close", table_word(t, word), str_of(t->game->name), hall_now(hall));
    table_abandon(hall, t, "closed by the operator", "hall");
}

enum err moderate_unsay(struct hall *hall, struct str by, struct table *t, uint32_t seq)
{
    char     word[32], detail[32];
    enum err err = table_unsay(hall, t, seq);

    if (err)
        return err;
    snprintf(detail, sizeof detail, "event %u", seq);
    return audit_add(hall_store(hall), by, "remove-chat", table_word(t, word), str_of(detail), hall_now(hall));
}

enum err moderate_unsay_game(struct hall *hall, struct str by, const struct game *game, int64_t line)
{
    const struct dialect *dialect = dialect_of(game);
    char                  detail[32];
    enum err              err = dialect->unsay ? dialect->unsay(hall, dialect_self(hall, game), line) : ERR_NONE;

    if (err)
        return err;
    snprintf(detail, sizeof detail, "line %lld", (long long)line);
    return audit_add(hall_store(hall), by, "remove-chat", str_of(game->name), str_of(detail), hall_now(hall));
}

bool may_talk(struct hall *hall, const struct account *account, const char *peer)
{
    return !(account->flags & ACCOUNT_MUTED) && !is_sanctioned(hall, peer, ACCOUNT_MUTED);
}

static bool opens(const struct ask *ask)
{
    return ask->kind == ASK_OPENED || ask->kind == ASK_RESUMED;
}

bool address_admitted(struct hall *hall, struct ask *ask)
{
    struct sanctions *s = sanctions_of(hall);

    if (ask->kind == ASK_CLOSED)
        return map_remove(&s->open, ask->conn) || !map_remove(&s->refused, ask->conn);
    if (!is_sanctioned(hall, ask->peer, ACCOUNT_BANNED)) {
        if (opens(ask))
            map_put(&s->open, ask->conn, (void *)(uintptr_t)address_key(ask->peer));
        return !s->refused.n || !map_get(&s->refused, ask->conn);
    }
    if (ask->kind == ASK_HTTP) {
        reply_text(hall, ask, 403, STR("This address is locked out.\n"));
        return false;
    }
    if (opens(ask))
        map_put(&s->refused, ask->conn, s);
    push_close(hall, ask->conn, CLOSE_LOCKED_OUT);
    return false;
}

/* ---- showing --------------------------------------------------------------------- */

/* The rows of a query with flags in its column 1. */
static enum err write_sanctioned(struct stmt *q, int columns, struct jout *out, const char *key)
{
    jout_field_array(out, key);
    while (stmt_row(q)) {
        int64_t flags = stmt_col_int(q, 1);

        jout_open_object(out);
        row_write(q, 0, 1, out);
        jout_field_bool(out, "banned", flags & ACCOUNT_BANNED);
        jout_field_bool(out, "muted", flags & ACCOUNT_MUTED);
        row_write(q, 2, columns, out);
        jout_close_object(out);
    }
    jout_close_array(out);
    return stmt_done(q);
}

enum err sanctions_write(struct hall *hall, struct jout *out)
{
    struct sanctions *s = sanctions_of(hall);

    stmt_int(s->players, 1, ACCOUNT_BANNED | ACCOUNT_MUTED);
    stmt_int(s->players, 2, SHOWN_MOST);
    enum err err = write_sanctioned(s->players, 2, out, "players");
    if (err)
        return err;
    stmt_int(s->all, 1, SHOWN_MOST);
    return write_sanctioned(s->all, 4, out, "addresses");
}

enum err audit_write(struct hall *hall, struct jout *out, const char *key, int64_t before, int limit, int64_t *next)
{
    struct stmt *q = sanctions_of(hall)->audit;

    stmt_int(q, 1, before);
    stmt_int(q, 2, limit + 1);
    return rows_write_page(q, limit, out, key, next);
}
