/* What the hall, browsers and computer players rely on: secrets and guesses,
 * words, effects, refusals, the view. */
#include "unit/powerchess/board.h"

#include "game/effect.h"
#include "game/replay.h"

enum { GAMES = 12, ACTIONS = 200 };

/* ---- random games ------------------------------------------------------ */

static struct powerchess begin(uint64_t seed)
{
    struct powerchess g;
    struct setup      s;

    setup_default(&powerchess_game, &s);
    s.seed = seed * UINT64_C(0xD1B54A32D192ED03);
    assert_int_equal(game_setup(&powerchess_game, &g, &s, NULL), ERR_OK);
    return g;
}

/* Any move, preferably one that takes a box. */
static struct move any_move(const struct powerchess *g, struct move_list *list, struct rng *dice)
{
    list->n = 0;
    powerchess_legal(g, g->board.turn, list);
    assert_true(list->n > 0);
    struct move m = list->at[rng_below(dice, (uint64_t)list->n)];
    for (int i = 0; i < list->n && g->phase == PHASE_MOVE && rng_below(dice, 2); i++)
        if (g->board.boxes & bit(list->at[i].arg[1]))
            m = list->at[i];
    return m;
}

/* Calls `look` at every position of some random games. */
static void play(void (*look)(const struct powerchess *g, struct rng *dice))
{
    struct move_list list = { 0 };

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct powerchess g = begin(seed);
        struct rng        dice = rng_seeded(seed);

        for (int i = 0; i < ACTIONS && g.phase != PHASE_OVER; i++) {
            look(&g, &dice);
            struct move m = any_move(&g, &list, &dice);
            assert_int_equal(powerchess_game.apply(&g, &m, NULL, NULL), ERR_OK);
        }
    }
    move_list_release(&list);
}

/* ---- secrets ----------------------------------------------------------- */

static void generator_and_counter_are_secret(void **state)
{
    struct powerchess a = begin(1), b = a;

    (void)state;
    b.rng = rng_seeded(77);
    b.counter = a.counter == 2 ? 3 : 2;
    powerchess_game.redact(&a, WHITE);
    powerchess_game.redact(&b, WHITE);
    assert_memory_equal(&a, &b, sizeof a);
}

static unsigned true_counters[4], guessed_counters[4]; /* bit sets, by plies waited */

static void guess(const struct powerchess *g, struct rng *dice)
{
    struct powerchess seen = *g, again;
    struct move_list  list = { 0 }, other = { 0 };

    powerchess_game.redact(&seen, g->board.turn);
    struct powerchess made = seen;
    powerchess_game.determinize(&made, g->board.turn, dice);
    again = made;
    powerchess_game.redact(&again, g->board.turn);
    assert_memory_equal(&again, &seen, sizeof seen);
    powerchess_legal(g, g->board.turn, &list);
    powerchess_legal(&made, g->board.turn, &other);
    assert_int_equal(list.n, other.n);
    for (int i = 0; i < list.n; i++)
        assert_true(move_eq(&list.at[i], &other.at[i]));
    if (g->waited < 4) {
        true_counters[g->waited] |= 1u << g->counter;
        guessed_counters[g->waited] |= 1u << made.counter;
    }
    for (int i = 0; i < 12 && made.phase != PHASE_OVER; i++) { /* and it plays on */
        struct move m = any_move(&made, &list, dice);

        assert_int_equal(powerchess_game.apply(&made, &m, NULL, NULL), ERR_OK);
        assert_in_range(made.counter, 1, 4);
    }
    move_list_release(&list);
    move_list_release(&other);
}

static void guesses_could_be_true(void **state)
{
    (void)state;
    play(guess);
    for (int waited = 0; waited < 4; waited++)
        assert_int_equal(true_counters[waited], guessed_counters[waited]);
}

static void a_guess_plays_to_its_end(void **state)
{
    struct move_list list = { 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct powerchess g = begin(seed);
        struct rng        dice = rng_seeded(seed);

        powerchess_game.redact(&g, BLACK);
        powerchess_game.determinize(&g, BLACK, &dice);
        while (g.phase != PHASE_OVER) {
            struct move m = any_move(&g, &list, &dice);

            assert_int_equal(powerchess_game.apply(&g, &m, NULL, NULL), ERR_OK);
        }
    }
    move_list_release(&list);
}

/* ---- words ------------------------------------------------------------- */

static void compare_words(const struct powerchess *g, struct rng *dice)
{
    static struct buf words[512];
    struct move_list  list = { 0 };

    (void)dice;
    powerchess_legal(g, g->board.turn, &list);
    assert_in_range(list.n, 1, ARRAY_LEN(words));
    for (int i = 0; i < list.n; i++) {
        buf_clear(&words[i]);
        powerchess_describe(g, &list.at[i], NULL, &words[i]);
        assert_in_range(words[i].len, 1, 120);
        for (int k = 0; k < i; k++)
            if (strcmp(words[i].at, words[k].at) == 0)
                fail_msg("two moves are \"%s\"", words[i].at);
    }
    move_list_release(&list);
}

static void no_two_moves_of_a_list_read_the_same(void **state)
{
    (void)state;
    play(compare_words);
}

#define BOARD                                                                                                                      \
    "r  .  .  .  k  .  .  r  "                                                                                                     \
    "P  .  .  .  .  b  .  .  "                                                                                                     \
    ".  .  .  .  .  .  .  .  "                                                                                                     \
    ".  .  p  P  ?r .  () .  "                                                                                                     \
    ".  .  .  N  .  .  .  .  "                                                                                                     \
    ".  .  .  .  .  .  .  .  "                                                                                                     \
    ".  .  P  .  .  .  .  .  "                                                                                                     \
    "R  .  .  .  K  .  .  R  "

static void moves_in_words(void **state)
{
    static const struct {
        const char *move, *want;
    } cases[] = {
        { "move 27 44", "knight d4 to e6" },
        { "move 4 6", "castles king's side" },
        { "move 4 2", "castles queen's side" },
        { "move 35 42", "pawn d5 takes c6 en passant" },
        { "move 7 63", "rook h1 takes h8" },
        { "move 35 36", "move 35 36" }, /* no move: its text */
        { "draw", "offers a draw" },
        { "resign", "resigns" },
    };
    struct powerchess g = drawn(BOARD, WHITE);
    struct buf        text = { 0 };

    (void)state;
    g.board.castling = WHITE_LONG | WHITE_SHORT;
    g.board.skipped = (uint8_t)sq("c6");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct move m = { .seat = WHITE };

        assert_int_equal(move_read(&powerchess_game, str_of(cases[i].move), &m), ERR_OK);
        buf_clear(&text);
        powerchess_describe(&g, &m, NULL, &text);
        assert_string_equal(text.at, cases[i].want);
    }
    buf_release(&text);
}

static void powers_in_words(void **state)
{
    static const struct {
        int         rarity, power;
        const char *move, *want;
    } cases[] = {
        { COMMON, SWAP, "power 0 7", "Swap with rook h1" },
        { COMMON, SHIELD, "power 0", "Shield" },
        { COMMON, ADJUST, "power 0 27 28", "Adjust to e4" },
        { COMMON, SECOND_EFFORT, "power 0 27 44", "Second Effort: knight d4 to e6" },
        { RARE, BLACK_HOLE, "power 0 28", "Black Hole on e4" },
        { RARE, EYE_FOR_AN_EYE, "power 0 53", "Eye for an Eye on bishop f7" },
        { RARE, SEND_AWAY, "power 0 53", "Send Away: bishop f7" },
    };
    struct buf text = { 0 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = drawn(BOARD, WHITE);
        struct move       m = { .seat = WHITE };

        offer(&g, "d4", cases[i].rarity, cases[i].power);
        assert_int_equal(move_read(&powerchess_game, str_of(cases[i].move), &m), ERR_OK);
        buf_clear(&text);
        powerchess_describe(&g, &m, NULL, &text);
        assert_string_equal(text.at, cases[i].want);
    }
    buf_release(&text);
}

/* Where the net puts the rook decides whether it is mate: the log tells the
 * result, also to those who do not know the generator. */
static void notation_of_a_capture_into_a_net(void **state)
{
    int mates = 0, others = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct powerchess g = from("3r2k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1"), before, after;
        struct move       m = { .seat = WHITE, .kind = DO_MOVE, .n = 2, .arg = { (int16_t)sq("d1"), (int16_t)sq("d8") } };
        struct buf        text = { 0 };

        g.rng = rng_seeded(seed);
        g.aura[sq("d8")].net = true;
        before = g;
        powerchess_game.redact(&before, SEAT_NOBODY);
        assert_int_equal(powerchess_game.apply(&g, &m, NULL, NULL), ERR_OK);
        after = g;
        powerchess_game.redact(&after, SEAT_NOBODY);
        move_words(&powerchess_game, &m, &before, &after, NULL, &text);
        bool blocked = g.board.kind[ROOK] & g.board.side[BLACK] & (bit(sq("e8")) | bit(sq("f8")));
        assert_string_equal(text.at, blocked ? "Rxd8" : g.phase == PHASE_OVER ? "Rxd8#" : "Rxd8+");
        blocked ? others++ : mates++;
        buf_release(&text);
    }
    assert_true(mates > 0 && others > 0);
}

/* ---- nets -------------------------------------------------------------- */

/* A piece returned by a net does not even attack an invulnerable king. */
static void a_net_keeps_off_an_invulnerable_king(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct powerchess g = from("4k3/8/8/8/3r4/8/3R4/5K2 w - - 0 1");

        chess_relocate(&g.board, sq("f1"), sq("f8")); /* on Black's home row: every rook there attacks it */
        chess_relocate(&g.board, sq("e8"), sq("a5"));
        piece_safe(&g, sq("f8"), 6);
        g.rng = rng_seeded(seed);
        g.aura[sq("d4")].net = true;
        ply(&g, "d2d4");
        assert_true((g.board.kind[ROOK] & g.board.side[BLACK]) == 0);
        assert_int_equal(g.lost[BLACK].n, 1);
    }
}

/* ---- effects ----------------------------------------------------------- */

/* The names of what a move does, in order. */
static void assert_effects(struct powerchess *g, const char *text, const char *want)
{
    struct move    m = { .seat = g->board.turn };
    struct effects effects = { 0 };
    struct buf     names = { 0 };

    assert_int_equal(move_read(&powerchess_game, str_of(text), &m), ERR_OK);
    assert_int_equal(powerchess_game.apply(g, &m, &effects, NULL), ERR_OK);
    for (int i = 0; i < effects.n; i++) {
        const struct effect_kind *kind = &powerchess_effects[effects.at[i].what];

        if (!(kind->flags & EFFECT_INSIDE))
            buf_printf(&names, "%s%s", names.len ? " " : "", kind->name);
    }
    assert_string_equal(names.at, want);
    buf_release(&names);
}

static void effects_of_plies(void **state)
{
    struct powerchess g = from("r3k2r/8/8/8/8/8/1P6/R3K2R w KQkq - 0 1");

    (void)state;
    assert_effects(&g, "move 4 6", "move castled turn");
    assert_effects(&g, "move 56 0", "move captured turn");
    assert_effects(&g, "move 5 0", "move captured turn");
    g = from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_effects(&g, "move 0 56", "move turn check");
    g = from("6k1/3P1ppp/8/8/8/8/8/4K3 w - - 0 1");
    assert_effects(&g, "move 51 59 2", "move promoted over");
    g = from("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    put_box(&g, "d4", RARE);
    piece_safe(&g, sq("d2"), 1);
    assert_effects(&g, "move 11 27", "move box_taken shield_over options");
    assert_effects(&g, "resign", "over");
    g = from("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    assert_effects(&g, "draw", "draw_offered");
}

static void effects_of_powers(void **state)
{
    static const struct {
        int         rarity, power;
        const char *move, *want;
    } cases[] = {
        { COMMON, ADJUST, "power 0 27 28", "power relocated turn" },
        { COMMON, REWIND, "power 0", "power turn" },
        { COMMON, SECOND_EFFORT, "power 0 27 44", "power relocated turn" },
        { COMMON, SHIELD, "power 0", "power shielded turn" },
        { COMMON, SWAP, "power 0 7", "power swapped turn" },
        { RARE, BLACK_HOLE, "power 0 28", "power hole turn" },
        { RARE, ENERGIZE, "power 0", "power energized turn" },
        { RARE, EYE_FOR_AN_EYE, "power 0 53", "power destroyed destroyed turn" },
        { RARE, SAFETY_NET, "power 0", "power net turn" },
        { RARE, SEND_AWAY, "power 0 53", "power relocated turn" },
        { LEGENDARY, AWAKEN, "power 0", "power awakened shielded turn" },
        { LEGENDARY, CLONE, "power 0", "power cloned turn" },
        { LEGENDARY, REANIMATE, "power 0", "power turn" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = drawn(BOARD, WHITE);

        offer(&g, "d4", cases[i].rarity, cases[i].power);
        assert_effects(&g, cases[i].move, cases[i].want);
    }
}

/* As clients hear them. */
static void effects_as_json(void **state)
{
    struct powerchess g = drawn(BOARD, WHITE);
    struct move       m = { .seat = WHITE, .kind = DO_POWER, .n = 1 };
    struct effects    effects = { 0 };
    struct buf        text = { 0 };
    struct jout       j = jout_to(&text);

    (void)state;
    offer(&g, "d4", LEGENDARY, REANIMATE);
    assert_int_equal(powerchess_game.apply(&g, &m, &effects, NULL), ERR_OK);
    jout_open_array(&j);
    effects_write(&powerchess_game, &effects, SEAT_NOBODY, &j);
    jout_close_array(&j);
    assert_string_equal(text.at, "[{\"what\":\"power\",\"seat\":0,\"power\":\"Reanimate\",\"rarity\":\"legendary\",\"fizzled\":1},"
                                 "{\"what\":\"turn\",\"seat\":1}]");
    buf_release(&text);
}

static void names_of_powers_agree(void **state)
{
    (void)state;
    for (int rarity = COMMON; rarity < RARITIES; rarity++)
        for (int i = 0; i < chess_power_count[rarity]; i++)
            assert_string_equal(powerchess_power_names[power_number(rarity, i)], chess_powers[rarity][i].name);
    assert_null(powerchess_power_names[POWERS]);
}

/* ---- refusals ---------------------------------------------------------- */

static void refusals_name_the_rule(void **state)
{
    static const struct {
        const char *fen, *move, *word;
    } cases[] = {
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 12 64", "no_such_square" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 28 20", "not_your_piece" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 12 20", "cannot_go" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 12 29", "leaves_king" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 4 12", "blocked" },
        { "4k3/P7/8/8/4r3/8/8/4K3 w - - 0 1", "move 4 12", "leaves_king" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 48 56", "promotion_needed" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "move 4 3 1", "no_promotion" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 w - - 0 1", "power 0", "no_power" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 b - - 0 1", "move 4 3", "not_your_turn" },
        { "4k3/P7/8/8/4r3/8/4N3/4K3 b - - 0 1", "flag", "not_flagged" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = from(cases[i].fen);
        struct move       m = { .seat = WHITE };
        struct refusal    why = { 0 };

        assert_int_equal(move_read(&powerchess_game, str_of(cases[i].move), &m), ERR_OK);
        assert_int_equal(powerchess_game.apply(&g, &m, NULL, &why), ERR_REFUSED);
        if (strcmp(why.word, cases[i].word) != 0)
            fail_msg("%s: %s instead of %s", cases[i].move, why.word, cases[i].word);
    }
}

static void refusals_of_powers(void **state)
{
    static const struct {
        int         rarity, power;
        const char *move, *word;
    } cases[] = {
        { COMMON, SWAP, "power 2", "no_such_option" },     { COMMON, SWAP, "power 0", "needs_square" },
        { COMMON, SWAP, "power 0 40", "no_target" },       { COMMON, SWAP, "power 0 99", "no_such_square" },
        { COMMON, ADJUST, "power 0 28", "needs_square" },  { COMMON, ADJUST, "power 0 7 28", "not_box_piece" },
        { COMMON, SHIELD, "power 0 28", "needs_nothing" }, { COMMON, SHIELD, "move 27 44", "choose_power" },
    };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct powerchess g = drawn(BOARD, WHITE);
        struct move       m = { .seat = WHITE };
        struct refusal    why = { 0 };

        offer(&g, "d4", cases[i].rarity, cases[i].power);
        assert_int_equal(move_read(&powerchess_game, str_of(cases[i].move), &m), ERR_OK);
        assert_int_equal(powerchess_game.apply(&g, &m, NULL, &why), ERR_REFUSED);
        assert_string_equal(why.word, cases[i].word);
    }
}

/* ---- the view ---------------------------------------------------------- */

static bool view_has(const struct powerchess *g, const char *part)
{
    struct buf  text = { 0 };
    struct jout j = jout_to(&text);

    game_view(&powerchess_game, g, WHITE, &j);
    bool has = strstr(text.at, part) != NULL;
    buf_release(&text);
    return has;
}

static void check_is_that_of_the_side_to_act(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");

    (void)state;
    assert_true(view_has(&g, "\"check\":true"));
    g = from("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1");
    assert_true(view_has(&g, "\"check\":true"));
    g.board.turn = WHITE; /* gives check, and still has to choose a power */
    offer(&g, "e4", COMMON, SHIELD);
    assert_true(view_has(&g, "\"check\":false"));
}

static void the_last_move_is_that_of_who_took_the_king(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1");

    (void)state;
    put_box(&g, "e2", COMMON);
    ply(&g, "e8e7");
    ply(&g, "e1e2");
    offer(&g, "e2", COMMON, SECOND_EFFORT);
    use(&g, "e2e7");
    assert_over(&g, REASON_MATE, WHITE);
    assert_true(view_has(&g, "\"last\":{\"from\":12,\"to\":52}"));
}

static void options_tell_their_targets(void **state)
{
    struct powerchess g = drawn(BOARD, WHITE);

    (void)state;
    offer(&g, "d4", RARE, EYE_FOR_AN_EYE);
    assert_true(view_has(&g, "\"follow\":\"square\",\"targets\":[34,53]}"));
}

/* ---- keys -------------------------------------------------------------- */

static void keys_tell_positions_apart(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), h = g;

    (void)state;
    h.clock.left[WHITE] = 1;
    h.quiet.plies = 7;
    assert_true(powerchess_hash(&g) == powerchess_hash(&h));
    put_box(&h, "a3", RARE);
    assert_false(powerchess_hash(&g) == powerchess_hash(&h));
    h = g;
    offer(&h, "e1", COMMON, SHIELD);
    assert_false(powerchess_hash(&g) == powerchess_hash(&h));
}

static void asides_beside_the_moves(void **state)
{
    struct powerchess g = from("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    struct move_list  list = { 0 };

    (void)state;
    for (int seat = 0; seat < 2; seat++) {
        list.n = 0;
        powerchess_asides(&g, seat, &list);
        assert_int_equal(list.n, 2);
    }
    g.offers = 1u << WHITE;
    list.n = 0;
    powerchess_asides(&g, WHITE, &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.at[0].kind, DO_RESIGN);
    move_list_release(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_and_counter_are_secret),
        cmocka_unit_test(guesses_could_be_true),
        cmocka_unit_test(a_guess_plays_to_its_end),
        cmocka_unit_test(no_two_moves_of_a_list_read_the_same),
        cmocka_unit_test(moves_in_words),
        cmocka_unit_test(powers_in_words),
        cmocka_unit_test(notation_of_a_capture_into_a_net),
        cmocka_unit_test(a_net_keeps_off_an_invulnerable_king),
        cmocka_unit_test(effects_of_plies),
        cmocka_unit_test(effects_of_powers),
        cmocka_unit_test(effects_as_json),
        cmocka_unit_test(names_of_powers_agree),
        cmocka_unit_test(refusals_name_the_rule),
        cmocka_unit_test(refusals_of_powers),
        cmocka_unit_test(check_is_that_of_the_side_to_act),
        cmocka_unit_test(the_last_move_is_that_of_who_took_the_king),
        cmocka_unit_test(options_tell_their_targets),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(asides_beside_the_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
