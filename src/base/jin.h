/* JSON in: a read-only tree, parsed by yajl.
 *
 * Only strict JSON is accepted: no bad UTF-8, no NUL in strings, no trailing
 * bytes, no integers beyond 64 bits and, unless told otherwise, no duplicate
 * keys. A document is one value on the heap; the values in it are borrowed and
 * freed with it. NULL means "absent" and all accessors accept it, so
 * `jin_int(jin_get(jin_get(doc, "user"), "id"), &id)` needs no checks in
 * between. */
#ifndef BASE_JIN_H
#define BASE_JIN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct jin; /* one value */

enum jin_kind { JIN_ABSENT, JIN_NULL, JIN_BOOL, JIN_INT, JIN_REAL, JIN_STRING, JIN_ARRAY, JIN_OBJECT };

enum jin_flags {
    JIN_LAST_WINS = 1, /* a duplicate key replaces the earlier one */
    JIN_BIG_IS_REAL =
        4, /* integers beyond 64 bits become reals instead of syntax errors; beyond the range of a double they read as 1e308 */
    JIN_NUL_TOO = 8, /* \u0000 is allowed in strings (in a key it is still a syntax error) */
};

/* Parses all of `text`. ERR_MALFORMED if it is not JSON, nests arrays and
 * objects deeper than `max_depth`, or has more than LIMIT_JSON_VALUES values, which
 * take 56 bytes each where the text may have two. Free the result with jin_free(). */
enum err jin_parse(struct str text, unsigned max_depth, unsigned flags, struct jin **out);
void     jin_free(struct jin *root); /* NULL is fine */

enum jin_kind jin_kind(const struct jin *v);

/* Member of an object (absent otherwise); element of an array; number of
 * elements of an array or members of an object (0 otherwise). */
const struct jin *jin_get(const struct jin *object, const char *key);
const struct jin *jin_at(const struct jin *array, size_t index);
size_t            jin_count(const struct jin *v);

/* Visits the members in document order; zero `m` before the first call. */
struct jin_member {
    struct str        key;
    const struct jin *value;
    void             *at; /* private */
};
bool jin_next(const struct jin *object, struct jin_member *m); /* zero `m` first */

/* The value, or false if it has another type. jin_int also accepts a real with
 * an integral value that fits (2.0); jin_real accepts integers. */
bool jin_int(const struct jin *v, int64_t *out);
bool jin_bool(const struct jin *v, bool *out);
bool jin_real(const struct jin *v, double *out);
bool jin_string(const struct jin *v, struct str *out);

/* The same with a default for "absent or of another type". */
int64_t    jin_int_or(const struct jin *v, int64_t other);
bool       jin_bool_or(const struct jin *v, bool other);
struct str jin_str_or(const struct jin *v, const char *other);

/* Writes the value as compact JSON, keys in their original order. */
void jin_dump(const struct jin *v, struct buf *out);

#endif
