/* Dice, discards, robber, trades, cards, victory, and players who step out. */
#include "catan_kit.h"

/* ---- production --------------------------------------------------------- */

/* A turn of seat 0 before its roll of 3 + 5, which tile 0 (wool) pays. */
static void open_roll(struct catan *g, int seats)
{
    open_playing(g, seats, 0);
    g->player[0].state = START;
    clear_numbers(g);
    set_tile(g, 0, WOOL, 8);
    g->robber = 18;
    load_dice(g, 3, 5);
}

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
    expect(&g, 0, "bank 27 0 4", "The trade was made successfully."); /* the other end of his harbour */
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
    assert_int_equal(g.army_holder, 0); /* as many are not more */
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

/* The only edge left leads to a foreign settlement: the second road is lost. */
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

/* ---- victory ------------------------------------------------------------- */

/* Nine points in cities and a settlement for `seat`. */
static void nearly_wins(struct catan *g, int seat)
{
    static const int places[] = { 0, 2, 4, 7, 9 };

    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        catan_put_settlement(g, seat, places[i]);
    g->player[seat].cities = g->player[seat].settlements & ~VERTEX_BIT(9);
    g->player[seat].settlements = VERTEX_BIT(9);
    g->player[seat].settlements_left = 4;
    g->player[seat].cities_left = 0;
    assert_int_equal(catan_score(g, seat), 9);
}

static void the_tenth_point_wins_at_once(void **state)
{
    struct catan g, settlement, knight, card, road;

    (void)state;
    open_playing(&g, 2, 0);
    nearly_wins(&g, 0);
    settlement = knight = card = road = g;

    lay_roads(&settlement, 0, "9-10-11");
    give(&settlement, 0, 1, 1, 1, 1, 0);
    expect(&settlement, 0, "buysettlement 11", "The settlement was bought successfully.");
    assert_int_equal(settlement.over, OVER_BY_VICTORY);
    assert_int_equal(catan_game.to_act(&settlement), 0);
    expect(&settlement, 0, "end", "Forbidden request.");
    expect(&settlement, 1, "discard", "Forbidden request.");
    expect(&settlement, TABLE, "active 1 0", "Forbidden request.");

    knight.player[0].knights = 2;
    give_card(&knight, 0, KNIGHT);
    expect(&knight, 0, "use 0", "You can use Knight development card.");
    assert_int_equal(knight.over, OVER_BY_VICTORY);

    card.deck[card.deck_left - 1] = VICTORY_POINT;
    give(&card, 0, 0, 1, 1, 0, 1);
    expect(&card, 0, "buycard", "The development was bought successfully.");
    assert_int_equal(card.over, OVER_BY_VICTORY);
    assert_int_equal(catan_public_score(&card, 0), 9);

    lay_roads(&road, 0, "9-10-11-12-13");
    give(&road, 0, 1, 0, 0, 1, 0);
    assert_int_equal(road.over, NOT_OVER);
    expect(&road, 0, "buyroad 13 14", "The road was bought successfully.");
    assert_int_equal(road.over, OVER_BY_VICTORY);
}

/* Ten points in another's turn win only when the own turn comes. */
static void points_count_in_the_own_turn(void **state)
{
    struct catan  g;
    struct result r;

    (void)state;
    open_playing(&g, 3, 0);
    nearly_wins(&g, 1);
    give_card(&g, 1, VICTORY_POINT);
    give(&g, 0, 4, 0, 0, 0, 0);
    expect(&g, 0, "bank -1 0 1", "The trade was made successfully.");
    assert_int_equal(g.over, NOT_OVER);
    expect(&g, 0, "end", "The turn was changed successfully.");
    assert_int_equal(g.over, OVER_BY_VICTORY);
    catan_game.result(&g, &r);
    assert_true(r.over);
    assert_int_equal(r.rank[1], 1);
    assert_int_equal(r.rank[0], 2);
    assert_int_equal(r.points[1], 10);
}

/* ---- stepping out -------------------------------------------------------- */

static void the_turn_passes_over_who_stepped_out(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 3, 0);
    expect(&g, TABLE, "active 0 0", "The player status has been changed successfully.");
    assert_int_equal(g.turn, 1);
    expect(&g, TABLE, "active 0 0", "The player status has not been changed.");
    expect(&g, 0, "roll", "Forbidden request.");
    expect(&g, 2, "roll", "It is not your turn.");
    load_dice(&g, 1, 1);
    expect(&g, 1, "roll", "The dice sum is not seven.");
    expect(&g, 1, "end", "The turn was changed successfully.");
    assert_int_equal(g.turn, 2);
    g.player[2].state = PLAYING;
    expect(&g, 2, "end", "The turn was changed successfully.");
    assert_int_equal(g.turn, 1);
    expect(&g, 0, "back", "You are back in the game.");
    expect(&g, 0, "back", "Forbidden request.");
    g.player[1].state = PLAYING;
    expect(&g, 1, "end", "The turn was changed successfully.");
    assert_int_equal(g.turn, 2);
    g.player[2].state = PLAYING;
    expect(&g, 2, "end", "The turn was changed successfully.");
    assert_int_equal(g.turn, 0);
}

/* In whatever state the player in turn is: what he was about to do is lost. */
static void stepping_out_forfeits(void **state)
{
    (void)state;
    for (int s = SETTLE1; s < STATES; s++) {
        struct catan g;

        open_playing(&g, 2, 0);
        g.player[0].state = (uint8_t)s;
        g.player[0].fresh[KNIGHT] = g.player[0].card[KNIGHT] = g.player[0].developments = 1;
        g.roads_to_build = s == ROADS ? 2 : 0;
        if (s == TRADING) {
            g.offered = true;
            g.offer[0] = g.request[1] = 1;
        }
        expect(&g, TABLE, "active 0 0", "The player status has been changed successfully.");
        assert_int_equal(g.turn, 1);
        assert_int_equal(g.player[0].state, s <= START ? s : START);
        assert_int_equal(g.player[0].fresh[KNIGHT], 0);
        assert_int_equal(g.player[0].card[KNIGHT], 1);
        assert_int_equal(g.roads_to_build, 0);
        assert_false(g.offered);
        expect(&g, 1, "join", "Forbidden request."); /* in turn now */
    }
}

static void who_steps_out_owes_and_trades_no_more(void **state)
{
    struct catan g;

    (void)state;
    open_roll(&g, 3);
    give(&g, 1, 8, 0, 0, 0, 0);
    give(&g, 2, 0, 8, 0, 0, 0);
    load_dice(&g, 3, 4);
    expect(&g, 0, "roll", "The dice sum is seven.");
    expect(&g, TABLE, "active 0 0", "The player status has been changed successfully.");
    expect(&g, 1, "roll", "Somebody has not discarded half of their resource cards yet."); /* the new one waits */
    expect(&g, 2, "discard 0 4 0 0 0", "The resource cards were discarded successfully.");
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    assert_int_equal(g.player[1].cards, 8);
    assert_int_equal(g.turn, 2);
    load_dice(&g, 1, 1);
    expect(&g, 2, "roll", "The dice sum is not seven.");
    expect(&g, TABLE, "active 1 1", "The player status has been changed successfully.");
    expect(&g, 2, "offer 0 1 0 0 0 1 0 0 0 0", "The trade has started successfully.");
    expect(&g, 1, "join", "You can take part in the trade.");
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    expect(&g, 2, "partner 1", "Nobody wanted to trade.");
}

/* The last player misses his first slot, places once in his second, and the
 * rest in his first turn. */
static void missed_placements_are_made_up(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 2);
    expect(&g, 0, "settle 0", "The settlement was built successfully.");
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    expect(&g, 0, "road 0 1", "The road was built successfully.");
    assert_int_equal(g.turn, 0); /* both slots of the other are skipped */
    assert_int_equal(g.player[0].state, SETTLE2);
    expect(&g, 0, "settle 40", "The settlement was built successfully.");
    expect(&g, TABLE, "active 1 1", "The player status has been changed successfully.");
    expect(&g, 0, "road 40 41", "The road was built successfully.");
    assert_false(catan_in_setup(&g));
    g.player[0].state = PLAYING;
    expect(&g, 0, "end", "The turn was changed successfully.");
    expect(&g, 1, "roll", "Forbidden request.");
    expect(&g, 1, "settle 30", "The settlement was built successfully.");
    expect(&g, 1, "road 30 31", "The road was built successfully.");
    assert_int_equal(g.turn, 1); /* the turn stays */
    expect(&g, 1, "settle 20", "The settlement was built successfully.");
    assert_true(g.player[1].cards > 0);
    expect(&g, 1, "road 20 19", "The road was built successfully.");
    load_dice(&g, 1, 1);
    expect(&g, 1, "roll", "The dice sum is not seven.");
}

/* The first player steps out with his settlement placed and his road missing. */
static void a_slot_of_an_inactive_player_is_skipped(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 3);
    expect(&g, 0, "settle 0", "The settlement was built successfully.");
    expect(&g, TABLE, "active 0 0", "The player status has been changed successfully.");
    assert_int_equal(g.turn, 1);
    expect(&g, TABLE, "active 0 1", "The player status has been changed successfully.");
    assert_int_equal(g.turn, 1);
    expect(&g, 1, "settle 30", "The settlement was built successfully.");
    expect(&g, 1, "road 30 31", "The road was built successfully.");
    expect(&g, TABLE, "active 2 0", "The player status has been changed successfully.");
    assert_int_equal(g.turn, 1);
    expect(&g, 1, "settle 35", "The settlement was built successfully.");
    expect(&g, 1, "road 35 36", "The road was built successfully.");
    assert_int_equal(g.turn, 0);
    expect(&g, 0, "road 0 5", "The road was built successfully."); /* the slot ends with one road */
    assert_false(catan_in_setup(&g));
    assert_int_equal(g.turn, 0);
    expect(&g, 0, "settle 40", "The settlement was built successfully.");
    expect(&g, 0, "road 40 41", "The road was built successfully.");
    assert_int_equal(g.player[0].state, START);
}

static void a_game_without_players_rests(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 2);
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    expect(&g, TABLE, "active 0 0", "The player status has been changed successfully.");
    assert_int_equal(g.turn, 0);
    assert_int_equal(catan_game.to_act(&g), 3);
    expect(&g, 0, "settle 0", "Forbidden request.");
    struct catan first = g;

    expect(&g, 1, "back", "You are back in the game."); /* to his next slot */
    assert_int_equal(g.turn, 1);
    assert_int_equal(g.slot, 1);
    expect(&g, 1, "settle 0", "The settlement was built successfully.");
    expect(&g, 1, "road 0 1", "The road was built successfully.");
    assert_int_equal(g.slot, 2);
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    g.slot = 3; /* rests at the last slot, which is the other's: setup is over for him */
    g.turn = 0;
    expect(&g, TABLE, "active 1 1", "The player status has been changed successfully.");
    assert_false(catan_in_setup(&g));
    assert_int_equal(g.turn, 1);
    assert_int_equal(g.player[1].state, SETTLE2);

    expect(&first, 0, "back", "You are back in the game."); /* the slot at which it rests */
    assert_int_equal(first.slot, 0);
    expect(&first, 0, "settle 0", "The settlement was built successfully.");
}

static void alone_the_game_ends_with_the_turn(void **state)
{
    struct catan  g;
    struct result r;

    (void)state;
    open_playing(&g, 3, 0);
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    expect(&g, TABLE, "active 2 0", "The player status has been changed successfully.");
    give(&g, 0, 4, 0, 0, 0, 0);
    expect(&g, 0, "bank -1 0 1", "The trade was made successfully."); /* he may go on until then */
    expect(&g, 0, "end", "The game has ended because there are not enough active players.");
    assert_int_equal(g.over, OVER_BY_LACK);
    expect(&g, 0, "end", "Forbidden request.");
    catan_game.result(&g, &r);
    assert_int_equal(r.rank[0], 1);
    assert_int_equal(r.rank[2], 1); /* nobody won */

    open_playing(&g, 1, 0);
    expect(&g, 0, "end", "The game has ended because there are not enough active players.");
}

/* ---- words --------------------------------------------------------------- */

static void moves_in_words(void **state)
{
    static const struct {
        const char *move, *words;
    } cases[] = {
        { "settle 12", "builds a settlement on 12" },
        { "settle", "finds no place for a settlement" },
        { "buyroad 3 2", "buys a road 3-2" },
        { "roll", "rolls 6 and 1" },
        { "discard 0 2 0 0 1", "discards 2 wool, 1 ore" },
        { "offer 1 0 0 0 0 0 0 2 0 0", "offers 1 lumber for 2 grain" },
        { "partner -1", "trades with nobody" },
        { "steal 2", "steals a card from player 3" },
        { "bank 27 3 0", "trades brick for lumber with the bank" },
        { "use 3", "plays yearOfPlenty" },
        { "active 1 0", "player 2 steps out" },
        { "end", "ends the turn" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;
        struct move  m = { 0 };
        struct buf   out = { 0 };

        open_roll(&g, 3);
        load_dice(&g, 6, 1);
        assert_int_equal(move_read(&catan_game, str_of(cases[i].move), &m), ERR_OK);
        catan_describe(&g, &m, &out);
        assert_string_equal(out.at, cases[i].words);
        buf_release(&out);
    }
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
        cmocka_unit_test(one_of_several_partners_trades),
        cmocka_unit_test(a_trade_without_partners_is_withdrawn),
        cmocka_unit_test(bank_trades_are_checked_in_order),
        cmocka_unit_test(cards_wait_a_turn_and_come_one_at_a_time),
        cmocka_unit_test(three_knights_are_an_army),
        cmocka_unit_test(road_building_ends_when_nothing_is_left),
        cmocka_unit_test(road_building_with_one_edge),
        cmocka_unit_test(monopoly_takes_from_everybody),
        cmocka_unit_test(plenty_takes_what_the_bank_has),
        cmocka_unit_test(the_tenth_point_wins_at_once),
        cmocka_unit_test(points_count_in_the_own_turn),
        cmocka_unit_test(the_turn_passes_over_who_stepped_out),
        cmocka_unit_test(stepping_out_forfeits),
        cmocka_unit_test(who_steps_out_owes_and_trades_no_more),
        cmocka_unit_test(missed_placements_are_made_up),
        cmocka_unit_test(a_slot_of_an_inactive_player_is_skipped),
        cmocka_unit_test(a_game_without_players_rests),
        cmocka_unit_test(alone_the_game_ends_with_the_turn),
        cmocka_unit_test(moves_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
