/* How many fights of four sample bots, 1000 turns at most, a core computes in
 * a second.
 *
 *     bench_snakes [SECONDS]       3 seconds */
#include "base/mem.h"
#include "games/snakes/fight.h"
#include "games/snakes/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 50, SAMPLES = 3 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    double                      seconds = argc > 1 ? atof(argv[1]) : 3, start, took = 0;
    struct snake_program        sample[SAMPLES];
    const struct snake_program *program[SNAKES] = { &sample[0], &sample[1], &sample[2], &sample[1] };
    struct fight_record         record;
    void                       *memory = mem_new(fight_memory());
    uint64_t                    fights = 0, turns = 0;

    for (int i = 0; i < SAMPLES; i++)
        sample_program(&snake_samples[i], &sample[i]);
    for (start = now(); took < seconds; took = now() - start)
        for (int i = 0; i < BATCH; i++) {
            fight_run(program, fights++, TURNS_MAX, memory, &record);
            turns += record.turns;
        }
    printf("%.0f fights/s of one core; %.0f turns a fight, %.0f ns a turn\n", (double)fights / took, (double)turns / (double)fights,
           took * 1e9 / (double)turns);
    free(memory);
    return 0;
}
