/* The Power Chess door: what its files share. Messages are read in
 * dialect_play.c, the list of waiting games is dialect_lobby.c, who sits where
 * is dialect_seats.c, and dialect_wire.c knows the JSON.
 *
 * A game on the wire is a table of the hall. Its gameId is the table's number,
 * or, since an invitation to a private table must not be guessed, a random
 * number above all of these. Seat 0 is White. Whoever came through this door sits as SITTER_DOOR
 * and proves it with the playerId, which only that player was ever told. */
#ifndef POWERCHESS_DIALECT_SELF_H
#define POWERCHESS_DIALECT_SELF_H

#include "base/map.h"
#include "games/powerchess/powers.h"
#include "hall/hall.h"
#include "hall/table.h"

#define DOOR "powerchess"

enum {
    PLAYER_NAME = 64, /* code points */
    PLAYER_NAME_BYTES = 4 * PLAYER_NAME,
    NO_PLAYER = -1,
};
#define ID_MOST INT64_C(2147483647)       /* of gameId and playerId */
#define ID_OF_PRIVATE INT64_C(1073741824) /* gameIds from here on are those of private tables */

/* Message types and actions: the numbers of the wire. */
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

/* The two seats of a table as this door sees them. In memory while a
 * connection holds one of them; otherwise read from the store when asked for. */
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

    struct map shown; /* tables that the lobby sockets know of */
    uint64_t  *lobby; /* lobby sockets */
    int        n_lobby, cap_lobby;
    bool       lobby_waits; /* a reply has to go out before the lobby hears */

    struct stmt *put_seat, *find_seats, *find_player, *put_id, *find_id, *find_table;
    struct buf   text; /* the message being written */
};

/* ---- seats (dialect_seats.c) ------------------------------------------- */

extern const char *const powerchess_migrations[];
void                     seats_prepare(struct door *door);
/* A table was opened: it gets its gameId. */
void                     game_id_give(struct door *door, const struct table *t);
int64_t                  game_id(struct door *door, uint64_t table);
/* The table behind a gameId; NULL: there is none of this game. */
struct table            *game_id_table(struct door *door, int64_t id);
/* The party of a table, from memory or the store. Give it back when done: it
 * leaves memory unless a connection holds a seat. */
struct party            *party_get(struct door *door, uint64_t table);
void                     party_give_back(struct door *door, struct party *p);
/* Notes the seat for good and gives it a playerId nobody has. */
void                     party_add(struct door *door, struct party *p, int seat, struct str name);
void                     party_bind(struct door *door, struct party *p, int seat, uint64_t conn);
/* The connection leaves its seat; tells which it was. */
void                     party_unbind(struct door *door, uint64_t conn);
/* Seat of a connection or of a playerId; -1 if it has none. */
int                      party_seat(const struct party *p, uint64_t conn);
int                      party_player(const struct party *p, int64_t player);
/* The name that the opponent of this seat's sitter is told. */
struct str               party_name(const struct party *p, const struct table *t, int seat);
void                     parties_reread(struct door *door);
void                     parties_free(struct door *door);

/* ---- lobby (dialect_lobby.c) ------------------------------------------- */

void lobby_handle(struct hall *hall, void *self, struct ask *ask);
void lobby_update(struct door *door, const struct table *t); /* tells of a change, if there is one */
void lobby_reread(struct door *door);                        /* looks at all tables; tells nobody */
void lobby_tell_all(struct door *door);
bool lobby_waiting(const struct table *t, int *creator); /* exactly one seat is taken, by whom */

/* ---- /play (dialect_play.c) -------------------------------------------- */

void play_handle(struct hall *hall, void *self, struct ask *ask);
void play_failed(struct hall *hall, void *self, struct ask *ask, const char *problem);
void play_moved(struct door *door, const struct party *p, const struct table *t, const struct table_event *event);
void play_joined(struct door *door, const struct party *p, const struct table *t, int seat); /* tells `seat` of its opponent */
void play_game_over(struct door *door, const struct party *p, int seat, enum reason reason, enum outcome outcome);

/* ---- PGN (dialect_pgn.c) ----------------------------------------------- */

void pgn_handle(struct hall *hall, void *self, struct ask *ask);

/* ---- JSON (dialect_wire.c) --------------------------------------------- */

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
