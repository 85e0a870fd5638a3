/* Row records: a copy that applies them is equal in every table, and equal
 * again to what it was after taking them back. */
#include "kit/cmocka.h"
#include "kit/own_folder.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/rng.h"
#include "store/sqlite.h"

#include <unistd.h>

enum { BATCHES = 300, ROUNDS_UNDONE = 5 };

/* ---- kit ------------------------------------------------------------------- */

/* A log in memory. */
struct shelf {
    struct log log;
    struct {
        struct here here;
        struct buf  body;
    } row[BATCHES + 16];
    int  n;
    bool away;
};

static enum err shelf_append(struct log *log, int64_t n, int64_t at, struct str body)
{
    struct shelf *shelf = (struct shelf *)log;

    assert_int_equal(n, shelf->n + 1);
    shelf->row[shelf->n].here = (struct here){ .n = n, .epoch = log->epoch, .at = at };
    buf_str(&shelf->row[shelf->n++].body, body);
    return ERR_OK;
}

static bool shelf_away(struct log *log, char problem[256])
{
    strcpy(problem, "the shelf is away");
    return ((struct shelf *)log)->away;
}

static int64_t shelf_stale(struct log *log)
{
    (void)log;
    return 0;
}

static struct shelf shelf_new(void)
{
    return (struct shelf){ .log = { .epoch = 7, .append = shelf_append, .away = shelf_away, .stale_us = shelf_stale } };
}

static void shelf_release(struct shelf *shelf)
{
    for (int i = 0; i < shelf->n; i++)
        buf_release(&shelf->row[i].body);
}

static struct store *open_copy(const char *name)
{
    struct store *s = NULL;
    char          path[128], problem[256] = "";

    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    if (store_open_level(path, &s, problem) != ERR_OK)
        fail_msg("%s", problem);
    return s;
}

static void dump_table(struct store *s, const char *table, bool rowid, struct buf *out)
{
    struct buf sql = { 0 };

    buf_printf(&sql, "SELECT %s * FROM \"%s\" ORDER BY %s", rowid ? "rowid," : "", table, rowid ? "rowid" : "1, 2");
    struct stmt *q = store_prepare(s, sql.at);
    while (stmt_row(q)) {
        buf_printf(out, "%s", table);
        for (int i = 0; i < sqlite3_column_count(q->sql); i++)
            buf_printf(out, "|%d:%.*s", sqlite3_column_type(q->sql, i), STR_ARG(stmt_col_blob(q, i)));
        buf_char(out, '\n');
    }
    stmt_done(q);
    stmt_free(q);
    buf_release(&sql);
}

/* All tables that nodes share, as text. */
static struct buf dump(struct store *s)
{
    struct buf   out = { 0 };
    struct stmt *q =
        store_prepare(s, "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN"
                         " ('here', 'undo', 'journal_run', 'journal_mark', 'hall_probe', 'sqlite_schema') ORDER BY name");
    char names[64][64];
    bool rowid[64];
    int  n = 0;

    while (n < 64 && stmt_row(q)) {
        str_copy(stmt_col_text(q, 0), names[n], sizeof names[n]);
        rowid[n++] = !stmt_col_int(q, 1);
    }
    stmt_done(q);
    stmt_free(q);
    for (int i = 0; i < n; i++)
        dump_table(s, names[i], rowid[i], &out);
    return out;
}

static void assert_same(struct store *a, struct store *b)
{
    struct buf x = dump(a), y = dump(b);

    assert_string_equal(x.at ? x.at : "", y.at ? y.at : "");
    buf_release(&x);
    buf_release(&y);
}

static void run(struct store *s, const char *sql)
{
    struct stmt *q = store_prepare(s, sql);

    if (stmt_run(q) != ERR_OK)
        fail_msg("%s: %s", sql, s->problem);
    stmt_free(q);
}

static void commit(struct store *s)
{
    char problem[256] = "";

    if (store_commit(s, problem) != ERR_OK)
        fail_msg("%s", problem);
}

static void follow(struct store *s, struct shelf *shelf)
{
    char problem[256] = "";

    for (int i = (int)store_here(s).n; i < shelf->n; i++)
        if (store_follow(s, &shelf->row[i].here, buf_view(&shelf->row[i].body), problem) != ERR_OK)
            fail_msg("batch %d: %s", i + 1, problem);
    commit(s);
}

/* Every kind of table: with an alias of the rowid, with another key, without
 * any, without rowids; unique columns, cascades, reals, blobs, NULL in a key. */
static const char *const steps[] = {
    "CREATE TABLE alias (id INTEGER PRIMARY KEY, a TEXT, b BIGINT UNIQUE, c DOUBLE PRECISION, d BLOB);"
    "CREATE TABLE keyed (name TEXT PRIMARY KEY, a BIGINT, b TEXT);"
    "CREATE TABLE plain (a TEXT, b BIGINT);"
    "CREATE TABLE clustered (x BIGINT, y TEXT, a BLOB, PRIMARY KEY (y, x)) WITHOUT ROWID;"
    "CREATE TABLE child (id INTEGER PRIMARY KEY, parent BIGINT REFERENCES alias (id) ON DELETE CASCADE ON UPDATE CASCADE);"
    "INSERT INTO plain VALUES ('made by the step', 1)",
    "ALTER TABLE keyed ADD COLUMN more TEXT;"
    "CREATE INDEX keyed_by_more ON keyed (more)",
    NULL,
};

static void migrate(struct store *s, int n_steps)
{
    const char *some[4] = { NULL };
    char        problem[256] = "";

    for (int i = 0; i < n_steps; i++)
        some[i] = steps[i];
    if (store_migrate(s, &(struct migration){ "test", some }, problem) != ERR_OK)
        fail_msg("%s", problem);
}

/* ---- random batches -------------------------------------------------------- */

static const char *const changes[] = {
    "INSERT OR REPLACE INTO alias (id, a, b, c, d) VALUES (%d, 'a%d', %d, %d.5, x'0102')",
    "INSERT OR IGNORE INTO alias (a, b) VALUES ('auto', %d)",
    "UPDATE alias SET c = c * 2, a = NULL WHERE id %% 7 = %d",
    "UPDATE OR REPLACE alias SET b = b + 1 WHERE id > %d",
    "UPDATE OR REPLACE alias SET id = id + 1000 WHERE id = %d",
    "INSERT INTO keyed (name, a, b) VALUES (%d, %d, 'b') ON CONFLICT (name) DO UPDATE SET a = a + 1, b = b || 'x'",
    "INSERT INTO keyed (name, a) VALUES (NULL, %d)",
    "DELETE FROM keyed WHERE a %% 5 = %d",
    "INSERT INTO plain VALUES ('row', %d)",
    "UPDATE plain SET a = a || 'y' WHERE b %% 3 = %d",
    "DELETE FROM plain WHERE b %% 4 = %d",
    "DELETE FROM plain",
    "INSERT OR REPLACE INTO clustered VALUES (%d, 'y%d', randomblob(9))",
    "UPDATE OR REPLACE clustered SET x = x + 1 WHERE x %% 2 = %d %% 2",
    "UPDATE clustered SET a = random() WHERE x > %d",
    "DELETE FROM clustered WHERE x %% 3 = %d",
    "INSERT INTO child (parent) SELECT id FROM alias WHERE id = %d",
    "DELETE FROM alias WHERE id %% 9 = %d",
};

static uint32_t seqs[4];

static void change_something(struct store *s, struct rng *rng)
{
    int n = 1 + (int)rng_below(rng, 6);

    for (int i = 0; i < n; i++) {
        char        sql[256];
        const char *change = changes[rng_below(rng, ARRAY_LEN(changes))];
        int         x = (int)rng_below(rng, 30), y = (int)rng_below(rng, 9);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(sql, sizeof sql, change, x, y, x, y);
#pragma GCC diagnostic pop
        run(s, sql);
    }
    for (int i = 0; i < n; i++) {
        int                table = (int)rng_below(rng, 4);
        struct journal_row row = {
            .table = (uint64_t)table + 1, .seq = seqs[table]++, .kind = 'm', .at = 5, .text = STR("move 1")
        };
        assert_int_equal(journal_append(s, &row), ERR_OK);
    }
}

static bool count_row(void *arg, const struct journal_row *row)
{
    (void)row;
    ++*(uint32_t *)arg;
    return true;
}

static void assert_journal_has(struct store *s, const uint32_t rows[4])
{
    for (int i = 0; i < 4; i++) {
        uint32_t n = 0;

        assert_int_equal(journal_read(s, (uint64_t)i + 1, 0, count_row, &n), ERR_OK);
        assert_int_equal(n, rows[i]);
    }
}

static void assert_journal_reads(struct store *s)
{
    assert_journal_has(s, seqs);
}

/* ---- tests ------------------------------------------------------------------- */

static void test_replay_and_undo(void **state)
{
    struct rng    rng = rng_seeded(11);
    struct shelf  shelf = shelf_new();
    struct store *leader = open_copy("leader.db"), *copy = open_copy("copy.db");
    char          problem[256] = "";

    (void)state;
    memset(seqs, 0, sizeof seqs);
    assert_true(store_is_empty(leader));
    store_lead(leader, &shelf.log);
    migrate(leader, 1);
    commit(leader);
    for (int i = 0; i < BATCHES; i++) {
        if (i == BATCHES / 2) {
            migrate(leader, 2);
            run(leader, "UPDATE keyed SET more = 'm'");
        }
        struct buf before = i % 3 == 0 ? dump(leader) : (struct buf){ 0 };
        uint32_t   seqs_before[4];
        memcpy(seqs_before, seqs, sizeof seqs);
        change_something(leader, &rng);
        if (i % 50 == 20) {
            assert_int_equal(journal_erase(leader, 1), ERR_OK);
            seqs[0] = 0;
        }
        char close_problem[256];
        assert_int_equal(store_close_batch(leader, close_problem), ERR_OK);
        while (journal_untidy(leader)) /* without what may be taken back */
            journal_tidy(leader, 100, problem);
        if (i % 3 == 0 && i % 50 != 20 && i != BATCHES / 2) { /* in doubt: taken back, then put back */
            struct buf after = dump(leader);

            if (store_doubt(leader, problem) != ERR_OK)
                fail_msg("%s", problem);
            struct buf now = dump(leader);
            assert_string_equal(now.at, before.at);
            buf_release(&now);
            assert_journal_has(leader, seqs_before);
            if (store_believe(leader, problem) != ERR_OK)
                fail_msg("%s", problem);
            now = dump(leader);
            assert_string_equal(now.at, after.at);
            buf_release(&now);
            buf_release(&after);
        }
        buf_release(&before);
        assert_int_equal(store_sync(leader), ERR_OK);
        if (i % 10 == 0) {
            follow(copy, &shelf);
            assert_same(leader, copy);
            assert_journal_reads(leader);
            assert_journal_reads(copy);
        }
        if (i % 40 == 7)
            while (journal_untidy(copy))
                journal_tidy(copy, 100, problem);
    }
    follow(copy, &shelf);
    assert_same(leader, copy);
    assert_int_equal(store_here(copy).n, store_here(leader).n);
    assert_int_equal(store_here(copy).epoch, 7);
    store_close(leader);
    store_close(copy);
    shelf_release(&shelf);
}

/* A leader that ended with a batch that the log never got: the next start takes
 * it back, once. */
static void test_taken_back_after_restart(void **state)
{
    struct shelf  shelf = shelf_new();
    struct store *s = open_copy("back.db");
    char          problem[256] = "";

    (void)state;
    store_lead(s, &shelf.log);
    migrate(s, 2);
    commit(s);
    run(s, "INSERT INTO keyed (name, a) VALUES ('kept', 1)");
    commit(s);
    struct buf before = dump(s);
    run(s, "UPDATE keyed SET a = 2");
    run(s, "INSERT INTO plain VALUES ('lost', 1)");
    assert_int_equal(store_close_batch(s, problem), ERR_OK);
    store_close(s);

    s = open_copy("back.db");
    assert_int_equal(store_here(s).n, 3);
    assert_int_equal(store_take_back(s, problem), ERR_OK);
    assert_int_equal(store_here(s).n, 2);
    struct buf after = dump(s);
    assert_string_equal(after.at, before.at);
    assert_int_equal(store_take_back(s, problem), ERR_NONE);
    buf_release(&before);
    buf_release(&after);
    store_close(s);
    shelf_release(&shelf);
}

/* A copy that has gone another way notices, and stays as it was. */
static void test_divergence(void **state)
{
    struct shelf  shelf = shelf_new();
    struct store *leader = open_copy("straight.db"), *copy = open_copy("astray.db");
    char          problem[256] = "";

    (void)state;
    store_lead(leader, &shelf.log);
    migrate(leader, 2);
    run(leader, "INSERT INTO keyed (name, a) VALUES ('x', 1)");
    commit(leader);
    follow(copy, &shelf);
    assert_int_equal(sqlite3_exec(copy->db, "UPDATE keyed SET a = 9", NULL, NULL, NULL), SQLITE_OK);
    run(leader, "UPDATE keyed SET a = 2");
    commit(leader);
    assert_int_equal(store_follow(copy, &shelf.row[1].here, buf_view(&shelf.row[1].body), problem), ERR_STALE);
    store_rollback(copy);
    assert_int_equal(store_here(copy).n, 1);
    /* Bytes that were cut off are refused, but for those that end between two records. */
    int accepted = 0;
    for (size_t cut = 0; cut < shelf.row[1].body.len; cut++) {
        struct here next = { .n = 2, .epoch = 7 };

        accepted += store_follow(copy, &next, (struct str){ shelf.row[1].body.at, cut }, problem) == ERR_OK;
        store_rollback(copy);
    }
    assert_int_equal(accepted, 2); /* behind the version, and behind the table's name */
    store_close(leader);
    store_close(copy);
    shelf_release(&shelf);
}

static void test_away(void **state)
{
    struct shelf  shelf = shelf_new();
    struct store *s = open_copy("away.db");
    char          problem[256] = "";

    (void)state;
    store_lead(s, &shelf.log);
    migrate(s, 2);
    commit(s);
    shelf.away = true;
    struct stmt *q = store_prepare(s, "INSERT INTO plain VALUES ('never', 1)");
    assert_int_equal(stmt_run(q), ERR_IO);
    assert_int_equal(store_commit(s, problem), ERR_IO);
    assert_string_equal(problem, "the shelf is away");
    shelf.away = false;
    assert_int_equal(stmt_run(q), ERR_OK);
    commit(s);
    assert_int_equal(shelf.n, 2);
    store_close(s);
    shelf_release(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay_and_undo),
        cmocka_unit_test(test_taken_back_after_restart),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_away),
    };

    log_set_level(LOG_ERROR - 1); /* failures are wanted here */
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
