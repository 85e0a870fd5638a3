/* Plies: castling, en passant, promotion, boxes and holes in the way, the end
 * of the game, draws and clocks. */
#include "unit/powerchess/board.h"

/* ---- castling ---------------------------------------------------------- */

#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static void all_four_castlings(void **state)
{
    struct powerchess g = from(CASTLES), h = from(CASTLES);

    (void)state;
    ply(&g, "e1g1");
    assert_int_equal(kind_on(&g, "f1"), ROOK);
    ply(&g, "e8c8");
    assert_int_equal(kind_on(&g, "d8"), ROOK);
    ply(&h, "e1c1");
    assert_int_equal(kind_on(&h, "d1"), ROOK);
    no_ply(&h, "e8c8"); /* d8 is attacked */
    ply(&h, "e8g8");
    assert_int_equal(kind_on(&h, "f8"), ROOK);
}

static void holes_and_boxes_in_the_way_of_castling(void **state)
{
    static const struct {
        const char *square;
        bool        hole_short, hole_long, box_short, box_long; /* may still castle */
    } cases[] = {
        { "b1", true, true, true, false },  { "c1", true, false, true, false }, { "d1", true, false, true, false },
        { "f1", false, true, false, true }, { "g1", false, true, false, true },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess hole = from(CASTLES), box = hole;

        put_hole(&hole, cases[i].square, 5);
        put_box(&box, cases[i].square, COMMON);
        assert_int_equal(chess_legal_from(&hole.board, 4) >> sq("g1") & 1, cases[i].hole_short);
        assert_int_equal(chess_legal_from(&hole.board, 4) >> sq("c1") & 1, cases[i].hole_long);
        assert_int_equal(chess_legal_from(&box.board, 4) >> sq("g1") & 1, cases[i].box_short);
        assert_int_equal(chess_legal_from(&box.board, 4) >> sq("c1") & 1, cases[i].box_long);
    }
}

/* The right is lost with the original rook, even if a rook lands on the corner
 * in the same instant. */
static void a_swapped_rook_takes_its_right_along(void **state)
{
    struct powerchess g = from("r3k2r/8/8/8/3R4/8/8/R3K2R w KQkq - 0 1");

    (void)state;
    offer(&g, "d4", COMMON, SWAP);
    use(&g, "a1");
    assert_int_equal(g.board.castling, WHITE_SHORT | BLACK_SHORT | BLACK_LONG);
    ply(&g, "a8a4");
    no_ply(&g, "e1c1");
    ply(&g, "e1g1");
}

static void no_castling_under_attack_even_for_the_invulnerable(void **state)
{
    struct powerchess g = from("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1");

    (void)state;
    piece_safe(&g, sq("e1"), 6);
    no_ply(&g, "e1g1");
    ply(&g, "e1d1");
}

/* ---- en passant -------------------------------------------------------- */

static void en_passant_and_what_stops_it(void **state)
{
    struct powerchess start = from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), g = start;

    (void)state;
    ply(&g, "d7d5");
    ply(&g, "e5d6");
    assert_int_equal(kind_on(&g, "d5"), KINDS);
    assert_int_equal(g.lost[BLACK].n, 1);

    g = start;
    ply(&g, "d7d5");
    ply(&g, "e1e2");
    ply(&g, "e8e7");
    no_ply(&g, "e5d6"); /* too late */

    g = start;
    ply(&g, "d7d5");
    put_hole(&g, "d6", 4);
    no_ply(&g, "e5d6");

    g = start;
    piece_safe(&g, sq("d7"), 6);
    ply(&g, "d7d5");
    no_ply(&g, "e5d6");

    g = from("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1");
    ply(&g, "d7d5");
    no_ply(&g, "e5d6"); /* both pawns would leave the row */
}

static void a_power_that_moves_the_stepped_pawn_voids_en_passant(void **state)
{
    struct powerchess start = from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), g;

    (void)state;
    put_box(&start, "d5", COMMON);
    ply(&start, "d7d5");
    assert_int_equal(start.phase, PHASE_SELECT);

    g = start;
    offer(&g, "d5", COMMON, ADJUST);
    use(&g, "d5c5");
    no_ply(&g, "e5d6");

    g = start;
    offer(&g, "d5", LEGENDARY, AWAKEN);
    use(&g, "");
    no_ply(&g, "e5d6");

    g = start;
    offer(&g, "d5", RARE, ENERGIZE);
    use(&g, "");
    ply(&g, "e5d6");

    g = start;
    offer(&g, "d5", COMMON, SHIELD);
    use(&g, "");
    no_ply(&g, "e5d6"); /* kept, but the pawn is invulnerable */
}

/* ---- pawns and boxes --------------------------------------------------- */

static void pawns_take_boxes(void **state)
{
    struct powerchess start = from("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"), g = start;

    (void)state;
    put_box(&g, "d4", COMMON);
    ply(&g, "d2d4");
    assert_int_equal(g.phase, PHASE_SELECT);

    g = start;
    put_box(&g, "d3", COMMON);
    no_ply(&g, "d2d4");
    ply(&g, "d2d3");

    g = start;
    put_hole(&g, "d3", 9);
    no_ply(&g, "d2d3");
    ply(&g, "d2d4");

    g = start;
    no_ply(&g, "d2c3");
    put_box(&g, "c3", RARE);
    ply(&g, "d2c3");
    assert_int_equal(g.rarity, RARE);
}

static void a_pawn_on_its_own_back_row_steps_once(void **state)
{
    struct powerchess g = drawn(".  .  .  .  k  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  P  .  K  .  .  .  ",
                                WHITE);

    (void)state;
    no_ply(&g, "c1c3");
    ply(&g, "c1c2");
    ply(&g, "e8e7");
    ply(&g, "c2c4");
}

static void promotion(void **state)
{
    struct powerchess start = from("3r2k1/2P5/8/8/8/8/8/4K3 w - - 0 1"), g = start;

    (void)state;
    ply(&g, "c7d8");
    assert_int_equal(kind_on(&g, "d8"), QUEEN);
    g = start;
    assert_int_equal(ply_with(&g, "c7c8", KNIGHT), ERR_OK);
    assert_int_equal(kind_on(&g, "c8"), KNIGHT);
    for (int kind = 0; kind < 10; kind++) {
        g = start;
        assert_int_equal(ply_with(&g, "c7c8", kind), kind >= 1 && kind <= 4 ? ERR_OK : ERR_REFUSED);
    }
    g = start;
    assert_int_equal(ply_with(&g, "c7c8", -1), ERR_REFUSED);
    assert_int_equal(ply_with(&g, "e1e2", QUEEN), ERR_REFUSED); /* no pawn arrives */
}

static void adjust_to_the_last_row_makes_a_queen(void **state)
{
    struct powerchess g = from("6k1/2P5/8/8/8/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "c7", COMMON, ADJUST);
    use(&g, "c7b8");
    assert_int_equal(kind_on(&g, "b8"), QUEEN);

    g = from("6k1/2P5/8/8/8/8/8/4K3 w - - 0 1");
    g.energy[WHITE] = 8;
    g.board.energized = 1;
    offer(&g, "c7", COMMON, ADJUST);
    no_use(&g, "c7b8");
    use(&g, "c7b7");
}

static void an_energized_pawn_is_not_swapped_onto_its_last_row(void **state)
{
    struct powerchess g = from("1k5N/8/8/8/3P4/8/8/4K3 w - - 0 1");

    (void)state;
    g.energy[WHITE] = 8;
    g.board.energized = 1;
    offer(&g, "d4", COMMON, SWAP);
    no_use(&g, "h8");
    use(&g, "e1");
}

/* ---- lines ------------------------------------------------------------- */

static void a_box_stops_a_check(void **state)
{
    struct powerchess g = from("4r2k/8/8/8/8/8/3P4/4K3 w - - 0 1");

    (void)state;
    put_box(&g, "e3", COMMON);
    ply(&g, "d2e3"); /* takes the box, and shields the king itself */
    offer(&g, "e3", COMMON, ADJUST);
    no_use(&g, "e3d3");
    use(&g, "e3e4");
    ply(&g, "e8e5");
    no_ply(&g, "e4d4");
}

/* ---- the end ----------------------------------------------------------- */

static void mate_brings_no_box(void **state)
{
    struct powerchess g = from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");

    (void)state;
    g.powers = 1;
    g.counter = 1;
    ply(&g, "a1a8");
    assert_over(&g, REASON_MATE, WHITE);
    assert_true(g.board.boxes == 0);
}

/* The bishop's way to g8 is Black's only answer to the check: a fresh box on it
 * makes it mate. */
static void a_fresh_box_may_mate(void **state)
{
    uint64_t way = bit(sq("b3")) | bit(sq("c4")) | bit(sq("d5")) | bit(sq("e6"));
    int      mates = 0, others = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct powerchess g = from("7k/6pp/8/8/8/8/b7/R3K3 w - - 0 1");

        chess_relocate(&g.board, sq("a1"), sq("b1"));
        g.rng = rng_seeded(seed);
        g.powers = 1;
        g.counter = 1;
        ply(&g, "b1b8");
        assert_int_equal(count(g.board.boxes), 1);
        if (g.board.boxes & way) {
            assert_over(&g, REASON_MATE, WHITE);
            mates++;
        } else {
            assert_int_equal(g.phase, PHASE_MOVE);
            others++;
        }
    }
    assert_true(mates > 0 && others > 0);
}

static void a_power_mates(void **state)
{
    struct powerchess g = from("6k1/5ppp/8/8/8/8/8/N2RK3 w - - 0 1");

    (void)state;
    g.board.castling = 0;
    offer(&g, "d1", COMMON, SECOND_EFFORT);
    use(&g, "d1d8");
    assert_over(&g, REASON_MATE, WHITE);
}

static void a_hole_stalemates(void **state)
{
    struct powerchess g = from("7k/8/6K1/5N2/8/8/8/8 w - - 0 1");

    (void)state;
    offer(&g, "f5", RARE, BLACK_HOLE);
    use(&g, "g8"); /* g7 and h7 are guarded by the king, g8 is a hole */
    assert_over(&g, REASON_STALEMATE, NO_WINNER);
}

static void second_effort_takes_the_king(void **state)
{
    struct powerchess g = from("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "e4", COMMON, SECOND_EFFORT);
    use(&g, "e4e8");
    assert_over(&g, REASON_MATE, WHITE);
}

static void a_pinned_piece_may_not_even_take_the_king(void **state)
{
    struct powerchess g = from("8/8/8/1k1r4/8/3Q4/8/3K4 w - - 0 1");

    (void)state;
    offer(&g, "d3", COMMON, SECOND_EFFORT);
    no_use(&g, "d3b5");
    use(&g, "d3d4");
}

static void second_effort_chains_three_boxes(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");

    (void)state;
    g.rng = rng_seeded(3);
    put_box(&g, "a3", COMMON);
    put_box(&g, "c3", RARE);
    put_box(&g, "c5", LEGENDARY);
    ply(&g, "a1a3");
    assert_int_equal(g.rarity, COMMON);
    offer(&g, "a3", COMMON, SECOND_EFFORT);
    use(&g, "a3c3");
    assert_int_equal(g.phase, PHASE_SELECT);
    assert_int_equal(g.rarity, RARE);
    assert_int_equal(g.box_square, sq("c3"));
    offer(&g, "c3", COMMON, SECOND_EFFORT);
    use(&g, "c3c5");
    assert_int_equal(g.rarity, LEGENDARY);
    assert_int_equal(g.board.turn, WHITE);
    assert_true(g.board.boxes == 0);
}

/* ---- words ------------------------------------------------------------- */

static enum err say(struct powerchess *g, int seat, int kind, int64_t at)
{
    struct refusal why = { 0 };
    struct move    m;

    move_begin(&m, seat, kind);
    m.at = at;
    return powerchess_game.apply(g, &m, NULL, &why);
}

static void draw_offers(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), h;

    (void)state;
    assert_int_equal(say(&g, WHITE, DO_DRAW, 0), ERR_OK);
    ply(&g, "a1a2"); /* the offerer moves: the offer stands */
    h = g;
    assert_int_equal(say(&h, BLACK, DO_DRAW, 0), ERR_OK);
    assert_over(&h, REASON_DRAW, NO_WINNER);
    ply(&g, "e8e7"); /* the recipient moves: it is gone */
    assert_int_equal(say(&g, BLACK, DO_DRAW, 0), ERR_OK);
    assert_int_equal(g.phase, PHASE_MOVE);
}

static void resigning_and_flags(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), h = g;

    (void)state;
    assert_int_equal(say(&h, BLACK, DO_RESIGN, 0), ERR_OK);
    assert_over(&h, REASON_RESIGNATION, WHITE);
    assert_int_equal(say(&h, BLACK, DO_RESIGN, 0), ERR_REFUSED);
    h = g;
    assert_int_equal(say(&h, WHITE, DO_TIME, 0), ERR_OK);
    assert_over(&h, REASON_TIME, BLACK);
    assert_int_equal(say(&g, BLACK, DO_FLAG, 0), ERR_REFUSED);
    assert_int_equal(say(&g, WHITE, DO_FLAG, 0), ERR_OK);
    assert_over(&g, REASON_TIME, BLACK);
}

static void clocks(void **state)
{
    struct powerchess g;
    struct setup      s;
    struct refusal    why = { 0 };
    int               seat = -1;

    (void)state;
    setup_default(&powerchess_game, &s);
    s.at = 1000000;
    assert_int_equal(game_setup(&powerchess_game, &g, &s, &why), ERR_OK);
    assert_int_equal(powerchess_game.deadline(&g, &seat), 1000000 + 900000);
    assert_int_equal(seat, WHITE);

    struct move m = { .at = 1010000, .seat = WHITE, .kind = DO_MOVE, .n = 2, .arg = { 12, 28 } };
    assert_int_equal(powerchess_game.apply(&g, &m, NULL, &why), ERR_OK);
    assert_int_equal(g.clock.left[WHITE], 900000 - 10000 + 15000);
    assert_int_equal(powerchess_game.deadline(&g, &seat), 1010000 + 900000);
    assert_int_equal(seat, BLACK);

    m = (struct move){ .at = 9010000, .seat = BLACK, .kind = DO_MOVE, .n = 2, .arg = { 52, 36 } };
    assert_int_equal(powerchess_game.apply(&g, &m, NULL, &why), ERR_OK); /* before anybody declared the flag fallen */
    assert_int_equal(g.clock.left[BLACK], 15000);

    s.option[OPTION_CLOCK] = 500;
    s.option[OPTION_INCREMENT] = 0;
    assert_int_equal(game_setup(&powerchess_game, &g, &s, &why), ERR_OK);
    assert_int_equal(powerchess_game.deadline(&g, &seat), 1000500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_four_castlings),
        cmocka_unit_test(holes_and_boxes_in_the_way_of_castling),
        cmocka_unit_test(a_swapped_rook_takes_its_right_along),
        cmocka_unit_test(no_castling_under_attack_even_for_the_invulnerable),
        cmocka_unit_test(en_passant_and_what_stops_it),
        cmocka_unit_test(a_power_that_moves_the_stepped_pawn_voids_en_passant),
        cmocka_unit_test(pawns_take_boxes),
        cmocka_unit_test(a_pawn_on_its_own_back_row_steps_once),
        cmocka_unit_test(promotion),
        cmocka_unit_test(adjust_to_the_last_row_makes_a_queen),
        cmocka_unit_test(an_energized_pawn_is_not_swapped_onto_its_last_row),
        cmocka_unit_test(a_box_stops_a_check),
        cmocka_unit_test(mate_brings_no_box),
        cmocka_unit_test(a_fresh_box_may_mate),
        cmocka_unit_test(a_power_mates),
        cmocka_unit_test(a_hole_stalemates),
        cmocka_unit_test(second_effort_takes_the_king),
        cmocka_unit_test(a_pinned_piece_may_not_even_take_the_king),
        cmocka_unit_test(second_effort_chains_three_boxes),
        cmocka_unit_test(draw_offers),
        cmocka_unit_test(resigning_and_flags),
        cmocka_unit_test(clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
