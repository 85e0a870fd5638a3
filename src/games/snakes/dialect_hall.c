/* Snakes in the hall API, for browsers: the league, the public bots, one's own
 * fights, and a session of the protocol for whoever is logged in to the hall.
 * The rules of who sees what are those of the protocol. */
#include "games/snakes/dialect_fights.h"

#include <stdio.h>

enum { PAGE = 100 }; /* rows of the league and of the catalogue */

/* ---- answering ----------------------------------------------------------- */

static const struct refusal {
    int         status;
    const char *code, *message;
} login_needed = { 401, "login_needed", "log in and send the token as Authorization: Bearer" },
  session_over = { 401, "session_over", "this token is not valid, or not any more; log in again" },
  not_for_guests = { 403, "not_for_guests", "guests cannot do this; register an account" },
  no_such_fight = { 404, "not_found", "there is no such fight, or it is not yours to see" },
  name_taken = { 409, "name_taken", "this name is taken" }, busy = { 503, "busy", "the server has too much to do; try again soon" };

static struct jout begin(struct hall *hall, struct ask *ask)
{
    struct jout out = jout_to(reply_begin(hall, ask));

    jout_open_object(&out);
    return out;
}

static void end(struct hall *hall, struct ask *ask, struct jout *out, int status)
{
    jout_close_object(out);
    reply_end(hall, ask, status, "application/json", "Cache-Control: no-store\r\n");
}

static bool refuse(struct hall *hall, struct ask *ask, const struct refusal *why)
{
    struct jout out = begin(hall, ask);

    jout_field_object(&out, "error");
    jout_field_text(&out, "code", why->code);
    jout_field_text(&out, "message", why->message);
    jout_close_object(&out);
    end(hall, ask, &out, why->status);
    return false;
}

/* The account that asks; false: it has been refused. */
static bool who_asks(struct hall *hall, struct ask *ask, struct account *out)
{
    if (ask->token.len == 0)
        return refuse(hall, ask, &login_needed);
    return session_find(hall, ask->token, out) == ERR_OK ? true : refuse(hall, ask, &session_over);
}

/* ---- public -------------------------------------------------------------- */

void snakes__handle_league(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct stmt   *q = self->player.best;
    struct jout    out = begin(hall, ask);
    struct player  p;

    jout_field_int(&out, "total", snakes__list_count(self, "snakes_players", PLAYER_IS_RATED));
    jout_field_array(&out, "players");
    stmt_int(q, 1, PAGE);
    for (int place = 1; stmt_row(q); place++) {
        struct snake_row fighter = { 0 };

        snakes__player_from_row(q, &p);
        jout_open_object(&out);
        jout_field_int(&out, "place", place);
        jout_field_uint(&out, "id", p.id);
        jout_field_text(&out, "name", p.name);
        jout_field_int(&out, "rating", p.rating);
        if (snakes__snake_by_id(self, p.fighter, &fighter)) {
            jout_field_text(&out, "fighter", fighter.name);
            jout_field_int(&out, "skin", fighter.skin);
        }
        snakes__snake_release(&fighter);
        jout_close_object(&out);
    }
    stmt_done(q);
    jout_close_array(&out);
    end(hall, ask, &out, 200);
}

void snakes__handle_bots(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct jout    out = begin(hall, ask);
    struct stmt   *q = self->snake.bots;

    jout_field_array(&out, "bots");
    stmt_int(q, 1, PAGE);
    while (stmt_row(q)) {
        jout_open_object(&out);
        jout_field_int(&out, "id", stmt_col_int(q, 0));
        jout_field_str(&out, "name", stmt_col_text(q, 1));
        jout_field_int(&out, "skin", stmt_col_int(q, 2));
        jout_field_int(&out, "player", stmt_col_int(q, 3));
        jout_field_str(&out, "player_name", stmt_col_text(q, 4));
        jout_field_object(&out, "program");
        snakes__program_fields(&out, stmt_col_text(q, 5), stmt_col_text(q, 6), stmt_col_text(q, 7));
        jout_close_object(&out);
        jout_close_object(&out);
    }
    stmt_done(q);
    jout_close_array(&out);
    end(hall, ask, &out, 200);
}

/* ---- mine ---------------------------------------------------------------- */

void snakes__handle_fights(struct hall *hall, void *arg, struct ask *ask)
{
    static const char *const kinds[] = { "ordered", "challenged" };
    struct snakes           *self = arg;
    struct account           account;
    struct player            p = { 0 };

    if (!who_asks(hall, ask, &account))
        return;
    snakes__player_by_id(self, account.id, &p);
    struct jout out = begin(hall, ask);
    snakes__id_field(&out, "pending", p.pending);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        snakes__fight_list(self, &out, kinds[i], account.id, str_of(kinds[i]));
    end(hall, ask, &out, 200);
}

void snakes__handle_fight(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct account account;
    struct str     id = { ask->path.at + ask->path.len, 0 };

    if (!who_asks(hall, ask, &account))
        return;
    for (; id.at > ask->path.at && id.at[-1] != '/'; id.len++)
        id.at--;
    uint64_t fight = snakes__id_read(id);
    if (!snakes__fight_visible(self, account.id, fight)) {
        refuse(hall, ask, &no_such_fight);
        return;
    }
    struct jout out = begin(hall, ask);
    snakes__id_field(&out, "FightId", fight);
    snakes__fight_fields(self, &out, fight, account.id, STR_NONE);
    end(hall, ask, &out, 200);
}

/* The player of an account, made if there is none: with the account's name as
 * login if it fits, else with one that no client can send. */
static bool player_of(struct snakes *self, const struct account *account, struct player *out)
{
    char login[LOGIN_ROOM], name[40], salt[SALT_LENGTH + 1];

    if (snakes__player_by_id(self, account->id, out))
        return true;
    snakes__salt_draw(salt);
    snprintf(login, sizeof login, "#%llu", (unsigned long long)account->id);
    if (!snakes__login_fault(str_of(account->name)) && !snakes__player_by_login(self, str_of(account->name), out))
        str_copy(str_of(account->name), login, sizeof login);
    snprintf(name, sizeof name, "Player %llu", (unsigned long long)account->id);
    return (snakes__player_add(self, account->id, str_of(login), str_of(account->name), str_of(salt), STR("")) ||
            snakes__player_add(self, account->id, str_of(login), str_of(name), str_of(salt), STR(""))) &&
           snakes__player_by_id(self, account->id, out);
}

void snakes__handle_session(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes  *self = arg;
    struct account  account;
    struct player   p;
    struct session *s;

    if (!who_asks(hall, ask, &account))
        return;
    if (account.flags & ACCOUNT_GUEST) {
        refuse(hall, ask, &not_for_guests);
        return;
    }
    if (!player_of(self, &account, &p)) {
        refuse(hall, ask, &name_taken);
        return;
    }
    if (!(s = snakes__session_open(self, &p))) {
        refuse(hall, ask, &busy);
        return;
    }
    struct jout out = begin(hall, ask);
    jout_field_text(&out, "sid", s->sid);
    jout_field_int(&out, "seconds", self->session_seconds);
    jout_field_uint(&out, "player", p.id);
    jout_field_text(&out, "name", p.name);
    end(hall, ask, &out, 200);
}
