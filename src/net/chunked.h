/* Decodes a chunked request body incrementally. */
#ifndef NET_CHUNKED_H
#define NET_CHUNKED_H

#include "base/buf.h"
#include "base/err.h"

struct chunked;

/* The body may have at most `limit` bytes. */
struct chunked *chunked_new(size_t limit);
void            chunked_free(struct chunked *c); /* NULL is fine */

/* Consumes bytes; `*used` says how many. ERR_OK: the body is complete and the
 * rest belongs to the next request. ERR_MORE: everything was consumed.
 * ERR_FULL: too large. ERR_MALFORMED. */
enum err   chunked_feed(struct chunked *c, struct str bytes, size_t *used);
struct str chunked_body(const struct chunked *c);
size_t     chunked_room(const struct chunked *c); /* bytes of memory that it has taken for the body */

#endif
