/* The journal.
 *
 * Rows are appended in order with ascending ids and no secondary index, so a
 * commit touches only the last page, however many tables it concerns. The rows
 * of one table are found through a position index of runs,
 *
 *     journal_run (table_id, seq, last_seq, ids)
 *
 * with one row for the positions seq..last_seq of a table. `ids` are their
 * journal ids as varints (7 bits per byte, low bits first, high bit: more
 * follows): the first one absolute, the others as differences. journal_tidy
 * writes the runs, oldest rows first, and records in journal_mark up to which
 * id they go. The rows above the mark are the tail (store/tail.h), which is
 * reloaded when the database is opened. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/varint.h"
#include "store/sqlite.h"

static const char *const steps[] = {
    "CREATE TABLE journal (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "    seat INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE TABLE journal_run (table_id INTEGER NOT NULL, seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, ids BLOB NOT NULL,"
    "    PRIMARY KEY (table_id, seq)) WITHOUT ROWID;"
    "CREATE TABLE journal_mark (upto INTEGER NOT NULL);"
    "INSERT INTO journal_mark VALUES (0)",
    NULL,
};
const struct migration journal_migration = { "journal", steps };

void journal_prepare(struct store *s)
{
    s->append = store_prepare(s, "INSERT INTO journal VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    s->row = store_prepare(s, "SELECT table_id, seq, kind, seat, at, text FROM journal WHERE id = ?1");
    s->runs = store_prepare(s, "SELECT seq, last_seq, ids FROM journal_run WHERE table_id = ?1 AND last_seq >= ?2 ORDER BY seq");
    s->rows_above = store_prepare(s, "SELECT id, table_id, seq FROM journal WHERE id > ?1 ORDER BY id");
    s->mark = store_prepare(s, "SELECT upto FROM journal_mark");
    s->mark_set = store_prepare(s, "UPDATE journal_mark SET upto = ?1");
    s->run_add = store_prepare(s, "INSERT INTO journal_run VALUES (?1, ?2, ?3, ?4)");
    s->rewrite = store_prepare(s, "UPDATE journal SET text = ?2 WHERE id = ?1");
    s->erase_row = store_prepare(s, "DELETE FROM journal WHERE id = ?1");
    s->erase_runs = store_prepare(s, "DELETE FROM journal_run WHERE table_id = ?1");
}

/* ---- the tail ---------------------------------------------------------- */

enum err journal_load(struct store *s)
{
    int64_t mark = 0;

    if (s->tail_known)
        return ERR_OK;
    tail_release(&s->tail);
    tail_init(&s->tail);
    while (stmt_row(s->mark))
        mark = stmt_col_int(s->mark, 0);
    if (stmt_done(s->mark) != ERR_OK)
        return ERR_IO;

    /* Ids continue above the mark even if the newest rows were erased: a row
     * below it would never be found, here or on another node. */
    s->next_id = (mark > s->top ? mark : s->top) + 1;
    stmt_int(s->rows_above, 1, mark);
    while (stmt_row(s->rows_above)) {
        int64_t id = stmt_col_int(s->rows_above, 0);

        tail_add(&s->tail, (uint64_t)stmt_col_int(s->rows_above, 1), (uint32_t)stmt_col_int(s->rows_above, 2), id);
        if (id >= s->next_id)
            s->next_id = id + 1;
    }
    if (stmt_done(s->rows_above) != ERR_OK)
        return ERR_IO;
    s->tail_known = true;
    return ERR_OK;
}

void journal_rollback(struct store *s)
{
    if (s->batch_erased)
        s->tail_known = false;
    if (!s->tail_known)
        return;
    tail_take_back(&s->tail, s->batch_end);
    s->next_id = s->batch_next;
}

/* Of several nodes the leading one keeps the rows of its latest batch out of the
 * index: the log may never get it, and then its rows are taken back and their
 * ids become those of others. */
size_t journal_untidy(const struct store *s)
{
    uint64_t low = s->tail.first, high = s->tail.end;

    while (s->log && low < high) {
        uint64_t mid = (low + high) / 2;

        if (tail_at(&s->tail, mid)->id < s->closed.first_id)
            low = mid + 1;
        else
            high = mid;
    }
    return (size_t)(high - s->tail.first);
}

/* ---- appending --------------------------------------------------------- */

enum err journal_append(struct store *s, const struct journal_row *row)
{
    if (s->visitor)
        BUG("only the owner of the database may journal");
    if (store_fault(s) || journal_load(s) != ERR_OK || !store_begin(s))
        return ERR_IO;
    const struct place *newest = tail_newest(&s->tail, row->table);
    if (newest && row->seq != newest->seq + 1) {
        log_error("store", "table %llu: row %u after row %u", (unsigned long long)row->table, row->seq, newest->seq);
        return store_fail_because(s, "a journal row is out of order"), ERR_IO;
    }

    sqlite3_stmt *q = s->append->sql;
    sqlite3_bind_int64(q, 1, s->next_id);
    sqlite3_bind_int64(q, 2, (int64_t)row->table);
    sqlite3_bind_int64(q, 3, row->seq);
    sqlite3_bind_int(q, 4, row->kind);
    sqlite3_bind_int(q, 5, row->seat);
    sqlite3_bind_int64(q, 6, row->at);
    /* SQLITE_STATIC is safe: the statement runs before we return. */
    sqlite3_bind_text64(q, 7, row->text.at ? row->text.at : "", row->text.len, SQLITE_STATIC, SQLITE_UTF8);
    int rc = stmt_exec(s->append);
    if (rc != SQLITE_OK)
        return store_fail(s, rc), ERR_IO;
    tail_add(&s->tail, row->table, row->seq, s->next_id++);
    return ERR_OK;
}

/* ---- positions --------------------------------------------------------- */

/* The journal ids of rows from..from+n-1 of a table. */
struct places {
    uint32_t from;
    size_t   n, cap;
    int64_t *id;
};

static void places_add(struct places *p, int64_t id)
{
    if (p->n == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->id = mem_grow(p->id, p->cap, sizeof *p->id);
    }
    p->id[p->n++] = id;
}

/* Adds the positions in the index. False if a run is damaged or missing. */
static bool places_from_runs(struct store *s, uint64_t table, struct places *p)
{
    bool sound = true;

    stmt_int(s->runs, 1, (int64_t)table);
    stmt_int(s->runs, 2, p->from);
    while (sound && stmt_row(s->runs)) {
        int64_t    seq = stmt_col_int(s->runs, 0), last = stmt_col_int(s->runs, 1);
        struct str ids = stmt_col_blob(s->runs, 2);
        uint64_t   id = 0, step;

        for (; sound && seq <= last; seq++) {
            sound = varint_read(&ids, &step);
            id += step;
            if (sound && seq >= p->from) {
                sound = seq == (int64_t)(p->from + p->n);
                places_add(p, (int64_t)id);
            }
        }
    }
    return stmt_done(s->runs) == ERR_OK && sound;
}

/* Adds the newer positions, which are only in the tail. */
static bool places_from_tail(const struct store *s, uint64_t table, struct places *p)
{
    const struct place *at = tail_newest(&s->tail, table);
    size_t              missing = 0;

    if (!at || at->seq < p->from + p->n)
        return true;
    missing = at->seq - (p->from + p->n) + 1;
    for (size_t i = 0; i < missing; i++)
        places_add(p, 0);
    for (size_t i = p->n; missing > 0; missing--, at = tail_older(&s->tail, at)) {
        if (!at || at->seq != p->from + --i)
            return false;
        p->id[i] = at->id;
    }
    return true;
}

static enum err places_find(struct store *s, uint64_t table, struct places *p)
{
    if (journal_load(s) != ERR_OK)
        return ERR_IO;
    if (places_from_runs(s, table, p) && places_from_tail(s, table, p))
        return ERR_OK;
    log_error("store", "the journal of table %llu has a gap", (unsigned long long)table);
    return ERR_IO;
}

/* ---- reading ----------------------------------------------------------- */

/* Reads the row `id`, which must be row `seq` of `table`, and passes it on. */
static enum err row_show(struct store *s, int64_t id, uint64_t table, uint32_t seq,
                         bool (*each)(void *arg, const struct journal_row *row), void *arg, bool *more)
{
    struct stmt *q = s->row;

    stmt_int(q, 1, id);
    if (!stmt_row(q) || (uint64_t)stmt_col_int(q, 0) != table || stmt_col_int(q, 1) != seq) {
        stmt_done(q);
        log_error("store", "row %u of table %llu is not where the index says", seq, (unsigned long long)table);
        return ERR_IO;
    }
    struct journal_row row = {
        .table = table,
        .seq = seq,
        .kind = (char)stmt_col_int(q, 2),
        .seat = (uint8_t)stmt_col_int(q, 3),
        .at = stmt_col_int(q, 4),
        .text = stmt_col_text(q, 5),
    };
    *more = each(arg, &row);
    return stmt_done(q);
}

enum err journal_read(struct store *s, uint64_t table, uint32_t from, bool (*each)(void *arg, const struct journal_row *row),
                      void *arg)
{
    struct places p = { .from = from };
    enum err      err = places_find(s, table, &p);
    bool          more = true;

    /* Outside of a batch SQLite locks the file for every query, which costs
     * more than the query. While this one is open there is one lock for
     * all. */
    stmt_row(s->mark);
    for (size_t i = 0; err == ERR_OK && more && i < p.n; i++)
        err = row_show(s, p.id[i], table, from + (uint32_t)i, each, arg, &more);
    stmt_done(s->mark);
    free(p.id);
    return err;
}

enum err journal_rewrite(struct store *s, uint64_t table, uint32_t seq, struct str text)
{
    struct places p = { .from = seq };
    enum err      err = places_find(s, table, &p);

    if (err == ERR_OK && p.n == 0)
        err = ERR_NONE;
    if (err == ERR_OK) {
        stmt_int(s->rewrite, 1, p.id[0]);
        stmt_text(s->rewrite, 2, text);
        err = stmt_run(s->rewrite);
    }
    free(p.id);
    return err;
}

static enum err erase_rows(struct store *s, uint64_t table)
{
    struct places p = { 0 };
    enum err      err = places_find(s, table, &p);

    for (size_t i = 0; err == ERR_OK && i < p.n; i++) {
        stmt_int(s->erase_row, 1, p.id[i]);
        err = stmt_run(s->erase_row);
    }
    free(p.id);
    if (err != ERR_OK)
        return err;
    stmt_int(s->erase_runs, 1, (int64_t)table);
    err = stmt_run(s->erase_runs);
    tail_erase(&s->tail, table);
    s->batch_erased = true;
    return err;
}

/* Each node has the rows at other places of its index, so they hear of the table
 * instead of its rows. */
enum err journal_erase(struct store *s, uint64_t table)
{
    if (!s->level || !recorder_is_on(s->recorder))
        return erase_rows(s, table);
    recorder_switch(s->recorder, false);
    enum err err = erase_rows(s, table);
    recorder_switch(s->recorder, true);
    recorder_erased(s->recorder, table);
    return err;
}

/* ---- tidying ----------------------------------------------------------- */

static int by_table_and_seq(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Writes the run that starts at `p` and returns its length. */
static size_t run_write(struct store *s, const struct place *p, size_t n, struct buf *ids, int *rc)
{
    size_t  len = 0;
    int64_t before = 0;

    buf_clear(ids);
    do {
        varint_write(ids, (uint64_t)(p[len].id - before));
        before = p[len].id;
        len++;
    } while (len < n && p[len].table == p->table && p[len].seq == p->seq + len);

    stmt_int(s->run_add, 1, (int64_t)p->table);
    stmt_int(s->run_add, 2, p->seq);
    stmt_int(s->run_add, 3, (int64_t)(p->seq + len - 1));
    stmt_blob(s->run_add, 4, buf_view(ids));
    *rc = stmt_exec(s->run_add);
    return len;
}

/* Moves `p`, the `n` oldest entries of the tail, to the index. */
static int tidy_write(struct store *s, struct place *p, size_t n)
{
    struct buf ids = { 0 };
    int64_t    upto = p[n - 1].id;
    size_t     live = 0;
    int        rc = stmt_exec(s->begin);

    for (size_t i = 0; i < n; i++)
        if (!p[i].erased)
            p[live++] = p[i];
    qsort(p, live, sizeof *p, by_table_and_seq);
    for (size_t i = 0; rc == SQLITE_OK && i < live;)
        i += run_write(s, p + i, live - i, &ids, &rc);
    stmt_int(s->mark_set, 1, upto);
    if (rc == SQLITE_OK)
        rc = stmt_exec(s->mark_set);
    if (rc == SQLITE_OK)
        rc = stmt_exec(s->commit);
    buf_release(&ids);
    return rc;
}

static enum err tidy_oldest(struct store *s, size_t n, char problem[256])
{
    struct place *p = mem_list(n, sizeof *p);

    for (size_t i = 0; i < n; i++)
        p[i] = *tail_at(&s->tail, s->tail.first + i);
    int rc = tidy_write(s, p, n);
    free(p);
    if (rc != SQLITE_OK) {
        store_explain(s->db, rc, s->path, problem);
        if (!sqlite3_get_autocommit(s->db))
            stmt_exec(s->rollback);
        return ERR_IO;
    }
    tail_drop_oldest(&s->tail, n);
    return ERR_OK;
}

enum err journal_tidy(struct store *s, int rows, char problem[256])
{
    if (s->dirty || s->visitor)
        BUG("the journal may only be indexed by its owner, between batches");
    if (journal_load(s) != ERR_OK)
        return store_explain(s->db, sqlite3_errcode(s->db), s->path, problem), ERR_IO;
    size_t left = journal_untidy(s), n = left < (size_t)rows ? left : (size_t)rows;

    if (n && tidy_oldest(s, n, problem) != ERR_OK)
        return ERR_IO;
    if (n == left && s->wal_pages >= STORE_WAL_IDLE_PAGES &&
        sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) == SQLITE_OK)
        s->wal_pages = 0;
    return ERR_OK;
}
