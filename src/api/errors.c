/* Errors of the hall API: one row each. */
#include "api/call.h"

static const struct {
    int         status;
    const char *code, *message;
} errors[] = {
    [API_BAD_JSON] = { 400, "bad_json", "The body must be a JSON object." },
    [API_BAD_FIELD] = { 400, "bad_field", "A field is wrong." },
    [API_BAD_MOVE] = { 400, "bad_move", "This is not a move of the game; /legal lists the moves." },
    [API_LOGIN_NEEDED] = { 401, "login_needed", "Log in or play as a guest, and send the token as Authorization: Bearer." },
    [API_SESSION_OVER] = { 401, "session_over", "This token is not valid, or no longer valid; log in again." },
    [API_WRONG_PASSWORD] = { 401, "wrong_password", "There is no account with this name and password." },
    [API_NOT_FOR_GUESTS] = { 403, "not_for_guests", "Guests cannot do this; register an account." },
    [API_REGISTRATION_CLOSED] = { 403, "registration_closed", "This server takes no new accounts." },
    [API_FORBIDDEN] = { 403, "forbidden", "You are not allowed to do this." },
    [API_MUTED] = { 403, "muted", "You are muted: an operator has taken chat away from you." },
    [API_NOT_YOUR_SEAT] = { 403, "not_your_seat", "You have no seat at this table." },
    [API_NOT_FOUND] = { 404, "not_found", "There is nothing here; see /api/v1/openapi.yaml." },
    [API_NO_SUCH_TABLE] = { 404, "no_such_table", "There is no such table, or it is private." },
    [API_NO_SUCH_GAME] = { 404, "no_such_game", "There is no such game; see /api/v1/games." },
    [API_NO_SUCH_PLAYER] = { 404, "no_such_player", "There is no such player." },
    [API_NO_SUCH_SESSION] = { 404, "no_such_session", "There is no such session." },
    [API_WRONG_METHOD] = { 405, "wrong_method", "This method is not allowed here; the Allow header lists those that are." },
    [API_NAME_TAKEN] = { 409, "name_taken", "This name is taken." },
    [API_SEAT_TAKEN] = { 409, "seat_taken", "Somebody sits there; empty the seat first." },
    [API_NOT_WAITING] = { 409, "not_waiting", "The game has already started." },
    [API_NOT_RUNNING] = { 409, "not_running", "The game has not started yet." },
    [API_FINISHED] = { 409, "finished", "The game is over." },
    [API_STALE] = { 409, "stale", "The game has gone on since; look again." },
    [API_KEY_REUSED] = { 409, "key_reused", "This key was used for another move." },
    [API_REFUSED] = { 422, "refused", "This cannot be done now." },
    [API_TOO_MANY] = { 429, "too_many", "Too many requests; wait a little." },
    [API_BUSY] = { 503, "busy", "The server is too busy; try again soon." },
};
_Static_assert(ARRAY_LEN(errors) == API_ERRORS, "every error has its row");

/* Seconds until a rate-limited client may retry. */
static const char retry_header[] = "Retry-After: 10\r\n";

/* The reason as a word and numbers, for programs and translations. */
static void write_reason(struct jout *out, const struct refusal *why)
{
    jout_field_text(out, "reason", why->word);
    if (!why->names || !why->names[0])
        return;
    jout_field_object(out, "args");
    for (size_t i = 0; i < ARRAY_LEN(why->arg) && why->names[i]; i++)
        if (i == 0 && why->words)
            jout_field_text(out, why->names[0], why->words[why->arg[0]]);
        else
            jout_field_int(out, why->names[i], why->arg[i]);
    jout_close_object(out);
}

static void write_message(struct jout *out, const struct fault *f)
{
    struct buf text = { 0 };

    if (f->refusal.text)
        refusal_write(&f->refusal, &text);
    else if (f->field)
        buf_printf(&text, "\"%s\" ", f->field);
    if (!f->refusal.text)
        buf_text(&text, f->why ? f->why : errors[f->error].message);
    jout_field_str(out, "message", buf_view(&text));
    buf_release(&text);
}

void fault_write(struct jout *out, const char *key, const struct fault *f)
{
    jout_field_object(out, key);
    jout_field_text(out, "code", errors[f->error].code);
    write_message(out, f);
    if (f->field)
        jout_field_text(out, "field", f->field);
    if (f->error == API_STALE)
        jout_field_uint(out, "seq", f->seq);
    if (f->refusal.word)
        write_reason(out, &f->refusal);
    jout_close_object(out);
}

struct fault fault_of(enum err err, const struct refusal *why)
{
    static const enum api_error as[] = {
        [ERR_MALFORMED] = API_BAD_JSON, [ERR_REFUSED] = API_REFUSED, [ERR_FULL] = API_TOO_MANY,
        [ERR_NONE] = API_NOT_FOUND,     [ERR_IO] = API_BUSY,
    };
    struct fault f = { .error = as[err] };

    if ((err == ERR_REFUSED || err == ERR_FULL) && why && why->text)
        f.refusal = *why;
    return f;
}

void call_fail_with(struct call *c, const struct fault *f)
{
    int         status = errors[f->error].status;
    struct jout out = call_begin(c);

    fault_write(&out, "error", f);
    jout_close_object(&out);
    reply_end(c->hall, c->ask, status, "application/json", status == 429 || status == 503 ? retry_header : NULL);
}

void call_fail(struct call *c, enum api_error error)
{
    call_fail_with(c, &(struct fault){ .error = error });
}

void call_fail_why(struct call *c, enum api_error error, const char *why)
{
    call_fail_with(c, &(struct fault){ .error = error, .why = why });
}

void call_fail_field(struct call *c, const char *field, const char *why)
{
    call_fail_with(c, &(struct fault){ .error = API_BAD_FIELD, .field = field, .why = why });
}

void call_fail_err(struct call *c, enum err err, const struct refusal *why)
{
    struct fault f = fault_of(err, why);

    call_fail_with(c, &f);
}

bool call_player(struct call *c, struct account *out)
{
    enum err err = account_by_name(c->hall, c->word, out);

    if (err)
        call_fail(c, err == ERR_NONE ? API_NO_SUCH_PLAYER : API_BUSY);
    return !err;
}
