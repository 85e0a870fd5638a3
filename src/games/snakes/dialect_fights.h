/* Rows of fights and of the snakes in them, for the files that read them. */
#ifndef SNAKES_DIALECT_FIGHTS_H
#define SNAKES_DIALECT_FIGHTS_H

#include "games/snakes/dialect_self.h"

/* A fight's columns, in the order of fight_sql.by_id. */
#define FIGHT_COLUMNS "id, type, player, seed, turn_limit, fought_at, result, turns"
enum fight_column { FIGHT_ID, FIGHT_TYPE, FIGHT_PLAYER, FIGHT_SEED, FIGHT_TURN_LIMIT, FIGHT_TIME, FIGHT_RESULT, FIGHT_TURNS };

/* A fighter's, in the order of fight_sql.fighters. */
#define FIGHTER_COLUMNS                                                                                                            \
    "position, snake, name, type, skin, player, description, program, notes, status, length, rating_before, rating_after, debug"

enum fighter_column {
    FIGHTER_POSITION,
    FIGHTER_SNAKE,
    FIGHTER_NAME,
    FIGHTER_TYPE,
    FIGHTER_SKIN,
    FIGHTER_PLAYER,
    FIGHTER_DESCRIPTION,
    FIGHTER_PROGRAM,
    FIGHTER_NOTES,
    FIGHTER_STATUS,
    FIGHTER_LENGTH,
    FIGHTER_BEFORE,
    FIGHTER_AFTER,
    FIGHTER_DEBUG,
};

#endif
