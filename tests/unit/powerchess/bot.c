/* The computer player: it finds what people find, makes the same move for the
 * same view and seed, and knows no secrets. */
#include "unit/powerchess/board.h"

#include "games/powerchess/search.h"

#include <stdlib.h>

/* A thought of a level on what its seat sees. */
static struct move thought_of(const struct powerchess *g, int level, uint64_t seed, void *memory, uint32_t number)
{
    struct powerchess seen = *g;
    struct think      think = {
             .rng = rng_seeded(seed),
             .memory = memory,
             .number = number,
             .level = level,
             .nodes = powerchess_bots[0].effort[level - 1].nodes,
             .character = seed,
    };
    struct move m;

    powerchess_game.redact(&seen, g->board.turn);
    assert_true(powerchess_bots[0].choose(&powerchess_game, &seen, g->board.turn, &think, &m));
    assert_in_range(think.spent, 1, think.nodes + think.nodes / 4 + 200);
    move_list_release(&think.scratch);
    return m;
}

static void *fresh(void)
{
    void *memory = calloc(1, powerchess_bots[0].memory);

    assert_non_null(memory);
    return memory;
}

static void words_of(const struct move *m, char *out, size_t size)
{
    struct buf text = { 0 };

    move_write(&powerchess_game, m, &text);
    snprintf(out, size, "%s", text.at);
    buf_release(&text);
}

/* ---- chess ------------------------------------------------------------- */

static void one_right_move(void **state)
{
    static const struct {
        const char *what, *fen, *move, * or ;
    } cases[] = {
        { "mate on the back row", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", NULL },
        { "mate for Black", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", NULL },
        { "smothered mate", "6rk/6pp/8/6N1/8/8/5PPP/6K1 w - - 0 1", "g5f7", NULL },
        { "the scholar's mate", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "h5f7", NULL },
        { "mate by a pawn that becomes a queen", "7k/4P1pp/8/8/8/8/5PPP/6K1 w - - 0 1", "e7e8", NULL },
        { "mate in two: the queen is given", "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7", NULL },
        { "mate in two: the king steps aside", "8/8/8/8/8/2K5/7R/k7 w - - 0 1", "c3b3", NULL },
        { "mate in three", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", NULL },
        { "mate in two by two rooks", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7", "b1b7" },
        { "a queen that hangs", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", NULL },
        { "a fork of king and queen", "4k3/2q5/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", NULL },
        { "a fork by a knight", "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", NULL },
        { "a queen that stands unguarded", "8/8/8/3k3q/8/8/8/4K2R w - - 0 1", "h1h5", NULL },
        { "promotion with capture", "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8", NULL },
        { "a pin is used", "4k3/8/8/4q3/8/8/4R3/4K3 w - - 0 1", "e2e5", NULL },
        { "no stalemate", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g7", NULL },
        { "a pinned pawn does not recapture", "r5rk/1q2bp1p/p3p2Q/2pbP3/7P/P4N2/1P1RBPP1/2R3K1 b - - 0 1", "d5f3", NULL },
        { "out of check by taking", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", NULL },
    };
    void *memory = fresh();

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = from(cases[i].fen);
        struct move       m = thought_of(&g, 3, 1, memory, (uint32_t)i + 1);
        char              words[32];

        words_of(&m, words, sizeof words);
        bool right = m.kind == DO_MOVE && m.arg[0] == sq(cases[i].move) && m.arg[1] == sq(cases[i].move + 2);
        bool other = m.kind == DO_MOVE && cases[i].or &&m.arg[0] == sq(cases[i].or) && m.arg[1] == sq(cases[i].or +2);
        if (!right && !other)
            fail_msg("%s: %s", cases[i].what, words);
    }
    free(memory);
}

/* A win in one is taken from level 2 on, whatever the character. */
static void a_win_in_one_is_taken(void **state)
{
    void *memory = fresh();

    (void)state;
    for (int level = 2; level <= 4; level++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct powerchess g = from("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
            struct move       m = thought_of(&g, level, seed, memory, (uint32_t)(level * 100 + (int)seed));

            assert_int_equal(m.arg[1], sq("a8"));
        }
    free(memory);
}

/* ---- powers ------------------------------------------------------------ */

static void powers_are_used_well(void **state)
{
    void *memory = fresh();

    (void)state;
    /* Second Effort takes the king: nothing is better. */
    struct powerchess g = from("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1");
    offer(&g, "e4", COMMON, SECOND_EFFORT);
    struct move m = thought_of(&g, 3, 1, memory, 1);
    assert_int_equal(m.kind, DO_POWER);
    assert_int_equal(m.arg[0], 0);
    assert_int_equal(m.arg[2], sq("e8"));

    /* A pawn is traded by Eye for an Eye, but a queen is not: it has a net. */
    g = from("4k3/7p/8/8/3Q4/8/8/4K3 w - - 0 1");
    offer(&g, "d4", RARE, EYE_FOR_AN_EYE);
    g.option[1] = SAFETY_NET;
    m = thought_of(&g, 3, 1, memory, 2);
    assert_int_equal(m.kind, DO_POWER);
    assert_int_equal(m.arg[0], 1);

    /* A box in reach, and nothing else to do: it is taken. */
    g = from("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1");
    put_box(&g, "f3", LEGENDARY);
    m = thought_of(&g, 3, 1, memory, 3);
    assert_int_equal(m.arg[1], sq("f3"));
    free(memory);
}

/* An invulnerable piece cannot be taken now, and can when its time is over. */
static void time_passes_in_the_tree(void **state)
{
    struct position   p, next;
    struct powerchess g = from("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    struct boxes      boxes = { .at = g.box };

    (void)state;
    piece_safe(&g, sq("d5"), 2);
    put_hole(&g, "a5", 1);
    position_of(&g, &p);
    assert_int_equal(p.n_timers, 2);
    assert_false(chess_legal_from(&p.board, sq("e4")) & bit(sq("d5")));
    position_make(&p, ply_of(sq("e1"), sq("e2"), 0), &boxes, &next);
    assert_true(next.board.holes == 0);
    position_make(&next, ply_of(sq("e8"), sq("e7"), 0), &boxes, &p);
    assert_true(chess_legal_from(&p.board, sq("e4")) & bit(sq("d5")));
    assert_int_equal(p.n_timers, 0);
}

/* Who keeps what in exchanges on one square. */
static void exchanges_are_counted(void **state)
{
    static const struct {
        const char *what, *fen, *ply;
        int         least;
        bool        keeps;
    } cases[] = {
        { "an unguarded pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100, true },
        { "a queen for a guarded pawn", "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 0, false },
        { "a bishop for a knight", "4k3/8/4p3/3n4/4B3/8/8/4K3 w - - 0 1", "e4d5", 0, true },
        { "the guard is pinned on its file", "4k3/8/4p3/3p4/8/8/4R3/3QK3 w - - 0 1", "d1d5", 100, true },
        { "the guard is pinned on its diagonal", "6k1/5p2/6p1/8/2B5/8/6Q1/6K1 w - - 0 1", "g2g6", 100, true },
        { "a pinned piece may take along the line", "4k3/4r3/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = from(cases[i].fen);
        struct boxes      boxes = { .at = g.box };
        struct position   p;

        position_of(&g, &p);
        if (exchange_keeps(&p, &boxes, ply_of(sq(cases[i].ply), sq(cases[i].ply + 2), 0), cases[i].least) != cases[i].keeps)
            fail_msg("%s", cases[i].what);
    }
}

/* What is good for White is equally good for Black on the mirrored board. */
static void both_sides_are_judged_alike(void **state)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/P4n2/8/8/2B5/8/5K2/8 w - - 0 1",
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(fens); i++) {
        struct powerchess g = from(fens[i]);
        struct position   p, turned;

        position_of(&g, &p);
        turned = p;
        turned.board.turn = !p.board.turn;
        turned.board.side[WHITE] = __builtin_bswap64(p.board.side[BLACK]);
        turned.board.side[BLACK] = __builtin_bswap64(p.board.side[WHITE]);
        for (int kind = 0; kind < KINDS; kind++)
            turned.board.kind[kind] = __builtin_bswap64(p.board.kind[kind]);
        assert_int_equal(evaluate(&p), evaluate(&turned));
    }
}

/* Incrementally updated keys equal those computed from scratch. */
static void keys_are_carried_along(void **state)
{
    struct move_list list = { 0 };
    int              compared = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct powerchess g;
        struct setup      s;
        struct rng        dice = rng_seeded(seed);

        setup_default(&powerchess_game, &s);
        s.seed = seed;
        s.option[OPTION_POWERS] = seed % 2;
        assert_int_equal(game_setup(&powerchess_game, &g, &s, NULL), ERR_OK);
        for (int i = 0; i < 120 && g.phase != PHASE_OVER; i++) {
            struct position p, next;
            struct boxes    boxes = { .at = g.box };

            list.n = 0;
            powerchess_legal(&g, g.board.turn, &list);
            struct move m = list.at[rng_below(&dice, (uint64_t)list.n)];
            if (g.phase == PHASE_MOVE) {
                position_of(&g, &p);
                position_make(&p, ply_of(m.arg[0], m.arg[1], m.n > 2 ? m.arg[2] : 0), &boxes, &next);
                assert_true(next.key == position_key(&next));
                compared++;
            }
            assert_int_equal(powerchess_game.apply(&g, &m, NULL, NULL), ERR_OK);
        }
    }
    assert_true(compared > 500);
    move_list_release(&list);
}

/* ---- what a choice depends on ------------------------------------------ */

/* Plays a while, with boxes taken when they can be. */
static struct powerchess somewhere(uint64_t seed, int actions)
{
    struct move_list  list = { 0 };
    struct powerchess g;
    struct setup      s;
    struct rng        dice = rng_seeded(seed);

    setup_default(&powerchess_game, &s);
    s.seed = seed;
    assert_int_equal(game_setup(&powerchess_game, &g, &s, NULL), ERR_OK);
    for (int i = 0; (i < actions || g.phase == PHASE_OVER) && i < 200; i++) {
        list.n = 0;
        powerchess_legal(&g, g.board.turn, &list);
        if (list.n == 0)
            break;
        struct move m = list.at[rng_below(&dice, (uint64_t)list.n)];
        for (int k = 0; k < list.n && g.phase == PHASE_MOVE; k++)
            if (g.board.boxes & bit(list.at[k].arg[1]))
                m = list.at[k];
        assert_int_equal(powerchess_game.apply(&g, &m, NULL, NULL), ERR_OK);
    }
    move_list_release(&list);
    return g;
}

static void the_same_move_whatever_the_memory_holds(void **state)
{
    void *clean = fresh(), *dirty = fresh();

    (void)state;
    memset(dirty, 0xA5, powerchess_bots[0].memory);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct powerchess g = somewhere(seed, 8 + (int)seed);

        if (g.phase == PHASE_OVER)
            continue;
        memset(clean, 0, powerchess_bots[0].memory);
        struct move first = thought_of(&g, 3, seed, clean, 1);
        struct move again = thought_of(&g, 3, seed, clean, 2);                   /* after its own thought */
        struct move other = thought_of(&g, 3, seed, dirty, 70 + (uint32_t)seed); /* after others' */
        assert_true(move_eq(&first, &again));
        assert_true(move_eq(&first, &other));
    }
    free(clean);
    free(dirty);
}

static void two_true_states_one_view_one_move(void **state)
{
    void    *memory = fresh();
    uint32_t number = 0;
    int      moves = 0, powers = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct powerchess a = somewhere(seed, 6 + (int)seed), b = a;

        if (a.phase == PHASE_OVER)
            continue;
        b.rng = rng_seeded(~seed);
        b.counter = (uint8_t)(a.counter % 4 + 1);
        struct move one = thought_of(&a, 2, seed, memory, ++number), two = thought_of(&b, 2, seed, memory, ++number);
        assert_true(move_eq(&one, &two));
        moves += one.kind == DO_MOVE;
        powers += one.kind == DO_POWER;
    }
    assert_true(moves > 5 && powers > 5);
    free(memory);
}

static void it_stops_when_it_is_told_to(void **state)
{
    void             *memory = fresh();
    _Atomic bool      cancel = true;
    struct powerchess g = somewhere(3, 6), h = g;
    struct move       m;

    (void)state;
    offer(&h, "e2", COMMON, SWAP);
    for (int i = 0; i < 2; i++) {
        struct think think = { .memory = memory, .number = (uint32_t)i + 1, .level = 5, .nodes = 1 << 30, .cancel = &cancel };

        assert_true(powerchess_bots[0].choose(&powerchess_game, i ? &h : &g, (i ? &h : &g)->board.turn, &think, &m));
        assert_in_range(think.spent, 0, 2000);
        move_list_release(&think.scratch);
    }
    free(memory);
}

/* ---- words ------------------------------------------------------------- */

static void it_resigns_and_takes_draws_like_people(void **state)
{
    void             *memory = fresh();
    struct powerchess g = from("3qk3/8/8/8/8/8/8/4K3 w - - 0 1");

    (void)state;
    assert_int_equal(thought_of(&g, 3, 1, memory, 1).kind, DO_RESIGN);
    assert_int_equal(thought_of(&g, 2, 1, memory, 2).kind, DO_MOVE); /* a beginner plays on */
    g = from("3rk3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1");
    g.offers = 1u << BLACK;
    assert_int_equal(thought_of(&g, 3, 1, memory, 3).kind, DO_DRAW);
    g = from("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1");
    g.offers = 1u << BLACK;
    assert_int_equal(thought_of(&g, 3, 1, memory, 4).kind, DO_MOVE);
    free(memory);
}

static void shares_follow_the_material(void **state)
{
    int32_t           share[SEATS_MAX];
    struct powerchess g = from("3qk3/8/8/8/8/8/8/4K3 w - - 0 1");

    (void)state;
    powerchess_estimate(&g, share);
    assert_int_equal(share[WHITE] + share[BLACK], 65536);
    assert_true(share[BLACK] > 45000);
    g = from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    powerchess_estimate(&g, share);
    assert_in_range(share[WHITE], 30000, 40000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_right_move),
        cmocka_unit_test(a_win_in_one_is_taken),
        cmocka_unit_test(powers_are_used_well),
        cmocka_unit_test(time_passes_in_the_tree),
        cmocka_unit_test(exchanges_are_counted),
        cmocka_unit_test(both_sides_are_judged_alike),
        cmocka_unit_test(keys_are_carried_along),
        cmocka_unit_test(the_same_move_whatever_the_memory_holds),
        cmocka_unit_test(two_true_states_one_view_one_move),
        cmocka_unit_test(it_stops_when_it_is_told_to),
        cmocka_unit_test(it_resigns_and_takes_draws_like_people),
        cmocka_unit_test(shares_follow_the_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
