#include "cli/history.h"

#include "base/mem.h"
#include "game/replay.h"
#include "hall/table.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
const struct column table_columns[TABLE_COLUMNS] = {
    [TABLE_ID] =           { "id",           false },
    [TABLE_GAME] =         { "game",         true },
    [TABLE_DOOR] =         { "door",         true },
    [TABLE_PHASE] =        { "phase",        false },
    [TABLE_OWNER] =        { "owner",        false },
    [TABLE_INVITE] =       { "invite",       true },
    [TABLE_LISTED] =       { "listed",       false },
    [TABLE_RATED] =        { "rated",        false },
    [TABLE_SEATS] =        { "seats",        false },
    [TABLE_SETUP] =        { "setup",        true },
    [TABLE_MOVE_SECONDS] = { "move_seconds", false },
    [TABLE_OPENED_AT] =    { "opened_at",    false },
    [TABLE_STARTED_AT] =   { "started_at",   false },
    [TABLE_ENDED_AT] =     { "ended_at",     false },
    [TABLE_ENDED_HOW] =    { "ended_how",    true },
};

const struct column seat_columns[SEAT_COLUMNS] = {
    [SEAT_SEAT] =     { "seat",     false },
    [SEAT_KIND] =     { "kind",     false },
    [SEAT_ACCOUNT] =  { "account",  false },
    [SEAT_NAME] =     { "name",     true },
    [SEAT_BOT] =      { "bot",      true },
    [SEAT_READY] =    { "ready",    false },
    [SEAT_HAS_LEFT] = { "has_left", false },
};
/* clang-format on */

/* ---- in memory --------------------------------------------------------- */

void history_release(struct history *h)
{
    for (int i = 0; i < TABLE_COLUMNS; i++)
        free(h->table[i].text);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        for (int i = 0; i < SEAT_COLUMNS; i++)
            free(h->seat[seat][i].text);
    for (uint32_t i = 0; i < h->n; i++)
        free(h->rows[i].text);
    free(h->rows);
    *h = (struct history){ 0 };
}

void history_add(struct history *h, const struct journal_row *row)
{
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 64;
        h->rows = mem_grow(h->rows, h->cap, sizeof *h->rows);
    }
    h->rows[h->n++] =
        (struct history_row){ .seq = row->seq, .kind = row->kind, .seat = row->seat, .at = row->at, .text = mem_text(row->text) };
}

bool history_seed_hash(const struct history *h, char hex[65])
{
    struct table t = { .id = history_id(h), .game = game_by_name(str_of(h->table[TABLE_GAME].text)) };
    struct buf   extra = { 0 };
    bool         known = t.game && setup_read(t.game, str_of(h->table[TABLE_SETUP].text), &t.setup, &extra) == ERR_OK;

    if (known)
        table_seed_hash(&t, hex);
    buf_release(&extra);
    return known;
}

/* ---- the data file ----------------------------------------------------- */

/* "HEAD name, name, name TAIL", prepared. */
static struct stmt *prepare_columns(struct store *s, const char *head, const struct column *columns, int n, const char *tail)
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

void archive_open(struct archive *a, struct store *s)
{
    *a = (struct archive){
        .store = s,
        .table = prepare_columns(s, "SELECT ", table_columns, TABLE_COLUMNS, " FROM tables WHERE id = ?1"),
        .seats = prepare_columns(s, "SELECT ", seat_columns, SEAT_COLUMNS, " FROM seats WHERE table_id = ?1 ORDER BY seat"),
        .next = store_prepare(s, "SELECT coalesce(min(id), 0) FROM tables WHERE id > ?1"),
        .add_table = prepare_columns(s, "INSERT INTO tables (", table_columns, TABLE_COLUMNS,
                                     ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"),
        .add_seat = prepare_columns(s, "INSERT INTO seats (", seat_columns, SEAT_COLUMNS,
                                    ", table_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
        .erase_table = store_prepare(s, "DELETE FROM tables WHERE id = ?1"),
        .erase_seats = store_prepare(s, "DELETE FROM seats WHERE table_id = ?1"),
        .account = store_prepare(s, "SELECT id FROM accounts WHERE name = ?1"),
    };
}

static void read_values(struct stmt *q, const struct column *columns, int n, struct value *out)
{
    for (int i = 0; i < n; i++) {
        if (columns[i].text)
            out[i].text = mem_text(stmt_col_text(q, i));
        else
            out[i].number = stmt_col_int(q, i);
    }
}

static bool keep_row(void *arg, const struct journal_row *row)
{
    history_add(arg, row);
    return true;
}

enum err archive_load(struct archive *a, uint64_t id, struct history *h, char problem[256])
{
    bool found = false;

    *h = (struct history){ 0 };
    stmt_int(a->table, 1, (int64_t)id);
    if (stmt_row(a->table)) {
        read_values(a->table, table_columns, TABLE_COLUMNS, h->table);
        found = true;
    }
    enum err err = stmt_done(a->table);
    stmt_int(a->seats, 1, (int64_t)id);
    while (err == ERR_OK && h->seats < SEATS_MAX && stmt_row(a->seats))
        read_values(a->seats, seat_columns, SEAT_COLUMNS, h->seat[h->seats++]);
    if (stmt_done(a->seats) != ERR_OK)
        err = ERR_IO;
    if (err == ERR_OK)
        err = journal_read(a->store, id, 0, keep_row, h);
    if (err == ERR_OK && found)
        return ERR_OK;
    if (err == ERR_OK)
        snprintf(problem, 256, "there is no table %llu", (unsigned long long)id);
    else
        snprintf(problem, 256, "table %llu cannot be read: the data file is damaged", (unsigned long long)id);
    history_release(h);
    return err == ERR_OK ? ERR_NONE : err;
}

uint64_t archive_next(struct archive *a, uint64_t after)
{
    uint64_t id = 0;

    stmt_int(a->next, 1, (int64_t)after);
    if (stmt_row(a->next))
        id = (uint64_t)stmt_col_int(a->next, 0);
    stmt_done(a->next);
    return id;
}

/* ---- saving ------------------------------------------------------------ */

static void bind_values(struct stmt *q, const struct column *columns, int n, const struct value *values)
{
    for (int i = 0; i < n; i++) {
        if (columns[i].text)
            stmt_text(q, i + 1, str_of(values[i].text));
        else
            stmt_int(q, i + 1, values[i].number);
    }
}

/* The account that has this name here; 0: none. */
static int64_t account_named(struct archive *a, const char *name)
{
    int64_t id = 0;

    stmt_text(a->account, 1, str_of(name));
    if (stmt_row(a->account))
        id = stmt_col_int(a->account, 0);
    stmt_done(a->account);
    return id;
}

static void save_seat(struct archive *a, const struct history *h, int i, int64_t *owner)
{
    struct value seat[SEAT_COLUMNS];

    memcpy(seat, h->seat[i], sizeof seat);
    if (seat[SEAT_KIND].number == SITTER_ACCOUNT) {
        int64_t here = account_named(a, seat[SEAT_NAME].text);

        if (seat[SEAT_ACCOUNT].number == h->table[TABLE_OWNER].number)
            *owner = here;
        seat[SEAT_ACCOUNT].number = here;
        /* A seat of account 0 would belong to everybody who is nobody. */
        seat[SEAT_KIND].number = here ? SITTER_ACCOUNT : SITTER_DOOR;
    }
    bind_values(a->add_seat, seat_columns, SEAT_COLUMNS, seat);
    stmt_int(a->add_seat, SEAT_COLUMNS + 1, (int64_t)history_id(h));
    stmt_run(a->add_seat);
}

static enum err erase(struct archive *a, uint64_t id)
{
    stmt_int(a->erase_seats, 1, (int64_t)id);
    stmt_run(a->erase_seats);
    stmt_int(a->erase_table, 1, (int64_t)id);
    stmt_run(a->erase_table);
    return journal_erase(a->store, id);
}

enum err archive_save(struct archive *a, const struct history *h)
{
    int64_t  owner = 0;
    enum err err = erase(a, history_id(h));

    for (int i = 0; i < h->seats; i++)
        save_seat(a, h, i, &owner);
    bind_values(a->add_table, table_columns, TABLE_COLUMNS, h->table);
    stmt_int(a->add_table, TABLE_OWNER + 1, owner);
    if (stmt_run(a->add_table) != ERR_OK)
        err = ERR_IO;
    for (uint32_t i = 0; err == ERR_OK && i < h->n; i++) {
        const struct history_row *row = &h->rows[i];

        err = journal_append(a->store, &(struct journal_row){ .table = history_id(h),
                                                              .seq = row->seq,
                                                              .kind = row->kind,
                                                              .seat = row->seat,
                                                              .at = row->at,
                                                              .text = str_of(row->text) });
    }
    return err;
}
