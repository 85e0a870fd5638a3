/* What lasts beyond the turn: invulnerability, several kings, nets, shapes,
 * energy, holes. */
#include "unit/powerchess/board.h"

/* ---- invulnerability --------------------------------------------------- */

static void a_shield_lasts_three_replies(void **state)
{
    struct powerchess g = from("r3k3/8/8/8/N7/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "a4", COMMON, SHIELD);
    use(&g, "");
    assert_int_equal(g.aura[sq("a4")].safe, 6);
    for (int reply = 0; reply < 3; reply++) {
        no_ply(&g, "a8a4");
        ply(&g, reply % 2 ? "e7e8" : "e8e7");
        ply(&g, reply % 2 ? "e2e1" : "e1e2");
    }
    ply(&g, "a8a4");
}

static void a_capture_ends_it_and_a_box_does_not(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1");

    (void)state;
    piece_safe(&g, sq("a1"), 6);
    put_box(&g, "c2", COMMON);
    ply(&g, "a1c2");
    assert_int_equal(g.aura[sq("c2")].safe, 5);

    g = from("4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1");
    piece_safe(&g, sq("a1"), 6);
    ply(&g, "a1b3");
    assert_int_equal(g.aura[sq("b3")].safe, 0);
    assert_true(g.board.safe == 0);
}

static void the_longer_invulnerability_counts(void **state)
{
    struct powerchess g = from("4k3/8/8/8/N7/8/8/4K3 w - - 0 1");

    (void)state;
    piece_safe(&g, sq("a4"), 6);
    offer(&g, "a4", LEGENDARY, AWAKEN);
    use(&g, "");
    assert_int_equal(g.aura[sq("a4")].safe, 6);
}

static void an_invulnerable_king_walks_into_attacks_but_not_on_its_last_ply(void **state)
{
    struct powerchess g = from("4k2r/8/8/8/8/8/8/6K1 w - - 0 1");

    (void)state;
    piece_safe(&g, sq("g1"), 2);
    ply(&g, "g1h1");
    assert_int_equal(g.phase, PHASE_MOVE);
    no_ply(&g, "h8h1");
    ply(&g, "e8e7");
    no_ply(&g, "h1h2"); /* the invulnerability ends with this ply */
    ply(&g, "h1g1");
}

static void a_king_that_captures_must_be_safe_afterwards(void **state)
{
    struct powerchess g = from("4k2r/8/8/8/8/8/7p/6K1 w - - 0 1");

    (void)state;
    piece_safe(&g, sq("g1"), 6);
    no_ply(&g, "g1h2");
    ply(&g, "g1h1");
}

/* The king in the corner has no square: attacked, it is mated if its
 * invulnerability ends with the ply it cannot make, and stalemated if not. */
static void mate_and_stalemate_of_an_invulnerable_king(void **state)
{
    static const struct {
        int plies, winner; /* plies left when White is to move */
    } cases[] = { { 0, BLACK }, { 1, BLACK }, { 2, NO_WINNER }, { 5, NO_WINNER } };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = drawn(".  .  .  .  .  .  .  k  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    "p+ p+ .  .  .  .  .  .  "
                                    "K  p+ .  .  .  .  .  .  ",
                                    BLACK);

        chess_become(&g.board, sq("b1"), ROOK);
        piece_safe(&g, sq("a2"), 20);
        piece_safe(&g, sq("b2"), 20);
        piece_safe(&g, sq("b1"), 20);
        piece_safe(&g, sq("a1"), cases[i].plies + 1);
        ply(&g, "h8g8");
        assert_over(&g, cases[i].winner == NO_WINNER ? REASON_STALEMATE : REASON_MATE, cases[i].winner);
    }
}

static void stalemate(void **state)
{
    struct powerchess g = from("7k/8/8/8/8/2q5/8/K7 b - - 0 1");

    (void)state;
    ply(&g, "c3b3");
    assert_over(&g, REASON_STALEMATE, NO_WINNER);
}

/* ---- several kings ----------------------------------------------------- */

static void two_kings_know_no_check(void **state)
{
    struct powerchess g = drawn(".  .  .  .  k  .  .  r  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  K  .  .  .  K  .  ",
                                WHITE);

    (void)state;
    ply(&g, "g1h1"); /* into the rook's file */
    ply(&g, "h8h1"); /* and lost */
    assert_int_equal(g.phase, PHASE_MOVE);
    assert_int_equal(g.lost[WHITE].n, 0); /* kings are never reanimated */
    no_ply(&g, "c1b1");                   /* the last one is in check */
    ply(&g, "c1c2");
}

static void a_second_king_may_be_given_for_the_enemys(void **state)
{
    struct powerchess g = drawn(".  .  .  .  k  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  K  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  .  .  .  .  .  .  "
                                ".  .  K  .  .  .  .  .  ",
                                WHITE);

    (void)state;
    offer(&g, "d4", RARE, EYE_FOR_AN_EYE);
    use(&g, "e8");
    assert_over(&g, REASON_MATE, WHITE);
}

/* ---- Safety Net -------------------------------------------------------- */

static void a_net_brings_the_piece_home(void **state)
{
    struct powerchess g = from("4k3/8/8/3n4/8/2B5/8/4K2R b - - 0 1");

    (void)state;
    g.rng = rng_seeded(11);
    g.aura[sq("c3")] = (struct aura){ .net = 1, .awake = 5, .was = PAWN };
    ply(&g, "d5c3");
    assert_int_equal(g.lost[WHITE].n, 0);
    uint64_t home = g.board.side[WHITE] & g.board.kind[BISHOP];
    assert_int_equal(count(home), 1);
    assert_int_equal(lowest(home) / 8, 0);
    struct aura back = g.aura[lowest(home)];
    assert_int_equal(back.net, 0);
    assert_int_equal(back.awake, 4); /* a ply older */
    assert_int_equal(back.was, PAWN);
}

/* From every other vacant square of its row the returned rook would attack the
 * captor's king. */
static void a_net_keeps_off_squares_that_give_check(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct powerchess g = drawn(".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  n  .  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    ".  .  .  .  .  .  R  .  "
                                    ".  .  .  .  .  .  .  .  "
                                    "K  .  .  .  k  B  .  .  ",
                                    BLACK);

        g.rng = rng_seeded(seed);
        g.aura[sq("g3")].net = 1;
        ply(&g, "f5g3");
        uint64_t rook = g.board.kind[ROOK];
        assert_true(rook == bit(sq("g1")) || rook == bit(sq("h1"))); /* behind the bishop */
    }
}

static void a_net_without_a_square_does_not_help(void **state)
{
    struct powerchess g = from("4k3/8/8/3n4/8/2P5/8/RNBQKBNR b - - 0 1");

    (void)state;
    g.aura[sq("c3")].net = 1;
    ply(&g, "d5c3");
    assert_int_equal(g.lost[WHITE].n, 1);
    assert_int_equal(g.lost[WHITE].kind[0], PAWN);
}

static void a_net_fires_en_passant_but_not_on_destruction(void **state)
{
    struct powerchess g = from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");

    (void)state;
    g.aura[sq("d7")].net = 1;
    ply(&g, "d7d5");
    ply(&g, "e5d6");
    assert_int_equal(g.lost[BLACK].n, 0);
    assert_int_equal(count(g.board.side[BLACK] & g.board.kind[PAWN] & row_of(7)), 1);

    g = from("4k3/8/8/3n4/8/2B5/8/4K3 b - - 0 1");
    g.aura[sq("c3")].net = 1;
    offer(&g, "d5", RARE, EYE_FOR_AN_EYE);
    use(&g, "c3");
    assert_int_equal(g.lost[WHITE].n, 1);
}

/* ---- Armageddon, Awaken, Energize, holes ------------------------------- */

static void armageddon_protects_both_kings_for_four_plies(void **state)
{
    struct powerchess g = from("4k3/4p3/8/8/3N4/8/4P2r/R3K3 w - - 0 1");

    (void)state;
    offer(&g, "d4", LEGENDARY, ARMAGEDDON);
    use(&g, "");
    assert_int_equal(g.lost[WHITE].n + g.lost[BLACK].n, 2);
    ply(&g, "h2h1"); /* check that is none */
    ply(&g, "a1a8"); /* likewise */
    ply(&g, "e8e7");
    no_ply(&g, "d4f5"); /* White's king is vulnerable again after this ply */
    ply(&g, "e1e2");
    assert_true(g.board.safe == 0);
}

static void an_awakened_pawn_is_a_queen_for_eight_plies(void **state)
{
    struct powerchess g = from("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "d4", LEGENDARY, AWAKEN);
    use(&g, "");
    ply(&g, "e8f8");
    ply(&g, "d4a4"); /* as a queen */
    assert_int_equal(g.aura[sq("a4")].safe, 0);
    for (int i = 0; i < 3; i++) {
        ply(&g, i % 2 ? "g8f8" : "f8g8");
        assert_int_equal(kind_on(&g, "a4"), QUEEN);
        ply(&g, i % 2 ? "e2e1" : "e1e2");
    }
    assert_int_equal(kind_on(&g, "a4"), PAWN);
}

static void an_awakened_pawn_that_ends_on_the_last_row_stays_a_queen(void **state)
{
    struct powerchess g = from("6k1/8/8/8/3P4/8/8/4K3 w - - 0 1");

    (void)state;
    chess_become(&g.board, sq("d4"), QUEEN);
    g.aura[sq("d4")] = (struct aura){ .awake = 1, .was = PAWN };
    ply(&g, "d4a4");
    assert_int_equal(kind_on(&g, "a4"), PAWN);

    g = from("6k1/8/8/8/3P4/8/8/4K3 w - - 0 1");
    chess_become(&g.board, sq("d4"), QUEEN);
    g.aura[sq("d4")] = (struct aura){ .awake = 1, .was = PAWN };
    ply(&g, "d4d8");
    assert_int_equal(kind_on(&g, "d8"), QUEEN);
}

static void a_captured_awakened_piece_counts_as_what_it_was(void **state)
{
    struct powerchess g = from("4k3/8/8/3r4/8/8/3N4/4K3 b - - 0 1");

    (void)state;
    chess_become(&g.board, sq("d2"), QUEEN);
    g.aura[sq("d2")] = (struct aura){ .awake = 5, .was = KNIGHT };
    ply(&g, "d5d2");
    assert_int_equal(g.lost[WHITE].kind[0], KNIGHT);
}

static void energized_pawns_run_both_ways_for_ten_plies(void **state)
{
    struct powerchess g = from("7k/8/8/8/3P4/8/P7/4K3 w - - 0 1");

    (void)state;
    offer(&g, "d4", RARE, ENERGIZE);
    use(&g, "");
    ply(&g, "h8g8");
    no_ply(&g, "d4d8");
    put_hole(&g, "d5", 12);
    ply(&g, "d4d7"); /* over the hole */
    ply(&g, "g8h8");
    no_ply(&g, "d7d8");
    ply(&g, "d7d1"); /* back to the own back row */
    ply(&g, "h8g8");
    put_box(&g, "d4", COMMON);
    no_ply(&g, "d1d6");
    ply(&g, "d1d4");
    offer(&g, "d4", COMMON, SHIELD);
    use(&g, "");
    ply(&g, "g8h8");
    ply(&g, "e1e2");
    assert_int_equal(g.energy[WHITE], 2);
    ply(&g, "h8g8");
    ply(&g, "d4d2"); /* the tenth ply is still energized */
    ply(&g, "g8h8");
    no_ply(&g, "d2d1");
    ply(&g, "d2d3");
}

static void an_energized_pawn_gives_check_where_it_may_not_go(void **state)
{
    struct powerchess g = from("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1");

    (void)state;
    g.energy[WHITE] = 5;
    g.board.energized = 1;
    ply(&g, "d6d7");
    assert_true(chess_exposed(&g.board, BLACK));
    ply(&g, "e8d8");
    no_ply(&g, "d7d8");
}

static void a_hole_ends_after_twelve_plies(void **state)
{
    struct powerchess g = from("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "d4", RARE, BLACK_HOLE);
    use(&g, "f5");
    for (int i = 0; i < 6; i++) {
        assert_true(g.board.holes == bit(sq("f5")));
        ply(&g, i % 2 ? "e7e8" : "e8e7");
        no_ply(&g, "d4f5");
        ply(&g, i % 2 ? "e2e1" : "e1e2");
    }
    assert_true(g.board.holes == 0);
}

static void reanimate_brings_back_what_was_lost(void **state)
{
    struct powerchess g = from("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1");

    (void)state;
    g.lost[WHITE] = (struct lost){ .n = 1, .kind = { ROOK } };
    offer(&g, "d4", LEGENDARY, REANIMATE);
    use(&g, "");
    assert_int_equal(count(g.board.side[WHITE] & g.board.kind[ROOK] & row_of(0)), 1);
    assert_int_equal(g.lost[WHITE].n, 0);
    assert_int_equal(g.board.castling, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shield_lasts_three_replies),
        cmocka_unit_test(a_capture_ends_it_and_a_box_does_not),
        cmocka_unit_test(the_longer_invulnerability_counts),
        cmocka_unit_test(an_invulnerable_king_walks_into_attacks_but_not_on_its_last_ply),
        cmocka_unit_test(a_king_that_captures_must_be_safe_afterwards),
        cmocka_unit_test(mate_and_stalemate_of_an_invulnerable_king),
        cmocka_unit_test(stalemate),
        cmocka_unit_test(two_kings_know_no_check),
        cmocka_unit_test(a_second_king_may_be_given_for_the_enemys),
        cmocka_unit_test(a_net_brings_the_piece_home),
        cmocka_unit_test(a_net_keeps_off_squares_that_give_check),
        cmocka_unit_test(a_net_without_a_square_does_not_help),
        cmocka_unit_test(a_net_fires_en_passant_but_not_on_destruction),
        cmocka_unit_test(armageddon_protects_both_kings_for_four_plies),
        cmocka_unit_test(an_awakened_pawn_is_a_queen_for_eight_plies),
        cmocka_unit_test(an_awakened_pawn_that_ends_on_the_last_row_stays_a_queen),
        cmocka_unit_test(a_captured_awakened_piece_counts_as_what_it_was),
        cmocka_unit_test(energized_pawns_run_both_ways_for_ten_plies),
        cmocka_unit_test(an_energized_pawn_gives_check_where_it_may_not_go),
        cmocka_unit_test(a_hole_ends_after_twelve_plies),
        cmocka_unit_test(reanimate_brings_back_what_was_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
