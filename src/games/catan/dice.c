/* Dice, production, discards, the robber, and the end of a turn. */
#include "games/catan/rules.h"

enum { FRIENDLY_BELOW = 3 }; /* points under which the friendly robber spares a player */

/* Cards that the buildings of `seat` at a tile produce. */
static int cards_at(const struct catan *g, int seat, int tile)
{
    uint64_t here = catan_buildings(g, seat) & catan_tile_vertices[tile];

    if (!here)
        return 0;
    return __builtin_popcountll(here) + __builtin_popcountll(here & g->player[seat].cities);
}

static uint32_t producing_tiles(const struct catan *g, int sum)
{
    uint32_t tiles = 0;

    for (int t = 0; t < TILES; t++)
        if (g->number[t] == sum)
            tiles |= 1u << t;
    return tiles & ~(1u << g->robber);
}

/* Shortage is judged per resource over the whole roll: a bank that cannot serve
 * everybody serves nobody, except that a single receiver gets what is left. */
static unsigned served_resources(const struct catan *g, uint32_t tiles)
{
    int      need[RESOURCES] = { 0 };
    unsigned receivers[RESOURCES] = { 0 }, served = 0;

    for (; tiles; tiles &= tiles - 1)
        for (int t = __builtin_ctz(tiles), seat = 0; seat < g->seats; seat++) {
            int n = cards_at(g, seat, t);

            need[g->tile[t]] += n;
            if (n)
                receivers[g->tile[t]] |= 1u << seat;
        }
    for (int r = 0; r < RESOURCES; r++)
        if (receivers[r] && (need[r] <= g->bank[r] || !(receivers[r] & (receivers[r] - 1))))
            served |= 1u << r;
    return served;
}

static void produce(struct catan *g, int sum, struct effects *out)
{
    uint32_t tiles = producing_tiles(g, sum);
    unsigned served = served_resources(g, tiles);

    for (; tiles; tiles &= tiles - 1)
        for (int t = __builtin_ctz(tiles), seat = 0; seat < g->seats && (served & 1u << g->tile[t]); seat++) {
            int r = g->tile[t], n = cards_at(g, seat, t);

            if (n > g->bank[r])
                n = g->bank[r];
            if (n == 0)
                continue;
            catan_receive(g, seat, r, n);
            effect_add(out, EFFECT_GAIN, seat, r, n, t, 0);
        }
}

enum say catan_roll_dice(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)m, (void)why;
    g->dice[0] = (uint8_t)(1 + rng_below(&g->rng, 6));
    g->dice[1] = (uint8_t)(1 + rng_below(&g->rng, 6));
    effect_add(out, EFFECT_DICE, seat, g->dice[0], g->dice[1], 0, 0);
    if (g->dice[0] + g->dice[1] != 7) {
        produce(g, g->dice[0] + g->dice[1], out);
        return SAY_NOT_SEVEN;
    }
    for (int s = 0; s < g->seats; s++) {
        struct player *p = &g->player[s];

        if (!p->active || p->cards <= HAND_SAFE)
            continue;
        p->owes = p->cards / 2;
        g->owing |= (uint8_t)(1u << s);
        effect_add(out, EFFECT_OWES, s, p->owes, 0, 0, 0);
    }
    g->player[seat].state = ROBBER;
    return SAY_SEVEN;
}

enum say catan_discard(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];
    int            sum = 0;

    struct effect given = { .what = EFFECT_DISCARDED, .seat = (uint8_t)seat, .seen_by = SEEN_BY_ALL };

    if (m->n < RESOURCES)
        return catan_no(why, WHY_INCOMPLETE);
    if (g->owing == 0)
        return catan_no(why, WHY_NO_SEVEN);
    if (p->owes == 0)
        return catan_no(why, WHY_NOT_OWED);
    for (int r = 0; r < RESOURCES; r++) {
        if (m->arg[r] < 0)
            return catan_no(why, WHY_NEGATIVE);
        sum += m->arg[r];
    }
    if (sum != p->owes)
        return catan_no_args(why, WHY_NOT_HALF, p->owes, sum, 0);
    for (int r = 0; r < RESOURCES; r++)
        if (p->hand[r] < m->arg[r])
            return catan_no_args(why, m->arg[r] == 1 ? WHY_HAS_NONE : WHY_NOT_ENOUGH, r, m->arg[r], p->hand[r]);

    given.arg[0] = (int16_t)sum;
    for (int r = 0; r < RESOURCES; r++) {
        catan_pay(g, seat, r, m->arg[r]);
        given.arg[1 + r] = m->arg[r];
    }
    effect_put(out, &given);
    p->owes = 0;
    g->owing &= (uint8_t) ~(1u << seat);
    return SAY_DISCARDED;
}

/* House rule: the friendly robber avoids opponents with two points, unless that
 * leaves no tile at all. */
static uint32_t friendly_tiles(const struct catan *g)
{
    uint32_t tiles = 0;
    uint64_t spared = 0;

    for (int seat = 0; seat < g->seats; seat++)
        if (seat != g->turn && catan_public_score(g, seat) < FRIENDLY_BELOW)
            spared |= catan_buildings(g, seat);
    for (int t = 0; t < TILES; t++)
        if (t != g->robber && !(catan_tile_vertices[t] & spared))
            tiles |= 1u << t;
    return tiles;
}

uint32_t catan_robber_tiles(const struct catan *g)
{
    uint32_t friendly = g->friendly ? friendly_tiles(g) : 0;

    return friendly ? friendly : ((1u << TILES) - 1) & ~(1u << g->robber);
}

unsigned catan_victims(const struct catan *g, int seat)
{
    unsigned victims = 0;

    for (int s = 0; s < g->seats; s++)
        if (s != seat && g->player[s].cards && (catan_buildings(g, s) & catan_tile_vertices[g->robber]))
            victims |= 1u << s;
    return victims;
}

enum say catan_move_robber(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    if (m->arg[0] < 0 || m->arg[0] >= TILES)
        return catan_no(why, WHY_NO_SUCH_TILE);
    if (m->arg[0] == g->robber)
        return catan_no(why, WHY_ROBBER_SAME);
    if (!(catan_robber_tiles(g) & 1u << m->arg[0]))
        return catan_no(why, WHY_ROBBER_FRIENDLY);

    effect_add(out, EFFECT_ROBBER, seat, g->robber, m->arg[0], 0, 0);
    g->robber = (uint8_t)m->arg[0];
    unsigned victims = catan_victims(g, seat);
    for (int s = 0; s < g->seats; s++)
        if (victims & 1u << s)
            effect_add(out, EFFECT_VICTIM, s, 0, 0, 0, 0);
    return SAY_ROBBER_MOVED;
}

int catan_nth_card(const uint8_t hand[RESOURCES], int which)
{
    int r = 0;

    while (which >= hand[r])
        which -= hand[r++];
    return r;
}

/* Each card, not each kind, is equally likely to be stolen. */
enum say catan_steal_card(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->n < 1)
        return catan_no(why, WHY_INCOMPLETE);
    int from = m->arg[0];
    if (from < 0 || from >= g->seats)
        return catan_no(why, WHY_STEAL_ELSEWHERE);
    if (from == seat)
        return catan_no(why, WHY_STEAL_SELF);
    if (!(catan_victims(g, seat) & 1u << from))
        return catan_no(why, catan_buildings(g, from) & catan_tile_vertices[g->robber] ? WHY_STEAL_NOTHING : WHY_STEAL_ELSEWHERE);

    int r = catan_nth_card(g->player[from].hand, (int)rng_below(&g->rng, g->player[from].cards));
    catan_pay(g, from, r, 1);
    catan_receive(g, seat, r, 1);
    effect_put(out, &(struct effect){ .what = EFFECT_STOLEN,
                                      .seat = (uint8_t)seat,
                                      .seen_by = (uint8_t)(1u << seat | 1u << from),
                                      .hidden = 2,
                                      .arg = { (int16_t)from, (int16_t)r } });
    return SAY_STOLEN;
}

enum say catan_spare(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    (void)g, (void)m, (void)why;
    effect_add(out, EFFECT_SPARED, seat, 0, 0, 0, 0);
    return SAY_SPARED;
}

enum say catan_end_turn(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[seat];

    (void)m, (void)why;
    if (catan_active_seats(g) < 2) {
        g->over = OVER_BY_LACK;
        return SAY_TOO_FEW_ACTIVE;
    }
    memset(p->fresh, 0, sizeof p->fresh);
    p->state = START;
    catan_pass_turn(g, out);
    return SAY_TURN_CHANGED;
}
