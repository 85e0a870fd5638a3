/* The island's tables agree with each other, and the shuffles with the box. */
#include "unit/catan/kit.h"

static bool holds(const int8_t *list, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

static int length(const int8_t list[3])
{
    return (list[0] >= 0) + (list[1] >= 0) + (list[2] >= 0);
}

static void corners_form_a_ring(void **state)
{
    (void)state;
    for (int t = 0; t < TILES; t++) {
        uint64_t set = 0;

        for (int i = 0; i < 6; i++) {
            int v = catan_tile_vertex[t][i];

            set |= VERTEX_BIT(v);
            assert_true(catan_edge_between(v, catan_tile_vertex[t][(i + 1) % 6]) >= 0);
            assert_true(holds(catan_vertex_tile[v], 3, t));
        }
        assert_int_equal(__builtin_popcountll(set), 6);
        assert_true(set == catan_tile_vertices[t]);
    }
}

static void neighbours_are_mutual(void **state)
{
    (void)state;
    for (int v = 0; v < VERTICES; v++) {
        uint64_t around = 0;

        for (int i = 0; i < 3; i++) {
            int edge = catan_vertex_edge[v][i];

            if (edge < 0)
                continue;
            assert_true(catan_edge_vertex[edge][0] < catan_edge_vertex[edge][1]);
            assert_true(holds(catan_edge_vertex[edge], 2, v));
            int next = catan_along(edge, v);
            around |= VERTEX_BIT(next);
            assert_true(holds(catan_vertex_edge[next], 3, edge));
        }
        assert_true(around == catan_vertex_around[v]);
    }
    for (int t = 0; t < TILES; t++)
        for (int u = 0; u < TILES; u++) {
            int shared = __builtin_popcountll(catan_tile_vertices[t] & catan_tile_vertices[u]);

            assert_int_equal(shared, t == u ? 6 : catan_tile_next[t] & 1u << u ? 2 : 0);
        }
}

static void counts_are_those_of_the_island(void **state)
{
    int touching[4] = { 0 }, degree[4] = { 0 }, inland = 0;

    (void)state;
    for (int v = 0; v < VERTICES; v++) {
        touching[length(catan_vertex_tile[v])]++;
        degree[length(catan_vertex_edge[v])]++;
    }
    for (int e = 0; e < EDGES; e++) {
        uint64_t ends = VERTEX_BIT(catan_edge_vertex[e][0]) | VERTEX_BIT(catan_edge_vertex[e][1]);
        int      tiles = 0;

        for (int t = 0; t < TILES; t++)
            tiles += (catan_tile_vertices[t] & ends) == ends;
        assert_in_range(tiles, 1, 2);
        inland += tiles == 2;
    }
    assert_int_equal(touching[3], 24);
    assert_int_equal(touching[2], 12);
    assert_int_equal(touching[1], 18);
    assert_int_equal(degree[3], 36);
    assert_int_equal(degree[2], 18);
    assert_int_equal(inland, 42);
}

static void harbours_lie_on_the_coast(void **state)
{
    uint64_t all = 0;

    (void)state;
    for (int h = 0; h < HARBOURS; h++) {
        const int8_t *v = catan_harbour_vertex[h];

        assert_true(catan_edge_between(v[0], v[1]) >= 0);
        assert_int_equal(catan_vertex_harbour[v[0]], h);
        assert_int_equal(catan_vertex_harbour[v[1]], h);
        all |= VERTEX_BIT(v[0]) | VERTEX_BIT(v[1]);
    }
    assert_true(all == catan_harbour_vertices);
    for (int v = 0; v < VERTICES; v++)
        assert_int_equal(catan_vertex_harbour[v] >= 0, !!(all & VERTEX_BIT(v)));
}

static void edges_are_found_in_either_order(void **state)
{
    (void)state;
    for (int e = 0; e < EDGES; e++) {
        assert_int_equal(catan_edge_between(catan_edge_vertex[e][0], catan_edge_vertex[e][1]), e);
        assert_int_equal(catan_edge_between(catan_edge_vertex[e][1], catan_edge_vertex[e][0]), e);
    }
    assert_int_equal(catan_edge_between(3, 3), -1);
    assert_int_equal(catan_edge_between(0, 2), -1);
    assert_int_equal(catan_edge_between(-1, 0), -1);
    assert_int_equal(catan_edge_between(0, VERTICES), -1);
}

static void count(const uint8_t *at, int n, int *of)
{
    for (int i = 0; i < n; i++)
        of[at[i]]++;
}

static bool red_neighbours(const struct catan *g)
{
    for (int a = 0; a < TILES; a++)
        for (int b = 0; b < TILES; b++)
            if ((g->number[a] == 6 || g->number[a] == 8) && (g->number[b] == 6 || g->number[b] == 8) &&
                (catan_tile_next[a] & 1u << b))
                return true;
    return false;
}

static void every_island_comes_from_the_same_box(void **state)
{
    static const int terrain[] = { 4, 4, 4, 3, 3, 1 }, ports[] = { 1, 1, 1, 1, 1, 4 }, deck[] = { 14, 2, 2, 2, 5 };
    static const int numbers[13] = { 1, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1 };
    int              adjacent = 0, deserts = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct catan   g;
        struct setup   s;
        struct refusal why = { 0 };
        int            of[4][13] = { 0 };

        setup_default(&catan_game, &s);
        s.seed = seed;
        s.option[OPTION_APART] = seed % 2;
        assert_int_equal(game_setup(&catan_game, &g, &s, &why), ERR_OK);
        count(g.tile, TILES, of[0]);
        count(g.number, TILES, of[1]);
        count(g.harbour, HARBOURS, of[2]);
        count(g.deck, DECK, of[3]);
        assert_memory_equal(of[0], terrain, sizeof terrain);
        assert_memory_equal(of[1], numbers, sizeof numbers);
        assert_memory_equal(of[2], ports, sizeof ports);
        assert_memory_equal(of[3], deck, sizeof deck);
        assert_int_equal(g.tile[g.robber], DESERT);
        assert_int_equal(g.number[g.robber], 0);
        deserts |= 1 << g.robber;
        if (s.option[OPTION_APART])
            assert_false(red_neighbours(&g));
        else
            adjacent += red_neighbours(&g);
    }
    assert_true(adjacent > 100); /* without the rule most islands have them */
    assert_int_equal(deserts, (1 << TILES) - 1);
}

static void sentences_are_all_there(void **state)
{
    (void)state;
    for (int s = SAY_NOTHING + 1; s < SAY_COUNT; s++) {
        const char *text = catan_sentence[s].text;

        assert_non_null(text);
        assert_null(strstr(text, "  "));
        assert_null(strchr(text, '\n'));
        assert_true(catan_sentence[s].code == 200 || catan_sentence[s].code == 202);
        assert_true(catan_sentence[s].code == 202 || catan_sentence[s].moves);
    }
    assert_string_equal(catan_sentence[SAY_NOT_ENOUGH + ORE].text, "You do not have enough Ore resource cards.");
    assert_string_equal(catan_sentence[SAY_BANK_HAS_NONE + WOOL].text, "The bank does not have Wool resource cards.");
    assert_string_equal(catan_sentence[SAY_USE_CARD + YEAR_OF_PLENTY].text, "You can use Year of Plenty development card.");
    assert_string_equal(catan_sentence[SAY_NO_CARD + ROAD_BUILDING].text, "You do not have Road Building development cards.");
}

/* How often `mark` is on the map, to the left of the texts. */
static int marks(const struct catan *g, char mark)
{
    enum { MAP_ROWS = 16, MAP_COLUMNS = 44 };
    struct buf out = { 0 };
    int        n = 0;

    catan_draw(g, &out);
    struct str rest = buf_view(&out);
    for (int row = 0; row < MAP_ROWS; row++) {
        struct str line = str_cut(&rest, '\n');

        for (size_t i = 0; i < line.len && i < MAP_COLUMNS; i++)
            n += line.at[i] == mark;
    }
    buf_release(&out);
    return n;
}

/* `meeple replay` needs six lines of a terminal itself. */
static void the_map_fits_a_terminal(void **state)
{
    struct catan g;
    struct buf   out = { 0 };
    int          lines = 0;

    (void)state;
    open_game(&g, SEATS_MAX);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        g.player[seat].active = false;
        g.player[seat].cards = 95;
        g.player[seat].longest = 15;
    }
    catan_draw(&g, &out);
    for (struct str rest = buf_view(&out); rest.len; lines++)
        assert_true(str_cut(&rest, '\n').len <= 80);
    assert_true(lines <= 24 - 6 - 1);
    buf_release(&out);
}

/* Neighbouring tiles draw the same corner and the same edge in one place. */
static void the_map_shows_each_piece_once(void **state)
{
    struct catan empty;

    (void)state;
    open_game(&empty, 1);
    clear_numbers(&empty);
    empty.robber = 0;
    for (int v = 0; v < VERTICES; v++) {
        struct catan g = empty;

        g.player[0].cities = VERTEX_BIT(v);
        assert_int_equal(marks(&g, 'A'), 1);
        assert_int_equal(marks(&g, '.'), VERTICES - 1);
    }
    for (int e = 0; e < EDGES; e++) {
        struct catan g = empty;

        g.road[e] = 0;
        bool upright = marks(&g, '1') == 2; /* two lines high */
        assert_true(upright || marks(&g, '1') == 1);
        assert_int_equal(2 * (marks(&g, '/') + marks(&g, '\\')) + marks(&g, '|'), 2 * (EDGES - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_form_a_ring),
        cmocka_unit_test(neighbours_are_mutual),
        cmocka_unit_test(counts_are_those_of_the_island),
        cmocka_unit_test(harbours_lie_on_the_coast),
        cmocka_unit_test(edges_are_found_in_either_order),
        cmocka_unit_test(every_island_comes_from_the_same_box),
        cmocka_unit_test(the_map_shows_each_piece_once),
        cmocka_unit_test(the_map_fits_a_terminal),
        cmocka_unit_test(sentences_are_all_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
