/* Placing, buying, roads and awards, on positions made by hand. Vertices are
 * those of the island's drawing in src/games/catan/README.md. */
#include "unit/catan/kit.h"

/* The order of placements; the first player then rolls. */
static void setup_goes_to_and_fro(void **state)
{
    static const struct {
        int         seats;
        const char *order;
    } cases[] = { { 1, "00" }, { 2, "0110" }, { 3, "012210" }, { 6, "012345543210" } };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;

        open_game(&g, cases[i].seats);
        for (const char *who = cases[i].order; *who; who++) {
            char text[32];
            int  v = __builtin_ctzll(g.free), seat = *who - '0';

            assert_int_equal(g.turn, seat);
            assert_true(catan_in_setup(&g));
            snprintf(text, sizeof text, "settle %d", v);
            expect(&g, seat, text, "The settlement was built successfully.");
            snprintf(text, sizeof text, "road %d %d", v, catan_along(catan_vertex_edge[v][0], v));
            expect(&g, seat, text, "The road was built successfully.");
        }
        assert_false(catan_in_setup(&g));
        assert_int_equal(g.turn, 0);
        expect(&g, 0, "end", "Forbidden request.");
        load_dice(&g, 1, 2);
        expect(&g, 0, "roll", "The dice sum is not seven.");
    }
}

static void setup_checks_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 3);
    expect(&g, 1, "settle 40", "It is not your turn.");
    expect(&g, 0, "roll", "Forbidden request.");
    expect(&g, 0, "road 19 20", "Forbidden request.");
    expect(&g, 0, "settle", "Invalid request.");
    expect(&g, 0, "settle 54", "Invalid position for settlement.");
    expect(&g, 0, "settle -1", "Invalid position for settlement.");
    expect(&g, 0, "settle 19", "The settlement was built successfully.");
    expect(&g, 0, "road", "Invalid request.");
    expect(&g, 0, "road 0 1", "It does not connect to your last intersection.");
    expect(&g, 0, "road 19 21", "Invalid position for road.");
    expect(&g, 0, "road 19 19", "Invalid position for road.");
    expect(&g, 0, "road 19 -1", "Invalid position for road.");
    expect(&g, 0, "road 20 19", "The road was built successfully.");
    expect(&g, 1, "settle 19", "Intersection already occupied.");
    expect(&g, 1, "settle 20", "The two roads distance rule is not satisfied.");
    expect(&g, 1, "settle 40", "The settlement was built successfully.");
    expect(&g, 1, "road 41 40", "The road was built successfully.");
    expect(&g, 2, "settle 15", "The settlement was built successfully.");
    expect(&g, 2, "road 15 14", "The road was built successfully.");
    expect(&g, 2, "settle 35", "The settlement was built successfully.");
    /* the road of the second visit must touch the second settlement */
    expect(&g, 2, "road 15 16", "It does not connect to your last intersection.");
    expect(&g, 2, "road 35 34", "The road was built successfully.");
}

static void second_settlement_pays(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 1);
    clear_numbers(&g);
    for (int t = 0; t < TILES; t++)
        g.tile[t] = LUMBER;
    set_tile(&g, 0, DESERT, 0);
    set_tile(&g, 1, ORE, 5);
    set_tile(&g, 2, WOOL, 9);
    expect(&g, 0, "settle 25", "The settlement was built successfully.");
    assert_int_equal(g.player[0].cards, 0);
    expect(&g, 0, "road 25 24", "The road was built successfully.");
    struct catan coast = g, dry = g;

    expect(&g, 0, "settle 2", "The settlement was built successfully."); /* tiles 0, 1, 2 */
    assert_int_equal(g.player[0].cards, 2);
    assert_int_equal(hand(&g, 0, ORE), 1);
    assert_int_equal(hand(&g, 0, WOOL), 1);

    expect(&coast, 0, "settle 40", "The settlement was built successfully.");
    assert_int_equal(coast.player[0].cards, 1);

    dry.bank[ORE] = 0; /* the bank pays only what it has */
    expect(&dry, 0, "settle 2", "The settlement was built successfully.");
    assert_int_equal(dry.player[0].cards, 1);
}

static void without_a_place_setup_goes_on(void **state)
{
    struct catan g;

    (void)state;
    open_game(&g, 2);
    g.free = 0;
    expect(&g, 0, "settle", "You have no more available settlement positions.");
    expect(&g, 0, "road 0 1", "You have no more available road positions."); /* no last settlement at all */
    assert_int_equal(g.turn, 1);
    assert_int_equal(g.player[0].state, SETTLE2);
}

static void roads_are_checked_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    expect(&g, 0, "buyroad", "You have no more available road positions.");
    catan_put_settlement(&g, 0, 0);
    expect(&g, 0, "buyroad", "Invalid request.");
    expect(&g, 0, "buyroad 5 5", "Invalid request.");
    expect(&g, 0, "buyroad 0 1", "You do not have enough Lumber resource cards.");
    give(&g, 0, 1, 0, 0, 0, 0);
    expect(&g, 0, "buyroad 0 1", "You do not have enough Brick resource cards.");
    give(&g, 0, 3, 0, 0, 4, 0);
    expect(&g, 0, "buyroad 0 54", "Invalid position for road.");
    expect(&g, 0, "buyroad 30 31", "It does not connect to one of your roads.");
    expect(&g, 0, "buyroad 30 33", "It does not connect to one of your roads.");
    expect(&g, 0, "buyroad 0 2", "Invalid position for road.");
    expect(&g, 0, "buyroad 1 0", "The road was bought successfully.");
    expect(&g, 0, "buyroad 0 1", "Road already existent.");
    expect(&g, 0, "buyroad 1 2", "The road was bought successfully.");
    assert_int_equal(g.bank[LUMBER], 19 - 2);
    g.player[0].roads_left = 0;
    expect(&g, 0, "buyroad 2 3", "You do not have roads in bank.");
}

static void no_road_past_a_foreign_building(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    lay_roads(&g, 0, "0-1-2");
    catan_put_settlement(&g, 1, 2);
    give(&g, 0, 4, 0, 0, 4, 0);
    expect(&g, 0, "buyroad 2 3", "It does not connect to one of your roads.");
    expect(&g, 0, "buyroad 1 6", "The road was bought successfully.");
    lay_roads(&g, 0, "0-5-4-3"); /* from the other end it may be reached */
    expect(&g, 0, "buyroad 3 2", "The road was bought successfully.");
}

static void settlements_are_checked_in_order(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 0, 0);
    lay_roads(&g, 0, "0-1");
    expect(&g, 0, "buysettlement", "You have no more available settlement positions.");
    lay_roads(&g, 0, "1-2-3");
    expect(&g, 0, "buysettlement", "Invalid request.");
    expect(&g, 0, "buysettlement 2", "You do not have enough Lumber resource cards.");
    give(&g, 0, 1, 1, 0, 0, 0);
    expect(&g, 0, "buysettlement 2", "You do not have enough Grain resource cards.");
    give(&g, 0, 1, 1, 2, 2, 0);
    expect(&g, 0, "buysettlement 54", "Invalid position for settlement.");
    expect(&g, 0, "buysettlement 30", "It does not connect to one of your roads.");
    expect(&g, 0, "buysettlement 0", "Intersection already occupied.");
    expect(&g, 0, "buysettlement 1", "The two roads distance rule is not satisfied.");
    expect(&g, 0, "buysettlement 2", "The settlement was bought successfully.");
    lay_roads(&g, 0, "3-4");
    g.player[0].settlements_left = 0;
    expect(&g, 0, "buysettlement 4", "You do not have settlements in bank.");
}

/* Five settlements, one becomes a city, a sixth can be built. */
static void a_city_frees_its_settlement(void **state)
{
    static const int places[] = { 0, 2, 4, 7, 9 };
    struct catan     g;

    (void)state;
    open_playing(&g, 2, 0);
    expect(&g, 0, "buycity 0", "You have no more available city positions.");
    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        catan_put_settlement(&g, 0, places[i]);
    catan_put_settlement(&g, 1, 40);
    lay_roads(&g, 0, "0-21-20-19");
    give(&g, 0, 1, 1, 3, 1, 2);
    expect(&g, 0, "buysettlement 20", "You do not have settlements in bank.");
    expect(&g, 0, "buycity", "Invalid request.");
    expect(&g, 0, "buycity 54", "Invalid position for city.");
    expect(&g, 0, "buycity 40", "Invalid position for city.");
    expect(&g, 0, "buycity 1", "Invalid position for city.");
    expect(&g, 0, "buycity 0", "You do not have enough Ore resource cards.");
    give(&g, 0, 0, 0, 0, 0, 1);
    assert_int_equal(catan_score(&g, 0), 5);
    expect(&g, 0, "buycity 0", "The city was bought successfully.");
    assert_int_equal(catan_score(&g, 0), 6);
    expect(&g, 0, "buycity 0", "Invalid position for city.");
    expect(&g, 0, "buysettlement 20", "The settlement was bought successfully.");
    assert_int_equal(g.player[0].settlements_left, 0);
    g.player[0].cities_left = 0;
    expect(&g, 0, "buycity 2", "You do not have cities in bank.");
}

static void longest_trails(void **state)
{
    static const struct {
        const char *what, *roads;
        int         length;
    } cases[] = {
        { "hexagon with a tail", "0-1-2-3-4-5-0 0-21", 7 },
        { "hexagon alone", "0-1-2-3-4-5-0", 6 },
        { "fork: the longest branch counts", "24-7-8-9 8-27-28-29", 5 },
        { "figure eight, joined by an edge", "0-1-2-3-4-5-0 2-9-8-7-6-1", 11 },
        { "two rings and a bridge", "0-1-2-3-4-5-0 3-12 12-11-32-33-34-13-12", 13 },
        { "two networks", "0-1-2-3 40-41-42-43-44", 4 },
        { "one road", "30-31", 1 },
        { "laid from the middle", "2-3 1-2 3-4 0-1 4-5", 5 },
        { "star", "0-1 0-5 0-21", 2 },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;

        open_playing(&g, 2, 0);
        lay_roads(&g, 0, cases[i].roads);
        if (g.player[0].longest != cases[i].length || catan_longest_trail(&g, 0) != cases[i].length)
            fail_msg("%s: %d, searched anew %d, not %d", cases[i].what, g.player[0].longest, catan_longest_trail(&g, 0),
                     cases[i].length);
    }
}

static void a_foreign_settlement_cuts_a_road(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 1);
    lay_roads(&g, 0, "0-1-2-3-4-5");
    assert_int_equal(g.player[0].longest, 5);
    assert_int_equal(g.longest_holder, 0);
    struct catan own = g;

    lay_roads(&g, 1, "9-2");
    give(&g, 1, 1, 1, 1, 1, 0);
    expect(&g, 1, "buysettlement 2", "The settlement was bought successfully.");
    assert_int_equal(g.player[0].longest, 3);
    assert_int_equal(g.longest_holder, NOBODY);

    catan_put_settlement(&own, 0, 2); /* one's own does not */
    assert_int_equal(own.player[0].longest, 5);
    assert_int_equal(own.longest_holder, 0);
}

static void a_trail_may_end_at_a_foreign_building(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 2, 0);
    lay_roads(&g, 0, "0-1-2-3-4");
    catan_put_settlement(&g, 1, 4);
    assert_int_equal(g.player[0].longest, 4);
    lay_roads(&g, 0, "21-0");
    assert_int_equal(g.player[0].longest, 5);
    lay_roads(&g, 0, "4-5"); /* behind it: not joined */
    assert_int_equal(g.player[0].longest, 5);
}

static void equal_length_keeps_the_card(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 3, 0);
    lay_roads(&g, 0, "0-1-2-3-4-5");
    lay_roads(&g, 1, "24-25-26-27-28-29");
    assert_int_equal(g.longest_holder, 0);
    assert_int_equal(catan_public_score(&g, 0), 2);
    lay_roads(&g, 1, "29-30");
    assert_int_equal(g.longest_holder, 1);
    assert_int_equal(catan_public_score(&g, 0), 0);
    assert_int_equal(catan_public_score(&g, 1), 2);
}

static void a_cut_that_leaves_others_tied_takes_it_from_all(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 4, 3);
    lay_roads(&g, 0, "24-25-26-27-28-29-30");
    lay_roads(&g, 1, "0-1-2-3-4-5");
    lay_roads(&g, 2, "40-41-42-43-44-45");
    assert_int_equal(g.longest_holder, 0);
    catan_put_settlement(&g, 3, 27);
    assert_int_equal(g.player[0].longest, 3);
    assert_int_equal(g.longest_holder, NOBODY);
    lay_roads(&g, 2, "45-46"); /* alone again */
    assert_int_equal(g.longest_holder, 2);
}

static void a_cut_that_leaves_the_holder_tied_keeps_it(void **state)
{
    struct catan g;

    (void)state;
    open_playing(&g, 3, 2);
    lay_roads(&g, 0, "24-25-26-27-28-29-30");
    lay_roads(&g, 1, "0-1-2-3-4-5");
    catan_put_settlement(&g, 2, 25);
    assert_int_equal(g.player[0].longest, 5);
    assert_int_equal(g.longest_holder, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_goes_to_and_fro),
        cmocka_unit_test(setup_checks_in_order),
        cmocka_unit_test(second_settlement_pays),
        cmocka_unit_test(without_a_place_setup_goes_on),
        cmocka_unit_test(roads_are_checked_in_order),
        cmocka_unit_test(no_road_past_a_foreign_building),
        cmocka_unit_test(settlements_are_checked_in_order),
        cmocka_unit_test(a_city_frees_its_settlement),
        cmocka_unit_test(longest_trails),
        cmocka_unit_test(a_foreign_settlement_cuts_a_road),
        cmocka_unit_test(a_trail_may_end_at_a_foreign_building),
        cmocka_unit_test(equal_length_keeps_the_card),
        cmocka_unit_test(a_cut_that_leaves_others_tied_takes_it_from_all),
        cmocka_unit_test(a_cut_that_leaves_the_holder_tied_keeps_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
