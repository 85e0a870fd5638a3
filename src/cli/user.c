/* meeple user: accounts by the operator's hand, beside the server or without
 * it. The rows are those of hall/account.c, which keeps none in memory. */
#include <sodium.h>
#include <stdio.h>
#include <time.h>

#include "base/err.h"
#include "base/jout.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "hall/account.h"

static const struct setting settings_of_user[] = {
    { .name = "password-stdin", .kind = SETTING_FLAG, .help = "the password is the first line of stdin" },
    { .name = "json", .kind = SETTING_FLAG, .help = "list: one JSON object a line" },
    { 0 },
};

/* What a verb works on. */
struct job {
    struct store          *store;
    const struct settings *settings;
    struct str             name;
    char                   hash[crypto_pwhash_STRBYTES]; /* of the password, where the verb needs one */
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
    { "add", true, true, true, add },
    { "passwd", true, true, false, passwd },
    { "list", false, false, false, list },
    { "delete", true, false, false, erase },
};

/* ---- the command ------------------------------------------------------- */

/* The rule that the hall has for new names. */
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

static bool hash_password(struct job *job, bool twice)
{
    struct buf password = { 0 };
    char       problem[256] = "there is not enough memory to hash a password";
    bool done = password_ask(setting_flag(job->settings, "password-stdin"), twice, &password, problem) && sodium_init() >= 0 &&
                crypto_pwhash_str(job->hash, password.at, password.len, PASSWORD_PASSES, PASSWORD_MEMORY) == 0;

    if (!done)
        complain("%s", problem);
    if (password.at)
        sodium_memzero(password.at, password.len);
    buf_release(&password);
    return done;
}

static int run(const struct settings *settings, struct words words)
{
    struct job         job = { .settings = settings };
    const struct verb *verb = NULL;
    char               problem[256];

    for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
        if (strcmp(verbs[i].name, words.at[0]) == 0)
            verb = &verbs[i];
    if (!verb || words.n != 1 + verb->named) {
        complain("say: meeple user add NAME, passwd NAME, list, or delete NAME");
        return STATUS_USAGE;
    }
    if (verb->named)
        job.name = str_of(words.at[1]);
    if (verb->named && !name_is_fit(job.name))
        return complain("a name has 1 to %d characters, no control characters and no blanks at its ends", LIMIT_NAME);
    if (verb->password && !hash_password(&job, true))
        return STATUS_FAILED;
    if (open_accounts(setting_text(settings, "store"), verb->changes, &job.store, problem) != ERR_OK)
        return complain("%s", problem);
    int status = verb->run(&job);
    store_close(job.store);
    return status;
}

const struct command user_command = {
    .name = "user",
    .args = "add NAME | passwd NAME | list | delete NAME",
    .least = 1,
    .most = 2,
    .summary = "add, change, list and delete accounts",
    .about = "Works on the data file, whether the server runs or not. A changed password ends all sessions\n"
             "of the account; a deleted account's finished games stay, without its name.",
    .settings = settings_of_user,
    .store = true,
    .run = run,
};
