/* Tables in the store and in memory. All live tables are read at the start,
 * without their states (load.c). Ended tables are read on demand. */
#include "base/log.h"
#include "base/mem.h"
#include "game/text.h"
#include "tables/inside.h"

#include <stdlib.h>

const char *const tables__migrations[] = {
    "CREATE TABLE tables ("
    " id BIGINT PRIMARY KEY, game TEXT NOT NULL, door TEXT NOT NULL, phase INTEGER NOT NULL, owner BIGINT NOT NULL,"
    " invite TEXT NOT NULL, listed INTEGER NOT NULL, rated INTEGER NOT NULL, seats INTEGER NOT NULL, setup TEXT NOT NULL,"
    " move_seconds INTEGER NOT NULL, opened_at BIGINT NOT NULL, started_at BIGINT NOT NULL, ended_at BIGINT NOT NULL,"
    " ended_how TEXT NOT NULL);"
    "CREATE INDEX tables_by_phase ON tables (phase, game, id);"
    "CREATE INDEX tables_by_owner ON tables (owner, phase);"
    "CREATE TABLE seats ("
    " table_id BIGINT NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL, account BIGINT NOT NULL, name TEXT NOT NULL,"
    " bot TEXT NOT NULL, ready INTEGER NOT NULL, has_left INTEGER NOT NULL, PRIMARY KEY (table_id, seat));"
    "CREATE INDEX seats_by_account ON seats (account, table_id);"
    "CREATE TABLE hall_probe (at BIGINT NOT NULL);"
    "INSERT INTO hall_probe VALUES (0);",
    NULL,
};

/* clang-format off */
const struct column table_columns[TABLE_COLUMNS] = {
    [TABLE_ID] = { "id" }, [TABLE_GAME] = { "game", true }, [TABLE_DOOR] = { "door", true }, [TABLE_PHASE] = { "phase" },
    [TABLE_OWNER] = { "owner" }, [TABLE_INVITE] = { "invite", true }, [TABLE_LISTED] = { "listed" }, [TABLE_RATED] = { "rated" },
    [TABLE_SEATS] = { "seats" }, [TABLE_SETUP] = { "setup", true }, [TABLE_MOVE_SECONDS] = { "move_seconds" },
    [TABLE_OPENED_AT] = { "opened_at" }, [TABLE_STARTED_AT] = { "started_at" }, [TABLE_ENDED_AT] = { "ended_at" },
    [TABLE_ENDED_HOW] = { "ended_how", true },
};

const struct column seat_columns[SEAT_COLUMNS] = {
    [SEAT_SEAT] = { "seat" }, [SEAT_KIND] = { "kind" }, [SEAT_ACCOUNT] = { "account" }, [SEAT_NAME] = { "name", true },
    [SEAT_BOT] = { "bot", true }, [SEAT_READY] = { "ready" }, [SEAT_HAS_LEFT] = { "has_left" },
};
/* clang-format on */

/* Prepares "HEAD name, name, name TAIL". */
static struct stmt *prepare(struct store *s, const char *head, const struct column *columns, int n, const char *tail)
{
    struct buf sql = { 0 };

    buf_text(&sql, head);
    for (int i = 0; i < n; i++)
        buf_printf(&sql, "%s%s", i ? ", " : "", columns[i].name);
    buf_text(&sql, tail);
    struct stmt *q = store_prepare(s, sql.at);
    buf_release(&sql);
    return q;
}

static struct stmt *select_tables(struct store *s, const char *tail)
{
    return prepare(s, "SELECT ", table_columns, TABLE_COLUMNS, tail);
}

static struct stmt *select_seats(struct store *s, const char *tail)
{
    return prepare(s, "SELECT table_id, ", seat_columns, SEAT_COLUMNS, tail);
}

void table_statements_prepare(struct table_statements *sql, struct store *s)
{
    *sql = (struct table_statements){
        .insert = prepare(s, "INSERT INTO tables (", table_columns, TABLE_COLUMNS,
                          ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"),
        .update = store_prepare(s, "UPDATE tables SET phase = ?2, seats = ?3, setup = ?4, started_at = ?5, ended_at = ?6,"
                                   " ended_how = ?7, listed = ?8, owner = ?9 WHERE id = ?1"),
        .erase = store_prepare(s, "DELETE FROM tables WHERE id = ?1"),
        .find = select_tables(s, " FROM tables WHERE id = ?1"),
        .next = store_prepare(s, "SELECT coalesce(min(id), 0) FROM tables WHERE id > ?1"),
        .count_owned = store_prepare(s, "SELECT count(*) FROM tables WHERE owner = ?1 AND phase < 2"),
        .seat_put = prepare(s, "INSERT INTO seats (table_id, ", seat_columns, SEAT_COLUMNS,
                            ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (table_id, seat) DO UPDATE"
                            " SET kind = ?3, account = ?4, name = ?5, bot = ?6, ready = ?7, has_left = ?8"),
        .seat_erase = store_prepare(s, "DELETE FROM seats WHERE table_id = ?1 AND seat = ?2"),
        .seats_of = select_seats(s, " FROM seats WHERE table_id = ?1 ORDER BY seat"),
        .seats_rename = store_prepare(s, "UPDATE seats SET name = ?2 WHERE account = ?1"),
        .seats_erase = store_prepare(s, "DELETE FROM seats WHERE table_id = ?1"),
    };
}

enum err seats_rename(struct table_statements *sql, uint64_t account, struct str name)
{
    stmt_int(sql->seats_rename, 1, (int64_t)account);
    stmt_text(sql->seats_rename, 2, name);
    return stmt_run(sql->seats_rename);
}

/* ---- rows to tables ----------------------------------------------------- */

static void copy_text(struct str from, char *to, size_t size)
{
    if (!str_copy(from, to, size))
        log_warn("hall", "a stored text is too long");
}

/* Reads the current row of select_seats into a seat of `t`. */
static void read_seat(struct table *t, struct stmt *q)
{
    int64_t seat = stmt_col_int(q, 1 + SEAT_SEAT);

    if (seat < 0 || seat >= SEATS_MAX)
        return;
    struct sitter *s = &t->seat[seat];
    s->kind = (enum sitter_kind)stmt_col_int(q, 1 + SEAT_KIND);
    s->account = (uint64_t)stmt_col_int(q, 1 + SEAT_ACCOUNT);
    copy_text(stmt_col_text(q, 1 + SEAT_NAME), s->name, sizeof s->name);
    copy_text(stmt_col_text(q, 1 + SEAT_BOT), s->bot, sizeof s->bot);
    s->ready = stmt_col_int(q, 1 + SEAT_READY) != 0;
    s->left = stmt_col_int(q, 1 + SEAT_HAS_LEFT) != 0;
}

/* Reads the current row of select_tables; NULL if its game no longer exists. */
static struct table *read_table(struct tables *ts, struct stmt *q)
{
    const struct game *game = game_by_name(stmt_col_text(q, TABLE_GAME));
    uint64_t           id = (uint64_t)stmt_col_int(q, TABLE_ID);

    if (!game) {
        log_warn("hall", "table %llu has an unknown game", (unsigned long long)id);
        return NULL;
    }
    struct table *t = table__new(ts, game, id);
    copy_text(stmt_col_text(q, TABLE_DOOR), t->door, sizeof t->door);
    t->phase = (enum table_phase)stmt_col_int(q, TABLE_PHASE);
    t->owner = (uint64_t)stmt_col_int(q, TABLE_OWNER);
    copy_text(stmt_col_text(q, TABLE_INVITE), t->invite, sizeof t->invite);
    t->listed = stmt_col_int(q, TABLE_LISTED) != 0;
    t->rated = stmt_col_int(q, TABLE_RATED) != 0;
    t->seats = (uint8_t)stmt_col_int(q, TABLE_SEATS);
    if (setup_read(game, stmt_col_text(q, TABLE_SETUP), &t->setup, &t->private->extra) != ERR_OK)
        log_error("hall", "the setup of table %llu cannot be read", (unsigned long long)id);
    t->move_seconds = (int32_t)stmt_col_int(q, TABLE_MOVE_SECONDS);
    t->opened_at = stmt_col_int(q, TABLE_OPENED_AT);
    t->started_at = t->moved_at = stmt_col_int(q, TABLE_STARTED_AT);
    t->ended_at = stmt_col_int(q, TABLE_ENDED_AT);
    copy_text(stmt_col_text(q, TABLE_ENDED_HOW), t->ended_how, sizeof t->ended_how);
    return t;
}

static struct table *find_row(struct tables *ts, uint64_t id)
{
    struct stmt  *q = ts->sql.find;
    struct table *t = NULL;

    stmt_int(q, 1, (int64_t)id);
    if (stmt_row(q))
        t = read_table(ts, q);
    stmt_done(q);
    if (!t)
        return NULL;
    stmt_int(ts->sql.seats_of, 1, (int64_t)id);
    while (stmt_row(ts->sql.seats_of))
        read_seat(t, ts->sql.seats_of);
    stmt_done(ts->sql.seats_of);
    return t;
}

static bool waits_for_us(const struct table *t)
{
    if (t->phase != TABLE_RUNNING)
        return false;
    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].kind == SITTER_BOT)
            return true;
    return t->move_seconds > 0 || (t->game->traits & GAME_HAS_CLOCK);
}

/* All live tables with their seats, in two queries: one per table would
 * dominate the start of a large server. The unary plus keeps SQLite from
 * scanning all tables ever for the sake of their order. */
static enum err read_live(struct hall *hall, struct tables *ts)
{
    struct stmt *max = store_prepare(hall_store(hall), "SELECT coalesce(max(id), 0) FROM tables");
    struct stmt *tables = select_tables(hall_store(hall), " FROM tables WHERE phase < 2 ORDER BY +id");
    struct stmt *seats = select_seats(hall_store(hall), " FROM seats WHERE table_id IN (SELECT id FROM tables WHERE phase < 2)");

    if (stmt_row(max))
        ts->next_table = (uint64_t)stmt_col_int(max, 0) + 1;
    if (stmt_done(max) != ERR_OK)
        return ERR_IO;
    while (stmt_row(tables)) {
        struct table *t = read_table(ts, tables);

        if (t)
            table__live_add(hall, ts, t);
    }
    if (stmt_done(tables) != ERR_OK)
        return ERR_IO;
    while (stmt_row(seats)) {
        struct table *t = map_get(&ts->tables, (uint64_t)stmt_col_int(seats, 0));

        if (t)
            read_seat(t, seats);
    }
    return stmt_done(seats);
}

enum err tables__open(struct hall *hall, struct tables *ts)
{
    table_statements_prepare(&ts->sql, hall_store(hall));
    enum err err = read_live(hall, ts);
    ts->unmanned.n = 0; /* nobody sat anywhere yet; to take so many tables out one by one would take longer than reading them */
    for (int i = 0; i < GAMES_MAX; i++)
        for (int at = 0; at < ts->live[i].n; at++) {
            struct table *t = ts->live[i].at[at];

            table__count(ts, t);
            if (waits_for_us(t))
                turn__sweep(hall, ts, t->id);
        }
    return err;
}

/* ---- tables to rows ----------------------------------------------------- */

static void bind_setup(struct stmt *q, int i, const struct table *t)
{
    struct buf text = { 0 };

    setup_write(t->game, &t->setup, &text);
    stmt_text(q, i, buf_view(&text));
    buf_release(&text);
}

void table__insert(struct tables *ts, const struct table *t)
{
    struct stmt *q = ts->sql.insert;

    stmt_int(q, 1, (int64_t)t->id);
    stmt_text(q, 2, str_of(t->game->name));
    stmt_text(q, 3, str_of(t->door));
    stmt_int(q, 4, t->phase);
    stmt_int(q, 5, (int64_t)t->owner);
    stmt_text(q, 6, str_of(t->invite));
    stmt_int(q, 7, t->listed);
    stmt_int(q, 8, t->rated);
    stmt_int(q, 9, t->seats);
    bind_setup(q, 10, t);
    stmt_int(q, 11, t->move_seconds);
    stmt_int(q, 12, t->opened_at);
    stmt_int(q, 13, t->started_at);
    stmt_int(q, 14, t->ended_at);
    stmt_text(q, 15, str_of(t->ended_how));
    stmt_run(q);
}

void table__update(struct tables *ts, struct table *t)
{
    struct stmt *q = ts->sql.update;

    stmt_int(q, 1, (int64_t)t->id);
    stmt_int(q, 2, t->phase);
    stmt_int(q, 3, t->seats);
    bind_setup(q, 4, t);
    stmt_int(q, 5, t->started_at);
    stmt_int(q, 6, t->ended_at);
    stmt_text(q, 7, str_of(t->ended_how));
    stmt_int(q, 8, t->listed);
    stmt_int(q, 9, (int64_t)t->owner);
    stmt_run(q);
    table__count(ts, t);
}

void table__save_seat(struct tables *ts, struct table *t, int seat)
{
    const struct sitter *who = &t->seat[seat];
    struct stmt         *q = who->kind == SITTER_NONE ? ts->sql.seat_erase : ts->sql.seat_put;

    stmt_int(q, 1, (int64_t)t->id);
    stmt_int(q, 2, seat);
    if (who->kind != SITTER_NONE) {
        stmt_int(q, 3, who->kind);
        stmt_int(q, 4, (int64_t)who->account);
        stmt_text(q, 5, str_of(who->name));
        stmt_text(q, 6, str_of(who->bot));
        stmt_int(q, 7, who->ready);
        stmt_int(q, 8, who->left);
    }
    stmt_run(q);
    table__count(ts, t);
}

void table__save_seats(struct tables *ts, struct table *t)
{
    for (int i = 0; i < SEATS_MAX; i++)
        table__save_seat(ts, t, i);
}

void table_rename_sitter(struct hall *hall, uint64_t account, struct str name)
{
    struct tables         *ts = tables_of(hall);
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&ts->tables, &at))) {
        struct table *t = slot->value;
        int           seat = table_seat_of(t, account);

        if (seat < 0)
            continue;
        table__touch(ts, t);
        str_copy(name, t->seat[seat].name, sizeof t->seat[seat].name);
    }
    seats_rename(&ts->sql, account, name);
}

int tables__owned(struct tables *ts, uint64_t owner)
{
    struct stmt *q = ts->sql.count_owned;
    int          n = 0;

    stmt_int(q, 1, (int64_t)owner);
    if (stmt_row(q))
        n = (int)stmt_col_int(q, 0);
    stmt_done(q);
    return n;
}

/* ---- finding ------------------------------------------------------------ */

struct table *table_find(struct hall *hall, uint64_t id)
{
    struct tables *ts = tables_of(hall);
    struct table  *t = id ? map_get(&ts->tables, id) : NULL;

    if (!t && id)
        t = find_row(ts, id);
    return t && table__load(hall, ts, t) ? t : NULL;
}

void tables__reread(struct hall *hall, struct tables *ts)
{
    for (int i = 0; i < ts->n_touched; i++) {
        uint64_t      id = ts->touched[i];
        struct table *t = map_get(&ts->tables, id);
        int           watched = t ? t->watched : 0;

        if (t)
            table__free(hall, ts, t);
        t = find_row(ts, id);
        if (!t)
            continue;
        t->watched = watched;
        if (table__is_live(t))
            table__live_add(hall, ts, t);
        if (waits_for_us(t))
            turn__sweep(hall, ts, id);
    }
}
