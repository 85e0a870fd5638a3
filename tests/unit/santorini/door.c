/* The Santorini door when the store fails: nobody is told what was not kept,
 * every line gets one answer or a closed connection, and the seats of clients
 * that left are freed as soon as the store works again. */
#include "unit/santorini/scene.h"

#include <unistd.h>

enum { BOTH = 2 };

static struct scene *two_connected(void)
{
    struct scene *s = scene_open();

    for (int i = 0; i < BOTH; i++)
        step(s, i, ASK_OPENED, "");
    return s;
}

/* From an empty lobby to the first move: who sends what. */
static const struct {
    int         peer;
    const char *line;
} script[] = {
    { 0, "{\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":2}}" },
    { 0, "{\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"ann\"}}}" },
    { 1, "{\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"bob\"}}}" },
    { 0, "{\"type\":\"SELECT_GODS\",\"content\":{\"user\":{\"username\":\"ann\"},\"gods\":[{\"name\":\"Pan\"},{\"name\":\"Zeus\"}]}"
         "}" },
    { 1, "{\"type\":\"CHOOSE_GOD\",\"content\":{\"user\":{\"username\":\"bob\"},\"god\":{\"name\":\"Zeus\"}}}" },
    { 0,
      "{\"type\":\"CHOOSE_FIRST_PLAYER\",\"content\":{\"self\":{\"username\":\"ann\"},\"firstPlayer\":{\"username\":\"bob\"}}}" },
    { 1, "{\"type\":\"PLACE_PAWNS\",\"content\":{\"user\":{\"username\":\"bob\"},\"c1\":{\"x\":0,\"y\":0},\"c2\":{\"x\":4,\"y\":4}}"
         "}" },
    { 0, "{\"type\":\"PLACE_PAWNS\",\"content\":{\"user\":{\"username\":\"ann\"},\"c1\":{\"x\":1,\"y\":1},\"c2\":{\"x\":3,\"y\":3}}"
         "}" },
    { 1, "{\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":\"bob\"},\"id\":0,\"actionIdentifier\":"
         "{\"description\":\"Move\"},\"coordinate\":{\"x\":0,\"y\":1}}}" },
};

static void play_script(struct scene *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        step(s, script[i].peer, ASK_TEXT, script[i].line);
        assert_true(heard(s, script[i].peer, RESULT("true")));
    }
}

/* A move that could not be kept is refused, nobody else is told, and it can be
 * made again. */
static void a_lost_move_is_refused(void **state)
{
    (void)state;
    for (size_t lost = 3; lost < ARRAY_LEN(script); lost++) {
        struct scene *s = two_connected();

        play_script(s, 0, lost);
        store_fail_at(hall_store(s->hall), -1);
        step(s, script[lost].peer, ASK_TEXT, script[lost].line);
        assert_string_equal(s->peer[script[lost].peer].heard.at, RESULT("false"));
        assert_int_equal(s->peer[1 - script[lost].peer].heard.len, 0);
        play_script(s, lost, ARRAY_LEN(script));
        scene_close(s);
    }
}

/* A seat or table that could not be kept ends the lobby: its users would differ
 * from what the clients think. The next lobby is a new one. */
static void a_lost_seat_ends_the_lobby(void **state)
{
    (void)state;
    for (size_t lost = 0; lost < 3; lost++) {
        struct scene *s = two_connected();

        play_script(s, 0, lost);
        store_fail_at(hall_store(s->hall), -1);
        step(s, script[lost].peer, ASK_TEXT, script[lost].line);
        for (int i = 0; i < BOTH; i++) {
            assert_true(heard(s, i, "\"type\":\"Internal error\""));
            assert_false(heard(s, i, "RESULT"));
            assert_true(s->peer[i].told_to_go);
        }
        for (int i = 0; i < BOTH; i++)
            step(s, i, ASK_CLOSED, "");
        for (int i = 0; i < BOTH; i++)
            step(s, i, ASK_OPENED, "");
        play_script(s, 0, ARRAY_LEN(script));
        scene_close(s);
    }
}

/* Somebody left and that could not be kept: the other one is told anyway, and
 * the table is abandoned later. */
static void a_lost_goodbye_is_made_good(void **state)
{
    struct scene *s = two_connected();
    struct table *t;

    (void)state;
    play_script(s, 0, ARRAY_LEN(script));
    store_fail_at(hall_store(s->hall), -1);
    step(s, 0, ASK_CLOSED, "");
    assert_true(heard(s, 1, "\"type\":\"Internal error\""));
    assert_true(s->peer[1].told_to_go);
    t = table_find(s->hall, 1);
    assert_non_null(t);
    assert_int_equal(t->phase, TABLE_RUNNING);
    step(s, 1, ASK_CLOSED, "");
    usleep(1100 * 1000);
    hall_step(s->hall);
    assert_int_equal(table_find(s->hall, 1)->phase, TABLE_ABANDONED);
    scene_close(s);
}

/* The n-th write fails, for every n until none does: always one answer or a
 * closed connection. */
static void every_write_may_fail(void **state)
{
    bool failed = true;

    (void)state;
    for (int n = 1; failed; n++) {
        struct scene *s = two_connected();

        failed = false;
        store_fail_at(hall_store(s->hall), n);
        for (size_t i = 0; i < ARRAY_LEN(script) && !s->peer[0].told_to_go; i++) {
            int peer = script[i].peer;

            step(s, peer, ASK_TEXT, script[i].line);
            if (heard(s, peer, RESULT("true")))
                continue;
            failed = true;
            assert_true(s->peer[peer].told_to_go || strcmp(s->peer[peer].heard.at, RESULT("false")) == 0);
            assert_true(s->peer[peer].told_to_go == s->peer[1 - peer].told_to_go);
            i -= !s->peer[peer].told_to_go; /* again: now it works */
        }
        assert_true(n < 200);
        scene_close(s);
    }
}

/* A client that was cut off for not reading has not left: its connection is
 * lost. */
static void a_cut_off_user_is_lost(void **state)
{
    struct scene *s = two_connected();

    (void)state;
    play_script(s, 0, ARRAY_LEN(script));
    struct ask *ask = ask_new(ASK_CLOSED, s->peer[0].conn, s->route, 0);
    ask->cut_off = true;
    assert_true(hall_submit(s->hall, ask, ask, 1));
    s->peer[0].conn = 0;
    hall_step(s->hall);
    hear(s);
    assert_true(heard(s, 1, "\"type\":\"Connection lost\""));
    assert_true(s->peer[1].told_to_go);
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lost_move_is_refused),      cmocka_unit_test(a_lost_seat_ends_the_lobby),
        cmocka_unit_test(a_lost_goodbye_is_made_good), cmocka_unit_test(a_cut_off_user_is_lost),
        cmocka_unit_test(every_write_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
