/* The JSON reader: whatever it accepts it can also write, and what it wrote
 * reads back to the same text. The first byte chooses flags and depth. */
#include "base/jin.h"
#include "base/limits.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask_everything(const struct jin *v, unsigned depth)
{
    struct jin_member m = { 0 };
    int64_t           i;
    double            d;
    bool              b;
    struct str        s;

    if (depth > LIMIT_JSON_DEPTH)
        BUG("deeper than allowed");
    if (jin_string(v, &s) && (!str_utf8(s) || memchr(s.at, '\0', s.len)))
        BUG("a string that is none");
    jin_int(v, &i);
    jin_real(v, &d);
    jin_bool(v, &b);
    for (size_t k = 0; jin_kind(v) == JIN_ARRAY && k < jin_count(v); k++)
        ask_everything(jin_at(v, k), depth + 1);
    while (jin_kind(v) == JIN_OBJECT && jin_next(v, &m))
        ask_everything(m.value, depth + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct jin *doc, *again;
    struct buf  first = { 0 }, second = { 0 };

    if (size == 0)
        return 0;
    unsigned   flags = data[0] & 15;
    struct str text = { (const char *)data + 1, size - 1 };
    if (jin_parse(text, LIMIT_JSON_DEPTH, flags, &doc) != ERR_OK)
        return 0;
    ask_everything(doc, 0);
    jin_dump(doc, &first);
    if (jin_parse(buf_view(&first), LIMIT_JSON_DEPTH, 0, &again) != ERR_OK)
        BUG("what was written cannot be read");
    jin_dump(again, &second);
    if (!str_eq(buf_view(&first), buf_view(&second)))
        BUG("what was read back differs");
    buf_release(&first);
    buf_release(&second);
    jin_free(doc);
    jin_free(again);
    return 0;
}
