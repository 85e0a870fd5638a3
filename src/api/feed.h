/* The feed: a WebSocket at /api/v1/feed that follows tables, the lobby and
 * one's own tables, and accepts moves. A client names the sequence number to
 * continue from, so a client that reconnects misses nothing and gets nothing
 * twice. */
#ifndef API_FEED_H
#define API_FEED_H

#include "tables/table.h"

struct feed;

struct feed *feed_new(void);
void         feed_free(struct feed *f);

void feed_handle(struct hall *hall, void *self, struct ask *ask);
void feed_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event);
void feed_unsaid(struct hall *hall, struct feed *f, const struct table *t, uint32_t seq); /* a line of chat was removed */
void feed_forget(struct hall *hall, struct feed *f);  /* a batch was rolled back, and its pushes discarded */
void feed_goodbye(struct hall *hall, struct feed *f); /* closes all, with 1001 */

/* Closes the connections of an account whose session has ended. */
void feed_end_account(struct hall *hall, uint64_t account);

/* Who is at a table now. */
struct presence {
    unsigned here;     /* bit set of seats: watched by a feed of the account, played by a computer, or connected through the game's
                          protocol */
    int      watchers; /* feeds without a seat */
};
struct presence feed_presence(struct hall *hall, const struct table *t);

/* For operators: how many feeds are open, how many of them an account's, and
 * those before number `before`, the latest first, with the number that the next
 * page begins before (0: none). */
int      feed_connections(const struct feed *f);
int      feed_connections_of(const struct feed *f, uint64_t account);
enum err feed_write_connections(struct hall *hall, struct jout *out, const char *key, uint64_t before, int limit, uint64_t *next);

#endif
