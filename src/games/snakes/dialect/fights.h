/* Rows of fights and of the snakes in them. */
#ifndef SNAKES_DIALECT_FIGHTS_H
#define SNAKES_DIALECT_FIGHTS_H

#include "games/snakes/dialect/self.h"
#include "games/snakes/fight.h"

/* How fights are kept, so that ordering and booking one touch few pages of the
 * store, and rows are appended in the order of fights and never grow:
 *
 *   snakes_players    a pending fight's number, type, seed and limit, as a player
 *                     has one at most; the numbers in their two lists, newest first
 *   snakes_fighters   copies of the snakes, keyed by fight * 4 + position
 *   snakes_fights     what came of it, one row, when it is booked
 *
 * ?1 is the fight in what follows. */
#define OF_FIGHT "id BETWEEN ?1 * 4 AND ?1 * 4 + 3"

/* Is the fight in a list of the player p? Each number there follows a space. */
#define LISTS_HAVE "p.ordered || p.challenged || ' ' LIKE "
#define THE_FIGHT "'% ' || ?1 || ' %'"

/* Does anybody still see the fight? Only the player who ordered it and the
 * snakes' owners can have it in their lists; nearly always the first one
 * does. */
#define FIGHT_IS_SEEN                                                                                                              \
    "SELECT 1 FROM snakes_fights f JOIN snakes_players p ON p.id = f.player WHERE f.id = ?1 AND " LISTS_HAVE THE_FIGHT             \
    " UNION ALL SELECT 1 FROM snakes_fighters f JOIN snakes_players p ON p.id = f.player"                                          \
    " WHERE f." OF_FIGHT " AND " LISTS_HAVE THE_FIGHT " UNION ALL SELECT 1 FROM snakes_slots WHERE fight = ?1"

/* A finished fight's columns, in the order of fight_sql.by_id. The last is the
 * name of the player who ordered it, NULL if they are gone. */
#define FIGHT_COLUMNS "f.type, f.player, f.turn_limit, f.fought_at, f.result, f.turns, f.stats, p.name"
enum fight_column {
    FIGHT_TYPE,
    FIGHT_PLAYER,
    FIGHT_TURN_LIMIT,
    FIGHT_TIME,
    FIGHT_RESULT,
    FIGHT_TURNS,
    FIGHT_STATS, /* a line for each position: "status length debug", in rated fights "status length debug before after" */
    FIGHT_PLAYER_NAME,
};

/* A fighter's, in the order of fight_sql.fighters. The last is its owner's
 * name, NULL if they are gone. */
#define FIGHTER_COLUMNS "f.id % 4, f.snake, f.name, f.type, f.skin, f.player, f.description, f.program, f.notes, p.name"
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
    FIGHTER_PLAYER_NAME,
};

/* One of a player's lists. */
struct fight_list {
    uint64_t fight[LIST_LENGTH]; /* newest first */
    int      n;
};
void     fight_list_read(struct str text, struct fight_list *out);
void     fight_list_write(const struct fight_list *list, struct buf *out);
uint64_t fight_list_push(struct fight_list *list, uint64_t fight); /* which one dropped off; 0: none */

/* Turns as JSON, from their stored bytes. */
void snakes__turns_write(struct str turns, struct buf *out);

/* All members of `fight info` after the id, as the player may see them. `turns`
 * is their JSON if available, else STR_NONE. */
void snakes__fight_fields(struct snakes *self, struct jout *out, uint64_t fight, uint64_t player, struct str turns);

/* A fight to compute and its result: everything that the pool touches. */
struct bout {
    struct snake_program program[SNAKES];
    uint64_t             seed;
    int                  turn_limit;
    struct fight_record  record;
    struct buf           turns; /* the record's, as JSON: the same for all who ask */
};
/* A job of the pool; `arg` begins with a bout. */
void                           snakes__bout_run(void *arg);
extern const struct job_travel snakes__bout_travel;
extern const struct job_kind   snakes__fight_job; /* compute.c */
/* The row of an unrated fight, ordered by `player` (0: nobody we know). */
void                           snakes__bout_add(struct snakes *self, uint64_t fight, uint64_t player, const struct bout *b);

/* Copies of the snakes of a fight; rows without a program are absent. */
void snakes__fighters_add(struct snakes *self, uint64_t fight, const struct snake_row rows[SNAKES]);

#endif
