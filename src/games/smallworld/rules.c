/* The rules: what may be done in which stage, and what it does. Every kind of
 * move is a row of `rules`: the stages that admit it, its check and its
 * effect. A check changes nothing, an effect cannot fail. */
#include "games/smallworld/rules.h"

#include "games/smallworld/turns.h"

/* ---- checks that several moves share ----------------------------------- */

static enum err check_region_id(const struct world *w, int region, struct refusal *why)
{
    return world_has_region(w, region + 1) ? ERR_OK : no_two(why, REFUSE_BAD_REGION_ID, region + 1, w->regions);
}

/* `reach` may be NULL: then it is computed. */
static enum err check_reach(const struct world *w, int seat, int region, const set *reach, struct refusal *why)
{
    if (!set_has(reach ? *reach : world_reach(w, seat), region)) {
        if (w->region[region].land & LAND_SEA && !(world_does(w, seat) & TAKES_SEA))
            return no(why, REFUSE_SEA, region + 1);
        return no(why, world_count_active(w, seat) ? REFUSE_NOT_REACHED : REFUSE_NO_ENTRY, region + 1);
    }
    return world_friends(w, seat, region) ? no(why, REFUSE_FRIENDSHIP, w->diplomat) : ERR_OK;
}

static enum err check_target(const struct world *w, int seat, int region, const set *reach, struct refusal *why)
{
    if (check_region_id(w, region, why) != ERR_OK)
        return ERR_REFUSED;
    if (world_active(w, seat, region))
        return no(why, REFUSE_OWN_REGION, region + 1);
    if (w->region[region].marks & MARKS_IMMUNE)
        return no(why, REFUSE_REGION_IS_IMMUNE, region + 1);
    return check_reach(w, seat, region, reach, why);
}

/* ---- the moves --------------------------------------------------------- */

static enum err check_select(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    int position = m->arg[0], shown = world_shown(w);

    if (position < 0 || position >= shown)
        return no_two(why, REFUSE_BAD_POSITION, position, shown);
    if (w->player[seat].coins < position)
        return no_two(why, REFUSE_BAD_MONEY_AMOUNT, position, w->player[seat].coins);
    return ERR_OK;
}

static void do_select(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int            position = m->arg[0];
    struct slot    chosen = w->deck[position];
    struct badge   badge = chosen.badge;
    struct player *p = &w->player[seat];

    for (int i = 0; i < position; i++)
        w->deck[i].coins++;
    w->slots--;
    for (int i = position; i < w->slots; i++)
        w->deck[i] = w->deck[i + 1];
    w->deck[w->slots] = (struct slot){ 0 };
    p->coins = (int16_t)(p->coins - position + chosen.coins);
    p->current = badge;
    p->hand = (int8_t)(races[badge.race].tokens + races[badge.race].lent + powers[badge.power].tokens);
    if (races[badge.race].mark == MARK_HOLE)
        w->holes = 0;
    if (powers[badge.power].pays_once)
        w->wealthy_paid = false;
    if (powers[badge.power].does & BEFRIENDS) {
        w->diplomat_known = true;
        w->diplomat = (uint8_t)seat;
        w->befriended = NOBODY;
    }
    w->acted = true;
    w->stage = CONQUEST;
    w->last_event = LAST_SELECT_RACE;
    effect_put(
        out, &(struct effect){ .what = EFFECT_BADGE,
                               .seat = (uint8_t)seat,
                               .seen_by = SEEN_BY_ALL,
                               .arg = { (int16_t)position, badge.race, badge.power, (int16_t)position, chosen.coins, badge.id } });
}

/* The die can make up for one to three missing tokens; if more are missing the
 * attack is refused, unless a berserk die was thrown, which must be used. */
static enum err check_conquest_of(const struct world *w, int seat, int region, const set *reach, struct refusal *why)
{
    int hand = w->player[seat].hand;

    if (hand <= 0)
        return no(why, REFUSE_NO_TOKENS_IN_HAND, 0);
    if (check_target(w, seat, region, reach, why) != ERR_OK)
        return ERR_REFUSED;
    int price = w->berserk ? 0 : world_price(w, seat, region, NULL);
    return price > hand + DIE_MOST ? no_two(why, REFUSE_BAD_TOKENS_NUM, price, hand) : ERR_OK;
}

static enum err check_conquer(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    return check_conquest_of(w, seat, m->arg[0] - 1, NULL, why);
}

static void conquer(struct world *w, int seat, int region, int forced_die, struct effects *out)
{
    int price = world_price(w, seat, region, NULL), hand = w->player[seat].hand, help = 0;

    w->last_event = LAST_CONQUER;
    effect_add(out, EFFECT_ATTACK, seat, region + 1, price < hand ? price : hand, 0, 0);
    if (price > hand && !w->berserk) {
        help = forced_die >= 0 ? forced_die : world_roll(w);
        w->rolled = (uint8_t)(help + 1);
        w->last_event = LAST_DIE_DECIDED;
        effect_add(out, EFFECT_DIE, seat, help, 0, 0, 0);
    }
    w->berserk = 0;
    if (hand + help >= price) {
        world_take_region(w, seat, region, price < hand ? price : hand, out);
        world_after_conquest(w, seat);
    } else {
        w->last_event = LAST_DIE_DECIDED;
        effect_add(out, EFFECT_REPELLED, seat, region + 1, 0, 0, 0);
        world_end_conquests(w, seat);
    }
}

static void do_conquer(struct world *w, int seat, const struct move *m, struct effects *out)
{
    conquer(w, seat, m->arg[0] - 1, -1, out);
}

static enum err check_conquer_die(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    if (check_conquer(w, seat, m, why) != ERR_OK)
        return ERR_REFUSED;
    return m->arg[1] < 0 || m->arg[1] > DIE_MOST ? no(why, REFUSE_BAD_DIE, 0) : ERR_OK;
}

static void do_conquer_die(struct world *w, int seat, const struct move *m, struct effects *out)
{
    conquer(w, seat, m->arg[0] - 1, m->arg[1], out);
}

static enum err check_decline(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    (void)m;
    return w->stage == BEFORE_FINISH_TURN && !(world_does(w, seat) & DECLINES_LATE) ? no(why, REFUSE_NOT_STOUT, 0) : ERR_OK;
}

/* A Stout race earns what it holds before it declines. */
static void do_decline(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    if (w->stage == BEFORE_FINISH_TURN) {
        world_income(w, seat, &w->income);
        w->income.stored = true;
    }
    world_decline(w, seat, out);
    w->stage = FINISH_TURN;
    w->last_event = LAST_DECLINE;
}

static enum err check_redeploy(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    struct orders o;

    orders_of_move(m, &o);
    if (!o.regions.given)
        return no(why, REFUSE_BAD_REGIONS, 0);
    return smallworld_check_redeploy(w, seat, &o, why);
}

/* Takes all tokens and heroes back and places the tokens anew. */
static void place_tokens(struct world *w, int seat, const struct order_list *list, struct effects *out)
{
    struct player *p = &w->player[seat];
    set            own = world_active_set(w, seat), rest = own;

    for (int i; (i = set_take(&rest)) >= 0;) {
        struct region *r = &w->region[i];

        p->hand = (int8_t)(p->hand + r->tokens);
        r->tokens = r->encampments = 0;
        r->marks &= (uint8_t)~MARK_HERO;
    }
    for (int i = 0; i < list->n; i++) {
        int tokens = i == list->n - 1 ? p->hand : list->at[i].number;

        w->region[list->at[i].region - 1].tokens = (uint8_t)tokens;
        p->hand = (int8_t)(p->hand - tokens);
    }
    for (int region; (region = set_take(&own)) >= 0;) {
        struct region *r = &w->region[region];

        effect_add(out, EFFECT_REDEPLOYED, seat, region + 1, r->tokens, 0, 0);
        if (r->tokens == 0)
            world_set_free(r);
    }
}

static void do_redeploy(struct world *w, int seat, const struct move *m, struct effects *out)
{
    struct orders o;

    orders_of_move(m, &o);
    world_settle_hand(w, seat);
    place_tokens(w, seat, &o.regions, out);
    /* Orders for a region that is abandoned have no effect. */
    for (int i = 0; i < o.encampments.n; i++) {
        const struct order *order = &o.encampments.at[i];

        if (!world_active(w, seat, order->region - 1))
            continue;
        w->region[order->region - 1].encampments = (uint8_t)order->number;
        effect_add(out, EFFECT_CAMP, seat, order->region, order->number, 0, 0);
    }
    if (o.fortified && world_active(w, seat, o.fortress - 1)) {
        w->region[o.fortress - 1].marks |= MARK_FORTRESS;
        effect_add(out, EFFECT_FORTRESS, seat, o.fortress, 0, 0, 0);
    }
    for (int i = 0; i < o.heroes.n; i++) {
        if (!world_active(w, seat, o.heroes.at[i].region - 1))
            continue;
        w->region[o.heroes.at[i].region - 1].marks |= MARK_HERO;
        effect_add(out, EFFECT_HERO, seat, o.heroes.at[i].region, 0, 0, 0);
    }
    w->berserk = 0;
    w->stage = BEFORE_FINISH_TURN;
    w->last_event = LAST_REDEPLOY;
}

static enum err check_defend(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    struct order_list list;

    defence_of_move(m, &list);
    return smallworld_check_defend(w, seat, &list, why);
}

static void end_defence(struct world *w)
{
    w->player[w->defender].hand = 0;
    w->defender = NOBODY;
    world_after_conquest(w, w->active);
}

static void retreat_to(struct world *w, int region, int tokens, struct effects *out)
{
    w->region[region].tokens = (uint8_t)(w->region[region].tokens + tokens);
    effect_add(out, EFFECT_RETREAT, w->defender, region + 1, tokens, 0, 0);
}

static void do_defend(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)seat;
    for (int i = 0; i < m->n; i += 2)
        retreat_to(w, m->arg[i] - 1, m->arg[i + 1], out);
    end_defence(w);
    w->last_event = LAST_DEFEND;
}

/* Something that only a race with that skill does, with tokens in hand, unless
 * it has `done` it. */
static enum err check_skill(const struct world *w, int seat, unsigned skill, int lacks, bool done, int already, struct refusal *why)
{
    if (!(world_does(w, seat) & skill))
        return no(why, lacks, 0);
    if (done)
        return no(why, already, 0);
    return w->player[seat].hand <= 0 ? no(why, REFUSE_NO_TOKENS_IN_HAND, 0) : ERR_OK;
}

static enum err check_dragon_to(const struct world *w, int seat, int region, const set *reach, struct refusal *why)
{
    if (check_skill(w, seat, RIDES_DRAGON, REFUSE_NOT_DRAGON_MASTER, w->dragon_used, REFUSE_DRAGON_USED, why) != ERR_OK)
        return ERR_REFUSED;
    return check_target(w, seat, region, reach, why);
}

static enum err check_dragon(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    return check_dragon_to(w, seat, m->arg[0] - 1, NULL, why);
}

/* The dragon takes any region with one token and makes it immune; it leaves
 * the region where it was. There is only one Dragon Master. */
static void do_dragon(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int region = m->arg[0] - 1;

    for (int i = 0; i < w->regions; i++)
        w->region[i].marks &= (uint8_t)~MARK_DRAGON;
    effect_add(out, EFFECT_DRAGON, seat, region + 1, 0, 0, 0);
    world_take_region(w, seat, region, 1, out);
    w->region[region].marks |= MARK_DRAGON;
    w->dragon_used = true;
    w->last_event = LAST_CONQUER;
    world_after_conquest(w, seat);
}

static enum err check_enchanted(const struct world *w, int seat, int region, const set *reach, struct refusal *why)
{
    int most = races[SORCERERS].most;

    if (!(world_does(w, seat) & ENCHANTS))
        return no(why, REFUSE_NOT_SORCERERS, 0);
    if (w->enchanted)
        return no(why, REFUSE_ENCHANTED_ALREADY, 0);
    if (check_region_id(w, region, why) != ERR_OK)
        return ERR_REFUSED;
    const struct region *r = &w->region[region];
    if (r->owner == seat + 1)
        return no(why, REFUSE_BAD_ATTACKED_RACE, region + 1);
    if (r->tokens == 0)
        return no(why, REFUSE_NOTHING_TO_ENCHANT, region + 1);
    if (r->marks & MARK_DECLINED)
        return no(why, REFUSE_CANNOT_ENCHANT_DECLINED_RACE, region + 1);
    if (check_reach(w, seat, region, reach, why) != ERR_OK)
        return ERR_REFUSED;
    if (r->tokens > 1)
        return no_two(why, REFUSE_MORE_THAN_ONE_TOKEN, region + 1, r->tokens);
    if (r->encampments)
        return no(why, REFUSE_ENCAMPED, region + 1);
    if (w->player[seat].hand + world_tokens(w, seat, false) >= most)
        return no(why, REFUSE_NO_MORE_TOKENS, most);
    return r->marks & MARKS_IMMUNE ? no(why, REFUSE_REGION_IS_IMMUNE, region + 1) : ERR_OK;
}

static enum err check_enchant(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    return check_enchanted(w, seat, m->arg[0] - 1, NULL, why);
}

bool smallworld_may_attack(const struct world *w, int seat, int kind, int region, set reach)
{
    switch (kind) {
    case MOVE_CONQUER:
        return check_conquest_of(w, seat, region, &reach, NULL) == ERR_OK;
    case MOVE_DRAGON:
        return check_dragon_to(w, seat, region, &reach, NULL) == ERR_OK;
    default:
        return check_enchanted(w, seat, region, &reach, NULL) == ERR_OK;
    }
}

/* The victim's token is replaced by a Sorcerer from the box: no retreat, not
 * even of Elves, and nothing leaves the hand. */
static void do_enchant(struct world *w, int seat, const struct move *m, struct effects *out)
{
    struct region *r = &w->region[m->arg[0] - 1];

    effect_add(out, EFFECT_ENCHANTED, seat, m->arg[0], r->owner - 1, 0, 0);
    effect_add(out, EFFECT_LOST, r->owner - 1, m->arg[0], 1, 0, 0);
    w->attacked |= (uint8_t)(1 << (r->owner - 1));
    world_set_free(r);
    r->owner = (uint8_t)(seat + 1);
    r->badge = w->player[seat].current.id;
    r->tokens = r->loot = 1;
    w->enchanted = true;
    w->stage = CONQUEST;
    w->last_event = LAST_CONQUER;
    effect_add(out, EFFECT_CONQUERED, seat, m->arg[0], 1, 0, 0);
}

static enum err check_throw(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    if (check_skill(w, seat, THROWS_DIE, REFUSE_NOT_BERSERK, w->berserk, REFUSE_DIE_PENDING, why) != ERR_OK)
        return ERR_REFUSED;
    if (m->kind == MOVE_THROW_DIE && (m->arg[0] < 0 || m->arg[0] > DIE_MOST))
        return no(why, REFUSE_BAD_DIE, 0);
    return ERR_OK;
}

static void do_throw(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int face = m->kind == MOVE_THROW_DIE ? m->arg[0] : world_roll(w);

    w->berserk = (uint8_t)(face + 1);
    w->stage = CONQUEST;
    w->last_event = LAST_THROW_DICE;
    effect_add(out, EFFECT_DIE, seat, face, 0, 0, 0);
}

static enum err check_friend(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    int other = m->arg[0];

    if (!(world_does(w, seat) & BEFRIENDS))
        return no(why, REFUSE_NOT_DIPLOMAT, 0);
    if (other < 0 || other >= w->seats)
        return no(why, REFUSE_BAD_FRIEND_ID, other);
    return other == seat || w->attacked >> other & 1 ? no(why, REFUSE_BAD_FRIEND, other) : ERR_OK;
}

static void do_friend(struct world *w, int seat, const struct move *m, struct effects *out)
{
    w->befriended = (uint8_t)m->arg[0];
    w->stage = FINISH_TURN;
    w->last_event = LAST_SELECT_FRIEND;
    effect_add(out, EFFECT_FRIEND, seat, m->arg[0], 0, 0, 0);
}

static enum err check_nothing(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    (void)w;
    (void)seat;
    (void)m;
    (void)why;
    return ERR_OK;
}

static void do_finish(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    world_finish_turn(w, seat, out);
}

static enum err check_leave(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    (void)m;
    return w->player[seat].in_game ? ERR_OK : no(why, REFUSE_NOT_IN_GAME, 0);
}

/* The attacker leaves while the defender owes a retreat: the tokens go to the
 * first region that may take them. */
static void retreat_by_itself(struct world *w, struct effects *out)
{
    int region = 0;

    while (!world_may_retreat_to(w, region))
        region++;
    retreat_to(w, region, w->player[w->defender].hand, out);
    end_defence(w);
}

/* Whoever leaves finishes their turn, or drops what they had to place; then
 * their race declines and stays on the map. The last player left ends the
 * game. */
static void do_leave(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    w->player[seat].in_game = false;
    effect_add(out, EFFECT_LEFT, seat, 0, 0, 0, 0);
    if (seat == w->active) {
        if (w->stage == DEFEND)
            retreat_by_itself(w, out);
        world_finish_turn(w, seat, out);
    } else if (w->stage == DEFEND && seat == w->defender) {
        end_defence(w);
    }
    world_decline(w, seat, out);
    if (world_players_left(w) < 2 && w->stage != GAME_OVER) {
        w->stage = GAME_OVER;
        effect_add(out, EFFECT_OVER, SEAT_TABLE, 0, 0, 0, 0);
    }
}

static bool each_once(const struct move *m, int from, int n)
{
    uint32_t seen = 0;

    for (int i = from; i < from + n; i++) {
        if (m->arg[i] < 0 || m->arg[i] >= n || seen >> m->arg[i] & 1)
            return false;
        seen |= 1u << m->arg[i];
    }
    return true;
}

/* A given deck, for tests and saved games, before anybody acted. */
static enum err check_deck(const struct world *w, int seat, const struct move *m, struct refusal *why)
{
    (void)seat;
    if (w->acted)
        return no(why, REFUSE_BAD_STAGE, 0);
    return each_once(m, 0, RACES) && each_once(m, RACES, POWERS) ? ERR_OK : no(why, REFUSE_BAD_DECK, 0);
}

static void do_deck(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)seat;
    (void)out;
    for (int i = 0; i < POWERS; i++) {
        if (i < RACES)
            w->deck[i].badge.race = (uint8_t)(m->arg[i] + 1);
        w->deck[i].badge.power = (uint8_t)(m->arg[RACES + i] + 1);
    }
}

/* ---- the table of moves ------------------------------------------------ */

enum {
    IN_SELECT = 1 << SELECT_RACE,
    IN_CONQUEST = 1 << BEFORE_CONQUEST | 1 << CONQUEST,
    IN_REDEPLOY = IN_CONQUEST | 1 << REDEPLOY,
    IN_DECLINE = 1 << BEFORE_CONQUEST | 1 << BEFORE_FINISH_TURN,
    IN_FINISH = 1 << BEFORE_FINISH_TURN | 1 << FINISH_TURN,
    IN_ANY = (1 << GAME_OVER) - 1,
};

static const struct rule {
    unsigned stages; /* that admit it */
    enum err (*check)(const struct world *w, int seat, const struct move *m, struct refusal *why);
    void (*act)(struct world *w, int seat, const struct move *m, struct effects *out);
} rules[MOVE_KINDS] = {
    [MOVE_SELECT] = { IN_SELECT, check_select, do_select },
    [MOVE_CONQUER] = { IN_CONQUEST, check_conquer, do_conquer },
    [MOVE_DECLINE] = { IN_DECLINE, check_decline, do_decline },
    [MOVE_REDEPLOY] = { IN_REDEPLOY, check_redeploy, do_redeploy },
    [MOVE_DEFEND] = { 1 << DEFEND, check_defend, do_defend },
    [MOVE_DRAGON] = { IN_CONQUEST, check_dragon, do_dragon },
    [MOVE_ENCHANT] = { IN_CONQUEST, check_enchant, do_enchant },
    [MOVE_THROW] = { IN_CONQUEST, check_throw, do_throw },
    [MOVE_FRIEND] = { 1 << BEFORE_FINISH_TURN, check_friend, do_friend },
    [MOVE_FINISH] = { IN_FINISH, check_nothing, do_finish },
    [MOVE_LEAVE] = { IN_ANY, check_leave, do_leave },
    [MOVE_CONQUER_DIE] = { IN_CONQUEST, check_conquer_die, do_conquer_die },
    [MOVE_THROW_DIE] = { IN_CONQUEST, check_throw, do_throw },
    [MOVE_DECK] = { IN_SELECT, check_deck, do_deck },
};

/* The table's own moves are made for whoever is to move. */
static int seat_of(const struct world *w, const struct move *m)
{
    return m->seat == SEAT_TABLE ? world_mover(w) : m->seat;
}

enum err smallworld_check_stage(const struct world *w, const struct move *m, struct refusal *why)
{
    bool by_table = smallworld_kinds[m->kind].flags & MOVE_BY_TABLE;

    if (by_table != (m->seat == SEAT_TABLE))
        return no(why, REFUSE_TABLE_ONLY, 0);
    if (w->stage == GAME_OVER)
        return no(why, REFUSE_GAME_OVER, 0);
    if (seat_of(w, m) >= w->seats)
        return no(why, REFUSE_NOT_IN_GAME, 0);
    if (m->kind != MOVE_LEAVE && seat_of(w, m) != world_mover(w))
        return no(why, REFUSE_NOT_YOUR_TURN, 0);
    return rules[m->kind].stages >> w->stage & 1 ? ERR_OK : no(why, REFUSE_BAD_STAGE, 0);
}

enum err smallworld_check(const struct world *w, const struct move *m, struct refusal *why)
{
    if (smallworld_check_stage(w, m, why) != ERR_OK)
        return ERR_REFUSED;
    return rules[m->kind].check(w, seat_of(w, m), m, why);
}

enum err smallworld_apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct world *w = state;

    if (smallworld_check(w, m, why) != ERR_OK)
        return ERR_REFUSED;
    rules[m->kind].act(w, seat_of(w, m), m, out);
    return ERR_OK;
}
