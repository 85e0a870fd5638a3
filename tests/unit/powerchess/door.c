/* The Power Chess door across connections: who is told first, and what happens
 * when the store fails. Then the client that asked gets ERROR, nobody else is
 * told anything, the same message works a moment later, and a waiting game
 * whose creator left meanwhile is removed after all. */
#include "kit/folder.h"
#include "unit/powerchess/scene.h"

#include "games/powerchess/dialect/self.h"
#include "hall/internal.h"

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

/* The acting player first, then the opponent, then the lobby; the update of a
 * last move comes before the end of the game. */
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

/* A server that ends leaves a waiting game to the next one, which keeps it for a
 * while. Nobody but the creator can come to it. */
static void a_creator_may_come_back_after_a_restart(void **state)
{
    static const int waits[] = { RETURN_SECONDS - 5, RETURN_SECONDS + 5 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(waits); i++) {
        struct folder folder;
        bool          early = waits[i] < RETURN_SECONDS;

        folder_make(&folder);
        struct scene *s = scene_open_on(folder.store);
        create(s);
        scene_restart(s);
        assert_string_equal(s->heard[HOME].at, "{\"type\":0,\"games\":{}}\n");
        say(s, BOB, JOIN);
        assert_error_for(s, BOB);
        s->hall->clock.now_us += waits[i] * INT64_C(1000000);
        idle(s);
        assert_int_equal(table_next_live(s->hall, &powerchess_game, 0) != NULL, early);
        say(s, ANN, "{\"type\":1,\"gameId\":%lld,\"playerId\":%lld}");
        if (early) {
            assert_int_equal(number(s, ANN, "{\"type\":0,\"gameId\":"), s->game);
            assert_string_equal(s->order.at, "AH");
            join(s);
            s->hall->clock.now_us += RETURN_SECONDS * INT64_C(1000000); /* nothing is left to be swept */
            idle(s);
            assert_int_equal(table_find(s->hall, 1)->phase, TABLE_RUNNING);
        } else {
            assert_error_for(s, ANN);
        }
        scene_close(s);
        folder_remove(&folder);
    }
}

/* The same when another node had the connection and is gone: the game leaves the
 * lobby until its creator comes by another one. Each absence has its own time. */
static void a_creator_may_come_back_by_another_node(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    create(s);
    for (int i = 0; i < 2; i++) {
        orphan(s, ANN);
        assert_true(heard(s, HOME, "{\"type\":2,\"gameId\":"));
        say(s, BOB, JOIN);
        assert_error_for(s, BOB);
        s->hall->clock.now_us += (RETURN_SECONDS - 5) * INT64_C(1000000);
        idle(s);
        say(s, ANN, "{\"type\":1,\"gameId\":%lld,\"playerId\":%lld}");
        assert_int_equal(number(s, ANN, "{\"type\":0,\"gameId\":"), s->game);
        assert_true(heard(s, HOME, "{\"type\":1,\"gameId\":"));
    }
    orphan(s, ANN);
    s->hall->clock.now_us += RETURN_SECONDS * INT64_C(1000000);
    idle(s);
    idle(s);
    assert_null(table_next_live(s->hall, &powerchess_game, 0));
    scene_close(s);
}

/* A commit that fails meanwhile does not send the absent away. */
static void a_failed_commit_leaves_the_absent_alone(void **state)
{
    struct folder folder;

    (void)state;
    folder_make(&folder);
    struct scene *s = scene_open_on(folder.store);
    create(s);
    scene_restart(s);
    store_fail_at(hall_store(s->hall), -1);
    step(s, BOB, ASK_TEXT, CREATE);
    assert_error_for(s, BOB);
    idle(s);
    say(s, ANN, "{\"type\":1,\"gameId\":%lld,\"playerId\":%lld}");
    assert_true(heard(s, ANN, "{\"type\":0,\"gameId\":"));
    scene_close(s);
    folder_remove(&folder);
}

/* The original client moves its piece before it knows that the power did
 * nothing: it is sent the true content of both squares. The pawn on e4 is
 * blocked on all sides. */
static void a_fizzled_move_shows_both_squares(void **state)
{
    static const struct {
        int         power;
        const char *fen;
    } cases[] = {
        { SECOND_EFFORT, "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1" },
        { ADJUST, "4k3/8/8/3ppp2/3PPP2/3PPP2/8/4K3 w - - 0 1" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct scene *s = scene_open();
        char          text[320];

        snprintf(text, sizeof text,
                 "{\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true,"
                 "\"test\":{\"powers\":false,\"fen\":\"%s\"}}",
                 cases[i].fen);
        step(s, ANN, ASK_TEXT, text);
        s->game = number(s, ANN, "\"gameId\":");
        s->player[ANN] = number(s, ANN, "\"playerId\":");
        join(s);
        struct powerchess *g = table_find(s->hall, 1)->state;
        g->phase = PHASE_SELECT;
        g->box_square = 28;
        g->rarity = COMMON;
        g->option[0] = (uint8_t)cases[i].power;
        g->option[1] = SHIELD;
        say(s, ANN,
            "{\"type\":4,\"gameId\":%lld,\"playerId\":%lld,\"action\":2,\"selection\":false,\"followUp\":"
            "{\"from\":" SQUARE(3, 4) ",\"to\":" SQUARE(4, 4) "}}");
        assert_string_equal(s->heard[ANN].at,
                            "{\"type\":5,\"updates\":[{\"row\":3,\"col\":4,\"state\":1,\"piece\":5,\"color\":true},"
                            "{\"row\":4,\"col\":4,\"state\":1,\"piece\":5,\"color\":false}],\"action\":0}\n");
        assert_true(heard(s, BOB, "\"updates\":[],\"action\":1"));
        scene_close(s);
    }
}

/* A table of the protocol has no draws by rule, whatever the hall's have. */
static void the_protocol_knows_no_draw_by_rule(void **state)
{
    struct scene *s = scene_open();

    (void)state;
    create(s);
    assert_int_equal(table_find(s->hall, 1)->setup.option[OPTION_DRAWS], 0);
    assert_int_equal(powerchess_game.options[OPTION_DRAWS].default_value, 1);
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
        cmocka_unit_test(a_creator_may_come_back_after_a_restart),
        cmocka_unit_test(a_creator_may_come_back_by_another_node),
        cmocka_unit_test(a_failed_commit_leaves_the_absent_alone),
        cmocka_unit_test(a_fizzled_move_shows_both_squares),
        cmocka_unit_test(the_protocol_knows_no_draw_by_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
