/* Row records: the changes of a batch, row by row and in order, in a form that can
 * be applied to another copy of the database or rolled back in this one.
 *
 *     version                           a byte, RECORD_VERSION
 *     records until the end, each a byte for its kind and its fields:
 *       0 table     name, columns, columns of its key (0: it has rowids), their numbers
 *       1 insert    table, rowid, values
 *       2 update    table, rowid before, rowid after, mask of the changed columns, values before and after of those
 *       3 delete    table, rowid, values
 *       4 erase     a table of the journal
 *       5 migrate   owner, step, SQL
 *
 * Tables are numbered in the order of their `table` records. In tables without
 * rowids the values of the primary key take the place of the rowid. Numbers are
 * varints; a value is a byte for its type, then its bytes.
 *
 * Tables that each node maintains for itself are not recorded: the position index
 * of the journal, `here`, `undo`, `hall_probe` and `schema`. Nor are changes of the
 * schema, so a migration has a record of its own, which runs the same SQL.
 *
 * SQLite's preupdate hook reports every row before it changes, including rows
 * touched by a cascade or REPLACE. It does not report what a failed statement
 * reverts, so a failed statement fails the batch. */
#ifndef STORE_RECORD_H
#define STORE_RECORD_H

#include "base/buf.h"
#include "base/err.h"

#include <sqlite3.h>

enum { RECORD_VERSION = 1, RECORD_COLUMNS = 64 };

enum record_kind { RECORD_TABLE, RECORD_INSERT, RECORD_UPDATE, RECORD_DELETE, RECORD_ERASE, RECORD_MIGRATE };

/* ---- recording ----------------------------------------------------------- */

struct recorder;

/* Watches the connection from now on. Must be called before any statement is
 * prepared: earlier ones are not seen in full. */
struct recorder *recorder_new(sqlite3 *db);
void             recorder_free(struct recorder *r);

/* Changes are only recorded while it is on. Initially it is off. */
void recorder_switch(struct recorder *r, bool on);
bool recorder_is_on(const struct recorder *r);

void recorder_erased(struct recorder *r, uint64_t table);
void recorder_migrated(struct recorder *r, const char *owner, int step, const char *sql);

/* Takes what was recorded since the last recorder_take or recorder_forget. False:
 * nothing. */
bool recorder_take(struct recorder *r, struct buf *body);
bool recorder_empty(const struct recorder *r);
void recorder_forget(struct recorder *r);

/* ---- applying ------------------------------------------------------------ */

/* Applies records to `db`; what concerns more than rows goes to the callbacks. */
struct applier {
    sqlite3 *db;
    void    *arg;
    void (*journaled)(void *arg, int64_t id, uint64_t table, uint32_t seq);
    enum err (*erase)(void *arg, uint64_t table);
    enum err (*migrate)(void *arg, const char *owner, int step, const char *sql);
    struct applier_table *tables; /* private: prepared statements */
};
void applier_release(struct applier *a);

/* Applies a batch or rolls it back, within an open transaction. ERR_STALE with a
 * message: a record did not match exactly one row, so this copy has diverged.
 * ERR_REFUSED: batches that erase or migrate cannot be rolled back. */
enum err record_apply(struct applier *a, struct str body, char problem[256]);
enum err record_undo(struct applier *a, struct str body, char problem[256]);

#endif
