/* What powers do to the plies that follow: durations, check, castling, en
 * passant, promotion, the end of the game. */
#include "unit/powerchess_board.h"

/* A game without boxes from a position in Forsyth-Edwards notation. */
static struct powerchess from(const char *fen)
{
    struct powerchess g;
    struct setup      s;
    const char       *why = "";

    setup_normal(&powerchess_game, &s);
    s.option[OPTION_POWERS] = 0;
    s.extra = str_of(fen);
    if (game_setup(&powerchess_game, &g, &s, &why) != ERR_OK)
        fail_msg("%s: %s", fen, why);
    return g;
}

static void put_box(struct powerchess *g, const char *square, int rarity)
{
    g->board.boxes |= bit(sq(square));
    g->box[sq(square)] = (uint8_t)rarity;
}

static void put_hole(struct powerchess *g, const char *square, int plies)
{
    g->board.holes |= bit(sq(square));
    g->hole[sq(square)] = (uint8_t)plies;
}

static int kind_on(const struct powerchess *g, const char *square)
{
    return chess_kind_at(&g->board, sq(square));
}

static void assert_over(const struct powerchess *g, int reason, int winner)
{
    assert_int_equal(g->phase, PHASE_OVER);
    assert_int_equal(g->reason, reason);
    assert_int_equal(g->winner, winner);
}

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
    assert_int_equal(ply_to(&g, "c7c8", KNIGHT), ERR_OK);
    assert_int_equal(kind_on(&g, "c8"), KNIGHT);
    for (int kind = 0; kind < 10; kind++) {
        g = start;
        assert_int_equal(ply_to(&g, "c7c8", kind), kind >= 1 && kind <= 4 ? ERR_OK : ERR_REFUSED);
    }
    g = start;
    assert_int_equal(ply_to(&g, "e1e2", 9), ERR_OK); /* not asked for: ignored */
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

/* ---- invulnerability --------------------------------------------------- */

static void a_shield_lasts_three_replies(void **state)
{
    struct powerchess g = from("r3k3/8/8/8/N7/8/8/4K3 w - - 0 1");

    (void)state;
    offer(&g, "a4", COMMON, SHIELD);
    use(&g, "");
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
        assert_over(&g, REASON_MATE, cases[i].winner);
    }
}

static void stalemate(void **state)
{
    struct powerchess g = from("7k/8/8/8/8/2q5/8/K7 b - - 0 1");

    (void)state;
    ply(&g, "c3b3");
    assert_over(&g, REASON_MATE, NO_WINNER);
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
    assert_over(&g, REASON_MATE, NO_WINNER);
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

/* ---- words ------------------------------------------------------------- */

static enum err say(struct powerchess *g, int seat, int kind, int64_t at)
{
    const char *why = NULL;
    struct move m;

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
    const char       *why = "";
    int               seat = -1;

    (void)state;
    setup_normal(&powerchess_game, &s);
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
        cmocka_unit_test(a_box_stops_a_check),
        cmocka_unit_test(a_shield_lasts_three_replies),
        cmocka_unit_test(a_capture_ends_it_and_a_box_does_not),
        cmocka_unit_test(the_longer_invulnerability_counts),
        cmocka_unit_test(an_invulnerable_king_walks_into_attacks_but_not_on_its_last_ply),
        cmocka_unit_test(a_king_that_captures_must_be_safe_afterwards),
        cmocka_unit_test(mate_and_stalemate_of_an_invulnerable_king),
        cmocka_unit_test(stalemate),
        cmocka_unit_test(mate_brings_no_box),
        cmocka_unit_test(a_power_mates),
        cmocka_unit_test(a_hole_stalemates),
        cmocka_unit_test(second_effort_takes_the_king),
        cmocka_unit_test(a_pinned_piece_may_not_even_take_the_king),
        cmocka_unit_test(second_effort_chains_three_boxes),
        cmocka_unit_test(two_kings_know_no_check),
        cmocka_unit_test(a_second_king_may_be_given_for_the_enemys),
        cmocka_unit_test(a_net_brings_the_piece_home),
        cmocka_unit_test(a_net_without_a_square_does_not_help),
        cmocka_unit_test(a_net_fires_en_passant_but_not_on_destruction),
        cmocka_unit_test(a_net_keeps_off_squares_that_give_check),
        cmocka_unit_test(armageddon_protects_both_kings_for_four_plies),
        cmocka_unit_test(an_awakened_pawn_is_a_queen_for_eight_plies),
        cmocka_unit_test(an_awakened_pawn_that_ends_on_the_last_row_stays_a_queen),
        cmocka_unit_test(a_captured_awakened_piece_counts_as_what_it_was),
        cmocka_unit_test(energized_pawns_run_both_ways_for_ten_plies),
        cmocka_unit_test(an_energized_pawn_gives_check_where_it_may_not_go),
        cmocka_unit_test(a_hole_ends_after_twelve_plies),
        cmocka_unit_test(reanimate_brings_back_what_was_lost),
        cmocka_unit_test(draw_offers),
        cmocka_unit_test(resigning_and_flags),
        cmocka_unit_test(clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
