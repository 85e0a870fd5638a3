/* Positions to fit the chess evaluation to, from quick games of the player
 * against itself.
 *
 *     bench_chess_positions GAMES [SEED] > POSITIONS
 *
 * Only quiet positions are printed, one FEN a line: nobody is in check, and the
 * best move takes nothing. A few moves of each game are random, so that all
 * kinds of advantages occur. */
#include "games/powerchess/search.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MOST = 240, NODES = 80, PERCENT_RANDOM = 6, PRINT_EVERY = 4, DECIDED = 900 };

static void print(const struct chess *b, struct buf *text)
{
    buf_clear(text);
    chess_write_fen(b, text);
    printf("%s\n", text->at);
}

static void play(struct think *think, struct rng *dice, struct buf *text)
{
    static struct powerchess g;
    struct setup             s;
    int                      opening = 4 + (int)rng_below(dice, 6);

    setup_default(&powerchess_game, &s);
    s.option[OPTION_POWERS] = 0;
    if (game_setup(&powerchess_game, &g, &s, NULL) != ERR_OK)
        BUG("no game");
    for (int i = 0; i < PLIES_MOST && g.phase != PHASE_OVER; i++) {
        struct position root;
        struct move     m;

        think->number++;
        think->nodes = NODES;
        struct search *search = search_begin(think, &g, &powerchess_skills[5]);
        position_of(&g, &root);
        search_run(search, &root);
        if (search->score > DECIDED || search->score < -DECIDED)
            return;
        if (i >= opening && rng_below(dice, PRINT_EVERY) == 0 && !position_in_check(&root) && is_quiet(&root, search->best))
            print(&g.board, text);
        if (i < opening || rng_below(dice, 100) < PERCENT_RANDOM) {
            powerchess_pick(&g, g.board.turn, dice, &m);
        } else {
            move_begin(&m, g.board.turn, DO_MOVE);
            move_add(&m, ply_from(search->best));
            move_add(&m, ply_to(search->best));
            if (ply_promotion(search->best))
                move_add(&m, ply_promotion(search->best));
        }
        if (powerchess_game.apply(&g, &m, NULL, NULL) != ERR_OK)
            BUG("a player's move is refused");
    }
}

int main(int argc, char **argv)
{
    struct think think = { .level = 5, .memory = calloc(1, SEARCH_MEMORY) };
    struct rng   dice = rng_seeded(argc > 2 ? (uint64_t)atoll(argv[2]) : 1);
    struct buf   text = { 0 };

    for (long game = argc > 1 ? atol(argv[1]) : 0; game > 0; game--)
        play(&think, &dice, &text);
    buf_release(&text);
    free(think.memory);
    return 0;
}
