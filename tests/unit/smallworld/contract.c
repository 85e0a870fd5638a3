/* What Small World promises beyond its rules: views that tell true prices,
 * secrets, sentences, effects, words, and its computer players. */
#include "base/jin.h"
#include "base/mem.h"
#include "game/effect.h"
#include "games/smallworld/map.h"
#include "kit/cmocka.h"
#include "unit/smallworld/maps.h"

#include <stdlib.h>

enum { GAMES = 40 };

static void make(struct world *w, const struct move *m)
{
    struct refusal why = { 0 };

    if (smallworld_apply(w, m, NULL, &why) != ERR_OK)
        fail_msg("%s: %s", smallworld_kinds[m->kind].word, why.text);
}

/* Random moves from the start; false: the game is over before. */
static bool play_on(struct world *w, struct rng *r, int moves)
{
    for (int i = 0; i < moves && w->stage != GAME_OVER; i++) {
        struct move m;

        smallworld_pick(w, world_mover(w), r, &m);
        make(w, &m);
    }
    return w->stage != GAME_OVER;
}

static struct jin *view_of(const struct world *w)
{
    struct buf  text = { 0 };
    struct jout out = jout_to(&text);
    struct jin *view;

    game_view(&smallworld_game, w, SEAT_NOBODY, &out);
    assert_int_equal(jin_parse(buf_view(&text), 16, 0, &view), ERR_OK);
    buf_release(&text);
    return view;
}

/* ---- views ------------------------------------------------------------------- */

/* The price that a view tells is what a conquest takes, and its parts add up to
 * it; it stands where an attack is possible and nowhere else. */
static void check_prices(const struct world *w, const struct jin *view, long *seen)
{
    for (int i = 0; i < w->regions; i++) {
        const struct jin *region = jin_at(jin_get(view, "regions"), (size_t)i), *cost = jin_get(region, "cost");
        int64_t           price = 0, sum = 0;
        struct world      after = *w;
        struct move       m;

        move_begin(&m, w->active, MOVE_CONQUER);
        move_add(&m, i + 1);
        bool may = w->stage != GAME_OVER && smallworld_apply(&after, &m, NULL, NULL) == ERR_OK;
        assert_int_equal(jin_int(jin_get(region, "price"), &price), may);
        assert_int_equal(cost != NULL, may);
        if (!may)
            continue;
        for (size_t k = 0; k < jin_count(jin_get(cost, "parts")); k++)
            sum += jin_int_or(jin_at(jin_at(jin_get(cost, "parts"), k), 1), 0);
        assert_int_equal(sum, price);
        assert_int_equal(jin_int_or(jin_get(cost, "need"), -1), price);
        assert_int_equal(jin_bool_or(jin_get(cost, "with_die"), false), price > w->player[w->active].hand && !w->berserk);
        if (price <= w->player[w->active].hand) {
            assert_int_equal(after.region[i].tokens, price);
            ++*seen;
        }
    }
    for (size_t i = 0; i < jin_count(jin_get(view, "badges")) && w->stage != GAME_OVER; i++) {
        const struct jin *badge = jin_at(jin_get(view, "badges"), i);
        struct world      after = *w;
        struct move       m;

        move_begin(&m, w->active, MOVE_SELECT);
        move_add(&m, (int)i);
        if (smallworld_apply(&after, &m, NULL, NULL) == ERR_OK)
            assert_int_equal(jin_int_or(jin_get(badge, "price"), -1) - jin_int_or(jin_get(badge, "coins"), -1),
                             w->player[w->active].coins - after.player[w->active].coins);
    }
}

static void test_prices(void **state)
{
    static struct world w;
    long                seen = 0;

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded((uint64_t)i);

        open_map(&w, 3 + i % 4, (uint64_t)i, 1);
        do {
            struct jin *view = view_of(&w);

            check_prices(&w, view, &seen);
            jin_free(view);
        } while (play_on(&w, &r, 1));
    }
    assert_true(seen > 2000);
}

static void test_view_without_badge(void **state)
{
    static struct world w;

    (void)state;
    open_map(&w, 6, 1, 1);
    struct jin *view = view_of(&w);
    assert_int_equal(jin_int_or(jin_get(view, "available"), -99), 0);
    assert_int_equal(jin_int_or(jin_get(jin_get(view, "income"), "total"), -99), 0);
    const struct jin *tribe = jin_at(jin_get(view, "regions"), 5);
    struct str        race;
    assert_true(jin_string(jin_get(tribe, "race"), &race) && str_is(race, LOST_TRIBE));
    assert_true(jin_bool_or(jin_get(tribe, "lost_tribe"), false));
    assert_null(jin_get(tribe, "land"));
    assert_null(jin_get(tribe, "near"));
    jin_free(view);
}

/* What a view promises as income is what the turn pays. */
static void test_income(void **state)
{
    static struct world w;
    int                 checked = 0;

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded((uint64_t)i);

        open_map(&w, 3 + i % 4, (uint64_t)i + 1000, 1);
        while (play_on(&w, &r, 1)) {
            if (w.stage != FINISH_TURN && w.stage != BEFORE_FINISH_TURN)
                continue;
            struct jin *view = view_of(&w);
            int         seat = w.active, coins = w.player[seat].coins;
            int64_t     promised = jin_int_or(jin_get(jin_get(view, "income"), "total"), -1);
            struct move m;

            move_begin(&m, seat, MOVE_FINISH);
            make(&w, &m);
            assert_int_equal(w.player[seat].coins, coins + promised);
            checked++;
            jin_free(view);
        }
    }
    assert_true(checked > 200);
}

/* ---- secrets ------------------------------------------------------------------- */

static void list_of(const struct world *w, int seat, struct move_list *list)
{
    list->n = 0;
    smallworld_legal(w, seat, list);
}

static void check_guess(const struct world *w, struct rng *r, struct move_list *a, struct move_list *b)
{
    struct world seen, guess, again;
    int          seat = world_mover(w);

    game_seen_by(&smallworld_game, w, seat, &seen);
    guess = seen;
    smallworld_determinize(&guess, seat, r);
    again = guess;
    smallworld_redact(&again, seat);
    assert_memory_equal(&again, &seen, sizeof seen);
    list_of(w, seat, a);
    list_of(&guess, seat, b);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->sample, b->sample);
    for (int i = 0; i < a->n; i++)
        assert_true(move_eq(&a->at[i], &b->at[i]));
    play_on(&guess, r, 100000);
    assert_int_equal(guess.stage, GAME_OVER);
}

static void test_guesses(void **state)
{
    static struct world w;
    struct move_list    a = { 0 }, b = { 0 };

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded((uint64_t)i);

        open_map(&w, 1 + i % DEFAULT_MAPS, (uint64_t)i, i % 2);
        do
            check_guess(&w, &r, &a, &b);
        while (play_on(&w, &r, 7));
    }
    move_list_release(&a);
    move_list_release(&b);
}

/* Every hidden race and power is as likely as any other in every hidden slot:
 * the sum of (seen - expected)^2 / expected stays below the value that chance
 * exceeds once in ten thousand times. */
static void test_guesses_are_even(void **state)
{
    enum { DRAWS = 10000 };
    static struct world w, guess;
    static int          race[POWERS][RACES + 1], power[POWERS][POWERS + 1];
    struct rng          r = rng_seeded(5);
    double              by_race = 0, by_power = 0;
    int                 shown = BADGES_SHOWN, unseen = POWERS - BADGES_SHOWN;

    (void)state;
    open_map(&w, 6, 99, 1);
    smallworld_redact(&w, 0);
    for (int i = 0; i < DRAWS; i++) {
        guess = w;
        smallworld_determinize(&guess, 0, &r);
        for (int k = shown; k < POWERS; k++) {
            race[k][guess.deck[k].badge.race]++;
            power[k][guess.deck[k].badge.power]++;
        }
    }
    for (int k = shown; k < POWERS; k++) {
        double expected = DRAWS / (double)unseen;

        for (int i = 1; i <= POWERS; i++)
            by_power += power[k][i] ? (power[k][i] - expected) * (power[k][i] - expected) / expected : 0;
        assert_int_equal(race[k][NO_RACE] > 0, k >= RACES); /* the last slots have no race, and only they */
        expected = DRAWS / (double)(RACES - BADGES_SHOWN);
        for (int i = 1; i <= RACES && k < RACES; i++)
            by_race += race[k][i] ? (race[k][i] - expected) * (race[k][i] - expected) / expected : 0;
    }
    assert_true(by_race < 76);   /* (7 - 1)^2 degrees of freedom */
    assert_true(by_power < 215); /* (13 - 1)^2 */
}

/* Nothing of either generator is left, and what came back to the deck in sight
 * stays known. */
static void test_generators_are_secret(void **state)
{
    static struct world a, b;

    (void)state;
    for (int dice = 0; dice < 2; dice++) {
        open_map(&a, 6, 1, dice);
        b = a;
        b.rng = rng_seeded(77);
        b.die = dice ? 0 : 4711;
        smallworld_redact(&a, 0);
        smallworld_redact(&b, 0);
        assert_memory_equal(&a, &b, sizeof a);
    }
    open_map(&a, 6, 1, 1);
    a.deck[9].race_known = a.deck[12].power_known = true;
    b = a;
    smallworld_redact(&b, 0);
    assert_int_equal(b.deck[9].badge.race, a.deck[9].badge.race);
    assert_int_equal(b.deck[9].badge.power, NO_POWER);
    assert_int_equal(b.deck[12].badge.power, a.deck[12].badge.power);
    assert_int_equal(b.deck[12].badge.race, NO_RACE);
}

static void test_hash(void **state)
{
    static struct world a, b;

    (void)state;
    open_map(&a, 6, 1, 1);
    b = a;
    b.last_event = LAST_DEFEND;
    assert_true(smallworld_hash(&a) == smallworld_hash(&b));
    b.region[3].tokens++;
    assert_true(smallworld_hash(&a) != smallworld_hash(&b));
}

static void test_estimate(void **state)
{
    static struct world w;
    int32_t             share[SEATS_MAX];

    (void)state;
    for (int coins = 0; coins < 200; coins += 7) {
        int32_t sum = 0;

        open_map(&w, 3, 1, 1);
        w.player[2].coins = (int16_t)coins;
        smallworld_estimate(&w, share);
        for (int i = 0; i < SEATS_MAX; i++) {
            assert_true(share[i] >= 0);
            sum += share[i];
        }
        assert_int_equal(sum, 65536);
        assert_int_equal(share[2] > share[1], coins > START_COINS);
    }
}

/* The state is copied for every thought: it must stay small. */
static void test_size(void **state)
{
    (void)state;
    print_message("a state has %zu bytes\n", sizeof(struct world));
    assert_true(sizeof(struct world) < 7 * 1024);
}

/* ---- words -------------------------------------------------------------------- */

static void test_sentences(void **state)
{
    static const struct {
        int         code, a, b;
        const char *text;
    } said[] = {
        { REFUSE_BAD_TOKENS_NUM, 7, 3, "You need 7 tokens there and have 3: the die adds 3 at most." },
        { REFUSE_BAD_MONEY_AMOUNT, 4, 1, "This badge costs 4 in coins, and you have 1." },
        { REFUSE_NOT_REACHED, 12, 0, "Region 12 touches none of your active regions." },
        { REFUSE_NOT_ENOUGH_TOKENS, 5, 3, "You have 3 in hand, not 5." },
    };
    struct buf text = { 0 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(said); i++) {
        struct refusal why;

        refuse_args(&why, smallworld_refusals, said[i].code, said[i].a, said[i].b, 0);
        buf_clear(&text);
        refusal_write(&why, &text);
        assert_string_equal(text.at, said[i].text);
    }
    for (int i = 0; i < REFUSALS; i++) {
        const struct refusal_kind *kind = &smallworld_refusals[i];

        assert_true(kind->word && kind->text && kind->text[0] >= 'A' && kind->text[0] <= 'Z');
        assert_int_equal(kind->text[strlen(kind->text) - 1], '.');
        for (int k = 0; k < i; k++)
            assert_string_not_equal(kind->word, smallworld_refusals[k].word);
    }
    buf_release(&text);
}

static void describe(const struct world *w, int kind, int argument, char *out, size_t room)
{
    static const struct names names = { .seat = { "Ann", "Bob" } };
    struct buf                text = { 0 };
    struct move               m;

    move_begin(&m, w->active, kind);
    if (smallworld_kinds[kind].min)
        move_add(&m, argument);
    smallworld_describe(w, &m, &names, &text);
    str_copy(buf_view(&text), out, room);
    buf_release(&text);
}

static void test_words(void **state)
{
    static struct world w;
    char                text[256];
    struct move         m;

    (void)state;
    open_map(&w, 6, 1, 1);
    w.deck[2].badge = (struct badge){ 3, ORCS, FLYING };
    describe(&w, MOVE_SELECT, 2, text, sizeof text);
    assert_string_equal(text, "chooses Flying Orcs, 10 tokens, for 2 coins");
    move_begin(&m, 0, MOVE_SELECT);
    move_add(&m, 2);
    make(&w, &m);
    describe(&w, MOVE_CONQUER, 12, text, sizeof text);
    assert_string_equal(text, "attacks Forest 12 (needs 2)");
    w.player[0].hand = 1;
    describe(&w, MOVE_CONQUER, 3, text, sizeof text);
    assert_string_equal(text, "attacks Mountain 3 with the die (needs 3, has 1)");
    describe(&w, MOVE_FRIEND, 1, text, sizeof text);
    assert_string_equal(text, "befriends Bob");
    describe(&w, MOVE_DRAGON, 5, text, sizeof text);
    assert_string_equal(text, "sends the dragon to Swamp 5");
    describe(&w, MOVE_ENCHANT, 15, text, sizeof text);
    assert_string_equal(text, "enchants Hill 15");
}

/* Within a list no two moves read the same, and none is longer than 120 bytes. */
static void test_words_differ(void **state)
{
    static struct world w;
    struct move_list    list = { 0 };
    struct buf          text[64] = { 0 };

    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded((uint64_t)i + 50);

        open_map(&w, 3 + i % 4, (uint64_t)i + 7, 1);
        do {
            list_of(&w, world_mover(&w), &list);
            assert_in_range(list.n, 1, ARRAY_LEN(text));
            for (int k = 0; k < list.n; k++) {
                buf_clear(&text[k]);
                smallworld_describe(&w, &list.at[k], NULL, &text[k]);
                assert_in_range(text[k].len, 1, 120);
                for (int j = 0; j < k; j++)
                    assert_string_not_equal(text[k].at, text[j].at);
            }
        } while (play_on(&w, &r, 1));
    }
    for (size_t i = 0; i < ARRAY_LEN(text); i++)
        buf_release(&text[i]);
    move_list_release(&list);
}

/* ---- effects --------------------------------------------------------------------- */

static void told(struct world *w, int seat, const char *move, const char *expected)
{
    struct effects effects = { 0 };
    struct buf     text = { 0 };
    struct jout    out = jout_to(&text);
    struct move    m;
    struct refusal why = { 0 };

    assert_int_equal(move_read(&smallworld_game, str_of(move), &m), ERR_OK);
    m.seat = (uint8_t)seat;
    if (smallworld_apply(w, &m, &effects, &why) != ERR_OK)
        fail_msg("%s: %s", move, why.text);
    jout_open_array(&out);
    effects_write(&smallworld_game, &effects, SEAT_NOBODY, &out);
    jout_close_array(&out);
    assert_string_equal(text.at, expected);
    buf_release(&text);
}

static void test_effects(void **state)
{
    static struct world w;
    struct setup        setup = { .seats = 2, .seed = 1, .option = { 1 }, .extra = STR("0 2 5 trio\nb 1 2,3\nb 0 1,3\nb 0 1,2\n") };

    (void)state;
    assert_int_equal(game_setup(&smallworld_game, &w, &setup, NULL), ERR_OK);
    w.deck[0].badge = (struct badge){ 1, TROLLS, HILL };
    w.deck[1].badge = (struct badge){ 2, RATMEN, WEALTHY };
    told(
        &w, 0, "select 1",
        "[{\"what\":\"badge\",\"seat\":0,\"position\":1,\"race\":\"Ratmen\",\"badge_power\":\"Wealthy\",\"price\":1,\"coins\":0}]");
    told(&w, 0, "conquer 1",
         "[{\"what\":\"attack\",\"seat\":0,\"region\":1,\"with\":3},{\"what\":\"lost\",\"seat\":null,\"region\":1,\"tokens\":1},"
         "{\"what\":\"conquered\",\"seat\":0,\"region\":1,\"tokens\":3}]");
    told(
        &w, 0, "conquer 2",
        "[{\"what\":\"attack\",\"seat\":0,\"region\":2,\"with\":2},{\"what\":\"conquered\",\"seat\":0,\"region\":2,\"tokens\":2}]");
    told(&w, 0, "redeploy 2 1 10 2 2",
         "[{\"what\":\"redeployed\",\"seat\":0,\"region\":1,\"tokens\":10},{\"what\":\"redeployed\",\"seat\":0,\"region\":2,"
         "\"tokens\":2}]");
    told(&w, 0, "finish",
         "[{\"what\":\"income\",\"seat\":0,\"total\":9,\"regions\":2,\"race\":0,\"power\":7,\"declined\":0},"
         "{\"what\":\"turn\",\"seat\":1,\"turn\":0}]");
    told(&w, 1, "select 0",
         "[{\"what\":\"badge\",\"seat\":1,\"position\":0,\"race\":\"Trolls\",\"badge_power\":\"Hill\",\"price\":0,\"coins\":1}]");
    told(&w, 1, "conquer 2",
         "[{\"what\":\"attack\",\"seat\":1,\"region\":2,\"with\":4},{\"what\":\"returned\",\"seat\":0,\"tokens\":1},"
         "{\"what\":\"lost\",\"seat\":0,\"region\":2,\"tokens\":1},{\"what\":\"conquered\",\"seat\":1,\"region\":2,\"tokens\":4},"
         "{\"what\":\"lair\",\"seat\":1,\"region\":2}]");
    told(&w, 0, "defend 1 1", "[{\"what\":\"retreat\",\"seat\":0,\"region\":1,\"tokens\":1}]");
    told(&w, 0, "leave",
         "[{\"what\":\"left\",\"seat\":0},{\"what\":\"declined\",\"seat\":0,\"race\":\"Ratmen\"},{\"what\":\"over\",\"seat\":null}"
         "]");
}

/* ---- players ----------------------------------------------------------------------- */

static void choose(const struct bot *bot, int level, const struct world *w, void *memory, struct move *out)
{
    struct world seen;
    struct think think = { .rng = rng_seeded(12), .memory = memory, .number = 3, .level = level, .nodes = 30, .character = 9 };
    int          seat = world_mover(w);

    game_seen_by(&smallworld_game, w, seat, &seen);
    memset(out, 0, sizeof *out);
    assert_true(bot->choose(&smallworld_game, &seen, seat, &think, out));
    move_list_release(&think.scratch);
}

/* Another true state with the same view, and memory that somebody else left:
 * the move is the same. It applies, and nobody is sent away who can stay. */
static void test_players(void **state)
{
    static struct world w;

    (void)state;
    for (int b = 0; smallworld_bots[b].name; b++) {
        const struct bot *bot = &smallworld_bots[b];
        char             *clean = mem_new(bot->memory + 1), *dirty = mem_new(bot->memory + 1);

        memset(dirty, 0xA7, bot->memory);
        for (int i = 0; i < 12; i++) {
            struct rng r = rng_seeded((uint64_t)i);

            open_map(&w, 3 + i % 4, (uint64_t)i + 31, 1);
            while (play_on(&w, &r, 9)) {
                struct world other = w;
                struct move  first, second;
                int          level = 1 + (int)rng_below(&r, LEVELS);

                smallworld_redact(&other, world_mover(&w));
                smallworld_determinize(&other, world_mover(&w), &r);
                choose(bot, level, &w, clean, &first);
                choose(bot, level, &other, dirty, &second);
                assert_true(move_eq(&first, &second));
                struct world after = w;
                make(&after, &first);
                if (first.kind == MOVE_LEAVE)
                    assert_int_equal(world_count_active(&w, first.seat), 0);
            }
        }
        free(clean);
        free(dirty);
    }
}

/* Told to stop before it began, it still answers. */
static void test_cancelled(void **state)
{
    static struct world w;
    _Atomic bool        stop = true;
    const struct bot   *bot = &smallworld_bots[0];
    struct think        think = { .rng = rng_seeded(1), .number = 1, .level = 5, .nodes = INT64_C(1) << 40, .cancel = &stop };
    struct move         m;

    (void)state;
    open_map(&w, 3, 1, 1);
    think.memory = mem_new(bot->memory);
    smallworld_redact(&w, 0);
    assert_true(bot->choose(&smallworld_game, &w, 0, &think, &m));
    assert_int_equal(smallworld_check(&w, &m, NULL), ERR_OK);
    move_list_release(&think.scratch);
    free(think.memory);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prices),
        cmocka_unit_test(test_view_without_badge),
        cmocka_unit_test(test_income),
        cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_guesses_are_even),
        cmocka_unit_test(test_generators_are_secret),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_differ),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
