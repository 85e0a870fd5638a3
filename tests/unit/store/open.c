/* Opening: what is refused and in which words; owners and visitors; migrations,
 * statements, backups, a full disk. */
#include "kit/cmocka.h"
#include "kit/full_disk.h"
#include "kit/own_folder.h"

#include "base/log.h"
#include "store/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- kit --------------------------------------------------------------- */

static struct store *open_store(void)
{
    struct store *s = NULL;
    char          problem[256] = "";

    if (store_open(folder.store, &s, problem) != ERR_OK)
        fail_msg("%s", problem);
    return s;
}

static void refused(const char *at, enum err want, const char *part)
{
    struct store *s = NULL;
    char          problem[256] = "";
    enum err      err = store_open(at, &s, problem);

    assert_null(s);
    if (err != want || !strstr(problem, part))
        fail_msg("%s: %s: wanted \"%s\"", at, problem, part);
}

static void write_bytes(const char *name, const void *bytes, size_t len)
{
    FILE *f = fopen(name, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    fclose(f);
}

#define NOTE_TABLE "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, number REAL, bytes BLOB)"
static const char *const      notes[] = { NOTE_TABLE, NULL };
static const struct migration note_migration = { "note", notes };

static struct store *open_with_notes(void)
{
    struct store *s = open_store();
    char          problem[256];

    assert_int_equal(store_migrate(s, &note_migration, problem), ERR_OK);
    return s;
}

static void add_note(struct store *s, const char *text)
{
    struct stmt *q = store_prepare(s, "INSERT INTO note (text) VALUES (?1)");
    char         problem[256];

    stmt_text(q, 1, str_of(text));
    assert_int_equal(stmt_run(q), ERR_OK);
    assert_int_equal(store_commit(s, problem), ERR_OK);
}

static int64_t count_notes(struct store *s)
{
    struct stmt *q = store_prepare(s, "SELECT count(*) FROM note");

    assert_true(stmt_row(q));
    int64_t n = stmt_col_int(q, 0);
    assert_int_equal(stmt_done(q), ERR_OK);
    return n;
}

/* ---- refusals ---------------------------------------------------------- */

static void strange_places_are_refused(void **state)
{
    char at[160];

    (void)state;
    refused("postgres:x", ERR_MALFORMED, "sqlite:PATH or memory");
    refused("sqlite:", ERR_MALFORMED, "sqlite:PATH or memory");
    snprintf(at, sizeof at, "sqlite:%s/file", folder.path);
    write_bytes(at + 7, "x", 1);
    snprintf(at, sizeof at, "sqlite:%s/file/meeple.db", folder.path);
    refused(at, ERR_IO, "cannot");
    snprintf(at, sizeof at, "sqlite:%s", folder.path);
    refused(at, ERR_IO, "cannot be opened");
}

static void strange_files_are_refused(void **state)
{
    char text[4096];

    (void)state;
    memset(text, 'x', sizeof text);
    write_bytes(folder.file, text, sizeof text);
    refused(folder.store, ERR_IO, "is not a Meeple data file");

    char command[256];
    snprintf(command, sizeof command, "rm %s; sqlite3 %s 'CREATE TABLE t (x)'", folder.file, folder.file);
    assert_int_equal(system(command), 0);
    refused(folder.store, ERR_IO, "another program");

    /* An empty file is as good as none. */
    write_bytes(folder.file, "", 0);
    store_close(open_store());
}

static void a_damaged_file_is_refused(void **state)
{
    struct store *s = open_with_notes();
    struct stat   st;

    (void)state;
    for (int i = 0; i < 200; i++)
        add_note(s, "a line that fills pages, so that there is something to cut off the end of the file");
    store_close(s);
    assert_int_equal(stat(folder.file, &st), 0);
    assert_int_equal(truncate(folder.file, st.st_size - 4096), 0);
    refused(folder.store, ERR_IO, "is damaged");
    assert_int_equal(truncate(folder.file, 3000), 0);
    refused(folder.store, ERR_IO, "is damaged");
    assert_int_equal(truncate(folder.file, 50), 0);
    refused(folder.store, ERR_IO, "");

    /* Garbage in the middle of the first page. */
    assert_int_equal(unlink(folder.file), 0);
    store_close(open_with_notes());
    int fd = open(folder.file, O_WRONLY);
    assert_int_equal(pwrite(fd, "garbage garbage garbage garbage garbage garbage", 47, 100), 47);
    close(fd);
    refused(folder.store, ERR_IO, "is damaged");
}

static void a_newer_version_is_refused(void **state)
{
    static const char *const      newer_steps[] = { NOTE_TABLE, "CREATE TABLE more (x INTEGER)", NULL };
    static const struct migration newer = { "note", newer_steps };
    struct store                 *s = open_with_notes();
    char                          problem[256];

    (void)state;
    assert_int_equal(store_migrate(s, &newer, problem), ERR_OK);
    assert_int_equal(store_migrate(s, &newer, problem), ERR_OK);
    assert_int_equal(store_migrate(s, &note_migration, problem), ERR_REFUSED);
    assert_non_null(strstr(problem, "newer version"));
    store_close(s);
}

static void a_failing_migration_leaves_nothing(void **state)
{
    static const char *const      broken_steps[] = { "CREATE TABLE one (x INTEGER)", "CREATE TABLE one (x INTEGER)", NULL };
    static const struct migration broken = { "broken", broken_steps };
    static const char *const      mended_steps[] = { "CREATE TABLE one (x INTEGER)", "CREATE TABLE two (x INTEGER)", NULL };
    static const struct migration mended = { "broken", mended_steps };
    struct store                 *s = open_store();
    char                          problem[256];

    (void)state;
    assert_int_equal(store_migrate(s, &broken, problem), ERR_IO);
    assert_int_equal(store_migrate(s, &mended, problem), ERR_OK);
    store_close(s);
}

/* ---- owners and visitors ----------------------------------------------- */

static void there_is_one_owner(void **state)
{
    struct store *s = open_store();
    char          pid[32];

    (void)state;
    snprintf(pid, sizeof pid, "process %d", (int)getpid());
    refused(folder.store, ERR_REFUSED, pid);
    store_close(s);
    store_close(open_store());
}

static int open_and_die(void)
{
    open_store();
    return 0;
}

/* Another process opens the file under another name, as a server and as a tool. */
static void expect_elsewhere(const char *name, enum err open, enum err visit)
{
    char at[300], problem[256] = "";
    int  status;

    snprintf(at, sizeof at, "sqlite:%s", name);
    pid_t child = fork();
    if (child == 0) {
        struct store *s = NULL;

        _exit(store_open(at, &s, problem) != open || (open && !strstr(problem, "in use")) || store_visit(at, &s, problem) != visit);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Whatever the file is called, there is one owner, and its log lies beside it. */
static void links_lead_to_the_same_file(void **state)
{
    char soft[96], hard[96], log[96], at[112], nowhere[96];

    (void)state;
    snprintf(soft, sizeof soft, "%s/soft.db", folder.path);
    snprintf(hard, sizeof hard, "%s/hard.db", folder.path);
    snprintf(log, sizeof log, "%s/meeple.db-wal", folder.path);
    snprintf(at, sizeof at, "sqlite:%s", soft);
    snprintf(nowhere, sizeof nowhere, "%s/loop.db", folder.path);
    assert_int_equal(symlink("meeple.db", soft), 0); /* the server makes the file behind it */

    struct store *s = NULL;
    char          problem[256] = "";
    assert_int_equal(store_open(at, &s, problem), ERR_OK);
    assert_int_equal(access(log, F_OK), 0);
    expect_elsewhere(folder.file, ERR_REFUSED, ERR_OK);
    assert_int_equal(link(folder.file, hard), 0);
    expect_elsewhere(hard, ERR_REFUSED, ERR_REFUSED);
    expect_elsewhere(folder.file, ERR_REFUSED, ERR_OK);
    store_close(s);
    assert_int_equal(store_open(folder.store, &s, problem), ERR_OK);
    store_close(s);

    assert_int_equal(symlink("loop.db", nowhere), 0);
    snprintf(at, sizeof at, "sqlite:%s", nowhere);
    refused(at, ERR_IO, "leads nowhere");
}

static void the_lock_of_a_dead_owner_is_free(void **state)
{
    (void)state;
    assert_in_own_process(open_and_die);
    store_close(open_store());
}

static void a_visitor_reads_a_snapshot_and_writes(void **state)
{
    struct store *s = open_with_notes(), *visitor = NULL;
    char          problem[256];

    (void)state;
    add_note(s, "one");
    assert_int_equal(store_visit(folder.store, &visitor, problem), ERR_OK);
    assert_int_equal(count_notes(visitor), 1);
    add_note(s, "two");
    assert_int_equal(count_notes(visitor), 1);
    add_note(visitor, "three");
    assert_int_equal(count_notes(visitor), 3);
    assert_int_equal(count_notes(s), 3);
    add_note(s, "four");
    store_close(visitor);
    add_note(s, "five");
    assert_int_equal(count_notes(s), 5);
    store_close(s);
}

static void a_visitor_neither_creates_nor_migrates(void **state)
{
    struct store *visitor = NULL;
    char          problem[256];

    (void)state;
    assert_int_equal(store_visit(folder.store, &visitor, problem), ERR_NONE);
    assert_int_equal(store_visit("memory", &visitor, problem), ERR_NONE);
    assert_int_equal(access(folder.file, F_OK), -1);
    store_close(open_store());
    assert_int_equal(store_visit(folder.store, &visitor, problem), ERR_OK);
    assert_int_equal(store_migrate(visitor, &note_migration, problem), ERR_REFUSED);
    assert_non_null(strstr(problem, "older version"));
    store_close(visitor);
}

static bool count_row(void *arg, const struct journal_row *row)
{
    (void)row;
    ++*(int *)arg;
    return true;
}

static void a_visitor_reads_journals(void **state)
{
    struct store *s = open_store(), *visitor = NULL;
    char          problem[256];
    int           n = 0;

    (void)state;
    for (uint32_t i = 0; i < 30; i++)
        journal_append(s, &(struct journal_row){ .table = 1 + i % 2, .seq = i / 2, .kind = 'm', .text = STR("x") });
    assert_int_equal(store_commit(s, problem), ERR_OK);
    assert_int_equal(journal_tidy(s, 11, problem), ERR_OK);
    assert_int_equal(store_visit(folder.store, &visitor, problem), ERR_OK);
    while (journal_untidy(s))
        assert_int_equal(journal_tidy(s, 3, problem), ERR_OK);
    assert_int_equal(journal_read(visitor, 2, 3, count_row, &n), ERR_OK);
    assert_int_equal(n, 12);
    store_close(visitor);
    store_close(s);
}

/* ---- statements -------------------------------------------------------- */

static void values_come_back_as_they_were(void **state)
{
    struct store *s = open_with_notes();
    struct stmt  *put = store_prepare(s, "INSERT INTO note VALUES (?1, ?2, ?3, ?4)");
    struct stmt  *get = store_prepare(s, "SELECT id, text, number, bytes FROM note ORDER BY id");

    (void)state;
    stmt_int(put, 1, INT64_MAX);
    stmt_text(put, 2, STR(""));
    stmt_real(put, 3, 0.1);
    stmt_blob(put, 4, STR("\0\1"));
    assert_int_equal(stmt_run(put), ERR_OK);
    stmt_int(put, 1, -5);
    stmt_text(put, 2, STR_NONE);
    stmt_null(put, 3);
    stmt_blob(put, 4, STR(""));
    assert_int_equal(stmt_run(put), ERR_OK);

    assert_true(stmt_row(get));
    assert_int_equal(stmt_col_int(get, 0), -5);
    assert_true(stmt_col_null(get, 1) && !stmt_col_text(get, 1).at);
    assert_true(stmt_col_null(get, 2));
    assert_true(!stmt_col_null(get, 3) && stmt_col_blob(get, 3).at && stmt_col_blob(get, 3).len == 0);
    assert_true(stmt_row(get));
    assert_true(stmt_col_text(get, 1).at && stmt_col_text(get, 1).len == 0);
    assert_true(stmt_col_real(get, 2) == 0.1);
    assert_true(str_eq(stmt_col_blob(get, 3), STR("\0\1")));
    assert_false(stmt_row(get));
    assert_int_equal(stmt_done(get), ERR_OK);
    store_close(s);
}

static void a_refused_row_fails_the_batch_and_only_that(void **state)
{
    struct store *s = open_with_notes();
    struct stmt  *put = store_prepare(s, "INSERT INTO note (id) VALUES (?1)");
    struct stmt  *returning = store_prepare(s, "INSERT INTO note (text) VALUES ('r') RETURNING id");
    char          problem[256];

    (void)state;
    add_note(s, "kept");
    stmt_int(put, 1, 7);
    assert_int_equal(stmt_run(put), ERR_OK);
    assert_int_equal(stmt_run(put), ERR_IO);
    assert_false(stmt_row(returning));
    assert_int_equal(stmt_done(returning), ERR_IO);
    assert_int_equal(store_commit(s, problem), ERR_IO);
    assert_non_null(strstr(problem, "UNIQUE"));
    assert_int_equal(count_notes(s), 1);

    /* A write that returns rows belongs to the batch. */
    assert_true(stmt_row(returning));
    assert_false(stmt_row(returning));
    assert_int_equal(stmt_done(returning), ERR_OK);
    assert_true(store_dirty(s));
    store_rollback(s);
    assert_int_equal(count_notes(s), 1);
    store_close(s);
}

static void memory_is_a_store_like_any_other(void **state)
{
    struct store *s = NULL;
    char          problem[256];

    (void)state;
    assert_int_equal(store_open("memory", &s, problem), ERR_OK);
    assert_int_equal(store_migrate(s, &note_migration, problem), ERR_OK);
    add_note(s, "one");
    assert_int_equal(count_notes(s), 1);
    store_close(s);
}

/* ---- a full disk ------------------------------------------------------- */

static int fill_disk(void)
{
    struct store *s = open_with_notes();
    struct stmt  *put = store_prepare(s, "INSERT INTO note (text) VALUES (?1)");
    char          problem[256] = "", text[1000];
    int64_t       kept = 0;
    bool          said = false;

    memset(text, 'x', sizeof text);
    disk_ends_at(200 * 1024);
    for (int batch = 0; batch < 100; batch++) {
        for (int i = 0; i < 10; i++) {
            stmt_text(put, 1, (struct str){ text, sizeof text });
            stmt_run(put);
        }
        if (store_commit(s, problem) == ERR_OK)
            kept += 10;
        else
            said = strstr(problem, "the disk that holds") != NULL;
    }
    if (!said || kept == 0 || count_notes(s) != kept)
        return 1;
    /* There is room again: it goes on. */
    disk_ends_at(RLIM_INFINITY);
    stmt_run(put);
    if (store_commit(s, problem) != ERR_OK || count_notes(s) != kept + 1)
        return 2;
    store_close(s);
    return 0;
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    assert_in_own_process(fill_disk);
    store_close(open_store());
}

/* ---- backups ----------------------------------------------------------- */

static void watch(void *arg, int done, int total)
{
    assert_true(done <= total);
    *(int *)arg = total - done;
}

static void a_backup_of_a_live_file_is_complete(void **state)
{
    struct store *s = open_with_notes();
    char          copy[128], problem[256];
    int           left = -1;

    (void)state;
    for (int i = 0; i < 50; i++)
        add_note(s, "a note");
    snprintf(copy, sizeof copy, "%s/copy.db", folder.path);
    assert_int_equal(store_backup(folder.store, copy, watch, &left, problem), ERR_OK);
    assert_int_equal(left, 0);
    add_note(s, "after it");
    assert_int_equal(store_backup(folder.store, copy, NULL, NULL, problem), ERR_REFUSED);
    store_close(s);

    snprintf(folder.store, sizeof folder.store, "sqlite:%s/copy.db", folder.path);
    s = open_with_notes();
    assert_int_equal(count_notes(s), 50);
    store_close(s);
    snprintf(folder.store, sizeof folder.store, "sqlite:%s/none.db", folder.path);
    assert_int_equal(store_backup(folder.store, "x", NULL, NULL, problem), ERR_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_a_folder(strange_places_are_refused),
        in_a_folder(strange_files_are_refused),
        in_a_folder(a_damaged_file_is_refused),
        in_a_folder(a_newer_version_is_refused),
        in_a_folder(a_failing_migration_leaves_nothing),
        in_a_folder(there_is_one_owner),
        in_a_folder(links_lead_to_the_same_file),
        in_a_folder(the_lock_of_a_dead_owner_is_free),
        in_a_folder(a_visitor_reads_a_snapshot_and_writes),
        in_a_folder(a_visitor_neither_creates_nor_migrates),
        in_a_folder(a_visitor_reads_journals),
        in_a_folder(values_come_back_as_they_were),
        in_a_folder(a_refused_row_fails_the_batch_and_only_that),
        in_a_folder(memory_is_a_store_like_any_other),
        in_a_folder(a_full_disk_loses_nothing),
        in_a_folder(a_backup_of_a_live_file_is_complete),
    };

    log_set_level(LOG_ERROR - 1); /* failures are wanted here */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
