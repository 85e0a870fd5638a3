/* How many random Catan games one core plays in a second of its time, and how long they are.
 *
 *     bench_catan [SECONDS [SEATS]]       3 seconds, 4 seats                  */
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOVES_MOST = 20000 };

extern const struct game catan_game;

/* Seconds of this processor, so that neighbours do not count. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plays one game; returns its moves. */
static int play(void *state, int seats, uint64_t seed, bool *ended)
{
    struct setup   s;
    struct rng     dice = rng_seeded(~seed);
    struct move    m;
    struct refusal why = { 0 };
    int            moves = 0;

    setup_default(&catan_game, &s);
    s.seats = (uint8_t)seats;
    s.seed = seed;
    if (game_setup(&catan_game, state, &s, &why) != ERR_OK)
        BUG(why.text);
    for (unsigned seats_left; (seats_left = catan_game.to_act(state)) && moves < MOVES_MOST; moves++) {
        for (uint64_t skip = rng_next(&dice) % (uint64_t)__builtin_popcount(seats_left); skip; skip--)
            seats_left &= seats_left - 1;
        catan_game.pick(state, __builtin_ctz(seats_left), &dice, &m);
        if (catan_game.apply(state, &m, NULL, &why) != ERR_OK)
            BUG(why.text);
    }
    *ended = catan_game.to_act(state) == 0;
    return moves;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 3;
    int    seats = argc > 2 ? atoi(argv[2]) : 4;
    long   games = 0, moves = 0, ended = 0;
    void  *state = calloc(1, catan_game.state_size);
    double start = now(), took = 0;

    while (took < seconds) {
        for (int i = 0; i < 100; i++) {
            bool over;

            moves += play(state, seats, (uint64_t)games++, &over);
            ended += over;
        }
        took = now() - start;
    }
    printf("catan: %d seats, state of %zu bytes: %.0f games/s, %.2f million moves/s, %.0f moves a game, %.2f %% ended by victory\n",
           seats, catan_game.state_size, (double)games / took, (double)moves / took / 1e6, (double)moves / (double)games,
           100.0 * (double)ended / (double)games);
    free(state);
    return 0;
}
