/* The manager's commands: opening, filling, starting and ending games. */
#include "games/catan/dialect/call.h"

#include "people/account.h"

#include <stdio.h>

enum { MAXIMUM_LEAST = 3, MAXIMUM_MOST = SEATS_MAX };

static bool has_started(const struct table *t)
{
    return t->state != NULL;
}

static void write_id(struct call *c, const char *key, const char *id)
{
    struct jout j = jout_to(&c->out);

    jout_open_object(&j);
    jout_field_text(&j, key, id);
    jout_close_object(&j);
}

/* Test mode only: `seed` and `points` keep transcripts short. A missing or bad
 * number leaves the default. */
static void choose_setup(struct call *c, struct setup *s)
{
    const struct option *points = &catan_game.options[OPTION_POINTS];
    int32_t              value;

    s->seed = catan_arg_int(c->args, "seed", &value) == ARG_GOOD && value >= 0 ? (uint64_t)value : c->rooms->next_seed++;
    if (catan_arg_int(c->args, "points", &value) == ARG_GOOD && value >= points->min && value <= points->max)
        s->option[OPTION_POINTS] = value;
}

static bool room_for_games(struct call *c)
{
    return catan_rooms_managed(c->rooms) < setting_int(hall_settings(c->hall), "catan-games") &&
           (hall_test_mode(c->hall) || rate_allow(c->hall, "catan games", c->peer, GAMES_PER_MINUTE));
}

static enum say new_game(struct call *c)
{
    struct table_plan plan = { .game = &catan_game, .door = CATAN_DOOR, .listed = true };
    struct table     *t;

    if (!catan_arg_get(c->args, "scenario"))
        return SAY_NO_SCENARIO;
    if (!str_is(catan_arg_name(c->args, "scenario"), "SettlersOfCatan"))
        return SAY_UNKNOWN_SCENARIO;
    if (!room_for_games(c))
        return SAY_NO_ROOM;

    setup_default(&catan_game, &plan.setup);
    plan.setup.seats = SEATS_MAX;
    plan.seeded = hall_test_mode(c->hall);
    if (plan.seeded)
        choose_setup(c, &plan.setup);
    if (table_open(c->hall, &plan, &t, &c->refusal) != ERR_OK)
        return SAY_NOTHING;
    write_id(c, "gameId", catan_rooms_of_table(c->rooms, t->id)->id);
    return SAY_CREATED;
}

static enum say set_max_players(struct call *c)
{
    int32_t  maximum;
    enum arg read = catan_arg_int(c->args, "maxPlayers", &maximum);

    if (read == ARG_MISSING)
        return SAY_NO_MAXIMUM;
    if (read == ARG_BAD)
        return SAY_INVALID;
    if (catan_room_seated(c->room) > maximum)
        return SAY_MORE_PLAYERS;
    if (has_started(c->table))
        return SAY_STARTED_ALREADY;
    if (maximum < MAXIMUM_LEAST || maximum > MAXIMUM_MOST)
        return SAY_INVALID;

    catan_room_set_maximum(c->rooms, c->room, maximum);
    return SAY_MAXIMUM_SET;
}

/* The first of "Player 1", "Player 2"... that is free at the table. */
static void name_player(const struct table *t, char *out, size_t size)
{
    bool taken = true;

    for (int n = 1; taken; n++) {
        snprintf(out, size, "Player %d", n);
        taken = false;
        for (int seat = 0; seat < SEATS_MAX; seat++)
            taken |= t->seat[seat].kind != SITTER_NONE && strcmp(t->seat[seat].name, out) == 0;
    }
}

static enum say add_player(struct call *c)
{
    int           seat = -1;
    struct sitter who = { .kind = SITTER_DOOR };

    if (catan_room_seated(c->room) >= c->room->maximum)
        return SAY_NO_ROOM;
    if (has_started(c->table))
        return SAY_STARTED_ALREADY;

    name_player(c->table, who.name, sizeof who.name);
    enum err err = table_sit(c->hall, c->table, &who, &seat, CATAN_DOOR, &c->refusal);
    if (err == ERR_FULL)
        return SAY_NO_ROOM;
    if (err != ERR_OK)
        return SAY_NOTHING;
    write_id(c, "playerId", c->room->player[seat].id);
    return SAY_ADDED;
}

/* Finds the player that the arguments name. */
static enum say find_player(struct call *c)
{
    c->seat = catan_room_seat(c->room, catan_arg_name(c->args, "playerId"));
    return c->seat < 0 ? SAY_NO_PLAYER : SAY_NOTHING;
}

static enum say remove_player(struct call *c)
{
    if (find_player(c))
        return SAY_NO_PLAYER;
    if (has_started(c->table))
        return SAY_STARTED_ALREADY;
    return table_stand(c->hall, c->table, c->seat, CATAN_DOOR, &c->refusal) == ERR_OK ? SAY_REMOVED : SAY_NOTHING;
}

/* ---- startGame ---------------------------------------------------------- */

static void write_ports(const struct catan *g, struct jout *j)
{
    jout_open_array(j);
    for (int v = 0; v < VERTICES; v++) {
        int harbour = catan_vertex_harbour[v];

        jout_text(j, harbour < 0 ? "None" : catan_harbour_name[g->harbour[harbour]]);
    }
    jout_close_array(j);
}

/* Where arguments are strings, these two members are, too. */
static void write_member(struct call *c, struct jout *j, const char *key, void (*write)(const struct catan *g, struct jout *j))
{
    struct buf  text = { 0 };
    struct jout inner = jout_to(&text);

    write(c->table->state, &inner);
    if (c->nested)
        jout_field_str(j, key, buf_view(&text));
    else
        jout_field_raw(j, key, buf_view(&text));
    buf_release(&text);
}

static enum say start_game(struct call *c)
{
    bool anybody = false;

    if (has_started(c->table))
        return SAY_STARTED_ALREADY;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        anybody |= c->room->player[seat].id[0] && c->room->player[seat].presence == HERE;
    if (!anybody)
        return SAY_NO_PLAYERS_TO_START;

    if (table_start(c->hall, c->table, CATAN_DOOR, &c->refusal) != ERR_OK)
        return SAY_NOTHING;
    struct jout j = jout_to(&c->out);
    jout_open_object(&j);
    write_member(c, &j, "ports", write_ports); /* clients that parse by position expect them first */
    write_member(c, &j, "board", catan_write_tiles);
    jout_close_object(&j);
    return SAY_STARTED;
}

/* ---- the running game ---------------------------------------------------- */

static enum say change_player_status(struct call *c)
{
    bool active;

    if (find_player(c))
        return SAY_NO_PLAYER;
    if (catan_arg_bool(c->args, "active", &active) != ARG_GOOD)
        return SAY_INVALID;
    if (catan_room_is_here(c->room, c->table, c->seat) == active)
        return SAY_STATUS_SAME;

    if (c->table->phase == TABLE_RUNNING)
        catan_seat_active(c->hall, c->table, c->seat, active);
    else
        catan_room_set_presence(c->rooms, c->room, c->seat, active ? HERE : AWAY);
    return SAY_STATUS_CHANGED;
}

/* Does `a` rank before `b`? Turn order breaks ties. */
static bool before(const struct catan *g, int a, int b)
{
    if (catan_score(g, a) != catan_score(g, b))
        return catan_score(g, a) > catan_score(g, b);
    if (catan_public_score(g, a) != catan_public_score(g, b))
        return catan_public_score(g, a) > catan_public_score(g, b);
    return a < b;
}

static void write_rank(struct jout *j, const struct call *c, int place, int seat)
{
    const struct catan *g = c->table->state;

    catan_field_key(j, "player", place);
    jout_text(j, c->room->player[seat].id);
    catan_field_key(j, "publicScore", place);
    jout_int(j, catan_public_score(g, seat));
    catan_field_key(j, "hiddenScore", place);
    jout_int(j, catan_score(g, seat));
}

static enum say get_ranking(struct call *c)
{
    const struct catan *g = c->table->state;
    struct jout         j = jout_to(&c->out);

    if (!has_started(c->table))
        return SAY_NOT_STARTED;
    jout_open_object(&j);
    for (int place = 0; place < g->seats; place++)
        for (int seat = 0; seat < g->seats; seat++) {
            int ahead = 0;

            for (int other = 0; other < g->seats; other++)
                ahead += before(g, other, seat);
            if (ahead == place)
                write_rank(&j, c, place, seat);
        }
    jout_field_bool(&j, "foundWinner", g->over == OVER_BY_VICTORY);
    jout_close_object(&j);
    return SAY_RANKING;
}

static enum say end_game(struct call *c)
{
    if (!has_started(c->table))
        return SAY_NOT_STARTED;
    catan_rooms_drop(c->rooms, c->room);
    if (c->table->phase == TABLE_RUNNING)
        table_abandon(c->hall, c->table, "ended by the manager", CATAN_DOOR);
    return SAY_ENDED;
}

/* ---- the table of commands ----------------------------------------------- */

static const struct command {
    const char *name;
    bool        of_game; /* names a game by its gameId */
    enum say    absent;  /* without arguments */
    call_fn    *run;
} commands[] = {
    { "newGame", false, SAY_NO_SCENARIO, new_game },     { "setMaxPlayers", true, SAY_NO_MAXIMUM, set_max_players },
    { "addPlayer", true, SAY_NO_GAME_ID, add_player },   { "removePlayer", true, SAY_NO_GAME_ID, remove_player },
    { "startGame", true, SAY_NO_GAME_ID, start_game },   { "changePlayerStatus", true, SAY_NO_GAME_ID, change_player_status },
    { "getRanking", true, SAY_NO_GAME_ID, get_ranking }, { "endGame", true, SAY_NO_GAME_ID, end_game },
};

/* Finds a game that the manager opened: tables of the hall are not theirs to
 * manage. */
static enum say find_game(struct call *c)
{
    if (!catan_arg_get(c->args, "gameId"))
        return SAY_NO_GAME_ID;
    c->room = catan_rooms_find(c->rooms, catan_arg_name(c->args, "gameId"));
    c->table = c->room && !c->room->of_hall ? table_find(c->hall, c->room->table) : NULL;
    return c->table ? SAY_NOTHING : SAY_NO_GAME;
}

enum say catan_manager_command(struct call *c, struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        const struct command *command = &commands[i];

        if (!str_is(name, command->name))
            continue;
        if (!c->args)
            return command->absent;
        enum say lost = command->of_game ? find_game(c) : SAY_NOTHING;
        return lost ? lost : command->run(c);
    }
    return SAY_INVALID;
}
