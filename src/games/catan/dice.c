/* Dice, production, discards, the robber, and the end of a turn. */
#include "games/catan/rules.h"

enum { FRIENDLY_BELOW = 3 }; /* points under which the friendly robber spares a player */

/* Shortage is judged per resource over the whole roll: a bank that cannot serve
 * everybody serves nobody, except that a single receiver gets what is left. */
static void hand_out(struct catan *g, int resource, uint8_t need[SEATS_MAX][RESOURCES], struct effects *out)
{
    int all = 0, receivers = 0;

    for (int seat = 0; seat < g->seats; seat++) {
        all += need[seat][resource];
        receivers += need[seat][resource] > 0;
    }
    if (all > g->bank[resource] && receivers > 1)
        return;
    for (int seat = 0; seat < g->seats; seat++) {
        int n = need[seat][resource];

        if (n > g->bank[resource])
            n = g->bank[resource];
        if (n == 0)
            continue;
        catan_receive(g, seat, resource, n);
        effect_add(out, EFFECT_GAIN, seat, resource, n, 0, 0);
    }
}

static void produce(struct catan *g, int sum, struct effects *out)
{
    uint8_t  need[SEATS_MAX][RESOURCES] = { 0 };
    unsigned wanted = 0;

    for (int t = 0; t < TILES; t++) {
        if (g->number[t] != sum || t == g->robber)
            continue;
        uint64_t corners = catan_tile_vertices[t];
        for (int seat = 0; seat < g->seats; seat++) {
            if (!(catan_buildings(g, seat) & corners))
                continue;
            int n = __builtin_popcountll(g->player[seat].settlements & corners) +
                    2 * __builtin_popcountll(g->player[seat].cities & corners);
            need[seat][g->tile[t]] += (uint8_t)n;
            wanted |= 1u << g->tile[t];
        }
    }
    for (int r = 0; r < RESOURCES; r++)
        if (wanted & 1u << r)
            hand_out(g, r, need, out);
}

enum say catan_roll_dice(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    (void)m;
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

enum say catan_discard(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];
    int            sum = 0;

    (void)out;
    if (m->n < RESOURCES)
        return SAY_INVALID;
    if (g->owing == 0)
        return SAY_NOTHING_TO_DISCARD;
    if (p->owes == 0)
        return SAY_DISCARD_NOT_OWED;
    for (int r = 0; r < RESOURCES; r++) {
        if (m->arg[r] < 0)
            return SAY_INVALID;
        sum += m->arg[r];
    }
    if (sum != p->owes)
        return SAY_DISCARD_NOT_HALF;
    for (int r = 0; r < RESOURCES; r++)
        if (p->hand[r] < m->arg[r])
            return (m->arg[r] == 1 ? SAY_HAS_NONE : SAY_NOT_ENOUGH) + (unsigned)r;

    for (int r = 0; r < RESOURCES; r++)
        catan_pay(g, seat, r, m->arg[r]);
    p->owes = 0;
    g->owing &= (uint8_t) ~(1u << seat);
    return SAY_DISCARDED;
}

/* House rule: the friendly robber keeps away from opponents with two points,
 * unless that leaves no tile at all. */
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

enum say catan_move_robber(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    if (m->n < 1 || m->arg[0] < 0 || m->arg[0] >= TILES)
        return SAY_INVALID;
    if (m->arg[0] == g->robber)
        return SAY_ROBBER_SAME;
    if (!(catan_robber_tiles(g) & 1u << m->arg[0]))
        return SAY_ROBBER_FRIENDLY;

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

/* Each card, not each kind, is equally likely to go. */
enum say catan_steal_card(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    if (m->n < 1 || m->arg[0] < 0 || m->arg[0] >= g->seats)
        return SAY_INVALID;
    if (m->arg[0] == seat)
        return SAY_STEAL_SELF;
    struct player *victim = &g->player[m->arg[0]];
    if (!(catan_buildings(g, m->arg[0]) & catan_tile_vertices[g->robber]))
        return SAY_INVALID;
    if (victim->cards == 0)
        return SAY_STEAL_NOTHING;

    int r = catan_nth_card(victim->hand, (int)rng_below(&g->rng, victim->cards));
    catan_pay(g, m->arg[0], r, 1);
    catan_receive(g, seat, r, 1);
    effect_add(out, EFFECT_STOLEN, m->arg[0], r, 0, 0, 0);
    return SAY_STOLEN;
}

enum say catan_spare(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    (void)g, (void)seat, (void)m, (void)out;
    return SAY_SPARED;
}

enum say catan_end_turn(struct catan *g, int seat, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[seat];

    (void)m;
    if (catan_active_seats(g) < 2) {
        g->over = OVER_BY_LACK;
        return SAY_TOO_FEW_ACTIVE;
    }
    memset(p->fresh, 0, sizeof p->fresh);
    p->state = START;
    catan_pass_turn(g, out);
    return SAY_TURN_CHANGED;
}
