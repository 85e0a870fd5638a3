#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>

const char *err_text(enum err err)
{
    static const char *const texts[] = {
#define X(name, text) [ERR_##name] = text,
        ERR_LIST(X)
#undef X
    };
    return texts[err];
}

_Noreturn void bug_at(const char *file, int line, const char *what)
{
    fprintf(stderr, "BUG at %s:%d: %s\n", file, line, what);
    abort();
}
