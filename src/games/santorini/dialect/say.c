/* Every message of the Santorini door. Keys are in the order of the protocol
 * document, and all output is ASCII. */
#include "games/santorini/dialect/lobby.h"

/* ---- parts of messages ------------------------------------------------- */

static struct jout begin(struct door *d, const char *type)
{
    struct jout out;

    buf_clear(&d->text);
    out = jout_to(&d->text);
    out.ascii = true;
    jout_open_object(&out);
    jout_field_text(&out, "type", type);
    jout_field_object(&out, "content");
    return out;
}

static void end(struct jout *out)
{
    jout_close_object(out);
    jout_close_object(out);
}

static void user(struct jout *out, const char *key, const struct lobby *l, int seat)
{
    jout_field_object(out, key);
    jout_field_text(out, "username", l->name[seat]);
    jout_close_object(out);
}

static void god_members(struct jout *out, int god)
{
    jout_field_text(out, "name", santorini_gods[god].name);
    jout_field_text(out, "description", santorini_gods[god].text);
}

static void coordinate(struct jout *out, const char *key, int cell)
{
    jout_field_object(out, key);
    jout_field_int(out, "x", cell % SIDE);
    jout_field_int(out, "y", cell / SIDE);
    jout_close_object(out);
}

static void to_one(struct door *d, const struct client *c, struct jout *out)
{
    end(out);
    push_text(d->hall, c->conn, buf_view(&d->text));
}

static void to_all(struct door *d, const struct lobby *l, struct jout *out)
{
    struct shared_text *text;

    end(out);
    text = shared_text_new(buf_view(&d->text));
    for (const struct client *c = l->clients; c; c = c->next)
        push_shared(d->hall, c->conn, text);
    shared_text_drop(text);
}

/* ---- to one connection ------------------------------------------------- */

void say_result(struct door *d, const struct client *c, bool value)
{
    struct jout out = begin(d, "RESULT");

    jout_field_bool(&out, "value", value);
    to_one(d, c, &out);
}

void say_ping(struct door *d, const struct client *c)
{
    struct jout out = begin(d, "PING");

    to_one(d, c, &out);
}

void say_error(struct door *d, const struct client *c, const char *type, const char *description)
{
    struct jout out = begin(d, "SERVER_ERROR");

    jout_field_text(&out, "type", type);
    jout_field_text(&out, "description", description);
    to_one(d, c, &out);
}

static struct jout size_selected(struct door *d, const struct lobby *l)
{
    struct jout out = begin(d, "SIZE_SELECTED");

    jout_field_int(&out, "size", l->size);
    return out;
}

static struct jout user_joined(struct door *d, const struct lobby *l, int seat)
{
    struct jout out = begin(d, "USER_JOINED");

    user(&out, "user", l, seat);
    return out;
}

void say_lobby(struct door *d, const struct client *c)
{
    const struct lobby *l = c->lobby;
    struct jout         out;

    if (!l->table)
        return;
    out = size_selected(d, l);
    to_one(d, c, &out);
    for (int i = 0; i < l->users; i++) {
        out = user_joined(d, l, l->joined[i]);
        to_one(d, c, &out);
    }
}

/* ---- to the whole lobby ------------------------------------------------ */

void say_all_size(struct door *d, const struct lobby *l)
{
    struct jout out = size_selected(d, l);

    to_all(d, l, &out);
}

void say_all_joined(struct door *d, const struct lobby *l, int seat)
{
    struct jout out = user_joined(d, l, seat);

    to_all(d, l, &out);
}

static void gods_available(struct door *d, const struct lobby *l, const int *god, int n)
{
    struct jout out = begin(d, "GODS_AVAILABLE");

    jout_field_array(&out, "gods");
    for (int i = 0; i < n; i++) {
        jout_open_object(&out);
        god_members(&out, god[i]);
        jout_close_object(&out);
    }
    jout_close_array(&out);
    to_all(d, l, &out);
}

static void god_chosen(struct door *d, const struct lobby *l, int seat, int god)
{
    struct jout out = begin(d, "GOD_CHOSEN");

    user(&out, "user", l, seat);
    jout_field_object(&out, "godIdentifier");
    god_members(&out, god);
    jout_close_object(&out);
    to_all(d, l, &out);
}

/* Messages that only name a user. */
static void about_user(struct door *d, const struct lobby *l, const char *type, int seat)
{
    struct jout out = begin(d, type);

    user(&out, "user", l, seat);
    to_all(d, l, &out);
}

void say_all_started(struct door *d, const struct lobby *l, const struct santorini *s)
{
    int all[GODS];

    for (int god = 0; god < GODS; god++)
        all[god] = god;
    if (s->phase == SELECT) {
        gods_available(d, l, all, GODS);
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        god_chosen(d, l, seat, s->god[seat]);
    gods_available(d, l, NULL, 0);
    about_user(d, l, "REQUEST_PLACE_PAWNS", seat_now(s));
}

static void pawn_placed(struct door *d, const struct lobby *l, int seat, int pawn, int cell)
{
    struct jout out = begin(d, "PAWN_PLACED");

    user(&out, "owner", l, seat);
    jout_field_int(&out, "pawnId", pawn);
    coordinate(&out, "coordinate", cell);
    to_all(d, l, &out);
}

static void turn_change(struct door *d, const struct lobby *l, int seat, int turn)
{
    struct jout out = begin(d, "TURN_CHANGE");

    user(&out, "user", l, seat);
    jout_field_int(&out, "turn", turn);
    to_all(d, l, &out);
}

static void action_ready(struct door *d, const struct lobby *l, int seat, const int16_t *action, int n)
{
    struct jout out = begin(d, "ACTION_READY");

    user(&out, "user", l, seat);
    jout_field_array(&out, "actionIdentifiers");
    for (int i = 0; i < n; i++) {
        jout_open_object(&out);
        jout_field_text(&out, "description", santorini_action_words[action[i]]);
        jout_close_object(&out);
    }
    jout_close_array(&out);
    to_all(d, l, &out);
}

static void moved(struct door *d, const struct lobby *l, int from, int to)
{
    struct jout out = begin(d, "MOVE");

    coordinate(&out, "from", from);
    coordinate(&out, "to", to);
    to_all(d, l, &out);
}

static void built(struct door *d, const struct lobby *l, int cell, int height, bool dome)
{
    static const char *const levels[TOP + 1] = { "LEVEL0", "LEVEL1", "LEVEL2", "LEVEL3" };
    struct jout              out = begin(d, "BUILD");

    jout_field_object(&out, "building");
    jout_field_text(&out, "level", levels[height]);
    jout_field_bool(&out, "dome", dome);
    jout_close_object(&out);
    coordinate(&out, "coordinate", cell);
    to_all(d, l, &out);
}

/* Effects that only browsers need are not sent here. */
static void effect(struct door *d, const struct lobby *l, const struct effect *e)
{
    int gods[PLAYERS] = { e->arg[1], e->arg[2], e->arg[3] };

    switch ((enum santorini_effect)e->what) {
    case TELL_GODS:
        gods_available(d, l, gods, e->arg[0]);
        break;
    case TELL_CHOSEN:
        god_chosen(d, l, e->seat, e->arg[0]);
        break;
    case TELL_PLACE:
        about_user(d, l, "REQUEST_PLACE_PAWNS", e->seat);
        break;
    case TELL_PLACED:
        pawn_placed(d, l, e->seat, e->arg[0], e->arg[1]);
        break;
    case TELL_TURN:
        turn_change(d, l, e->seat, e->arg[0]);
        break;
    case TELL_READY:
        action_ready(d, l, e->seat, e->arg + 1, e->arg[0]);
        break;
    case TELL_MOVE:
    case TELL_PUSHED:
    case TELL_FERRIED:
        moved(d, l, e->arg[1], e->arg[2]);
        break;
    case TELL_BUILD:
    case TELL_DOME:
        built(d, l, e->arg[0], e->arg[1], e->what == TELL_DOME);
        break;
    case TELL_ELIMINATED:
        about_user(d, l, "ELIMINATION", e->seat);
        break;
    case TELL_WIN:
        about_user(d, l, "WIN", e->seat);
        break;
    case TELL_OFFERED:
    case TELL_FIRST:
    case TELL_SWAPPED: /* one MOVE swaps both workers */
    case TELL_PASSED:
    case TELL_BAN:
        break;
    }
}

/* A push is sent before the step that caused it: in the protocol MOVE swaps the
 * contents of two cells, and the cell must be free by then. */
void say_all_effects(struct door *d, const struct lobby *l, const struct effects *effects)
{
    for (int i = 0; i < effects->n; i++) {
        if (i + 1 < effects->n && effects->at[i + 1].what == TELL_PUSHED) {
            effect(d, l, &effects->at[i + 1]);
            effect(d, l, &effects->at[i++]);
        } else {
            effect(d, l, &effects->at[i]);
        }
    }
}
