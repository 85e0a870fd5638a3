/* Accounts through the hall API: register, log in, be a guest, one's own data. */
#include "base/mem.h"
#include "hall/api_call.h"
#include "hall/api_list.h"
#include "hall/feed.h"
#include "hall/rating_book.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { GUEST_TRIES = 8, GUEST_NUMBERS = 1000000 };

/* ---- names ------------------------------------------------------------- */

/* Characters that show nothing or turn the writing round: a name made of them
 * could pass for another's. */
static const struct {
    uint32_t first, last;
} unseen[] = {
    { 0x00, 0x1F },     { 0x7F, 0xA0 },     { 0xAD, 0xAD },     { 0x34F, 0x34F },   { 0x61C, 0x61C },   { 0x115F, 0x1160 },
    { 0x17B4, 0x17B5 }, { 0x180B, 0x180F }, { 0x2000, 0x200F }, { 0x2028, 0x202F }, { 0x205F, 0x206F }, { 0x3000, 0x3000 },
    { 0x3164, 0x3164 }, { 0xFE00, 0xFE0F }, { 0xFEFF, 0xFEFF }, { 0xFFA0, 0xFFA0 }, { 0xFFF0, 0xFFFB }, { 0xE0000, 0xE0FFF },
};

/* What is wrong with a new name at this door, or NULL. Names beginning with
 * "_" are for computer players. */
static const char *name_fault(struct str name)
{
    if (name.at[0] == '_')
        return "must not begin with _";
    if (name.at[0] == ' ' || name.at[name.len - 1] == ' ')
        return "must not begin or end with a blank";
    for (const char *at = name.at; at < name.at + name.len;) {
        uint32_t point = str_next_point(&at);

        for (size_t i = 0; i < ARRAY_LEN(unseen); i++)
            if (point >= unseen[i].first && point <= unseen[i].last)
                return "has characters that cannot be seen";
    }
    return NULL;
}

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
    jout_field_int(out, "created_at", account->created_at);
}

/* Opens a session and answers with its token. */
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

static bool registration_open(struct call *c)
{
    if (setting_flag(hall_settings(c->hall), "no-registration"))
        return call_fail(c, API_REGISTRATION_CLOSED), false;
    return allowed(c, "register", str_of(c->ask->peer), LIMIT_REGISTRATIONS_PER_MINUTE);
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

void api_register(struct call *c)
{
    struct str name = jin_str_or(jin_get(c->body, "name"), "");
    struct str password = jin_str_or(jin_get(c->body, "password"), "");

    if (password.len > LIMIT_PASSWORD)
        call_fail_field(c, "password", "is too long");
    else if (check_name(c, name) && registration_open(c)) {
        ask_keep(c->hall, c->ask);
        account_register(c->hall, name, password, 0, registered, c->ask);
    }
}

/* A login under way. */
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
        rate_return(hall, "login", str_of(c.ask->peer), LIMIT_LOGINS_PER_MINUTE);
        rate_return(hall, "login-as", str_of(login->name), LIMIT_LOGINS_PER_MINUTE);
        welcome(&c, account, 200);
    }
    free(login);
}

/* Counts a try of a password, by address and by name. */
static bool try_allowed(struct call *c, struct str name)
{
    return allowed(c, "login", str_of(c->ask->peer), LIMIT_LOGINS_PER_MINUTE) &&
           allowed(c, "login-as", name, LIMIT_LOGINS_PER_MINUTE);
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
    account_check(c->hall, name, jin_str_or(jin_get(c->body, "password"), ""), logged_in, login);
}

void api_logout(struct call *c)
{
    session_close(c->hall, c->ask->token);
    feed_end_account(c->hall, c->account.id);
    call_empty(c);
}

/* A guest without a wish gets a number. */
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

    if ((wish.len && !check_name(c, wish)) || !registration_open(c))
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
    rating_book_write(c->hall, &out, "ratings", c->account.id);
    call_end(c, &out, 200);
}

void api_rename(struct call *c)
{
    struct str name = jin_str_or(jin_get(c->body, "name"), "");

    if (!check_name(c, name))
        return;
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

/* Something that needs the old password first. */
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

/* Is it proven? Otherwise it is answered and freed. */
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

    if (err) {
        call_fail(&c, API_BUSY);
    } else {
        feed_end_account(hall, proof->account);
        call_empty(&c);
    }
    proof_free(proof);
}

static void password_proven(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct proof *proof = arg;

    (void)account;
    if (proven(hall, proof, err))
        account_set_password(hall, proof->account, str_of(proof->password), proof->ask->token, password_set, proof);
}

void api_password(struct call *c)
{
    struct str fresh = jin_str_or(jin_get(c->body, "new"), "");

    if (fresh.len > LIMIT_PASSWORD)
        call_fail_field(c, "new", "is too long");
    else if (try_allowed(c, str_of(c->account.name))) {
        struct proof *proof = proof_new(c);

        str_copy(fresh, proof->password, sizeof proof->password);
        account_check(c->hall, str_of(c->account.name), jin_str_or(jin_get(c->body, "old"), ""), password_proven, proof);
    }
}

/* Gives up the seats of an account at all unfinished tables. */
static void leave_all(struct hall *hall, uint64_t account)
{
    for (int i = 0; all_games[i]; i++) {
        struct table *t = table_next_live(hall, all_games[i], 0);

        while (t) {
            uint64_t    id = t->id;
            int         seat = table_seat_of(t, account);
            const char *why;

            if (seat >= 0 && (t = table_find(hall, id)))
                table_leave(hall, t, seat, "hall", &why);
            t = table_next_live(hall, all_games[i], id);
        }
    }
}

static void erase(struct call *c, uint64_t account)
{
    leave_all(c->hall, account);
    table_rename_sitter(c->hall, account, STR("deleted"));
    rating_book_erase(c->hall, account);
    feed_end_account(c->hall, account);
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
        account_check(c->hall, str_of(c->account.name), jin_str_or(jin_get(c->body, "password"), ""), deletion_proven,
                      proof_new(c));
}

/* ---- my data ----------------------------------------------------------- */

void api_export(struct call *c)
{
    struct jout out = call_begin(c);

    jout_field_object(&out, "account");
    write_account(&out, &c->account);
    jout_close_object(&out);
    sessions_write(c->hall, &out, "sessions", c->account.id);
    rating_book_write(c->hall, &out, "ratings", c->account.id);
    rating_book_write_results(c->hall, &out, "results", c->account.id);
    lists_write_seats(c->hall, &out, "seats", c->account.id);
    call_end(c, &out, 200);
}
