#include "base/str.h"

int str_cmp(struct str a, struct str b)
{
    size_t least = a.len < b.len ? a.len : b.len;
    int    order = least ? memcmp(a.at, b.at, least) : 0;

    if (order)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

bool str_starts(struct str s, struct str head)
{
    return s.len >= head.len && memcmp(s.at, head.at, head.len) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct str str_trim(struct str s)
{
    while (s.len && is_blank(s.at[0])) {
        s.at++;
        s.len--;
    }
    while (s.len && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

struct str str_cut(struct str *rest, char sep)
{
    struct str  part = *rest;
    const char *hit = rest->len ? memchr(rest->at, sep, rest->len) : NULL;

    if (!hit) {
        *rest = STR_NONE;
        return part;
    }
    part.len = (size_t)(hit - part.at);
    rest->at = hit + 1;
    rest->len -= part.len + 1;
    return part;
}

bool str_int(struct str s, int64_t *out)
{
    bool     minus = s.len && s.at[0] == '-';
    uint64_t limit = (uint64_t)INT64_MAX + (minus ? 1 : 0);
    uint64_t value = 0;
    size_t   i = minus ? 1 : 0;

    if (i == s.len)
        return false;
    for (; i < s.len; i++) {
        unsigned digit = (unsigned char)s.at[i] - (unsigned)'0';

        if (digit > 9 || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = minus ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

uint64_t str_uint_or(struct str s, uint64_t otherwise)
{
    int64_t n;

    return str_int(s, &n) && n >= 0 ? (uint64_t)n : otherwise;
}

/* Length of the valid UTF-8 sequence at `p` (at most `left` bytes), or 0. */
static size_t utf8_step(const unsigned char *p, size_t left)
{
    size_t   n = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF5 ? 4 : 0;
    unsigned low = 0x80, high = 0xBF; /* range of the second byte */

    if (n == 0 || n > left)
        return 0;
    if (p[0] == 0xE0)
        low = 0xA0;
    if (p[0] == 0xED)
        high = 0x9F;
    if (p[0] == 0xF0)
        low = 0x90;
    if (p[0] == 0xF4)
        high = 0x8F;
    for (size_t i = 1; i < n; i++) {
        if (p[i] < low || p[i] > high)
            return 0;
        low = 0x80;
        high = 0xBF;
    }
    return n;
}

/* ASCII only, as most texts are? Eight bytes at a time. */
static bool is_ascii(struct str s)
{
    uint64_t all = 0, eight;
    size_t   i = 0;

    for (; i + sizeof eight <= s.len; i += sizeof eight) {
        memcpy(&eight, s.at + i, sizeof eight);
        all |= eight;
    }
    for (; i < s.len; i++)
        all |= (unsigned char)s.at[i];
    return (all & UINT64_C(0x8080808080808080)) == 0;
}

bool str_utf8(struct str s)
{
    const unsigned char *p = (const unsigned char *)s.at;

    if (is_ascii(s))
        return true;
    for (size_t i = 0; i < s.len;) {
        size_t step = utf8_step(p + i, s.len - i);

        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

size_t str_points(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.at[i] & 0xC0) != 0x80;
    return n;
}

size_t str_utf16(struct str s)
{
    size_t n = str_points(s);

    for (size_t i = 0; i < s.len; i++)
        n += (unsigned char)s.at[i] >= 0xF0; /* four bytes are two units */
    return n;
}

bool str_has_control(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        const unsigned char *at = (const unsigned char *)s.at + i;

        if (at[0] < 0x20 || at[0] == 0x7F)
            return true;
        if (at[0] == 0xE2 && s.len - i > 2 &&
            ((at[1] == 0x80 && at[2] >= 0xAA && at[2] <= 0xAE) || (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9)))
            return true;
    }
    return false;
}

bool str_copy(struct str s, char *out, size_t size)
{
    out[0] = '\0';
    if (s.len >= size || (s.len && memchr(s.at, '\0', s.len)))
        return false;
    if (s.len)
        memcpy(out, s.at, s.len);
    out[s.len] = '\0';
    return true;
}

uint32_t str_next_point(const char **at)
{
    const unsigned char *p = (const unsigned char *)*at;

    if (p[0] < 0x80) {
        *at += 1;
        return p[0];
    }
    if (p[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(p[0] & 0x1F) << 6 | (p[1] & 0x3F);
    }
    if (p[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(p[0] & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
    }
    *at += 4;
    return (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 | (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3F);
}
