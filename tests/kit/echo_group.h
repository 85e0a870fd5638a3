/* One echo hall for all tests of a group: cmocka_run_group_tests(tests, start, stop). */
#ifndef KIT_ECHO_GROUP_H
#define KIT_ECHO_GROUP_H

#include "kit/client.h"
#include "kit/cmocka.h"
#include "kit/echo_hall.h"

static struct echo_hall hall;

static int start(void **state)
{
    (void)state;
    echo_start(&hall);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    echo_stop(&hall);
    return 0;
}

/* Every stream that was opened has been told to be closed. */
static inline void expect_all_closed(void)
{
    for (int i = 0; i < 1000 && hall.closed != hall.opened; i++)
        usleep(5000);
    assert_int_equal(hall.closed, hall.opened);
}

#endif
