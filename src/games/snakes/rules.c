#include "games/snakes/rules.h"

#include "games/snakes/samples.h"

static const struct option options[] = {
    [SNAKES_OPTION_LIMIT] = { .name = "turns",
                              .title = "Turns",
                              .help = "turns after which the fight ends",
                              .kind = OPTION_NUMBER,
                              .min = 1,
                              .max = TURNS_MAX,
                              .default_value = TURNS_MAX },
    { 0 },
};

static const struct move_kind kinds[] = {
    [SNAKES_TURN] = { .word = "turn", .meaning = "All snakes make their next step, in an order that is drawn." },
    { 0 },
};

static const struct effect_kind effects[] = {
    [SNAKES_EFFECT_TURN] = { .name = "turn",
                             .meaning = "A turn was fought: its number as in Turns of the protocol, and whether it counts.",
                             .arg = { { .name = "code" }, { .name = "recorded" } } },
    [SNAKES_EFFECT_DEBUG] = { .name = "debug",
                              .meaning = "Why a snake went where it did, as in DebugData: 8 * map + variant, or 1 no way, 2 one "
                                         "way, 3 no map. Only its owner knows.",
                              .arg = { { .name = "n" } } },
    [SNAKES_EFFECT_BITE] = { .name = "bite", .meaning = "A snake bit another one's tail off.", .arg = { { .name = "from" } } },
    { 0 },
};

static const struct refusal_kind refusals[] = {
    [SNAKES_GAME_OVER] = { .word = "game_over", .text = "The fight is over." },
    [SNAKES_NOT_YOUR_TURN] = { .word = "not_your_turn", .text = "Only the first seat keeps the fight going." },
    [SNAKES_BAD_PROGRAM] = { .word = "bad_program", .text = "The program at position {0} cannot be read.", .arg = { "position" } },
    [SNAKES_NO_SNAKE] = { .word = "no_snake", .text = "A fight needs at least one snake." },
    { 0 },
};

/* The protocol's, which never change: the same setup is the same fight. */
static void seat_samples(struct snakes_state *g)
{
    for (int i = 0; i < SNAKES; i++)
        sample_program(&snake_samples[i % SAMPLES_OF_PROTOCOL], &g->program[i]);
}

static enum err setup(void *state, const struct setup *s, struct refusal *why)
{
    struct snakes_state *g = state;
    struct str           lines = s->extra;
    bool                 present[SNAKES];
    int                  n = 0;

    if (s->extra.len == 0)
        seat_samples(g);
    for (int i = 0; s->extra.len && i < SNAKES; i++) {
        struct str line = str_cut(&lines, '\n');

        if (line.len && program_read(line, &g->program[i]) != ERR_OK)
            return refuse_args(why, refusals, SNAKES_BAD_PROGRAM, i, 0, 0);
    }
    for (int i = 0; i < SNAKES; i++)
        n += present[i] = g->program[i].present;
    if (n == 0)
        return refuse(why, refusals, SNAKES_NO_SNAKE);
    field_start(&g->field, present, s->seed, s->option[SNAKES_OPTION_LIMIT]);
    return ERR_OK;
}

static unsigned to_act(const void *state)
{
    const struct snakes_state *g = state;

    return g->field.end == FIGHT_RUNS;
}

static void legal(const void *state, int seat, struct move_list *out)
{
    if (seat == 0 && to_act(state))
        move_list_new(out, 0, SNAKES_TURN);
}

/* What the turn did, in the order of steps. */
static void tell(const struct turn *t, struct effects *out)
{
    int fourth = 6;

    effect_add(out, SNAKES_EFFECT_TURN, SEAT_TABLE, t->code, t->recorded, 0, 0);
    for (int step = 0; step < SNAKES; step++) {
        int snake = step < SNAKES - 1 ? t->code >> 2 * step & 3 : fourth;

        fourth -= snake;
        if (t->debug[snake])
            effect_put(out, &(struct effect){ .what = SNAKES_EFFECT_DEBUG,
                                              .seat = (uint8_t)snake,
                                              .seen_by = (uint8_t)(1u << snake),
                                              .hidden = 1,
                                              .arg = { t->debug[snake] } });
        if (t->bitten[snake])
            effect_add(out, SNAKES_EFFECT_BITE, snake, t->bitten[snake] - 1, 0, 0, 0);
    }
}

static enum err apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct snakes_state *g = state;

    if (!to_act(state))
        return refuse(why, refusals, SNAKES_GAME_OVER);
    if (m->seat != 0)
        return refuse(why, refusals, SNAKES_NOT_YOUR_TURN);

    field_turn_of(&g->field, g->program, &g->last);
    tell(&g->last, out);
    return ERR_OK;
}

/* The others' programs, the decisions of their maps and the generator are
 * secret. A snake without maps still moves: at random. */
static void redact(void *state, int seat)
{
    struct snakes_state *g = state;

    g->field.rng = rng_seeded(0);
    for (int i = 0; i < SNAKES; i++)
        if (i != seat) {
            g->program[i] = (struct snake_program){ .present = g->program[i].present };
            g->last.debug[i] = 0;
        }
}

/* A hidden program could be any of the samples. */
static void determinize(void *seen, int seat, struct rng *r)
{
    struct snakes_state *g = seen;

    g->field.rng = rng_seeded(rng_next(r));
    for (int i = 0; i < SNAKES; i++)
        if (i != seat && g->program[i].present)
            sample_program(&snake_samples[rng_below(r, (uint64_t)sample_count())], &g->program[i]);
}

static void result(const void *state, struct result *out)
{
    const struct snakes_state *g = state;

    *out = (struct result){ .over = !to_act(state) };
    for (int i = 0; i < SNAKES; i++) {
        out->points[i] = g->field.snake[i].length;
        out->rank[i] = 1;
        for (int k = 0; k < SNAKES; k++)
            out->rank[i] += g->field.snake[k].length > g->field.snake[i].length;
    }
}

/* clang-format off */
extern const struct game snakes_game;
const struct game snakes_game = {
    .name = "snakes", .title = "Snakes",
    .blurb = "Write a program of small maps and let your snake fight three others.",
    .min_seats = SNAKES, .max_seats = SNAKES, .usual_seats = SNAKES,
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_COMPUTED, .state_size = sizeof(struct snakes_state),
    .options = options, .kinds = kinds, .effects = effects, .refusals = refusals,
    .setup = setup, .to_act = to_act, .legal = legal, .apply = apply,
    .redact = redact, .determinize = determinize,
    .view = snakes_view, .board = snakes_board, .names = snakes_names, .shapes = &snakes_shapes,
    .draw = snakes_draw, .describe = snakes_describe,
    .result = result,
};
/* clang-format on */
