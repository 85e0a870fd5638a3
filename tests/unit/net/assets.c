/* The browser client's files as they are served, with files of our own in the
 * place of the real ones. */
#include "kit/echo_group.h"

#include "net/assets.h"

const struct asset all_assets[] = {
    { .path = "/",
      .type = "text/html; charset=utf-8",
      .etag = "\"page\"",
      .plain = STR("<p>plain"),
      .gzip = STR("GZ"),
      .brotli = STR("BR") },
    { .path = "/assets/app-0A1B2C3D.js",
      .type = "text/javascript; charset=utf-8",
      .etag = "\"script\"",
      .immutable = true,
      .plain = STR("run()") },
    { .path = "/favicon.ico", .type = "image/x-icon", .etag = "\"icon\"", .plain = STR("ICON"), .gzip = STR("GZICON") },
};
const int all_assets_count = ARRAY_LEN(all_assets);

static void test_files(void **state)
{
    static const struct {
        const char *name, *method, *path, *header;
        const char *status, *has, *lacks;
    } cases[] = {
        { "page", "GET", "/", "", "200", "\r\n\r\n<p>plain", "Content-Encoding" },
        { "page has a policy", "GET", "/", "", "200", "frame-ancestors 'none'\r\n", NULL },
        { "page is asked for again", "GET", "/", "", "200", "Cache-Control: no-cache\r\n", NULL },
        { "query is not looked at", "GET", "/?x=/assets", "", "200", "<p>plain", NULL },
        { "brotli", "GET", "/", "Accept-Encoding: gzip, br\r\n", "200", "\r\n\r\nBR", NULL },
        { "brotli is named", "GET", "/", "Accept-Encoding: gzip, br\r\n", "200", "Content-Encoding: br\r\n", NULL },
        { "gzip", "GET", "/", "Accept-Encoding: gzip;q=0.5\r\n", "200", "Content-Encoding: gzip\r\n", NULL },
        { "brotli is refused", "GET", "/", "Accept-Encoding: br;q=0, gzip\r\n", "200", "\r\n\r\nGZ", NULL },
        { "brotli is refused at length", "GET", "/", "Accept-Encoding: br;q=0.000\r\n", "200", "<p>plain", NULL },
        { "no brotli of this one", "GET", "/favicon.ico", "Accept-Encoding: br, gzip\r\n", "200", "GZICON", NULL },
        { "types", "GET", "/favicon.ico", "", "200", "Content-Type: image/x-icon\r\n", "Content-Security-Policy" },
        { "hashed name", "GET", "/assets/app-0A1B2C3D.js", "", "200", "immutable\r\n", NULL },
        { "head", "HEAD", "/", "", "200", "Content-Length: 8\r\n", "<p>" },
        { "known already", "GET", "/", "If-None-Match: \"page\"\r\n", "304", "ETag: \"page\"\r\n", "<p>" },
        { "known among others", "GET", "/", "If-None-Match: \"x\", W/\"page\"\r\n", "304", NULL, "Content-Length" },
        { "any will do", "GET", "/", "If-None-Match: *\r\n", "304", NULL, NULL },
        { "another version is known", "GET", "/", "If-None-Match: \"pag\", \"page2\"\r\n", "200", "<p>plain", NULL },
        { "post", "POST", "/", "Content-Length: 0\r\n", "405", "Allow: GET, HEAD\r\n", NULL },
        { "no such file", "GET", "/assets/app.js", "", "404", "not_found", NULL },
        { "a folder", "GET", "/assets/", "", "404", NULL, NULL },
        { "a path of the page", "GET", "/table/12", "", "200", "\r\n\r\n<p>plain", NULL },
        { "such a path has the policy", "GET", "/player/ann", "", "200", "style-src 'self'; ", "unsafe-inline" },
        { "such a path alone", "GET", "/me", "", "200", "<p>plain", NULL },
        { "such a path with a slash", "HEAD", "/leaders/", "", "200", "Content-Length: 8\r\n", NULL },
        { "such a path is known already", "GET", "/help", "If-None-Match: \"page\"\r\n", "304", NULL, NULL },
        { "nothing is posted to it", "POST", "/table/12", "Content-Length: 0\r\n", "405", "Allow: GET, HEAD\r\n", NULL },
        { "a word that only begins so", "GET", "/tables/12", "", "404", "not_found", NULL },
        { "a broken link for people", "GET", "/nowhere", "Accept: text/html, */*\r\n", "404", "\r\n\r\n<p>plain", NULL },
        { "a broken link is not remembered", "GET", "/nowhere", "Accept: text/html\r\nIf-None-Match: \"page\"\r\n", "404", NULL,
          NULL },
        { "a broken link for programs", "GET", "/nowhere", "Accept: application/json\r\n", "404", "not_found", "<p>" },
        { "no page for those who post", "POST", "/nowhere", "Accept: text/html\r\nContent-Length: 0\r\n", "404", "not_found",
          NULL },
        { "a way out", "GET", "/assets/../../etc/passwd", "", "404", NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf in = { 0 }, out = { 0 };
        int        fd = client_connect(hall.http_port);

        buf_printf(&out, "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n", cases[i].method, cases[i].path,
                   cases[i].header);
        client_send(fd, buf_view(&out));
        client_await_end(fd, &in);
        buf_char(&in, '\n');
        if (memcmp(in.at + 9, cases[i].status, 3) != 0 || (cases[i].has && !strstr(in.at, cases[i].has)) ||
            (cases[i].lacks && strstr(in.at, cases[i].lacks)))
            fail_msg("%s: got\n%s", cases[i].name, in.at);
        close(fd);
        buf_release(&in);
        buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_files) };

    return cmocka_run_group_tests(tests, start, stop);
}
