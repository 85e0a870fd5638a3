/* The golden values of the generator: stored games depend on them. */
#include "kit/cmocka.h"

#include "base/rng.h"

static void first_draws_of_seed_zero(void **state)
{
    struct rng r = rng_seeded(0);

    (void)state;
    assert_true(rng_next(&r) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(rng_next(&r) == UINT64_C(0x6E789E6AA1B965F4));
    assert_true(rng_next(&r) == UINT64_C(0x06C45D188009454F));
}

static void below_stays_below_and_meets_all(void **state)
{
    struct rng r = rng_seeded(42);
    unsigned   seen = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t n = rng_below(&r, 7);

        assert_true(n < 7);
        seen |= 1u << n;
    }
    assert_int_equal(seen, 0x7F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_draws_of_seed_zero),
        cmocka_unit_test(below_stays_below_and_meets_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
