/* Pieces on the board, and the longest road. */
#include "games/catan/rules.h"

enum { LONGEST_LEAST = 5 };

/* A search over one player's roads. Edges of the current trail are removed from
 * the copy: a trail uses no edge twice, but may visit a vertex again. */
struct walk {
    int8_t   road[EDGES];
    int8_t   seat;
    uint64_t blocked; /* opponents' buildings: a trail ends there */
};

uint64_t catan_all_buildings(const struct catan *g)
{
    uint64_t all = 0;

    for (int seat = 0; seat < g->seats; seat++)
        all |= catan_buildings(g, seat);
    return all;
}

uint64_t catan_reach(const struct catan *g, int seat)
{
    uint64_t own = catan_buildings(g, seat);

    return (g->player[seat].touched & ~catan_all_buildings(g)) | own;
}

static struct walk walk_of(const struct catan *g, int seat)
{
    struct walk w = { .seat = (int8_t)seat, .blocked = catan_all_buildings(g) & ~catan_buildings(g, seat) };

    memcpy(w.road, g->road, sizeof w.road);
    return w;
}

/* Edges of the longest trail that starts at `v`. */
static int longest_from(struct walk *w, int v)
{
    int best = 0;

    for (int i = 0; i < 3; i++) {
        int edge = catan_vertex_edge[v][i];

        if (edge < 0 || w->road[edge] != w->seat)
            continue;
        w->road[edge] = NOBODY;
        int next = catan_along(edge, v);
        int length = 1 + (w->blocked & VERTEX_BIT(next) ? 0 : longest_from(w, next));
        w->road[edge] = w->seat;
        if (length > best)
            best = length;
    }
    return best;
}

/* Max edges that can be added to a trail with the ends `v` and `other`: every
 * continuation from `v`, each followed by the best that remains for the other
 * end. */
static int longest_both_ways(struct walk *w, int v, int other)
{
    int best = w->blocked & VERTEX_BIT(other) ? 0 : longest_from(w, other);

    for (int i = 0; i < 3 && !(w->blocked & VERTEX_BIT(v)); i++) {
        int edge = catan_vertex_edge[v][i];

        if (edge < 0 || w->road[edge] != w->seat)
            continue;
        w->road[edge] = NOBODY;
        int length = 1 + longest_both_ways(w, catan_along(edge, v), other);
        w->road[edge] = w->seat;
        if (length > best)
            best = length;
    }
    return best;
}

int catan_longest_trail(const struct catan *g, int seat)
{
    struct walk w = walk_of(g, seat);
    int         best = 0;

    for (uint64_t left = g->player[seat].touched; left; left &= left - 1) {
        int length = longest_from(&w, __builtin_ctzll(left));

        if (length > best)
            best = length;
    }
    return best;
}

/* The card goes to the only player with the longest road of at least five
 * edges. In a tie its holder keeps it; if they are not part of the tie, nobody
 * has it. */
static void award_longest_road(struct catan *g)
{
    int most = 0, who = NOBODY, how_many = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        int length = g->player[seat].longest;

        if (length > most) {
            most = length;
            who = seat;
            how_many = 1;
        } else if (length == most) {
            how_many++;
        }
    }
    if (most < LONGEST_LEAST)
        g->longest_holder = NOBODY;
    else if (g->longest_holder == NOBODY || g->player[g->longest_holder].longest != most)
        g->longest_holder = (int8_t)(how_many == 1 ? who : NOBODY);
}

static void close_if_full(struct catan *g, int v)
{
    for (int i = 0; i < 3; i++)
        if (catan_vertex_edge[v][i] >= 0 && g->road[catan_vertex_edge[v][i]] == NOBODY)
            return;
    g->open &= ~VERTEX_BIT(v);
}

void catan_put_road(struct catan *g, int seat, int edge)
{
    struct player *p = &g->player[seat];
    int            a = catan_edge_vertex[edge][0], b = catan_edge_vertex[edge][1];

    g->road[edge] = (int8_t)seat;
    p->roads_left--;
    p->touched |= VERTEX_BIT(a) | VERTEX_BIT(b);
    close_if_full(g, a);
    close_if_full(g, b);

    /* Only a trail through the new edge can be longer than the old one. */
    struct walk w = walk_of(g, seat);
    w.road[edge] = NOBODY;
    int length = 1 + longest_both_ways(&w, a, b);
    if (length > p->longest) {
        p->longest = (uint8_t)length;
        award_longest_road(g);
    }
}

/* Does it interrupt somebody else's road? */
static bool cuts(const struct catan *g, int seat, int vertex)
{
    int roads = 0;

    if (!(g->player[seat].touched & VERTEX_BIT(vertex)))
        return false;
    for (int i = 0; i < 3; i++)
        roads += catan_vertex_edge[vertex][i] >= 0 && g->road[catan_vertex_edge[vertex][i]] == seat;
    return roads > 1;
}

void catan_put_settlement(struct catan *g, int seat, int vertex)
{
    g->player[seat].settlements |= VERTEX_BIT(vertex);
    g->player[seat].settlements_left--;
    g->free &= ~(VERTEX_BIT(vertex) | catan_vertex_around[vertex]);
    for (int other = 0; other < g->seats; other++)
        if (other != seat && cuts(g, other, vertex)) {
            g->player[other].longest = (uint8_t)catan_longest_trail(g, other);
            award_longest_road(g);
        }
}
