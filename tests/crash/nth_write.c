/* The n-th write fails, for n = 1, 2, 3...; then the n-th commit. Two guests
 * open a table of each game and play through the hall API; what is refused for
 * that reason is simply asked again. Whatever the n, at the end the journal holds exactly
 * the moves that were acknowledged, and a refused move left no trace. */
#include "game/game.h"
#include "kit/desk.h"
#include "kit/failing_store.h"

#include "base/jin.h"
#include "base/log.h"

#include <stdio.h>

enum { MOVES = 6, TRIES = 5 };

struct player {
    char token[65];
};

struct run {
    struct desk   desk;
    struct player player[2];
    int64_t       table;
    int           failures;     /* replies that said "not kept" */
    struct buf    reply, moves; /* acknowledged moves, one a line */
};

/* Asks until there is an answer; a 503 is counted and tried again. */
static int try(struct run *r, enum method method, const char *path, const char *token, const char *key, const char *body)
{
    int status = 503;

    for (int i = 0; i < TRIES && status == 503; i++) {
        status = desk_http(&r->desk, method, path, token, key, body, &r->reply);
        r->failures += status == 503;
    }
    return status;
}

static void ask(struct run *r, enum method method, const char *path, const char *token, const char *key, const char *body)
{
    int status = try(r, method, path, token, key, body);

    if (status != 200 && status != 201)
        print_message("%s: %d %s\n", path, status, r->reply.at);
    assert_true(status == 200 || status == 201);
}

/* The latest reply. */
static struct jin *read_reply(struct run *r)
{
    struct jin *doc = NULL;

    assert_int_equal(jin_parse(buf_view(&r->reply), 32, 0, &doc), ERR_OK);
    return doc;
}

static void be_guest(struct run *r, struct player *p)
{
    ask(r, METHOD_POST, "/api/v1/guest", "", "", "{}");
    struct jin *doc = read_reply(r);
    assert_true(str_copy(jin_str_or(jin_get(doc, "token"), ""), p->token, sizeof p->token));
    jin_free(doc);
}

static void open_table(struct run *r, const struct game *game)
{
    char body[128], path[64];

    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":2,\"sit\":true,\"seed\":5}", game->name);
    ask(r, METHOD_POST, "/api/v1/tables", r->player[0].token, "", body);
    struct jin *doc = read_reply(r);
    r->table = jin_int_or(jin_get(doc, "id"), 0);
    jin_free(doc);
    snprintf(path, sizeof path, "/api/v1/tables/%lld/join", (long long)r->table);
    ask(r, METHOD_POST, path, r->player[1].token, "", "{}");
    /* Refused by a game that started by itself. */
    snprintf(path, sizeof path, "/api/v1/tables/%lld/ready", (long long)r->table);
    for (int seat = 0; seat < 2; seat++)
        try(r, METHOD_POST, path, r->player[seat].token, "", "{\"ready\":true}");
}

/* The first legal move of whoever owes one. False: nobody does. */
static bool make_move(struct run *r, int number)
{
    char path[64], body[256], key[32];
    bool made = false;

    for (int seat = 0; seat < 2 && !made; seat++) {
        snprintf(path, sizeof path, "/api/v1/tables/%lld/legal", (long long)r->table);
        ask(r, METHOD_GET, path, r->player[seat].token, "", "");
        struct jin *doc = read_reply(r);
        struct str  move = jin_str_or(jin_get(jin_at(jin_get(doc, "moves"), 0), "move"), "");
        if (move.len) {
            snprintf(body, sizeof body, "{\"move\":\"%.*s\",\"seq\":%lld}", STR_ARG(move),
                     (long long)jin_int_or(jin_get(doc, "seq"), 0));
            snprintf(path, sizeof path, "/api/v1/tables/%lld/moves", (long long)r->table);
            snprintf(key, sizeof key, "key-%d", number);
            ask(r, METHOD_POST, path, r->player[seat].token, key, body);
            buf_printf(&r->moves, "%d %.*s\n", seat, STR_ARG(move));
            made = true;
        }
        jin_free(doc);
    }
    return made;
}

static void check_journal(struct run *r)
{
    char       path[64];
    struct buf found = { 0 };

    snprintf(path, sizeof path, "/api/v1/tables/%lld/journal?limit=500", (long long)r->table);
    ask(r, METHOD_GET, path, r->player[0].token, "", "");
    struct jin       *doc = read_reply(r);
    const struct jin *events = jin_get(doc, "events");
    for (size_t i = 0; i < jin_count(events); i++) {
        const struct jin *event = jin_at(events, i);

        assert_int_equal(jin_int_or(jin_get(event, "seq"), -1), (int64_t)i);
        if (str_is(jin_str_or(jin_get(event, "kind"), ""), "moved"))
            buf_printf(&found, "%d %.*s\n", (int)jin_int_or(jin_get(event, "seat"), -1),
                       STR_ARG(jin_str_or(jin_get(event, "move"), "")));
    }
    jin_free(doc);
    assert_string_equal(found.at, r->moves.at);
    buf_release(&found);
}

static int play(const void *game, int fail_at)
{
    struct run r = { 0 };
    int        moves = 0;

    desk_open(&r.desk, "memory", fail_at);
    for (int i = 0; i < 2; i++)
        be_guest(&r, &r.player[i]);
    open_table(&r, game);
    while (moves < MOVES && make_move(&r, moves))
        moves++;
    assert_int_equal(moves, MOVES);
    check_journal(&r);
    desk_close(&r.desk);
    buf_release(&r.reply);
    buf_release(&r.moves);
    return r.failures;
}

/* All games that two can play at a table. */
static void each_game(void (*check)(const struct story *story))
{
    for (int i = 0; all_games[i]; i++) {
        struct story story = { .tell = play, .about = all_games[i], .writes = 60, .commits = 14, .failures_least = 8, .every = 1 };

        if (!(all_games[i]->traits & GAME_COMPUTED))
            check(&story);
    }
}

static void none_fails_without_reason(void **unused)
{
    (void)unused;
    each_game(story_without_failures);
}

static void every_write_may_fail(void **unused)
{
    (void)unused;
    each_game(story_with_failing_writes);
}

static void every_commit_may_fail(void **unused)
{
    (void)unused;
    each_game(story_with_failing_commits);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_fails_without_reason),
        cmocka_unit_test(every_write_may_fail),
        cmocka_unit_test(every_commit_may_fail),
    };
    log_set_level(LOG_ERROR);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
