/* Accounts: the rows, and passwords hashed in the pool. */
#include "hall/account.h"

#include "base/mem.h"
#include "hall/api_self.h"

#include <sodium.h>
#include <stdlib.h>

struct accounts {
    struct stmt *by_name, *by_id, *insert, *password, *set_password, *rename, *erase;
};

struct accounts *accounts_new(struct store *store)
{
    struct accounts *a = mem_new(sizeof *a);

    a->by_name = store_prepare(store, "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.name = ?1");
    a->by_id = store_prepare(store, "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.id = ?1 AND a.name IS NOT NULL");
    /* Another process (`meeple user add`) may have been faster: then nothing
     * is inserted, and whoever looks the name up finds that row. */
    a->insert = store_prepare(store, "INSERT INTO accounts (id, name, flags, password, created_at) "
                                     "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM accounts), ?1, ?2, ?3, ?4) "
                                     "ON CONFLICT DO NOTHING");
    a->password = store_prepare(store, "SELECT id, password FROM accounts WHERE name = ?1");
    a->set_password = store_prepare(store, "UPDATE accounts SET password = ?2 WHERE id = ?1");
    a->rename = store_prepare(store, "UPDATE accounts SET name = ?2 WHERE id = ?1");
    a->erase = store_prepare(store, "UPDATE accounts SET name = NULL, password = NULL WHERE id = ?1");
    return a;
}

void accounts_free(struct accounts *a)
{
    free(a);
}

/* ---- rows -------------------------------------------------------------- */

void account_from_row(struct stmt *q, struct account *out)
{
    out->id = (uint64_t)stmt_col_int(q, 0);
    out->flags = (unsigned)stmt_col_int(q, 1);
    str_copy(stmt_col_text(q, 2), out->name, sizeof out->name);
    out->created_at = stmt_col_int(q, 3);
    out->has_password = stmt_col_int(q, 4) != 0;
}

static enum err read_account(struct stmt *q, struct account *out)
{
    struct account found = { 0 };

    if (stmt_row(q))
        account_from_row(q, &found);
    enum err err = stmt_done(q);
    if (err)
        return err;
    if (!found.id)
        return ERR_NONE;
    *out = found;
    return ERR_OK;
}

enum err account_by_name(struct hall *hall, struct str name, struct account *out)
{
    struct accounts *a = api_of(hall)->accounts;

    stmt_text(a->by_name, 1, name);
    return read_account(a->by_name, out);
}

enum err account_by_id(struct hall *hall, uint64_t id, struct account *out)
{
    struct accounts *a = api_of(hall)->accounts;

    stmt_int(a->by_id, 1, (int64_t)id);
    return read_account(a->by_id, out);
}

/* `hash` may be a NULL text: no password. */
static enum err insert_account(struct hall *hall, struct str name, unsigned flags, struct str hash, struct account *out)
{
    struct accounts *a = api_of(hall)->accounts;
    struct account   other;
    enum err         err = account_by_name(hall, name, &other);

    if (err != ERR_NONE)
        return err ? err : ERR_REFUSED;
    stmt_text(a->insert, 1, name);
    stmt_int(a->insert, 2, flags);
    stmt_text(a->insert, 3, hash);
    stmt_int(a->insert, 4, hall_now(hall));
    err = stmt_run(a->insert);
    return err ? err : account_by_name(hall, name, out);
}

enum err account_create(struct hall *hall, struct str name, unsigned flags, struct account *out)
{
    return insert_account(hall, name, flags, STR_NONE, out);
}

enum err account_rename(struct hall *hall, uint64_t id, struct str name)
{
    struct accounts *a = api_of(hall)->accounts;
    struct account   other;
    enum err         err = account_by_name(hall, name, &other);

    if (err == ERR_OK)
        return other.id == id ? ERR_OK : ERR_REFUSED;
    if (err != ERR_NONE)
        return err;
    stmt_int(a->rename, 1, (int64_t)id);
    stmt_text(a->rename, 2, name);
    sessions_forget(api_of(hall)->sessions);
    return stmt_run(a->rename);
}

enum err account_erase(struct hall *hall, uint64_t id)
{
    struct accounts *a = api_of(hall)->accounts;
    enum err         err = sessions_close_all(hall, id, STR_NONE);

    if (err)
        return err;
    dialects_tell(hall, &(struct account_change){ .event = ACCOUNT_ERASED, .id = id });
    stmt_int(a->erase, 1, (int64_t)id);
    sessions_forget(api_of(hall)->sessions);
    return stmt_run(a->erase);
}

/* ---- passwords --------------------------------------------------------- */

/* One password on its way through the pool. `work` sees nothing else. */
struct password_job {
    char               password[LIMIT_PASSWORD];
    size_t             len;
    unsigned long long passes;
    size_t             memory;
    char               hash[crypto_pwhash_STRBYTES]; /* check: the stored one, empty if there is none; afterwards: one to store */
    bool               right;                        /* check: the password is the one of `hash` */
    bool               fresh;                        /* `hash` is new and to be stored */

    uint64_t id;
    unsigned flags;
    char     name[LIMIT_NAME_BYTES + 1];
    char     keep[65];
    void (*done)(struct hall *hall, void *arg, enum err err);
    void (*done_account)(struct hall *hall, void *arg, enum err err, const struct account *account);
    void *arg;
};

static struct password_job *job_new(struct hall *hall, struct str password, void *arg)
{
    struct password_job *job = mem_new(sizeof *job);

    memcpy(job->password, password.at, password.len);
    job->len = password.len;
    /* Test mode takes the library's least, so that suites are quick. */
    job->passes = hall_test_mode(hall) ? crypto_pwhash_OPSLIMIT_MIN : PASSWORD_PASSES;
    job->memory = hall_test_mode(hall) ? crypto_pwhash_MEMLIMIT_MIN : PASSWORD_MEMORY;
    job->arg = arg;
    return job;
}

static void job_free(struct password_job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

/* Ends a job: frees it, then tells. */
static void job_end(struct hall *hall, struct password_job *job, enum err err, const struct account *account)
{
    struct password_job told = { .done = job->done, .done_account = job->done_account, .arg = job->arg };

    job_free(job);
    if (told.done)
        told.done(hall, told.arg, err);
    else
        told.done_account(hall, told.arg, err, account);
}

static void job_dropped(struct hall *hall, void *arg)
{
    job_end(hall, arg, ERR_FULL, NULL);
}

static void job_start(struct hall *hall, struct password_job *job, void (*work)(void *arg),
                      void (*done)(struct hall *hall, void *arg))
{
    if (job_submit(hall, work, done, job_dropped, job))
        job_dropped(hall, job);
}

/* Fails only for lack of memory. */
static void work_hash(void *arg)
{
    struct password_job *job = arg;

    job->fresh = crypto_pwhash_str(job->hash, job->password, job->len, job->passes, job->memory) == 0;
}

/* Without a stored hash (no such name, or one without password) a hash is
 * made for nothing, so that the time tells nobody. */
static void work_check(void *arg)
{
    struct password_job *job = arg;

    if (!job->hash[0]) {
        work_hash(job);
        job->fresh = false;
        return;
    }
    job->right = crypto_pwhash_str_verify(job->hash, job->password, job->len) == 0;
    if (job->right && crypto_pwhash_str_needs_rehash(job->hash, job->passes, job->memory))
        work_hash(job);
}

static enum err store_hash(struct hall *hall, uint64_t id, const char *hash)
{
    struct accounts *a = api_of(hall)->accounts;

    stmt_int(a->set_password, 1, (int64_t)id);
    stmt_text(a->set_password, 2, str_of(hash));
    sessions_forget(api_of(hall)->sessions);
    return stmt_run(a->set_password);
}

static void done_set(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account;
    enum err             err = job->fresh ? account_by_id(hall, job->id, &account) : ERR_FULL;

    if (!err)
        err = store_hash(hall, job->id, job->hash);
    if (!err)
        dialects_tell(hall, &(struct account_change){ .event = ACCOUNT_PASSWORD,
                                                      .id = job->id,
                                                      .name = str_of(account.name),
                                                      .password = { job->password, job->len } });
    if (!err)
        err = sessions_close_all(hall, job->id, str_of(job->keep));
    job_end(hall, job, err, NULL);
}

void account_set_password(struct hall *hall, uint64_t id, struct str password, struct str keep,
                          void (*done)(struct hall *hall, void *arg, enum err err), void *arg)
{
    if (password.len > LIMIT_PASSWORD) {
        done(hall, arg, ERR_FULL);
        return;
    }
    struct password_job *job = job_new(hall, password, arg);
    job->id = id;
    job->done = done;
    str_copy(keep, job->keep, sizeof job->keep);
    job_start(hall, job, work_hash, done_set);
}

static void done_register(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account = { 0 };
    enum err             err = ERR_FULL;

    if (job->fresh)
        err = insert_account(hall, str_of(job->name), job->flags, str_of(job->hash), &account);
    job_end(hall, job, err, &account);
}

void account_register(struct hall *hall, struct str name, struct str password, unsigned flags,
                      void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg)
{
    struct account other;

    /* A taken name is told without the cost of a hash; the one who loses a
     * race is told afterwards. */
    if (account_by_name(hall, name, &other) == ERR_OK) {
        done(hall, arg, ERR_REFUSED, NULL);
        return;
    }
    if (password.len > LIMIT_PASSWORD || name.len > LIMIT_NAME_BYTES) {
        done(hall, arg, ERR_FULL, NULL);
        return;
    }
    struct password_job *job = job_new(hall, password, arg);
    job->flags = flags;
    job->done_account = done;
    str_copy(name, job->name, sizeof job->name);
    job_start(hall, job, work_hash, done_register);
}

static void done_check(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account = { 0 };
    enum err             err = job->right ? account_by_id(hall, job->id, &account) : ERR_REFUSED;

    if (err == ERR_NONE) /* erased while its password was checked */
        err = ERR_REFUSED;
    if (!err && job->fresh)
        store_hash(hall, job->id, job->hash);
    job_end(hall, job, err, &account);
}

void account_check(struct hall *hall, struct str name, struct str password,
                   void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg)
{
    struct accounts *a = api_of(hall)->accounts;

    if (password.len > LIMIT_PASSWORD || name.len > LIMIT_NAME_BYTES) {
        done(hall, arg, ERR_REFUSED, NULL);
        return;
    }
    struct password_job *job = job_new(hall, password, arg);
    job->done_account = done;
    stmt_text(a->password, 1, name);
    if (stmt_row(a->password)) {
        job->id = (uint64_t)stmt_col_int(a->password, 0);
        str_copy(stmt_col_text(a->password, 1), job->hash, sizeof job->hash);
    }
    stmt_done(a->password);
    job_start(hall, job, work_check, done_check);
}
