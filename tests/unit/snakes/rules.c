/* A fight as a table of the contract: what a seat may know, and what a turn
 * tells. */
#include "kit/cmocka.h"

#include "base/jin.h"
#include "game/effect.h"
#include "games/snakes/rules.h"

enum { FIGHTS = 8, GUESSES = 4 };

extern const struct game snakes_game;

static void start(struct snakes_state *g, uint64_t seed)
{
    struct setup   s;
    struct refusal why;

    setup_default(&snakes_game, &s);
    s.seed = seed;
    assert_int_equal(game_setup(&snakes_game, g, &s, &why), ERR_OK);
}

static void step(struct snakes_state *g, struct effects *effects)
{
    struct move    m = { 0 };
    struct refusal why;

    move_begin(&m, 0, SNAKES_TURN);
    if (effects)
        effects->n = 0;
    assert_int_equal(snakes_game.apply(g, &m, effects, &why), ERR_OK);
}

/* Played to its end, redacted or guessed, by whoever sees it. */
static void play_on(struct snakes_state *g)
{
    int turns = 0;

    while (snakes_game.to_act(g) && turns++ <= TURNS_MAX)
        step(g, NULL);
    assert_int_equal(snakes_game.to_act(g), 0);
}

static void a_guess_is_as_good_as_what_is_seen(void **unused)
{
    static struct snakes_state live, seen, guess;
    struct rng                 r = rng_seeded(7);

    (void)unused;
    for (uint64_t seed = 1; seed <= FIGHTS; seed++) {
        start(&live, seed);
        for (int turn = 0; snakes_game.to_act(&live); turn++) {
            step(&live, NULL);
            if (turn % 100 != 50)
                continue;
            for (int seat = SEAT_NOBODY; seat < SNAKES; seat++) {
                game_seen_by(&snakes_game, &live, seat, &seen);
                for (int i = 0; i < SNAKES; i++) {
                    assert_true((i == seat) == (seen.program[i].n_maps > 0));
                    assert_true(i == seat || seen.last.debug[i] == 0);
                }
                for (int i = 0; i < GUESSES; i++) {
                    guess = seen;
                    snakes_game.determinize(&guess, seat, &r);
                    for (int k = 0; k < SNAKES; k++)
                        assert_true(guess.program[k].n_maps > 0);
                    assert_memory_not_equal(&guess.field.rng, &seen.field.rng, sizeof guess.field.rng);
                    struct snakes_state again = guess;
                    snakes_game.redact(&again, seat);
                    assert_memory_equal(&again, &seen, sizeof seen);
                }
                play_on(&guess);
                play_on(&seen); /* a redacted state can be played on, too */
            }
        }
    }
}

/* The bites told are the cells that went from one to another. */
static void bites_are_told(void **unused)
{
    static struct snakes_state g;
    struct effects             effects;
    int                        bites = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= FIGHTS; seed++)
        for (start(&g, seed); snakes_game.to_act(&g);) {
            int length[SNAKES];

            for (int i = 0; i < SNAKES; i++)
                length[i] = g.field.snake[i].length;
            step(&g, &effects);
            assert_int_equal(effects.at[0].what, SNAKES_EFFECT_TURN);
            assert_int_equal(effects.at[0].arg[0], g.last.code);
            for (int i = 1; i < effects.n; i++)
                if (effects.at[i].what == SNAKES_EFFECT_BITE) {
                    length[effects.at[i].seat]++;
                    length[effects.at[i].arg[0]]--;
                    bites++;
                }
            for (int i = 0; i < SNAKES; i++)
                assert_int_equal(length[i], g.field.snake[i].length);
        }
    assert_true(bites > FIGHTS);
}

static void assert_told(const struct effects *effects, int eyes, const char *want)
{
    struct buf  text = { 0 };
    struct jout out = jout_to(&text);

    jout_open_array(&out);
    effects_write(&snakes_game, effects, eyes, &out);
    jout_close_array(&out);
    assert_string_equal(text.at, want);
    buf_release(&text);
}

/* The first turn of four snakes that go straight on, as in the example of the
 * protocol; only the owner hears which map decided. */
static void only_the_owner_hears_why(void **unused)
{
    static struct snakes_state g;
    struct effects             effects;
    struct setup               s;
    struct refusal             why;
    struct buf                 lines = { 0 };

    (void)unused;
    for (int i = 0; i < SNAKES; i++) {
        buf_text(&lines, "S,S,S,S;33;");
        for (int cell = 0; cell < MAP_CELLS; cell++)
            buf_text(&lines, cell == 4 * MAP_SIDE + 3 ? "S0" : "--");
        buf_char(&lines, '\n');
    }
    setup_default(&snakes_game, &s);
    s.extra = buf_view(&lines);
    for (s.seed = 1; s.seed < 1000; s.seed++) { /* until the order is 0, 1, 2, 3 */
        assert_int_equal(game_setup(&snakes_game, &g, &s, &why), ERR_OK);
        step(&g, &effects);
        if (g.last.code == 10916)
            break;
    }
    assert_told(&effects, 1,
                "[{\"what\":\"turn\",\"seat\":null,\"code\":10916,\"recorded\":1},{\"what\":\"debug\",\"seat\":0},"
                "{\"what\":\"debug\",\"seat\":1,\"n\":9},{\"what\":\"debug\",\"seat\":2},{\"what\":\"debug\",\"seat\":3}]");
    assert_told(&effects, SEAT_NOBODY,
                "[{\"what\":\"turn\",\"seat\":null,\"code\":10916,\"recorded\":1},{\"what\":\"debug\",\"seat\":0},"
                "{\"what\":\"debug\",\"seat\":1},{\"what\":\"debug\",\"seat\":2},{\"what\":\"debug\",\"seat\":3}]");
    buf_release(&lines);
}

static void refusals_have_words(void **unused)
{
    static struct snakes_state g;
    struct move                m = { 0 };
    struct setup               s;
    struct refusal             why;
    struct buf                 text = { 0 };

    (void)unused;
    setup_default(&snakes_game, &s);
    s.extra = STR("\nnonsense");
    assert_int_equal(game_setup(&snakes_game, &g, &s, &why), ERR_REFUSED);
    assert_string_equal(why.word, "bad_program");
    refusal_write(&why, &text);
    assert_string_equal(text.at, "The program at position 1 cannot be read.");
    s.extra = STR("\n\n\n");
    assert_int_equal(game_setup(&snakes_game, &g, &s, &why), ERR_REFUSED);
    assert_string_equal(why.word, "no_snake");
    start(&g, 1);
    move_begin(&m, 1, SNAKES_TURN);
    assert_int_equal(snakes_game.apply(&g, &m, NULL, &why), ERR_REFUSED);
    assert_string_equal(why.word, "not_your_turn");
    play_on(&g);
    move_begin(&m, 0, SNAKES_TURN);
    assert_int_equal(snakes_game.apply(&g, &m, NULL, &why), ERR_REFUSED);
    assert_string_equal(why.word, "game_over");
    buf_release(&text);
}

/* The board's starts are where the view begins. */
static void the_board_has_the_starts(void **unused)
{
    static struct snakes_state g;
    struct buf                 board = { 0 }, view = { 0 };
    struct jout                to_board = jout_to(&board), to_view = jout_to(&view);
    struct jin                *a = NULL, *b = NULL;

    (void)unused;
    start(&g, 1);
    game_board(&snakes_game, &g, &to_board);
    game_view(&snakes_game, &g, SEAT_NOBODY, &to_view);
    assert_int_equal(jin_parse(buf_view(&board), 16, 0, &a), ERR_OK);
    assert_int_equal(jin_parse(buf_view(&view), 16, 0, &b), ERR_OK);
    for (size_t i = 0; i < SNAKES; i++) {
        const struct jin *begins = jin_at(jin_get(a, "starts"), i), *is = jin_at(jin_get(b, "snakes"), i);
        struct buf        left = { 0 }, right = { 0 };

        assert_int_equal(jin_int_or(jin_get(begins, "face"), -1), jin_int_or(jin_get(is, "face"), -2));
        jin_dump(jin_get(begins, "cells"), &left);
        jin_dump(jin_get(is, "cells"), &right);
        assert_string_equal(left.at, right.at);
        buf_release(&left);
        buf_release(&right);
    }
    jin_free(a);
    jin_free(b);
    buf_release(&board);
    buf_release(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_is_as_good_as_what_is_seen), cmocka_unit_test(bites_are_told),
        cmocka_unit_test(only_the_owner_hears_why),           cmocka_unit_test(refusals_have_words),
        cmocka_unit_test(the_board_has_the_starts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
