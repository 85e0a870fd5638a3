/* What the hall API shows of a state is redacted for the viewer, as long as
 * the game is not over. */
#include "kit/cmocka.h"

#include "api/call.h"

/* A game that is nothing but a secret of seat 1. */
struct secret {
    int number;
};

static unsigned to_act(const void *state)
{
    (void)state;
    return 1u << 1;
}

static void redact(void *state, int seat)
{
    if (seat != 1)
        ((struct secret *)state)->number = 0;
}

static void view(const void *state, int seat, struct jout *out)
{
    (void)seat;
    jout_field_int(out, "number", ((const struct secret *)state)->number);
}

static void draw(const void *state, struct buf *out)
{
    buf_int(out, ((const struct secret *)state)->number);
}

static const struct game game = {
    .state_size = sizeof(struct secret), .to_act = to_act, .redact = redact, .view = view, .draw = draw
};

static void shows(struct table *t, const void *state, int seat, const char *want)
{
    struct buf  text = { 0 };
    struct jout out = jout_to(&text);

    jout_open_object(&out);
    write_stand(&out, t, state, seat);
    write_picture(&out, t->game, state, eyes_of(t, seat));
    jout_close_object(&out);
    assert_string_equal(text.at, want);
    buf_release(&text);
}

static void a_running_game_keeps_its_secrets(void **state)
{
    struct secret secret = { 42 };
    struct table  t = { .game = &game, .phase = TABLE_RUNNING, .seats = 2, .state = &secret };

    (void)state;
    shows(&t, &secret, -1, "{\"to_act\":[1],\"view\":{\"number\":0},\"picture\":\"0\"}");
    shows(&t, &secret, 0, "{\"to_act\":[1],\"view\":{\"number\":0},\"picture\":\"0\"}");
    shows(&t, &secret, 1, "{\"to_act\":[1],\"view\":{\"number\":42},\"picture\":\"42\"}");
    assert_int_equal(secret.number, 42); /* a copy was redacted */
}

static void an_abandoned_one_too(void **state)
{
    struct secret secret = { 42 }, earlier = { 41 };
    struct table  t = { .game = &game, .phase = TABLE_ABANDONED, .seats = 2, .state = &secret };

    (void)state;
    shows(&t, &secret, -1, "{\"to_act\":[],\"view\":{\"number\":0},\"picture\":\"0\"}");
    shows(&t, &earlier, -1, "{\"to_act\":[1],\"view\":{\"number\":0},\"picture\":\"0\"}");
}

static void a_finished_one_has_none(void **state)
{
    struct secret secret = { 42 };
    struct table  t = { .game = &game, .phase = TABLE_FINISHED, .seats = 2, .state = &secret };

    (void)state;
    shows(&t, &secret, -1, "{\"to_act\":[],\"view\":{\"number\":42},\"picture\":\"42\"}");
}

static void nothing_before_the_start(void **state)
{
    struct table t = { .game = &game, .phase = TABLE_WAITING, .seats = 2 };

    (void)state;
    shows(&t, NULL, 1, "{\"to_act\":[],\"view\":null,\"picture\":null}");
}

/* ---- effects --------------------------------------------------------------- */

static const char *const cards[] = { "ore", "wool", NULL };

static const struct effect_kind effects[] = {
    { "stolen", "a card goes", { { .name = "from" }, { .name = "card", .words = cards } }, 0 },
    { "inside", "for the dialect", { { 0 } }, EFFECT_INSIDE },
    { "drawn", "only for one seat", { { .name = "card" } }, 0 },
    { 0 },
};

static const struct game thieves = { .effects = effects };

static void tells(int eyes, const char *want)
{
    struct effects     happened = { .n = 3,
                                    .at = { { .what = 0, .seat = 0, .seen_by = 1 | 2, .hidden = 1 << 1, .arg = { 1, 1 } },
                                            { .what = 1, .seen_by = SEEN_BY_ALL },
                                            { .what = 2, .seat = 1, .seen_by = 2, .arg = { 7 } } } };
    struct journal_row row = { .kind = EVENT_MOVED, .seat = 0, .at = 5, .text = STR("rob 1") };
    struct buf         text = { 0 };
    struct jout        out = jout_to(&text);

    jout_open_object(&out);
    write_event(&out, &row, &(struct telling){ .game = &thieves, .words = STR("robs"), .effects = &happened, .eyes = eyes });
    jout_close_object(&out);
    const char *told = strstr(text.at, "\"effects\":");
    assert_non_null(told);
    assert_string_equal(told, want);
    buf_release(&text);
}

static void effects_show_what_one_may_know(void **state)
{
    (void)state;
    tells(0, "\"effects\":[{\"what\":\"stolen\",\"seat\":0,\"from\":1,\"card\":\"wool\"}]}");
    tells(
        1,
        "\"effects\":[{\"what\":\"stolen\",\"seat\":0,\"from\":1,\"card\":\"wool\"},{\"what\":\"drawn\",\"seat\":1,\"card\":7}]}");
    tells(2, "\"effects\":[{\"what\":\"stolen\",\"seat\":0,\"from\":1}]}");
    tells(SEAT_NOBODY, "\"effects\":[{\"what\":\"stolen\",\"seat\":0,\"from\":1}]}");
    tells(
        EYES_ALL,
        "\"effects\":[{\"what\":\"stolen\",\"seat\":0,\"from\":1,\"card\":\"wool\"},{\"what\":\"drawn\",\"seat\":1,\"card\":7}]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_game_keeps_its_secrets), cmocka_unit_test(an_abandoned_one_too),
        cmocka_unit_test(a_finished_one_has_none),          cmocka_unit_test(nothing_before_the_start),
        cmocka_unit_test(effects_show_what_one_may_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
