/* Victory, players who step out and come back, and moves in words. */
#include "unit/catan/kit.h"

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

/* Ten points in another player's turn win only when one's own turn comes. */
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

/* In any state: what the player in turn was about to do is lost. */
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

/* The last player misses their first slot, places once in their second, and the
 * rest in their first turn. */
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

/* The first player steps out with a settlement placed and its road missing. */
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

    expect(&g, 1, "back", "You are back in the game."); /* to their next slot */
    assert_int_equal(g.turn, 1);
    assert_int_equal(g.slot, 1);
    expect(&g, 1, "settle 0", "The settlement was built successfully.");
    expect(&g, 1, "road 0 1", "The road was built successfully.");
    assert_int_equal(g.slot, 2);
    expect(&g, TABLE, "active 1 0", "The player status has been changed successfully.");
    g.slot = 3; /* rests at the last slot, which is the other player's: setup is over for them */
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
    expect(&g, 0, "bank -1 0 1", "The trade was made successfully."); /* they may go on until then */
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
        const char *move, *words, *logged; /* NULL: the same */
    } cases[] = {
        { "settle 12", "settles at brick, lumber, grain, corner 12", "settles at corner 12" },
        { "settle 33", "settles at grain (three for one harbour), corner 33", "settles at corner 33" },
        { "settle", "finds no place for a settlement", NULL },
        { "buyroad 2 3", "builds a road from corner 2 to 3, towards lumber", "builds a road 2-3" },
        { "buyroad 25 26", "builds a road from corner 25 to 26, along the coast", "builds a road 25-26" },
        { "roll", "rolls the dice", NULL },
        { "robber 0", "moves the robber to wool 8, tile 0: Bob", "moves the robber to tile 0" },
        { "discard 0 2 0 0 1", "discards 2 wool, 1 ore", NULL },
        { "offer 1 0 0 0 0 0 0 2 0 0", "offers 1 lumber for 2 grain", NULL },
        { "partner -1", "withdraws the offer", NULL },
        { "partner 1", "trades with Bob", NULL },
        { "steal 2", "steals from player 3", NULL },
        { "bank -1 3 0", "trades 4 brick for 1 lumber (bank)", NULL },
        { "bank 33 3 0", "trades 3 brick for 1 lumber (harbour)", NULL },
        { "plenty 1 1", "takes 2 wool from the bank", NULL },
        { "use 3", "plays the year of plenty", NULL },
        { "active 1 0", "Bob steps out", NULL },
        { "end", "ends the turn", NULL },
    };

    const struct names names = { .seat = { "Ann", "Bob" } };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct catan g;
        struct move  m = { 0 };
        struct buf   out = { 0 };

        open_roll(&g, 3);
        load_dice(&g, 6, 1);
        assert_int_equal(move_read(&catan_game, str_of(cases[i].move), &m), ERR_OK);
        catan_put_settlement(&g, 1, 0);
        set_tile(&g, 2, BRICK, 0);
        set_tile(&g, 3, LUMBER, 0);
        set_tile(&g, 10, GRAIN, 0);
        g.harbour[2] = ANY_HARBOUR;
        catan_describe(&g, &m, &names, &out);
        assert_string_equal(out.at, cases[i].words);
        buf_clear(&out);
        catan_notate(&g, &m, &names, &out);
        assert_string_equal(out.at, cases[i].logged ? cases[i].logged : cases[i].words);
        buf_release(&out);
    }
}

/* What a spectator reads of a roll: dice are secret until they are rolled, then
 * public. */
static void a_roll_names_its_dice(void **state)
{
    struct catan g;
    struct move  m = { .kind = ROLL_DICE };
    struct buf   out = { 0 };

    (void)state;
    open_roll(&g, 3);
    load_dice(&g, 6, 1);
    expect(&g, 0, "roll", "The dice sum is seven.");
    catan_redact(&g, SEAT_NOBODY);
    catan_outcome(&g, &m, NULL, &out);
    assert_string_equal(out.at, ": 6 and 1");

    buf_clear(&out);
    m.kind = END_TURN;
    catan_outcome(&g, &m, NULL, &out);
    assert_int_equal(out.len, 0);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(a_roll_names_its_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
