/* Pictures in terminals of all sizes. */
#include "kit/cmocka.h"

#include "cli/frame.h"
#include "game/game.h"

#include <stdlib.h>

static void expect_from(int *from, const char *state_text, int rows, int columns, const char *wanted)
{
    struct buf out = { 0 };

    frame_write(&out, STR("the title"), str_of(state_text), STR("q: quit"), rows, columns, from);
    assert_string_equal(out.at, wanted);
    buf_release(&out);
}

static void expect(const char *state_text, int rows, int columns, const char *wanted)
{
    int from = 0;

    expect_from(&from, state_text, rows, columns, wanted);
}

static void everything_has_its_place(void **state)
{
    (void)state;
    expect("a b\n\nc\n", 24, 80, "the title\na b\n\nc\nq: quit");
    expect("", 24, 80, "the title\nq: quit");
    expect("one two three\n", 24, 9, "the title\none two\nthree\nq: quit");
    expect("abcdefghijkl\n", 24, 9, "the title\nabcdefghi\njkl\nq: quit");
    expect("\xC3\xA9\xC3\xA9\xC3\xA9 x\n", 24, 4, "the \n\xC3\xA9\xC3\xA9\xC3\xA9\nx\nq: q");
    expect("1\n2\n3\n4\n", 4, 80, "the title\n1\n2\nq: quit   d u: scroll (1-2 of 4)");
}

static void what_does_not_fit_can_be_scrolled_to(void **state)
{
    int from = 1;

    (void)state;
    expect_from(&from, "1\n2\n3\n4\n", 4, 80, "the title\n2\n3\nq: quit   d u: scroll (2-3 of 4)");
    from = 9;
    expect_from(&from, "1\n2\n3\n4\n", 4, 80, "the title\n3\n4\nq: quit   d u: scroll (3-4 of 4)");
    assert_int_equal(from, 2);
    from = -9;
    expect_from(&from, "1\n2\n3\n4\n", 4, 80, "the title\n1\n2\nq: quit   d u: scroll (1-2 of 4)");
    assert_int_equal(from, 0);
    from = 1;
    expect_from(&from, "1\n2\n", 4, 80, "the title\n1\n2\nq: quit");
}

/* The rows of a terminal of 80 columns that a game's picture takes at most. */
static int rows_of(const struct game *game)
{
    struct setup     setup;
    struct rng       r = rng_seeded(5);
    struct move_list scratch = { 0 };
    struct buf       picture = { 0 }, frame = { 0 };
    struct move      m;
    void            *at = calloc(1, game->state_size);
    int              most = 0;

    setup_default(game, &setup);
    setup.seats = game->max_seats;
    if (game->draw && !(game->traits & GAME_COMPUTED) && game_setup(game, at, &setup, NULL) == ERR_OK)
        for (int n = 0; n < 400 && game->to_act(at); n++) {
            assert_true(game_random_move(game, at, __builtin_ctz(game->to_act(at)), &r, &scratch, &m));
            m.at = n;
            assert_int_equal(game->apply(at, &m, NULL, NULL), ERR_OK);
            buf_clear(&picture);
            buf_clear(&frame);
            game->draw(at, &picture);
            int from = 0, rows = 1;
            frame_write(&frame, STR_NONE, buf_view(&picture), STR_NONE, 1000, 80, &from);
            for (size_t i = 0; i < frame.len; i++)
                rows += frame.at[i] == '\n';
            most = rows > most ? rows : most;
        }
    move_list_release(&scratch);
    buf_release(&picture);
    buf_release(&frame);
    free(at);
    return most;
}

static void games_fit(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        int rows = rows_of(all_games[i]);

        if (rows > 24)
            fail_msg("%s needs %d rows", all_games[i]->name, rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_has_its_place),
                                        cmocka_unit_test(what_does_not_fit_can_be_scrolled_to), cmocka_unit_test(games_fit) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
