/* What people read: notation of moves and powers, PGN, the drawn board. */
#include "unit/powerchess/board.h"

#include "game/replay.h"
#include "games/powerchess/pgn.h"

static struct move move_of(int seat, const char *text, int promotion)
{
    struct move m;

    move_begin(&m, seat, DO_MOVE);
    move_add(&m, sq(text));
    move_add(&m, sq(text + 2));
    if (promotion >= 0)
        move_add(&m, promotion);
    return m;
}

/* What the log says of a move. */
static void log_words(const struct powerchess *g, const struct move *m, struct buf *out)
{
    struct powerchess after = *g;

    assert_int_equal(powerchess_game.apply(&after, m, NULL, NULL), ERR_OK);
    move_words(&powerchess_game, m, g, &after, NULL, out);
}

static void plies_in_algebraic_notation(void **state)
{
    static const struct {
        const char *fen, *move;
        int         promotion;
        const char *want;
    } cases[] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", -1, "Nf3" },
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", -1, "e4" },
        { "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", -1, "exd5" },
        { "4k3/3p4/8/2pPp3/8/8/8/4K3 w - e6 0 1", "d5e6", -1, "dxe6" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", -1, "O-O" },
        { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", -1, "O-O-O" },
        { "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", -1, "Rd1" },
        { "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", -1, "Rad1" },
        { "R7/4k3/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", -1, "R1a4" },
        { "4k3/8/8/8/1Q3Q2/8/1Q6/4K3 w - - 0 1", "b4d4", -1, "Qb4d4" },
        { "8/P7/8/8/8/7k/8/4K3 w - - 0 1", "a7a8", QUEEN, "a8=Q" },
        { "8/P7/8/8/8/7k/8/4K3 w - - 0 1", "a7a8", KNIGHT, "a8=N" },
        { "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", -1, "Ra8+" },
        { "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", -1, "Ra8#" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g;
        struct setup      s;
        struct refusal    why = { 0 };
        struct buf        text = { 0 };

        setup_default(&powerchess_game, &s);
        s.extra = str_of(cases[i].fen);
        assert_int_equal(game_setup(&powerchess_game, &g, &s, &why), ERR_OK);
        struct move m = move_of(g.board.turn, cases[i].move, cases[i].promotion);
        log_words(&g, &m, &text);
        assert_string_equal(text.at, cases[i].want);
        buf_release(&text);
    }
}

#define BOARD                                                                                                                      \
    ".  .  .  .  k  .  .  .  "                                                                                                     \
    ".  .  .  .  .  b  .  .  "                                                                                                     \
    ".  .  .  .  .  .  .  .  "                                                                                                     \
    ".  .  .  .  ?r .  () .  "                                                                                                     \
    ".  .  .  N+ .  .  .  .  "                                                                                                     \
    ".  .  .  .  .  .  .  .  "                                                                                                     \
    ".  .  P  .  .  .  .  .  "                                                                                                     \
    ".  .  .  .  K  .  .  .  "

static void powers_and_boxes(void **state)
{
    static const struct {
        int         rarity, power, n, args[3];
        const char *want;
    } cases[] = {
        { COMMON, SWAP, 2, { 0, 10 }, "{Swap c2}" },
        { COMMON, ADJUST, 3, { 0, 27, 35 }, "{Adjust d5}" },
        { COMMON, SECOND_EFFORT, 3, { 0, 27, 44 }, "{Second Effort Ne6}" },
        { COMMON, REWIND, 1, { 0 }, "{Rewind}" },
        { RARE, EYE_FOR_AN_EYE, 2, { 0, 53 }, "{Eye for an Eye f7}" },
        { LEGENDARY, CLONE, 1, { 0 }, "{Clone}" },
    };
    struct buf text = { 0 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = drawn(BOARD, WHITE);
        struct move       m;

        offer(&g, "d4", cases[i].rarity, cases[i].power);
        move_begin(&m, WHITE, DO_POWER);
        for (int a = 0; a < cases[i].n; a++)
            move_add(&m, cases[i].args[a]);
        buf_clear(&text);
        log_words(&g, &m, &text);
        assert_string_equal(text.at, cases[i].want);
    }

    struct powerchess g = drawn(BOARD, WHITE);
    struct move       m = move_of(WHITE, "d4e6", -1);
    g.board.boxes |= bit(sq("e6"));
    g.box[sq("e6")] = RARE;
    buf_clear(&text);
    log_words(&g, &m, &text);
    assert_string_equal(text.at, "Ne6 {rare box}");
    buf_release(&text);
}

static void the_board_is_drawn(void **state)
{
    struct powerchess g = drawn(BOARD, WHITE);
    struct buf        text = { 0 };

    (void)state;
    powerchess_draw(&g, &text);
    assert_string_equal(text.at, "8 .  .  .  .  k  .  .  . \n"
                                 "7 .  .  .  .  .  b  .  . \n"
                                 "6 .  .  .  .  .  .  .  . \n"
                                 "5 .  .  .  .  ?r .  () . \n"
                                 "4 .  .  .  N+ .  .  .  . \n"
                                 "3 .  .  .  .  .  .  .  . \n"
                                 "2 .  .  P  .  .  .  .  . \n"
                                 "1 .  .  .  .  K  .  .  . \n"
                                 "  a  b  c  d  e  f  g  h\n");
    buf_release(&text);
}

static void a_game_as_pgn(void **state)
{
    static const char *const moves[] = { "f2f3", "e7e5", "g2g4", "d8h4" };
    struct pgn               p;
    struct setup             s;
    struct buf               out = { 0 };

    (void)state;
    setup_default(&powerchess_game, &s);
    assert_false(pgn_begin(&p, &s));
    s.option[OPTION_POWERS] = 0;
    s.at = INT64_C(1709164800000); /* a leap day */
    assert_true(pgn_begin(&p, &s));
    for (int i = 0; i < 4; i++) {
        struct move m = move_of(i % 2, moves[i], -1);

        assert_true(pgn_add(&p, &m));
    }
    pgn_end(&p, STR("A \"B\""), STR("Bob"), &out);
    assert_string_equal(out.at, "[Event \"Power Chess\"]\n[Site \"?\"]\n[Date \"2024.02.29\"]\n[Round \"-\"]\n"
                                "[White \"A \\\"B\\\"\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n[Termination \"normal\"]\n\n"
                                "1. f3 e5 2. g4 Qh4# 0-1\n\n");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_in_algebraic_notation),
        cmocka_unit_test(powers_and_boxes),
        cmocka_unit_test(the_board_is_drawn),
        cmocka_unit_test(a_game_as_pgn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
