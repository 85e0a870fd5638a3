/* Slow and stuck clients, at doors whose patience is short. */
#include "kit/client.h"
#include "kit/cmocka.h"
#include "kit/echo_hall.h"

#include "base/clock.h"
#include "net/inside.h"

#define H "Host: x\r\n"
#define UPGRADE                                                                                                                    \
    "GET /ws HTTP/1.1\r\n" H "Connection: Upgrade\r\nUpgrade: websocket\r\n"                                                       \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
#define PING "\x89" /* no payload: a zero follows */
#define PONG "\x8a\x80\0\0\0\0"

/* Longer where a test must be faster than the deadline. */
enum { SHORT_MS = 300, MESSAGE_MS = 2000, BIG = 16 * 1000 * 1000 };

static const uint32_t short_ms[WAITS] = {
    [WAIT_REQUEST] = SHORT_MS, [WAIT_HEAD] = SHORT_MS,   [WAIT_BODY] = SHORT_MS,
    [WAIT_DRAIN] = SHORT_MS,   [WAIT_STREAM] = SHORT_MS, [WAIT_PONG] = SHORT_MS,
    [WAIT_GOODBYE] = SHORT_MS, [WAIT_REST] = SHORT_MS,   [WAIT_MESSAGE] = MESSAGE_MS,
};

static int setup(void **state)
{
    static struct echo_hall hall;

    echo_open(&hall);
    hall.doors->patience_ms = short_ms;
    pthread_create(&hall.thread, NULL, echo_run, &hall);
    *state = &hall;
    return 0;
}

static int teardown(void **state)
{
    echo_stop(*state);
    return 0;
}

/* Everybody has limits here: a door that waited for ever would never end the
 * wait in kit/client.h with anything but a failure. */
static void requests_that_never_come(void **state)
{
    static const struct {
        const char *sent;
        const char *reply; /* NULL: none */
    } cases[] = {
        { "", NULL },
        { "GET /echo HTTP/1.1\r\n" H "\r\n", "200 OK" }, /* and then no second one */
        { "G", "408 Request Timeout" },
        { "GET /echo HTTP/1.1\r\nHo", "408 Request Timeout" },
        { "POST /echo HTTP/1.1\r\n" H "Content-Length: 10\r\n\r\n12345", "408 Request Timeout" },
        { "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n5\r\n123", "408 Request Timeout" },
    };
    struct echo_hall *hall = *state;
    int               fd[ARRAY_LEN(cases)];

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        fd[i] = client_connect(hall->http_port);
        client_send(fd[i], str_of(cases[i].sent));
    }
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 };

        assert_true(client_await_end(fd[i], &in));
        if (!cases[i].reply)
            assert_int_equal(in.len, 0);
        else if (!strstr(in.at, cases[i].reply))
            fail_msg("no %s after %s but %s", cases[i].reply, cases[i].sent, in.at);
        buf_release(&in);
        close(fd[i]);
    }
}

/* The time for a head counts from its first byte, however steadily others come. */
static void a_trickle_is_cut(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in = { 0 };
    int               fd = client_connect(hall->http_port);
    struct pollfd     ready = { .fd = fd, .events = POLLIN };

    client_send(fd, STR("GET /echo HTTP/1.1\r\n" H "X-Slow: "));
    for (int i = 0; i < CLIENT_PATIENCE_MS / 50 && poll(&ready, 1, 50) == 0; i++)
        client_send(fd, STR("z"));
    assert_true(client_await(fd, &in, "408 Request Timeout", 1));
    close(fd);
    buf_release(&in);
}

/* Half closed by us, the peer neither closes nor stops sending: it is dropped,
 * which it learns from a reset. */
static void nobody_lingers(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in = { 0 };
    int               fd = client_connect(hall->http_port);
    bool              reset = false;

    assert_true(client_await_end(fd, &in));
    for (int i = 0; i < CLIENT_PATIENCE_MS / 20 && !reset; i++) {
        reset = send(fd, "x", 1, MSG_NOSIGNAL) < 0;
        usleep(20 * 1000);
    }
    assert_true(reset);
    close(fd);
    buf_release(&in);
}

/* A reply that nobody reads is not kept for ever. */
static void a_reply_nobody_reads(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in = { 0 };
    int               fd = client_connect(hall->http_port);
    int               slow = client_connect(hall->lines_port);

    client_send(fd, STR("GET /big?16000000 HTTP/1.1\r\n" H "\r\n"));
    usleep((SHORT_MS + 2 * SWEEP_MS) * 1000);
    while (client_read(fd, &in) > 0)
        ;
    assert_true(in.len > 0);
    assert_true(in.len < BIG);
    close(fd);

    /* Between two lines TCP has no deadline of the doors: their protocol has its own. */
    buf_clear(&in);
    assert_true(client_await(slow, &in, "hello ", 1));
    client_send(slow, STR("still here\n"));
    assert_true(client_await(slow, &in, "still here\n", 1));
    close(slow);
    buf_release(&in);
}

/* Who met a limit is answered at once, but their next request waits; that of
 * somebody else does not. */
static void too_many_must_rest(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in = { 0 };
    int               fd = client_connect(hall->http_port), other;

    client_send(fd, STR("GET /echo?429 HTTP/1.1\r\n" H "\r\nGET /echo?next HTTP/1.1\r\n" H "\r\n"));
    assert_true(client_await(fd, &in, "429 Too Many Requests", 1));
    int64_t begun = monotonic_us();
    for (int i = 0; i < 3; i++) {
        struct buf heard = { 0 };

        other = client_connect(hall->http_port);
        client_send(other, STR("GET /echo?other HTTP/1.1\r\n" H "\r\n"));
        assert_true(client_await(other, &heard, "query=other", 1));
        close(other);
        buf_release(&heard);
    }
    assert_true(client_await(fd, &in, "query=next", 1));
    assert_true(monotonic_us() - begun > SHORT_MS * 1000 / 2);
    close(fd);
    buf_release(&in);
}

static int upgraded(struct echo_hall *hall, struct buf *in)
{
    int fd = client_connect(hall->http_port);

    client_send(fd, STR(UPGRADE));
    assert_true(client_await(fd, in, "hello ", 1));
    return fd;
}

/* A silent WebSocket is pinged. Who answers stays, who does not is dropped, and
 * the hall hears of it. */
static void silent_websockets_are_pinged(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in[2] = { 0 };
    int               alive = upgraded(hall, &in[0]), dead = upgraded(hall, &in[1]);

    for (int pings = 1; pings <= 3; pings++) {
        assert_true(client_await(alive, &in[0], PING, pings));
        client_send(alive, (struct str){ PONG, 6 });
    }
    assert_true(client_await(dead, &in[1], PING, 1));
    while (client_read(dead, &in[1]) > 0)
        ;
    for (int i = 0; i < 100 && !hall->closed; i++) /* at the end of the doors' turn */
        usleep(10 * 1000);
    assert_int_equal(hall->opened, 2);
    assert_int_equal(hall->closed, 1);
    client_send(alive, (struct str){ "\x81\x83\0\0\0\0yes", 9 });
    assert_true(client_await(alive, &in[0], "yes", 1));
    close(alive);
    close(dead);
    buf_release(&in[0]);
    buf_release(&in[1]);
}

/* Half a message is not waited for, however slowly its bytes come. */
static void messages_that_never_end(void **state)
{
    struct echo_hall *hall = *state;
    struct buf        in[2] = { 0 };
    int               fd[2] = { upgraded(hall, &in[0]), client_connect(hall->lines_port) };

    assert_true(client_await(fd[1], &in[1], "hello \n", 1));
    client_send(fd[0], (struct str){ "\x81\xfe\x03\xe8\0\0\0\0", 8 }); /* a text of 1000 bytes begins */
    for (int i = 0; i < 3000 && hall->closed < 2; i++) {
        send(fd[0], "x", 1, MSG_NOSIGNAL);
        send(fd[1], "x", 1, MSG_NOSIGNAL);
        usleep(10 * 1000);
    }
    assert_int_equal(hall->closed, 2);
    assert_int_equal(hall->messages, 0);
    for (int i = 0; i < 2; i++) {
        close(fd[i]);
        buf_release(&in[i]);
    }
}

/* But one after the other may come for ever, also if no read ends with the end of one. */
static void messages_one_after_the_other(void **state)
{
    static const char first[] = "\x81\x83\0\0\0\0yes\x81\x83\0\0", rest[] = "\0\0yes\x81\x83\0\0";
    struct echo_hall *hall = *state;
    struct buf        in[2] = { 0 };
    int               fd[2] = { upgraded(hall, &in[0]), client_connect(hall->lines_port) };
    int64_t           begun = monotonic_us();

    assert_true(client_await(fd[1], &in[1], "hello \n", 1));
    client_send(fd[0], (struct str){ first, sizeof first - 1 });
    client_send(fd[1], STR("yes\nye"));
    for (int n = 1; monotonic_us() - begun < 2 * MESSAGE_MS * 1000; n++) {
        assert_true(client_await(fd[0], &in[0], "yes", n));
        assert_true(client_await(fd[1], &in[1], "yes\n", n));
        client_send(fd[0], (struct str){ rest, sizeof rest - 1 });
        client_send(fd[1], STR("s\nye"));
        usleep(20 * 1000);
    }
    assert_int_equal(hall->closed, 0);
    for (int i = 0; i < 2; i++) {
        close(fd[i]);
        buf_release(&in[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(requests_that_never_come, setup, teardown),
        cmocka_unit_test_setup_teardown(a_trickle_is_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(nobody_lingers, setup, teardown),
        cmocka_unit_test_setup_teardown(a_reply_nobody_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(too_many_must_rest, setup, teardown),
        cmocka_unit_test_setup_teardown(silent_websockets_are_pinged, setup, teardown),
        cmocka_unit_test_setup_teardown(messages_that_never_end, setup, teardown),
        cmocka_unit_test_setup_teardown(messages_one_after_the_other, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
