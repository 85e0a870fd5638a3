/* The rules: what may be done in which stage, and what it does. Every kind of
 * move is a row of `rules`: the stages that admit it, its check and its
 * effect. A check changes nothing, an effect cannot fail. */
#include "games/smallworld/rules.h"

#include "games/smallworld/map.h"
#include "games/smallworld/turns.h"

/* ---- setup ------------------------------------------------------------- */

uint32_t die_of_seed(uint64_t seed)
{
    uint32_t x = (uint32_t)(seed & 0x7FFFFFFF) % DIE_MODULUS;

    return x ? x : 1;
}

static void shuffle(uint8_t *list, int n, struct rng *r)
{
    for (int i = 0; i < n; i++)
        list[i] = (uint8_t)i;
    for (int i = n - 1; i > 0; i--) {
        int     k = (int)rng_below(r, (uint64_t)i + 1);
        uint8_t other = list[k];

        list[k] = list[i];
        list[i] = other;
    }
}

static void lay_deck(struct world *w)
{
    uint8_t power[POWERS], race[RACES];

    shuffle(power, POWERS, &w->shuffles);
    shuffle(race, RACES, &w->shuffles);
    for (int i = 0; i < POWERS; i++)
        w->deck[i].badge = (struct badge){ .id = (uint8_t)(i + 1), .race = i < RACES ? race[i] : NO_RACE, .power = power[i] };
    w->slots = w->last_badge = POWERS;
}

enum err smallworld_setup(void *state, const struct setup *s, const char **why)
{
    struct world *w = state;
    enum err      err;

    w->seats = s->seats;
    if (s->extra.len) {
        err = map_into_world(s->extra, w, why);
    } else {
        const struct default_map *map = default_map_for(s->seats);

        w->turns = (uint8_t)map->turns;
        err = map_regions_into_world(str_of(map->regions), w, why);
    }
    if (err != ERR_OK)
        return err;
    w->befriended = NOBODY;
    w->die = die_of_seed(s->seed);
    w->shuffles = rng_seeded(s->seed);
    lay_deck(w);
    for (int seat = 0; seat < w->seats; seat++)
        w->player[seat] = (struct player){ .coins = START_COINS, .in_game = true };
    return ERR_OK;
}

/* ---- checks that several moves share ----------------------------------- */

/* A friend may not attack the active regions of the diplomat. */
static bool protected_by_friendship(const struct world *w, int seat, int region)
{
    return w->befriended == seat && world_active(w, w->diplomat, region);
}

static enum word check_target(const struct world *w, int seat, int region)
{
    if (!world_has_region(w, region + 1))
        return BAD_REGION_ID;
    if (world_active(w, seat, region))
        return BAD_REGION;
    if (w->region[region].marks & MARKS_IMMUNE)
        return REGION_IS_IMMUNE;
    if (!world_reaches(w, seat, region) || protected_by_friendship(w, seat, region))
        return BAD_REGION;
    return WORD_OK;
}

/* ---- the moves --------------------------------------------------------- */

static enum word check_select(const struct world *w, int seat, const struct move *m)
{
    int position = m->arg[0];

    if (position < 0 || position >= world_shown(w))
        return BAD_POSITION;
    if (w->player[seat].coins < position)
        return BAD_MONEY_AMOUNT;
    return WORD_OK;
}

static void do_select(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int            position = m->arg[0];
    struct slot    chosen = w->deck[position];
    struct player *p = &w->player[seat];

    for (int i = 0; i < position; i++)
        w->deck[i].coins++;
    w->slots--;
    for (int i = position; i < w->slots; i++)
        w->deck[i] = w->deck[i + 1];
    w->deck[w->slots] = (struct slot){ 0 };
    p->coins = (int16_t)(p->coins - position + chosen.coins);
    p->current = chosen.badge;
    p->hand = (int8_t)(races[chosen.badge.race].tokens + powers[chosen.badge.power].tokens);
    if (chosen.badge.race == AMAZONS)
        p->hand += AMAZONS_EXTRA;
    if (chosen.badge.race == HALFLINGS)
        w->holes = 0;
    if (chosen.badge.power == WEALTHY)
        w->wealthy_paid = false;
    if (chosen.badge.power == DIPLOMAT) {
        w->diplomat_known = true;
        w->diplomat = (uint8_t)seat;
        w->befriended = NOBODY;
    }
    w->acted = true;
    w->stage = CONQUEST;
    w->last_event = LAST_SELECT_RACE;
    effect_add(out, EFFECT_BADGE, seat, chosen.badge.id, chosen.badge.race, chosen.badge.power, 0);
}

/* Short by one to three the die may help; short by more the attack is not
 * made at all - but a berserk die that is thrown must be used. */
static enum word check_conquer(const struct world *w, int seat, const struct move *m)
{
    int       region = m->arg[0] - 1, hand = w->player[seat].hand;
    enum word word;

    if (hand <= 0)
        return BAD_STAGE;
    if ((word = check_target(w, seat, region)) != WORD_OK)
        return word;
    if (!w->berserk && world_price(w, seat, region) > hand + 3)
        return BAD_TOKENS_NUM;
    return WORD_OK;
}

static void conquer(struct world *w, int seat, int region, int forced_die, struct effects *out)
{
    int price = world_price(w, seat, region), hand = w->player[seat].hand, help = 0;

    w->last_event = LAST_CONQUER;
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

static enum word check_conquer_die(const struct world *w, int seat, const struct move *m)
{
    enum word word = check_conquer(w, seat, m);

    return word == WORD_OK && (m->arg[1] < 0 || m->arg[1] > 3) ? BAD_JSON : word;
}

static void do_conquer_die(struct world *w, int seat, const struct move *m, struct effects *out)
{
    conquer(w, seat, m->arg[0] - 1, m->arg[1], out);
}

static enum word check_decline(const struct world *w, int seat, const struct move *m)
{
    (void)m;
    if (w->stage == BEFORE_FINISH_TURN && w->player[seat].current.power != STOUT)
        return BAD_STAGE;
    return WORD_OK;
}

/* A Stout race earns what it holds before it declines. */
static void do_decline(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    (void)out;
    if (w->stage == BEFORE_FINISH_TURN) {
        world_income(w, seat, &w->income);
        w->income.stored = true;
    }
    world_decline(w, seat);
    w->stage = FINISH_TURN;
    w->last_event = LAST_DECLINE;
}

static enum word check_redeploy(const struct world *w, int seat, const struct move *m)
{
    struct orders o;

    orders_of_move(m, &o);
    if (!o.regions.given)
        return BAD_REGIONS;
    return smallworld_check_redeploy(w, seat, &o);
}

static void do_redeploy(struct world *w, int seat, const struct move *m, struct effects *out)
{
    struct orders  o;
    struct player *p = &w->player[seat];

    (void)out;
    orders_of_move(m, &o);
    world_settle_hand(w, seat);
    for (int i = 0; i < w->regions; i++) {
        struct region *r = &w->region[i];

        if (!world_active(w, seat, i))
            continue;
        p->hand = (int8_t)(p->hand + r->tokens);
        r->tokens = r->encampments = 0;
        r->marks &= (uint8_t)~MARK_HERO;
    }
    for (int i = 0; i < o.regions.n; i++) {
        int tokens = i == o.regions.n - 1 ? p->hand : o.regions.at[i].number;

        w->region[o.regions.at[i].region - 1].tokens = (uint8_t)tokens;
        p->hand = (int8_t)(p->hand - tokens);
    }
    for (int i = 0; i < w->regions; i++)
        if (world_active(w, seat, i) && w->region[i].tokens == 0)
            world_set_free(&w->region[i]);
    /* What was ordered for a region that is now abandoned falls away. */
    for (int i = 0; i < o.encampments.n; i++)
        if (world_active(w, seat, o.encampments.at[i].region - 1))
            w->region[o.encampments.at[i].region - 1].encampments = (uint8_t)o.encampments.at[i].number;
    if (o.fortified && world_active(w, seat, o.fortress - 1))
        w->region[o.fortress - 1].marks |= MARK_FORTRESS;
    for (int i = 0; i < o.heroes.n; i++)
        if (world_active(w, seat, o.heroes.at[i].region - 1))
            w->region[o.heroes.at[i].region - 1].marks |= MARK_HERO;
    w->berserk = 0;
    w->stage = BEFORE_FINISH_TURN;
    w->last_event = LAST_REDEPLOY;
}

static void defence_of_move(const struct move *m, struct order_list *out)
{
    out->given = true;
    out->n = 0;
    for (int i = 0; i < m->n; i += 2)
        out->at[out->n++] = (struct order){ .region = m->arg[i], .number = i + 1 < m->n ? m->arg[i + 1] : -1 };
}

static enum word check_defend(const struct world *w, int seat, const struct move *m)
{
    struct order_list list;

    defence_of_move(m, &list);
    return smallworld_check_defend(w, seat, &list);
}

static void end_defence(struct world *w)
{
    w->player[w->defender].hand = 0;
    w->defender = NOBODY;
    world_after_conquest(w, w->active);
}

static void do_defend(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)seat;
    (void)out;
    for (int i = 0; i < m->n; i += 2)
        w->region[m->arg[i] - 1].tokens = (uint8_t)(w->region[m->arg[i] - 1].tokens + m->arg[i + 1]);
    end_defence(w);
    w->last_event = LAST_DEFEND;
}

static enum word check_dragon(const struct world *w, int seat, const struct move *m)
{
    const struct player *p = &w->player[seat];

    if (p->current.power != DRAGON_MASTER || w->dragon_used || p->hand <= 0)
        return BAD_STAGE;
    return check_target(w, seat, m->arg[0] - 1);
}

/* The dragon takes any region with one token and makes it immune; it leaves
 * the region where it was. There is only one Dragon Master. */
static void do_dragon(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int region = m->arg[0] - 1;

    for (int i = 0; i < w->regions; i++)
        w->region[i].marks &= (uint8_t)~MARK_DRAGON;
    world_take_region(w, seat, region, 1, out);
    w->region[region].marks |= MARK_DRAGON;
    w->dragon_used = true;
    w->last_event = LAST_CONQUER;
    world_after_conquest(w, seat);
}

static enum word check_enchant(const struct world *w, int seat, const struct move *m)
{
    int region = m->arg[0] - 1;

    if (w->player[seat].current.race != SORCERERS || w->enchanted)
        return BAD_STAGE;
    if (!world_has_region(w, region + 1))
        return BAD_REGION_ID;
    const struct region *r = &w->region[region];
    if (r->owner == seat + 1)
        return BAD_ATTACKED_RACE;
    if (r->tokens == 0)
        return NOTHING_TO_ENCHANT;
    if (r->marks & MARK_DECLINED)
        return CANNOT_ENCHANT_DECLINED_RACE;
    if (!world_reaches(w, seat, region) || protected_by_friendship(w, seat, region) || r->tokens > 1 || r->encampments)
        return BAD_REGION;
    if (w->player[seat].hand + world_tokens(w, seat, false) >= SORCERERS_MOST)
        return NO_MORE_TOKENS_IN_STORAGE_TRAY;
    if (r->marks & MARKS_IMMUNE)
        return REGION_IS_IMMUNE;
    return WORD_OK;
}

/* The victim's token is replaced by a Sorcerer from the box: no retreat, not
 * even of Elves, and nothing leaves the hand. */
static void do_enchant(struct world *w, int seat, const struct move *m, struct effects *out)
{
    struct region *r = &w->region[m->arg[0] - 1];

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

static enum word check_throw(const struct world *w, int seat, const struct move *m)
{
    const struct player *p = &w->player[seat];

    if (p->current.power != BERSERK || w->berserk || p->hand <= 0)
        return BAD_STAGE;
    if (m->kind == MOVE_THROW_DIE && (m->arg[0] < 0 || m->arg[0] > 3))
        return BAD_JSON;
    return WORD_OK;
}

static void do_throw(struct world *w, int seat, const struct move *m, struct effects *out)
{
    int face = m->kind == MOVE_THROW_DIE ? m->arg[0] : world_roll(w);

    w->berserk = (uint8_t)(face + 1);
    w->stage = CONQUEST;
    w->last_event = LAST_THROW_DICE;
    effect_add(out, EFFECT_DIE, seat, face, 0, 0, 0);
}

static enum word check_friend(const struct world *w, int seat, const struct move *m)
{
    int other = m->arg[0];

    if (w->player[seat].current.power != DIPLOMAT)
        return BAD_STAGE;
    if (other < 0 || other >= w->seats)
        return BAD_FRIEND_ID;
    if (other == seat || w->attacked >> other & 1)
        return BAD_FRIEND;
    return WORD_OK;
}

static void do_friend(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)seat;
    (void)out;
    w->befriended = (uint8_t)m->arg[0];
    w->stage = FINISH_TURN;
    w->last_event = LAST_SELECT_FRIEND;
}

static enum word check_nothing(const struct world *w, int seat, const struct move *m)
{
    (void)w;
    (void)seat;
    (void)m;
    return WORD_OK;
}

static void do_finish(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    world_finish_turn(w, seat, out);
}

static enum word check_leave(const struct world *w, int seat, const struct move *m)
{
    (void)m;
    return w->player[seat].in_game ? WORD_OK : NOT_IN_GAME;
}

/* The attacker goes while another owes a retreat: that one's tokens go to the
 * first region where they may. */
static void retreat_by_itself(struct world *w)
{
    for (int i = 0; i < w->regions; i++) {
        if (!world_may_retreat_to(w, i))
            continue;
        w->region[i].tokens = (uint8_t)(w->region[i].tokens + w->player[w->defender].hand);
        break;
    }
    end_defence(w);
}

/* Whoever leaves finishes his turn, or drops what he had to place; then his
 * race declines and stays on the map. The last player left ends the game. */
static void do_leave(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)m;
    w->player[seat].in_game = false;
    if (seat == w->active) {
        if (w->stage == DEFEND)
            retreat_by_itself(w);
        world_finish_turn(w, seat, out);
    } else if (w->stage == DEFEND && seat == w->defender) {
        end_defence(w);
    }
    world_decline(w, seat);
    if (world_players_left(w) < 2)
        w->stage = GAME_OVER;
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

/* The deck as a test or a saved game wants it, before anybody acted. */
static enum word check_deck(const struct world *w, int seat, const struct move *m)
{
    (void)seat;
    if (w->acted)
        return BAD_STAGE;
    return each_once(m, 0, RACES) && each_once(m, RACES, POWERS) ? WORD_OK : BAD_JSON;
}

static void do_deck(struct world *w, int seat, const struct move *m, struct effects *out)
{
    (void)seat;
    (void)out;
    for (int i = 0; i < POWERS; i++) {
        if (i < RACES)
            w->deck[i].badge.race = (uint8_t)m->arg[i];
        w->deck[i].badge.power = (uint8_t)m->arg[RACES + i];
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
    enum word (*check)(const struct world *w, int seat, const struct move *m);
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

enum word smallworld_check_stage(const struct world *w, const struct move *m)
{
    bool by_table = smallworld_kinds[m->kind].flags & MOVE_BY_TABLE;

    if (by_table != (m->seat == SEAT_TABLE))
        return BAD_STAGE;
    if (w->stage == GAME_OVER || !(rules[m->kind].stages >> w->stage & 1))
        return BAD_STAGE;
    if (m->kind != MOVE_LEAVE && seat_of(w, m) != world_mover(w))
        return BAD_STAGE;
    if (seat_of(w, m) >= w->seats)
        return NOT_IN_GAME;
    return WORD_OK;
}

enum word smallworld_check(const struct world *w, const struct move *m)
{
    enum word word = smallworld_check_stage(w, m);

    return word != WORD_OK ? word : rules[m->kind].check(w, seat_of(w, m), m);
}

enum err smallworld_apply(void *state, const struct move *m, struct effects *out, const char **why)
{
    struct world *w = state;
    enum word     word = smallworld_check(w, m);

    if (word != WORD_OK)
        return *why = word_sentence(word), ERR_REFUSED;
    rules[m->kind].act(w, seat_of(w, m), m, out);
    return ERR_OK;
}

/* ---- the contract ------------------------------------------------------ */

static unsigned to_act(const void *state)
{
    int seat = world_mover(state);

    return seat == NOBODY ? 0 : 1u << seat;
}

static bool leave(const void *state, int seat, struct move *out)
{
    const struct world *w = state;

    move_begin(out, seat, MOVE_LEAVE);
    return w->stage != GAME_OVER && w->player[seat].in_game;
}

const struct game smallworld_game = {
    .name = "smallworld",
    .title = "Small World",
    .blurb = "Lead one short-lived race after the other over a map that is too small for all of them.",
    .min_seats = 2,
    .max_seats = PLAYERS_MAX,
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_LEGAL_SAMPLE,
    .state_size = sizeof(struct world),
    .legal_max = 4 * REGIONS_MAX,
    .kinds = smallworld_kinds,
    .bots = smallworld_bots,
    .setup = smallworld_setup,
    .to_act = to_act,
    .legal = smallworld_legal,
    .pick = smallworld_pick,
    .apply = smallworld_apply,
    .redact = smallworld_redact,
    .view = smallworld_view,
    .draw = smallworld_draw,
    .describe = smallworld_describe,
    .outcome = smallworld_outcome,
    .result = smallworld_result,
    .leave = leave,
};
