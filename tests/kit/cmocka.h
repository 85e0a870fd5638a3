/* cmocka with the headers it wants before it, and the scale of random tests. */
#ifndef KIT_CMOCKA_H
#define KIT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* How much longer than usual the random tests run: MEEPLE_SCALE, or 1. */
static inline int test_scale(void)
{
    const char *text = getenv("MEEPLE_SCALE");
    int         n = text ? atoi(text) : 1;

    return n > 0 ? n : 1;
}

#endif
