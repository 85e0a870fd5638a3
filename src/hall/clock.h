/* The hall's time, by which games are timed. It begins with the time of the
 * system's clock and then counts what has passed, also while the machine slept. So
 * it goes on steadily when somebody sets the system's clock, and makes up for the
 * difference slowly, by one part in a hundred: a player's hour is never off by more
 * than 36 seconds. */
#ifndef HALL_CLOCK_H
#define HALL_CLOCK_H

#include <stdint.h>

struct steady_clock {
    int64_t now_us;    /* since 1970; 0: not begun */
    int64_t passed_us; /* since the machine started, at the latest look */
};

/* Milliseconds since 1970, never less than before. */
int64_t steady_look(struct steady_clock *c);

/* The same, for what the two clocks of the system show. */
int64_t steady_advance(struct steady_clock *c, int64_t passed_us, int64_t wall_us);

/* Microseconds since the machine started, to measure how long something takes. */
int64_t passed_us(void);

#endif
