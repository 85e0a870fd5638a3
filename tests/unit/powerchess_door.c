/* The Power Chess door when the store fails: whoever asked gets ERROR, nobody
 * else hears anything, the same message works a moment later, and a creator who
 * left meanwhile takes the waiting game away after all. */
#include "kit/cmocka.h"

#include "base/jin.h"
#include "base/log.h"
#include "cli/cli.h"
#include "hall/table.h"

#include <stdio.h>

enum { ANN, BOB, HOME, PEERS };

extern const struct game powerchess_game;

/* A hall that is stepped by hand; Ann and Bob are at /play, one more at /home. */
struct scene {
    struct settings *settings;
    struct hall     *hall;
    struct buf       heard[PEERS]; /* since the last step, a message a line */
    int64_t          game, player[2];
};

static void nobody_to_wake(void *arg)
{
    (void)arg;
}

static const struct route *route_of(const struct scene *s, int peer)
{
    const struct route *route;

    for (int i = 0; (route = hall_route(s->hall, i)); i++)
        if (strcmp(route->path, peer == HOME ? "/home" : "/play") == 0)
            return route;
    fail();
    return NULL;
}

static void hear(struct scene *s)
{
    for (struct out *out = hall_take_outs(s->hall), *next; out; out = next) {
        int peer = (int)out->conn - 1;

        next = out->next;
        assert_in_range(peer, 0, PEERS - 1);
        assert_int_equal(out->kind, OUT_TEXT);
        buf_str(&s->heard[peer], out_body(out));
        buf_char(&s->heard[peer], '\n');
        out_free(out);
    }
}

static void step(struct scene *s, int peer, enum ask_kind kind, const char *text)
{
    struct ask *ask = ask_new(kind, (uint64_t)peer + 1, route_of(s, peer), strlen(text) + 1);

    memcpy(ask_memory(ask), text, strlen(text));
    ask->body = (struct str){ ask_memory(ask), strlen(text) };
    for (int i = 0; i < PEERS; i++)
        buf_clear(&s->heard[i]);
    assert_true(hall_submit(s->hall, ask, ask, 1));
    hall_step(s->hall);
    hear(s);
}

/* Lets timers fire. */
static void idle(struct scene *s)
{
    for (int i = 0; i < PEERS; i++)
        buf_clear(&s->heard[i]);
    hall_step(s->hall);
    hear(s);
}

static bool heard(const struct scene *s, int peer, const char *part)
{
    return s->heard[peer].len && strstr(s->heard[peer].at, part);
}

static struct scene *scene_open(void)
{
    struct scene *s = calloc(1, sizeof *s);
    char          problem[256] = "";

    log_set_level(LOG_ERROR);
    s->settings = command_settings(&serve_command);
    setting_set(s->settings, "store", "memory");
    if (hall_open(s->settings, nobody_to_wake, NULL, &s->hall, problem) != ERR_OK)
        fail_msg("%s", problem);
    hall_step(s->hall);
    for (int i = 0; i < PEERS; i++) {
        buf_char(&s->heard[i], '\n');
        step(s, i, ASK_OPENED, "");
    }
    assert_string_equal(s->heard[HOME].at, "{\"type\":0,\"games\":{}}\n");
    return s;
}

static void scene_close(struct scene *s)
{
    hall_close(s->hall);
    settings_free(s->settings);
    for (int i = 0; i < PEERS; i++)
        buf_release(&s->heard[i]);
    free(s);
}

static int64_t number(const struct scene *s, int peer, const char *key)
{
    const char *at = strstr(s->heard[peer].at, key);

    assert_non_null(at);
    return atoll(at + strlen(key));
}

#define CREATE "{\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true}"

static void create(struct scene *s)
{
    step(s, ANN, ASK_TEXT, CREATE);
    s->game = number(s, ANN, "\"gameId\":");
    s->player[0] = number(s, ANN, "\"playerId\":");
    assert_true(heard(s, HOME, "{\"type\":1,\"gameId\":"));
}

static void say(struct scene *s, int peer, const char *format)
{
    char text[256];

    snprintf(text, sizeof text, format, (long long)s->game, (long long)s->player[peer]);
    step(s, peer, ASK_TEXT, text);
}

#define JOIN "{\"type\":1,\"gameId\":%lld,\"name\":\"Bob\"}"
#define MOVE                                                                                                                       \
    "{\"type\":4,\"gameId\":%lld,\"playerId\":%lld,\"action\":1,\"move\":{\"from\":{\"row\":1,\"col\":4},\"to\":{\"row\":3,"       \
    "\"col\":4}}}"

static void join(struct scene *s)
{
    say(s, BOB, JOIN);
    s->player[1] = number(s, BOB, "\"playerId\":");
    assert_string_equal(s->heard[ANN].at, "{\"type\":1,\"name\":\"Bob\"}\n");
}

static void assert_error_for(const struct scene *s, int peer)
{
    for (int i = 0; i < PEERS; i++) {
        if (i == peer)
            assert_string_equal(s->heard[i].at, "{\"type\":7}\n");
        else
            assert_int_equal(s->heard[i].len, 0);
    }
}

static void a_lost_game_can_be_created_again(void **state)
{
    static const int fail_at[] = { -1, 1, 2, 3, 4 }; /* the commit, or one of its writes */

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(fail_at); i++) {
        struct scene *s = scene_open();

        store_fail_at(hall_store(s->hall), fail_at[i]);
        step(s, ANN, ASK_TEXT, CREATE);
        assert_error_for(s, ANN);
        store_fail_at(hall_store(s->hall), 0);
        idle(s);
        assert_string_equal(s->heard[HOME].at, "{\"type\":0,\"games\":{}}\n");
        create(s);
        join(s);
        scene_close(s);
    }
}

static void a_lost_seat_is_still_free(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    create(s);
    store_fail_at(hall_store(s->hall), -1);
    say(s, BOB, JOIN);
    assert_error_for(s, BOB);
    idle(s);
    assert_true(heard(s, HOME, "\"name\":\"Ann\""));
    join(s);
    step(s, BOB, ASK_CLOSED, "");
    scene_close(s);
}

static void a_lost_move_can_be_made_again(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    create(s);
    join(s);
    store_fail_at(hall_store(s->hall), -1);
    say(s, ANN, MOVE);
    assert_error_for(s, ANN);
    say(s, ANN, MOVE);
    assert_string_equal(s->heard[ANN].at, "{\"type\":5,\"updates\":[],\"action\":0}\n");
    assert_true(heard(s, BOB, "\"action\":1"));
    scene_close(s);
}

static void a_creator_who_left_unnoticed_takes_the_game_away(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    create(s);
    store_fail_at(hall_store(s->hall), -1);
    step(s, ANN, ASK_CLOSED, "");
    assert_int_equal(s->heard[HOME].len, 0);
    idle(s);
    assert_true(heard(s, HOME, "{\"type\":2,\"gameId\":"));
    assert_true(heard(s, HOME, "{\"type\":0,\"games\":{}}"));
    say(s, BOB, JOIN);
    assert_string_equal(s->heard[BOB].at, "{\"type\":7}\n");
    assert_null(table_next_live(s->hall, &powerchess_game, 0));
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lost_game_can_be_created_again),
        cmocka_unit_test(a_lost_seat_is_still_free),
        cmocka_unit_test(a_lost_move_can_be_made_again),
        cmocka_unit_test(a_creator_who_left_unnoticed_takes_the_game_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
