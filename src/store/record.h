/* Row records: what a batch changed, row by row and in order, as bytes that
 * bring another copy of the database to the same state, or take this one back.
 *
 *     version                           a byte, RECORD_VERSION
 *     records until the end, each a byte and its fields:
 *       0 table     name, columns, columns of its key (0: it has rowids), their numbers
 *       1 insert    table, rowid, values
 *       2 update    table, rowid before, rowid after, mask of the changed columns, values before and after of those
 *       3 delete    table, rowid, values
 *       4 erase     a table of the journal
 *       5 migrate   owner, step, SQL
 *
 * Tables are numbered in the order in which they appear. A table without rowids
 * has the values of its key, before the change, in the place of rowids. Numbers
 * are varints; a value is a byte for its type and its bytes.
 *
 * What each node keeps for itself is not recorded: the position index of the
 * journal, `here`, `undo`, `hall_probe` and the list of steps. Changes of the
 * schema are seen by nobody, so a migration is its own record, which runs the
 * same SQL.
 *
 * SQLite tells of every row before it changes (its preupdate hook), also of
 * those that a cascade or REPLACE touches. It does not tell what a failed
 * statement takes back: a failed statement fails the batch. */
#ifndef STORE_RECORD_H
#define STORE_RECORD_H

#include "base/buf.h"
#include "base/err.h"

#include <sqlite3.h>

enum { RECORD_VERSION = 1, RECORD_COLUMNS = 64 };

enum record_kind { RECORD_TABLE, RECORD_INSERT, RECORD_UPDATE, RECORD_DELETE, RECORD_ERASE, RECORD_MIGRATE };

/* ---- recording ----------------------------------------------------------- */

struct recorder;

/* Watches the connection from now on. Statements that were prepared before are
 * not seen in full: call it first. */
struct recorder *recorder_new(sqlite3 *db);
void             recorder_free(struct recorder *r);

/* While it is off, changes go unseen. Off at first. */
void recorder_switch(struct recorder *r, bool on);
bool recorder_is_on(const struct recorder *r);

void recorder_erased(struct recorder *r, uint64_t table);
void recorder_migrated(struct recorder *r, const char *owner, int step, const char *sql);

/* What was recorded since it was last taken or forgotten. False: nothing. */
bool recorder_take(struct recorder *r, struct buf *body);
bool recorder_empty(const struct recorder *r);
void recorder_forget(struct recorder *r);

/* ---- applying ------------------------------------------------------------ */

/* Who applies records, and hears what concerns more than rows. */
struct applier {
    sqlite3 *db;
    void    *arg;
    void (*journaled)(void *arg, int64_t id, uint64_t table, uint32_t seq);
    enum err (*erase)(void *arg, uint64_t table);
    enum err (*migrate)(void *arg, const char *owner, int step, const char *sql);
    struct applier_table *tables; /* private: prepared statements */
};
void applier_release(struct applier *a);

/* Brings the database forward by a batch, or takes it back, inside of a
 * transaction that is open. Anything but one row for each record is a copy that
 * has gone another way: ERR_STALE, with a sentence. ERR_REFUSED: a batch that
 * erased or migrated cannot be taken back. */
enum err record_apply(struct applier *a, struct str body, char problem[256]);
enum err record_undo(struct applier *a, struct str body, char problem[256]);

#endif
