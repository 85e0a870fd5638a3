/* Computer players on seats. */
#ifndef API_SEATS_H
#define API_SEATS_H

#include "api/call.h"

/* A sitter for the computer player `bot` (which bot_find must know), with a
 * name that is unique at the table. */
struct sitter seat_computer(const struct table *t, int seat, struct str bot);

/* May the caller have another table run at which only computers play? Such a
 * table needs nobody, so there are few. False: that has been answered. */
bool computers_may_play(struct call *c);

#endif
