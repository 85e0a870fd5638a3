#include "base/jout.h"

#include "base/err.h"

#include <math.h>

static void before_value(struct jout *j)
{
    uint64_t bit = UINT64_C(1) << j->depth;

    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->filled & bit)
        buf_char(j->to, ',');
    j->filled |= bit;
}

static void open_bracket(struct jout *j, char bracket)
{
    before_value(j);
    buf_char(j->to, bracket);
    if (++j->depth > JOUT_DEPTH)
        BUG("JSON output nests too deep");
    j->filled &= ~(UINT64_C(1) << j->depth);
}

static void close_bracket(struct jout *j, char bracket)
{
    if (j->depth == 0 || j->after_key)
        BUG("JSON output closes what is not open");
    j->depth--;
    buf_char(j->to, bracket);
}

void jout_open_object(struct jout *j)
{
    open_bracket(j, '{');
}

void jout_close_object(struct jout *j)
{
    close_bracket(j, '}');
}

void jout_open_array(struct jout *j)
{
    open_bracket(j, '[');
}

void jout_close_array(struct jout *j)
{
    close_bracket(j, ']');
}

void jout_key_plain(struct jout *j, const char *key, size_t len)
{
    before_value(j);
    char *to = buf_room(j->to, len + 3);
    *to++ = '"';
    memcpy(to, key, len);
    memcpy(to + len, "\":", sizeof "\":"); /* and the NUL */
    j->to->len += len + 3;
    j->after_key = true;
}

/* Everything but '"', '\\' and control characters needs no escape. */
static bool is_plain(unsigned char c, bool ascii)
{
    return c >= 0x20 && c != '"' && c != '\\' && !(ascii && c > 0x7E);
}

static void put_escape(struct buf *to, uint32_t point)
{
    static const char short_ones[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char       *at = point < 0x80 ? memchr(short_ones, (int)point, sizeof short_ones - 1) : NULL;

    if (at) {
        buf_char(to, '\\');
        buf_char(to, letters[at - short_ones]);
        return;
    }
    if (point >= 0x10000) {
        point -= 0x10000;
        buf_printf(to, "\\u%04x\\u%04x", 0xD800 + (point >> 10), 0xDC00 + (point & 0x3FF));
        return;
    }
    buf_printf(to, "\\u%04x", point);
}

static void put_quoted(struct jout *j, struct str s)
{
    const char *start = s.len ? s.at : "", *end = start + s.len; /* an empty slice may have a NULL pointer */

    buf_char(j->to, '"');
    for (const char *p = start; p < end;) {
        const char *run = p;

        while (p < end && is_plain((unsigned char)*p, j->ascii))
            p++;
        buf_add(j->to, run, (size_t)(p - run));
        if (p < end)
            put_escape(j->to, str_next_point(&p));
    }
    buf_char(j->to, '"');
}

void jout_key_str(struct jout *j, struct str key)
{
    before_value(j);
    put_quoted(j, key);
    buf_char(j->to, ':');
    j->after_key = true;
}

void jout_str(struct jout *j, struct str s)
{
    before_value(j);
    put_quoted(j, s);
}

void jout_text(struct jout *j, const char *text)
{
    jout_str(j, str_of(text));
}

void jout_int(struct jout *j, int64_t value)
{
    before_value(j);
    buf_int(j->to, value);
}

void jout_uint(struct jout *j, uint64_t value)
{
    before_value(j);
    buf_uint(j->to, value);
}

void jout_real(struct jout *j, double value, int decimals)
{
    before_value(j);
    if (isfinite(value))
        buf_printf(j->to, "%.*f", decimals, value);
    else
        buf_text(j->to, "null");
}

void jout_bool(struct jout *j, bool value)
{
    before_value(j);
    if (value)
        buf_add(j->to, "true", 4);
    else
        buf_add(j->to, "false", 5);
}

void jout_null(struct jout *j)
{
    before_value(j);
    buf_text(j->to, "null");
}

void jout_raw(struct jout *j, struct str json)
{
    before_value(j);
    buf_str(j->to, json);
}
