/* The Power Chess door: what its files share. play.c reads messages, lobby.c is
 * the list of waiting games, seats.c knows who sits where, and wire.c the JSON.
 *
 * A game in the protocol is a table of the hall. Its gameId is the table's
 * number, or for private tables, whose ids must not be guessed, a random number
 * of 53 bits above all of these. Seat 0 is White. Players who came through this
 * door sit as SITTER_DOOR and prove it with their playerId, which nobody else
 * was ever told. */
#ifndef POWERCHESS_DIALECT_SELF_H
#define POWERCHESS_DIALECT_SELF_H

#include "base/map.h"
#include "games/powerchess/powers.h"
#include "hall/hall.h"
#include "tables/table.h"

#define DOOR "powerchess"

enum {
    PLAYER_NAME = 64, /* code points */
    PLAYER_NAME_BYTES = 4 * PLAYER_NAME,
    NO_PLAYER = -1,
};
#define ID_MOST ((INT64_C(1) << 53) - 1)    /* of gameId and playerId: what JSON readers keep exactly */
#define ID_OF_PRIVATE INT64_C(1073741824)   /* gameIds of private tables start here */
#define ID_OF_TEST_MODE INT64_C(2147483647) /* the largest id there */

enum {
    GUESSES_PER_MINUTE = 30,      /* at ids that only some were told, by a connection; */
    GUESSES_FROM_PER_MINUTE = 60, /* by an address */
    GAMES_PER_MINUTE = 300,       /* opened by an address */
    RETURN_SECONDS = 30,          /* so long a waiting game outlives a server's end without its creator */
};

/* Message types and actions: the numbers of the protocol. */
enum message {
    CREATE_GAME,
    JOIN_GAME,
    GAME_OVER,
    REQUEST_DRAW,
    PLAYER_ACTION,
    GAME_UPDATE,
    ILLEGAL_ACTION,
    ERROR_MESSAGE,
};
enum action { ACTION_NONE, ACTION_MOVE, ACTION_SELECT };
enum outcome { OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW };

/* The two seats of a table as this door sees them. In memory while a connection
 * holds one of them; otherwise read from the store on demand. */
struct party {
    uint64_t table;
    int64_t  id;        /* gameId */
    uint64_t conn[2];   /* 0: not connected */
    int64_t  player[2]; /* NO_PLAYER: did not come through this door */
    char     name[2][PLAYER_NAME_BYTES + 1];
};

struct door {
    struct hall *hall;
    bool         legacy;  /* setting powerchess-legacy-client */
    struct map   parties; /* by table */
    struct map   seated;  /* connection -> the party in which it sits */

    struct map absent;      /* waiting tables whose creators lost their connections with the server that had them: until when */
    int64_t    await_until; /* when a timer looks at them; 0: there is none */
    struct map shown;       /* tables that the lobby sockets have been told of */
    uint64_t  *lobby;       /* lobby sockets */
    int        n_lobby, cap_lobby;
    struct map homes;       /* by address: how many of them there are */
    struct buf all;         /* the list for newcomers; empty: it is to be written */
    bool       lobby_waits; /* a reply has to be sent before the lobby hears of it */

    struct stmt *put_seat, *drop_seat, *find_seats, *find_player, *put_id, *find_id, *find_table;
    struct buf   text; /* the message being written */
    const char  *peer; /* address of whoever speaks */
    /* While a fizzling power is used: the two squares between which the user's
     * client has already moved a piece. Equal: none. */
    uint8_t      fizzled[2];
};

/* ---- seats (seats.c) ------------------------------------------- */

extern const char *const powerchess_migrations[], *const powerchess_erase_table[];
void          seats_prepare(struct door *door);
/* Gives a new table its gameId. */
void          game_id_give(struct door *door, const struct table *t);
int64_t       game_id(struct door *door, uint64_t table);
/* The table behind a gameId; NULL: there is none of this game. */
struct table *game_id_table(struct door *door, int64_t id);
/* Ids are also credentials, so wrong ones are counted. May another one be tried? */
bool          guess_possible(struct door *door, uint64_t conn);
void          guess_failed(struct door *door, uint64_t conn);
/* The party of a table, from memory or the store. Give it back when done: it
 * leaves memory unless a connection holds one of its seats. */
struct party *party_get(struct door *door, uint64_t table);
void          party_give_back(struct door *door, struct party *p);
/* Stores the seat and gives it an unused playerId. */
void          party_add(struct door *door, struct party *p, int seat, struct str name);
/* Takes that back, and the connection's binding with it. */
void          party_remove(struct door *door, struct party *p, int seat);
void          party_bind(struct door *door, struct party *p, int seat, uint64_t conn);
/* The connection leaves its seat; returns which one. */
void          party_unbind(struct door *door, uint64_t conn);
/* The creator of a waiting table has lost the connection with its server, and may
 * come back for RETURN_SECONDS. */
void          party_await(struct door *door, const struct table *t);
/* Somebody of this door waits at the table without a connection. */
bool          party_deserted(struct door *door, const struct table *t);
/* The seat of a connection or of a playerId; -1 if it has none. */
int           party_seat(const struct party *p, uint64_t conn);
int           party_player(const struct party *p, int64_t player);
/* The name by which the opponent knows the player of this seat. */
struct str    party_name(const struct party *p, const struct table *t, int seat);
void          parties_reread(struct door *door);
void          parties_free(struct door *door);

/* ---- lobby (lobby.c) ------------------------------------------- */

void lobby_handle(struct hall *hall, void *self, struct ask *ask);
void lobby_update(struct door *door, const struct table *t); /* tells of a change, if there is one */
void lobby_reread(struct door *door);                        /* looks at all tables; tells nobody */
void lobby_tell_all(struct door *door);
/* Can somebody of this door join? Exactly one seat is taken, by `*creator`, who is
 * not absent, and nobody needs an account. */
bool lobby_waiting(const struct door *door, const struct table *t, int *creator);

/* ---- /play (play.c) -------------------------------------------- */

void play_handle(struct hall *hall, void *self, struct ask *ask);
void play_failed(struct hall *hall, void *self, struct ask *ask, const char *problem);
void play_moved(struct door *door, const struct party *p, const struct table *t, const struct table_event *event);
void play_joined(struct door *door, const struct party *p, const struct table *t, int seat); /* tells `seat` of its opponent */
void play_game_over(struct door *door, const struct party *p, int seat, enum reason reason, enum outcome outcome);

/* ---- PGN (pgn.c) ----------------------------------------------- */

void pgn_handle(struct hall *hall, void *self, struct ask *ask);

/* ---- JSON (wire.c) --------------------------------------------- */

/* Integers may come as decimal strings, booleans as "true" and "false". */
bool wire_int(const struct jin *v, int64_t least, int64_t most, int64_t *out);
bool wire_is_integer(const struct jin *v); /* of whatever size */
bool wire_bool(const struct jin *v, bool *out);
bool wire_flag(const struct jin *v, bool *out); /* also 0 and 1 */
bool wire_square(const struct jin *v, int *square);

/* A message: begin, fields, end sends it (to connection 0: to nobody). */
struct jout message_begin(struct door *door, enum message type);
void        message_send(struct door *door, struct jout *j, uint64_t conn);
/* One without fields. */
void        message_plain(struct door *door, enum message type, uint64_t conn);

/* GAME_UPDATE for the seat after an action; after a rejoin. */
void message_update(struct door *door, const struct powerchess *g, const struct table_event *event, int seat, uint64_t conn);
void message_rejoin(struct door *door, const struct table *t, int seat, uint64_t conn);

#endif
