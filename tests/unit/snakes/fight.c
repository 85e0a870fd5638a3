/* The engine on fields built by hand: choices, bites, deaths and endings. */
#include "kit/cmocka.h"

#include "games/snakes/fight.h"
#include "games/snakes/samples.h"

#include <stdio.h>

struct ground {
    struct field         field;
    struct snake_program program[SNAKES];
    struct tactics      *tactics[SNAKES];
};

static void ground_init(struct ground *g, int turn_limit)
{
    static const bool nobody[SNAKES];

    memset(g, 0, sizeof *g);
    field_start(&g->field, nobody, 1, turn_limit);
}

/* A map as lines of a program: head, then "XY pairs" joined by blanks. */
struct drawn_map {
    int         head_x, head_y;
    const char *lines;
};

static struct snake_program program_of(const char *templates, const struct drawn_map *maps, int n)
{
    struct snake_program p = { .present = 1, .n_maps = (uint8_t)n };
    struct str           rest = str_of(templates);

    for (int i = 0; i < TEMPLATES; i++)
        p.template[i] = (uint8_t)template_read(str_cut(&rest, ','));
    for (int m = 0; m < n; m++) {
        struct str lines = str_of(maps[m].lines);

        p.map[m].head_x = (uint8_t)maps[m].head_x;
        p.map[m].head_y = (uint8_t)maps[m].head_y;
        while (lines.at && lines.len) {
            struct str line = str_cut(&lines, ' ');
            int        cell = (line.at[1] - '0') * MAP_SIDE + line.at[0] - '0';

            for (size_t i = 2; i < line.len; i += 2, cell++) {
                p.map[m].cell[cell].pattern = line.at[i];
                p.map[m].cell[cell].group = (uint8_t)(line.at[i + 1] - '0');
            }
        }
    }
    return p;
}

static void seat(struct ground *g, int snake, const struct snake_program *p)
{
    g->program[snake] = *p;
    g->tactics[snake] = malloc(tactics_size());
    tactics_compile(g->tactics[snake], p);
}

static void ground_release(struct ground *g)
{
    for (int i = 0; i < SNAKES; i++)
        free(g->tactics[i]);
}

#define PLACE(g, snake, face, ...)                                                                                                 \
    field_place(&(g)->field, snake, (const uint8_t[][2]){ __VA_ARGS__ }, sizeof((uint8_t[][2]){ __VA_ARGS__ }) / 2, face)

/* All answers (direction and debug character) that a snake gives, whatever the
 * generator says: "0( 1-" sorted by direction. */
static const char *answers(struct ground *g, int snake)
{
    static char text[32];
    char        seen[4] = { 0 };
    size_t      len = 0;

    for (uint64_t seed = 0; seed < 64; seed++) {
        uint8_t debug = 0;

        g->field.rng = rng_seeded(seed);
        int d = field_decide(&g->field, snake, g->tactics[snake], &debug);
        if (d < 0)
            return snprintf(text, sizeof text, "- %c", 32 + debug), text;
        assert_true(seen[d] == 0 || seen[d] == (char)(32 + debug));
        seen[d] = (char)(32 + debug);
    }
    text[0] = '\0';
    for (int d = 0; d < 4; d++)
        if (seen[d])
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%d%c", len ? " " : "", d, seen[d]);
    return text;
}

static const struct drawn_map straight_map = { 3, 3, "34S0" };

static struct snake_program straight(void)
{
    return program_of("S,S,S,S", &straight_map, 1);
}

/* ---- choices ----------------------------------------------------------- */

static void straight_on_from_the_start(void **unused)
{
    static const char   *expected[SNAKES] = { "0(", "1)", "2*", "3+" };
    struct snake_program p = straight();
    struct ground        g;
    bool                 all[SNAKES] = { true, true, true, true };

    (void)unused;
    ground_init(&g, 10);
    field_start(&g.field, all, 5, 10);
    for (int i = 0; i < SNAKES; i++) {
        seat(&g, i, &p);
        assert_string_equal(answers(&g, i), expected[i]);
    }
    /* The movement bits are by position, whatever the order: four times 2. */
    for (int turn = 0; turn < 2; turn++) {
        struct turn t;

        field_turn(&g.field, g.tactics, &t);
        int order[] = { t.code & 3, t.code >> 2 & 3, t.code >> 4 & 3 };
        assert_int_equal(t.code >> 6, 2 + 2 * 4 + 2 * 16 + 2 * 64);
        assert_true(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
        assert_int_equal(t.recorded, 1);
    }
    ground_release(&g);
}

static void groups_templates_mirror_and_tie(void **unused)
{
    const struct drawn_map map = { 3, 3, "32V0 42Z0 22x4 23W4 43B5" };
    struct snake_program   p = program_of("XZ,TV,S,S", &map, 1);
    struct ground          g;

    (void)unused;
    ground_init(&g, 10);
    PLACE(&g, 0, 0, { 5, 5 }, { 5, 6 }, { 5, 7 });
    PLACE(&g, 1, 1, { 9, 4 }, { 8, 4 }, { 7, 4 }, { 6, 4 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "0( 1-");
    ground_release(&g);
}

static void the_first_map_that_fits_wins(void **unused)
{
    const struct drawn_map maps[] = { { 3, 3, "23W0 32V0" }, { 3, 3, "32V4" } };
    struct snake_program   p = program_of("S,S,S,S", maps, 2);
    struct ground          g;

    (void)unused;
    ground_init(&g, 10);
    PLACE(&g, 0, 0, { 0, 3 }, { 0, 4 }, { 0, 5 }, { 0, 6 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "0(");
    ground_release(&g);
    ground_init(&g, 10);
    PLACE(&g, 0, 0, { 1, 3 }, { 1, 4 }, { 1, 5 }, { 1, 6 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "00 11 33");
    ground_release(&g);
}

/* One snake at (12;12), looking up, an enemy beside: which answers does a map
 * give? */
static void small_maps(void **unused)
{
    static const struct {
        const char      *what, *templates;
        struct drawn_map map;
        const char      *expected;
    } rows[] = {
        { "a blank map fits everywhere", "S,S,S,S", { 3, 3, "" }, "0( 1) 3+" },
        { "nothing fits", "S,S,S,S", { 3, 3, "32W0" }, "0# 1# 3#" },
        { "plain goes before mirrored", "S,S,S,S", { 3, 3, "34S0" }, "0(" },
        { "asymmetric, plain: enemy head right of my way", "S,S,S,S", { 3, 3, "41X0" }, "0(" },
        { "asymmetric, mirrored: left of my way", "S,S,S,S", { 3, 3, "21X0" }, "0," },
        { "AND-groups are alternatives", "S,S,S,S", { 3, 3, "32W0 34S1" }, "0(" },
        { "hits of a failed AND-group do not count", "S,S,S,S", { 3, 3, "41X0 32W0 34V1" }, "1) 3+" },
        { "OR-groups are all obligatory", "S,S,S,S", { 3, 3, "34S4 32W5" }, "0# 1# 3#" },
        { "one hit is enough for an OR-group", "S,S,S,S", { 3, 3, "34S4 32W4" }, "0(" },
        { "an inverted letter weighs one", "S,S,S,S", { 3, 3, "32x4" }, "0( 1) 3+" },
        { "weights of OR-hits add up", "S,S,S,S", { 3, 3, "32V4 34S4" }, "0(" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct snake_program p;
        struct ground        g;

        p = program_of(rows[i].templates, &rows[i].map, 1);
        ground_init(&g, 10);
        PLACE(&g, 0, 0, { 12, 12 }, { 12, 13 }, { 12, 14 });
        PLACE(&g, 1, 3, { 13, 10 }, { 14, 10 }, { 15, 10 });
        seat(&g, 0, &p);
        const char *got = answers(&g, 0);
        if (strcmp(got, rows[i].expected) != 0)
            fail_msg("%s: expected %s, got %s", rows[i].what, rows[i].expected, got);
        ground_release(&g);
    }
}

/* Maps reach six cells beyond the border. To the left both groups are
 * fulfilled, in the other directions at most one. */
static void border_far_outside(void **unused)
{
    const struct drawn_map map = { 6, 6, "00W0 60W1" };
    struct snake_program   p = program_of("S,S,S,S", &map, 1);
    struct ground          g;

    (void)unused;
    ground_init(&g, 10);
    PLACE(&g, 0, 2, { 5, 5 }, { 5, 4 }, { 5, 3 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "3+");
    ground_release(&g);
}

static void ways_out(void **unused)
{
    struct snake_program p = straight();
    struct ground        g;

    (void)unused;
    ground_init(&g, 10); /* in a corner: one way, without asking the program */
    PLACE(&g, 0, 0, { 0, 0 }, { 0, 1 }, { 0, 2 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "1\"");
    ground_release(&g);
    ground_init(&g, 10); /* shut in by a neighbour's body */
    PLACE(&g, 0, 0, { 0, 0 }, { 0, 1 }, { 0, 2 });
    PLACE(&g, 1, 0, { 1, 2 }, { 1, 1 }, { 1, 0 }, { 2, 0 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "- !");
    ground_release(&g);
}

/* ---- moves ------------------------------------------------------------- */

/* Plays a turn in which only `snake` decides freely. */
static struct turn play(struct ground *g)
{
    struct turn t;

    field_turn(&g->field, g->tactics, &t);
    return t;
}

static void assert_cells(const struct snake *s, const char *expected)
{
    char   text[256] = "";
    size_t len = 0;

    for (int i = 0; i < s->length; i++) {
        int cell = s->cell[(s->head + i) % RING];

        len += (size_t)snprintf(text + len, sizeof text - len, "%s%d;%d", i ? " " : "", cell % FIELD, cell / FIELD);
    }
    assert_string_equal(text, expected);
}

static void a_bite_a_death_and_the_last_cell(void **unused)
{
    struct snake_program p = straight();
    struct ground        g;
    struct turn          t;
    uint64_t             seed = 0;

    (void)unused;
    /* A generator that lets position 0 step first. */
    do {
        ground_init(&g, 10);
        PLACE(&g, 0, 1, { 5, 4 }, { 4, 4 }, { 3, 4 });
        PLACE(&g, 1, 1, { 7, 4 }, { 6, 4 });
        seat(&g, 0, &p);
        seat(&g, 1, &p);
        g.field.rng = rng_seeded(seed++);
        t = play(&g);
        if (g.field.snake[0].length != 4)
            ground_release(&g);
    } while (g.field.snake[0].length != 4);
    assert_cells(&g.field.snake[0], "6;4 5;4 4;4 3;4");
    assert_cells(&g.field.snake[1], "7;4");
    assert_int_equal(g.field.snake[1].status, STATUS_EATEN);
    assert_int_equal(field_thing(&g.field, 0, 7, 4), TAIL);
    assert_int_equal(t.debug[1], 0);
    assert_int_equal(t.code >> 6, 2);
    assert_int_equal(g.field.end, FIGHT_RUNS);
    t = play(&g);
    assert_int_equal(g.field.snake[0].length, 5);
    assert_int_equal(g.field.snake[1].length, 0);
    assert_int_equal(t.recorded, 1);
    assert_int_equal(g.field.end, FIGHT_EATEN);
    assert_int_equal(g.field.turns, 2);
    ground_release(&g);
}

static void eaten_goes_before_the_limit(void **unused)
{
    struct snake_program p = straight();
    struct ground        g;

    (void)unused;
    ground_init(&g, 1);
    PLACE(&g, 0, 1, { 5, 4 }, { 4, 4 }, { 3, 4 });
    PLACE(&g, 1, 1, { 6, 4 }); /* a remnant */
    seat(&g, 0, &p);
    play(&g);
    assert_int_equal(g.field.end, FIGHT_EATEN);
    ground_release(&g);
}

static void its_own_tail_can_be_entered(void **unused)
{
    /* Own tail left of the way ahead: prefers the variant that goes there. */
    const struct drawn_map map = { 3, 3, "32T0" };
    struct snake_program   p = program_of("S,S,S,S", &map, 1);
    struct ground          g;
    struct turn            t;

    (void)unused;
    ground_init(&g, 10);
    PLACE(&g, 0, 3, { 5, 5 }, { 6, 5 }, { 6, 6 }, { 5, 6 });
    seat(&g, 0, &p);
    assert_string_equal(answers(&g, 0), "2*");
    t = play(&g);
    assert_cells(&g.field.snake[0], "5;6 5;5 6;5 6;6");
    assert_int_equal(g.field.snake[0].face, 2);
    assert_int_equal(t.code >> 6, 1);
    assert_int_equal(field_thing(&g.field, 1, 5, 6), HEAD);
    assert_int_equal(field_thing(&g.field, 1, 6, 6), TAIL);
    ground_release(&g);
}

/* Both outcomes of a race for a tail: bitten before it moves on, or left behind. */
static void who_steps_first_decides(void **unused)
{
    struct snake_program p = straight();
    bool                 bitten = false, escaped = false;

    (void)unused;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct ground g;

        ground_init(&g, 10);
        PLACE(&g, 0, 1, { 5, 4 }, { 4, 4 }, { 3, 4 });
        PLACE(&g, 1, 1, { 8, 4 }, { 7, 4 }, { 6, 4 });
        seat(&g, 0, &p);
        seat(&g, 1, &p);
        g.field.rng = rng_seeded(seed);
        struct turn t = play(&g);
        int         first = t.code & 3;
        for (int i = 0; first > 1; i++)
            first = t.code >> (2 * i) & 3;
        assert_int_equal(g.field.snake[0].length, first == 0 ? 4 : 3);
        assert_int_equal(g.field.snake[1].length, first == 0 ? 2 : 3);
        bitten |= first == 0;
        escaped |= first == 1;
        ground_release(&g);
    }
    assert_true(bitten && escaped);
}

/* ---- endings ----------------------------------------------------------- */

static void a_stuck_turn_is_not_recorded(void **unused)
{
    struct snake_program p = straight();
    struct ground        g;
    struct turn          t;

    (void)unused;
    ground_init(&g, 10);
    /* Curled up in a corner: head in it, body around. */
    PLACE(&g, 0, 3, { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 2 });
    seat(&g, 0, &p);
    t = play(&g);
    assert_int_equal(g.field.end, FIGHT_BLOCKED);
    assert_int_equal(t.recorded, 0);
    assert_int_equal(t.debug[0], REASON_NO_WAY);
    assert_int_equal(g.field.turns, 0);
    assert_int_equal(g.field.snake[0].status, STATUS_BLOCKED);
    ground_release(&g);
}

static void alone_to_the_border(void **unused)
{
    struct snake_program              p = straight();
    const struct snake_program *const programs[SNAKES] = { &p };
    struct fight_record               record;
    void                             *memory = malloc(fight_memory());

    (void)unused;
    fight_run(programs, 7, 16, memory, &record);
    assert_int_equal(record.end, FIGHT_LIMIT);
    assert_int_equal(record.turns, 16);
    assert_string_equal(record.debug[0], "(((((((((((((((#");
    for (int i = 0; i < 15; i++)
        assert_int_equal(record.turn[i] >> 6, 2);
    assert_true(record.turn[15] >> 6 == 1 || record.turn[15] >> 6 == 3);
    assert_int_equal(record.length[0], 10);
    assert_int_equal(record.status[0], STATUS_FREE);
    fight_run(programs, 7, 17, memory, &record);
    assert_true(record.debug[0][16] == '+' || record.debug[0][16] == ')');
    free(memory);
}

static uint64_t checksum(const struct fight_record *r)
{
    uint64_t sum = UINT64_C(14695981039346656037);

    for (int i = 0; i < r->turns; i++)
        sum = (sum ^ r->turn[i]) * UINT64_C(1099511628211);
    for (int i = 0; i < SNAKES; i++)
        for (const char *c = r->debug[i]; *c; c++)
            sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
    return sum;
}

/* Whole fights of the sample bots, as they came out when they were first
 * recorded: a change of the engine that changes them is a change of the rules. */
static void golden_fights(void **unused)
{
    static const struct {
        uint64_t seed;
        int      end, turns;
        int      length[SNAKES];
        uint64_t sum;
    } golden[] = {
        { 1, FIGHT_EATEN, 119, { 0, 0, 0, 40 }, UINT64_C(2329790484723545210) },
        { 2, FIGHT_LIMIT, 1000, { 0, 25, 0, 15 }, UINT64_C(4811258111319051356) },
        { 3, FIGHT_LIMIT, 1000, { 9, 24, 0, 7 }, UINT64_C(14958502187449097310) },
        { 4, FIGHT_LIMIT, 1000, { 0, 25, 0, 15 }, UINT64_C(3331050818981108124) },
        { 19, FIGHT_BLOCKED, 174, { 0, 22, 0, 18 }, UINT64_C(6634851569572411909) },
    };
    struct snake_program        p[3];
    const struct snake_program *programs[SNAKES] = { &p[0], &p[1], &p[2], &p[1] };
    struct fight_record         r;
    void                       *memory = malloc(fight_memory());

    (void)unused;
    for (int i = 0; i < 3; i++)
        sample_program(&snake_samples[i], &p[i]);
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        fight_run(programs, golden[i].seed, TURNS_MAX, memory, &r);
        if (r.end != golden[i].end || r.turns != golden[i].turns || checksum(&r) != golden[i].sum)
            fail_msg("{ %llu, %d, %d, { %d, %d, %d, %d }, UINT64_C(%llu) },", (unsigned long long)golden[i].seed, r.end, r.turns,
                     r.length[0], r.length[1], r.length[2], r.length[3], (unsigned long long)checksum(&r));
        for (int k = 0; k < SNAKES; k++)
            assert_int_equal(r.length[k], golden[i].length[k]);
    }
    free(memory);
}

static void ratings(void **unused)
{
    static const struct {
        int64_t before[SNAKES];
        int     length[SNAKES];
        int64_t after[SNAKES];
    } rows[] = {
        { { 0, 0, 0, 0 }, { 13, 10, 9, 8 }, { 115, 100, 95, 90 } },
        { { 10, 20, 30, 40 }, { 12, 7, 21, 0 }, { 103, 83, 158, 58 } },
        { { 301, 100, 100, 100 }, { 2, 10, 14, 14 }, { 135, 74, 94, 94 } },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t sum = 0;

        for (int k = 0; k < SNAKES; k++)
            sum += rows[i].before[k];
        for (int k = 0; k < SNAKES; k++)
            assert_int_equal(fight_rating(rows[i].before[k], sum, rows[i].length[k]), rows[i].after[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_on_from_the_start),
        cmocka_unit_test(groups_templates_mirror_and_tie),
        cmocka_unit_test(the_first_map_that_fits_wins),
        cmocka_unit_test(small_maps),
        cmocka_unit_test(border_far_outside),
        cmocka_unit_test(ways_out),
        cmocka_unit_test(a_bite_a_death_and_the_last_cell),
        cmocka_unit_test(eaten_goes_before_the_limit),
        cmocka_unit_test(its_own_tail_can_be_entered),
        cmocka_unit_test(who_steps_first_decides),
        cmocka_unit_test(a_stuck_turn_is_not_recorded),
        cmocka_unit_test(alone_to_the_border),
        cmocka_unit_test(golden_fights),
        cmocka_unit_test(ratings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
