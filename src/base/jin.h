/* JSON in: a read-only tree of a text that yajl has read.
 *
 * It refuses everything that is not strict JSON (bad UTF-8, NUL in strings,
 * trailing bytes, integers beyond 64 bits) and, unless told otherwise,
 * duplicate keys. A document is one value on the heap; the values in it are
 * borrowed and die with it. NULL means "not there", and every question accepts
 * it, so `jin_int(jin_get(jin_get(doc, "user"), "id"), &id)` needs no checks
 * in between. */
#ifndef BASE_JIN_H
#define BASE_JIN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct jin; /* one value */

enum jin_kind { JIN_ABSENT, JIN_NULL, JIN_BOOL, JIN_INT, JIN_REAL, JIN_STRING, JIN_ARRAY, JIN_OBJECT };

enum jin_flags {
    JIN_LAST_WINS = 1,   /* a duplicate key replaces the earlier one */
    JIN_ANY_TOP = 2,     /* also scalars at the top level */
    JIN_BIG_IS_REAL = 4, /* integers beyond 64 bits are no syntax error but reals; what is beyond a real reads as 1e308 */
    JIN_NUL_TOO = 8,     /* \u0000 in a string is a character like any other (in a key it stays a syntax error) */
};

/* Parses all of `text`. ERR_MALFORMED when it is not JSON or nests deeper than
 * `max_depth` arrays and objects. Release the result with jin_free(). */
enum err jin_parse(struct str text, unsigned max_depth, unsigned flags, struct jin **out);
void     jin_free(struct jin *root); /* NULL is fine */

enum jin_kind jin_kind(const struct jin *v);

/* Member of an object (absent otherwise); element of an array; number of
 * elements of an array or members of an object (0 otherwise). */
const struct jin *jin_get(const struct jin *object, const char *key);
const struct jin *jin_at(const struct jin *array, size_t index);
size_t            jin_count(const struct jin *v);

/* Visits the members in the order of the text: start with NULL. */
struct jin_member {
    struct str        key;
    const struct jin *value;
    void             *at; /* private */
};
bool jin_next(const struct jin *object, struct jin_member *m); /* zero `m` first */

/* The value, or false if it is of another kind. jin_int also takes a real with
 * an integral value that fits (2.0); jin_real takes integers too. */
bool jin_int(const struct jin *v, int64_t *out);
bool jin_bool(const struct jin *v, bool *out);
bool jin_real(const struct jin *v, double *out);
bool jin_string(const struct jin *v, struct str *out);

/* The same with a default for "absent or of another kind". */
int64_t    jin_int_or(const struct jin *v, int64_t other);
bool       jin_bool_or(const struct jin *v, bool other);
struct str jin_str_or(const struct jin *v, const char *other);

/* Writes the value as compact JSON text, keys in their order. */
void jin_dump(const struct jin *v, struct buf *out);

#endif
