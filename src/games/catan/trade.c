/* Trades between players and with the bank. */
#include "games/catan/rules.h"

enum { BANK_RATE = 4, ANY_RATE = 3, OWN_RATE = 2 };

void catan_close_trade(struct catan *g)
{
    g->offered = false;
    g->partners = 0;
    g->declined = 0;
    memset(g->partner, 0, sizeof g->partner);
    memset(g->offer, 0, sizeof g->offer);
    memset(g->request, 0, sizeof g->request);
}

/* Both sides give something, and no resource is on both. */
static bool is_offer(const struct move *m, struct refusal *why)
{
    int offered = 0, requested = 0;

    if (m->n < 2 * RESOURCES)
        return catan_no(why, WHY_INCOMPLETE);
    for (int r = 0; r < RESOURCES; r++) {
        int give = m->arg[r], take = m->arg[RESOURCES + r];

        if (give < 0 || take < 0)
            return catan_no(why, WHY_NEGATIVE);
        if (give && take)
            return catan_no(why, WHY_BOTH_SIDES);
        offered += give;
        requested += take;
    }
    return offered && requested ? true : catan_no(why, WHY_ONE_SIDED);
}

enum say catan_offer_trade(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct effect offered = { .what = EFFECT_OFFERED, .seat = (uint8_t)seat, .seen_by = SEEN_BY_ALL };

    if (!is_offer(m, why))
        return SAY_NOTHING;
    for (int r = 0; r < RESOURCES; r++)
        if (g->player[seat].hand[r] < m->arg[r])
            return catan_no_args(why, WHY_NOT_ENOUGH, r, m->arg[r], g->player[seat].hand[r]);

    catan_close_trade(g);
    g->offered = true;
    for (int r = 0; r < RESOURCES; r++) {
        int asked = m->arg[RESOURCES + r];

        /* Requests beyond what exists are capped: they can never be met. */
        g->offer[r] = (uint8_t)m->arg[r];
        g->request[r] = (uint8_t)(asked > BANK_EACH ? BANK_EACH + 1 : asked);
        offered.arg[r] = m->arg[r] ? m->arg[r] : -1;
        offered.arg[RESOURCES + r] = (int16_t)(asked ? asked : -1);
    }
    effect_put(out, &offered);
    return SAY_TRADE_STARTED;
}

bool catan_has_joined(const struct catan *g, int seat)
{
    for (int i = 0; i < g->partners; i++)
        if (g->partner[i] == seat)
            return true;
    return false;
}

static bool may_answer(const struct catan *g, int seat, struct refusal *why)
{
    if (seat == g->turn)
        return catan_no(why, WHY_OWN_OFFER);
    if (!g->offered)
        return catan_no(why, WHY_NO_TRADE);
    return catan_has_joined(g, seat) ? catan_no(why, WHY_IN_TRADE) : true;
}

bool catan_can_join(const struct catan *g, int seat, struct refusal *why)
{
    return may_answer(g, seat, why) && catan_has(g, seat, g->request, why);
}

enum say catan_join_trade(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)m;
    if (!catan_can_join(g, seat, why))
        return SAY_NOTHING;

    g->partner[g->partners++] = (int8_t)seat;
    g->declined &= (uint8_t) ~(1u << seat);
    effect_add(out, EFFECT_JOINED, seat, 0, 0, 0, 0);
    return SAY_TRADE_JOINED;
}

/* Ours: players in the hall can decline an offer. They may still join it
 * later. */
enum say catan_decline_trade(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)m;
    if (!may_answer(g, seat, why))
        return SAY_NOTHING;
    if (g->declined & 1u << seat)
        return catan_no(why, WHY_DECLINED);

    g->declined |= (uint8_t)(1u << seat);
    effect_add(out, EFFECT_DECLINED, seat, 0, 0, 0, 0);
    return SAY_TRADE_DECLINED;
}

enum say catan_select_partner(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    if (g->partners == 0) {
        catan_close_trade(g);
        effect_add(out, EFFECT_WITHDRAWN, seat, 0, 0, 0, 0);
        return SAY_NOBODY;
    }
    int other = m->arg[0];
    if (!catan_has_joined(g, other))
        return catan_no(why, WHY_NOT_IN_TRADE);

    for (int r = 0; r < RESOURCES; r++) {
        catan_pay(g, seat, r, g->offer[r]);
        catan_receive(g, other, r, g->offer[r]);
        catan_pay(g, other, r, g->request[r]);
        catan_receive(g, seat, r, g->request[r]);
    }
    catan_close_trade(g);
    effect_add(out, EFFECT_TRADED, seat, other, 0, 0, 0);
    return SAY_TRADED;
}

bool catan_owns_harbour(const struct catan *g, int seat, int harbour)
{
    const int8_t *v = catan_harbour_vertex[harbour];

    return catan_buildings(g, seat) & (VERTEX_BIT(v[0]) | VERTEX_BIT(v[1]));
}

int catan_harbour_rate(const struct catan *g, int harbour, int offer)
{
    if (harbour == NOBODY)
        return BANK_RATE;
    if (g->harbour[harbour] == ANY_HARBOUR)
        return ANY_RATE;
    return g->harbour[harbour] == offer ? OWN_RATE : 0;
}

bool catan_can_trade_bank(const struct catan *g, int seat, int harbour, int offer, int request, struct refusal *why)
{
    if (harbour != NOBODY && !catan_owns_harbour(g, seat, harbour))
        return catan_no(why, WHY_NOT_YOUR_HARBOUR);
    if (offer < 0 || offer >= RESOURCES || request < 0 || request >= RESOURCES)
        return catan_no(why, WHY_NO_SUCH_RESOURCE);
    if (offer == request)
        return catan_no(why, WHY_BOTH_SIDES);
    int rate = catan_harbour_rate(g, harbour, offer);
    if (rate == 0)
        return catan_no_args(why, WHY_WRONG_PORT, g->harbour[harbour], 0, 0);
    if (g->player[seat].hand[offer] < rate)
        return catan_no_args(why, WHY_NOT_ENOUGH, offer, rate, g->player[seat].hand[offer]);
    return g->bank[request] ? true : catan_no_args(why, WHY_BANK_HAS_NONE, request, 0, 0);
}

enum say catan_trade_bank(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->n < 3)
        return catan_no(why, WHY_INCOMPLETE);
    int port = m->arg[0], offer = m->arg[1], request = m->arg[2], harbour = NOBODY;
    if (port != NOBODY && (port < 0 || port >= VERTICES || (harbour = catan_vertex_harbour[port]) < 0))
        return catan_no(why, WHY_NO_HARBOUR);
    if (!catan_can_trade_bank(g, seat, harbour, offer, request, why))
        return SAY_NOTHING;

    int rate = catan_harbour_rate(g, harbour, offer);
    catan_pay(g, seat, offer, rate);
    catan_receive(g, seat, request, 1);
    effect_add(out, EFFECT_BANK, seat, offer, rate, request, 0);
    return SAY_TRADED;
}
