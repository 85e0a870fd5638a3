/* Whole fights, turn by turn, and their records. */
#include "games/snakes/fight.h"

/* The layout of the caller's memory; the compiled programs follow it. */
struct fight {
    struct tactics *tactics[SNAKES]; /* NULL where absent */
    struct field    field;
    int             steps[SNAKES];
};

size_t fight_memory(void)
{
    return sizeof(struct fight) + SNAKES * tactics_size();
}

void fight_begin(const struct snake_program *const program[SNAKES], uint64_t seed, int turn_limit, void *memory,
                 struct fight_record *out)
{
    struct fight *fight = memory;
    bool          present[SNAKES];

    for (int i = 0; i < SNAKES; i++) {
        present[i] = program[i] != NULL;
        fight->tactics[i] = present[i] ? (struct tactics *)((char *)(fight + 1) + (size_t)i * tactics_size()) : NULL;
        fight->steps[i] = 0;
        if (present[i])
            tactics_compile(fight->tactics[i], program[i]);
    }
    field_start(&fight->field, present, seed, turn_limit);
    memset(out, 0, sizeof *out);
}

static void finish(const struct field *f, struct fight_record *out)
{
    out->end = f->end;
    for (int i = 0; i < SNAKES; i++) {
        out->length[i] = f->snake[i].length;
        out->status[i] = f->snake[i].length < 2 ? STATUS_EATEN : f->snake[i].status;
    }
}

bool fight_go_on(void *memory, int turns, struct fight_record *out)
{
    struct fight *fight = memory;
    struct turn   turn;

    for (; fight->field.end == FIGHT_RUNS && turns > 0; turns--) {
        field_turn(&fight->field, fight->tactics, &turn);
        for (int i = 0; i < SNAKES; i++)
            if (turn.debug[i])
                out->debug[i][fight->steps[i]++] = (char)(32 + turn.debug[i]);
        if (turn.recorded)
            out->turn[out->turns++] = turn.code;
    }
    if (fight->field.end == FIGHT_RUNS)
        return true;
    finish(&fight->field, out);
    return false;
}

void fight_run(const struct snake_program *const program[SNAKES], uint64_t seed, int turn_limit, void *memory,
               struct fight_record *out)
{
    fight_begin(program, seed, turn_limit, memory, out);
    while (fight_go_on(memory, TURNS_MAX, out)) {
    }
}

/* The mean of the rating and of 100 + 10 lengths - sum / 4, the rating that the
 * length suggests, rounded away from the old rating. */
int64_t fight_rating(int64_t rating, int64_t sum, int length)
{
    int64_t eight_steps = 40 * length - 4 * rating + 400 - sum;
    int64_t step = ((eight_steps < 0 ? -eight_steps : eight_steps) + 7) / 8;

    return eight_steps < 0 ? rating - step : rating + step;
}
