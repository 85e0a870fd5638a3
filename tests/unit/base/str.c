#include "base/str.h"
#include "kit/cmocka.h"

static void order_is_bytewise_and_prefixes_come_first(void **unused)
{
    static const char *const rising[] = { "", "A", "AA", "Ab", "B", "a", "\xC3\xA9" };

    (void)unused;
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++)
        for (size_t k = 0; k < sizeof rising / sizeof rising[0]; k++) {
            int order = str_cmp(str_of(rising[i]), str_of(rising[k]));

            assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
        }
}

static void equality_sees_nul_bytes_and_lengths(void **unused)
{
    (void)unused;
    assert_true(str_eq(STR("a\0b"), STR("a\0b")));
    assert_false(str_eq(STR("a\0b"), STR("a\0c")));
    assert_false(str_eq(STR("a"), STR("a\0")));
    assert_true(str_eq(STR_NONE, STR("")));
    assert_true(str_is(STR_NONE, ""));
    assert_false(str_is(STR("ab"), "abc"));
}

static void starts_and_trim(void **unused)
{
    (void)unused;
    assert_true(str_starts(STR("abc"), STR("")));
    assert_true(str_starts(STR("abc"), STR("abc")));
    assert_false(str_starts(STR("abc"), STR("abcd")));
    assert_true(str_is(str_trim(STR(" \t a b\t ")), "a b"));
    assert_true(str_is(str_trim(STR(" \t ")), ""));
    assert_true(str_is(str_trim(STR("\na\n")), "\na\n"));
}

/* Joins the parts with '|', so that a case reads as a picture. */
static void parts_of(const char *text, char *out)
{
    struct str rest = str_of(text);

    *out = '\0';
    while (rest.at) {
        struct str part = str_cut(&rest, ',');

        strncat(out, part.at, part.len);
        strcat(out, "|");
    }
}

static void cut_visits_every_part(void **unused)
{
    static const struct {
        const char *text, *parts;
    } cases[] = {
        { "a,b,c", "a|b|c|" }, { "a", "a|" }, { "", "|" }, { ",", "||" }, { "a,,b,", "a||b||" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[64];

        parts_of(cases[i].text, out);
        assert_string_equal(out, cases[i].parts);
    }
}

static void integers(void **unused)
{
    static const struct {
        const char *text;
        bool        good;
        int64_t     value;
    } cases[] = {
        { "0", true, 0 },
        { "-0", true, 0 },
        { "007", true, 7 },
        { "-12", true, -12 },
        { "9223372036854775807", true, INT64_MAX },
        { "-9223372036854775808", true, INT64_MIN },
        { "9223372036854775808", false, 0 },
        { "-9223372036854775809", false, 0 },
        { "99999999999999999999999", false, 0 },
        { "", false, 0 },
        { "-", false, 0 },
        { "+1", false, 0 },
        { " 1", false, 0 },
        { "1 ", false, 0 },
        { "1.0", false, 0 },
        { "0x1", false, 0 },
        { "--1", false, 0 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t value = 42;

        assert_int_equal(str_int(str_of(cases[i].text), &value), cases[i].good);
        assert_true(value == (cases[i].good ? cases[i].value : 42));
    }
}

static void utf8_is_strict(void **unused)
{
    static const char *const good[] = { "",
                                        "plain",
                                        "\x7F",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xEE\x80\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF" };
    static const char *const bad[] = {
        "\x80",             /* a following byte alone */
        "\xC2",             /* cut short */
        "\xC2\x41",         /* followed by a letter */
        "\xC0\x80",         /* overlong NUL */
        "\xC1\xBF",         /* overlong */
        "\xE0\x9F\xBF",     /* overlong in three */
        "\xE2\x82",         /* cut short in three */
        "\xED\xA0\x80",     /* first surrogate */
        "\xED\xBF\xBF",     /* last surrogate */
        "\xF0\x8F\xBF\xBF", /* overlong in four */
        "\xF4\x90\x80\x80", /* above U+10FFFF */
        "\xF5\x80\x80\x80",
        "\xFE",
        "\xFF",
        "a\xF0\x9F\x98",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(str_utf8(str_of(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(str_utf8(str_of(bad[i])));
    assert_true(str_utf8(STR("a\0b")));
}

/* Every code point there is, written here by hand, reads back to itself. */
static void every_code_point_reads_back(void **unused)
{
    (void)unused;
    for (uint32_t c = 1; c <= 0x10FFFF; c++) {
        char        text[5] = { 0 };
        const char *at = text;
        int         n = 0;

        if (c < 0x80) {
            text[n++] = (char)c;
        } else if (c < 0x800) {
            text[n++] = (char)(0xC0 | c >> 6);
        } else if (c < 0x10000) {
            text[n++] = (char)(0xE0 | c >> 12);
            text[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        } else {
            text[n++] = (char)(0xF0 | c >> 18);
            text[n++] = (char)(0x80 | (c >> 12 & 0x3F));
            text[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        }
        if (c >= 0x80)
            text[n++] = (char)(0x80 | (c & 0x3F));

        struct str s = { text, (size_t)n };
        assert_true(str_utf8(s) == (c < 0xD800 || c > 0xDFFF));
        if (!str_utf8(s))
            continue;
        assert_int_equal(str_points(s), 1);
        assert_int_equal(str_utf16(s), c > 0xFFFF ? 2 : 1);
        assert_int_equal(str_next_point(&at), c);
        assert_ptr_equal(at, text + n);
    }
}

static void control_characters(void **unused)
{
    (void)unused;
    assert_false(str_has_control(STR("a b \xC3\xA9")));
    assert_true(str_has_control(STR("a\nb")));
    assert_true(str_has_control(STR("\x7F")));
    assert_true(str_has_control(STR("a\0")));
    assert_true(str_has_control(STR("nna \xE2\x80\xAE"))); /* U+202E: read from right to left */
    assert_true(str_has_control(STR("\xE2\x81\xA6 a")));
    assert_false(str_has_control(STR("\xE2\x80\x94\xE2\x80"))); /* a dash, and half of something */
}

static void copy_fits_or_leaves_nothing(void **unused)
{
    char out[4] = "xyz";

    (void)unused;
    assert_true(str_copy(STR("abc"), out, sizeof out));
    assert_string_equal(out, "abc");
    assert_false(str_copy(STR("abcd"), out, sizeof out));
    assert_string_equal(out, "");
    assert_false(str_copy(STR("a\0b"), out, sizeof out));
    assert_string_equal(out, "");
    assert_true(str_copy(STR_NONE, out, sizeof out));
    assert_string_equal(out, "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_bytewise_and_prefixes_come_first),
        cmocka_unit_test(equality_sees_nul_bytes_and_lengths),
        cmocka_unit_test(starts_and_trim),
        cmocka_unit_test(cut_visits_every_part),
        cmocka_unit_test(integers),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(every_code_point_reads_back),
        cmocka_unit_test(control_characters),
        cmocka_unit_test(copy_fits_or_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
