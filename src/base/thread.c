#include "base/thread.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    TURN_NS = 100 * 1000, /* the shortest that Linux takes; since 6.12, ignored before */
    PATIENT_NICE = 10,    /* about a tenth of what others get */
    NICE_MOST = 19,
};

/* What sched_setattr(2) takes; the C library has neither the call nor this. */
struct sharing {
    uint32_t size, policy;
    uint64_t flags;
    int32_t  nice;
    uint32_t priority;
    uint64_t turn_ns, deadline_ns, period_ns;
};

static void share(uint32_t policy, int32_t more_nice)
{
    struct sharing how = { 0 };

    if (syscall(SYS_sched_getattr, 0, &how, sizeof how, 0) != 0 || how.policy != SCHED_OTHER)
        return; /* whoever started us has chosen something else */
    how.policy = policy;
    how.nice = how.nice + more_nice < NICE_MOST ? how.nice + more_nice : NICE_MOST;
    how.turn_ns = TURN_NS;
    syscall(SYS_sched_setattr, 0, &how, 0);
}

void thread_be_quick(void)
{
    share(SCHED_OTHER, 0);
}

void thread_be_patient(void)
{
    share(SCHED_BATCH, PATIENT_NICE);
}

void thread_give_way(void)
{
    static _Thread_local int64_t turn_end;
    struct timespec              t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t now = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    if (now < turn_end)
        return;
    if (turn_end) /* the first turn begins here */
        sched_yield();
    turn_end = now + TURN_NS;
}
