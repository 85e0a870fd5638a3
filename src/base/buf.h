/* A growing output buffer. `at` is never NULL after the first addition, and the
 * contents are always followed by a NUL byte that `len` does not count. Running
 * out of memory ends the process. All zeros is a valid, empty buffer: `struct
 * buf b = {0}`. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
    char  *at;
    size_t len;
    size_t cap;
};

void               buf_release(struct buf *b); /* frees; the buffer is then empty and can be reused */
static inline void buf_clear(struct buf *b)    /* empties, keeps the memory */
{
    b->len = 0;
}

/* Makes room for `more` bytes and returns where to write them; then add to
 * `len` what was actually written. */
void                buf_grow(struct buf *b, size_t cap); /* the slow path of buf_room */
static inline char *buf_room(struct buf *b, size_t more)
{
    if (b->len + more + 1 > b->cap)
        buf_grow(b, b->len + more + 1);
    return b->at + b->len;
}

/* Inline, because all JSON output ends up here. */
static inline void buf_add(struct buf *b, const void *bytes, size_t len)
{
    char *to = buf_room(b, len);

    if (len)
        memcpy(to, bytes, len);
    b->len += len;
    b->at[b->len] = '\0';
}
static inline void buf_char(struct buf *b, char c)
{
    char *to = buf_room(b, 1);

    to[0] = c;
    to[1] = '\0';
    b->len++;
}
static inline void buf_str(struct buf *b, struct str s)
{
    buf_add(b, s.at, s.len);
}
static inline void buf_text(struct buf *b, const char *text)
{
    buf_add(b, text, strlen(text));
}
void                                       buf_int(struct buf *b, int64_t value);
void                                       buf_uint(struct buf *b, uint64_t value);
__attribute__((format(printf, 2, 3))) void buf_printf(struct buf *b, const char *format, ...);

/* The contents as a slice; valid until the next addition. */
static inline struct str buf_view(const struct buf *b)
{
    return (struct str){ b->at, b->len };
}

/* Hands the memory over: the caller frees it with free(). */
char *buf_detach(struct buf *b);

#endif
