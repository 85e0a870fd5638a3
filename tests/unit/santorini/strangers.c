/* Strangers at the Santorini door, each from an address of their own: somebody
 * who selects a size and does nothing more, and somebody who keeps closing
 * lobbies, keep nobody else from playing. */
#include "unit/santorini/scene.h"

#include "hall/internal.h"

#define SIZE(n) "{\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":" #n "}}"
#define LOGIN(name) "{\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"" name "\"}}}"
#define HAS_SIZE(n) "\"size\":" #n

enum { ANN, BOB, EVE };

/* A peer's address is its number. */
static void does(struct scene *s, int i, enum ask_kind kind, const char *text)
{
    if (kind == ASK_OPENED) {
        s->peer[i].conn = ++s->conns;
        s->peer[i].told_to_go = false;
    }
    for (int k = 0; k < PEERS; k++) {
        buf_clear(&s->peer[k].heard);
        buf_add(&s->peer[k].heard, "", 0);
    }
    struct ask *ask = ask_new(kind, s->peer[i].conn, s->route, strlen(text) + 1);
    memcpy(ask_memory(ask), text, strlen(text));
    ask->body = (struct str){ ask_memory(ask), strlen(text) };
    snprintf(ask->peer, sizeof ask->peer, "192.0.2.%d", i + 1);
    assert_true(hall_submit(s->hall, ask, ask, 1));
    if (kind == ASK_CLOSED)
        s->peer[i].conn = 0;
    hall_step(s->hall);
    hear(s);
}

/* Everybody answers pings meanwhile. */
static void half_a_minute(struct scene *s)
{
    for (int i = 0; i < 8; i++) {
        s->hall->clock.now_us += 4 * 1000 * 1000;
        for (int k = ANN; k <= EVE; k++)
            if (s->peer[k].conn)
                does(s, k, ASK_TEXT, PING);
    }
}

static int setup(void **state)
{
    *state = scene_open();
    return 0;
}

static int teardown(void **state)
{
    scene_close(*state);
    return 0;
}

static void a_size_that_nobody_waits_for_blocks_nobody(void **state)
{
    struct scene *s = *state;

    does(s, EVE, ASK_OPENED, "");
    does(s, EVE, ASK_TEXT, SIZE(3));
    does(s, ANN, ASK_OPENED, "");
    assert_true(heard(s, ANN, HAS_SIZE(3))); /* as the protocol has it, for a while */
    does(s, ANN, ASK_CLOSED, "");
    half_a_minute(s);
    does(s, ANN, ASK_OPENED, "");
    assert_false(heard(s, ANN, HAS_SIZE(3)));
    does(s, ANN, ASK_TEXT, SIZE(2));
    does(s, ANN, ASK_TEXT, LOGIN("ann"));

    /* Whoever waits in good order is found, however late. */
    half_a_minute(s);
    does(s, BOB, ASK_OPENED, "");
    assert_true(heard(s, BOB, HAS_SIZE(2)));
    does(s, BOB, ASK_TEXT, LOGIN("bob"));
    assert_true(heard(s, BOB, "GODS"));
}

static void whoever_keeps_closing_lobbies_is_set_apart(void **state)
{
    struct scene *s = *state;

    for (int i = 0; i < 3; i++) {
        does(s, ANN, ASK_OPENED, "");
        does(s, EVE, ASK_OPENED, "");
        does(s, EVE, ASK_TEXT, SIZE(2));
        does(s, EVE, ASK_TEXT, LOGIN("eve"));
        does(s, EVE, ASK_CLOSED, "");
        assert_true(heard(s, ANN, "the lobby is closed"));
        does(s, ANN, ASK_CLOSED, "");
    }
    does(s, ANN, ASK_OPENED, "");
    does(s, EVE, ASK_OPENED, "");
    does(s, EVE, ASK_TEXT, SIZE(2));
    assert_false(heard(s, ANN, HAS_SIZE(2)));
    does(s, EVE, ASK_TEXT, LOGIN("eve"));
    does(s, EVE, ASK_CLOSED, "");
    assert_false(heard(s, ANN, "the lobby is closed"));
    does(s, ANN, ASK_TEXT, SIZE(2));
    does(s, ANN, ASK_TEXT, LOGIN("ann"));
    does(s, BOB, ASK_OPENED, "");
    does(s, BOB, ASK_TEXT, LOGIN("bob"));
    assert_true(heard(s, BOB, "GODS"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_size_that_nobody_waits_for_blocks_nobody, setup, teardown),
        cmocka_unit_test_setup_teardown(whoever_keeps_closing_lobbies_is_set_apart, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
