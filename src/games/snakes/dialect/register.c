/* Registration: a form for browsers and POST <base>register for everybody. It
 * makes an account of the hall (one name space) and the verifier for this
 * game's handshake. Given a password, the account gets it, too; given salt and
 * hash from the client, the server never sees one. */
#include "base/limits.h"
#include "base/mem.h"
#include "games/snakes/dialect/self.h"

#include <stdlib.h>

enum { PASSWORD_MOST = 100 };

static const char page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    "<title>Snakes: register</title><style>body{font:1rem/1.5 system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}"
    "label,input,button{display:block;width:100%;box-sizing:border-box;margin:.3rem 0;font:inherit;padding:.4rem}</style>"
    "<h1>Snakes</h1><form method=\"post\"><label>Login (small letters, digits, _)<input name=\"login\" required minlength=\"3\" "
    "maxlength=\"16\" pattern=\"[a-z_][a-z0-9_]+\"></label><label>Name<input name=\"name\" required minlength=\"2\" "
    "maxlength=\"40\"></label>"
    "<label>Password<input name=\"password\" type=\"password\" required "
    "maxlength=\"100\"></label><button>Register</button></form></html>";

/* The fields of a registration; copied, since it may wait for the pool. */
struct registration {
    struct snakes *self;
    struct ask    *ask;
    char           login[17];
    char           name[4 * NAME_MOST + 1];
    char           salt[SALT_LENGTH + 1];
    char           hash[HASH_LENGTH + 1];
};

/* Errors by field, in the order they are found. */
struct faults {
    struct buf  text;
    struct jout out;
    bool        any;
};

static void add_fault(struct faults *f, const char *field, const char *what)
{
    if (!f->any) {
        f->out = jout_to(&f->text);
        jout_open_object(&f->out);
        jout_field_text(&f->out, "Response", "nack");
        jout_field_object(&f->out, "Errors");
    }
    f->any = true;
    jout_field_array(&f->out, field);
    jout_text(&f->out, what);
    jout_close_array(&f->out);
}

/* Answers with the faults, if there are any. */
static bool answer_faults(struct hall *hall, struct ask *ask, struct faults *f)
{
    if (!f->any)
        return false;
    jout_close_object(&f->out);
    jout_close_object(&f->out);
    reply_json(hall, ask, 200, buf_view(&f->text));
    buf_release(&f->text);
    return true;
}

static struct str text_of(const struct form *form, const char *key)
{
    const struct form_node *node = form_get(form, NULL, str_of(key));

    return node && !node->array ? node->value : STR_NONE;
}

static void check_login(struct snakes *self, struct str login, struct faults *f)
{
    const char    *fault = login.at ? snakes__login_fault(login) : "missing";
    struct account other;
    struct player  player;

    if (!fault && (account_by_name(self->hall, login, &other) == ERR_OK || snakes__player_by_login(self, login, &player)))
        fault = "already taken";
    if (fault)
        add_fault(f, "login", fault);
}

static void check_name(struct snakes *self, struct str name, struct faults *f)
{
    const char  *fault = name.at ? snakes__name_fault(name) : "missing";
    struct stmt *q = self->player.by_name;

    if (!fault) {
        stmt_text(q, 1, name);
        if (stmt_row(q))
            fault = "already taken";
        stmt_done(q);
    }
    if (fault)
        add_fault(f, "name", fault);
}

static void check_secret(struct str password, struct str salt, struct str hash, struct faults *f)
{
    const char *hex = "0123456789abcdef";

    if (password.at) {
        if (password.len == 0 || !str_utf8(password) || str_points(password) > PASSWORD_MOST)
            add_fault(f, "password", "1 to 100 characters");
        return;
    }
    if (!salt.at && !hash.at) {
        add_fault(f, "password", "missing");
        return;
    }
    if (salt.len != SALT_LENGTH || !text_only(salt, hex))
        add_fault(f, "salt", "eight hexadecimal digits");
    if (hash.len != HASH_LENGTH || !text_only(hash, hex))
        add_fault(f, "hash", "forty hexadecimal digits");
}

/* The account exists: makes the player and the answer. */
static void finish(struct registration *r, uint64_t account)
{
    struct hall *hall = r->self->hall;
    struct jout  out;

    if (!snakes__player_add(r->self, account, str_of(r->login), str_of(r->name), str_of(r->salt), str_of(r->hash))) {
        struct faults f = { 0 };

        account_erase(hall, account); /* somebody else just took the name */
        add_fault(&f, "name", "already taken");
        answer_faults(hall, r->ask, &f);
        return;
    }
    out = jout_to(reply_begin(hall, r->ask));
    jout_open_object(&out);
    jout_field_text(&out, "Response", "register");
    snakes__id_field(&out, "PlayerId", account);
    jout_field_text(&out, "Login", r->login);
    jout_field_text(&out, "Salt", r->salt);
    jout_field_int(&out, "Timestamp", hall_now(hall) / 1000);
    jout_close_object(&out);
    reply_end(hall, r->ask, 200, "application/json; charset=utf-8", NULL);
}

static void registered(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct registration *r = arg;
    struct faults        f = { 0 };

    if (err == ERR_OK)
        finish(r, account->id);
    else if (err == ERR_REFUSED)
        add_fault(&f, "login", "already taken");
    else
        add_fault(&f, "password", "the server is busy: try again in a moment");
    answer_faults(hall, r->ask, &f);
    free(r);
}

static void begin(struct snakes *self, struct ask *ask, const struct form *form)
{
    struct hall *hall = self->hall;
    struct str   login = text_of(form, "login"), name = str_trim(text_of(form, "name")), password = text_of(form, "password");
    struct str   salt = text_of(form, "salt"), hash = text_of(form, "hash");
    struct registration *r;
    struct account       account;
    struct faults        f = { 0 };

    check_login(self, login, &f);
    check_name(self, name, &f);
    check_secret(password, salt, hash, &f);
    if (answer_faults(hall, ask, &f))
        return;
    r = mem_new(sizeof *r);
    *r = (struct registration){ .self = self, .ask = ask };
    str_copy(login, r->login, sizeof r->login);
    str_copy(name, r->name, sizeof r->name);
    str_copy(salt, r->salt, sizeof r->salt);
    str_copy(hash, r->hash, sizeof r->hash);
    if (password.at) {
        snakes__salt_draw(r->salt);
        snakes__verifier_make(login, password, r->salt, r->hash);
    }
    if (password.at && password.len <= LIMIT_PASSWORD) { /* a longer one only works at this door */
        ask_keep(hall, ask);
        account_register(hall, ask->peer, login, password, 0, registered, r);
        return;
    }
    enum err err = account_create(hall, login, 0, &account);
    registered(hall, r, err, &account);
}

void snakes__handle_register(struct hall *hall, void *self, struct ask *ask)
{
    struct form form;

    if (ask->method != METHOD_POST) {
        buf_text(reply_begin(hall, ask), page);
        reply_end(hall, ask, 200, "text/html; charset=utf-8",
                  "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
                  "frame-ancestors 'none'\r\n");
        return;
    }
    if (setting_flag(hall_settings(hall), "no-registration")) {
        reply_json(hall, ask, 403,
                   STR("{\"error\":{\"code\":\"registration_closed\",\"message\":\"registration is closed on this server\"}}"));
        return;
    }
    int64_t most = setting_int(hall_settings(hall), "snakes-registrations");
    if (most > 0 && !rate_allow(hall, "snakes-register", str_of(ask->peer), (int)(most < INT32_MAX ? most : INT32_MAX))) {
        reply_json(
            hall, ask, 429,
            STR("{\"error\":{\"code\":\"too_many\",\"message\":\"too many registrations from your address; wait a minute\"}}"));
        return;
    }
    form_parse(&form, ask->body);
    begin(self, ask, &form);
    form_release(&form);
}
