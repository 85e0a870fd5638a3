/* What is deleted with an account, and what others still see. No table of
 * fights is scanned for it. */
#include "kit/cmocka.h"

#include "games/snakes/dialect/fights.h"
#include "hall/hall.h"

enum { ANN = 1, BOB = 2 };

extern const struct dialect snakes_dialect;

static void run(struct store *store, const char *sql)
{
    struct stmt *q = store_prepare(store, sql);

    assert_int_equal(stmt_run(q), ERR_OK);
    stmt_free(q);
}

static int64_t count(struct store *store, const char *sql)
{
    struct stmt *q = store_prepare(store, sql);

    assert_true(stmt_row(q));
    int64_t n = stmt_col_int(q, 0);
    stmt_done(q);
    stmt_free(q);
    return n;
}

static void add_player(struct store *store, int id, const char *ordered, const char *challenged, int pending)
{
    struct stmt *q =
        store_prepare(store, "INSERT INTO snakes_players (id, login, name, salt, hash, rating, fighter, auth, pending,"
                             " ordered, challenged) VALUES (?1, 'login' || ?1, 'name' || ?1, '', '', NULL, 0, 1, ?2, ?3, ?4)");

    stmt_int(q, 1, id);
    stmt_int(q, 2, pending);
    stmt_text(q, 3, str_of(ordered));
    stmt_text(q, 4, str_of(challenged));
    assert_int_equal(stmt_run(q), ERR_OK);
    stmt_free(q);
}

/* A fight with a snake of each; one that is pending has no row of its own. */
static void add_fight(struct store *store, int id, int player, bool fought)
{
    struct stmt *q = store_prepare(store, "INSERT INTO snakes_fighters VALUES (?1 * 4 + ?2, 0, '', 'N', 1, ?3, '', '', '[]')");

    for (int i = 0; i < 2; i++) {
        stmt_int(q, 1, id);
        stmt_int(q, 2, i);
        stmt_int(q, 3, i == 0 ? ANN : BOB);
        assert_int_equal(stmt_run(q), ERR_OK);
    }
    stmt_free(q);
    if (!fought)
        return;
    q = store_prepare(store, "INSERT INTO snakes_fights VALUES (?1, 'train', ?2, 1000, 1, 'limit', '', '')");
    stmt_int(q, 1, id);
    stmt_int(q, 2, player);
    assert_int_equal(stmt_run(q), ERR_OK);
    stmt_free(q);
}

static void fill(struct store *store)
{
    add_player(store, ANN, " 12 11", "", 15);
    add_player(store, BOB, " 16", " 12", 0);
    add_fight(store, 11, ANN, true); /* hers alone */
    add_fight(store, 12, ANN, true); /* Bob's, too */
    add_fight(store, 13, ANN, true); /* in her slot */
    add_fight(store, 14, ANN, true); /* in the slots of both */
    add_fight(store, 15, ANN, false);
    add_fight(store, 16, BOB, true);
    add_fight(store, 17, ANN, true); /* for anybody */
    run(store, "INSERT INTO snakes_slots VALUES (1, 0, 'a', 13), (1, 9, 'b', 14), (2, 0, 'c', 14)");
    run(store, "INSERT INTO snakes_kept VALUES (17, 99, 5)");
    run(store, "INSERT INTO snakes_sessions VALUES ('a', 1, 1, 0, 1, 9), ('b', 1, 1, 1, 1, 9), ('c', 2, 1, 0, 1, 9)");
}

static struct store *filled_store(void)
{
    struct store *store;
    char          problem[256];

    assert_int_equal(store_open("memory", &store, problem), ERR_OK);
    assert_int_equal(hall_migrate(store, problem), ERR_OK);
    fill(store);
    return store;
}

static void what_others_see_stays(void **state)
{
    struct store *store = filled_store();

    (void)state;
    assert_int_equal(snakes_dialect.account_changed(store, &(struct account_change){ .event = ACCOUNT_ERASED, .id = ANN }, NULL),
                     ERR_OK);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_fights WHERE id IN (12, 14, 16, 17)"), 4);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_fights"), 4);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_fighters WHERE id / 4 IN (12, 14, 16, 17)"), 8);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_fighters"), 8);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_players WHERE id = 1"), 0);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_slots"), 1);
    assert_int_equal(count(store, "SELECT player FROM snakes_sessions"), BOB);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_sessions"), 1);
    store_close(store);
}

static void a_new_password_ends_sessions(void **state)
{
    struct store *store = filled_store();

    (void)state;
    struct account_change change = { .event = ACCOUNT_PASSWORD, .id = ANN, .name = STR("ann"), .password = STR("new one") };
    assert_int_equal(snakes_dialect.account_changed(store, &change, NULL), ERR_OK);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_sessions"), 1);
    assert_int_equal(count(store, "SELECT auth FROM snakes_players WHERE id = 1"), 2);
    assert_int_equal(count(store, "SELECT count(*) FROM snakes_fights"), 6);
    store_close(store);
}

static void no_table_is_scanned(void **state)
{
    struct store *store = filled_store();
    struct stmt  *q = store_prepare(store, "EXPLAIN QUERY PLAN " FIGHT_IS_SEEN);
    int           rows = 0;

    (void)state;
    for (; stmt_row(q); rows++) {
        struct str step = stmt_col_text(q, 3);

        if (step.len >= 4 && memcmp(step.at, "SCAN", 4) == 0)
            fail_msg("%.*s", STR_ARG(step));
    }
    stmt_done(q);
    assert_true(rows > 2);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_others_see_stays),
        cmocka_unit_test(a_new_password_ends_sessions),
        cmocka_unit_test(no_table_is_scanned),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
