/* Draws by rule: repetition, fifty moves without progress, dead material. */
#include "unit/powerchess/board.h"

static struct powerchess with_draws(const char *fen)
{
    struct powerchess g = from(fen);

    g.draws = 1;
    return g;
}

static void shuffle(struct powerchess *g, int plies)
{
    static const char *const moves[] = { "e1d1", "e8d8", "d1e1", "d8e8" };

    for (int i = 0; i < plies && g->phase != PHASE_OVER; i++)
        ply(g, moves[i % 4]);
}

static void a_position_that_comes_three_times_is_a_draw(void **state)
{
    struct powerchess g = with_draws("4k3/7p/8/8/8/8/P7/4K3 w - - 0 1");

    (void)state;
    shuffle(&g, 7);
    assert_int_equal(g.phase, PHASE_MOVE);
    ply(&g, "d8e8");
    assert_over(&g, REASON_REPETITION, NO_WINNER);

    g = from("4k3/7p/8/8/8/8/P7/4K3 w - - 0 1"); /* without the rule it goes on, and is stuck */
    shuffle(&g, 7);
    assert_false(powerchess_stuck(&g, NULL, 0));
    ply(&g, "d8e8");
    assert_int_equal(g.phase, PHASE_MOVE);
    assert_true(powerchess_stuck(&g, NULL, 0));
    ply(&g, "a2a3");
    assert_false(powerchess_stuck(&g, NULL, 0));
}

/* A lost castling right or a pawn that could be captured en passant makes
 * another position. */
static void not_the_same_position(void **state)
{
    struct powerchess g = with_draws("4k3/7p/8/8/8/8/P7/4K2R w K - 0 1");

    (void)state;
    shuffle(&g, 8); /* the first of the three still had the right to castle */
    assert_int_equal(g.phase, PHASE_MOVE);
    shuffle(&g, 4);
    assert_over(&g, REASON_REPETITION, NO_WINNER);
}

static void fifty_moves_without_progress(void **state)
{
    struct powerchess g = with_draws("4k3/7p/8/8/8/8/P7/4K3 w - - 0 1");

    (void)state;
    g.quiet.plies = DRAW_PLIES - 2;
    ply(&g, "e1d1");
    assert_int_equal(g.phase, PHASE_MOVE);
    struct powerchess other = g;
    ply(&g, "e8d8");
    assert_over(&g, REASON_FIFTY, NO_WINNER);
    ply(&other, "h7h6");
    assert_int_equal(other.phase, PHASE_MOVE);
    assert_int_equal(other.quiet.plies, 0);
}

/* More than a hundred plies at a table without the rule. */
static void the_memory_of_positions_is_bounded(void **state)
{
    struct powerchess g = from("4k3/7p/8/8/8/8/P7/4K3 w - - 0 1");

    (void)state;
    shuffle(&g, 240);
    assert_int_equal(g.phase, PHASE_MOVE);
    assert_int_equal(g.quiet.plies, DRAW_PLIES);
    assert_true(powerchess_stuck(&g, NULL, 0));
}

static void dead_material(void **state)
{
    static const struct {
        const char *fen;
        bool        dead;
    } cases[] = {
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true },      { "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true },
        { "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true },    { "3bk3/8/8/8/8/8/8/2B1K3 w - - 0 1", true },
        { "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false }, { "4k3/8/8/8/8/8/8/2BNK3 w - - 0 1", false },
        { "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", false },    { "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = with_draws(cases[i].fen);

        assert_int_equal(draws_reason(&g), cases[i].dead ? REASON_MATERIAL : REASONS);
        g.powers = 1; /* a box may bring anything */
        assert_int_equal(draws_reason(&g), REASONS);
    }
    struct powerchess g = with_draws("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    ply(&g, "e1e2");
    assert_over(&g, REASON_MATERIAL, NO_WINNER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_that_comes_three_times_is_a_draw),
        cmocka_unit_test(not_the_same_position),
        cmocka_unit_test(fifty_moves_without_progress),
        cmocka_unit_test(the_memory_of_positions_is_bounded),
        cmocka_unit_test(dead_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
