#include "base/jout.h"
#include "base/jin.h"
#include "kit/cmocka.h"

#include <math.h>
#include <stdio.h>

static void commas_go_where_they_belong(void **unused)
{
    struct buf  b = { 0 };
    struct jout j = jout_to(&b);

    (void)unused;
    jout_open_object(&j);
    jout_field_int(&j, "i", -1);
    jout_field_array(&j, "empty");
    jout_close_array(&j);
    jout_field_array(&j, "mixed");
    jout_int(&j, 1);
    jout_open_object(&j);
    jout_close_object(&j);
    jout_open_array(&j);
    jout_uint(&j, UINT64_MAX);
    jout_null(&j);
    jout_close_array(&j);
    jout_bool(&j, false);
    jout_close_array(&j);
    jout_field_object(&j, "o");
    jout_field_bool(&j, "t", true);
    jout_field_null(&j, "n");
    jout_close_object(&j);
    jout_field_raw(&j, "raw", STR("[1,2]"));
    jout_field_real(&j, "r", 2.5, 2);
    jout_close_object(&j);
    assert_string_equal(b.at, "{\"i\":-1,\"empty\":[],\"mixed\":[1,{},[18446744073709551615,null],false],"
                              "\"o\":{\"t\":true,\"n\":null},\"raw\":[1,2],\"r\":2.50}");
    buf_release(&b);
}

static void two_documents_in_one_buffer(void **unused)
{
    struct buf b = { 0 };

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct jout j = jout_to(&b);

        jout_open_array(&j);
        jout_int(&j, i);
        jout_close_array(&j);
    }
    assert_string_equal(b.at, "[0][1]");
    buf_release(&b);
}

static void written(struct str s, bool ascii, struct buf *out)
{
    struct jout j = jout_to(out);

    j.ascii = ascii;
    buf_clear(out);
    jout_str(&j, s);
}

static void strings_are_escaped(void **unused)
{
    static const struct {
        struct str  text;
        const char *plain, *ascii;
    } cases[] = {
        { STR(""), "\"\"", "\"\"" },
        { STR("a/b"), "\"a/b\"", "\"a/b\"" },
        { STR("\"\\"), "\"\\\"\\\\\"", "\"\\\"\\\\\"" },
        { STR("\n\r\t"), "\"\\n\\r\\t\"", "\"\\n\\r\\t\"" },
        { STR("\0\x01\x1F"), "\"\\u0000\\u0001\\u001f\"", "\"\\u0000\\u0001\\u001f\"" },
        { STR("\x7F"), "\"\x7F\"", "\"\\u007f\"" },
        { STR("\xC3\xA9"), "\"\xC3\xA9\"", "\"\\u00e9\"" },
        { STR("\xE2\x82\xAC!"), "\"\xE2\x82\xAC!\"", "\"\\u20ac!\"" },
        { STR("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\"", "\"\\ud83d\\ude00\"" },
    };
    struct buf out = { 0 };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        written(cases[i].text, false, &out);
        assert_string_equal(out.at, cases[i].plain);
        written(cases[i].text, true, &out);
        assert_string_equal(out.at, cases[i].ascii);
    }
    buf_release(&out);
}

/* Whatever is written reads back to the same text, in both ways of writing. */
static void every_code_point_reads_back(void **unused)
{
    struct buf out = { 0 }, list = { 0 };

    (void)unused;
    for (uint32_t c = 1; c <= 0x10FFFF; c += c < 0x3000 ? 1 : 97) {
        char        utf8[64];
        struct jin *doc = NULL;
        struct str  back = STR_NONE;

        if (c >= 0xD800 && c <= 0xDFFF)
            continue;
        /* yajl decodes the escape for us: an independent opinion. */
        if (c > 0xFFFF)
            snprintf(utf8, sizeof utf8, "[\"\\u%04x\\u%04x\"]", 0xD800 + ((c - 0x10000) >> 10), 0xDC00 + ((c - 0x10000) & 0x3FF));
        else
            snprintf(utf8, sizeof utf8, "[\"\\u%04x\"]", c);
        assert_int_equal(jin_parse(str_of(utf8), 1, 0, &doc), ERR_OK);
        assert_true(jin_string(jin_at(doc, 0), &back));
        for (int ascii = 0; ascii < 2; ascii++) {
            struct jin *again = NULL;
            struct str  twice = STR_NONE;

            written(back, ascii, &out);
            buf_clear(&list);
            buf_printf(&list, "[%s]", out.at);
            assert_int_equal(jin_parse(buf_view(&list), 1, 0, &again), ERR_OK);
            assert_true(jin_string(jin_at(again, 0), &twice) && str_eq(twice, back));
            jin_free(again);
        }
        jin_free(doc);
    }
    buf_release(&list);
    buf_release(&out);
}

static void keys_of_others_are_escaped(void **unused)
{
    struct buf  b = { 0 };
    struct jout j = jout_to(&b);

    (void)unused;
    jout_open_object(&j);
    jout_key_str(&j, STR("a\"b"));
    jout_int(&j, 1);
    jout_field_str(&j, "s", STR("x"));
    jout_close_object(&j);
    assert_string_equal(b.at, "{\"a\\\"b\":1,\"s\":\"x\"}");
    buf_release(&b);
}

static void reals_that_json_cannot_say_are_null(void **unused)
{
    struct buf  b = { 0 };
    struct jout j = jout_to(&b);

    (void)unused;
    jout_open_array(&j);
    jout_real(&j, NAN, 1);
    jout_real(&j, INFINITY, 1);
    jout_real(&j, -0.25, 1);
    jout_real(&j, 3, 0);
    jout_close_array(&j);
    assert_string_equal(b.at, "[null,null,-0.2,3]");
    buf_release(&b);
}

static void depth_up_to_the_limit(void **unused)
{
    struct buf  b = { 0 };
    struct jout j = jout_to(&b);

    (void)unused;
    for (int i = 0; i < JOUT_DEPTH; i++)
        jout_open_array(&j);
    jout_int(&j, 1);
    jout_int(&j, 2);
    for (int i = 0; i < JOUT_DEPTH; i++)
        jout_close_array(&j);
    assert_int_equal(b.len, 2 * JOUT_DEPTH + 3);
    assert_memory_equal(b.at + JOUT_DEPTH, "1,2", 3);
    buf_release(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_go_where_they_belong), cmocka_unit_test(two_documents_in_one_buffer),
        cmocka_unit_test(strings_are_escaped),         cmocka_unit_test(every_code_point_reads_back),
        cmocka_unit_test(keys_of_others_are_escaped),  cmocka_unit_test(reals_that_json_cannot_say_are_null),
        cmocka_unit_test(depth_up_to_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
