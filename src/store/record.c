/* Recording: what SQLite's preupdate hook reports, written as row records. */
#define SQLITE_ENABLE_PREUPDATE_HOOK /* Debian's library has it; its header shows it to those who ask */
#include "store/record.h"

#include "base/mem.h"
#include "base/varint.h"
#include "store/sqlite.h"

#include <stdlib.h>

/* What the recorder knows of a table. */
struct seen {
    struct seen *next;
    char        *name;
    bool         local;  /* not recorded */
    int          number; /* in the current body; -1: none yet */
    int          n_key;  /* 0: has rowids */
    int          key[RECORD_COLUMNS];
};

struct recorder {
    sqlite3     *db;
    bool         on;
    struct seen *tables;
    struct seen *latest; /* a cache: successive rows are mostly of the same table */
    int          named;  /* tables in the body */
    struct buf   body;
};

static const char *const local_tables[] = { "here", "undo", "journal_run", "journal_mark", "hall_probe", "schema", NULL };

static bool is_local(const char *name)
{
    for (int i = 0; local_tables[i]; i++)
        if (strcmp(local_tables[i], name) == 0)
            return true;
    return false;
}

/* ---- tables -------------------------------------------------------------- */

/* Finds the key columns of a table without rowids. This queries the schema from
 * within the hook, once per table, as SQLite's session extension does: it touches no
 * row. */
static void find_key(sqlite3 *db, struct seen *t)
{
    sqlite3_stmt *q;
    char         *sql = sqlite3_mprintf("SELECT cid FROM pragma_table_info(%Q) WHERE pk > 0 AND EXISTS (SELECT 1 FROM"
                                                " pragma_table_list(%Q) WHERE wr) ORDER BY pk",
                                        t->name, t->name);

    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
        BUG("the columns of a table cannot be read");
    while (t->n_key < RECORD_COLUMNS && sqlite3_step(q) == SQLITE_ROW)
        t->key[t->n_key++] = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    sqlite3_free(sql);
}

static struct seen *table_named(struct recorder *r, const char *name)
{
    struct seen *t = r->latest && strcmp(r->latest->name, name) == 0 ? r->latest : r->tables;

    while (t && strcmp(t->name, name) != 0)
        t = t->next;
    if (!t) {
        t = mem_new(sizeof *t);
        t->name = mem_text(str_of(name));
        t->number = -1;
        t->local = is_local(name);
        if (!t->local)
            find_key(r->db, t);
        t->next = r->tables;
        r->tables = t;
    }
    return r->latest = t;
}

static void begin_body(struct recorder *r)
{
    if (r->body.len == 0)
        buf_char(&r->body, RECORD_VERSION);
}

static void name_table(struct recorder *r, struct seen *t, int columns)
{
    if (t->number >= 0)
        return;
    t->number = r->named++;
    buf_char(&r->body, RECORD_TABLE);
    varint_write_str(&r->body, str_of(t->name));
    varint_write(&r->body, (uint64_t)columns);
    varint_write(&r->body, (uint64_t)t->n_key);
    for (int i = 0; i < t->n_key; i++)
        varint_write(&r->body, (uint64_t)t->key[i]);
}

/* ---- values -------------------------------------------------------------- */

static void write_value(struct buf *out, sqlite3_value *v)
{
    int    type = sqlite3_value_type(v);
    double real;

    buf_char(out, (char)type);
    switch (type) {
    case SQLITE_INTEGER:
        varint_write_signed(out, sqlite3_value_int64(v));
        break;
    case SQLITE_FLOAT:
        real = sqlite3_value_double(v);
        buf_add(out, &real, sizeof real);
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
        const void *bytes = type == SQLITE_TEXT ? sqlite3_value_text(v) : sqlite3_value_blob(v);

        varint_write_str(out, (struct str){ bytes, (size_t)sqlite3_value_bytes(v) });
        break;
    }
    default:
        break;
    }
}

static bool same_value(sqlite3_value *a, sqlite3_value *b)
{
    int type = sqlite3_value_type(a);

    if (type != sqlite3_value_type(b))
        return false;
    switch (type) {
    case SQLITE_INTEGER:
        return sqlite3_value_int64(a) == sqlite3_value_int64(b);
    case SQLITE_FLOAT: {
        double x = sqlite3_value_double(a), y = sqlite3_value_double(b);

        return memcmp(&x, &y, sizeof x) == 0;
    }
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
        const void *x = sqlite3_value_blob(a), *y = sqlite3_value_blob(b);
        int         len = sqlite3_value_bytes(a);

        return len == sqlite3_value_bytes(b) && (len == 0 || memcmp(x, y, (size_t)len) == 0);
    }
    default:
        return true;
    }
}

typedef int value_of(sqlite3 *db, int column, sqlite3_value **out);

static sqlite3_value *value(struct recorder *r, value_of *of, int column)
{
    sqlite3_value *v = NULL;

    if (of(r->db, column, &v) != SQLITE_OK || !v)
        BUG("a value of a row that changes cannot be read");
    return v;
}

/* What identifies the row: its rowid, or its key. */
static void write_place(struct recorder *r, const struct seen *t, sqlite3_int64 rowid, value_of *of)
{
    if (!t->n_key)
        varint_write_signed(&r->body, rowid);
    for (int i = 0; i < t->n_key; i++)
        write_value(&r->body, value(r, of, t->key[i]));
}

/* ---- the hook ------------------------------------------------------------ */

static void record_row(struct recorder *r, const struct seen *t, int columns, enum record_kind kind, sqlite3_int64 rowid)
{
    value_of *of = kind == RECORD_INSERT ? sqlite3_preupdate_new : sqlite3_preupdate_old;

    buf_char(&r->body, (char)kind);
    varint_write(&r->body, (uint64_t)t->number);
    write_place(r, t, rowid, of);
    for (int i = 0; i < columns; i++)
        write_value(&r->body, value(r, of, i));
}

static void record_update(struct recorder *r, const struct seen *t, int columns, sqlite3_int64 before, sqlite3_int64 after)
{
    uint64_t mask = 0;

    buf_char(&r->body, RECORD_UPDATE);
    varint_write(&r->body, (uint64_t)t->number);
    write_place(r, t, before, sqlite3_preupdate_old);
    write_place(r, t, after, sqlite3_preupdate_new);
    for (int i = 0; i < columns; i++)
        if (!same_value(value(r, sqlite3_preupdate_old, i), value(r, sqlite3_preupdate_new, i)))
            mask |= UINT64_C(1) << i;
    varint_write(&r->body, mask);
    for (int i = 0; i < columns; i++)
        if (mask >> i & 1) {
            write_value(&r->body, value(r, sqlite3_preupdate_old, i));
            write_value(&r->body, value(r, sqlite3_preupdate_new, i));
        }
}

static void on_change(void *arg, sqlite3 *db, int op, const char *schema, const char *name, sqlite3_int64 before,
                      sqlite3_int64 after)
{
    struct recorder *r = arg;

    (void)schema;
    if (!r->on)
        return;
    struct seen *t = table_named(r, name);
    if (t->local)
        return;
    int columns = sqlite3_preupdate_count(db);
    if (columns > RECORD_COLUMNS)
        BUG("a table has more columns than a record can hold");
    begin_body(r);
    name_table(r, t, columns);
    if (op == SQLITE_UPDATE)
        record_update(r, t, columns, before, after);
    else
        record_row(r, t, columns, op == SQLITE_INSERT ? RECORD_INSERT : RECORD_DELETE, op == SQLITE_INSERT ? after : before);
}

/* ---- life ---------------------------------------------------------------- */

static void forget_tables(struct recorder *r)
{
    for (struct seen *t = r->tables, *next; t; t = next) {
        next = t->next;
        free(t->name);
        free(t);
    }
    r->tables = r->latest = NULL;
}

void recorder_erased(struct recorder *r, uint64_t table)
{
    begin_body(r);
    buf_char(&r->body, RECORD_ERASE);
    varint_write(&r->body, table);
}

void recorder_migrated(struct recorder *r, const char *owner, int step, const char *sql)
{
    begin_body(r);
    buf_char(&r->body, RECORD_MIGRATE);
    varint_write_str(&r->body, str_of(owner));
    varint_write(&r->body, (uint64_t)step);
    varint_write_str(&r->body, str_of(sql));
    forget_tables(r); /* their columns may have changed; they get new numbers */
}

struct recorder *recorder_new(sqlite3 *db)
{
    struct recorder *r = mem_new(sizeof *r);

    r->db = db;
    sqlite3_preupdate_hook(db, on_change, r);
    return r;
}

void recorder_free(struct recorder *r)
{
    if (!r)
        return;
    sqlite3_preupdate_hook(r->db, NULL, NULL);
    forget_tables(r);
    buf_release(&r->body);
    free(r);
}

void recorder_switch(struct recorder *r, bool on)
{
    r->on = on;
}

bool recorder_is_on(const struct recorder *r)
{
    return r->on;
}

bool recorder_empty(const struct recorder *r)
{
    return r->body.len == 0;
}

static void unname_tables(struct recorder *r)
{
    for (struct seen *t = r->tables; t; t = t->next)
        t->number = -1;
    r->named = 0;
}

bool recorder_take(struct recorder *r, struct buf *body)
{
    struct buf before = *body;

    if (r->body.len == 0)
        return false;
    *body = r->body;
    r->body = before;
    buf_clear(&r->body);
    unname_tables(r);
    return true;
}

void recorder_forget(struct recorder *r)
{
    buf_clear(&r->body);
    unname_tables(r);
}
