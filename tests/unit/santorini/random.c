/* Random games over all pairs and triples of gods: the invariants of the state
 * hold after every move, moves that are not listed are refused without a
 * trace, and every god wins some games. A million moves at each scale. */
#include "unit/santorini/board.h"

enum { MOVES_A_SCALE = 1000000, MOVES_MAX = 600, GAME_MOVES_MAX = 1000 };

static void check_state(const struct santorini *s)
{
    uint32_t seen = 0;

    assert_int_equal(s->tall[0], BOARD);
    for (int n = 1; n <= TOP; n++)
        assert_int_equal(s->tall[n] & ~s->tall[n - 1], 0);
    assert_int_equal(s->tall[TOP + 1] | s->tall[TOP + 2], 0);
    for (int seat = 0; seat < s->seats; seat++)
        for (int pawn = 0; pawn < PAWNS; pawn++) {
            int cell = s->pawn[seat][pawn];

            if (cell == NOWHERE)
                continue;
            assert_in_range(cell, 0, CELLS - 1);
            assert_int_equal(seen & bit(cell), 0);
            seen |= bit(cell);
        }
    assert_int_equal(seen, s->pawns);
    assert_int_equal(seen & s->domes, 0);
    for (int ban = 0; ban < BANS; ban++)
        assert_in_range(s->ban[ban], 0, PLAYERS);
    assert_int_equal(santorini_game.to_act(s) == 0, s->phase == OVER);
}

/* All that any client could ask for: exactly the listed moves are allowed. */
static void check_legality(const struct santorini *s, const struct move_list *list)
{
    int      allowed = 0, listed = 0;
    uint32_t passes = 0;

    for (int pawn = -1; pawn <= PAWNS; pawn++)
        for (int action = NO_ACTION; action < ACTIONS; action++)
            for (int cell = -1; cell <= CELLS; cell++) {
                struct refusal why = { 0 };

                if (!santorini_offer_for(s, seat_now(s), pawn, action, cell, &why))
                    assert_non_null(why.text);
                else if (action == PASS)
                    passes |= bit(cell);
                else
                    allowed++;
            }
    for (int i = 0; i < list->n; i++)
        listed += list->at[i].kind != ACT_PASS;
    assert_int_equal(allowed, listed);
    assert_true(passes == 0 || passes == BOARD);
    assert_int_equal(list->n - listed, passes != 0);
}

/* Plays one game; returns its moves. */
static int play_game(int seats, const int *god, struct rng *r, int wins[GODS])
{
    static struct move room[MOVES_MAX];
    struct move_list   list = { .at = room, .cap = MOVES_MAX, .fixed = true };
    struct santorini   s;
    struct setup       setup;
    struct result      result;
    struct refusal     why = { 0 };
    int                n = 0;

    setup_default(&santorini_game, &setup);
    setup.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++)
        setup.option[seat] = god[seat] + 2;
    assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), ERR_OK);
    while (santorini_game.to_act(&s)) {
        struct effects effects = { 0 };
        int            seat = __builtin_ctz(santorini_game.to_act(&s));

        list.n = 0;
        santorini_game.legal(&s, seat, &list);
        assert_in_range(list.n, 1, MOVES_MAX);
        if (s.phase == PLAY && rng_below(r, 64) == 0)
            check_legality(&s, &list);
        assert_int_equal(santorini_game.apply(&s, &list.at[rng_below(r, (uint64_t)list.n)], &effects, &why), ERR_OK);
        check_state(&s);
        assert_in_range(effects.n, 1, EFFECTS_MAX);
        assert_in_range(++n, 1, GAME_MOVES_MAX); /* every turn builds, so games end */
    }
    santorini_game.result(&s, &result);
    assert_true(result.over);
    for (int seat = 0; seat < seats; seat++) {
        assert_in_range(result.rank[seat], 1, seats);
        wins[god[seat]] += result.points[seat];
    }
    return n;
}

static void all_pairs_and_triples(void **state)
{
    struct rng r = rng_seeded(20261115);
    int        wins[GODS] = { 0 };
    int64_t    moves = 0;

    (void)state;
    while (moves < (int64_t)MOVES_A_SCALE * test_scale())
        for (int a = 0; a < GODS; a++)
            for (int b = 0; b < GODS; b++)
                for (int c = b; c < GODS; c++) {
                    if (a == b || a == c)
                        continue;
                    moves += play_game(b == c ? 2 : 3, (int[]){ a, b, c }, &r, wins);
                }
    for (int god = 0; god < GODS; god++)
        assert_true(wins[god] > 0);
}

/* The whole way from the first choice, with the quick picker. */
static void from_the_first_choice(void **state)
{
    struct rng r = rng_seeded(7);

    (void)state;
    for (int n = 0; n < 200 * test_scale(); n++) {
        struct santorini s;
        struct setup     setup;
        struct refusal   why = { 0 };
        struct move      m;

        setup_default(&santorini_game, &setup);
        setup.seats = (uint8_t)(1 + n % PLAYERS);
        assert_int_equal(game_setup(&santorini_game, &s, &setup, &why), ERR_OK);
        while (santorini_game.to_act(&s)) {
            santorini_game.pick(&s, 31 - __builtin_clz(santorini_game.to_act(&s)), &r, &m);
            assert_int_equal(santorini_game.apply(&s, &m, NULL, &why), ERR_OK);
            check_state(&s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_and_triples),
        cmocka_unit_test(from_the_first_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
