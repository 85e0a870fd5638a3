/* Catan: the automaton of a turn, the general checks of a command, and the
 * contract. The commands themselves are in build.c, dice.c, trade.c and
 * cards.c, the order of turns in turn.c. */
#include "games/catan/rules.h"

const char *const catan_resource_name[RESOURCES + 2] = { "lumber", "wool", "grain", "brick", "ore", "desert" };
const char *const catan_card_name[CARDS + 1] = { "knight", "monopoly", "roadBuilding", "yearOfPlenty", "victoryPoint" };
const char *const catan_harbour_name[ANY_HARBOUR + 1] = { "Lumber", "Wool", "Grain", "Brick", "Ore", "ThreeForOne" };
const char *const catan_state_name[STATES] = { "none",     "settlement", "road",  "second settlement", "second road",
                                               "roll",     "robber",     "steal", "playing",           "trading",
                                               "monopoly", "free roads", "plenty" };

const char *const catan_card_title[CARDS] = { "knight", "monopoly", "road building", "year of plenty", "victory point" };

/* clang-format off */
static const struct option options[] = {
    [OPTION_POINTS] = { .name = "points", .title = "Victory points", .help = "points that win",
                        .kind = OPTION_NUMBER, .min = 3, .max = 15, .default_value = 10 },
    [OPTION_APART] = { .name = "apart", .title = "Red numbers apart", .help = "no 6 or 8 next to another 6 or 8",
                       .kind = OPTION_FLAG, .max = 1, .default_value = 1, .rare = true },
    [OPTION_FRIENDLY] = { .name = "friendly", .title = "Friendly robber", .help = "the robber spares players with fewer than 3 points",
                          .kind = OPTION_FLAG, .max = 1 },
    { 0 },
};

/* ---- moves by name ------------------------------------------------------ */

#define VERTEX(called, what) { called, what, 0, VERTICES - 1 }
#define RESOURCE(called, what) { called, what, 0, RESOURCES - 1 }
#define COUNTS(prefix, what, most) \
    { prefix "lumber", what, 0, most }, { prefix "wool", what, 0, most }, { prefix "grain", what, 0, most }, \
    { prefix "brick", what, 0, most }, { prefix "ore", what, 0, most }

static const struct move_arg corner[] = { VERTEX("vertex", "a corner of the board"), { 0 } };
static const struct move_arg edge[] = { VERTEX("a", "the lower of the two corners"), VERTEX("b", "the higher one"), { 0 } };
static const struct move_arg discards[] = { COUNTS("", "cards of this kind", BANK_EACH), { 0 } };
static const struct move_arg tile[] = { { "tile", "where it goes", 0, TILES - 1 }, { 0 } };
static const struct move_arg victim[] = { { "seat", "who is robbed", 0, SEATS_MAX - 1 }, { 0 } };
static const struct move_arg offer[] = { COUNTS("give_", "cards given", BANK_EACH), COUNTS("get_", "cards wanted", BANK_EACH), { 0 } };
static const struct move_arg partner[] = { { "seat", "one who joined; -1 if nobody did", -1, SEATS_MAX - 1 }, { 0 } };
static const struct move_arg bank[] = {
    { "port", "the lower corner of a harbour of one's own; -1: four for one", -1, VERTICES - 1 },
    RESOURCE("give", "resource given"), RESOURCE("get", "resource wanted"), { 0 }
};
static const struct move_arg card[] = { { "card", "in the order of names.cards", 0, PLAYABLE - 1 }, { 0 } };
static const struct move_arg resource[] = { RESOURCE("resource", "in the order of names.resources"), { 0 } };
static const struct move_arg two[] = { RESOURCE("a", "the lower resource"), RESOURCE("b", "the higher one"), { 0 } };
static const struct move_arg status[] = { { "seat", "whose", 0, SEATS_MAX - 1 }, { "active", "1: takes part", 0, 1 }, { 0 } };

/* Moves without arguments are for states in which there is no choice (and for
 * the protocol, see enum kind). */
static const struct move_kind kinds[] = {
    [BUILD_SETTLEMENT] = { "settle",        0, 1,             0, "places a settlement in the opening", corner },
    [BUILD_ROAD] =       { "road",          0, 2,             0, "places the road of the opening", edge },
    [ROLL_DICE] =        { "roll",          0, 0,             0, "rolls the dice", NULL },
    [DISCARD] =          { "discard",       0, RESOURCES,     0, "discards half of the cards after a seven", discards },
    [MOVE_ROBBER] =      { "robber",        0, 1,             0, "moves the robber", tile },
    [STEAL_CARD] =       { "steal",         0, 1,             0, "steals a card", victim },
    [SPARE] =            { "spare",         0, 0,             0, "steals nothing", NULL },
    [OFFER_TRADE] =      { "offer",         0, 2 * RESOURCES, 0, "offers a trade to the others", offer },
    [JOIN_TRADE] =       { "join",          0, 0,             0, "would take the offer", NULL },
    [DECLINE_TRADE] =    { "decline",       0, 0,             0, "does not take the offer", NULL },
    [SELECT_PARTNER] =   { "partner",       0, 1,             0, "trades with one who joined, or withdraws the offer", partner },
    [TRADE_BANK] =       { "bank",          0, 3,             0, "trades with the bank or a harbour", bank },
    [BUY_ROAD] =         { "buyroad",       0, 2,             0, "buys a road", edge },
    [BUY_SETTLEMENT] =   { "buysettlement", 0, 1,             0, "buys a settlement", corner },
    [BUY_CITY] =         { "buycity",       0, 1,             0, "makes a settlement a city", corner },
    [BUY_CARD] =         { "buycard",       0, 0,             0, "buys a development card", NULL },
    [USE_CARD] =         { "use",           0, 1,             0, "plays a development card", card },
    [TAKE_FROM_ALL] =    { "monopoly",      0, 1,             0, "takes all cards of a resource from the others", resource },
    [BUILD_FREE_ROAD] =  { "freeroad",      0, 2,             0, "builds a road of Road Building", edge },
    [TAKE_TWO] =         { "plenty",        0, 2,             0, "takes two cards from the bank", two },
    [END_TURN] =         { "end",           0, 0,             0, "ends the turn", NULL },
    [COME_BACK] =        { "back",          0, 0,             0, "takes part again after stepping out", NULL },
    [SET_ACTIVE] =       { "active",        2, 2,             MOVE_BY_TABLE, "a player steps out or comes back", status },
    { 0 },
};

/* ---- effects by name ---------------------------------------------------- */

#define OF_RESOURCE(called) { .name = called, .words = catan_resource_name }
#define SOME_OF(prefix) \
    { .name = prefix "lumber", .optional = true }, { .name = prefix "wool", .optional = true }, { .name = prefix "grain", .optional = true }, \
    { .name = prefix "brick", .optional = true }, { .name = prefix "ore", .optional = true }

static const struct effect_kind effects[] = {
    [EFFECT_SAY] = { .name = "say", .meaning = "what the protocol says", .arg = { { 0 } }, .flags = EFFECT_INSIDE },
    [EFFECT_SETTLEMENT] = { .name = "settlement", .meaning = "a settlement is built; bought is 0 in the opening", .arg = { { .name = "vertex" }, { .name = "bought" } } },
    [EFFECT_ROAD] = { .name = "road", .meaning = "a road is built; bought is 0 in the opening and for free roads", .arg = { { .name = "a" }, { .name = "b" }, { .name = "bought" } } },
    [EFFECT_CITY] = { .name = "city", .meaning = "a settlement becomes a city", .arg = { { .name = "vertex" } } },
    [EFFECT_DICE] = { .name = "dice", .meaning = "the dice show", .arg = { { .name = "a" }, { .name = "b" } } },
    [EFFECT_GAIN] = { .name = "gain", .meaning = "seat gets cards from the bank, from a tile if by the dice", .arg = { OF_RESOURCE("resource"), { .name = "n" }, { .name = "tile", .optional = true } } },
    [EFFECT_OWES] = { .name = "owes", .meaning = "seat has to discard n cards", .arg = { { .name = "n" } } },
    [EFFECT_DISCARDED] = { .name = "discarded", .meaning = "seat discards n cards", .arg = { { .name = "n" }, { .name = "lumber" }, { .name = "wool" }, { .name = "grain" }, { .name = "brick" }, { .name = "ore" } } },
    [EFFECT_ROBBER] = { .name = "robber", .meaning = "the robber moves from tile to tile", .arg = { { .name = "from" }, { .name = "to" } } },
    [EFFECT_VICTIM] = { .name = "victim", .meaning = "seat can be robbed", .arg = { { 0 } } },
    [EFFECT_STOLEN] = { .name = "stolen", .meaning = "seat steals a card from another; the two know which", .arg = { { .name = "from" }, OF_RESOURCE("resource") } },
    [EFFECT_SPARED] = { .name = "spared", .meaning = "nothing is stolen", .arg = { { 0 } } },
    [EFFECT_OFFERED] = { .name = "offered", .meaning = "a trade is offered to all", .arg = { SOME_OF("give_"), SOME_OF("get_") } },
    [EFFECT_JOINED] = { .name = "joined", .meaning = "seat would trade", .arg = { { 0 } } },
    [EFFECT_DECLINED] = { .name = "declined", .meaning = "seat would not trade", .arg = { { 0 } } },
    [EFFECT_WITHDRAWN] = { .name = "withdrawn", .meaning = "nobody wanted to trade", .arg = { { 0 } } },
    [EFFECT_TRADED] = { .name = "traded", .meaning = "the trade is made", .arg = { { .name = "with" } } },
    [EFFECT_BANK] = { .name = "bank", .meaning = "n cards for one of the bank", .arg = { OF_RESOURCE("give"), { .name = "n" }, OF_RESOURCE("get") } },
    [EFFECT_BOUGHT_CARD] = { .name = "bought_card", .meaning = "a development card is bought; its owner knows which", .arg = { { .name = "card", .words = catan_card_name } } },
    [EFFECT_USED] = { .name = "used", .meaning = "a development card is played", .arg = { { .name = "card", .words = catan_card_name } } },
    [EFFECT_MONOPOLY] = { .name = "monopoly", .meaning = "a resource is claimed", .arg = { OF_RESOURCE("resource") } },
    [EFFECT_TAKEN] = { .name = "taken", .meaning = "seat loses its cards to the monopoly", .arg = { OF_RESOURCE("resource"), { .name = "n" } } },
    [EFFECT_LONGEST] = { .name = "longest", .meaning = "seat (or nobody) has the Longest Road now", .arg = { { .name = "length" } } },
    [EFFECT_ARMY] = { .name = "army", .meaning = "seat has the Largest Army now", .arg = { { .name = "knights" } } },
    [EFFECT_TURN] = { .name = "turn", .meaning = "seat is in turn now", .arg = { { 0 } } },
    [EFFECT_WIN] = { .name = "win", .meaning = "seat has won", .arg = { { 0 } } },
    [EFFECT_AWAY] = { .name = "away", .meaning = "seat steps out", .arg = { { 0 } } },
    [EFFECT_BACK] = { .name = "back", .meaning = "seat takes part again", .arg = { { 0 } } },
    [EFFECTS] = { 0 },
};
/* clang-format on */

/* The automaton: what the player in turn may do in each state, and the next
 * state. Three commands set the state themselves: a seven leads to ROBBER, a
 * development card to its own state, and the last free road to PLAYING. */
static const uint8_t automaton[STATES][KINDS] = {
    [SETTLE1] = { [BUILD_SETTLEMENT] = ROAD1 },
    [ROAD1] = { [BUILD_ROAD] = SETTLE2 },
    [SETTLE2] = { [BUILD_SETTLEMENT] = ROAD2 },
    [ROAD2] = { [BUILD_ROAD] = START },
    [START] = { [ROLL_DICE] = PLAYING },
    [ROBBER] = { [MOVE_ROBBER] = STEAL },
    [STEAL] = { [STEAL_CARD] = PLAYING, [SPARE] = PLAYING },
    [PLAYING] = { [OFFER_TRADE] = TRADING,
                  [TRADE_BANK] = PLAYING,
                  [BUY_ROAD] = PLAYING,
                  [BUY_SETTLEMENT] = PLAYING,
                  [BUY_CITY] = PLAYING,
                  [BUY_CARD] = PLAYING,
                  [USE_CARD] = PLAYING,
                  [END_TURN] = START },
    [TRADING] = { [SELECT_PARTNER] = PLAYING },
    [MONOPOLIZE] = { [TAKE_FROM_ALL] = PLAYING },
    [ROADS] = { [BUILD_FREE_ROAD] = ROADS },
    [PLENTY] = { [TAKE_TWO] = PLAYING },
};

static command_fn *const commands[KINDS] = {
    [BUILD_SETTLEMENT] = catan_build_settlement,
    [BUILD_ROAD] = catan_build_road,
    [ROLL_DICE] = catan_roll_dice,
    [DISCARD] = catan_discard,
    [MOVE_ROBBER] = catan_move_robber,
    [STEAL_CARD] = catan_steal_card,
    [SPARE] = catan_spare,
    [OFFER_TRADE] = catan_offer_trade,
    [JOIN_TRADE] = catan_join_trade,
    [DECLINE_TRADE] = catan_decline_trade,
    [SELECT_PARTNER] = catan_select_partner,
    [TRADE_BANK] = catan_trade_bank,
    [BUY_ROAD] = catan_buy_road,
    [BUY_SETTLEMENT] = catan_buy_settlement,
    [BUY_CITY] = catan_buy_city,
    [BUY_CARD] = catan_buy_card,
    [USE_CARD] = catan_use_card,
    [TAKE_FROM_ALL] = catan_take_from_all,
    [BUILD_FREE_ROAD] = catan_build_free_road,
    [TAKE_TWO] = catan_take_two,
    [END_TURN] = catan_end_turn,
};

/* ---- questions ---------------------------------------------------------- */

int catan_public_score(const struct catan *g, int seat)
{
    const struct player *p = &g->player[seat];

    return SUPPLY_SETTLEMENTS - p->settlements_left + 2 * (SUPPLY_CITIES - p->cities_left) + 2 * (g->longest_holder == seat) +
           2 * (g->army_holder == seat);
}

int catan_score(const struct catan *g, int seat)
{
    return catan_public_score(g, seat) + g->player[seat].card[VICTORY_POINT];
}

int catan_active_seats(const struct catan *g)
{
    int n = 0;

    for (int seat = 0; seat < g->seats; seat++)
        n += g->player[seat].active;
    return n;
}

/* ---- a move ------------------------------------------------------------- */

/* Checks for commands that do not need the turn. */
static bool gate_anybody(const struct catan *g, int seat, struct refusal *why)
{
    if (g->over)
        return catan_no(why, WHY_GAME_OVER);
    return g->player[seat].active ? true : catan_no(why, WHY_AWAY);
}

bool catan_gate(const struct catan *g, int seat, unsigned states, struct refusal *why)
{
    int state = g->player[seat].state;

    if (!gate_anybody(g, seat, why))
        return false;
    if (g->owing)
        return catan_no(why, WHY_SOMEBODY_DISCARDS);
    if (seat != g->turn)
        return catan_no(why, WHY_NOT_YOUR_TURN);
    return states & 1u << state ? true : catan_no(why, WHY_SETTLE_FIRST + (unsigned)(state - SETTLE1));
}

/* The states in which a command is allowed. */
static unsigned states_of(int kind)
{
    unsigned states = 0;

    for (int state = 0; state < STATES; state++)
        if (automaton[state][kind] != STATE_NONE)
            states |= 1u << state;
    return states;
}

/* A command of the player in turn. */
static enum say command_in_turn(struct catan *g, const struct move *m, struct effects *out, struct refusal *why)
{
    struct player *p = &g->player[m->seat];
    int            before = p->state, next = automaton[before][m->kind];

    if (!catan_gate(g, m->seat, next == STATE_NONE ? states_of(m->kind) : ~0u, why))
        return SAY_NOTHING;
    enum say say = commands[m->kind](g, m->seat, m, out, why);
    if (say == SAY_NOTHING)
        return say;
    if (p->state == before)
        p->state = (uint8_t)next;
    if (m->kind == BUILD_ROAD && catan_in_setup(g))
        catan_pass_turn(g, out); /* a slot ends with its road */
    return say;
}

/* A move of the table itself: a player steps out or comes back. */
static enum say set_active(struct catan *g, const struct move *m, struct effects *out, struct refusal *why)
{
    int seat = m->arg[0], active = m->arg[1];

    if (m->seat != SEAT_TABLE)
        return catan_no(why, WHY_BY_TABLE);
    if (seat < 0 || seat >= g->seats || active < 0 || active > 1)
        return catan_no(why, WHY_NO_SUCH_SEAT);
    if (g->over)
        return catan_no(why, WHY_GAME_OVER);
    if (g->player[seat].active == active)
        return SAY_STATUS_SAME;
    catan_set_active(g, seat, active, out);
    return SAY_STATUS_CHANGED;
}

static enum say come_back(struct catan *g, int seat, struct effects *out, struct refusal *why)
{
    if (g->over)
        return catan_no(why, WHY_GAME_OVER);
    if (g->player[seat].active)
        return catan_no(why, WHY_ALREADY_HERE);
    catan_set_active(g, seat, true, out);
    return SAY_BACK;
}

static enum say command(struct catan *g, const struct move *m, struct effects *out, struct refusal *why)
{
    if (m->kind == SET_ACTIVE)
        return set_active(g, m, out, why);
    if (m->seat >= g->seats)
        return catan_no(why, WHY_NO_SUCH_SEAT);
    if (m->kind == COME_BACK)
        return come_back(g, m->seat, out, why);
    if (m->kind == DISCARD || m->kind == JOIN_TRADE || m->kind == DECLINE_TRADE)
        return gate_anybody(g, m->seat, why) ? commands[m->kind](g, m->seat, m, out, why) : SAY_NOTHING;
    return command_in_turn(g, m, out, why);
}

/* Only the player in turn can win, when they reach the points or get the turn
 * with enough of them. */
static void claim_victory(struct catan *g, struct effects *out)
{
    if (g->over || !g->player[g->turn].active || catan_score(g, g->turn) < g->target)
        return;
    g->over = OVER_BY_VICTORY;
    effect_add(out, EFFECT_WIN, g->turn, 0, 0, 0, 0);
}

static void tell_award(struct effects *out, int what, int before, int holder, int count)
{
    if (holder != before)
        effect_add(out, what, holder == NOBODY ? SEAT_TABLE : holder, count, 0, 0, 0);
}

static enum err apply(void *state, const struct move *m, struct effects *out, struct refusal *why)
{
    struct catan *g = state;
    int           first = out ? out->n : 0, longest = g->longest_holder, army = g->army_holder;

    effect_add(out, EFFECT_SAY, m->seat, 0, 0, 0, 0);
    enum say say = command(g, m, out, why);
    if (say == SAY_NOTHING) {
        if (out)
            out->n = first;
        return ERR_REFUSED;
    }
    if (out)
        out->at[first].arg[0] = (int16_t)say;
    tell_award(out, EFFECT_LONGEST, longest, g->longest_holder, g->longest_holder < 0 ? 0 : g->player[g->longest_holder].longest);
    tell_award(out, EFFECT_ARMY, army, g->army_holder, g->army_holder < 0 ? 0 : g->player[g->army_holder].knights);
    claim_victory(g, out);
    return ERR_OK;
}

/* ---- the contract ------------------------------------------------------- */

/* Discards come first; an open offer asks everybody who has not answered it; a
 * game in which nobody is active waits for anybody to come back. */
static unsigned to_act(const void *state)
{
    const struct catan *g = state;
    unsigned            seats = 1u << g->turn;

    if (g->over)
        return 0;
    if (!g->player[g->turn].active)
        return (1u << g->seats) - 1;
    if (g->owing)
        return g->owing;
    if (!g->offered)
        return seats;
    for (int seat = 0; seat < g->seats; seat++)
        if (g->player[seat].active && !catan_has_joined(g, seat))
            seats |= 1u << seat;
    return seats & ~(unsigned)g->declined;
}

static void result(const void *state, struct result *out)
{
    const struct catan *g = state;

    *out = (struct result){ .over = g->over };
    for (int seat = 0; seat < g->seats; seat++)
        out->points[seat] = catan_score(g, seat);
    for (int seat = 0; seat < g->seats; seat++) {
        bool won = g->over == OVER_BY_VICTORY && seat == g->turn;

        out->rank[seat] = 1;
        for (int other = 0; other < g->seats && !won; other++)
            out->rank[seat] += out->points[other] > out->points[seat] || (g->over == OVER_BY_VICTORY && other == g->turn);
    }
}

static bool leave(const void *state, int seat, struct move *out)
{
    (void)state;
    move_begin(out, SEAT_TABLE, SET_ACTIVE);
    move_add(out, seat);
    move_add(out, false);
    return true;
}
/* clang-format off */

const struct game catan_game = {
    .name = "catan", .title = "Catan",
    .blurb = "Settle the island, trade, build roads and cities; ten points win.",
    .min_seats = 1, .max_seats = SEATS_MAX, .usual_seats = 4, .leaving = "away",
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_AT_ONCE, .state_size = sizeof(struct catan),
    .options = options, .kinds = kinds, .effects = effects, .refusals = catan_refusals, .bots = catan_bots,
    .setup = catan_setup, .to_act = to_act, .legal = catan_legal, .asides = catan_asides, .canonical = catan_canonical, .pick = catan_pick, .apply = apply,
    .redact = catan_redact, .determinize = catan_determinize, .hash = catan_hash, .estimate = catan_estimate,
    .view = catan_view, .board = catan_board, .forms = catan_forms, .names = catan_names, .shapes = &catan_shapes,
    .draw = catan_draw, .describe = catan_describe, .notate = catan_notate, .outcome = catan_outcome,
    .result = result, .leave = leave,
};
/* clang-format on */
