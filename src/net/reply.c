/* HTTP replies. */
#include "base/jout.h"
#include "base/mem.h"
#include "net/inside.h"

#include <time.h>

enum { HEAD_ROOM = 320 }; /* fits most heads, so that the buffer grows once */

/* Status texts, and the doors' own error messages. */
static const struct {
    int         status;
    const char *text;
    const char *code, *message;
} statuses[] = {
    /* clang-format off */
    { 100, "Continue" },
    { 101, "Switching Protocols" },
    { 200, "OK" },
    { 201, "Created" },
    { 204, "No Content" },
    { 303, "See Other" },
    { 304, "Not Modified" },
    { 400, "Bad Request",                     "bad_request",        "the request is malformed" },
    { 401, "Unauthorized" },
    { 403, "Forbidden",                       "forbidden",          "a page of this origin may not do that" },
    { 404, "Not Found",                       "not_found",          "there is nothing at this path" },
    { 405, "Method Not Allowed",              "method_not_allowed", "this path does not serve this method" },
    { 408, "Request Timeout",                 "timeout",            "the request took too long to arrive" },
    { 409, "Conflict" },
    { 413, "Content Too Large",               "too_large",          "the body is larger than this path accepts" },
    { 417, "Expectation Failed",              "expectation_failed", "only 100-continue can be expected" },
    { 422, "Unprocessable Content" },
    { 426, "Upgrade Required",                "upgrade_required",   "this path speaks WebSocket, version 13" },
    { 429, "Too Many Requests" },
    { 431, "Request Header Fields Too Large", "headers_too_large",  "the request line and headers are too large" },
    { 500, "Internal Server Error" },
    { 501, "Not Implemented",                 "not_implemented",    "the only transfer coding served is chunked" },
    { 503, "Service Unavailable",             "busy",               "too many requests wait; try again soon" },
    { 505, "HTTP Version Not Supported",      "http_version",       "this server speaks HTTP 1.0 and 1.1" },
    /* clang-format on */
};

static int status_at(int status)
{
    for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
        if (statuses[i].status == status)
            return (int)i;
    return -1;
}

static const char *http_status_text(int status)
{
    int i = status_at(status);

    return i >= 0 ? statuses[i].text : "Unknown";
}

/* The Date header, formatted once per second. */
static struct str date(struct doors *d)
{
    uint64_t now = uv_now(&d->loop) / 1000;

    if (now != d->date_at || !d->date[0]) {
        time_t    t = time(NULL);
        struct tm tm;

        d->date_at = now;
        strftime(d->date, sizeof d->date, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", gmtime_r(&t, &tm));
    }
    return str_of(d->date);
}

static bool any_origin(const struct conn *c)
{
    return c->place && c->place->route && c->place->route->flags & ROUTE_ANY_ORIGIN;
}

static void write_head(struct conn *c, struct buf *out, int status, const char *type, const char *headers, size_t body_len)
{
    buf_room(out, HEAD_ROOM + (body_len <= CORK_BYTES ? body_len : 0));
    if (status == 200) {
        buf_str(out, STR("HTTP/1.1 200 OK\r\n"));
    } else {
        buf_str(out, STR("HTTP/1.1 "));
        buf_int(out, status);
        buf_char(out, ' ');
        buf_text(out, http_status_text(status));
        buf_str(out, STR("\r\n"));
    }
    buf_str(out, date(c->doors));
    if (type) {
        buf_str(out, STR("Content-Type: "));
        buf_text(out, type);
        buf_str(out, STR("\r\nX-Content-Type-Options: nosniff\r\n")); /* what players write never becomes a script */
    }
    if (status != 204 && status != 304) {
        buf_str(out, STR("Content-Length: "));
        buf_uint(out, body_len);
        buf_str(out, STR("\r\n"));
    }
    if (any_origin(c))
        buf_str(out, STR("Access-Control-Allow-Origin: *\r\n"));
    if (headers)
        buf_text(out, headers);
    if (!c->keep_alive)
        buf_str(out, STR("Connection: close\r\n"));
    else if (c->http10)
        buf_str(out, STR("Connection: keep-alive\r\n"));
    buf_str(out, STR("\r\n"));
}

void http_reply(struct conn *c, int status, const char *type, const char *headers, struct str body, struct out *out)
{
    if (c->place)
        c->place->results[status / 100 % 6]++;
    if (conn_may_send(c, HEAD_ROOM)) {
        write_head(c, conn_out(c), status, body.len ? type : NULL, headers, body.len);
        if (!c->head_only && status != 204 && status != 304) {
            conn_send_kept(c, body, out);
            return;
        }
    }
    if (out)
        out_free(out);
}

void http_reply_own(struct conn *c, int status, const char *type, const char *headers, struct buf *body)
{
    struct out *out = mem_new(sizeof *out);

    out->body = *body;
    *body = (struct buf){ 0 };
    http_reply(c, status, type, headers, out_body(out), out);
}

void http_error(struct conn *c, int status, const char *headers)
{
    int         at = status_at(status);
    struct buf  json = { 0 };
    struct jout j = jout_to(&json);

    if (at < 0 || !statuses[at].code)
        BUG("no text for this status");
    jout_open_object(&j);
    jout_field_object(&j, "error");
    jout_field_text(&j, "code", statuses[at].code);
    jout_field_text(&j, "message", statuses[at].message);
    jout_close_object(&j);
    jout_close_object(&j);
    http_reply_own(c, status, "application/json; charset=utf-8", headers, &json);
}

void http_refuse(struct conn *c, int status, const char *headers)
{
    c->keep_alive = c->head_only = false;
    http_error(c, status, headers);
    conn_finish(c);
}

/* ---- methods ------------------------------------------------------------------ */

/* "GET, HEAD, POST" */
static void write_methods(struct buf *out, unsigned methods)
{
    static const char *const names[] = { "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS" };
    bool                     first = true;

    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (!(methods & 1u << i))
            continue;
        buf_text(out, first ? "" : ", ");
        buf_text(out, names[i]);
        first = false;
    }
}

static void write_allow(struct buf *out, unsigned methods)
{
    buf_text(out, "Allow: ");
    write_methods(out, methods);
    buf_text(out, "\r\n");
}

void http_wrong_method(struct conn *c, unsigned allow)
{
    struct buf headers = { 0 };

    write_allow(&headers, allow);
    http_error(c, 405, headers.at);
    buf_release(&headers);
}

void http_options(struct conn *c, unsigned allow)
{
    struct buf headers = { 0 };

    write_allow(&headers, allow);
    if (any_origin(c)) {
        buf_text(&headers, "Access-Control-Allow-Methods: ");
        write_methods(&headers, allow);
        buf_text(&headers, "\r\nAccess-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, If-None-Match\r\n"
                           "Access-Control-Max-Age: 86400\r\n");
    }
    http_reply(c, 204, NULL, headers.at, STR_NONE, NULL);
    buf_release(&headers);
}
