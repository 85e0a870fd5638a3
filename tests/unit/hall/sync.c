/* Nobody is told before the disk holds it. The disk is ours here: fdatasync() is
 * defined below, in place of the system's, and waits when a test wants it to. */
#include "kit/cmocka.h"
#include "kit/desk.h"
#include "kit/folder.h"

#include "hall/metrics.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum disk { DISK_GOOD, DISK_SLOW, DISK_BROKEN };

static _Atomic enum disk disk;
static _Atomic int       syncs;
static sem_t             asked, may_go;

int fdatasync(int fd)
{
    syncs++;
    if (disk == DISK_BROKEN)
        return errno = EIO, -1;
    if (disk == DISK_SLOW) {
        sem_post(&asked);
        sem_wait(&may_go);
    }
    return (int)syscall(SYS_fdatasync, fd);
}

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder_make(&folder);
    sem_init(&asked, 0, 0);
    sem_init(&may_go, 0, 0);
    disk = DISK_GOOD;
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    sem_destroy(&asked);
    sem_destroy(&may_go);
    folder_remove(&folder);
    return 0;
}

static struct ask *post(struct desk *d, const char *path, const char *token, const char *body)
{
    return desk_ask(d, desk_route(d, METHOD_POST, str_of(path)), METHOD_POST, str_of(path), str_of(token), STR_NONE, str_of(body));
}

/* Posts and takes a text out of the reply: what stands between `before` and the next quote. */
static void post_for(struct desk *d, const char *path, const char *token, const char *body, const char *before, char text[65])
{
    struct buf reply = { 0 };

    assert_in_range(desk_http(d, METHOD_POST, path, token, "", body, &reply), 200, 201);
    const char *at = strstr(reply.at, before);
    assert_non_null(at);
    at += strlen(before);
    snprintf(text, 65, "%.*s", (int)strcspn(at, "\""), at);
    buf_release(&reply);
}

/* The token of a new guest. */
static void be_guest(struct desk *d, char token[65])
{
    post_for(d, "/api/v1/guest", "", "{}", "\"token\":\"", token);
}

static void replies_wait_for_the_disk(void **state)
{
    struct desk d;
    struct out *out;

    (void)state;
    desk_open(&d, folder.store, 0);
    disk = DISK_SLOW;
    struct ask *ask = post(&d, "/api/v1/guest", "", "{}");
    uint64_t    conn = ask->conn;
    desk_submit(&d, ask);
    sem_wait(&asked);
    assert_null(hall_take_outs(d.hall));
    disk = DISK_GOOD;
    sem_post(&may_go);
    while (!(out = hall_take_outs(d.hall)))
        usleep(100);
    assert_int_equal(out->conn, conn);
    assert_int_equal(out->status, 201);
    assert_null(out->next);
    out_free(out);
    desk_close(&d);
}

/* Two requests make a batch that waits for the disk; a third one is handled
 * meanwhile, but told behind them. */
static void the_next_batch_is_handled_meanwhile(void **state)
{
    struct desk                d;
    char                       token[65];
    const struct hall_metrics *metrics;

    (void)state;
    desk_open(&d, folder.store, 0);
    metrics = hall_metrics(d.hall);
    be_guest(&d, token);
    disk = DISK_SLOW;
    struct ask *first = post(&d, "/api/v1/guest", "", "{}"), *second = post(&d, "/api/v1/guest", "", "{}");
    struct ask *third = post(&d, "/api/v1/tables", token, "{\"game\":\"santorini\",\"seats\":2}");
    uint64_t    want[] = { first->conn, second->conn, third->conn };
    first->next = second;
    assert_true(hall_submit(d.hall, first, second, 2));
    sem_wait(&asked);
    assert_int_equal(metrics->tables_live, 0);
    desk_submit(&d, third);
    while (metrics->tables_live == 0)
        usleep(100);
    assert_null(hall_take_outs(d.hall));

    disk = DISK_GOOD;
    sem_post(&may_go);
    for (size_t heard = 0; heard < ARRAY_LEN(want);)
        for (struct out *out = hall_take_outs(d.hall), *next; out; out = next) {
            next = out->next;
            if (out->kind == OUT_REPLY) {
                assert_int_equal(out->conn, want[heard++]);
                assert_int_equal(out->status, 201);
            }
            out_free(out);
        }
    desk_close(&d);
}

/* A player of Snakes; gives his session. */
static void be_snake(struct desk *d, const char *name, char sid[65])
{
    char body[128], token[65];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"long enough\"}", name);
    post_for(d, "/api/v1/register", "", body, "\"token\":\"", token);
    post_for(d, "/api/v1/snakes/session", token, "", "\"sid\":\"", sid);
}

/* A read of what no unfinished batch has changed is told while the disk is busy; one
 * of what it did change is told behind it. */
static void what_the_disk_holds_is_told_at_once(void **state)
{
    static const char snake[] =
        "Request=snake+new&SnakeName=one&SnakeType=N&SkinId=1&ProgramDescription=&Templates[0]=S&Templates[1]=S"
        "&Templates[2]=S&Templates[3]=S&Maps[0][Description]=&Maps[0][HeadX]=3&Maps[0][HeadY]=3"
        "&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0&Sid=";
    struct desk d;
    char        busy[65], calm[65], id[65], body[600];

    (void)state;
    desk_open(&d, folder.store, 0);
    be_snake(&d, "busy", busy);
    be_snake(&d, "calm", calm);
    snprintf(body, sizeof body, "%s%s", snake, busy);
    post_for(&d, "/snakes/ajax", "", body, "\"SnakeId\":\"", id);

    disk = DISK_SLOW;
    snprintf(body, sizeof body, "Request=snake+assign&SnakeId=%.20s&Sid=%.64s", id, busy);
    struct ask *first = post(&d, "/snakes/ajax", "", body), *second = post(&d, "/api/v1/guest", "", "{}");
    first->next = second;
    assert_true(hall_submit(d.hall, first, second, 2));
    sem_wait(&asked);
    snprintf(body, sizeof body, "Request=whoami&Sid=%s", busy);
    first = post(&d, "/snakes/ajax", "", body);
    uint64_t told_late = first->conn;
    desk_submit(&d, first);
    snprintf(body, sizeof body, "Request=whoami&Sid=%s", calm);
    assert_int_equal(desk_http(&d, METHOD_POST, "/snakes/ajax", "", "", body, NULL), 200);
    assert_null(hall_take_outs(d.hall));

    disk = DISK_GOOD;
    sem_post(&may_go);
    assert_int_equal(desk_wait(&d, told_late, NULL), 200);
    desk_close(&d);
}

/* The hall, asleep, is woken when the disk has become free; that must not count as
 * the idle time in which it tidies up. */
static void a_free_disk_is_no_idle_time(void **state)
{
    static const char          table[] = "{\"game\":\"santorini\",\"seats\":2}";
    struct desk                d;
    char                       token[65];
    const struct hall_metrics *metrics;
    int64_t                    most = 0;

    (void)state;
    desk_open(&d, folder.store, 0);
    metrics = hall_metrics(d.hall);
    be_guest(&d, token);
    for (int i = 0; i < 20; i++) {
        struct ask *first = post(&d, "/api/v1/tables", token, table), *second = post(&d, "/api/v1/tables", token, table);
        uint64_t    conn = second->conn;

        first->next = second;
        assert_true(hall_submit(d.hall, first, second, 2));
        assert_int_equal(desk_wait(&d, conn, NULL), 201);
        usleep(1000);
        if (metrics->journal_untidy > most)
            most = metrics->journal_untidy;
    }
    assert_true(most >= 6); /* three batches at least came without a longer pause between them */
    desk_close(&d);
}

static void work_until_told(void *arg)
{
    sem_wait(arg);
}

static void be_done(struct hall *hall, void *arg)
{
    (void)hall, (void)arg;
}

static int64_t now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* While a job is under way the disk is asked once in two milliseconds at most. */
static void commits_keep_apart_beside_jobs(void **state)
{
    static const struct job_kind job = { .length = JOB_LONG, .work = work_until_told, .done = be_done, .dropped = be_done };
    struct desk                  d;

    (void)state;
    desk_open(&d, folder.store, 0);
    assert_int_equal(job_submit(d.hall, &job, &may_go), ERR_OK);
    int64_t began = now_us();
    syncs = 0;
    for (int i = 0; i < 20; i++) {
        struct ask *first = post(&d, "/api/v1/guest", "", "{}"), *second = post(&d, "/api/v1/guest", "", "{}");
        uint64_t    conn = second->conn;

        first->next = second;
        assert_true(hall_submit(d.hall, first, second, 2));
        assert_int_equal(desk_wait(&d, conn, NULL), 201);
    }
    assert_in_range(syncs, 1, 1 + (now_us() - began) / 2000);
    sem_post(&may_go);
    desk_close(&d);
}

/* What the disk holds after a failed sync nobody knows: the server must end. */
static void a_broken_disk_ends_the_server(void **state)
{
    int   status;
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        struct desk d;

        desk_open(&d, folder.store, 0);
        disk = DISK_BROKEN;
        desk_submit(&d, post(&d, "/api/v1/guest", "", "{}"));
        while (!hall_take_outs(d.hall))
            usleep(100);
        _exit(0); /* somebody was told */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EX_IOERR);

    struct desk d;
    desk_open(&d, folder.store, 0);
    assert_int_equal(desk_http(&d, METHOD_POST, "/api/v1/guest", "", "", "{}", NULL), 201);
    desk_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(replies_wait_for_the_disk, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(the_next_batch_is_handled_meanwhile, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_the_disk_holds_is_told_at_once, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_free_disk_is_no_idle_time, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(commits_keep_apart_beside_jobs, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_broken_disk_ends_the_server, make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
