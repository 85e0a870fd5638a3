/* Lobbies of the Santorini door: connections that wait and play together, and
 * the hall's table behind them.
 *
 * Exactly one lobby is being filled at a time; every connection goes to it and
 * stays there. The lobby's table is opened when its size is selected, or it is
 * a table of the hall that waits for players. Users of this door sit there as
 * SITTER_DOOR; players of the hall are users of the lobby like any other.
 *
 * After WIN or SERVER_ERROR a lobby has let go of its table and is gone; its
 * connections are closing. */
#ifndef SANTORINI_DIALECT_LOBBY_H
#define SANTORINI_DIALECT_LOBBY_H

#include "base/map.h"
#include "games/santorini/rules.h"
#include "hall/table.h"

enum {
    PING_MS = 5000,
    PINGS_MISSED_MAX = 3, /* answered by none of so many: lost when the next is due */
    USERNAME_MAX = 15,    /* UTF-16 code units */
    USERNAME_BYTES = 4 * USERNAME_MAX,
    ANONYMOUS = -1, /* seat of a connection without a user */
};

#define DOOR_NAME "santorini"

extern const struct game santorini_game;

/* One connection, TCP or WebSocket. */
struct client {
    struct door   *door;
    uint64_t       conn;
    struct lobby  *lobby;       /* NULL: told to go; what still comes from it is ignored */
    struct client *next, *prev; /* in the lobby's list, or in that of those who leave */
    int            seat;        /* of its user, or ANONYMOUS */
    int            missed;      /* pings without an answer */
    int64_t        ping_at;     /* when the next one is due */
    uint64_t       timer;
};

struct lobby {
    struct client *clients;
    uint64_t       table; /* 0: no size selected yet */
    uint8_t        size;
    uint8_t        users;                             /* how many sit at the table */
    uint8_t        joined[PLAYERS];                   /* their seats, in the order they came */
    char           name[PLAYERS][USERNAME_BYTES + 1]; /* by seat, as the protocol knows them */
    bool           over;                              /* closes as soon as the requester has his RESULT */
};

/* The dialect's memory. */
struct door {
    struct hall   *hall;
    struct lobby  *filling;   /* or NULL: made when somebody comes */
    struct map     by_table;  /* all lobbies that have a table */
    struct client *leaving;   /* connections that are closing */
    bool           answering; /* a line is being handled: its RESULT comes before any closing */
    struct buf     text;      /* the message being written */
};

/* ---- connections ------------------------------------------------------- */

void client_attach(struct door *d, uint64_t conn);
/* Closes a connection that was told why; to the others it has disconnected. */
void client_leave(struct client *c);
/* The connection is gone; `lost`: it was cut off. */
void client_gone(struct client *c, bool lost);

/* ---- lobbies ----------------------------------------------------------- */

/* Opens a table of `size` seats for a lobby that has none. */
bool lobby_open_table(struct door *d, struct lobby *l, int size);
/* Seats the connection's user. */
bool lobby_add_user(struct client *c, struct str name);
int  lobby_seat_of(const struct lobby *l, struct str name); /* -1: no such user */
/* After a RESULT: closes the lobby if it is over. */
void lobby_settle(struct door *d, struct lobby *l);

/* ---- parts of the dialect ---------------------------------------------- */

enum err lobbies_open(struct hall *hall, void **self);
void     lobbies_close(struct hall *hall, void *self);
void     lobbies_forget(struct hall *hall, void *self);
void     lobbies_happened(struct hall *hall, void *self, struct table *t, const struct table_event *event);
void     lobbies_goodbye(struct hall *hall, void *self);
/* "lobby": clients of this door are connected to the table's lobby; "filling":
 * and the next one who connects will be. */
void     lobbies_describe(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out);

/* ---- messages (dialect_say.c) ------------------------------------------ */

void say_result(struct door *d, const struct client *c, bool value);
void say_ping(struct door *d, const struct client *c);
void say_error(struct door *d, const struct client *c, const char *type, const char *description);
/* What a newcomer must know: size and users so far. */
void say_lobby(struct door *d, const struct client *c);

void say_all_size(struct door *d, const struct lobby *l);
void say_all_joined(struct door *d, const struct lobby *l, int seat);
/* The table has started: the gods to select from, or those fixed beforehand. */
void say_all_started(struct door *d, const struct lobby *l, const struct santorini *s);
void say_all_effects(struct door *d, const struct lobby *l, const struct effects *effects);

#endif
