/* Accounts in the hall API: registration, login, guests, and one's own data. */
#include "api/call.h"
#include "api/feed.h"
#include "api/list.h"
#include "base/mem.h"
#include "people/book.h"
#include "people/name.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { GUEST_TRIES = 8, GUEST_NUMBERS = 1000000 };

/* ---- names ------------------------------------------------------------- */

static bool check_name(struct call *c, struct str name)
{
    const char *fault = name_fault(name);

    if (fault)
        call_fail_field(c, "name", fault);
    return !fault;
}

/* ---- sessions ---------------------------------------------------------- */

static void write_account(struct jout *out, const struct account *account)
{
    jout_field_uint(out, "id", account->id);
    jout_field_text(out, "name", account->name);
    jout_field_bool(out, "guest", account->flags & ACCOUNT_GUEST);
    jout_field_bool(out, "admin", account->flags & ACCOUNT_ADMIN);
    jout_field_int(out, "created_at", account->created_at);
}

/* Opens a session and replies with its token. */
static void welcome(struct call *c, const struct account *account, int status)
{
    char     token[65];
    enum err err = session_open(c->hall, account->id, token);

    if (err) {
        call_fail_err(c, err, NULL);
        return;
    }
    struct jout out = call_begin(c);
    jout_field_text(&out, "token", token);
    jout_field_object(&out, "account");
    write_account(&out, account);
    jout_close_object(&out);
    call_end(c, &out, status);
    sodium_memzero(token, sizeof token);
}

static bool allowed(struct call *c, const char *what, struct str who, int per_minute)
{
    if (rate_allow(c->hall, what, who, per_minute))
        return true;
    call_fail(c, API_TOO_MANY);
    return false;
}

static bool registration_open(struct call *c, const char *what, int per_minute)
{
    if (setting_flag(hall_settings(c->hall), "no-registration"))
        return call_fail(c, API_REGISTRATION_CLOSED), false;
    return allowed(c, what, str_of(c->ask->peer), per_minute);
}

static void registered(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct call c = call_later(hall, arg);

    if (err == ERR_REFUSED)
        call_fail(&c, API_NAME_TAKEN);
    else if (err == ERR_FULL)
        call_fail(&c, API_BUSY);
    else if (err)
        call_fail_err(&c, err, NULL);
    else
        welcome(&c, account, 201);
}

static void kept(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    if (!err)
        table_rename_sitter(hall, account->id, str_of(account->name));
    registered(hall, arg, err, account);
}

void api_register(struct call *c)
{
    bool       keep = jin_bool_or(jin_get(c->body, "keep"), false);
    struct str name = jin_str_or(jin_get(c->body, "name"), "");
    struct str password = jin_str_or(jin_get(c->body, "password"), "");

    if (password.len > LIMIT_PASSWORD)
        call_fail_field(c, "password", "must have at most 200 bytes");
    else if (keep && !(c->account.flags & ACCOUNT_GUEST))
        call_fail_field(c, "keep", "is for guests, with their token");
    else if (check_name(c, name) && registration_open(c, "register", LIMIT_REGISTRATIONS_PER_MINUTE)) {
        ask_keep(c->hall, c->ask);
        if (keep)
            account_keep(c->hall, c->ask->peer, c->account.id, name, password, kept, c->ask);
        else
            account_register(c->hall, c->ask->peer, name, password, 0, registered, c->ask);
    }
}

/* A login in progress. */
struct login {
    struct ask *ask;
    char        name[LIMIT_NAME_BYTES + 1];
};

static void logged_in(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct login *login = arg;
    struct call   c = call_later(hall, login->ask);

    if (err == ERR_REFUSED) {
        call_fail(&c, API_WRONG_PASSWORD);
    } else if (err == ERR_FULL) {
        call_fail(&c, API_BUSY);
    } else if (err) {
        call_fail_err(&c, err, NULL);
    } else {
        guess_right(hall, c.ask->peer, str_of(login->name));
        welcome(&c, account, 200);
    }
    free(login);
}

/* Counts a password attempt, by address and by name. */
static bool try_allowed(struct call *c, struct str name)
{
    if (guess_allowed(c->hall, c->ask->peer, name))
        return true;
    call_fail(c, API_TOO_MANY);
    return false;
}

void api_login(struct call *c)
{
    struct str name = jin_str_or(jin_get(c->body, "name"), "");

    if (!try_allowed(c, name))
        return;
    struct login *login = mem_new(sizeof *login);
    login->ask = c->ask;
    str_copy(name, login->name, sizeof login->name);
    ask_keep(c->hall, c->ask);
    account_check(c->hall, c->ask->peer, name, jin_str_or(jin_get(c->body, "password"), ""), logged_in, login);
}

void api_logout(struct call *c)
{
    session_close(c->hall, c->ask->token);
    feed_end_account(c->hall, c->account.id);
    call_empty(c);
}

/* A guest who asks for no name gets a number. */
static enum err create_guest(struct hall *hall, struct str wish, struct account *out)
{
    char     name[24];
    enum err err = ERR_REFUSED;

    if (wish.len)
        return account_create(hall, wish, ACCOUNT_GUEST, out);
    for (int i = 0; i < GUEST_TRIES && err == ERR_REFUSED; i++) {
        snprintf(name, sizeof name, "Guest %06d", (int)hall_random_below(GUEST_NUMBERS));
        err = account_create(hall, str_of(name), ACCOUNT_GUEST, out);
    }
    return err;
}

void api_guest(struct call *c)
{
    struct str     wish = jin_str_or(jin_get(c->body, "name"), "");
    struct account guest;

    if ((wish.len && !check_name(c, wish)) || !registration_open(c, "guest", LIMIT_GUESTS_PER_MINUTE))
        return;
    enum err err = create_guest(c->hall, wish, &guest);
    if (err == ERR_REFUSED)
        call_fail(c, API_NAME_TAKEN);
    else if (err)
        call_fail_err(c, err, NULL);
    else
        welcome(c, &guest, 201);
}

/* ---- me ---------------------------------------------------------------- */

void api_me(struct call *c)
{
    struct jout out = call_begin(c);

    write_account(&out, &c->account);
    book_write(c->hall, &out, "ratings", c->account.id);
    call_end(c, &out, 200);
}

void api_rename(struct call *c)
{
    struct str name = jin_str_or(jin_get(c->body, "name"), "");

    if (!check_name(c, name))
        return;
    if (!rate_allow_account(c->hall, "rename", c->account.id, LIMIT_RENAMES_PER_MINUTE)) {
        call_fail(c, API_TOO_MANY);
        return;
    }
    enum err err = account_rename(c->hall, c->account.id, name);
    if (err == ERR_REFUSED) {
        call_fail(c, API_NAME_TAKEN);
    } else if (err) {
        call_fail_err(c, err, NULL);
    } else {
        str_copy(name, c->account.name, sizeof c->account.name);
        table_rename_sitter(c->hall, c->account.id, name);
        api_me(c);
    }
}

/* Something that requires the current password. */
struct proof {
    struct ask *ask;
    uint64_t    account;
    char        password[LIMIT_PASSWORD + 1]; /* the new one */
};

static struct proof *proof_new(struct call *c)
{
    struct proof *proof = mem_new(sizeof *proof);

    proof->ask = c->ask;
    proof->account = c->account.id;
    ask_keep(c->hall, c->ask);
    return proof;
}

static void proof_free(struct proof *proof)
{
    sodium_memzero(proof, sizeof *proof);
    free(proof);
}

/* Is the password right? Otherwise replies and frees. */
static bool proven(struct hall *hall, struct proof *proof, enum err err)
{
    struct call c = call_later(hall, proof->ask);

    if (err == ERR_OK)
        return true;
    if (err == ERR_REFUSED)
        call_fail(&c, API_WRONG_PASSWORD);
    else
        call_fail(&c, API_BUSY);
    proof_free(proof);
    return false;
}

static void password_set(struct hall *hall, void *arg, enum err err)
{
    struct proof *proof = arg;
    struct call   c = call_later(hall, proof->ask);

    if (err)
        call_fail(&c, err == ERR_REFUSED ? API_WRONG_PASSWORD : API_BUSY);
    else
        call_empty(&c);
    proof_free(proof);
}

static void password_proven(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct proof *proof = arg;

    (void)account;
    if (proven(hall, proof, err))
        account_set_password(hall, proof->ask->peer, proof->account, str_of(proof->password), proof->ask->token, password_set,
                             proof);
}

void api_password(struct call *c)
{
    struct str fresh = jin_str_or(jin_get(c->body, "new"), "");

    if (fresh.len > LIMIT_PASSWORD)
        call_fail_field(c, "new", "must have at most 200 bytes");
    else if (try_allowed(c, str_of(c->account.name))) {
        struct proof *proof = proof_new(c);

        str_copy(fresh, proof->password, sizeof proof->password);
        account_check(c->hall, c->ask->peer, str_of(c->account.name), jin_str_or(jin_get(c->body, "old"), ""), password_proven,
                      proof);
    }
}

static void erase(struct call *c, uint64_t account)
{
    account_leave_tables(c->hall, account);
    book_erase(c->hall, account);
    enum err err = account_erase(c->hall, account);
    if (err)
        call_fail_err(c, err, NULL);
    else
        call_empty(c);
}

static void deletion_proven(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct proof *proof = arg;
    struct call   c = call_later(hall, proof->ask);

    (void)account;
    if (!proven(hall, proof, err))
        return;
    erase(&c, proof->account);
    proof_free(proof);
}

void api_delete_me(struct call *c)
{
    if (!c->account.has_password)
        erase(c, c->account.id);
    else if (try_allowed(c, str_of(c->account.name)))
        account_check(c->hall, c->ask->peer, str_of(c->account.name), jin_str_or(jin_get(c->body, "password"), ""), deletion_proven,
                      proof_new(c));
}

/* ---- my data ----------------------------------------------------------- */

void api_export(struct call *c)
{
    struct jout out = call_begin(c);

    jout_field_object(&out, "account");
    write_account(&out, &c->account);
    jout_close_object(&out);
    enum err err = sessions_write(c->hall, &out, "sessions", c->account.id, c->ask->token);
    book_write(c->hall, &out, "ratings", c->account.id);
    book_write_results(c->hall, &out, "results", c->account.id);
    if (!err)
        err = lists_write_seats(c->hall, &out, "seats", c->account.id);
    if (err)
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

/* ---- my sessions ------------------------------------------------------- */

void api_sessions(struct call *c)
{
    struct jout out = call_begin(c);

    if (sessions_write(c->hall, &out, "sessions", c->account.id, c->ask->token))
        call_fail(c, API_BUSY);
    else
        call_end(c, &out, 200);
}

void api_end_session(struct call *c)
{
    enum err err = session_close_by_id(c->hall, c->account.id, c->word);

    if (err == ERR_NONE) {
        call_fail(c, API_NO_SUCH_SESSION);
    } else if (err) {
        call_fail_err(c, err, NULL);
    } else {
        feed_end_account(c->hall, c->account.id); /* feeds do not know their session: close them all, the clients reconnect */
        call_empty(c);
    }
}
