/* What the files of the Snakes part of the hall API share:
 * /api/v1/snakes/... */
#ifndef SNAKES_DIALECT_HALL_H
#define SNAKES_DIALECT_HALL_H

#include "base/jin.h"
#include "games/snakes/dialect/self.h"

/* The hall API's refusals that occur here, with its codes. */
struct api_fault {
    int         status;
    const char *code, *message;
};
extern const struct api_fault snakes__bad_json, snakes__login_needed, snakes__session_over, snakes__not_for_guests,
    snakes__not_found, snakes__name_taken, snakes__refused, snakes__too_many, snakes__busy;

struct jout snakes__answer_begin(struct hall *hall, struct ask *ask);
void        snakes__answer_end(struct hall *hall, struct ask *ask, struct jout *out, int status);

/* All return false. `message` NULL: the fault's own. */
bool snakes__fail(struct hall *hall, struct ask *ask, const struct api_fault *why, const char *message);
bool snakes__fail_field(struct hall *hall, struct ask *ask, const char *field, const char *message);

/* The account that asks; false: it was refused. The first function accepts
 * visitors (id 0), the last refuses guests. */
bool snakes__anybody(struct hall *hall, struct ask *ask, struct account *out);
bool snakes__who_asks(struct hall *hall, struct ask *ask, struct account *out);
bool snakes__account_asks(struct hall *hall, struct ask *ask, struct account *out);

/* The player of an account, created if needed: with the account's name as login
 * if it fits, else with one that no client can send. False: refused. */
bool snakes__player_of(struct snakes *self, struct ask *ask, const struct account *account, struct player *out);

/* The body as a JSON object with no members but these (NULL-terminated). NULL:
 * refused, or the ask comes again (ask_json); else jin_free it. */
struct jin *snakes__body(struct hall *hall, struct ask *ask, const char *const *members);

/* What follows the last slash of the path. */
struct str snakes__path_end(const struct ask *ask);

#endif
