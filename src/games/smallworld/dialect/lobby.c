/* Users, messages, and games until they start. */
#include "games/smallworld/dialect/self.h"
#include "people/moderate.h"

#include <ctype.h>
#include <stdio.h>

/* ---- server --------------------------------------------------------------- */

enum word sw_do_reset_server(struct call *c)
{
    if (c->s->test_mode)
        smallworld_wipe(c->s);
    return WORD_OK;
}

/* ---- users ---------------------------------------------------------------- */

static bool good_username(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        unsigned char letter = (unsigned char)name.at[i];
        bool          latin = letter < 0x80 && isalpha(letter);

        if (!latin && (i == 0 || (!isdigit(letter) && letter != '_' && letter != '-')))
            return false;
    }
    return true;
}

static bool good_password(struct str password)
{
    for (size_t i = 0; i < password.len; i++)
        if ((unsigned char)password.at[i] >= 0x80 || password.at[i] == '\n')
            return false;
    return true;
}

static enum word check_credentials(const struct call *c)
{
    if (!good_username(sw_arg(c, "username")->text))
        return BAD_USERNAME;
    if (!good_password(sw_arg(c, "password")->text))
        return BAD_PASSWORD;
    return WORD_OK;
}

static void registered(struct hall *hall, void *arg_, enum err err, const struct account *account)
{
    struct request    *r = arg_;
    struct smallworld *s = dialect_self(hall, &smallworld_game);

    if (err == ERR_OK)
        sw_user_of_account(s, account);
    sw_request_resume(r, err == ERR_OK ? WORD_OK : err == ERR_REFUSED ? USERNAME_TAKEN : SERVER_BUSY, NULL, 0, 0);
}

enum word sw_do_register(struct call *c)
{
    struct hall   *hall = c->s->hall;
    struct account taken;
    enum word      word = check_credentials(c);

    if (word != WORD_OK)
        return word;
    if (account_by_name(hall, sw_arg(c, "username")->text, &taken) == ERR_OK)
        return USERNAME_TAKEN;
    if (setting_flag(hall_settings(hall), "no-registration"))
        return REGISTRATION_CLOSED;
    if (!rate_allow(hall, "register", sw_request_peer(c->request), LIMIT_REGISTRATIONS_PER_MINUTE))
        return SERVER_BUSY;
    sw_call_wait(c);
    account_register(hall, sw_request_peer(c->request).at, sw_arg(c, "username")->text, sw_arg(c, "password")->text, 0, registered,
                     c->request);
    return WORD_OK;
}

static void fill_login(struct jout *out, int64_t sid, int64_t user)
{
    jout_field_int(out, "sid", sid);
    jout_field_int(out, "userId", user);
}

static void checked(struct hall *hall, void *arg_, enum err err, const struct account *account)
{
    struct request    *r = arg_;
    struct smallworld *s = dialect_self(hall, &smallworld_game);

    if (err != ERR_OK) {
        sw_request_resume(r, err == ERR_REFUSED ? BAD_USERNAME_OR_PASSWORD : SERVER_BUSY, NULL, 0, 0);
        return;
    }
    guess_right(hall, sw_request_peer(r).at, str_of(account->name));
    int64_t user = sw_user_of_account(s, account);
    sw_request_resume(r, WORD_OK, fill_login, sw_user_log_in(s, user), user);
}

enum word sw_do_login(struct call *c)
{
    struct hall *hall = c->s->hall;
    struct str   name = sw_arg(c, "username")->text;
    enum word    word = check_credentials(c);

    if (word != WORD_OK)
        return word;
    if (!guess_allowed(hall, sw_request_peer(c->request).at, name))
        return SERVER_BUSY;
    sw_call_wait(c);
    account_check(hall, sw_request_peer(c->request).at, name, sw_arg(c, "password")->text, checked, c->request);
    return WORD_OK;
}

/* Gives up a user's seat, if any, like leaveGame. */
static void vacate(struct smallworld *s, const struct user *user)
{
    if (!user->game)
        return;
    sw_record_leave(s, user->game, user->id);
    sw_leave_seat(s, user);
}

enum word sw_do_logout(struct call *c)
{
    vacate(c->s, &c->user);
    sw_user_log_out(c->s, c->user.id);
    return WORD_OK;
}

/* ---- messages ------------------------------------------------------------- */

enum word sw_do_send_message(struct call *c)
{
    struct stmt   *q = c->s->sql.message_add;
    struct account account = { 0 };

    if (c->user.account)
        account_by_id(c->s->hall, c->user.account, &account);
    if (!may_talk(c->s->hall, &account, sw_request_peer(c->request).at))
        return BAD_MESSAGE_TEXT; /* the protocol has no word for it */
    if (!rate_allow_account(c->s->hall, "smallworld-chat", c->user.id, MESSAGES_PER_MINUTE) ||
        !rate_allow(c->s->hall, "chat-from", sw_request_peer(c->request), LIMIT_CHATS_FROM_PER_MINUTE))
        return SERVER_BUSY;
    int64_t id = sw_row_top(c->s->sql.message_top) + 1;
    stmt_int(q, 1, id);
    stmt_int(q, 2, c->user.id);
    stmt_text(q, 3, str_of(c->user.name));
    stmt_text(q, 4, sw_arg(c, "text")->text);
    stmt_int(q, 5, c->s->test_mode ? id : hall_now(c->s->hall) / 1000);
    stmt_run(q);
    stmt_int(c->s->sql.message_drop, 1, id - MESSAGES_SHOWN); /* nobody can ask for it any more */
    stmt_run(c->s->sql.message_drop);
    return WORD_OK;
}

enum word sw_do_get_messages(struct call *c)
{
    struct stmt *q = c->s->sql.messages;

    stmt_int(q, 1, sw_arg(c, "since")->number);
    stmt_int(q, 2, MESSAGES_SHOWN);
    jout_field_array(c->out, "messages");
    while (stmt_row(q)) {
        jout_open_object(c->out);
        jout_field_int(c->out, "id", stmt_col_int(q, 0));
        jout_field_str(c->out, "text", stmt_col_text(q, 3));
        jout_field_int(c->out, "time", stmt_col_int(q, 4));
        jout_field_int(c->out, "userId", stmt_col_int(q, 1));
        jout_field_str(c->out, "username", stmt_col_text(q, 2));
        jout_close_object(c->out);
    }
    stmt_done(q);
    jout_close_array(c->out);
    return WORD_OK;
}

/* The row stays, so that numbers go on counting and those who poll miss nothing. */
enum err sw_unsay(struct hall *hall, void *self, int64_t line)
{
    struct smallworld *s = self;
    struct stmt       *find = s->sql.message_said, *q = s->sql.message_unsay;

    (void)hall;
    stmt_int(find, 1, line);
    bool     found = stmt_row(find);
    enum err err = stmt_done(find);
    if (err || !found)
        return err ? err : ERR_NONE;
    stmt_int(q, 1, line);
    return stmt_run(q);
}

/* ---- games ---------------------------------------------------------------- */

int sw_game_state(struct smallworld *s, struct table *t)
{
    const struct world *w = t->state;

    if (sw_card_of(s, t)->dead)
        return GAME_DEAD;
    switch (t->phase) {
    case TABLE_WAITING:
        return GAME_WAITING;
    case TABLE_RUNNING:
        return w->acted ? GAME_IN_PROGRESS : GAME_STARTED;
    default:
        return GAME_FINISHED;
    }
}

static bool name_in_use(struct smallworld *s, struct str name)
{
    stmt_text(s->sql.game_by_name, 1, name);
    return sw_row_top(s->sql.game_by_name) > 0;
}

/* In test mode the low 31 bits are what the protocol calls randseed. Otherwise
 * the table draws its seed, except that a saved game that had started brings
 * its own. */
static bool choose_seed(const struct call *c, uint64_t *seed)
{
    int64_t given;

    if (!c->s->test_mode) {
        *seed = c->loading ? c->loading->seed : 0;
        return *seed;
    }
    hall_random(seed, sizeof *seed);
    *seed &= ~UINT64_C(0x7FFFFFFF);
    if (c->loading && sw_wire_int(jin_get(c->json, "randseed"), &given)) {
        int64_t x = given % RANDSEED_MODULUS;

        *seed |= (uint64_t)(x < 0 ? x + RANDSEED_MODULUS : x);
    } else {
        *seed |= hall_random_below(RANDSEED_MOST) + 1;
    }
    return true;
}

static struct str given_description(const struct call *c)
{
    const struct value *ours = sw_arg(c, "gameDescription"), *theirs = sw_arg(c, "gameDescr");

    return ours->given ? ours->text : theirs->given ? theirs->text : STR("");
}

int64_t sw_game_add(struct smallworld *s, uint64_t table, int64_t map, struct str name, struct str description, int ai)
{
    struct stmt *q = s->sql.game_add;

    stmt_int(q, 2, (int64_t)table);
    stmt_int(q, 3, map);
    stmt_text(q, 4, name);
    stmt_text(q, 5, description);
    stmt_int(q, 6, ai);
    return sw_row_add(q, s->sql.game_top);
}

/* Opens the table for a map. NULL: the map cannot be played. */
static struct table *open_table(struct call *c, const struct map_row *map)
{
    struct buf        text = { 0 };
    struct table     *t = NULL;
    struct refusal    why = { 0 };
    struct table_plan plan = { .game = &smallworld_game, .door = DOOR, .listed = true };

    sw_map_write_text(map, &text);
    setup_default(&smallworld_game, &plan.setup);
    plan.setup.seats = (uint8_t)map->players;
    plan.seeded = choose_seed(c, &plan.setup.seed);
    plan.setup.extra = buf_view(&text);
    if (table_open(c->s->hall, &plan, &t, &why) != ERR_OK)
        t = NULL;
    buf_release(&text);
    return t;
}

static enum word sit_user(struct smallworld *s, struct table *t, const struct user *user, bool ready)
{
    struct sitter  who = { .kind = user->account ? SITTER_ACCOUNT : SITTER_DOOR, .account = user->account, .ready = ready };
    int            seat = -1;
    struct refusal why = { 0 };

    str_copy(str_of(user->name), who.name, sizeof who.name);
    return table_sit(s->hall, t, &who, &seat, DOOR, &why) == ERR_OK ? WORD_OK : SERVER_BUSY;
}

static enum word open_on_map(struct call *c, int64_t ai, struct table **out)
{
    struct map_row map;
    enum word      word = WORD_OK;

    if (!sw_map_by_id(c->s, sw_arg(c, "mapId")->number, &map))
        word = BAD_MAP_ID;
    else if (ai > map.players)
        word = TOO_MANY_PLAYERS_FOR_MAP;
    else if (!rate_allow_account(c->s->hall, "smallworld-open", c->user.id, GAMES_PER_MINUTE))
        word = SERVER_BUSY;
    else if (!(*out = open_table(c, &map)))
        word = BAD_MAP_ID;
    stmt_done(c->s->sql.map_by_id);
    return word;
}

enum word sw_do_create_game(struct call *c)
{
    struct smallworld *s = c->s;
    struct table      *t = NULL;
    int64_t            ai = sw_arg(c, "ai")->number;
    enum word          word;

    if (c->user.game)
        return ALREADY_IN_GAME;
    if (name_in_use(s, sw_arg(c, "gameName")->text))
        return GAME_NAME_TAKEN;
    if ((word = open_on_map(c, ai, &t)) != WORD_OK)
        return word;
    int64_t game = sw_game_add(s, t->id, sw_arg(c, "mapId")->number, sw_arg(c, "gameName")->text, given_description(c), (int)ai);
    if (ai < t->seats && (word = sit_user(s, t, &c->user, false)) != WORD_OK)
        BUG("nobody can sit at a new table");
    if (c->loading)
        *c->loading = (struct loading){ c->loading->first ? c->loading->first : game, game, c->loading->seed };
    sw_record_call(c, t, NULL);
    sw_robots_wanted(s, game);
    jout_field_int(c->out, "gameId", game);
    return WORD_OK;
}

int sw_robots_missing(struct smallworld *s, struct table *t)
{
    const struct card *card = sw_card_of(s, t);
    int                seated = 0;

    for (int i = 0; i < t->seats; i++)
        seated += card->robot[i] && !card->gone[i];
    return card->ai > seated ? card->ai - seated : 0;
}

/* Inside a saved game the number means the game that is being loaded. */
static struct table *named_game(const struct call *c)
{
    return sw_game_listed(c->s, c->loading && c->loading->game ? c->loading->game : sw_arg(c, "gameId")->number);
}

enum word sw_do_join_game(struct call *c)
{
    struct table *t = named_game(c);

    if (!t)
        return BAD_GAME_ID;
    if (sw_game_state(c->s, t) != GAME_WAITING)
        return BAD_GAME_STATE;
    if (c->user.game)
        return ALREADY_IN_GAME;
    if (table_taken_seats(t) + sw_robots_missing(c->s, t) >= t->seats)
        return TOO_MANY_PLAYERS;
    enum word word = sit_user(c->s, t, &c->user, false);
    if (word == WORD_OK)
        sw_record_call(c, t, NULL);
    return word;
}

/* ---- computer players ------------------------------------------------------ */

bool sw_sits_in(struct smallworld *s, struct table *t, int64_t user)
{
    const struct card *card = sw_card_of(s, t);

    for (int i = 0; i < t->seats; i++)
        if (card->user[i] == user && !card->gone[i])
            return true;
    return false;
}

/* The user of the smallest name _ai<game>.<k> that does not sit here: one that
 * left before, or a new one. */
void sw_robot_user(struct smallworld *s, struct table *t, struct user *out)
{
    char name[LIMIT_NAME_BYTES];

    for (int k = 0;; k++) {
        snprintf(name, sizeof name, "_ai%lld.%d", (long long)sw_card_of(s, t)->id, k);
        if (!sw_user_by_name(s, str_of(name), out)) {
            *out = (struct user){ .id = sw_user_add(s, 0, str_of(name), true), .robot = true };
            str_copy(str_of(name), out->name, sizeof out->name);
        }
        if (!sw_sits_in(s, t, out->id))
            return;
    }
}

enum word sw_seat_robot(struct smallworld *s, struct table *t, bool driven, struct user *out)
{
    struct sitter  who = { .kind = driven ? SITTER_BOT : SITTER_DOOR, .ready = true };
    int            seat = -1;
    struct refusal why = { 0 };

    if (sw_game_state(s, t) != GAME_WAITING || t->rated)
        return BAD_GAME_STATE;
    if (table_taken_seats(t) >= t->seats)
        return TOO_MANY_PLAYERS;
    sw_robot_user(s, t, out);
    vacate(s, out); /* one that left may sit elsewhere by now; nobody sits twice */
    str_copy(str_of(out->name), who.name, sizeof who.name);
    if (driven)
        snprintf(who.bot, sizeof who.bot, "level:%d", s->ai_level);
    return table_sit(s->hall, t, &who, &seat, DOOR, &why) == ERR_OK ? WORD_OK : SERVER_BUSY;
}

enum word sw_do_ai_join(struct call *c)
{
    struct table *t = named_game(c);
    struct user   robot;

    if (!t)
        return BAD_GAME_ID;
    enum word word = sw_seat_robot(c->s, t, false, &robot);
    if (word != WORD_OK)
        return word;
    jout_field_int(c->out, "id", robot.id);
    jout_field_int(c->out, "sid", sw_user_log_in(c->s, robot.id));
    return WORD_OK;
}

/* ---- leaving --------------------------------------------------------------- */

/* A finished game is left only here: the hall has no such event. */
static void leave_finished(struct smallworld *s, struct table *t, const struct user *user)
{
    stmt_int(s->sql.seat_leave, 1, user->game);
    stmt_int(s->sql.seat_leave, 2, user->seat);
    stmt_run(s->sql.seat_leave);
    sw_card_drop(t);
    sw_game_die_if_empty(s, t);
}

void sw_leave_seat(struct smallworld *s, const struct user *user)
{
    struct table  *t = table_find(s->hall, user->table);
    struct refusal why = { 0 };

    if (!t)
        return;
    if (t->phase == TABLE_FINISHED || t->phase == TABLE_ABANDONED)
        leave_finished(s, t, user);
    else if (table_leave(s->hall, t, user->seat, DOOR, &why) != ERR_OK)
        BUG("a seat cannot be left");
}

enum word sw_do_leave_game(struct call *c)
{
    sw_record_call(c, c->table, NULL);
    sw_leave_seat(c->s, &c->user);
    return WORD_OK;
}

/* ---- ready ----------------------------------------------------------------- */

/* The i-th wanted name changes places with whatever lies in slot i; names that
 * nobody knows leave it as it is. `order` are the numbers from `from` on. */
static void pull_forward(int16_t *order, int n, const struct jin *wanted, int (*by_name)(struct str name))
{
    for (int i = 0; i < n && (size_t)i < jin_count(wanted); i++) {
        struct str name;
        int        which = jin_string(jin_at(wanted, (size_t)i), &name) ? by_name(name) - 1 : -1;

        for (int k = 0; which >= 0 && k < n; k++) {
            if (order[k] != which)
                continue;
            order[k] = order[i];
            order[i] = (int16_t)which;
            break;
        }
    }
}

static void lay_visible(struct call *c, const struct jin *wanted_races, const struct jin *wanted_powers)
{
    const struct world *w = c->table->state;
    struct move         m;
    struct refusal      why = { 0 };

    move_begin(&m, SEAT_TABLE, MOVE_DECK);
    for (int i = 0; i < RACES; i++)
        move_add(&m, w->deck[i].badge.race - 1);
    for (int i = 0; i < POWERS; i++)
        move_add(&m, w->deck[i].badge.power - 1);
    pull_forward(m.arg, RACES, wanted_races, race_by_name);
    pull_forward(m.arg + RACES, POWERS, wanted_powers, power_by_name);
    if (table_move(c->s->hall, c->table, &m, DOOR, NULL, &why) != ERR_OK)
        BUG("the deck cannot be laid");
}

enum word sw_do_set_readiness(struct call *c)
{
    const struct value *wanted_races = sw_arg(c, "visibleRaces"), *wanted_powers = sw_arg(c, "visibleSpecialPowers");
    struct refusal      why = { 0 };

    if (!wanted_powers->given)
        wanted_powers = sw_arg(c, "visibleSpecialPower");
    if (sw_game_state(c->s, c->table) != GAME_WAITING)
        return BAD_GAME_STATE;
    if (table_ready(c->s->hall, c->table, c->user.seat, sw_arg(c, "isReady")->number, DOOR, &why) != ERR_OK)
        return BAD_GAME_STATE;
    if (c->table->phase == TABLE_RUNNING && c->s->test_mode && wanted_races->given && wanted_powers->given)
        lay_visible(c, wanted_races->json, wanted_powers->json);
    sw_record_call(c, c->table, NULL);
    return WORD_OK;
}
