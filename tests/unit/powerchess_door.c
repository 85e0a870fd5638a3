/* The Power Chess door where no single connection shows it: who is told first,
 * and what happens when the store fails. Then whoever asked gets ERROR, nobody
 * else hears anything, the same message works a moment later, and a creator who
 * left meanwhile takes the waiting game away after all. */
#include "unit/powerchess_scene.h"

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
#define ACTION(from, to) "{\"type\":4,\"gameId\":%lld,\"playerId\":%lld,\"action\":1,\"move\":{\"from\":" from ",\"to\":" to "}}"
#define SQUARE(row, col) "{\"row\":" #row ",\"col\":" #col "}"
#define MOVE ACTION(SQUARE(1, 4), SQUARE(3, 4))

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

/* Whoever acts first, then the opponent, then the lobby; a last move's update
 * comes before the end that it causes. */
static void the_sender_is_told_first(void **state)
{
    static const struct {
        int         peer;
        const char *format, *order;
    } steps[] = {
        { BOB, JOIN, "BAH" },
        { ANN, ACTION(SQUARE(1, 5), SQUARE(2, 5)), "AB" },
        { BOB, ACTION(SQUARE(6, 4), SQUARE(4, 4)), "BA" },
        { BOB, "{\"type\":3,\"gameId\":%lld,\"playerId\":%lld}", "A" },
        { ANN, ACTION(SQUARE(1, 6), SQUARE(3, 6)), "AB" },
        { BOB, ACTION(SQUARE(7, 3), SQUARE(3, 7)), "BBAA" },
    };
    struct scene *s = scene_open();

    (void)state;
    step(s, ANN, ASK_TEXT,
         "{\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true,\"test\":{\"powers\":false}}");
    assert_string_equal(s->order.at, "AH");
    s->game = number(s, ANN, "\"gameId\":");
    s->player[ANN] = number(s, ANN, "\"playerId\":");
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        say(s, steps[i].peer, steps[i].format);
        assert_string_equal(s->order.at, steps[i].order);
        if (i == 0)
            s->player[BOB] = number(s, BOB, "\"playerId\":");
    }
    for (int peer = ANN; peer <= BOB; peer++)
        assert_true(strstr(s->heard[peer].at, "{\"type\":5,") < strstr(s->heard[peer].at, "{\"type\":2,"));
    scene_close(s);
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
        cmocka_unit_test(the_sender_is_told_first),
        cmocka_unit_test(a_lost_game_can_be_created_again),
        cmocka_unit_test(a_lost_seat_is_still_free),
        cmocka_unit_test(a_lost_move_can_be_made_again),
        cmocka_unit_test(a_creator_who_left_unnoticed_takes_the_game_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
