/* Saved games: every command that changed a game is recorded as it was sent,
 * with the user's id in place of the sid; loadGame runs such a list again. Moves
 * made through other doors are recorded as commands of this protocol, and so are
 * commands that came with much that nobody reads. */
#include "games/smallworld/dialect/self.h"
#include "tables/meter.h"

/* ---- recording -------------------------------------------------------------- */

static void append(struct smallworld *s, int64_t game, struct str text)
{
    struct stmt *q = s->sql.command_add;

    stmt_int(s->sql.command_top, 1, game);
    stmt_int(q, 1, game);
    stmt_int(q, 2, sw_row_top(s->sql.command_top) + 1);
    stmt_text(q, 3, text);
    stmt_run(q);
    meter_charge(s->hall, 0, text.len);
}

int64_t sw_randseed_of(const struct table *t)
{
    int64_t x = (int64_t)(t->setup.seed & INT32_MAX) % RANDSEED_MODULUS;

    return x ? x : 1;
}

/* The whole deck right after the start. */
static void deck_out(const struct world *w, struct jout *out)
{
    jout_field_array(out, "visibleRaces");
    for (int i = 0; i < RACES; i++)
        jout_text(out, smallworld_race_names[w->deck[i].badge.race]);
    jout_close_array(out);
    jout_field_array(out, "visibleSpecialPowers");
    for (int i = 0; i < POWERS; i++)
        jout_text(out, smallworld_power_names[w->deck[i].badge.power]);
    jout_close_array(out);
}

/* Members of a request that are not kept, or replaced. */
static bool is_replaced(struct str key, bool creates, bool starts)
{
    static const char *const at_start[] = { "visibleRaces", "visibleSpecialPowers", "visibleSpecialPower" };

    for (size_t i = 0; starts && i < ARRAY_LEN(at_start); i++)
        if (str_is(key, at_start[i]))
            return true;
    return str_is(key, "sid") || str_is(key, "userId") || (creates && (str_is(key, "randseed") || str_is(key, SEAL)));
}

void sw_record_leave(struct smallworld *s, int64_t game, int64_t user)
{
    struct buf text = { 0 };

    buf_printf(&text, "{\"action\":\"leaveGame\",\"userId\":%lld}", (long long)user);
    append(s, game, buf_view(&text));
    buf_release(&text);
}

/* ---- moves of other doors ---------------------------------------------------- */

static void list_out(const char *key, const struct order_list *list, const char *number, struct jout *out)
{
    jout_field_array(out, key);
    for (int i = 0; i < list->n; i++) {
        jout_open_object(out);
        jout_field_int(out, "regionId", list->at[i].region);
        if (number)
            jout_field_int(out, number, list->at[i].number);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void redeploy_out(const struct move *m, struct jout *out)
{
    struct orders o;

    orders_of_move(m, &o);
    list_out("regions", &o.regions, "tokensNum", out);
    if (o.encampments.given)
        list_out("encampments", &o.encampments, "encampmentsNum", out);
    if (o.fortified) {
        jout_field_object(out, "fortified");
        jout_field_int(out, "regionId", o.fortress);
        jout_close_object(out);
    }
    if (o.heroes.given)
        list_out("heroes", &o.heroes, NULL, out);
}

static void defend_out(const struct move *m, struct jout *out)
{
    jout_field_array(out, "regions");
    for (int i = 0; i + 1 < m->n; i += 2) {
        jout_open_object(out);
        jout_field_int(out, "regionId", m->arg[i]);
        jout_field_int(out, "tokensNum", m->arg[i + 1]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* What a kind of move is called here, and its one plain argument. */
static const struct {
    const char *action, *field;
} actions[MOVE_KINDS] = {
    [MOVE_SELECT] = { "selectRace", "position" },
    [MOVE_CONQUER] = { "conquer", "regionId" },
    [MOVE_DECLINE] = { "decline", NULL },
    [MOVE_REDEPLOY] = { "redeploy", NULL },
    [MOVE_DEFEND] = { "defend", NULL },
    [MOVE_DRAGON] = { "dragonAttack", "regionId" },
    [MOVE_ENCHANT] = { "enchant", "regionId" },
    [MOVE_THROW] = { "throwDice", NULL },
    [MOVE_FRIEND] = { "selectFriend", "friendId" },
    [MOVE_FINISH] = { "finishTurn", NULL },
    [MOVE_LEAVE] = { "leaveGame", NULL },
};

static void move_out(const struct card *card, const struct move *m, struct jout *out)
{
    jout_field_text(out, "action", actions[m->kind].action);
    jout_field_int(out, "userId", card->user[m->seat]);
    if (m->kind == MOVE_REDEPLOY)
        redeploy_out(m, out);
    else if (m->kind == MOVE_DEFEND)
        defend_out(m, out);
    else if (actions[m->kind].field)
        jout_field_int(out, actions[m->kind].field, m->kind == MOVE_FRIEND ? card->user[m->arg[0]] : m->arg[0]);
}

/* ---- commands ---------------------------------------------------------------- */

static void write_as_sent(const struct call *c, bool creates, bool starts, struct jout *out)
{
    struct jin_member m = { 0 };
    struct buf        value = { 0 };

    while (jin_next(c->json, &m)) {
        if (is_replaced(m.key, creates, starts))
            continue;
        buf_clear(&value);
        jin_dump(m.value, &value);
        jout_key_str(out, m.key);
        jout_raw(out, buf_view(&value));
    }
    jout_field_int(out, "userId", c->user.id);
    buf_release(&value);
}

/* The numbers and texts that the command's row names. */
static void write_plain(const struct call *c, struct jout *out)
{
    jout_field_text(out, "action", c->action->name);
    for (int i = 0; i < FIELDS_MAX && c->action->fields[i].name; i++) {
        const struct field *f = &c->action->fields[i];

        if (!c->value[i].given || strcmp(f->name, "sid") == 0)
            continue;
        if (f->type == FIELD_INT)
            jout_field_int(out, f->name, c->value[i].number);
        else if (f->type == FIELD_STR)
            jout_field_str(out, f->name, c->value[i].text);
    }
    jout_field_int(out, "userId", c->user.id);
}

void sw_record_call(struct call *c, struct table *t, const struct move *m)
{
    const struct card *card = sw_card_of(c->s, t);
    struct buf         text = { 0 };
    struct jout        j = jout_to(&text);
    bool               creates = c->action->run == sw_do_create_game;
    bool               starts = c->action->run == sw_do_set_readiness && t->phase == TABLE_RUNNING;

    jout_open_object(&j);
    write_as_sent(c, creates, starts, &j);
    if (text.len > RECORDED_MOST && !c->s->test_mode) {
        buf_clear(&text);
        j = jout_to(&text);
        jout_open_object(&j);
        if (m)
            move_out(card, m, &j);
        else
            write_plain(c, &j);
    }
    if (creates)
        jout_field_int(&j, "randseed", sw_randseed_of(t));
    if (starts)
        deck_out(t->state, &j);
    jout_close_object(&j);
    append(c->s, card->id, buf_view(&text));
    buf_release(&text);
}

/* ---- events of other doors ------------------------------------------------------ */

/* The first to sit down at a table of the hall stands for its creator. */
static void sat_out(struct smallworld *s, struct table *t, int64_t user, struct jout *out)
{
    const struct card *card = sw_card_of(s, t);

    stmt_int(s->sql.command_top, 1, card->id);
    bool first = sw_row_top(s->sql.command_top) == 0;

    jout_field_text(out, "action", first ? "createGame" : "joinGame");
    if (first) {
        jout_field_str(out, "gameName", card->name);
        jout_field_int(out, "mapId", card->map);
    } else {
        jout_field_int(out, "gameId", card->id);
    }
    jout_field_int(out, "userId", user);
    if (first)
        jout_field_int(out, "randseed", sw_randseed_of(t));
}

/* The last recorded command started the game: it gets the deck. */
static void add_deck(struct smallworld *s, struct table *t)
{
    int64_t    game = sw_card_of(s, t)->id;
    struct buf text = { 0 }, deck = { 0 };

    stmt_int(s->sql.command_top, 1, game);
    int64_t seq = sw_row_top(s->sql.command_top);
    stmt_int(s->sql.command_get, 1, game);
    stmt_int(s->sql.command_get, 2, seq);
    if (stmt_row(s->sql.command_get))
        buf_str(&text, stmt_col_text(s->sql.command_get, 0));
    stmt_done(s->sql.command_get);
    if (text.len) {
        struct jout j = jout_to(&deck);

        jout_open_object(&j);
        deck_out(t->state, &j);
        jout_close_object(&j);
        text.at[text.len - 1] = ','; /* in place of the closing brace */
        buf_add(&text, deck.at + 1, deck.len - 1);
        stmt_int(s->sql.command_set, 1, game);
        stmt_int(s->sql.command_set, 2, seq);
        stmt_text(s->sql.command_set, 3, buf_view(&text));
        stmt_run(s->sql.command_set);
    }
    buf_release(&text);
    buf_release(&deck);
}

void sw_record_event(struct smallworld *s, struct table *t, const struct table_event *event)
{
    const struct card *card = sw_card_of(s, t);
    struct buf         text = { 0 };
    struct jout        j = jout_to(&text);
    int64_t            user = event->seat >= 0 && event->seat < SEATS_MAX ? card->user[event->seat] : 0;

    jout_open_object(&j);
    switch (event->kind) {
    case EVENT_SAT:
        if (!card->robot[event->seat]) /* computer players are no part of saved games */
            sat_out(s, t, user, &j);
        break;
    case EVENT_STOOD:
        jout_field_text(&j, "action", "leaveGame");
        jout_field_int(&j, "userId", user);
        break;
    case EVENT_READY:
        jout_field_text(&j, "action", "setReadinessStatus");
        jout_field_int(&j, "userId", user);
        jout_field_int(&j, "isReady", str_is(event->text, "1"));
        break;
    case EVENT_STARTED:
        add_deck(s, t);
        break;
    case EVENT_MOVED:
        if (actions[event->move->kind].action)
            move_out(card, event->move, &j);
        break;
    default:
        break;
    }
    jout_close_object(&j);
    if (text.len > 2)
        append(s, card->id, buf_view(&text));
    buf_release(&text);
}

/* ---- saveGame, loadGame ------------------------------------------------------ */

/* All recorded commands as one JSON array. False: they are too many to be told, or
 * this address has asked for too much already. */
static bool read_commands(const struct call *c, int64_t game, struct buf *out)
{
    struct stmt *q = c->s->sql.commands;
    struct jout  j = jout_to(out);

    stmt_int(q, 1, game);
    jout_open_array(&j);
    while ((c->s->test_mode || out->len <= SAVED_MOST) && stmt_row(q))
        jout_raw(&j, stmt_col_text(q, 0));
    stmt_done(q);
    jout_close_array(&j);
    return c->s->test_mode || out->len <= LARGE_BODY ||
           (out->len <= SAVED_MOST && sw_large_allowed(c->s->hall, sw_request_peer(c->request)));
}

/* The list in its normal form, with a seal in the first command. While the
 * game goes on, dice and decks are told to nobody. A game that still waits
 * keeps no seed: whoever loaded it twice could learn its deck in the first
 * game and play the second against somebody who joins. */
static void seal_commands(struct smallworld *s, struct table *t, struct str commands, struct buf *out)
{
    struct jin *list;
    char        seal[SEAL_TEXT];

    if (jin_parse(commands, JSON_DEPTH, JIN_LAST_WINS | JIN_NUL_TOO | JIN_BIG_IS_REAL, &list) != ERR_OK)
        BUG("recorded commands are no JSON");
    sw_normal_list(list, t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING, out);
    sw_seal(s, t->phase == TABLE_WAITING ? 0 : t->setup.seed, buf_view(out), seal);
    if (jin_count(list)) {
        struct buf sealed = { 0 };

        buf_printf(&sealed, "[{\"" SEAL "\":\"%s\",", seal);
        buf_add(&sealed, out->at + 2, out->len - 2); /* behind "[{" */
        buf_release(out);
        *out = sealed;
    }
    jin_free(list);
}

enum word sw_do_save_game(struct call *c)
{
    struct table *t = sw_game_listed(c->s, sw_arg(c, "gameId")->number);
    struct buf    commands = { 0 }, sealed = { 0 };

    if (!t)
        return BAD_GAME_ID;
    bool good = read_commands(c, sw_card_of(c->s, t)->id, &commands);
    if (good && !c->s->test_mode)
        seal_commands(c->s, t, buf_view(&commands), &sealed);
    if (good)
        jout_field_raw(c->out, "actions", buf_view(c->s->test_mode ? &commands : &sealed));
    buf_release(&commands);
    buf_release(&sealed);
    return good ? WORD_OK : SERVER_BUSY;
}

/* Outside test mode: only a list that we sealed, and only for somebody who
 * takes part in it. */
static enum word check_seal(const struct call *c, const struct jin *list, struct loading *loading)
{
    struct buf  normal = { 0 };
    struct user user;
    int64_t     id;
    bool        takes_part = false;

    if (!sw_arg(c, "sid")->given || !sw_user_by_sid(c->s, sw_arg(c, "sid")->number, &user))
        return BAD_USER_SID;
    sw_normal_list(list, false, &normal);
    bool good = sw_unseal(c->s, jin_str_or(jin_get(jin_at(list, 0), SEAL), ""), buf_view(&normal), &loading->seed);
    buf_release(&normal);
    if (!good)
        return ILLEGAL_ACTION;
    for (size_t i = 0; i < jin_count(list); i++)
        takes_part |= sw_wire_int(jin_get(jin_at(list, i), "userId"), &id) && id == user.id;
    return takes_part ? WORD_OK : BAD_USER_SID;
}

static enum word check_actions(const struct call *c, const struct jin *list)
{
    struct user user;
    int64_t     id;

    for (size_t i = 0; i < jin_count(list); i++) {
        struct str           name;
        const struct action *action = jin_string(jin_get(jin_at(list, i), "action"), &name) ? sw_action_by_name(name) : NULL;

        if (!action || !(action->flags & RECORDED))
            return ILLEGAL_ACTION;
    }
    for (size_t i = 0; i < jin_count(list); i++) {
        const struct jin *given = jin_get(jin_at(list, i), "userId");

        if (given && jin_kind(given) != JIN_NULL && (!sw_wire_int(given, &id) || !sw_user_by_id(c->s, id, &user) || !user.sid))
            return USER_NOT_LOGGED_IN;
    }
    return WORD_OK;
}

static enum word run_action(const struct call *c, const struct jin *action, struct loading *loading)
{
    struct call sub = { .s = c->s, .request = c->request, .json = action, .loading = loading, .dice = -1 };
    struct buf  unsaid = { 0 };
    int64_t     id;

    if (sw_wire_int(jin_get(action, "userId"), &id))
        sw_user_by_id(c->s, id, &sub.user);
    sw_call_run(&sub, &unsaid);
    buf_release(&unsaid);
    /* An attack that the die failed is part of the game. */
    return sub.action->run == sw_do_conquer && sub.result == BAD_TOKENS_NUM ? WORD_OK : sub.result;
}

enum word sw_do_load_game(struct call *c)
{
    const struct jin *list = sw_arg(c, "actions")->json;
    struct loading    loading = { 0 };
    enum word         word = c->s->test_mode ? WORD_OK : check_seal(c, list, &loading);

    if (word == WORD_OK)
        word = check_actions(c, list);
    for (size_t i = 0; word == WORD_OK && i < jin_count(list); i++)
        word = run_action(c, jin_at(list, i), &loading);
    /* Nobody else creates games meanwhile: all numbers in between are of this load. */
    for (int64_t game = loading.first; word != WORD_OK && game && game <= loading.game; game++)
        sw_game_erase(c->s, game);
    if (word == WORD_OK && loading.game)
        jout_field_int(c->out, "gameId", loading.game);
    return word;
}
