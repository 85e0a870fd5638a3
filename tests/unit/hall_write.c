/* What the hall API shows of a state is redacted for the viewer, as long as
 * the game is not over. */
#include "kit/cmocka.h"

#include "hall/api_call.h"

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
    jout_open_object(out);
    jout_field_int(out, "number", ((const struct secret *)state)->number);
    jout_close_object(out);
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
    write_picture(&out, t, state, seat);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_game_keeps_its_secrets),
        cmocka_unit_test(an_abandoned_one_too),
        cmocka_unit_test(a_finished_one_has_none),
        cmocka_unit_test(nothing_before_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
