/* The identifiers by which the protocol names games and players, and the tables
 * of the hall behind them. Every Catan table has them, whichever door opened
 * it, so that a client of the protocol can play any seat whose playerId it was
 * given. They are kept in two tables of the store; rooms of loaded tables are
 * in memory, too. */
#ifndef CATAN_DIALECT_ROOM_H
#define CATAN_DIALECT_ROOM_H

#include "base/map.h"
#include "games/catan/rules.h"
#include "hall/hall.h"
#include "tables/dialect.h"
#include "tables/table.h"

enum { ID_LENGTH = 21 };

/* The door's name at tables and in journals. */
#define CATAN_DOOR "catan"

/* Whether a player takes part. While a game runs, its state knows. */
enum presence { AWAY, HERE, ASK_THE_GAME };

/* At a table of the hall a seat has two ids: a secret one, the only proof of
 * identity that the protocol knows, and a public one by which replies name the
 * seat to others. The manager's own tables have one id for both, as the
 * protocol prescribes: its clients are trusted. */
struct room_player {
    char id[ID_LENGTH + 1];     /* empty: nobody sits there */
    char public[ID_LENGTH + 1]; /* empty: the same */
    enum presence presence;
};

struct room {
    char               id[ID_LENGTH + 1];
    uint64_t           table;
    bool               of_hall;
    int                maximum; /* 0 until it is set */
    struct room_player player[SEATS_MAX];
};

struct rooms {
    struct hall *hall;
    struct map   by_id;     /* those in memory, by the hash of the gameId */
    struct map   by_table;  /* the same by table; owns them */
    uint64_t     next_seed; /* test mode: games of the protocol have the seeds 1, 2, 3... */
    struct stmt *add_game, *set_maximum, *drop_game, *add_player, *drop_players;
    struct stmt *table_of, *game_of, *players_of, *count_games;
};

extern const char *const catan_rooms_migrations[], *const catan_rooms_erase_table[];

/* A new one, at random. */
void catan_draw_id(char id[ID_LENGTH + 1]);

void catan_rooms_open(struct rooms *rooms, struct hall *hall);
void catan_rooms_forget(struct rooms *rooms); /* drops what is in memory: after a rollback, and at the end */

/* NULL: none. Valid as long as the table is in memory. */
struct room *catan_rooms_find(struct rooms *rooms, struct str id);
struct room *catan_rooms_of_table(struct rooms *rooms, uint64_t table);

/* Deletes the game and its players. */
void catan_rooms_drop(struct rooms *rooms, struct room *room);

/* The number of the manager's games that have not ended. */
int64_t catan_rooms_managed(struct rooms *rooms);

/* The seat that this id proves to own, and the seat that `asker` means by it;
 * -1: none. */
int         catan_room_seat(const struct room *room, struct str player_id);
int         catan_room_named(const struct room *room, struct str id, int asker);
/* The id by which `seat` is known to `asker`. */
const char *catan_room_id_for(const struct room *room, int seat, int asker);
int         catan_room_seated(const struct room *room);
bool        catan_room_is_here(const struct room *room, const struct table *t, int seat);
void        catan_room_set_maximum(struct rooms *rooms, struct room *room, int maximum);
void        catan_room_set_presence(struct rooms *rooms, struct room *room, int seat, enum presence presence);

/* The ids of a seat become worthless: it gets new ones. */
void catan_room_renew(struct rooms *rooms, struct room *room, int seat);

/* Follows changes to a table, through whichever door they came. */
void catan_rooms_happened(struct rooms *rooms, struct table *t, const struct table_event *event);

/* Sends a player out of a running game, or calls them back. */
void catan_seat_active(struct hall *hall, struct table *t, int seat, bool active);

#endif
