/* The network of the evaluation: its numbers keep the bounds that its integers
 * rely on, and sums that follow the moves are those of the board. */
#include "unit/powerchess/board.h"

#include "games/powerchess/network.c"

static int size_of(int16_t number)
{
    return number < 0 ? -number : number;
}

/* A piece on every square does not overflow a sum. */
static void sums_fit(void **state)
{
    (void)state;
    for (int i = 0; i < OUT; i++)
        assert_in_range(size_of(network_numbers[i]), 0, NETWORK_WEIGHT_MOST);
    assert_true(65 * NETWORK_WEIGHT_MOST <= INT16_MAX);
}

/* Nor does the second layer, whatever the sums are. */
static void scores_fit(void **state)
{
    (void)state;
    assert_true(NETWORK_ONE * NETWORK_OUT_MOST <= INT16_MAX);
    for (int phase = 0; phase < NETWORK_PHASES; phase++) {
        int64_t most = 0;

        for (int i = 0; i < 2 * NETWORK_WIDTH; i++) {
            int size = size_of(network_numbers[OUT + phase * 2 * NETWORK_WIDTH + i]);

            assert_in_range(size, 0, NETWORK_OUT_MOST);
            most += (int64_t)size * NETWORK_ONE * NETWORK_ONE;
        }
        assert_true(most <= INT32_MAX);
    }
}

static void same_sums(const struct sums *a, const struct chess *b)
{
    struct sums fresh;

    network_sum(b, &fresh);
    assert_memory_equal(a, &fresh, sizeof fresh);
}

/* Whatever happened in between: moves, powers, kings that cross the middle. */
static void sums_follow(void **state)
{
    struct move_list list = { 0 };
    int              compared = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct powerchess g;
        struct setup      s;
        struct rng        dice = rng_seeded(seed);
        struct chess      before;
        struct sums       sums, next;

        setup_default(&powerchess_game, &s);
        s.seed = seed;
        assert_int_equal(game_setup(&powerchess_game, &g, &s, NULL), ERR_OK);
        before = g.board;
        network_sum(&before, &sums);
        for (int i = 0; i < 150 && g.phase != PHASE_OVER; i++) {
            list.n = 0;
            powerchess_legal(&g, g.board.turn, &list);
            assert_int_equal(powerchess_game.apply(&g, &list.at[rng_below(&dice, (uint64_t)list.n)], NULL, NULL), ERR_OK);
            if (rng_below(&dice, 3) == 0)
                continue; /* several moves at once */
            network_follow(&before, &sums, &g.board, &next);
            same_sums(&next, &g.board);
            before = g.board;
            sums = next;
            compared++;
        }
    }
    assert_true(compared > 500);
    move_list_release(&list);
}

/* The mirrored board, kings and all, is the same board. */
static void left_is_right(void **state)
{
    struct powerchess g = drawn(". . . . k . . . \n"
                                "p p . . q p . p \n"
                                ". . n . . . p . \n"
                                ". . . p . . . . \n"
                                ". . . . P . . . \n"
                                ". . N . . N . . \n"
                                "P P P . . P P P \n"
                                "R . . Q . . K .",
                                WHITE),
                      m = drawn(". . . k . . . . \n"
                                "p . p q . . p p \n"
                                ". p . . . n . . \n"
                                ". . . . p . . . \n"
                                ". . . P . . . . \n"
                                ". . N . . N . . \n"
                                "P P P . . P P P \n"
                                ". K . . Q . . R",
                                WHITE);
    struct sums one, other;

    (void)state;
    network_sum(&g.board, &one);
    network_sum(&m.board, &other);
    assert_memory_equal(&one, &other, sizeof one);
    assert_int_equal(network_score(&g.board, &one), network_score(&m.board, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_fit),
        cmocka_unit_test(scores_fit),
        cmocka_unit_test(sums_follow),
        cmocka_unit_test(left_is_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
