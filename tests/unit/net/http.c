/* HTTP through real sockets: what is served, what is refused, and how the
 * connection fares afterwards. */
#include "kit/echo_group.h"

#include "base/limits.h"

/* Sends `request`, says that nothing more comes, and reads to the end. */
static struct buf say(struct str request)
{
    struct buf in = { 0 };
    int        fd = client_connect(hall.http_port);

    client_send(fd, request);
    shutdown(fd, SHUT_WR);
    if (!client_await_end(fd, &in))
        buf_text(&in, "(reset)");
    close(fd);
    buf_char(&in, '\n');
    return in;
}

/* The status codes of all replies: "200 404 ". */
static void statuses_of(const struct buf *in, char *out)
{
    const char *at = in->at;

    *out = '\0';
    while ((at = strstr(at, "HTTP/1.1 "))) {
        memcpy(out, at + 9, 3);
        strcpy(out + 3, " ");
        out += 4;
        at += 12;
    }
}

#define H "Host: x\r\n"

static const struct {
    const char *name, *request, *statuses;
    const char *has; /* somewhere in the replies, or NULL */
} cases[] = {
    { "get", "GET /echo?a=1&b HTTP/1.1\r\n" H "\r\n", "200 ", "method=1 path=/echo query=a=1&b " },
    { "post", "POST /echo HTTP/1.1\r\n" H "Content-Length: 5\r\n\r\nhello", "200 ", "body=hello\n" },
    { "fields", "GET /echo HTTP/1.1\r\n" H "authorization: Bearer  t0ken\r\nIdempotency-Key: k\r\ncookie: a=b\r\n\r\n", "200 ",
      "token=t0ken key=k cookie=a=b " },
    { "other authorization", "GET /echo HTTP/1.1\r\n" H "Authorization: Basic dDprZW4=\r\n\r\n", "200 ", "token= key" },
    { "absolute target", "GET http://x/echo?q HTTP/1.1\r\n" H "\r\n", "200 ", "path=/echo query=q " },
    { "two in one go",
      "POST /echo HTTP/1.1\r\n" H "Content-Length: 1\r\n\r\n1POST /echo HTTP/1.1\r\n" H "Content-Length: 1\r\n\r\n2", "200 200 ",
      "body=2\n" },
    { "empty lines before", "\r\n\r\nGET /echo HTTP/1.1\r\n" H "\r\n", "200 ", NULL },
    { "chunked", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n",
      "200 ", "body=abcde\n" },
    { "chunked, then another",
      "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\nGET /echo HTTP/1.1\r\n" H "\r\n",
      "200 200 ", "body=a" },
    { "head", "HEAD /echo HTTP/1.1\r\n" H "\r\n", "200 ", "Content-Length: 67\r\n" },
    { "http/1.0", "GET /echo HTTP/1.0\r\n\r\n", "200 ", "Connection: close" },
    { "http/1.0 kept", "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /echo HTTP/1.0\r\n\r\n", "200 200 ",
      "Connection: keep-alive" },
    { "close", "GET /echo HTTP/1.1\r\n" H "Connection: close\r\n\r\nGET /echo HTTP/1.1\r\n" H "\r\n", "200 ", "Connection: close" },
    { "unknown path", "GET /nothing HTTP/1.1\r\n" H "\r\n", "404 ", "{\"error\":{\"code\":\"not_found\"," },
    { "unknown path, body eaten", "POST /nothing HTTP/1.1\r\n" H "Content-Length: 3\r\n\r\nabcGET /echo HTTP/1.1\r\n" H "\r\n",
      "404 200 ", NULL },
    { "below a path", "GET /tree/a/b HTTP/1.1\r\n" H "\r\n", "200 ", "path=/tree/a/b " },
    { "the particular path first", "DELETE /tree/leaf HTTP/1.1\r\n" H "\r\n", "200 ", "method=16 " },
    { "another method at both", "POST /tree/leaf HTTP/1.1\r\n" H "\r\n", "405 ", "Allow: GET, HEAD, DELETE, OPTIONS\r\n" },
    { "wrong method", "PUT /plain HTTP/1.1\r\n" H "\r\n", "405 ", "Allow: POST\r\n" },
    { "method nobody serves", "PROPFIND /echo HTTP/1.1\r\n" H "\r\n", "405 ", "Allow: GET, HEAD, POST, PUT, OPTIONS\r\n" },
    { "options", "OPTIONS /echo HTTP/1.1\r\n" H "Origin: http://y\r\n\r\n", "204 ",
      "Access-Control-Allow-Methods: GET, HEAD, POST, PUT, OPTIONS\r\n" },
    { "options without", "OPTIONS /plain HTTP/1.1\r\n" H "\r\n", "405 ", "Allow: POST\r\n" },
    { "any origin", "GET /echo HTTP/1.1\r\n" H "\r\n", "200 ", "Access-Control-Allow-Origin: *\r\n" },
    { "websocket path", "GET /ws HTTP/1.1\r\n" H "\r\n", "426 ", "Upgrade: websocket\r\n" },
    { "expect", "POST /echo HTTP/1.1\r\n" H "Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi", "200 ", "body=hi\n" },
    { "expect the unexpected", "POST /echo HTTP/1.1\r\n" H "Expect: miracle\r\nContent-Length: 2\r\n\r\nhi", "417 ", NULL },
    { "upgrade to something else", "GET /echo HTTP/1.1\r\n" H "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "200 ", NULL },
    { "half a request", "GET /echo HTTP/1.1\r\nHo", "", NULL },
    { "half a body", "POST /echo HTTP/1.1\r\n" H "Content-Length: 5\r\n\r\nhe", "", NULL },

    /* What one server reads this way and another that way is refused. */
    { "length and coding", "POST /echo HTTP/1.1\r\n" H "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 ",
      NULL },
    { "coding and length", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", "400 ",
      NULL },
    { "two lengths", "POST /echo HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400 ", NULL },
    { "the same length twice", "POST /echo HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", "400 ", NULL },
    { "signed length", "POST /echo HTTP/1.1\r\n" H "Content-Length: +9\r\n\r\n123456789", "400 ", NULL },
    { "negative length", "POST /echo HTTP/1.1\r\n" H "Content-Length: -1\r\n\r\n", "400 ", NULL },
    { "length that overflows", "POST /echo HTTP/1.1\r\n" H "Content-Length: 18446744073709551616\r\n\r\n", "400 ", NULL },
    { "length list", "POST /echo HTTP/1.1\r\n" H "Content-Length: 1, 1\r\n\r\na", "400 ", NULL },
    { "blank before colon", "POST /echo HTTP/1.1\r\n" H "Content-Length : 9\r\n\r\n123456789", "400 ", NULL },
    { "unknown coding", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "501 ", NULL },
    { "coding before chunked", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "501 ", NULL },
    { "chunked twice", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "501 ", NULL },
    { "coding in http/1.0", "POST /echo HTTP/1.0\r\n" H "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 ", NULL },
    { "bare line feeds", "GET /echo HTTP/1.1\nHost: x\n\n", "400 ", NULL },
    { "one bare line feed", "GET /echo HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", "400 ", NULL },
    { "folded line", "GET /echo HTTP/1.1\r\n" H "X: a\r\n b\r\n\r\n", "400 ", NULL },
    { "folded first line", "GET /echo HTTP/1.1\r\n x\r\n" H "\r\n", "400 ", NULL },
    { "bare carriage return", "GET /echo HTTP/1.1\r\n" H "X: a\rb\r\n\r\n", "400 ", NULL },
    { "smuggled coding", "POST /echo HTTP/1.1\r\n" H "X: \rxTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\na", "400 ",
      NULL },
    { "no host", "GET /echo HTTP/1.1\r\n\r\n", "400 ", NULL },
    { "two hosts", "GET /echo HTTP/1.1\r\n" H "Host: y\r\n\r\n", "400 ", NULL },
    { "host with a path", "GET /echo HTTP/1.1\r\nHost: x/y\r\n\r\n", "400 ", NULL },
    { "two authorizations", "GET /echo HTTP/1.1\r\n" H "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", "400 ", NULL },
    { "bad chunk size", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "400 ", NULL },
    { "chunk size that overflows", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n11111111111111111\r\n", "400 ",
      NULL },
    { "nonsense", "hello\r\n\r\n", "400 ", NULL },
    { "http/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400 ", NULL },
    { "http/1.2", "GET /echo HTTP/1.2\r\n" H "\r\n", "505 ", NULL },
    { "nothing after an error", "GET /echo HTTP/1.1\r\n\r\nGET /echo HTTP/1.1\r\n" H "\r\n", "400 ", "Connection: close\r\n" },
    { "empty field name", "GET /echo HTTP/1.1\r\n" H ": x\r\n\r\n", "400 ", NULL },
    { "blank in a field name", "GET /echo HTTP/1.1\r\n" H "X Y: z\r\n\r\n", "400 ", NULL },
    { "no colon", "GET /echo HTTP/1.1\r\n" H "X\r\n\r\n", "400 ", NULL },
    { "control character in a value", "GET /echo HTTP/1.1\r\n" H "X: \x01\r\n\r\n", "400 ", NULL },
    { "chunk size ended by a bare line feed", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
      "400 ", NULL },
    { "chunk longer than it says", "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", "400 ",
      NULL },
    { "target without slash", "GET echo HTTP/1.1\r\n" H "\r\n", "400 ", NULL },
    { "connect", "CONNECT x:80 HTTP/1.1\r\n" H "\r\n", "400 ", NULL },
};

static void test_requests(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = say(str_of(cases[i].request));
        char       got[64];

        statuses_of(&in, got);
        if (strcmp(got, cases[i].statuses) != 0 || (cases[i].has && !strstr(in.at, cases[i].has)))
            fail_msg("%s: wanted %s and \"%s\", got %s:\n%s", cases[i].name, cases[i].statuses, cases[i].has ? cases[i].has : "",
                     got, in.at);
        buf_release(&in);
    }
}

/* Every request again, a byte at a time. */
static void test_byte_by_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 };
        char       got[64];
        int        fd = client_connect(hall.http_port);

        for (const char *at = cases[i].request; *at; at++)
            client_send(fd, (struct str){ at, 1 });
        shutdown(fd, SHUT_WR);
        client_await_end(fd, &in);
        close(fd);
        buf_char(&in, '\n');
        /* A client that waits for "100 Continue" hears it now. */
        const char *continued = strstr(in.at, "HTTP/1.1 100 Continue\r\n\r\n");
        if (continued)
            memset((char *)continued, ' ', 25);
        statuses_of(&in, got);
        if (strcmp(got, cases[i].statuses) != 0)
            fail_msg("%s: wanted %s, got %s:\n%s", cases[i].name, cases[i].statuses, got, in.at);
        buf_release(&in);
    }
}

static void assert_status(struct buf request, const char *want)
{
    struct buf in = say(buf_view(&request));
    char       got[64];

    statuses_of(&in, got);
    assert_string_equal(got, want);
    buf_release(&in);
    buf_release(&request);
}

static struct buf with_fields(int fields, size_t value_len)
{
    struct buf b = { 0 };

    buf_text(&b, "GET /echo HTTP/1.1\r\n" H);
    for (int i = 1; i < fields; i++) {
        buf_printf(&b, "X-%d: ", i);
        for (size_t n = 0; n < value_len; n++)
            buf_char(&b, 'v');
        buf_text(&b, "\r\n");
    }
    buf_text(&b, "\r\n");
    return b;
}

static void test_limits_of_the_head(void **state)
{
    struct buf nul = { 0 };

    (void)state;
    assert_status(with_fields(LIMIT_HEADER_FIELDS, 1), "200 ");
    assert_status(with_fields(LIMIT_HEADER_FIELDS + 1, 1), "431 ");
    assert_status(with_fields(5000, 1), "431 ");
    assert_status(with_fields(2, LIMIT_HEADER_BYTES - 200), "200 ");
    assert_status(with_fields(2, LIMIT_HEADER_BYTES), "431 ");
    assert_status(with_fields(2, 200 * 1000), "431 ");
    buf_add(&nul, "GET /echo HTTP/1.1\r\n" H "X: a\0b\r\n\r\n", 20 + 9 + 8 + 2);
    assert_status(nul, "400 ");
}

static struct buf with_body(const char *path, size_t len, bool chunked)
{
    struct buf b = { 0 };

    buf_printf(&b, "POST %s HTTP/1.1\r\n" H, path);
    if (chunked)
        buf_printf(&b, "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", len);
    else
        buf_printf(&b, "Content-Length: %zu\r\n\r\n", len);
    memset(buf_room(&b, len), 'b', len);
    b.len += len;
    if (chunked)
        buf_text(&b, "\r\n0\r\n\r\n");
    return b;
}

static void test_limits_of_the_body(void **state)
{
    (void)state;
    for (int chunked = 0; chunked < 2; chunked++) {
        assert_status(with_body("/echo", ECHO_BODY_LIMIT, chunked), "200 ");
        assert_status(with_body("/echo", ECHO_BODY_LIMIT + 1, chunked), "413 ");
        assert_status(with_body("/echo", 3000 * 1000, chunked), "413 ");
        assert_status(with_body("/plain", LIMIT_BODY, chunked), "200 ");
        assert_status(with_body("/plain", LIMIT_BODY + 1, chunked), "413 ");
    }
}

/* A body of one-byte chunks is slow but honest; endless chunk extensions are not. */
static void test_chunk_overhead(void **state)
{
    struct buf slow = { 0 }, endless = { 0 };

    (void)state;
    buf_text(&slow, "POST /echo HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n");
    buf_str(&endless, buf_view(&slow));
    for (int i = 0; i < ECHO_BODY_LIMIT; i++)
        buf_text(&slow, "1\r\nx\r\n");
    buf_text(&slow, "0\r\n\r\n");
    assert_status(slow, "200 ");
    buf_text(&endless, "1;");
    for (int i = 0; i < 100 * 1000; i++)
        buf_char(&endless, 'e');
    assert_status(endless, "413 ");
}

/* Many requests on one connection, all sent before any reply is read. */
static void test_pipelining(void **state)
{
    enum { REQUESTS = 500 };
    int        fd = client_connect(hall.http_port);
    struct buf in = { 0 }, out = { 0 };

    (void)state;
    for (int i = 0; i < REQUESTS; i++)
        buf_printf(&out, "POST /echo HTTP/1.1\r\n" H "Content-Length: 6\r\n\r\n<%04d>", i);
    client_send(fd, buf_view(&out));
    assert_true(client_await(fd, &in, "body=<", REQUESTS));
    const char *at = in.at;
    for (int i = 0; i < REQUESTS; i++) {
        char want[16];

        snprintf(want, sizeof want, "body=<%04d>", i);
        at = strstr(at, "body=<");
        assert_non_null(at);
        assert_memory_equal(at, want, strlen(want));
        at++;
    }
    close(fd);
    buf_release(&in);
    buf_release(&out);
}

static void test_expect_continue(void **state)
{
    int        fd = client_connect(hall.http_port);
    struct buf in = { 0 };

    (void)state;
    client_send(fd, STR("POST /echo HTTP/1.1\r\n" H "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
    assert_true(client_await(fd, &in, "HTTP/1.1 100 Continue\r\n\r\n", 1));
    client_send(fd, STR("hi"));
    assert_true(client_await(fd, &in, "body=hi", 1));

    buf_clear(&in);
    client_send(fd, STR("POST /nothing HTTP/1.1\r\n" H "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
    assert_true(client_await(fd, &in, "HTTP/1.1 404 ", 1));
    assert_true(client_await_end(fd, &in));
    close(fd);
    buf_release(&in);
}

/* A reply much larger than any socket buffer, read slowly. */
static void test_large_reply(void **state)
{
    enum { SIZE = 20 * 1000 * 1000 };
    int        fd = client_connect(hall.http_port);
    struct buf in = { 0 };

    (void)state;
    client_send(fd, STR("GET /big?20000000 HTTP/1.1\r\n" H "\r\nGET /echo?after HTTP/1.1\r\n" H "\r\n"));
    usleep(50 * 1000);
    assert_true(client_await(fd, &in, "query=after", 1));
    assert_true(in.len > SIZE);
    close(fd);
    buf_release(&in);
}

/* The same of a page that the doors write themselves. */
static void test_large_page(void **state)
{
    enum { SIZE = 20 * 1000 * 1000 };
    int        fd = client_connect(hall.http_port);
    struct buf in = { 0 };

    (void)state;
    hall.metrics_bytes = SIZE;
    client_send(fd, STR("GET /metrics HTTP/1.1\r\n" H "\r\n"));
    usleep(50 * 1000);
    assert_true(client_await(fd, &in, "end of metrics\n", 1));
    hall.metrics_bytes = 0;
    const char *from = strstr(in.at, "####");
    assert_non_null(from);
    assert_int_equal(strspn(from, "#"), SIZE);
    close(fd);
    buf_release(&in);
}

static void test_health_and_metrics(void **state)
{
    (void)state;
    struct buf well = say(STR("GET /healthz HTTP/1.1\r\n" H "\r\n"));
    assert_non_null(strstr(well.at, "HTTP/1.1 200 "));
    assert_non_null(strstr(well.at, "{\"ok\":true,"));
    hall.sick = true;
    struct buf sick = say(STR("GET /healthz HTTP/1.1\r\n" H "\r\n"));
    hall.sick = false;
    assert_non_null(strstr(sick.at, "HTTP/1.1 503 "));
    assert_non_null(strstr(sick.at, "\"problem\":\"the disk is full\""));
    struct buf metrics = say(STR("GET /metrics HTTP/1.1\r\n" H "\r\n"));
    assert_non_null(strstr(metrics.at, "meeple_requests_total{route=\"healthz\",path=\"/healthz\",result=\"5xx\"} 1\n"));
    assert_non_null(strstr(metrics.at, "meeple_connections{kind=\"http\"} 1\n"));
    buf_release(&well);
    buf_release(&sick);
    buf_release(&metrics);
}

/* When the hall has no room, the doors say so and the connection lives on. */
static void test_hall_is_full(void **state)
{
    int        fd = client_connect(hall.http_port);
    struct buf in = { 0 };

    (void)state;
    hall.full = true;
    client_send(fd, STR("GET /echo HTTP/1.1\r\n" H "\r\n"));
    assert_true(client_await(fd, &in, "HTTP/1.1 503 ", 1));
    assert_true(client_await(fd, &in, "Retry-After: 1\r\n", 1));
    hall.full = false;
    client_send(fd, STR("GET /echo?again HTTP/1.1\r\n" H "\r\n"));
    assert_true(client_await(fd, &in, "query=again", 1));
    close(fd);
    buf_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests),           cmocka_unit_test(test_byte_by_byte),   cmocka_unit_test(test_limits_of_the_head),
        cmocka_unit_test(test_limits_of_the_body), cmocka_unit_test(test_chunk_overhead), cmocka_unit_test(test_pipelining),
        cmocka_unit_test(test_expect_continue),    cmocka_unit_test(test_large_reply),    cmocka_unit_test(test_health_and_metrics),
        cmocka_unit_test(test_hall_is_full),       cmocka_unit_test(test_large_page),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
