/* Which of two players of Power Chess is stronger?
 *
 *     bench_powerchess_players A B GAMES [POWERS [NODES]]
 *
 * A player is a level (1 to 5), 0 for random moves, or "plain": level 5
 * without any knowledge of powers, which takes no notice of boxes and uses
 * powers at random. POWERS is 1 or 0; NODES replaces the effort of the levels.
 * Each seed, with four random plies to begin with, is played twice with
 * colours changed; such a pair is the unit of the statistics. */
#include "games/powerchess/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ACTIONS_MOST = 500, OPENING = 4 };

struct player {
    const char  *name;
    int          level; /* 0: random */
    bool         plain;
    struct think think;
    int64_t      moves, spent;
    double       seconds;
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void player_init(struct player *p, const char *name, int64_t nodes)
{
    *p = (struct player){ .name = name, .plain = strcmp(name, "plain") == 0 };
    p->level = p->plain ? 5 : atoi(name);
    p->think.level = p->level;
    p->think.nodes = nodes ? nodes : p->level ? powerchess_bots[0].effort[p->level - 1].nodes : 0;
    p->think.memory = calloc(1, SEARCH_MEMORY);
}

static void choose_plain(struct player *p, const struct powerchess *seen, struct move *out)
{
    static const struct skill skill = { 0 };
    struct position           root;

    if (seen->phase == PHASE_SELECT) {
        powerchess_pick(seen, seen->board.turn, &p->think.rng, out);
        return;
    }
    struct search *s = search_begin(&p->think, seen, &skill);
    position_of(seen, &root);
    search_run(s, &root);
    p->think.spent = s->nodes;
    move_begin(out, seen->board.turn, DO_MOVE);
    move_add(out, ply_from(s->best));
    move_add(out, ply_to(s->best));
    if (ply_promotion(s->best))
        move_add(out, ply_promotion(s->best));
}

static void choose(struct player *p, const struct powerchess *g, struct move *out)
{
    struct powerchess seen = *g;
    double            start = seconds();

    powerchess_game.redact(&seen, g->board.turn);
    p->think.number++;
    p->think.spent = 0;
    if (p->level == 0)
        powerchess_pick(&seen, g->board.turn, &p->think.rng, out);
    else if (p->plain)
        choose_plain(p, &seen, out);
    else
        powerchess_bots[0].choose(&powerchess_game, &seen, g->board.turn, &p->think, out);
    p->seconds += seconds() - start;
    p->spent += p->think.spent;
    p->moves++;
}

/* The score of the first player, which has `colour`. */
static double play(struct player *a, struct player *b, int colour, uint64_t seed, int powers)
{
    struct powerchess g;
    struct setup      s;
    struct rng        dice = rng_seeded(seed);

    setup_default(&powerchess_game, &s);
    s.seed = rng_next(&dice);
    s.option[OPTION_POWERS] = powers;
    if (game_setup(&powerchess_game, &g, &s, NULL) != ERR_OK)
        BUG("no game");
    a->think.character = rng_next(&dice);
    b->think.character = rng_next(&dice);
    a->think.rng = rng_seeded(rng_next(&dice));
    b->think.rng = rng_seeded(rng_next(&dice));
    for (int i = 0; i < ACTIONS_MOST && g.phase != PHASE_OVER; i++) {
        struct move m;

        if (i < OPENING)
            powerchess_pick(&g, g.board.turn, &dice, &m);
        else
            choose(g.board.turn == colour ? a : b, &g, &m);
        if (powerchess_game.apply(&g, &m, NULL, NULL) != ERR_OK)
            BUG("a player's move is refused");
    }
    return g.phase != PHASE_OVER || g.winner == NO_WINNER ? 0.5 : g.winner == colour ? 1 : 0;
}

static void tell_player(const struct player *p)
{
    printf("%s: %.1f ms and %.0f nodes a move\n", p->name, 1000 * p->seconds / (double)p->moves,
           (double)p->spent / (double)p->moves);
}

int main(int argc, char **argv)
{
    struct player a, b;
    double        sum = 0, squares = 0;
    int           pairs = argc > 3 ? (atoi(argv[3]) + 1) / 2 : 0, powers = argc > 4 ? atoi(argv[4]) : 1;

    if (pairs < 1) {
        fprintf(stderr, "usage: %s A B GAMES [POWERS [NODES]]\n", argv[0]);
        return 2;
    }
    player_init(&a, argv[1], argc > 5 ? atoll(argv[5]) : 0);
    player_init(&b, argv[2], argc > 5 ? atoll(argv[5]) : 0);
    for (int i = 0; i < pairs; i++) {
        double score = (play(&a, &b, WHITE, (uint64_t)i + 1, powers) + play(&a, &b, BLACK, (uint64_t)i + 1, powers)) / 2;

        sum += score;
        squares += score * score;
    }
    double mean = sum / pairs, variance = pairs > 1 ? (squares - pairs * mean * mean) / (pairs - 1) : 0;
    printf("%s against %s: %.1f %% +- %.1f of %d games\n", a.name, b.name, 100 * mean, 196 * sqrt(variance / pairs), 2 * pairs);
    tell_player(&a);
    tell_player(&b);
    free(a.think.memory);
    free(b.think.memory);
    move_list_release(&a.think.scratch);
    move_list_release(&b.think.scratch);
    return 0;
}
