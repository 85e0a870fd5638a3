/* Lobbies of the Santorini door: connections that wait and play together, and
 * the hall's table behind them.
 *
 * Exactly one lobby is being filled at a time; every new connection joins it
 * and stays there. (Not so in two cases, since strangers are not always friends:
 * a lobby whose size was selected by somebody who then did nothing more gets no
 * newcomers after a while, and an address whose users close one lobby after the
 * other gets lobbies of its own.) The lobby's table is opened when its size is selected, or it
 * is a waiting table of the hall. Users of this door sit there as SITTER_DOOR;
 * players of the hall are users of the lobby like any other.
 *
 * After WIN or SERVER_ERROR a lobby has given up its table and is gone; its
 * connections are closing. */
#ifndef SANTORINI_DIALECT_LOBBY_H
#define SANTORINI_DIALECT_LOBBY_H

#include "base/map.h"
#include "games/santorini/rules.h"
#include "tables/table.h"

enum {
    LEAVES_PER_MINUTE = 2, /* of an address, that end a lobby with others in it */
    PING_MS = 5000,
    PINGS_MISSED_MAX = 3, /* lost after this many unanswered pings */
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
    char           peer[48];    /* address */
    struct lobby  *lobby;       /* NULL: told to leave; what it still sends is ignored */
    struct client *next, *prev; /* in the lobby's list, or in the list of those leaving */
    int            seat;        /* of its user, or ANONYMOUS */
    int            missed;      /* pings without an answer */
    int64_t        ping_at;     /* when the next one is due */
    uint64_t       timer;

    /* With several nodes (resume.c): */
    uint64_t     heard;   /* asks so far, for its note */
    bool         repeats; /* its line was perhaps handled by the last leader: */
    struct move *done;    /* what that did for it without telling it: moves, */
    int          n_done, cap_done, at_done;
    unsigned     sat; /* and users who joined, a bit a seat */
};

struct lobby {
    struct client *clients;
    uint64_t       table; /* 0: no size selected yet */
    uint8_t        size;
    uint8_t        users;                             /* how many sit at the table */
    uint8_t        joined[PLAYERS];                   /* their seats, in the order they came */
    char           name[PLAYERS][USERNAME_BYTES + 1]; /* by seat, as the protocol knows them */
    uint64_t       chooser;                           /* connection that selected the size; 0: nobody, it is a table of the hall */
    int64_t        progress_at;                       /* when the size was selected, or a user came */
    bool           over;                              /* closes as soon as the requester has the RESULT */
    uint32_t       told;                              /* events of the table that its connections have heard of */
    int64_t        absent_until[PLAYERS];             /* by seat: until when its connection may be resumed; 0: it need not */
};

/* The dialect's memory. */
struct door {
    struct hall   *hall;
    struct lobby  *filling;   /* or NULL: made when somebody connects */
    struct lobby  *apart;     /* the same for addresses that keep closing lobbies */
    struct map     by_table;  /* all lobbies that have a table */
    struct client *leaving;   /* connections that are closing */
    struct client *answering; /* whose line is being handled: its RESULT comes before any closing */
    struct buf     text;      /* the message being written */
    int64_t        sweep_at;  /* not earlier: clients of the last leader may come back */
    int64_t        look_at;   /* when a timer looks for those who have not; 0: there is none */
};

/* ---- connections (client.c) -------------------------------------------- */

void           client_attach(struct door *d, uint64_t conn, const char *peer);
/* One that is in no lobby and no list yet; into a lobby, or (NULL) away. */
struct client *client_new(struct door *d, uint64_t conn, const char *peer, int seat);
void           client_enter(struct client *c, struct lobby *l);
void           client_free(struct client *c);
void           client_dismiss(struct client *c); /* it leaves its lobby and closes */
/* Closes a connection that was told why; for the others it has disconnected. */
void           client_leave(struct client *c);
/* The connection is gone; `lost`: it was cut off by the network. */
void           client_gone(struct client *c, bool lost);

/* ---- lobbies (lobby.c) ------------------------------------------------- */

/* The one that a connection of this address joins. */
struct lobby *lobby_next(struct door *d, const char *peer);
/* Nobody is connected any more, and no connection had a user. Players of the
 * hall stay at the table. */
void          lobby_discard(struct door *d, struct lobby *l);

/* Opens a table of `size` seats for the connection's lobby, which has none. */
bool           lobby_open_table(struct client *c, int size);
/* Seats the connection's user. */
bool           lobby_add_user(struct client *c, struct str name);
int            lobby_seat_of(const struct lobby *l, struct str name); /* -1: no such user */
/* After a RESULT: closes the lobby if it is over. */
void           lobby_settle(struct door *d, struct lobby *l);
/* The table becomes the lobby's, with those who sit there as its users. */
void           lobby_take(struct door *d, struct lobby *l, const struct table *t);
/* Makes whoever sits there a user, unless it is one already. */
void           lobby_name(struct lobby *l, const struct table *t, int seat);
/* A user is gone: in the protocol that ends the game for everybody. */
void           lobby_lose_user(struct door *d, struct lobby *l, int seat, const char *type, const char *did);
/* All of them, with or without a table, in memory that the caller frees. */
struct lobby **lobbies_all(const struct door *d, size_t *n);

/* ---- changes of the leader (resume.c) ---------------------------------- */

/* After everything that a connection, or a lobby's, was told: what the next
 * leader needs to go on with it. */
void note_client(struct client *c);
void note_lobby(const struct lobby *l);
/* A connection that the last leader had, with its note. */
void client_resume(struct door *d, uint64_t conn, const char *peer, struct str note);
/* The link of its node ended, and the node may resume it. */
void client_orphaned(struct client *c);
/* A repeated request: did the last leader make this move, or seat this user,
 * without the connection hearing of it? */
bool client_did(struct client *c, const struct move *m);
bool client_sat(struct client *c, const struct table *t, struct str name);
bool lobby_awaits(const struct lobby *l); /* users who may come back */

/* ---- parts of the dialect ---------------------------------------------- */

enum err lobbies_open(struct hall *hall, void **self);
void     lobbies_close(struct hall *hall, void *self);
void     lobbies_forget(struct hall *hall, void *self);
void     lobbies_happened(struct hall *hall, void *self, struct table *t, const struct table_event *event);
void     lobbies_goodbye(struct hall *hall, void *self);
/* "lobby": clients of this door are connected to the table's lobby; "filling":
 * the next one to connect joins it. */
void     lobbies_describe(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out);

/* ---- messages (dialect_say.c) ------------------------------------------ */

void say_result(struct door *d, const struct client *c, bool value);
void say_ping(struct door *d, const struct client *c);
void say_error(struct door *d, const struct client *c, const char *type, const char *description);
/* What a newcomer has to know: size and users so far. */
void say_lobby(struct door *d, const struct client *c);

void say_all_size(struct door *d, const struct lobby *l);
void say_all_joined(struct door *d, const struct lobby *l, int seat);
/* The table has started: the gods to select from, or those fixed beforehand. */
void say_all_started(struct door *d, const struct lobby *l, const struct santorini *s);
void say_all_effects(struct door *d, const struct lobby *l, const struct effects *effects);

#endif
