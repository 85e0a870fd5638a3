/* Memory for those who cannot go on without it: where none is left the process
 * ends. Everything is freed with free(). */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/str.h"

void *mem_new(size_t size);                      /* all zero */
void *mem_list(size_t n, size_t each);           /* all zero, too */
void *mem_grow(void *at, size_t n, size_t each); /* a list made longer; what is added is not cleared */
char *mem_text(struct str text);                 /* a copy with a NUL behind it */

#endif
