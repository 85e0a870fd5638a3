/* Texts kept by number, where others take their places. */
#include "kit/cmocka.h"

#include "base/shelf.h"

static void keeps_what_was_put(void **state)
{
    struct shelf shelf = { 0 };

    (void)state;
    assert_int_equal(shelf_get(&shelf, 0).len, 0);
    shelf_put(&shelf, 7, STR("seven"));
    shelf_put(&shelf, 8, STR("eight"));
    assert_true(str_is(shelf_get(&shelf, 7), "seven"));
    assert_true(str_is(shelf_get(&shelf, 8), "eight"));
    shelf_put(&shelf, 7, STR("7"));
    assert_true(str_is(shelf_get(&shelf, 7), "7"));
    shelf_release(&shelf);
    assert_int_equal(shelf_get(&shelf, 7).len, 0);
}

static void another_takes_the_place(void **state)
{
    struct shelf shelf = { 0 };

    (void)state;
    shelf_put(&shelf, 7, STR("seven"));
    shelf_put(&shelf, 7 + SHELF_TEXTS, STR("another"));
    assert_int_equal(shelf_get(&shelf, 7).len, 0);
    assert_true(str_is(shelf_get(&shelf, 7 + SHELF_TEXTS), "another"));
    shelf_drop(&shelf, 7); /* which is not there */
    assert_true(str_is(shelf_get(&shelf, 7 + SHELF_TEXTS), "another"));
    shelf_drop(&shelf, 7 + SHELF_TEXTS);
    assert_int_equal(shelf_get(&shelf, 7 + SHELF_TEXTS).len, 0);
    shelf_release(&shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_put),
        cmocka_unit_test(another_takes_the_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
