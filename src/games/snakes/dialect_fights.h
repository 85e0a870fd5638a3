/* Rows of fights and of the snakes in them, for the files that read them. */
#ifndef SNAKES_DIALECT_FIGHTS_H
#define SNAKES_DIALECT_FIGHTS_H

#include "games/snakes/dialect_self.h"

/* A fight's columns, in the order of fight_sql.by_id. The last is the name of
 * who ordered it, NULL if he is gone. */
#define FIGHT_COLUMNS "f.id, f.type, f.player, f.seed, f.turn_limit, f.fought_at, f.result, f.turns, p.name"
enum fight_column {
    FIGHT_ID,
    FIGHT_TYPE,
    FIGHT_PLAYER,
    FIGHT_SEED,
    FIGHT_TURN_LIMIT,
    FIGHT_TIME,
    FIGHT_RESULT,
    FIGHT_TURNS,
    FIGHT_PLAYER_NAME,
};

/* A fighter's, in the order of fight_sql.fighters. The last is its owner's
 * name, NULL if he is gone. */
#define FIGHTER_COLUMNS                                                                                                            \
    "f.position, f.snake, f.name, f.type, f.skin, f.player, f.description, f.program, f.notes, f.status, f.length,"                \
    " f.rating_before, f.rating_after, f.debug, p.name"

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
    FIGHTER_PLAYER_NAME,
};

/* Does the query, whose parameters are bound, find anything? */
bool snakes__has_row(struct stmt *q);

#endif
