#include "cli/history.h"

#include "base/mem.h"
#include "game/text.h"
#include "people/rows.h"
#include "tables/table.h"

#include <stdio.h>
#include <stdlib.h>

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

void archive_open(struct archive *a, struct store *s)
{
    *a = (struct archive){ .store = s, .accounts = accounts_new(s) };
    table_statements_prepare(&a->sql, s);
}

void archive_close(struct archive *a)
{
    accounts_free(a->accounts);
}

enum err archive_open_file(struct archive *a, enum err (*open)(const char *where, struct store **out, char problem[256]),
                           const char *where, char problem[256])
{
    struct store *store = NULL;
    enum err      err = open(where, &store, problem);

    if (err == ERR_OK)
        err = hall_migrate(store, problem);
    if (err == ERR_OK)
        archive_open(a, store);
    else
        store_close(store);
    return err;
}

void archive_close_file(struct archive *a)
{
    archive_close(a);
    store_close(a->store);
}

/* `first` is the query's column for the first value. */
static void read_values(struct stmt *q, int first, const struct column *columns, int n, struct value *out)
{
    for (int i = 0; i < n; i++) {
        if (columns[i].text)
            out[i].text = mem_text(stmt_col_text(q, first + i));
        else
            out[i].number = stmt_col_int(q, first + i);
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
    stmt_int(a->sql.find, 1, (int64_t)id);
    if (stmt_row(a->sql.find)) {
        read_values(a->sql.find, 0, table_columns, TABLE_COLUMNS, h->table);
        found = true;
    }
    enum err err = stmt_done(a->sql.find);
    stmt_int(a->sql.seats_of, 1, (int64_t)id);
    while (err == ERR_OK && h->seats < SEATS_MAX && stmt_row(a->sql.seats_of))
        read_values(a->sql.seats_of, 1, seat_columns, SEAT_COLUMNS, h->seat[h->seats++]);
    if (stmt_done(a->sql.seats_of) != ERR_OK)
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

    stmt_int(a->sql.next, 1, (int64_t)after);
    if (stmt_row(a->sql.next))
        id = (uint64_t)stmt_col_int(a->sql.next, 0);
    stmt_done(a->sql.next);
    return id;
}

/* ---- saving ------------------------------------------------------------ */

/* `first` is the parameter for the first value. */
static void bind_values(struct stmt *q, int first, const struct column *columns, int n, const struct value *values)
{
    for (int i = 0; i < n; i++) {
        if (columns[i].text)
            stmt_text(q, first + i, str_of(values[i].text));
        else
            stmt_int(q, first + i, values[i].number);
    }
}

/* The account with this name here; 0: none. */
static int64_t account_named(struct archive *a, const char *name)
{
    struct account account;

    return accounts_by_name(a->accounts, str_of(name), &account) == ERR_OK ? (int64_t)account.id : 0;
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
        /* Account 0 would match anonymous callers. */
        seat[SEAT_KIND].number = here ? SITTER_ACCOUNT : SITTER_DOOR;
    }
    stmt_int(a->sql.seat_put, 1, (int64_t)history_id(h));
    bind_values(a->sql.seat_put, 2, seat_columns, SEAT_COLUMNS, seat);
    stmt_run(a->sql.seat_put);
}

static enum err erase(struct archive *a, uint64_t id)
{
    stmt_int(a->sql.seats_erase, 1, (int64_t)id);
    stmt_run(a->sql.seats_erase);
    stmt_int(a->sql.erase, 1, (int64_t)id);
    stmt_run(a->sql.erase);
    return journal_erase(a->store, id);
}

enum err archive_save(struct archive *a, const struct history *h)
{
    int64_t  owner = 0;
    enum err err = erase(a, history_id(h));

    for (int i = 0; i < h->seats; i++)
        save_seat(a, h, i, &owner);
    bind_values(a->sql.insert, 1, table_columns, TABLE_COLUMNS, h->table);
    stmt_int(a->sql.insert, TABLE_OWNER + 1, owner);
    if (stmt_run(a->sql.insert) != ERR_OK)
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
