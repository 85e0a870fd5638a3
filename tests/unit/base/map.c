/* The map beside a plain array under random changes, and counters in a map. */
#include "kit/cmocka.h"

#include "base/map.h"
#include "base/rng.h"
#include "base/str.h"

enum { KEYS = 64, CHANGES = 20000 };

static void same_as_an_array(void **state)
{
    struct map m = { 0 };
    struct rng rng = rng_seeded(1);
    int        values[KEYS], *kept[KEYS + 1] = { 0 };

    (void)state;
    for (int i = 0; i < CHANGES; i++) {
        uint64_t key = 1 + rng_below(&rng, KEYS);
        int     *value = &values[rng_below(&rng, KEYS)];

        if (rng_below(&rng, 2)) {
            map_put(&m, key, value);
            kept[key] = value;
        } else {
            assert_ptr_equal(map_remove(&m, key), kept[key]);
            kept[key] = NULL;
        }
        for (uint64_t k = 1; k <= KEYS; k++)
            assert_ptr_equal(map_get(&m, k), kept[k]);
    }
    map_release(&m);
}

static void counters(void **state)
{
    struct map m = { 0 };

    (void)state;
    assert_int_equal(map_count(&m, 7, 0), 0);
    assert_int_equal(map_count(&m, 7, +1), 1);
    assert_int_equal(map_count(&m, 7, +2), 3);
    assert_int_equal(map_count(&m, 8, +1), 1);
    assert_int_equal(map_count(&m, 7, -2), 1);
    assert_int_equal(m.n, 2);
    assert_int_equal(map_count(&m, 7, -1), 0);
    assert_int_equal(m.n, 1);
    map_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_an_array),
        cmocka_unit_test(counters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
