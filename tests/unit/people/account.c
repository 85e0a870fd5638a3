/* Accounts, sessions and rate limits on an in-memory store, with a hall that
 * is just enough: a clock the test sets, and a pool that works at once. */
#include "kit/cmocka.h"

#include "people/account.h"
#include "people/people.h"
#include "people/rows.h"

#include <sodium.h>
#include <stdio.h>

struct hall {
    struct store *store;
    struct people people;
    int64_t       now;
    bool          test_mode;
    bool          pool_full;
    int           jobs;
    void (*meanwhile)(struct hall *hall); /* happens once, while a job works */
};

struct store *hall_store(struct hall *hall)
{
    return hall->store;
}

int64_t hall_now(const struct hall *hall)
{
    return hall->now;
}

bool hall_test_mode(const struct hall *hall)
{
    return hall->test_mode;
}

void hall_random(void *out, size_t len)
{
    randombytes_buf(out, len);
}

void *part_self(struct hall *hall, const struct part *part)
{
    assert_ptr_equal(part, &people_part);
    return &hall->people;
}

/* Only its address counts here. */
const struct part people_part = { 0 };

/* What the games heard last. */
static struct {
    enum account_event event;
    uint64_t           id;
} heard;

void account_tell_dialects(struct store *store, const struct account_change *change)
{
    (void)store;
    heard.event = change->event;
    heard.id = change->id;
}

/* Nobody waits here. */
uint64_t timer_at(struct hall *hall, int64_t when, void (*fire)(struct hall *hall, void *arg), void *arg)
{
    (void)hall, (void)when, (void)fire, (void)arg;
    return 0;
}

enum err job_submit(struct hall *hall, const struct job_kind *kind, void *arg)
{
    if (hall->pool_full)
        return ERR_FULL;
    hall->jobs++;
    kind->work(arg);
    if (hall->meanwhile) {
        void (*meanwhile)(struct hall *) = hall->meanwhile;

        hall->meanwhile = NULL;
        meanwhile(hall);
    }
    kind->done(hall, arg);
    return ERR_OK;
}

static int setup(void **state)
{
    struct hall *hall = calloc(1, sizeof *hall);
    char         problem[256];

    if (sodium_init() < 0 || store_open("memory", &hall->store, problem))
        return -1;
    if (store_migrate(hall->store, &(struct migration){ "people", people_migrations }, problem))
        return -1;
    hall->people.accounts = accounts_new(hall->store);
    hall->people.sessions = sessions_new(hall->store);
    hall->people.rates = rates_new();
    hall->people.passwords = passwords_new();
    hall->now = INT64_C(1700000000000);
    hall->test_mode = true;
    *state = hall;
    return 0;
}

static int teardown(void **state)
{
    struct hall *hall = *state;

    accounts_free(hall->people.accounts);
    sessions_free(hall->people.sessions);
    rates_free(hall->people.rates);
    passwords_free(hall->people.passwords);
    store_close(hall->store);
    free(hall);
    return 0;
}

/* What a callback was told. */
struct told {
    int            times;
    enum err       err;
    struct account account;
};

static void tell(struct hall *hall, void *arg, enum err err)
{
    struct told *told = arg;

    (void)hall;
    told->times++;
    told->err = err;
}

static void tell_account(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    struct told *told = arg;

    tell(hall, arg, err);
    if (!err)
        told->account = *account;
}

static uint64_t join(struct hall *hall, const char *name, const char *password)
{
    struct told told = { 0 };

    account_register(hall, "127.0.0.1", str_of(name), str_of(password), 0, tell_account, &told);
    assert_int_equal(told.err, ERR_OK);
    return told.account.id;
}

static enum err check(struct hall *hall, const char *name, const char *password)
{
    struct told told = { 0 };

    account_check(hall, "127.0.0.1", str_of(name), str_of(password), tell_account, &told);
    assert_int_equal(told.times, 1);
    if (!told.err)
        assert_string_equal(told.account.name, name);
    return told.err;
}

static void names_compare_bytewise_and_ids_count(void **state)
{
    struct hall   *hall = *state;
    struct told    told = { 0 };
    struct account account;

    assert_int_equal(join(hall, "Ann", "first"), 1);
    assert_int_equal(join(hall, "ANN", "second"), 2);
    account_register(hall, "127.0.0.1", STR("Ann"), STR("third"), 0, tell_account, &told);
    assert_int_equal(told.err, ERR_REFUSED);
    assert_int_equal(account_create(hall, STR("_ai"), ACCOUNT_ROBOT, &account), ERR_OK);
    assert_int_equal(account.id, 3);
    assert_int_equal(account.flags, ACCOUNT_ROBOT);
    assert_false(account.has_password);
    assert_int_equal(account_create(hall, STR("ANN"), 0, &account), ERR_REFUSED);
    assert_int_equal(account_by_name(hall, STR("ann"), &account), ERR_NONE);
}

static void the_right_password_only(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    int            jobs;

    join(hall, "ann", "secret");
    account_create(hall, STR("guest"), ACCOUNT_GUEST, &account);
    assert_int_equal(check(hall, "ann", "secret"), ERR_OK);
    assert_int_equal(check(hall, "ann", "Secret"), ERR_REFUSED);
    assert_int_equal(check(hall, "ann", ""), ERR_REFUSED);

    /* No name and no password cost a job like any other. */
    jobs = hall->jobs;
    assert_int_equal(check(hall, "nobody", "secret"), ERR_REFUSED);
    assert_int_equal(check(hall, "guest", ""), ERR_REFUSED);
    assert_int_equal(hall->jobs, jobs + 2);
}

static void a_full_pool_is_told(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    struct told    told = { 0 };

    join(hall, "ann", "secret");
    hall->pool_full = true;
    assert_int_equal(check(hall, "ann", "secret"), ERR_FULL);
    account_register(hall, "127.0.0.1", STR("bob"), STR("secret"), 0, tell_account, &told);
    assert_int_equal(told.err, ERR_FULL);
    assert_int_equal(account_by_name(hall, STR("bob"), &account), ERR_NONE);
    account_set_password(hall, "127.0.0.1", 1, STR("other"), STR_NONE, tell, &told);
    assert_int_equal(told.err, ERR_FULL);
}

static struct str stored_hash(struct hall *hall, struct stmt *q)
{
    (void)hall;
    assert_true(stmt_row(q));
    return stmt_col_text(q, 0);
}

static void a_cheap_hash_is_renewed_at_login(void **state)
{
    struct hall *hall = *state;
    struct stmt *q = store_prepare(hall->store, "SELECT password FROM accounts WHERE id = 1");

    join(hall, "ann", "secret");
    assert_true(str_starts(stored_hash(hall, q), STR("$argon2id$v=19$m=8,t=1,")));
    stmt_done(q);
    hall->test_mode = false;
    assert_int_equal(check(hall, "ann", "secret"), ERR_OK);
    assert_true(str_starts(stored_hash(hall, q), STR("$argon2id$v=19$m=19456,t=2,")));
    stmt_done(q);
    assert_int_equal(check(hall, "ann", "secret"), ERR_OK);
}

static void changing_a_password_ends_other_sessions(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    struct told    told = { 0 };
    char           here[65], there[65];
    uint64_t       id = join(hall, "ann", "secret");

    assert_int_equal(session_open(hall, id, here), ERR_OK);
    assert_int_equal(session_open(hall, id, there), ERR_OK);
    account_set_password(hall, "127.0.0.1", id, STR("better"), str_of(here), tell, &told);
    assert_int_equal(heard.event, ACCOUNT_PASSWORD);
    assert_int_equal(heard.id, id);
    assert_int_equal(told.err, ERR_OK);
    assert_int_equal(session_find(hall, str_of(here), &account), ERR_OK);
    assert_int_equal(account.id, id);
    assert_int_equal(session_find(hall, str_of(there), &account), ERR_NONE);
    assert_int_equal(check(hall, "ann", "secret"), ERR_REFUSED);
    assert_int_equal(check(hall, "ann", "better"), ERR_OK);
    account_set_password(hall, "127.0.0.1", 99, STR("better"), STR_NONE, tell, &told);
    assert_int_equal(told.err, ERR_NONE);
}

static void owner_changes_it(struct hall *hall)
{
    struct told told = { 0 };

    account_set_password(hall, "127.0.0.1", 1, STR("better"), STR_NONE, tell, &told);
    assert_int_equal(told.err, ERR_OK);
}

static void it_is_hashed_anew(struct hall *hall)
{
    hall->test_mode = false;
    assert_int_equal(check(hall, "ann", "secret"), ERR_OK);
}

/* Somebody who knows the old password asked for something just before it was
 * changed: a session, or a password of their own. */
static void an_old_password_is_void_while_it_is_checked(void **state)
{
    struct hall *hall = *state;
    struct told  told = { 0 };

    assert_int_equal(join(hall, "ann", "secret"), 1);
    hall->meanwhile = owner_changes_it;
    assert_int_equal(check(hall, "ann", "secret"), ERR_REFUSED);
    hall->meanwhile = owner_changes_it;
    account_set_password(hall, "127.0.0.1", 1, STR("stolen"), STR_NONE, tell, &told);
    assert_int_equal(told.err, ERR_REFUSED);
    assert_int_equal(check(hall, "ann", "stolen"), ERR_REFUSED);
    assert_int_equal(check(hall, "ann", "better"), ERR_OK);
}

/* Two logins at once, of which the first renews the hash. */
static void the_same_password_hashed_anew_is_right(void **state)
{
    struct hall *hall = *state;

    join(hall, "ann", "secret");
    hall->meanwhile = it_is_hashed_anew;
    assert_int_equal(check(hall, "ann", "secret"), ERR_OK);
}

static void sessions_slide_and_end(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    char           token[65], other[65];
    const int64_t  day = 86400000;

    session_open(hall, join(hall, "ann", "secret"), token);
    hall->now += (LIMIT_SESSION_DAYS - 1) * day;
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_OK);
    hall->now += (LIMIT_SESSION_DAYS - 1) * day;
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_OK);
    hall->now += LIMIT_SESSION_DAYS * day;
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_NONE);

    session_open(hall, 1, other);
    assert_int_equal(session_close(hall, str_of(other)), ERR_OK);
    assert_int_equal(session_find(hall, str_of(other), &account), ERR_NONE);
    assert_int_equal(session_find(hall, STR("x"), &account), ERR_NONE);
    assert_int_equal(session_find(hall, STR_NONE, &account), ERR_NONE);
}

/* A look at a session writes nothing within the hour: reads must not commit. */
static void a_fresh_session_is_not_written_again(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    char           token[65], problem[256];

    session_open(hall, join(hall, "ann", "secret"), token);
    assert_int_equal(store_commit(hall->store, problem), ERR_OK);
    hall->now += 3600 * 1000;
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_OK);
    assert_false(store_dirty(hall->store));
    hall->now += 3000; /* a found session is believed for two seconds */
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_OK);
    assert_true(store_dirty(hall->store));
}

static void the_oldest_of_too_many_sessions_goes(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    char           first[65], second[65], token[65];
    uint64_t       id = join(hall, "ann", "secret");

    session_open(hall, id, first);
    hall->now += 1000;
    session_open(hall, id, second);
    for (int i = 0; i < 49; i++) {
        hall->now += 1000;
        session_open(hall, id, token);
    }
    assert_int_equal(session_find(hall, str_of(first), &account), ERR_NONE);
    assert_int_equal(session_find(hall, str_of(second), &account), ERR_OK);
}

static void erasing_frees_the_name_but_not_the_id(void **state)
{
    struct hall   *hall = *state;
    struct account account;
    char           token[65];
    uint64_t       id = join(hall, "ann", "secret");

    session_open(hall, id, token);
    assert_int_equal(account_erase(hall, id), ERR_OK);
    assert_int_equal(heard.event, ACCOUNT_ERASED);
    assert_int_equal(heard.id, id);
    assert_int_equal(session_find(hall, str_of(token), &account), ERR_NONE);
    assert_int_equal(account_by_id(hall, id, &account), ERR_NONE);
    assert_int_equal(check(hall, "ann", "secret"), ERR_REFUSED);
    assert_int_equal(join(hall, "ann", "again"), id + 1);
}

static void renaming(void **state)
{
    struct hall   *hall = *state;
    struct account account;

    join(hall, "ann", "secret");
    join(hall, "bob", "secret");
    assert_int_equal(account_rename(hall, 1, STR("bob")), ERR_REFUSED);
    assert_int_equal(account_rename(hall, 1, STR("ann")), ERR_OK);
    assert_int_equal(account_rename(hall, 1, STR("eve")), ERR_OK);
    assert_int_equal(account_by_name(hall, STR("eve"), &account), ERR_OK);
    assert_int_equal(account.id, 1);
    assert_int_equal(account_by_name(hall, STR("ann"), &account), ERR_NONE);
}

static void guests_go_with_their_sessions(void **state)
{
    struct hall   *hall = *state;
    struct account guest, account;
    char           token[65];

    join(hall, "ann", "secret");
    account_create(hall, STR("guest-1"), ACCOUNT_GUEST, &guest);
    session_open(hall, guest.id, token);
    sessions_sweep(hall);
    assert_int_equal(account_by_id(hall, guest.id, &account), ERR_OK);
    hall->now += INT64_C(86400000) * (LIMIT_SESSION_DAYS + 1);
    sessions_sweep(hall);
    assert_int_equal(account_by_id(hall, guest.id, &account), ERR_NONE);
    assert_int_equal(account_by_id(hall, 1, &account), ERR_OK);
}

static void so_many_tries_a_minute(void **state)
{
    struct hall *hall = *state;

    hall->test_mode = false;
    for (int i = 0; i < 30; i++)
        assert_true(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    assert_false(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    assert_true(rate_allow(hall, "login", STR("10.0.0.2"), 30));
    assert_true(rate_allow(hall, "register", STR("10.0.0.1"), 30));

    hall->now += 2000; /* one thirtieth of a minute */
    assert_true(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    assert_false(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    rate_return(hall, "login", STR("10.0.0.1"), 30);
    assert_true(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    assert_false(rate_allow(hall, "login", STR("10.0.0.1"), 30));
}

/* A flood of other addresses does not wash a guilty one away. */
static void a_flood_forgets_the_least_guilty(void **state)
{
    struct hall *hall = *state;
    char         who[16];

    hall->test_mode = false;
    for (int i = 0; i < 30; i++)
        rate_allow(hall, "login", STR("10.0.0.1"), 30);
    for (int i = 0; i < 100000; i++) {
        snprintf(who, sizeof who, "%d", i);
        rate_allow(hall, "login", str_of(who), 30);
    }
    assert_false(rate_allow(hall, "login", STR("10.0.0.1"), 30));
}

/* Nor do marks that last for days, however many there are. */
static void lasting_marks_drive_out_no_debts(void **state)
{
    struct hall *hall = *state;
    char         who[16];

    hall->test_mode = false;
    for (int i = 0; i < 100000; i++) {
        snprintf(who, sizeof who, "%d", i);
        rate_mark(hall, "known", str_of(who), INT64_C(86400000));
    }
    for (int i = 0; i < 30; i++)
        rate_allow(hall, "login", STR("10.0.0.1"), 30);
    for (int i = 0; i < 100000; i++) {
        snprintf(who, sizeof who, "%d", i);
        rate_allow(hall, "login", str_of(who), 30);
    }
    assert_false(rate_allow(hall, "login", STR("10.0.0.1"), 30));
    assert_true(rate_is_marked(hall, "known", STR("99999")));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

/* Whoever guesses is held back; the owner is not, where they have logged in before. */
static void guesses_are_limited(void **state)
{
    struct hall   *hall = *state;
    struct account ann;
    char           peer[32];

    hall->test_mode = false;
    assert_int_equal(account_create(hall, STR("ann"), 0, &ann), ERR_OK);
    assert_true(guess_allowed(hall, "192.0.2.200", STR("ann")));
    guess_right(hall, "192.0.2.200", STR("ann"));
    for (int i = 0; i < LIMIT_GUESSES_PER_MINUTE; i++)
        assert_true(guess_allowed(hall, "192.0.2.1", STR("ann")));
    assert_false(guess_allowed(hall, "192.0.2.1", STR("ann")));
    assert_int_equal(account_rename(hall, ann.id, STR("anna")), ERR_OK);
    assert_false(guess_allowed(hall, "192.0.2.1", STR("anna"))); /* a new name is no new count */
    assert_true(guess_allowed(hall, "192.0.2.1", STR("bob")));
    assert_false(guess_is_slow(hall, "192.0.2.2", STR("anna")));
    for (int i = 2; i < 2 + LIMIT_GUESSES_AT_PER_MINUTE; i++) {
        snprintf(peer, sizeof peer, "192.0.2.%d", i);
        assert_true(guess_allowed(hall, peer, STR("anna"))); /* never refused by the name alone */
    }
    assert_true(guess_is_slow(hall, "192.0.2.99", STR("anna")));
    assert_false(guess_is_slow(hall, "192.0.2.200", STR("anna")));
    hall->now += 61 * 1000;
    assert_true(guess_allowed(hall, "192.0.2.1", STR("anna")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_compare_bytewise_and_ids_count),
        TEST(the_right_password_only),
        TEST(a_full_pool_is_told),
        TEST(a_cheap_hash_is_renewed_at_login),
        TEST(changing_a_password_ends_other_sessions),
        TEST(an_old_password_is_void_while_it_is_checked),
        TEST(the_same_password_hashed_anew_is_right),
        TEST(sessions_slide_and_end),
        TEST(a_fresh_session_is_not_written_again),
        TEST(the_oldest_of_too_many_sessions_goes),
        TEST(erasing_frees_the_name_but_not_the_id),
        TEST(renaming),
        TEST(guests_go_with_their_sessions),
        TEST(so_many_tries_a_minute),
        TEST(a_flood_forgets_the_least_guilty),
        TEST(lasting_marks_drive_out_no_debts),
        cmocka_unit_test_setup_teardown(guesses_are_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
