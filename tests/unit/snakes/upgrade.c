/* A data file from before fights and lists were kept as they are now: players
 * find their finished, listed, saved and pending fights again. */
#include "kit/cmocka.h"
#include "kit/desk.h"
#include "kit/folder.h"
#include "unit/snakes/handshake.h"

#include "base/log.h"

#include <stdio.h>
#include <time.h>

/* The tables as the first three steps made them. */
static const char *const old_steps[] = {
    "CREATE TABLE snakes_secret (secret TEXT NOT NULL);"
    "CREATE TABLE snakes_ids (kind TEXT PRIMARY KEY, next BIGINT NOT NULL);"
    "CREATE TABLE snakes_players (id BIGINT PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, salt TEXT NOT NULL,"
    " hash TEXT NOT NULL, rating BIGINT, fighter BIGINT NOT NULL, pending BIGINT NOT NULL, auth BIGINT NOT NULL);"
    "CREATE TABLE snakes_snakes (id BIGINT PRIMARY KEY, player BIGINT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,"
    " skin INTEGER NOT NULL, description TEXT NOT NULL, program TEXT NOT NULL, notes TEXT NOT NULL, UNIQUE (player, name));"
    "CREATE TABLE snakes_fights (id BIGINT PRIMARY KEY, type TEXT NOT NULL, player BIGINT NOT NULL, seed BIGINT NOT NULL,"
    " turn_limit INTEGER NOT NULL, fought_at BIGINT NOT NULL, result TEXT NOT NULL, turns BLOB NOT NULL);"
    "CREATE TABLE snakes_fighters (fight BIGINT NOT NULL, position INTEGER NOT NULL, snake BIGINT NOT NULL, name TEXT NOT NULL,"
    " type TEXT NOT NULL, skin INTEGER NOT NULL, player BIGINT NOT NULL, description TEXT NOT NULL, program TEXT NOT NULL,"
    " notes TEXT NOT NULL, status INTEGER NOT NULL, length INTEGER NOT NULL, rating_before BIGINT, rating_after BIGINT,"
    " debug TEXT NOT NULL, PRIMARY KEY (fight, position));",
    "CREATE TABLE snakes_lists (player BIGINT NOT NULL, kind TEXT NOT NULL, at BIGINT NOT NULL, fight BIGINT NOT NULL,"
    " PRIMARY KEY (player, kind, at, fight));"
    "CREATE INDEX snakes_lists_by_fight ON snakes_lists (fight);"
    "CREATE TABLE snakes_slots (player BIGINT NOT NULL, slot INTEGER NOT NULL, name TEXT NOT NULL, fight BIGINT NOT NULL,"
    " PRIMARY KEY (player, slot));"
    "CREATE INDEX snakes_slots_by_fight ON snakes_slots (fight);",
    "CREATE INDEX snakes_snakes_by_name ON snakes_snakes (name);",
    NULL,
};

#define STRAIGHT "S,S,S,S;33;--------------------------------------------------------------S0----------------------------------"

/* Four players. The first has a pending fight (14), ten in their list (2 to 11,
 * three of them within one second), one only in a slot (1) and one more that
 * was rated (11), which the others have in their lists. */
static const char *const old_rows[] = {
    "INSERT INTO snakes_secret VALUES ('00')",
    "INSERT INTO snakes_ids VALUES ('snake', 5), ('fight', 15)",
    "INSERT INTO snakes_players VALUES (101, 'boa', 'Boa', 'deadbeef', '" STORED
    "', 115, 1, 14, 1), (102, 'eve', 'Eve', 'deadbeef', '" STORED "', 100, 2,"
    " 0, 1), (103, 'ann', 'Ann', 'deadbeef', '" STORED "', 95, 3, 0, 1), (104, 'joe', 'Joe', 'deadbeef', '" STORED
    "', 90, 4, 0, 7)",
    "INSERT INTO snakes_snakes SELECT fighter, id, 'x', 'N', 1, '', '" STRAIGHT "', '[\"\"]' FROM snakes_players",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) INSERT INTO snakes_fights"
    " SELECT i, 'train', 101, i, 3, 1700000000 + i / 3, 'limit', x'242a242a242a' FROM n",
    "INSERT INTO snakes_fighters SELECT id, 1, 2, 'of ' || id, 'N', 2, 102, '', '" STRAIGHT "', '[\"\"]', 0, 10, NULL, NULL, ')))'"
    " FROM snakes_fights",
    "INSERT INTO snakes_fights VALUES (11, 'challenge', 101, 5, 1000, 1700000100, 'eaten', x'242a')",
    "INSERT INTO snakes_fighters SELECT 11, fighter - 1, fighter, 'x', 'N', 1, id, 'd', '" STRAIGHT "', '[\"\"]', fighter = 4,"
    " 14 - fighter, 0, rating, substr('(\"\\+', fighter, 1) FROM snakes_players",
    "INSERT INTO snakes_fights VALUES (14, 'train', 101, 77, 2, 0, '', '')",
    "INSERT INTO snakes_fighters VALUES (14, 3, 1, 'x', 'N', 1, 101, 'mine', '" STRAIGHT "', '[\"a\"]', 0, 0, NULL, NULL, '')",
    "INSERT INTO snakes_lists SELECT player, 'ordered', fought_at, id FROM snakes_fights WHERE fought_at > 0 AND id > 1",
    "INSERT INTO snakes_lists SELECT id, 'challenged', 1700000100, 11 FROM snakes_players WHERE id > 101",
    "INSERT INTO snakes_slots VALUES (101, 4, 'kept', 1), (103, 0, '', 11)",
};

static void old_file(const char *where)
{
    static const struct migration old = { "snakes", old_steps };
    struct store                 *store;
    char                          problem[256] = "";

    assert_int_equal(store_open(where, &store, problem), ERR_OK);
    if (store_migrate(store, &old, problem) != ERR_OK)
        fail_msg("%s", problem);
    for (size_t i = 0; i < ARRAY_LEN(old_rows); i++)
        assert_int_equal(stmt_run(store_prepare(store, old_rows[i])), ERR_OK);
    assert_int_equal(store_commit(store, problem), ERR_OK);
    store_close(store);
}

/* ---- asking ---------------------------------------------------------------- */

struct asker {
    struct folder folder;
    struct desk   desk;
    struct buf    reply;
    char          sid[64];
};

static void log_in(struct asker *a, const char *login)
{
    char form[256];

    login_form(form, login, (long long)time(NULL));
    assert_int_equal(desk_http(&a->desk, METHOD_POST, "/snakes/ajax", "", "", form, &a->reply), 200);
    member(&a->reply, "Sid", a->sid);
}

static void ask(struct asker *a, const char *request)
{
    char form[256];

    snprintf(form, sizeof form, "Sid=%s&Request=%s", a->sid, request);
    assert_int_equal(desk_http(&a->desk, METHOD_POST, "/snakes/ajax", "", "", form, &a->reply), 200);
}

/* A hall on an old file, and Boa logged in to it. */
static void asker_open(struct asker *a)
{
    *a = (struct asker){ 0 };
    folder_make(&a->folder);
    old_file(a->folder.store);
    desk_open(&a->desk, a->folder.store, 0);
    log_in(a, "boa");
}

static void asker_close(struct asker *a)
{
    desk_close(&a->desk);
    buf_release(&a->reply);
    folder_remove(&a->folder);
}

/* The reply has all of these pieces. */
static void tells(const struct asker *a, const char *const *pieces)
{
    for (; *pieces; pieces++)
        if (!strstr(a->reply.at, *pieces))
            fail_msg("expected %s in: %s", *pieces, a->reply.at);
}
#define TELLS(a, ...) tells(a, (const char *const[]){ __VA_ARGS__, NULL })

/* The numbers of all fights in the reply, in order: "3 2 1 ". */
static const char *fights(const struct asker *a, const char *list, char out[128])
{
    struct jin *doc;

    out[0] = '\0';
    assert_int_equal(jin_parse(buf_view(&a->reply), 16, 0, &doc), ERR_OK);
    for (size_t i = 0; i < jin_count(jin_get(doc, list)); i++) {
        struct str id = jin_str_or(jin_get(jin_at(jin_get(doc, list), i), "FightId"), "-");

        snprintf(out + strlen(out), 128 - strlen(out), "%.*s ", STR_ARG(id));
    }
    jin_free(doc);
    return out;
}

/* ---- what is found again --------------------------------------------------- */

static void lists_and_slots(void **state)
{
    struct asker a;
    char         text[128];

    (void)state;
    asker_open(&a);
    ask(&a, "whoami");
    TELLS(&a, "\"PlayerId\":\"101\"", "\"Rating\":115", "\"FightId\":\"14\"", "\"SnakeId\":\"1\"");
    ask(&a, "fight+list&FightListType=ordered");
    assert_string_equal(fights(&a, "FightList", text), "11 10 9 8 7 6 5 4 3 2 ");
    TELLS(&a, "\"FightTime\":1700000003,\"TurnLimit\":3,\"TurnCount\":3,\"PlayerId\":\"101\",\"PlayerName\":\"Boa\"");
    ask(&a, "fight+list&FightListType=challenged");
    assert_string_equal(fights(&a, "FightList", text), "");
    ask(&a, "slot+list");
    assert_string_equal(fights(&a, "SlotList", text), "- - - - 1 - - - - - ");
    log_in(&a, "ann");
    ask(&a, "fight+list&FightListType=challenged");
    assert_string_equal(fights(&a, "FightList", text), "11 ");
    ask(&a, "slot+list");
    assert_string_equal(fights(&a, "SlotList", text), "11 - - - - - - - - - ");
    asker_close(&a);
}

static void finished_fights(void **state)
{
    struct asker a;

    (void)state;
    asker_open(&a);
    ask(&a, "slot+view&SlotIndex=4");
    TELLS(&a, "\"FightTime\":1700000000,\"FightResult\":\"limit\",\"TurnLimit\":3,\"Turns\":[10788,10788,10788]",
          "\"Snakes\":[null,{\"SnakeId\":\"2\",\"SnakeName\":\"of 1\",\"SnakeType\":\"N\",\"SkinId\":2,\"PlayerId\":\"102\"",
          "\"SnakeStats\":[null,{\"Status\":\"free\",\"FinalLength\":10},null,null]");
    log_in(&a, "ann"); /* a rated fight: her own program and debug data only */
    ask(&a, "fight+info&FightId=11");
    TELLS(&a, "\"FightType\":\"challenge\"", "\"Turns\":[10788]",
          "{\"Status\":\"free\",\"FinalLength\":12,\"InitialRating\":0,\"FinalRating\":100},"
          "{\"Status\":\"free\",\"FinalLength\":11,\"InitialRating\":0,\"FinalRating\":95,\"ProgramDescription\":\"d\",",
          "\"DebugData\":\"\\\\\"},{\"Status\":\"blocked\",\"FinalLength\":10,\"InitialRating\":0,\"FinalRating\":90}]");
    ask(&a, "fight+info&FightId=10"); /* her list never had it */
    TELLS(&a, "\"ErrorCode\":9");
    asker_close(&a);
}

/* It is computed as ordered, and pushes the oldest off the list. */
static void the_pending_fight(void **state)
{
    struct asker a;
    char         text[128];

    (void)state;
    asker_open(&a);
    ask(&a, "fight+info&FightId=2");
    TELLS(&a, "\"SnakeName\":\"of 2\"");
    ask(&a, "fight+info&FightId=14");
    TELLS(&a, "\"FightType\":\"train\"", "\"FightResult\":\"limit\",\"TurnLimit\":2",
          "\"Snakes\":[null,null,null,{\"SnakeId\":\"1\"", "\"ProgramDescription\":\"mine\"",
          "\"Description\":\"a\",\"HeadX\":3,\"HeadY\":3", "\"DebugData\":\"++\"");
    ask(&a, "fight+list&FightListType=ordered");
    assert_string_equal(fights(&a, "FightList", text), "14 11 10 9 8 7 6 5 4 3 ");
    ask(&a, "fight+info&FightId=2");
    TELLS(&a, "\"ErrorCode\":9");
    ask(&a, "slot+view&SlotIndex=4");
    TELLS(&a, "\"SnakeName\":\"of 1\"");
    ask(&a, "fight+train&SnakeIds[]=1&SnakeIds[]=&SnakeIds[]=&SnakeIds[]=");
    TELLS(&a, "\"FightId\":\"15\"");
    asker_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_and_slots),
        cmocka_unit_test(finished_fights),
        cmocka_unit_test(the_pending_fight),
    };
    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
