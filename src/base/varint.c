#include "base/varint.h"

void varint_write(struct buf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        buf_char(out, (char)(value | 0x80));
    buf_char(out, (char)value);
}

bool varint_read(struct str *rest, uint64_t *out)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < rest->len && i < 10; i++) {
        unsigned char byte = (unsigned char)rest->at[i];

        value |= (uint64_t)(byte & 0x7F) << (7 * i);
        if (byte < 0x80) {
            rest->at += i + 1;
            rest->len -= i + 1;
            *out = value;
            return true;
        }
    }
    return false;
}

void varint_write_signed(struct buf *out, int64_t value)
{
    varint_write(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

bool varint_read_signed(struct str *rest, int64_t *out)
{
    uint64_t value;

    if (!varint_read(rest, &value))
        return false;
    *out = (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
    return true;
}

void varint_write_str(struct buf *out, struct str bytes)
{
    varint_write(out, bytes.len);
    buf_str(out, bytes);
}

bool varint_read_str(struct str *rest, struct str *out)
{
    uint64_t len;

    if (!varint_read(rest, &len) || len > rest->len)
        return false;
    *out = (struct str){ rest->at, (size_t)len };
    rest->at += len;
    rest->len -= (size_t)len;
    return true;
}
