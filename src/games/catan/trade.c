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

/* Both sides give something, and nothing of the same kind. */
static bool fair_offer(const struct move *m)
{
    int offered = 0, requested = 0;

    if (m->n < 2 * RESOURCES)
        return false;
    for (int r = 0; r < RESOURCES; r++) {
        int give = m->arg[r], take = m->arg[RESOURCES + r];

        if (give < 0 || take < 0 || (give && take))
            return false;
        offered += give;
        requested += take;
    }
    return offered && requested;
}

enum say catan_offer_trade(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    (void)out;
    if (!fair_offer(m))
        return SAY_INVALID;
    for (int r = 0; r < RESOURCES; r++)
        if (g->player[seat].hand[r] < m->arg[r])
            return SAY_NOT_ENOUGH + (unsigned)r;

    catan_close_trade(g);
    g->offered = true;
    for (int r = 0; r < RESOURCES; r++) {
        int asked = m->arg[RESOURCES + r];

        /* More than there are is asked in vain, however many more. */
        g->offer[r] = (uint8_t)m->arg[r];
        g->request[r] = (uint8_t)(asked > BANK_EACH ? BANK_EACH + 1 : asked);
    }
    return SAY_TRADE_STARTED;
}

static bool is_partner(const struct catan *g, int seat)
{
    for (int i = 0; i < g->partners; i++)
        if (g->partner[i] == seat)
            return true;
    return false;
}

/* What keeps the seat from answering an offer, or SAY_NOTHING. */
static enum say cannot_answer(const struct catan *g, int seat)
{
    if (seat == g->turn)
        return SAY_FORBIDDEN;
    if (!g->offered)
        return SAY_NO_TRADE;
    if (is_partner(g, seat))
        return SAY_IN_TRADE;
    return SAY_NOTHING;
}

enum say catan_join_trade(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    enum say no;

    (void)m, (void)out;
    if ((no = cannot_answer(g, seat)) || (no = catan_lacks(g, seat, g->request)))
        return no;

    g->partner[g->partners++] = (int8_t)seat;
    g->declined &= (uint8_t) ~(1u << seat);
    return SAY_TRADE_JOINED;
}

/* Ours: lets players of the hall say that an offer is not for them. It binds
 * nobody. */
enum say catan_decline_trade(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    enum say no;

    (void)m, (void)out;
    if ((no = cannot_answer(g, seat)))
        return no;

    g->declined |= (uint8_t)(1u << seat);
    return SAY_TRADE_DECLINED;
}

enum say catan_select_partner(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    (void)out;
    if (m->n < 1)
        return SAY_INVALID;
    if (g->partners == 0) {
        catan_close_trade(g);
        return SAY_NOBODY;
    }
    int other = m->arg[0];
    if (!is_partner(g, other))
        return SAY_NOT_IN_TRADE;

    for (int r = 0; r < RESOURCES; r++) {
        catan_pay(g, seat, r, g->offer[r]);
        catan_receive(g, other, r, g->offer[r]);
        catan_pay(g, other, r, g->request[r]);
        catan_receive(g, seat, r, g->request[r]);
    }
    catan_close_trade(g);
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

enum say catan_trade_bank(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    (void)out;
    if (m->n < 3)
        return SAY_INVALID;
    int port = m->arg[0], offer = m->arg[1], request = m->arg[2], harbour = NOBODY;
    if (port != NOBODY) {
        if (port < 0 || port >= VERTICES || (harbour = catan_vertex_harbour[port]) < 0)
            return SAY_INVALID;
        if (!catan_owns_harbour(g, seat, harbour))
            return SAY_INVALID;
    }
    if (offer < 0 || offer >= RESOURCES || request < 0 || request >= RESOURCES || offer == request)
        return SAY_INVALID;
    int rate = catan_harbour_rate(g, harbour, offer);
    if (rate == 0)
        return SAY_WRONG_PORT;
    if (g->player[seat].hand[offer] < rate)
        return SAY_NOT_ENOUGH + (unsigned)offer;
    if (g->bank[request] == 0)
        return SAY_BANK_HAS_NONE + (unsigned)request;

    catan_pay(g, seat, offer, rate);
    catan_receive(g, seat, request, 1);
    return SAY_TRADED;
}
