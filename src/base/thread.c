#include "base/thread.h"

#include "base/err.h"
#include "base/mem.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    TURN_NS = 100 * 1000,            /* the minimum slice on Linux; honoured since 6.12, ignored before */
    BREAK_NS = 250 * 1000,           /* a break costs about a microsecond, */
    LONG_BREAK_NS = 2 * 1000 * 1000, /* unless other processes compute */
    PATIENT_NICE = 10,               /* about a tenth of the normal weight */
    NICE_MAX = 19,
};

/* The argument of sched_setattr(2), which the C library does not declare. */
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
        return; /* the parent chose another policy */
    how.policy = policy;
    how.nice = how.nice + more_nice < NICE_MAX ? how.nice + more_nice : NICE_MAX;
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

static int64_t clock_ns(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void thread_give_way(void)
{
    static _Thread_local int64_t turn_end;
    int64_t                      now = clock_ns(CLOCK_MONOTONIC);

    if (now < turn_end)
        return;
    if (turn_end) /* false on the first call */
        sched_yield();
    turn_end = now + TURN_NS;
}

/* ---- breaks --------------------------------------------------------------- */

/* Nobody else uses this signal; where it has no handler it is ignored, and
 * debuggers pass it on. Go's scheduler uses it for the same reasons. */
enum { BREAK_SIGNAL = SIGURG };

static pthread_once_t breaks_once = PTHREAD_ONCE_INIT;

/* Whoever yields goes behind everybody: beside other processes that compute, a
 * break lasts as long as all of them want, and a thread that takes one after the
 * other hardly gets the core at all. So after a long break there is none until the
 * thread has computed for as long. */
static void take_break(int signal)
{
    static _Thread_local int64_t none_until; /* by the thread's processor time */
    int                          before = errno;
    int64_t                      began = clock_ns(CLOCK_MONOTONIC);

    (void)signal;
    if (none_until && clock_ns(CLOCK_THREAD_CPUTIME_ID) < none_until)
        return;
    sched_yield();
    int64_t took = clock_ns(CLOCK_MONOTONIC) - began;
    none_until = took > LONG_BREAK_NS ? clock_ns(CLOCK_THREAD_CPUTIME_ID) + took : 0;
    errno = before;
}

static void breaks_prepare(void)
{
    sigaction(BREAK_SIGNAL, &(struct sigaction){ .sa_handler = take_break, .sa_flags = SA_RESTART }, NULL);
}

void breaks_open(struct breaks *b)
{
    struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = BREAK_SIGNAL };

    pthread_once(&breaks_once, breaks_prepare);
    event._sigev_un._tid = gettid(); /* POSIX has no name for it */
    b->has_timer = timer_create(CLOCK_MONOTONIC, &event, &b->timer) == 0;
}

static void breaks_every(struct breaks *b, long ns)
{
    const struct itimerspec times = { .it_interval.tv_nsec = ns, .it_value.tv_nsec = ns };

    if (b->has_timer)
        timer_settime(b->timer, 0, &times, NULL);
}

void breaks_begin(struct breaks *b)
{
    breaks_every(b, BREAK_NS);
}

void breaks_end(struct breaks *b)
{
    breaks_every(b, 0);
}

void breaks_close(struct breaks *b)
{
    if (b->has_timer)
        timer_delete(b->timer);
    b->has_timer = false;
}

/* ---- processor time ------------------------------------------------------ */

clockid_t thread_clock(void)
{
    clockid_t clock;

    if (pthread_getcpuclockid(pthread_self(), &clock))
        BUG("a thread without a clock");
    return clock;
}

int64_t thread_used_us(clockid_t clock)
{
    struct timespec t = { 0 };

    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- working memory ----------------------------------------------------- */

#define HUGE_PAGE ((size_t)2 << 20)

struct memory {
    uint32_t number;
    size_t   size;
    void    *at;
};

static pthread_key_t  memory_key;
static pthread_once_t memory_once = PTHREAD_ONCE_INIT;

static void memory_free(void *arg)
{
    struct memory *m = arg;

    free(m->at);
    free(m);
}

/* Tables for searches are read all over the place: in large pages, where the
 * system has them, a search of chess is a tenth faster. */
static void *memory_large(size_t size)
{
    void *at;

    if (posix_memalign(&at, HUGE_PAGE, size))
        BUG("out of memory");
    madvise(at, size, MADV_HUGEPAGE);
    return memset(at, 0, size);
}

static void memory_begin(void)
{
    if (pthread_key_create(&memory_key, memory_free))
        BUG("out of memory for thread-local memory");
}

void *thread_memory(size_t size, uint32_t *number)
{
    pthread_once(&memory_once, memory_begin);
    struct memory *m = pthread_getspecific(memory_key);

    if (!m) {
        m = mem_new(sizeof *m);
        pthread_setspecific(memory_key, m);
    }
    if (++m->number == 0)
        m->number = 1;
    if (size > m->size) {
        free(m->at);
        m->at = size >= HUGE_PAGE ? memory_large(size) : mem_new(size);
        m->size = size;
    }
    *number = m->number;
    return m->at;
}
