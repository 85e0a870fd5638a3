/* Takes a chunked request body apart, piece by piece. */
#ifndef NET_CHUNKED_H
#define NET_CHUNKED_H

#include "base/buf.h"
#include "base/err.h"

struct chunked;

/* A body may have at most `limit` bytes. */
struct chunked *chunked_new(size_t limit);
void            chunked_free(struct chunked *c); /* NULL is fine */

/* Eats bytes; `*used` says how many. ERR_OK: the body is complete and what
 * follows belongs to the next request. ERR_MORE: all was eaten. ERR_FULL: too
 * large. ERR_MALFORMED. */
enum err   chunked_feed(struct chunked *c, struct str bytes, size_t *used);
struct str chunked_body(const struct chunked *c);

#endif
