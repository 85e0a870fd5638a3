#include "base/buf.h"
#include "kit/cmocka.h"

static void pieces_join_and_a_nul_follows(void **unused)
{
    struct buf b = { 0 };

    (void)unused;
    buf_text(&b, "a");
    buf_char(&b, ' ');
    buf_str(&b, STR("b\0c"));
    buf_int(&b, INT64_MIN);
    buf_char(&b, ' ');
    buf_uint(&b, UINT64_MAX);
    buf_printf(&b, "[%s %03d]", "x", 7);
    assert_true(str_eq(buf_view(&b), STR("a b\0c-9223372036854775808 18446744073709551615[x 007]")));
    assert_int_equal(b.at[b.len], '\0');
    buf_release(&b);
    assert_null(b.at);
}

static void nothing_added_is_an_empty_text(void **unused)
{
    struct buf b = { 0 };

    (void)unused;
    buf_add(&b, NULL, 0);
    assert_non_null(b.at);
    assert_int_equal(b.len, 0);
    assert_string_equal(b.at, "");
    buf_release(&b);
}

/* Adds growing pieces and compares with what was added, byte by byte. */
static void growth_keeps_every_byte(void **unused)
{
    struct buf    b = { 0 };
    unsigned char piece[997];
    size_t        total = 0;

    (void)unused;
    for (size_t n = 0; n < sizeof piece; n++) {
        for (size_t i = 0; i < n; i++)
            piece[i] = (unsigned char)((total + i) * 31);
        buf_add(&b, piece, n);
        total += n;
        assert_int_equal(b.len, total);
        assert_int_equal(b.at[total], '\0');
    }
    for (size_t i = 0; i < total; i++)
        assert_int_equal((unsigned char)b.at[i], (unsigned char)(i * 31));
    buf_clear(&b);
    assert_int_equal(b.len, 0);
    buf_text(&b, "again");
    assert_string_equal(b.at, "again");
    buf_release(&b);
}

static void room_is_for_the_caller_to_fill(void **unused)
{
    struct buf b = { 0 };

    (void)unused;
    buf_text(&b, "ab");
    memcpy(buf_room(&b, 1000), "cd", 2);
    b.len += 2;
    buf_char(&b, 'e');
    assert_string_equal(b.at, "abcde");
    buf_release(&b);
}

static void detached_memory_is_the_callers(void **unused)
{
    struct buf b = { 0 };

    (void)unused;
    buf_text(&b, "gift");
    char *text = buf_detach(&b);
    assert_string_equal(text, "gift");
    assert_null(b.at);
    free(text);

    text = buf_detach(&b);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_join_and_a_nul_follows),  cmocka_unit_test(nothing_added_is_an_empty_text),
        cmocka_unit_test(growth_keeps_every_byte),        cmocka_unit_test(room_is_for_the_caller_to_fill),
        cmocka_unit_test(detached_memory_is_the_callers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
