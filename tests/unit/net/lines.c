/* TCP lines through real sockets. */
#include "kit/echo_group.h"

static int open_lines(struct buf *in)
{
    int fd = client_connect(hall.lines_port);

    assert_true(client_await(fd, in, "hello \n", 1));
    buf_clear(in);
    return fd;
}

static void expect(int fd, struct buf *in, struct str want)
{
    while (in->len < want.len && client_read(fd, in) > 0)
        ;
    assert_int_equal(in->len, want.len);
    assert_memory_equal(in->at, want.at, want.len);
    buf_clear(in);
}

static void test_lines(void **state)
{
    struct buf in = { 0 };
    int        fd = open_lines(&in);

    (void)state;
    client_send(fd, STR("one\ntwo\r\n\n \r\nthr"));
    expect(fd, &in, STR("one\ntwo\n\n \n"));
    client_send(fd, STR("ee\r"));
    client_send(fd, STR("\nfo\rur\n"));
    expect(fd, &in, STR("three\nfo\rur\n"));
    close(fd);
    expect_all_closed();
    buf_release(&in);
}

static void test_byte_by_byte(void **state)
{
    static const char text[] = "a\nbc\r\n\r\ndef\n";
    struct buf        in = { 0 };
    int               fd = open_lines(&in);

    (void)state;
    for (size_t i = 0; i + 1 < sizeof text; i++)
        client_send(fd, (struct str){ text + i, 1 });
    expect(fd, &in, STR("a\nbc\n\ndef\n"));
    close(fd);
    expect_all_closed();
    buf_release(&in);
}

/* What stands behind the last line end is no line; the lines before it are answered, then the connection ends at once. */
static void test_unfinished_line(void **state)
{
    struct buf in = { 0 };
    int        fd = open_lines(&in), before = hall.messages;

    (void)state;
    client_send(fd, STR("whole\nhalf"));
    shutdown(fd, SHUT_WR);
    assert_true(client_await_end(fd, &in));
    assert_string_equal(in.at, "whole\n");
    assert_int_equal(hall.messages, before + 1);
    close(fd);
    expect_all_closed();
    buf_release(&in);
}

static void test_longest_line(void **state)
{
    static const struct {
        size_t      len;
        const char *end;
        bool        fits;
    } cases[] = {
        { ECHO_LINE_LIMIT, "\n", true },        { ECHO_LINE_LIMIT, "\r\n", true },  { ECHO_LINE_LIMIT + 1, "\n", false },
        { ECHO_LINE_LIMIT + 1, "\r\n", false }, { ECHO_LINE_LIMIT + 1, "", false }, { 1000 * 1000, "", false },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 }, out = { 0 };
        int        fd = open_lines(&in), before = hall.too_long, messages = hall.messages;

        memset(buf_room(&out, cases[i].len), 'l', cases[i].len);
        out.len += cases[i].len;
        buf_text(&out, cases[i].end);
        client_send(fd, buf_view(&out));
        if (cases[i].fits) {
            assert_true(client_await(fd, &in, "\n", 1));
            assert_int_equal(in.len, cases[i].len + 1);
        } else {
            client_send(fd, STR("\nnot read any more\n"));
            assert_true(client_await_end(fd, &in));
            assert_string_equal(in.at, "too long\n");
            assert_int_equal(hall.messages, messages);
        }
        assert_int_equal(hall.too_long, before + !cases[i].fits);
        close(fd);
        buf_release(&in);
        buf_release(&out);
    }
    expect_all_closed();
}

/* After the hall's last word the server shuts down its side and throws away
 * what still comes, so that the word is not lost to a reset. */
static void test_last_word(void **state)
{
    struct buf in = { 0 };
    int        fd = open_lines(&in);

    (void)state;
    client_send(fd, STR("bye\n"));
    expect(fd, &in, STR("bye\n"));
    expect_all_closed();
    int before = hall.messages;
    for (int i = 0; i < 100; i++)
        client_send(fd, STR("late\n"));
    assert_true(client_await_end(fd, &in));
    assert_int_equal(in.len, 0);
    assert_int_equal(hall.messages, before);
    close(fd);
    buf_release(&in);
}

/* Very many lines at once are more than one turn's work, and none is lost. */
static void test_many_lines(void **state)
{
    enum { MANY = 3000 };
    struct buf in = { 0 }, out = { 0 };
    int        fd = open_lines(&in), largest = hall.largest_batch;

    (void)state;
    hall.largest_batch = 0;
    for (int i = 0; i < MANY; i++)
        buf_printf(&out, "%d\n", i);
    client_send(fd, buf_view(&out));
    expect(fd, &in, buf_view(&out));
    assert_in_range(hall.largest_batch, 1, 300);
    hall.largest_batch = largest;
    close(fd);
    expect_all_closed();
    buf_release(&in);
    buf_release(&out);
}

static void test_slow_reader(void **state)
{
    struct buf in = { 0 };
    int        fd = open_lines(&in);

    (void)state;
    for (int i = 0; i < 10; i++)
        client_send(fd, STR("flood\n"));
    expect_all_closed();
    assert_int_equal(hall.cut_off, 1);
    close(fd);
    buf_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_byte_by_byte), cmocka_unit_test(test_unfinished_line),
        cmocka_unit_test(test_longest_line), cmocka_unit_test(test_last_word),    cmocka_unit_test(test_many_lines),
        cmocka_unit_test(test_slow_reader),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
