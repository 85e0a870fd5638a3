/* Commands of a running game: each becomes one move of the rules, and a
 * refusal of the rules is a word of the protocol. */
#include "games/smallworld/dialect/self.h"

/* Clamps a number to what a move can hold; both are equally wrong. */
static int clamp(int64_t n)
{
    return (int)(n < INT16_MIN ? INT16_MIN : n > INT16_MAX ? INT16_MAX : n);
}

/* The first effect of a kind, NULL: there is none. */
static const struct effect *told(const struct effects *effects, int what)
{
    for (int i = 0; i < effects->n; i++)
        if (effects->at[i].what == what)
            return &effects->at[i];
    return NULL;
}

static enum word make_move(struct call *c, struct move *m, struct effects *effects)
{
    struct refusal why = { 0 };

    if (c->table->phase != TABLE_RUNNING)
        return BAD_STAGE;
    if (smallworld_check(c->table->state, m, &why) != ERR_OK)
        return word_of_refusal(&why);
    if (table_move(c->s->hall, c->table, m, DOOR, &(struct moved){ .effects = effects }, &why) != ERR_OK)
        return SERVER_BUSY; /* not the rules: the table */
    sw_record_call(c, c->table, m);
    return WORD_OK;
}

/* A move with one argument, or none: -1. */
static enum word plain_move(struct call *c, int kind, int64_t argument, struct effects *effects)
{
    struct move m;

    move_begin(&m, c->user.seat, kind);
    if (smallworld_kinds[kind].min)
        move_add(&m, clamp(argument));
    return make_move(c, &m, effects);
}

enum word sw_do_select_race(struct call *c)
{
    struct effects effects = { 0 };
    enum word      word = plain_move(c, MOVE_SELECT, sw_arg(c, "position")->number, &effects);

    if (word == WORD_OK)
        jout_field_int(c->out, "tokenBadgeId", told(&effects, EFFECT_BADGE)->arg[5]);
    return word;
}

/* ---- dice ------------------------------------------------------------------- */

/* In test mode the die shows what the request says, and 0 if it says nothing:
 * a move of the table, since no player may choose a die. Whether the player
 * might make it is asked first. */
static enum word move_with_die(struct call *c, int kind, int by_table, int64_t argument, struct effects *effects)
{
    int64_t        face;
    struct move    m;
    struct refusal why;

    if (!c->s->test_mode || c->table->phase != TABLE_RUNNING)
        return plain_move(c, kind, argument, effects);
    move_begin(&m, c->user.seat, kind);
    if (smallworld_kinds[kind].min)
        move_add(&m, clamp(argument));
    if (smallworld_check(c->table->state, &m, &why) != ERR_OK)
        return word_of_refusal(&why);
    if (!sw_wire_int(jin_get(c->json, "dice"), &face) || face < 0 || face > 3)
        face = 0;
    m.seat = SEAT_TABLE;
    m.kind = (uint8_t)by_table;
    move_add(&m, (int)face);
    return make_move(c, &m, effects);
}

/* An attack that fails by the die is the one refusal that changes the game. */
enum word sw_do_conquer(struct call *c)
{
    struct effects effects = { 0 };
    enum word      word = move_with_die(c, MOVE_CONQUER, MOVE_CONQUER_DIE, sw_arg(c, "regionId")->number, &effects);

    if (word != WORD_OK)
        return word;
    const struct effect *die = told(&effects, EFFECT_DIE);
    if (die)
        c->dice = die->arg[0];
    if (told(&effects, EFFECT_REPELLED))
        return BAD_TOKENS_NUM;
    if (die)
        jout_field_int(c->out, "dice", c->dice);
    return WORD_OK;
}

enum word sw_do_throw_dice(struct call *c)
{
    struct effects effects = { 0 };
    enum word      word = move_with_die(c, MOVE_THROW, MOVE_THROW_DIE, 0, &effects);

    if (word == WORD_OK)
        jout_field_int(c->out, "dice", told(&effects, EFFECT_DIE)->arg[0]);
    return word;
}

/* ---- plain ones -------------------------------------------------------------- */

enum word sw_do_decline(struct call *c)
{
    return plain_move(c, MOVE_DECLINE, 0, NULL);
}

enum word sw_do_dragon_attack(struct call *c)
{
    return plain_move(c, MOVE_DRAGON, sw_arg(c, "regionId")->number, NULL);
}

enum word sw_do_enchant(struct call *c)
{
    return plain_move(c, MOVE_ENCHANT, sw_arg(c, "regionId")->number, NULL);
}

enum word sw_do_select_friend(struct call *c)
{
    const struct card *card = sw_card_of(c->s, c->table);
    int                seat = 0;

    while (seat < c->table->seats && card->user[seat] != sw_arg(c, "friendId")->number)
        seat++;
    return plain_move(c, MOVE_FRIEND, seat, NULL);
}

static void statistic(struct jout *out, const char *name, int coins)
{
    jout_open_array(out);
    jout_text(out, name);
    jout_int(out, coins);
    jout_close_array(out);
}

static void statistics_out(const struct effects *effects, struct jout *out)
{
    jout_field_array(out, "statistics");
    for (int i = 0; i < effects->n; i++) {
        const struct effect *e = &effects->at[i];

        if (e->what == EFFECT_INCOME) {
            statistic(out, "Regions", e->arg[1]);
        } else if (e->what == EFFECT_INCOME_ACTIVE || e->what == EFFECT_INCOME_DECLINED) {
            statistic(out, smallworld_race_names[e->arg[0]], e->arg[1]);
            statistic(out, smallworld_power_names[e->arg[2]], e->arg[3]);
        }
    }
    jout_close_array(out);
}

enum word sw_do_finish_turn(struct call *c)
{
    struct effects effects = { 0 };
    enum word      word = plain_move(c, MOVE_FINISH, 0, &effects);

    if (word != WORD_OK)
        return word;
    const struct world *w = c->table->state;
    jout_field_int(c->out, "coins", w->player[c->user.seat].coins);
    jout_field_int(c->out, "incomeCoins", told(&effects, EFFECT_INCOME)->arg[0]);
    if (w->stage != GAME_OVER)
        jout_field_int(c->out, "nextPlayer", sw_card_of(c->s, c->table)->user[w->active]);
    statistics_out(&effects, c->out);
    return WORD_OK;
}

/* ---- lists ------------------------------------------------------------------- */

/* The lists of this protocol: the name of the number beside a region (NULL: none,
 * and a plain region is accepted), and its value if missing. */
static const struct list_kind {
    const char *number;
    int         missing;
} tokens_list = { "tokensNum", -1 }, encampments_list = { "encampmentsNum", 0 }, heroes_list = { NULL, 0 };

static void read_order(const struct jin *item, const struct list_kind *kind, struct order *out)
{
    const struct jin *region = jin_kind(item) == JIN_OBJECT ? jin_get(item, "regionId") : kind->number ? NULL : item;
    int64_t           value;

    *out = (struct order){ 0, kind->missing };
    if (sw_wire_int(region, &value))
        out->region = clamp(value);
    if (kind->number && sw_wire_int(jin_get(item, kind->number), &value))
        out->number = clamp(value);
}

/* A list longer than the number of regions has a duplicate or an unknown
 * region. Only that matters, so the excess is only scanned for unknown ones. */
static void read_orders(const struct call *c, const struct value *value, const struct list_kind *kind, struct order_list *out)
{
    out->given = value->given;
    out->n = 0;
    for (size_t i = 0; value->given && i < jin_count(value->json); i++) {
        struct order order;

        read_order(jin_at(value->json, i), kind, &order);
        if (out->n <= REGIONS_MAX)
            out->at[out->n++] = order;
        else if (!world_has_region(c->table->state, order.region))
            out->at[0] = order;
    }
}

/* A defence may name a region several times: its numbers add up, and one that
 * is wrong stays wrong. */
static void read_defence(const struct call *c, const struct value *value, struct order_list *out)
{
    out->given = true;
    out->n = 0;
    for (size_t i = 0; i < jin_count(value->json); i++) {
        struct order order;
        int          k = 0;

        read_order(jin_at(value->json, i), &tokens_list, &order);
        if (!world_has_region(c->table->state, order.region))
            order.region = 0;
        while (k < out->n && out->at[k].region != order.region)
            k++;
        if (k == out->n)
            out->at[out->n++] = order;
        else if (order.number < 0 || out->at[k].number < 0)
            out->at[k].number = -1;
        else
            out->at[k].number = clamp((int64_t)out->at[k].number + order.number);
    }
}

/* Begins a move that is composed of lists, if it is the time for it. */
static enum word begin_composed(const struct call *c, int kind, struct move *m)
{
    struct refusal why;

    if (c->table->phase != TABLE_RUNNING)
        return BAD_STAGE;
    move_begin(m, c->user.seat, kind);
    return smallworld_check_stage(c->table->state, m, &why) == ERR_OK ? WORD_OK : word_of_refusal(&why);
}

enum word sw_do_redeploy(struct call *c)
{
    const struct value *fortified = sw_arg(c, "fortified");
    struct orders       o = { .fortified = fortified->given };
    struct move         m;
    struct refusal      why;
    int64_t             region;

    enum word word = begin_composed(c, MOVE_REDEPLOY, &m);
    if (word != WORD_OK)
        return word;
    read_orders(c, sw_arg(c, "regions"), &tokens_list, &o.regions);
    read_orders(c, sw_arg(c, "encampments"), &encampments_list, &o.encampments);
    read_orders(c, sw_arg(c, "heroes"), &heroes_list, &o.heroes);
    if (fortified->given && sw_wire_int(jin_get(fortified->json, "regionId"), &region))
        o.fortress = clamp(region);
    if (smallworld_check_redeploy(c->table->state, c->user.seat, &o, &why) != ERR_OK)
        return word_of_refusal(&why);
    orders_to_move(&o, c->user.seat, &m);
    return make_move(c, &m, NULL);
}

enum word sw_do_defend(struct call *c)
{
    struct order_list list;
    struct move       m;
    struct refusal    why;

    enum word word = begin_composed(c, MOVE_DEFEND, &m);
    if (word != WORD_OK)
        return word;
    read_defence(c, sw_arg(c, "regions"), &list);
    if (smallworld_check_defend(c->table->state, c->user.seat, &list, &why) != ERR_OK)
        return word_of_refusal(&why);
    defence_to_move(&list, c->user.seat, &m);
    return make_move(c, &m, NULL);
}
