/* Trades between players and with the bank, and development cards. */
#include "unit/catan/kit.h"

/* ---- trade -------------------------------------------------------------- */

static void one_of_several_partners_trades(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 4, 0);
    give(&g, 0, 0, 0, 0, 0, 2);
    give(&g, 1, 0, 1, 0, 0, 0);
    give(&g, 2, 0, 1, 0, 0, 0);
    expect(&g, 1, "join", "No trade available.");
    expect(&g, 0, "offer", "Invalid request.");
    expect(&g, 0, "offer 0 0 0 0 0 0 1 0 0 0", "Invalid request.");
    expect(&g, 0, "offer 0 0 0 0 1 0 0 0 0 0", "Invalid request.");
    expect(&g, 0, "offer 0 0 0 0 1 0 1 0 0 1", "Invalid request.");
    expect(&g, 0, "offer -1 0 0 0 2 0 1 0 0 0", "Invalid request.");
    expect(&g, 0, "offer 0 0 0 0 3 0 1 0 0 0", "You do not have enough Ore resource cards.");
    expect(&g, 0, "offer 0 0 0 0 1 0 1 0 0 0", "The trade has started successfully.");
    expect(&g, 0, "join", "Forbidden request.");
    expect(&g, 0, "end", "Forbidden request.");
    expect(&g, 0, "offer 0 0 0 0 1 0 1 0 0 0", "Forbidden request.");
    expect(&g, 3, "join", "You do not have enough Wool resource cards.");
    expect(&g, 3, "decline", "You do not take part in the trade.");
    expect(&g, 2, "join", "You can take part in the trade.");
    expect(&g, 2, "join", "You are already in trade.");
    expect(&g, 1, "join", "You can take part in the trade.");
    expect(&g, 0, "partner", "Invalid request.");
    expect(&g, 0, "partner 3", "The selected player is not in trade.");
    expect(&g, 0, "partner -1", "The selected player is not in trade.");
    expect(&g, 0, "partner 1", "The trade was made successfully.");
    assert_int_equal(hand(&g, 1, ORE), 1);
    assert_int_equal(hand(&g, 2, ORE), 0);
    assert_int_equal(hand(&g, 0, WOOL), 1);
    expect(&g, 2, "join", "No trade available.");
    expect(&g, 0, "end", "The turn was changed successfully.");
    expect(&g, 2, "join", "No trade available.");
}

static void a_trade_without_partners_is_withdrawn(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    give(&g, 0, 1, 0, 0, 0, 0);
    expect(&g, 0, "offer 1 0 0 0 0 0 0 0 0 32767", "The trade has started successfully.");
    expect(&g, 1, "join", "You do not have enough Ore resource cards.");
    expect(&g, 0, "partner 1", "Nobody wanted to trade.");
    assert_int_equal(g.player[0].state, PLAYING);
    assert_int_equal(hand(&g, 0, LUMBER), 1);
}

static void bank_trades_are_checked_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    g.harbour[0] = ANY_HARBOUR; /* 26 and 27 */
    g.harbour[1] = WOOL;        /* 29 and 30 */
    catan_put_settlement(&g, 0, 26);
    catan_put_settlement(&g, 0, 30);
    catan_put_settlement(&g, 1, 33);
    give(&g, 0, 2, 1, 0, 0, 0);
    expect(&g, 0, "bank", "Invalid request.");
    expect(&g, 0, "bank 54 0 1", "Invalid request.");
    expect(&g, 0, "bank -2 0 1", "Invalid request.");
    expect(&g, 0, "bank 0 0 1", "Invalid request.");  /* no harbour */
    expect(&g, 0, "bank 33 0 1", "Invalid request."); /* somebody else's */
    expect(&g, 0, "bank -1 0 0", "Invalid request.");
    expect(&g, 0, "bank -1 5 0", "Invalid request.");
    expect(&g, 0, "bank -1 0 -1", "Invalid request.");
    expect(&g, 0, "bank 29 0 1", "The offer does not match the port.");
    expect(&g, 0, "bank 29 1 0", "You do not have enough Wool resource cards.");
    expect(&g, 0, "bank 27 0 4", "You do not have enough Lumber resource cards.");
    give(&g, 0, 1, 1, 0, 0, 0);
    expect(&g, 0, "bank -1 0 4", "You do not have enough Lumber resource cards.");
    g.bank[ORE] = 0;
    expect(&g, 0, "bank 27 0 4", "The bank does not have Ore resource cards.");
    g.bank[ORE] = 19;
    expect(&g, 0, "bank 27 0 4", "The trade was made successfully."); /* the other end of one's harbour */
    expect(&g, 0, "bank 30 1 4", "The trade was made successfully.");
    assert_int_equal(hand(&g, 0, ORE), 2);
    assert_int_equal(g.player[0].cards, 2);
    give(&g, 0, 0, 0, 4, 0, 0);
    expect(&g, 0, "bank -1 2 0", "The trade was made successfully.");
    assert_int_equal(hand(&g, 0, GRAIN), 0);
}

/* ---- development cards --------------------------------------------------- */

static void cards_wait_a_turn_and_come_one_at_a_time(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    expect(&g, 0, "use", "Invalid request.");
    expect(&g, 0, "use 4", "Invalid request."); /* victory points are never played */
    expect(&g, 0, "use 0", "You do not have Knight development cards.");
    expect(&g, 0, "use 1", "You do not have Monopoly development cards.");
    expect(&g, 0, "use 2", "You do not have Road Building development cards.");
    expect(&g, 0, "use 3", "You do not have Year of Plenty development cards.");
    expect(&g, 0, "buycard", "You do not have enough Wool resource cards.");
    give(&g, 0, 0, 1, 1, 0, 1);
    g.deck[g.deck_left - 1] = KNIGHT;
    expect(&g, 0, "buycard", "The development was bought successfully.");
    expect(&g, 0, "use 0", "Forbidden request."); /* bought this turn */
    give_card(&g, 0, KNIGHT);
    give_card(&g, 0, MONOPOLY);
    expect(&g, 0, "use 0", "You can use Knight development card."); /* the old one */
    assert_int_equal(g.player[0].knights, 1);
    expect(&g, 0, "robber 3", "The robber was moved successfully.");
    expect(&g, 0, "spare", "Okay.");
    expect(&g, 0, "use 0", "Forbidden request.");
    expect(&g, 0, "use 1", "Forbidden request."); /* one a turn */
    expect(&g, 0, "end", "The turn was changed successfully.");
    load_dice(&g, 1, 1);
    expect(&g, 1, "roll", "The dice sum is not seven.");
    expect(&g, 1, "end", "The turn was changed successfully.");
    expect(&g, 0, "use 0", "Forbidden request."); /* not before the roll */
    load_dice(&g, 1, 1);
    expect(&g, 0, "roll", "The dice sum is not seven.");
    expect(&g, 0, "use 1", "You can use Monopoly development card.");
    g.deck_left = 0;
    g.player[0].state = PLAYING;
    expect(&g, 0, "buycard", "The bank does not have any development cards.");
}

static void three_knights_are_an_army(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    g.player[0].knights = 2;
    give_card(&g, 0, KNIGHT);
    expect(&g, 0, "use 0", "You can use Knight development card.");
    assert_int_equal(g.army_holder, 0);
    assert_int_equal(catan_public_score(&g, 0), 2);

    g.turn = 1;
    g.player[1].state = PLAYING;
    g.player[1].knights = 2;
    give_card(&g, 1, KNIGHT);
    give_card(&g, 1, KNIGHT);
    g.used_card = false;
    expect(&g, 1, "use 0", "You can use Knight development card.");
    assert_int_equal(g.army_holder, 0); /* as many is not more */
    g.player[1].state = PLAYING;
    g.used_card = false;
    expect(&g, 1, "use 0", "You can use Knight development card.");
    assert_int_equal(g.army_holder, 1);
    assert_int_equal(catan_public_score(&g, 0), 0);
}

static void road_building_ends_when_nothing_is_left(void **state)
{
    struct catan g, one, none;

    (void)state;
    open_playing(&g, 2, 0);
    give_card(&g, 0, ROAD_BUILDING);
    expect(&g, 0, "use 2", "You have no more available road positions.");
    catan_put_settlement(&g, 0, 0);
    one = none = g;
    expect(&g, 0, "use 2", "You can use Road Building development card.");
    assert_int_equal(g.roads_to_build, 2);
    expect(&g, 0, "freeroad", "Invalid request.");
    expect(&g, 0, "freeroad 0 54", "Invalid position for road.");
    expect(&g, 0, "freeroad 0 2", "Invalid position for road.");
    expect(&g, 0, "freeroad 1 2", "Invalid position for road.");
    expect(&g, 0, "freeroad 0 1", "The road was built successfully.");
    expect(&g, 0, "freeroad 0 1", "Road already existent.");
    expect(&g, 0, "end", "Forbidden request.");
    expect(&g, 0, "freeroad 2 1", "The road was built successfully."); /* made possible by the first */
    assert_int_equal(g.player[0].state, PLAYING);
    assert_int_equal(g.player[0].roads_left, 13);

    one.player[0].roads_left = 1;
    expect(&one, 0, "use 2", "You can use Road Building development card.");
    assert_int_equal(one.roads_to_build, 1);
    expect(&one, 0, "freeroad 0 1", "The road was built successfully. You do not have roads in bank.");
    assert_int_equal(one.player[0].state, PLAYING);

    none.player[0].roads_left = 0;
    expect(&none, 0, "use 2", "You do not have roads in bank.");
}

/* The only edge left leads to another player's settlement: the second road is
 * lost. */
static void road_building_with_one_edge(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 25);
    lay_roads(&g, 1, "24-25");
    catan_put_settlement(&g, 1, 27);
    lay_roads(&g, 1, "26-27");
    give_card(&g, 0, ROAD_BUILDING);
    expect(&g, 0, "use 2", "You can use Road Building development card.");
    expect(&g, 0, "freeroad 25 26", "The road was built successfully.");
    assert_int_equal(g.roads_to_build, 0);
    assert_int_equal(g.player[0].state, PLAYING);
}

static void monopoly_takes_from_everybody(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 6, 2);
    give_card(&g, 2, MONOPOLY);
    for (int seat = 0; seat < 6; seat++)
        give(&g, seat, 1, seat, 0, 0, 0);
    g.player[5].active = false;
    expect(&g, 2, "use 1", "You can use Monopoly development card.");
    expect(&g, 2, "monopoly", "Invalid request.");
    expect(&g, 2, "monopoly 5", "Invalid request.");
    struct catan nothing = g;

    expect(&g, 2, "monopoly 1", "The resource cards were stolen successfully.");
    assert_int_equal(hand(&g, 2, WOOL), 15);
    assert_int_equal(g.player[5].cards, 1);
    assert_int_equal(hand(&g, 2, LUMBER), 1);
    expect(&nothing, 2, "monopoly 4", "The resource cards were stolen successfully.");
    assert_int_equal(nothing.player[2].cards, 3);
}

static void plenty_takes_what_the_bank_has(void **state)
{
    static const struct {
        uint8_t     bank[RESOURCES];
        const char *move, *says;
        int         cards, next;
    } cases[] = {
        { { 0, 0, 0, 0, 0 }, "plenty", "The bank does not have any resource cards", 0, PLAYING },
        { { 0, 0, 1, 0, 0 }, "plenty", "You have taken the last resource card from the bank.", 1, PLAYING },
        { { 0, 1, 1, 0, 0 }, "plenty 4 4", "You have taken the last two resource cards from the bank.", 2, PLAYING },
        { { 9, 9, 0, 1, 9 }, "plenty", "Invalid request.", 0, PLENTY },
        { { 9, 9, 0, 1, 9 }, "plenty 0 5", "Invalid request.", 0, PLENTY },
        { { 9, 9, 0, 1, 9 }, "plenty 0 2", "The bank does not have Grain resource cards.", 0, PLENTY },
        { { 9, 9, 0, 1, 9 }, "plenty 3 3", "The bank does not have enough Brick resource cards.", 0, PLENTY },
        { { 9, 9, 0, 1, 9 }, "plenty 1 1", "The resource cards were taken successfully.", 2, PLAYING },
        { { 9, 9, 0, 1, 9 }, "plenty 3 0", "The resource cards were taken successfully.", 2, PLAYING },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;

        open_playing(&g, 2, 0);
        give_card(&g, 0, YEAR_OF_PLENTY);
        expect(&g, 0, "use 3", "You can use Year of Plenty development card.");
        memcpy(g.bank, cases[i].bank, sizeof g.bank);
        expect(&g, 0, cases[i].move, cases[i].says);
        assert_int_equal(g.player[0].cards, cases[i].cards);
        assert_int_equal(g.player[0].state, cases[i].next);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_several_partners_trades),   cmocka_unit_test(a_trade_without_partners_is_withdrawn),
        cmocka_unit_test(bank_trades_are_checked_in_order), cmocka_unit_test(cards_wait_a_turn_and_come_one_at_a_time),
        cmocka_unit_test(three_knights_are_an_army),        cmocka_unit_test(road_building_ends_when_nothing_is_left),
        cmocka_unit_test(road_building_with_one_edge),      cmocka_unit_test(monopoly_takes_from_everybody),
        cmocka_unit_test(plenty_takes_what_the_bank_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
