/* The moves a seat has: all of them for people and searchers, or one at random,
 * fast, for playouts. */
#include "games/catan/rules.h"

enum { DISCARDS_LISTED = 256 };

/* ---- sets --------------------------------------------------------------- */

static int nth(uint64_t set, int n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* A random member; the set must not be empty. */
static int any_of(uint64_t set, struct rng *r)
{
    return nth(set, (int)rng_below(r, (uint64_t)__builtin_popcountll(set)));
}

/* Edges on which `seat` may build, each once; at most EDGES. `from` is where
 * he may build on. */
static int list_edges(const struct catan *g, uint64_t from, uint8_t edge[EDGES])
{
    int n = 0;

    for (uint64_t left = from & g->open; left; left &= left - 1) {
        int v = __builtin_ctzll(left);

        for (int i = 0; i < 3; i++) {
            int e = catan_vertex_edge[v][i], other = catan_vertex_next[v][i];

            if (e < 0 || g->road[e] != NOBODY || (other < v && (from & VERTEX_BIT(other))))
                continue;
            edge[n++] = (uint8_t)e;
        }
    }
    return n;
}

static bool can_buy_road(const struct catan *g, int seat)
{
    return g->player[seat].roads_left && catan_affords(g, seat, PRICE_ROAD) == SAY_NOTHING && (catan_reach(g, seat) & g->open);
}

/* Vertices of settlements that can be bought now; of cities. */
static uint64_t settlements_for_sale(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];

    return p->settlements_left && catan_affords(g, seat, PRICE_SETTLEMENT) == SAY_NOTHING ? p->touched & g->free : 0;
}

static uint64_t cities_for_sale(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];

    return p->cities_left && catan_affords(g, seat, PRICE_CITY) == SAY_NOTHING ? p->settlements : 0;
}

static bool can_buy_card(const struct catan *g, int seat)
{
    return g->deck_left && catan_affords(g, seat, PRICE_CARD) == SAY_NOTHING;
}

static bool can_use(const struct catan *g, int seat, int card)
{
    const struct player *p = &g->player[seat];

    if (g->used_card || p->card[card] == p->fresh[card])
        return false;
    return card != ROAD_BUILDING || (p->roads_left && (catan_reach(g, seat) & g->open));
}

/* ---- all of them -------------------------------------------------------- */

static void add0(struct move_list *out, int seat, int kind)
{
    move_list_new(out, seat, kind);
}

static void add1(struct move_list *out, int seat, int kind, int a)
{
    struct move *m = move_list_new(out, seat, kind);

    if (m)
        move_add(m, a);
}

static void add2(struct move_list *out, int seat, int kind, int a, int b)
{
    struct move *m = move_list_new(out, seat, kind);

    if (m) {
        move_add(m, a);
        move_add(m, b);
    }
}

static void add_vertices(struct move_list *out, int seat, int kind, uint64_t set)
{
    for (; set; set &= set - 1)
        add1(out, seat, kind, __builtin_ctzll(set));
}

static void add_roads(const struct catan *g, uint64_t from, int seat, int kind, struct move_list *out)
{
    uint8_t edge[EDGES];
    int     n = list_edges(g, from, edge);

    for (int i = 0; i < n; i++)
        add2(out, seat, kind, catan_edge_vertex[edge[i]][0], catan_edge_vertex[edge[i]][1]);
}

static void add_bank_trades(const struct catan *g, int seat, struct move_list *out)
{
    for (int harbour = NOBODY; harbour < HARBOURS; harbour++) {
        if (harbour != NOBODY && !catan_owns_harbour(g, seat, harbour))
            continue;
        for (int offer = 0; offer < RESOURCES; offer++) {
            int rate = catan_harbour_rate(g, harbour, offer);

            for (int request = 0; request < RESOURCES && rate && g->player[seat].hand[offer] >= rate; request++) {
                if (request == offer || g->bank[request] == 0)
                    continue;
                struct move *m = move_list_new(out, seat, TRADE_BANK);
                if (!m)
                    return;
                move_add(m, harbour == NOBODY ? NOBODY : catan_harbour_vertex[harbour][0]);
                move_add(m, offer);
                move_add(m, request);
            }
        }
    }
}

static void make_offer(struct move *m, int give, int n_give, int take, int n_take)
{
    for (int r = 0; r < RESOURCES; r++)
        move_add(m, r == give ? n_give : 0);
    for (int r = 0; r < RESOURCES; r++)
        move_add(m, r == take ? n_take : 0);
}

/* A sample of offers: one for one, two for one, one for two. */
static void add_offers(const struct catan *g, int seat, struct move_list *out)
{
    static const uint8_t rates[][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 } };

    if (catan_active_seats(g) < 2)
        return;
    for (size_t i = 0; i < ARRAY_LEN(rates); i++)
        for (int give = 0; give < RESOURCES; give++)
            for (int take = 0; take < RESOURCES; take++) {
                if (give == take || g->player[seat].hand[give] < rates[i][0])
                    continue;
                struct move *m = move_list_new(out, seat, OFFER_TRADE);
                if (m)
                    make_offer(m, give, rates[i][0], take, rates[i][1]);
            }
}

/* Every way to give `left` more cards from resource `r` on, up to a number. */
static void add_discards(const struct player *p, int seat, int r, int left, int16_t given[RESOURCES], struct move_list *out)
{
    if (r == RESOURCES) {
        struct move *m = left == 0 && out->n < DISCARDS_LISTED ? move_list_new(out, seat, DISCARD) : NULL;

        for (int i = 0; m && i < RESOURCES; i++)
            move_add(m, given[i]);
        return;
    }
    for (int n = p->hand[r] < left ? p->hand[r] : left; n >= 0 && out->n < DISCARDS_LISTED; n--) {
        given[r] = (int16_t)n;
        add_discards(p, seat, r + 1, left - n, given, out);
    }
}

static void legal_playing(const struct catan *g, int seat, struct move_list *out)
{
    add0(out, seat, END_TURN);
    if (can_buy_road(g, seat))
        add_roads(g, catan_reach(g, seat), seat, BUY_ROAD, out);
    add_vertices(out, seat, BUY_SETTLEMENT, settlements_for_sale(g, seat));
    add_vertices(out, seat, BUY_CITY, cities_for_sale(g, seat));
    if (can_buy_card(g, seat))
        add0(out, seat, BUY_CARD);
    for (int card = 0; card < PLAYABLE; card++)
        if (can_use(g, seat, card))
            add1(out, seat, USE_CARD, card);
    add_bank_trades(g, seat, out);
    add_offers(g, seat, out);
}

static void legal_trading(const struct catan *g, int seat, struct move_list *out)
{
    for (int i = 0; i < g->partners; i++)
        add1(out, seat, SELECT_PARTNER, g->partner[i]);
    if (g->partners == 0)
        add1(out, seat, SELECT_PARTNER, NOBODY);
}

static void legal_plenty(const struct catan *g, int seat, struct move_list *out)
{
    if (catan_bank_cards(g) <= 2)
        add0(out, seat, TAKE_TWO);
    else
        for (int a = 0; a < RESOURCES; a++)
            for (int b = a; b < RESOURCES; b++)
                if (g->bank[a] && g->bank[b] && (a != b || g->bank[a] > 1))
                    add2(out, seat, TAKE_TWO, a, b);
}

/* What the player in turn may do in his state. */
static void legal_in_turn(const struct catan *g, int seat, struct move_list *out)
{
    const struct player *p = &g->player[seat];

    switch (p->state) {
    case SETTLE1:
    case SETTLE2:
        add_vertices(out, seat, BUILD_SETTLEMENT, g->free);
        if (g->free == 0)
            add0(out, seat, BUILD_SETTLEMENT);
        break;
    case ROAD1:
    case ROAD2:
        if (p->last != NOBODY && (g->open & VERTEX_BIT(p->last)))
            add_roads(g, VERTEX_BIT(p->last), seat, BUILD_ROAD, out);
        else
            add0(out, seat, BUILD_ROAD);
        break;
    case START:
        add0(out, seat, ROLL_DICE);
        break;
    case ROBBER:
        add_vertices(out, seat, MOVE_ROBBER, catan_robber_tiles(g));
        break;
    case STEAL:
        add_vertices(out, seat, STEAL_CARD, catan_victims(g, seat));
        add0(out, seat, SPARE);
        break;
    case PLAYING:
        legal_playing(g, seat, out);
        break;
    case TRADING:
        legal_trading(g, seat, out);
        break;
    case MONOPOLIZE:
        add_vertices(out, seat, TAKE_FROM_ALL, (1u << RESOURCES) - 1);
        break;
    case ROADS:
        add_roads(g, catan_reach(g, seat), seat, BUILD_FREE_ROAD, out);
        break;
    case PLENTY:
        legal_plenty(g, seat, out);
        break;
    default:
        BUG("a state that is none");
    }
}

void catan_legal(const void *state, int seat, struct move_list *out)
{
    const struct catan *g = state;
    int16_t             given[RESOURCES];

    if (!(catan_game.to_act(g) & 1u << seat))
        return;
    if (!g->player[seat].active) {
        add0(out, seat, COME_BACK);
    } else if (g->owing) {
        add_discards(&g->player[seat], seat, 0, g->player[seat].owes, given, out);
    } else if (seat != g->turn) {
        add0(out, seat, DECLINE_TRADE);
        if (catan_lacks(g, seat, g->request) == SAY_NOTHING)
            add0(out, seat, JOIN_TRADE);
    } else {
        legal_in_turn(g, seat, out);
    }
}

/* ---- one at random ------------------------------------------------------ */

/* How often a random player who can do several things does which: mostly he
 * builds, so that his games come to an end. */
static const uint8_t weight[KINDS] = {
    [END_TURN] = 4, [BUY_ROAD] = 4, [BUY_SETTLEMENT] = 24, [BUY_CITY] = 24,
    [BUY_CARD] = 8, [USE_CARD] = 8, [TRADE_BANK] = 4,      [OFFER_TRADE] = 1,
};

static void pick_edge(const struct catan *g, uint64_t from, struct rng *r, struct move *out)
{
    uint8_t edge[EDGES];
    int     n = list_edges(g, from, edge);
    int     e = edge[rng_below(r, (uint64_t)n)];

    move_add(out, catan_edge_vertex[e][0]);
    move_add(out, catan_edge_vertex[e][1]);
}

static int pick_card_of_hand(const struct player *p, struct rng *r)
{
    return catan_nth_card(p->hand, (int)rng_below(r, p->cards));
}

static void pick_discard(const struct player *p, struct rng *r, struct move *out)
{
    struct player left = *p;
    int16_t       given[RESOURCES] = { 0 };

    for (int i = 0; i < p->owes; i++) {
        int kind = pick_card_of_hand(&left, r);

        left.hand[kind]--;
        left.cards--;
        given[kind]++;
    }
    for (int i = 0; i < RESOURCES; i++)
        move_add(out, given[i]);
}

/* The cheapest rate of `seat` for each resource, and the harbour that gives it. */
struct rates {
    int8_t rate[RESOURCES], harbour[RESOURCES];
};

static struct rates best_rates(const struct catan *g, int seat)
{
    struct rates best;

    for (int r = 0; r < RESOURCES; r++) {
        best.harbour[r] = NOBODY;
        best.rate[r] = (int8_t)catan_harbour_rate(g, NOBODY, r);
    }
    for (uint64_t left = catan_buildings(g, seat) & catan_harbour_vertices; left; left &= left - 1) {
        int h = catan_vertex_harbour[__builtin_ctzll(left)];

        for (int r = 0; r < RESOURCES; r++) {
            int rate = catan_harbour_rate(g, h, r);

            if (rate && rate < best.rate[r]) {
                best.harbour[r] = (int8_t)h;
                best.rate[r] = (int8_t)rate;
            }
        }
    }
    return best;
}

/* Resources that `seat` could give to the bank, as a set. */
static unsigned bank_offers(const struct catan *g, int seat, const struct rates *best)
{
    unsigned set = 0;
    int      bank = catan_bank_cards(g);

    for (int r = 0; r < RESOURCES; r++)
        if (g->player[seat].hand[r] >= best->rate[r] && bank > g->bank[r])
            set |= 1u << r;
    return set;
}

static void pick_bank_trade(const struct catan *g, const struct rates *best, unsigned offers, struct rng *r, struct move *out)
{
    int      offer = any_of(offers, r), harbour = best->harbour[offer];
    unsigned requests = 0;

    for (int i = 0; i < RESOURCES; i++)
        if (i != offer && g->bank[i])
            requests |= 1u << i;
    move_add(out, harbour == NOBODY ? NOBODY : catan_harbour_vertex[harbour][0]);
    move_add(out, offer);
    move_add(out, any_of(requests, r));
}

/* Draws one kind from the set by weight. */
static int pick_kind(uint64_t kinds, struct rng *r)
{
    int all = 0, kind = 0;

    for (uint64_t left = kinds; left; left &= left - 1)
        all += weight[__builtin_ctzll(left)];
    int drawn = (int)rng_below(r, (uint64_t)all);
    for (uint64_t left = kinds; left; left &= left - 1) {
        kind = __builtin_ctzll(left);
        if ((drawn -= weight[kind]) < 0)
            break;
    }
    return kind;
}

static void pick_playing(const struct catan *g, int seat, struct rng *r, struct move *out)
{
    const struct player *p = &g->player[seat];
    uint64_t             kinds = 1u << END_TURN, settlements = settlements_for_sale(g, seat), cities = cities_for_sale(g, seat);
    unsigned             cards = 0, offers = 0;
    struct rates         best;

    if (can_buy_road(g, seat))
        kinds |= 1u << BUY_ROAD;
    if (settlements)
        kinds |= 1u << BUY_SETTLEMENT;
    if (cities)
        kinds |= 1u << BUY_CITY;
    if (can_buy_card(g, seat))
        kinds |= 1u << BUY_CARD;
    for (int card = 0; card < PLAYABLE && p->developments && !g->used_card; card++)
        if (can_use(g, seat, card))
            cards |= 1u << card;
    if (cards)
        kinds |= 1u << USE_CARD;
    if (p->cards > 1) {
        best = best_rates(g, seat);
        offers = bank_offers(g, seat, &best);
    }
    if (offers)
        kinds |= 1u << TRADE_BANK;
    if (p->cards && catan_active_seats(g) > 1)
        kinds |= 1u << OFFER_TRADE;

    move_begin(out, seat, pick_kind(kinds, r));
    switch (out->kind) {
    case BUY_ROAD:
        pick_edge(g, catan_reach(g, seat), r, out);
        break;
    case BUY_SETTLEMENT:
        move_add(out, any_of(settlements, r));
        break;
    case BUY_CITY:
        move_add(out, any_of(cities, r));
        break;
    case USE_CARD:
        move_add(out, any_of(cards, r));
        break;
    case TRADE_BANK:
        pick_bank_trade(g, &best, offers, r, out);
        break;
    case OFFER_TRADE: {
        int give = pick_card_of_hand(p, r);

        make_offer(out, give, 1, (give + 1 + (int)rng_below(r, RESOURCES - 1)) % RESOURCES, 1);
        break;
    }
    default: /* END_TURN and BUY_CARD have no arguments */
        break;
    }
}

/* States with few moves: picks from the list. */
static void pick_listed(const struct catan *g, int seat, struct rng *r, struct move *out)
{
    struct move      few[32];
    struct move_list list = { few, 0, ARRAY_LEN(few) };

    catan_legal(g, seat, &list);
    *out = few[rng_below(r, (uint64_t)list.n)];
}

void catan_pick(const void *state, int seat, struct rng *r, struct move *out)
{
    const struct catan  *g = state;
    const struct player *p = &g->player[seat];

    if (p->active && g->owing) {
        move_begin(out, seat, DISCARD);
        pick_discard(p, r, out);
    } else if (p->active && seat == g->turn && p->state == PLAYING) {
        pick_playing(g, seat, r, out);
    } else if (p->active && seat == g->turn && p->state == START) {
        move_begin(out, seat, ROLL_DICE);
    } else if (p->active && seat == g->turn && g->free && (p->state == SETTLE1 || p->state == SETTLE2)) {
        move_begin(out, seat, BUILD_SETTLEMENT);
        move_add(out, any_of(g->free, r));
    } else if (p->active && seat == g->turn && p->state == ROADS) {
        move_begin(out, seat, BUILD_FREE_ROAD);
        pick_edge(g, catan_reach(g, seat), r, out);
    } else {
        pick_listed(g, seat, r, out);
    }
}
