/* Refusals of the hall API: one row each. */
#include "hall/api_call.h"

#include <stdio.h>

static const struct {
    int         status;
    const char *code, *message;
} errors[] = {
    [API_BAD_JSON] = { 400, "bad_json", "the body is no JSON object" },
    [API_BAD_FIELD] = { 400, "bad_field", "a field is wrong" },
    [API_BAD_MOVE] = { 400, "bad_move", "no move of this game reads like that; see /legal" },
    [API_LOGIN_NEEDED] = { 401, "login_needed", "log in, or be a guest, and send the token as Authorization: Bearer" },
    [API_SESSION_OVER] = { 401, "session_over", "this token is not valid, or not any more; log in again" },
    [API_WRONG_PASSWORD] = { 401, "wrong_password", "no account has this name and password" },
    [API_NOT_FOR_GUESTS] = { 403, "not_for_guests", "guests cannot do this; register an account" },
    [API_REGISTRATION_CLOSED] = { 403, "registration_closed", "this server takes no new accounts" },
    [API_FORBIDDEN] = { 403, "forbidden", "this is not yours to do" },
    [API_NOT_YOUR_SEAT] = { 403, "not_your_seat", "you have no seat at this table" },
    [API_NOT_FOUND] = { 404, "not_found", "there is nothing here; see /api/v1/openapi.yaml" },
    [API_NO_SUCH_TABLE] = { 404, "no_such_table", "there is no such table, or it is private" },
    [API_NO_SUCH_GAME] = { 404, "no_such_game", "there is no such game; see /api/v1/games" },
    [API_NO_SUCH_PLAYER] = { 404, "no_such_player", "there is no such player" },
    [API_WRONG_METHOD] = { 405, "wrong_method", "this method does nothing here; the Allow header says which do" },
    [API_NAME_TAKEN] = { 409, "name_taken", "this name is taken" },
    [API_NOT_WAITING] = { 409, "not_waiting", "the game has begun" },
    [API_NOT_RUNNING] = { 409, "not_running", "the game has not begun" },
    [API_FINISHED] = { 409, "finished", "the game is over" },
    [API_STALE] = { 409, "stale", "somebody has moved since; look again" },
    [API_KEY_REUSED] = { 409, "key_reused", "this Idempotency-Key stood for another move" },
    [API_REFUSED] = { 422, "refused", "this cannot be done now" },
    [API_TOO_MANY] = { 429, "too_many", "too many; wait a little" },
    [API_BUSY] = { 503, "busy", "the server has too much to do; try again soon" },
};
_Static_assert(ARRAY_LEN(errors) == API_ERRORS, "every error has its row");

/* Seconds after which a client that was too fast may try again. */
static const char retry_header[] = "Retry-After: 10\r\n";

void api_error_write(struct jout *out, enum api_error error, const char *why)
{
    jout_field_text(out, "code", errors[error].code);
    jout_field_text(out, "message", why ? why : errors[error].message);
}

/* Opens the reply up to the members of "error". */
static struct jout error_begin(struct call *c, enum api_error error, const char *why)
{
    struct jout out = call_begin(c);

    jout_field_object(&out, "error");
    api_error_write(&out, error, why);
    return out;
}

static void error_end(struct call *c, struct jout *out, enum api_error error)
{
    int status = errors[error].status;

    jout_close_object(out);
    jout_close_object(out);
    reply_end(c->hall, c->ask, status, "application/json", status == 429 || status == 503 ? retry_header : NULL);
}

void call_fail_why(struct call *c, enum api_error error, const char *why)
{
    struct jout out = error_begin(c, error, why);

    error_end(c, &out, error);
}

void call_fail(struct call *c, enum api_error error)
{
    call_fail_why(c, error, NULL);
}

void call_fail_field(struct call *c, const char *field, const char *why)
{
    char        message[160];
    struct jout out;

    snprintf(message, sizeof message, "\"%s\" %s", field, why);
    out = error_begin(c, API_BAD_FIELD, message);
    jout_field_text(&out, "field", field);
    error_end(c, &out, API_BAD_FIELD);
}

void call_fail_stale(struct call *c, uint32_t seq)
{
    struct jout out = error_begin(c, API_STALE, NULL);

    jout_field_uint(&out, "seq", seq);
    error_end(c, &out, API_STALE);
}

void call_fail_err(struct call *c, enum err err, const char *why)
{
    static const enum api_error as[] = {
        [ERR_MALFORMED] = API_BAD_JSON, [ERR_REFUSED] = API_REFUSED, [ERR_FULL] = API_TOO_MANY,
        [ERR_NONE] = API_NOT_FOUND,     [ERR_STALE] = API_STALE,     [ERR_IO] = API_BUSY,
    };

    call_fail_why(c, as[err], err == ERR_REFUSED || err == ERR_FULL ? why : NULL);
}
