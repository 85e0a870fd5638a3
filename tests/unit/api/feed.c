/* The feed and retried moves where a running server cannot be led: journals
 * longer than a portion, and a store that fails at any write. */
#include "kit/by_hand.h"

#include "base/jin.h"
#include "base/limits.h"

#include <stdio.h>
#include <unistd.h>

enum { LISTENERS = 3, HTTP = 100 };

/* A hall that is stepped by hand. Connections 1 to LISTENERS are feeds. */
struct scene {
    struct settings    *settings;
    struct hall        *hall;
    const struct route *feed, *api;
    uint64_t            http; /* the latest connection of a request */
    struct buf          reply;
    int                 status;
    struct buf          heard[LISTENERS + 1]; /* messages, one a line */
    int                 closed[LISTENERS + 1];
};

static void hear(struct scene *s)
{
    for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
        next = out->next;
        if (out->kind == OUT_REPLY) {
            s->status = out->status;
            buf_clear(&s->reply);
            buf_str(&s->reply, out_body(out));
        } else if (out->kind == OUT_TEXT) {
            buf_str(&s->heard[out->conn], out_body(out));
            buf_char(&s->heard[out->conn], '\n');
        } else {
            s->closed[out->conn] = out->status;
        }
        out_free(out);
    }
}

static void step(struct scene *s)
{
    hall_step(s->hall);
    hear(s);
}

static struct str keep(char **at, const char *text)
{
    struct str kept = { *at, strlen(text) };

    memcpy(*at, text, kept.len);
    *at += kept.len;
    return kept;
}

static void say(struct scene *s, uint64_t conn, enum ask_kind kind, const char *text)
{
    by_hand_submit(s->hall, kind, conn, s->feed, str_of(text));
    step(s);
}

static int http(struct scene *s, enum method method, const char *path, const char *token, const char *key, const char *body)
{
    struct ask *ask = ask_new(ASK_HTTP, ++s->http, s->api, strlen(path) + strlen(token) + strlen(key) + strlen(body) + 1);
    char       *at = ask_memory(ask);

    ask->method = method;
    struct str query = keep(&at, path);
    ask->path = str_cut(&query, '?');
    ask->query = query;
    ask->token = keep(&at, token);
    ask->idempotency_key = keep(&at, key);
    ask->body = keep(&at, body);
    s->status = 0;
    assert_true(hall_submit(s->hall, ask, ask, 1));
    step(s);
    for (int i = 0; i < 2000 && !s->status; i++) { /* the pool has a part in it */
        usleep(1000);
        step(s);
    }
    return s->status;
}

static void guest(struct scene *s, char token[65])
{
    struct jin *doc;

    assert_int_equal(http(s, METHOD_POST, "/api/v1/guest", "", "", ""), 201);
    assert_int_equal(jin_parse(buf_view(&s->reply), 4, 0, &doc), ERR_OK);
    assert_true(str_copy(jin_str_or(jin_get(doc, "token"), ""), token, 65));
    jin_free(doc);
}

static int setup(void **state)
{
    struct scene *s = calloc(1, sizeof *s);

    s->settings = by_hand_settings("memory");
    setting_set(s->settings, "test-mode", "true");
    s->hall = by_hand_open(s->settings);
    s->feed = by_hand_route(s->hall, "/api/v1/feed");
    s->api = by_hand_route(s->hall, "/api/v1/*");
    s->http = HTTP;
    for (uint64_t conn = 1; conn <= LISTENERS; conn++)
        say(s, conn, ASK_OPENED, "");
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    struct scene *s = *state;

    hall_close(s->hall);
    settings_free(s->settings);
    buf_release(&s->reply);
    for (int i = 0; i <= LISTENERS; i++)
        buf_release(&s->heard[i]);
    free(s);
    return 0;
}

/* The sequence numbers of the events that a listener heard are first, first +
 * 1, ...; returns the one after the last, and forgets them. */
static int count_events(struct scene *s, int listener, int first)
{
    struct str rest = buf_view(&s->heard[listener]);

    while (rest.at && rest.len) {
        struct str  line = str_cut(&rest, '\n');
        struct jin *doc;

        assert_int_equal(jin_parse(line, LIMIT_JSON_DEPTH, 0, &doc), ERR_OK);
        if (str_is(jin_str_or(jin_get(doc, "type"), ""), "event"))
            assert_int_equal(jin_int_or(jin_get(doc, "seq"), -1), first++);
        jin_free(doc);
    }
    buf_clear(&s->heard[listener]);
    return first;
}

static bool heard(const struct scene *s, int listener, const char *part)
{
    return s->heard[listener].len && strstr(s->heard[listener].at, part);
}

/* Steps on until a listener has heard of the events before `end`. */
static int level_at(struct scene *s, int listener, int next, int end)
{
    for (int i = 0; i < 400 && next < end; i++) {
        usleep(2500);
        step(s);
        next = count_events(s, listener, next);
    }
    return next;
}

/* Steps on until a listener has heard it. */
static bool hears(struct scene *s, int listener, const char *part)
{
    for (int i = 0; i < 400 && !heard(s, listener, part); i++) {
        usleep(2500);
        step(s);
    }
    return heard(s, listener, part);
}

static const char two_mortals[] = "{\"game\": \"santorini\", \"options\": {\"god1\": \"none\", \"god2\": \"none\"}}";

/* ---- long journals ----------------------------------------------------- */

static void a_long_journal_comes_whole_and_once(void **state)
{
    struct scene *s = *state;
    char          token[65];
    int           next = 0;

    guest(s, token);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables", token, "", two_mortals), 201);
    for (int i = 2; i < 1000; i++)
        assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/chat", token, "", "{\"text\": \"so it goes\"}"), 201);

    buf_clear(&s->heard[1]);
    say(s, 1, ASK_TEXT, "{\"watch\": 1, \"from\": 0}");
    next = level_at(s, 1, next, 1);
    assert_in_range(next, 1, 999); /* a portion only */

    /* What happens meanwhile waits its turn; another listener is level and hears it at once. */
    say(s, 2, ASK_TEXT, "{\"watch\": 1, \"from\": 1000}");
    http(s, METHOD_POST, "/api/v1/tables/1/chat", token, "", "{\"text\": \"meanwhile\"}");
    next = count_events(s, 1, next);
    assert_in_range(next, 1, 999);
    assert_int_equal(count_events(s, 2, 1000), 1001);
    assert_int_equal(level_at(s, 1, next, 1001), 1001);

    /* From now on both are level. */
    http(s, METHOD_POST, "/api/v1/tables/1/chat", token, "", "{\"text\": \"at last\"}");
    assert_int_equal(count_events(s, 1, 1001), 1002);
    assert_int_equal(count_events(s, 2, 1001), 1002);
}

static void a_listener_may_go_while_it_is_behind(void **state)
{
    struct scene *s = *state;
    char          token[65];

    guest(s, token);
    http(s, METHOD_POST, "/api/v1/tables", token, "", two_mortals);
    for (int i = 0; i < 700; i++)
        http(s, METHOD_POST, "/api/v1/tables/1/chat", token, "", "{\"text\": \"so it goes\"}");
    say(s, 1, ASK_TEXT, "{\"watch\": 1, \"from\": 0}");
    say(s, 2, ASK_TEXT, "{\"watch\": 1, \"from\": 0}");
    say(s, 1, ASK_CLOSED, "");
    say(s, 2, ASK_TEXT, "{\"unwatch\": 1}");
    buf_clear(&s->heard[1]);
    buf_clear(&s->heard[2]);
    usleep(50000);
    step(s);
    assert_int_equal(s->heard[1].len, 0);
    assert_int_equal(s->heard[2].len, 0);
}

/* Changes the journal behind the server's back. */
static void meddle(struct scene *s, const char *sql)
{
    char problem[256] = "";

    assert_int_equal(stmt_run(store_prepare(hall_store(s->hall), sql)), ERR_OK);
    assert_int_equal(store_commit(hall_store(s->hall), problem), ERR_OK);
}

/* A running game that has been talked about at length: table 1. */
static void long_game(struct scene *s, char ann[65], char bob[65])
{
    guest(s, ann);
    guest(s, bob);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables", ann, "", two_mortals), 201);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/join", bob, "", ""), 200);
    for (int i = 4; i < 1000; i++)
        assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/chat", ann, "", "{\"text\": \"so it goes\"}"), 201);
}

/* A walk begins at a state that was kept: what is long past is not replayed
 * again, and its damage does not matter. */
static void a_walk_begins_near_its_goal(void **state)
{
    static const char *const paths[] = { "/journal?from=600", "/replay?from=600", "/view?at=600" };
    struct scene            *s = *state;
    char                     ann[65], bob[65], path[64];

    long_game(s, ann, bob);
    meddle(s, "UPDATE journal SET text = 'nonsense' WHERE table_id = 1 AND seq = 3");
    for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
        snprintf(path, sizeof path, "/api/v1/tables/1%s", paths[i]);
        assert_int_equal(http(s, METHOD_GET, path, ann, "", ""), 200);
    }
    buf_clear(&s->heard[1]);
    say(s, 1, ASK_TEXT, "{\"watch\": 1, \"from\": 600}");
    assert_int_equal(level_at(s, 1, 600, 1000), 1000);
    assert_int_equal(s->closed[1], 0);
}

static void a_listener_that_cannot_catch_up_is_sent_away(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65];

    long_game(s, ann, bob);
    meddle(s, "DELETE FROM journal WHERE table_id = 1 AND seq = 850");
    say(s, 1, ASK_TEXT, "{\"watch\": 1, \"from\": 900}");
    assert_int_equal(s->closed[1], 1013);
}

/* All ways to look back, at all positions, tell the same. */
static void every_position_is_found(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65], path[64];

    long_game(s, ann, bob);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/moves", ann, "", "{\"move\": \"place 0 1\"}"), 200);
    for (int at = 1; at <= 1001; at++) {
        snprintf(path, sizeof path, "/api/v1/tables/1/view?at=%d", at);
        assert_int_equal(http(s, METHOD_GET, path, ann, "", ""), 200);
        assert_non_null(strstr(s->reply.at, at < 4 ? "\"view\":null" : at < 1001 ? "\"to_act\":[0]" : "\"to_act\":[1]"));
    }
}

/* Nobody keeps the pool to themselves: what an address has under way is
 * limited, and what was refused can be asked again. */
static void walks_under_way_are_limited(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65];
    int           good = 0, refused = 0;

    long_game(s, ann, bob);
    for (int i = 0; i < LIMIT_WALKS_EACH + 8; i++) {
        struct ask *ask = ask_new(ASK_HTTP, ++s->http, s->api, 64);
        char       *at = ask_memory(ask);

        ask->method = METHOD_GET;
        ask->path = keep(&at, "/api/v1/tables/1/view");
        ask->query = keep(&at, "at=700");
        assert_true(hall_submit(s->hall, ask, ask, 1));
    }
    for (int i = 0; i < 400 && good + refused < LIMIT_WALKS_EACH + 8; i++) {
        hall_step(s->hall);
        for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
            next = out->next;
            good += out->status == 200;
            refused += out->status == 429;
            out_free(out);
        }
        usleep(2500);
    }
    assert_int_equal(good, LIMIT_WALKS_EACH);
    assert_int_equal(refused, 8);
    assert_int_equal(http(s, METHOD_GET, "/api/v1/tables/1/view?at=700", ann, "", ""), 200);
}

/* Pages of a journal that cannot be read to their end are not told by half. */
static void a_journal_with_a_hole_is_not_told(void **state)
{
    static const char *const paths[] = { "/journal", "/replay", "/view?at=30" };
    struct scene            *s = *state;
    char                     ann[65], bob[65], path[64];

    long_game(s, ann, bob);
    meddle(s, "DELETE FROM journal WHERE table_id = 1 AND seq = 20");
    for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
        snprintf(path, sizeof path, "/api/v1/tables/1%s", paths[i]);
        assert_int_equal(http(s, METHOD_GET, path, ann, "", ""), 503);
        assert_non_null(strstr(s->reply.at, "\"code\":\"busy\""));
    }
}

/* Whoever is behind can move: the answer comes at once, the event never. */
static void one_who_is_behind_can_move(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65], auth[100];

    long_game(s, ann, bob);
    snprintf(auth, sizeof auth, "{\"auth\": \"%s\"}", ann);
    say(s, 1, ASK_TEXT, auth);
    say(s, 1, ASK_TEXT, "{\"watch\": 1, \"from\": 0}");
    count_events(s, 1, 0);
    say(s, 1, ASK_TEXT, "{\"move\": \"place 0 1\", \"table\": 1, \"seq\": 1000, \"key\": \"k\"}");
    assert_true(heard(s, 1, "{\"type\":\"made\",\"key\":\"k\",\"table\":1,\"seq\":1000,"));
    assert_false(heard(s, 1, "\"view\":{"));
    http(s, METHOD_POST, "/api/v1/tables/1/chat", ann, "", "{\"text\": \"after it\"}");
    assert_true(hears(s, 1, "{\"type\":\"view\""));
    assert_true(heard(s, 1, "{\"type\":\"event\",\"table\":1,\"seq\":999,"));
    assert_false(heard(s, 1, "{\"type\":\"event\",\"table\":1,\"seq\":1000,"));
    assert_true(heard(s, 1, "{\"type\":\"event\",\"table\":1,\"seq\":1001,"));
}

/* Repeated answers replay the game, so nobody gets them without limit. */
static void repeats_are_limited(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65];
    const char   *move = "{\"move\": \"place 0 1\", \"seq\": 4}";
    int           status = 200;

    setting_set(s->settings, "test-mode", "false");
    hall_close(s->hall);
    s->hall = by_hand_open(s->settings);
    s->api = by_hand_route(s->hall, "/api/v1/*");
    guest(s, ann);
    guest(s, bob);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables", ann, "", two_mortals), 201);
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/join", bob, "", ""), 200);
    for (int i = 0; i < 5000 && status == 200; i++)
        status = http(s, METHOD_POST, "/api/v1/tables/1/moves", ann, "key", move);
    assert_int_equal(status, 429);
}

/* ---- secrets ----------------------------------------------------------- */

/* The setup with its seed is in the journal; it must not be in the feed. */
static void the_seed_is_never_told(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65];

    guest(s, ann);
    guest(s, bob);
    say(s, 1, ASK_TEXT, "{\"lobby\": true}");
    assert_int_equal(
        http(s, METHOD_POST, "/api/v1/tables", ann, "", "{\"game\": \"catan\", \"seats\": 2, \"seed\": 7319475283640}"), 201);
    say(s, 1, ASK_TEXT, "{\"watch\": 1}");
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/join", bob, "", ""), 200);
    http(s, METHOD_POST, "/api/v1/tables/1/ready", ann, "", "");
    assert_int_equal(http(s, METHOD_POST, "/api/v1/tables/1/ready", bob, "", ""), 200);
    assert_true(hears(s, 1, "\"kind\":\"started\""));
    say(s, 2, ASK_TEXT, "{\"watch\": 1}");
    assert_true(hears(s, 2, "\"kind\":\"started\""));
    assert_false(heard(s, 1, "7319475283640"));
    assert_false(heard(s, 2, "7319475283640"));
    http(s, METHOD_GET, "/api/v1/tables/1/journal", "", "", "");
    assert_null(strstr(s->reply.at, "7319475283640"));
    http(s, METHOD_GET, "/api/v1/tables/1/seed", ann, "", "");
    assert_null(strstr(s->reply.at, "7319475283640"));
}

/* ---- a store that fails ------------------------------------------------ */

/* Whatever write of a move fails: it was not made, nobody was told, the feeds
 * are sent away, and the retry makes it once. */
static void a_failed_move_is_made_by_its_retry(void **state)
{
    struct scene *s = *state;
    char          ann[65], bob[65], path[64];
    const char   *move = "{\"move\": \"place 0 1\", \"seq\": 4}";
    int           table = 0, failures = 0;

    guest(s, ann);
    guest(s, bob);
    for (int nth = -1; nth < 10; nth++) {
        if (nth == 0)
            continue;
        table++;
        assert_int_equal(http(s, METHOD_POST, "/api/v1/tables", ann, "", two_mortals), 201);
        snprintf(path, sizeof path, "/api/v1/tables/%d/join", table);
        assert_int_equal(http(s, METHOD_POST, path, bob, "", ""), 200);
        snprintf(path, sizeof path, "{\"watch\": %d, \"from\": 4}", table);
        say(s, 1, ASK_TEXT, path);
        buf_clear(&s->heard[1]);
        s->closed[1] = 0;

        snprintf(path, sizeof path, "/api/v1/tables/%d/moves", table);
        store_fail_at(hall_store(s->hall), nth);
        int status = http(s, METHOD_POST, path, ann, "key", move);
        store_fail_at(hall_store(s->hall), 0);
        if (status == 200)
            break; /* a move makes fewer writes than that */
        failures++;
        assert_int_equal(status, 503);
        assert_non_null(strstr(s->reply.at, "\"code\":\"busy\""));
        assert_int_equal(s->closed[1], 1013);
        assert_false(heard(s, 1, "\"event\""));

        assert_int_equal(http(s, METHOD_POST, path, ann, "key", move), 200);
        assert_non_null(strstr(s->reply.at, "\"seq\":4,"));
        assert_int_equal(http(s, METHOD_POST, path, ann, "key", move), 200);
        assert_non_null(strstr(s->reply.at, "\"seq\":4,"));
        snprintf(path, sizeof path, "/api/v1/tables/%d", table);
        http(s, METHOD_GET, path, ann, "", "");
        assert_non_null(strstr(s->reply.at, "\"seq\":5,"));
    }
    assert_in_range(failures, 2, 9); /* at least the commit and the journal's row */
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_long_journal_comes_whole_and_once),
        TEST(a_listener_may_go_while_it_is_behind),
        TEST(a_walk_begins_near_its_goal),
        TEST(every_position_is_found),
        TEST(walks_under_way_are_limited),
        TEST(a_listener_that_cannot_catch_up_is_sent_away),
        TEST(a_journal_with_a_hole_is_not_told),
        TEST(one_who_is_behind_can_move),
        TEST(repeats_are_limited),
        TEST(the_seed_is_never_told),
        TEST(a_failed_move_is_made_by_its_retry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
