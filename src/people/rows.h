/* Rows of people, for any user of a store: the people part, and the command
 * line, which works beside a running server. Inside the hall use account.h and
 * book.h instead: they also maintain what is mirrored in memory. */
#ifndef PEOPLE_ROWS_H
#define PEOPLE_ROWS_H

#include "people/account.h"
#include "store/store.h"

/* ---- accounts ----------------------------------------------------------- */

struct accounts; /* statements */
struct accounts *accounts_new(struct store *store);
void             accounts_free(struct accounts *a);

/* ERR_NONE: there is no such account. */
enum err accounts_by_name(struct accounts *a, struct str name, struct account *out);
enum err accounts_by_id(struct accounts *a, uint64_t id, struct account *out);
enum err accounts_next(struct accounts *a, uint64_t after, struct account *out); /* ordered by id */

/* ERR_REFUSED: the name is taken. `hash` is a password hash, or a NULL text. */
enum err accounts_add(struct accounts *a, struct str name, unsigned flags, struct str hash, int64_t at, struct account *out);
enum err accounts_rename(struct accounts *a, uint64_t id, struct str name);
enum err accounts_set_hash(struct accounts *a, uint64_t id, struct str hash);
enum err accounts_set_flags(struct accounts *a, uint64_t id, unsigned flags);
/* The row stays, so that the id is never reused. */
enum err accounts_erase(struct accounts *a, uint64_t id);
/* All its sessions, all its ratings. */
enum err accounts_erase_sessions(struct accounts *a, uint64_t id);
enum err accounts_erase_ratings(struct accounts *a, uint64_t id);
/* Id and password hash; 0: no such name. */
uint64_t accounts_hash(struct accounts *a, struct str name, char *hash, size_t size);

/* The columns of an account `a` in a query, and how to read them. */
#define ACCOUNT_COLUMNS "a.id, a.flags, a.name, a.created_at, a.password IS NOT NULL"
enum { ACCOUNT_COLUMNS_N = 5 };
void account_from_row(struct stmt *q, struct account *out);

#endif
