/* Rows of tables, for any user of a store: the tables part, and the command
 * line (cli/history.h), which works beside a running server. */
#ifndef TABLES_ROWS_H
#define TABLES_ROWS_H

#include "store/store.h"

/* Columns of `tables` and `seats`, in the order used by all statements; those
 * of seats follow `table_id`. */
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
    bool        text; /* otherwise an integer */
};
extern const struct column table_columns[TABLE_COLUMNS], seat_columns[SEAT_COLUMNS];

struct table_statements {
    struct stmt *insert, *update, *erase, *find, *next, *count_owned;
    struct stmt *seat_put, *seat_erase, *seats_of, *seats_rename, *seats_erase;
};
void table_statements_prepare(struct table_statements *sql, struct store *store);

/* Renames the seats of an account. */
enum err seats_rename(struct table_statements *sql, uint64_t account, struct str name);

#endif
