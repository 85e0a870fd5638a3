#include "base/mem.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 16 };

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
    return had(calloc(n ? n : 1, each ? each : 1)); /* calloc may return NULL for zero bytes */
}

void *mem_grow(void *at, size_t n, size_t each)
{
    return had(reallocarray(at, n, each));
}

void *mem_room(void *at, int n, int *cap, size_t each)
{
    if (n < *cap)
        return at;
    *cap = *cap ? 2 * *cap : ROOM_FIRST;
    return mem_grow(at, (size_t)*cap, each);
}

char *mem_text(struct str text)
{
    return had(strndup(text.at ? text.at : "", text.len));
}
