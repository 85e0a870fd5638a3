/* A dialect: how one game speaks its published protocol, and what it keeps
 * beside journals. Every game exports one, `<name>_dialect`, from its
 * dialect.c; a game without a protocol of its own exports an empty one.
 *
 * All functions run in the hall thread. A dialect changes tables only through
 * hall/table.h, so that the hall API, feeds, replays, ratings and computer
 * players see the same tables; and it hears through `happened` what was done
 * to its tables through other doors. */
#ifndef HALL_DIALECT_H
#define HALL_DIALECT_H

#include "base/jin.h"
#include "base/jout.h"
#include "game/game.h"
#include "hall/settings.h"
#include "hall/wire.h"
#include "store/store.h"

struct hall;
struct table;
struct table_event;

/* An option that is larger than a number. */
struct extra_option {
    const char *name, *help;
};

/* What became of an account, for games that keep something about it. */
enum account_event {
    ACCOUNT_PASSWORD, /* it has a new password */
    ACCOUNT_ERASED,   /* it is gone */
    ACCOUNT_ENROLLED, /* the operator wants it to be a player at the game's own door */
};
struct account_change {
    enum account_event event;
    uint64_t           id;
    struct str         name;     /* of the account; not with ACCOUNT_ERASED */
    struct str         shown;    /* ACCOUNT_ENROLLED: the name that others see */
    struct str         password; /* as typed; not with ACCOUNT_ERASED */
};

struct dialect {
    const struct route   *routes;     /* ends with a NULL path; NULL: none */
    const struct setting *settings;   /* serve options of its own; ends with a NULL name */
    const char           *base;       /* one of them: what stands for "/<game>/" in its routes if it is given; or NULL */
    const char *const    *migrations; /* of its own tables; owner is the game's name */
    const char
        *greeting; /* a first word to this door, to copy from the welcome page (HOST stands for the server's address), or NULL */

    /* Makes `*self`: prepares statements, reads what it keeps in memory. */
    enum err (*open)(struct hall *hall, void **self);
    void (*close)(struct hall *hall, void *self);

    /* A commit failed and was rolled back: throw away whatever mirrors the
     * store and read it again. Connections stay. */
    void (*forget)(struct hall *hall, void *self);

    /* Something was accepted at a table of this game, through whichever door,
     * this dialect's own calls included. The event is in the batch but not
     * yet on disk; what is pushed here leaves after the commit. */
    void (*happened)(struct hall *hall, void *self, struct table *table, const struct table_event *event);

    /* The server is about to stop in good order: say goodbye to connections. */
    void (*goodbye)(struct hall *hall, void *self);

    /* Options given by name in the hall that are no plain numbers (a map, a
     * position): turns them into `extra` and may adjust seats. NULL: only
     * game.options exist. `options` is the JSON object a client sent; of
     * names that are no game.options it holds those of `extras` at most. */
    const struct extra_option *extras; /* ends with a NULL name */
    enum err (*prepare)(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                        const char **why);

    /* Adds members to the hall's view of a table: the ids that this
     * protocol's clients need. `seat` is the viewer's, or SEAT_NOBODY. */
    void (*describe)(struct hall *hall, void *self, const struct table *table, int seat, struct jout *out);

    /* The next two work on the store alone, in the batch's transaction: the
     * operator's tool calls them, too, without a hall. */
    enum err (*account_changed)(struct store *store, const struct account_change *change, const char **why);

    /* Puts in what newcomers find useful (bots...), owned by an account that
     * was made for it. */
    void (*add_samples)(struct store *store, uint64_t account, struct str name);
};

/* The dialects in the order of all_games, with the same indices. */
extern const struct dialect *const all_dialects[];

#endif
