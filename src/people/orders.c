/* Orders: what the command line has the running server do. */
#include "base/log.h"
#include "people/moderate.h"
#include "people/people.h"

enum { LOOK_MS = 500, AT_ONCE = 64 };

static const struct str by = { "command line", sizeof "command line" - 1 };

enum err order_add(struct store *store, enum order_kind what, uint64_t target, int64_t detail, int64_t at)
{
    struct stmt *q = store_prepare(store, "INSERT INTO orders (id, what, target, detail, at) "
                                          "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM orders), ?1, ?2, ?3, ?4)");

    stmt_int(q, 1, what);
    stmt_int(q, 2, (int64_t)target);
    stmt_int(q, 3, detail);
    stmt_int(q, 4, at);
    enum err err = stmt_run(q);
    stmt_free(q);
    return err;
}

struct order_row {
    enum order_kind what;
    uint64_t        target;
    int64_t         detail;
};

static void carry_out(struct hall *hall, const struct order_row *order)
{
    struct account account;
    struct table  *t;

    switch (order->what) {
    case ORDER_ENDED:
        account_ended(hall, order->target);
        if (account_by_id(hall, order->target, &account) == ERR_NONE)
            account_leave_tables(hall, order->target);
        break;
    case ORDER_SANCTIONS:
        sanctions_reread(hall);
        break;
    case ORDER_CLOSE:
        t = table_find(hall, order->target);
        if (t && (t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING))
            moderate_close(hall, by, t);
        break;
    case ORDER_UNSAY:
        t = table_find(hall, order->target);
        if (!t || moderate_unsay(hall, by, t, (uint32_t)order->detail))
            log_warn("audit", "there is no line of chat %lld at table %llu", (long long)order->detail,
                     (unsigned long long)order->target);
        break;
    case ORDER_UNSAY_GAME:
        if (moderate_unsay_game(hall, by, all_games[order->target], order->detail))
            log_warn("audit", "there is no line of chat %lld of %s", (long long)order->detail, all_games[order->target]->name);
        break;
    }
}

/* Reads some orders and deletes them, then carries them out: all in one batch. */
static int take(struct hall *hall, struct order_row rows[AT_ONCE])
{
    struct people *p = people_of(hall);
    int64_t        last = 0;
    int            n = 0;

    stmt_int(p->read_orders, 1, AT_ONCE);
    while (stmt_row(p->read_orders)) {
        last = stmt_col_int(p->read_orders, 0);
        rows[n++] = (struct order_row){ (enum order_kind)stmt_col_int(p->read_orders, 1), (uint64_t)stmt_col_int(p->read_orders, 2),
                                        stmt_col_int(p->read_orders, 3) };
    }
    stmt_done(p->read_orders);
    if (n) {
        stmt_int(p->drop_orders, 1, last);
        stmt_run(p->drop_orders);
    }
    return n;
}

static void look(struct hall *hall, void *arg)
{
    struct order_row rows[AT_ONCE];
    int              n = take(hall, rows);

    (void)arg;
    for (int i = 0; i < n; i++)
        carry_out(hall, &rows[i]);
    timer_at(hall, hall_now(hall) + LOOK_MS, look, NULL);
}

void orders_begin(struct hall *hall)
{
    struct people *p = people_of(hall);

    p->read_orders = store_prepare(hall_store(hall), "SELECT id, what, target, detail FROM orders ORDER BY id LIMIT ?1");
    p->drop_orders = store_prepare(hall_store(hall), "DELETE FROM orders WHERE id <= ?1");
    timer_at(hall, 0, look, NULL);
}
