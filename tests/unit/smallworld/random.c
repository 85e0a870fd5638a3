/* Random games on all built-in maps: what must hold after every move, that
 * every game ends, and that the built-in player beats chance. */
#include "games/smallworld/map.h"
#include "kit/cmocka.h"

enum { GAMES = 1000, MOVES_MOST = 5000 };

/* ---- invariants -------------------------------------------------------- */

static void count_badge(const struct badge *badge, int *race, int *power)
{
    if (badge->race != NO_RACE)
        race[badge->race]++;
    power[badge->power]++;
}

static void check_badges(const struct world *w)
{
    int race[RACES + 1] = { 0 }, power[POWERS + 1] = { 0 };

    for (int i = 0; i < w->slots; i++)
        count_badge(&w->deck[i].badge, race, power);
    for (int i = 1; i < w->slots; i++) /* slots with a race come first */
        assert_true(w->deck[i].badge.race == NO_RACE || w->deck[i - 1].badge.race != NO_RACE);
    for (int i = 0; i < w->seats; i++) {
        if (w->player[i].current.id)
            count_badge(&w->player[i].current, race, power);
        if (w->player[i].declined.id)
            count_badge(&w->player[i].declined, race, power);
    }
    for (int i = 1; i <= RACES; i++)
        assert_int_equal(race[i], 1);
    for (int i = 1; i <= POWERS; i++)
        assert_int_equal(power[i], 1);
}

static void check_region(const struct world *w, const struct region *r)
{
    assert_int_equal(r->owner == 0, r->badge == 0);
    if (!r->owner) {
        assert_false(r->marks & ~MARK_DECLINED);
        assert_int_equal(r->encampments, 0);
        return;
    }
    const struct player *p = &w->player[r->owner - 1];
    bool                 declined = r->marks & MARK_DECLINED;

    assert_in_range(r->tokens, 1, 30);
    assert_int_equal(r->badge, declined ? p->declined.id : p->current.id);
    if (declined) {
        assert_int_equal(r->tokens, 1);
        assert_false(r->marks & MARKS_IMMUNE);
        assert_int_equal(r->encampments, 0);
    }
}

/* The tokens of a race never exceed what its box holds. */
static void check_tokens(const struct world *w, int seat)
{
    static const uint8_t box[RACES + 1] = { 0, 15, 8, 11, 11, 11, 10, 10, 13, 20, 18, 11, 10, 10 };
    const struct player *p = &w->player[seat];
    int                  total = p->hand + world_tokens(w, seat, false);

    assert_true(total >= 0);
    if (p->current.id)
        assert_true(total <= box[p->current.race]);
    else
        assert_int_equal(total, 0);
    assert_true(p->hand >= 0 || p->current.race == AMAZONS);
    assert_true(p->coins >= 0);
}

static void check_world(const struct world *w)
{
    int heroes = 0, dragons = 0, holes = 0, fortresses = 0, camps = 0;

    check_badges(w);
    for (int i = 0; i < w->regions; i++) {
        const struct region *r = &w->region[i];

        check_region(w, r);
        heroes += (r->marks & MARK_HERO) != 0;
        dragons += (r->marks & MARK_DRAGON) != 0;
        holes += (r->marks & MARK_HOLE) != 0;
        fortresses += (r->marks & MARK_FORTRESS) != 0;
        camps += r->encampments;
    }
    assert_true(heroes <= 2 && dragons <= 1 && holes <= 2 && fortresses <= 6 && camps <= 5);
    for (int seat = 0; seat < w->seats; seat++)
        check_tokens(w, seat);
    if (w->stage == DEFEND)
        assert_true(w->player[w->defender].hand > 0 && world_count_active(w, w->defender) > 0);
}

/* ---- games ------------------------------------------------------------- */

static void open_game(struct world *w, const struct default_map *map, uint64_t seed)
{
    struct buf     text = { 0 };
    struct setup   setup = { .option = { [OPTION_DICE] = 1 }, .seats = (uint8_t)map->players, .seed = seed };
    struct refusal why = { 0 };

    /* Ten turns, the longest that a map may have. */
    buf_printf(&text, "0 %d 10 %s\n%s", map->players, map->name, map->regions);
    setup.extra = buf_view(&text);
    assert_int_equal(game_setup(&smallworld_game, w, &setup, &why), ERR_OK);
    buf_release(&text);
}

static void make(struct world *w, const struct move *m)
{
    struct refusal why = { 0 };

    if (smallworld_game.apply(w, m, NULL, &why) == ERR_OK)
        return;
    print_message("%s refused in stage %s: %s\n", smallworld_kinds[m->kind].word, stage_names[w->stage], why.text);
    fail();
}

/* Sometimes somebody goes, whoever's turn it is. */
static bool somebody_leaves(const struct world *w, struct rng *r, struct move *m)
{
    int seat = (int)rng_below(r, w->seats);

    move_begin(m, seat, MOVE_LEAVE);
    return rng_below(r, 300) == 0 && w->player[seat].in_game;
}

static int play_random(struct world *w, struct rng *r)
{
    int moves = 0;

    for (; w->stage != GAME_OVER; moves++) {
        struct move m;

        assert_true(moves < MOVES_MOST);
        if (!somebody_leaves(w, r, &m))
            smallworld_pick(w, world_mover(w), r, &m);
        make(w, &m);
        check_world(w);
    }
    return moves;
}

static void test_random_games(void **state)
{
    static struct world w;
    long                moves = 0, games = (long)GAMES * test_scale();

    (void)state;
    for (long i = 0; i < games; i++) {
        struct rng r = rng_seeded((uint64_t)i * 7919 + 1);

        open_game(&w, &default_maps[i % DEFAULT_MAPS], (uint64_t)i * 104729);
        check_world(&w);
        moves += play_random(&w, &r);
    }
    print_message("%ld games, %ld moves\n", games, moves);
}

/* One seat thinks, the others draw lots. */
static bool bot_wins(const struct default_map *map, uint64_t seed)
{
    static struct world w;
    struct rng          r = rng_seeded(seed);
    struct result       result;
    int                 thinker = (int)(seed % (uint64_t)map->players);

    open_game(&w, map, seed);
    for (int moves = 0; w.stage != GAME_OVER; moves++) {
        struct move m;

        assert_true(moves < MOVES_MOST);
        if (world_mover(&w) == thinker) {
            struct world seen = w;

            smallworld_redact(&seen, thinker);
            smallworld_greedy(&seen, thinker, 0, &m);
        } else {
            smallworld_pick(&w, world_mover(&w), &r, &m);
        }
        make(&w, &m);
    }
    smallworld_result(&w, &result);
    return result.rank[thinker] == 1;
}

static void test_bot_beats_chance(void **state)
{
    const struct default_map *large[] = { &default_maps[2], &default_maps[3], &default_maps[5] };
    int                       games = 30 * test_scale(), wins = 0;

    (void)state;
    for (int i = 0; i < games; i++)
        wins += bot_wins(large[i % 3], (uint64_t)i + 1);
    print_message("the greedy player won %d of %d games on maps for 4, 5 and 2\n", wins, games);
    assert_true(wins * 10 > games * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_random_games), cmocka_unit_test(test_bot_beats_chance) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
