/* The one table of commands. A command is checked in two phases: first the
 * shape of its fields in the order of its row (missing, of the wrong type, out
 * of range: the field's own error), then its meaning in its handler, after the
 * checks that its flags name. So a missing field wins over an unknown sid. */
#include "games/smallworld/dialect/self.h"
#include "games/smallworld/dialect/upload.h"

/* clang-format off */
#define ANY INT64_MIN, INT64_MAX

/*                name           kind        needed least, most */
#define SID       { "sid",       FIELD_INT,  true,  ANY,   BAD_USER_SID }
#define MAYBE_SID { "sid",       FIELD_INT,  false, ANY,   BAD_USER_SID }
#define USERNAME  { "username",  FIELD_STR,  true,  3, 16, BAD_USERNAME }
#define PASSWORD  { "password",  FIELD_STR,  true,  6, 18, BAD_PASSWORD }
#define GAME_ID   { "gameId",    FIELD_INT,  true,  ANY,   BAD_GAME_ID }
#define REGION_ID { "regionId",  FIELD_INT,  true,  ANY,   BAD_REGION_ID }
#define REGIONS   { "regions",   FIELD_LIST, true,  ANY,   BAD_REGIONS }

#define IN_GAME (NEEDS_USER | NEEDS_GAME | RECORDED)

static const struct action commands[] = {
    { "resetServer", 0, sw_do_reset_server, {
        { "sid", FIELD_INT, false, ANY, BAD_JSON },
        { "randseed", FIELD_NONE, false, ANY, BAD_JSON } } },

    { "register",    0,          sw_do_register,     { USERNAME, PASSWORD } },
    { "login",       0,          sw_do_login,        { USERNAME, PASSWORD } },
    { "logout",      NEEDS_USER, sw_do_logout,       { SID } },
    { "sendMessage", NEEDS_USER, sw_do_send_message, { SID, { "text", FIELD_STR, true, 0, 300, BAD_MESSAGE_TEXT } } },
    { "getMessages", 0,          sw_do_get_messages, { { "since", FIELD_INT, true, 0, INT64_MAX, BAD_SINCE } } },

    { "uploadMap", 0, sw_do_upload_map, {
        { "mapName", FIELD_STR, true, 1, MAP_NAME_MOST, BAD_MAP_NAME },
        { "playersNum", FIELD_INT, true, 2, PLAYERS_MAX, BAD_PLAYERS_NUM },
        REGIONS,
        { "turnsNum", FIELD_INT, true, MAP_TURNS_LEAST, MAP_TURNS_MOST, BAD_TURNS_NUM } } },
    { "createDefaultMaps", 0, sw_do_create_default_maps, { MAYBE_SID } },

    { "createGame", NEEDS_USER | RECORDED, sw_do_create_game, {
        SID,
        { "gameName", FIELD_STR, true, 1, 50, BAD_GAME_NAME },
        { "mapId", FIELD_INT, true, ANY, BAD_MAP_ID },
        { "ai", FIELD_INT, false, 0, INT64_MAX, BAD_AI },
        { "gameDescription", FIELD_STR, false, 0, 300, BAD_GAME_DESCRIPTION },
        { "gameDescr", FIELD_STR, false, 0, 300, BAD_GAME_DESCRIPTION } } },
    { "joinGame",  NEEDS_USER | RECORDED, sw_do_join_game,  { SID, GAME_ID } },
    { "aiJoin",    0,                     sw_do_ai_join,    { GAME_ID } },
    { "leaveGame", IN_GAME,               sw_do_leave_game, { SID } },
    { "setReadinessStatus", IN_GAME, sw_do_set_readiness, {
        SID,
        { "isReady", FIELD_INT, true, 0, 1, BAD_READINESS_STATUS },
        { "visibleRaces", FIELD_LIST, false, ANY, BAD_JSON },
        { "visibleSpecialPowers", FIELD_LIST, false, ANY, BAD_JSON },
        { "visibleSpecialPower", FIELD_LIST, false, ANY, BAD_JSON } } },

    { "getGameList",  0, sw_do_get_game_list,  { MAYBE_SID } },
    { "getMapList",   0, sw_do_get_map_list,   { MAYBE_SID } },
    { "getGameState", 0, sw_do_get_game_state, { MAYBE_SID, GAME_ID } },
    { "saveGame",     0, sw_do_save_game,      { GAME_ID } },
    { "loadGame",     0, sw_do_load_game,      { MAYBE_SID, { "actions", FIELD_LIST, true, ANY, BAD_ACTIONS } } },

    { "selectRace",   IN_GAME, sw_do_select_race,   { SID, { "position", FIELD_INT, true, 0, 5, BAD_POSITION } } },
    { "conquer",      IN_GAME, sw_do_conquer,       { SID, { "regionId", FIELD_INT, true, 1, INT64_MAX, BAD_REGION_ID } } },
    { "decline",      IN_GAME, sw_do_decline,       { SID } },
    { "redeploy",     IN_GAME, sw_do_redeploy, {
        SID,
        REGIONS,
        { "encampments", FIELD_LIST, false, ANY, BAD_JSON },
        { "fortified", FIELD_OBJ, false, ANY, BAD_JSON },
        { "heroes", FIELD_LIST, false, ANY, BAD_JSON } } },
    { "defend",       IN_GAME, sw_do_defend,        { SID, REGIONS } },
    { "dragonAttack", IN_GAME, sw_do_dragon_attack, { SID, REGION_ID } },
    { "enchant",      IN_GAME, sw_do_enchant,       { SID, REGION_ID } },
    { "throwDice",    IN_GAME, sw_do_throw_dice,    { SID, { "dice", FIELD_INT, false, 0, 3, BAD_JSON } } },
    { "selectFriend", IN_GAME, sw_do_select_friend, { SID, { "friendId", FIELD_INT, true, ANY, BAD_FRIEND_ID } } },
    { "finishTurn",   IN_GAME, sw_do_finish_turn,   { SID } },
};
/* clang-format on */

const struct action *sw_action_by_name(struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        if (str_is(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* ---- values --------------------------------------------------------------- */

/* Digits with an optional sign. A number that does not fit 64 bits is out of every range. */
static bool digits(struct str text, int64_t *out)
{
    if (text.len > 1 && text.at[0] == '+' && text.at[1] != '-') {
        text.at++;
        text.len--;
    }
    return str_int(text, out);
}

bool sw_wire_int(const struct jin *v, int64_t *out)
{
    struct str text;

    if (jin_string(v, &text))
        return digits(text, out);
    return jin_kind(v) == JIN_INT && jin_int(v, out);
}

const struct value *sw_arg(const struct call *c, const char *name)
{
    for (int i = 0; i < FIELDS_MAX && c->action->fields[i].name; i++)
        if (strcmp(c->action->fields[i].name, name) == 0)
            return &c->value[i];
    BUG("a command has no such field");
}

static bool in_range(const struct field *field, int64_t n)
{
    return n >= field->least && n <= field->most;
}

static bool read_value(const struct field *field, struct value *out)
{
    switch (field->type) {
    case FIELD_INT:
        return sw_wire_int(out->json, &out->number) && in_range(field, out->number);
    case FIELD_STR:
        return jin_string(out->json, &out->text) && in_range(field, (int64_t)str_points(out->text));
    case FIELD_LIST:
        return jin_kind(out->json) == JIN_ARRAY;
    case FIELD_OBJ:
        return jin_kind(out->json) == JIN_OBJECT;
    case FIELD_NONE:
        return true;
    }
    return false;
}

static enum word check_shape(struct call *c)
{
    for (int i = 0; i < FIELDS_MAX && c->action->fields[i].name; i++) {
        const struct field *field = &c->action->fields[i];
        struct value       *value = &c->value[i];

        /* A command of a saved game names its user where others have a sid. */
        if (c->loading && c->user.id && strcmp(field->name, "sid") == 0)
            continue;
        value->json = jin_get(c->json, field->name);
        value->given = value->json && jin_kind(value->json) != JIN_NULL;
        if (value->given ? !read_value(field, value) : field->mandatory)
            return field->error;
    }
    return WORD_OK;
}

/* ---- running -------------------------------------------------------------- */

static enum word check_meaning(struct call *c)
{
    if ((c->action->flags & NEEDS_USER) && !c->user.id && !sw_user_by_sid(c->s, sw_arg(c, "sid")->number, &c->user))
        return BAD_USER_SID;
    if (!(c->action->flags & NEEDS_GAME))
        return WORD_OK;
    if (!c->user.game)
        return NOT_IN_GAME;
    c->table = table_find(c->s->hall, c->user.table);
    return c->table ? WORD_OK : NOT_IN_GAME;
}

static enum word run(struct call *c)
{
    struct str name;
    enum word  word;

    if (jin_kind(c->json) != JIN_OBJECT || !jin_string(jin_get(c->json, "action"), &name) || name.len == 0)
        return BAD_JSON;
    c->action = sw_action_by_name(name);
    if (!c->action)
        return BAD_ACTION;
    if ((word = check_shape(c)) != WORD_OK || (word = check_meaning(c)) != WORD_OK)
        return word;
    return c->action->run(c);
}

void sw_call_wait(struct call *c)
{
    c->pending = true;
    c->out->to->len = c->start;
}

bool sw_call_run(struct call *c, struct buf *out)
{
    struct jout answer = jout_to(out);

    c->start = out->len;

    jout_open_object(&answer);
    jout_field_text(&answer, "result", word_text(WORD_OK));
    c->out = &answer;
    enum word word = run(c);
    if (c->pending)
        return false;
    if (word != WORD_OK) {
        out->len = c->start;
        answer = jout_to(out);
        jout_open_object(&answer);
        jout_field_text(&answer, "result", word_text(word));
        if (c->dice >= 0)
            jout_field_int(&answer, "dice", c->dice);
    }
    jout_close_object(&answer);
    c->result = word;
    return true;
}
