/* Whose ask is next: addresses take turns by what they cost. */
#include "kit/cmocka.h"

#include "hall/internal.h"

#include <stdio.h>

static struct turns *turns;

static int setup(void **state)
{
    (void)state;
    turns = calloc(1, sizeof *turns);
    turns->secret = 0x9E3779B97F4A7C15; /* so that these addresses have lanes of their own */
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (struct ask *ask; (ask = turns__next(turns));)
        ask_free(ask);
    free(turns);
    return 0;
}

static void come(const char *peer, uint64_t conn)
{
    struct ask *ask = ask_new(peer ? ASK_HTTP : ASK_INTERNAL, conn, NULL, 0);

    if (peer)
        snprintf(ask->peer, sizeof ask->peer, "%s", peer);
    turns__add(turns, ask);
}

/* The number of the next one, which takes so long. */
static uint64_t serve(int64_t us)
{
    struct ask *ask = turns__next(turns);

    if (!ask)
        return 0;
    uint64_t conn = ask->conn;
    ask_free(ask);
    turns__charge(turns, us);
    return conn;
}

static void one_address_keeps_its_order(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 50; i++)
        come("10.0.0.1", i);
    assert_int_equal(turns->asks, 50);
    for (uint64_t i = 1; i <= 50; i++)
        assert_int_equal(serve(100), i);
    assert_int_equal(serve(1), 0);
    assert_int_equal(turns->asks, 0);
    assert_false(turns__any(turns));
}

/* However long the queue of one is, another one waits for at most one of it. */
static void a_flood_waits_for_itself(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++)
        come("10.0.0.1", 1);
    for (int i = 0; i < 500; i++)
        assert_int_equal(serve(100), 1);
    for (int i = 0; i < 20; i++) {
        come("10.0.0.2", 2);
        uint64_t first = serve(10), second = first == 2 ? 2 : serve(10);
        assert_int_equal(second, 2);
        serve(100);
    }
}

/* Both have much to ask: who costs ten times as much is served a tenth as often. */
static void shares_are_of_time(void **state)
{
    int served[3] = { 0 };

    (void)state;
    for (int i = 0; i < 2000; i++) {
        come("10.0.0.1", 1);
        come("10.0.0.2", 2);
    }
    for (int i = 0; i < 1100; i++) {
        struct ask *ask = turns__next(turns);

        served[ask->conn]++;
        turns__charge(turns, ask->conn == 1 ? 1000 : 100);
        ask_free(ask);
    }
    assert_in_range(served[1], 95, 105);
    assert_in_range(served[2], 995, 1005);
}

/* Who was away for long does not get all of that time at once. */
static void absence_earns_nothing(void **state)
{
    int served[3] = { 0 };

    (void)state;
    for (int i = 0; i < 1000; i++)
        come("10.0.0.1", 1);
    for (int i = 0; i < 500; i++)
        serve(100);
    for (int i = 0; i < 400; i++)
        come("10.0.0.2", 2);
    for (int i = 0; i < 200; i++)
        served[serve(100)]++;
    assert_in_range(served[1], 95, 105);
}

/* Results of jobs get more than a single address does. */
static void results_have_a_larger_share(void **state)
{
    int served[3] = { 0 };

    (void)state;
    for (int i = 0; i < 1000; i++) {
        come("10.0.0.1", 1);
        come(NULL, 2);
    }
    for (int i = 0; i < 170; i++)
        served[serve(160)]++;
    assert_in_range(served[1], 5, 20);
    assert_true(served[2] >= 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_address_keeps_its_order, setup, teardown),
        cmocka_unit_test_setup_teardown(a_flood_waits_for_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(shares_are_of_time, setup, teardown),
        cmocka_unit_test_setup_teardown(absence_earns_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(results_have_a_larger_share, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
