/* Random games of one to six players, with players who step out and come back,
 * checked after every move against counts made anew from the board. Nothing
 * here shares code with what it checks, except the island's tables. */
#include "unit/catan/kit.h"

enum { GAMES = 60, MOVES_MOST = 20000 };

/* The longest trail of `seat` from `v`, by trying everything. */
static int slow_trail(const struct catan *g, int seat, int v, bool used[EDGES])
{
    int best = 0;

    for (int e = 0; e < EDGES; e++) {
        int a = catan_edge_vertex[e][0], b = catan_edge_vertex[e][1];

        if (used[e] || g->road[e] != seat || (a != v && b != v))
            continue;
        int  next = a == v ? b : a, length = 1;
        bool foreign = false;

        for (int other = 0; other < g->seats; other++)
            foreign |= other != seat && ((g->player[other].settlements | g->player[other].cities) >> next & 1);
        used[e] = true;
        if (!foreign)
            length += slow_trail(g, seat, next, used);
        used[e] = false;
        if (length > best)
            best = length;
    }
    return best;
}

static int slow_longest(const struct catan *g, int seat)
{
    bool used[EDGES] = { 0 };
    int  best = 0;

    for (int v = 0; v < VERTICES; v++) {
        int length = slow_trail(g, seat, v, used);

        if (length > best)
            best = length;
    }
    return best;
}

static int bits(uint64_t set)
{
    int n = 0;

    for (; set; set >>= 1)
        n += set & 1;
    return n;
}

static void check_cards(const struct catan *g)
{
    int cards[CARDS] = { 0 };

    for (int r = 0; r < RESOURCES; r++) {
        int all = g->bank[r];

        for (int seat = 0; seat < g->seats; seat++)
            all += g->player[seat].hand[r];
        assert_int_equal(all, 19);
    }
    for (int i = 0; i < g->deck_left; i++)
        cards[g->deck[i]]++;
    for (int c = 0; c < CARDS; c++) {
        cards[c] += g->played[c];
        for (int seat = 0; seat < g->seats; seat++) {
            assert_true(g->player[seat].fresh[c] <= g->player[seat].card[c]);
            cards[c] += g->player[seat].card[c];
        }
    }
    assert_int_equal(cards[KNIGHT], 14);
    assert_int_equal(cards[MONOPOLY], 2);
    assert_int_equal(cards[ROAD_BUILDING], 2);
    assert_int_equal(cards[YEAR_OF_PLENTY], 2);
    assert_int_equal(cards[VICTORY_POINT], 5);
}

static void check_player(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];
    int                  roads = 0, cards = 0, developments = 0;
    uint64_t             touched = 0;

    for (int e = 0; e < EDGES; e++)
        if (g->road[e] == seat) {
            roads++;
            touched |= VERTEX_BIT(catan_edge_vertex[e][0]) | VERTEX_BIT(catan_edge_vertex[e][1]);
        }
    for (int r = 0; r < RESOURCES; r++)
        cards += p->hand[r];
    for (int c = 0; c < CARDS; c++)
        developments += p->card[c];
    assert_int_equal(roads + p->roads_left, 15);
    assert_int_equal(bits(p->settlements) + p->settlements_left, 5);
    assert_int_equal(bits(p->cities) + p->cities_left, 4);
    assert_true((p->settlements & p->cities) == 0);
    assert_true(touched == p->touched);
    assert_int_equal(cards, p->cards);
    assert_int_equal(developments, p->developments);
    assert_int_equal(!!p->owes, !!(g->owing & 1u << seat));
    assert_true(p->active || p->owes == 0);

    int points =
        bits(p->settlements) + 2 * bits(p->cities) + (g->longest_holder == seat ? 2 : 0) + (g->army_holder == seat ? 2 : 0);
    assert_int_equal(catan_public_score(g, seat), points);
    assert_int_equal(catan_score(g, seat), points + p->card[VICTORY_POINT]);
}

static void check_board(const struct catan *g)
{
    uint64_t buildings = 0, free = 0, open = 0;
    int      n = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        buildings |= g->player[seat].settlements | g->player[seat].cities;
        n += bits(g->player[seat].settlements | g->player[seat].cities);
    }
    assert_int_equal(bits(buildings), n);
    for (int v = 0; v < VERTICES; v++) {
        bool near = buildings >> v & 1;

        for (int e = 0; e < EDGES; e++) {
            int a = catan_edge_vertex[e][0], b = catan_edge_vertex[e][1];

            if (a != v && b != v)
                continue;
            near |= buildings >> (a == v ? b : a) & 1;
            if (g->road[e] == NOBODY)
                open |= VERTEX_BIT(v);
        }
        if (!near)
            free |= VERTEX_BIT(v);
    }
    assert_true(free == g->free);
    assert_true(open == g->open);
}

/* Lengths, and who may hold the two awards. */
static void check_awards(const struct catan *g)
{
    int most = 0, tied = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        int length = slow_longest(g, seat);

        assert_int_equal(g->player[seat].longest, length);
        tied = length > most ? 1 : tied + (length == most);
        most = length > most ? length : most;
        if (g->army_holder != NOBODY)
            assert_true(g->player[seat].knights <= g->player[g->army_holder].knights);
        else
            assert_true(g->player[seat].knights < 3);
    }
    if (g->longest_holder != NOBODY)
        assert_true(most >= 5 && g->player[g->longest_holder].longest == most);
    else
        assert_true(most < 5 || tied > 1);
    if (g->army_holder != NOBODY)
        assert_true(g->player[g->army_holder].knights >= 3);
}

static void check_turn(const struct catan *g)
{
    int active = 0;

    for (int seat = 0; seat < g->seats; seat++)
        active += g->player[seat].active;
    if (g->over == OVER_BY_VICTORY)
        assert_true(catan_score(g, g->turn) >= g->target);
    else if (!g->over && active) {
        assert_true(g->player[g->turn].active);
        assert_true(catan_score(g, g->turn) < g->target);
    }
    assert_int_equal(g->offered, !g->over && g->player[g->turn].state == TRADING);
    assert_int_equal(g->roads_to_build > 0, g->player[g->turn].state == ROADS);
}

static void check(const struct catan *g, bool roads_changed)
{
    check_cards(g);
    check_board(g);
    check_turn(g);
    for (int seat = 0; seat < g->seats; seat++)
        check_player(g, seat);
    if (roads_changed)
        check_awards(g);
}

static int random_seat(unsigned seats, struct rng *r)
{
    for (int skip = (int)rng_below(r, (uint64_t)bits(seats)); skip; skip--)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Once in `restless` moves the table itself sends a player out or calls them
 * back. */
static void next_move(const struct catan *g, struct rng *r, int restless, struct move *m)
{
    if (restless && rng_below(r, (uint64_t)restless) == 0) {
        move_begin(m, SEAT_TABLE, SET_ACTIVE);
        move_add(m, (int)rng_below(r, g->seats));
        move_add(m, (int)rng_below(r, 2));
        return;
    }
    catan_game.pick(g, random_seat(catan_game.to_act(g), r), r, m);
}

struct tally {
    long games, moves, won, lacked, cut_off, rests;
};

static void play(uint64_t seed, struct tally *tally)
{
    struct catan   g, before;
    struct rng     r = rng_seeded(~seed);
    struct move    m;
    struct setup   s;
    struct refusal why = { 0 };

    setup_default(&catan_game, &s);
    s.seats = (uint8_t)(1 + seed / 3 % 6);
    s.seed = seed;
    s.option[OPTION_FRIENDLY] = seed % 5 == 0;
    assert_int_equal(game_setup(&catan_game, &g, &s, &why), ERR_OK);
    tally->games++;
    for (int i = 0; i < MOVES_MOST && catan_game.to_act(&g); i++) {
        next_move(&g, &r, seed % 9 == 0 ? 3 : seed % 3 == 0 ? 25 : 0, &m);
        before = g;
        if (catan_game.apply(&g, &m, NULL, &why) != ERR_OK)
            fail_msg("seed %llu, move %d: %s", (unsigned long long)seed, i, why.text);
        check(&g, memcmp(before.road, g.road, sizeof g.road) || before.free != g.free || m.kind == USE_CARD);
        tally->moves++;
        tally->rests += !g.over && !g.player[g.turn].active;
    }
    tally->won += g.over == OVER_BY_VICTORY;
    tally->lacked += g.over == OVER_BY_LACK;
    tally->cut_off += !g.over;
}

static void random_games_keep_every_count(void **state)
{
    struct tally tally = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < (uint64_t)GAMES * (uint64_t)test_scale(); seed++)
        play(seed, &tally);
    print_message("%ld games, %ld moves: %ld won, %ld ended for lack of players, %ld cut off, %ld moves at rest\n", tally.games,
                  tally.moves, tally.won, tally.lacked, tally.cut_off, tally.rests);
    assert_true(tally.won > tally.games / 3);
    assert_true(tally.lacked > 0);
    assert_true(tally.rests > 0);
}

/* The same random draws give the same move: pick sees no more than the seat
 * does. */
static void a_seat_picks_the_same_from_what_it_sees(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 110; seed++) {
        struct catan   g;
        struct rng     r = rng_seeded(seed);
        struct setup   s;
        struct refusal why = { 0 };

        setup_default(&catan_game, &s);
        s.seats = 4;
        s.seed = seed;
        assert_int_equal(game_setup(&catan_game, &g, &s, &why), ERR_OK);
        for (int i = 0; i < 300 && catan_game.to_act(&g); i++) {
            int          seat = random_seat(catan_game.to_act(&g), &r);
            struct catan seen = g;
            struct rng   same = r;
            struct move  m, from_seen;

            catan_redact(&seen, seat);
            check_cards(&seen); /* a redacted state is a possible state */
            catan_pick(&seen, seat, &same, &from_seen);
            catan_pick(&g, seat, &r, &m);
            assert_true(move_eq(&m, &from_seen));
            assert_int_equal(catan_game.apply(&g, &m, NULL, &why), ERR_OK);
        }
    }
}

/* With another deck order, other dice and other hands of the others, a seat
 * sees the same. */
static void nothing_hidden_shows(void **state)
{
    struct catan g, other;
    struct buf   seen = { 0 }, again = { 0 };

    (void)state;
    open_playing(&g, 3, 0);
    give(&g, 0, 1, 1, 0, 0, 0);
    give(&g, 1, 2, 0, 1, 0, 0);
    give(&g, 2, 0, 0, 0, 2, 1);
    give_card(&g, 1, VICTORY_POINT);
    give_card(&g, 2, KNIGHT);
    g.deck_left -= 2;
    other = g;
    other.rng.state ^= 12345;
    catan_shuffle(&other.rng, other.deck, other.deck_left);
    memcpy(other.player[1].hand, (uint8_t[]){ 0, 0, 0, 2, 1 }, RESOURCES);
    memcpy(other.player[2].hand, (uint8_t[]){ 2, 0, 1, 0, 0 }, RESOURCES);
    memcpy(other.player[1].card, (uint8_t[]){ 1, 0, 0, 0, 0 }, CARDS);
    memcpy(other.player[2].card, (uint8_t[]){ 0, 0, 0, 0, 1 }, CARDS);

    catan_redact(&g, 0);
    catan_redact(&other, 0);
    assert_memory_equal(&g, &other, sizeof g);
    struct jout j = jout_to(&seen);
    game_view(&catan_game, &g, 0, &j);
    assert_non_null(strstr(seen.at, "\"hand\":{\"lumber\":1,\"wool\":1,"));
    assert_null(strstr(strstr(seen.at, "\"hand\"") + 1, "\"hand\"")); /* nobody else's */
    j = jout_to(&again);
    game_view(&catan_game, &g, SEAT_NOBODY, &j);
    assert_null(strstr(again.at, "\"hand\""));
    assert_null(strstr(again.at, "allPoints"));
    buf_release(&seen);
    buf_release(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_keep_every_count),
        cmocka_unit_test(a_seat_picks_the_same_from_what_it_sees),
        cmocka_unit_test(nothing_hidden_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
