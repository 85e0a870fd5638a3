/* The players' commands: each is read into a move and made at the table, and
 * the reply tells what happened. The rules decide the order and wording of
 * refusals; a move without arguments stands for "absent or unusable"
 * (rules.h). */
#include "games/catan/dialect/call.h"

#include <stdio.h>

/* ---- reading ------------------------------------------------------------ */

/* Clamps a number to what a move can hold; every limit of the game is far
 * below. */
static int fit(int32_t value)
{
    return value > INT16_MAX ? INT16_MAX : value < -1 ? -1 : (int)value;
}

static void add_int(const struct call *c, struct move *m, const char *key)
{
    int32_t value;

    if (catan_arg_int(c->args, key, &value) == ARG_GOOD)
        move_add(m, fit(value));
}

static void read_nothing(const struct call *c, struct move *m)
{
    (void)c, (void)m;
}

static void read_intersection(const struct call *c, struct move *m)
{
    add_int(c, m, "intersection");
}

static void read_tile(const struct call *c, struct move *m)
{
    add_int(c, m, "tile");
}

/* Two ends off the island stay as different as they were sent. */
static void read_road(const struct call *c, struct move *m)
{
    int32_t start, end;

    if (catan_arg_int(c->args, "start", &start) != ARG_GOOD || catan_arg_int(c->args, "end", &end) != ARG_GOOD)
        return;
    int a = start < 0 || start >= VERTICES ? -1 : start;
    int b = end < 0 || end >= VERTICES ? -2 : end;
    move_add(m, a);
    move_add(m, start == end ? a : b);
}

/* One count a resource; missing ones are 0, unusable ones -1. */
static void read_counts(const struct call *c, struct move *m, const char *suffix)
{
    for (int r = 0; r < RESOURCES; r++) {
        char    key[16];
        int32_t value = 0;

        snprintf(key, sizeof key, "%s%s", catan_resource_name[r], suffix);
        if (catan_arg_int(c->args, key, &value) == ARG_BAD)
            value = -1;
        move_add(m, fit(value));
    }
}

static void read_discard(const struct call *c, struct move *m)
{
    if (c->args)
        read_counts(c, m, "");
}

static void read_offer(const struct call *c, struct move *m)
{
    if (!c->args)
        return;
    read_counts(c, m, "_o");
    read_counts(c, m, "_r");
}

static void read_steal(const struct call *c, struct move *m)
{
    struct str answer = catan_arg_name(c->args, "answer");
    int        seat = catan_room_named(c->room, catan_arg_name(c->args, "player"), c->seat);

    if (catan_is_word(answer, "no"))
        m->kind = SPARE;
    else if (catan_is_word(answer, "yes") && seat >= 0)
        move_add(m, seat);
}

static void read_partner(const struct call *c, struct move *m)
{
    if (c->args)
        move_add(m, catan_room_named(c->room, catan_arg_name(c->args, "player"), c->seat));
}

static void read_bank_trade(const struct call *c, struct move *m)
{
    int32_t port;
    int     offer = catan_arg_word(c->args, "offer", catan_resource_name, RESOURCES);
    int     request = catan_arg_word(c->args, "request", catan_resource_name, RESOURCES);

    if (catan_arg_int(c->args, "port", &port) != ARG_GOOD || port < -1 || port >= VERTICES || offer < 0 || request < 0)
        return;
    move_add(m, port);
    move_add(m, offer);
    move_add(m, request);
}

static void add_resource(const struct call *c, struct move *m, const char *key)
{
    int resource = catan_arg_word(c->args, key, catan_resource_name, RESOURCES);

    if (resource >= 0)
        move_add(m, resource);
}

static void read_resource(const struct call *c, struct move *m)
{
    add_resource(c, m, "resource");
}

static void read_two_resources(const struct call *c, struct move *m)
{
    add_resource(c, m, "resource_0");
    add_resource(c, m, "resource_1");
}

static void read_card(const struct call *c, struct move *m)
{
    int card = catan_arg_word(c->args, "development", catan_card_name, PLAYABLE);

    if (card >= 0)
        move_add(m, card);
}

/* ---- telling ------------------------------------------------------------ */

static void tell_nothing(const struct call *c, const struct effects *happened, struct jout *j)
{
    (void)c, (void)happened, (void)j;
}

static void field_player(struct jout *j, const struct call *c, int i, int seat)
{
    catan_field_key(j, "player", i);
    jout_text(j, catan_room_id_for(c->room, seat, c->seat));
}

/* `dice_1` is the first die and `dice_0` the second; clients in use read the
 * second as `dice_2`. */
static void tell_roll(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct catan *g = c->table->state;
    int                 gain[SEATS_MAX][RESOURCES] = { 0 }, owes[SEATS_MAX] = { 0 };

    for (int i = 0; i < happened->n; i++) {
        const struct effect *e = &happened->at[i];

        if (e->what == EFFECT_GAIN)
            gain[e->seat][e->arg[0]] += e->arg[1];
        else if (e->what == EFFECT_OWES)
            owes[e->seat] = e->arg[0];
    }
    jout_open_object(j);
    jout_field_int(j, "dice_0", g->dice[1]);
    jout_field_int(j, "dice_1", g->dice[0]);
    jout_field_int(j, "dice_2", g->dice[1]);
    for (int seat = 0; seat < g->seats; seat++) {
        field_player(j, c, seat, seat);
        for (int r = 0; r < RESOURCES; r++) {
            catan_field_key(j, catan_resource_name[r], seat);
            jout_int(j, gain[seat][r]);
        }
        catan_field_key(j, "resourcesToDiscard", seat);
        jout_int(j, owes[seat]);
    }
    jout_close_object(j);
}

static void tell_sent_all(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct catan *g = c->table->state;

    (void)happened;
    jout_open_object(j);
    jout_field_bool(j, "sentAll", g->owing == 0);
    jout_close_object(j);
}

static void tell_victims(const struct call *c, const struct effects *happened, struct jout *j)
{
    int n = 0;

    jout_open_object(j);
    for (int i = 0; i < happened->n; i++)
        if (happened->at[i].what == EFFECT_VICTIM)
            field_player(j, c, n++, happened->at[i].seat);
    jout_close_object(j);
}

/* The first effect of a kind, or NULL. */
static const struct effect *find_effect(const struct effects *happened, int what)
{
    for (int i = 0; i < happened->n; i++)
        if (happened->at[i].what == what)
            return &happened->at[i];
    return NULL;
}

static void tell_text(struct jout *j, const char *key, const char *text)
{
    jout_open_object(j);
    jout_field_text(j, key, text);
    jout_close_object(j);
}

static void tell_stolen(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct effect *stolen = find_effect(happened, EFFECT_STOLEN);

    (void)c;
    if (stolen)
        tell_text(j, "resource", catan_resource_name[stolen->arg[1]]);
}

static void tell_drawn(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct effect *bought = find_effect(happened, EFFECT_BOUGHT_CARD);

    (void)c;
    if (bought)
        tell_text(j, "development", catan_card_name[bought->arg[0]]);
}

static void tell_next_player(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct effect *turn = find_effect(happened, EFFECT_TURN);

    if (turn)
        tell_text(j, "nextPlayer", catan_room_id_for(c->room, turn->seat, c->seat));
}

/* Everybody else is named, even those who had none. */
static void tell_taken(const struct call *c, const struct effects *happened, struct jout *j)
{
    const struct catan *g = c->table->state;
    int                 taken[SEATS_MAX] = { 0 }, n = 0;

    for (int i = 0; i < happened->n; i++)
        if (happened->at[i].what == EFFECT_TAKEN)
            taken[happened->at[i].seat] = happened->at[i].arg[1];
    jout_open_object(j);
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == c->seat)
            continue;
        field_player(j, c, n, seat);
        catan_field_key(j, "resources", n++);
        jout_int(j, taken[seat]);
    }
    jout_close_object(j);
}

/* ---- commands that are moves --------------------------------------------- */

static const struct command {
    const char *name;
    enum kind   kind;
    void (*read)(const struct call *c, struct move *m);
    void (*tell)(const struct call *c, const struct effects *happened, struct jout *j);
} commands[] = {
    { "buildSettlement", BUILD_SETTLEMENT, read_intersection, tell_nothing },
    { "buildRoad", BUILD_ROAD, read_road, tell_nothing },
    { "rollDice", ROLL_DICE, read_nothing, tell_roll },
    { "discardResources", DISCARD, read_discard, tell_sent_all },
    { "moveRobber", MOVE_ROBBER, read_tile, tell_victims },
    { "stealResource", STEAL_CARD, read_steal, tell_stolen },
    { "playerTrade", OFFER_TRADE, read_offer, tell_nothing },
    { "wantToTrade", JOIN_TRADE, read_nothing, tell_nothing },
    { "selectPartner", SELECT_PARTNER, read_partner, tell_nothing },
    { "noPlayerTrade", TRADE_BANK, read_bank_trade, tell_nothing },
    { "buyRoad", BUY_ROAD, read_road, tell_nothing },
    { "buySettlement", BUY_SETTLEMENT, read_intersection, tell_nothing },
    { "buyCity", BUY_CITY, read_intersection, tell_nothing },
    { "buyDevelopment", BUY_CARD, read_nothing, tell_drawn },
    { "useDevelopment", USE_CARD, read_card, tell_nothing },
    { "takeResourceFromAll", TAKE_FROM_ALL, read_resource, tell_taken },
    { "buildDevelopmentRoad", BUILD_FREE_ROAD, read_road, tell_nothing },
    { "takeTwoResources", TAKE_TWO, read_two_resources, tell_nothing },
    { "endTurn", END_TURN, read_nothing, tell_next_player },
};

static enum say make_move(struct call *c, const struct command *command)
{
    struct move    m;
    struct effects happened;
    struct jout    j = jout_to(&c->out);

    move_begin(&m, c->seat, command->kind);
    command->read(c, &m);
    if (table_move(c->hall, c->table, &m, CATAN_DOOR, &(struct moved){ .effects = &happened }, &c->refusal) != ERR_OK)
        return catan_say_of(&c->refusal);
    enum say say = (enum say)happened.at[0].arg[0];
    if (catan_sentence[say].code == 200)
        command->tell(c, &happened, &j);
    return say;
}

/* ---- commands that only look ---------------------------------------------- */

/* sendPartners: who joined the open trade; nothing if nobody did. */
static enum say send_partners(struct call *c)
{
    const struct catan *g = c->table->state;
    struct jout         j = jout_to(&c->out);

    if (!catan_gate(g, c->seat, 1u << TRADING, &c->refusal))
        return catan_say_of(&c->refusal);
    if (g->partners) {
        jout_open_object(&j);
        for (int i = 0; i < g->partners; i++)
            field_player(&j, c, i, g->partner[i]);
        jout_close_object(&j);
    }
    return SAY_PARTNERS;
}

/* Before the start all numbers are 0: a zeroed state says so. */
static enum say update(struct call *c)
{
    static const struct catan nothing = { .longest_holder = NOBODY, .army_holder = NOBODY };
    bool                      begun = c->table->state;
    const struct catan       *g = begun ? c->table->state : &nothing;
    const struct player      *p = &g->player[c->seat];
    struct jout               j = jout_to(&c->out);
    static const char *const  can_buy[PRICES] = { "canBuyRoad", "canBuySettlement", "canBuyCity", "canBuyDevelopment" };

    jout_open_object(&j);
    jout_field_bool(&j, "active", catan_room_is_here(c->room, c->table, c->seat));
    for (int r = 0; r < RESOURCES; r++)
        jout_field_int(&j, catan_resource_name[r], p->hand[r]);
    for (int card = 0; card < CARDS; card++)
        jout_field_int(&j, catan_card_name[card], p->card[card]);
    jout_field_int(&j, "usedKnights", p->knights);
    jout_field_int(&j, "longestRoad", p->longest);
    jout_field_int(&j, "roadsToBuild", g->turn == c->seat ? g->roads_to_build : 0);
    jout_field_bool(&j, "hasLargestArmy", g->army_holder == c->seat);
    jout_field_bool(&j, "hasLongestRoad", g->longest_holder == c->seat);
    jout_field_int(&j, "publicScore", begun ? catan_public_score(g, c->seat) : 0);
    jout_field_int(&j, "hiddenScore", begun ? catan_score(g, c->seat) : 0);
    for (int price = 0; price < PRICES; price++)
        jout_field_bool(&j, can_buy[price], catan_affords(g, c->seat, (enum price)price, NULL));
    jout_close_object(&j);
    return SAY_INFORMATION;
}

/* A game that is over has one answer left: its winner may end the turn in
 * which they won, as often as they like. */
static enum say after_the_end(const struct call *c, struct str command)
{
    const struct catan *g = c->table->state;

    return g->over == OVER_BY_VICTORY && g->turn == c->seat && str_is(command, "endTurn") ? SAY_ENDED : SAY_FORBIDDEN;
}

static enum say find_player(struct call *c)
{
    if (!catan_arg_get(c->body, "gameId"))
        return SAY_NO_GAME_ID;
    c->room = catan_rooms_find(c->rooms, catan_arg_name(c->body, "gameId"));
    c->table = c->room ? table_find(c->hall, c->room->table) : NULL;
    if (!c->table)
        return SAY_NO_GAME;
    c->seat = catan_room_seat(c->room, catan_arg_name(c->body, "playerId"));
    return c->seat < 0 ? SAY_NO_PLAYER : SAY_NOTHING;
}

enum say catan_user_command(struct call *c, struct str name)
{
    enum say lost = find_player(c);

    if (lost)
        return lost;
    if (name.len == 0)
        return SAY_INVALID;
    if (str_is(name, "update"))
        return update(c);
    if (!c->table->state)
        return SAY_NOT_STARTED;
    if (c->table->phase != TABLE_RUNNING)
        return after_the_end(c, name);
    if (str_is(name, "sendPartners"))
        return send_partners(c);
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        if (str_is(name, commands[i].name))
            return make_move(c, &commands[i]);
    return catan_gate(c->table->state, c->seat, ~0u, &c->refusal) ? SAY_NO_ACTION : catan_say_of(&c->refusal);
}
