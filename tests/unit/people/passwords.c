/* The queue of passwords: addresses take turns, and each has a bounded part. */
#include "kit/by_hand.h"

#include "base/limits.h"
#include "people/account.h"

#include <stdio.h>
#include <unistd.h>

struct told {
    int  done, refused;    /* of all so far */
    int  done_before_last; /* when the last one to ask was answered */
    bool last_answered;
};

static struct told told;

static void flood_done(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    (void)hall, (void)arg, (void)account;
    told.done += err == ERR_OK;
    told.refused += err == ERR_FULL;
}

static void last_done(struct hall *hall, void *arg, enum err err, const struct account *account)
{
    (void)hall, (void)arg, (void)account;
    assert_int_equal(err, ERR_OK);
    told.last_answered = true;
    told.done_before_last = told.done;
}

/* One address registers as many as it can, then somebody else one: they wait for
 * what is being hashed and for one more of the others, not for the queue. What is
 * beyond the part of an address is refused at once. */
static void addresses_take_turns(void **state)
{
    struct settings *settings = by_hand_settings("memory");
    struct hall     *hall = by_hand_open(settings);
    char             name[32];

    (void)state;
    told = (struct told){ 0 };
    for (int i = 0; i < LIMIT_PASSWORDS_WAITING_EACH + 10; i++) {
        snprintf(name, sizeof name, "flood %d", i);
        account_register(hall, "10.0.0.1", str_of(name), STR("secret of theirs"), 0, flood_done, NULL);
    }
    assert_in_range(told.refused, 8, 9); /* one or two have begun, the others wait */
    account_register(hall, "10.0.0.2", STR("honest"), STR("secret of theirs"), 0, last_done, NULL);
    assert_int_equal(told.done, 0);
    while (!told.last_answered) {
        hall_step(hall);
        usleep(1000);
    }
    /* A few more on a busy machine, where their thread may have to wait for a core; without turns it would be all. */
    assert_in_range(told.done_before_last, 0, LIMIT_PASSWORDS_WAITING_EACH / 4);
    hall_close(hall);
    settings_free(settings);
}

/* A test suite may register as many as it likes at once. */
static void suites_meet_no_limit(void **state)
{
    struct settings *settings = by_hand_settings("memory");
    struct hall     *hall;
    char             name[32];
    const int        many = LIMIT_PASSWORDS_WAITING + 10;

    (void)state;
    setting_set(settings, "test-mode", "true");
    hall = by_hand_open(settings);
    told = (struct told){ 0 };
    for (int i = 0; i < many; i++) {
        snprintf(name, sizeof name, "suite %d", i);
        account_register(hall, "127.0.0.1", str_of(name), STR("secret of theirs"), 0, flood_done, NULL);
    }
    while (told.done + told.refused < many) {
        hall_step(hall);
        usleep(1000);
    }
    assert_int_equal(told.refused, 0);
    hall_close(hall);
    settings_free(settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_take_turns),
        cmocka_unit_test(suites_meet_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
