/* The journal: reads before and after tidying, batches that fail at any write
 * or commit, and what is left after the process died. */
#include "kit/cmocka.h"
#include "kit/own_folder.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/rng.h"
#include "store/sqlite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 7 };

/* ---- kit --------------------------------------------------------------- */

static struct store *open_store(void)
{
    struct store *s = NULL;
    char          where[FOLDER_PATH], problem[256] = "";

    snprintf(where, sizeof where, "sqlite:%s/deep/er/meeple.db", folder.path);
    if (store_open(where, &s, problem) != ERR_OK)
        fail_msg("%s", problem);
    return s;
}

static enum err append(struct store *s, uint64_t table, uint32_t seq)
{
    char               text[48];
    struct journal_row row = { .table = table, .seq = seq, .kind = 'm', .seat = (uint8_t)(seq % 3), .at = 1000 + seq };

    snprintf(text, sizeof text, "move %u of %llu", seq, (unsigned long long)table);
    row.text = str_of(text);
    return journal_append(s, &row);
}

static void commit(struct store *s)
{
    char problem[256];

    assert_int_equal(store_commit(s, problem), ERR_OK);
}

static void tidy(struct store *s, int rows)
{
    char problem[256] = "";

    if (journal_tidy(s, rows, problem) != ERR_OK)
        fail_msg("%s", problem);
}

static void tidy_all(struct store *s, int rows_at_a_time)
{
    while (journal_untidy(s))
        tidy(s, rows_at_a_time);
}

static bool write_line(void *arg, const struct journal_row *row)
{
    buf_printf(arg, "%llu/%u %c%d@%lld ", (unsigned long long)row->table, row->seq, row->kind, row->seat, (long long)row->at);
    buf_str(arg, row->text);
    buf_char(arg, '\n');
    return true;
}

/* Tables 1..TABLES as text, all rows from `from` on. */
static char *dump(struct store *s, uint32_t from)
{
    struct buf out = { 0 };

    for (uint64_t table = 1; table <= TABLES; table++)
        assert_int_equal(journal_read(s, table, from, write_line, &out), ERR_OK);
    return buf_detach(&out);
}

static bool count_one(void *arg, const struct journal_row *row)
{
    (void)row;
    ++*(uint32_t *)arg;
    return true;
}

static uint32_t rows_of(struct store *s, uint64_t table)
{
    uint32_t n = 0;

    assert_int_equal(journal_read(s, table, 0, count_one, &n), ERR_OK);
    return n;
}

/* Appends `n` rows to random tables, going on where they are. */
static void append_random(struct store *s, struct rng *r, uint32_t next[TABLES + 1], int n)
{
    while (n-- > 0) {
        uint64_t table = 1 + rng_below(r, TABLES);

        assert_int_equal(append(s, table, next[table]++), ERR_OK);
    }
}

/* ---- reading ----------------------------------------------------------- */

static void tidy_and_untidy_read_the_same(void **state)
{
    struct store *s = open_store();
    struct rng    r = rng_seeded(5);
    uint32_t      next[TABLES + 1] = { 0 };

    (void)state;
    for (int round = 0; round < 6 * test_scale(); round++) {
        append_random(s, &r, next, 300);
        commit(s);
        for (uint32_t from = 0; from < 90; from += 13) {
            char *before = dump(s, from);

            tidy(s, 37);
            char *after = dump(s, from);
            assert_string_equal(before, after);
            assert_true(from > 0 || strlen(before) > 1000);
            free(before);
            free(after);
        }
        if (round % 2) {
            char *before = dump(s, 0);

            store_close(s);
            s = open_store();
            char *after = dump(s, 0);
            assert_string_equal(before, after);
            free(before);
            free(after);
        }
    }
    assert_true(journal_untidy(s) > 0);
    tidy_all(s, 100);
    assert_int_equal(journal_untidy(s), 0);
    for (uint64_t table = 1; table <= TABLES; table++)
        assert_int_equal(rows_of(s, table), next[table]);
    store_close(s);
}

/* More tables and rows than the tail has room for at first. */
static void many_tables_are_told_apart(void **state)
{
    enum { MANY = 4000 };
    struct store *s = open_store();

    (void)state;
    for (uint32_t seq = 0; seq < 4; seq++) {
        for (uint64_t table = 1; table <= MANY; table++)
            assert_int_equal(append(s, table * 977, seq), ERR_OK);
        commit(s);
        if (seq == 1)
            tidy(s, MANY + MANY / 2);
    }
    assert_int_equal(journal_untidy(s), 4 * MANY - (MANY + MANY / 2));
    for (uint64_t table = 1; table <= MANY; table++)
        assert_int_equal(rows_of(s, table * 977), 4);
    assert_int_equal(rows_of(s, 976), 0);
    store_close(s);
}

static bool stop_at_three(void *arg, const struct journal_row *row)
{
    (void)row;
    return ++*(int *)arg < 3;
}

static void reading_stops_early_and_unknown_tables_are_empty(void **state)
{
    struct store *s = open_store();
    int           seen = 0;

    (void)state;
    for (uint32_t i = 0; i < 10; i++)
        append(s, 100, i);
    assert_int_equal(journal_read(s, 100, 0, stop_at_three, &seen), ERR_OK);
    assert_int_equal(seen, 3);
    assert_int_equal(rows_of(s, 101), 0);
    store_close(s);
    /* What was not committed is gone. */
    s = open_store();
    assert_int_equal(rows_of(s, 100), 0);
    store_close(s);
}

static void any_bytes_come_back(void **state)
{
    struct store *s = open_store();
    struct buf    out = { 0 };

    (void)state;
    append(s, 200, 0);
    struct journal_row row = { .table = 200, .seq = 1, .kind = 'c', .seat = 255, .at = -7, .text = STR("a\0b \xC3\xA9") };
    assert_int_equal(journal_append(s, &row), ERR_OK);
    row = (struct journal_row){ .table = 200, .seq = 2, .kind = 'f', .at = INT64_MAX };
    assert_int_equal(journal_append(s, &row), ERR_OK);
    commit(s);
    journal_read(s, 200, 1, write_line, &out);
    static const char want[] = "200/1 c255@-7 a\0b \xC3\xA9\n200/2 f0@9223372036854775807 \n";
    assert_int_equal(out.len, sizeof want - 1);
    assert_memory_equal(out.at, want, out.len);
    buf_release(&out);
    store_close(s);
}

static void a_gap_fails_the_batch(void **state)
{
    struct store *s = open_store();
    char          problem[256];

    (void)state;
    assert_int_equal(append(s, 300, 0), ERR_OK);
    assert_int_equal(append(s, 300, 2), ERR_IO);
    assert_int_equal(append(s, 300, 1), ERR_IO);
    assert_int_equal(store_commit(s, problem), ERR_IO);
    assert_non_null(strstr(problem, "out of order"));
    assert_int_equal(rows_of(s, 300), 0);
    assert_int_equal(append(s, 300, 0), ERR_OK);
    commit(s);
    store_close(s);
}

/* ---- erasing ----------------------------------------------------------- */

static void erased_tables_are_empty_and_stay_so(void **state)
{
    struct store *s = open_store();

    (void)state;
    for (int tidy = 0; tidy < 2; tidy++) {
        for (uint32_t i = 0; i < 20; i++) {
            append(s, 400, i);
            append(s, 401, i);
        }
        commit(s);
        if (tidy)
            tidy_all(s, 7);
        uint32_t kept = rows_of(s, 401);

        assert_int_equal(journal_erase(s, 400), ERR_OK);
        assert_int_equal(rows_of(s, 400), 0);
        store_rollback(s);
        assert_int_equal(rows_of(s, 400), 20);

        assert_int_equal(journal_erase(s, 400), ERR_OK);
        assert_int_equal(append(s, 400, 0), ERR_OK);
        commit(s);
        assert_int_equal(rows_of(s, 400), 1);
        assert_int_equal(rows_of(s, 401), kept);
        assert_int_equal(journal_erase(s, 400), ERR_OK);
        assert_int_equal(journal_erase(s, 401), ERR_OK);
        commit(s);
        tidy_all(s, 5);
        store_close(s);
        s = open_store();
        assert_int_equal(rows_of(s, 400), 0);
        assert_int_equal(rows_of(s, 401), 0);
    }
    store_close(s);
}

/* With every row gone the ids still go on above the index's mark: rows that
 * came to stand below it would be lost when the file is opened again. */
static void rows_after_a_complete_erase_are_found(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct store *s = open_store();

        for (uint32_t i = 0; i < 9; i++)
            append(s, 500, i);
        commit(s);
        tidy_all(s, 4);
        assert_int_equal(rows_of(s, 500), 9);
        store_close(s);
        s = open_store();
        assert_int_equal(rows_of(s, 500), 9);
        assert_int_equal(journal_erase(s, 500), ERR_OK);
        commit(s);
        store_close(s);
    }
}

/* ---- failing ----------------------------------------------------------- */

/* Two batches of eight writes; the n-th write or commit fails, for all n.
 * Either a whole batch is there afterwards or nothing of it, in memory and
 * after opening again; and the store works on. */
static void fails_at(int n, uint64_t table)
{
    struct store *s = open_store();
    struct stmt  *note = store_prepare(s, "INSERT INTO note VALUES (?1)");
    uint32_t      want = 0;
    char          problem[256];

    store_fail_at(s, n);
    for (int batch = 0; batch < 2; batch++) {
        for (uint32_t i = 0; i < 7; i++)
            append(s, table, want + i);
        stmt_int(note, 1, (int64_t)table);
        stmt_run(note);
        assert_true(store_dirty(s));
        bool     good = n > 0 ? n <= batch * 8 || n > batch * 8 + 8 : -n != batch + 1;
        enum err err = store_commit(s, problem);
        assert_int_equal(err, good ? ERR_OK : ERR_IO);
        assert_false(store_dirty(s));
        want += good ? 7 : 0;
        assert_int_equal(rows_of(s, table), want);
        tidy(s, 3);
        assert_int_equal(rows_of(s, table), want);
    }
    store_close(s);

    s = open_store();
    struct stmt *count = store_prepare(s, "SELECT count(*) FROM note WHERE table_id = ?1");
    assert_int_equal(rows_of(s, table), want);
    stmt_int(count, 1, (int64_t)table);
    assert_true(stmt_row(count));
    assert_int_equal(stmt_col_int(count, 0), want / 7);
    assert_int_equal(stmt_done(count), ERR_OK);
    assert_int_equal(append(s, table, want), ERR_OK);
    commit(s);
    store_close(s);
}

static const char *const      note_steps[] = { "CREATE TABLE note (table_id INTEGER NOT NULL)", NULL };
static const struct migration note_migration = { "note", note_steps };

static void the_nth_write_or_commit_fails(void **state)
{
    struct store *s = open_store();
    char          problem[256];

    (void)state;
    assert_int_equal(store_migrate(s, &note_migration, problem), ERR_OK);
    store_close(s);
    for (int n = -3; n <= 18; n++)
        fails_at(n, (uint64_t)(1000 + n));
}

/* ---- dying ------------------------------------------------------------- */

/* A child commits `batches` batches, tells about each through a pipe after its
 * commit, leaves one open and dies without closing anything. */
static _Noreturn void child(int tell, int batches)
{
    struct store *s = open_store();
    uint32_t      seq = 0;
    char          problem[256];

    for (int i = 0; i < batches; i++) {
        for (int k = 0; k < 10; k++)
            append(s, 2000, seq++);
        if (store_commit(s, problem) != ERR_OK || write(tell, "c", 1) != 1)
            _exit(1);
        if (i % 3 == 1)
            tidy(s, 11);
    }
    for (int k = 0; k < 5; k++)
        append(s, 2000, seq++);
    _exit(0);
}

static void death_keeps_what_was_committed_and_nothing_else(void **state)
{
    int  tell[2], status;
    char said;

    (void)state;
    assert_int_equal(pipe(tell), 0);
    pid_t pid = fork();
    if (pid == 0)
        child(tell[1], 20);
    close(tell[1]);
    uint32_t commits = 0;
    while (read(tell[0], &said, 1) == 1)
        commits++;
    close(tell[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_int_equal(commits, 20);

    struct store *s = open_store();
    assert_int_equal(rows_of(s, 2000), commits * 10);
    store_close(s);
}

/* The same with kill -9 at a moment of its own choosing. */
static void killed_at_any_moment_nothing_told_is_lost(void **state)
{
    struct rng r = rng_seeded(11);

    (void)state;
    for (int round = 0; round < 5 * test_scale(); round++) {
        int  tell[2], status;
        char said[64];

        struct store *s = open_store();
        journal_erase(s, 2000);
        commit(s);
        store_close(s);
        assert_int_equal(pipe(tell), 0);
        pid_t pid = fork();
        if (pid == 0)
            child(tell[1], 100000);
        close(tell[1]);
        usleep((useconds_t)(20000 + rng_below(&r, 60000)));
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        uint32_t told = 0;
        for (ssize_t n; (n = read(tell[0], said, sizeof said)) > 0;)
            told += (uint32_t)n;
        close(tell[0]);

        s = open_store();
        uint32_t rows = rows_of(s, 2000);
        assert_int_equal(rows % 10, 0);
        assert_in_range(rows / 10, told, told + 1); /* one commit may not have been told yet */
        store_close(s);
    }
}

/* A writer that never rests: the log is moved beside it and begun anew long before
 * it must do that by itself. */
static void a_busy_log_begins_anew(void **state)
{
    struct store *s = open_store();
    char          problem[256];
    int           before = 0;

    (void)state;
    for (uint32_t seq = 0; s->wal_pages >= before; seq++) {
        before = s->wal_pages;
        assert_true(before < STORE_WAL_MOST_PAGES);
        assert_int_equal(append(s, 1, seq), ERR_OK);
        assert_int_equal(store_close_batch(s, problem), ERR_OK);
        if (before > 2 * STORE_WAL_MANY_PAGES)
            usleep(1000); /* the disk is slow: leave it some time */
    }
    assert_true(before >= STORE_WAL_MANY_PAGES);
    store_close(s);
}

/* Most commits find room in the log's file. */
static void few_commits_lengthen_the_log(void **state)
{
    enum { COMMITS = 200 };
    struct store *s = open_store();
    struct stat   before, now;
    int           longer = 0;

    (void)state;
    assert_int_equal(fstat(s->wal, &before), 0);
    for (uint32_t seq = 0; seq < COMMITS; seq++) {
        assert_int_equal(append(s, 1, seq), ERR_OK);
        commit(s);
        assert_int_equal(fstat(s->wal, &now), 0);
        assert_true(now.st_size > (off_t)(s->wal_pages + STORE_WAL_AHEAD_PAGES / 2) * STORE_WAL_FRAME);
        longer += now.st_size != before.st_size;
        before = now;
    }
    assert_in_range(longer, 1, 2 + (s->wal_pages + STORE_WAL_AHEAD_PAGES) * STORE_WAL_FRAME / STORE_WAL_ROOM);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_a_folder(tidy_and_untidy_read_the_same),
        in_a_folder(many_tables_are_told_apart),
        in_a_folder(reading_stops_early_and_unknown_tables_are_empty),
        in_a_folder(any_bytes_come_back),
        in_a_folder(a_gap_fails_the_batch),
        in_a_folder(erased_tables_are_empty_and_stay_so),
        in_a_folder(rows_after_a_complete_erase_are_found),
        in_a_folder(the_nth_write_or_commit_fails),
        in_a_folder(death_keeps_what_was_committed_and_nothing_else),
        in_a_folder(killed_at_any_moment_nothing_told_is_lost),
        in_a_folder(a_busy_log_begins_anew),
        in_a_folder(few_commits_lengthen_the_log),
    };

    log_set_level(LOG_ERROR - 1); /* failures are wanted here */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
