/* Whole numbers in as few bytes as they need: 7 bits a byte, low ones first,
 * high bit: more follow. */
#ifndef BASE_VARINT_H
#define BASE_VARINT_H

#include "base/buf.h"

void varint_write(struct buf *out, uint64_t value);
/* Cuts a number off the front of `*rest`; false when there is none. */
bool varint_read(struct str *rest, uint64_t *out);

/* The same for numbers below zero too: small ones of both signs stay short. */
void varint_write_signed(struct buf *out, int64_t value);
bool varint_read_signed(struct str *rest, int64_t *out);

/* Bytes with their length in front. */
void varint_write_str(struct buf *out, struct str bytes);
bool varint_read_str(struct str *rest, struct str *out);

#endif
