/* Whose turn it is, and players who step out and come back.
 *
 * Setup is a series of slots, from the first player to the last and back again;
 * a slot ends with its road, and slots of inactive players are skipped. Players
 * who missed a placement make it up in their next slot or turn: their own state
 * remembers it. */
#include "games/catan/rules.h"

bool catan_in_setup(const struct catan *g)
{
    return g->slot < 2 * g->seats;
}

static int slot_owner(const struct catan *g, int slot)
{
    return slot < g->seats ? slot : 2 * g->seats - 1 - slot;
}

static void give_turn(struct catan *g, int seat, struct effects *out)
{
    g->turn = (int8_t)seat;
    g->used_card = false;
    effect_add(out, EFFECT_TURN, seat, 0, 0, 0, 0);
}

/* The first slot from `slot` on whose owner is active (or `seat`, if that is
 * not NOBODY); the number of slots if there is none. */
static int find_slot(const struct catan *g, int slot, int seat)
{
    while (slot < 2 * g->seats) {
        int owner = slot_owner(g, slot);

        if (seat == NOBODY ? g->player[owner].active : owner == seat)
            break;
        slot++;
    }
    return slot;
}

static int next_active(const struct catan *g, int from)
{
    for (int i = 0; i < g->seats; i++)
        if (g->player[(from + i) % g->seats].active)
            return (from + i) % g->seats;
    return NOBODY;
}

void catan_pass_turn(struct catan *g, struct effects *out)
{
    if (catan_active_seats(g) == 0)
        return;
    if (!catan_in_setup(g)) {
        give_turn(g, next_active(g, g->turn + 1), out);
        return;
    }
    g->slot = (uint8_t)find_slot(g, g->slot + 1, NOBODY);
    give_turn(g, catan_in_setup(g) ? slot_owner(g, g->slot) : next_active(g, 0), out);
}

static void strike_partner(struct catan *g, int seat)
{
    int kept = 0;

    for (int i = 0; i < g->partners; i++)
        if (g->partner[i] != seat)
            g->partner[kept++] = g->partner[i];
    g->partners = (uint8_t)kept;
    g->declined &= (uint8_t) ~(1u << seat);
}

static void step_out(struct catan *g, int seat, struct effects *out)
{
    struct player *p = &g->player[seat];

    p->owes = 0;
    g->owing &= (uint8_t) ~(1u << seat);
    strike_partner(g, seat);
    if (g->turn != seat)
        return;

    /* Robber, theft and card effects are forfeited; a missing placement stays
     * pending. */
    catan_close_trade(g);
    g->roads_to_build = 0;
    if (p->state > START)
        p->state = START;
    memset(p->fresh, 0, sizeof p->fresh);
    catan_pass_turn(g, out);
}

/* A paused game continues with them: in setup at their next slot, possibly the
 * one at which it paused. */
static void wake(struct catan *g, int seat, struct effects *out)
{
    if (catan_in_setup(g))
        g->slot = (uint8_t)find_slot(g, g->slot, seat);
    give_turn(g, seat, out);
}

void catan_set_active(struct catan *g, int seat, bool active, struct effects *out)
{
    bool resting = !g->player[g->turn].active;

    if (g->player[seat].active == active)
        return;
    g->player[seat].active = active;
    effect_add(out, active ? EFFECT_BACK : EFFECT_AWAY, seat, 0, 0, 0, 0);
    if (!active)
        step_out(g, seat, out);
    else if (resting)
        wake(g, seat, out);
}
