/* Catan: the automaton of a turn, the general checks of a command, and the
 * contract. What single commands do stands in build.c, dice.c, trade.c and
 * cards.c; whose turn it is in turn.c. */
#include "games/catan/rules.h"

const char *const catan_resource_name[RESOURCES + 1] = { "lumber", "wool", "grain", "brick", "ore", "desert" };
const char *const catan_card_name[CARDS] = { "knight", "monopoly", "roadBuilding", "yearOfPlenty", "victoryPoint" };
const char *const catan_harbour_name[ANY_HARBOUR + 1] = { "Lumber", "Wool", "Grain", "Brick", "Ore", "ThreeForOne" };
const char *const catan_state_name[STATES] = { "none",     "settlement", "road",  "second settlement", "second road",
                                               "roll",     "robber",     "steal", "playing",           "trading",
                                               "monopoly", "free roads", "plenty" };

static const struct option options[] = {
    [OPTION_POINTS] = { .name = "points", .help = "victory points that win", .least = 3, .most = 15, .normal = 10 },
    [OPTION_APART] = { .name = "apart", .help = "no 6 or 8 next to another", .least = 0, .most = 1, .normal = 1 },
    [OPTION_FRIENDLY] = { .name = "friendly", .help = "the robber spares players with fewer than 3 points", .most = 1 },
    { 0 },
};

/* clang-format off */
static const struct move_kind kinds[] = {
    [BUILD_SETTLEMENT] = { "settle",        0, 1,             0 },
    [BUILD_ROAD] =       { "road",          0, 2,             0 },
    [ROLL_DICE] =        { "roll",          0, 0,             0 },
    [DISCARD] =          { "discard",       0, RESOURCES,     0 },
    [MOVE_ROBBER] =      { "robber",        0, 1,             0 },
    [STEAL_CARD] =       { "steal",         0, 1,             0 },
    [SPARE] =            { "spare",         0, 0,             0 },
    [OFFER_TRADE] =      { "offer",         0, 2 * RESOURCES, 0 },
    [JOIN_TRADE] =       { "join",          0, 0,             0 },
    [DECLINE_TRADE] =    { "decline",       0, 0,             0 },
    [SELECT_PARTNER] =   { "partner",       0, 1,             0 },
    [TRADE_BANK] =       { "bank",          0, 3,             0 },
    [BUY_ROAD] =         { "buyroad",       0, 2,             0 },
    [BUY_SETTLEMENT] =   { "buysettlement", 0, 1,             0 },
    [BUY_CITY] =         { "buycity",       0, 1,             0 },
    [BUY_CARD] =         { "buycard",       0, 0,             0 },
    [USE_CARD] =         { "use",           0, 1,             0 },
    [TAKE_FROM_ALL] =    { "monopoly",      0, 1,             0 },
    [BUILD_FREE_ROAD] =  { "freeroad",      0, 2,             0 },
    [TAKE_TWO] =         { "plenty",        0, 2,             0 },
    [END_TURN] =         { "end",           0, 0,             0 },
    [COME_BACK] =        { "back",          0, 0,             0 },
    [SET_ACTIVE] =       { "active",        2, 2,             MOVE_BY_TABLE },
    { 0 },
};
/* clang-format on */

/* The automaton: what the player in turn may do in each of his states, and the
 * state after it. Three commands know better and set the state themselves: a
 * seven leads to ROBBER, a development card to its own state, and the last
 * free road to PLAYING. */
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

/* The checks that a command of any player passes, in turn or not. */
static enum say gate_anybody(const struct catan *g, int seat)
{
    return g->over || !g->player[seat].active ? SAY_FORBIDDEN : SAY_NOTHING;
}

enum say catan_gate(const struct catan *g, int seat, unsigned states)
{
    enum say shut = gate_anybody(g, seat);

    if (shut)
        return shut;
    if (g->owing)
        return SAY_SOMEBODY_DISCARDS;
    if (seat != g->turn)
        return SAY_NOT_YOUR_TURN;
    if (!(states & 1u << g->player[seat].state))
        return SAY_FORBIDDEN;
    return SAY_NOTHING;
}

/* A command of the player in turn. */
static enum say command_in_turn(struct catan *g, const struct move *m, struct effects *out)
{
    struct player *p = &g->player[m->seat];
    enum say       say = catan_gate(g, m->seat, ~0u);
    int            before = p->state, next = automaton[before][m->kind];

    if (say)
        return say;
    if (next == STATE_NONE)
        return SAY_FORBIDDEN;
    say = commands[m->kind](g, m->seat, m, out);
    if (!catan_sentence[say].moves)
        return say;
    if (p->state == before)
        p->state = (uint8_t)next;
    if (m->kind == BUILD_ROAD && catan_in_setup(g))
        catan_pass_turn(g, out); /* a slot ends with its road */
    return say;
}

/* The table's own hand: a player steps out or comes back. */
static enum say set_active(struct catan *g, const struct move *m, struct effects *out)
{
    int seat = m->arg[0], active = m->arg[1];

    if (m->seat != SEAT_TABLE || seat < 0 || seat >= g->seats || active < 0 || active > 1)
        return SAY_INVALID;
    if (g->over)
        return SAY_FORBIDDEN;
    if (g->player[seat].active == active)
        return SAY_STATUS_SAME;
    catan_set_active(g, seat, active, out);
    return SAY_STATUS_CHANGED;
}

static enum say come_back(struct catan *g, int seat, struct effects *out)
{
    if (g->over || g->player[seat].active)
        return SAY_FORBIDDEN;
    catan_set_active(g, seat, true, out);
    return SAY_BACK;
}

static enum say command(struct catan *g, const struct move *m, struct effects *out)
{
    if (m->kind == SET_ACTIVE)
        return set_active(g, m, out);
    if (m->seat >= g->seats)
        return SAY_NO_PLAYER;
    if (m->kind == COME_BACK)
        return come_back(g, m->seat, out);
    if (m->kind == DISCARD || m->kind == JOIN_TRADE || m->kind == DECLINE_TRADE) {
        enum say shut = gate_anybody(g, m->seat);

        return shut ? shut : commands[m->kind](g, m->seat, m, out);
    }
    return command_in_turn(g, m, out);
}

/* Only the player in turn can win, at the moment he has the points or gets the
 * turn with them. */
static void claim_victory(struct catan *g)
{
    if (!g->over && g->player[g->turn].active && catan_score(g, g->turn) >= g->target)
        g->over = OVER_BY_VICTORY;
}

static enum err apply(void *state, const struct move *m, struct effects *out, const char **why)
{
    struct catan *g = state;
    int           first = out ? out->n : 0;

    effect_add(out, EFFECT_SAY, m->seat, 0, 0, 0, 0);
    enum say say = command(g, m, out);
    if (!catan_sentence[say].moves) {
        if (out)
            out->n = first;
        *why = catan_sentence[say].text;
        return ERR_REFUSED;
    }
    if (out)
        out->at[first].arg[0] = (int16_t)say;
    claim_victory(g);
    return ERR_OK;
}

/* ---- the contract ------------------------------------------------------- */

/* Who has to discard comes first; an open offer asks everybody who has not
 * answered it; a game that rests waits for anybody to come back. */
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
        if (g->player[seat].active)
            seats |= 1u << seat;
    seats &= ~(unsigned)g->declined;
    for (int i = 0; i < g->partners; i++)
        seats &= ~(1u << g->partner[i]);
    return seats;
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

const struct game catan_game = {
    .name = "catan",
    .title = "Catan",
    .blurb = "Settle the island, trade, build roads and cities; ten points win.",
    .min_seats = 1,
    .max_seats = SEATS_MAX,
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS | GAME_AT_ONCE | GAME_LEGAL_SAMPLE,
    .state_size = sizeof(struct catan),
    .legal_max = LEGAL_MAX,
    .options = options,
    .kinds = kinds,
    .bots = catan_bots,
    .setup = catan_setup,
    .to_act = to_act,
    .legal = catan_legal,
    .pick = catan_pick,
    .apply = apply,
    .redact = catan_redact,
    .view = catan_view,
    .draw = catan_draw,
    .describe = catan_describe,
    .outcome = catan_outcome,
    .result = result,
    .leave = leave,
};
