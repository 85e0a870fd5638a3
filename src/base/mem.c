#include "base/mem.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

static void *had(void *memory)
{
    if (!memory)
        BUG("out of memory");
    return memory;
}

void *mem_new(size_t size)
{
    return mem_list(1, size);
}

void *mem_list(size_t n, size_t each)
{
    return had(calloc(n ? n : 1, each ? each : 1)); /* nothing may be NULL, and we want none of that */
}

void *mem_grow(void *at, size_t n, size_t each)
{
    return had(reallocarray(at, n, each));
}

char *mem_text(struct str text)
{
    return had(strndup(text.at ? text.at : "", text.len));
}
