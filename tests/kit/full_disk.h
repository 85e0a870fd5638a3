/* A disk that is full. The limit of file sizes stands for it, and holds for a
 * process: so such a test runs in one of its own. */
#ifndef KIT_FULL_DISK_H
#define KIT_FULL_DISK_H

#include "kit/cmocka.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* No file can grow beyond that; RLIM_INFINITY: there is room again. */
static inline void disk_ends_at(rlim_t bytes)
{
    signal(SIGXFSZ, SIG_IGN); /* a write says so itself */
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ bytes, RLIM_INFINITY });
}

/* `test` says what went wrong by a number, 0: nothing. */
static inline void assert_in_own_process(int (*test)(void))
{
    int   status;
    pid_t pid = fork();

    if (pid == 0)
        _exit(test());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

#endif
