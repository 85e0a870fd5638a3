/* WebSockets through real sockets: the handshake, messages, and every way to
 * end one. */
#include "kit/echo_group.h"

#define UPGRADE "Host: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"

static struct str hello(void)
{
    return STR("GET /ws?you HTTP/1.1\r\n" UPGRADE KEY VERSION "\r\n");
}

/* A frame as a client sends it: byte 0 as given, masked. */
static void add_frame(struct buf *out, int byte0, struct str payload)
{
    const char mask[4] = { 1, 2, 3, 4 };

    buf_char(out, (char)byte0);
    if (payload.len < 126) {
        buf_char(out, (char)(0x80 | payload.len));
    } else {
        buf_char(out, (char)(0x80 | 126));
        buf_char(out, (char)(payload.len >> 8));
        buf_char(out, (char)payload.len);
    }
    buf_add(out, mask, 4);
    for (size_t i = 0; i < payload.len; i++)
        buf_char(out, (char)(payload.at[i] ^ mask[i % 4]));
}

static void send_frame(int fd, int byte0, struct str payload)
{
    struct buf out = { 0 };

    add_frame(&out, byte0, payload);
    client_send(fd, buf_view(&out));
    buf_release(&out);
}

/* The next frame from the server, unmasked as it must be: its byte 0, or -1 at
 * the end. */
static int next_frame(int fd, struct buf *in, struct buf *payload)
{
    for (;;) {
        const unsigned char *at = (const unsigned char *)in->at;
        size_t               head = in->len < 2 ? 2 : at[1] == 126 ? 4 : at[1] == 127 ? 10 : 2, len = 0;

        if (in->len >= head) {
            if (head == 2)
                len = at[1];
            for (size_t i = 2; i < head; i++)
                len = len << 8 | at[i];
            if (in->len >= head + len) {
                int byte0 = at[0];

                buf_clear(payload);
                buf_add(payload, in->at + head, len);
                memmove(in->at, in->at + head + len, in->len - head - len);
                in->len -= head + len;
                return byte0;
            }
        }
        if (client_read(fd, in) <= 0)
            return -1;
    }
}

static void expect_frame(int fd, struct buf *in, int byte0, struct str want)
{
    struct buf payload = { 0 };
    int        got = next_frame(fd, in, &payload);

    assert_int_equal(got, byte0);
    assert_int_equal(payload.len, want.len);
    assert_memory_equal(payload.at, want.at, want.len);
    buf_release(&payload);
}

/* Upgrades and leaves in `in` what came behind the head. */
static int open_ws(struct buf *in, struct str request)
{
    int fd = client_connect(hall.http_port);

    client_send(fd, request);
    assert_true(client_await(fd, in, "\r\n\r\n", 1));
    size_t head = (size_t)(strstr(in->at, "\r\n\r\n") + 4 - in->at);
    assert_memory_equal(in->at, "HTTP/1.1 101 ", 13);
    memmove(in->at, in->at + head, in->len - head);
    in->len -= head;
    return fd;
}

/* Waits until the hall has heard of every end. */
/* ---- the handshake ----------------------------------------------------------- */

static void test_handshake(void **state)
{
    static const struct {
        const char *name, *request, *reply, *has;
    } cases[] = {
        { "example of RFC 6455", "GET /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "\r\n", "101 ",
          "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" },
        { "same origin", "GET /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "Origin: http://X\r\n\r\n", "101 ", NULL },
        { "other origin", "GET /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "Origin: http://y\r\n\r\n", "403 ", NULL },
        { "origin that begins alike", "GET /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "Origin: http://x.y\r\n\r\n", "403 ", NULL },
        { "no origin at all", "GET /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "Origin: null\r\n\r\n", "403 ", NULL },
        { "any origin", "GET /ws-open HTTP/1.1\r\n" UPGRADE KEY VERSION "Origin: http://y\r\n\r\n", "101 ", NULL },
        { "old version", "GET /ws HTTP/1.1\r\n" UPGRADE KEY "Sec-WebSocket-Version: 8\r\n\r\n", "426 ",
          "Sec-WebSocket-Version: 13\r\n" },
        { "no version", "GET /ws HTTP/1.1\r\n" UPGRADE KEY "\r\n", "426 ", NULL },
        { "no key", "GET /ws HTTP/1.1\r\n" UPGRADE VERSION "\r\n", "400 ", NULL },
        { "short key", "GET /ws HTTP/1.1\r\n" UPGRADE "Sec-WebSocket-Key: dGhl\r\n" VERSION "\r\n", "400 ", NULL },
        { "key that is no base64", "GET /ws HTTP/1.1\r\n" UPGRADE "Sec-WebSocket-Key: dGhlIHNhbXBs!SBub25jZQ==\r\n" VERSION "\r\n",
          "400 ", NULL },
        { "two keys", "GET /ws HTTP/1.1\r\n" UPGRADE KEY KEY VERSION "\r\n", "400 ", NULL },
        { "post", "POST /ws HTTP/1.1\r\n" UPGRADE KEY VERSION "\r\n", "426 ", NULL },
        { "http/1.0", "GET /ws HTTP/1.0\r\n" UPGRADE KEY VERSION "\r\n", "400 ", NULL },
        { "no connection upgrade", "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n" KEY VERSION "\r\n", "426 ", NULL },
        { "not here", "GET /echo HTTP/1.1\r\n" UPGRADE KEY VERSION "\r\n", "200 ", NULL },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 };
        int        fd = client_connect(hall.http_port);

        client_send(fd, str_of(cases[i].request));
        client_await(fd, &in, "\r\n\r\n", 1);
        if (in.len < 13 || memcmp(in.at + 9, cases[i].reply, 4) != 0 || (cases[i].has && !strstr(in.at, cases[i].has)))
            fail_msg("%s: got\n%s", cases[i].name, in.at);
        close(fd);
        buf_release(&in);
    }
    expect_all_closed();
}

/* ---- messages ------------------------------------------------------------------ */

static void test_messages(void **state)
{
    struct buf in = { 0 };
    int        fd = open_ws(&in, hello());
    char       long_text[ECHO_MESSAGE_LIMIT];

    (void)state;
    memset(long_text, 'l', sizeof long_text);
    expect_frame(fd, &in, 0x81, STR("hello you"));
    send_frame(fd, 0x81, STR("one"));
    expect_frame(fd, &in, 0x81, STR("one"));
    send_frame(fd, 0x81, STR(""));
    expect_frame(fd, &in, 0x81, STR(""));
    send_frame(fd, 0x82, STR("\x01"));
    expect_frame(fd, &in, 0x81, STR("binary \x01"));
    send_frame(fd, 0x81, (struct str){ long_text, sizeof long_text });
    expect_frame(fd, &in, 0x81, (struct str){ long_text, sizeof long_text });

    /* In fragments, with a ping among them. */
    send_frame(fd, 0x01, STR("a"));
    send_frame(fd, 0x89, STR("are you there"));
    expect_frame(fd, &in, 0x8a, STR("are you there"));
    send_frame(fd, 0x00, STR("b"));
    send_frame(fd, 0x80, STR("c"));
    expect_frame(fd, &in, 0x81, STR("abc"));

    /* A pong that nobody asked for means nothing. */
    send_frame(fd, 0x8a, STR("x"));
    send_frame(fd, 0x81, STR("two"));
    expect_frame(fd, &in, 0x81, STR("two"));
    close(fd);
    expect_all_closed();
    buf_release(&in);
}

/* Everything in one packet with the handshake, and everything in bytes. */
static void test_odd_pieces(void **state)
{
    (void)state;
    for (int bytewise = 0; bytewise < 2; bytewise++) {
        struct buf in = { 0 }, out = { 0 };

        buf_str(&out, hello());
        add_frame(&out, 0x81, STR("first"));
        add_frame(&out, 0x01, STR("sec"));
        add_frame(&out, 0x89, STR("p"));
        add_frame(&out, 0x80, STR("ond"));
        add_frame(&out, 0x81, STR("third"));
        int fd = client_connect(hall.http_port);
        for (size_t i = 0; bytewise && i < out.len; i++)
            client_send(fd, (struct str){ out.at + i, 1 });
        if (!bytewise)
            client_send(fd, buf_view(&out));
        assert_true(client_await(fd, &in, "\r\n\r\n", 1));
        size_t head = (size_t)(strstr(in.at, "\r\n\r\n") + 4 - in.at);
        memmove(in.at, in.at + head, in.len - head);
        in.len -= head;

        /* The pong may overtake what takes the way through the hall. */
        struct buf payload = { 0 }, all = { 0 };
        for (int i = 0; i < 5; i++) {
            int byte0 = next_frame(fd, &in, &payload);

            assert_true(byte0 == 0x81 || byte0 == 0x8a);
            if (byte0 == 0x81)
                buf_printf(&all, "%.*s,", (int)payload.len, payload.at);
        }
        assert_string_equal(all.at, "hello you,first,second,third,");
        close(fd);
        buf_release(&payload);
        buf_release(&all);
        buf_release(&in);
        buf_release(&out);
    }
    expect_all_closed();
}

/* Very many messages at once are more than one turn's work, and none is lost. */
static void test_many_messages(void **state)
{
    enum { MANY = 3000 };
    struct buf in = { 0 }, out = { 0 };
    int        fd = open_ws(&in, hello());

    (void)state;
    expect_frame(fd, &in, 0x81, STR("hello you"));
    for (int i = 0; i < MANY; i++) {
        char text[16];

        snprintf(text, sizeof text, "%d", i);
        add_frame(&out, 0x81, str_of(text));
    }
    client_send(fd, buf_view(&out));
    for (int i = 0; i < MANY; i++) {
        char text[16];

        snprintf(text, sizeof text, "%d", i);
        expect_frame(fd, &in, 0x81, str_of(text));
    }
    close(fd);
    expect_all_closed();
    buf_release(&in);
    buf_release(&out);
}

/* ---- ends ------------------------------------------------------------------------ */

/* Reads frames up to the close frame and returns its code; then the server must
 * close the connection too. */
static int close_code(int fd, struct buf *in)
{
    struct buf payload = { 0 };
    int        byte0, code = -1;

    while ((byte0 = next_frame(fd, in, &payload)) == 0x81 || byte0 == 0x8a)
        ;
    if (byte0 == 0x88)
        code = payload.len >= 2 ? (unsigned char)payload.at[0] << 8 | (unsigned char)payload.at[1] : 0;
    buf_release(&payload);
    return code;
}

static void test_refused_frames(void **state)
{
    static const char many[2000] = { 0 };
    static const struct {
        const char *name;
        struct str  raw; /* sent as it is, or */
        int         byte0;
        struct str  payload;
        int         code;
    } cases[] = {
        { "not masked", STR("\x81\x01z"), 0, { 0 }, 1002 },
        { "reserved bit", { 0 }, 0xc1, STR("x"), 1002 },
        { "reserved opcode", { 0 }, 0x83, STR("x"), 1002 },
        { "reserved control opcode", { 0 }, 0x8b, STR("x"), 1002 },
        { "continuation of nothing", { 0 }, 0x80, STR("x"), 1002 },
        { "fragmented ping", { 0 }, 0x09, STR("x"), 1002 },
        { "close code 999", { 0 }, 0x88, STR("\x03\xe7"), 1002 },
        { "close with one byte", { 0 }, 0x88, STR("x"), 1002 },
        { "text that is no UTF-8", { 0 }, 0x81, STR("\xc0\x80"), 1007 },
        { "a surrogate", { 0 }, 0x81, STR("\xed\xa0\x80"), 1007 },
        { "too long", { 0 }, 0x81, { many, ECHO_MESSAGE_LIMIT + 1 }, 1009 },
        { "a frame of 2^62 bytes", STR("\x81\xff\x40\0\0\0\0\0\0\0maskx"), 0, { 0 }, 1009 },
        { "binary where text is wanted", { 0 }, 0x82, STR("x"), 1003 },
        { "good bye", { 0 }, 0x88, STR("\x03\xe8"), 1000 },
        { "good bye without a code", { 0 }, 0x88, STR(""), 0 },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 };
        int        fd = open_ws(&in, STR("GET /ws-open HTTP/1.1\r\n" UPGRADE KEY VERSION "\r\n"));

        if (cases[i].raw.at)
            client_send(fd, cases[i].raw);
        else
            send_frame(fd, cases[i].byte0, cases[i].payload);
        int code = close_code(fd, &in);
        if (code != cases[i].code)
            fail_msg("%s: close code %d, wanted %d", cases[i].name, code, cases[i].code);
        send_frame(fd, 0x88, STR("\x03\xe8")); /* the answer, where we did not begin */
        if (!client_await_end(fd, &in))
            fail_msg("%s: the server leaves the connection open", cases[i].name);
        close(fd);
        buf_release(&in);
    }
    expect_all_closed();
}

static void test_too_long_in_fragments(void **state)
{
    static const char half[ECHO_MESSAGE_LIMIT / 2 + 1];
    struct buf        in = { 0 };
    int               fd = open_ws(&in, hello());

    (void)state;
    send_frame(fd, 0x01, (struct str){ half, sizeof half });
    send_frame(fd, 0x80, (struct str){ half, sizeof half });
    assert_int_equal(close_code(fd, &in), 1009);
    close(fd);
    expect_all_closed();
    buf_release(&in);
}

/* The hall closes: what it said before arrives, then its code; messages that
 * still come are dropped, and a peer that does not answer is dropped too. */
static void test_hall_closes(void **state)
{
    (void)state;
    for (int answers = 0; answers < 2; answers++) {
        struct buf in = { 0 };
        int        fd = open_ws(&in, hello());

        expect_frame(fd, &in, 0x81, STR("hello you"));
        send_frame(fd, 0x81, STR("bye"));
        expect_frame(fd, &in, 0x81, STR("bye"));
        assert_int_equal(close_code(fd, &in), 4000);
        expect_all_closed();
        int before = hall.messages;
        send_frame(fd, 0x81, STR("late"));
        if (answers)
            send_frame(fd, 0x88, STR("\x0f\xa0"));
        assert_true(client_await_end(fd, &in));
        assert_int_equal(hall.messages, before);
        close(fd);
        buf_release(&in);
    }
    expect_all_closed();
}

/* Who does not read is cut off, and the hall learns it. */
static void test_slow_reader(void **state)
{
    struct buf in = { 0 };
    int        fd = open_ws(&in, hello());

    (void)state;
    for (int i = 0; i < 10; i++)
        send_frame(fd, 0x81, STR("flood"));
    expect_all_closed();
    close(fd);
    buf_release(&in);
}

static void test_many_at_once(void **state)
{
    enum { MANY = 300 };
    struct buf in[MANY] = { 0 };
    int        fd[MANY], opened = hall.opened;

    (void)state;
    for (int i = 0; i < MANY; i++) {
        fd[i] = open_ws(&in[i], hello());
        expect_frame(fd[i], &in[i], 0x81, STR("hello you"));
    }
    assert_int_equal(hall.opened, opened + MANY);
    for (int i = 0; i < MANY; i++)
        send_frame(fd[i], 0x81, STR("all"));
    for (int i = 0; i < MANY; i++) {
        expect_frame(fd[i], &in[i], 0x81, STR("all"));
        close(fd[i]);
        buf_release(&in[i]);
    }
    expect_all_closed();
}

/* A refused batch closes the stream with 1013, and no end is lost. */
static void test_hall_is_full(void **state)
{
    struct buf in = { 0 };
    int        fd = open_ws(&in, hello());

    (void)state;
    expect_frame(fd, &in, 0x81, STR("hello you"));
    hall.full = true;
    send_frame(fd, 0x81, STR("x"));
    assert_int_equal(close_code(fd, &in), 1013);
    hall.full = false;
    expect_all_closed();
    close(fd);
    buf_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handshake),     cmocka_unit_test(test_messages),       cmocka_unit_test(test_odd_pieces),
        cmocka_unit_test(test_many_messages), cmocka_unit_test(test_refused_frames), cmocka_unit_test(test_too_long_in_fragments),
        cmocka_unit_test(test_hall_closes),   cmocka_unit_test(test_slow_reader),    cmocka_unit_test(test_many_at_once),
        cmocka_unit_test(test_hall_is_full),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
