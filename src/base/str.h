/* A borrowed slice of bytes. It owns nothing, may hold NUL bytes and is not
 * terminated; print it with "%.*s", STR_ARG(s). */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *at;
    size_t      len;
};

/* clang-format off */
#define STR(literal) ((struct str){ (literal), sizeof(literal) - 1 })
#define STR_NONE     ((struct str){ NULL, 0 })
#define STR_ARG(s)   (int)(s).len, (s).at
/* clang-format on */

static inline struct str str_of(const char *text)
{
    return (struct str){ text, text ? strlen(text) : 0 };
}

static inline bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static inline bool str_is(struct str a, const char *text)
{
    return str_eq(a, str_of(text));
}

/* Bytewise order; a prefix sorts first. Negative, zero or positive. */
int str_cmp(struct str a, struct str b);

/* Does `s` begin with `head`? */
bool str_starts(struct str s, struct str head);

/* `s` without blanks and tabs at both ends. */
struct str str_trim(struct str s);

/* Cuts the part before the first `sep` off the front of `*rest` and returns
 * it; without a `sep` all of it is returned and `*rest` becomes empty with a
 * NULL pointer, so `while (rest.at)` visits every part. */
struct str str_cut(struct str *rest, char sep);

/* Decimal integer: an optional '-', then digits only, all of `s`. False on
 * anything else and on overflow. */
bool str_int(struct str s, int64_t *out);

/* Is it valid UTF-8 (no overlong forms, no surrogates, nothing above
 * U+10FFFF)? */
bool str_utf8(struct str s);

/* Unicode code points of a valid UTF-8 text; UTF-16 code units of it. */
size_t str_points(struct str s);
size_t str_utf16(struct str s);

/* Any character below U+0020, or U+007F? */
bool str_has_control(struct str s);

/* Copies `s` with a terminating NUL into `out` of `size` bytes; false (and an
 * empty string) if it does not fit or holds a NUL. */
bool str_copy(struct str s, char *out, size_t size);

/* Decodes one code point of valid UTF-8 at `*at` and moves on. */
uint32_t str_next_point(const char **at);

#endif
