/* Counts moves.
 *
 *     bench_perft_chess DEPTH [FEN]         chess, as every chess program counts
 *     bench_perft_chess DEPTH FEN SEED      Power Chess from that seed: plies and
 *                                           choices of powers, by the whole rules
 *
 * Prints the nodes and how fast they were found; benches/perft_chess.py sets the
 * first beside stockfish. */
#include "games/powerchess/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* `rooms` has one list of moves for each depth left. */
static uint64_t perft_with_powers(const struct powerchess *g, int depth, struct move_list *rooms)
{
    struct move_list *list = &rooms[depth - 1];
    uint64_t          nodes = 0;

    list->n = 0;
    powerchess_legal(g, g->board.turn, list);
    if (depth == 1)
        return (uint64_t)list->n;
    for (int i = 0; i < list->n; i++) {
        struct powerchess next = *g;
        struct refusal    why = { 0 };

        if (powerchess_game.apply(&next, &list->at[i], NULL, &why) != ERR_OK)
            BUG(why.text);
        if (next.phase != PHASE_OVER)
            nodes += perft_with_powers(&next, depth - 1, rooms);
    }
    return nodes;
}

static uint64_t count_with_powers(const char *fen, const char *seed, int depth)
{
    struct move_list *rooms = calloc((size_t)depth, sizeof *rooms);
    struct powerchess g;
    struct setup      s;
    struct refusal    why = { 0 };
    uint64_t          nodes;

    setup_default(&powerchess_game, &s);
    s.extra = str_of(fen);
    s.seed = strtoull(seed, NULL, 10);
    if (game_setup(&powerchess_game, &g, &s, &why) != ERR_OK)
        BUG(why.text);
    nodes = perft_with_powers(&g, depth, rooms);
    for (int i = 0; i < depth; i++)
        move_list_release(&rooms[i]);
    free(rooms);
    return nodes;
}

int main(int argc, char **argv)
{
    const char    *fen = argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    int            depth = argc > 1 ? atoi(argv[1]) : 0;
    struct refusal why = { 0 };
    struct chess   p;

    if (depth < 1 || argc > 4) {
        fprintf(stderr, "usage: %s DEPTH [FEN [SEED]]\n", argv[0]);
        return 2;
    }
    if (!chess_read_fen(&p, str_of(fen), &why)) {
        fprintf(stderr, "%s: %s\n", fen, why.text);
        return 2;
    }

    double   start = seconds();
    uint64_t nodes = argc > 3 ? count_with_powers(fen, argv[3], depth) : chess_perft(&p, depth);
    double   took = seconds() - start;
    printf("nodes %llu seconds %.3f nodes/s %.0f\n", (unsigned long long)nodes, took, (double)nodes / took);
    return 0;
}
