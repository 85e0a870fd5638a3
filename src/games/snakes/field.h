/* The field of a fight: up to four programmed snakes on 25 x 25 cells, turn by
 * turn. */
#ifndef SNAKES_FIELD_H
#define SNAKES_FIELD_H

#include "base/rng.h"
#include "games/snakes/program.h"

enum {
    FIELD = 25,
    SNAKES = 4,
    SNAKE_START = 10, /* cells at the start */
    CELLS_MAX = SNAKES * SNAKE_START,
    TURNS_MAX = 1000,
    REACH = MAP_SIDE - 1,       /* how far a map reaches */
    SIGHT = 2 * REACH + 1,      /* side of the square that matters to a snake */
    PADDED = FIELD + 2 * REACH, /* the field with that border around it */
    RING = 64,                  /* room for a snake's cells; a power of two above CELLS_MAX */
};

enum snake_status { STATUS_FREE, STATUS_BLOCKED, STATUS_EATEN };
enum fight_end { FIGHT_RUNS, FIGHT_LIMIT, FIGHT_BLOCKED, FIGHT_EATEN };

/* Reasons for a step that no map decided, for DebugData. */
enum { REASON_NO_WAY = 1, REASON_ONE_WAY = 2, REASON_NO_MAP = 3 };

/* One snake on the field. Its cells are a ring of cell numbers, y * FIELD + x:
 * cell[(head + i) % RING] is the i-th from the head. */
struct snake {
    uint8_t  present;
    uint8_t  face;   /* 0 up, 1 right, 2 down, 3 left */
    uint8_t  status; /* enum snake_status */
    uint8_t  length;
    uint8_t  head;
    uint16_t cell[RING];
};

/* The state of a fight. Rows are indexed by padded y and hold a bit for each
 * padded x, so that a snake's surroundings are quick to extract. */
struct field {
    struct rng   rng;
    uint16_t     turn_limit;
    uint16_t     turns;    /* recorded */
    uint8_t      end;      /* enum fight_end */
    uint8_t      at_start; /* snakes at the start */
    struct snake snake[SNAKES];
    uint64_t     body[SNAKES][PADDED]; /* body cells of each snake */
    uint64_t     bodies[PADDED];       /* of all */
    uint64_t     vacant[PADDED];
    uint8_t      what[FIELD * FIELD]; /* 0 empty, else 1 + 3 * snake + part */
};

/* The result of a turn. */
struct turn {
    uint16_t code;           /* the number in Turns */
    uint8_t  recorded;       /* 0 for the last, stuck turn of a blocked fight */
    uint8_t  debug[SNAKES];  /* n of DebugData's 32 + n; 0: the snake did not step */
    uint8_t  bitten[SNAKES]; /* 1 + the snake that this one bit; 0: none */
};

/* A program compiled for one position (field.c); large, so the caller provides
 * the memory. */
struct tactics;
size_t tactics_size(void);
void   tactics_compile(struct tactics *t, const struct snake_program *program);

/* The cells of a snake at the start, head first; the snake at position p faces
 * direction p. */
void start_cells(int position, uint8_t xy[SNAKE_START][2]);

void field_start(struct field *f, const bool present[SNAKES], uint64_t seed, int turn_limit);

/* Plays one turn. tactics[i] belongs to position i; NULL where absent. */
void field_turn(struct field *f, struct tactics *const tactics[SNAKES], struct turn *out);

/* The same from uncompiled programs: for single turns. */
void field_turn_of(struct field *f, const struct snake_program program[SNAKES], struct turn *out);

/* One snake's choice, exactly as field_turn makes it: the absolute direction
 * (-1: none) and the debug number. Draws from f->rng. */
int field_decide(struct field *f, int snake, struct tactics *t, uint8_t *debug);

/* Where a snake wants to go, before ties are broken at random. */
struct choice {
    uint8_t map;        /* which map decided, from 1; 0: none */
    uint8_t reason;     /* REASON_*, if none did */
    uint8_t n;          /* directions that are equally good */
    uint8_t dir[3];     /* in the order left, ahead, right */
    uint8_t variant[3]; /* of the map, for each */
};

/* The same on a painted position: what is around a head that faces up, by row
 * and column; the head is in the middle. */
void sight_decide(const enum thing sight[SIGHT][SIGHT], struct tactics *t, struct choice *out);

/* Builds a field from given cells, for tests: `cells` from head to tail. */
void field_place(struct field *f, int snake, const uint8_t (*xy)[2], int n, int face);

/* What snake `me` sees at a cell, possibly outside the field. */
enum thing field_thing(const struct field *f, int me, int x, int y);

#endif
