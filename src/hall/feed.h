/* The feed: a WebSocket at /api/v1/feed that follows tables and the lobby. A
 * client names the sequence number it wants to go on from, so one that comes
 * back misses nothing and hears nothing twice. */
#ifndef HALL_FEED_H
#define HALL_FEED_H

#include "hall/table.h"

struct feed;

struct feed *feed_new(void);
void         feed_free(struct feed *f);

void feed_handle(struct hall *hall, void *self, struct ask *ask);
void feed_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event);
void feed_forget(struct hall *hall, struct feed *f);  /* a batch was taken back, and with it what it pushed */
void feed_goodbye(struct hall *hall, struct feed *f); /* closes all, with 1001 */

/* Ends the connections that speak for an account: its session is over. */
void feed_end_account(struct hall *hall, uint64_t account);

#endif
