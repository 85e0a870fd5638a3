/* Rows of a query as JSON. Members are named as the query names its columns
 * (`SELECT table_id AS "table"`); integers, texts and nulls are written as they
 * are, reals with one digit after the point. */
#ifndef STORE_JSON_H
#define STORE_JSON_H

#include "base/jout.h"
#include "store/store.h"

/* The columns `from` to `to` (not included) of the current row, as members. */
void row_write(struct stmt *q, int from, int to, struct jout *out);

/* The member `key`: an array with an object for each row. */
enum err rows_write(struct stmt *q, struct jout *out, const char *key);

/* The same, but at most `limit` rows of a query that is limited to one more:
 * that one tells whether there is another page. `next` becomes the first column
 * of the last row written, with which the next page begins; 0: this is the last. */
enum err rows_write_page(struct stmt *q, int limit, struct jout *out, const char *key, int64_t *next);

#endif
