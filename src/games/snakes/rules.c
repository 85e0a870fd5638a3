#include "games/snakes/rules.h"

#include "games/snakes/samples.h"

static const struct option options[] = {
    [SNAKES_OPTION_LIMIT] = { .name = "turns",
                              .help = "turns after which the fight ends",
                              .least = 1,
                              .most = TURNS_MAX,
                              .normal = TURNS_MAX },
    { 0 },
};

static const struct move_kind kinds[] = {
    [SNAKES_TURN] = { "turn", 0, 0, 0 },
    { 0 },
};

static void seat_samples(struct snakes_state *g)
{
    for (int i = 0, s = 0; i < SNAKES; i++, s++) {
        if (!snake_samples[s].name)
            s = 0;
        sample_program(&snake_samples[s], &g->program[i]);
    }
}

static enum err setup(void *state, const struct setup *s, const char **why)
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
            return *why = "a program cannot be read", ERR_REFUSED;
    }
    for (int i = 0; i < SNAKES; i++)
        n += present[i] = g->program[i].present;
    if (n == 0)
        return *why = "a fight needs a snake", ERR_REFUSED;
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

static enum err apply(void *state, const struct move *m, struct effects *out, const char **why)
{
    struct snakes_state *g = state;

    if (!to_act(state))
        return *why = "the fight is over", ERR_REFUSED;
    if (m->seat != 0)
        return *why = "the first seat keeps the fight going", ERR_REFUSED;

    field_turn_of(&g->field, g->program, &g->last);
    effect_add(out, SNAKES_EFFECT_TURN, 0, g->last.code, g->last.recorded, 0, 0);
    for (int i = 0; i < SNAKES; i++)
        if (g->last.debug[i])
            effect_add(out, SNAKES_EFFECT_DEBUG, i, g->last.debug[i], 0, 0, 0);
    return ERR_OK;
}

/* Programs are secret unless their owners say otherwise, which this table does
 * not know; so is what the generator will do. */
static void redact(void *state, int seat)
{
    struct snakes_state *g = state;

    (void)seat;
    g->field.rng = rng_seeded(0);
    memset(g->program, 0, sizeof g->program);
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

extern const struct game snakes_game;
const struct game        snakes_game = {
           .name = "snakes",
           .title = "Snakes",
           .blurb = "Write a program of small maps and let your snake fight three others.",
           .min_seats = SNAKES,
           .max_seats = SNAKES,
           .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_COMPUTED,
           .state_size = sizeof(struct snakes_state),
           .legal_max = 1,
           .options = options,
           .kinds = kinds,
           .setup = setup,
           .to_act = to_act,
           .legal = legal,
           .apply = apply,
           .redact = redact,
           .view = snakes_view,
           .draw = snakes_draw,
           .describe = snakes_describe,
           .result = result,
};
