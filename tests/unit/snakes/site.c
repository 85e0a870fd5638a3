/* The cookie of the game's own site and the session of its page are not
 * interchangeable. Fights for anybody are limited in number and time. */
#include "kit/by_hand.h"
#include "kit/desk.h"
#include "kit/folder.h"
#include "unit/snakes/handshake.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { KEPT_EACH = 300, TOO_MANY = 10, HOUR_MS = 3600 * 1000 };

/* How far the clock is ahead, in milliseconds. */
static int64_t ahead;

int clock_gettime(clockid_t which, struct timespec *out)
{
    int result = (int)syscall(SYS_clock_gettime, which, out);

    out->tv_sec += ahead / 1000;
    return result;
}

/* ---- the site ------------------------------------------------------------ */

struct site {
    struct settings *settings;
    struct desk      desk;
    struct buf       reply, headers;
    char             cookie[64];
};

static int ask(struct site *s, enum method method, const char *path, const char *cookie, const char *form)
{
    const struct route *route = desk_route(&s->desk, method, str_of(path));
    struct ask         *a = desk_ask(&s->desk, route, method, str_of(path), STR_NONE, STR_NONE, str_of(form));

    a->cookie = str_of(cookie);
    desk_submit(&s->desk, a);
    hall_step(s->desk.hall);
    struct out *out = hall_take_outs(s->desk.hall);
    assert_non_null(out);
    assert_null(out->next);
    int status = out->status;
    buf_clear(&s->reply);
    buf_str(&s->reply, out_body(out));
    buf_clear(&s->headers);
    buf_text(&s->headers, out->headers ? out->headers : "");
    out_free(out);
    return status;
}

/* What follows `mark` in a text, up to `end`. */
static void cut(const struct buf *text, const char *mark, char end, char *out, size_t room)
{
    const char *from = strstr(text->at, mark);

    assert_non_null(from);
    from += strlen(mark);
    const char *to = strchr(from, end);
    assert_true(to && str_copy((struct str){ from, (size_t)(to - from) }, out, room));
}

static void log_in(struct site *s)
{
    char form[256], id[40];

    login_form(form, "boa", (long long)time(NULL));
    assert_int_equal(ask(s, METHOD_POST, "/snakes/login", "", form), 200);
    assert_string_equal(s->reply.at, "{\"Response\":\"ack\"}");
    cut(&s->headers, "snakesid=", ';', id, sizeof id);
    snprintf(s->cookie, sizeof s->cookie, "other=1; snakesid=%s", id);
}

static void assert_ping(struct site *s, const char *sid, const char *response)
{
    char form[96], word[64];

    snprintf(form, sizeof form, "Request=ping&Sid=%s", sid);
    assert_int_equal(ask(s, METHOD_POST, "/snakes/ajax", s->cookie, form), 200);
    assert_string_equal(member(&s->reply, "Response", word), response);
}

static void a_cookie_is_for_pages(void **state)
{
    struct site s = { .settings = by_hand_settings("memory") };
    char        sid[40], again[40], as_cookie[64], salt[64];

    (void)state;
    s.desk.hall = by_hand_open(s.settings);
    assert_int_equal(ask(&s, METHOD_POST, "/snakes/register", "", "login=boa&name=Boa&salt=deadbeef&hash=" STORED), 200);
    log_in(&s);

    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", s.cookie, ""), 200);
    cut(&s.reply, "SessionId=\"", '"', sid, sizeof sid);
    assert_non_null(strstr(s.reply.at, "BaseUrl=\"/snakes/\""));
    assert_non_null(strstr(s.headers.at, "Content-Security-Policy:"));
    assert_ping(&s, sid, "ack");
    assert_ping(&s, strchr(s.cookie, '=') + 13, "relogin"); /* the cookie is no Sid, and speaks for nobody */
    assert_int_equal(ask(&s, METHOD_POST, "/snakes/ajax", s.cookie, "Request=ping"), 200);
    assert_string_equal(member(&s.reply, "Response", salt), "nack");
    snprintf(as_cookie, sizeof as_cookie, "snakesid=%s", sid);
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", as_cookie, ""), 303);

    /* With the cookie no login is needed. */
    assert_int_equal(ask(&s, METHOD_POST, "/snakes/logindata", s.cookie, ""), 200);
    assert_string_equal(member(&s.reply, "Salt", salt), "deadbeef");

    /* Each page is another session; logging out ends the cookie, not the
     * sessions. */
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", s.cookie, ""), 200);
    cut(&s.reply, "SessionId=\"", '"', again, sizeof again);
    assert_string_not_equal(again, sid);
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/logout", s.cookie, ""), 303);
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", s.cookie, ""), 303);
    assert_ping(&s, again, "ack");

    hall_close(s.desk.hall);
    settings_free(s.settings);
    buf_release(&s.reply);
    buf_release(&s.headers);
}

/* The sessions of a page survive a restart, too, but not forever. */
static void a_cookie_outlives_the_server(void **state)
{
    static const int64_t month = INT64_C(31) * 24 * HOUR_MS;
    struct folder        folder;
    struct site          s = { 0 };

    (void)state;
    folder_make(&folder);
    s.settings = by_hand_settings(folder.store);
    s.desk.hall = by_hand_open(s.settings);
    assert_int_equal(ask(&s, METHOD_POST, "/snakes/register", "", "login=boa&name=Boa&salt=deadbeef&hash=" STORED), 200);
    log_in(&s);
    hall_close(s.desk.hall);
    s.desk.hall = by_hand_open(s.settings);
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", s.cookie, ""), 200);
    hall_close(s.desk.hall);
    ahead = month + month / 8;
    s.desk.hall = by_hand_open(s.settings);
    assert_int_equal(ask(&s, METHOD_GET, "/snakes/game", s.cookie, ""), 303);
    ahead = 0;
    hall_close(s.desk.hall);
    settings_free(s.settings);
    folder_remove(&folder);
    buf_release(&s.reply);
    buf_release(&s.headers);
}

/* ---- fights for anybody -------------------------------------------------- */

static int look_at(struct desk *d, const char *fight)
{
    char path[96];

    snprintf(path, sizeof path, "/api/v1/snakes/fights/%.63s", fight);
    return desk_http(d, METHOD_GET, path, "", "", "", NULL);
}

/* The same much later; threads would not wake with a clock that was set. */
static int look_later(const struct folder *folder, const char *fight, int64_t ms)
{
    struct site s = { .settings = by_hand_settings(folder->store) };
    char        path[96];

    ahead = ms;
    s.desk.hall = by_hand_open(s.settings);
    snprintf(path, sizeof path, "/api/v1/snakes/fights/%.63s", fight);
    int status = ask(&s, METHOD_GET, path, "", "");
    hall_close(s.desk.hall);
    settings_free(s.settings);
    buf_release(&s.reply);
    buf_release(&s.headers);
    ahead = 0;
    return status;
}

static void fights_are_kept_for_an_hour(void **state)
{
    static char   fight[KEPT_EACH + TOO_MANY][64];
    struct folder folder;
    struct desk   d = { 0 };
    struct buf    reply = { 0 };
    int           kept = 0, last = KEPT_EACH + TOO_MANY - 1;

    (void)state;
    folder_make(&folder);
    desk_open(&d, folder.store, 0);
    for (int i = 0; i <= last; i++) {
        assert_int_equal(
            desk_http(&d, METHOD_POST, "/api/v1/snakes/fights", "", "", "{\"snakes\": [-1, null, -2], \"turns\": 1}", &reply), 201);
        member(&reply, "FightId", fight[i]);
    }
    assert_int_equal(look_at(&d, fight[0]), 401); /* as one that never was */
    for (int i = 0; i <= last; i++)
        kept += look_at(&d, fight[i]) == 200;
    assert_int_equal(kept, KEPT_EACH);
    desk_close(&d);

    assert_int_equal(look_later(&folder, fight[last], HOUR_MS - 60 * 1000), 200);
    assert_int_equal(look_later(&folder, fight[last], HOUR_MS + 1000), 401);
    folder_remove(&folder);
    buf_release(&reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cookie_is_for_pages),
        cmocka_unit_test(a_cookie_outlives_the_server),
        cmocka_unit_test(fights_are_kept_for_an_hour),
    };

    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
