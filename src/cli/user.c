/* meeple user: manages accounts, with or without a running server, which never
 * caches them. */
#include "base/err.h"
#include "base/jout.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "people/moderate.h"
#include "people/rows.h"
#include "tables/dialect.h"
#include "tables/rows.h"

#include <sodium.h>
#include <stdio.h>
#include <time.h>

const struct setting user_settings[] = {
    { .name = "password-stdin", .kind = SETTING_FLAG, .help = "read the password from the first line of stdin" },
    { .name = "json", .kind = SETTING_FLAG, .help = "list: print one JSON object per line" },
    { .name = "game", .meta = "GAME", .help = "add: also enroll in this game's own protocol, if it has its own players (snakes)" },
    { .name = "shown", .meta = "NAME", .help = "add, with --game: the display name there (default: the account's)" },
    { 0 },
};

/* What a verb works on. */
struct job {
    struct operation *op;
    struct store     *store;
    struct accounts  *accounts;
    struct str        name;
    struct str        password; /* if the verb needs one, and its hash */
    char              hash[crypto_pwhash_STRBYTES];
};

/* Finds the account that the command names, or prints that there is none. */
static bool find(struct job *job, struct account *out)
{
    enum err err = accounts_by_name(job->accounts, job->name, out);

    if (err == ERR_NONE)
        operation_complain(job->op, "there is no account %.*s: meeple user list shows all accounts", STR_ARG(job->name));
    else if (err)
        operation_complain(job->op, "the accounts cannot be read");
    return err == ERR_OK;
}

/* Notifies the games of an account change. */
static void tell_dialects(struct job *job, struct account_change change)
{
    change.name = job->name;
    change.password = job->password;
    account_tell_dialects(job->store, &change);
}

/* Enrolls the account in the game that --game names, if any. */
static bool enroll(struct job *job, uint64_t id)
{
    const char           *game = setting_text(job->op->settings, "game"), *shown = setting_text(job->op->settings, "shown");
    struct refusal        why = { .text = "this game is open to every account" };
    struct account_change change = { .event = ACCOUNT_ENROLLED,
                                     .id = id,
                                     .name = job->name,
                                     .shown = shown ? str_of(shown) : job->name,
                                     .password = job->password };

    for (int i = 0; game && all_games[i]; i++) {
        if (strcmp(all_games[i]->name, game) != 0)
            continue;
        if (all_dialects[i]->account_changed && all_dialects[i]->account_changed(job->store, &change, &why) == ERR_OK)
            return true;
        return operation_complain(job->op, "%s", why.text), false;
    }
    if (game)
        operation_complain(job->op, "there is no game %s", game);
    return !game;
}

/* Everything that proves to be the account ends, in the running server too. */
static void end_credentials(struct job *job, uint64_t id)
{
    order_add(job->store, ORDER_ENDED, id, 0, job->op->at);
}

static void book(struct job *job, const char *what)
{
    audit_add(job->store, OPERATOR, what, job->name, STR(""), job->op->at);
}

/* ---- verbs ------------------------------------------------------------- */

static int add(struct job *job)
{
    struct account account;
    enum err       err = accounts_add(job->accounts, job->name, 0, str_of(job->hash), job->op->at, &account);

    if (err == ERR_REFUSED)
        return operation_complain(job->op, "account %.*s already exists: meeple user passwd changes its password",
                                  STR_ARG(job->name));
    if (err != ERR_OK)
        return operation_complain(job->op, "the account cannot be stored");
    if (!enroll(job, account.id)) {
        accounts_erase(job->accounts, account.id);
        return STATUS_FAILED;
    }
    book(job, "add");
    return STATUS_OK;
}

/* One account without a password for each game that has samples. */
static int samples(struct job *job)
{
    struct buf     name = { 0 };
    struct account account;

    for (int i = 0; all_games[i]; i++) {
        if (!all_dialects[i]->add_samples)
            continue;
        buf_clear(&name);
        buf_printf(&name, "_%s_bots", all_games[i]->name);
        if (accounts_add(job->accounts, buf_view(&name), ACCOUNT_ROBOT, STR_NONE, job->op->at, &account) != ERR_OK)
            continue;
        all_dialects[i]->add_samples(job->store, account.id, buf_view(&name));
        buf_printf(&job->op->out, "%s: owned by %s\n", all_games[i]->title, name.at);
    }
    buf_release(&name);
    return STATUS_OK;
}

static int passwd(struct job *job)
{
    struct account account;

    if (!find(job, &account))
        return STATUS_FAILED;
    accounts_set_hash(job->accounts, account.id, str_of(job->hash));
    accounts_erase_sessions(job->accounts, account.id);
    tell_dialects(job, (struct account_change){ .event = ACCOUNT_PASSWORD, .id = account.id });
    end_credentials(job, account.id);
    book(job, "password");
    return STATUS_OK;
}

static int set_admin(struct job *job, bool admin)
{
    struct account account;

    if (!find(job, &account))
        return STATUS_FAILED;
    accounts_set_flags(job->accounts, account.id, admin ? account.flags | ACCOUNT_ADMIN : account.flags & ~(unsigned)ACCOUNT_ADMIN);
    audit_add(job->store, OPERATOR, "admin", job->name, admin ? STR("on") : STR("off"), job->op->at);
    return STATUS_OK;
}

static int admin(struct job *job)
{
    return set_admin(job, true);
}

static int no_admin(struct job *job)
{
    return set_admin(job, false);
}

static int erase(struct job *job)
{
    struct account          account;
    struct table_statements tables;

    if (!find(job, &account))
        return STATUS_FAILED;
    table_statements_prepare(&tables, job->store);
    seats_rename(&tables, account.id, STR("deleted"));
    accounts_erase_sessions(job->accounts, account.id);
    accounts_erase_ratings(job->accounts, account.id);
    accounts_erase(job->accounts, account.id);
    tell_dialects(job, (struct account_change){ .event = ACCOUNT_ERASED, .id = account.id });
    end_credentials(job, account.id);
    book(job, "delete");
    return STATUS_OK;
}

static const char *kind_of(const struct account *a)
{
    return a->flags & ACCOUNT_GUEST    ? "guest"
           : a->flags & ACCOUNT_ROBOT  ? "robot"
           : a->flags & ACCOUNT_BANNED ? "banned"
           : a->flags & ACCOUNT_ADMIN  ? "admin"
           : a->has_password           ? "player"
                                       : "locked";
}

static void list_row(const struct account *a, bool json, struct buf *out)
{
    time_t created = (time_t)(a->created_at / 1000);
    char   day[16];

    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&created));
    if (!json) {
        buf_printf(out, "%6llu  %s  %-8s  %s\n", (unsigned long long)a->id, day, kind_of(a), a->name);
        return;
    }
    struct jout j = jout_to(out);
    jout_open_object(&j);
    jout_field_uint(&j, "id", a->id);
    jout_field_text(&j, "name", a->name);
    jout_field_bool(&j, "guest", a->flags & ACCOUNT_GUEST);
    jout_field_bool(&j, "robot", a->flags & ACCOUNT_ROBOT);
    jout_field_bool(&j, "admin", a->flags & ACCOUNT_ADMIN);
    jout_field_bool(&j, "banned", a->flags & ACCOUNT_BANNED);
    jout_field_bool(&j, "password", a->has_password);
    jout_field_int(&j, "created_at", a->created_at);
    jout_close_object(&j);
    buf_char(out, '\n');
}

static int list(struct job *job)
{
    struct account account = { 0 };
    bool           json = setting_flag(job->op->settings, "json");
    enum err       err;

    if (!json)
        buf_text(&job->op->out, "    id  since       kind      name\n");
    while ((err = accounts_next(job->accounts, account.id, &account)) == ERR_OK)
        list_row(&account, json, &job->op->out);
    return err == ERR_NONE ? STATUS_OK : operation_complain(job->op, "the accounts cannot be read");
}

static const struct verb verbs[] = {
    /* an argument is the NAME of an account */
    /* clang-format off */
    { "add",      1, true,  add },
    { "passwd",   1, true,  passwd },
    { "list",     0, false, list },
    { "delete",   1, false, erase },
    { "admin",    1, false, admin },
    { "no-admin", 1, false, no_admin },
    { "samples",  0, false, samples },
    { 0 },
    /* clang-format on */
};

/* ---- the command ------------------------------------------------------- */

/* Accepts everything that any door accepts as a name. */
static bool name_is_fit(struct str name)
{
    return name.len > 0 && str_utf8(name) && str_points(name) <= LIMIT_NAME && !str_has_control(name) &&
           str_trim(name).len == name.len;
}

/* In the store. The input of a verb with a password is its hash, then itself. */
int operate_user(struct operation *op)
{
    const struct verb *verb = verb_called(verbs, op->words);
    struct job         job = { .op = op, .store = op->store };

    if (!verb || (verb->password && op->input.len < sizeof job.hash))
        return operation_complain(op, "there is no such command");
    if (verb->words)
        job.name = str_of(op->words.at[1]);
    if (verb->password) {
        memcpy(job.hash, op->input.at, sizeof job.hash);
        job.hash[sizeof job.hash - 1] = '\0';
        job.password = (struct str){ op->input.at + sizeof job.hash, op->input.len - sizeof job.hash };
    }
    job.accounts = accounts_new(op->store);
    int status = verb->run(&job);
    accounts_free(job.accounts);
    return status;
}

/* Asks for a password, and makes its hash. */
static bool read_password(const struct settings *settings, struct buf *input)
{
    struct buf password = { 0 };
    char       hash[crypto_pwhash_STRBYTES] = "", problem[256] = "there is not enough memory to hash a password";
    bool       done = password_ask(setting_flag(settings, "password-stdin"), &password, problem) &&
                crypto_pwhash_str(hash, password.at, password.len, PASSWORD_PASSES, PASSWORD_MEMORY) == 0;

    if (done) {
        buf_add(input, hash, sizeof hash);
        buf_str(input, buf_view(&password));
    } else {
        complain("%s", problem);
    }
    if (password.at)
        sodium_memzero(password.at, password.len);
    buf_release(&password);
    return done;
}

int run_user(const struct settings *settings, struct words words)
{
    const struct verb *verb = verb_called(verbs, words);
    struct buf         input = { 0 };
    char               problem[256] = "";
    int                status = STATUS_FAILED;

    if (!verb)
        return usage(&user_command);
    if (verb->words && !name_is_fit(str_of(words.at[1])))
        return complain("a name must have 1 to %d characters, no control characters and no leading or trailing blanks", LIMIT_NAME);
    /* The path is checked before a password is asked for. */
    if (!operate_can(settings, problem))
        return complain("%s", problem);
    if (sodium_init() >= 0 && (!verb->password || read_password(settings, &input)))
        status = operate(&user_command, settings, words, buf_view(&input), false);
    if (input.at)
        sodium_memzero(input.at, input.len);
    buf_release(&input);
    return status;
}
