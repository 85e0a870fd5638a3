/* Which power, and where: every choice is tried on copies of the game, first by
 * a quick look, then the better ones by searches that get longer as fewer
 * remain. */
#include "games/powerchess/search.h"

enum { COPIES = 4, NODES_A_SEARCH = 400, SEARCHED_MOST = 24 };

struct candidate {
    struct move move;
    int         score;
};

/* A copy of the game in which the power was used. Random draws come from `r`;
 * returns whether there were any. */
static bool try_out(const struct powerchess *g, const struct move *m, struct rng *r, struct powerchess *after)
{
    struct rng before;

    *after = *g;
    powerchess_game.determinize(after, m->seat, r);
    before = after->rng;
    if (powerchess_game.apply(after, m, NULL, NULL) != ERR_OK)
        BUG("a listed power is refused");
    return after->rng.state != before.state;
}

/* The worth of a game for `seat`, with this many nodes (0: without
 * searching). */
static int worth_after(struct search *s, const struct powerchess *g, int seat, int64_t nodes)
{
    struct position p;

    if (g->phase == PHASE_OVER)
        return g->winner == NO_WINNER ? 0 : g->winner == seat ? MATE : -MATE;
    position_of(g, &p);
    s->nodes++;
    if (g->phase == PHASE_SELECT) /* another box: it is worth its mean, and the opponent has not moved yet */
        return evaluate(&p) + s->boxes.worth[g->rarity];
    if (!nodes)
        return -evaluate(&p);
    s->boxes.at = g->box;
    s->past_n = 0;
    s->nodes_max = s->nodes + nodes;
    search_run(s, &p);
    return -s->score;
}

static void weigh(struct search *s, const struct powerchess *g, struct candidate *c, int64_t nodes, uint64_t seed)
{
    struct rng        r = rng_seeded(seed); /* the same luck for all */
    struct powerchess after;
    int               copies = try_out(g, &c->move, &r, &after) ? COPIES : 1;
    int               sum = worth_after(s, &after, c->move.seat, nodes / copies);

    for (int i = 1; i < copies; i++) {
        try_out(g, &c->move, &r, &after);
        sum += worth_after(s, &after, c->move.seat, nodes / copies);
    }
    c->score = sum / copies;
}

/* Best first; equal ones keep their order. */
static void sort(struct candidate *c, int n)
{
    for (int i = 1; i < n; i++) {
        struct candidate it = c[i];
        int              at = i;

        for (; at > 0 && c[at - 1].score < it.score; at--)
            c[at] = c[at - 1];
        c[at] = it;
    }
}

int choose_power(struct search *s, const struct powerchess *g, struct move *out)
{
    struct candidate  kept[SEARCHED_MOST];
    struct move_list *list = &s->think->scratch;
    int64_t           effort = s->nodes_max;
    uint64_t          seed = rng_next(&s->think->rng);
    int               n = 0, most = (int)(effort / NODES_A_SEARCH < SEARCHED_MOST ? effort / NODES_A_SEARCH : SEARCHED_MOST);

    list->n = 0;
    powerchess_legal(g, g->board.turn, list);
    most = most > 1 ? most : 1;
    for (int i = 0; i < list->n; i++) {
        struct candidate c = { .move = list->at[i] };

        weigh(s, g, &c, 0, seed);
        if (n == most && c.score <= kept[n - 1].score)
            continue;
        kept[n < most ? n++ : n - 1] = c;
        sort(kept, n);
    }
    int rounds = 0;
    for (int left = n; left > 1; left = (left + 1) / 2)
        rounds++;
    for (int round = 0; n > 1 && s->nodes < effort && !think_cancelled(s->think); round++) {
        int64_t each = (effort - s->nodes) / (rounds - round) / n;

        for (int i = 0; i < n; i++)
            weigh(s, g, &kept[i], each > 1 ? each : 1, seed + (uint64_t)round);
        if (think_cancelled(s->think))
            break; /* the last ones were barely examined */
        sort(kept, n);
        n = (n + 1) / 2;
    }
    *out = kept[0].move;
    return kept[0].score;
}
