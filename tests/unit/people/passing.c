/* Tables of guests, strangers and computers leave after a while; those of others stay. */
#include "kit/by_hand.h"

#include "people/account.h"
#include "tables/table.h"

#include <stdio.h>
#include <unistd.h>

struct room {
    struct settings *settings;
    struct hall     *hall;
};

static int setup(void **state)
{
    struct room *room = calloc(1, sizeof *room);

    room->settings = by_hand_settings("memory");
    room->hall = by_hand_open(room->settings);
    *state = room;
    return 0;
}

static int teardown(void **state)
{
    struct room *room = *state;

    hall_close(room->hall);
    settings_free(room->settings);
    free(room);
    return 0;
}

/* A table that an account with these flags has opened and sits at (or, without a
 * name, nobody). It begins if a computer can take the other seat. */
static struct table *open_table(struct hall *hall, enum sitter_kind kind, const char *name, unsigned flags, bool begins)
{
    struct table_plan plan = { .game = game_by_name(STR("santorini")), .door = "hall", .listed = true };
    struct sitter     who = { .kind = kind }, bot = { .kind = SITTER_BOT, .name = "Bot", .bot = "random" };
    struct account    account;
    struct table     *t = NULL;
    struct refusal    why = { 0 };
    int               seat = -1;

    setup_default(plan.game, &plan.setup);
    plan.setup.seats = 2;
    if (kind == SITTER_ACCOUNT) {
        assert_int_equal(account_create(hall, str_of(name), flags, &account), ERR_OK);
        plan.owner = who.account = account.id;
    }
    assert_int_equal(table_open(hall, &plan, &t, &why), ERR_OK);
    if (name) {
        snprintf(who.name, sizeof who.name, "%s", name);
        assert_int_equal(table_sit(hall, t, &who, &seat, "hall", &why), ERR_OK);
    }
    seat = -1;
    if (begins)
        assert_int_equal(table_sit(hall, t, &bot, &seat, "hall", &why), ERR_OK);
    return t;
}

static uint64_t ended_table(struct hall *hall, enum sitter_kind kind, const char *name, unsigned flags, bool begins)
{
    struct table *t = open_table(hall, kind, name, flags, begins);

    table_abandon(hall, t, "left", "hall");
    return t->id;
}

static void their_time_comes(struct hall *hall)
{
    struct stmt *q = store_prepare(hall_store(hall), "UPDATE passing_tables SET until = 1");

    assert_int_equal(stmt_run(q), ERR_OK);
    stmt_free(q);
}

static void wait_a_moment(struct hall *hall)
{
    usleep(1100 * 1000); /* they are looked at every second */
    hall_step(hall);
}

static void only_what_nobody_misses_goes(void **state)
{
    struct room *room = *state;
    uint64_t     guests = ended_table(room->hall, SITTER_ACCOUNT, "guest", ACCOUNT_GUEST, true);
    uint64_t     computers = ended_table(room->hall, SITTER_NONE, NULL, 0, false);
    uint64_t     strangers = ended_table(room->hall, SITTER_DOOR, "x", 0, true);
    uint64_t     anns = ended_table(room->hall, SITTER_ACCOUNT, "ann", 0, true);
    uint64_t     unbegun = ended_table(room->hall, SITTER_ACCOUNT, "bob", 0, false);

    hall_step(room->hall);
    wait_a_moment(room->hall); /* not yet */
    assert_non_null(table_find(room->hall, guests));
    assert_non_null(table_find(room->hall, computers));
    their_time_comes(room->hall);
    wait_a_moment(room->hall);
    assert_null(table_find(room->hall, guests));
    assert_null(table_find(room->hall, computers));
    assert_null(table_find(room->hall, strangers));
    assert_null(table_find(room->hall, unbegun));
    assert_non_null(table_find(room->hall, anns));
}

/* A guest who opens a table and goes away leaves it to nobody. */
static void what_is_deserted_is_closed(void **state)
{
    struct room  *room = *state;
    struct table *waits = open_table(room->hall, SITTER_ACCOUNT, "guest", ACCOUNT_GUEST, false);
    struct table *runs = open_table(room->hall, SITTER_ACCOUNT, "visitor", ACCOUNT_GUEST, true);
    struct table *anns = open_table(room->hall, SITTER_ACCOUNT, "ann", 0, false);

    hall_step(room->hall);
    their_time_comes(room->hall); /* that is looked at, but they have only just begun */
    wait_a_moment(room->hall);
    assert_int_equal(waits->phase, TABLE_WAITING);
    assert_int_equal(runs->phase, TABLE_RUNNING);
    waits->opened_at = runs->moved_at = anns->opened_at = 1;
    their_time_comes(room->hall);
    wait_a_moment(room->hall);
    assert_int_equal(waits->phase, TABLE_ABANDONED);
    assert_int_equal(runs->phase, TABLE_ABANDONED);
    assert_int_equal(anns->phase, TABLE_WAITING);
}

/* Beyond the limit the oldest go, and those that are over first. */
static void there_are_so_many(void **state)
{
    struct room *room = *state;
    uint64_t     over[3], live;
    char         problem[256];

    assert_null(limits_set(STR("passing-tables=2"), problem));
    live = open_table(room->hall, SITTER_ACCOUNT, "guest", ACCOUNT_GUEST, false)->id;
    for (int i = 0; i < 3; i++) {
        over[i] = ended_table(room->hall, SITTER_NONE, NULL, 0, false);
        hall_step(room->hall);
    }
    wait_a_moment(room->hall);
    assert_null(table_find(room->hall, over[0]));
    assert_null(table_find(room->hall, over[1]));
    assert_non_null(table_find(room->hall, over[2]));
    assert_int_equal(table_find(room->hall, live)->phase, TABLE_WAITING);
    assert_null(limits_set(STR("passing-tables=5000"), problem));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_what_nobody_misses_goes, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_deserted_is_closed, setup, teardown),
        cmocka_unit_test_setup_teardown(there_are_so_many, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
