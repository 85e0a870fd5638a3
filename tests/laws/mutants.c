/* Proves that the laws can fail: each test breaks one law in a copy of the
 * template and expects the laws to say so. */
#include "game/bot.h"
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

static enum err apply_traces(void *state, const struct move *m, struct effects *out, struct refusal *why)
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

static enum err apply_silent(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct refusal reason;

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

static enum err apply_differs(void *state, const struct move *m, struct effects *out, struct refusal *why)
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

static enum err apply_picky(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->arg[0] == 3)
        return refuse_text(why, "three is too many");
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

static void listed_twice(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.legal = legal_twice;
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
static enum err apply_unread(void *state, const struct move *m, struct effects *out, struct refusal *why)
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

/* A guess that leaves what it finds. */
static void guess_nothing(void *seen, int seat, struct rng *r)
{
    (void)seen;
    (void)seat;
    (void)r;
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
    mutant.determinize = guess_nothing;
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
    mutant.determinize = guess_nothing;
    mutant.redact = redact_for_all;
    expect(&mutant, "other moves on what it sees");
}

/* A state with a generator behind the template's own bytes. */
enum { GENERATOR_AT = 8 };

static enum err setup_with_generator(void *state, const struct setup *s, struct refusal *why)
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
    mutant.determinize = guess_nothing;
    mutant.redact = redact_nothing;
    expect(&mutant, "the generator is still there");
    mutant.redact = redact_half;
    expect(&mutant, "another generator changes");
}

/* ---- guesses ------------------------------------------------------------- */

/* Hides the parity of the heap, which no move depends on while it is large. */
enum { BYTE_SECRET = GENERATOR_AT + sizeof(struct rng) };

static void redact_secret(void *state, int seat)
{
    (void)seat;
    memset((char *)state + GENERATOR_AT, 0, sizeof(struct rng));
    ((uint8_t *)state)[BYTE_SECRET] = 0;
}

static void guess_changes_the_heap(void *seen, int seat, struct rng *r)
{
    (void)seat;
    (void)r;
    ((uint8_t *)seen)[BYTE_LEFT]++;
}

static enum err apply_on_secret(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    if (((uint8_t *)state)[BYTE_SECRET] == 1)
        return refuse_text(why, "the guess cannot be played");
    return template_game.apply(state, m, out, why);
}

static void guess_that_cannot_be_played(void *seen, int seat, struct rng *r)
{
    (void)seat;
    (void)r;
    ((uint8_t *)seen)[BYTE_SECRET] = 1;
}

static void guesses(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.state_size = BYTE_SECRET + 8;
    mutant.redact = redact_secret;
    expect(&mutant, "redact and determinize come together");
    mutant.determinize = guess_changes_the_heap;
    expect(&mutant, "does not redact to what it was made from");
    mutant.determinize = guess_that_cannot_be_played;
    mutant.apply = apply_on_secret;
    expect(&mutant, "refused in a determinized state");
}

/* ---- computer players ---------------------------------------------------- */

/* Takes one or two, as the answer to a question that it must not ask. */
static bool take(bool two, const void *seen, int seat, struct move *out)
{
    move_begin(out, seat, 0);
    move_add(out, two && ((const uint8_t *)seen)[BYTE_LEFT] > 1 ? 2 : 1);
    return true;
}

static bool choose_by_memory(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    uint8_t *before = think->memory;

    (void)game;
    return take((*before)++, seen, seat, out);
}

static bool choose_by_number(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    (void)game;
    return take(think->number % 2, seen, seat, out);
}

static bool choose_by_secret(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    (void)game;
    (void)think;
    return take(((const uint8_t *)seen)[BYTE_SECRET], seen, seat, out);
}

static bool choose_four(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    (void)game;
    (void)seen;
    (void)think;
    move_begin(out, seat, 0);
    move_add(out, 4);
    return true;
}

static bool choose_nothing(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    (void)game;
    (void)think;
    take(false, seen, seat, out);
    return false;
}

static void expect_of_player(struct game mutant,
                             bool (*choose)(const struct game *, const void *, int, struct think *, struct move *),
                             const char *what)
{
    const struct bot bots[] = { { .name = "mutant", .memory = 8, .choose = choose }, { 0 } };

    mutant.bots = bots;
    expect(&mutant, what);
}

/* Hides the secret from nobody. */
static void redact_but_the_secret(void *state, int seat)
{
    (void)seat;
    memset((char *)state + GENERATOR_AT, 0, sizeof(struct rng));
}

static void guess_the_secret(void *seen, int seat, struct rng *r)
{
    (void)seat;
    ((uint8_t *)seen)[BYTE_SECRET] = (uint8_t)(rng_next(r) & 1);
}

static void players(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    expect_of_player(mutant, choose_by_memory, "chooses differently");
    expect_of_player(mutant, choose_by_number, "chooses differently");
    expect_of_player(mutant, choose_four, "a player's choice is refused");
    expect_of_player(mutant, choose_nothing, "finds none");
    mutant.state_size = BYTE_SECRET + 8;
    mutant.redact = redact_secret;
    mutant.determinize = guess_the_secret;
    expect_of_player(mutant, choose_by_secret, NULL);
    mutant.redact = redact_but_the_secret; /* what leaks to a player already breaks the law of guesses */
    expect_of_player(mutant, choose_by_secret, "does not redact to what it was made from");
}

/* ---- words, effects ------------------------------------------------------ */

static void describe_always_the_same(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    (void)before;
    (void)m;
    (void)names;
    buf_text(out, "takes some");
}

static void same_words(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.describe = describe_always_the_same;
    expect(&mutant, "the same words");
}

static enum err apply_with_effect(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    enum err err = template_game.apply(state, m, out, why);

    if (err == ERR_OK)
        effect_add(out, 99, m->seat, 0, 0, 0, 0);
    return err;
}

static void nameless_effect(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_with_effect;
    expect(&mutant, "an effect without a name");
}

/* Takes four, although the list ends with three. */
static enum err apply_four(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct move three = *m;

    if (m->arg[0] == 4 && ((uint8_t *)state)[BYTE_LEFT] > 4)
        three.arg[0] = 3;
    return template_game.apply(state, &three, out, why);
}

static void accepted_but_not_listed(void **unused)
{
    struct game mutant = template_game;

    (void)unused;
    mutant.apply = apply_four;
    expect(&mutant, "accepted that the complete list does not have");
}

static void view_broken(const void *state, int seat, struct jout *out)
{
    (void)state;
    (void)seat;
    jout_raw(out, STR("\"left\":"));
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
        cmocka_unit_test(template_keeps_them),
        cmocka_unit_test(refusal_with_a_trace),
        cmocka_unit_test(refusal_without_reason),
        cmocka_unit_test(effects_that_matter),
        cmocka_unit_test(listed_move_refused),
        cmocka_unit_test(owing_without_moves),
        cmocka_unit_test(listed_twice),
        cmocka_unit_test(finished_but_owing),
        cmocka_unit_test(nobody_first),
        cmocka_unit_test(replay_goes_another_way),
        cmocka_unit_test(picked_move_not_listed),
        cmocka_unit_test(leaving_refused),
        cmocka_unit_test(bad_redaction),
        cmocka_unit_test(moves_that_need_secrets),
        cmocka_unit_test(generator_that_shows),
        cmocka_unit_test(view_no_json),
        cmocka_unit_test(guesses),
        cmocka_unit_test(players),
        cmocka_unit_test(same_words),
        cmocka_unit_test(nameless_effect),
        cmocka_unit_test(accepted_but_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
