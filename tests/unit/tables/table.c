/* Tables in a hall on a real store: seats, moves, computer players, clocks,
 * coming back after a restart, and what a failed commit leaves behind. */
#include "kit/by_hand.h"
#include "kit/folder.h"

#include "base/clock.h"
#include "base/limits.h"
#include "hall/internal.h"
#include "tables/inside.h"

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

/* With the seed, or with one of its own for -1. */
static struct table *open_seeded(struct hall *hall, int seats, int move_seconds, int seed)
{
    struct table_plan plan = {
        .game = santorini(), .door = "hall", .listed = true, .move_seconds = move_seconds, .seeded = seed >= 0
    };
    struct table  *t = NULL;
    struct refusal why = { 0 };

    setup_default(plan.game, &plan.setup);
    plan.setup.seats = (uint8_t)seats;
    if (plan.seeded)
        plan.setup.seed = (uint64_t)seed;
    if (table_open(hall, &plan, &t, &why) != ERR_OK)
        fail_msg("%s", why.text);
    return t;
}

static struct table *open_table(struct hall *hall, int seats, int move_seconds)
{
    return open_seeded(hall, seats, move_seconds, -1);
}

static void sit(struct hall *hall, struct table *t, enum sitter_kind kind, uint64_t account, const char *name)
{
    struct sitter  who = { .kind = kind, .account = account };
    struct refusal why = { 0 };
    int            seat = -1;

    snprintf(who.name, sizeof who.name, "%s", name);
    snprintf(who.bot, sizeof who.bot, "%s", kind == SITTER_BOT ? "random" : "");
    if (table_sit(hall, t, &who, &seat, "test", &why) != ERR_OK)
        fail_msg("%s", why.text);
}

/* The first listed move of whoever owes one. */
static enum err any_move(struct hall *hall, struct table *t, struct refusal *why)
{
    unsigned owed = t->game->to_act(t->state);

    struct move_list list = { 0 };

    t->game->legal(t->state, __builtin_ctz(owed), &list);
    struct move m = list.at[0];
    move_list_release(&list);
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

/* Milliseconds until the computer player at seat 1 has answered, -1: not within `most`. */
static int64_t answered_after(struct room *room, const char *pause, int move_seconds, int64_t most)
{
    struct timespec nap = { .tv_nsec = 1000 * 1000 };

    hall_close(room->hall);
    setting_set(room->settings, "bot-pause", pause);
    room->hall = by_hand_open(room->settings);
    struct table  *t = open_table(room->hall, 2, move_seconds);
    uint64_t       id = t->id;
    struct refusal why = { 0 };
    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    sit(room->hall, t, SITTER_BOT, 0, "Bob");
    while (t->game->to_act(t->state) == 1u)
        assert_int_equal(any_move(room->hall, t, &why), ERR_OK);
    uint32_t seq = t->seq;
    int64_t  began = monotonic_us();
    while (monotonic_us() - began < most * 1000) {
        hall_step(room->hall);
        if (table_find(room->hall, id)->seq > seq)
            return (monotonic_us() - began) / 1000;
        nanosleep(&nap, NULL);
    }
    return -1;
}

static void computer_players_pause_before_people(void **state)
{
    struct room *room = *state;

    assert_int_not_equal(answered_after(room, "0", 0, 10000), -1);
    /* At least half of it: 100 ms, counted from the hall's clock, which stands still within a step. */
    assert_true(answered_after(room, "200", 0, 10000) >= 50);
    assert_int_equal(answered_after(room, "60000", 0, 300), -1);
    /* Never past the clock: of four seconds it may wait a fifth of one. */
    assert_in_range(answered_after(room, "60000", 4, 10000), 150, 4000);
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

static const struct table *played_from(struct hall *hall, int seed)
{
    struct table *t = open_seeded(hall, 2, 0, seed);
    uint64_t      id = t->id;

    sit(hall, t, SITTER_BOT, 0, "Ann");
    sit(hall, t, SITTER_BOT, 0, "Bob");
    step_until(hall, id, TABLE_FINISHED);
    return table_find(hall, id);
}

static void in_test_mode_a_seed_gives_the_same_game(void **state)
{
    struct room *room = *state;

    hall_close(room->hall);
    setting_set(room->settings, "test-mode", "true");
    room->hall = by_hand_open(room->settings);
    const struct table *one = played_from(room->hall, 5), *same = played_from(room->hall, 5);
    assert_int_equal(one->seq, same->seq);
    assert_memory_equal(one->state, same->state, one->game->state_size);
    const struct table *other = played_from(room->hall, 6);
    assert_true(one->seq != other->seq || memcmp(one->state, other->state, one->game->state_size) != 0);
}

static void seats_and_refusals(void **state)
{
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 2, 0);
    struct sitter  again = { .kind = SITTER_ACCOUNT, .account = 7 };
    struct refusal why = { 0 };
    int            seat = -1;
    uint32_t       seq;

    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    seq = t->seq;
    assert_int_equal(table_sit(room->hall, t, &again, &seat, "test", &why), ERR_REFUSED);
    assert_string_equal(why.word, "sits_already");
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
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 2, 0);
    uint64_t       id = t->id;
    struct refusal why = { 0 };
    char           problem[256];
    bool           failed = true;

    sit(room->hall, t, SITTER_ACCOUNT, 7, "Ann");
    sit(room->hall, t, SITTER_ACCOUNT, 8, "Bob");
    hall_step(room->hall);
    size_t size = t->game->state_size;
    void  *before = memcpy(malloc(size), t->state, size);
    for (int n = -1; failed; n = n < 0 ? 1 : n + 1) {
        uint32_t seq = table_find(room->hall, id)->seq;

        store_fail_at(hall_store(room->hall), n);
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
    store_fail_at(hall_store(room->hall), 0);
    free(before);
}

static void expect_unmanned(struct hall *hall, int all, int owned_by_7)
{
    int owned = -1;

    assert_int_equal(tables_without_people(hall, 7, &owned), all);
    assert_int_equal(owned, owned_by_7);
}

static struct table *open_for(struct hall *hall, uint64_t owner, enum sitter_kind second)
{
    struct table *t = open_table(hall, 2, 0);

    t->owner = owner;
    sit(hall, t, SITTER_BOT, 0, "Ann");
    sit(hall, t, second, second == SITTER_BOT ? 0 : 9, "Bob");
    assert_int_equal(t->phase, TABLE_RUNNING);
    return t;
}

/* Running tables at which only computers play, over a restart, a failed batch
 * and their ends. */
static void tables_without_people_are_counted(void **state)
{
    struct room *room = *state;

    open_for(room->hall, 7, SITTER_ACCOUNT);
    sit(room->hall, open_table(room->hall, 2, 0), SITTER_BOT, 0, "Ann"); /* it waits */
    expect_unmanned(room->hall, 0, 0);
    uint64_t one = open_for(room->hall, 7, SITTER_BOT)->id, other = open_for(room->hall, 8, SITTER_BOT)->id;
    expect_unmanned(room->hall, 2, 1);
    hall_step(room->hall);
    reopen(room);
    expect_unmanned(room->hall, 2, 1);

    store_fail_at(hall_store(room->hall), 1);
    open_for(room->hall, 7, SITTER_BOT);
    expect_unmanned(room->hall, 3, 2);
    hall_step(room->hall);
    store_fail_at(hall_store(room->hall), 0);
    expect_unmanned(room->hall, 2, 1);

    table_abandon(room->hall, table_find(room->hall, one), "left", "test");
    expect_unmanned(room->hall, 1, 0);
    step_until(room->hall, other, TABLE_FINISHED);
    expect_unmanned(room->hall, 0, 0);
}

static void a_rematch_is_told_once(void **state)
{
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 2, 0), *next = NULL, *third = NULL;
    uint64_t       id = t->id;
    struct refusal why = { 0 };

    sit(room->hall, t, SITTER_BOT, 0, "Ann");
    assert_int_equal(table_rematch(room->hall, t, 7, 0, &next, "test", &why), ERR_REFUSED);
    sit(room->hall, t, SITTER_BOT, 0, "Bob");
    step_until(room->hall, id, TABLE_FINISHED);
    t = table_find(room->hall, id);
    assert_int_equal(table_rematch(room->hall, t, 7, 0, &next, "test", &why), ERR_OK);
    assert_int_equal(next->phase, TABLE_RUNNING); /* both were computer players */
    assert_string_equal(next->seat[1].name, t->seat[0].name);
    assert_string_equal(next->seat[0].name, t->seat[1].name);
    assert_int_equal(table_rematch(room->hall, t, 7, 0, &third, "test", &why), ERR_REFUSED);
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
        struct table *t = map_get(&tables_of(room->hall)->tables, order[i]);

        assert_false(t->private->loaded);
        assert_true(tables__warm(room->hall, tables_of(room->hall)));
        assert_true(t->private->loaded);
    }
    assert_false(tables__warm(room->hall, tables_of(room->hall)));
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
    tables_of(room->hall)->loaded_bytes = LIMIT_TABLE_BYTES + 1; /* as if there were many more */
    tables__evict(room->hall, tables_of(room->hall));
    assert_true(used->private->loaded);
    assert_false(unused->private->loaded);
    assert_ptr_equal(table_find(room->hall, first), unused);
    assert_true(unused->private->loaded);
}

/* Nobody makes a journal grow without end, and nobody uses up what others need. */
static void asides_are_limited(void **state)
{
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 3, 0);
    struct refusal why = { 0 };
    int            n = 0;

    sit(room->hall, t, SITTER_ACCOUNT, 1, "ann");
    while (table_ready(room->hall, t, 0, n % 2 == 0, "test", &why) == ERR_OK)
        n++;
    assert_string_equal(why.text, "Too much has happened at this table.");
    assert_int_equal(n, LIMIT_ASIDES_EACH - 1); /* sitting down was one */

    /* Those without a seat leave half of the chat to the players. */
    assert_int_equal(table_say(room->hall, t, -1, 98, STR("xen"), STR("hello"), "test", &why), ERR_FULL);
    sit(room->hall, t, SITTER_ACCOUNT, 2, "bob");
    while (table_say(room->hall, t, 1, 2, STR("bob"), STR("hello"), "test", &why) == ERR_OK)
        continue;
    assert_int_equal(t->seq, LIMIT_TABLE_CHATS);
    assert_int_equal(table_say(room->hall, t, -1, 99, STR("zoe"), STR("hello"), "test", &why), ERR_FULL);
    assert_int_equal(table_stand(room->hall, t, 1, "test", &why), ERR_OK);
    sit(room->hall, t, SITTER_ACCOUNT, 99, "zoe"); /* no talk, but a seat */
    assert_int_equal(table_stand(room->hall, t, 0, "test", &why), ERR_OK);
    hall_step(room->hall);

    /* The journal says it all again. */
    uint64_t id = t->id;
    reopen(room);
    t = table_find(room->hall, id);
    assert_int_equal(table_say(room->hall, t, -1, 77, STR("yan"), STR("hello"), "test", &why), ERR_FULL);
}

static void a_table_is_abandoned_when_it_is_too_long(void **state)
{
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 2, 0);
    struct refusal why = { 0 };

    sit(room->hall, t, SITTER_ACCOUNT, 1, "ann");
    sit(room->hall, t, SITTER_ACCOUNT, 2, "bob");
    t->private->moves = LIMIT_TABLE_MOVES - 2;
    assert_int_equal(any_move(room->hall, t, &why), ERR_OK);
    assert_int_equal(t->phase, TABLE_RUNNING);
    assert_int_equal(any_move(room->hall, t, &why), ERR_OK);
    assert_int_equal(t->phase, TABLE_ABANDONED);
    assert_string_equal(t->ended_how, "too long");
}

/* Every kept state is the one that a replay of all before it makes. */
static void kept_states_are_true(void **state)
{
    struct room   *room = *state;
    struct table  *t = open_table(room->hall, 2, 0);
    struct refusal why = { 0 };
    uint64_t       id = t->id;
    const void    *live, *loaded;

    sit(room->hall, t, SITTER_ACCOUNT, 1, "ann");
    for (int i = 0; i < SNAPSHOT_EVERY; i++)
        table_say(room->hall, t, -1, 7, STR("somebody"), STR("hello"), "test", &why);
    assert_int_equal(table_snapshot(t, t->seq, &live), SNAPSHOT_EVERY);
    assert_null(live); /* not started */
    sit(room->hall, t, SITTER_ACCOUNT, 2, "bob");
    assert_int_equal(any_move(room->hall, t, &why), ERR_OK);
    for (int i = 0; i < SNAPSHOT_EVERY; i++)
        table_say(room->hall, t, -1, 7, STR("somebody"), STR("hello"), "test", &why);
    assert_int_equal(table_snapshot(t, t->seq, &live), 2 * SNAPSHOT_EVERY);
    assert_int_equal(table_snapshot(t, 2 * SNAPSHOT_EVERY - 1, &loaded), SNAPSHOT_EVERY);
    void *copy = malloc(t->game->state_size);
    memcpy(copy, live, t->game->state_size);
    assert_memory_equal(copy, t->state, t->game->state_size);
    hall_step(room->hall);

    size_t bytes = tables_of(room->hall)->loaded_bytes;
    reopen(room);
    t = table_find(room->hall, id);
    assert_int_equal(tables_of(room->hall)->loaded_bytes, bytes);
    assert_int_equal(table_snapshot(t, UINT32_MAX, &loaded), 2 * SNAPSHOT_EVERY);
    assert_memory_equal(copy, loaded, t->game->state_size);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seats_and_refusals, setup, teardown),
        cmocka_unit_test_setup_teardown(computer_players_pause_before_people, setup, teardown),
        cmocka_unit_test_setup_teardown(computer_players_finish_a_game, setup, teardown),
        cmocka_unit_test_setup_teardown(a_game_of_computer_players_goes_on_after_a_restart, setup, teardown),
        cmocka_unit_test_setup_teardown(in_test_mode_a_seed_gives_the_same_game, setup, teardown),
        cmocka_unit_test_setup_teardown(time_runs_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failed_batch_leaves_no_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_without_people_are_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(a_rematch_is_told_once, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_are_loaded_ahead_of_use, setup, teardown),
        cmocka_unit_test_setup_teardown(the_least_used_states_leave, setup, teardown),
        cmocka_unit_test_setup_teardown(asides_are_limited, setup, teardown),
        cmocka_unit_test_setup_teardown(a_table_is_abandoned_when_it_is_too_long, setup, teardown),
        cmocka_unit_test_setup_teardown(kept_states_are_true, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
