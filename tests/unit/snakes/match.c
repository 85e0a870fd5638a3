/* The engine matches maps with sets of bits. This is the same, slow and
 * obvious, cell by cell; both must agree on random positions and programs. And
 * whatever random programs do, no cell is lost or won. */
#include "kit/cmocka.h"

#include "games/snakes/fight.h"

enum { POSITIONS = 20000, FIGHTS = 200 };

static const int step_x[4] = { 0, 1, 0, -1 }, step_y[4] = { -1, 0, 1, 0 };

/* ---- random programs and positions -------------------------------------- */

static int draw(struct rng *r, int n)
{
    return (int)rng_below(r, (uint64_t)n);
}

/* Some maps with few patterns, as people draw them, some with many. */
static void draw_map(struct rng *r, struct snake_map *map)
{
    static const char letters[] = "STVWXYZABCDstvwxyzabcd";
    int               one_in = 1 << (1 + draw(r, 5)), groups = 1 + draw(r, 8), first = draw(r, 8);

    map->head_x = (uint8_t)draw(r, MAP_SIDE);
    map->head_y = (uint8_t)draw(r, MAP_SIDE);
    for (int i = 0; i < MAP_CELLS; i++) {
        if (i == map->head_y * MAP_SIDE + map->head_x || draw(r, one_in))
            continue;
        map->cell[i].pattern = letters[draw(r, sizeof letters - 1)];
        map->cell[i].group = (uint8_t)((first + draw(r, groups)) % 8);
    }
}

static void draw_program(struct rng *r, struct snake_program *p)
{
    memset(p, 0, sizeof *p);
    p->present = 1;
    p->n_maps = (uint8_t)(1 + draw(r, PROGRAM_MAPS));
    for (int i = 0; i < TEMPLATES; i++)
        p->template[i] = (uint8_t)(1 + draw(r, (1 << THINGS) - 2));
    for (int m = 0; m < p->n_maps; m++)
        draw_map(r, &p->map[m]);
}

/* Puts a snake down by a random walk from its tail, if there is room. */
static void draw_snake(struct rng *r, struct field *f, int snake)
{
    uint8_t xy[CELLS_MAX][2], from_head[CELLS_MAX][2];
    int     n = 0, want = 1 + draw(r, 14), x = draw(r, FIELD), y = draw(r, FIELD), face = draw(r, 4);
    bool    taken[FIELD * FIELD] = { false };

    for (int tries = 0; n < want && tries < 40; tries++) {
        bool fits = x >= 0 && x < FIELD && y >= 0 && y < FIELD && f->what[y * FIELD + x] == 0 && !taken[y * FIELD + x];

        if (fits) {
            xy[n][0] = (uint8_t)x;
            xy[n++][1] = (uint8_t)y;
            taken[y * FIELD + x] = true;
        } else if (n == 0) {
            return;
        }
        face = draw(r, 4);
        x = xy[n - 1][0] + step_x[face];
        y = xy[n - 1][1] + step_y[face];
    }
    for (int i = 0; i < n; i++)
        memcpy(from_head[i], xy[n - 1 - i], 2);
    face = draw(r, 4);
    for (int d = 0; n > 1 && d < 4; d++)
        if (from_head[0][0] - from_head[1][0] == step_x[d] && from_head[0][1] - from_head[1][1] == step_y[d])
            face = d;
    field_place(f, snake, (const uint8_t(*)[2])from_head, n, face);
}

/* ---- the slow matcher ---------------------------------------------------- */

static void turned(int v, int dx, int dy, int *x, int *y)
{
    const int table[8][4] = { { 1, 0, 0, 1 },  { 0, -1, 1, 0 },  { -1, 0, 0, -1 }, { 0, 1, -1, 0 },
                              { -1, 0, 0, 1 }, { 0, -1, -1, 0 }, { 1, 0, 0, -1 },  { 0, 1, 1, 0 } };

    *x = table[v][0] * dx + table[v][1] * dy;
    *y = table[v][2] * dx + table[v][3] * dy;
}

static int things_accepted(const struct snake_program *p, char letter, bool accepted[THINGS])
{
    bool upper = letter >= 'A' && letter <= 'Z';
    char big = upper ? letter : (char)(letter - 'a' + 'A');
    int  n = 0;

    for (int t = 0; t < THINGS; t++) {
        bool in = big >= 'A' && big <= 'D' ? p->template[big - 'A'] >> t & 1 : THING_LETTERS[t] == big;

        accepted[t] = upper ? in : !in;
        n += accepted[t];
    }
    return n;
}

static int slow_score(const struct field *f, int me, const struct snake_program *p, const struct snake_map *map, int v)
{
    const struct snake *s = &f->snake[me];
    int                 head_x = s->cell[s->head] % FIELD, head_y = s->cell[s->head] / FIELD;
    int                 cells[8] = { 0 }, hits[8] = { 0 }, weight[8] = { 0 }, score = 1;
    bool                some_and = false, and_done = false;

    for (int i = 0; i < MAP_CELLS; i++) {
        bool accepted[THINGS];
        int  x, y, group = map->cell[i].group;

        if (!map->cell[i].pattern)
            continue;
        int k = things_accepted(p, map->cell[i].pattern, accepted);
        turned(v, i % MAP_SIDE - map->head_x, i / MAP_SIDE - map->head_y, &x, &y);
        cells[group]++;
        if (accepted[field_thing(f, me, head_x + x, head_y + y)]) {
            hits[group]++;
            weight[group] += THINGS - k;
        }
    }
    for (int group = 0; group < 4; group++) {
        if (!cells[group])
            continue;
        some_and = true;
        if (hits[group] == cells[group]) {
            and_done = true;
            score += weight[group];
        }
    }
    if (some_and && !and_done)
        return 0;
    for (int group = 4; group < 8; group++) {
        if (cells[group] && !hits[group])
            return 0;
        score += weight[group];
    }
    return score;
}

static bool enterable(const struct field *f, int me, int d)
{
    const struct snake *s = &f->snake[me];
    enum thing          t = field_thing(f, me, s->cell[s->head] % FIELD + step_x[d], s->cell[s->head] / FIELD + step_y[d]);

    return t == VACANT || t == OWN_TAIL || t == TAIL;
}

/* The debug number of each direction that may be taken; 0 for the others. */
static void slow_decide(const struct field *f, int me, const struct snake_program *p, uint8_t allowed[4], uint8_t *stuck)
{
    int face = f->snake[me].face, n = 0;
    int dirs[3];

    memset(allowed, 0, 4);
    *stuck = 0;
    for (int turn = 3; turn <= 5; turn++)
        if (enterable(f, me, (face + turn) % 4))
            dirs[n++] = (face + turn) % 4;
    if (n == 0)
        *stuck = REASON_NO_WAY;
    if (n == 1)
        allowed[dirs[0]] = REASON_ONE_WAY;
    if (n < 2)
        return;
    for (int m = 0; m < p->n_maps; m++) {
        int best[3], variant[3], top = 0;

        for (int i = 0; i < n; i++) {
            int plain = slow_score(f, me, p, &p->map[m], dirs[i]), mirrored = slow_score(f, me, p, &p->map[m], dirs[i] + 4);

            best[i] = plain > mirrored ? plain : mirrored;
            variant[i] = mirrored > plain ? dirs[i] + 4 : dirs[i];
            top = best[i] > top ? best[i] : top;
        }
        for (int i = 0; top && i < n; i++)
            if (best[i] == top)
                allowed[dirs[i]] = (uint8_t)(8 * (m + 1) + variant[i]);
        if (top)
            return;
    }
    for (int i = 0; i < n; i++)
        allowed[dirs[i]] = REASON_NO_MAP;
}

/* What the snake sees, painted: the same choice. */
static void check_painted(const struct field *f, struct tactics *tactics, const uint8_t allowed[4], uint8_t stuck)
{
    enum thing    sight[SIGHT][SIGHT];
    struct choice choice;
    int           cell = f->snake[0].cell[f->snake[0].head], choices = 0;

    for (int y = 0; y < SIGHT; y++)
        for (int x = 0; x < SIGHT; x++)
            sight[y][x] = field_thing(f, 0, cell % FIELD + x - REACH, cell / FIELD + y - REACH);
    sight_decide((const enum thing(*)[SIGHT])sight, tactics, &choice);
    for (int d = 0; d < 4; d++)
        choices += allowed[d] != 0;
    assert_int_equal(choice.n, choices);
    if (!choice.n)
        assert_int_equal(choice.reason, stuck);
    for (int i = 0; i < choice.n; i++)
        assert_int_equal(choice.map ? 8 * choice.map + choice.variant[i] : choice.reason, allowed[choice.dir[i]]);
}

/* ---- tests ---------------------------------------------------------------- */

static void fast_agrees_with_slow(void **unused)
{
    static const bool    nobody[SNAKES];
    struct rng           r = rng_seeded(2026);
    struct tactics      *tactics = malloc(tactics_size());
    struct snake_program p;
    struct field         f;
    long                 decided = 0, by_map = 0, ties = 0;

    (void)unused;
    for (long i = 0; i < (long)POSITIONS * test_scale(); i++) {
        uint8_t allowed[4], stuck, reached[4] = { 0 };
        int     choices = 0;

        field_start(&f, nobody, 0, 10);
        for (int s = 0; s < SNAKES; s++)
            draw_snake(&r, &f, s);
        if (f.snake[0].length < 2)
            continue;
        draw_program(&r, &p);
        tactics_compile(tactics, &p);
        slow_decide(&f, 0, &p, allowed, &stuck);
        for (int d = 0; d < 4; d++)
            choices += allowed[d] != 0;
        for (int again = 0; again < (choices > 1 ? 40 : 1); again++) {
            uint8_t debug = 0;

            f.rng = rng_seeded(rng_next(&r));
            int d = field_decide(&f, 0, tactics, &debug);
            if (d < 0 ? debug != stuck || choices : allowed[d] == 0 || allowed[d] != debug)
                fail_msg("position %ld: direction %d, debug %d", i, d, debug);
            if (d >= 0)
                reached[d] = debug;
            by_map += debug >= 8;
        }
        /* A fair die does not miss one of three sides forty times. */
        for (int d = 0; choices > 1 && d < 4; d++)
            assert_int_equal(reached[d], allowed[d]);
        if (f.snake[0].face == 0)
            check_painted(&f, tactics, allowed, stuck);
        decided++;
        ties += choices > 1;
    }
    free(tactics);
    /* The positions are worth something. */
    assert_true(decided > POSITIONS / 2 && by_map > POSITIONS / 4 && ties > POSITIONS / 10);
}

/* The field as it should be, from the snakes' cells alone. */
static void assert_sound(const struct field *f, int total)
{
    uint8_t what[FIELD * FIELD] = { 0 };
    int     sum = 0;

    for (int i = 0; i < SNAKES; i++) {
        const struct snake *s = &f->snake[i];

        sum += s->length;
        for (int k = 0; k < s->length; k++) {
            int cell = s->cell[(s->head + k) % RING];
            int part = k == s->length - 1 ? 2 : k == 0 ? 0 : 1;

            assert_int_equal(what[cell], 0);
            what[cell] = (uint8_t)(1 + 3 * i + part);
        }
    }
    assert_int_equal(sum, total);
    assert_memory_equal(what, f->what, sizeof what);
}

static void no_cell_is_lost(void **unused)
{
    struct rng           r = rng_seeded(7);
    struct snake_program p[SNAKES];
    struct tactics      *tactics[SNAKES];
    int                  ends[4] = { 0 };

    (void)unused;
    for (int i = 0; i < SNAKES; i++)
        tactics[i] = malloc(tactics_size());
    for (int n = 0; n < FIGHTS * test_scale(); n++) {
        bool         present[SNAKES];
        struct field f;
        int          total = 0;

        for (int i = 0; i < SNAKES; i++) {
            present[i] = i == n % SNAKES || draw(&r, 4);
            draw_program(&r, &p[i]);
            tactics_compile(tactics[i], &p[i]);
            total += present[i] ? SNAKE_START : 0;
        }
        field_start(&f, present, rng_next(&r), 300);
        while (f.end == FIGHT_RUNS) {
            struct turn t;
            int         turns = f.turns;

            field_turn(&f, tactics, &t);
            assert_sound(&f, total);
            assert_int_equal(f.turns, turns + t.recorded);
            assert_int_equal(t.recorded, f.end != FIGHT_BLOCKED);
            assert_true(t.code < 16384);
        }
        ends[f.end]++;
    }
    for (int i = 0; i < SNAKES; i++)
        free(tactics[i]);
    assert_true(ends[FIGHT_LIMIT] && ends[FIGHT_BLOCKED]);
}

/* The text form of a program says all of it. */
static void programs_round_trip(void **unused)
{
    struct rng           r = rng_seeded(3);
    struct snake_program p, q;
    struct buf           text = { 0 };

    (void)unused;
    for (int n = 0; n < 500; n++) {
        draw_program(&r, &p);
        buf_clear(&text);
        program_write(&p, &text);
        assert_int_equal(program_read(buf_view(&text), &q), ERR_OK);
        assert_memory_equal(&p, &q, sizeof p);
        /* One letter less is no program. */
        assert_int_equal(program_read((struct str){ text.at, text.len - 1 }, &q), ERR_MALFORMED);
    }
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_agrees_with_slow),
        cmocka_unit_test(no_cell_is_lost),
        cmocka_unit_test(programs_round_trip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
