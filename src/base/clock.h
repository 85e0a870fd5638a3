/* The hall's wall clock, used to time games. It starts at the system time and
 * then follows the monotonic clock (including time spent suspended). When
 * somebody sets the system clock it does not jump but slews towards the new
 * time by at most one part in a hundred: a player's hour is never off by more
 * than 36 seconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

struct steady_clock {
    int64_t now_us;    /* since 1970; 0: not started */
    int64_t passed_us; /* monotonic time of the latest reading */
};

/* Milliseconds since 1970; never goes back. */
int64_t steady_look(struct steady_clock *c);

/* The same with explicit clock readings, for tests. */
int64_t steady_advance(struct steady_clock *c, int64_t passed_us, int64_t wall_us);

/* It is at least this late: another machine's clock said so. */
void steady_not_before(struct steady_clock *c, int64_t ms);

/* Monotonic time in microseconds, for measuring durations. */
int64_t monotonic_us(void);

#endif
