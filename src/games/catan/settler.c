/* The settler, a computer player that looks one move ahead: it makes every
 * legal move on a copy of what it sees and picks the one with the best
 * resulting position. Hidden cards and dice are those of the redacted state,
 * guesses like a person's. It offers no trades (without memory it would repeat
 * the same offer forever) but accepts those that help it. */
#include "games/catan/rules.h"

/* What things are worth, relative to a victory point. */
enum {
    WORTH_POINT = 1000,
    WORTH_PIP = 14,  /* one chance in 36 of a card, each roll */
    WORTH_KIND = 30, /* per kind of resource produced */
    WORTH_HARBOUR = 15,
    WORTH_PLACE = 70, /* for a settlement, reached by a road */
    WORTH_NEAR = 25,  /* one road away */
    WORTH_EDGE = 8,   /* of the longest trail */
    WORTH_KNIGHT = 20,
    WORTH_CARD = 35,     /* a development card in the hand */
    WORTH_USE = 60,      /* playing one, which otherwise looks like losing it */
    WORTH_RESOURCE = 3,  /* any card in hand that a seven does not endanger */
    WORTH_RIVAL_PIP = 3, /* of each opponent, times their points */
};

/* The worth of holding the price of something. */
static const int goal_worth[PRICES] = { [PRICE_ROAD] = 30, [PRICE_SETTLEMENT] = 160, [PRICE_CITY] = 150, [PRICE_CARD] = 60 };

/* Chances in 36 that a tile produces; none under the robber. */
static int pips(const struct catan *g, int tile)
{
    int number = g->number[tile];

    return number == 0 || tile == g->robber ? 0 : number < 7 ? number - 1 : 13 - number;
}

static int vertex_pips(const struct catan *g, int v)
{
    int sum = 0;

    for (int i = 0; i < 3 && catan_vertex_tile[v][i] >= 0; i++)
        sum += pips(g, catan_vertex_tile[v][i]);
    return sum;
}

static int set_pips(const struct catan *g, uint64_t set)
{
    int sum = 0;

    for (; set; set &= set - 1)
        sum += vertex_pips(g, __builtin_ctzll(set));
    return sum;
}

static int best_pips(const struct catan *g, uint64_t set)
{
    int best = 0;

    for (; set; set &= set - 1) {
        int here = vertex_pips(g, __builtin_ctzll(set));

        if (here > best)
            best = here;
    }
    return best;
}

static int production(const struct catan *g, int seat)
{
    return set_pips(g, g->player[seat].settlements) + 2 * set_pips(g, g->player[seat].cities);
}

static int kinds_produced(const struct catan *g, int seat)
{
    unsigned kinds = 0;

    for (uint64_t left = catan_buildings(g, seat); left; left &= left - 1)
        for (int i = 0, v = __builtin_ctzll(left); i < 3 && catan_vertex_tile[v][i] >= 0; i++)
            kinds |= 1u << g->tile[catan_vertex_tile[v][i]];
    return __builtin_popcount(kinds & ~(1u << DESERT));
}

/* Free vertices one road beyond the player's reach. */
static uint64_t nearby(const struct catan *g, int seat)
{
    uint64_t set = 0;

    for (uint64_t left = catan_reach(g, seat) & g->open; left; left &= left - 1)
        for (int i = 0, v = __builtin_ctzll(left); i < 3; i++)
            if (catan_vertex_edge[v][i] >= 0 && g->road[catan_vertex_edge[v][i]] == NOBODY)
                set |= VERTEX_BIT(catan_along(catan_vertex_edge[v][i], v));
    return set & g->free;
}

/* The worth of the hand: that of the best goal it can be spent on. */
static int hand_worth(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];
    const bool           wanted[PRICES] = {
                  [PRICE_ROAD] = p->roads_left && !(p->touched & g->free) && nearby(g, seat),
                  [PRICE_SETTLEMENT] = p->settlements_left && (p->touched & g->free),
                  [PRICE_CITY] = p->cities_left && p->settlements,
                  [PRICE_CARD] = g->deck_left > 0,
    };
    int best = 0;

    for (int goal = 0; goal < PRICES; goal++) {
        int price = 0, have = 0;

        for (int r = 0; r < RESOURCES && wanted[goal]; r++) {
            price += catan_price[goal][r];
            have += p->hand[r] < catan_price[goal][r] ? p->hand[r] : catan_price[goal][r];
        }
        int worth = price ? goal_worth[goal] * have * have / (price * price) : 0;
        if (worth > best)
            best = worth;
    }
    return best + WORTH_RESOURCE * (p->cards < HAND_SAFE ? p->cards : HAND_SAFE);
}

static int worth(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];
    uint64_t             places = p->settlements_left ? p->touched & g->free : 0;
    uint64_t             near = p->settlements_left && p->roads_left ? nearby(g, seat) : 0;
    int                  sum = WORTH_POINT * catan_score(g, seat) + WORTH_PIP * production(g, seat);

    sum += WORTH_KIND * kinds_produced(g, seat);
    sum += WORTH_HARBOUR * __builtin_popcountll(catan_buildings(g, seat) & catan_harbour_vertices);
    sum += places ? WORTH_PLACE + 4 * best_pips(g, places) : 0;
    sum += near ? WORTH_NEAR + 2 * best_pips(g, near) : 0;
    sum += WORTH_EDGE * p->longest + WORTH_KNIGHT * p->knights + WORTH_CARD * p->developments;
    sum += hand_worth(g, seat);
    for (int rival = 0; rival < g->seats; rival++)
        if (rival != seat)
            sum -= WORTH_RIVAL_PIP * production(g, rival) * (1 + catan_public_score(g, rival)) / 4;
    return sum;
}

/* The worth of the position after accepting the open offer. */
static int worth_after_trade(const struct catan *g, int seat)
{
    struct catan after = *g;

    for (int r = 0; r < RESOURCES; r++) {
        catan_pay(&after, seat, r, g->request[r]);
        catan_receive(&after, seat, r, g->offer[r]);
    }
    return worth(&after, seat);
}

static int worth_of_move(const struct catan *g, int seat, const struct move *m)
{
    struct catan   after = *g;
    struct refusal why = { 0 };

    if (m->kind == JOIN_TRADE)
        return worth_after_trade(g, seat);
    if (catan_game.apply(&after, m, NULL, &why) != ERR_OK)
        BUG("a legal move that does not apply");
    return worth(&after, seat) + (m->kind == USE_CARD ? WORTH_CARD + WORTH_USE : 0);
}

bool catan_settler_choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    int best = 0, equal = 0;

    think->scratch.n = 0;
    game->legal(seen, seat, &think->scratch);
    for (int i = 0; i < think->scratch.n; i++) {
        const struct move *m = &think->scratch.at[i];

        if (m->kind == OFFER_TRADE)
            continue;
        int value = worth_of_move(seen, seat, m);
        if (equal == 0 || value > best) {
            best = value;
            equal = 0;
        }
        if (value == best && rng_below(&think->rng, (uint64_t)++equal) == 0)
            *out = *m;
    }
    return equal > 0;
}
