#include "games/catan/estimate.h"

/* Thousandths of the logarithm of the odds for a whole trait, when a game begins
 * and when it ends. */
static const struct {
    int16_t early, late;
} weight[TRAITS] = {
    [TRAIT_SCORE] = { 591, 976 },
    [TRAIT_PACE] = { 698, 342 },
    [TRAIT_PRODUCES + LUMBER] = { 603, -42 },
    [TRAIT_PRODUCES + WOOL] = { 404, -175 },
    [TRAIT_PRODUCES + GRAIN] = { 1025, -346 },
    [TRAIT_PRODUCES + BRICK] = { 827, -180 },
    [TRAIT_PRODUCES + ORE] = { 1021, -323 },
    [TRAIT_HARBOURS] = { 137, -53 },
    [TRAIT_PROSPECT] = { 414, 87 },
    [TRAIT_BLOCKED] = { 115, -9 },
    [TRAIT_CITY_SOON] = { 611, 2259 },
    [TRAIT_SETTLEMENT_SOON] = { -180, 731 },
    [TRAIT_PLACE] = { 353, -56 },
    [TRAIT_PLACE + 1] = { 281, -43 },
    [TRAIT_PLACE + 2] = { -29, -88 },
    [TRAIT_ARMY] = { -972, -120 },
    [TRAIT_KNIGHTS_USED] = { 359, 135 },
    [TRAIT_KNIGHTS_HELD] = { 409, 776 },
    [TRAIT_PROGRESS_HELD] = { 438, 1007 },
    [TRAIT_ROAD_HOLDER] = { -968, -1333 },
    [TRAIT_ROAD] = { -21, 37 },
    [TRAIT_ROAD_LEAD] = { -29, 243 },
    [TRAIT_CITIES] = { -387, -199 },
    [TRAIT_NO_SETTLEMENTS] = { 173, -777 },
    [TRAIT_NO_CITIES] = { 455, 1152 },
    [TRAIT_ORDER] = { 111, 532 },
};

/* ---- traits ---------------------------------------------------------------- */

enum { ONE = 1000 };

static int clamp(int n, int most)
{
    return n > most ? most : n < -most ? -most : n;
}

/* A flag as a trait. */
static int whole(bool is)
{
    return is ? ONE : 0;
}

static int soon(int wait)
{
    enum { HALF = 10 * ROLL };

    return ONE * HALF / (HALF + wait);
}

static void trait_production(const struct means *m, struct paces *paces, int32_t trait[TRAITS])
{
    enum { HALF = 6 };

    trait[TRAIT_PACE] = 10 * catan_pace(m, paces);
    for (int r = 0; r < RESOURCES; r++) {
        trait[TRAIT_PRODUCES + r] = ONE * m->rate[r] / (HALF + m->rate[r]);
        if (m->ratio[r] == 2)
            trait[TRAIT_HARBOURS] += ONE * m->rate[r] / 5;
    }
}

static void trait_places(const struct catan *g, int seat, const struct plan *plan, int32_t trait[TRAITS])
{
    const struct player *p = &g->player[seat];
    bool                 place = p->settlements_left && p->touched & g->free;

    for (int i = 0; i < plan->goals; i++) {
        const struct goal *goal = &plan->goal[i];

        if (goal->kind == GOAL_SETTLEMENT && goal->roads < 3 && goal->worth > trait[TRAIT_PLACE + goal->roads])
            trait[TRAIT_PLACE + goal->roads] = goal->worth;
    }
    if (p->cities_left && p->settlements)
        trait[TRAIT_CITY_SOON] = soon(catan_wait(&plan->means, p->hand, catan_price[PRICE_CITY]));
    if (place)
        trait[TRAIT_SETTLEMENT_SOON] = soon(catan_wait(&plan->means, p->hand, catan_price[PRICE_SETTLEMENT]));
    trait[TRAIT_CITIES] = ONE * __builtin_popcountll(p->cities);
    trait[TRAIT_NO_SETTLEMENTS] = whole(p->settlements_left == 0);
    trait[TRAIT_NO_CITIES] = whole(p->cities_left == 0 || p->settlements == 0);
}

static void trait_army_and_road(const struct catan *g, int seat, int32_t trait[TRAITS])
{
    enum { LEAD_MOST = 3 };
    const struct player *p = &g->player[seat];
    int                  rival = 0;

    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->player[s].longest > rival)
            rival = g->player[s].longest;
    trait[TRAIT_ARMY] = whole(g->army_holder == seat);
    trait[TRAIT_KNIGHTS_USED] = g->army_holder == seat ? 0 : ONE * p->knights;
    trait[TRAIT_KNIGHTS_HELD] = ONE * p->card[KNIGHT];
    for (int c = KNIGHT + 1; c < PLAYABLE; c++)
        trait[TRAIT_PROGRESS_HELD] += ONE * p->card[c];
    trait[TRAIT_ROAD_HOLDER] = whole(g->longest_holder == seat);
    trait[TRAIT_ROAD] = ONE * p->longest;
    trait[TRAIT_ROAD_LEAD] = ONE * clamp(p->longest - rival, LEAD_MOST);
}

void catan_traits(const struct catan *g, int seat, struct paces *paces, int32_t trait[TRAITS])
{
    struct taste taste = catan_sound_taste;
    struct plan  plan;

    taste.paces = paces;
    catan_plan(g, seat, &taste, &plan);
    memset(trait, 0, TRAITS * sizeof trait[0]);
    trait[TRAIT_SCORE] = ONE * catan_score(g, seat);
    trait[TRAIT_PROSPECT] = catan_prospect(&plan, g->player[seat].hand);
    trait[TRAIT_BLOCKED] = ONE * catan_blocked_pips(g, seat);
    trait[TRAIT_ORDER] = -ONE * ((seat - g->turn + g->seats) % g->seats) / g->seats;
    trait_production(&plan.means, paces, trait);
    trait_places(g, seat, &plan, trait);
    trait_army_and_road(g, seat, trait);
}

int catan_progress(const struct catan *g)
{
    enum { AT_FIRST = 2 };
    int most = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        int score = catan_public_score(g, seat);

        most = score > most ? score : most;
    }
    if (most <= AT_FIRST)
        return 0;
    return most >= g->target ? ONE : ONE * (most - AT_FIRST) / (g->target - AT_FIRST);
}

/* ---- odds ------------------------------------------------------------------ */

/* 2^(-x / 16), in 1/65536. */
static int32_t half_lives(int x)
{
    static const uint32_t part[16] = { 65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393,
                                       46341, 44376, 42495, 40693, 38968, 37316, 35734, 34219 };

    return x / 16 > 15 ? 0 : (int32_t)(part[x % 16] >> (x / 16));
}

static int odds(const struct catan *g, int seat, int progress)
{
    int32_t trait[TRAITS];
    int64_t sum = 0;

    catan_traits(g, seat, NULL, trait);
    for (int i = 0; i < TRAITS; i++)
        sum += (int64_t)trait[i] * (weight[i].early * (ONE - progress) + weight[i].late * progress);
    return (int)(sum / (ONE * ONE));
}

void catan_estimate(const void *state, int32_t share[SEATS_MAX])
{
    enum { HALF_CHANCE = 693 }; /* thousandths of log(2) */
    const struct catan *g = state;
    int                 of[SEATS_MAX], best = INT32_MIN, progress = catan_progress(g);
    int64_t             sum = 0;
    int32_t             left = 65536;

    memset(share, 0, SEATS_MAX * sizeof share[0]);
    for (int seat = 0; seat < g->seats; seat++) {
        of[seat] = odds(g, seat, progress);
        best = of[seat] > best ? of[seat] : best;
    }
    for (int seat = 0; seat < g->seats; seat++) {
        share[seat] = half_lives((best - of[seat]) * 16 / HALF_CHANCE);
        sum += share[seat];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        share[seat] = (int32_t)(share[seat] * INT64_C(65536) / sum);
        left -= share[seat];
    }
    share[g->turn] += left; /* the rounding error */
}
