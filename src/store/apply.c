/* Applying row records, forwards and backwards. */
#include "base/mem.h"
#include "base/varint.h"
#include "store/record.h"
#include "store/sqlite.h"

#include <stdlib.h>

/* A prepared statement for rows of one table. */
struct prepared {
    struct prepared *next;
    enum record_kind kind;
    uint64_t         mask;
    bool             moved; /* an update that changes the rowid */
    sqlite3_stmt    *sql;
};

struct applier_table {
    struct applier_table *next;
    char                 *name;
    int                   columns, n_key;
    int                   key[RECORD_COLUMNS];
    char                 *column[RECORD_COLUMNS];
    bool                  journal;
    struct prepared      *prepared;
};

struct value {
    int        type;
    int64_t    integer;
    double     real;
    struct str bytes;
};

/* A decoded record. */
struct record {
    enum record_kind      kind;
    struct applier_table *table;
    int64_t               rowid[2]; /* before and after */
    struct value          key[2][RECORD_COLUMNS];
    uint64_t              mask;
    struct value          before[RECORD_COLUMNS], after[RECORD_COLUMNS];
    uint64_t              number;
    struct str            owner, sql;
};

/* ---- tables -------------------------------------------------------------- */

static void table_free(struct applier_table *t)
{
    for (struct prepared *p = t->prepared, *next; p; p = next) {
        next = p->next;
        sqlite3_finalize(p->sql);
        free(p);
    }
    for (int i = 0; i < RECORD_COLUMNS; i++)
        free(t->column[i]);
    free(t->name);
    free(t);
}

void applier_release(struct applier *a)
{
    for (struct applier_table *t = a->tables, *next; t; t = next) {
        next = t->next;
        table_free(t);
    }
    a->tables = NULL;
}

static bool find_columns(struct applier *a, struct applier_table *t)
{
    sqlite3_stmt *q;
    int           n = 0;

    if (sqlite3_prepare_v2(a->db, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", -1, &q, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_text(q, 1, t->name, -1, SQLITE_STATIC);
    while (n < RECORD_COLUMNS && sqlite3_step(q) == SQLITE_ROW)
        t->column[n++] = mem_text(str_of((const char *)sqlite3_column_text(q, 0)));
    sqlite3_finalize(q);
    return n == t->columns;
}

static struct applier_table *table_known(struct applier *a, struct str name)
{
    struct applier_table *t = a->tables;

    while (t && !str_is(name, t->name))
        t = t->next;
    return t;
}

/* Reads a `table` record. NULL: our table has other columns. */
static struct applier_table *read_table(struct applier *a, struct str *rest)
{
    struct str            name;
    uint64_t              columns, n_key, number;
    struct applier_table *t;

    if (!varint_read_str(rest, &name) || !varint_read(rest, &columns) || !varint_read(rest, &n_key) || columns > RECORD_COLUMNS ||
        n_key > columns)
        return NULL;
    t = table_known(a, name);
    if (!t) {
        t = mem_new(sizeof *t);
        t->name = mem_text(name);
        t->columns = (int)columns;
        t->journal = str_is(name, "journal");
        t->next = a->tables;
        a->tables = t;
        if (!find_columns(a, t))
            return NULL;
    }
    t->n_key = (int)n_key;
    for (int i = 0; i < t->n_key; i++) {
        if (!varint_read(rest, &number) || number >= columns)
            return NULL;
        t->key[i] = (int)number;
    }
    return t->columns == (int)columns ? t : NULL;
}

/* ---- reading ------------------------------------------------------------- */

static bool read_value(struct str *rest, struct value *v)
{
    if (!rest->len)
        return false;
    *v = (struct value){ .type = rest->at[0] };
    rest->at++;
    rest->len--;
    switch (v->type) {
    case SQLITE_INTEGER:
        return varint_read_signed(rest, &v->integer);
    case SQLITE_FLOAT:
        if (rest->len < sizeof v->real)
            return false;
        memcpy(&v->real, rest->at, sizeof v->real);
        rest->at += sizeof v->real;
        rest->len -= sizeof v->real;
        return true;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        return varint_read_str(rest, &v->bytes);
    default:
        return v->type == SQLITE_NULL;
    }
}

static bool read_place(struct str *rest, struct record *rec, int which)
{
    if (!rec->table->n_key)
        return varint_read_signed(rest, &rec->rowid[which]);
    for (int i = 0; i < rec->table->n_key; i++)
        if (!read_value(rest, &rec->key[which][i]))
            return false;
    return true;
}

static bool read_update(struct str *rest, struct record *rec)
{
    if (!read_place(rest, rec, 0) || !read_place(rest, rec, 1) || !varint_read(rest, &rec->mask))
        return false;
    for (int i = 0; i < RECORD_COLUMNS; i++)
        if (rec->mask >> i & 1 &&
            (i >= rec->table->columns || !read_value(rest, &rec->before[i]) || !read_value(rest, &rec->after[i])))
            return false;
    return true;
}

/* The values of an insert are `after`, those of a delete `before`. */
static bool read_row(struct str *rest, struct record *rec)
{
    int           which = rec->kind == RECORD_INSERT;
    struct value *values = which ? rec->after : rec->before;

    if (!read_place(rest, rec, which))
        return false;
    for (int i = 0; i < rec->table->columns; i++)
        if (!read_value(rest, &values[i]))
            return false;
    return true;
}

/* The tables that this body has named, by number. */
struct names {
    struct applier_table *at[256];
    uint64_t              n;
};

static bool read_record(struct applier *a, struct str *rest, struct names *names, struct record *rec)
{
    rec->kind = (enum record_kind)rest->at[0];
    rest->at++;
    rest->len--;
    switch (rec->kind) {
    case RECORD_TABLE:
        if (names->n == ARRAY_LEN(names->at) || !(names->at[names->n] = read_table(a, rest)))
            return false;
        names->n++;
        return true;
    case RECORD_INSERT:
    case RECORD_UPDATE:
    case RECORD_DELETE:
        if (!varint_read(rest, &rec->number) || rec->number >= names->n)
            return false;
        rec->table = names->at[rec->number];
        return rec->kind == RECORD_UPDATE ? read_update(rest, rec) : read_row(rest, rec);
    case RECORD_ERASE:
        return varint_read(rest, &rec->number);
    case RECORD_MIGRATE:
        return varint_read_str(rest, &rec->owner) && varint_read(rest, &rec->number) && varint_read_str(rest, &rec->sql);
    default:
        return false;
    }
}

/* ---- statements ---------------------------------------------------------- */

static void add_column(struct buf *sql, const struct applier_table *t, int column)
{
    buf_printf(sql, "\"%s\"", t->column[column]);
}

static void write_where(struct buf *sql, const struct applier_table *t, int *parameter)
{
    buf_text(sql, " WHERE ");
    if (!t->n_key)
        buf_printf(sql, "rowid = ?%d", ++*parameter);
    for (int i = 0; i < t->n_key; i++) {
        buf_text(sql, i ? " AND " : "");
        add_column(sql, t, t->key[i]);
        buf_printf(sql, " IS ?%d", ++*parameter);
    }
}

static void write_insert(struct buf *sql, const struct applier_table *t)
{
    int parameter = 0;

    buf_printf(sql, "INSERT INTO \"%s\" (", t->name);
    buf_text(sql, t->n_key ? "" : "rowid, ");
    for (int i = 0; i < t->columns; i++) {
        buf_text(sql, i ? ", " : "");
        add_column(sql, t, i);
    }
    buf_text(sql, ") VALUES (");
    for (int i = 0; i < t->columns + !t->n_key; i++, parameter++)
        buf_printf(sql, "%s?%d", i ? ", " : "", parameter + 1);
    buf_text(sql, ")");
}

/* An update identifies its row by place and by the old values of what it changes. */
static void write_update(struct buf *sql, const struct applier_table *t, uint64_t mask, bool moved)
{
    int  parameter = 0;
    bool first = true;

    buf_printf(sql, "UPDATE \"%s\" SET ", t->name);
    if (moved) {
        buf_printf(sql, "rowid = ?%d", ++parameter);
        first = false;
    }
    for (int i = 0; i < t->columns; i++)
        if (mask >> i & 1) {
            buf_text(sql, first ? "" : ", ");
            add_column(sql, t, i);
            buf_printf(sql, " = ?%d", ++parameter);
            first = false;
        }
    write_where(sql, t, &parameter);
    for (int i = 0; i < t->columns; i++)
        if (mask >> i & 1) {
            buf_text(sql, " AND ");
            add_column(sql, t, i);
            buf_printf(sql, " IS ?%d", ++parameter);
        }
}

static sqlite3_stmt *prepare(struct applier *a, struct applier_table *t, enum record_kind kind, uint64_t mask, bool moved)
{
    struct prepared *p = t->prepared;
    struct buf       sql = { 0 };
    int              parameter = 0;

    while (p && (p->kind != kind || p->mask != mask || p->moved != moved))
        p = p->next;
    if (p)
        return p->sql;
    p = mem_new(sizeof *p);
    *p = (struct prepared){ .next = t->prepared, .kind = kind, .mask = mask, .moved = moved };
    t->prepared = p;
    if (kind == RECORD_INSERT) {
        write_insert(&sql, t);
    } else if (kind == RECORD_DELETE) {
        buf_printf(&sql, "DELETE FROM \"%s\"", t->name);
        write_where(&sql, t, &parameter);
    } else {
        write_update(&sql, t, mask, moved);
    }
    sqlite3_prepare_v3(a->db, sql.at, -1, SQLITE_PREPARE_PERSISTENT, &p->sql, NULL);
    buf_release(&sql);
    return p->sql;
}

static void bind(sqlite3_stmt *q, int *at, const struct value *v)
{
    int i = ++*at;

    switch (v->type) {
    case SQLITE_INTEGER:
        sqlite3_bind_int64(q, i, v->integer);
        break;
    case SQLITE_FLOAT:
        sqlite3_bind_double(q, i, v->real);
        break;
    case SQLITE_TEXT:
        sqlite3_bind_text64(q, i, v->bytes.at ? v->bytes.at : "", v->bytes.len, SQLITE_STATIC, SQLITE_UTF8);
        break;
    case SQLITE_BLOB:
        sqlite3_bind_blob64(q, i, v->bytes.at ? v->bytes.at : "", v->bytes.len, SQLITE_STATIC);
        break;
    default:
        sqlite3_bind_null(q, i);
    }
}

static void bind_place(sqlite3_stmt *q, int *at, const struct record *rec, int which)
{
    if (!rec->table->n_key)
        sqlite3_bind_int64(q, ++*at, rec->rowid[which]);
    for (int i = 0; i < rec->table->n_key; i++)
        bind(q, at, &rec->key[which][i]);
}

/* ---- one record ---------------------------------------------------------- */

static enum err diverged(struct applier *a, const struct record *rec, char problem[256])
{
    static const char *const verbs[] = { "names", "inserts", "updates", "deletes" };

    return store_problem(problem, ERR_STALE, "a record that %s a row of %s does not match the rows of this file (%s)",
                         verbs[rec->kind], rec->table->name, sqlite3_errmsg(a->db));
}

/* Changes one row. `kind` is what happens now: forwards for `from` = 0, backwards for
 * `from` = 1. */
static enum err change(struct applier *a, const struct record *rec, enum record_kind kind, int from, char problem[256])
{
    struct applier_table *t = rec->table;
    const struct value   *old = from ? rec->after : rec->before, *new = from ? rec->before : rec->after;
    bool                  moved = kind == RECORD_UPDATE && !t->n_key && rec->rowid[0] != rec->rowid[1];
    uint64_t              mask = kind == RECORD_UPDATE ? rec->mask : 0;
    int                   at = 0;

    if (kind == RECORD_UPDATE && !mask && !moved)
        return ERR_OK;
    sqlite3_stmt *q = prepare(a, t, kind, mask, moved);
    if (!q)
        return diverged(a, rec, problem);
    if (kind == RECORD_INSERT || moved)
        if (!t->n_key)
            sqlite3_bind_int64(q, ++at, rec->rowid[!from]);
    for (int i = 0; i < t->columns && kind != RECORD_DELETE; i++)
        if (kind == RECORD_INSERT || mask >> i & 1)
            bind(q, &at, &new[i]);
    if (kind != RECORD_INSERT)
        bind_place(q, &at, rec, from);
    for (int i = 0; i < t->columns && kind == RECORD_UPDATE; i++)
        if (mask >> i & 1)
            bind(q, &at, &old[i]);
    int rc = sqlite3_step(q);
    sqlite3_reset(q);
    if (rc == SQLITE_FULL || rc == SQLITE_NOMEM || (rc & 0xFF) == SQLITE_IOERR)
        return store_problem(problem, ERR_IO, "a record cannot be applied: %s", sqlite3_errmsg(a->db));
    return rc == SQLITE_DONE && sqlite3_changes(a->db) == 1 ? ERR_OK : diverged(a, rec, problem);
}

enum { JOURNAL_ID, JOURNAL_TABLE, JOURNAL_SEQ };

static enum err apply_one(struct applier *a, const struct record *rec, char problem[256])
{
    enum err err = ERR_OK;

    if (rec->kind >= RECORD_INSERT && rec->kind <= RECORD_DELETE) {
        err = change(a, rec, rec->kind, 0, problem);
        if (err == ERR_OK && rec->kind == RECORD_INSERT && rec->table->journal && a->journaled)
            a->journaled(a->arg, rec->after[JOURNAL_ID].integer, (uint64_t)rec->after[JOURNAL_TABLE].integer,
                         (uint32_t)rec->after[JOURNAL_SEQ].integer);
    } else if (rec->kind == RECORD_ERASE) {
        err = a->erase(a->arg, rec->number);
        if (err != ERR_OK)
            store_problem(problem, err, "table %llu cannot be erased", (unsigned long long)rec->number);
    } else if (rec->kind == RECORD_MIGRATE) {
        char *owner = mem_text(rec->owner), *sql = mem_text(rec->sql);

        applier_release(a); /* the prepared statements are for the old schema */
        err = a->migrate(a->arg, owner, (int)rec->number, sql);
        if (err != ERR_OK)
            store_problem(problem, ERR_STALE, "migration %d of %s failed: %s", (int)rec->number, owner, sqlite3_errmsg(a->db));
        free(owner);
        free(sql);
    }
    return err;
}

static enum err undo_one(struct applier *a, const struct record *rec, char problem[256])
{
    if (rec->kind == RECORD_ERASE || rec->kind == RECORD_MIGRATE)
        return store_problem(problem, ERR_REFUSED, "a batch that erased a table or changed the schema cannot be rolled back");
    if (rec->kind == RECORD_TABLE)
        return ERR_OK;
    enum record_kind back = rec->kind == RECORD_INSERT ? RECORD_DELETE : rec->kind == RECORD_DELETE ? RECORD_INSERT : RECORD_UPDATE;
    return change(a, rec, back, 1, problem);
}

/* ---- a body -------------------------------------------------------------- */

static enum err damaged(char problem[256])
{
    return store_problem(problem, ERR_STALE, "a batch of records is damaged, or its tables differ from those of this file");
}

static bool begin(struct str *rest)
{
    if (!rest->len || rest->at[0] != RECORD_VERSION)
        return false;
    rest->at++;
    rest->len--;
    return true;
}

enum err record_apply(struct applier *a, struct str body, char problem[256])
{
    struct names   names = { .n = 0 };
    struct record *rec = mem_new(sizeof *rec);
    enum err       err = begin(&body) ? ERR_OK : damaged(problem);

    while (err == ERR_OK && body.len)
        err = read_record(a, &body, &names, rec) ? apply_one(a, rec, problem) : damaged(problem);
    free(rec);
    return err;
}

/* Finds the positions of all records, then undoes them from last to first. */
enum err record_undo(struct applier *a, struct str body, char problem[256])
{
    struct names   names = { .n = 0 };
    struct record *rec = mem_new(sizeof *rec);
    struct str    *at = NULL;
    size_t         n = 0, cap = 0;
    enum err       err = begin(&body) ? ERR_OK : damaged(problem);

    while (err == ERR_OK && body.len) {
        if (n == cap) {
            cap = cap ? 2 * cap : 64;
            at = mem_grow(at, cap, sizeof *at);
        }
        at[n++] = body;
        if (!read_record(a, &body, &names, rec))
            err = damaged(problem);
        else if (rec->kind == RECORD_ERASE || rec->kind == RECORD_MIGRATE)
            err = undo_one(a, rec, problem);
    }
    for (size_t i = n; err == ERR_OK && i-- > 0;) {
        if (at[i].at[0] == RECORD_TABLE) /* read in the first pass */
            continue;
        err = read_record(a, &at[i], &names, rec) ? undo_one(a, rec, problem) : damaged(problem);
    }
    free(at);
    free(rec);
    return err;
}
