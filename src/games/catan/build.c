/* Placing and buying roads, settlements and cities. */
#include "games/catan/rules.h"

const uint8_t catan_price[PRICES][RESOURCES] = {
    [PRICE_ROAD] = { [LUMBER] = 1, [BRICK] = 1 },
    [PRICE_SETTLEMENT] = { [LUMBER] = 1, [WOOL] = 1, [GRAIN] = 1, [BRICK] = 1 },
    [PRICE_CITY] = { [GRAIN] = 2, [ORE] = 3 },
    [PRICE_CARD] = { [WOOL] = 1, [GRAIN] = 1, [ORE] = 1 },
};

enum say catan_lacks(const struct catan *g, int seat, const uint8_t wanted[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        if (g->player[seat].hand[r] < wanted[r])
            return SAY_NOT_ENOUGH + (unsigned)r;
    return SAY_NOTHING;
}

enum say catan_affords(const struct catan *g, int seat, enum price price)
{
    return catan_lacks(g, seat, catan_price[price]);
}

void catan_pay(struct catan *g, int seat, int resource, int n)
{
    g->player[seat].hand[resource] -= (uint8_t)n;
    g->player[seat].cards -= (uint8_t)n;
    g->bank[resource] += (uint8_t)n;
}

void catan_receive(struct catan *g, int seat, int resource, int n)
{
    g->player[seat].hand[resource] += (uint8_t)n;
    g->player[seat].cards += (uint8_t)n;
    g->bank[resource] -= (uint8_t)n;
}

void catan_pay_price(struct catan *g, int seat, enum price price)
{
    for (int r = 0; r < RESOURCES; r++)
        catan_pay(g, seat, r, catan_price[price][r]);
}

static bool is_vertex(int v)
{
    return v >= 0 && v < VERTICES;
}

static bool in_set(uint64_t set, int v)
{
    return is_vertex(v) && (set & VERTEX_BIT(v));
}

/* The second settlement pays a card for each tile around it, as far as the bank
 * has them. */
static void pay_second_settlement(struct catan *g, int seat, int vertex, struct effects *out)
{
    for (int i = 0; i < 3 && catan_vertex_tile[vertex][i] >= 0; i++) {
        int resource = g->tile[catan_vertex_tile[vertex][i]];

        if (resource == DESERT || g->bank[resource] == 0)
            continue;
        catan_receive(g, seat, resource, 1);
        effect_add(out, EFFECT_GAIN, seat, resource, 1, 0, 0);
    }
}

enum say catan_build_settlement(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];

    if (g->free == 0)
        return SAY_SETUP_NO_SETTLEMENT_PLACE;
    if (m->n < 1)
        return SAY_INVALID;
    int v = m->arg[0];
    if (!is_vertex(v))
        return SAY_SETTLEMENT_INVALID;
    if (in_set(catan_all_buildings(g), v))
        return SAY_OCCUPIED;
    if (!in_set(g->free, v))
        return SAY_TOO_CLOSE;

    catan_put_settlement(g, seat, v);
    p->last = (int8_t)v;
    if (p->state == SETTLE2)
        pay_second_settlement(g, seat, v, out);
    return SAY_SETTLEMENT_BUILT;
}

enum say catan_build_road(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    int last = g->player[seat].last;

    (void)out;
    if (!in_set(g->open, last))
        return SAY_SETUP_NO_ROAD_PLACE;
    if (m->n < 2)
        return SAY_INVALID;
    if (m->arg[0] != last && m->arg[1] != last)
        return SAY_ROAD_NOT_LAST;
    int edge = catan_edge_between(m->arg[0], m->arg[1]);
    if (edge < 0)
        return SAY_ROAD_INVALID;
    if (g->road[edge] != NOBODY)
        return SAY_ROAD_EXISTS;

    catan_put_road(g, seat, edge);
    return SAY_ROAD_BUILT;
}

enum say catan_buy_road(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    uint64_t reach = catan_reach(g, seat);
    enum say poor;

    (void)out;
    if (!(reach & g->open))
        return SAY_NO_ROAD_PLACE;
    if (m->n < 2 || m->arg[0] == m->arg[1])
        return SAY_INVALID;
    if (g->player[seat].roads_left == 0)
        return SAY_NO_ROAD_SUPPLY;
    if ((poor = catan_affords(g, seat, PRICE_ROAD)))
        return poor;
    int a = m->arg[0], b = m->arg[1];
    if (!is_vertex(a) || !is_vertex(b))
        return SAY_ROAD_INVALID;
    if (!in_set(reach, a) && !in_set(reach, b))
        return SAY_ROAD_UNCONNECTED;
    int edge = catan_edge_between(a, b);
    if (edge < 0)
        return SAY_ROAD_INVALID;
    if (g->road[edge] != NOBODY)
        return SAY_ROAD_EXISTS;

    catan_pay_price(g, seat, PRICE_ROAD);
    catan_put_road(g, seat, edge);
    return SAY_ROAD_BOUGHT;
}

enum say catan_build_free_road(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];
    uint64_t       reach = catan_reach(g, seat);

    (void)out;
    if (m->n < 2)
        return SAY_INVALID;
    int a = m->arg[0], b = m->arg[1], edge = catan_edge_between(a, b);
    if (edge < 0)
        return SAY_ROAD_INVALID;
    if (g->road[edge] != NOBODY)
        return SAY_ROAD_EXISTS;
    if (!in_set(reach, a) && !in_set(reach, b))
        return SAY_ROAD_INVALID;

    catan_put_road(g, seat, edge);
    g->roads_to_build--;
    if (p->roads_left == 0 || !(catan_reach(g, seat) & g->open))
        g->roads_to_build = 0;
    if (g->roads_to_build == 0)
        p->state = PLAYING;
    return p->roads_left == 0 ? SAY_ROAD_BUILT_LAST : SAY_ROAD_BUILT;
}

enum say catan_buy_settlement(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];
    enum say       poor;

    (void)out;
    if (!(p->touched & g->free))
        return SAY_NO_SETTLEMENT_PLACE;
    if (m->n < 1)
        return SAY_INVALID;
    if (p->settlements_left == 0)
        return SAY_NO_SETTLEMENT_SUPPLY;
    if ((poor = catan_affords(g, seat, PRICE_SETTLEMENT)))
        return poor;
    int v = m->arg[0];
    if (!is_vertex(v))
        return SAY_SETTLEMENT_INVALID;
    if (!in_set(p->touched, v))
        return SAY_ROAD_UNCONNECTED;
    if (in_set(catan_all_buildings(g), v))
        return SAY_OCCUPIED;
    if (!in_set(g->free, v))
        return SAY_TOO_CLOSE;

    catan_pay_price(g, seat, PRICE_SETTLEMENT);
    catan_put_settlement(g, seat, v);
    return SAY_SETTLEMENT_BOUGHT;
}

enum say catan_buy_city(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];
    enum say       poor;

    (void)out;
    if (p->settlements == 0)
        return SAY_NO_CITY_PLACE;
    if (m->n < 1)
        return SAY_INVALID;
    if (p->cities_left == 0)
        return SAY_NO_CITY_SUPPLY;
    int v = m->arg[0];
    if (!in_set(p->settlements, v))
        return SAY_CITY_INVALID;
    if ((poor = catan_affords(g, seat, PRICE_CITY)))
        return poor;

    catan_pay_price(g, seat, PRICE_CITY);
    p->settlements &= ~VERTEX_BIT(v);
    p->settlements_left++;
    p->cities |= VERTEX_BIT(v);
    p->cities_left--;
    return SAY_CITY_BOUGHT;
}
