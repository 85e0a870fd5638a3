#include "games/catan/quick.h"

#include "games/catan/offers.h"

/* Tuned by games against the settler and against itself. */
enum {
    ROAD_STARTED = 150, /* bonus for starting a road to a place */
    TRADE_TROUBLE = 4,  /* cost of a trade, so that none is made for nothing */
    KNIGHT_PLAYED = 80, /* steals a card and moves the robber away */
    ARMY_WON = 2000,
    UNBLOCKED = 40,  /* per chance in 36 that the robber frees */
    KEPT_CARD = 250, /* a progress card that is kept for later */
};

/* A turn of one's own, and the best move found for it so far. */
struct turn {
    const struct catan  *g;
    const struct player *p;
    const struct taste  *taste;
    int                  seat;
    struct plan          plan;
    int                  best; /* score of the move in `out` */
    struct move         *out;
};

static int outlook(const struct turn *t, const uint8_t hand[RESOURCES])
{
    return catan_prospect(&t->plan, hand) - catan_risk(hand);
}

static bool better(struct turn *t, int score)
{
    if (score <= t->best)
        return false;
    t->best = score;
    return true;
}

/* The best of several; among equals each is as likely as the others. */
struct contest {
    int best, equal;
};

static bool leads(struct contest *c, int worth, struct rng *r)
{
    if (c->equal == 0 || worth > c->best)
        *c = (struct contest){ .best = worth };
    return worth == c->best && rng_below(r, (uint64_t)++c->equal) == 0;
}

static void take(struct turn *t, int kind)
{
    move_begin(t->out, t->seat, kind);
}

static void take1(struct turn *t, int kind, int a)
{
    take(t, kind);
    move_add(t->out, a);
}

static void take_edge(struct turn *t, int kind, int edge)
{
    take(t, kind);
    move_add(t->out, catan_edge_vertex[edge][0]);
    move_add(t->out, catan_edge_vertex[edge][1]);
}

static void take_trade(struct turn *t, int offer, int request)
{
    take1(t, TRADE_BANK, t->plan.means.port[offer]);
    move_add(t->out, offer);
    move_add(t->out, request);
}

/* ---- buying --------------------------------------------------------------- */

/* The first trade that a purchase needs; offer < 0: none. */
struct trade {
    int offer, request;
};

/* The resource of which the most can be given away beyond `cost`, or -1. */
static int spare_resource(const struct means *m, const uint8_t hand[RESOURCES], const uint8_t cost[RESOURCES])
{
    int best = 0, which = -1;

    for (int r = 0; r < RESOURCES; r++) {
        int spare = hand[r] - cost[r];

        if (spare >= m->ratio[r] && spare * 12 / m->ratio[r] > best) {
            best = spare * 12 / m->ratio[r];
            which = r;
        }
    }
    return which;
}

/* Pays from `hand`, with trades where they are needed. False: it cannot. */
static bool pay(const struct turn *t, uint8_t hand[RESOURCES], const uint8_t cost[RESOURCES], struct trade *first)
{
    first->offer = -1;
    for (int r = 0; r < RESOURCES; r++) {
        if (cost[r] - hand[r] > t->g->bank[r])
            return false;
        while (hand[r] < cost[r]) {
            int offer = spare_resource(&t->plan.means, hand, cost);

            if (offer < 0)
                return false;
            if (first->offer < 0)
                *first = (struct trade){ offer, r };
            hand[offer] -= (uint8_t)t->plan.means.ratio[offer];
            hand[r]++;
        }
    }
    for (int r = 0; r < RESOURCES; r++)
        hand[r] -= cost[r];
    return true;
}

static int won_by(const struct turn *t, int points)
{
    return catan_score(t->g, t->seat) + points >= t->g->target ? 100 * POINT : 0;
}

/* The goal itself: the city, the settlement, the card, the last edge of the
 * longest road. The outlook that remains is that of the other goals. */
static void consider_goal(struct turn *t, struct goal *goal)
{
    static const uint8_t kind[] = { BUY_CITY, BUY_SETTLEMENT, BUY_CARD, BUY_ROAD };
    struct trade         first;
    uint8_t              hand[RESOURCES];
    int                  worth = goal->worth, points = goal->kind == GOAL_LONGEST ? 2 : goal->kind != GOAL_CARD;

    memcpy(hand, t->p->hand, sizeof hand);
    if (!pay(t, hand, goal->cost, &first))
        return;
    goal->worth = 0;
    int score = worth + outlook(t, hand) + won_by(t, points);
    goal->worth = worth;
    if (!better(t, score))
        return;
    if (first.offer >= 0)
        take_trade(t, first.offer, first.request);
    else if (goal->kind == GOAL_LONGEST)
        take_edge(t, BUY_ROAD, goal->edge);
    else if (goal->kind == GOAL_CARD)
        take(t, BUY_CARD);
    else
        take1(t, kind[goal->kind], goal->vertex);
}

/* The first road towards the goal. */
static void consider_road(struct turn *t, struct goal *goal)
{
    struct trade first;
    uint8_t      hand[RESOURCES];

    memcpy(hand, t->p->hand, sizeof hand);
    if (!pay(t, hand, catan_price[PRICE_ROAD], &first))
        return;
    goal->cost[LUMBER]--;
    goal->cost[BRICK]--;
    int score = outlook(t, hand) + ROAD_STARTED;
    goal->cost[LUMBER]++;
    goal->cost[BRICK]++;
    if (!better(t, score))
        return;
    if (first.offer >= 0)
        take_trade(t, first.offer, first.request);
    else
        take_edge(t, BUY_ROAD, goal->edge);
}

/* A trade for its own sake: fewer cards for the robber to take. */
static void consider_trades(struct turn *t)
{
    for (int offer = 0; offer < RESOURCES; offer++) {
        int ratio = t->plan.means.ratio[offer];

        for (int request = 0; request < RESOURCES && t->p->hand[offer] >= ratio; request++) {
            uint8_t hand[RESOURCES];

            if (request == offer || t->g->bank[request] == 0)
                continue;
            memcpy(hand, t->p->hand, sizeof hand);
            hand[offer] -= (uint8_t)ratio;
            hand[request]++;
            if (better(t, outlook(t, hand) - TRADE_TROUBLE))
                take_trade(t, offer, request);
        }
    }
}

/* ---- development cards ----------------------------------------------------- */

static bool may_use(const struct turn *t, int card)
{
    return t->p->card[card] > t->p->fresh[card];
}

/* Chances in 36 that the dice show a number. */
static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };

static void consider_knight(struct turn *t, int now)
{
    const struct catan *g = t->g;
    int                 gain = KNIGHT_PLAYED + UNBLOCKED * catan_blocked_pips(g, t->seat);
    int                 need = g->army_holder == NOBODY ? 3 : g->player[g->army_holder].knights + 1;

    if (g->army_holder != t->seat && t->p->knights + 1 >= need)
        gain += ARMY_WON + won_by(t, 2);
    if (better(t, now + gain))
        take1(t, USE_CARD, KNIGHT);
}

/* How many cards of each kind the others hold together is public. */
static int best_monopoly(const struct turn *t, int *resource)
{
    int best = INT32_MIN;

    for (int r = 0; r < RESOURCES; r++) {
        uint8_t hand[RESOURCES];

        memcpy(hand, t->p->hand, sizeof hand);
        hand[r] = (uint8_t)(BANK_EACH - t->g->bank[r]);
        int score = outlook(t, hand) + 30 * (hand[r] - t->p->hand[r]);
        if (score > best) {
            best = score;
            *resource = r;
        }
    }
    return best;
}

static int best_plenty(const struct turn *t, int resource[2])
{
    int best = INT32_MIN;

    for (int a = 0; a < RESOURCES; a++)
        for (int b = a; b < RESOURCES; b++) {
            uint8_t hand[RESOURCES];

            if (t->g->bank[a] == 0 || t->g->bank[b] == 0 || (a == b && t->g->bank[a] == 1))
                continue;
            memcpy(hand, t->p->hand, sizeof hand);
            hand[a]++;
            hand[b]++;
            int score = outlook(t, hand);
            if (score > best) {
                best = score;
                resource[0] = a;
                resource[1] = b;
            }
        }
    return best;
}

/* The goal that free roads help most, or NULL. */
static struct goal *road_goal(struct turn *t)
{
    struct goal *best = NULL;
    int          most = 0;

    for (int i = 0; i < t->plan.goals; i++) {
        struct goal *goal = &t->plan.goal[i];
        int          worth = goal->roads ? goal->worth / (goal->roads > 2 ? 4 : 1) : 0;

        if (worth > most) {
            most = worth;
            best = goal;
        }
    }
    return best;
}

static void consider_free_roads(struct turn *t, int now)
{
    struct goal *goal = road_goal(t);

    if (!goal || t->p->roads_left < 2)
        return;
    uint8_t     roads = goal->roads < 2 ? goal->roads : 2;
    struct goal before = *goal;

    goal->cost[LUMBER] -= roads;
    goal->cost[BRICK] -= roads;
    int score = outlook(t, t->p->hand) + 150;
    *goal = before;
    if (goal->kind == GOAL_LONGEST && goal->roads <= 2)
        score = now + goal->worth + won_by(t, 2);
    if (better(t, score - KEPT_CARD / 2))
        take1(t, USE_CARD, ROAD_BUILDING);
}

static void consider_cards(struct turn *t, int now)
{
    int resource[2];

    if (t->g->used_card || t->p->developments == t->p->card[VICTORY_POINT])
        return;
    if (may_use(t, KNIGHT))
        consider_knight(t, now);
    if (may_use(t, MONOPOLY) && better(t, best_monopoly(t, resource) - KEPT_CARD))
        take1(t, USE_CARD, MONOPOLY);
    if (may_use(t, YEAR_OF_PLENTY) && better(t, best_plenty(t, resource) - KEPT_CARD))
        take1(t, USE_CARD, YEAR_OF_PLENTY);
    if (may_use(t, ROAD_BUILDING))
        consider_free_roads(t, now);
}

/* ---- the states of a turn --------------------------------------------------- */

static void play_turn(struct turn *t)
{
    int now = outlook(t, t->p->hand);

    t->best = now;
    take(t, END_TURN);
    consider_cards(t, now);
    for (int i = 0; i < t->plan.goals; i++) {
        struct goal *goal = &t->plan.goal[i];

        if (goal->roads > (goal->kind == GOAL_LONGEST))
            consider_road(t, goal);
        else
            consider_goal(t, goal);
    }
    if (t->p->cards > HAND_SAFE)
        consider_trades(t);
}

static void place_settlement(struct turn *t, struct rng *r)
{
    const struct catan *g = t->g;
    struct contest      places = { 0 };

    if (g->free == 0) {
        take(t, BUILD_SETTLEMENT);
        return;
    }
    for (uint64_t left = g->free; left; left &= left - 1) {
        int v = __builtin_ctzll(left), worth = catan_place_worth(g, t->seat, &t->plan.means, t->taste, v);

        if (leads(&places, worth, r))
            take1(t, BUILD_SETTLEMENT, v);
    }
}

/* Towards the best place two roads away. */
static void place_road(struct turn *t)
{
    const struct catan *g = t->g;
    int                 last = t->p->last, best = -1;

    take(t, BUILD_ROAD);
    if (last == NOBODY)
        return;
    for (int i = 0; i < 3; i++) {
        int edge = catan_vertex_edge[last][i], worth = 0;

        if (edge < 0 || g->road[edge] != NOBODY)
            continue;
        for (uint64_t beyond = catan_vertex_around[catan_along(edge, last)] & g->free; beyond; beyond &= beyond - 1) {
            int here = catan_place_worth(g, t->seat, &t->plan.means, t->taste, __builtin_ctzll(beyond));

            worth = here > worth ? here : worth;
        }
        if (worth > best) {
            best = worth;
            take_edge(t, BUILD_ROAD, edge);
        }
    }
}

/* How much it pays to hurt `seat`. */
static int threat(const struct turn *t, int seat)
{
    int score = catan_public_score(t->g, seat);

    return (2 + score + (catan_is_dangerous(t->g, seat) ? 6 : 0)) * t->taste->threat / 100 + 1;
}

static void move_robber(struct turn *t, struct rng *r)
{
    const struct catan *g = t->g;
    struct contest      tiles = { 0 };

    for (uint32_t left = catan_robber_tiles(g); left; left &= left - 1) {
        int      tile = __builtin_ctz(left), worth = 0, prey = 0;
        uint64_t corners = catan_tile_vertices[tile];

        for (int s = 0; s < g->seats; s++) {
            int n =
                __builtin_popcountll(g->player[s].settlements & corners) + 2 * __builtin_popcountll(g->player[s].cities & corners);

            if (n && s != t->seat && g->player[s].cards && threat(t, s) > prey)
                prey = threat(t, s);
            worth += n * pips[g->number[tile]] * (s == t->seat ? -20 : threat(t, s));
        }
        worth += 3 * prey;
        if (leads(&tiles, worth, r))
            take1(t, MOVE_ROBBER, tile);
    }
}

static void steal(struct turn *t)
{
    int best = -1;

    take(t, SPARE);
    for (unsigned left = catan_victims(t->g, t->seat); left; left &= left - 1) {
        int s = __builtin_ctz(left), worth = 4 * threat(t, s) + t->g->player[s].cards;

        if (worth > best) {
            best = worth;
            take1(t, STEAL_CARD, s);
        }
    }
}

/* Card by card, each time the one that is missed least. */
static void discard(struct turn *t)
{
    uint8_t hand[RESOURCES], given[RESOURCES] = { 0 };

    memcpy(hand, t->p->hand, sizeof hand);
    for (int i = 0; i < t->p->owes; i++) {
        int best = INT32_MIN, which = 0;

        for (int r = 0; r < RESOURCES; r++) {
            if (hand[r] == 0)
                continue;
            hand[r]--;
            int worth = catan_prospect(&t->plan, hand) + hand[r];
            hand[r]++;
            if (worth > best) {
                best = worth;
                which = r;
            }
        }
        hand[which]--;
        given[which]++;
    }
    take(t, DISCARD);
    for (int r = 0; r < RESOURCES; r++)
        move_add(t->out, given[r]);
}

static void free_road(struct turn *t)
{
    struct goal *goal = road_goal(t);
    uint64_t     reach = catan_reach(t->g, t->seat) & t->g->open;

    if (goal) {
        take_edge(t, BUILD_FREE_ROAD, goal->edge);
        return;
    }
    for (int i = 0, v = __builtin_ctzll(reach); i < 3; i++)
        if (catan_vertex_edge[v][i] >= 0 && t->g->road[catan_vertex_edge[v][i]] == NOBODY)
            take_edge(t, BUILD_FREE_ROAD, catan_vertex_edge[v][i]);
}

static void take_from_bank(struct turn *t)
{
    int resource[2];

    take(t, TAKE_TWO);
    if (catan_bank_cards(t->g) <= 2)
        return;
    best_plenty(t, resource);
    move_add(t->out, resource[0]);
    move_add(t->out, resource[1]);
}

/* The partner with the fewest points. */
static void choose_partner(struct turn *t)
{
    int best = INT32_MAX;

    take1(t, SELECT_PARTNER, NOBODY);
    for (int i = 0; i < t->g->partners; i++) {
        int score = catan_public_score(t->g, t->g->partner[i]);

        if (score < best) {
            best = score;
            take1(t, SELECT_PARTNER, t->g->partner[i]);
        }
    }
}

static void move_in_turn(struct turn *t, struct rng *r)
{
    int resource = 0;

    switch (t->p->state) {
    case SETTLE1:
    case SETTLE2:
        place_settlement(t, r);
        break;
    case ROAD1:
    case ROAD2:
        place_road(t);
        break;
    case ROBBER:
        move_robber(t, r);
        break;
    case STEAL:
        steal(t);
        break;
    case PLAYING:
        play_turn(t);
        break;
    case TRADING:
        choose_partner(t);
        break;
    case MONOPOLIZE:
        best_monopoly(t, &resource);
        take1(t, TAKE_FROM_ALL, resource);
        break;
    case ROADS:
        free_road(t);
        break;
    case PLENTY:
        take_from_bank(t);
        break;
    default:
        BUG("a state that is none");
    }
}

/* ---- all together ------------------------------------------------------------ */

void catan_quick_move(const struct catan *g, int seat, const struct taste *taste, struct rng *r, struct move *out)
{
    struct turn t = { .g = g, .p = &g->player[seat], .taste = taste, .seat = seat, .out = out };

    if (!t.p->active) {
        take(&t, COME_BACK);
    } else if (seat == g->turn && !g->owing && t.p->state == START) {
        take(&t, ROLL_DICE);
    } else if (!g->owing && seat != g->turn) {
        take(&t, catan_likes_offer(g, seat, taste) ? JOIN_TRADE : DECLINE_TRADE);
    } else {
        catan_plan(g, seat, taste, &t.plan);
        if (g->owing)
            discard(&t);
        else
            move_in_turn(&t, r);
    }
}
