/* A player's own snakes in the hall API: /api/v1/snakes/mine. */
#include "games/snakes/dialect/hall.h"
#include "games/snakes/dialect/json.h"
#include "tables/meter.h"

enum { NAME_CHARACTERS = 40 };

static void write_snake(struct jout *out, const struct snake_row *s, const struct player *owner)
{
    jout_field_uint(out, "id", s->id);
    jout_field_text(out, "name", s->name);
    jout_field_int(out, "skin", s->skin);
    jout_field_bool(out, "public", s->type == 'B');
    jout_field_bool(out, "fighter", owner->fighter == s->id);
    jout_field_object(out, "program");
    snakes__program_fields(out, buf_view(&s->description), buf_view(&s->program), buf_view(&s->notes));
    jout_close_object(out);
}

void snakes__handle_mine(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct account account;
    struct player  p = { 0 };
    struct stmt   *q = self->snake.of_player;

    if (!snakes__account_asks(hall, ask, &account))
        return;
    snakes__player_by_id(self, account.id, &p);
    struct jout out = snakes__answer_begin(hall, ask);
    jout_field_array(&out, "snakes");
    stmt_int(q, 1, (int64_t)account.id);
    while (stmt_row(q)) {
        struct snake_row s = { 0 };

        snakes__snake_from_row(q, &s);
        jout_open_object(&out);
        write_snake(&out, &s, &p);
        jout_close_object(&out);
        snakes__snake_release(&s);
    }
    stmt_done(q);
    jout_close_array(&out);
    snakes__answer_end(hall, ask, &out, 200);
}

/* ---- changing ------------------------------------------------------------ */

/* A request that changes one of my snakes. */
struct change {
    struct snakes    *self;
    struct ask       *ask;
    struct player     me;
    struct snake_row  row; /* id 0: a new one */
    const struct jin *body;
};

static bool bad(struct change *c, const char *field, const char *message)
{
    return snakes__fail_field(c->self->hall, c->ask, field, message);
}

static bool take_name(struct change *c)
{
    const struct jin *value = jin_get(c->body, "name");
    struct str        name;

    if (!value && c->row.id)
        return true;
    if (!jin_string(value, &name) || name.len == 0 || str_points(name) > NAME_CHARACTERS || str_has_control(name))
        return bad(c, "name", "must be a text of 1 to 40 characters");
    uint64_t other = snakes__snake_named(c->self, c->me.id, name);
    if (other && other != c->row.id)
        return snakes__fail(c->self->hall, c->ask, &snakes__name_taken, "another snake of yours has this name");
    str_copy(name, c->row.name, sizeof c->row.name);
    return true;
}

static bool take_skin(struct change *c)
{
    const struct jin *value = jin_get(c->body, "skin");

    if (!value && c->row.id)
        return true;
    if (!jin_int(value, &c->row.skin) || c->row.skin < 1 || c->row.skin > SKINS)
        return bad(c, "skin", "must be 1 to 6");
    return true;
}

static bool take_program(struct change *c)
{
    const struct jin    *value = jin_get(c->body, "program");
    struct snake_program p;
    char                 problem[256];

    if (!value && c->row.id)
        return true;
    buf_clear(&c->row.description);
    buf_clear(&c->row.notes);
    buf_clear(&c->row.program);
    if (!program_from_jin(value, &p, &c->row.description, &c->row.notes, problem))
        return bad(c, "program", problem);
    program_write(&p, &c->row.program);
    return true;
}

/* "public" and "fighter": a fighter's program is secret, and a player cannot go
 * back to having no fighter. */
static bool take_marks(struct change *c)
{
    const struct jin *shown = jin_get(c->body, "public"), *fighter = jin_get(c->body, "fighter");
    bool              is_public = c->row.type == 'B', is_fighter = c->row.id && c->me.fighter == c->row.id;

    if ((shown && !jin_bool(shown, &is_public)))
        return bad(c, "public", "must be true or false");
    if (fighter && !jin_bool(fighter, &is_fighter))
        return bad(c, "fighter", "must be true or false");
    if (c->row.id && c->me.fighter == c->row.id && !is_fighter)
        return snakes__fail(c->self->hall, c->ask, &snakes__refused, "this is your fighter until you name another one");
    if (is_public && is_fighter)
        return snakes__fail(c->self->hall, c->ask, &snakes__refused, "a fighter's program cannot be public");
    c->row.type = is_public ? 'B' : 'N';
    return true;
}

static void put(struct change *c)
{
    bool created = !c->row.id, fighter = jin_bool_or(jin_get(c->body, "fighter"), false);

    if (created && snakes__snake_count(c->self, c->me.id) >= SNAKES_EACH) {
        snakes__fail(c->self->hall, c->ask, &snakes__refused, "you have ten snakes already");
        return;
    }
    if (created && !meter_allows(c->self->hall, c->me.id)) {
        snakes__fail(c->self->hall, c->ask, &snakes__too_many, NULL);
        return;
    }
    if (!take_name(c) || !take_skin(c) || !take_program(c) || !take_marks(c))
        return;
    if (created)
        snakes__snake_add(c->self, &c->row);
    else
        snakes__snake_edit(c->self, &c->row);
    if (fighter && c->me.fighter != c->row.id) {
        snakes__player_rate(c->self, c->me.id, true, c->me.rated ? c->me.rating : 0, c->row.id);
        c->me.fighter = c->row.id;
    }
    struct jout out = snakes__answer_begin(c->self->hall, c->ask);
    write_snake(&out, &c->row, &c->me);
    snakes__answer_end(c->self->hall, c->ask, &out, created ? 201 : 200);
}

static void erase(struct change *c)
{
    if (c->me.fighter == c->row.id) {
        snakes__fail(c->self->hall, c->ask, &snakes__refused, "this is your fighter: name another one first");
        return;
    }
    snakes__snake_erase(c->self, c->row.id);
    reply_begin(c->self->hall, c->ask);
    reply_end(c->self->hall, c->ask, 204, NULL, NULL);
}

void snakes__handle_my_snake(struct hall *hall, void *arg, struct ask *ask)
{
    static const char *const members[] = { "name", "skin", "program", "public", "fighter", NULL };
    struct change            c = { .self = arg, .ask = ask, .row = { .type = 'N' } };
    struct account           account;
    struct jin              *body = NULL;
    struct str               which = snakes__path_end(ask);
    bool                     is_new = ask->method == METHOD_PUT && str_is(which, "new");

    if (!snakes__account_asks(hall, ask, &account))
        return;
    if (ask->method == METHOD_PUT && !(body = snakes__body(hall, ask, members)))
        return;
    c.body = body;
    if (snakes__player_of(c.self, ask, &account, &c.me)) {
        c.row.player = c.me.id;
        if (!is_new && (!snakes__snake_by_id(c.self, snakes__id_read(which), &c.row) || c.row.player != c.me.id))
            snakes__fail(hall, ask, &snakes__not_found, "you have no such snake");
        else if (ask->method == METHOD_PUT)
            put(&c);
        else
            erase(&c);
    }
    snakes__snake_release(&c.row);
    jin_free(body);
}
