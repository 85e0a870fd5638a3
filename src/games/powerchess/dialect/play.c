/* /play: the messages of players, and the replies. The first failing check
 * decides, and everything but a breach of the rules is an ERROR. */
#include "games/powerchess/dialect/self.h"

#include "base/log.h"
#include "people/account.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* One message: ERR_OK, ERR_MALFORMED (answered with ERROR) or ERR_REFUSED (with
 * ILLEGAL_ACTION). */
typedef enum err handler(struct door *door, uint64_t conn, const struct jin *in);

/* ---- who speaks -------------------------------------------------------- */

/* The table and seat of this connection. */
static bool find_seat(struct door *door, uint64_t conn, const struct jin *in, struct table **t, int *seat)
{
    struct party *p = map_get(&door->seated, conn);
    int64_t       game, player;

    if (!wire_int(jin_get(in, "gameId"), 0, ID_MOST, &game) || !wire_int(jin_get(in, "playerId"), 0, ID_MOST, &player))
        return false;
    if (!p || p->id != game)
        return false;
    *seat = party_player(p, player);
    *t = table_find(door->hall, p->table);
    return *t && *seat >= 0 && p->conn[*seat] == conn;
}

/* May this connection take a seat? It holds at most one in an unfinished game. */
static bool is_free(struct door *door, uint64_t conn)
{
    struct party *p = map_get(&door->seated, conn);
    struct table *t = p ? table_find(door->hall, p->table) : NULL;

    return !t || t->phase == TABLE_FINISHED || t->phase == TABLE_ABANDONED;
}

static bool read_name(const struct jin *v, struct str *name)
{
    return jin_string(v, name) && str_points(*name) <= PLAYER_NAME && !str_has_control(*name);
}

/* Names in the hall are shorter, and never empty. */
static struct sitter sitter_named(struct str name)
{
    struct sitter who = { .kind = SITTER_DOOR };
    const char   *end = name.at;

    for (int i = 0; i < LIMIT_NAME && end < name.at + name.len; i++)
        str_next_point(&end);
    snprintf(who.name, sizeof who.name, "%.*s", (int)(end - name.at), name.at);
    if (!who.name[0])
        snprintf(who.name, sizeof who.name, "anonymous");
    return who;
}

/* ---- CREATE_GAME ------------------------------------------------------- */

/* A seed beyond 63 bits comes as a string. */
static bool read_seed(const struct jin *v, uint64_t *seed)
{
    struct str text;
    int64_t    value;
    char       digits[24], *end;

    if (wire_int(v, INT64_MIN, INT64_MAX, &value)) {
        *seed = (uint64_t)value;
        return true;
    }
    if (!jin_string(v, &text) || !str_copy(text, digits, sizeof digits) || digits[0] < '0' || digits[0] > '9')
        return false;
    errno = 0;
    *seed = strtoull(digits, &end, 10);
    return *end == '\0' && errno == 0;
}

/* The test mode hooks: each is optional. */
static bool read_hooks(const struct jin *test, struct table_plan *plan)
{
    bool    powers = true;
    int64_t value;

    if (!test)
        return true;
    if (jin_kind(test) != JIN_OBJECT)
        return false;
    if (jin_get(test, "seed")) {
        if (!read_seed(jin_get(test, "seed"), &plan->setup.seed))
            return false;
        plan->seeded = true;
    }
    if (jin_get(test, "powers") && !wire_bool(jin_get(test, "powers"), &powers))
        return false;
    plan->setup.option[OPTION_POWERS] = powers;
    if (jin_get(test, "clockMs")) {
        if (!wire_int(jin_get(test, "clockMs"), 1, powerchess_game.options[OPTION_CLOCK].max, &value))
            return false;
        plan->setup.option[OPTION_CLOCK] = (int32_t)value;
    }
    if (jin_get(test, "incrementMs")) {
        if (!wire_int(jin_get(test, "incrementMs"), 0, powerchess_game.options[OPTION_INCREMENT].max, &value))
            return false;
        plan->setup.option[OPTION_INCREMENT] = (int32_t)value;
    }
    return !jin_get(test, "fen") || jin_string(jin_get(test, "fen"), &plan->setup.extra);
}

static void tell_created(struct door *door, const struct party *p, int seat)
{
    struct jout j = message_begin(door, CREATE_GAME);

    jout_field_int(&j, "gameId", p->id);
    jout_field_int(&j, "playerId", p->player[seat]);
    message_send(door, &j, p->conn[seat]);
}

static enum err create_game(struct door *door, uint64_t conn, const struct jin *in)
{
    struct table_plan plan = { .game = &powerchess_game, .door = DOOR };
    struct table     *t;
    struct str        name;
    bool              white;
    int64_t           control;
    struct refusal    why = { 0 };

    setup_default(&powerchess_game, &plan.setup);
    if (!read_name(jin_get(in, "name"), &name) || !wire_bool(jin_get(in, "color"), &white) ||
        !wire_int(jin_get(in, "timeControl"), 0, 2, &control) || !wire_bool(jin_get(in, "public"), &plan.listed))
        return ERR_MALFORMED;
    plan.setup.option[OPTION_TIME_CONTROL] = (int32_t)control;
    plan.setup.option[OPTION_DRAWS] = 0; /* the protocol cannot express such an end */
    if (hall_test_mode(door->hall) && !read_hooks(jin_get(in, "test"), &plan))
        return ERR_MALFORMED;
    if (!is_free(door, conn) || !rate_allow(door->hall, "powerchess-open", str_of(door->peer), GAMES_PER_MINUTE))
        return ERR_MALFORMED;

    int           seat = white ? WHITE : BLACK;
    struct sitter who = sitter_named(name);
    door->lobby_waits = true;
    if (table_open(door->hall, &plan, &t, &why) != ERR_OK)
        return ERR_MALFORMED;
    struct party *p = party_get(door, t->id);
    party_add(door, p, seat, name);
    party_bind(door, p, seat, conn);
    if (table_sit(door->hall, t, &who, &seat, DOOR, &why) != ERR_OK) {
        table_abandon(door->hall, t, "cancelled", DOOR);
        return ERR_MALFORMED;
    }

    tell_created(door, p, seat);
    lobby_update(door, t);
    return ERR_OK;
}

/* ---- JOIN_GAME --------------------------------------------------------- */

static void welcome(struct door *door, const struct party *p, const struct table *t, int seat)
{
    struct jout j = message_begin(door, JOIN_GAME);

    jout_field_int(&j, "playerId", p->player[seat]);
    jout_field_bool(&j, "color", seat == WHITE);
    jout_field_str(&j, "name", party_name(p, t, !seat));
    jout_field_int(&j, "timeControl", t->setup.option[OPTION_TIME_CONTROL]);
    message_send(door, &j, p->conn[seat]);
}

void play_joined(struct door *door, const struct party *p, const struct table *t, int seat)
{
    struct jout j = message_begin(door, JOIN_GAME);

    jout_field_str(&j, "name", party_name(p, t, !seat));
    message_send(door, &j, p->conn[seat]);
}

/* Somebody comes back to a seat whose connection was lost: of a running game, or
 * of one that waits, which is told like a new one. */
static enum err rejoin(struct door *door, uint64_t conn, struct table *t, const struct jin *in)
{
    struct party *p = party_get(door, t->id);
    int64_t       player;
    bool          possible = guess_possible(door, conn);
    int           seat = possible && wire_int(jin_get(in, "playerId"), 0, ID_MOST, &player) ? party_player(p, player) : -1;

    if (possible && seat < 0)
        guess_failed(door, conn);
    if (seat < 0 || p->conn[seat]) {
        party_give_back(door, p);
        return ERR_MALFORMED;
    }
    party_bind(door, p, seat, conn);
    if (t->phase == TABLE_WAITING) {
        map_remove(&door->absent, t->id);
        tell_created(door, p, seat);
        lobby_update(door, t);
        return ERR_OK;
    }
    welcome(door, p, t, seat);
    message_rejoin(door, t, seat, conn);
    return ERR_OK;
}

static enum err join_game(struct door *door, uint64_t conn, const struct jin *in)
{
    struct table  *t;
    struct str     name;
    struct refusal why = { 0 };
    int64_t        game;
    int            creator;

    if (!wire_int(jin_get(in, "gameId"), 0, ID_MOST, &game))
        return ERR_MALFORMED;
    if (game >= ID_OF_PRIVATE && !guess_possible(door, conn))
        return ERR_MALFORMED;
    t = game_id_table(door, game);
    if (!t && game >= ID_OF_PRIVATE)
        guess_failed(door, conn);
    if (!t || !is_free(door, conn))
        return ERR_MALFORMED;
    if (t->phase == TABLE_RUNNING || (t->phase == TABLE_WAITING && map_get(&door->absent, t->id)))
        return rejoin(door, conn, t, in);
    if (!read_name(jin_get(in, "name"), &name) || !lobby_waiting(door, t, &creator))
        return ERR_MALFORMED;

    struct party *p = party_get(door, t->id);
    struct sitter who = sitter_named(name);
    int           seat = !creator;
    door->lobby_waits = true;
    party_add(door, p, seat, name);
    party_bind(door, p, seat, conn);
    if (table_sit(door->hall, t, &who, &seat, DOOR, &why) != ERR_OK) { /* the table takes nobody any more */
        party_remove(door, p, seat);
        return ERR_MALFORMED;
    }
    welcome(door, p, t, seat);
    play_joined(door, p, t, !seat);
    lobby_update(door, t);
    return ERR_OK;
}

/* ---- GAME_OVER, REQUEST_DRAW ------------------------------------------- */

/* A move without arguments. */
static enum err say_word(struct door *door, struct table *t, int seat, int kind)
{
    struct refusal why = { 0 };
    struct move    m;

    move_begin(&m, seat, kind);
    return table_move(door->hall, t, &m, DOOR, NULL, &why) == ERR_OK ? ERR_OK : ERR_MALFORMED;
}

/* Resignation, or the client's own flag; the sender loses, whatever the clock
 * says. `result` may be anything except a number other than LOSS: the original
 * client sends an object. */
static enum err game_over(struct door *door, uint64_t conn, const struct jin *in)
{
    struct table *t;
    int64_t       reason, result;
    int           seat;

    if (!wire_int(jin_get(in, "reason"), REASON_RESIGNATION, REASON_TIME, &reason))
        return ERR_MALFORMED;
    if (wire_is_integer(jin_get(in, "result")) && !wire_int(jin_get(in, "result"), OUTCOME_LOSS, OUTCOME_LOSS, &result))
        return ERR_MALFORMED;
    if (!find_seat(door, conn, in, &t, &seat))
        return ERR_MALFORMED;
    if (t->phase == TABLE_WAITING)
        table_abandon(door->hall, t, "cancelled", DOOR);
    else if (t->phase == TABLE_RUNNING)
        return say_word(door, t, seat, reason == REASON_TIME ? DO_TIME : DO_RESIGN);
    return ERR_OK;
}

static enum err request_draw(struct door *door, uint64_t conn, const struct jin *in)
{
    struct table *t;
    int           seat;

    if (!find_seat(door, conn, in, &t, &seat) || t->phase != TABLE_RUNNING)
        return ERR_MALFORMED;
    return say_word(door, t, seat, DO_DRAW);
}

/* ---- PLAYER_ACTION ----------------------------------------------------- */

/* What a pawn becomes, if the message says so. A number that is no piece only
 * counts when a pawn really is promoted, and then breaks the rules. */
static bool read_promotion(const struct jin *in, int64_t *kind)
{
    const struct jin *v = jin_get(in, "promotion");

    *kind = QUEEN;
    if (!v || wire_int(v, QUEEN, KNIGHT, kind))
        return true;
    *kind = PAWN;
    return wire_is_integer(v);
}

static enum err do_it(struct door *door, struct table *t, struct move *m)
{
    struct refusal why = { 0 };
    enum err       err = table_move(door->hall, t, m, DOOR, NULL, &why);

    return err == ERR_OK || err == ERR_REFUSED ? err : ERR_MALFORMED;
}

static enum err make_move(struct door *door, struct table *t, int seat, const struct jin *in)
{
    const struct powerchess *g = t->state;
    const struct jin        *move = jin_get(in, "move");
    int                      from, to;
    int64_t                  promotion;
    struct move              m;

    if (!wire_square(jin_get(move, "from"), &from) || !wire_square(jin_get(move, "to"), &to) || !read_promotion(in, &promotion))
        return ERR_MALFORMED;
    if (g->board.turn != seat || g->phase != PHASE_MOVE)
        return ERR_MALFORMED;
    move_begin(&m, seat, DO_MOVE);
    move_add(&m, from);
    move_add(&m, to);
    if (chess_promotes(&g->board, from, to))
        move_add(&m, (int)promotion);
    return do_it(door, t, &m);
}

/* Reads the two squares of a follow-up that moves the capturing piece. */
static bool read_follow_move(const struct powerchess *g, const struct jin *follow, int *from, int *to)
{
    *from = g->box_square;
    return wire_square(follow, to) || (wire_square(jin_get(follow, "from"), from) && wire_square(jin_get(follow, "to"), to));
}

/* Adds the follow-up in the form that the power needs. */
static enum err add_follow_up(const struct powerchess *g, const struct power *power, const struct jin *in, struct move *m)
{
    const struct jin *follow = jin_get(in, "followUp");
    int               from, to;
    int64_t           promotion = QUEEN;

    if (power->follow == FOLLOW_SQUARE) {
        if (!wire_square(follow, &to))
            return ERR_MALFORMED;
        move_add(m, to);
        return ERR_OK;
    }
    if (!read_follow_move(g, follow, &from, &to))
        return ERR_MALFORMED;
    move_add(m, from);
    move_add(m, to);
    if (power->follow != FOLLOW_PLY)
        return ERR_OK;
    if (!read_promotion(in, &promotion))
        return ERR_MALFORMED;
    if (chess_promotes(&g->board, g->box_square, to))
        move_add(m, (int)promotion);
    return ERR_OK;
}

/* The original client moves its piece before it knows whether it may. */
static void note_fizzled(struct door *door, const struct powerchess *g, const struct power *power, const struct jin *in)
{
    int from, to;

    if (power->follow == FOLLOW_SQUARE || !read_follow_move(g, jin_get(in, "followUp"), &from, &to))
        return;
    door->fizzled[0] = (uint8_t)from;
    door->fizzled[1] = (uint8_t)to;
}

/* False is the first option, as in the protocol document; the original client
 * has it the other way round, and so does the legacy setting. A power that can
 * do nothing is accepted with any follow-up or none. */
static enum err select_power(struct door *door, struct table *t, int seat, const struct jin *in)
{
    const struct powerchess *g = t->state;
    bool                     which;
    struct move              m;

    if (!wire_flag(jin_get(in, "selection"), &which) || g->board.turn != seat || g->phase != PHASE_SELECT)
        return ERR_MALFORMED;
    which ^= door->legacy;

    const struct power *power = option_power(g, which);
    bool                fizzles = power->targets && !power->targets(g);
    move_begin(&m, seat, DO_POWER);
    move_add(&m, which);
    if (power->targets && !fizzles && add_follow_up(g, power, in, &m) != ERR_OK)
        return ERR_MALFORMED;
    if (fizzles)
        note_fizzled(door, g, power, in);
    enum err err = do_it(door, t, &m);
    door->fizzled[0] = door->fizzled[1] = 0;
    return err;
}

static enum err player_action(struct door *door, uint64_t conn, const struct jin *in)
{
    struct table *t;
    int64_t       action;
    int           seat;

    if (!wire_int(jin_get(in, "action"), ACTION_MOVE, ACTION_SELECT, &action))
        return ERR_MALFORMED;
    if (!find_seat(door, conn, in, &t, &seat) || t->phase != TABLE_RUNNING)
        return ERR_MALFORMED;
    return action == ACTION_MOVE ? make_move(door, t, seat, in) : select_power(door, t, seat, in);
}

/* ---- the connection ---------------------------------------------------- */

static handler *const handlers[] = {
    [CREATE_GAME] = create_game,   [JOIN_GAME] = join_game,         [GAME_OVER] = game_over,
    [REQUEST_DRAW] = request_draw, [PLAYER_ACTION] = player_action,
};

static enum err handle_message(struct door *door, uint64_t conn, struct str text)
{
    struct jin *in;
    int64_t     type;
    enum err    err = ERR_MALFORMED;

    if (jin_parse(text, LIMIT_JSON_DEPTH, JIN_LAST_WINS | JIN_BIG_IS_REAL, &in) != ERR_OK)
        return ERR_MALFORMED;
    if (jin_kind(in) == JIN_OBJECT && wire_int(jin_get(in, "type"), CREATE_GAME, ERROR_MESSAGE, &type)) {
        if (type == ERROR_MESSAGE) {
            log_info(DOOR, "connection %llu reports an error", (unsigned long long)conn);
            err = ERR_OK;
        } else if (type < (int64_t)ARRAY_LEN(handlers)) {
            err = handlers[type](door, conn, in);
        }
    }
    jin_free(in);
    return err;
}

/* The original client sends an empty message three times a second as a
 * keep-alive. */
static bool is_blank(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!memchr(" \t\r\n", text.at[i], 4))
            return false;
    return true;
}

/* A creator who leaves before anybody joined removes the game, unless it was the
 * node that left; a player who leaves later keeps the seat, and the clock keeps
 * running. */
static void disconnected(struct door *door, uint64_t conn, bool orphaned)
{
    struct party *p = map_get(&door->seated, conn);
    uint64_t      game = p ? p->table : 0;
    struct table *t = game ? table_find(door->hall, game) : NULL;

    party_unbind(door, conn);
    if (!t || t->phase != TABLE_WAITING)
        return;
    if (!orphaned) {
        table_abandon(door->hall, t, "creator left", DOOR);
        return;
    }
    party_await(door, t);
    lobby_update(door, t);
}

void play_handle(struct hall *hall, void *self, struct ask *ask)
{
    struct door *door = self;
    enum err     err = ERR_OK;

    (void)hall;
    door->peer = ask->peer;
    if (ask->kind == ASK_CLOSED)
        disconnected(door, ask->conn, ask->orphaned);
    else if (ask->kind == ASK_BINARY)
        err = ERR_MALFORMED;
    else if (ask->kind == ASK_TEXT && !is_blank(ask->body))
        err = handle_message(door, ask->conn, ask->body);
    door->lobby_waits = false;
    if (err != ERR_OK)
        message_plain(door, err == ERR_REFUSED ? ILLEGAL_ACTION : ERROR_MESSAGE, ask->conn);
}

void play_failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    (void)hall, (void)problem;
    if (ask->kind == ASK_TEXT && !is_blank(ask->body))
        message_plain(self, ERROR_MESSAGE, ask->conn);
}

/* ---- telling ----------------------------------------------------------- */

void play_game_over(struct door *door, const struct party *p, int seat, enum reason reason, enum outcome outcome)
{
    struct jout j = message_begin(door, GAME_OVER);

    jout_field_int(&j, "reason", reason);
    jout_field_int(&j, "result", outcome);
    message_send(door, &j, p->conn[seat]);
}

/* The reasons in the protocol: stalemate is sent as a mate without a winner,
 * draws by rule (only at tables of the hall) as agreed. */
static enum reason reason_of_the_wire(enum reason reason)
{
    return reason <= REASON_DRAW ? reason : reason == REASON_STALEMATE ? REASON_MATE : REASON_DRAW;
}

static void tell_end(struct door *door, const struct party *p, const struct powerchess *g, int seat)
{
    play_game_over(door, p, seat, reason_of_the_wire((enum reason)g->reason),
                   g->winner == NO_WINNER ? OUTCOME_DRAW
                   : g->winner == seat    ? OUTCOME_WIN
                                          : OUTCOME_LOSS);
}

/* The acting player first, then the opponent; a player who gave up is told
 * nothing. */
void play_moved(struct door *door, const struct party *p, const struct table *t, const struct table_event *event)
{
    const struct powerchess *g = t->state;
    int                      kind = event->move->kind;
    bool                     over = g->phase == PHASE_OVER;

    for (int i = 0; i < 2; i++) {
        int seat = i == 0 ? event->seat : !event->seat;

        if (kind == DO_MOVE || kind == DO_POWER)
            message_update(door, g, event, seat, p->conn[seat]);
        if (kind == DO_DRAW && !over && seat != event->seat)
            message_plain(door, REQUEST_DRAW, p->conn[seat]);
        if (over && !(seat == event->seat && (kind == DO_RESIGN || kind == DO_TIME)))
            tell_end(door, p, g, seat);
    }
}
