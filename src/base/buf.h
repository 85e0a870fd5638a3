/* A growing output buffer. `at` is never NULL after the first addition, and
 * one NUL byte always follows the contents, which `len` does not count. Out of
 * memory ends the process. Zero is a valid, empty buffer: `struct buf b = {0}`. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
    char  *at;
    size_t len;
    size_t cap;
};

void buf_release(struct buf *b);            /* frees; the buffer is empty and usable again */
static inline void buf_clear(struct buf *b) /* empties, keeps the memory */
{
    b->len = 0;
}

/* Makes room for `more` bytes and returns where they go; add to `len` what was
 * really written. */
char *buf_room(struct buf *b, size_t more);

void buf_add(struct buf *b, const void *bytes, size_t len);
void buf_str(struct buf *b, struct str s);
void buf_text(struct buf *b, const char *text);
void buf_char(struct buf *b, char c);
void buf_int(struct buf *b, int64_t value);
void buf_uint(struct buf *b, uint64_t value);
void buf_hex(struct buf *b, const void *bytes, size_t len); /* lower case */
__attribute__((format(printf, 2, 3))) void buf_printf(struct buf *b, const char *format, ...);

/* The contents as a slice; valid until the next addition. */
static inline struct str buf_view(const struct buf *b)
{
    return (struct str){ b->at, b->len };
}

/* Gives the memory away: the caller frees it with free(). */
char *buf_detach(struct buf *b);

#endif
