/* What the hall API keeps in memory: one struct, found from anywhere in the
 * hall thread by api_of(). Each part is made and read in its own file; parts
 * that mirror the store say how they forget. */
#ifndef HALL_API_SELF_H
#define HALL_API_SELF_H

#include "hall/hall.h"

struct accounts; /* account.c: statements */
struct sessions; /* session.c: statements */
struct rates;    /* rate.c */
struct book;     /* rating_book.c: statements */
struct retries;  /* retry.c: keys of recent moves */
struct feed;     /* feed.c: who listens to what */
struct lists;    /* api_list.c: statements */

struct api {
    struct accounts *accounts;
    struct sessions *sessions;
    struct rates    *rates;
    struct book     *book;
    struct retries  *retries;
    struct feed     *feed;
    struct lists    *lists;
};

static inline struct api *api_of(struct hall *hall)
{
    return dialect_self(hall, NULL);
}

/* ---- life of the parts ------------------------------------------------- */

struct accounts *accounts_new(struct store *store);
void             accounts_free(struct accounts *a);
struct sessions *sessions_new(struct store *store);
void             sessions_free(struct sessions *s);
void             sessions_forget(struct sessions *s); /* accounts changed */
struct rates    *rates_new(void);
void             rates_free(struct rates *r);

/* The tables of all parts, in the order of their birth. */
extern const char *const api_migrations[];

/* The columns of an account `a` in a query, and the account they make. */
#define ACCOUNT_COLUMNS "a.id, a.flags, a.name, a.created_at, a.password IS NOT NULL"
enum { ACCOUNT_COLUMNS_N = 5 };
struct account;
void account_from_row(struct stmt *q, struct account *out);

/* Writes a list of an account's sessions, without their tokens. */
struct jout;
void sessions_write(struct hall *hall, struct jout *out, const char *key, uint64_t account);

/* Removes sessions that are over and guests that have none left. */
void sessions_sweep(struct hall *hall);

#endif
