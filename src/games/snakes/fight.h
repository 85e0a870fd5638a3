/* A fight of up to four programmed snakes on a field of 25 x 25 cells: a pure
 * computation from programs and a seed. */
#ifndef SNAKES_FIGHT_H
#define SNAKES_FIGHT_H

#include "base/rng.h"
#include "games/snakes/program.h"

enum {
    FIELD = 25,
    SNAKES = 4,
    SNAKE_START = 10, /* cells at the start */
    CELLS_MAX = SNAKES * SNAKE_START,
    TURNS_MAX = 1000,
    REACH = MAP_SIDE - 1,       /* how far a map can look */
    PADDED = FIELD + 2 * REACH, /* the field with that much border around it */
    RING = 64,                  /* room for a snake's cells; a power of two above CELLS_MAX */
};

enum snake_status { STATUS_FREE, STATUS_BLOCKED, STATUS_EATEN };
enum fight_end { FIGHT_RUNS, FIGHT_LIMIT, FIGHT_BLOCKED, FIGHT_EATEN };

/* Reasons of a step in which no map decided, for DebugData. */
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

/* Everything that a fight goes on from. Rows are indexed by padded y and hold
 * a bit for each padded x: fast to cut a snake's surroundings out of. */
struct field {
    struct rng   rng;
    uint16_t     turn_limit;
    uint16_t     turns;    /* recorded */
    uint8_t      end;      /* enum fight_end */
    uint8_t      at_start; /* snakes that began */
    struct snake snake[SNAKES];
    uint64_t     body[SNAKES][PADDED]; /* body cells of each snake */
    uint64_t     bodies[PADDED];       /* of all */
    uint64_t     vacant[PADDED];
    uint8_t      what[FIELD * FIELD]; /* 0 empty, else 1 + 3 * snake + part */
};

/* What came of a turn. */
struct turn {
    uint16_t code;          /* the number in Turns */
    uint8_t  recorded;      /* 0 for the last, stuck turn of a blocked fight */
    uint8_t  debug[SNAKES]; /* n of DebugData's 32 + n; 0: the snake did not step */
};

/* A program made ready for one position (fight.c); large, so the caller lends
 * the memory. */
struct tactics;
size_t tactics_size(void);
void   tactics_compile(struct tactics *t, const struct snake_program *program);

void field_start(struct field *f, const bool present[SNAKES], uint64_t seed, int turn_limit);

/* Plays one turn. tactics[i] belongs to position i; NULL where absent. */
void field_turn(struct field *f, struct tactics *const tactics[SNAKES], struct turn *out);

/* The same from programs that are not compiled yet: for single turns. */
void field_turn_of(struct field *f, const struct snake_program program[SNAKES], struct turn *out);

/* The choice of one snake, made the way field_turn makes it: which absolute
 * direction it takes (-1: none) and the debug number. Draws from f->rng. */
int field_decide(struct field *f, int snake, struct tactics *t, uint8_t *debug);

/* Builds a field from cells given by hand, for tests: `cells` from head to tail. */
void field_place(struct field *f, int snake, const uint8_t (*xy)[2], int n, int face);

/* What snake `me` sees at a cell, which may lie outside. */
enum thing field_thing(const struct field *f, int me, int x, int y);

/* A whole fight. */
struct fight_record {
    uint8_t  end;
    uint16_t turns;
    uint16_t turn[TURNS_MAX];
    char     debug[SNAKES][TURNS_MAX + 2]; /* DebugData, NUL-terminated */
    uint8_t  status[SNAKES];
    uint8_t  length[SNAKES];
};

/* memory: fight_memory() bytes. */
size_t fight_memory(void);
void   fight_run(const struct snake_program *const program[SNAKES], uint64_t seed, int turn_limit, void *memory,
                 struct fight_record *out);

/* The same by and by: begins, and plays up to `turns` more. False: it has ended,
 * and `out` is complete. */
void fight_begin(const struct snake_program *const program[SNAKES], uint64_t seed, int turn_limit, void *memory,
                 struct fight_record *out);
bool fight_go_on(void *memory, int turns, struct fight_record *out);

/* An owner's rating after a rated fight: `sum` is that of all four before it,
 * `length` his snake's at the end. */
int64_t fight_rating(int64_t rating, int64_t sum, int length);

#endif
