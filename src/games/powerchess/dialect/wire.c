/* The JSON of Power Chess: lenient input, exact output. */
#include "games/powerchess/dialect/self.h"

/* ---- in ---------------------------------------------------------------- */

bool wire_int(const struct jin *v, int64_t least, int64_t most, int64_t *out)
{
    struct str text;
    int64_t    value;

    if (!jin_int(v, &value) && !(jin_string(v, &text) && str_int(text, &value)))
        return false;
    if (value < least || value > most)
        return false;
    *out = value;
    return true;
}

bool wire_is_integer(const struct jin *v)
{
    int64_t value;
    double  real;

    if (wire_int(v, INT64_MIN, INT64_MAX, &value))
        return true;
    return jin_real(v, &real) && (real >= 0x1p63 || real < -0x1p63); /* so large that it has no fraction */
}

bool wire_bool(const struct jin *v, bool *out)
{
    struct str text;

    if (jin_bool(v, out))
        return true;
    if (!jin_string(v, &text) || (!str_is(text, "true") && !str_is(text, "false")))
        return false;
    *out = str_is(text, "true");
    return true;
}

bool wire_flag(const struct jin *v, bool *out)
{
    int64_t value;

    if (wire_bool(v, out))
        return true;
    if (!wire_int(v, 0, 1, &value))
        return false;
    *out = value == 1;
    return true;
}

bool wire_square(const struct jin *v, int *square)
{
    int64_t row, col;

    if (!wire_int(jin_get(v, "row"), 0, 7, &row) || !wire_int(jin_get(v, "col"), 0, 7, &col))
        return false;
    *square = (int)(row * 8 + col);
    return true;
}

/* ---- out --------------------------------------------------------------- */

struct jout message_begin(struct door *door, enum message type)
{
    struct jout j = jout_to(&door->text);

    buf_clear(&door->text);
    jout_open_object(&j);
    jout_field_int(&j, "type", type);
    return j;
}

void message_send(struct door *door, struct jout *j, uint64_t conn)
{
    jout_close_object(j);
    if (conn)
        push_text(door->hall, conn, buf_view(&door->text));
}

void message_plain(struct door *door, enum message type, uint64_t conn)
{
    struct jout j = message_begin(door, type);

    message_send(door, &j, conn);
}

static void write_square(struct jout *j, const char *key, int square)
{
    jout_field_object(j, key);
    jout_field_int(j, "row", square / 8);
    jout_field_int(j, "col", square % 8);
    jout_close_object(j);
}

static void write_move(struct jout *j, int from, int to)
{
    jout_field_object(j, "move");
    write_square(j, "from", from);
    write_square(j, "to", to);
    jout_close_object(j);
}

static void write_look(struct jout *j, int square, int look, int id, int colour)
{
    jout_open_object(j);
    jout_field_int(j, "row", square / 8);
    jout_field_int(j, "col", square % 8);
    jout_field_int(j, "state", look);
    if (look == LOOK_PIECE) {
        jout_field_int(j, "piece", id);
        jout_field_bool(j, "color", colour == WHITE);
    } else if (look == LOOK_BOX) {
        jout_field_int(j, "rarity", id);
    } else if (look == LOOK_HOLE) {
        jout_field_int(j, "other", 0);
    }
    jout_close_object(j);
}

/* What the seat has to do now, with the offer if it has to select: nested as in
 * the protocol document, and flat as the latest client reads it. */
static void write_action(struct jout *j, const struct powerchess *g, int seat)
{
    bool turn = g->phase != PHASE_OVER && g->board.turn == seat;
    bool selects = turn && g->phase == PHASE_SELECT;

    jout_field_int(j, "action", selects ? ACTION_SELECT : turn ? ACTION_MOVE : ACTION_NONE);
    if (!selects)
        return;
    for (int copy = 0; copy < 2; copy++) {
        if (copy == 0)
            jout_field_object(j, "options");
        jout_field_int(j, "rarity", g->rarity);
        jout_field_int(j, "id1", g->option[0]);
        jout_field_int(j, "id2", g->option[1]);
        if (copy == 0)
            jout_close_object(j);
    }
}

/* The opponent is also told which move or power it was. */
static void write_deed(struct jout *j, const struct effects *effects)
{
    for (int i = 0; i < effects->n; i++) {
        const struct effect *e = &effects->at[i];

        if (e->what == EFFECT_WIRE_POWER) {
            jout_field_int(j, "rarity", e->arg[0]);
            jout_field_int(j, "power", e->arg[1]);
        } else if (e->what == EFFECT_WIRE_MOVE || e->what == EFFECT_WIRE_FOLLOW) {
            write_move(j, e->arg[0], e->arg[1]);
        }
    }
}

/* The squares between which a client has already moved its piece by a power
 * that fizzled: it is sent what is really there. */
static void write_fizzled(const struct door *door, struct jout *j, const struct powerchess *g)
{
    struct looks now;

    if (door->fizzled[0] == door->fizzled[1])
        return;
    looks_take(g, &now);
    for (int i = 0; i < 2; i++) {
        int square = door->fizzled[i];

        write_look(j, square, now.at[square].look, now.at[square].id, now.at[square].colour);
    }
}

void message_update(struct door *door, const struct powerchess *g, const struct table_event *event, int seat, uint64_t conn)
{
    struct jout j = message_begin(door, GAME_UPDATE);

    if (seat != event->seat)
        write_deed(&j, event->effects);
    jout_field_array(&j, "updates");
    for (int i = 0; i < event->effects->n; i++) {
        const struct effect *e = &event->effects->at[i];

        if (e->what == EFFECT_WIRE_SQUARE)
            write_look(&j, e->arg[0], e->arg[1], e->arg[2], e->arg[3]);
    }
    if (seat == event->seat)
        write_fizzled(door, &j, g);
    jout_close_array(&j);
    write_action(&j, g, seat);
    message_send(door, &j, conn);
}

/* Everything that differs from the normal set-up; at a table with another start
 * position also what differs from that, since a client may begin with
 * either. */
void message_rejoin(struct door *door, const struct table *t, int seat, uint64_t conn)
{
    const struct powerchess *g = t->state;
    struct jout              j = message_begin(door, GAME_UPDATE);
    struct powerchess        start;
    struct looks             now, first, normal;
    struct setup             setup = t->setup;
    struct refusal           why = { 0 };

    looks_take(g, &now);
    game_setup(&powerchess_game, &start, &setup, &why);
    looks_take(&start, &first);
    setup.extra = STR_NONE;
    game_setup(&powerchess_game, &start, &setup, &why);
    looks_take(&start, &normal);

    jout_field_array(&j, "updates");
    for (int s = 0; s < 64; s++)
        if (memcmp(&now.at[s], &first.at[s], sizeof now.at[s]) != 0 || memcmp(&now.at[s], &normal.at[s], sizeof now.at[s]) != 0)
            write_look(&j, s, now.at[s].look, now.at[s].id, now.at[s].colour);
    jout_close_array(&j);
    write_action(&j, g, seat);
    message_send(door, &j, conn);
}
