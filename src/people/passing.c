/* Tables that nobody will miss: those at which nobody with an account plays (but
 * guests, computers, clients of protocols that need none), and those that ended
 * before they began. Such a table is closed when nothing has happened there for
 * LIMIT_GUEST_HOURS before its start, or LIMIT_GUEST_TABLE_DAYS after it. Some time after
 * its end it is removed with its journal: after LIMIT_BOT_TABLE_HOURS if nobody ever
 * sat there, after LIMIT_GUEST_TABLE_DAYS otherwise. When there are more than
 * LIMIT_PASSING_TABLES in all, the oldest go sooner, and those that are over first. */
#include "base/log.h"
#include "people/book.h"
#include "people/people.h"
#include "tables/dialect.h"
#include "tables/table.h"

enum { LOOK_MS = 1000, HASTE_MS = 50, AT_ONCE = 20 };

static const int64_t hour_ms = 3600 * 1000;

static bool is_live(const struct table *t)
{
    return t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING;
}

static bool is_guest(struct hall *hall, uint64_t id)
{
    struct account account;

    return account_by_id(hall, id, &account) != ERR_OK || (account.flags & ACCOUNT_GUEST);
}

/* Is anybody at the table more than a visitor? `*people`: somebody sat there at all. */
static bool has_player(struct hall *hall, const struct table *t, bool *people)
{
    bool player = false;

    *people = false;
    for (int i = 0; i < t->seats; i++) {
        const struct sitter *who = &t->seat[i];

        *people |= who->kind == SITTER_ACCOUNT || who->kind == SITTER_DOOR;
        player |= who->kind == SITTER_DOOR && !dialect_of(t->game)->for_strangers;
        player |= who->kind == SITTER_ACCOUNT && !is_guest(hall, who->account);
    }
    return player && (t->started_at || is_live(t));
}

static void put(struct hall *hall, const struct table *t, int64_t until)
{
    struct stmt *q = people_of(hall)->passing.put;

    stmt_int(q, 1, (int64_t)t->id);
    stmt_int(q, 2, until);
    stmt_int(q, 3, is_live(t));
    stmt_run(q);
}

static void forget(struct hall *hall, uint64_t table)
{
    struct stmt *q = people_of(hall)->passing.remove;

    stmt_int(q, 1, (int64_t)table);
    stmt_run(q);
}

/* When a live table has been idle for too long. */
static int64_t patience_ends(const struct table *t)
{
    return t->started_at ? t->moved_at + limit_now(SIZED_GUEST_TABLE_DAYS) * 24 * hour_ms
                         : t->opened_at + LIMIT_GUEST_HOURS * hour_ms;
}

void passing_opened(struct hall *hall, const struct table *t)
{
    if (!hall_test_mode(hall) && (t->owner ? is_guest(hall, t->owner) : dialect_of(t->game)->for_strangers))
        put(hall, t, patience_ends(t));
}

void passing_ended(struct hall *hall, const struct table *t)
{
    bool people;

    if (hall_test_mode(hall))
        return;
    if (has_player(hall, t, &people))
        forget(hall, t->id);
    else
        put(hall, t,
            hall_now(hall) +
                (people ? limit_now(SIZED_GUEST_TABLE_DAYS) * 24 * hour_ms : limit_now(SIZED_BOT_TABLE_HOURS) * hour_ms));
}

/* Its time has come, or there is no room for it any more. */
static void pass(struct hall *hall, uint64_t id, bool surplus)
{
    struct table *t = table_find(hall, id);
    bool          people;

    if (!t) {
        forget(hall, id);
    } else if (!is_live(t)) {
        book_erase_table(hall, id);
        table_erase(hall, t);
        forget(hall, id);
    } else if (has_player(hall, t, &people)) {
        forget(hall, id); /* it is judged again when it ends */
    } else if (!surplus && patience_ends(t) > hall_now(hall)) {
        put(hall, t, patience_ends(t));
    } else {
        table_abandon(hall, t, "deserted", "hall");
    }
}

/* The tables that a query, whose parameters are bound, returns: up to `room`. */
static int list(struct stmt *q, uint64_t *tables, int room)
{
    int n = 0;

    while (n < room && stmt_row(q))
        tables[n++] = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    return n;
}

static void look(struct hall *hall, void *arg)
{
    struct passing *p = &people_of(hall)->passing;
    uint64_t        tables[2 * AT_ONCE];
    int64_t         too_many = stmt_row(p->count) ? stmt_col_int(p->count, 0) - limit_now(SIZED_PASSING_TABLES) : 0;

    (void)arg;
    stmt_done(p->count);
    stmt_int(p->due, 1, hall_now(hall));
    stmt_int(p->due, 2, AT_ONCE);
    int due = list(p->due, tables, AT_ONCE), n = due;
    if (too_many > 0) {
        stmt_int(p->surplus, 1, too_many < AT_ONCE ? too_many : AT_ONCE);
        n += list(p->surplus, tables + due, AT_ONCE);
    }
    for (int i = 0; i < n; i++)
        pass(hall, tables[i], i >= due);
    if (n)
        log_debug("people", "%d tables of guests and computers closed or removed", n);
    timer_at(hall, hall_now(hall) + (n >= AT_ONCE ? HASTE_MS : LOOK_MS), look, NULL);
}

void passing_begin(struct hall *hall)
{
    struct store *store = hall_store(hall);

    people_of(hall)->passing = (struct passing){
        .put = store_prepare(store, "INSERT INTO passing_tables (table_id, until, live) VALUES (?1, ?2, ?3) "
                                    "ON CONFLICT (table_id) DO UPDATE SET until = ?2, live = ?3"),
        .remove = store_prepare(store, "DELETE FROM passing_tables WHERE table_id = ?1"),
        .due = store_prepare(store, "SELECT table_id FROM passing_tables WHERE until <= ?1 ORDER BY until LIMIT ?2"),
        .surplus = store_prepare(store, "SELECT table_id FROM passing_tables ORDER BY live, until LIMIT ?1"),
        .count = store_prepare(store, "SELECT count(*) FROM passing_tables"),
    };
    timer_at(hall, hall_now(hall) + LOOK_MS, look, NULL);
}
