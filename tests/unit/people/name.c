/* Names that could be taken for somebody else's are refused, others are not. */
#include "kit/cmocka.h"

#include "base/err.h"
#include "people/name.h"

static void plain_names_are_good(void **state)
{
    static const char *const names[] = { "ann",    "Ann B.",   "a b c",  "Zoë",  "Łukasz", "Ωμέγα", "Анна",
                                         "Ёжик 7", "日本太郎", "김철수", "أحمد", "דוד",    "Ẹ̀kọ́",   "नमस्ते",
                                         "<b>",    "a/b",      "O'Neil", "...",  "1.2.3",  "x_",    "🐢 ann" };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (name_fault(str_of(names[i])))
            fail_msg("%s %s", names[i], name_fault(str_of(names[i])));
}

static void deceiving_names_are_refused(void **state)
{
    static const char *const names[] = {
        "\u0430nn",           /* a Cyrillic letter among Latin ones */
        "\u0391nn",           /* a Greek one */
        "\u0410\u0391",       /* both */
        "a\u0301nn",          /* an accent of its own */
        "\u0438\u0306",       /* the same in Cyrillic */
        "\u0915\u0300\u0301", /* heaped up */
        "an\u200bn",          /* nothing to see */
        "ann\u2800",
        "ann\u3164",
        "\u202enna",
        "ann\U0001d173",
        "\ue000\ue000",
        "ann\U000f0000",
        "ann  b",
        " ann",
        "ann ",
        "_ann",
        "\uff41nn",
        "\U0001d41ann",
        ".",
        "..",
        "127.0.0.1",
        "::1",
        "2001:DB8::1",
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (!name_fault(str_of(names[i])))
            fail_msg("name %zu: %s", i, names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names_are_good),
        cmocka_unit_test(deceiving_names_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
