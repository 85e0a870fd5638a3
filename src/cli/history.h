/* The history of one table: its row, its seats and its journal, out of the
 * data file or out of an export.
 *
 * An export is lines of JSON. Each table is one line with its row and seats,
 * followed by one line for every journal row; the last line counts both and
 * has the SHA-256 of all bytes before it:
 *
 *     {"table":{"id":17,"game":"santorini",...},"seats":[{...},{...}],"rows":58,"seed_hash":"..."}
 *     [0,"o",255,1763230000123,"santorini"]              seq, kind, seat, at, text
 *     ...
 *     {"end":true,"tables":1,"rows":58,"sha256":"..."}                             */
#ifndef CLI_HISTORY_H
#define CLI_HISTORY_H

#include "base/err.h"
#include "game/game.h"
#include "tables/rows.h"

struct value {
    int64_t number;
    char   *text; /* owned; NULL in columns of numbers */
};

struct history_row {
    uint32_t seq;
    char     kind;
    uint8_t  seat;
    int64_t  at;
    char    *text; /* owned */
};

struct history {
    struct value        table[TABLE_COLUMNS];
    struct value        seat[SEATS_MAX][SEAT_COLUMNS];
    int                 seats; /* taken seats: rows of `seat` */
    struct history_row *rows;
    uint32_t            n, cap;
};

static inline uint64_t history_id(const struct history *h)
{
    return (uint64_t)h->table[TABLE_ID].number;
}

void history_release(struct history *h);
void history_add(struct history *h, const struct journal_row *row);

/* The hash published when the table opened (tables/table.h), from the seed in
 * the history. False: the setup cannot be read. */
bool history_seed_hash(const struct history *h, char hex[65]);

/* ---- the data file ----------------------------------------------------- */

/* Statements on a data file owned by the caller. */
struct accounts;
struct archive {
    struct store           *store;
    struct table_statements sql;
    struct accounts        *accounts;
};
void archive_open(struct archive *a, struct store *store);
void archive_close(struct archive *a);

/* The same on the file `where`, opened by store_open or store_visit and migrated.
 * After a failure nothing is open. */
enum err archive_open_file(struct archive *a, enum err (*open)(const char *where, struct store **out, char problem[256]),
                           const char *where, char problem[256]);
void     archive_close_file(struct archive *a);

/* ERR_NONE: no such table. `problem` says what is wrong. */
enum err archive_load(struct archive *a, uint64_t id, struct history *h, char problem[256]);
uint64_t archive_next(struct archive *a, uint64_t after); /* id of the next table; 0: none */

/* Replaces what the file has of that table by a history, in the current batch.
 * Accounts are matched by name; a seat of an unknown account only keeps its
 * name. */
enum err archive_save(struct archive *a, const struct history *h);

#endif
