/* The computer player: it finds what must be found, plays the same whatever its
 * memory holds, ends when told to, and each guard of its strength holds. */
#include "unit/santorini/board.h"

#include "games/santorini/bot.h"

static const struct bot *climber(void)
{
    return &santorini_bots[0];
}

static struct think thought(void *memory, int level, int64_t nodes, uint64_t seed)
{
    static uint32_t number;

    return (struct think){
        .rng = rng_seeded(seed),
        .memory = memory,
        .number = ++number,
        .level = level,
        .nodes = nodes ? nodes : climber()->effort[level - 1].nodes,
        .character = seed * 7,
    };
}

static void choose(const struct santorini *s, struct think *think, struct move *m)
{
    int seat = __builtin_ctz(santorini_game.to_act(s));

    assert_true(climber()->choose(&santorini_game, s, seat, think, m));
    move_list_release(&think->scratch);
}

/* ---- positions --------------------------------------------------------- */

/* It is seat 0's turn. Either one action wins at once, or all first actions but
 * one let the opponent win in the next turn. From games of the player. */
/* clang-format off */
static const struct {
    bool        wins;
    uint8_t     god[PLAYERS];
    const char *board[SIDE];
    const char *right;
} positions[] = {
    { true, { CHRONUS, ATHENA }, { ".. 2. .. .. 1.", "3^ 1. 2B .. ..", "3. 1. .. .A 3.", ".. 2a .b 1. 1.", ".. 1. 3^ .. .." }, "a>A3" },
    { true, { HEPHAESTUS, ZEUS }, { ".. 3. .. .. ..", "2a .A .. .. ..", "1. 2b 1B .. ..", ".. 3^ 3. .. ..", ".. .. .. .. .." }, "a>B5" },
    { true, { PROMETHEUS, APOLLO }, { ".. .. .. .. ..", "1. 1B 1. 1A 1.", "1. .. 2b 3^ ..", "2a 1. 1. 2. 1.", "3. .. 1. .. .." }, "a>A1" },
    { true, { PAN, DEMETER }, { ".. .. 1. .. ..", "1. 1. .B .. ..", "2A 3. 2. .. ..", "1a .b .. .. ..", "1. .. .. .. .." }, "A>B3" },
    { true, { ARTEMIS, ZEUS }, { ".. .. 1. .. ..", ".. .. 2b .. ..", ".. 1. 1B 1. ..", "2a 1. .. .. ..", ".. 3. 1A 1. .." }, "a>B1" },
    { true, { HADES, ZEUS }, { "1. 1. 2. 1. 1.", ".. 2B .. 1. ..", ".. .. .. 1a 2A", ".. .. 1b .. 3.", ".. .. .. .. .." }, "A>E2" },
    { true, { DEMETER, ATLAS }, { ".. .. .. .. ..", ".. .. .. .^ ..", "2A 2^ .B .. ..", "3. 1a .. 1b ..", "1. .. .. .. .^" }, "A>A2" },
    { true, { MINOTAUR, HESTIA }, { ".. .. 1. 1. ..", ".. 1. .. 1A ..", "1. 1B 3^ .. ..", "2a 1. 1. 3^ ..", "3. 1. .. 1. 2b" }, "a>A1" },
    { false, { ZEUS, MINOTAUR }, { ".. 1. .. .. ..", "2A .. .. .. ..", ".. .. 1. .. ..", ".. 1b .. .. ..", ".. .. 3. 2B .a" }, "a>D2" },
    { false, { ATHENA, ARTEMIS }, { "3^ 2. 1. .. ..", "1. .. .. 2A ..", "3. .. .. 3^ 1.", "2. .. .. 1a 3.", "1. 1B 2. 1b 1." }, "a>C1" },
    { false, { HESTIA, MINOTAUR }, { ".. .. .. .. ..", ".. .. 2. 1. ..", "1. .a .B 1. ..", "1. 2A 2b 3. ..", ".. .. 1. 1. .." }, "A>C1" },
    { false, { MORTAL, MINOTAUR }, { ".. 1A .. .. ..", "3. 2b 1. 1B ..", "1. .. .. .. 2.", "1. .. .. .a ..", ".. 2. .. 1. 1." }, "A>A5" },
    { false, { APOLLO, PROMETHEUS }, { ".. .. 2b 1. ..", "3^ 3. 3^ .. 1.", "1a 2. .A .. 3.", ".. .B .. 1. ..", "1. 1. .. .. .." }, "a>B3" },
    { false, { DEMETER, APOLLO }, { ".. .. 3. 2B 1.", ".. 1. 1. .. 3.", ".. .a .A .. ..", ".. 1. .b .. ..", ".. .. .. .. .." }, "A>D4" },
    { false, { URANIA, ATHENA }, { ".. .. .b .. 2.", ".. 1. 3. 2B ..", ".. .. .. 2. ..", "1. .. .. 2. .a", "2A 1. 1. .. 1." }, "A>B5" },
    { false, { LIMUS, URANIA }, { "1. .. .. .. 2B", ".. 1. .. .. 3.", ".. 1. 1a 1b ..", ".. 1. .A .. ..", ".. .. 1. .. .." }, "a>D4" },
    { false, { ARTEMIS, HEPHAESTUS }, { ".. 1. 3^ .. ..", ".. .. 1A 2b ..", ".. 2a .B 3. ..", ".. .. 3^ .. 3^", ".. .. 1. .. .." }, "A>D5" },
    { false, { PAN, APOLLO }, { "1. .. 1. .. ..", "1. .A 2B .. 1.", "1. 2b .. 1a ..", "3. .. .. 1. ..", ".. .. 1. 1. .." }, "A>A3" },
    { false, { MINOTAUR, APOLLO }, { ".. .. .. .. ..", ".. .A 2. .. ..", ".. .. .a 3. 2.", ".. 3^ .b 1. ..", ".. 1. 2B 3. .." }, "a>D2" },
    { false, { CHRONUS, ATHENA }, { ".. 1. 1. .. ..", "3. 2B 1. .a 1.", "1A 1. 1. 1. 3^", ".. 1. .. 2b ..", ".. .. .. .. .." }, "A>B3" },
    { false, { ATLAS, ATHENA }, { "1. .. .. .. ..", ".. .B .. 2^ 3.", ".. .. .. .. 2b", "1a .^ .A 1. ..", ".^ .. 1. .. .." }, "A>D3" },
    { false, { HEPHAESTUS, ARTEMIS }, { ".. .. .. .. ..", ".. 3. 1. .. ..", "2. 3. .A 2a 3^", "1b .. .. .. ..", ".. .. .. 3. 1B" }, "A>B2" },
};
/* clang-format on */

static bool finds(size_t i, void *memory, int level, uint64_t seed)
{
    struct santorini s;
    struct move      m;
    struct word      right = read_word(str_of(positions[i].right));
    struct think     think = thought(memory, level, 0, seed);

    read_board(&s, positions[i].god, positions[i].board);
    choose(&s, &think, &m);
    return m.kind == ACT_MOVE + right.action - MOVE && m.arg[0] == right.pawn && m.arg[1] == right.cell;
}

static void one_right_move(void **state)
{
    void *memory = calloc(1, climber()->memory);

    (void)state;
    assert_in_range(ARRAY_LEN(positions), 20, 100);
    for (size_t i = 0; i < ARRAY_LEN(positions); i++)
        if (!finds(i, memory, 3, 1))
            fail_msg("position %zu: not %s", i, positions[i].right);
    free(memory);
}

/* From level 2 on a win in one is taken, whatever else is overlooked. */
static void wins_in_one_are_taken(void **state)
{
    void *memory = calloc(1, climber()->memory);

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(positions); i++)
        for (uint64_t seed = 0; positions[i].wins && seed < 40; seed++)
            if (!finds(i, memory, 2 + (int)(seed % 4), seed))
                fail_msg("position %zu, seed %d: not %s", i, (int)seed, positions[i].right);
    free(memory);
}

/* ---- the same again ---------------------------------------------------- */

static void start(struct santorini *s, int seats, uint64_t seed, bool gods)
{
    struct setup   setup;
    struct refusal why = { 0 };

    setup_default(&santorini_game, &setup);
    setup.seats = (uint8_t)seats;
    for (int seat = 0; gods && seat < seats; seat++)
        setup.option[seat] = OPTION_GOD + (int)((seed + 5 * (uint64_t)seat) % GODS);
    assert_int_equal(game_setup(&santorini_game, s, &setup, &why), ERR_OK);
}

/* One player keeps its memory all game long, the other's is filled with garbage
 * each time. */
static void memory_changes_nothing(void **state)
{
    void      *clean = calloc(1, climber()->memory), *dirty = malloc(climber()->memory);
    struct rng r = rng_seeded(3);

    (void)state;
    for (uint64_t n = 0; n < 3; n++) {
        struct santorini s;

        start(&s, 2 + n % 2, n, true);
        while (santorini_game.to_act(&s)) {
            uint64_t     seed = rng_next(&r);
            int          level = 1 + (int)rng_below(&r, LEVELS);
            struct think one = thought(clean, level, 600, seed), two = thought(dirty, level, 600, seed);
            struct move  first, second;

            memset(dirty, (int)rng_below(&r, 256), climber()->memory);
            choose(&s, &one, &first);
            choose(&s, &two, &second);
            assert_true(move_eq(&first, &second));
            assert_int_equal(one.spent, two.spent);
            assert_int_equal(santorini_game.apply(&s, &first, NULL, NULL), ERR_OK);
        }
    }
    free(clean);
    free(dirty);
}

/* Nothing is hidden, so there is nothing that a choice could depend on. */
static void nothing_is_hidden(void **state)
{
    (void)state;
    assert_null(santorini_game.redact);
    assert_null(santorini_game.determinize);
}

/* ---- gods -------------------------------------------------------------- */

static void apply_text(struct santorini *s, int seat, const char *text)
{
    struct refusal why = { 0 };
    struct move    m = { .seat = (uint8_t)seat };

    assert_int_equal(move_read(&santorini_game, str_of(text), &m), ERR_OK);
    assert_int_equal(santorini_game.apply(s, &m, NULL, &why), ERR_OK);
}

/* Of two gods the stronger one is taken; and whoever knows that offers none
 * that is much stronger than the other. */
static void gods_are_chosen_well(void **state)
{
    static const char *const offers[] = { "gods 0 2", "gods 2 0" };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(offers); i++) {
        struct santorini s;
        struct think     think = thought(NULL, 5, 0, i);
        struct move      m;

        start(&s, 2, 0, false);
        apply_text(&s, 0, offers[i]);
        choose(&s, &think, &m);
        assert_int_equal(m.kind, CHOOSE_GOD);
        assert_int_equal(m.arg[0], APOLLO); /* not Atlas */
    }
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct santorini s;
        struct think     think = thought(NULL, 5, 0, seed);
        struct move      m;

        start(&s, 2, 0, false);
        choose(&s, &think, &m);
        assert_int_equal(m.n, 2);
        assert_true(m.arg[0] != APOLLO || m.arg[1] != ATLAS);
    }
}

/* ---- effort ------------------------------------------------------------ */

/* All phases, all levels, one to three seats, with little effort: every move is
 * legal and the effort is kept. */
static void plays_whole_games(void **state)
{
    void *memory = calloc(1, climber()->memory);

    (void)state;
    for (uint64_t n = 0; n < 18; n++) {
        struct santorini s;
        struct refusal   why = { 0 };
        uint64_t         turns = 0;

        start(&s, 1 + n % 3, n, false);
        while (santorini_game.to_act(&s)) {
            int          level = 1 + (int)((n + turns) % LEVELS);
            struct think think = thought(memory, level, 100 + (int64_t)n, n * 1000 + turns++);
            struct move  m;

            choose(&s, &think, &m);
            assert_in_range(think.spent, 0, think.nodes + 8);
            assert_int_equal(santorini_game.apply(&s, &m, NULL, &why), ERR_OK);
            assert_in_range(turns, 0, 1000);
        }
    }
    free(memory);
}

static void owes_nothing(void **state)
{
    struct santorini s;
    struct move      m;
    struct think     think = thought(NULL, 3, 0, 1);

    (void)state;
    start(&s, 2, 1, true);
    assert_false(climber()->choose(&santorini_game, &s, 1, &think, &m));
}

static void ends_when_told(void **state)
{
    void              *memory = calloc(1, climber()->memory);
    const _Atomic bool cancel = true;
    struct santorini   s;

    (void)state;
    start(&s, 2, 3, true);
    while (santorini_game.to_act(&s)) {
        struct think think = thought(memory, 5, 0, 9);
        struct move  m;

        think.cancel = &cancel;
        choose(&s, &think, &m);
        assert_in_range(think.spent, 0, 2048);
        assert_int_equal(santorini_game.apply(&s, &m, NULL, NULL), ERR_OK);
    }
    free(memory);
}

/* ---- strength ---------------------------------------------------------- */

/* Points of `level` with `nodes` against another, or random moves (level 0),
 * in games with changing gods and seats. */
static int points(int level, int64_t nodes, int other, int64_t other_nodes, int games)
{
    void      *memory = calloc(1, climber()->memory);
    struct rng r = rng_seeded(11);
    int        won = 0;

    for (int n = 0; n < games; n++) {
        struct santorini s;

        start(&s, 2, (uint64_t)n / 2, true);
        while (santorini_game.to_act(&s)) {
            int          seat = __builtin_ctz(santorini_game.to_act(&s));
            bool         ours = seat == n % 2;
            struct think think = thought(memory, ours ? level : other, ours ? nodes : other_nodes, (uint64_t)n);
            struct move  m;

            if (ours || other)
                choose(&s, &think, &m);
            else
                santorini_game.pick(&s, seat, &r, &m);
            assert_int_equal(santorini_game.apply(&s, &m, NULL, NULL), ERR_OK);
        }
        won += s.winner == n % 2;
    }
    free(memory);
    return won;
}

static void level_1_beats_random_moves(void **state)
{
    (void)state;
    assert_in_range(points(1, 0, 0, 1, 100), 90, 100);
}

static void level_5_beats_level_2(void **state)
{
    (void)state;
    assert_in_range(points(5, 20000, 2, 0, 24), 20, 24);
}

/* ---- the estimate ------------------------------------------------------ */

static void estimates_are_shares(void **state)
{
    struct rng r = rng_seeded(2);

    (void)state;
    for (int n = 0; n < 60; n++) {
        struct santorini s;
        struct move      m;
        int32_t          share[SEATS_MAX];

        start(&s, 1 + n % 3, (uint64_t)n, n % 2);
        for (bool more = true; more;) {
            int32_t sum = 0;

            santorini_game.estimate(&s, share);
            for (int seat = 0; seat < SEATS_MAX; seat++) {
                assert_in_range(share[seat], 0, 65536);
                sum += share[seat];
            }
            assert_int_equal(sum, 65536);
            more = santorini_game.to_act(&s) != 0;
            if (more) {
                santorini_game.pick(&s, __builtin_ctz(santorini_game.to_act(&s)), &r, &m);
                assert_int_equal(santorini_game.apply(&s, &m, NULL, NULL), ERR_OK);
            }
        }
        if (s.winner != NO_SEAT)
            assert_int_equal(share[s.winner], 65536);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_right_move),
        cmocka_unit_test(wins_in_one_are_taken),
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(nothing_is_hidden),
        cmocka_unit_test(gods_are_chosen_well),
        cmocka_unit_test(plays_whole_games),
        cmocka_unit_test(owes_nothing),
        cmocka_unit_test(ends_when_told),
        cmocka_unit_test(level_1_beats_random_moves),
        cmocka_unit_test(level_5_beats_level_2),
        cmocka_unit_test(estimates_are_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
