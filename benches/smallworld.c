/* How many random games of Small World one core plays in a second of its
 * time, and how long they are.
 *
 *     bench_smallworld [SECONDS [SEATS]]       3 seconds, 5 seats            */
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const struct game smallworld_game;

/* Seconds of this processor, so that neighbours do not count. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plays one game to its end; returns its moves. */
static int play(void *state, int seats, uint64_t seed)
{
    struct setup   s;
    struct rng     r = rng_seeded(~seed);
    struct refusal why = { 0 };
    int            moves = 0;

    setup_default(&smallworld_game, &s);
    s.seats = (uint8_t)seats;
    s.seed = seed;
    if (game_setup(&smallworld_game, state, &s, &why) != ERR_OK)
        BUG(why.text);
    for (unsigned owed; (owed = smallworld_game.to_act(state)); moves++) {
        struct move m;

        smallworld_game.pick(state, __builtin_ctz(owed), &r, &m);
        if (smallworld_game.apply(state, &m, NULL, &why) != ERR_OK)
            BUG(why.text);
    }
    return moves;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 3;
    int    seats = argc > 2 ? atoi(argv[2]) : 5;
    long   games = 0, moves = 0;
    void  *state = calloc(1, smallworld_game.state_size);
    double start = now(), took = 0;

    if (!state || seats < smallworld_game.min_seats || seats > smallworld_game.max_seats) {
        fprintf(stderr, "usage: bench_smallworld [SECONDS [SEATS]], 2 to 5 seats\n");
        return 2;
    }
    while (took < seconds) {
        for (int i = 0; i < 100; i++)
            moves += play(state, seats, (uint64_t)games++);
        took = now() - start;
    }
    printf("smallworld, %d seats: %.0f games/s of %.0f moves, %.0f moves/s\n", seats, (double)games / took,
           (double)moves / (double)games, (double)moves / took);
    free(state);
    return 0;
}
