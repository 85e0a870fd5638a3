/* Snakes in the hall API, for browsers: the league, the public bots, fights to
 * watch, and a session of the protocol for players who are logged in to the
 * hall. The protocol's rules of visibility apply. */
#include "games/snakes/dialect/hall.h"

#include "games/snakes/dialect/fights.h"
#include "games/snakes/rules.h"
#include "games/snakes/samples.h"
#include "store/json.h"

#include <stdio.h>

enum { PAGE = 100 }; /* rows of the league and of the catalogue */

/* ---- answering ----------------------------------------------------------- */

const struct api_fault snakes__bad_json = { 400, "bad_json", "the body is not a JSON object" },
                       snakes__login_needed = { 401, "login_needed", "log in and send the token as Authorization: Bearer" },
                       snakes__session_over = { 401, "session_over", "this token is not valid, or not any more; log in again" },
                       snakes__not_for_guests = { 403, "not_for_guests", "guests cannot do this; register an account" },
                       snakes__not_found = { 404, "not_found", "there is no such fight, or it is not yours to see" },
                       snakes__name_taken = { 409, "name_taken", "this name is taken" },
                       snakes__refused = { 422, "refused", "this cannot be done now" },
                       snakes__too_many = { 429, "too_many", "too many; wait a little" },
                       snakes__busy = { 503, "busy", "the server has too much to do; try again soon" };

struct jout snakes__answer_begin(struct hall *hall, struct ask *ask)
{
    struct jout out = jout_to(reply_begin(hall, ask));

    jout_open_object(&out);
    return out;
}

void snakes__answer_end(struct hall *hall, struct ask *ask, struct jout *out, int status)
{
    jout_close_object(out);
    reply_end(hall, ask, status, "application/json",
              status == 429 || status == 503 ? "Cache-Control: no-store\r\nRetry-After: 10\r\n" : "Cache-Control: no-store\r\n");
}

static bool fail_with(struct hall *hall, struct ask *ask, const struct api_fault *why, const char *message, const char *field)
{
    struct jout out = snakes__answer_begin(hall, ask);

    jout_field_object(&out, "error");
    jout_field_text(&out, "code", why->code);
    jout_field_text(&out, "message", message ? message : why->message);
    if (field)
        jout_field_text(&out, "field", field);
    jout_close_object(&out);
    snakes__answer_end(hall, ask, &out, why->status);
    return false;
}

bool snakes__fail(struct hall *hall, struct ask *ask, const struct api_fault *why, const char *message)
{
    return fail_with(hall, ask, why, message, NULL);
}

bool snakes__fail_field(struct hall *hall, struct ask *ask, const char *field, const char *message)
{
    static const struct api_fault bad_field = { 400, "bad_field", "a field is wrong" };
    char                          text[400];

    snprintf(text, sizeof text, "\"%s\" %s", field, message);
    /* A text that quotes a client may have been cut in the middle of a
     * character. */
    return fail_with(hall, ask, &bad_field, str_utf8(str_of(text)) ? text : NULL, field);
}

/* ---- asking -------------------------------------------------------------- */

bool snakes__anybody(struct hall *hall, struct ask *ask, struct account *out)
{
    *out = (struct account){ 0 };
    if (ask->token.len == 0 || session_find(hall, ask->token, out) == ERR_OK)
        return true;
    return snakes__fail(hall, ask, &snakes__session_over, NULL);
}

bool snakes__who_asks(struct hall *hall, struct ask *ask, struct account *out)
{
    if (ask->token.len == 0)
        return snakes__fail(hall, ask, &snakes__login_needed, NULL);
    return snakes__anybody(hall, ask, out);
}

bool snakes__account_asks(struct hall *hall, struct ask *ask, struct account *out)
{
    if (!snakes__who_asks(hall, ask, out))
        return false;
    return out->flags & ACCOUNT_GUEST ? snakes__fail(hall, ask, &snakes__not_for_guests, NULL) : true;
}

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

bool snakes__player_of(struct snakes *self, struct ask *ask, const struct account *account, struct player *out)
{
    return player_of(self, account, out) ? true : snakes__fail(self->hall, ask, &snakes__name_taken, NULL);
}

struct jin *snakes__body(struct hall *hall, struct ask *ask, const char *const *members)
{
    struct jin       *body = NULL;
    struct jin_member m = { 0 };
    char              field[64];

    if (ask->body.len > LARGE_BODY && !ask_comes_again(ask) &&
        !rate_allow(hall, "snakes-large", str_of(ask->peer), LARGE_PER_MINUTE)) {
        snakes__fail(hall, ask, &snakes__too_many, NULL);
        return NULL;
    }
    if (!ask_json(hall, ask, LIMIT_JSON_DEPTH, 0, &body))
        return NULL;
    if (jin_kind(body) != JIN_OBJECT) {
        jin_free(body);
        snakes__fail(hall, ask, &snakes__bad_json, NULL);
        return NULL;
    }
    while (jin_next(body, &m)) {
        const char *const *known = members;

        while (*known && !str_is(m.key, *known))
            known++;
        if (*known)
            continue;
        if (!str_copy(m.key, field, sizeof field))
            str_copy(STR("?"), field, sizeof field);
        jin_free(body);
        snakes__fail_field(hall, ask, field, "is not known here");
        return NULL;
    }
    return body;
}

struct str snakes__path_end(const struct ask *ask)
{
    struct str end = { ask->path.at + ask->path.len, 0 };

    for (; end.at > ask->path.at && end.at[-1] != '/'; end.len++)
        end.at--;
    return end;
}

/* ---- public -------------------------------------------------------------- */

void snakes__handle_league(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct stmt   *q = self->player.best;
    struct jout    out = snakes__answer_begin(hall, ask);
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
    snakes__answer_end(hall, ask, &out, 200);
}

static void program_object(struct jout *out, struct str description, struct str program, struct str notes)
{
    jout_field_object(out, "program");
    snakes__program_fields(out, description, program, notes);
    jout_close_object(out);
}

static void write_samples(struct jout *out)
{
    for (int i = 0; i < sample_count(); i++) {
        struct snake_row s = { 0 };

        snakes__snake_of_sample(i, &s);
        jout_open_object(out);
        jout_field_int(out, "id", (int64_t)s.id);
        jout_field_text(out, "name", s.name);
        jout_field_int(out, "skin", s.skin);
        jout_field_null(out, "player");
        jout_field_text(out, "player_name", "Meeple");
        jout_field_bool(out, "sample", true);
        program_object(out, buf_view(&s.description), buf_view(&s.program), buf_view(&s.notes));
        jout_close_object(out);
        snakes__snake_release(&s);
    }
}

void snakes__handle_bots(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct jout    out = snakes__answer_begin(hall, ask);
    struct stmt   *q = self->snake.bots;

    jout_field_array(&out, "bots");
    write_samples(&out);
    stmt_int(q, 1, PAGE);
    while (stmt_row(q)) {
        jout_open_object(&out);
        row_write(q, 0, 5, &out);
        jout_field_bool(&out, "sample", false);
        program_object(&out, stmt_col_text(q, 5), stmt_col_text(q, 6), stmt_col_text(q, 7));
        jout_close_object(&out);
    }
    stmt_done(q);
    jout_close_array(&out);
    snakes__answer_end(hall, ask, &out, 200);
}

/* ---- fights -------------------------------------------------------------- */

void snakes__handle_fights(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes           *self = arg;
    static const char *const kinds[] = { "ordered", "challenged" };
    struct account           account;
    struct player            p = { 0 };

    if (!snakes__who_asks(hall, ask, &account))
        return;
    snakes__player_by_id(self, account.id, &p);
    struct jout out = snakes__answer_begin(hall, ask);
    snakes__id_field(&out, "pending", p.pending);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        snakes__fight_list(self, &out, kinds[i], account.id, str_of(kinds[i]));
    snakes__answer_end(hall, ask, &out, 200);
}

void snakes__fight_answer(struct snakes *self, struct ask *ask, uint64_t fight, uint64_t viewer, struct str turns, int status)
{
    struct jout out = snakes__answer_begin(self->hall, ask);

    snakes__id_field(&out, "FightId", fight);
    snakes__fight_fields(self, &out, fight, viewer, turns);
    jout_key(&out, "Starts");
    snakes_starts(&out);
    snakes__answer_end(self->hall, ask, &out, status);
}

void snakes__handle_fight(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct account account;
    uint64_t       fight = snakes__id_read(snakes__path_end(ask));

    if (!snakes__anybody(hall, ask, &account))
        return;
    if (snakes__lab_keeps(self, fight) || (account.id && snakes__fight_visible(self, account.id, fight)))
        snakes__fight_answer(self, ask, fight, account.id, STR_NONE, 200);
    else
        snakes__fail(hall, ask, account.id ? &snakes__not_found : &snakes__login_needed, NULL);
}

/* ---- sessions ------------------------------------------------------------ */

void snakes__handle_session(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes *self = arg;
    struct account account;
    struct player  p;
    char           sid[SID_LENGTH + 1];

    if (!snakes__account_asks(hall, ask, &account) || !snakes__player_of(self, ask, &account, &p))
        return;
    if (!snakes__session_open(self, &p, SESSION_SID, sid)) {
        snakes__fail(hall, ask, &snakes__busy, NULL);
        return;
    }
    struct jout out = snakes__answer_begin(hall, ask);
    jout_field_text(&out, "sid", sid);
    jout_field_int(&out, "seconds", self->session_seconds);
    jout_field_uint(&out, "player", p.id);
    jout_field_text(&out, "name", p.name);
    snakes__answer_end(hall, ask, &out, 200);
}
