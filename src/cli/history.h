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
#include "store/store.h"

/* Columns of the hall's `tables` and `seats`, in this order in all of our
 * statements. */
enum table_column {
    TABLE_ID,
    TABLE_GAME,
    TABLE_DOOR,
    TABLE_PHASE,
    TABLE_OWNER,
    TABLE_INVITE,
    TABLE_LISTED,
    TABLE_RATED,
    TABLE_SEATS,
    TABLE_SETUP,
    TABLE_MOVE_SECONDS,
    TABLE_OPENED_AT,
    TABLE_STARTED_AT,
    TABLE_ENDED_AT,
    TABLE_ENDED_HOW,
    TABLE_COLUMNS,
};

enum seat_column { SEAT_SEAT, SEAT_KIND, SEAT_ACCOUNT, SEAT_NAME, SEAT_BOT, SEAT_READY, SEAT_HAS_LEFT, SEAT_COLUMNS };

struct column {
    const char *name;
    bool        text; /* else a whole number */
};
extern const struct column table_columns[TABLE_COLUMNS], seat_columns[SEAT_COLUMNS];

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
    int                 seats; /* taken ones: rows of `seat` */
    struct history_row *rows;
    uint32_t            n, cap;
};

static inline uint64_t history_id(const struct history *h)
{
    return (uint64_t)h->table[TABLE_ID].number;
}

void history_release(struct history *h);
void history_add(struct history *h, const struct journal_row *row);

/* The hash that was published when the table opened (hall/table.h), from the
 * seed in the history. False: it has no readable setup. */
bool history_seed_hash(const struct history *h, char hex[65]);

/* ---- the data file ----------------------------------------------------- */

/* Statements on a data file that stays the caller's. */
struct archive {
    struct store *store;
    struct stmt  *table, *seats, *next, *add_table, *add_seat, *erase_table, *erase_seats, *account;
};
void archive_open(struct archive *a, struct store *store);

/* ERR_NONE: no such table. `problem` says what is wrong. */
enum err archive_load(struct archive *a, uint64_t id, struct history *h, char problem[256]);
uint64_t archive_next(struct archive *a, uint64_t after); /* number of the next table; 0: none */

/* Puts a history in the place of what the file has of that table, in the
 * running batch. Accounts are found again by their names; whom this file does
 * not know keeps the seat's name only. */
enum err archive_save(struct archive *a, const struct history *h);

#endif
