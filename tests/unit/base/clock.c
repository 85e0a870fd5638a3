/* The hall's time when the system's clock is right, slow, fast, or set. */
#include "kit/cmocka.h"

#include "base/clock.h"

enum { SECOND = 1000000, HOUR_MS = 3600 * 1000 };

static const int64_t begin_us = INT64_C(1700000000) * SECOND;

/* The time after `seconds`, looked at every millisecond, with a clock that is set by
 * `set` seconds after the first of them. In milliseconds since the beginning. */
static int64_t time_after(int seconds, int64_t set)
{
    struct steady_clock c = { 0 };
    int64_t             now = steady_advance(&c, 77, begin_us), before;

    assert_int_equal(now, begin_us / 1000);
    for (int64_t ms = 1; ms <= seconds * INT64_C(1000); ms++) {
        int64_t passed = ms * 1000;

        before = now;
        now = steady_advance(&c, 77 + passed, begin_us + passed + (ms > 1000 ? set * SECOND : 0));
        assert_true(now >= before);
    }
    return now - begin_us / 1000;
}

static void time_goes_with_a_clock_that_is_right(void **state)
{
    (void)state;
    assert_int_equal(time_after(100, 0), 100 * 1000);
}

static void small_differences_are_made_up_for(void **state)
{
    (void)state;
    assert_int_equal(time_after(301, 2), 303 * 1000);
    assert_int_equal(time_after(301, -2), 299 * 1000);
}

static void a_clock_that_is_set_hardly_matters_to_a_game(void **state)
{
    (void)state;
    assert_in_range(time_after(101, 3600), 101 * 1000, 102 * 1000);
    assert_in_range(time_after(101, -3600), 100 * 1000, 101 * 1000);
}

static void it_goes_on_after_a_long_sleep(void **state)
{
    struct steady_clock c = { 0 };

    (void)state;
    steady_advance(&c, 5, begin_us);
    assert_int_equal(steady_advance(&c, 5 + INT64_C(1000) * HOUR_MS, begin_us + INT64_C(1000) * HOUR_MS),
                     begin_us / 1000 + HOUR_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_goes_with_a_clock_that_is_right),
        cmocka_unit_test(small_differences_are_made_up_for),
        cmocka_unit_test(a_clock_that_is_set_hardly_matters_to_a_game),
        cmocka_unit_test(it_goes_on_after_a_long_sleep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
