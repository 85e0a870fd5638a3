/* Tables in the store and in memory. All live tables are known from the start,
 * without their states (table_load.c). Ended tables are read when asked for. */
#include "base/log.h"
#include "base/mem.h"
#include "game/replay.h"
#include "hall/internal.h"

#include <stdlib.h>

static const char *const steps[] = {
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

const struct migration hall__table_migration = { "hall", steps };

#define TABLE_COLUMNS                                                                                                              \
    "id, game, door, phase, owner, invite, listed, rated, seats, setup, move_seconds, opened_at, started_at, ended_at, "           \
    "ended_how"

int game_index(const struct game *game)
{
    for (int i = 0; all_games[i]; i++)
        if (all_games[i] == game)
            return i;
    BUG("a table of an unregistered game");
}

/* ---- in memory ---------------------------------------------------------- */

struct table *tables__new(struct hall *hall, const struct game *game, uint64_t id)
{
    struct table *t = mem_new(sizeof *t);

    t->private = mem_new(sizeof *t->private);
    t->id = id;
    t->game = game;
    map_put(&hall->tables, id, t);
    return t;
}

/* First index in `live` whose id is not below `id`. */
static int live_at(const struct live *live, uint64_t id)
{
    int low = 0, high = live->n;

    while (low < high) {
        int mid = (low + high) / 2;

        if (live->at[mid]->id < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void tables__live_add(struct hall *hall, struct table *t)
{
    struct live *live = &hall->live[game_index(t->game)];
    int          at = live_at(live, t->id);

    if (live->n == live->cap) {
        live->cap = live->cap ? 2 * live->cap : 64;
        live->at = mem_grow(live->at, (size_t)live->cap, sizeof live->at[0]);
    }
    memmove(live->at + at + 1, live->at + at, (size_t)(live->n - at) * sizeof live->at[0]);
    live->at[at] = t;
    live->n++;
    atomic_fetch_add(&hall->metrics.tables_live, 1);
}

void tables__live_remove(struct hall *hall, struct table *t)
{
    struct live *live = &hall->live[game_index(t->game)];
    int          at = live_at(live, t->id);

    if (at == live->n || live->at[at] != t)
        return;
    live->n--;
    memmove(live->at + at, live->at + at + 1, (size_t)(live->n - at) * sizeof live->at[0]);
    atomic_fetch_sub(&hall->metrics.tables_live, 1);
}

struct table *table_next_live(struct hall *hall, const struct game *game, uint64_t after)
{
    struct live *live = &hall->live[game_index(game)];
    int          at = live_at(live, after + 1);

    return at < live->n ? live->at[at] : NULL;
}

struct table *table__live_before(struct hall *hall, const struct game *game, uint64_t below)
{
    struct live *live = &hall->live[game_index(game)];
    int          at = live_at(live, below);

    return at > 0 ? live->at[at - 1] : NULL;
}

bool table__is_live(const struct table *t)
{
    return t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING;
}

void tables__free(struct hall *hall, struct table *t)
{
    struct table_event dropped = { .kind = EVENT_DROPPED, .seat = SEAT_TABLE, .door = "hall" };

    table__tell(hall, t, &dropped);
    timer_cancel(hall, t->private->timer);
    tables__unload(hall, t);
    tables__live_remove(hall, t);
    map_remove(&hall->tables, t->id);
    buf_release(&t->private->extra);
    free(t->private);
    free(t);
}

/* ---- rows to tables ----------------------------------------------------- */

static void copy_text(struct str from, char *to, size_t size)
{
    if (!str_copy(from, to, size))
        log_warn("hall", "a stored text is longer than it may be");
}

#define SEAT_COLUMNS "table_id, seat, kind, account, name, bot, ready, has_left"

/* The current row of a query on SEAT_COLUMNS as a seat of `t`. */
static void read_seat(struct table *t, struct stmt *q)
{
    int64_t seat = stmt_col_int(q, 1);

    if (seat < 0 || seat >= SEATS_MAX)
        return;
    struct sitter *s = &t->seat[seat];
    s->kind = (enum sitter_kind)stmt_col_int(q, 2);
    s->account = (uint64_t)stmt_col_int(q, 3);
    copy_text(stmt_col_text(q, 4), s->name, sizeof s->name);
    copy_text(stmt_col_text(q, 5), s->bot, sizeof s->bot);
    s->ready = stmt_col_int(q, 6) != 0;
    s->left = stmt_col_int(q, 7) != 0;
}

/* The current row of a query on TABLE_COLUMNS as a table; NULL if its game is
 * not here any more. */
static struct table *read_table(struct hall *hall, struct stmt *q)
{
    const struct game *game = game_by_name(stmt_col_text(q, 1));
    uint64_t           id = (uint64_t)stmt_col_int(q, 0);

    if (!game) {
        log_warn("hall", "table %llu is of an unknown game", (unsigned long long)id);
        return NULL;
    }
    struct table *t = tables__new(hall, game, id);
    copy_text(stmt_col_text(q, 2), t->door, sizeof t->door);
    t->phase = (enum table_phase)stmt_col_int(q, 3);
    t->owner = (uint64_t)stmt_col_int(q, 4);
    copy_text(stmt_col_text(q, 5), t->invite, sizeof t->invite);
    t->listed = stmt_col_int(q, 6) != 0;
    t->rated = stmt_col_int(q, 7) != 0;
    t->seats = (uint8_t)stmt_col_int(q, 8);
    if (setup_read(game, stmt_col_text(q, 9), &t->setup, &t->private->extra) != ERR_OK)
        log_error("hall", "the setup of table %llu cannot be read", (unsigned long long)id);
    t->move_seconds = (int32_t)stmt_col_int(q, 10);
    t->opened_at = stmt_col_int(q, 11);
    t->started_at = t->moved_at = stmt_col_int(q, 12);
    t->ended_at = stmt_col_int(q, 13);
    copy_text(stmt_col_text(q, 14), t->ended_how, sizeof t->ended_how);
    return t;
}

static struct table *find_row(struct hall *hall, uint64_t id)
{
    struct stmt  *q = hall->sql.find;
    struct table *t = NULL;

    stmt_int(q, 1, (int64_t)id);
    if (stmt_row(q))
        t = read_table(hall, q);
    stmt_done(q);
    if (!t)
        return NULL;
    stmt_int(hall->sql.seats_of, 1, (int64_t)id);
    while (stmt_row(hall->sql.seats_of))
        read_seat(t, hall->sql.seats_of);
    stmt_done(hall->sql.seats_of);
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

static void prepare_statements(struct hall *hall)
{
    struct store *s = hall->store;

    hall->sql = (struct table_statements){
        .insert = store_prepare(s, "INSERT INTO tables (" TABLE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
                                   " ?12, ?13, ?14, ?15)"),
        .update = store_prepare(s, "UPDATE tables SET phase = ?2, seats = ?3, setup = ?4, started_at = ?5, ended_at = ?6,"
                                   " ended_how = ?7, listed = ?8, owner = ?9 WHERE id = ?1"),
        .erase = store_prepare(s, "DELETE FROM tables WHERE id = ?1"),
        .find = store_prepare(s, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1"),
        .count_owned = store_prepare(s, "SELECT count(*) FROM tables WHERE owner = ?1 AND phase < 2"),
        .seat_put =
            store_prepare(s, "INSERT INTO seats VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (table_id, seat) DO UPDATE"
                             " SET kind = ?3, account = ?4, name = ?5, bot = ?6, ready = ?7, has_left = ?8"),
        .seat_erase = store_prepare(s, "DELETE FROM seats WHERE table_id = ?1 AND seat = ?2"),
        .seats_of = store_prepare(s, "SELECT " SEAT_COLUMNS " FROM seats WHERE table_id = ?1"),
        .seats_rename = store_prepare(s, "UPDATE seats SET name = ?2 WHERE account = ?1"),
        .seats_erase = store_prepare(s, "DELETE FROM seats WHERE table_id = ?1"),
    };
}

/* Room for any game. */
static void make_room(struct hall *hall)
{
    size_t largest = 1;
    int    longest = 1;

    for (int i = 0; all_games[i]; i++) {
        if (all_games[i]->state_size > largest)
            largest = all_games[i]->state_size;
        if (all_games[i]->legal_max > longest)
            longest = all_games[i]->legal_max;
    }
    hall->lent = mem_new(largest);
    hall->scratch = mem_new(largest);
    hall->moves.at = mem_list((size_t)longest, sizeof hall->moves.at[0]);
    hall->moves.cap = longest;
}

/* All live tables with their seats, in two queries: one a table would take most
 * of the start of a server with many. The plus sign keeps SQLite from reading
 * all tables there ever were, for the sake of their order. */
static enum err read_live(struct hall *hall)
{
    struct stmt *max = store_prepare(hall->store, "SELECT coalesce(max(id), 0) FROM tables");
    struct stmt *tables = store_prepare(hall->store, "SELECT " TABLE_COLUMNS " FROM tables WHERE phase < 2 ORDER BY +id");
    struct stmt *seats = store_prepare(hall->store, "SELECT " SEAT_COLUMNS " FROM seats WHERE table_id IN"
                                                    " (SELECT id FROM tables WHERE phase < 2)");

    if (stmt_row(max))
        hall->next_table = (uint64_t)stmt_col_int(max, 0) + 1;
    if (stmt_done(max) != ERR_OK)
        return ERR_IO;
    while (stmt_row(tables)) {
        struct table *t = read_table(hall, tables);

        if (t)
            tables__live_add(hall, t);
    }
    if (stmt_done(tables) != ERR_OK)
        return ERR_IO;
    while (stmt_row(seats)) {
        struct table *t = map_get(&hall->tables, (uint64_t)stmt_col_int(seats, 0));

        if (t)
            read_seat(t, seats);
    }
    return stmt_done(seats);
}

enum err tables__open(struct hall *hall)
{
    prepare_statements(hall);
    make_room(hall);
    enum err err = read_live(hall);
    for (int i = 0; i < PARTS_MAX; i++)
        for (int at = 0; at < hall->live[i].n; at++)
            if (waits_for_us(hall->live[i].at[at]))
                turn__sweep(hall, hall->live[i].at[at]->id);
    return err;
}

void tables__drop_all(struct hall *hall)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&hall->tables, &at))) {
        struct table_event dropped = { .kind = EVENT_DROPPED, .seat = SEAT_TABLE, .door = "hall" };

        table__tell(hall, slot->value, &dropped);
    }
}

void tables__close(struct hall *hall)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&hall->tables, &at))) {
        struct table *t = slot->value;

        free(t->state);
        buf_release(&t->private->extra);
        free(t->private);
        free(t);
    }
    map_release(&hall->tables);
    for (int i = 0; i < PARTS_MAX; i++)
        free(hall->live[i].at);
    free(hall->lent);
    free(hall->scratch);
    free(hall->moves.at);
    free(hall->sweep);
}

/* ---- tables to rows ----------------------------------------------------- */

static void bind_setup(struct stmt *q, int i, const struct table *t)
{
    struct buf text = { 0 };

    setup_write(t->game, &t->setup, &text);
    stmt_text(q, i, buf_view(&text));
    buf_release(&text);
}

void tables__insert(struct hall *hall, struct table *t)
{
    struct stmt *q = hall->sql.insert;

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

void tables__update(struct hall *hall, const struct table *t)
{
    struct stmt *q = hall->sql.update;

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
}

void tables__save_seat(struct hall *hall, const struct table *t, int seat)
{
    const struct sitter *who = &t->seat[seat];
    struct stmt         *q = who->kind == SITTER_NONE ? hall->sql.seat_erase : hall->sql.seat_put;

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
}

void tables__save_seats(struct hall *hall, const struct table *t)
{
    for (int i = 0; i < SEATS_MAX; i++)
        tables__save_seat(hall, t, i);
}

void table_rename_sitter(struct hall *hall, uint64_t account, struct str name)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&hall->tables, &at))) {
        struct table *t = slot->value;
        int           seat = table_seat_of(t, account);

        if (seat < 0)
            continue;
        hall__touch(hall, t);
        str_copy(name, t->seat[seat].name, sizeof t->seat[seat].name);
    }
    stmt_int(hall->sql.seats_rename, 1, (int64_t)account);
    stmt_text(hall->sql.seats_rename, 2, name);
    stmt_run(hall->sql.seats_rename);
}

int tables__owned(struct hall *hall, uint64_t owner)
{
    struct stmt *q = hall->sql.count_owned;
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
    struct table *t = id ? map_get(&hall->tables, id) : NULL;

    if (!t && id)
        t = find_row(hall, id);
    return t && tables__load(hall, t) ? t : NULL;
}

void tables__reread(struct hall *hall)
{
    for (int i = 0; i < hall->n_touched; i++) {
        uint64_t      id = hall->touched[i];
        struct table *t = map_get(&hall->tables, id);
        int           watched = t ? t->watched : 0;

        if (t)
            tables__free(hall, t);
        t = find_row(hall, id);
        if (!t)
            continue;
        t->watched = watched;
        if (table__is_live(t))
            tables__live_add(hall, t);
        if (waits_for_us(t))
            turn__sweep(hall, id);
    }
}
