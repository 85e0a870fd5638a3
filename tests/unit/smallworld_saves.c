/* Saved games: random unfinished games, played through the hall, are saved,
 * loaded and saved again. State and list must come out the same, byte for
 * byte, dice included. And the n-th write fails: nothing is half done. */
#include "kit/by_hand.h"

#include "games/smallworld/dialect_self.h"

#include <stdio.h>

enum { GAMES = 50, MOVES_MOST = 120 };

/* A hall that is stepped by hand, with five users. */
struct stage_hall {
    struct settings    *settings;
    struct hall        *hall;
    const struct route *route;
    struct smallworld  *s;
    struct account      account[PLAYERS_MAX];
    int64_t             user[PLAYERS_MAX];
};

static void stage_open(struct stage_hall *h)
{
    char name[16];

    h->settings = by_hand_settings("memory");
    h->hall = by_hand_open(h->settings);
    h->route = by_hand_route(h->hall, "/smallworld");
    h->s = dialect_self(h->hall, &smallworld_game);
    for (int i = 0; i < PLAYERS_MAX; i++) {
        snprintf(name, sizeof name, "player%d", i);
        assert_int_equal(account_create(h->hall, str_of(name), 0, &h->account[i]), ERR_OK);
        h->user[i] = sw_user_of_account(h->s, &h->account[i]);
        sw_user_log_in(h->s, h->user[i]);
    }
    hall_step(h->hall);
}

static void stage_close(struct stage_hall *h)
{
    hall_close(h->hall);
    settings_free(h->settings);
}

/* Sends a body and gives the reply's. */
static void post(struct stage_hall *h, struct str body, struct buf *reply)
{
    by_hand_submit(h->hall, ASK_HTTP, 1, h->route, body);
    hall_step(h->hall);
    buf_clear(reply);
    for (struct out *out = hall_take_outs(h->hall), *next; out; out = next) {
        next = out->next;
        buf_str(reply, out_body(out));
        out_free(out);
    }
}

static void post_about(struct stage_hall *h, const char *action, int64_t game, struct buf *reply)
{
    char body[96];

    snprintf(body, sizeof body, "{\"action\":\"%s\",\"gameId\":%lld}", action, (long long)game);
    post(h, str_of(body), reply);
    assert_true(str_starts(buf_view(reply), STR("{\"result\":\"ok\"")));
}

/* ---- games ------------------------------------------------------------------ */

static struct table *open_game(struct stage_hall *h, int map, uint64_t seed)
{
    struct table_plan plan = { .game = &smallworld_game, .door = "hall", .seeded = true, .listed = true };
    struct map_row    row;
    struct buf        text = { 0 };
    struct table     *t = NULL;
    const char       *why = "";

    assert_true(sw_map_by_id(h->s, map, &row));
    sw_map_write_text(&row, &text);
    plan.setup = (struct setup){ .seats = (uint8_t)row.players, .seed = seed, .extra = buf_view(&text) };
    stmt_done(h->s->sql.map_by_id);
    assert_int_equal(table_open(h->hall, &plan, &t, &why), ERR_OK);
    for (int i = 0; i < t->seats; i++) {
        struct sitter who = { .kind = SITTER_ACCOUNT, .account = h->account[i].id };
        int           seat = -1;

        str_copy(str_of(h->account[i].name), who.name, sizeof who.name);
        assert_int_equal(table_sit(h->hall, t, &who, &seat, "hall", &why), ERR_OK);
    }
    for (int i = 0; i < t->seats; i++)
        assert_int_equal(table_ready(h->hall, t, i, true, "hall", &why), ERR_OK);
    assert_int_equal(t->phase, TABLE_RUNNING);
    buf_release(&text);
    return t;
}

static void play(struct stage_hall *h, struct table *t, struct rng *r, int moves)
{
    const char *why = "";

    for (int i = 0; i < moves && t->phase == TABLE_RUNNING; i++) {
        const struct world *w = t->state;
        int                 leaver = (int)rng_below(r, w->seats);
        struct move         m;

        if (rng_below(r, 150) == 0 && w->player[leaver].in_game && world_players_left(w) > 2) {
            assert_int_equal(table_leave(h->hall, t, leaver, "hall", &why), ERR_OK);
            continue;
        }
        smallworld_pick(w, world_mover(w), r, &m);
        if (m.kind != MOVE_LEAVE)
            assert_int_equal(table_move(h->hall, t, &m, "hall", NULL, &why), ERR_OK);
    }
}

/* The position, without what a loaded game need not share: the part of the
 * seed that only shuffled the deck. */
static void position(struct stage_hall *h, int64_t game, struct world *out)
{
    struct table *t = sw_game_table(h->s, game);

    assert_non_null(t);
    memcpy(out, t->state, sizeof *out);
    out->shuffles = rng_seeded(0);
}

static void make_load(const struct buf *saved, struct buf *out)
{
    static const char head[] = "{\"result\":\"ok\",\"actions\":";

    assert_true(str_starts(buf_view(saved), str_of(head)));
    buf_clear(out);
    buf_text(out, "{\"action\":\"loadGame\",\"actions\":");
    buf_add(out, saved->at + sizeof head - 1, saved->len - sizeof head + 1);
}

static int64_t load(struct stage_hall *h, const struct buf *saved, struct buf *reply)
{
    static const char head[] = "{\"result\":\"ok\",\"gameId\":";
    struct buf        body = { 0 };
    int64_t           game = 0;

    make_load(saved, &body);
    rate_return(h->hall, "open", str_of(h->account[0].name), GAMES_PER_MINUTE); /* we load faster than people do */
    post(h, buf_view(&body), reply);
    if (!str_starts(buf_view(reply), str_of(head)))
        fail_msg("%s", reply->at);
    str_int((struct str){ reply->at + sizeof head - 1, reply->len - sizeof head }, &game);
    buf_release(&body);
    return game;
}

/* getGameState without the game's number. */
static void look(struct stage_hall *h, int64_t game, struct buf *out)
{
    post_about(h, "getGameState", game, out);
    struct str rest = buf_view(out);
    str_cut(&rest, ':');
    str_cut(&rest, ':');
    str_cut(&rest, ',');
    struct buf without = { 0 };
    buf_str(&without, rest);
    buf_release(out);
    *out = without;
}

static void save_load_save(struct stage_hall *h, int64_t game)
{
    static struct world before, after;
    struct buf          first = { 0 }, second = { 0 }, third = { 0 }, reply = { 0 }, seen = { 0 }, seen_again = { 0 };

    post_about(h, "saveGame", game, &first);
    look(h, game, &seen);
    position(h, game, &before);
    sw_game_erase(h->s, game);

    game = load(h, &first, &reply);
    position(h, game, &after);
    assert_memory_equal(&before, &after, sizeof before);
    look(h, game, &seen_again);
    assert_string_equal(seen.at, seen_again.at);
    post_about(h, "saveGame", game, &second);
    sw_game_erase(h->s, game);

    game = load(h, &second, &reply);
    position(h, game, &after);
    assert_memory_equal(&before, &after, sizeof before);
    post_about(h, "saveGame", game, &third);
    assert_string_equal(second.at, third.at);
    sw_game_erase(h->s, game);
    hall_step(h->hall);

    buf_release(&first);
    buf_release(&second);
    buf_release(&third);
    buf_release(&reply);
    buf_release(&seen);
    buf_release(&seen_again);
}

static void test_save_and_load(void **state)
{
    struct stage_hall h = { 0 };
    int               games = GAMES * test_scale();

    (void)state;
    stage_open(&h);
    for (int i = 0; i < games; i++) {
        struct rng    r = rng_seeded((uint64_t)i + 1);
        struct table *t = open_game(&h, 1 + i % DEFAULT_MAPS, (uint64_t)i * UINT64_C(0xD1B54A32D192ED03));
        int64_t       game = sw_card_of(h.s, t)->id;

        play(&h, t, &r, (int)rng_below(&r, MOVES_MOST));
        hall_step(h.hall);
        if (t->phase == TABLE_RUNNING)
            save_load_save(&h, game);
        else
            sw_game_erase(h.s, game);
    }
    stage_close(&h);
}

/* A list that must fail in the middle leaves no game and no seats. */
static void test_half_loaded(void **state)
{
    struct stage_hall h = { 0 };
    struct buf        saved = { 0 }, body = { 0 }, reply = { 0 };
    struct rng        r = rng_seeded(3);

    (void)state;
    stage_open(&h);
    struct table *t = open_game(&h, 6, 99);
    int64_t       game = sw_card_of(h.s, t)->id;
    play(&h, t, &r, 12);
    post_about(&h, "saveGame", game, &saved);
    sw_game_erase(h.s, game);
    make_load(&saved, &body);
    body.len -= 2; /* the end of list and command */
    buf_printf(&body, ",{\"action\":\"joinGame\",\"userId\":%lld,\"gameId\":1}]}", (long long)h.user[0]);
    post(&h, buf_view(&body), &reply);
    assert_string_equal(reply.at, "{\"result\":\"badGameState\"}");
    post(&h, STR("{\"action\":\"getGameList\"}"), &reply);
    assert_string_equal(reply.at, "{\"result\":\"ok\",\"games\":[]}");
    for (int i = 0; i < 2; i++) {
        struct user user;

        assert_true(sw_user_by_id(h.s, h.user[i], &user));
        assert_int_equal(user.game, 0);
    }
    buf_release(&saved);
    buf_release(&body);
    buf_release(&reply);
    stage_close(&h);
}

/* ---- a store that fails ------------------------------------------------------ */

/* All that can be seen: games, maps, messages, and the state of game 1. */
static void look_around(struct stage_hall *h, struct buf *out)
{
    static const char *const questions[] = {
        "{\"action\":\"getGameList\"}",
        "{\"action\":\"getMapList\"}",
        "{\"action\":\"getMessages\",\"since\":0}",
        "{\"action\":\"getGameState\",\"gameId\":1}",
        "{\"action\":\"saveGame\",\"gameId\":1}",
    };
    struct buf reply = { 0 };

    buf_clear(out);
    for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
        post(h, str_of(questions[i]), &reply);
        buf_str(out, buf_view(&reply));
        buf_char(out, '\n');
    }
    buf_release(&reply);
}

/* Tries the command with the first, second, third... write failing until it
 * succeeds: each failure says so and leaves nothing behind. */
static int try_command(struct stage_hall *h, struct str body)
{
    struct buf reply = { 0 }, before = { 0 }, after = { 0 };
    int        failures = 0;

    look_around(h, &before);
    for (int n = 1;; n++) {
        store_fail_at(hall_store(h->hall), n);
        post(h, body, &reply);
        store_fail_at(hall_store(h->hall), 0);
        if (!str_starts(buf_view(&reply), STR("{\"result\":\"serverBusy\"")))
            break;
        failures++;
        look_around(h, &after);
        assert_string_equal(before.at, after.at);
    }
    if (!str_starts(buf_view(&reply), STR("{\"result\":\"ok\"")))
        fail_msg("%.*s: %s", STR_ARG(body), reply.at);
    buf_release(&reply);
    buf_release(&before);
    buf_release(&after);
    return failures;
}

static void test_failing_store(void **state)
{
    static const struct {
        int         who; /* whose sid stands for %lld; commands without one ignore it */
        const char *body;
    } script[] = {
        { 0, "{\"action\":\"uploadMap\",\"mapName\":\"m\",\"playersNum\":2,\"turnsNum\":5,\"regions\":[]}" },
        { 0, "{\"action\":\"sendMessage\",\"sid\":%lld,\"text\":\"t\"}" },
        { 0, "{\"action\":\"createGame\",\"sid\":%lld,\"gameName\":\"g\",\"mapId\":2,\"ai\":1}" },
        { 1, "{\"action\":\"joinGame\",\"sid\":%lld,\"gameId\":1}" },
        { 1, "{\"action\":\"leaveGame\",\"sid\":%lld}" },
        { 1, "{\"action\":\"joinGame\",\"sid\":%lld,\"gameId\":1}" },
        { 0, "{\"action\":\"aiJoin\",\"gameId\":1}" },
        { 0, "{\"action\":\"setReadinessStatus\",\"sid\":%lld,\"isReady\":1}" },
        { 1, "{\"action\":\"setReadinessStatus\",\"sid\":%lld,\"isReady\":1}" },
        { 0, "{\"action\":\"selectRace\",\"sid\":%lld,\"position\":1}" },
        { 1, "{\"action\":\"logout\",\"sid\":%lld}" },
        { 0, "{\"action\":\"leaveGame\",\"sid\":%lld}" },
        { 2, "{\"action\":\"loadGame\",\"actions\":[{\"action\":\"createGame\",\"userId\":3,\"gameName\":\"l\",\"mapId\":1},"
             "{\"action\":\"joinGame\",\"userId\":4,\"gameId\":9}]}" },
    };
    struct stage_hall h = { 0 };
    int64_t           sid[PLAYERS_MAX];
    int               failures = 0;

    (void)state;
    stage_open(&h);
    for (int i = 0; i < PLAYERS_MAX; i++) {
        struct user user;

        assert_true(sw_user_by_id(h.s, h.user[i], &user));
        sid[i] = user.sid;
    }
    for (size_t i = 0; i < ARRAY_LEN(script); i++) {
        char  body[512];
        char *at = strstr(script[i].body, "%lld");

        if (at)
            snprintf(body, sizeof body, "%.*s%lld%s", (int)(at - script[i].body), script[i].body, (long long)sid[script[i].who],
                     at + 4);
        else
            snprintf(body, sizeof body, "%s", script[i].body);
        failures += try_command(&h, str_of(body));
    }
    assert_true(failures > (int)ARRAY_LEN(script));
    stage_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_save_and_load), cmocka_unit_test(test_half_loaded),
                                        cmocka_unit_test(test_failing_store) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
