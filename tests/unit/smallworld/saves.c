/* Saved games: random unfinished games, played through the hall, are saved,
 * loaded and saved again. State and list must come out the same, byte for
 * byte, dice included. And the n-th write fails: nothing is half done. */
#include "kit/by_hand.h"

#include "games/smallworld/dialect/self.h"

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
    struct refusal    why = { 0 };

    assert_true(sw_map_by_id(h->s, map, &row));
    sw_map_write_text(&row, &text);
    setup_default(&smallworld_game, &plan.setup);
    plan.setup.seats = (uint8_t)row.players;
    plan.setup.seed = seed;
    plan.setup.extra = buf_view(&text);
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
    struct refusal why = { 0 };

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

/* The whole position: a loaded game goes on with the same dice. */
static void position(struct stage_hall *h, int64_t game, struct world *out)
{
    struct table *t = sw_game_table(h->s, game);

    assert_non_null(t);
    memcpy(out, t->state, sizeof *out);
}

static int64_t sid_of(struct stage_hall *h, int i)
{
    struct user user;

    assert_true(sw_user_by_id(h->s, h->user[i], &user));
    return user.sid;
}

static void make_load(const struct buf *saved, int64_t sid, struct buf *out)
{
    static const char head[] = "{\"result\":\"ok\",\"actions\":";

    assert_true(str_starts(buf_view(saved), str_of(head)));
    buf_clear(out);
    buf_printf(out, "{\"action\":\"loadGame\",\"sid\":%lld,\"actions\":", (long long)sid);
    buf_add(out, saved->at + sizeof head - 1, saved->len - sizeof head + 1);
}

static int64_t load(struct stage_hall *h, const struct buf *saved, struct buf *reply)
{
    static const char head[] = "{\"result\":\"ok\",\"gameId\":";
    struct buf        body = { 0 };
    int64_t           game = 0;

    make_load(saved, sid_of(h, 0), &body);
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
        struct table *t = open_game(&h, 1 + i % DEFAULT_MAPS, ((uint64_t)i + 1) * UINT64_C(0xD1B54A32D192ED03));
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

/* A game of the first two users, saved after some moves and gone. */
static void save_some_game(struct stage_hall *h, struct buf *saved)
{
    struct rng    r = rng_seeded(3);
    struct table *t = open_game(h, 6, 99);
    int64_t       game = sw_card_of(h->s, t)->id;

    play(h, t, &r, 12);
    post_about(h, "saveGame", game, saved);
    sw_game_erase(h->s, game);
    hall_step(h->hall);
}

static void expect_load(struct stage_hall *h, const struct buf *saved, int64_t sid, const char *answer)
{
    struct buf body = { 0 }, reply = { 0 };

    make_load(saved, sid, &body);
    post(h, buf_view(&body), &reply);
    if (!str_starts(buf_view(&reply), str_of(answer)))
        fail_msg("%s instead of %s", reply.at, answer);
    buf_release(&body);
    buf_release(&reply);
}

/* A list that must fail in the middle leaves no game and no seats. */
static void test_half_loaded(void **state)
{
    struct stage_hall h = { 0 };
    struct buf        saved = { 0 }, reply = { 0 };
    struct user       user;
    char              body[160];

    (void)state;
    stage_open(&h);
    save_some_game(&h, &saved);
    snprintf(body, sizeof body, "{\"action\":\"createGame\",\"sid\":%lld,\"gameName\":\"else\",\"mapId\":1}",
             (long long)sid_of(&h, 1));
    post(&h, str_of(body), &reply);
    assert_true(str_starts(buf_view(&reply), STR("{\"result\":\"ok\"")));
    expect_load(&h, &saved, sid_of(&h, 0), "{\"result\":\"alreadyInGame\"}");
    post(&h, STR("{\"action\":\"getGameList\"}"), &reply);
    assert_non_null(strstr(reply.at, "\"gameName\":\"else\""));
    assert_null(strstr(reply.at, "\"gameName\":\"Table"));
    assert_true(sw_user_by_id(h.s, h.user[0], &user));
    assert_int_equal(user.game, 0);
    buf_release(&saved);
    buf_release(&reply);
    stage_close(&h);
}

/* A running game tells neither dice nor deck; its list loads only unchanged,
 * from this server, for somebody in it. */
static void test_seals(void **state)
{
    static const char *const secrets[] = { "randseed", "visibleRaces", "visibleSpecialPowers" };
    struct stage_hall        h = { 0 };
    struct buf               saved = { 0 }, changed = { 0 };

    (void)state;
    stage_open(&h);
    save_some_game(&h, &saved);
    for (size_t i = 0; i < ARRAY_LEN(secrets); i++)
        assert_null(strstr(saved.at, secrets[i]));
    expect_load(&h, &saved, 0, "{\"result\":\"badUserSid\"}");
    expect_load(&h, &saved, sid_of(&h, 4), "{\"result\":\"badUserSid\"}"); /* logged in, but not in this game */

    buf_str(&changed, buf_view(&saved));
    char *digit = strstr(changed.at, "\"userId\":");
    assert_non_null(digit);
    digit[9] = (char)('0' + h.user[2]);
    expect_load(&h, &changed, sid_of(&h, 2), "{\"result\":\"illegalAction\"}");

    h.s->seal_key[0] ^= 1;
    expect_load(&h, &saved, sid_of(&h, 0), "{\"result\":\"illegalAction\"}");
    h.s->seal_key[0] ^= 1;

    /* As a client writes it that reads JSON and writes it anew: members in
     * another order, blanks, escapes. */
    buf_clear(&changed);
    for (size_t i = 0; i < saved.len; i++) {
        buf_char(&changed, saved.at[i]);
        if (saved.at[i] == ',' || saved.at[i] == ':')
            buf_text(&changed, " \n");
    }
    struct str seal = { strstr(changed.at, "\"sealed\""), 0 };
    seal.len = (size_t)(strchr(seal.at, ',') + 1 - seal.at);
    struct buf moved = { 0 };
    buf_add(&moved, changed.at, (size_t)(seal.at - changed.at));
    buf_text(&moved, seal.at + seal.len);
    char      *at = strchr(moved.at, '}'); /* the end of the first command */
    struct buf whole = { 0 };
    buf_add(&whole, moved.at, (size_t)(at - moved.at));
    buf_char(&whole, ',');
    buf_add(&whole, seal.at, seal.len - 1);
    buf_text(&whole, at);
    struct buf body = { 0 }, reply = { 0 };
    buf_printf(&body, "{\"action\":\"loadGame\",\"sid\":%lld,%s", (long long)sid_of(&h, 0), strstr(whole.at, "\"actions\""));
    post(&h, buf_view(&body), &reply);
    if (!str_starts(buf_view(&reply), STR("{\"result\":\"ok\"")))
        fail_msg("%s", reply.at);

    buf_release(&body);
    buf_release(&reply);
    buf_release(&whole);
    buf_release(&moved);
    buf_release(&saved);
    buf_release(&changed);
    stage_close(&h);
}

/* When it is over everybody may know, and the list still loads. */
/* A game that has not started has a new seed each time it is loaded: nobody can
 * try its deck out before somebody joins. */
static void test_waiting_game_has_no_seed(void **state)
{
    struct stage_hall h = { 0 };
    struct buf        body = { 0 }, reply = { 0 }, saved = { 0 };
    uint64_t          seed[2] = { 0 };
    long long         sid, game = 1;

    (void)state;
    stage_open(&h);
    sid = sid_of(&h, 0);
    buf_printf(&body, "{\"action\":\"createGame\",\"sid\":%lld,\"gameName\":\"bait\",\"mapId\":1}", sid);
    post(&h, buf_view(&body), &reply);
    post_about(&h, "saveGame", game, &saved);
    for (int i = 0; i < 2; i++) {
        buf_clear(&body);
        buf_printf(&body, "{\"action\":\"leaveGame\",\"sid\":%lld}", sid);
        post(&h, buf_view(&body), &reply);
        assert_string_equal(reply.at, "{\"result\":\"ok\"}");
        game = load(&h, &saved, &reply);
        assert_int_equal(game, i + 2);
        seed[i] = sw_game_table(h.s, game)->setup.seed;
    }
    assert_true(seed[0] != seed[1]);
    buf_release(&body);
    buf_release(&reply);
    buf_release(&saved);
    stage_close(&h);
}

static void test_finished_game_tells(void **state)
{
    struct stage_hall h = { 0 };
    struct buf        saved = { 0 };
    struct rng        r = rng_seeded(5);

    (void)state;
    stage_open(&h);
    struct table *t = open_game(&h, 6, 7);
    int64_t       game = sw_card_of(h.s, t)->id;
    play(&h, t, &r, 10000);
    assert_int_equal(t->phase, TABLE_FINISHED);
    hall_step(h.hall);
    post_about(&h, "saveGame", game, &saved);
    assert_non_null(strstr(saved.at, "\"randseed\":"));
    assert_non_null(strstr(saved.at, "\"visibleRaces\":["));
    sw_game_erase(h.s, game);
    expect_load(&h, &saved, sid_of(&h, 1), "{\"result\":\"ok\"");
    buf_release(&saved);
    stage_close(&h);
}

/* A new password and the end of an account end its sid. */
static void test_sids_end(void **state)
{
    static const enum account_event events[] = { ACCOUNT_PASSWORD, ACCOUNT_ERASED };
    struct stage_hall               h = { 0 };
    struct user                     user;

    (void)state;
    stage_open(&h);
    for (size_t i = 0; i < ARRAY_LEN(events); i++) {
        int64_t sid = sid_of(&h, (int)i), other = sid_of(&h, 3);

        account_tell_dialects(hall_store(h.hall), &(struct account_change){ .event = events[i], .id = h.account[i].id });
        assert_false(sw_user_by_sid(h.s, sid, &user));
        assert_true(sw_user_by_sid(h.s, other, &user));
    }
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

    struct buf saved = { 0 }, load_it = { 0 };
    sid[0] = sw_user_log_in(h.s, h.user[0]);
    sid[1] = sw_user_log_in(h.s, h.user[1]);
    save_some_game(&h, &saved);
    make_load(&saved, sid[0], &load_it);
    assert_true(try_command(&h, buf_view(&load_it)) > 10);
    buf_release(&saved);
    buf_release(&load_it);
    stage_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_save_and_load),
                                        cmocka_unit_test(test_half_loaded),
                                        cmocka_unit_test(test_seals),
                                        cmocka_unit_test(test_finished_game_tells),
                                        cmocka_unit_test(test_waiting_game_has_no_seed),
                                        cmocka_unit_test(test_sids_end),
                                        cmocka_unit_test(test_failing_store) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
