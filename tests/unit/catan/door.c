/* The protocol on a store whose n-th write or commit fails: clients that are
 * told so ask again. At the end everything acknowledged is there, also for a
 * hall that opens the same file again, and nothing twice. */
#include "kit/desk.h"
#include "kit/failing_store.h"
#include "kit/folder.h"

#include "base/jin.h"
#include "base/log.h"

#include <stdio.h>

enum { TRIES = 5, PLAYERS = 3 };

struct run {
    struct desk desk;
    char        game[32], player[PLAYERS][32];
    int         failures; /* replies that said "not kept" */
    struct buf  reply;
};

/* Asks until it is kept. Returns the code in the reply. */
static int ask(struct run *r, const char *path, const char *body)
{
    int         status = 503;
    struct jin *doc;

    for (int i = 0; i < TRIES && status == 503; i++) {
        status = desk_http(&r->desk, METHOD_POST, path, "", "", body, &r->reply);
        assert_int_equal(jin_parse(buf_view(&r->reply), 8, 0, &doc), ERR_OK);
        int code = (int)jin_int_or(jin_get(doc, "code"), 0);
        jin_free(doc);
        if (status == 200)
            return code;
        assert_int_equal(status, 503);
        assert_int_equal(code, 202);
        r->failures++;
    }
    fail_msg("%s %s: %d", path, body, status);
    return 0;
}

static void manage(struct run *r, const char *command, const char *arguments)
{
    char body[512];

    snprintf(body, sizeof body, "{\"username\":\"catan\",\"password\":\"catan\",\"command\":\"%s\",\"arguments\":{%s}}", command,
             arguments);
    assert_int_equal(ask(r, "/Catan/managerRequest/", body), 200);
}

static void manage_game(struct run *r, const char *command, const char *more)
{
    char arguments[256];

    snprintf(arguments, sizeof arguments, "\"gameId\":\"%s\"%s", r->game, more);
    manage(r, command, arguments);
}

static void manage_player(struct run *r, const char *command, int player, const char *more)
{
    char arguments[256];

    snprintf(arguments, sizeof arguments, ",\"playerId\":\"%s\"%s", r->player[player], more);
    manage_game(r, command, arguments);
}

static int play(struct run *r, int player, const char *command, const char *arguments)
{
    char body[512];

    snprintf(body, sizeof body, "{\"gameId\":\"%s\",\"playerId\":\"%s\",\"command\":\"%s\",\"arguments\":{%s}}", r->game,
             r->player[player], command, arguments);
    return ask(r, "/Catan/userRequest/", body);
}

static void read_id(struct run *r, const char *key, char out[32])
{
    struct jin *doc;

    assert_int_equal(jin_parse(buf_view(&r->reply), 8, 0, &doc), ERR_OK);
    assert_true(str_copy(jin_str_or(jin_get(jin_get(doc, "arguments"), key), ""), out, 32));
    assert_int_equal(strlen(out), 21);
    jin_free(doc);
}

/* What everybody sees, as one text. */
static void look(struct run *r, struct buf *out)
{
    buf_clear(out);
    manage_game(r, "getRanking", "");
    buf_str(out, buf_view(&r->reply));
    for (int i = 0; i < PLAYERS; i++) {
        play(r, i, "update", "");
        buf_str(out, buf_view(&r->reply));
    }
}

/* Three players are added, the second is removed, another takes their place;
 * the last is sent out before the start and called back in the opening. */
static void open_game(struct run *r)
{
    manage(r, "newGame", "\"scenario\":\"SettlersOfCatan\"");
    read_id(r, "gameId", r->game);
    manage_game(r, "setMaxPlayers", ",\"maxPlayers\":3");
    for (int i = 0; i < PLAYERS; i++) {
        manage_game(r, "addPlayer", "");
        read_id(r, "playerId", r->player[i]);
    }
    manage_player(r, "removePlayer", 1, "");
    memcpy(r->player[1], r->player[2], sizeof r->player[1]);
    manage_game(r, "addPlayer", "");
    read_id(r, "playerId", r->player[2]);
    manage_player(r, "changePlayerStatus", 2, ",\"active\":false");
    manage_game(r, "startGame", "");
}

static void play_opening(struct run *r)
{
    assert_int_equal(play(r, 1, "buildSettlement", "\"intersection\":0"), 202);
    assert_int_equal(play(r, 0, "buildSettlement", "\"intersection\":0"), 200);
    assert_int_equal(play(r, 0, "buildRoad", "\"start\":0,\"end\":1"), 200);
    assert_int_equal(play(r, 1, "buildSettlement", "\"intersection\":9"), 200);
    manage_player(r, "changePlayerStatus", 2, ",\"active\":true");
    assert_int_equal(play(r, 1, "buildRoad", "\"start\":9,\"end\":10"), 200);
    assert_int_equal(play(r, 2, "buildSettlement", "\"intersection\":20"), 200);
}

static int play_failing(const void *about, int fail_at)
{
    struct run    r = { 0 };
    struct folder folder;
    struct buf    before = { 0 }, after = { 0 };

    (void)about;
    folder_make(&folder);
    desk_open(&r.desk, folder.store, fail_at);
    open_game(&r);
    play_opening(&r);
    look(&r, &before);
    desk_close(&r.desk);

    desk_open(&r.desk, folder.store, 0);
    look(&r, &after);
    assert_string_equal(before.at, after.at);
    assert_int_equal(play(&r, 2, "buildRoad", "\"start\":20,\"end\":19"), 200); /* where it stopped */
    manage_game(&r, "endGame", "");
    assert_int_equal(play(&r, 0, "update", ""), 202);
    desk_close(&r.desk);

    folder_remove(&folder);
    buf_release(&before);
    buf_release(&after);
    buf_release(&r.reply);
    return r.failures;
}

static const struct story story = { .tell = play_failing, .writes = 45, .commits = 16, .failures_least = 8, .every = 1 };

static void nothing_fails_without_reason(void **state)
{
    (void)state;
    story_without_failures(&story);
}

static void any_write_may_fail(void **state)
{
    (void)state;
    story_with_failing_writes(&story);
}

static void any_commit_may_fail(void **state)
{
    (void)state;
    story_with_failing_commits(&story);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_fails_without_reason),
        cmocka_unit_test(any_write_may_fail),
        cmocka_unit_test(any_commit_may_fail),
    };
    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
