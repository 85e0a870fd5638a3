/* Lists of tables: unfinished ones from memory, others from the store. */
#ifndef HALL_API_LIST_H
#define HALL_API_LIST_H

#include "base/jout.h"
#include "hall/hall.h"

struct lists; /* statements */

struct lists *lists_new(struct store *store);
void          lists_free(struct lists *l);

/* The listed, unfinished tables, at most `most`, for the lobby's feed. */
void lists_write_lobby(struct hall *hall, struct jout *out, const char *key, int most);

/* Every seat an account has or had, for its export. */
void lists_write_seats(struct hall *hall, struct jout *out, const char *key, uint64_t account);

#endif
