/* The computer player: levels, draws and resignations around the search. */
#include "games/powerchess/search.h"

const struct skill powerchess_skills[LEVELS + 1] = {
    [1] = { .noise = 40, .blind = 30, .box = { 60, 150, 300 } }, [2] = { .noise = 25, .blind = 15, .box = { 60, 150, 300 } },
    [3] = { .noise = 14, .blind = 5, .box = { 60, 150, 300 } },  [4] = { .noise = 5, .blind = 0, .box = { 60, 150, 300 } },
    [5] = { .noise = 0, .blind = 0, .box = { 60, 150, 300 } },
};

enum {
    RESIGNS_FROM = 3, /* level */
    HOPELESS = -900,
    HOPELESS_WITH_POWERS = -1800, /* a box may change everything */
    EQUAL = 15,
    QUIET_FOR_A_DRAW = 40, /* plies */
    OFFER_EVERY = 16,
};

static bool takes_draw(const struct powerchess *g, int score)
{
    return score <= -60 || (score <= EQUAL && (g->quiet.plies >= QUIET_FOR_A_DRAW || count(chess_pieces(&g->board)) <= 10));
}

static bool offers_draw(const struct powerchess *g, int score)
{
    if (powerchess_stuck(g, NULL, 0))
        return score <= EQUAL;
    return g->quiet.plies >= QUIET_FOR_A_DRAW && g->quiet.plies % OFFER_EVERY < 2 && score >= -EQUAL && score <= EQUAL;
}

/* Says something instead of moving, as people would; DO_MOVE: nothing. */
static int word_for(const struct powerchess *g, int seat, int level, int score)
{
    bool offered = g->offers & 1u << !seat;

    if (offered && takes_draw(g, score))
        return DO_DRAW;
    if (level >= RESIGNS_FROM && score <= (g->powers ? HOPELESS_WITH_POWERS : HOPELESS))
        return DO_RESIGN;
    if (!offered && !(g->offers & 1u << seat) && offers_draw(g, score))
        return DO_DRAW;
    return DO_MOVE;
}

static void ply_as_move(ply_t ply, int seat, struct move *out)
{
    move_begin(out, seat, DO_MOVE);
    move_add(out, ply_from(ply));
    move_add(out, ply_to(ply));
    if (ply_promotion(ply))
        move_add(out, ply_promotion(ply));
}

static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    const struct powerchess *g = seen;
    struct search           *s;
    struct position          root;

    (void)game;
    if (g->phase == PHASE_OVER || g->board.turn != seat)
        return false;
    s = search_begin(think, g, &powerchess_skills[think->level]);
    if (g->phase == PHASE_SELECT) {
        choose_power(s, g, out);
    } else {
        position_of(g, &root);
        search_run(s, &root);
        ply_as_move(s->best, seat, out);
        int word = word_for(g, seat, think->level, s->score);
        if (word != DO_MOVE)
            move_begin(out, seat, word);
    }
    think->spent = s->nodes;
    return true;
}

const struct bot powerchess_bots[] = {
    { .name = "chess",
      .title = "Chess player",
      .memory = SEARCH_MEMORY,
      .effort = { { 300, 100 }, { 3000, 200 }, { 20000, 400 }, { 150000, 700 }, { 800000, 1000 } },
      .choose = choose },
    { 0 },
};
