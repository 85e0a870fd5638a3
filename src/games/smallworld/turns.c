/* What happens in turns: regions change hands, races decline, income is paid,
 * the next player begins. The rules have checked everything before. */
#include "games/smallworld/turns.h"

int world_roll(struct world *w)
{
    w->die = (uint32_t)((uint64_t)w->die * 16807 % DIE_MODULUS);
    int face = (int)(w->die % 6);
    return face > 3 ? 0 : face;
}

void world_set_free(struct region *r)
{
    r->owner = r->badge = r->tokens = r->encampments = r->marks = 0;
}

/* Once a turn, when the conquests are over: Amazons hand four tokens back,
 * Skeletons get theirs. */
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

/* An attacked player loses one token for good (Elves none) and takes the rest
 * back into his hand. */
static void drive_out(struct world *w, int victim, int region)
{
    struct player *p = &w->player[victim];

    w->attacked |= (uint8_t)(1 << victim);
    p->hand = (int8_t)(p->hand + w->region[region].tokens - (p->current.race != ELVES));
}

void world_take_region(struct world *w, int seat, int region, int tokens, struct effects *out)
{
    struct region *r = &w->region[region];
    struct player *p = &w->player[seat];
    int            victim = r->owner && !(r->marks & MARK_DECLINED) ? r->owner - 1 : NOBODY;

    if (victim != NOBODY)
        drive_out(w, victim, region);
    r->loot = r->tokens > 0;
    world_set_free(r);
    r->owner = (uint8_t)(seat + 1);
    r->badge = p->current.id;
    r->tokens = (uint8_t)tokens;
    p->hand = (int8_t)(p->hand - tokens);
    if (p->current.race == HALFLINGS && w->holes < HOLES_MOST) {
        r->marks |= MARK_HOLE;
        w->holes++;
    }
    if (p->current.race == TROLLS)
        r->marks |= MARK_LAIR;
    w->defender = NOBODY;
    if (victim != NOBODY && w->player[victim].hand > 0 && world_count_active(w, victim) > 0) {
        w->defender = (uint8_t)victim;
        w->lost = (uint8_t)region;
    }
    effect_add(out, EFFECT_CONQUERED, seat, region + 1, tokens, 0, 0);
}

/* The race goes to the first slot without one, the power to a new slot at the
 * end, whose badge has a number never used before. */
static void return_to_deck(struct world *w, const struct badge *badge)
{
    int slot = 0;

    while (w->deck[slot].badge.race != NO_RACE)
        slot++;
    w->deck[slot].badge.race = badge->race;
    w->deck[w->slots++] = (struct slot){ .badge = { .id = ++w->last_badge, .race = NO_RACE, .power = badge->power } };
}

/* One token stays in each region; fortresses and lairs go on defending. The
 * race that was in decline before disappears. */
void world_decline(struct world *w, int seat)
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
    if (p->declined.id)
        return_to_deck(w, &p->declined);
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
    if (p->current.race == AMAZONS)
        p->hand = (int8_t)(p->hand + AMAZONS_EXTRA);
}

/* The next seat whose player is still there; passing the end of the row is a
 * new turn. With nobody else left it may be the same one. */
static void next_player(struct world *w)
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
    } else {
        begin_turn(w, seat);
    }
}

static void pay_income(struct world *w, int seat, struct effects *out)
{
    struct income *in = &w->income;

    if (!in->stored)
        world_income(w, seat, in);
    if (in->active.id && in->active.power == WEALTHY)
        w->wealthy_paid = true;
    w->player[seat].coins = (int16_t)(w->player[seat].coins + income_total(in));
    effect_add(out, EFFECT_INCOME, seat, income_total(in), in->regions, 0, 0);
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
    next_player(w);
}
