#include "games/catan/dialect/call.h"

#include <strings.h>

const struct jin *catan_arg_get(const struct jin *object, const char *key)
{
    const struct jin *v = jin_get(object, key);

    return jin_kind(v) == JIN_NULL ? NULL : v;
}

enum arg catan_arg_int(const struct jin *object, const char *key, int32_t *out)
{
    const struct jin *v = catan_arg_get(object, key);
    struct str        text;
    int64_t           value;

    if (!v)
        return ARG_MISSING;
    if (!(jin_string(v, &text) ? str_int(text, &value) : jin_int(v, &value)) || value < INT32_MIN || value > INT32_MAX)
        return ARG_BAD;
    *out = (int32_t)value;
    return ARG_GOOD;
}

bool catan_is_word(struct str s, const char *word)
{
    return s.len == strlen(word) && strncasecmp(s.at, word, s.len) == 0;
}

enum arg catan_arg_bool(const struct jin *object, const char *key, bool *out)
{
    const struct jin *v = catan_arg_get(object, key);
    struct str        text;

    if (!v)
        return ARG_MISSING;
    if (jin_bool(v, out))
        return ARG_GOOD;
    if (!jin_string(v, &text) || (!catan_is_word(text, "true") && !catan_is_word(text, "false")))
        return ARG_BAD;
    *out = catan_is_word(text, "true");
    return ARG_GOOD;
}

struct str catan_arg_name(const struct jin *object, const char *key)
{
    return jin_str_or(jin_get(object, key), "");
}

int catan_arg_word(const struct jin *object, const char *key, const char *const *names, int n)
{
    struct str text = catan_arg_name(object, key);

    for (int i = 0; i < n; i++)
        if (str_is(text, names[i]))
            return i;
    return -1;
}

void catan_field_key(struct jout *j, const char *key, int i)
{
    char   text[40];
    size_t len = strlen(key);

    if (len + 3 > sizeof text || i < 0 || i > 9)
        BUG("a numbered key that does not fit");
    memcpy(text, key, len);
    text[len] = '_';
    text[len + 1] = (char)('0' + i);
    text[len + 2] = '\0';
    jout_key(j, text);
}
