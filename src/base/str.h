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

/* Compares bytes; a prefix sorts first. Negative, zero or positive. */
int str_cmp(struct str a, struct str b);

/* Does `s` begin with `head`? */
bool str_starts(struct str s, struct str head);

/* `s` without leading and trailing blanks and tabs. */
struct str str_trim(struct str s);

/* Cuts the part before the first `sep` off the front of `*rest` and returns it.
 * Without a `sep` it returns all of it, and `*rest` becomes empty with a NULL
 * pointer, so `while (rest.at)` visits every part. */
struct str str_cut(struct str *rest, char sep);

/* A decimal integer: an optional '-', then only digits. False for anything else
 * and on overflow. */
bool     str_int(struct str s, int64_t *out);
uint64_t str_uint_or(struct str s, uint64_t otherwise); /* a non-negative integer */

/* Valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
bool str_utf8(struct str s);

/* Length of valid UTF-8 in Unicode code points, and in UTF-16 code units. */
size_t str_points(struct str s);
size_t str_utf16(struct str s);

/* Any character below U+0020, U+007F, or one that turns the direction of the text
 * around it (U+202A to U+202E, U+2066 to U+2069)? */
bool str_has_control(struct str s);

/* Copies `s` into `out` of `size` bytes and terminates it. False, and an empty
 * string, if it does not fit or contains a NUL. */
bool str_copy(struct str s, char *out, size_t size);

/* Decodes the code point of valid UTF-8 at `*at` and advances. */
uint32_t str_next_point(const char **at);

#endif
