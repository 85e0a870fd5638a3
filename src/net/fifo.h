/* Numbers that are taken in the order in which they were added. */
#ifndef NET_FIFO_H
#define NET_FIFO_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct fifo {
    struct buf bytes;
    size_t     at; /* of the first that was not taken */
};

static inline bool fifo_is_empty(const struct fifo *f)
{
    return f->at == f->bytes.len;
}

static inline size_t fifo_count(const struct fifo *f)
{
    return (f->bytes.len - f->at) / sizeof(uint64_t);
}

static inline void fifo_release(struct fifo *f)
{
    buf_release(&f->bytes);
    f->at = 0;
}

static inline void fifo_add(struct fifo *f, uint64_t number)
{
    if (f->at > f->bytes.len / 2) { /* moved less often than taken */
        memmove(f->bytes.at, f->bytes.at + f->at, f->bytes.len - f->at);
        f->bytes.len -= f->at;
        f->at = 0;
    }
    buf_add(&f->bytes, &number, sizeof number);
}

/* 0 if it is empty. */
static inline uint64_t fifo_take(struct fifo *f)
{
    uint64_t number = 0;

    if (fifo_is_empty(f))
        return number;
    memcpy(&number, f->bytes.at + f->at, sizeof number);
    f->at += sizeof number;
    if (fifo_is_empty(f))
        fifo_release(f);
    return number;
}

#endif
