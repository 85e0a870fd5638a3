/* Lists of tables: unfinished ones from memory, others from the store. */
#ifndef API_LIST_H
#define API_LIST_H

#include "base/jout.h"
#include "tables/table.h"

struct lists; /* statements */

struct lists *lists_new(struct store *store);
void          lists_free(struct lists *l);

/* The listed unfinished tables, at most `most`, for the lobby's feed. */
void lists_write_lobby(struct hall *hall, struct jout *out, const char *key, int most);

/* Calls `each` for the unfinished tables where an account sits, at most 500. */
typedef void lists_seat(struct hall *hall, void *arg, struct table *t, int seat);
enum err     lists_each_live_of(struct hall *hall, uint64_t account, lists_seat *each, void *arg);

/* Calls `each` for the latest tables in any phase. */
enum err lists_each_latest(struct hall *hall, int most, void (*each)(struct hall *hall, void *arg, struct table *t), void *arg);

/* Every seat an account has or had, for its export. */
enum err lists_write_seats(struct hall *hall, struct jout *out, const char *key, uint64_t account);

#endif
