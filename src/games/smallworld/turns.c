/* Changes of the position: conquest, decline, income, the next turn. The rules
 * have checked everything before. */
#include "games/smallworld/turns.h"

/* Faces: 0, 0, 0, 1, 2, 3. */
int world_roll(struct world *w)
{
    int side;

    if (w->die) {
        w->die = (uint32_t)((uint64_t)w->die * 16807 % INT32_MAX);
        side = (int)(w->die % 6);
    } else {
        side = (int)rng_below(&w->rng, 6);
    }
    return side > DIE_MOST ? 0 : side;
}

void world_set_free(struct region *r)
{
    r->owner = r->badge = r->tokens = r->encampments = r->marks = 0;
}

void world_settle_hand(struct world *w, int seat)
{
    if (w->hand_settled)
        return;
    w->player[seat].hand = (int8_t)(world_available(w, seat) - world_tokens(w, seat, false));
    w->hand_settled = true;
}

void world_end_conquests(struct world *w, int seat)
{
    world_settle_hand(w, seat);
    w->stage = world_count_active(w, seat) ? REDEPLOY : BEFORE_FINISH_TURN;
}

/* The stage after a region was taken: the attacked player retreats first. */
void world_after_conquest(struct world *w, int seat)
{
    if (w->defender != NOBODY)
        w->stage = DEFEND;
    else if (w->rolled)
        world_end_conquests(w, seat);
    else
        w->stage = CONQUEST;
}

/* An attacked race loses one token for good (Elves none) and takes the rest
 * back into the hand. Whatever else was there is gone. */
static void drive_out(struct world *w, int region, struct effects *out)
{
    struct region *r = &w->region[region];
    int            victim = r->owner ? r->owner - 1 : SEAT_TABLE, lost = r->tokens;

    if (r->owner && !(r->marks & MARK_DECLINED)) {
        struct player *p = &w->player[victim];

        lost = races[p->current.race].loses_none ? 0 : 1;
        w->attacked |= (uint8_t)(1 << victim);
        p->hand = (int8_t)(p->hand + r->tokens - lost);
        if (r->tokens > lost)
            effect_add(out, EFFECT_RETURNED, victim, r->tokens - lost, 0, 0, 0);
    }
    if (lost)
        effect_add(out, EFFECT_LOST, victim, region + 1, lost, 0, 0);
}

static void leave_mark(struct world *w, int seat, int region, struct effects *out)
{
    const struct trait *race = &races[w->player[seat].current.race];

    if (!race->mark || (race->marks_most && w->holes >= race->marks_most))
        return;
    w->region[region].marks |= race->mark;
    w->holes += race->mark == MARK_HOLE;
    effect_add(out, race->mark == MARK_HOLE ? EFFECT_HOLE : EFFECT_LAIR, seat, region + 1, 0, 0, 0);
}

void world_take_region(struct world *w, int seat, int region, int tokens, struct effects *out)
{
    struct region *r = &w->region[region];
    struct player *p = &w->player[seat];
    int            victim = r->owner && !(r->marks & MARK_DECLINED) ? r->owner - 1 : NOBODY;

    drive_out(w, region, out);
    r->loot = r->tokens > 0;
    world_set_free(r);
    r->owner = (uint8_t)(seat + 1);
    r->badge = p->current.id;
    r->tokens = (uint8_t)tokens;
    p->hand = (int8_t)(p->hand - tokens);
    effect_add(out, EFFECT_CONQUERED, seat, region + 1, tokens, 0, 0);
    leave_mark(w, seat, region, out);
    w->defender = NOBODY;
    if (victim != NOBODY && w->player[victim].hand > 0 && world_count_active(w, victim)) {
        w->defender = (uint8_t)victim;
        w->lost = (uint8_t)region;
    }
}

/* The race goes to the first slot without one, the power to a new slot at the
 * end, whose badge has a number never used before. */
static void return_to_deck(struct world *w, const struct badge *badge)
{
    int slot = 0;

    while (w->deck[slot].badge.race != NO_RACE)
        slot++;
    w->deck[slot].badge.race = badge->race;
    w->deck[slot].race_known = true;
    w->deck[w->slots++] = (struct slot){ .badge = { .id = ++w->last_badge, .power = badge->power }, .power_known = true };
}

/* One token stays in each region; fortresses and lairs go on defending. The
 * race that was in decline before disappears. */
void world_decline(struct world *w, int seat, struct effects *out)
{
    struct player *p = &w->player[seat];

    if (!p->current.id)
        return;
    for (int i = 0; i < w->regions; i++) {
        struct region *r = &w->region[i];

        if (r->owner != seat + 1)
            continue;
        if (r->marks & MARK_DECLINED) {
            world_set_free(r);
        } else {
            r->tokens = 1;
            r->encampments = 0;
            r->marks = (uint8_t)((r->marks & ~MARKS_IMMUNE) | MARK_DECLINED);
        }
    }
    if (p->declined.id) {
        return_to_deck(w, &p->declined);
        effect_add(out, EFFECT_VANISHED, seat, p->declined.race, 0, 0, 0);
    }
    effect_add(out, EFFECT_DECLINED, seat, p->current.race, 0, 0, 0);
    p->declined = p->current;
    p->current = (struct badge){ 0 };
    p->hand = 0;
}

static void begin_turn(struct world *w, int seat)
{
    struct player *p = &w->player[seat];

    w->active = (uint8_t)seat;
    w->stage = p->current.id ? BEFORE_CONQUEST : SELECT_RACE;
    if (!p->current.id)
        return;
    for (int i = 0; i < w->regions; i++) {
        if (!world_active(w, seat, i))
            continue;
        p->hand = (int8_t)(p->hand + w->region[i].tokens - 1);
        w->region[i].tokens = 1;
    }
    p->hand = (int8_t)(p->hand + races[p->current.race].lent);
}

/* The next seat whose player is still there; after the last seat a new turn begins. With nobody else left it may be the
 * same seat. */
static void next_player(struct world *w, struct effects *out)
{
    int seat = w->active;

    do {
        if (++seat == w->seats) {
            seat = 0;
            w->turn++;
        }
    } while (!w->player[seat].in_game && seat != w->active);
    if (w->turn >= w->turns) {
        w->active = (uint8_t)seat;
        w->stage = GAME_OVER;
        effect_add(out, EFFECT_OVER, SEAT_TABLE, 0, 0, 0, 0);
    } else {
        begin_turn(w, seat);
        effect_add(out, EFFECT_TURN, seat, w->turn, 0, 0, 0);
    }
}

static void pay_income(struct world *w, int seat, struct effects *out)
{
    struct income *in = &w->income;

    if (!in->stored)
        world_income(w, seat, in);
    if (powers[in->active.power].pays_once)
        w->wealthy_paid = true;
    w->player[seat].coins = (int16_t)(w->player[seat].coins + income_total(in));
    effect_put(out,
               &(struct effect){ .what = EFFECT_INCOME,
                                 .seat = (uint8_t)seat,
                                 .seen_by = SEEN_BY_ALL,
                                 .arg = { (int16_t)income_total(in), in->regions, in->by_race, in->by_power, in->by_declined } });
    if (in->active.id)
        effect_add(out, EFFECT_INCOME_ACTIVE, seat, in->active.race, in->by_race, in->active.power, in->by_power);
    if (in->declined.id)
        effect_add(out, EFFECT_INCOME_DECLINED, seat, in->declined.race, in->by_declined, in->declined.power, 0);
    *in = (struct income){ 0 };
}

void world_finish_turn(struct world *w, int seat, struct effects *out)
{
    pay_income(w, seat, out);
    for (int i = 0; i < w->regions; i++)
        w->region[i].loot = 0;
    w->berserk = w->rolled = 0;
    w->attacked = 0;
    w->defender = NOBODY;
    w->hand_settled = w->dragon_used = w->enchanted = false;
    if (w->befriended == seat)
        w->befriended = NOBODY;
    w->last_event = LAST_FINISH_TURN;
    next_player(w, out);
}
