/* Placing and buying roads, settlements and cities. */
#include "games/catan/rules.h"

const uint8_t catan_price[PRICES][RESOURCES] = {
    [PRICE_ROAD] = { [LUMBER] = 1, [BRICK] = 1 },
    [PRICE_SETTLEMENT] = { [LUMBER] = 1, [WOOL] = 1, [GRAIN] = 1, [BRICK] = 1 },
    [PRICE_CITY] = { [GRAIN] = 2, [ORE] = 3 },
    [PRICE_CARD] = { [WOOL] = 1, [GRAIN] = 1, [ORE] = 1 },
};

/* ---- paying --------------------------------------------------------------- */

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

/* ---- places --------------------------------------------------------------- */

static bool is_vertex(int v)
{
    return v >= 0 && v < VERTICES;
}

static bool in_set(uint64_t set, int v)
{
    return is_vertex(v) && (set & VERTEX_BIT(v));
}

uint64_t catan_sites(const struct catan *g, int seat, enum price price)
{
    const struct player *p = &g->player[seat];

    switch (price) {
    case PRICE_ROAD:
        return catan_reach(g, seat) & g->open;
    case PRICE_SETTLEMENT:
        return p->touched & g->free;
    default:
        return p->settlements;
    }
}

/* Why no settlement fits on this corner. */
static enum say no_settlement(const struct catan *g, int v, struct refusal *why)
{
    return catan_no(why, in_set(catan_all_buildings(g), v) ? WHY_OCCUPIED : WHY_TOO_CLOSE);
}

static void say_road(struct effects *out, int seat, int edge, bool bought)
{
    effect_add(out, EFFECT_ROAD, seat, catan_edge_vertex[edge][0], catan_edge_vertex[edge][1], bought, 0);
}

/* ---- the opening ----------------------------------------------------------- */

/* The second settlement pays a card for each tile around it, if the bank has
 * one. */
static void pay_second_settlement(struct catan *g, int seat, int vertex, struct effects *out)
{
    for (int i = 0; i < 3 && catan_vertex_tile[vertex][i] >= 0; i++) {
        int resource = g->tile[catan_vertex_tile[vertex][i]];

        if (resource == DESERT || g->bank[resource] == 0)
            continue;
        catan_receive(g, seat, resource, 1);
        effect_add(out, EFFECT_GAIN, seat, resource, 1, -1, 0);
    }
}

enum say catan_build_settlement(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];

    if (g->free == 0)
        return SAY_SETUP_NO_SETTLEMENT_PLACE;
    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    int v = m->arg[0];
    if (!is_vertex(v))
        return catan_no(why, WHY_NO_SUCH_CORNER);
    if (!in_set(g->free, v))
        return no_settlement(g, v, why);

    catan_put_settlement(g, seat, v);
    p->last = (int8_t)v;
    effect_add(out, EFFECT_SETTLEMENT, seat, v, false, 0, 0);
    if (p->state == SETTLE2)
        pay_second_settlement(g, seat, v, out);
    return SAY_SETTLEMENT_BUILT;
}

enum say catan_build_road(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    int last = g->player[seat].last;

    if (!in_set(g->open, last))
        return SAY_SETUP_NO_ROAD_PLACE;
    if (m->n < 2)
        return catan_no(why, WHY_INCOMPLETE);
    if (m->arg[0] != last && m->arg[1] != last)
        return catan_no(why, WHY_ROAD_NOT_LAST);
    int edge = catan_edge_between(m->arg[0], m->arg[1]);
    if (edge < 0)
        return catan_no(why, WHY_ROAD_INVALID);
    if (!catan_edge_fits(g, VERTEX_BIT(last), edge))
        return catan_no(why, WHY_ROAD_EXISTS);

    catan_put_road(g, seat, edge);
    say_road(out, seat, edge, false);
    return SAY_ROAD_BUILT;
}

/* ---- buying ---------------------------------------------------------------- */

enum say catan_buy_road(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    uint64_t reach = catan_reach(g, seat);

    if (!catan_sites(g, seat, PRICE_ROAD))
        return catan_no(why, WHY_NO_ROAD_PLACE);
    if (m->n < 2)
        return catan_no(why, WHY_INCOMPLETE);
    if (m->arg[0] == m->arg[1])
        return catan_no(why, WHY_ROAD_POINT);
    if (!catan_can_buy(g, seat, PRICE_ROAD, why))
        return SAY_NOTHING;
    int a = m->arg[0], b = m->arg[1], edge = catan_edge_between(a, b);
    if (!is_vertex(a) || !is_vertex(b))
        return catan_no(why, WHY_ROAD_INVALID);
    if (!in_set(reach, a) && !in_set(reach, b))
        return catan_no(why, WHY_ROAD_UNCONNECTED);
    if (edge < 0)
        return catan_no(why, WHY_ROAD_INVALID);
    if (!catan_edge_fits(g, reach, edge))
        return catan_no(why, WHY_ROAD_EXISTS);

    catan_pay_price(g, seat, PRICE_ROAD);
    catan_put_road(g, seat, edge);
    say_road(out, seat, edge, true);
    return SAY_ROAD_BOUGHT;
}

enum say catan_build_free_road(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];

    if (m->n < 2)
        return catan_no(why, WHY_INCOMPLETE);
    int edge = catan_edge_between(m->arg[0], m->arg[1]);
    if (edge < 0)
        return catan_no(why, WHY_ROAD_INVALID);
    if (!catan_edge_fits(g, catan_reach(g, seat), edge))
        return catan_no(why, g->road[edge] == NOBODY ? WHY_FREE_ROAD_UNCONNECTED : WHY_ROAD_EXISTS);

    catan_put_road(g, seat, edge);
    say_road(out, seat, edge, false);
    g->roads_to_build--;
    if (p->roads_left == 0 || !catan_sites(g, seat, PRICE_ROAD))
        g->roads_to_build = 0;
    if (g->roads_to_build == 0)
        p->state = PLAYING;
    return p->roads_left == 0 ? SAY_ROAD_BUILT_LAST : SAY_ROAD_BUILT;
}

/* Corners for a building that a complete move asks for; 0: refused. */
static uint64_t sites_for(const struct catan *g, int seat, enum price price, const struct move *m, enum why none,
                          struct refusal *why)
{
    uint64_t sites = catan_sites(g, seat, price);

    if (sites && m->n >= 1)
        return sites;
    catan_no(why, sites ? WHY_INCOMPLETE : none);
    return 0;
}

enum say catan_buy_settlement(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    uint64_t sites = sites_for(g, seat, PRICE_SETTLEMENT, m, WHY_NO_SETTLEMENT_PLACE, why);

    if (!sites || !catan_can_buy(g, seat, PRICE_SETTLEMENT, why))
        return SAY_NOTHING;
    int v = m->arg[0];
    if (!is_vertex(v))
        return catan_no(why, WHY_NO_SUCH_CORNER);
    if (!in_set(g->player[seat].touched, v))
        return catan_no(why, WHY_SETTLEMENT_UNCONNECTED);
    if (!in_set(sites, v))
        return no_settlement(g, v, why);

    catan_pay_price(g, seat, PRICE_SETTLEMENT);
    catan_put_settlement(g, seat, v);
    effect_add(out, EFFECT_SETTLEMENT, seat, v, true, 0, 0);
    return SAY_SETTLEMENT_BOUGHT;
}

enum say catan_buy_city(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];
    uint64_t       sites = sites_for(g, seat, PRICE_CITY, m, WHY_NO_CITY_PLACE, why);

    if (!sites || !catan_has_supply(g, seat, PRICE_CITY, why))
        return SAY_NOTHING;
    int v = m->arg[0];
    if (!in_set(sites, v))
        return catan_no(why, WHY_NO_SETTLEMENT_THERE);
    if (!catan_affords(g, seat, PRICE_CITY, why))
        return SAY_NOTHING;

    catan_pay_price(g, seat, PRICE_CITY);
    p->settlements &= ~VERTEX_BIT(v);
    p->settlements_left++;
    p->cities |= VERTEX_BIT(v);
    p->cities_left--;
    effect_add(out, EFFECT_CITY, seat, v, 0, 0, 0);
    return SAY_CITY_BOUGHT;
}
