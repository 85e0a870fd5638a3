/* Development cards. */
#include "games/catan/rules.h"

enum { ARMY_LEAST = 3 };

enum say catan_buy_card(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];
    enum say       poor;

    (void)m;
    if (g->deck_left == 0)
        return SAY_NO_DECK;
    if ((poor = catan_affords(g, seat, PRICE_CARD)))
        return poor;

    catan_pay_price(g, seat, PRICE_CARD);
    int card = g->deck[--g->deck_left];
    g->deck[g->deck_left] = 0;
    p->card[card]++;
    p->fresh[card]++;
    p->developments++;
    effect_add(out, EFFECT_DRAWN, seat, card, 0, 0, 0);
    return SAY_BOUGHT_CARD;
}

/* The first with three knights has the Largest Army; another needs more than
 * its holder. */
static void award_largest_army(struct catan *g, int seat)
{
    int least = g->army_holder == NOBODY ? ARMY_LEAST : g->player[g->army_holder].knights + 1;

    if (g->player[seat].knights >= least)
        g->army_holder = (int8_t)seat;
}

enum say catan_use_card(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    static const uint8_t next[PLAYABLE] = { ROBBER, MONOPOLIZE, ROADS, PLENTY };
    struct player       *p = &g->player[seat];

    (void)out;
    if (m->n < 1 || m->arg[0] < 0 || m->arg[0] >= PLAYABLE)
        return SAY_INVALID;
    int card = m->arg[0];
    if (p->card[card] == 0)
        return SAY_NO_CARD + (unsigned)card;
    if (p->card[card] == p->fresh[card] || g->used_card)
        return SAY_FORBIDDEN;
    if (card == ROAD_BUILDING && p->roads_left == 0)
        return SAY_NO_ROAD_SUPPLY;
    if (card == ROAD_BUILDING && !(catan_reach(g, seat) & g->open))
        return SAY_NO_ROAD_PLACE;

    p->card[card]--;
    p->developments--;
    g->played[card]++;
    g->used_card = true;
    p->state = next[card];
    if (card == ROAD_BUILDING)
        g->roads_to_build = p->roads_left < 2 ? p->roads_left : 2;
    if (card == KNIGHT) {
        p->knights++;
        award_largest_army(g, seat);
    }
    return SAY_USE_CARD + (unsigned)card;
}

enum say catan_take_from_all(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    if (m->n < 1 || m->arg[0] < 0 || m->arg[0] >= RESOURCES)
        return SAY_INVALID;

    int r = m->arg[0];
    for (int other = 0; other < g->seats; other++) {
        int n = g->player[other].hand[r];

        if (other == seat)
            continue;
        catan_pay(g, other, r, n);
        catan_receive(g, seat, r, n);
        effect_add(out, EFFECT_TAKEN, other, n, 0, 0, 0);
    }
    return SAY_ALL_STOLEN;
}

static void take_all_of_bank(struct catan *g, int seat, struct effects *out)
{
    for (int r = 0; r < RESOURCES; r++)
        if (g->bank[r]) {
            effect_add(out, EFFECT_GAIN, seat, r, g->bank[r], 0, 0);
            catan_receive(g, seat, r, g->bank[r]);
        }
}

int catan_bank_cards(const struct catan *g)
{
    int n = 0;

    for (int r = 0; r < RESOURCES; r++)
        n += g->bank[r];
    return n;
}

enum say catan_take_two(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    int all = catan_bank_cards(g);

    if (all <= 2) {
        take_all_of_bank(g, seat, out);
        return all == 0 ? SAY_BANK_EMPTY : all == 1 ? SAY_BANK_LAST_CARD : SAY_BANK_LAST_TWO;
    }
    if (m->n < 2)
        return SAY_INVALID;
    for (int i = 0; i < 2; i++)
        if (m->arg[i] < 0 || m->arg[i] >= RESOURCES)
            return SAY_INVALID;
    for (int i = 0; i < 2; i++)
        if (g->bank[m->arg[i]] == 0)
            return SAY_BANK_HAS_NONE + (unsigned)m->arg[i];
    if (m->arg[0] == m->arg[1] && g->bank[m->arg[0]] == 1)
        return SAY_BANK_NOT_ENOUGH + (unsigned)m->arg[0];

    for (int i = 0; i < 2; i++) {
        catan_receive(g, seat, m->arg[i], 1);
        effect_add(out, EFFECT_GAIN, seat, m->arg[i], 1, 0, 0);
    }
    return SAY_TAKEN;
}
