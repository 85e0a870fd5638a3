/* Accounts, sessions and rate limits on an in-memory store, with a hall that
 * is just enough: a clock the test sets, and a pool that works at once. */
#include "kit/cmocka.h"

#include "hall/account.h"
#include "hall/api_self.h"

#include <sodium.h>

struct hall {
    struct store *store;
    struct api    api;
    int64_t       now;
    bool          test_mode;
    bool          pool_full;
    int           jobs;
    int           told;
    uint64_t      told_of;
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

void *dialect_self(struct hall *hall, const struct game *game)
{
    assert_null(game);
    return &hall->api;
}

/* What the games heard last. */
void dialects_tell(struct hall *hall, const struct account_change *change)
{
    hall->told = change->event;
    hall->told_of = change->id;
}

enum err job_submit(struct hall *hall, void (*work)(void *arg), void (*done)(struct hall *hall, void *arg),
                    void (*dropped)(struct hall *hall, void *arg), void *arg)
{
    (void)dropped;
    if (hall->pool_full)
        return ERR_FULL;
    hall->jobs++;
    work(arg);
    done(hall, arg);
    return ERR_OK;
}

static int setup(void **state)
{
    struct hall *hall = calloc(1, sizeof *hall);
    char         problem[256];

    if (sodium_init() < 0 || store_open("memory", &hall->store, problem))
        return -1;
    if (store_migrate(hall->store, &(struct migration){ "api", api_migrations }, problem))
        return -1;
    hall->api.accounts = accounts_new(hall->store);
    hall->api.sessions = sessions_new(hall->store);
    hall->api.rates = rates_new();
    hall->now = INT64_C(1700000000000);
    hall->test_mode = true;
    *state = hall;
    return 0;
}

static int teardown(void **state)
{
    struct hall *hall = *state;

    accounts_free(hall->api.accounts);
    sessions_free(hall->api.sessions);
    rates_free(hall->api.rates);
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

    account_register(hall, str_of(name), str_of(password), 0, tell_account, &told);
    assert_int_equal(told.err, ERR_OK);
    return told.account.id;
}

static enum err check(struct hall *hall, const char *name, const char *password)
{
    struct told told = { 0 };

    account_check(hall, str_of(name), str_of(password), tell_account, &told);
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
    account_register(hall, STR("Ann"), STR("third"), 0, tell_account, &told);
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
    account_register(hall, STR("bob"), STR("secret"), 0, tell_account, &told);
    assert_int_equal(told.err, ERR_FULL);
    assert_int_equal(account_by_name(hall, STR("bob"), &account), ERR_NONE);
    account_set_password(hall, 1, STR("other"), STR_NONE, tell, &told);
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
    account_set_password(hall, id, STR("better"), str_of(here), tell, &told);
    assert_int_equal(hall->told, ACCOUNT_PASSWORD);
    assert_int_equal(hall->told_of, id);
    assert_int_equal(told.err, ERR_OK);
    assert_int_equal(session_find(hall, str_of(here), &account), ERR_OK);
    assert_int_equal(account.id, id);
    assert_int_equal(session_find(hall, str_of(there), &account), ERR_NONE);
    assert_int_equal(check(hall, "ann", "secret"), ERR_REFUSED);
    assert_int_equal(check(hall, "ann", "better"), ERR_OK);
    account_set_password(hall, 99, STR("better"), STR_NONE, tell, &told);
    assert_int_equal(told.err, ERR_NONE);
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
    assert_int_equal(hall->told, ACCOUNT_ERASED);
    assert_int_equal(hall->told_of, id);
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

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_compare_bytewise_and_ids_count),
        TEST(the_right_password_only),
        TEST(a_full_pool_is_told),
        TEST(a_cheap_hash_is_renewed_at_login),
        TEST(changing_a_password_ends_other_sessions),
        TEST(sessions_slide_and_end),
        TEST(a_fresh_session_is_not_written_again),
        TEST(the_oldest_of_too_many_sessions_goes),
        TEST(erasing_frees_the_name_but_not_the_id),
        TEST(renaming),
        TEST(guests_go_with_their_sessions),
        TEST(so_many_tries_a_minute),
        TEST(a_flood_forgets_the_least_guilty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
