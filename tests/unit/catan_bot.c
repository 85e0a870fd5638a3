/* The settler plays on what it sees, wins against chance, and trades when that
 * helps. */
#include "bots/random.h"
#include "catan_kit.h"

enum { GAMES = 12, MOVES_MOST = 5000 };

static struct move scratch[LEGAL_MAX];

static void bot_moves(const struct bot *bot, struct catan *g, int seat, uint64_t seed, struct move *m)
{
    struct catan seen = *g;
    struct think think = { .rng = rng_seeded(seed), .scratch = { scratch, 0, LEGAL_MAX } };
    const char  *why = "";

    catan_redact(&seen, seat);
    assert_true(bot->choose(&catan_game, &seen, seat, &think, m));
    if (catan_game.apply(g, m, NULL, &why) != ERR_OK)
        fail_msg("seat %d: %s", seat, why);
}

/* Plays a game; one of three seats is the settler's. Returns the winner. */
static int winner(uint64_t seed, int settler)
{
    struct catan g;
    struct setup s;
    struct move  m;
    const char  *why;

    setup_normal(&catan_game, &s);
    s.seats = 3;
    s.seed = seed;
    assert_int_equal(game_setup(&catan_game, &g, &s, &why), ERR_OK);
    for (int i = 0; i < MOVES_MOST && !g.over; i++) {
        int seat = __builtin_ctz(catan_game.to_act(&g));

        bot_moves(seat == settler ? &catan_bots[0] : &random_bot, &g, seat, seed * MOVES_MOST + (uint64_t)i, &m);
    }
    return g.over == OVER_BY_VICTORY ? g.turn : NOBODY;
}

static void it_beats_chance(void **state)
{
    int won = 0, games = GAMES * test_scale();

    (void)state;
    for (int i = 0; i < games; i++)
        won += winner((uint64_t)i, i % 3) == i % 3;
    print_message("%d of %d games won against two random players\n", won, games);
    assert_true(won * 10 >= games * 9);
}

static void it_joins_trades_that_help(void **state)
{
    struct catan g;
    struct move  m;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 1, 0);
    give(&g, 1, 3, 0, 2, 0, 2); /* one ore short of a city */
    give(&g, 0, 0, 0, 0, 0, 2);
    struct catan worse = g;

    expect(&g, 0, "offer 0 0 0 0 1 1 0 0 0 0", "The trade has started successfully.");
    bot_moves(&catan_bots[0], &g, 1, 1, &m);
    assert_int_equal(m.kind, JOIN_TRADE);

    give(&worse, 0, 0, 1, 0, 0, 0);
    expect(&worse, 0, "offer 0 1 0 0 0 0 0 0 0 1", "The trade has started successfully.");
    bot_moves(&catan_bots[0], &worse, 1, 1, &m);
    assert_int_equal(m.kind, DECLINE_TRADE);
}

static void it_keeps_what_it_needs(void **state)
{
    struct catan g;
    struct move  m;

    (void)state;
    open_playing(&g, 2, 0);
    catan_put_settlement(&g, 1, 0);
    give(&g, 1, 5, 0, 2, 0, 3);
    g.player[1].owes = 5;
    g.owing = 1u << 1;
    bot_moves(&catan_bots[0], &g, 1, 1, &m);
    assert_int_equal(hand(&g, 1, GRAIN), 2);
    assert_int_equal(hand(&g, 1, ORE), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_beats_chance),
        cmocka_unit_test(it_joins_trades_that_help),
        cmocka_unit_test(it_keeps_what_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
