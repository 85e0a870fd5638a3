#include "base/clock.h"

#include <time.h>

enum { CATCH_UP = 100 }; /* the clock slews by at most 1/CATCH_UP of elapsed time */

static int64_t read_us(clockid_t which)
{
    struct timespec t;

    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t monotonic_us(void)
{
    return read_us(CLOCK_BOOTTIME);
}

int64_t steady_look(struct steady_clock *c)
{
    return steady_advance(c, monotonic_us(), read_us(CLOCK_REALTIME));
}

int64_t steady_advance(struct steady_clock *c, int64_t passed_us, int64_t wall_us)
{
    int64_t passed = passed_us - c->passed_us, most = passed / CATCH_UP;

    c->passed_us = passed_us;
    if (!c->now_us) {
        c->now_us = wall_us;
    } else {
        c->now_us += passed;
        int64_t behind = wall_us - c->now_us;
        c->now_us += behind > most ? most : behind < -most ? -most : behind;
    }
    return c->now_us / 1000;
}

void steady_not_before(struct steady_clock *c, int64_t ms)
{
    steady_look(c);
    if (c->now_us < ms * 1000)
        c->now_us = ms * 1000;
}
