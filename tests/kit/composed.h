/* Commands that are well formed whatever the fuzzer's bytes are, so that it gets
 * past the parsers: a dialect's templates, with holes that the bytes fill.
 *
 *     "/smallworld 0 P - {\"action\":\"conquer\",\"sid\":?i,\"regionId\":?n}"
 *
 * A byte chooses the template, then one byte each hole's value; the first value of
 * a kind is one that fits, so zeros are an honest client. The holes:
 *
 *     ?i  an id: one that the hall named in the opening (@0, the latest, and so on;
 *         see kit/asks.h) or since, or a made-up one
 *     ?n  a number, from small to those that no type holds
 *     ?t  a JSON string
 *     ?w  bare characters inside a string or a form
 *     ?b  true or false, or nearly
 *     ?v  any JSON value
 *     ?c  a digit: which connection
 *
 * The lines of `opening` come first: they bring a game to where it gets
 * interesting. */
#ifndef KIT_COMPOSED_H
#define KIT_COMPOSED_H

#include "kit/asks.h"

struct composed {
    const char *const *opening, *const *templates; /* end with NULL */
};

struct bytes {
    const uint8_t *at;
    size_t         left;
};

static inline unsigned next_byte(struct bytes *b)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

/* clang-format off */
#define LONG_TEXT "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static const char *const values_id[] = { "@0", "1", "@1", "2", "@2", "@3", "$0", "$1", "$2", "3", "@4", "@5", "0", "-1", "4", "9007199254740991",
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1.5", "\"$0\"", "null", NULL };
static const char *const values_number[] = { "1", "0", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "15", "20", "24", "25", "30", "40", "53", "54", "63", "64",
    "-1", "100", "255", "256", "65535", "2147483647", "2147483648", "-2147483648", "4294967296", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "18446744073709551616", "1e308", "1e999", "-0", "0.5", "1.0", "\"1\"", "null", "true", "[]", "{}", NULL };
static const char *const values_text[] = { "\"ann\"", "\"bob\"", "\"\"", "\"a\"", "\"secret\"", "\"cid\"", "\"" LONG_TEXT "\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
    "\"\\ud800\"", "\" \"", "\"\xd0\xbc\xd0\xb0\xd0\xbf\"", "\"<b>&'\\\"\\\\\"", "5", "null", "[\"ann\"]", "{}", "true", NULL };
static const char *const values_word[] = { "@0", "@1", "@2", "1", "ann", "bob", "", "0", "a", "2", "3", "$0", "$1", "secret", "-1", "99999999999999999999", LONG_TEXT, "%00", "+", "%ff", "N", "B", "S", NULL };
static const char *const values_bool[] = { "true", "false", "1", "0", "null", "\"true\"", "2", "[]", NULL };
static const char *const values_any[] = { "{}", "[]", "null", "true", "0", "-1", "\"\"", "[1]", "[[]]", "[{}]", "{\"a\":{\"b\":[1,2,3]}}", "[1,1,1,1,1,1,1,1]",
    "[9223372036854775807]", "1e308", "\"" LONG_TEXT "\"", "[[[[[[[[[[]]]]]]]]]]", "[null]", "[{\"regionId\":1,\"tokensNum\":1}]", NULL };
static const char *const values_conn[] = { "0", "1", "2", "3", NULL };
/* clang-format on */

static inline const char *const *values_of(char kind)
{
    switch (kind) {
    case 'i':
        return values_id;
    case 'n':
        return values_number;
    case 't':
        return values_text;
    case 'w':
        return values_word;
    case 'b':
        return values_bool;
    case 'c':
        return values_conn;
    default:
        return values_any;
    }
}

static inline unsigned count_of(const char *const *list)
{
    unsigned n = 0;

    while (list[n])
        n++;
    return n;
}

static inline void fill(const char *template, struct bytes *bytes, struct buf *out)
{
    for (const char *p = template; *p; p++) {
        if (p[0] == '?' && p[1] && strchr("intwbvc", p[1])) {
            const char *const *values = values_of(*++p);

            buf_text(out, values[next_byte(bytes) % count_of(values)]);
        } else {
            buf_char(out, *p);
        }
    }
    buf_char(out, '\n');
}

static inline void composed_feed(struct bench *b, const struct composed *c, const uint8_t *data, size_t size)
{
    struct bytes bytes = { data, size };
    unsigned     n = count_of(c->templates);
    struct buf   text = { 0 };

    for (int i = 0; c->opening[i]; i++) {
        buf_text(&text, c->opening[i]);
        buf_char(&text, '\n');
    }
    buf_text(&text, "=\n");
    while (bytes.left)
        fill(c->templates[next_byte(&bytes) % n], &bytes, &text);
    bench_feed(b, buf_view(&text));
    buf_release(&text);
}

/* The fuzz target. The file that includes this defines what it composes. */
extern const struct composed composed;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bench bench;

    composed_feed(&bench, &composed, data, size);
    return 0;
}

#endif
