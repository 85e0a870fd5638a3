/* The book of ratings and results: one row a seat of every finished table, and
 * the standing of every account in each game. Two seats are rated by Glicko-2,
 * more by Weng-Lin (hall/rating.h). */
#ifndef HALL_RATING_BOOK_H
#define HALL_RATING_BOOK_H

#include "base/jout.h"
#include "hall/table.h"

struct book;

struct book *rating_book_new(struct store *store);
void         rating_book_free(struct book *b);

/* A table has just ended: books its result and, if it is rated and only
 * accounts sat there, one update of each rating; all in the batch of the end.
 * A table that was abandoned because somebody left counts as lost by those who
 * left; any other abandoned one does not count. */
void rating_book_ended(struct hall *hall, const struct table *t);

/* Writes a list of an account's ratings; of its results, latest first. */
void rating_book_write(struct hall *hall, struct jout *out, const char *key, uint64_t account);
void rating_book_write_results(struct hall *hall, struct jout *out, const char *key, uint64_t account);

/* The places of a table's seats, with points and, where rated, rating and
 * change: a list, or null before the end. */
void rating_book_write_table(struct hall *hall, struct jout *out, const char *key, uint64_t table);

/* A page of a leaderboard: players from place `after` + 1 on. */
void rating_book_write_leaders(struct hall *hall, struct jout *out, const char *key, const char *game, struct str system, int after,
                               int limit);

void rating_book_erase(struct hall *hall, uint64_t account); /* the ratings go; results of tables stay */

extern const char *const rating_systems[]; /* NULL-terminated */

#endif
