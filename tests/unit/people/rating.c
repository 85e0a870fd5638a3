/* Ratings against published worked examples, and the properties that any
 * rating must have. */
#include "kit/cmocka.h"

#include "base/rng.h"
#include "people/rating.h"

#include <math.h>

static void near(double got, double want, double within)
{
    if (fabs(got - want) > within)
        fail_msg("got %.6f, want %.6f", got, want);
}

/* The example in Glickman's paper: a player of 1500 beats 1400 and loses to
 * 1550 and 1700. */
static void glickmans_worked_example(void **state)
{
    const struct rating opponents[] = { { 1400, 30, 0.06 }, { 1550, 100, 0.06 }, { 1700, 300, 0.06 } };
    const double        scores[] = { 1, 0, 0 };
    struct rating       me = { 1500, 200, 0.06 };

    (void)state;
    glicko2_update(&me, opponents, scores, 3);
    near(me.rating, 1464.06, 0.01);
    near(me.deviation, 151.52, 0.01);
    near(me.volatility, 0.05999, 0.00001);
}

static void a_rest_makes_unsure_and_no_more_than_a_newcomer(void **state)
{
    struct rating me = { 1500, 50, 0.06 };

    (void)state;
    glicko2_update(&me, NULL, NULL, 0);
    near(me.deviation, sqrt(50 * 50 + 173.7178 * 173.7178 * 0.06 * 0.06), 1e-9);
    near(me.rating, 1500, 0);
    glicko2_rest(&me, 100000);
    near(me.deviation, 350, 0);
}

/* However one-sided the results, the volatility converges and all stays finite. */
static void glicko2_survives_any_history(void **state)
{
    struct rng    r = rng_seeded(3);
    struct rating a = glicko2_newcomer, b = glicko2_newcomer;

    (void)state;
    for (int i = 0; i < 20000 * test_scale(); i++) {
        double        score = i % 1000 < 500 ? 1 : (double)rng_below(&r, 3) / 2;
        struct rating before = a;

        glicko2_update(&a, &b, &score, 1);
        score = 1 - score;
        glicko2_update(&b, &before, &score, 1);
        assert_true(isfinite(a.rating) && isfinite(b.rating));
        assert_true(a.deviation > 0 && a.deviation <= 350 && a.volatility > 0 && a.volatility < 1);
    }
}

/* Two newcomers by the Plackett-Luce rules of Weng and Lin's paper, worked by
 * hand: c^2 = 2 (500^2 + 250^2), both shares are 1/2, so the winner gains
 * 500^2 / c / 2 and each variance shrinks by 1 - 500/c * 500^2/c^2 / 4. */
static void weng_lin_by_hand(void **state)
{
    struct rating players[] = { wenglin_newcomer, wenglin_newcomer };
    const int     ranks[] = { 1, 2 };
    double        c = sqrt(2 * (500.0 * 500 + 250 * 250));

    (void)state;
    wenglin_update(players, ranks, 2);
    near(players[0].rating, 1500 + 500 * 500 / c / 2, 1e-9);
    near(players[1].rating, 1500 - 500 * 500 / c / 2, 1e-9);
    near(players[0].deviation, 500 * sqrt(1 - 500 / c * (500 * 500 / (c * c)) / 4), 1e-9);
    near(players[1].deviation, players[0].deviation, 1e-9);
    near(players[0].rating, 1658.114, 0.001);
    near(players[0].deviation, 483.930, 0.001);
}

static void weng_lin_orders_by_rank(void **state)
{
    struct rating players[4] = { wenglin_newcomer, wenglin_newcomer, wenglin_newcomer, wenglin_newcomer };
    const int     ranks[] = { 3, 1, 4, 2 };
    double        sum = 0;

    (void)state;
    wenglin_update(players, ranks, 4);
    assert_true(players[1].rating > players[3].rating);
    assert_true(players[3].rating > players[0].rating);
    assert_true(players[0].rating > players[2].rating);
    for (int i = 0; i < 4; i++) {
        sum += players[i].rating;
        assert_true(players[i].deviation < 500);
    }
    near(sum, 6000, 1e-6); /* newcomers win what the others lose */
}

static void a_shared_place_is_shared(void **state)
{
    struct rating players[3] = { wenglin_newcomer, wenglin_newcomer, wenglin_newcomer };
    const int     ranks[] = { 1, 1, 3 }, draw[] = { 1, 1 };

    (void)state;
    wenglin_update(players, ranks, 3);
    near(players[0].rating, players[1].rating, 1e-9);
    assert_true(players[0].rating > 1500 && players[2].rating < 1500);

    /* In a draw the favourite loses a little. */
    players[0] = (struct rating){ .rating = 1800, .deviation = 200 };
    players[1] = (struct rating){ .rating = 1500, .deviation = 200 };
    wenglin_update(players, draw, 2);
    assert_true(players[0].rating < 1800 && players[1].rating > 1500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glickmans_worked_example),     cmocka_unit_test(a_rest_makes_unsure_and_no_more_than_a_newcomer),
        cmocka_unit_test(glicko2_survives_any_history), cmocka_unit_test(weng_lin_by_hand),
        cmocka_unit_test(weng_lin_orders_by_rank),      cmocka_unit_test(a_shared_place_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
