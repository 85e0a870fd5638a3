/* `struct jin` is jansson's json_t, never looked into from outside, so another
 * parser can take its place. */
#include "base/jin.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *raw(const struct jin *v)
{
    return (json_t *)(uintptr_t)v;
}

/* Depth of brackets outside strings, found before parsing: jansson recurses,
 * and its own limit of 2048 is far above what any protocol here allows. */
static bool too_deep(struct str text, unsigned max_depth)
{
    unsigned depth = 0;
    bool     quoted = false;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > max_depth)
                return true;
        } else if ((c == ']' || c == '}') && depth) {
            depth--;
        }
    }
    return false;
}

/* Skips digits; false if there was none. */
static bool skip_digits(const char **at)
{
    const char *from = *at;

    while (**at >= '0' && **at <= '9')
        ++*at;
    return *at > from;
}

/* Is all of it a number of JSON's grammar? */
static bool is_number(const char *at)
{
    at += *at == '-';
    if (*at == '0')
        at++;
    else if (!skip_digits(&at))
        return false;
    if (*at == '.' && (at++, !skip_digits(&at)))
        return false;
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        if (!skip_digits(&at))
            return false;
    }
    return *at == '\0';
}

/* Bytes from `at` that could belong to a number. */
static size_t number_length(struct str text, size_t at)
{
    size_t end = at;

    while (end < text.len && memchr("0123456789+-.eE", text.at[end], 15))
        end++;
    return end - at;
}

/* Adds a number; one that jansson takes for an error is put so that it reads
 * it: integers beyond 64 bits as reals, what is beyond a real as 1e308. */
static void add_number(struct str number, struct buf *out)
{
    size_t  from = out->len;
    int64_t fits;

    buf_str(out, number);
    if (!is_number(out->at + from) || str_int(number, &fits))
        return;
    if (isinf(strtod(out->at + from, NULL))) {
        out->len = from;
        buf_text(out, number.at[0] == '-' ? "-1e308" : "1e308");
    } else if (!strpbrk(out->at + from, ".eE")) {
        buf_text(out, ".0");
    }
}

/* Copies the text with its numbers tamed. */
static void tame_numbers(struct str text, struct buf *out)
{
    bool quoted = false;

    for (size_t i = 0, n; i < text.len; i += n) {
        n = quoted ? 0 : number_length(text, i);
        if (n) {
            add_number((struct str){ text.at + i, n }, out);
            continue;
        }
        if (text.at[i] == '"')
            quoted = !quoted;
        n = quoted && text.at[i] == '\\' && i + 1 < text.len ? 2 : 1;
        buf_add(out, text.at + i, n);
    }
}

/* The second try of JIN_BIG_IS_REAL. */
static json_t *load_big(struct str text, size_t how)
{
    struct buf tame = { 0 };

    tame_numbers(text, &tame);
    json_t *root = json_loadb(tame.at, tame.len, how, NULL);
    buf_release(&tame);
    return root;
}

enum err jin_parse(struct str text, unsigned max_depth, unsigned flags, struct jin **out)
{
    size_t how = (flags & JIN_LAST_WINS) ? 0 : JSON_REJECT_DUPLICATES;

    if (flags & JIN_ANY_TOP)
        how |= JSON_DECODE_ANY;
    if (flags & JIN_NUL_TOO)
        how |= JSON_ALLOW_NUL;
    if (!text.len || too_deep(text, max_depth))
        return ERR_MALFORMED;
    json_t *root = json_loadb(text.at, text.len, how, NULL);
    if (!root && (flags & JIN_BIG_IS_REAL))
        root = load_big(text, how);
    if (!root)
        return ERR_MALFORMED;
    *out = (struct jin *)root;
    return ERR_OK;
}

void jin_free(struct jin *root)
{
    json_decref(raw(root));
}

enum jin_kind jin_kind(const struct jin *v)
{
    static const enum jin_kind kinds[] = {
        [JSON_OBJECT] = JIN_OBJECT, [JSON_ARRAY] = JIN_ARRAY, [JSON_STRING] = JIN_STRING, [JSON_INTEGER] = JIN_INT,
        [JSON_REAL] = JIN_REAL,     [JSON_TRUE] = JIN_BOOL,   [JSON_FALSE] = JIN_BOOL,    [JSON_NULL] = JIN_NULL,
    };
    return v ? kinds[json_typeof(raw(v))] : JIN_ABSENT;
}

const struct jin *jin_get(const struct jin *object, const char *key)
{
    return (const struct jin *)json_object_get(raw(object), key);
}

const struct jin *jin_at(const struct jin *array, size_t index)
{
    return (const struct jin *)json_array_get(raw(array), index);
}

size_t jin_count(const struct jin *v)
{
    return jin_kind(v) == JIN_OBJECT ? json_object_size(raw(v)) : json_array_size(raw(v));
}

bool jin_next(const struct jin *object, struct jin_member *m)
{
    void *at = m->at ? json_object_iter_next(raw(object), m->at) : json_object_iter(raw(object));

    if (!at)
        return false;
    *m = (struct jin_member){
        .key = { json_object_iter_key(at), json_object_iter_key_len(at) },
        .value = (const struct jin *)json_object_iter_value(at),
        .at = at,
    };
    return true;
}

bool jin_int(const struct jin *v, int64_t *out)
{
    if (json_is_integer(raw(v))) {
        *out = json_integer_value(raw(v));
        return true;
    }
    if (json_is_real(raw(v))) {
        double d = json_real_value(raw(v));

        if (d != floor(d) || d < -0x1p63 || d >= 0x1p63)
            return false;
        *out = (int64_t)d;
        return true;
    }
    return false;
}

bool jin_bool(const struct jin *v, bool *out)
{
    if (!json_is_boolean(raw(v)))
        return false;
    *out = json_is_true(raw(v));
    return true;
}

bool jin_real(const struct jin *v, double *out)
{
    if (!json_is_number(raw(v)))
        return false;
    *out = json_number_value(raw(v));
    return true;
}

bool jin_string(const struct jin *v, struct str *out)
{
    if (!json_is_string(raw(v)))
        return false;
    *out = (struct str){ json_string_value(raw(v)), json_string_length(raw(v)) };
    return true;
}

int64_t jin_int_or(const struct jin *v, int64_t other)
{
    jin_int(v, &other);
    return other;
}

bool jin_bool_or(const struct jin *v, bool other)
{
    jin_bool(v, &other);
    return other;
}

struct str jin_str_or(const struct jin *v, const char *other)
{
    struct str s = str_of(other);

    jin_string(v, &s);
    return s;
}

static int dump_piece(const char *bytes, size_t len, void *to)
{
    buf_add(to, bytes, len);
    return 0;
}

void jin_dump(const struct jin *v, struct buf *out)
{
    json_dump_callback(raw(v), dump_piece, out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}
