/* The moves of a seat: all of them for people and searches, or one at random,
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

/* Edges that extend a road from the vertices `from`. */
static int list_edges(const struct catan *g, uint64_t from, uint8_t edge[EDGES])
{
    uint64_t found[2] = { 0 }; /* by edge: each once, in order */
    int      n = 0;

    for (uint64_t left = from & g->open; left; left &= left - 1)
        for (int i = 0; i < 3; i++) {
            int e = catan_vertex_edge[__builtin_ctzll(left)][i];

            if (e >= 0 && g->road[e] == NOBODY)
                found[e >> 6] |= UINT64_C(1) << (e & 63);
        }
    for (int half = 0; half < 2; half++)
        for (uint64_t left = found[half]; left; left &= left - 1)
            edge[n++] = (uint8_t)(64 * half + __builtin_ctzll(left));
    return n;
}

/* Where it can be bought now. */
static inline uint64_t for_sale(const struct catan *g, int seat, enum price price)
{
    return catan_can_buy(g, seat, price, NULL) ? catan_sites(g, seat, price) : 0;
}

static inline unsigned usable_cards(const struct catan *g, int seat)
{
    unsigned cards = 0;

    for (int card = 0; card < PLAYABLE && g->player[seat].developments; card++)
        if (g->player[seat].card[card] && catan_can_use(g, seat, card, NULL))
            cards |= 1u << card;
    return cards;
}

/* ---- all of them -------------------------------------------------------- */

static void add0(struct move_list *out, int seat, int kind)
{
    move_list_new(out, seat, kind);
}

static void add1(struct move_list *out, int seat, int kind, int a)
{
    move_add(move_list_new(out, seat, kind), a);
}

static void add2(struct move_list *out, int seat, int kind, int a, int b)
{
    struct move *m = move_list_new(out, seat, kind);

    move_add(m, a);
    move_add(m, b);
}

/* One move for each number in the set. */
static void add_each(struct move_list *out, int seat, int kind, uint64_t set)
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

/* The harbour that lists and journals name: of several "three for one" the
 * first. */
static int first_alike(const struct catan *g, int seat, int harbour)
{
    int first = 0;

    while (g->harbour[first] != g->harbour[harbour] || !catan_owns_harbour(g, seat, first))
        first++;
    return first;
}

static void add_bank_trades(const struct catan *g, int seat, struct move_list *out)
{
    for (int harbour = NOBODY; harbour < HARBOURS; harbour++) {
        if (harbour != NOBODY && (!catan_owns_harbour(g, seat, harbour) || first_alike(g, seat, harbour) != harbour))
            continue;
        for (int offer = 0; offer < RESOURCES; offer++)
            for (int request = 0; request < RESOURCES; request++) {
                if (!catan_can_trade_bank(g, seat, harbour, offer, request, NULL))
                    continue;
                struct move *m = move_list_new(out, seat, TRADE_BANK);
                move_add(m, harbour == NOBODY ? NOBODY : catan_harbour_vertex[harbour][0]);
                move_add(m, offer);
                move_add(m, request);
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

/* A sample of offers (catan_forms has them all): one for one, two for one, one
 * for two. */
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
                make_offer(move_list_new(out, seat, OFFER_TRADE), give, rates[i][0], take, rates[i][1]);
                out->sample = true;
            }
}

/* Every way to give `left` more cards of the resources from `r` on, up to
 * DISCARDS_LISTED. */
static void add_discards(const struct player *p, int seat, int r, int left, int16_t given[RESOURCES], struct move_list *out)
{
    if (r == RESOURCES) {
        struct move *m = left == 0 ? move_list_new(out, seat, DISCARD) : NULL;

        for (int i = 0; m && i < RESOURCES; i++)
            move_add(m, given[i]);
        return;
    }
    for (int n = p->hand[r] < left ? p->hand[r] : left; n >= 0; n--) {
        if (out->n == DISCARDS_LISTED) {
            out->sample = true;
            return;
        }
        given[r] = (int16_t)n;
        add_discards(p, seat, r + 1, left - n, given, out);
    }
}

static void legal_playing(const struct catan *g, int seat, struct move_list *out)
{
    add0(out, seat, END_TURN);
    add_roads(g, for_sale(g, seat, PRICE_ROAD), seat, BUY_ROAD, out);
    add_each(out, seat, BUY_SETTLEMENT, for_sale(g, seat, PRICE_SETTLEMENT));
    add_each(out, seat, BUY_CITY, for_sale(g, seat, PRICE_CITY));
    if (catan_can_buy(g, seat, PRICE_CARD, NULL))
        add0(out, seat, BUY_CARD);
    add_each(out, seat, USE_CARD, usable_cards(g, seat));
    add_bank_trades(g, seat, out);
    add_offers(g, seat, out);
}

static void legal_settling(const struct catan *g, int seat, struct move_list *out)
{
    add_each(out, seat, BUILD_SETTLEMENT, g->free);
    if (g->free == 0)
        add0(out, seat, BUILD_SETTLEMENT);
}

static void legal_road(const struct catan *g, int seat, struct move_list *out)
{
    int last = g->player[seat].last;

    if (last != NOBODY && (g->open & VERTEX_BIT(last)))
        add_roads(g, VERTEX_BIT(last), seat, BUILD_ROAD, out);
    else
        add0(out, seat, BUILD_ROAD);
}

static void legal_start(const struct catan *g, int seat, struct move_list *out)
{
    (void)g;
    add0(out, seat, ROLL_DICE);
}

static void legal_robber(const struct catan *g, int seat, struct move_list *out)
{
    add_each(out, seat, MOVE_ROBBER, catan_robber_tiles(g));
}

static void legal_steal(const struct catan *g, int seat, struct move_list *out)
{
    add_each(out, seat, STEAL_CARD, catan_victims(g, seat));
    add0(out, seat, SPARE);
}

static void legal_trading(const struct catan *g, int seat, struct move_list *out)
{
    for (int i = 0; i < g->partners; i++)
        add1(out, seat, SELECT_PARTNER, g->partner[i]);
    if (g->partners == 0)
        add1(out, seat, SELECT_PARTNER, NOBODY);
}

static void legal_monopoly(const struct catan *g, int seat, struct move_list *out)
{
    (void)g;
    add_each(out, seat, TAKE_FROM_ALL, (1u << RESOURCES) - 1);
}

static void legal_free_road(const struct catan *g, int seat, struct move_list *out)
{
    add_roads(g, catan_reach(g, seat), seat, BUILD_FREE_ROAD, out);
}

static void legal_plenty(const struct catan *g, int seat, struct move_list *out)
{
    if (catan_bank_cards(g) <= 2)
        add0(out, seat, TAKE_TWO);
    else
        for (int a = 0; a < RESOURCES; a++)
            for (int b = a; b < RESOURCES; b++)
                if (catan_can_take(g, a, b, NULL))
                    add2(out, seat, TAKE_TWO, a, b);
}

/* What the player in turn may do in each state. */
static void (*const legal_in_turn[STATES])(const struct catan *g, int seat, struct move_list *out) = {
    [SETTLE1] = legal_settling, [ROAD1] = legal_road,          [SETTLE2] = legal_settling, [ROAD2] = legal_road,
    [START] = legal_start,      [ROBBER] = legal_robber,       [STEAL] = legal_steal,      [PLAYING] = legal_playing,
    [TRADING] = legal_trading,  [MONOPOLIZE] = legal_monopoly, [ROADS] = legal_free_road,  [PLENTY] = legal_plenty,
};

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
        if (catan_can_join(g, seat, NULL))
            add0(out, seat, JOIN_TRADE);
    } else {
        legal_in_turn[g->player[seat].state](g, seat, out);
    }
}

/* Players who declined may still join, and players who stepped out may come
 * back at any time. */
void catan_asides(const void *state, int seat, struct move_list *out)
{
    const struct catan *g = state;

    if (g->over || (catan_game.to_act(g) & 1u << seat))
        return;
    if (!g->player[seat].active)
        add0(out, seat, COME_BACK);
    else if ((g->declined & 1u << seat) && catan_can_join(g, seat, NULL))
        add0(out, seat, JOIN_TRADE);
}

/* ---- one spelling ------------------------------------------------------- */

static void sort_two(struct move *m)
{
    if (m->n == 2 && m->arg[0] > m->arg[1]) {
        int16_t kept = m->arg[0];

        m->arg[0] = m->arg[1];
        m->arg[1] = kept;
    }
}

/* Both ends of a harbour mean it, and harbours of the same kind are one. */
static void spell_port(const struct catan *g, struct move *m)
{
    int port = m->arg[0], harbour = port < 0 || port >= VERTICES ? NOBODY : catan_vertex_harbour[port];

    if (m->seat < g->seats && harbour != NOBODY && catan_owns_harbour(g, m->seat, harbour))
        m->arg[0] = catan_harbour_vertex[first_alike(g, m->seat, harbour)][0];
}

/* Roads and pairs of resources have no order; where there is no choice, the
 * arguments do not count. */
void catan_canonical(const void *state, struct move *m)
{
    const struct catan *g = state;

    switch (m->kind) {
    case BUILD_SETTLEMENT:
        m->n = g->free ? m->n : 0;
        break;
    case BUILD_ROAD:
        sort_two(m);
        if (m->seat < g->seats && (g->player[m->seat].last == NOBODY || !(g->open & VERTEX_BIT(g->player[m->seat].last))))
            m->n = 0;
        break;
    case BUY_ROAD:
    case BUILD_FREE_ROAD:
        sort_two(m);
        break;
    case TAKE_TWO:
        sort_two(m);
        m->n = catan_bank_cards(g) > 2 ? m->n : 0;
        break;
    case SELECT_PARTNER:
        if (m->n && g->partners == 0)
            m->arg[0] = NOBODY;
        break;
    case TRADE_BANK:
        if (m->n == 3)
            spell_port(g, m);
        break;
    default:
        break;
    }
}

/* ---- one at random ------------------------------------------------------ */

/* How likely a random player is to do each thing that they can do: mostly they
 * build, so that games come to an end. */
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
    catan_canonical(g, out);
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
    uint64_t             kinds = 1u << END_TURN, roads = for_sale(g, seat, PRICE_ROAD);
    uint64_t             settlements = for_sale(g, seat, PRICE_SETTLEMENT), cities = for_sale(g, seat, PRICE_CITY);
    unsigned             cards = g->used_card ? 0 : usable_cards(g, seat), offers = 0;
    struct rates         best;

    if (roads)
        kinds |= 1u << BUY_ROAD;
    if (settlements)
        kinds |= 1u << BUY_SETTLEMENT;
    if (cities)
        kinds |= 1u << BUY_CITY;
    if (catan_can_buy(g, seat, PRICE_CARD, NULL))
        kinds |= 1u << BUY_CARD;
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
        pick_edge(g, roads, r, out);
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
    struct move_list list = { .at = few, .cap = ARRAY_LEN(few), .fixed = true };

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
