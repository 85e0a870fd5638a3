/* Access to a parsed document. */
#include "base/jin_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- questions --------------------------------------------------------- */

enum jin_kind jin_kind(const struct jin *v)
{
    return v ? v->kind : JIN_ABSENT;
}

const struct jin *jin_get(const struct jin *object, const char *key)
{
    struct str name = str_of(key);

    if (jin_kind(object) == JIN_OBJECT)
        for (size_t i = 0; i < object->count; i++)
            if (str_eq(object->items[i]->key, name))
                return object->items[i];
    return NULL;
}

const struct jin *jin_at(const struct jin *array, size_t index)
{
    return jin_kind(array) == JIN_ARRAY && index < array->count ? array->items[index] : NULL;
}

size_t jin_count(const struct jin *v)
{
    return jin_kind(v) == JIN_ARRAY || jin_kind(v) == JIN_OBJECT ? v->count : 0;
}

bool jin_next(const struct jin *object, struct jin_member *m)
{
    if (jin_kind(object) != JIN_OBJECT)
        return false;

    struct jin **at = m->at ? (struct jin **)m->at + 1 : object->items;
    if (at == object->items + object->count)
        return false;
    *m = (struct jin_member){ .key = (*at)->key, .value = *at, .at = at };
    return true;
}

bool jin_int(const struct jin *v, int64_t *out)
{
    if (jin_kind(v) == JIN_INT) {
        *out = v->whole;
        return true;
    }
    if (jin_kind(v) != JIN_REAL || v->real != floor(v->real) || v->real < -0x1p63 || v->real >= 0x1p63)
        return false;
    *out = (int64_t)v->real;
    return true;
}

bool jin_bool(const struct jin *v, bool *out)
{
    if (jin_kind(v) != JIN_BOOL)
        return false;
    *out = v->truth;
    return true;
}

bool jin_real(const struct jin *v, double *out)
{
    if (jin_kind(v) != JIN_INT && jin_kind(v) != JIN_REAL)
        return false;
    *out = v->kind == JIN_INT ? (double)v->whole : v->real;
    return true;
}

bool jin_string(const struct jin *v, struct str *out)
{
    if (jin_kind(v) != JIN_STRING)
        return false;
    *out = v->text;
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

/* ---- back to text ------------------------------------------------------ */

static void dump_string(struct str s, struct buf *out)
{
    static const char short_forms[] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't', ['"'] = '"', ['\\'] = '\\',
    };

    buf_char(out, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];

        if (c < sizeof short_forms && short_forms[c])
            buf_add(out, (char[]){ '\\', short_forms[c] }, 2);
        else if (c < 0x20)
            buf_printf(out, "\\u%04X", c);
        else
            buf_char(out, (char)c);
    }
    buf_char(out, '"');
}

/* 15 significant digits, which hides that 0.1 is not exact. The output reads
 * back as a real, and an exponent has neither '+' nor leading zeros. */
static void dump_real(double real, struct buf *out)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.15g", real);
    char *exponent = strchr(digits, 'e');
    if (exponent) {
        buf_add(out, digits, (size_t)(exponent + 1 - digits));
        buf_int(out, strtol(exponent + 1, NULL, 10));
        return;
    }
    buf_text(out, digits);
    if (!strchr(digits, '.'))
        buf_text(out, ".0");
}

static void dump_list(const struct jin *list, struct buf *out)
{
    bool object = list->kind == JIN_OBJECT;

    buf_char(out, object ? '{' : '[');
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            buf_char(out, ',');
        if (object) {
            dump_string(list->items[i]->key, out);
            buf_char(out, ':');
        }
        jin_dump(list->items[i], out);
    }
    buf_char(out, object ? '}' : ']');
}

/* Recursion is bounded by the parser's depth limit. */
void jin_dump(const struct jin *v, struct buf *out)
{
    switch (jin_kind(v)) {
    case JIN_ABSENT:
        break;
    case JIN_NULL:
        buf_text(out, "null");
        break;
    case JIN_BOOL:
        buf_text(out, v->truth ? "true" : "false");
        break;
    case JIN_INT:
        buf_int(out, v->whole);
        break;
    case JIN_REAL:
        dump_real(v->real, out);
        break;
    case JIN_STRING:
        dump_string(v->text, out);
        break;
    case JIN_ARRAY:
    case JIN_OBJECT:
        dump_list(v, out);
        break;
    }
}
