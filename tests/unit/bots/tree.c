/* The tree search finds rows of moves that no single move hints at; rollouts
 * cannot. The game for it: one seat chooses digits, mostly three, and wins only
 * if all are 2; the policy always chooses 0. */
#include "bots/tree.h"
#include "kit/cmocka.h"

#include <stdlib.h>

enum { DIGITS = 4, LENGTH = 3, LENGTH_MOST = 8, RIGHT = 2, PLAYOUTS = 600 };

struct lock {
    uint8_t length, n, digit[LENGTH_MOST];
};

static unsigned to_act(const void *state)
{
    const struct lock *lock = state;

    return lock->n < lock->length;
}

static void legal(const void *state, int seat, struct move_list *out)
{
    (void)state;
    for (int i = 0; i < DIGITS; i++)
        move_add(move_list_new(out, seat, 0), i);
}

static enum err apply(void *state, const struct move *m, struct effects *effects, struct refusal *why)
{
    struct lock *lock = state;

    (void)effects;
    (void)why;
    lock->digit[lock->n++] = (uint8_t)m->arg[0];
    return ERR_OK;
}

static void result(const void *state, struct result *out)
{
    const struct lock *lock = state;
    bool               open = true;

    for (int i = 0; i < lock->length; i++)
        open = open && lock->digit[i] == RIGHT;
    *out = (struct result){ .over = true, .rank = { [0] = open ? 1 : 2, [1] = open ? 2 : 1 } };
}

static bool policy(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    (void)state;
    (void)r;
    (void)notes;
    move_begin(out, seat, 0);
    move_add(out, 0);
    return true;
}

static const struct game game = {
    .name = "lock", .state_size = sizeof(struct lock), .to_act = to_act, .legal = legal, .apply = apply, .result = result
};
static const struct rollout how = { .policy = policy };

typedef bool player(const struct game *, const void *, int, struct think *, const struct rollout *, struct move *);

/* The digit it chooses after `before` right ones of `length`. */
static int digit_of(player *choose, int length, int before, int64_t playouts)
{
    struct lock  lock = { .length = (uint8_t)length, .n = (uint8_t)before, .digit = { RIGHT, RIGHT, RIGHT } };
    struct think think = {
        .rng = rng_seeded(7), .memory = malloc(TREE_MEMORY(sizeof lock)), .number = 1, .level = 5, .nodes = playouts
    };
    struct move m;

    memset(think.memory, 0xA7, TREE_MEMORY(sizeof lock));
    assert_true(choose(&game, &lock, 0, &think, &how, &m));
    assert_true(think.spent <= playouts + DIGITS);
    free(think.memory);
    move_list_release(&think.scratch);
    return m.arg[0];
}

static void it_finds_rows(void **state)
{
    (void)state;
    for (int before = 0; before < LENGTH; before++)
        assert_int_equal(digit_of(tree_choose, LENGTH, before, PLAYOUTS), RIGHT);
    assert_int_equal(digit_of(rollout_choose, LENGTH, 0, PLAYOUTS), 0);
    assert_int_equal(digit_of(rollout_choose, LENGTH, LENGTH - 1, PLAYOUTS), RIGHT);
}

/* More playouts than there is memory for branches, and fewer than moves. */
static void it_keeps_to_its_memory(void **state)
{
    (void)state;
    assert_in_range(digit_of(tree_choose, LENGTH_MOST, 0, 2 * TREE_BRANCHES), 0, DIGITS - 1);
    assert_int_equal(digit_of(tree_choose, LENGTH, 0, 1), 0);
}

static void it_stops_when_told(void **state)
{
    _Atomic bool stop = true;
    struct lock  lock = { .length = LENGTH };
    struct think think = {
        .rng = rng_seeded(7), .memory = malloc(TREE_MEMORY(sizeof lock)), .nodes = INT64_C(1) << 40, .cancel = &stop
    };
    struct move m;

    (void)state;
    assert_true(tree_choose(&game, &lock, 0, &think, &how, &m));
    assert_int_equal(think.spent, 0);
    assert_int_equal(m.arg[0], 0);
    free(think.memory);
    move_list_release(&think.scratch);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_rows),
        cmocka_unit_test(it_keeps_to_its_memory),
        cmocka_unit_test(it_stops_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
