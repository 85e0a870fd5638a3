#include "base/thread.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TURN_NS = 100 * 1000 }; /* the shortest that Linux takes */

/* What sched_setattr(2) takes; the C library has neither the call nor this. */
struct sharing {
    uint32_t size, policy;
    uint64_t flags;
    int32_t  nice;
    uint32_t priority;
    uint64_t turn_ns, deadline_ns, period_ns;
};

void thread_be_quick(void)
{
    struct sharing how = { 0 };

    if (syscall(SYS_sched_getattr, 0, &how, sizeof how, 0) != 0 || how.policy != SCHED_OTHER)
        return;
    how.turn_ns = TURN_NS; /* since Linux 6.12 for ordinary threads, too; ignored before */
    syscall(SYS_sched_setattr, 0, &how, 0);
}

void thread_be_patient(void)
{
    struct sched_param none = { 0 };

    sched_setscheduler(0, SCHED_IDLE, &none);
}
