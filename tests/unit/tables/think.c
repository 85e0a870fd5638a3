/* How computer players share the time when many are asked at once. The threads
 * are counted, not run: a step is a millisecond. */
#include "kit/by_hand.h"

#include "tables/inside.h"

enum { THREADS = 2, LIMIT_MS = 1000, MIN_MS = 10, ASKED_MAX = 400 };
#define NO_CLOCK INT64_MAX

static int64_t share_ms(int64_t waited_ms, int waiting)
{
    return think__share_us(LIMIT_MS * 1000, waited_ms * 1000, (struct crowd){ .waiting = waiting, .threads = THREADS }) / 1000;
}

static void a_lone_search_has_the_whole_limit(void **state)
{
    (void)state;
    assert_int_equal(share_ms(0, 0), LIMIT_MS);
    assert_false(think__is_over(LIMIT_MS * 1000, LIMIT_MS * 1000 - 1, LIMIT_MS * 1000 - 1, NO_CLOCK));
    assert_true(think__is_over(LIMIT_MS * 1000, LIMIT_MS * 1000, LIMIT_MS * 1000, NO_CLOCK));
}

static void time_in_the_queue_counts(void **state)
{
    (void)state;
    assert_int_equal(share_ms(LIMIT_MS / 4, 0), LIMIT_MS * 3 / 4);
    assert_int_equal(share_ms(LIMIT_MS, 0), 0);
    assert_int_equal(share_ms(LIMIT_MS * 5, 0), 0);
}

static void those_who_wait_get_their_share(void **state)
{
    (void)state;
    assert_int_equal(share_ms(0, THREADS), LIMIT_MS / 2);
    assert_int_equal(share_ms(0, 18), LIMIT_MS / 10);
    for (int waiting = 1; waiting < 1000; waiting++)
        assert_true(share_ms(0, waiting) <= share_ms(0, waiting - 1));
}

/* What counts is what was computed: a thread that got no core has not searched. */
static void a_search_has_its_minimum(void **state)
{
    (void)state;
    assert_false(think__is_over(0, LIMIT_MS * 1000, MIN_MS * 1000 - 1, NO_CLOCK));
    assert_true(think__is_over(0, MIN_MS * 1000, MIN_MS * 1000, NO_CLOCK));
}

/* On a machine where others compute, a thread may get no core for seconds. */
static void nobody_loses_on_time_for_the_minimum(void **state)
{
    (void)state;
    assert_false(think__is_over(LIMIT_MS * 1000, LIMIT_MS * 5000, 0, 1));
    assert_true(think__is_over(LIMIT_MS * 1000, LIMIT_MS * 5000, 0, 0));
    assert_true(think__is_over(LIMIT_MS * 1000, 0, 0, -1));
}

/* One step of a thread: what it does, or the next in the queue. Returns whether
 * an answer is out. */
static bool step(int *doing, int began[], int now, int *next, int asked, const int asked_at[])
{
    bool over = false;

    if (*doing >= 0) {
        int64_t took = (now - began[*doing]) * 1000;
        int     waiting = 0;

        for (int i = *next; i < asked && asked_at[i] <= now; i++)
            waiting++;
        over = think__is_over(share_ms(began[*doing] - asked_at[*doing], waiting) * 1000, took, took, NO_CLOCK);
    }
    if ((over || *doing < 0) && *next < asked && asked_at[*next] <= now) {
        began[*next] = now;
        *doing = (*next)++;
    } else if (over) {
        *doing = -1;
    }
    return over;
}

/* The longest time to an answer, if they are asked at these times. */
static int longest(int asked, const int asked_at[])
{
    int began[ASKED_MAX], doing[THREADS] = { -1, -1 }, next = 0, most = 0;

    for (int now = 0, done = 0; done < asked; now++)
        for (int i = 0; i < THREADS; i++) {
            int it = doing[i];

            if (step(&doing[i], began, now, &next, asked, asked_at)) {
                most = now - asked_at[it] > most ? now - asked_at[it] : most;
                done++;
            }
        }
    return most;
}

static void all_answers_come_in_time(void **state)
{
    int at_once[20] = { 0 }, late[20] = { 0 }, row[ASKED_MAX], too_many[ASKED_MAX] = { 0 };

    (void)state;
    for (int i = 1; i < 20; i++)
        late[i] = 5; /* when the first has just begun */
    for (int i = 0; i < ASKED_MAX; i++)
        row[i] = i * 26; /* 20 games, each asked every half second */
    assert_in_range(longest(20, at_once), LIMIT_MS * 9 / 10, LIMIT_MS + MIN_MS);
    assert_in_range(longest(20, late), LIMIT_MS * 9 / 10, LIMIT_MS + MIN_MS);
    assert_in_range(longest(ASKED_MAX, row), 1, LIMIT_MS + MIN_MS);
    assert_int_equal(longest(1, at_once), LIMIT_MS);
    /* More than can be: each has its minimum. */
    assert_in_range(longest(ASKED_MAX, too_many), ASKED_MAX / THREADS * MIN_MS, ASKED_MAX / THREADS * (MIN_MS + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_search_has_the_whole_limit),    cmocka_unit_test(time_in_the_queue_counts),
        cmocka_unit_test(those_who_wait_get_their_share),       cmocka_unit_test(a_search_has_its_minimum),
        cmocka_unit_test(nobody_loses_on_time_for_the_minimum), cmocka_unit_test(all_answers_come_in_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
