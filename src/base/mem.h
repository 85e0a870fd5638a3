/* Allocation that cannot fail: the process ends when there is no memory left.
 * Free with free(). */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/str.h"

void *mem_new(size_t size);                      /* zeroed */
void *mem_list(size_t n, size_t each);           /* zeroed */
void *mem_grow(void *at, size_t n, size_t each); /* realloc; the new part is not zeroed */

/* Room for one more in a list of `n` whose capacity is `*cap`: doubled if it is
 * full. */
void *mem_room(void *at, int n, int *cap, size_t each);

char *mem_text(struct str text); /* a NUL-terminated copy */

#endif
