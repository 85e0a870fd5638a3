/* The hall in trouble: it stops with work undone, its disk is full while nobody
 * writes, its tables cannot be read. */
#include "kit/by_hand.h"
#include "kit/desk.h"
#include "kit/full_disk.h"
#include "kit/own_folder.h"

#include "hall/metrics.h"

#include <semaphore.h>
#include <sqlite3.h>
#include <stdio.h>

enum { JOBS = 5 };

/* ---- stopping with work undone ----------------------------------------- */

struct works {
    sem_t begun, may_end;
    int   submitted, done, dropped;
};

static void work(void *arg)
{
    struct works *w = arg;

    sem_post(&w->begun);
    sem_wait(&w->may_end);
}

static void work_done(struct hall *hall, void *arg)
{
    (void)hall;
    ((struct works *)arg)->done++;
}

static void work_dropped(struct hall *hall, void *arg)
{
    (void)hall;
    ((struct works *)arg)->dropped++;
}

static const struct job_kind short_job = { .length = JOB_SHORT, .work = work, .done = work_done, .dropped = work_dropped };

static bool submit(struct hall *hall, struct works *w)
{
    if (job_submit(hall, &short_job, w) != ERR_OK)
        return false;
    w->submitted++;
    return true;
}

static void *stop(void *hall)
{
    hall_stop(hall);
    return NULL;
}

/* All workers are kept busy with short jobs, which each of them takes, so that a
 * registration waits for its turn, and the
 * hall is stopped: jobs that began are done, all others are dropped, and the
 * one who registers is told to come again. */
static void every_job_ends_and_every_request_is_answered(void **state)
{
    struct works w = { 0 };
    struct desk  d;
    pthread_t    stopper;
    int          replies = 0, status = 0;

    (void)state;
    sem_init(&w.begun, 0, 0);
    sem_init(&w.may_end, 0, 0);
    desk_open(&d, "memory", 0);
    for (int i = 0; i < JOBS; i++)
        assert_true(submit(d.hall, &w));
    sem_wait(&w.begun);
    struct str  path = STR("/api/v1/register"), body = STR("{\"name\":\"ann\",\"password\":\"long enough\"}");
    struct ask *ask = desk_ask(&d, desk_route(&d, METHOD_POST, path), METHOD_POST, path, STR_NONE, STR_NONE, body);
    uint64_t    conn = ask->conn;
    desk_submit(&d, ask);
    pthread_create(&stopper, NULL, stop, d.hall);
    while (submit(d.hall, &w)) /* until it begins to stop */
        usleep(1000);
    for (int i = 0; i < w.submitted; i++)
        sem_post(&w.may_end);
    pthread_join(stopper, NULL);

    for (struct out *out = hall_take_outs(d.hall), *next; out; out = next) {
        next = out->next;
        if (out->conn == conn && out->kind == OUT_REPLY) {
            replies++;
            status = out->status;
        }
        out_free(out);
    }
    assert_int_equal(w.done + w.dropped, w.submitted);
    assert_true(w.done > 0);
    assert_true(w.dropped > 0);
    assert_int_equal(replies, 1);
    assert_int_equal(status, 503);
    desk_close(&d);
    sem_destroy(&w.begun);
    sem_destroy(&w.may_end);
}

/* ---- stopping while a computer player thinks ------------------------------ */

struct search {
    sem_t        begun;
    _Atomic bool cancelled;
    int          done, dropped;
};

static void search_on(void *arg)
{
    struct search *s = arg;

    sem_post(&s->begun);
    for (int i = 0; i < 60 * 1000 && !s->cancelled; i++) /* a minute, unless it is told to end */
        usleep(1000);
}

static void search_done(struct hall *hall, void *arg)
{
    (void)hall;
    ((struct search *)arg)->done++;
}

static void search_dropped(struct hall *hall, void *arg)
{
    (void)hall;
    ((struct search *)arg)->dropped++;
}

static void search_look(void *arg, struct crowd crowd)
{
    (void)arg, (void)crowd;
}

static void search_unwanted(void *arg)
{
    ((struct search *)arg)->cancelled = true;
}

/* What has been found so far is not played: the next start thinks again. */
static void a_search_ends_with_the_hall(void **state)
{
    static const struct job_travel travel = { .name = "test", .unwanted = search_unwanted };
    static const struct job_kind   kind = { .length = JOB_LONG,
                                            .work = search_on,
                                            .done = search_done,
                                            .dropped = search_dropped,
                                            .look = search_look,
                                            .travel = &travel };
    struct search                  search = { 0 };
    struct desk                    d;

    (void)state;
    sem_init(&search.begun, 0, 0);
    desk_open(&d, "memory", 0);
    assert_int_equal(job_submit(d.hall, &kind, &search), ERR_OK);
    sem_wait(&search.begun);
    hall_stop(d.hall);
    assert_true(search.cancelled);
    assert_int_equal(search.done, 0);
    assert_int_equal(search.dropped, 1);
    desk_close(&d);
    sem_destroy(&search.begun);
}

/* ---- a disk that is full while nobody writes ----------------------------- */

static void append_rows(int n)
{
    struct store *s;
    char          problem[256];

    if (store_open(folder.store, &s, problem) != ERR_OK || hall_migrate(s, problem) != ERR_OK)
        BUG(problem);
    for (int i = 0; i < n; i++)
        journal_append(s, &(struct journal_row){ .table = 1, .seq = (uint32_t)i, .kind = 'c', .text = STR("x") });
    if (store_commit(s, problem) != ERR_OK)
        BUG(problem);
    store_close(s);
}

static bool becomes_healthy(struct hall *hall, bool healthy)
{
    char problem[256];

    for (int i = 0; i < 500; i++, usleep(10000))
        if (hall_healthy(hall, problem) == healthy)
            return true;
    return false;
}

static int tidy_on_a_full_disk(void)
{
    struct settings *settings = by_hand_settings(folder.store);
    struct hall     *hall;
    char             problem[256], log[8192] = "";
    int              ends[2], errors = 0;

    append_rows(10);
    if (pipe(ends) || hall_open(settings, by_hand_nobody_to_wake, NULL, &hall, problem) != ERR_OK)
        return 1;
    dup2(ends[1], STDERR_FILENO);
    disk_ends_at(1);
    hall_start(hall);
    if (!becomes_healthy(hall, false))
        return 2;
    usleep(300 * 1000); /* time for many more tries, if it made them */
    disk_ends_at(RLIM_INFINITY);
    if (!becomes_healthy(hall, true))
        return 3;
    for (int i = 0; i < 500 && hall_metrics(hall)->journal_untidy; i++)
        usleep(10000);
    if (hall_metrics(hall)->journal_untidy)
        return 4;
    hall_stop(hall);
    hall_close(hall);
    settings_free(settings);
    if (read(ends[0], log, sizeof log - 1) <= 0)
        return 5;
    for (const char *at = log; (at = strstr(at, " error ")); at++)
        errors++;
    if (errors != 1)
        dprintf(STDOUT_FILENO, "%d errors in: %s\n", errors, log);
    return errors == 1 ? 0 : 6;
}

static void a_full_disk_is_told_once(void **state)
{
    (void)state;
    assert_in_own_process(tidy_on_a_full_disk);
}

/* ---- tables that cannot be read ------------------------------------------- */

/* Overwrites the first page of a table of the database. */
static void damage(const char *table)
{
    sqlite3      *db;
    sqlite3_stmt *q;
    char          rubbish[4096];

    memset(rubbish, 0x7E, sizeof rubbish);
    assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_master WHERE name = ?1", -1, &q, NULL), SQLITE_OK);
    sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    long page = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    FILE *f = fopen(folder.file, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, (page - 1) * (long)sizeof rubbish, SEEK_SET), 0);
    assert_int_equal(fwrite(rubbish, sizeof rubbish, 1, f), 1);
    fclose(f);
}

/* A guest opens a table. */
static void open_table(struct desk *d, const char *body)
{
    struct buf token = { 0 };

    assert_int_equal(desk_http(d, METHOD_POST, "/api/v1/guest", "", "", "{}", &token), 201);
    char *at = strstr(token.at, "\"token\":\"");
    assert_non_null(at);
    at[9 + 64] = '\0';
    assert_int_equal(desk_http(d, METHOD_POST, "/api/v1/tables", at + 9, "", body, NULL), 201);
    buf_release(&token);
}

/* A server that went on without them would give their numbers to others. */
static void a_start_without_all_tables_is_refused(void **state)
{
    static const char *const tables[] = { "tables", "seats" };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        struct settings *settings = by_hand_settings(folder.store);
        struct hall     *hall = NULL;
        struct desk      d;
        char             problem[256] = "";

        unlink(folder.file);
        desk_open(&d, folder.store, 0);
        open_table(&d, "{\"game\":\"santorini\",\"seats\":2,\"sit\":true}");
        desk_close(&d);
        damage(tables[i]);
        assert_int_equal(hall_open(settings, by_hand_nobody_to_wake, NULL, &hall, problem), ERR_IO);
        assert_non_null(strstr(problem, "restore a backup"));
        settings_free(settings);
    }
}

/* Waits until table 1 has come that far. */
static void await_event(struct desk *d, long seq)
{
    struct buf  reply = { 0 };
    const char *at = NULL;

    for (int i = 0; i < 1000; i++, usleep(10000)) {
        assert_int_equal(desk_http(d, METHOD_GET, "/api/v1/tables/1", "", "", "", &reply), 200);
        at = strstr(reply.at, "\"seq\":");
        if (at && atol(at + 6) >= seq)
            break;
    }
    assert_true(at && atol(at + 6) >= seq);
    buf_release(&reply);
}

/* A journal that cannot be replayed costs its own table only, and fills no log. */
static void a_damaged_journal_is_told_once(void **state)
{
    static const char *const damages[] = {
        "UPDATE journal SET text = 'move 99 99' WHERE kind = 109",
        "UPDATE journal SET kind = 103, text = (SELECT text FROM journal WHERE kind = 103 LIMIT 1) WHERE kind = 109",
        "DELETE FROM journal WHERE seq = 5",
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(damages); i++) {
        struct desk d;
        sqlite3    *db;
        char        log[8192] = "";
        int         ends[2], errors = 0, missing = 0, stderr_was = dup(STDERR_FILENO);

        unlink(folder.file);
        desk_open(&d, folder.store, 0);
        open_table(&d, "{\"game\":\"santorini\",\"seats\":2,\"bots\":[\"random\",\"random\"]}");
        await_event(&d, 10);
        desk_close(&d);
        assert_int_equal(sqlite3_open(folder.file, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "UPDATE seats SET kind = 2", NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, damages[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);

        assert_int_equal(pipe(ends), 0);
        dup2(ends[1], STDERR_FILENO);
        desk_open(&d, folder.store, 0);
        for (int ask = 0; ask < 5; ask++)
            missing += desk_http(&d, METHOD_GET, "/api/v1/tables/1", "", "", "", NULL) == 404;
        dup2(stderr_was, STDERR_FILENO); /* where a failed assertion is told */
        open_table(&d, "{\"game\":\"santorini\",\"seats\":2}");
        assert_int_equal(desk_http(&d, METHOD_GET, "/api/v1/tables/2", "", "", "", NULL), 200);
        desk_close(&d);
        assert_int_equal(missing, 5);
        assert_true(read(ends[0], log, sizeof log - 1) > 0);
        for (const char *at = log; (at = strstr(at, "cannot be replayed")); at++)
            errors++;
        assert_int_equal(errors, 1);
        close(ends[0]);
        close(ends[1]);
        close(stderr_was);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_ends_and_every_request_is_answered),
        cmocka_unit_test(a_search_ends_with_the_hall),
        in_a_folder(a_full_disk_is_told_once),
        in_a_folder(a_damaged_journal_is_told_once),
        in_a_folder(a_start_without_all_tables_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
