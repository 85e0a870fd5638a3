#include "base/buf.h"

#include "base/err.h"
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUF_FIRST = 256 };

void buf_release(struct buf *b)
{
    free(b->at);
    *b = (struct buf){ 0 };
}

void buf_grow(struct buf *b, size_t need)
{
    size_t cap = b->cap ? b->cap : BUF_FIRST;

    while (cap < need)
        cap *= 2;
    b->at = mem_grow(b->at, cap, 1);
    b->cap = cap;
}

void buf_uint(struct buf *b, uint64_t value)
{
    char  digits[20];
    char *p = digits + sizeof digits;

    if (value < 10) { /* the common case in game state */
        buf_char(b, (char)('0' + value));
        return;
    }
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    buf_add(b, p, (size_t)(digits + sizeof digits - p));
}

void buf_int(struct buf *b, int64_t value)
{
    if (value < 0)
        buf_char(b, '-');
    buf_uint(b, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0)
        BUG("bad format");

    char *to = buf_room(b, (size_t)len);
    va_start(args, format);
    vsnprintf(to, (size_t)len + 1, format, args);
    va_end(args);
    b->len += (size_t)len;
}

char *buf_detach(struct buf *b)
{
    buf_add(b, NULL, 0); /* allocates, and writes the NUL, even if nothing was ever added */
    char *at = b->at;

    *b = (struct buf){ 0 };
    return at;
}
