/* Move counts of known positions, with no power in play: the generator is
 * chess. At MEEPLE_SCALE above 1 the deep counts are run too. */
#include "kit/cmocka.h"

#include "game/game.h"
#include "games/powerchess/chess.h"

enum { DEPTHS = 7, NODES_AT_SCALE_1 = 5000000 };

static const struct {
    const char *fen;
    uint64_t    nodes[DEPTHS]; /* 0: not known */
} positions[] = {
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", { 20, 400, 8902, 197281, 4865609, 119060324 } },
    { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", { 48, 2039, 97862, 4085603, 193690690 } },
    { "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", { 14, 191, 2812, 43238, 674624, 11030083, 178633661 } },
    { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", { 6, 264, 9467, 422333, 15833292, 706045033 } },
    { "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", { 44, 1486, 62379, 2103487, 89941194 } },
    { "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", { 46, 2079, 89890, 3894594, 164075551 } },
};

static void counts_are_right(void **state)
{
    uint64_t most = (uint64_t)NODES_AT_SCALE_1 * (uint64_t)test_scale();

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct chess   p;
        struct refusal why = { 0 };

        assert_true(chess_read_fen(&p, str_of(positions[i].fen), &why));
        for (int d = 0; d < DEPTHS && positions[i].nodes[d] && positions[i].nodes[d] <= most; d++) {
            uint64_t nodes = chess_perft(&p, d + 1);

            if (nodes != positions[i].nodes[d])
                fail_msg("%s: depth %d counts %llu", positions[i].fen, d + 1, (unsigned long long)nodes);
        }
    }
}

static void fen_comes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct chess   p;
        struct refusal why = { 0 };
        struct buf     out = { 0 };

        assert_true(chess_read_fen(&p, str_of(positions[i].fen), &why));
        chess_write_fen(&p, &out);
        assert_memory_equal(out.at, positions[i].fen, out.len);
        assert_int_equal(positions[i].fen[out.len], ' ');
        buf_release(&out);
    }
}

static void bad_positions_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "8/8/8/8/8/8/8/8 w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K e3 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - x 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 more",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct chess   p;
        struct refusal why = { 0 };

        if (chess_read_fen(&p, str_of(bad[i]), &why))
            fail_msg("accepted: %s", bad[i]);
        assert_non_null(why.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_right),
        cmocka_unit_test(fen_comes_back),
        cmocka_unit_test(bad_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
