/* Production, discards, robber and theft. */
#include "unit/catan/kit.h"

/* ---- production --------------------------------------------------------- */

static void cities_produce_two(void **state)
{
    struct catan g;

    (void)state;
    open_roll(&g, 3);
    catan_put_settlement(&g, 0, 0);
    catan_put_settlement(&g, 1, 2);
    g.player[1].cities = g.player[1].settlements;
    g.player[1].settlements = 0;
    g.player[1].active = false; /* inactive players produce too */
    expect(&g, 0, "roll", "The dice sum is not seven.");
    assert_int_equal(hand(&g, 0, WOOL), 1);
    assert_int_equal(hand(&g, 1, WOOL), 2);
    assert_int_equal(g.bank[WOOL], 16);
    expect(&g, 0, "roll", "Forbidden request.");
}

static void the_robber_stops_its_tile_only(void **state)
{
    struct catan g;

    (void)state;
    open_roll(&g, 2);
    set_tile(&g, 10, ORE, 8);
    g.robber = 0;
    catan_put_settlement(&g, 0, 0);
    catan_put_settlement(&g, 1, 33);
    expect(&g, 0, "roll", "The dice sum is not seven.");
    assert_int_equal(hand(&g, 0, WOOL), 0);
    assert_int_equal(hand(&g, 1, ORE), 1);
}

static void a_short_bank_serves_one_or_nobody(void **state)
{
    struct catan g, one, city;

    (void)state;
    open_roll(&g, 3);
    catan_put_settlement(&g, 0, 0);
    g.bank[WOOL] = 1;
    g.player[2].hand[WOOL] = g.player[2].cards = 18;
    one = city = g;
    catan_put_settlement(&g, 1, 2);
    expect(&g, 0, "roll", "The dice sum is not seven.");
    assert_int_equal(hand(&g, 0, WOOL) + hand(&g, 1, WOOL), 0);
    assert_int_equal(g.bank[WOOL], 1);

    catan_put_settlement(&one, 0, 4); /* needs two, gets the last one */
    expect(&one, 0, "roll", "The dice sum is not seven.");
    assert_int_equal(hand(&one, 0, WOOL), 1);

    city.player[0].cities = city.player[0].settlements;
    city.player[0].settlements = 0;
    expect(&city, 0, "roll", "The dice sum is not seven.");
    assert_int_equal(hand(&city, 0, WOOL), 1);
    assert_int_equal(city.bank[WOOL], 0);
}

/* ---- seven -------------------------------------------------------------- */

static void seven_makes_the_rich_discard_half(void **state)
{
    static const struct {
        int cards, owes;
    } cases[] = { { 0, 0 }, { 7, 0 }, { 8, 4 }, { 9, 4 }, { 15, 7 }, { 16, 8 } };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;

        open_roll(&g, 2);
        give(&g, 1, cases[i].cards, 0, 0, 0, 0);
        load_dice(&g, 3, 4);
        expect(&g, 0, "roll", "The dice sum is seven.");
        assert_int_equal(g.player[1].owes, cases[i].owes);
        if (cases[i].owes) {
            char text[32];

            expect(&g, 0, "robber 3", "Somebody has not discarded half of their resource cards yet.");
            snprintf(text, sizeof text, "discard %d 0 0 0 0", cases[i].owes);
            expect(&g, 1, text, "The resource cards were discarded successfully.");
            expect(&g, 1, text, "The dice sum is not seven."); /* nobody owes any more */
            assert_int_equal(g.player[1].cards, cases[i].cards - cases[i].owes);
        }
        expect(&g, 0, "robber 3", "The robber was moved successfully.");
    }
}

static void discards_are_checked_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_roll(&g, 3);
    give(&g, 0, 8, 0, 0, 0, 0);
    give(&g, 1, 6, 2, 0, 0, 0);
    g.player[2].active = false;
    give(&g, 2, 0, 0, 9, 0, 0); /* away: owes nothing */
    load_dice(&g, 6, 1);
    expect(&g, 1, "discard", "Invalid request.");
    expect(&g, 1, "discard 4 0 0 0 0", "The dice sum is not seven.");
    expect(&g, 0, "roll", "The dice sum is seven.");
    assert_int_equal(g.owing, 3);
    expect(&g, 2, "discard 0 0 4 0 0", "Forbidden request.");
    expect(&g, 1, "discard", "Invalid request.");
    expect(&g, 1, "discard -1 5 0 0 0", "Invalid request.");
    expect(&g, 1, "discard 3 0 0 0 0", "You have not discarded half of your resource cards.");
    expect(&g, 1, "discard 32767 32767 32767 32767 32767", "You have not discarded half of your resource cards.");
    expect(&g, 1, "discard 1 3 0 0 0", "You do not have enough Wool resource cards.");
    expect(&g, 1, "discard 3 0 1 0 0", "You do not have Grain resource cards.");
    expect(&g, 1, "end", "Somebody has not discarded half of their resource cards yet.");
    expect(&g, 1, "discard 2 2 0 0 0", "The resource cards were discarded successfully.");
    expect(&g, 1, "discard 2 2 0 0 0", "You do not have more than seven resource cards to discard half of them.");
    expect(&g, 0, "robber 0", "Somebody has not discarded half of their resource cards yet.");
    expect(&g, 0, "discard 4 0 0 0 0", "The resource cards were discarded successfully.");
    expect(&g, 1, "robber 0", "It is not your turn.");
    expect(&g, 0, "robber 0", "The robber was moved successfully.");
}

static void robber_and_theft_are_checked_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 4, 0);
    g.player[0].state = ROBBER;
    g.robber = 7;
    catan_put_settlement(&g, 0, 0);
    catan_put_settlement(&g, 1, 2);
    catan_put_settlement(&g, 2, 4);
    give(&g, 1, 0, 0, 0, 0, 1);
    expect(&g, 0, "steal 1", "Forbidden request.");
    expect(&g, 0, "robber", "Invalid request.");
    expect(&g, 0, "robber -1", "Invalid request.");
    expect(&g, 0, "robber 19", "Invalid request.");
    expect(&g, 0, "robber 7", "You can not let the robber on the same tile.");
    expect(&g, 0, "robber 0", "The robber was moved successfully.");
    assert_int_equal(catan_victims(&g, 0), 1u << 1);
    expect(&g, 0, "end", "Forbidden request.");
    expect(&g, 0, "steal", "Invalid request.");
    expect(&g, 0, "steal 6", "Invalid request.");
    expect(&g, 0, "steal 0", "You can not steal a resource card from yourself.");
    expect(&g, 0, "steal 3", "Invalid request.");
    expect(&g, 0, "steal 2", "The player does not have resource cards.");
    struct catan spared = g;

    expect(&g, 0, "steal 1", "The resource card was stolen successfully.");
    assert_int_equal(hand(&g, 0, ORE), 1);
    assert_int_equal(g.player[1].cards, 0);
    expect(&spared, 0, "spare", "Okay.");
    assert_int_equal(spared.player[0].state, PLAYING);
}

/* Nine wool and one ore: ore is stolen about every tenth time, not every
 * second. */
static void each_card_is_as_likely_to_be_stolen(void **state)
{
    int ore = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct catan g;

        open_playing(&g, 2, 0);
        g.player[0].state = STEAL;
        g.robber = 0;
        catan_put_settlement(&g, 1, 2);
        give(&g, 1, 0, 9, 0, 0, 1);
        g.rng = rng_seeded(seed);
        expect(&g, 0, "steal 1", "The resource card was stolen successfully.");
        ore += hand(&g, 0, ORE);
    }
    assert_in_range(ore, 140, 260); /* 200 expected, deviation 13 */
}

static void the_friendly_robber_spares_beginners(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    g.friendly = true;
    g.robber = 7;
    g.player[0].state = ROBBER;
    catan_put_settlement(&g, 1, 2);
    catan_put_settlement(&g, 0, 30); /* one's own does not count */
    expect(&g, 0, "robber 0", "The friendly robber spares players with fewer than three points.");
    expect(&g, 0, "robber 9", "The robber was moved successfully.");
    g.player[0].state = ROBBER;
    catan_put_settlement(&g, 1, 4);
    catan_put_settlement(&g, 1, 10);
    expect(&g, 0, "robber 0", "The robber was moved successfully.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cities_produce_two),
        cmocka_unit_test(the_robber_stops_its_tile_only),
        cmocka_unit_test(a_short_bank_serves_one_or_nobody),
        cmocka_unit_test(seven_makes_the_rich_discard_half),
        cmocka_unit_test(discards_are_checked_in_order),
        cmocka_unit_test(robber_and_theft_are_checked_in_order),
        cmocka_unit_test(each_card_is_as_likely_to_be_stolen),
        cmocka_unit_test(the_friendly_robber_spares_beginners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
