/* The board that pages draw: what never changes during a game. */
#include "base/jin.h"
#include "unit/smallworld/maps.h"

/* Square of the distance of a point from the line through two corners. */
static double far_from_line(struct point p, struct point a, struct point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, cross = dx * (p.y - a.y) - dy * (p.x - a.x);

    return dx == 0 && dy == 0 ? 1e9 : cross * cross / (dx * dx + dy * dy);
}

/* Regions that are made up have room for a token around their middle. */
static void test_made_up_regions_are_wide(void **state)
{
    enum { ROOM = 30 };
    static struct world w;
    static const int    made_up[] = { 4, 6 };

    (void)state;
    for (size_t m = 0; m < ARRAY_LEN(made_up); m++) {
        struct layout l;

        open_map(&w, made_up[m], 1, 1);
        layout_make(&w, &l);
        for (int i = 0; i < l.n; i++) {
            struct point corner[LAYOUT_CORNERS], centre = layout_centre(&l, i);
            int          n = layout_outline(&l, i, corner);

            assert_true(n >= 3);
            for (int k = 0; k < n; k++)
                assert_true(far_from_line(centre, corner[k], corner[(k + 1) % n]) >= ROOM * ROOM);
        }
    }
}

static void test_board(void **state)
{
    static struct world w;

    (void)state;
    for (int map = 1; map <= DEFAULT_MAPS; map++) {
        struct buf  text = { 0 };
        struct jout out = jout_to(&text);
        struct jin *board;

        open_map(&w, map, 1, 1);
        game_board(&smallworld_game, &w, &out);
        assert_int_equal(jin_parse(buf_view(&text), 16, 0, &board), ERR_OK);
        assert_int_equal(jin_count(jin_get(board, "regions")), w.regions);
        for (size_t i = 0; i < w.regions; i++) {
            const struct jin *region = jin_at(jin_get(board, "regions"), i), *label = jin_get(region, "label");

            assert_true(jin_count(jin_get(region, "outline")) >= 3);
            assert_in_range(jin_int_or(jin_at(label, 0), -1), 0, jin_int_or(jin_get(board, "width"), 0));
            assert_in_range(jin_int_or(jin_at(label, 1), -1), 0, jin_int_or(jin_get(board, "height"), 0));
            assert_int_equal(jin_count(jin_get(region, "near")), set_count(world_neighbours(&w, (int)i)));
        }
        jin_free(board);
        buf_release(&text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board),
        cmocka_unit_test(test_made_up_regions_are_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
