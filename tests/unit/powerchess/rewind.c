/* Rewind: what it undoes, and when it cannot. In every case Black has moved,
 * White takes a box with the knight on h3-g5 and rewinds. */
#include "unit/powerchess/board.h"

/* White moves the knight to g5, as if onto a box, and rewinds. */
static void rewinds(struct powerchess *g)
{
    ply(g, "h3g5");
    g->board.turn = WHITE;
    offer(g, "g5", COMMON, REWIND);
    use(g, "");
    assert_int_equal(g->board.turn, BLACK);
}

static void a_plain_move_goes_back_with_its_shield(void **state)
{
    struct powerchess g = from("4k3/8/8/r7/8/7N/8/4K3 b - - 0 1");

    (void)state;
    piece_safe(&g, sq("a5"), 6);
    ply(&g, "a5a2");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "a5"), ROOK);
    assert_int_equal(kind_on(&g, "a2"), KINDS);
    assert_int_equal(g.aura[sq("a5")].safe, 4); /* time is not turned back */
}

static void a_capture_is_not_undone(void **state)
{
    struct powerchess g = from("4k3/8/8/r7/8/7N/P7/4K3 b - - 0 1");

    (void)state;
    ply(&g, "a5a2");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "a5"), ROOK);
    assert_int_equal(kind_on(&g, "a2"), KINDS);
    assert_int_equal(g.lost[WHITE].n, 1);
}

static void castling_goes_back_without_its_right(void **state)
{
    struct powerchess g = from("r3k2r/8/8/8/8/7N/8/4K3 b kq - 0 1");

    (void)state;
    ply(&g, "e8c8");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "e8"), KING);
    assert_int_equal(kind_on(&g, "a8"), ROOK);
    assert_true((g.board.kind[ROOK] & bit(sq("d8"))) == 0);
    assert_int_equal(g.board.castling, 0);
    no_ply(&g, "e8g8");
}

static void a_promotion_is_undone(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/7N/p7/4K3 b - - 0 1");

    (void)state;
    ply(&g, "a2a1");
    g.board.kind[KING] ^= bit(sq("e1")) | bit(sq("e2")); /* out of check */
    g.board.side[WHITE] ^= bit(sq("e1")) | bit(sq("e2"));
    rewinds(&g);
    assert_int_equal(kind_on(&g, "a2"), PAWN);
    assert_int_equal(kind_on(&g, "a1"), KINDS);
}

static void a_promotion_by_adjust_or_the_end_of_an_awakening_is_undone(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/7N/p7/5K2 b - - 0 1"), h;

    (void)state;
    h = g;
    offer(&g, "a2", COMMON, ADJUST);
    use(&g, "a2b1");
    assert_int_equal(kind_on(&g, "b1"), QUEEN);
    chess_relocate(&g.board, sq("f1"), sq("f2")); /* out of check */
    rewinds(&g);
    assert_int_equal(kind_on(&g, "a2"), PAWN);

    chess_become(&h.board, sq("a2"), QUEEN);
    h.aura[sq("a2")] = (struct aura){ .awake = 1, .was = PAWN };
    ply(&h, "a2b1");
    assert_int_equal(kind_on(&h, "b1"), QUEEN);
    chess_relocate(&h.board, sq("f1"), sq("f2"));
    rewinds(&h);
    assert_int_equal(kind_on(&h, "a2"), PAWN);
}

static void a_double_step_goes_back_and_leaves_no_en_passant(void **state)
{
    struct powerchess g = from("4k3/3p4/8/4P3/8/7N/8/4K3 b - - 0 1");

    (void)state;
    ply(&g, "d7d5");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "d7"), PAWN);
    ply(&g, "d7d5"); /* again, and with the usual consequences */
    ply(&g, "e5d6");
}

static void of_a_second_effort_only_the_second_move(void **state)
{
    struct powerchess g = from("4k3/8/8/r7/8/7N/8/4K3 b - - 0 1");

    (void)state;
    ply(&g, "a5b5");
    g.board.turn = BLACK;
    offer(&g, "b5", COMMON, SECOND_EFFORT);
    use(&g, "b5b6");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "b5"), ROOK);
}

/* A first rewind leaves nothing for a second one. */
static void once_only(void **state)
{
    struct powerchess g = from("4k3/8/8/r7/8/7N/8/4K3 b - - 0 1");

    (void)state;
    ply(&g, "a5b5");
    rewinds(&g);
    g.board.turn = WHITE;
    offer(&g, "g5", COMMON, REWIND);
    use(&g, "");
    assert_int_equal(kind_on(&g, "a5"), ROOK);
}

static void nothing_to_undo(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/7N/8/4K3 w - - 0 1"), before;

    (void)state;
    offer(&g, "h3", COMMON, REWIND);
    before = g;
    use(&g, "");
    assert_memory_equal(g.board.kind, before.board.kind, sizeof g.board.kind);
}

static void the_departure_square_must_be_vacant(void **state)
{
    struct powerchess start = from("4k3/8/8/r7/8/7N/8/4K3 b - - 0 1"), g;

    (void)state;
    ply(&start, "a5b5");
    g = start;
    g.board.boxes = bit(sq("a5"));
    rewinds(&g);
    assert_int_equal(kind_on(&g, "b5"), ROOK);
    g = start;
    g.board.holes = bit(sq("a5"));
    g.hole[sq("a5")] = 9;
    rewinds(&g);
    assert_int_equal(kind_on(&g, "b5"), ROOK);
    g = start;
    chess_put(&g.board, sq("a5"), WHITE, PAWN);
    rewinds(&g);
    assert_int_equal(kind_on(&g, "b5"), ROOK);
}

/* The same piece must stand there: not the one it was swapped with. */
static void a_swapped_piece_is_out_of_reach(void **state)
{
    struct powerchess g = from("4k3/7r/8/r7/8/7N/8/4K3 b - - 0 1");

    (void)state;
    ply(&g, "a5b5");
    g.board.turn = BLACK;
    offer(&g, "b5", COMMON, SWAP);
    use(&g, "h7");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "b5"), ROOK);
    assert_int_equal(kind_on(&g, "a5"), KINDS);
}

static void it_does_not_expose_the_own_king(void **state)
{
    struct powerchess g = from("4k3/8/8/4r3/8/7N/8/4K3 b - - 0 1");

    (void)state;
    ply(&g, "e5a5");
    rewinds(&g);
    assert_int_equal(kind_on(&g, "a5"), ROOK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_move_goes_back_with_its_shield),
        cmocka_unit_test(a_capture_is_not_undone),
        cmocka_unit_test(castling_goes_back_without_its_right),
        cmocka_unit_test(a_promotion_is_undone),
        cmocka_unit_test(a_promotion_by_adjust_or_the_end_of_an_awakening_is_undone),
        cmocka_unit_test(a_double_step_goes_back_and_leaves_no_en_passant),
        cmocka_unit_test(of_a_second_effort_only_the_second_move),
        cmocka_unit_test(once_only),
        cmocka_unit_test(nothing_to_undo),
        cmocka_unit_test(the_departure_square_must_be_vacant),
        cmocka_unit_test(a_swapped_piece_is_out_of_reach),
        cmocka_unit_test(it_does_not_expose_the_own_king),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
