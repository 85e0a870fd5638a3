/* Moderation: who may not come in, who may not talk, what is taken away; and the
 * audit, a row for everything that an operator does. Operators are accounts with
 * the flag `admin`, and whoever has the data file (`meeple moderate`).
 *
 * A ban or mute is of an account (a flag of it) or of an address. What only the
 * running server can do, the command line writes down as an order, which the
 * server carries out within a second, or when it next starts. */
#ifndef PEOPLE_MODERATE_H
#define PEOPLE_MODERATE_H

#include "people/account.h"
#include "tables/table.h"

/* ---- in the hall ---------------------------------------------------------- */

/* `by` is who does it, for the audit. What changes nothing is not recorded. */
enum err moderate_account(struct hall *hall, struct str by, const struct account *account, enum account_flags what, bool on);
enum err moderate_address(struct hall *hall, struct str by, const char *address, enum account_flags what, bool on);
void     moderate_close(struct hall *hall, struct str by, struct table *t); /* a live table */
/* ERR_NONE: there is no such line of chat. */
enum err moderate_unsay(struct hall *hall, struct str by, struct table *t, uint32_t seq);
/* A line of the chat that the game has beside its tables; ERR_NONE: there is none. */
enum err moderate_unsay_game(struct hall *hall, struct str by, const struct game *game, int64_t line);

/* May this account (id 0: somebody without one), at this address, talk? */
bool may_talk(struct hall *hall, const struct account *account, const char *peer);

/* Answers and drops what comes from a banned address. */
bool address_admitted(struct hall *hall, struct ask *ask);

/* "players" and "addresses" that are banned or muted; the audit before row
 * `before`, newest first, and the row that the next page begins before (0: none). */
enum err sanctions_write(struct hall *hall, struct jout *out);
enum err audit_write(struct hall *hall, struct jout *out, const char *key, int64_t before, int limit, int64_t *next);

/* ---- in the store ---------------------------------------------------------- */

enum err    audit_add(struct store *store, struct str who, const char *what, struct str whom, struct str detail, int64_t at);
const char *sanction_word(enum account_flags what, bool on); /* "ban", "unmute" */

/* ERR_REFUSED: it is so already. `address` is a normalized one; its group counts. */
enum err address_sanction(struct store *store, const char *address, enum account_flags what, bool on, struct str by, int64_t at);

enum order_kind {
    ORDER_ENDED,      /* the stored credentials of account `target` have ended */
    ORDER_SANCTIONS,  /* look at the banned addresses again */
    ORDER_CLOSE,      /* table `target` */
    ORDER_UNSAY,      /* event `detail` of table `target` */
    ORDER_UNSAY_GAME, /* line `detail` of the chat of game number `target` */
};
enum err order_add(struct store *store, enum order_kind what, uint64_t target, int64_t detail, int64_t at);

/* ---- life (people.c) -------------------------------------------------------- */

struct sanctions;
struct sanctions *sanctions_new(struct hall *hall);
void              sanctions_free(struct sanctions *s);
void              sanctions_reread(struct hall *hall);
void              orders_begin(struct hall *hall);

#endif
