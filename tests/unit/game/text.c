/* Text forms of moves and setups, and the registry, on the template and on a
 * game made up for the purpose. */
#include "game/text.h"
#include "kit/cmocka.h"

enum { PASS, PUT, MANY };

static const struct move_kind kinds[] = {
    [PASS] = { "pass", 0, 0, 0 },
    [PUT] = { "put", 1, 2, 0 },
    [MANY] = { "many", 0, MOVE_ARGS_MAX, MOVE_BY_TABLE },
    { 0 },
};
static const struct option options[] = {
    { .name = "size", .min = -5, .max = 500, .default_value = 9 },
    { .name = "gods", .min = 0, .max = 2, .default_value = 1 },
    { 0 },
};
static const struct game toy = { .name = "toy", .min_seats = 2, .max_seats = 4, .options = options, .kinds = kinds };

static void moves_as_text(void **unused)
{
    static const struct {
        const char *text;
        enum err    err;
        int         kind, n, last;
    } cases[] = {
        { "pass", ERR_OK, PASS, 0, 0 },
        { "put 3", ERR_OK, PUT, 1, 3 },
        { "put 3 -7", ERR_OK, PUT, 2, -7 },
        { "put -32768 32767", ERR_OK, PUT, 2, 32767 },
        { "many", ERR_OK, MANY, 0, 0 },
        { "put", ERR_MALFORMED, 0, 0, 0 },
        { "put 1 2 3", ERR_MALFORMED, 0, 0, 0 },
        { "pass 1", ERR_MALFORMED, 0, 0, 0 },
        { "put 32768", ERR_MALFORMED, 0, 0, 0 },
        { "put -32769", ERR_MALFORMED, 0, 0, 0 },
        { "put 99999999999999999999", ERR_MALFORMED, 0, 0, 0 },
        { "put x", ERR_MALFORMED, 0, 0, 0 },
        { "put  1", ERR_MALFORMED, 0, 0, 0 },
        { "put 1 ", ERR_MALFORMED, 0, 0, 0 },
        { " put 1", ERR_MALFORMED, 0, 0, 0 },
        { "PUT 1", ERR_MALFORMED, 0, 0, 0 },
        { "putt 1", ERR_MALFORMED, 0, 0, 0 },
        { "", ERR_MALFORMED, 0, 0, 0 },
        { "put\t1", ERR_MALFORMED, 0, 0, 0 },
    };
    struct buf out = { 0 };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct move m = { .at = 5, .seat = 3, .kind = 77, .n = 1, .arg = { 42 } };

        assert_int_equal(move_read(&toy, str_of(cases[i].text), &m), cases[i].err);
        assert_true(m.at == 5 && m.seat == 3);
        if (cases[i].err != ERR_OK) {
            assert_true(m.kind == 77 && m.n == 1 && m.arg[0] == 42);
            continue;
        }
        assert_int_equal(m.kind, cases[i].kind);
        assert_int_equal(m.n, cases[i].n);
        assert_true(m.n == 0 || m.arg[m.n - 1] == cases[i].last);
        buf_clear(&out);
        move_write(&toy, &m, &out);
        assert_string_equal(out.at, cases[i].text);
    }
    buf_release(&out);
}

/* A word and `n` numbers. */
static enum err read_many(int n)
{
    struct buf  text = { 0 };
    struct move m = { 0 };

    buf_text(&text, "many");
    for (int i = 0; i < n; i++)
        buf_printf(&text, " %d", i);
    enum err err = move_read(&toy, buf_view(&text), &m);
    assert_true(err != ERR_OK || (m.n == n && (n == 0 || m.arg[n - 1] == n - 1)));
    buf_release(&text);
    return err;
}

static void as_many_arguments_as_fit(void **unused)
{
    (void)unused;
    assert_int_equal(read_many(MOVE_ARGS_MAX), ERR_OK);
    assert_int_equal(read_many(MOVE_ARGS_MAX + 1), ERR_MALFORMED);
    assert_int_equal(read_many(100000), ERR_MALFORMED);
}

static void equality_ignores_time_and_leftovers(void **unused)
{
    struct move a, b;

    (void)unused;
    memset(&a, 0x11, sizeof a);
    memset(&b, 0x22, sizeof b);
    move_begin(&a, 1, PUT);
    move_begin(&b, 1, PUT);
    move_add(&a, 5);
    move_add(&b, 5);
    a.at = 1;
    assert_true(move_eq(&a, &b));
    b.seat = 2;
    assert_false(move_eq(&a, &b));
    b.seat = 1;
    move_add(&b, 5);
    assert_false(move_eq(&a, &b));
    move_add(&a, 6);
    assert_false(move_eq(&a, &b));
}

static void lists_grow(void **unused)
{
    struct move_list list = { 0 };

    (void)unused;
    for (int i = 0; i < 1000; i++)
        move_add(move_list_new(&list, i % SEATS_MAX, PUT), i);
    assert_int_equal(list.n, 1000);
    for (int i = 0; i < 1000; i++)
        assert_true(list.at[i].seat == i % SEATS_MAX && list.at[i].kind == PUT && list.at[i].n == 1 && list.at[i].arg[0] == i);
    move_list_release(&list);
    assert_true(!list.at && !list.n && !list.cap);
}

static void a_list_of_the_callers_stays_where_it_is(void **unused)
{
    struct move      room[2];
    struct move_list list = { .at = room, .cap = 2, .fixed = true };

    (void)unused;
    assert_ptr_equal(move_list_new(&list, 0, PASS), &room[0]);
    assert_ptr_equal(move_list_new(&list, 1, PASS), &room[1]);
    assert_int_equal(list.n, 2);
}

static void journal_lines(void **unused)
{
    static const struct {
        const char *line;
        enum err    err;
        int64_t     at;
        int         seat;
    } cases[] = {
        { "1763230000123 0 put 3", ERR_OK, INT64_C(1763230000123), 0 },
        { "0 5 pass", ERR_OK, 0, 5 },
        { "-4 - pass", ERR_OK, -4, SEAT_TABLE },
        { "4 6 pass", ERR_MALFORMED, 0, 0 },
        { "4 -1 pass", ERR_MALFORMED, 0, 0 },
        { "4 255 pass", ERR_MALFORMED, 0, 0 },
        { "x 0 pass", ERR_MALFORMED, 0, 0 },
        { "4 0", ERR_MALFORMED, 0, 0 },
        { "4", ERR_MALFORMED, 0, 0 },
        { "", ERR_MALFORMED, 0, 0 },
        { "4 0 jump", ERR_MALFORMED, 0, 0 },
        { "4  0 pass", ERR_MALFORMED, 0, 0 },
    };
    struct buf out = { 0 };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct move m = { 0 };

        assert_int_equal(line_read(&toy, str_of(cases[i].line), &m), cases[i].err);
        if (cases[i].err != ERR_OK)
            continue;
        assert_true(m.at == cases[i].at && m.seat == cases[i].seat);
        buf_clear(&out);
        line_write(&toy, &m, &out);
        assert_string_equal(out.at, cases[i].line);
    }
    buf_release(&out);
}

static void setups_as_text(void **unused)
{
    struct setup s, read;
    struct buf   text = { 0 }, extra = { 0 };

    (void)unused;
    setup_default(&toy, &s);
    assert_int_equal(s.seats, 2);
    assert_int_equal(s.option[0], 9);
    s.seats = 4;
    s.seed = UINT64_MAX;
    s.at = 1763230000000;
    s.option[0] = -5;
    s.extra = STR("line one\nline \\two\\n = x extra=y\n");
    setup_write(&toy, &s, &text);
    assert_string_equal(text.at, "seats=4 seed=18446744073709551615 at=1763230000000 size=-5 gods=1"
                                 " extra=line one\\nline \\\\two\\\\n = x extra=y\\n");
    assert_int_equal(setup_read(&toy, buf_view(&text), &read, &extra), ERR_OK);
    assert_true(read.seats == 4 && read.seed == UINT64_MAX && read.at == s.at && read.option[0] == -5 && read.option[1] == 1);
    assert_true(str_eq(read.extra, s.extra));
    buf_release(&text);
    buf_release(&extra);
}

static void bad_setups_are_refused(void **unused)
{
    static const char *const bad[] = {
        "seats=7",         "seats=-1", "seats=",          "seats",       "seed=-1", "seed=18446744073709551616",
        "seed=",           "size=x",   "size=2147483648", "colour=3",    "",        " seats=2",
        "seats=2  seed=1", "seats=2 ", "extra=\\x",       "extra=abc\\", "at=soon",
    };
    struct buf extra = { 0 };

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct setup s = { .seats = 99 };

        if (setup_read(&toy, str_of(bad[i]), &s, &extra) == ERR_OK)
            print_message("accepted: %s\n", bad[i]);
        assert_int_equal(s.seats, 99);
    }
    buf_release(&extra);
}

static void what_a_setup_leaves_out_is_normal(void **unused)
{
    struct setup s;
    struct buf   extra = { 0 };

    (void)unused;
    assert_int_equal(setup_read(&toy, STR("gods=2"), &s, &extra), ERR_OK);
    assert_true(s.seats == 2 && s.seed == 0 && s.option[0] == 9 && s.option[1] == 2 && s.extra.len == 0);
    buf_release(&extra);
}

static void ranges_are_checked_before_the_game(void **unused)
{
    char           state[64];
    struct setup   s;
    struct refusal why = { 0 };

    (void)unused;
    assert_true(template_game.state_size <= sizeof state);
    setup_default(&template_game, &s);
    assert_int_equal(game_setup(&template_game, state, &s, &why), ERR_OK);
    s.seats = (uint8_t)(template_game.max_seats + 1);
    assert_int_equal(game_setup(&template_game, state, &s, &why), ERR_REFUSED);
    assert_non_null(why.text);
    setup_default(&template_game, &s);
    why = (struct refusal){ 0 };
    s.option[0] = template_game.options[0].max + 1;
    assert_int_equal(game_setup(&template_game, state, &s, &why), ERR_REFUSED);
    assert_non_null(why.text);
}

static void games_are_found_by_name(void **unused)
{
    (void)unused;
    assert_null(game_by_name(STR("template")));
    assert_null(game_by_name(STR("")));
    for (int i = 0; all_games[i]; i++) {
        assert_ptr_equal(game_by_name(str_of(all_games[i]->name)), all_games[i]);
        assert_true(all_games[i]->max_seats <= SEATS_MAX && all_games[i]->min_seats >= 1);
        assert_true(game_option_count(all_games[i]) <= OPTIONS_MAX);
        for (int k = 0; all_games[i]->kinds[k].word; k++)
            assert_true(all_games[i]->kinds[k].max <= MOVE_ARGS_MAX && all_games[i]->kinds[k].min <= all_games[i]->kinds[k].max);
    }
    assert_int_equal(game_option(&toy, STR("gods")), 1);
    assert_int_equal(game_option(&toy, STR("god")), -1);
}

static void effects_are_kept_or_dropped(void **unused)
{
    struct effects list = { 0 };

    (void)unused;
    effect_add(NULL, 1, 2, 3, 4, 5, 6);
    effect_add(&list, 1, 2, 3, -4, 5, 6);
    assert_int_equal(list.n, 1);
    assert_true(list.at[0].what == 1 && list.at[0].seat == 2 && list.at[0].arg[1] == -4 && list.at[0].arg[3] == 6);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_as_text),
        cmocka_unit_test(as_many_arguments_as_fit),
        cmocka_unit_test(equality_ignores_time_and_leftovers),
        cmocka_unit_test(lists_grow),
        cmocka_unit_test(a_list_of_the_callers_stays_where_it_is),
        cmocka_unit_test(journal_lines),
        cmocka_unit_test(setups_as_text),
        cmocka_unit_test(bad_setups_are_refused),
        cmocka_unit_test(what_a_setup_leaves_out_is_normal),
        cmocka_unit_test(ranges_are_checked_before_the_game),
        cmocka_unit_test(games_are_found_by_name),
        cmocka_unit_test(effects_are_kept_or_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
