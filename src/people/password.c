/* Passwords: hashed and checked in the pool, with fair queueing. */
#include "base/address.h"
#include "base/log.h"
#include "base/mem.h"
#include "people/account.h"
#include "people/people.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* One password job. `work` sees nothing else. */
struct password_job {
    struct password_job *next;
    uint64_t             address; /* the address it is charged to */
    char                 peer[ADDRESS_TEXT];
    int64_t              not_before, gives_up;
    void (*work)(void *arg);
    void (*finished)(struct hall *hall, void *arg);

    char               password[LIMIT_PASSWORD];
    size_t             len;
    unsigned long long passes;
    size_t             memory;
    char               stored[crypto_pwhash_STRBYTES]; /* the account's hash when the job began, empty if there was none */
    char               hash[crypto_pwhash_STRBYTES];   /* a hash to store */
    bool               right;                          /* check: the password matches `stored` */
    bool               fresh;                          /* `hash` is new and must be stored */

    uint64_t id;
    unsigned flags;
    char     name[LIMIT_NAME_BYTES + 1];
    char     keep[65];
    void (*done)(struct hall *hall, void *arg, enum err err);
    void (*done_account)(struct hall *hall, void *arg, enum err err, const struct account *account);
    void *arg;
};

/* A copy of `order`, with the password. */
static struct password_job *job_new(struct hall *hall, struct str password, const struct password_job *order)
{
    struct password_job *job = mem_new(sizeof *job);

    *job = *order;
    if (password.len <= LIMIT_PASSWORD) /* otherwise job_start drops it */
        memcpy(job->password, password.at, password.len);
    job->len = password.len;
    /* Test mode uses the library's minimum, so that suites are fast. */
    job->passes = hall_test_mode(hall) ? crypto_pwhash_OPSLIMIT_MIN : PASSWORD_PASSES;
    job->memory = hall_test_mode(hall) ? crypto_pwhash_MEMLIMIT_MIN : PASSWORD_MEMORY;
    return job;
}

static void job_free(struct password_job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

/* Frees a job, then calls its callback. */
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

/* ---- the queue ----------------------------------------------------------- */

/* A hash takes a core for 26 ms, so queueing is fair: addresses take turns,
 * however many jobs each has, and slowed-down guesses come last. Nobody waits
 * longer than LIMIT_PASSWORD_SECONDS: then the answer is "try again later". */
enum {
    AT_ONCE = 2,    /* jobs in the pool at once */
    SLOW_MS = 1000, /* minimum wait of slowed-down guesses */
};

struct passwords {
    struct password_job *first; /* by arrival */
    int                  waiting, working;
    uint64_t             turn; /* counts started jobs */
    struct {
        uint64_t key, turn;
    } served[256]; /* when each address was last served */
};

struct passwords *passwords_new(void)
{
    return mem_new(sizeof(struct passwords));
}

void passwords_free(struct passwords *p)
{
    for (struct password_job *job = p->first, *next; job; job = next) {
        next = job->next;
        job_free(job);
    }
    free(p);
}

static uint64_t *served_at(struct passwords *p, uint64_t key)
{
    size_t slot = key % ARRAY_LEN(p->served);

    if (p->served[slot].key != key) {
        p->served[slot].key = key;
        p->served[slot].turn = 0;
    }
    return &p->served[slot].turn;
}

/* The next job: the oldest one of the address that was served least recently. */
static struct password_job **next_job(struct passwords *p, int64_t now)
{
    struct password_job **best = NULL;

    for (struct password_job **at = &p->first; *at; at = &(*at)->next) {
        if ((*at)->not_before > now)
            continue;
        if (!best || *served_at(p, (*at)->address) < *served_at(p, (*best)->address))
            best = at;
    }
    return best;
}

static void work_finished(struct hall *hall, void *arg);
static void work_dropped(struct hall *hall, void *arg);

static void do_work(void *arg)
{
    ((struct password_job *)arg)->work(arg);
}

/* Stays with the leader: passwords do not travel. */
static const struct job_kind work_job = { .length = JOB_SHORT, .work = do_work, .done = work_finished, .dropped = work_dropped };

static void serve(struct hall *hall)
{
    struct passwords     *p = people_of(hall)->passwords;
    struct password_job **at;

    while (p->working < AT_ONCE && (at = next_job(p, hall_now(hall)))) {
        struct password_job *job = *at;

        *at = job->next;
        job->next = NULL;
        p->waiting--;
        *served_at(p, job->address) = ++p->turn;
        if (job_submit(hall, &work_job, job) == ERR_OK)
            p->working++;
        else
            job_dropped(hall, job);
    }
}

static void work_finished(struct hall *hall, void *arg)
{
    struct password_job *job = arg;

    people_of(hall)->passwords->working--;
    job->finished(hall, job);
    serve(hall);
}

static void work_dropped(struct hall *hall, void *arg)
{
    people_of(hall)->passwords->working--;
    job_dropped(hall, arg);
}

/* A job has waited too long, or the delay of a slowed-down one is over. */
static void look_again(struct hall *hall, void *arg)
{
    struct passwords *p = people_of(hall)->passwords;

    (void)arg;
    for (struct password_job **at = &p->first; *at;) {
        struct password_job *job = *at;

        if (job->gives_up > hall_now(hall)) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        p->waiting--;
        job_dropped(hall, job);
    }
    serve(hall);
}

static int waiting_of(const struct passwords *p, uint64_t address)
{
    int n = 0;

    for (const struct password_job *job = p->first; job; job = job->next)
        n += job->address == address;
    return n;
}

static bool is_crowded(const struct passwords *p, uint64_t address)
{
    return p->waiting >= LIMIT_PASSWORDS_WAITING || waiting_of(p, address) >= LIMIT_PASSWORDS_WAITING_EACH;
}

/* Behind all others that wait. */
static void job_queue(struct hall *hall, struct password_job *job)
{
    struct passwords     *p = people_of(hall)->passwords;
    struct password_job **end = &p->first;
    int64_t               gives_up = hall_now(hall) + LIMIT_PASSWORD_SECONDS * 1000, not_before = job->not_before;

    job->gives_up = gives_up;
    if (job->len > LIMIT_PASSWORD || (!hall_test_mode(hall) && is_crowded(p, job->address))) {
        job_dropped(hall, job);
        return;
    }
    while (*end)
        end = &(*end)->next;
    *end = job;
    p->waiting++;
    serve(hall); /* which may end it */
    if (p->waiting)
        timer_at(hall, gives_up, look_again, NULL);
    if (p->waiting && not_before > hall_now(hall))
        timer_at(hall, not_before, look_again, NULL);
}

static void job_start(struct hall *hall, struct password_job *job, const char *peer, bool slow, void (*work)(void *arg),
                      void (*finished)(struct hall *hall, void *arg))
{
    job->address = address_key(peer);
    snprintf(job->peer, sizeof job->peer, "%s", peer);
    job->work = work;
    job->finished = finished;
    job->not_before = slow ? hall_now(hall) + SLOW_MS : 0;
    job_queue(hall, job);
}

/* ---- work ------------------------------------------------------------------ */

/* Fails only if out of memory. */
static void work_hash(void *arg)
{
    struct password_job *job = arg;

    job->fresh = crypto_pwhash_str(job->hash, job->password, job->len, job->passes, job->memory) == 0;
}

/* Without a stored hash (no such name, or no password) a dummy hash is
 * computed, so that the time reveals nothing. */
static void work_check(void *arg)
{
    struct password_job *job = arg;

    if (!job->stored[0]) {
        work_hash(job);
        job->fresh = false;
        return;
    }
    job->right = crypto_pwhash_str_verify(job->stored, job->password, job->len) == 0;
    if (job->right && crypto_pwhash_str_needs_rehash(job->stored, job->passes, job->memory))
        work_hash(job);
}

/* ---- what follows ----------------------------------------------------------- */

/* The account's hash now; empty if there is none, or no such account. */
static void read_stored(struct hall *hall, uint64_t id, char hash[crypto_pwhash_STRBYTES])
{
    struct account account;

    hash[0] = '\0';
    if (account_by_id(hall, id, &account) == ERR_OK)
        account__hash(hall, str_of(account.name), hash, crypto_pwhash_STRBYTES);
}

/* Whoever knows an old password must not get in with what they asked before it
 * was changed. False: it was, and `stored` is what counts now. */
static bool is_still_stored(struct hall *hall, struct password_job *job)
{
    char before[crypto_pwhash_STRBYTES];

    memcpy(before, job->stored, sizeof before);
    read_stored(hall, job->id, job->stored);
    return strcmp(job->stored, before) == 0;
}

static void done_set(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account;
    enum err             err = job->fresh ? account_by_id(hall, job->id, &account) : ERR_FULL;

    if (!err && !is_still_stored(hall, job))
        err = ERR_REFUSED;
    if (!err)
        err = account__set_hash(hall, job->id, job->hash);
    if (!err)
        err = account_end(hall, job->id, str_of(job->keep));
    if (!err)
        account_tell_dialects(hall_store(hall), &(struct account_change){ .event = ACCOUNT_PASSWORD,
                                                                          .id = job->id,
                                                                          .name = str_of(account.name),
                                                                          .password = { job->password, job->len } });
    job_end(hall, job, err, NULL);
}

static void done_register(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account = { 0 };
    enum err             err = ERR_FULL;

    if (job->fresh)
        err = account__insert(hall, str_of(job->name), job->flags, str_of(job->hash), &account);
    job_end(hall, job, err, &account);
}

static enum err keep(struct hall *hall, const struct password_job *job, struct account *account)
{
    enum err err = account_by_id(hall, job->id, account);

    if (!err && !(account->flags & ACCOUNT_GUEST))
        err = ERR_NONE; /* it was made an account while this password was hashed */
    if (!err && strcmp(job->name, account->name) != 0)
        err = account_rename(hall, job->id, str_of(job->name));
    if (!err)
        err = account__set_hash(hall, job->id, job->hash);
    if (!err)
        err = account_set_flags(hall, job->id, account->flags & ~(unsigned)ACCOUNT_GUEST);
    return err ? err : account_by_id(hall, job->id, account);
}

static void done_keep(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account = { 0 };
    enum err             err = job->fresh ? keep(hall, job, &account) : ERR_FULL;

    if (!err)
        log_info("access", "guest #%llu is account %s from now on", (unsigned long long)account.id, account.name);
    job_end(hall, job, err, &account);
}

static void done_check(struct hall *hall, void *arg)
{
    struct password_job *job = arg;
    struct account       account = { 0 };

    if (job->right && !is_still_stored(hall, job)) { /* perhaps it is the same password, hashed anew */
        job->right = job->fresh = false;
        job_queue(hall, job);
        return;
    }
    enum err err = job->right ? account_by_id(hall, job->id, &account) : ERR_REFUSED;

    if (err == ERR_NONE || (!err && (account.flags & ACCOUNT_BANNED))) /* ERR_NONE: deleted while its password was checked */
        err = ERR_REFUSED;
    if (err)
        log_info("access", "login refused: account #%llu from %s", (unsigned long long)job->id, job->peer);
    if (!err && job->fresh)
        account__set_hash(hall, job->id, job->hash);
    job_end(hall, job, err, &account);
}

/* ---- orders ----------------------------------------------------------------- */

void account_set_password(struct hall *hall, const char *peer, uint64_t id, struct str password, struct str keep,
                          void (*done)(struct hall *hall, void *arg, enum err err), void *arg)
{
    struct password_job order = { .id = id, .done = done, .arg = arg };

    str_copy(keep, order.keep, sizeof order.keep);
    read_stored(hall, id, order.stored);
    job_start(hall, job_new(hall, password, &order), peer, false, work_hash, done_set);
}

/* A taken name is reported without the cost of a hash; whoever loses a race is
 * told afterwards. A guest may keep its own. */
static enum err name_fault(struct hall *hall, struct str name, uint64_t own)
{
    struct account other;

    if (account_by_name(hall, name, &other) == ERR_OK && other.id != own)
        return ERR_REFUSED;
    return name.len > LIMIT_NAME_BYTES ? ERR_FULL : ERR_OK;
}

static void name_order(struct hall *hall, const char *peer, struct str name, struct str password, struct password_job order,
                       void (*finished)(struct hall *hall, void *arg))
{
    enum err err = name_fault(hall, name, order.id);

    if (err) {
        order.done_account(hall, order.arg, err, NULL);
        return;
    }
    str_copy(name, order.name, sizeof order.name);
    job_start(hall, job_new(hall, password, &order), peer, false, work_hash, finished);
}

void account_register(struct hall *hall, const char *peer, struct str name, struct str password, unsigned flags,
                      void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg)
{
    name_order(hall, peer, name, password, (struct password_job){ .flags = flags, .done_account = done, .arg = arg },
               done_register);
}

void account_keep(struct hall *hall, const char *peer, uint64_t guest, struct str name, struct str password,
                  void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg)
{
    name_order(hall, peer, name, password, (struct password_job){ .id = guest, .done_account = done, .arg = arg }, done_keep);
}

void account_check(struct hall *hall, const char *peer, struct str name, struct str password,
                   void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg)
{
    if (password.len > LIMIT_PASSWORD || name.len > LIMIT_NAME_BYTES) {
        done(hall, arg, ERR_REFUSED, NULL);
        return;
    }
    struct password_job *job = job_new(hall, password, &(struct password_job){ .done_account = done, .arg = arg });
    job->id = account__hash(hall, name, job->stored, sizeof job->stored);
    job_start(hall, job, peer, guess_is_slow(hall, peer, name), work_check, done_check);
}
