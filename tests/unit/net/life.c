/* The doors' life: addresses, whom they believe, and how they close. */
#include "kit/client.h"
#include "kit/cmocka.h"
#include "kit/echo_hall.h"

#define H "Host: x\r\n"

static void test_bad_addresses(void **state)
{
    static const char *const addresses[] = {
        "", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", "no.such.host.invalid:80"
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(addresses); i++) {
        static const struct setting table[] = { { .name = "listen", .default_value = "" },
                                                { .name = "lines", .default_value = "" },
                                                { .name = "trust-proxy", .kind = SETTING_FLAG },
                                                { .name = NULL } };
        struct settings            *settings = settings_new();
        struct doors               *doors;
        char                        problem[256] = "";
        struct behind behind = { .route = echo_route, .submit = echo_submit, .take_outs = echo_take_outs, .healthy = echo_healthy };

        settings_declare(settings, table);
        setting_set(settings, "listen", addresses[i]);
        assert_int_equal(doors_open(&doors, problem), ERR_OK);
        assert_int_equal(doors_listen(doors, settings, behind, problem), ERR_IO);
        assert_true(strlen(problem) > 10);
        doors_close(doors);
        settings_free(settings);
    }
}

static void test_address_in_use(void **state)
{
    struct echo_hall hall, second;
    char             address[32], problem[256] = "";
    struct behind    behind = {
           .hall = &second, .route = echo_route, .submit = echo_submit, .take_outs = echo_take_outs, .healthy = echo_healthy
    };

    (void)state;
    echo_open(&hall);
    snprintf(address, sizeof address, "127.0.0.1:%d", hall.http_port);
    setting_set(hall.settings, "listen", address);
    assert_int_equal(doors_open(&second.doors, problem), ERR_OK);
    assert_int_equal(doors_listen(second.doors, hall.settings, behind, problem), ERR_IO);
    assert_non_null(strstr(problem, address));
    doors_close(second.doors);
    echo_close(&hall);
}

static void ask(struct echo_hall *hall, const char *headers, const char *want)
{
    struct buf in = { 0 }, out = { 0 };
    int        fd = client_connect(hall->http_port);

    buf_printf(&out, "GET /echo HTTP/1.1\r\n" H "%s\r\n", headers);
    client_send(fd, buf_view(&out));
    if (!client_await(fd, &in, want, 1))
        fail_msg("no \"%s\" in\n%s", want, in.at);
    close(fd);
    buf_release(&in);
    buf_release(&out);
}

static void test_proxy(void **state)
{
    struct echo_hall hall;

    (void)state;
    echo_start(&hall);
    ask(&hall, "X-Forwarded-For: 1.2.3.4\r\n", "peer=127.0.0.1 ");
    echo_stop(&hall);

    echo_open_with(&hall, "trust-proxy", "1");
    pthread_create(&hall.thread, NULL, echo_run, &hall);
    ask(&hall, "", "peer=127.0.0.1 ");
    ask(&hall, "X-Forwarded-For: 1.2.3.4\r\n", "peer=1.2.3.4 ");
    ask(&hall, "X-Forwarded-For: 9.9.9.9, 1.2.3.4\r\n", "peer=1.2.3.4 ");
    ask(&hall, "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: 2001:db8::1\r\n", "peer=2001:db8::1 ");
    ask(&hall, "X-Forwarded-For: nonsense\r\n", "peer=127.0.0.1 ");
    echo_stop(&hall);
}

/* What the hall said last is heard by everybody, and then all is closed. */
static void test_last_words(void **state)
{
    struct echo_hall hall;
    struct buf       in[3] = { 0 };
    int              fd[3];

    (void)state;
    echo_start(&hall);
    fd[0] = client_connect(hall.http_port); /* idle */
    fd[1] = client_connect(hall.lines_port);
    fd[2] = client_connect(hall.http_port);
    client_send(fd[0], STR("GET /echo HTTP/1.1\r\n" H "\r\n"));
    client_send(fd[2], STR("GET /ws HTTP/1.1\r\n" H "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"));
    assert_true(client_await(fd[0], &in[0], "body=", 1));
    assert_true(client_await(fd[1], &in[1], "hello \n", 1));
    assert_true(client_await(fd[2], &in[2], "hello ", 1));

    doors_stop(hall.doors);
    pthread_join(hall.thread, NULL);
    assert_int_equal(client_connect(hall.http_port), -1);
    for (uint64_t conn = 1; conn < 4; conn++) /* slots 0, 1, 2 in the order of connecting */
        echo_push(&hall, conn << 16 | (conn - 1), "the end", STR_NONE);
    doors_finish(hall.doors);
    for (int i = 0; i < 3; i++)
        assert_true(client_await_end(fd[i], &in[i]));
    assert_non_null(memmem(in[1].at, in[1].len, "the end\n", 8));
    assert_non_null(memmem(in[2].at, in[2].len, "the end", 7));
    assert_memory_equal(in[2].at + in[2].len - 4, "\x88\x02\x03\xe9", 4); /* close, 1001: going away */
    for (int i = 0; i < 3; i++) {
        close(fd[i]);
        buf_release(&in[i]);
    }
    doors_close(hall.doors);
    settings_free(hall.settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_addresses),
        cmocka_unit_test(test_address_in_use),
        cmocka_unit_test(test_proxy),
        cmocka_unit_test(test_last_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
