/* Matches between players of Santorini, to measure levels and to compare a
 * change of the player with what it was:
 *
 *     bench_santorini_ladder A B GAMES [SEED] [gods|plain]
 *     bench_santorini_ladder table GAMES NODES
 *
 * A and B are LEVEL, LEVEL/NODES, random, or mcts/PLAYOUTS: a tree search with
 * random playouts, the rival that every player here must beat. Each pair of
 * games has the same gods, drawn by SEED (none with `plain`), with the players
 * in either seat. The second form plays all pairs of gods, and prints the table
 * of src/games/santorini/choice.c. */
#include "games/santorini/bot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MCTS_NODES = 1 << 20, TURNS_MAX = 1000 };

struct player {
    const char *text;
    int         level; /* 0: random, -1: MCTS */
    int64_t     nodes, spent, moves;
    double      seconds;
    void       *memory;
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- the rival --------------------------------------------------------- */

struct node {
    int32_t     child, children; /* 0: not expanded */
    int32_t     visits, wins;    /* of who made the move that led here */
    struct move move;
};

struct tree {
    struct node *node;
    int          n;
};

static int winner_of_playout(struct santorini *s, struct rng *r)
{
    struct move m;

    while (santorini_game.to_act(s)) {
        santorini_game.pick(s, __builtin_ctz(santorini_game.to_act(s)), r, &m);
        santorini_game.apply(s, &m, NULL, NULL);
    }
    return s->winner;
}

static void expand(struct tree *t, int at, const struct santorini *s, struct move_list *list)
{
    list->n = 0;
    santorini_game.legal(s, __builtin_ctz(santorini_game.to_act(s)), list);
    if (t->n + list->n > MCTS_NODES)
        return;
    t->node[at].child = t->n;
    t->node[at].children = list->n;
    for (int i = 0; i < list->n; i++)
        t->node[t->n++] = (struct node){ .move = list->at[i] };
}

static int pick_child(const struct tree *t, int at)
{
    const struct node *n = &t->node[at];
    double             best = -1, total = log(n->visits + 1.0);
    int                pick = n->child;

    for (int i = n->child; i < n->child + n->children; i++) {
        const struct node *c = &t->node[i];
        double             value = c->visits ? (double)c->wins / c->visits + 0.7 * sqrt(total / c->visits) : 1e9;

        if (value > best) {
            best = value;
            pick = i;
        }
    }
    return pick;
}

static void mcts(const struct santorini *s, struct player *p, struct rng *r, struct move *out)
{
    static struct node *room;
    struct move_list    list = { 0 };
    struct tree         t = { .n = 1 };

    if (!room)
        room = malloc(MCTS_NODES * sizeof *room);
    t.node = room;
    t.node[0] = (struct node){ 0 };
    expand(&t, 0, s, &list);
    for (int64_t i = 0; i < p->nodes; i++) {
        struct santorini now = *s;
        int              path[200], depth = 0, at = 0;

        path[depth++] = 0;
        while (t.node[at].children && depth < 200) {
            at = pick_child(&t, at);
            path[depth++] = at;
            santorini_game.apply(&now, &t.node[at].move, NULL, NULL);
            if (now.phase != OVER && !t.node[at].children && t.node[at].visits >= 1)
                expand(&t, at, &now, &list);
        }
        int winner = winner_of_playout(&now, r);
        for (int k = 0; k < depth; k++) {
            struct node *n = &t.node[path[k]];

            n->visits++;
            n->wins += n->move.seat == winner;
        }
    }
    int best = t.node[0].child;
    for (int i = best; i < t.node[0].child + t.node[0].children; i++)
        if (t.node[i].visits > t.node[best].visits)
            best = i;
    *out = t.node[best].move;
    p->spent += p->nodes;
    move_list_release(&list);
}

/* ---- games ------------------------------------------------------------- */

static bool read_player(const char *text, struct player *p)
{
    const char *slash = strchr(text, '/');

    *p = (struct player){ .text = text, .nodes = slash ? atoll(slash + 1) : 0 };
    if (strncmp(text, "mcts", 4) == 0)
        p->level = -1;
    else if (strcmp(text, "random") != 0)
        p->level = atoi(text);
    if (p->level > 0 && !p->nodes)
        p->nodes = santorini_bots[0].effort[p->level - 1].nodes;
    p->memory = calloc(1, santorini_bots[0].memory);
    return p->level <= LEVELS;
}

static void move_of(struct player *p, const struct santorini *s, int seat, uint64_t character, struct rng *r, struct move *out)
{
    static uint32_t number;
    double          began = seconds();

    if (p->level > 0) {
        struct think think = {
            .rng = *r, .memory = p->memory, .number = ++number, .level = p->level, .nodes = p->nodes, .character = character
        };

        rng_next(r);
        santorini_bots[0].choose(&santorini_game, s, seat, &think, out);
        move_list_release(&think.scratch);
        p->spent += think.spent;
    } else if (p->level < 0) {
        mcts(s, p, r, out);
    } else {
        santorini_game.pick(s, seat, r, out);
    }
    p->seconds += seconds() - began;
    p->moves++;
}

/* Plays one game and returns the seat that won. */
static int play_game(struct player *const seat_of[2], const int god[2], uint64_t seed)
{
    struct santorini s;
    struct setup     setup;
    struct refusal   why = { 0 };
    struct rng       r = rng_seeded(seed);
    uint64_t         character[2] = { rng_next(&r), rng_next(&r) };

    setup_default(&santorini_game, &setup);
    setup.seats = 2;
    setup.option[0] = god[0];
    setup.option[1] = god[1];
    if (game_setup(&santorini_game, &s, &setup, &why) != ERR_OK)
        abort();
    while (santorini_game.to_act(&s)) {
        int         seat = __builtin_ctz(santorini_game.to_act(&s));
        struct move m;

        move_of(seat_of[seat], &s, seat, character[seat], &r, &m);
        if (santorini_game.apply(&s, &m, NULL, &why) != ERR_OK) {
            fprintf(stderr, "%s made an illegal move: %s\n", seat_of[seat]->text, why.text);
            exit(1);
        }
    }
    return s.winner;
}

static void match(struct player *a, struct player *b, int games, uint64_t seed, bool gods)
{
    struct rng r = rng_seeded(seed);
    int        won = 0, pairs = games / 2, first = 0;
    double     squares = 0;

    for (int n = 0; n < pairs; n++) {
        uint64_t game_seed = rng_next(&r);
        int      one = (int)rng_below(&r, GODS), two = (int)rng_below(&r, GODS - 1);
        int      god[2] = { gods ? OPTION_GOD + one : OPTION_MORTAL, gods ? OPTION_GOD + two + (two >= one) : OPTION_MORTAL };
        int      as_first = play_game((struct player *const[2]){ a, b }, god, game_seed);
        int      as_second = play_game((struct player *const[2]){ b, a }, god, game_seed);
        int      points = (as_first == 0) + (as_second == 1);

        first += (as_first == 0) + (as_second == 0);
        won += points;
        squares += points * points;
    }
    double mean = (double)won / pairs, spread = sqrt((squares / pairs - mean * mean) / pairs);
    printf("%s beats %s in %d of %d games: %.1f %% +- %.1f; the first seat wins %.1f %%\n", a->text, b->text, won, 2 * pairs,
           50 * mean, 1.96 * 50 * spread, 50.0 * first / pairs);
    for (struct player *p = a; p; p = p == a ? b : NULL)
        printf("  %s: %.1f ms and %.0f nodes a move, %.0f nodes/s\n", p->text, 1000 * p->seconds / (double)p->moves,
               (double)p->spent / (double)p->moves, (double)p->spent / p->seconds);
}

static void table(int games, const char *who)
{
    struct player a, b;
    struct rng    r = rng_seeded(1);

    read_player(who, &a);
    read_player(who, &b);
    for (int one = 0; one < GODS; one++) {
        printf("    {");
        for (int two = 0; two < GODS; two++) {
            int won = 0;

            for (int n = 0; n < games && one != two; n++)
                won += play_game((struct player *const[2]){ &a, &b }, (int[2]){ OPTION_GOD + one, OPTION_GOD + two },
                                 rng_next(&r)) == 0;
            printf(" %d,", one == two ? 50 : 100 * won / games);
            fflush(stdout);
        }
        printf(" }, /* %s */\n", santorini_god_words[one]);
    }
}

int main(int argc, char **argv)
{
    struct player a, b;

    if (argc == 4 && strcmp(argv[1], "table") == 0) {
        table(atoi(argv[2]), argv[3]);
        return 0;
    }
    if (argc < 4 || !read_player(argv[1], &a) || !read_player(argv[2], &b)) {
        fprintf(stderr, "usage: %s A B GAMES [SEED] [gods|plain], or: %s table GAMES PLAYER\n", argv[0], argv[0]);
        return 2;
    }
    match(&a, &b, atoi(argv[3]), argc > 4 ? strtoull(argv[4], NULL, 10) : 1, argc < 6 || strcmp(argv[5], "plain") != 0);
    return 0;
}
