/* Tables in a hall on a real store: seats, moves, computer players, clocks,
 * coming back after a restart, and what a failed commit leaves behind. */
#include "kit/by_hand.h"
#include "kit/folder.h"

#include "base/limits.h"
#include "hall/internal.h"

#include <stdio.h>
#include <time.h>

struct room {
    struct settings *settings;
    struct hall     *hall;
    struct folder    folder;
};

static int setup(void **state)
{
    struct room *room = calloc(1, sizeof *room);

    folder_make(&room->folder);
    room->settings = by_hand_settings(room->folder.store);
    room->hall = by_hand_open(room->settings);
    *state = room;
    return 0;
}

static int teardown(void **state)
{
    struct room *room = *state;

    hall_close(room->hall);
    settings_free(room->settings);
    folder_remove(&room->folder);
    free(room);
    return 0;
}

static void reopen(struct room *room)
{
    hall_close(room->hall);
    room->hall = by_hand_open(room->settings);
}

static const struct game *santorini(void)
{
    return game_by_name(STR("santorini"));
}

static struct table *open_table(struct hall *hall, int seats, int move_seconds)
{
    struct table_plan plan = { .game = santorini(), .door = "hall", .listed = true, .move_seconds = move_seconds };
    struct table     *t = NULL;
    const char       *why = "";

    setup_normal(plan.game, &plan.setup);
    plan.setup.seats = (uint8_t)seats;
    if (table_open(hall, &plan, &t, &why) != ERR_OK)
        fail_msg("%s", why);
    return t;
}

static void sit(struct hall *hall, struct table *t, enum sitter_kind kind, uint64_t account, const char *name)
{
    struct sitter who = { .kind = kind, .account = account };
    const char   *why = "";
    int           seat = -1;

    snprintf(who.name, sizeof who.name, "%s", name);
    snprintf(who.bot, sizeof who.bot, "%s", kind == SITTER_BOT ? "random" : "");
    if (table_sit(hall, t, &who, &seat, "test", &why) != ERR_OK)
        fail_msg("%s", why);
}

/* The first listed move of whoever owes one. */
static enum err any_move(struct hall *hall, struct table *t, const char **why)
{
    unsigned owed = t->game->to_act(t->state);

    hall->moves.n = 0;
    t->game->legal(t->state, __builtin_ctz(owed), &hall->moves);
    struct move m = hall->moves.at[0];
    return table_move(hall, t, &m, "test", NULL, why);
}

static void step_until(struct hall *hall, uint64_t table, enum table_phase phase)
{
    struct timespec pause = { .tv_nsec = 200 * 1000 };

    for (int i = 0; i < 50000; i++) {
        struct table *t = table_find(hall, table);

        if (t && t->phase == phase)
            return;
        hall_step(hall);
        nanosleep(&pause, NULL);
    }
    fail_msg("the table never got there");
}

static void computer_players_finish_a_game(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 0);
    uint64_t      id = t->id;

    sit(room->hall, t, SITTER_BOT, 0, "Ann");
    assert_int_equal(t->phase, TABLE_WAITING);
    sit(room->hall, t, SITTER_BOT, 0, "Bob");
    assert_int_equal(t->phase, TABLE_RUNNING);
    step_until(room->hall, id, TABLE_FINISHED);

    t = table_find(room->hall, id);
    size_t   size = t->game->state_size;
    void    *end = memcpy(malloc(size), t->state, size);
    uint32_t seq = t->seq;
    assert_string_equal(t->ended_how, "won");
    assert_null(table_next_live(room->hall, santorini(), 0));

    reopen(room);
    t = table_find(room->hall, id);
    assert_non_null(t);
    assert_int_equal(t->phase, TABLE_FINISHED);
    assert_int_equal(t->seq, seq);
    assert_memory_equal(t->state, end, size);
    free(end);
}

static void a_game_of_computer_players_goes_on_after_a_restart(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 0);
    uint64_t      id = t->id;

    sit(room->hall, t, SITTER_BOT, 0, "Ann");
    sit(room->hall, t, SITTER_BOT, 0, "Bob");
    hall_step(room->hall);
    reopen(room); /* their thoughts are lost, the game is not */
    step_until(room->hall, id, TABLE_FINISHED);
}

static void seats_and_refusals(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 0);
    struct sitter again = { .kind = SITTER_ACCOUNT, .account = 7 };
    const char   *why = "";
    int           seat = -1;
    uint32_t      seq;

    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    seq = t->seq;
    assert_int_equal(table_sit(room->hall, t, &again, &seat, "test", &why), ERR_REFUSED);
    assert_string_equal(why, "you already sit at this table");
    assert_int_equal(table_start(room->hall, t, "test", &why), ERR_REFUSED);
    assert_int_equal(t->seq, seq);
    assert_int_equal(table_seat_of(t, 7), 0);

    sit(room->hall, t, SITTER_ACCOUNT, 8, "Bob");
    assert_int_equal(t->phase, TABLE_RUNNING);
    again.account = 9;
    assert_int_equal(table_sit(room->hall, t, &again, &seat, "test", &why), ERR_REFUSED);
    assert_int_equal(table_stand(room->hall, t, 0, "test", &why), ERR_REFUSED);
}

static void time_runs_out(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 1);
    uint64_t      id = t->id;

    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    sit(room->hall, t, SITTER_ACCOUNT, 8, "Bob");
    uint32_t seq = t->seq;
    hall_step(room->hall);
    assert_int_equal(table_find(room->hall, id)->seq, seq);
    struct timespec pause = { .tv_sec = 1, .tv_nsec = 100 * 1000 * 1000 };
    nanosleep(&pause, NULL);
    hall_step(room->hall);
    t = table_find(room->hall, id);
    assert_true(t->seq > seq);
    assert_int_equal(t->moved_at, t->started_at + 1000); /* the very moment, not the timer's */
}

/* The n-th write of a batch fails, for n = 1, 2, 3... until none does: each
 * time the table is as it was before, and the next try works. */
static void a_failed_batch_leaves_no_trace(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 0);
    uint64_t      id = t->id;
    const char   *why = "";
    char          problem[256];
    bool          failed = true;

    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    sit(room->hall, t, SITTER_ACCOUNT, 8, "Bob");
    hall_step(room->hall);
    size_t size = t->game->state_size;
    void  *before = memcpy(malloc(size), t->state, size);
    for (int n = -1; failed; n = n < 0 ? 1 : n + 1) {
        uint32_t seq = table_find(room->hall, id)->seq;

        store_fail_at(room->hall->store, n);
        t = open_table(room->hall, 3, 0); /* several writes and a new table in one batch */
        uint64_t other = t->id;
        sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
        any_move(room->hall, table_find(room->hall, id), &why);
        hall_step(room->hall);
        failed = !hall_healthy(room->hall, problem);
        t = table_find(room->hall, id);
        assert_non_null(t);
        if (failed) {
            assert_int_equal(t->seq, seq);
            assert_memory_equal(t->state, before, size);
            assert_null(table_find(room->hall, other));
        } else {
            assert_int_equal(t->seq, seq + 1);
            assert_true(memcmp(t->state, before, size) != 0);
            assert_non_null(table_find(room->hall, other));
        }
        assert_true(n < 100);
    }
    store_fail_at(room->hall->store, 0);
    free(before);
}

static void a_rematch_is_told_once(void **state)
{
    struct room  *room = *state;
    struct table *t = open_table(room->hall, 2, 0), *next = NULL, *third = NULL;
    uint64_t      id = t->id;
    const char   *why = "";

    sit(room->hall, t, SITTER_BOT, 0, "Ann");
    assert_int_equal(table_rematch(room->hall, t, 7, &next, "test", &why), ERR_REFUSED);
    sit(room->hall, t, SITTER_BOT, 0, "Bob");
    step_until(room->hall, id, TABLE_FINISHED);
    t = table_find(room->hall, id);
    assert_int_equal(table_rematch(room->hall, t, 7, &next, "test", &why), ERR_OK);
    assert_int_equal(next->phase, TABLE_RUNNING); /* both were computer players */
    assert_int_equal(table_rematch(room->hall, t, 7, &third, "test", &why), ERR_REFUSED);
    assert_true(next->setup.seed != t->setup.seed);
}

static void tables_are_loaded_ahead_of_use(void **state)
{
    struct room *room = *state;
    uint64_t     oldest = open_table(room->hall, 2, 0)->id, middle = open_table(room->hall, 2, 0)->id;
    uint64_t     newest = open_table(room->hall, 2, 0)->id;
    uint64_t     order[] = { newest, middle, oldest };

    hall_step(room->hall);
    reopen(room);
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        struct table *t = map_get(&room->hall->tables, order[i]);

        assert_false(t->private->loaded);
        assert_true(tables__warm(room->hall));
        assert_true(t->private->loaded);
    }
    assert_false(tables__warm(room->hall));
    assert_int_equal(hall_metrics(room->hall)->tables_loaded, ARRAY_LEN(order));
}

/* Less used states leave when there are too many; the tables stay. */
static void the_least_used_states_leave(void **state)
{
    struct room  *room = *state;
    uint64_t      first = open_table(room->hall, 2, 0)->id, second = open_table(room->hall, 2, 0)->id;
    struct table *used = table_find(room->hall, second), *unused = table_find(room->hall, first);

    room->hall->now += 60 * 1000; /* the order is not kept by the millisecond */
    table_find(room->hall, second);
    room->hall->loaded_bytes = LIMIT_TABLE_BYTES + 1; /* as if there were many more */
    tables__evict(room->hall);
    assert_true(used->private->loaded);
    assert_false(unused->private->loaded);
    assert_ptr_equal(table_find(room->hall, first), unused);
    assert_true(unused->private->loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seats_and_refusals, setup, teardown),
        cmocka_unit_test_setup_teardown(computer_players_finish_a_game, setup, teardown),
        cmocka_unit_test_setup_teardown(a_game_of_computer_players_goes_on_after_a_restart, setup, teardown),
        cmocka_unit_test_setup_teardown(time_runs_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_batch_leaves_no_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(a_rematch_is_told_once, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_are_loaded_ahead_of_use, setup, teardown),
        cmocka_unit_test_setup_teardown(the_least_used_states_leave, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
