/* Whom a proxy speaks for: the last address of X-Forwarded-For. */
#include "kit/cmocka.h"

#include "net/head.h"

static const struct {
    const char *value, *want; /* NULL: the address of the connection stays */
} cases[] = {
    { "203.0.113.9", "203.0.113.9" },
    { "10.0.0.1, 203.0.113.9", "203.0.113.9" },
    { "lies, 203.0.113.9,  2001:db8::7 ", "2001:db8::7" },
    { "", NULL },
    { "203.0.113.9, unknown", NULL },
    { "203.0.113.9,", NULL },
    { "203.0.113.9:80", NULL },
    { "1234567890123456789012345678901234567890123456789012345678901234567890", NULL },
};

static void the_last_address_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char peer[48] = "192.0.2.1";
        bool taken = head_forwarded(str_of(cases[i].value), peer);

        assert_int_equal(taken, cases[i].want != NULL);
        assert_string_equal(peer, taken ? cases[i].want : "192.0.2.1");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_last_address_counts) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
