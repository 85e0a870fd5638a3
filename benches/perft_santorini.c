/* Counts turns of Santorini: bench_perft_santorini DEPTH [GOD GOD]. The first
 * player's pawns stand on cells 6 and 18, the second's on 8 and 16 of an empty
 * board. Prints the nodes and how fast they were found;
 * benches/perft_santorini.py sets it beside stockfish. */
#include "games/santorini/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const struct game santorini_game;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The option's value for a god's name; "none" for a player without one. */
static int god_option(const char *name)
{
    const char *const *words = santorini_game.options[0].words;
    int                i = OPTION_MORTAL;

    while (words[i] && strcmp(words[i], name) != 0)
        i++;
    return words[i] ? i : -1;
}

static bool start(struct santorini *s, int god1, int god2)
{
    static const int cells[2][2] = { { 6, 18 }, { 8, 16 } };
    struct setup     setup;
    struct move      m;
    struct refusal   why = { 0 };

    setup_default(&santorini_game, &setup);
    setup.seats = 2;
    setup.option[0] = god1;
    setup.option[1] = god2;
    if (game_setup(&santorini_game, s, &setup, &why) != ERR_OK)
        return false;
    for (int seat = 0; seat < 2; seat++) {
        move_begin(&m, seat, PLACE_PAWNS);
        move_add(&m, cells[seat][0]);
        move_add(&m, cells[seat][1]);
        if (santorini_game.apply(s, &m, NULL, &why) != ERR_OK)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    int              depth = argc > 1 ? atoi(argv[1]) : 0;
    struct santorini s;

    if (depth < 1 || (argc != 2 && argc != 4)) {
        fprintf(stderr, "usage: %s DEPTH [GOD GOD]\n", argv[0]);
        return 2;
    }
    if (!start(&s, god_option(argc == 4 ? argv[2] : "none"), god_option(argc == 4 ? argv[3] : "none"))) {
        fprintf(stderr, "no such gods\n");
        return 2;
    }

    double   began = seconds();
    uint64_t nodes = santorini_perft(&s, depth);
    double   took = seconds() - began;
    printf("nodes %llu seconds %.3f nodes/s %.0f\n", (unsigned long long)nodes, took, (double)nodes / took);
    return 0;
}
