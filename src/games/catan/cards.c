/* Development cards. */
#include "games/catan/rules.h"

enum { ARMY_LEAST = 3 };

enum say catan_buy_card(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];

    (void)m;
    if (!catan_can_buy(g, seat, PRICE_CARD, why))
        return SAY_NOTHING;

    catan_pay_price(g, seat, PRICE_CARD);
    int card = g->deck[--g->deck_left];
    g->deck[g->deck_left] = 0;
    p->card[card]++;
    p->fresh[card]++;
    p->developments++;
    effect_put(out, &(struct effect){ .what = EFFECT_BOUGHT_CARD,
                                      .seat = (uint8_t)seat,
                                      .seen_by = (uint8_t)(1u << seat),
                                      .hidden = 1,
                                      .arg = { (int16_t)card } });
    return SAY_BOUGHT_CARD;
}

/* The first player with three knights gets the Largest Army; another player
 * needs more knights than the holder. */
static void award_largest_army(struct catan *g, int seat)
{
    int least = g->army_holder == NOBODY ? ARMY_LEAST : g->player[g->army_holder].knights + 1;

    if (g->player[seat].knights >= least)
        g->army_holder = (int8_t)seat;
}

bool catan_can_use(const struct catan *g, int seat, int card, struct refusal *why)
{
    const struct player *p = &g->player[seat];

    if (p->card[card] == 0)
        return catan_no_args(why, WHY_NO_CARD, card, 0, 0);
    if (p->card[card] == p->fresh[card])
        return catan_no(why, WHY_FRESH_CARD);
    if (g->used_card)
        return catan_no(why, WHY_ONE_CARD);
    if (card != ROAD_BUILDING)
        return true;
    if (!catan_has_supply(g, seat, PRICE_ROAD, why))
        return false;
    return catan_sites(g, seat, PRICE_ROAD) ? true : catan_no(why, WHY_NO_ROAD_PLACE);
}

enum say catan_use_card(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    static const uint8_t next[PLAYABLE] = { ROBBER, MONOPOLIZE, ROADS, PLENTY };
    struct player       *p = &g->player[seat];

    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    int card = m->arg[0];
    if (card < 0 || card >= PLAYABLE)
        return catan_no(why, WHY_NO_SUCH_CARD);
    if (!catan_can_use(g, seat, card, why))
        return SAY_NOTHING;

    effect_add(out, EFFECT_USED, seat, card, 0, 0, 0);
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

enum say catan_take_from_all(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    int r = m->arg[0];
    if (r < 0 || r >= RESOURCES)
        return catan_no(why, WHY_NO_SUCH_RESOURCE);

    effect_add(out, EFFECT_MONOPOLY, seat, r, 0, 0, 0);
    for (int other = 0; other < g->seats; other++) {
        int n = g->player[other].hand[r];

        if (other == seat || n == 0)
            continue;
        catan_pay(g, other, r, n);
        catan_receive(g, seat, r, n);
        effect_add(out, EFFECT_TAKEN, other, r, n, 0, 0);
    }
    return SAY_ALL_STOLEN;
}

static void take_all_of_bank(struct catan *g, int seat, struct effects *out)
{
    for (int r = 0; r < RESOURCES; r++)
        if (g->bank[r]) {
            effect_add(out, EFFECT_GAIN, seat, r, g->bank[r], -1, 0);
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

bool catan_can_take(const struct catan *g, int a, int b, struct refusal *why)
{
    const int wanted[2] = { a, b };

    for (int i = 0; i < 2; i++)
        if (wanted[i] < 0 || wanted[i] >= RESOURCES)
            return catan_no(why, WHY_NO_SUCH_RESOURCE);
    for (int i = 0; i < 2; i++)
        if (g->bank[wanted[i]] == 0)
            return catan_no_args(why, WHY_BANK_HAS_NONE, wanted[i], 0, 0);
    return a != b || g->bank[a] > 1 ? true : catan_no_args(why, WHY_BANK_NOT_ENOUGH, a, 0, 0);
}

enum say catan_take_two(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    int all = catan_bank_cards(g);

    if (all <= 2) {
        take_all_of_bank(g, seat, out);
        return all == 0 ? SAY_BANK_EMPTY : all == 1 ? SAY_BANK_LAST_CARD : SAY_BANK_LAST_TWO;
    }
    if (m->n < 2)
        return catan_no(why, WHY_INCOMPLETE);
    if (!catan_can_take(g, m->arg[0], m->arg[1], why))
        return SAY_NOTHING;

    for (int i = 0; i < 2; i++) {
        catan_receive(g, seat, m->arg[i], 1);
        effect_add(out, EFFECT_GAIN, seat, m->arg[i], 1, -1, 0);
    }
    return SAY_TAKEN;
}
