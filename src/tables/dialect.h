/* A dialect: how one game speaks its published protocol, and what it stores
 * besides journals. Every game exports one, `<name>_dialect`, from its dialect/
 * folder; a game without a protocol exports one with nothing but a name.
 *
 * All functions run in the hall thread. A dialect changes tables only through
 * tables/table.h, so that the hall API, feeds, replays, ratings and computer
 * players see the same tables; `happened` tells it what others did to its
 * tables. */
#ifndef TABLES_DIALECT_H
#define TABLES_DIALECT_H

#include "base/jin.h"
#include "base/jout.h"
#include "game/game.h"
#include "hall/part.h"

struct table;
struct table_event;
struct account_change; /* people/account.h */

/* An option that is not a number. */
struct extra_option {
    const char *name, *help;
    const char *title; /* label in forms; NULL: its name */
    /* The values to choose from, as elements of an array: {"value", "title"},
     * with "seats" if a value brings their number, and numbers of its own.
     * NULL: any text. */
    void (*choices)(struct hall *hall, void *self, struct jout *out);
};

struct dialect {
    struct part part;
    /* A first request in this protocol for developers to copy (HOST stands for
     * the server's address), or NULL. */
    const char *greeting;

    /* An event at a table of this game, from any door, including this dialect's
     * own calls. It is in the batch but not on disk yet; what is pushed
     * here leaves after the commit. */
    void (*happened)(struct hall *hall, void *self, struct table *table, const struct table_event *event);

    /* Options given by name in the hall that are not plain numbers (a map, a
     * position): turns them into `extra` and may adjust the seats. NULL:
     * only game.options exist. `options` is the client's JSON object;
     * besides game.options it contains only names in `extras`. */
    const struct extra_option *extras; /* ends with a NULL name */
    enum err (*prepare)(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                        struct refusal *why);

    /* Adds members to the hall's view of a table: the ids that this protocol's
     * clients need. `seat` is the viewer's, or SEAT_NOBODY. */
    void (*describe)(struct hall *hall, void *self, const struct table *table, int seat, struct jout *out);

    /* The next two only use the store, in the batch's transaction: the command
     * line calls them too, without a hall. */
    enum err (*account_changed)(struct store *store, const struct account_change *change, struct refusal *why);

    /* Statements that delete what this dialect stores about the table with the
     * number ?1, when that is erased; ends with NULL. NULL: nothing. */
    const char *const *erase_table;

    /* Removes a line of the chat that the protocol has beside its tables. ERR_NONE:
     * there is none with this number. NULL: there is no such chat. */
    enum err (*unsay)(struct hall *hall, void *self, int64_t line);

    /* Anybody may play here without an account. Nobody will miss the tables of
     * such players: they leave after a while, as those of guests. */
    bool for_strangers;

    /* Adds samples for newcomers (bots...), owned by an account created for
     * them. */
    void (*add_samples)(struct store *store, uint64_t account, struct str name);
};

/* The dialects in the order of all_games, with the same indices (src/parts.c). */
extern const struct dialect *const all_dialects[];

const struct dialect *dialect_of(const struct game *game);
void                 *dialect_self(struct hall *hall, const struct game *game); /* its part's memory */

#endif
