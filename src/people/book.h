/* Ratings and results: one row per seat of every finished table, and the rating
 * of every account in each game. Tables of two are rated by Glicko-2, larger
 * ones by Weng-Lin (people/rating.h). */
#ifndef PEOPLE_BOOK_H
#define PEOPLE_BOOK_H

#include "base/jout.h"
#include "tables/table.h"

/* Called when a table has ended: stores its result and, if it is rated and all
 * sitters are accounts, updates each rating once, in the batch of the end. A
 * table that was abandoned because players left counts as lost by those who
 * left; other abandoned tables do not count. */
void book_ended(struct hall *hall, const struct table *t);

/* Write lists of an account's ratings, and of its results, latest first. */
void book_write(struct hall *hall, struct jout *out, const char *key, uint64_t account);
void book_write_results(struct hall *hall, struct jout *out, const char *key, uint64_t account);

/* The places of a table's seats, with points and, where rated, rating and
 * change: a list, or null before the end. */
void book_write_table(struct hall *hall, struct jout *out, const char *key, uint64_t table);

/* The result of one seat: the same members, null if nothing was booked. */
enum err book_write_seat(struct hall *hall, struct jout *out, uint64_t table, int seat);

/* The account's rating after each of its latest rated games, oldest first. */
enum err book_write_history(struct hall *hall, struct jout *out, const char *key, uint64_t account, const char *game,
                            struct str system);

/* A page of a leaderboard: players from place `after` + 1 on. */
void book_write_leaders(struct hall *hall, struct jout *out, const char *key, const char *game, struct str system, int after,
                        int limit);

void book_erase_table(struct hall *hall, uint64_t table); /* the results of a table that is erased */
void book_erase(struct hall *hall, uint64_t account);     /* deletes the ratings; results of tables stay */

extern const char *const rating_systems[]; /* NULL-terminated */

#endif
