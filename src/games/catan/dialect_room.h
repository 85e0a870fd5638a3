/* The identifiers by which the protocol names games and players, and the tables
 * of the hall behind them. Every Catan table has them, whichever door opened
 * it, so that a client of the protocol can play any seat whose playerId it was
 * given. They live in two tables of the store; those of tables that are in
 * memory are there too. */
#ifndef CATAN_DIALECT_ROOM_H
#define CATAN_DIALECT_ROOM_H

#include "base/map.h"
#include "games/catan/rules.h"
#include "hall/dialect.h"
#include "hall/hall.h"
#include "hall/table.h"

enum { ID_LENGTH = 21 };

/* The door's name at tables and in journals. */
#define CATAN_DOOR "catan"

/* Whether a player takes part. While a game runs, its state knows. */
enum presence { AWAY, HERE, ASK_THE_GAME };

struct room_player {
    char          id[ID_LENGTH + 1]; /* empty: nobody sits there */
    enum presence presence;
};

struct room {
    char               id[ID_LENGTH + 1];
    uint64_t           table;
    int                maximum; /* 0 until it is set */
    struct room_player player[SEATS_MAX];
};

struct rooms {
    struct hall *hall;
    struct map   by_id;     /* those in memory, by the hash of the gameId */
    struct map   by_table;  /* the same by table; owns them */
    uint64_t     next_seed; /* test mode: games of the protocol have the seeds 1, 2, 3... */
    struct stmt *add_game, *set_maximum, *drop_game, *add_player, *drop_players;
    struct stmt *table_of, *game_of, *players_of;
};

extern const char *const catan_rooms_migrations[];

void catan_rooms_open(struct rooms *rooms, struct hall *hall);
void catan_rooms_forget(struct rooms *rooms); /* what is in memory: after a rollback, and in the end */

/* NULL: none. Good as long as the table is in memory. */
struct room *catan_rooms_find(struct rooms *rooms, struct str id);
struct room *catan_rooms_of_table(struct rooms *rooms, uint64_t table);

/* Forgets game and players. */
void catan_rooms_drop(struct rooms *rooms, struct room *room);

int  catan_room_seat(const struct room *room, struct str player_id); /* -1: sits elsewhere or nowhere */
int  catan_room_seated(const struct room *room);
bool catan_room_is_here(const struct room *room, const struct table *t, int seat);
void catan_room_set_maximum(struct rooms *rooms, struct room *room, int maximum);
void catan_room_set_presence(struct rooms *rooms, struct room *room, int seat, enum presence presence);

/* Follows what is done to a table through whichever door. */
void catan_rooms_happened(struct rooms *rooms, struct table *t, const struct table_event *event);

/* Sends a player out of a running game, or calls him back. */
void catan_seat_active(struct hall *hall, struct table *t, int seat, bool active);

#endif
