#include "games/catan/offers.h"

enum {
    CARD_LOST = 30, /* a card's worth when half the hand may be lost */
    DANGER = 2,     /* points from winning */
    OFFERS_A_TURN = 2,
    OFFER_GAIN = 40, /* smaller gains are not worth the others' time */
};

static int cards_in(const uint8_t hand[RESOURCES])
{
    int n = 0;

    for (int r = 0; r < RESOURCES; r++)
        n += hand[r];
    return n;
}

int catan_risk(const uint8_t hand[RESOURCES])
{
    int n = cards_in(hand);

    return n > HAND_SAFE ? n / 2 * CARD_LOST : 0;
}

bool catan_is_dangerous(const struct catan *g, int seat)
{
    return catan_public_score(g, seat) >= g->target - DANGER;
}

/* What an exchange of cards does to the prospects of a hand. */
static int gain_by_trade(const struct plan *plan, const uint8_t hand[RESOURCES], const uint8_t get[RESOURCES],
                         const uint8_t give[RESOURCES])
{
    uint8_t after[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        after[r] = (uint8_t)(hand[r] + get[r] - give[r]);
    return catan_prospect(plan, after) - catan_risk(after) - catan_prospect(plan, hand) + catan_risk(hand);
}

bool catan_likes_offer(const struct catan *g, int seat, const struct taste *taste)
{
    struct plan plan;

    if (!catan_can_join(g, seat, NULL) || catan_is_dangerous(g, g->turn))
        return false;
    catan_plan(g, seat, taste, &plan);
    int mine = gain_by_trade(&plan, g->player[seat].hand, g->offer, g->request);
    if (mine <= 0)
        return false;
    catan_plan(g, g->turn, taste, &plan);
    return mine > gain_by_trade(&plan, g->player[g->turn].hand, g->request, g->offer);
}

/* Was it offered in this turn already, or were enough offers made? */
static bool offered_enough(const struct think *think, const struct move *offer)
{
    int offers = 0;

    for (int i = think->past_n - 1; i >= 0 && think->past[i].kind != END_TURN; i--) {
        const struct move *m = &think->past[i];

        if (m->kind != OFFER_TRADE || m->seat != offer->seat)
            continue;
        if (++offers == OFFERS_A_TURN || move_eq(m, offer))
            return true;
    }
    return false;
}

struct plans {
    struct plan of[SEATS_MAX];
};

/* Would every possible partner gain less than oneself? */
static bool is_honest(const struct catan *g, int seat, const struct plans *plans, const uint8_t give[RESOURCES],
                      const uint8_t get[RESOURCES], int mine)
{
    bool anybody = false;

    for (int s = 0; s < g->seats; s++) {
        bool has = s != seat && g->player[s].active;

        if (has && catan_is_dangerous(g, s))
            return false; /* they could join */
        for (int r = 0; r < RESOURCES; r++)
            has = has && g->player[s].hand[r] >= get[r];
        if (has && gain_by_trade(&plans->of[s], g->player[s].hand, give, get) >= mine)
            return false;
        anybody |= s != seat && g->player[s].active && g->player[s].cards;
    }
    return anybody;
}

static void write_offer(struct move *m, int seat, const uint8_t give[RESOURCES], const uint8_t get[RESOURCES])
{
    move_begin(m, seat, OFFER_TRADE);
    for (int r = 0; r < RESOURCES; r++)
        move_add(m, give[r]);
    for (int r = 0; r < RESOURCES; r++)
        move_add(m, get[r]);
}

/* The offer that helps most: one or two cards for one. */
bool catan_best_offer(const struct catan *g, int seat, const struct taste *taste, const struct think *think, struct move *out)
{
    struct plans plans;
    int          best = OFFER_GAIN;

    for (int s = 0; s < g->seats; s++)
        catan_plan(g, s, taste, &plans.of[s]);
    for (int i = 0; i < RESOURCES; i++)
        for (int j = 0; j < RESOURCES; j++)
            for (int n = 1; n <= 2; n++) {
                uint8_t     give[RESOURCES] = { 0 }, get[RESOURCES] = { 0 };
                struct move m;

                if (i == j || g->player[seat].hand[i] < n || g->bank[j] + g->player[seat].hand[j] >= BANK_EACH)
                    continue;
                give[i] = (uint8_t)n;
                get[j] = 1;
                int mine = gain_by_trade(&plans.of[seat], g->player[seat].hand, get, give);
                if (mine <= best || !is_honest(g, seat, &plans, give, get, mine))
                    continue;
                write_offer(&m, seat, give, get);
                if (offered_enough(think, &m))
                    continue;
                best = mine;
                *out = m;
            }
    return best > OFFER_GAIN;
}
