#include "base/jin.h"
#include "base/limits.h"
#include "kit/cmocka.h"

static bool parses(struct str text, unsigned flags)
{
    struct jin *doc = NULL;
    enum err    err = jin_parse(text, LIMIT_JSON_DEPTH, flags, &doc);

    assert_true(err == ERR_OK || err == ERR_MALFORMED);
    assert_true((err == ERR_OK) == (doc != NULL));
    jin_free(doc);
    return err == ERR_OK;
}

static struct jin *parsed(const char *text)
{
    struct jin *doc = NULL;

    assert_int_equal(jin_parse(str_of(text), LIMIT_JSON_DEPTH, JIN_ANY_TOP, &doc), ERR_OK);
    return doc;
}

static void only_strict_json(void **unused)
{
    static const struct {
        struct str text;
        bool       good;
    } cases[] = {
        { STR("{}"), true },
        { STR("[]"), true },
        { STR(" \t\r\n{ \"a\" : [ 1 , 2 ] } \n"), true },
        { STR("{\"a\":1,\"a\":2}"), false }, /* a key twice */
        { STR("{\"a\":{\"b\":1,\"b\":2}}"), false },
        { STR("{\"a\":1,\"\\u0061\":2}"), false }, /* ... also spelled differently */
        { STR(""), false },
        { STR("   "), false },
        { STR("1"), false }, /* a scalar at the top */
        { STR("{\"a\":1"), false },
        { STR("{\"a\":1}}"), false },
        { STR("{\"a\":1} x"), false },
        { STR("{\"a\":1}{}"), false },
        { STR("{a:1}"), false },
        { STR("{'a':1}"), false },
        { STR("{\"a\":1,}"), false },
        { STR("[1,]"), false },
        { STR("[01]"), false },
        { STR("[+1]"), false },
        { STR("[1.]"), false },
        { STR("[.5]"), false },
        { STR("[0x10]"), false },
        { STR("[NaN]"), false },
        { STR("[Infinity]"), false },
        { STR("[1e999]"), false },
        { STR("[9223372036854775807]"), true },
        { STR("[9223372036854775808]"), false },
        { STR("[tru]"), false },
        { STR("[True]"), false },
        { STR("/* no */ {}"), false },
        { STR("\xEF\xBB\xBF{}"), false }, /* a byte order mark */
        { STR("[\"a\nb\"]"), false },     /* a bare line end in a string */
        { STR("[\"\t\"]"), false },
        { STR("[\"\\x41\"]"), false },
        { STR("[\"\\u12\"]"), false },
        { STR("[\"\\ud800\"]"), false },        /* half a surrogate pair */
        { STR("[\"\\udc00\\ud800\"]"), false }, /* the wrong way round */
        { STR("[\"\\ud83d\\ude00\"]"), true },  /* a whole one */
        { STR("[\"\\u0000\"]"), false },        /* NUL in a string */
        { STR("[\"a\0b\"]"), false },
        { STR("{}\0"), false },
        { STR("[\"\xC0\x80\"]"), false },     /* overlong */
        { STR("[\"\xED\xA0\x80\"]"), false }, /* a surrogate in UTF-8 */
        { STR("[\"\xF4\x90\x80\x80\"]"), false },
        { STR("[\"\xFF\"]"), false },
        { STR("[\"\xE2\x82\xAC\"]"), true },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (parses(cases[i].text, 0) != cases[i].good)
            print_message("%.*s\n", STR_ARG(cases[i].text));
        assert_int_equal(parses(cases[i].text, 0), cases[i].good);
    }
}

static void flags_allow_more(void **unused)
{
    struct jin *doc = NULL;

    (void)unused;
    assert_true(parses(STR("1"), JIN_ANY_TOP));
    assert_true(parses(STR("\"x\""), JIN_ANY_TOP));
    assert_false(parses(STR("x"), JIN_ANY_TOP));
    assert_true(parses(STR("[9223372036854775808]"), JIN_BIG_IS_REAL));
    /* Only they: 7 stays an integer, 7.0 the real that it is. */
    assert_int_equal(
        jin_parse(STR("[9223372036854775807, 9223372036854775808, -9223372036854775809, 7, 7.0, \"9223372036854775808\"]"), 4,
                  JIN_BIG_IS_REAL, &doc),
        ERR_OK);
    for (size_t i = 0; i < jin_count(doc); i++)
        assert_int_equal(jin_kind(jin_at(doc, i)),
                         ((enum jin_kind[]){ JIN_INT, JIN_REAL, JIN_REAL, JIN_INT, JIN_REAL, JIN_STRING })[i]);
    jin_free(doc);
    assert_false(parses(STR("[1e999]"), 0));
    assert_true(parses(STR("[1e999, -1.5E+4000, \"1e999\\\"01e999\", 7]"), JIN_BIG_IS_REAL));
    assert_true(parses(STR("{\"a\":-1e999}"), JIN_BIG_IS_REAL));
    for (const char *const *bad = (const char *const[]){ "[01e999]", "[1e999e9]", "[.1e999]", "[1.e999]", "[1e+]", "[--1e999]",
                                                         "[1e999", "[\"1e999]", "[+1e999]", "[1e999\"]", NULL };
         *bad; bad++)
        assert_false(parses(str_of(*bad), JIN_BIG_IS_REAL));

    assert_int_equal(jin_parse(STR("{\"a\":1,\"a\":2}"), 4, JIN_LAST_WINS, &doc), ERR_OK);
    assert_int_equal(jin_int_or(jin_get(doc, "a"), 0), 2);
    jin_free(doc);

    assert_int_equal(jin_parse(STR("[\"a\\u0000b\"]"), 4, JIN_NUL_TOO, &doc), ERR_OK);
    assert_true(str_eq(jin_str_or(jin_at(doc, 0), ""), STR("a\0b")));
    jin_free(doc);
    assert_false(parses(STR("[\"a\0b\"]"), JIN_NUL_TOO)); /* the bare byte is no JSON */
    assert_false(parses(STR("{\"a\\u0000\":1}"), JIN_NUL_TOO));
}

/* `depth` brackets around nothing. */
static bool nests(unsigned depth, unsigned allowed, char open, char close)
{
    struct buf  text = { 0 };
    struct jin *doc = NULL;

    for (unsigned i = 0; i < depth; i++)
        open == '[' ? buf_char(&text, open) : buf_text(&text, i ? "\"a\":{" : "{");
    for (unsigned i = 0; i < depth; i++)
        buf_char(&text, close);
    enum err err = jin_parse(buf_view(&text), allowed, 0, &doc);
    jin_free(doc);
    buf_release(&text);
    return err == ERR_OK;
}

static void depth_is_limited(void **unused)
{
    (void)unused;
    assert_true(nests(1, 1, '[', ']'));
    assert_false(nests(2, 1, '[', ']'));
    assert_true(nests(LIMIT_JSON_DEPTH, LIMIT_JSON_DEPTH, '{', '}'));
    assert_false(nests(LIMIT_JSON_DEPTH + 1, LIMIT_JSON_DEPTH, '{', '}'));
    assert_false(nests(1000000, LIMIT_JSON_DEPTH, '[', ']'));
    /* Brackets in strings do not count, also behind escaped quotes. */
    assert_true(parses(STR("[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[[[[[[[[[[[[[[[\"]"), 0));
}

static void numbers(void **unused)
{
    struct jin *doc = parsed("[7, -7, 2.0, 2.5, 1e3, -0.0, 9223372036854775807, 1e300, \"7\", true]");
    int64_t     i = 42;
    double      d = 42;

    (void)unused;
    assert_true(jin_int(jin_at(doc, 0), &i) && i == 7);
    assert_true(jin_int(jin_at(doc, 1), &i) && i == -7);
    assert_true(jin_int(jin_at(doc, 2), &i) && i == 2);
    assert_false(jin_int(jin_at(doc, 3), &i));
    assert_true(jin_int(jin_at(doc, 4), &i) && i == 1000);
    assert_true(jin_int(jin_at(doc, 5), &i) && i == 0);
    assert_true(jin_int(jin_at(doc, 6), &i) && i == INT64_MAX);
    assert_false(jin_int(jin_at(doc, 7), &i)); /* does not fit */
    assert_false(jin_int(jin_at(doc, 8), &i));
    assert_false(jin_int(jin_at(doc, 9), &i));
    assert_true(jin_real(jin_at(doc, 0), &d) && d == 7.0);
    assert_true(jin_real(jin_at(doc, 3), &d) && d == 2.5);
    assert_false(jin_real(jin_at(doc, 8), &d));
    jin_free(doc);
}

static void absent_answers_everything(void **unused)
{
    struct jin       *doc = parsed("{\"a\":{\"b\":[1,\"x\",null]}}");
    const struct jin *a = jin_get(doc, "a"), *b = jin_get(a, "b");
    struct str        s = STR("before");
    bool              flag = true;

    (void)unused;
    assert_int_equal(jin_kind(NULL), JIN_ABSENT);
    assert_int_equal(jin_kind(jin_get(jin_get(doc, "x"), "y")), JIN_ABSENT);
    assert_null(jin_get(b, "c")); /* an array has no members */
    assert_null(jin_at(a, 0));    /* an object no elements */
    assert_null(jin_at(b, 3));
    assert_int_equal(jin_kind(jin_at(b, 2)), JIN_NULL);
    assert_int_equal(jin_count(b), 3);
    assert_int_equal(jin_count(doc), 1);
    assert_int_equal(jin_count(NULL), 0);
    assert_int_equal(jin_int_or(NULL, -5), -5);
    assert_int_equal(jin_int_or(jin_at(b, 1), -5), -5);
    assert_false(jin_string(jin_at(b, 0), &s));
    assert_true(str_is(s, "before"));
    assert_true(str_is(jin_str_or(jin_at(b, 1), "y"), "x"));
    assert_true(str_is(jin_str_or(NULL, "y"), "y"));
    assert_false(jin_bool(jin_at(b, 0), &flag));
    assert_true(jin_bool_or(NULL, true));
    jin_free(doc);
    jin_free(NULL);
}

static void members_come_in_order(void **unused)
{
    struct jin       *doc = parsed("{\"z\":1,\"a\":2,\"\":3}");
    struct jin_member m = { 0 };
    struct buf        keys = { 0 };

    (void)unused;
    while (jin_next(doc, &m)) {
        buf_str(&keys, m.key);
        buf_char(&keys, '=');
        buf_int(&keys, jin_int_or(m.value, 0));
    }
    assert_string_equal(keys.at, "z=1a=2=3");
    buf_release(&keys);
    jin_free(doc);
}

static void dump_is_compact(void **unused)
{
    static const char text[] = "{\"z\":[1,-2,2.5,true,null],\"a\":\"x\\\"\\n\xE2\x82\xAC\"}";
    struct jin       *doc = parsed(text);
    struct buf        out = { 0 };

    (void)unused;
    jin_dump(doc, &out);
    assert_string_equal(out.at, text);
    buf_release(&out);
    jin_free(doc);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_strict_json), cmocka_unit_test(flags_allow_more),          cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(numbers),          cmocka_unit_test(absent_answers_everything), cmocka_unit_test(members_come_in_order),
        cmocka_unit_test(dump_is_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
