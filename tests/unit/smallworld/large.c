/* Maps of many regions: which of them touch, games to their end by random
 * moves and by every computer player, and all that is told of them. */
#include "base/jin.h"
#include "games/smallworld/map.h"
#include "games/smallworld/quick.h"
#include "kit/cmocka.h"

enum { ACROSS = 16, DOWN = 15, LARGE = ACROSS * DOWN, MOVES_MOST = 20000 };

static enum err open_text(struct world *w, struct str text, uint64_t seed, struct refusal *why)
{
    struct setup setup = { .option = { [OPTION_DICE] = 1 }, .seats = 4, .seed = seed, .extra = text };

    return game_setup(&smallworld_game, w, &setup, why);
}

/* A grid: its rim is border, and every kind of land comes by turns. */
static void write_grid(struct buf *out)
{
    static const char kinds[] = "mfghwsvioc";

    buf_printf(out, "7 4 10 grid\n");
    for (int i = 0; i < LARGE; i++) {
        int  x = i % ACROSS, y = i / ACROSS;
        bool rim = x == 0 || y == 0 || x == ACROSS - 1 || y == DOWN - 1;
        char land = kinds[(x * 7 + y * 3) % 10];

        buf_printf(out, "%s%c %d ", rim ? "b" : "", land, i % 20 == 3);
        const char *comma = "";
        if (x > 0)
            buf_printf(out, "%d", i), comma = ",";
        if (x < ACROSS - 1)
            buf_printf(out, "%s%d", comma, i + 2), comma = ",";
        if (y > 0)
            buf_printf(out, "%s%d", comma, i + 1 - ACROSS), comma = ",";
        if (y < DOWN - 1)
            buf_printf(out, "%s%d", comma, i + 1 + ACROSS);
        buf_char(out, '\n');
    }
}

static void open_grid(struct world *w, uint64_t seed)
{
    struct buf     text = { 0 };
    struct refusal why = { 0 };

    write_grid(&text);
    if (open_text(w, buf_view(&text), seed, &why) != ERR_OK)
        fail_msg("the grid is refused: %s", why.text);
    assert_int_equal(w->regions, LARGE);
    assert_int_equal(w->map, 7);
    buf_release(&text);
}

/* ---- neighbours ---------------------------------------------------------------- */

/* Each pair is linked with a chance of one in `rare`, told by one of the two. */
static void check_links(int n, int rare, uint64_t seed)
{
    static bool         linked[REGIONS_MAX][REGIONS_MAX];
    static struct world w;
    struct rng          r = rng_seeded(seed);
    struct buf          text = { 0 };

    memset(linked, 0, sizeof linked);
    buf_printf(&text, "0 4 5 any\n");
    for (int i = 0; i < n; i++) {
        const char *comma = "";

        buf_printf(&text, "b 0 ");
        for (int k = 0; k < n; k++) {
            if (k == i || rng_below(&r, (uint64_t)rare))
                continue;
            linked[i][k] = linked[k][i] = true;
            buf_printf(&text, "%s%d", comma, k + 1);
            comma = ",";
        }
        buf_text(&text, *comma ? "\n" : "-\n");
    }
    assert_int_equal(open_text(&w, buf_view(&text), 1, NULL), ERR_OK);
    for (int i = 0; i < n; i++) {
        set near = world_neighbours(&w, i);

        for (int k = 0; k < n; k++) {
            assert_int_equal(world_near(&w, i, k), linked[i][k]);
            assert_int_equal(set_has(near, k), linked[i][k]);
        }
        for (int k = n; k < SET_BITS; k++)
            assert_false(set_has(near, k));
    }
    buf_release(&text);
}

static void test_links(void **state)
{
    static const uint8_t sizes[] = { 1, 2, 63, 64, 65, 128, 129, 168, 169, 170, 192, 240, 254, 255 };

    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        check_links(sizes[i], 1, i);
        check_links(sizes[i], 40, i);
    }
}

static void test_too_many_regions(void **state)
{
    static struct world w;
    struct buf          text = { 0 };
    struct refusal      why = { 0 };

    (void)state;
    buf_printf(&text, "0 4 5 any\n");
    for (int i = 0; i <= REGIONS_MAX; i++)
        buf_text(&text, "b 0 -\n");
    assert_int_equal(open_text(&w, buf_view(&text), 1, &why), ERR_REFUSED);
    assert_string_equal(why.word, "bad_map");
    buf_release(&text);
}

/* ---- games ----------------------------------------------------------------------- */

static void make(struct world *w, const struct move *m)
{
    struct refusal why = { 0 };

    if (smallworld_apply(w, m, NULL, &why) != ERR_OK)
        fail_msg("%s in %s: %s", smallworld_kinds[m->kind].word, stage_names[w->stage], why.text);
}

/* Every listed move applies, and redaction changes no list. */
static void check_list(const struct world *w, struct move_list *list, struct move_list *seen_list)
{
    static struct world seen, after;
    int                 seat = world_mover(w);

    seen = *w;
    smallworld_redact(&seen, seat);
    list->n = seen_list->n = 0;
    smallworld_legal(w, seat, list);
    smallworld_legal(&seen, seat, seen_list);
    assert_true(list->n > 0);
    assert_int_equal(list->n, seen_list->n);
    for (int i = 0; i < list->n; i++) {
        assert_true(move_eq(&list->at[i], &seen_list->at[i]));
        after = *w;
        make(&after, &list->at[i]);
    }
}

/* The terminal's picture leaves two rows of a small terminal free. */
static void check_drawing(const struct world *w)
{
    struct buf text = { 0 };
    int        rows = 0;

    smallworld_draw(w, &text);
    for (struct str rest = buf_view(&text); rest.len; rows++)
        assert_in_range(str_cut(&rest, '\n').len, 1, 80);
    assert_in_range(rows, 3, 22);
    buf_release(&text);
}

/* Whatever is told of it is good JSON, and fits the size of the map. */
static void check_told(const struct world *w)
{
    struct buf  text = { 0 };
    struct jout out = jout_to(&text);
    struct jin *told;

    game_view(&smallworld_game, w, SEAT_NOBODY, &out);
    assert_int_equal(jin_parse(buf_view(&text), 16, 0, &told), ERR_OK);
    assert_int_equal(jin_count(jin_get(told, "regions")), LARGE);
    jin_free(told);
    buf_clear(&text);
    out = jout_to(&text);
    game_board(&smallworld_game, w, &out);
    assert_int_equal(jin_parse(buf_view(&text), 16, 0, &told), ERR_OK);
    assert_int_equal(jin_count(jin_get(told, "regions")), LARGE);
    for (size_t i = 0; i < LARGE; i++)
        assert_true(jin_count(jin_get(jin_at(jin_get(told, "regions"), i), "outline")) >= 3);
    jin_free(told);
    buf_release(&text);
}

static void test_random_games(void **state)
{
    static struct world w;
    struct move_list    list = { 0 }, seen_list = { 0 };

    (void)state;
    for (int game = 0; game < 4 * test_scale(); game++) {
        struct rng r = rng_seeded((uint64_t)game + 1);
        int        moves = 0, most = 0;

        open_grid(&w, (uint64_t)game);
        for (; w.stage != GAME_OVER; moves++) {
            struct move m;

            assert_true(moves < MOVES_MOST);
            for (int seat = 0; seat < w.seats; seat++)
                most = world_count_active(&w, seat) > most ? world_count_active(&w, seat) : most;
            if (moves % 10 == 0)
                check_list(&w, &list, &seen_list);
            if (moves % 100 == 0)
                check_told(&w);
            check_drawing(&w);
            smallworld_pick(&w, world_mover(&w), &r, &m);
            make(&w, &m);
        }
        assert_true(most >= 5);
    }
    move_list_release(&list);
    move_list_release(&seen_list);
}

/* A guess at what is hidden is played to its end. */
static void test_guess(void **state)
{
    static struct world w;
    struct rng          r = rng_seeded(3);

    (void)state;
    open_grid(&w, 3);
    smallworld_redact(&w, 0);
    smallworld_determinize(&w, 0, &r);
    for (int moves = 0; w.stage != GAME_OVER; moves++) {
        struct move m;

        assert_true(moves < MOVES_MOST);
        if (world_mover(&w) % 2)
            smallworld_greedy(&w, world_mover(&w), 0, &m);
        else
            assert_true(quick_move(&w, world_mover(&w), &r, &m));
        make(&w, &m);
    }
    struct result result;
    smallworld_result(&w, &result);
    assert_true(result.points[0] + result.points[1] + result.points[2] + result.points[3] > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_too_many_regions),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_guess),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
