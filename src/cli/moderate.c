/* meeple moderate: the operator's hand in a running server. Bans and mutes are
 * rows that the server reads; what touches tables it is ordered to do. */
#include "people/moderate.h"
#include "base/address.h"
#include "base/err.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "people/rows.h"
#include "tables/dialect.h"
#include "tables/rows.h"

#include <stdio.h>
#include <time.h>

struct job {
    struct operation *op;
    struct store     *store;
    struct accounts  *accounts;
    const char       *whom;
    const char       *detail;
};

/* ---- people and addresses -------------------------------------------------- */

static int sanction_account(struct job *job, enum account_flags what, bool on)
{
    struct account account;
    enum err       err = accounts_by_name(job->accounts, str_of(job->whom), &account);

    if (err == ERR_NONE)
        return operation_complain(job->op, "there is no account %s, nor is it an address", job->whom);
    if (err)
        return operation_complain(job->op, "the accounts cannot be read");
    if (on && (account.flags & ACCOUNT_ADMIN))
        return operation_complain(job->op, "%s is an admin: take that away first (meeple user no-admin)", job->whom);
    if (on == !!(account.flags & what))
        return STATUS_OK; /* it is so already */
    accounts_set_flags(job->accounts, account.id, account.flags ^ what);
    audit_add(job->store, OPERATOR, sanction_word(what, on), str_of(job->whom), STR(""), job->op->at);
    if (on && what == ACCOUNT_BANNED) {
        accounts_erase_sessions(job->accounts, account.id);
        account_tell_dialects(job->store, &(struct account_change){ .event = ACCOUNT_ENDED, .id = account.id });
        order_add(job->store, ORDER_ENDED, account.id, 0, job->op->at);
    }
    return STATUS_OK;
}

static int sanction(struct job *job, enum account_flags what, bool on)
{
    char address[ADDRESS_TEXT];

    if (!str_copy(str_of(job->whom), address, sizeof address) || !address_normalize(address, address))
        return sanction_account(job, what, on);
    if (address_sanction(job->store, address, what, on, OPERATOR, job->op->at) == ERR_REFUSED)
        return STATUS_OK;
    order_add(job->store, ORDER_SANCTIONS, 0, 0, job->op->at);
    return STATUS_OK;
}

static int ban(struct job *job)
{
    return sanction(job, ACCOUNT_BANNED, true);
}

static int unban(struct job *job)
{
    return sanction(job, ACCOUNT_BANNED, false);
}

static int mute(struct job *job)
{
    return sanction(job, ACCOUNT_MUTED, true);
}

static int unmute(struct job *job)
{
    return sanction(job, ACCOUNT_MUTED, false);
}

/* ---- tables ------------------------------------------------------------------ */

/* A number, at least 0; false with a message. */
static bool read_number(struct job *job, const char *text, const char *what, int64_t *out)
{
    return (str_int(str_of(text), out) && *out >= 0) ||
           (operation_complain(job->op, "%s is not the number of %s", text, what), false);
}

/* The table that the command names; false with a message. */
static bool find_table(struct job *job, int64_t *table)
{
    struct table_statements tables;

    if (!read_number(job, job->whom, "a table", table))
        return false;
    table_statements_prepare(&tables, job->store);
    stmt_int(tables.find, 1, *table);
    bool     found = stmt_row(tables.find);
    enum err err = stmt_done(tables.find);
    if (err)
        operation_complain(job->op, "the tables cannot be read");
    else if (!found)
        operation_complain(job->op, "there is no table %s", job->whom);
    return found && !err;
}

static int close_table(struct job *job)
{
    int64_t table;

    if (!find_table(job, &table))
        return STATUS_FAILED;
    order_add(job->store, ORDER_CLOSE, (uint64_t)table, 0, job->op->at);
    return STATUS_OK;
}

static int remove_chat_of_game(struct job *job, const struct game *game)
{
    uint64_t number = 0;
    int64_t  line;

    if (!dialect_of(game)->unsay)
        return operation_complain(job->op, "%s has no chat beside its tables: name a table", game->name);
    if (!read_number(job, job->detail, "a line", &line))
        return STATUS_FAILED;
    while (all_games[number] != game)
        number++;
    order_add(job->store, ORDER_UNSAY_GAME, number, line, job->op->at);
    return STATUS_OK;
}

static int remove_chat(struct job *job)
{
    const struct game *game = game_by_name(str_of(job->whom));
    int64_t            table, seq;

    if (game)
        return remove_chat_of_game(job, game);
    if (!find_table(job, &table) || !read_number(job, job->detail, "an event", &seq))
        return STATUS_FAILED;
    order_add(job->store, ORDER_UNSAY, (uint64_t)table, seq, job->op->at);
    return STATUS_OK;
}

/* ---- looking -------------------------------------------------------------------- */

static int audit(struct job *job)
{
    struct stmt *q = store_prepare(job->store, "SELECT at, who, what, whom, detail FROM audit ORDER BY id");

    while (stmt_row(q)) {
        time_t at = (time_t)(stmt_col_int(q, 0) / 1000);
        char   when[32];

        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime(&at));
        buf_printf(&job->op->out, "%s  %.*s  %.*s  %.*s  %.*s\n", when, STR_ARG(stmt_col_text(q, 1)), STR_ARG(stmt_col_text(q, 2)),
                   STR_ARG(stmt_col_text(q, 3)), STR_ARG(stmt_col_text(q, 4)));
    }
    enum err err = stmt_done(q);
    stmt_free(q);
    return err ? operation_complain(job->op, "the audit cannot be read") : STATUS_OK;
}

static const struct verb verbs[] = {
    /* clang-format off */
    { "ban",         1, .run = ban },
    { "unban",       1, .run = unban },
    { "mute",        1, .run = mute },
    { "unmute",      1, .run = unmute },
    { "close",       1, .run = close_table },
    { "remove-chat", 2, .run = remove_chat },
    { "audit",       0, .run = audit },
    { 0 },
    /* clang-format on */
};

int operate_moderate(struct operation *op)
{
    const struct verb *verb = verb_called(verbs, op->words);
    struct words       words = op->words;
    struct job         job = {
                .op = op, .store = op->store, .whom = words.n > 1 ? words.at[1] : NULL, .detail = words.n > 2 ? words.at[2] : NULL
    };

    if (!verb)
        return operation_complain(op, "there is no such command");
    job.accounts = accounts_new(op->store);
    int status = verb->run(&job);
    accounts_free(job.accounts);
    return status;
}

int run_moderate(const struct settings *settings, struct words words)
{
    if (!verb_called(verbs, words))
        return usage(&moderate_command);
    return operate(&moderate_command, settings, words, STR(""), false);
}
