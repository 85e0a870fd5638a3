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

    assert_int_equal(jin_parse(str_of(text), LIMIT_JSON_DEPTH, 0, &doc), ERR_OK);
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

/* "[0,0,...]" with so many values, the array included. */
static bool parses_list_of(size_t values)
{
    struct buf text = { 0 };

    for (size_t i = 1; i < values; i++)
        buf_text(&text, i == 1 ? "[0" : ",0");
    buf_char(&text, ']');
    bool good = parses(buf_view(&text), 0);
    buf_release(&text);
    return good;
}

static void number_of_values_is_limited(void **unused)
{
    (void)unused;
    assert_true(parses_list_of(LIMIT_JSON_VALUES));
    assert_false(parses_list_of(LIMIT_JSON_VALUES + 1));
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

/* What yajl would take, or takes only half of. */
static void no_more_than_json(void **unused)
{
    static const struct str bad[] = {
        STR("[\"\\ud800\\u0041\"]"), /* half pairs: before a letter, ... */
        STR("[\"\\ud800\\n\"]"),
        STR("[\"\\ud800x\"]"),
        STR("[\"\\ud800\\ud800\\udc00\"]"), /* ... before a whole one, ... */
        STR("[\"\\ud83d\\ude00\\ude00\"]"), /* ... behind one, ... */
        STR("{\"\\udfff\":1}"),             /* ... in a key, ... */
        STR("[\"\\\\\\ud800\"]"),           /* ... behind a backslash */
        STR("[\"\\ud800"),
        STR("[\"\\ud800\\"),
        STR("[\"\\ud800\\u"),
        STR("[\"\\ud83d\\ude0\"]"),
        STR("[\"\xC1\xBF\"]"), /* overlong: two, three, four bytes */
        STR("[\"\xE0\x80\x80\"]"),
        STR("[\"\xE0\x9F\xBF\"]"),
        STR("[\"\xF0\x80\x80\x80\"]"),
        STR("[\"\xF0\x8F\xBF\xBF\"]"),
        STR("{\"\xC0\x80\":1}"),
        STR("[\"\xE2\x82\"]"), /* cut short */
        STR("[\v1]"),          /* no blanks of JSON */
        STR("[1,\f2]"),
        STR("\f{}"),
        STR("{}\v"),
        STR("[\"\v\"]"),
        STR("{} \"a"), /* behind the end: what has none itself, ... */
        STR("{} \""),
        STR("[] tru"),
        STR("[]-"),
        STR("[] /"),
        STR("[] /* no */"), /* ... and more */
        STR("[]\0"),
        STR("[] \xE2\x82\xAC"),
        STR("[1\0]"),
        STR("[true\0]"),
        STR("[[]"),
        STR("[\"a"),
        STR("{\"a\":"),
        STR("[-"),
        STR("\t\r\n"),
    };
    static const struct str good[] = {
        STR("[\"\\\\ud800\"]"), /* no escape of ours: a backslash and letters */
        STR("[\"\\uD800\\uDC00\\uDBFF\\uDFFF\\uD7FF\\uE000\\uFFFF\"]"),
        STR("[\"\xC2\x80\xE0\xA0\x80\xED\x9F\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"]"),
        STR("[\"\\u000b\\u000c\\f\"]"),
        STR("{}\r\n\t "),
    };

    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        for (unsigned flags = 0; flags < 16; flags++)
            assert_false(parses(bad[i], flags));
    for (size_t i = 0; i < ARRAY_LEN(good); i++)
        for (unsigned flags = 0; flags < 16; flags++)
            assert_true(parses(good[i], flags));
}

static void scalars_at_the_top_are_refused(void **unused)
{
    static const char *const texts[] = {
        "7", " 7 ", "-0", "7.5", "7e1", "null", "false", "\"\"", "\"a\"", "7 7", "nul", "\"a", ""
    };

    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        for (unsigned flags = 0; flags < 16; flags++)
            assert_false(parses(str_of(texts[i]), flags));
}

/* {"k0":0,"k1":1,...}, but member `twin` is named as the first. */
static void many_members(size_t n, size_t twin, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%c\"k%zu\":%zu", i ? ',' : '{', i == twin ? 0 : i, i);
    buf_char(out, '}');
}

static void last_of_twins_stands_in_the_place_of_the_first(void **unused)
{
    static const size_t sizes[] = { 2, 5, 16, 17, 18, 300, 50000 };
    struct buf          text = { 0 };

    (void)unused;
    for (size_t s = 0; s < 2 * ARRAY_LEN(sizes); s++) {
        size_t            n = sizes[s / 2], twin = s % 2 ? n - 1 : n / 2;
        struct jin       *doc;
        struct jin_member m = { 0 };

        many_members(n, 0, &text);
        assert_true(parses(buf_view(&text), 0));
        many_members(n, twin, &text);
        assert_false(parses(buf_view(&text), 0));
        assert_int_equal(jin_parse(buf_view(&text), 1, JIN_LAST_WINS, &doc), ERR_OK);
        assert_int_equal(jin_count(doc), n - 1);
        assert_true(jin_next(doc, &m) && str_is(m.key, "k0"));
        assert_int_equal(jin_int_or(m.value, -1), twin);
        for (size_t i = 1; i < n; i++)
            if (i != twin)
                assert_true(jin_next(doc, &m) && jin_int_or(m.value, -1) == (int64_t)i);
        assert_false(jin_next(doc, &m));
        jin_free(doc);
    }
    buf_release(&text);
}

/* Also when all are the same, and when a key is the beginning of another. */
static void twins_in_crowds(void **unused)
{
    struct buf  text = { 0 };
    struct jin *doc;

    (void)unused;
    for (int i = 0; i < 50000; i++)
        buf_printf(&text, "%c\"\":%d,\"%d\":%d", i ? ',' : '{', i, i % 7, i);
    buf_char(&text, '}');
    assert_false(parses(buf_view(&text), 0));
    assert_int_equal(jin_parse(buf_view(&text), 1, JIN_LAST_WINS, &doc), ERR_OK);
    buf_clear(&text);
    jin_dump(doc, &text);
    assert_string_equal(text.at,
                        "{\"\":49999,\"0\":49994,\"1\":49995,\"2\":49996,\"3\":49997,\"4\":49998,\"5\":49999,\"6\":49993}");
    jin_free(doc);

    buf_clear(&text);
    for (int i = 0; i < 300; i++)
        buf_printf(&text, "%c\"%0*d\":1", i ? ',' : '{', i + 1, 0); /* "0", "00", "000" ... */
    buf_char(&text, '}');
    assert_true(parses(buf_view(&text), 0));
    buf_release(&text);
}

static void long_arrays_are_read_by_index(void **unused)
{
    enum { N = 200000 };
    struct buf  text = { 0 };
    struct jin *doc;

    (void)unused;
    for (int i = 0; i < N; i++)
        buf_printf(&text, "%c%d", i ? ',' : '[', i);
    buf_char(&text, ']');
    assert_int_equal(jin_parse(buf_view(&text), 1, 0, &doc), ERR_OK);
    assert_int_equal(jin_count(doc), N);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(jin_int_or(jin_at(doc, i), -1), i);
    for (size_t i = N; i-- > 0;)
        assert_int_equal(jin_int_or(jin_at(doc, i), -1), i);
    assert_null(jin_at(doc, N));
    jin_free(doc);
    buf_release(&text);
}

static void deep_documents_read_back(void **unused)
{
    enum { DEEP = 2000 };
    struct buf        text = { 0 }, back = { 0 };
    struct jin       *doc = NULL;
    const struct jin *v;
    unsigned          depth = 0;

    (void)unused;
    for (int i = 0; i < DEEP / 2; i++)
        buf_text(&text, "[0,{\"a\":");
    assert_int_equal(jin_parse(buf_view(&text), DEEP, 0, &doc), ERR_MALFORMED); /* no end */
    buf_text(&text, "1");
    for (int i = 0; i < DEEP / 2; i++)
        buf_text(&text, ",\"b\":2},3]");
    assert_int_equal(jin_parse(buf_view(&text), DEEP - 1, 0, &doc), ERR_MALFORMED);
    assert_int_equal(jin_parse(buf_view(&text), DEEP, 0, &doc), ERR_OK);
    for (v = doc; jin_kind(v) != JIN_INT; depth++)
        v = jin_kind(v) == JIN_ARRAY ? jin_at(v, 1) : jin_get(v, "a");
    assert_int_equal(depth, DEEP);
    jin_dump(doc, &back);
    assert_true(str_eq(buf_view(&back), buf_view(&text)));
    jin_free(doc);
    buf_release(&text);
    buf_release(&back);
    /* Depth is what is open, not what has been. */
    assert_int_equal(jin_parse(STR("[[],[],{},{\"a\":1},[1]]"), 2, 0, &doc), ERR_OK);
    jin_free(doc);
    assert_int_equal(jin_parse(STR("[]"), 0, 0, &doc), ERR_MALFORMED);
}

/* They are copies, and a NUL stands behind each. */
static void strings_outlive_the_text(void **unused)
{
    enum { LONG = 100000 };
    struct buf  text = { 0 };
    struct str  s;
    struct jin *doc;

    (void)unused;
    buf_text(&text, "{\"short\":\"\\u20AC\",\"long\":[\"");
    for (int i = 0; i < LONG; i++)
        buf_text(&text, "x\\n");
    buf_text(&text, "\",\"\"]}");
    assert_int_equal(jin_parse(buf_view(&text), 2, 0, &doc), ERR_OK);
    memset(text.at, '?', text.len);
    buf_release(&text);
    assert_string_equal(jin_str_or(jin_get(doc, "short"), "").at, "\xE2\x82\xAC");
    assert_true(jin_string(jin_at(jin_get(doc, "long"), 0), &s));
    assert_int_equal(s.len, 2 * LONG);
    assert_int_equal(strspn(s.at, "x\n"), 2 * LONG);
    assert_string_equal(jin_str_or(jin_at(jin_get(doc, "long"), 1), "no").at, "");
    jin_free(doc);
}

static void big_numbers(void **unused)
{
    static const struct {
        const char *text;
        double      real;
    } cases[] = {
        { "9223372036854775808", 0x1p63 },
        { "-9223372036854775809", -0x1p63 },
        { "123456789012345678901234567890", 123456789012345678901234567890.0 },
        { "1e309", 1e308 },
        { "-1e309", -1e308 },
        { "1.7976931348623159e308", 1e308 },
        { "-0.1e99999999999999999999", -1e308 },
        { "1e-999", 0.0 }, /* too small is no error, ever */
    };
    struct buf  digits = { 0 };
    struct jin *doc = NULL;
    double      real;

    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        buf_clear(&digits);
        buf_printf(&digits, "[%s]", cases[i].text);
        assert_int_equal(jin_parse(buf_view(&digits), 1, JIN_BIG_IS_REAL, &doc), ERR_OK);
        assert_int_equal(jin_kind(jin_at(doc, 0)), JIN_REAL);
        assert_true(jin_real(jin_at(doc, 0), &real) && real == cases[i].real);
        jin_free(doc);
        assert_int_equal(parses(buf_view(&digits), 0), cases[i].real == 0.0);
    }
    buf_clear(&digits);
    buf_text(&digits, "[-1");
    for (int i = 0; i < 5000; i++)
        buf_char(&digits, '0');
    buf_char(&digits, ']');
    assert_false(parses(buf_view(&digits), 0));
    assert_int_equal(jin_parse(buf_view(&digits), 1, JIN_BIG_IS_REAL, &doc), ERR_OK);
    assert_true(jin_real(jin_at(doc, 0), &real) && real == -1e308);
    jin_free(doc);
    buf_release(&digits);
}

static void dump_has_one_form(void **unused)
{
    static const struct {
        const char *text, *dump;
    } cases[] = {
        { " [ 1 , { \"a\" : null } ] ", "[1,{\"a\":null}]" },
        { "[[],{},\"\"]", "[[],{},\"\"]" },
        { "-0", "0" },
        { "-9223372036854775808", "-9223372036854775808" },
        { "1.0", "1.0" },
        { "-0.0", "-0.0" },
        { "100.0", "100.0" },
        { "1E2", "100.0" },
        { "0.1", "0.1" },
        { "0.30000000000000004", "0.3" },
        { "1e15", "1e15" },
        { "123456789012345.0", "123456789012345.0" },
        { "1e+20", "1e20" },
        { "1e-7", "1e-7" },
        { "12.5e-100", "1.25e-99" },
        { "0.0001", "0.0001" },
        { "\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"", "\"/\\b\\f\\n\\r\\t\\\\\\\"\"" },
        { "\"\\u0001\\u001f\\u007F\\u00e9\\ud83d\\ude00\"", "\"\\u0001\\u001F\x7F\xC3\xA9\xF0\x9F\x98\x80\"" },
        { "{\"\\n\":true}", "{\"\\n\":true}" },
    };
    struct buf  out = { 0 };
    struct jin *doc;

    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        buf_clear(&out);
        buf_printf(&out, "[%s]", cases[i].text);
        doc = parsed(out.at);
        buf_clear(&out);
        jin_dump(jin_at(doc, 0), &out);
        assert_string_equal(out.at, cases[i].dump);
        jin_free(doc);
    }
    assert_int_equal(jin_parse(STR("[\"a\\u0000b\"]"), 1, JIN_NUL_TOO, &doc), ERR_OK);
    buf_clear(&out);
    jin_dump(doc, &out);
    assert_string_equal(out.at, "[\"a\\u0000b\"]");
    jin_free(doc);
    buf_clear(&out);
    jin_dump(NULL, &out); /* what is not there has no text */
    assert_int_equal(out.len, 0);
    buf_release(&out);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_strict_json),
        cmocka_unit_test(flags_allow_more),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(number_of_values_is_limited),
        cmocka_unit_test(numbers),
        cmocka_unit_test(absent_answers_everything),
        cmocka_unit_test(members_come_in_order),
        cmocka_unit_test(dump_is_compact),
        cmocka_unit_test(no_more_than_json),
        cmocka_unit_test(scalars_at_the_top_are_refused),
        cmocka_unit_test(last_of_twins_stands_in_the_place_of_the_first),
        cmocka_unit_test(twins_in_crowds),
        cmocka_unit_test(long_arrays_are_read_by_index),
        cmocka_unit_test(deep_documents_read_back),
        cmocka_unit_test(strings_outlive_the_text),
        cmocka_unit_test(big_numbers),
        cmocka_unit_test(dump_has_one_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
