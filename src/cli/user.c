/* meeple user: accounts by the operator's hand, beside the server or without
 * it. The rows are those of hall/account.c, which keeps none in memory. */
#include "base/err.h"
#include "base/jout.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "hall/account.h"

#include <sodium.h>
#include <stdio.h>
#include <time.h>

static const struct setting settings_of_user[] = {
    { .name = "password-stdin", .kind = SETTING_FLAG, .help = "the password is the first line of stdin" },
    { .name = "json", .kind = SETTING_FLAG, .help = "list: one JSON object a line" },
    { .name = "game", .meta = "GAME", .help = "add: also a player at this game's own door, which needs it (snakes)" },
    { .name = "shown", .meta = "NAME", .help = "add, with --game: the name that others see there; else that of the account" },
    { 0 },
};

/* What a verb works on. */
struct job {
    struct store          *store;
    const struct settings *settings;
    struct str             name;
    struct buf             password; /* where the verb needs one, and its hash */
    char                   hash[crypto_pwhash_STRBYTES];
};

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The id of an account; 0: there is none. */
static int64_t id_of(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "SELECT id FROM accounts WHERE name = ?1");
    int64_t      id = 0;

    stmt_text(q, 1, job->name);
    while (stmt_row(q))
        id = stmt_col_int(q, 0);
    stmt_done(q);
    return id;
}

static int commit(struct job *job)
{
    char problem[256];

    return store_commit(job->store, problem) == ERR_OK ? STATUS_OK : complain("%s", problem);
}

static void run_for(struct job *job, const char *sql, int64_t id)
{
    struct stmt *q = store_prepare(job->store, sql);

    stmt_int(q, 1, id);
    stmt_run(q);
}

/* Tells the games what became of an account. */
static void tell_dialects(struct job *job, struct account_change change)
{
    const char *why;

    change.name = job->name;
    change.password = buf_view(&job->password);
    for (int i = 0; all_games[i]; i++)
        if (all_dialects[i]->account_changed)
            all_dialects[i]->account_changed(job->store, &change, &why);
}

/* Makes the account a player of the game that --game names, if any. */
static bool enroll(struct job *job, int64_t id)
{
    const char           *game = setting_text(job->settings, "game"), *shown = setting_text(job->settings, "shown");
    const char           *why = "this game takes everybody who has an account";
    struct account_change change = { .event = ACCOUNT_ENROLLED,
                                     .id = (uint64_t)id,
                                     .name = job->name,
                                     .shown = shown ? str_of(shown) : job->name,
                                     .password = buf_view(&job->password) };

    for (int i = 0; game && all_games[i]; i++) {
        if (strcmp(all_games[i]->name, game) != 0)
            continue;
        if (all_dialects[i]->account_changed && all_dialects[i]->account_changed(job->store, &change, &why) == ERR_OK)
            return true;
        return complain("%s", why), false;
    }
    if (game)
        complain("there is no game %s", game);
    return !game;
}

/* ---- verbs ------------------------------------------------------------- */

static int add(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "INSERT INTO accounts (id, name, flags, password, created_at) "
                                               "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM accounts), ?1, 0, ?2, ?3)");

    if (id_of(job))
        return complain("there is an account %.*s already", STR_ARG(job->name));
    stmt_text(q, 1, job->name);
    stmt_text(q, 2, str_of(job->hash));
    stmt_int(q, 3, now_ms());
    stmt_run(q);
    return enroll(job, id_of(job)) ? commit(job) : STATUS_FAILED;
}

/* One account without password for each game that has samples. */
static int samples(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "INSERT INTO accounts (id, name, flags, password, created_at) "
                                               "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM accounts), ?1, ?2, NULL, ?3)");
    struct buf   name = { 0 };

    for (int i = 0; all_games[i]; i++) {
        if (!all_dialects[i]->add_samples)
            continue;
        buf_clear(&name);
        buf_printf(&name, "_%s_bots", all_games[i]->name);
        job->name = buf_view(&name);
        if (id_of(job))
            continue;
        stmt_text(q, 1, job->name);
        stmt_int(q, 2, ACCOUNT_ROBOT);
        stmt_int(q, 3, now_ms());
        stmt_run(q);
        all_dialects[i]->add_samples(job->store, (uint64_t)id_of(job), job->name);
        printf("%s: owned by %s\n", all_games[i]->title, name.at);
    }
    buf_release(&name);
    return commit(job);
}

static int passwd(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "UPDATE accounts SET password = ?2 WHERE id = ?1");
    int64_t      id = id_of(job);

    if (!id)
        return complain("there is no account %.*s", STR_ARG(job->name));
    stmt_int(q, 1, id);
    stmt_text(q, 2, str_of(job->hash));
    stmt_run(q);
    run_for(job, "DELETE FROM sessions WHERE account = ?1", id);
    tell_dialects(job, (struct account_change){ .event = ACCOUNT_PASSWORD, .id = (uint64_t)id });
    return commit(job);
}

/* What is left of an account: its number, so that it never comes back. */
static const char *const erasures[] = {
    "DELETE FROM sessions WHERE account = ?1",
    "DELETE FROM ratings WHERE account = ?1",
    "UPDATE seats SET name = 'deleted' WHERE account = ?1",
    "UPDATE accounts SET name = NULL, password = NULL WHERE id = ?1",
};

static int erase(struct job *job)
{
    int64_t id = id_of(job);

    if (!id)
        return complain("there is no account %.*s", STR_ARG(job->name));
    for (size_t i = 0; i < ARRAY_LEN(erasures); i++)
        run_for(job, erasures[i], id);
    tell_dialects(job, (struct account_change){ .event = ACCOUNT_ERASED, .id = (uint64_t)id });
    return commit(job);
}

static void list_row(struct stmt *q, bool json, struct buf *out)
{
    int64_t flags = stmt_col_int(q, 2);
    time_t  created = (time_t)(stmt_col_int(q, 4) / 1000);
    char    day[16];

    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&created));
    if (!json) {
        buf_printf(out, "%6lld  %s  %-8s  %.*s\n", (long long)stmt_col_int(q, 0), day,
                   flags & ACCOUNT_GUEST   ? "guest"
                   : flags & ACCOUNT_ROBOT ? "robot"
                   : stmt_col_int(q, 3)    ? "player"
                                           : "locked",
                   STR_ARG(stmt_col_text(q, 1)));
        return;
    }
    struct jout j = jout_to(out);
    jout_open_object(&j);
    jout_field_int(&j, "id", stmt_col_int(q, 0));
    jout_field_str(&j, "name", stmt_col_text(q, 1));
    jout_field_bool(&j, "guest", flags & ACCOUNT_GUEST);
    jout_field_bool(&j, "robot", flags & ACCOUNT_ROBOT);
    jout_field_bool(&j, "password", stmt_col_int(q, 3) != 0);
    jout_field_int(&j, "created_at", stmt_col_int(q, 4));
    jout_close_object(&j);
    buf_char(out, '\n');
}

static int list(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "SELECT id, name, flags, password IS NOT NULL, created_at FROM accounts "
                                               "WHERE name IS NOT NULL ORDER BY id");
    bool         json = setting_flag(job->settings, "json");
    struct buf   out = { 0 };

    if (!json)
        puts("    id  since       kind      name");
    while (stmt_row(q)) {
        buf_clear(&out);
        list_row(q, json, &out);
        fputs(out.at, stdout);
    }
    buf_release(&out);
    return stmt_done(q) == ERR_OK ? STATUS_OK : complain("the accounts cannot be read");
}

static const struct verb {
    const char *name;
    bool        named;    /* takes the NAME of an account */
    bool        password; /* needs a password */
    bool        changes;  /* a data file is made if there is none */
    int (*run)(struct job *job);
} verbs[] = {
    /* clang-format off */
    { "add",     true,  true,  true,  add },
    { "passwd",  true,  true,  false, passwd },
    { "list",    false, false, false, list },
    { "delete",  true,  false, false, erase },
    { "samples", false, false, true,  samples },
    /* clang-format on */
};

/* ---- the command ------------------------------------------------------- */

/* Whatever any door may have let pass for a name. */
static bool name_is_fit(struct str name)
{
    return name.len > 0 && str_utf8(name) && str_points(name) <= LIMIT_NAME && !str_has_control(name) &&
           str_trim(name).len == name.len;
}

/* Beside a running server as a visitor; otherwise as the owner, who may create
 * the file and bring it up to date. */
static enum err open_accounts(const char *where, bool create, struct store **out, char problem[256])
{
    struct store *s = NULL;
    enum err      err = store_visit(where, &s, problem);

    if (err == ERR_OK && hall_migrate(s, problem) == ERR_OK) {
        *out = s;
        return ERR_OK;
    }
    store_close(s);
    s = NULL;
    if (err == ERR_NONE && !create)
        return err;
    err = store_open(where, &s, problem);
    if (err == ERR_OK)
        err = hall_migrate(s, problem);
    if (err == ERR_OK)
        *out = s;
    else
        store_close(s);
    return err;
}

static bool hash_password(struct job *job)
{
    struct buf *password = &job->password;
    char        problem[256] = "there is not enough memory to hash a password";
    bool        done = password_ask(setting_flag(job->settings, "password-stdin"), password, problem) &&
                crypto_pwhash_str(job->hash, password->at, password->len, PASSWORD_PASSES, PASSWORD_MEMORY) == 0;

    if (!done)
        complain("%s", problem);
    return done;
}

static void forget_password(struct job *job)
{
    if (job->password.at)
        sodium_memzero(job->password.at, job->password.len);
    buf_release(&job->password);
}

static int run_verb(const struct verb *verb, struct job *job)
{
    char problem[256];

    if (sodium_init() < 0 || (verb->password && !hash_password(job)))
        return STATUS_FAILED;
    if (open_accounts(setting_text(job->settings, "store"), verb->changes, &job->store, problem) != ERR_OK)
        return complain("%s", problem);
    int status = verb->run(job);
    store_close(job->store);
    return status;
}

static int run(const struct settings *settings, struct words words)
{
    struct job         job = { .settings = settings };
    const struct verb *verb = NULL;

    for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
        if (strcmp(verbs[i].name, words.at[0]) == 0)
            verb = &verbs[i];
    if (!verb || words.n != 1 + verb->named) {
        complain("say: meeple user add NAME, passwd NAME, list, delete NAME, or samples");
        return STATUS_USAGE;
    }
    if (verb->named)
        job.name = str_of(words.at[1]);
    if (verb->named && !name_is_fit(job.name))
        return complain("a name has 1 to %d characters, no control characters and no blanks at its ends", LIMIT_NAME);
    int status = run_verb(verb, &job);
    forget_password(&job);
    return status;
}

const struct command user_command = {
    .name = "user",
    .args = "add NAME | passwd NAME | list | delete NAME | samples",
    .least = 1,
    .most = 2,
    .summary = "add, change, list and delete accounts",
    .about = "Works on the data file, whether the server runs or not. A changed password ends all sessions\n"
             "of the account; a deleted account's finished games stay, without its name. `samples` puts in\n"
             "computer players that newcomers can play against, owned by an account without password.",
    .settings = settings_of_user,
    .store = true,
    .run = run,
};
