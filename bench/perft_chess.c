/* Counts chess moves: bench_perft_chess DEPTH [FEN]. Prints the nodes and how
 * fast they were found; bench/perft_chess.py sets it beside stockfish. */
#include "games/powerchess/chess.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    const char  *fen = argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    int          depth = argc > 1 ? atoi(argv[1]) : 0;
    const char  *why = "";
    struct chess p;

    if (depth < 1 || argc > 3) {
        fprintf(stderr, "usage: %s DEPTH [FEN]\n", argv[0]);
        return 2;
    }
    if (!chess_read_fen(&p, str_of(fen), &why)) {
        fprintf(stderr, "%s: %s\n", fen, why);
        return 2;
    }

    double   start = seconds();
    uint64_t nodes = chess_perft(&p, depth);
    double   took = seconds() - start;
    printf("nodes %llu seconds %.3f nodes/s %.0f\n", (unsigned long long)nodes, took, (double)nodes / took);
    return 0;
}
