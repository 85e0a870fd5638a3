/* Proves that the laws can fail: each test breaks one law in a copy of the
 * template and expects the laws to say so. */
#include "kit/cmocka.h"
#include "laws/laws.h"

enum { SEEDS = 20, MOVES = 200 };

/* The template's state, as its rules.c declares it, for those who meddle. */
enum { BYTE_TURN = 1, BYTE_LEFT = 2 };

static void expect(const struct game *mutant, const char *what)
{
    struct laws laws = { .game = mutant };
    bool        good = true;

    for (uint64_t seed = 1; good && seed <= SEEDS; seed++)
        good = laws_playout(&laws, seed, MOVES);
    if (!what) {
        if (!good)
            print_message("%s\n", laws.broken.at);
        assert_true(good);
        return;
    }
    assert_false(good);
    if (!strstr(laws.broken.at, what))
        print_message("expected \"%s\", got \"%s\"\n", what, laws.broken.at);
    assert_non_null(strstr(laws.broken.at, what));
    buf_release(&laws.broken);
}

static void template_keeps_them(void **unused)
{
    (void)unused;
    expect(&template_game, NULL);
}

static enum err apply_traces(void *state, const struct move *m, struct effects *out, const char **why)
{
    enum err err = template_game.apply(state, m, out, why);

    if (err != ERR_OK)
        ((uint8_t *)state)[BYTE_TURN] ^= 1;
    return err;
}

static void refusal_with_a_trace(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_traces;
    expect(&mutant, "leaves a trace");
}

static enum err apply_silent(void *state, const struct move *m, struct effects *out, const char **why)
{
    const char *reason;

    (void)why;
    return template_game.apply(state, m, out, &reason);
}

static void refusal_without_reason(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_silent;
    expect(&mutant, "without a reason");
}

static enum err apply_differs(void *state, const struct move *m, struct effects *out, const char **why)
{
    enum err err = template_game.apply(state, m, out, why);

    if (err == ERR_OK && out && ((uint8_t *)state)[BYTE_LEFT] > 1)
        ((uint8_t *)state)[BYTE_LEFT]--;
    return err;
}

static void effects_that_matter(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_differs;
    expect(&mutant, "nobody asks for effects");
}

static enum err apply_picky(void *state, const struct move *m, struct effects *out, const char **why)
{
    if (m->arg[0] == 3)
        return *why = "three is too many", ERR_REFUSED;
    return template_game.apply(state, m, out, why);
}

static void listed_move_refused(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_picky;
    expect(&mutant, "a listed move is refused (three is too many)");
}

static void legal_nothing(const void *state, int seat, struct move_list *out)
{
    if (((const uint8_t *)state)[BYTE_LEFT] != 1)
        template_game.legal(state, seat, out);
}

static void owing_without_moves(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.legal = legal_nothing;
    expect(&mutant, "but to_act says otherwise");
}

static void legal_twice(const void *state, int seat, struct move_list *out)
{
    template_game.legal(state, seat, out);
    if (out->n && move_list_new(out, seat, 0))
        move_add(&out->at[out->n - 1], 1);
}

static void too_many_and_twice(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.legal = legal_twice;
    expect(&mutant, "more moves than legal_max");
    mutant.legal_max = 4;
    expect(&mutant, "listed twice");
}

static unsigned to_act_forever(const void *state)
{
    return 1u << ((const uint8_t *)state)[BYTE_TURN];
}

static void finished_but_owing(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.to_act = to_act_forever;
    expect(&mutant, "but the result says over");
}

static void result_unranked(const void *state, struct result *out)
{
    template_game.result(state, out);
    for (int i = 0; i < SEATS_MAX; i++)
        out->rank[i] = 2;
}

static void nobody_first(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.result = result_unranked;
    expect(&mutant, "nobody is first");
}

/* Reads an argument that the move does not have: what happens then depends on
 * what was in memory, and the replay goes another way. */
static enum err apply_unread(void *state, const struct move *m, struct effects *out, const char **why)
{
    enum err err = template_game.apply(state, m, out, why);

    if (err == ERR_OK && m->arg[m->n] != 0 && ((uint8_t *)state)[BYTE_LEFT] > 1)
        ((uint8_t *)state)[BYTE_LEFT]--;
    return err;
}

static void replay_goes_another_way(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_unread;
    expect(&mutant, "not the live state");
}

static void pick_four(const void *state, int seat, struct rng *r, struct move *out)
{
    (void)state;
    (void)r;
    move_begin(out, seat, 0);
    move_add(out, 4);
}

static void picked_move_not_listed(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.pick = pick_four;
    expect(&mutant, "a picked move is not listed");
}

static bool leave_badly(const void *state, int seat, struct move *out)
{
    (void)state;
    move_begin(out, seat, 0);
    move_add(out, 9);
    return true;
}

static void leaving_refused(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.leave = leave_badly;
    expect(&mutant, "a seat that leaves is refused");
    mutant.leave = NULL;
    mutant.timeout = leave_badly;
    expect(&mutant, "time is up is refused");
}

static void redact_for_seat_one(void *state, int seat)
{
    if (seat == 1)
        ((uint8_t *)state)[BYTE_LEFT] = 0;
}

static void redact_one_step(void *state, int seat)
{
    (void)seat;
    if (((uint8_t *)state)[BYTE_LEFT] > 1)
        ((uint8_t *)state)[BYTE_LEFT]--;
}

static void bad_redaction(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.redact = redact_one_step;
    expect(&mutant, "redact twice");
    mutant.redact = redact_for_seat_one;
    expect(&mutant, "a spectator sees something that seat 1 does not");
}

static void redact_for_all(void *state, int seat)
{
    (void)seat;
    ((uint8_t *)state)[BYTE_LEFT] = 0;
}

static void moves_that_need_secrets(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.redact = redact_for_all;
    expect(&mutant, "other moves on what it sees");
}

/* A state with a generator behind the template's own bytes. */
enum { GENERATOR_AT = 8 };

static enum err setup_with_generator(void *state, const struct setup *s, const char **why)
{
    struct rng r = rng_seeded(s->seed);

    rng_next(&r);
    memcpy((char *)state + GENERATOR_AT, &r, sizeof r);
    return template_game.setup(state, s, why);
}

static void redact_nothing(void *state, int seat)
{
    (void)state;
    (void)seat;
}

static void redact_half(void *state, int seat)
{
    (void)seat;
    memset((char *)state + GENERATOR_AT, 0, sizeof(struct rng) - 1);
}

static void generator_that_shows(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.traits |= GAME_HAS_CHANCE;
    expect(&mutant, "a game of chance keeps");
    mutant.state_size = GENERATOR_AT + sizeof(struct rng);
    mutant.setup = setup_with_generator;
    mutant.redact = redact_nothing;
    expect(&mutant, "the generator is still there");
    mutant.redact = redact_half;
    expect(&mutant, "another generator changes");
}

static void view_broken(const void *state, int seat, struct jout *out)
{
    (void)state;
    (void)seat;
    jout_raw(out, STR("{\"left\":}"));
}

static void view_no_json(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.view = view_broken;
    expect(&mutant, "is no JSON object");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(template_keeps_them),    cmocka_unit_test(refusal_with_a_trace),
        cmocka_unit_test(refusal_without_reason), cmocka_unit_test(effects_that_matter),
        cmocka_unit_test(listed_move_refused),    cmocka_unit_test(owing_without_moves),
        cmocka_unit_test(too_many_and_twice),     cmocka_unit_test(finished_but_owing),
        cmocka_unit_test(nobody_first),           cmocka_unit_test(replay_goes_another_way),
        cmocka_unit_test(picked_move_not_listed), cmocka_unit_test(leaving_refused),
        cmocka_unit_test(bad_redaction),          cmocka_unit_test(moves_that_need_secrets),
        cmocka_unit_test(generator_that_shows),   cmocka_unit_test(view_no_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
