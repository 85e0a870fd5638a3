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
#include <unistd.h>

enum disk { DISK_GOOD, DISK_SLOW, DISK_BROKEN };

static _Atomic enum disk disk;
static sem_t             asked, may_go;

int fdatasync(int fd)
{
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
    return desk_ask(d, desk_route(d, str_of(path)), METHOD_POST, str_of(path), str_of(token), STR_NONE, str_of(body));
}

/* The token of a new guest. */
static void be_guest(struct desk *d, char token[65])
{
    static const char key[] = "\"token\":\"";
    struct buf        reply = { 0 };

    assert_int_equal(desk_http(d, METHOD_POST, "/api/v1/guest", "", "", "{}", &reply), 201);
    const char *at = strstr(reply.at, key);
    assert_non_null(at);
    snprintf(token, 65, "%.64s", at + strlen(key));
    buf_release(&reply);
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
        cmocka_unit_test_setup_teardown(a_broken_disk_ends_the_server, make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
