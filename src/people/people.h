/* The people part: accounts, sessions, rate limits and ratings. One struct,
 * available in the hall thread through people_of(). Each member belongs to its
 * own file; those that mirror the store have a function to forget it. */
#ifndef PEOPLE_PEOPLE_H
#define PEOPLE_PEOPLE_H

#include "hall/hall.h"
#include "people/account.h"
#include "people/operate.h"

struct accounts;  /* rows.c: statements */
struct sessions;  /* session.c: statements, and recently used sessions */
struct rates;     /* rate.c */
struct book;      /* book.c: statements */
struct passwords; /* password.c: the queue */
struct sanctions; /* moderate.c: banned and muted addresses */

enum { ACCOUNT_LISTENERS_MAX = 8 };

/* passing.c: tables that will be removed. */
struct passing {
    struct stmt *put, *remove, *due, *surplus, *count;
};

struct people {
    struct accounts  *accounts;
    struct sessions  *sessions;
    struct rates     *rates;
    struct book      *book;
    struct passwords *passwords;
    struct sanctions *sanctions;
    struct stmt      *read_orders, *drop_orders; /* orders.c */
    struct passing    passing;
    operate_fn       *operate; /* operate.h; NULL: no command is known here */
    account_listener *listener[ACCOUNT_LISTENERS_MAX];
    int               n_listeners;
};

extern const struct part people_part;
extern const char *const people_migrations[];

static inline struct people *people_of(struct hall *hall)
{
    return part_self(hall, &people_part);
}

/* ---- life of the members ------------------------------------------------ */

struct sessions  *sessions_new(struct store *store);
void              sessions_free(struct sessions *s);
void              sessions_forget(struct sessions *s); /* accounts have changed */
void              sessions_sweep(struct hall *hall);   /* deletes expired sessions, and guests without any */
struct rates     *rates_new(void);
void              rates_free(struct rates *r);
struct book      *book_new(struct store *store);
void              book_free(struct book *b);
struct passwords *passwords_new(void);
void              passwords_free(struct passwords *p);

struct table;
void passing_begin(struct hall *hall);
void passing_opened(struct hall *hall, const struct table *t);
void passing_ended(struct hall *hall, const struct table *t);

/* account.c, for password.c: the row with its hash (a NULL text if there is
 * none). */
struct account;
enum err account__insert(struct hall *hall, struct str name, unsigned flags, struct str hash, struct account *out);
enum err account__set_hash(struct hall *hall, uint64_t id, const char *hash);
uint64_t account__hash(struct hall *hall, struct str name, char *hash, size_t size); /* id, or 0: no such name */

#endif
