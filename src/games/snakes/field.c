/* The engine of a fight.
 *
 * A map covers at most six cells in each direction, so all that matters to a
 * snake is the 13 x 13 square around its head: 169 bits for each kind of thing.
 * A map is compiled, for each of its eight rotated and mirrored variants, into
 * sets of cells of that square; matching it takes a few ANDs on three words. */
#include "games/snakes/field.h"

enum {
    WORDS = 3, /* 169 bits */
    VARIANTS = 8,
    GROUPS = 8,
    FIRST_OR = 4,
    WEIGHTS = 6,
    PART_HEAD = 0,
    PART_BODY = 1,
    PART_TAIL = 2,
};

struct cells {
    uint64_t w[WORDS];
};

/* One variant of one map. */
struct variant {
    struct cells accepts[THINGS]; /* cells whose pattern accepts the thing */
    struct cells group[GROUPS];
    struct cells weight[WEIGHTS]; /* cells of weight i + 1 */
};

struct compiled_map {
    uint8_t        things;  /* bit set: kinds of things that some pattern accepts */
    uint8_t        groups;  /* bit set: groups in use */
    uint8_t        weights; /* bit set */
    bool           even;    /* symmetric: only the unmirrored variants are tried */
    struct variant variant[VARIANTS];
};

struct tactics {
    int                 n_maps;
    struct compiled_map map[PROGRAM_MAPS];
    uint8_t             reach[THINGS]; /* how far from the head a thing of this kind matters */
    unsigned            seen;          /* kinds of `sight` that are valid in this step */
    struct cells        sight[THINGS];
};

static const int8_t step_x[4] = { 0, 1, 0, -1 };
static const int8_t step_y[4] = { -1, 0, 1, 0 };

/* ---- sets of cells ------------------------------------------------------ */

static void cells_set(struct cells *c, int bit)
{
    c->w[bit >> 6] |= UINT64_C(1) << (bit & 63);
}

static bool cells_within(const struct cells *part, const struct cells *whole)
{
    uint64_t outside = 0;

    for (int i = 0; i < WORDS; i++)
        outside |= part->w[i] & ~whole->w[i];
    return !outside;
}

static bool cells_meet(const struct cells *a, const struct cells *b)
{
    uint64_t both = 0;

    for (int i = 0; i < WORDS; i++)
        both |= a->w[i] & b->w[i];
    return both != 0;
}

static int cells_count(const struct cells *a, const struct cells *b)
{
    int n = 0;

    for (int i = 0; i < WORDS; i++)
        n += __builtin_popcountll(a->w[i] & b->w[i]);
    return n;
}

/* ---- compiling ---------------------------------------------------------- */

/* Where variant v maps the cell at offset (dx, dy) from the map's head: v is
 * the number of quarter turns clockwise, plus 4 if mirrored left-right
 * first. */
static int turned(int v, int dx, int dy)
{
    if (v & 4)
        dx = -dx;
    for (int i = 0; i < (v & 3); i++) {
        int x = dx;

        dx = -dy;
        dy = x;
    }
    return (dy + REACH) * SIGHT + dx + REACH;
}

static uint8_t distance(int dx, int dy)
{
    int x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;

    return (uint8_t)(x > y ? x : y);
}

static void compile_map(struct compiled_map *to, const struct snake_program *p, const struct snake_map *map, uint8_t reach[THINGS])
{
    memset(to, 0, sizeof *to);
    for (int i = 0; i < MAP_CELLS; i++) {
        if (!map->cell[i].pattern)
            continue;
        unsigned things = pattern_things(p, map->cell[i].pattern);
        int      weight = THINGS - __builtin_popcount(things);
        int      dx = i % MAP_SIDE - map->head_x, dy = i / MAP_SIDE - map->head_y;

        for (int t = 0; t < THINGS; t++)
            if ((things & 1u << t) && reach[t] < distance(dx, dy))
                reach[t] = distance(dx, dy);
        to->things |= (uint8_t)things;
        to->groups |= (uint8_t)(1u << map->cell[i].group);
        to->weights |= (uint8_t)(1u << (weight - 1));
        for (int v = 0; v < VARIANTS; v++) {
            int bit = turned(v, dx, dy);

            for (int t = 0; t < THINGS; t++)
                if (things & 1u << t)
                    cells_set(&to->variant[v].accepts[t], bit);
            cells_set(&to->variant[v].group[map->cell[i].group], bit);
            cells_set(&to->variant[v].weight[weight - 1], bit);
        }
    }
    to->even = memcmp(&to->variant[0], &to->variant[4], sizeof to->variant[0]) == 0;
}

size_t tactics_size(void)
{
    return sizeof(struct tactics);
}

void tactics_compile(struct tactics *t, const struct snake_program *program)
{
    t->n_maps = program->n_maps;
    t->seen = 0;
    memset(t->reach, 0, sizeof t->reach);
    for (int i = 0; i < program->n_maps; i++)
        compile_map(&t->map[i], program, &program->map[i], t->reach);
}

/* ---- seeing ------------------------------------------------------------- */

static int cell_x(int cell)
{
    return cell % FIELD;
}

static int cell_y(int cell)
{
    return cell / FIELD;
}

static int head_cell(const struct snake *s)
{
    return s->cell[s->head];
}

static int tail_cell(const struct snake *s)
{
    return s->cell[(s->head + s->length - 1) % RING];
}

/* Bits of a padded row that lie inside the field. */
static uint64_t inside_row(int padded_y)
{
    return padded_y < REACH || padded_y >= REACH + FIELD ? 0 : ((UINT64_C(1) << FIELD) - 1) << REACH;
}

/* One padded row of a kind of thing, as snake `me` sees it; heads and tails are
 * handled separately. */
static uint64_t row_of(const struct field *f, int me, enum thing thing, int y)
{
    switch (thing) {
    case OWN_BODY:
        return f->body[me][y];
    case BODY:
        return f->bodies[y] ^ f->body[me][y];
    case VACANT:
        return f->vacant[y];
    default:
        return ~inside_row(y);
    }
}

static void see_cell(struct cells *to, int head, int cell)
{
    int dx = cell_x(cell) - cell_x(head), dy = cell_y(cell) - cell_y(head);

    if (dx >= -REACH && dx <= REACH && dy >= -REACH && dy <= REACH)
        cells_set(to, (dy + REACH) * SIGHT + dx + REACH);
}

/* Where in the square around the snake's head things of this kind are; at most
 * `reach` rows above and below. */
static void look(const struct field *f, int me, enum thing thing, int reach, struct cells *to)
{
    int head = head_cell(&f->snake[me]);

    *to = (struct cells){ { 0 } };
    if (thing == OWN_TAIL) {
        see_cell(to, head, tail_cell(&f->snake[me]));
        return;
    }
    if (thing == HEAD || thing == TAIL) {
        for (int i = 0; i < SNAKES; i++) {
            const struct snake *s = &f->snake[i];

            if (i == me || !s->length || (thing == HEAD && s->length == 1))
                continue; /* a remnant of one cell is a tail */
            see_cell(to, head, thing == HEAD ? head_cell(s) : tail_cell(s));
        }
        return;
    }
    int x = cell_x(head), y = cell_y(head); /* the square's corner in padded coordinates */
    for (int row = REACH - reach, bit = row * SIGHT; row <= REACH + reach; row++, bit += SIGHT) {
        uint64_t bits = (row_of(f, me, thing, y + row) >> x) & ((1u << SIGHT) - 1);

        to->w[bit >> 6] |= bits << (bit & 63);
        if ((bit & 63) > 64 - SIGHT)
            to->w[(bit >> 6) + 1] |= bits >> (64 - (bit & 63));
    }
}

/* ---- matching ----------------------------------------------------------- */

/* The score of a variant: 0 if it does not match, else 1 + the weights of the
 * cells that count. AND-groups are alternatives, one of which must match; cells
 * of the others do not count. OR-groups are all required. */
static int score(const struct tactics *t, const struct compiled_map *map, int v)
{
    const struct variant *var = &map->variant[v];
    struct cells          hits = { { 0 } }, count = { { 0 } };
    bool                  some_and = false;

    for (unsigned left = map->things; left; left &= left - 1) {
        int thing = __builtin_ctz(left);

        for (int i = 0; i < WORDS; i++)
            hits.w[i] |= t->sight[thing].w[i] & var->accepts[thing].w[i];
    }
    for (unsigned left = map->groups; left; left &= left - 1) {
        int  group = __builtin_ctz(left);
        bool is_or = group >= FIRST_OR;

        if (is_or ? !cells_meet(&var->group[group], &hits) : !cells_within(&var->group[group], &hits)) {
            if (is_or)
                return 0;
            continue;
        }
        some_and |= !is_or;
        for (int i = 0; i < WORDS; i++)
            count.w[i] |= var->group[group].w[i] & hits.w[i];
    }
    if (!some_and && (map->groups & ((1u << FIRST_OR) - 1)))
        return 0;
    int sum = 1;
    for (unsigned left = map->weights; left; left &= left - 1) {
        int weight = __builtin_ctz(left);

        sum += (weight + 1) * cells_count(&var->weight[weight], &count);
    }
    return sum;
}

/* The directions in which a snake can go. */
struct ways {
    int     n;
    uint8_t dir[3];
};

static bool enterable(const struct field *f, int x, int y)
{
    if (x < 0 || x >= FIELD || y < 0 || y >= FIELD)
        return false;
    int what = f->what[y * FIELD + x];
    return what == 0 || (what - 1) % 3 == PART_TAIL; /* its own tail, or another's */
}

/* Keeps the directions with the best score of one map; false if the map matches
 * in none. */
static bool best_directions(const struct tactics *t, const struct compiled_map *map, const struct ways *ways, struct choice *out)
{
    int top = 0;

    for (int i = 0; i < ways->n; i++) {
        int d = ways->dir[i];
        int plain = score(t, map, d), mirrored = map->even ? plain : score(t, map, d + 4);
        int best = mirrored > plain ? mirrored : plain;

        if (best > top) {
            top = best;
            out->n = 0;
        }
        if (top && best == top) {
            out->dir[out->n] = (uint8_t)d;
            out->variant[out->n++] = (uint8_t)(mirrored > plain ? d + 4 : d);
        }
    }
    return top > 0;
}

/* Finds the things that a map needs and that earlier maps of this step did not.
 * False if there are none anywhere: the map cannot match. */
static bool in_sight(const struct field *f, int snake, struct tactics *t, const struct compiled_map *map)
{
    uint64_t any = !map->groups; /* a blank map always matches */

    for (unsigned left = map->things; left; left &= left - 1) {
        int           thing = __builtin_ctz(left);
        struct cells *sight = &t->sight[thing];

        if (!(t->seen & 1u << thing))
            look(f, snake, (enum thing)thing, t->reach[thing], sight);
        any |= sight->w[0] | sight->w[1] | sight->w[2];
    }
    t->seen |= map->things;
    return any != 0;
}

/* Tries the maps in order; `f` is only read for things that have not been found
 * yet. */
static void choose(const struct field *f, int snake, struct tactics *t, const struct ways *ways, struct choice *out)
{
    *out = (struct choice){ .n = (uint8_t)ways->n };
    memcpy(out->dir, ways->dir, sizeof out->dir);
    if (ways->n < 2) {
        out->reason = ways->n ? REASON_ONE_WAY : REASON_NO_WAY;
        return;
    }
    for (int m = 0; m < t->n_maps; m++)
        if (in_sight(f, snake, t, &t->map[m]) && best_directions(t, &t->map[m], ways, out)) {
            out->map = (uint8_t)(m + 1);
            return;
        }
    out->reason = REASON_NO_MAP;
}

int field_decide(struct field *f, int snake, struct tactics *t, uint8_t *debug)
{
    const struct snake *s = &f->snake[snake];
    int                 x = cell_x(head_cell(s)), y = cell_y(head_cell(s));
    struct ways         ways = { 0 };
    struct choice       choice;

    for (int turn = 3; turn <= 5; turn++) { /* left, ahead, right */
        int d = (s->face + turn) & 3;

        if (enterable(f, x + step_x[d], y + step_y[d]))
            ways.dir[ways.n++] = (uint8_t)d;
    }
    t->seen = 0;
    choose(f, snake, t, &ways, &choice);
    int pick = choice.n > 1 ? (int)rng_below(&f->rng, choice.n) : 0;
    *debug = choice.map ? (uint8_t)(8 * choice.map + choice.variant[pick]) : choice.reason;
    return choice.n ? choice.dir[pick] : -1;
}

void sight_decide(const enum thing sight[SIGHT][SIGHT], struct tactics *t, struct choice *out)
{
    struct ways ways = { 0 };

    for (int turn = 3; turn <= 5; turn++) {
        int        d = turn & 3;
        enum thing next = sight[REACH + step_y[d]][REACH + step_x[d]];

        if (next == VACANT || next == OWN_TAIL || next == TAIL)
            ways.dir[ways.n++] = (uint8_t)d;
    }
    memset(t->sight, 0, sizeof t->sight);
    for (int i = 0; i < SIGHT * SIGHT; i++)
        if (i != REACH * SIGHT + REACH)
            cells_set(&t->sight[sight[i / SIGHT][i % SIGHT]], i);
    t->seen = (1u << THINGS) - 1;
    choose(NULL, 0, t, &ways, out);
}

/* ---- moving ------------------------------------------------------------- */

static void put(struct field *f, int cell, int snake, int part)
{
    int      y = cell_y(cell) + REACH;
    uint64_t bit = UINT64_C(1) << (cell_x(cell) + REACH);

    f->what[cell] = (uint8_t)(1 + 3 * snake + part);
    f->vacant[y] &= ~bit;
    if (part == PART_BODY) {
        f->body[snake][y] |= bit;
        f->bodies[y] |= bit;
    } else {
        f->body[snake][y] &= ~bit;
        f->bodies[y] &= ~bit;
    }
}

/* Removes the last cell of a snake; what remains ends in a tail, even if that
 * is a single cell. */
static void lose_tail(struct field *f, int snake)
{
    struct snake *s = &f->snake[snake];
    int           cell = tail_cell(s);

    f->what[cell] = 0;
    f->vacant[cell_y(cell) + REACH] |= UINT64_C(1) << (cell_x(cell) + REACH);
    s->length--;
    if (s->length)
        put(f, tail_cell(s), snake, PART_TAIL);
}

/* The snake that was bitten, or -1. */
static int advance(struct field *f, int snake, int d)
{
    struct snake *s = &f->snake[snake];
    int           from = head_cell(s);
    int           to = from + step_y[d] * FIELD + step_x[d];
    int           bitten = f->what[to] ? (f->what[to] - 1) / 3 : snake;

    if (bitten != snake) {
        lose_tail(f, bitten);
        if (f->snake[bitten].length < 2)
            f->snake[bitten].status = STATUS_EATEN;
    }
    put(f, from, snake, PART_BODY);
    s->head = (uint8_t)((s->head + RING - 1) % RING);
    s->cell[s->head] = (uint16_t)to;
    s->length++;
    if (bitten == snake)
        lose_tail(f, snake); /* before the head moves: it may enter the cell that its tail leaves */
    put(f, to, snake, PART_HEAD);
    s->face = (uint8_t)d;
    s->status = STATUS_FREE;
    return bitten == snake ? -1 : bitten;
}

/* ---- turns -------------------------------------------------------------- */

/* The n-th permutation of four positions. */
static void draw_order(struct rng *r, uint8_t order[SNAKES])
{
    uint64_t n = rng_below(r, 24);

    for (uint8_t i = 0; i < SNAKES; i++)
        order[i] = i;
    for (int i = 0; i < SNAKES - 1; i++) {
        int     left = SNAKES - i;
        int     pick = i + (int)(n % (uint64_t)left);
        uint8_t other = order[pick];

        n /= (uint64_t)left;
        order[pick] = order[i];
        order[i] = other;
    }
}

static void end_turn(struct field *f, bool moved, struct turn *out)
{
    int with_cells = 0;

    if (!moved) {
        f->end = FIGHT_BLOCKED;
        return;
    }
    out->recorded = 1;
    f->turns++;
    for (int i = 0; i < SNAKES; i++)
        with_cells += f->snake[i].length > 0;
    if (f->at_start > 1 && with_cells < 2)
        f->end = FIGHT_EATEN;
    else if (f->turns == f->turn_limit)
        f->end = FIGHT_LIMIT;
}

void field_turn(struct field *f, struct tactics *const tactics[SNAKES], struct turn *out)
{
    uint8_t order[SNAKES];
    bool    moved = false;

    draw_order(&f->rng, order);
    *out = (struct turn){ .code = (uint16_t)(order[0] | order[1] << 2 | order[2] << 4) };
    for (int i = 0; i < SNAKES; i++) {
        int           at = order[i];
        struct snake *s = &f->snake[at];

        if (s->length < 2)
            continue;
        int d = field_decide(f, at, tactics[at], &out->debug[at]);
        if (d < 0) {
            s->status = STATUS_BLOCKED;
            continue;
        }
        out->code |= (uint16_t)(((d - s->face + 2) & 3) << (6 + 2 * at));
        out->bitten[at] = (uint8_t)(1 + advance(f, at, d));
        moved = true;
    }
    end_turn(f, moved, out);
}

void field_turn_of(struct field *f, const struct snake_program program[SNAKES], struct turn *out)
{
    struct tactics  compiled[SNAKES];
    struct tactics *tactics[SNAKES] = { 0 };

    for (int i = 0; i < SNAKES; i++)
        if (program[i].present)
            tactics_compile(tactics[i] = &compiled[i], &program[i]);
    field_turn(f, tactics, out);
}

void field_place(struct field *f, int snake, const uint8_t (*xy)[2], int n, int face)
{
    struct snake *s = &f->snake[snake];

    *s = (struct snake){ .present = 1, .face = (uint8_t)face, .length = (uint8_t)n };
    f->at_start++;
    for (int i = 0; i < n; i++) {
        s->cell[i] = (uint16_t)(xy[i][1] * FIELD + xy[i][0]);
        put(f, s->cell[i], snake, i == n - 1 ? PART_TAIL : i == 0 ? PART_HEAD : PART_BODY);
    }
}

void start_cells(int position, uint8_t xy[SNAKE_START][2])
{
    static const uint8_t heads[SNAKES][2] = { { 12, 15 }, { 9, 12 }, { 12, 9 }, { 15, 12 } };

    for (int k = 0; k < SNAKE_START; k++) {
        xy[k][0] = (uint8_t)(heads[position][0] - k * step_x[position]);
        xy[k][1] = (uint8_t)(heads[position][1] - k * step_y[position]);
    }
}

void field_start(struct field *f, const bool present[SNAKES], uint64_t seed, int turn_limit)
{
    memset(f, 0, sizeof *f);
    f->rng = rng_seeded(seed);
    f->turn_limit = (uint16_t)turn_limit;
    for (int y = 0; y < PADDED; y++)
        f->vacant[y] = inside_row(y);
    for (int i = 0; i < SNAKES; i++) {
        uint8_t xy[SNAKE_START][2];

        start_cells(i, xy);
        if (present[i])
            field_place(f, i, (const uint8_t(*)[2])xy, SNAKE_START, i);
    }
}

enum thing field_thing(const struct field *f, int me, int x, int y)
{
    static const enum thing own[] = { OWN_BODY, OWN_BODY, OWN_TAIL }, other[] = { HEAD, BODY, TAIL };

    if (x < 0 || x >= FIELD || y < 0 || y >= FIELD)
        return BORDER;
    int what = f->what[y * FIELD + x];
    if (what == 0)
        return VACANT;
    return (what - 1) / 3 == me ? own[(what - 1) % 3] : other[(what - 1) % 3];
}
