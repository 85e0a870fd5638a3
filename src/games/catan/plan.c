#include "games/catan/plan.h"

/* Tuned by games against the settler and against itself. */
enum {
    PATIENCE = 10 * ROLL, /* a goal this far away is worth half */
    ROADS_AHEAD = 3,      /* max roads to a place */
    KNIGHT_WORTH = 250,
    PROGRESS_WORTH = 400, /* a card of another kind */
    WINNING = 6 * POINT,  /* bonus for what wins the game */
    ROAD_RACE = 3,        /* max roads to the Longest Road */
};

const struct taste catan_sound_taste = {
    .goal = { 100, 100, 100, 100 },
    .resource = { 100, 100, 100, 100, 100 },
    .threat = 100,
};

static const uint8_t pips[13] = { [2] = 1, [3] = 2, [4] = 3, [5] = 4, [6] = 5, [8] = 5, [9] = 4, [10] = 3, [11] = 2, [12] = 1 };

int catan_tile_pips(const struct catan *g, int tile)
{
    return tile == g->robber ? 0 : pips[g->number[tile]];
}

int catan_blocked_pips(const struct catan *g, int seat)
{
    uint64_t corners = catan_tile_vertices[g->robber];

    return pips[g->number[g->robber]] * (__builtin_popcountll(g->player[seat].settlements & corners) +
                                         2 * __builtin_popcountll(g->player[seat].cities & corners));
}

/* ---- means ---------------------------------------------------------------- */

static void add_building(const struct catan *g, struct means *m, int v, int n)
{
    for (int i = 0; i < 3 && catan_vertex_tile[v][i] >= 0; i++) {
        int tile = catan_vertex_tile[v][i];

        if (g->tile[tile] != DESERT)
            m->rate[g->tile[tile]] += (int16_t)(n * catan_tile_pips(g, tile));
    }
}

static void add_harbour(const struct catan *g, struct means *m, int v)
{
    int h = catan_vertex_harbour[v];

    for (int r = 0; r < RESOURCES && h >= 0; r++) {
        int rate = catan_harbour_rate(g, h, r);

        if (rate && rate < m->ratio[r]) {
            m->ratio[r] = (uint8_t)rate;
            m->port[r] = catan_harbour_vertex[h][0];
        }
    }
}

struct means catan_means(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];
    struct means         m;

    for (int r = 0; r < RESOURCES; r++) {
        m.rate[r] = 0;
        m.ratio[r] = 4;
        m.port[r] = NOBODY;
    }
    for (uint64_t left = p->settlements; left; left &= left - 1)
        add_building(g, &m, __builtin_ctzll(left), 1);
    for (uint64_t left = p->cities; left; left &= left - 1)
        add_building(g, &m, __builtin_ctzll(left), 2);
    for (uint64_t left = (p->settlements | p->cities) & catan_harbour_vertices; left; left &= left - 1)
        add_harbour(g, &m, __builtin_ctzll(left));
    return m;
}

/* ---- time ----------------------------------------------------------------- */

/* The balance of a hand against a price is a piecewise linear function of time:
 * a missing card counts in full, a spare one only what the bank gives for it.
 * Each piece is flatter than the one before, so Newton's method approaches the
 * zero from below in a few steps. Everything is in twelfths, which every ratio
 * divides. A playout spends most of its time here, so only what is missing is
 * looked at again in each step. */
int catan_wait(const struct means *m, const uint8_t hand[RESOURCES], const uint8_t cost[RESOURCES])
{
    static const int8_t part[5] = { 0, 12, 6, 4, 3 };
    int                 missing = 0, trades = 0, wait = 0, debts = 0;
    int                 balance = 0, slope = 0; /* of the piece: at the time 0 and by time */
    int                 owed[RESOURCES], owes[RESOURCES];

    for (int r = 0; r < RESOURCES; r++) {
        int more = hand[r] - cost[r], counts = more < 0 ? 12 : part[m->ratio[r]];

        balance += 36 * ROLL * more * counts;
        slope += m->rate[r] * counts;
        if (more < 0) {
            missing -= more;
            owed[debts] = 36 * ROLL * more;
            owes[debts++] = r;
        } else if (more >= m->ratio[r]) {
            trades += more / m->ratio[r];
        }
    }
    if (missing <= trades)
        return 0;
    while (wait < WAIT_MOST && balance + slope * wait < 0) {
        if (slope == 0)
            return WAIT_MOST;
        wait += 1 - (balance + slope * wait) / slope;
        for (int i = 0; i < debts;) {
            int r = owes[i], spared = 12 - part[m->ratio[r]];

            if (owed[i] + m->rate[r] * wait < 0) {
                i++;
                continue;
            }
            balance -= owed[i] * spared;
            slope -= m->rate[r] * spared;
            owed[i] = owed[--debts];
            owes[i] = owes[debts];
        }
    }
    return wait == 0 ? ROLL / 2 : wait < WAIT_MOST ? wait : WAIT_MOST;
}

/* Points per time from an empty hand: a settlement with a road, a city, a
 * card. */
static int pace_of(const struct means *m)
{
    static const uint8_t settlement[RESOURCES] = { [LUMBER] = 2, [WOOL] = 1, [GRAIN] = 1, [BRICK] = 2 };
    static const uint8_t empty[RESOURCES];

    return 1200 * ROLL / (ROLL + catan_wait(m, empty, settlement)) +
           1000 * ROLL / (ROLL + catan_wait(m, empty, catan_price[PRICE_CITY])) +
           400 * ROLL / (ROLL + catan_wait(m, empty, catan_price[PRICE_CARD]));
}

/* Everything that the pace depends on. Never 0: no ratio is. */
static uint64_t key_of(const struct means *m)
{
    uint64_t key = 0;

    for (int r = 0; r < RESOURCES; r++)
        key = key << 12 | (uint64_t)m->rate[r] << 3 | m->ratio[r];
    return key;
}

int catan_pace(const struct means *m, struct paces *paces)
{
    uint64_t key = key_of(m);
    size_t   at = key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PACES_BITS);

    if (!paces)
        return pace_of(m);
    if (paces->known[at].means != key) {
        paces->known[at].means = key;
        paces->known[at].pace = pace_of(m);
    }
    return paces->known[at].pace;
}

/* ---- worth ---------------------------------------------------------------- */

/* Rolls for which production still pays: the closer somebody is to winning, the
 * fewer. */
static int rolls_ahead(const struct catan *g)
{
    int most = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        int score = catan_public_score(g, seat);

        most = score > most ? score : most;
    }
    return most >= g->target ? 1 : 2 + (g->target - most);
}

static int production_worth(const struct catan *g, const struct means *m, const struct taste *taste, int v, bool harbour, int pace)
{
    struct means more = *m;
    int          tasted = 0;

    add_building(g, &more, v, 1);
    if (harbour)
        add_harbour(g, &more, v);
    for (int i = 0; i < 3 && catan_vertex_tile[v][i] >= 0; i++) {
        int tile = catan_vertex_tile[v][i];

        if (g->tile[tile] != DESERT)
            tasted += pips[g->number[tile]] * (taste->resource[g->tile[tile]] - 100);
    }
    return rolls_ahead(g) * (catan_pace(&more, taste->paces) - pace + tasted / 20);
}

int catan_place_worth(const struct catan *g, int seat, const struct means *m, const struct taste *taste, int v)
{
    (void)seat;
    return POINT + production_worth(g, m, taste, v, true, catan_pace(m, taste->paces));
}

static int card_worth(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];
    int                  unseen[CARDS], all = 0, army = KNIGHT_WORTH;

    for (int c = 0; c < CARDS; c++) {
        unseen[c] = catan_deck_cards[c] - g->played[c] - p->card[c];
        all += unseen[c];
    }
    if (all == 0)
        return 0;
    if (g->army_holder == seat)
        army = KNIGHT_WORTH / 2;
    else {
        int need = (g->army_holder == NOBODY ? 3 : g->player[g->army_holder].knights + 1) - p->knights - p->card[KNIGHT];

        army += need <= 1 ? 800 : need == 2 ? 300 : 0;
    }
    return (unseen[VICTORY_POINT] * POINT + unseen[KNIGHT] * army +
            (unseen[MONOPOLY] + unseen[ROAD_BUILDING] + unseen[YEAR_OF_PLENTY]) * PROGRESS_WORTH) /
           all;
}

/* ---- goals ---------------------------------------------------------------- */

static struct goal *add_goal(struct plan *p, int kind, const uint8_t cost[RESOURCES], int worth, const struct taste *taste)
{
    struct goal *goal = &p->goal[p->goals++];

    *goal = (struct goal){ .kind = (uint8_t)kind, .edge = NOBODY, .vertex = NOBODY, .worth = worth * taste->goal[kind] / 100 };
    if (cost)
        memcpy(goal->cost, cost, RESOURCES);
    return goal;
}

static void add_roads(struct goal *goal, int roads, int edge)
{
    goal->roads = (uint8_t)roads;
    goal->edge = (int8_t)edge;
    goal->cost[LUMBER] += (uint8_t)roads;
    goal->cost[BRICK] += (uint8_t)roads;
}

static void plan_cities(const struct catan *g, int seat, const struct taste *taste, int pace, struct plan *out)
{
    int best = -1, vertex = NOBODY;

    if (g->player[seat].cities_left == 0)
        return;
    for (uint64_t left = g->player[seat].settlements; left; left &= left - 1) {
        int v = __builtin_ctzll(left), worth = production_worth(g, &out->means, taste, v, false, pace);

        if (worth > best) {
            best = worth;
            vertex = v;
        }
    }
    if (vertex != NOBODY)
        add_goal(out, GOAL_CITY, catan_price[PRICE_CITY], POINT + best, taste)->vertex = (int8_t)vertex;
}

/* The best places for each number of roads, and the first road to each. */
static void plan_settlements(const struct catan *g, int seat, const struct taste *taste, int pace, struct plan *out)
{
    const struct player *p = &g->player[seat];
    uint64_t             foreign = catan_all_buildings(g) & ~catan_buildings(g, seat);
    uint64_t             at = catan_reach(g, seat), seen = at, places = p->touched & g->free;
    int8_t               first[VERTICES];
    int                  ahead = p->roads_left < ROADS_AHEAD ? p->roads_left : ROADS_AHEAD;

    if (p->settlements_left == 0)
        return;
    for (int roads = 0;; roads++) {
        int best[2] = { -1, -1 }, vertex[2] = { NOBODY, NOBODY };

        for (; places; places &= places - 1) {
            int v = __builtin_ctzll(places), worth = production_worth(g, &out->means, taste, v, true, pace);

            if (worth > best[0]) {
                best[1] = best[0];
                vertex[1] = vertex[0];
                best[0] = worth;
                vertex[0] = v;
            } else if (worth > best[1]) {
                best[1] = worth;
                vertex[1] = v;
            }
        }
        for (int i = 0; i < 2 && vertex[i] != NOBODY; i++) {
            struct goal *goal = add_goal(out, GOAL_SETTLEMENT, catan_price[PRICE_SETTLEMENT], POINT + best[i], taste);

            goal->vertex = (int8_t)vertex[i];
            if (roads)
                add_roads(goal, roads, first[vertex[i]]);
        }
        if (roads == ahead)
            break;
        uint64_t next = 0;
        for (at &= ~foreign; at; at &= at - 1)
            for (int i = 0, v = __builtin_ctzll(at); i < 3; i++) {
                int edge = catan_vertex_edge[v][i];

                if (edge < 0 || g->road[edge] != NOBODY)
                    continue;
                int to = catan_along(edge, v);
                if (seen & VERTEX_BIT(to))
                    continue;
                seen |= VERTEX_BIT(to);
                next |= VERTEX_BIT(to);
                first[to] = (int8_t)(roads == 0 ? edge : first[v]);
            }
        at = next;
        places = next & g->free;
    }
}

/* The road that lengthens the longest trail most, or NOBODY. */
static int longer_road(const struct catan *g, int seat)
{
    int      best = g->player[seat].longest, edge = NOBODY;
    uint64_t reach = catan_reach(g, seat) & g->open;

    for (; reach; reach &= reach - 1)
        for (int i = 0, v = __builtin_ctzll(reach); i < 3; i++) {
            int e = catan_vertex_edge[v][i];

            if (e < 0 || g->road[e] != NOBODY)
                continue;
            struct catan after = *g;
            catan_put_road(&after, seat, e);
            if (after.player[seat].longest > best) {
                best = after.player[seat].longest;
                edge = e;
            }
        }
    return edge;
}

static void plan_longest(const struct catan *g, int seat, const struct taste *taste, struct plan *out)
{
    const struct player *p = &g->player[seat];
    int                  need = 5;

    if (g->longest_holder == seat)
        return;
    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->player[s].longest >= need)
            need = g->player[s].longest + 1;
    need -= p->longest;
    if (need > ROAD_RACE || need > p->roads_left || need < 1)
        return;
    int edge = longer_road(g, seat);
    if (edge != NOBODY)
        add_roads(add_goal(out, GOAL_LONGEST, NULL, g->longest_holder == NOBODY ? 2 * POINT : 5 * POINT / 2, taste), need, edge);
}

void catan_plan(const struct catan *g, int seat, const struct taste *taste, struct plan *out)
{
    out->goals = 0;
    out->means = catan_means(g, seat);
    int pace = catan_pace(&out->means, taste->paces);
    plan_cities(g, seat, taste, pace, out);
    plan_settlements(g, seat, taste, pace, out);
    if (g->deck_left)
        add_goal(out, GOAL_CARD, catan_price[PRICE_CARD], card_worth(g, seat), taste);
    plan_longest(g, seat, taste, out);
    for (int i = 0, score = catan_score(g, seat); i < out->goals; i++) {
        static const uint8_t points[] = { [GOAL_CITY] = 1, [GOAL_SETTLEMENT] = 1, [GOAL_CARD] = 0, [GOAL_LONGEST] = 2 };

        if (score + points[out->goal[i].kind] >= g->target)
            out->goal[i].worth += WINNING;
    }
}

int catan_prospect(const struct plan *p, const uint8_t hand[RESOURCES])
{
    int best = 0, second = 0;

    for (int i = 0; i < p->goals; i++) {
        const struct goal *goal = &p->goal[i];

        if (goal->worth <= second)
            continue;
        int worth = goal->worth * PATIENCE / (PATIENCE + catan_wait(&p->means, hand, goal->cost));
        if (worth > best) {
            second = best;
            best = worth;
        } else if (worth > second) {
            second = worth;
        }
    }
    return best + second / 2;
}
