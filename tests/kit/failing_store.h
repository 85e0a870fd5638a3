/* A story told again and again, on a store that fails each time at another
 * place (store_fail_at). Whoever is told so in the story asks again, and at its
 * end it checks that nothing acknowledged is missing and nothing is there twice. */
#ifndef KIT_FAILING_STORE_H
#define KIT_FAILING_STORE_H

#include "kit/cmocka.h"

struct story {
    int (*tell)(const void *about, int fail_at); /* gives the number of failures seen */
    const void *about;
    int         writes, commits; /* about as many as it makes */
    int         failures_least;  /* to be seen; fewer: the story is not what it was */
    int         every;           /* 1: each of them fails once, 3: every third */
};

static inline void story_without_failures(const struct story *s)
{
    assert_int_equal(s->tell(s->about, 0), 0);
}

/* `sign` is 1 for writes, -1 for commits. */
static inline void story_with_failures(const struct story *s, int sign, int most)
{
    int failures = 0;

    for (int n = 1; n <= most; n += s->every)
        failures += s->tell(s->about, sign * n);
    assert_true(failures >= s->failures_least);
}

static inline void story_with_failing_writes(const struct story *s)
{
    story_with_failures(s, 1, s->writes);
}

static inline void story_with_failing_commits(const struct story *s)
{
    story_with_failures(s, -1, s->commits);
}

#endif
