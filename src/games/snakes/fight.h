/* A whole fight: a pure computation from programs and a seed. */
#ifndef SNAKES_FIGHT_H
#define SNAKES_FIGHT_H

#include "games/snakes/field.h"

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

/* The same in parts: starts, and plays up to `turns` more turns. False: it has
 * ended, and `out` is complete. */
void fight_begin(const struct snake_program *const program[SNAKES], uint64_t seed, int turn_limit, void *memory,
                 struct fight_record *out);
bool fight_go_on(void *memory, int turns, struct fight_record *out);

/* An owner's rating after a rated fight: `sum` is the sum of all four before
 * it, `length` their snake's final length. */
int64_t fight_rating(int64_t rating, int64_t sum, int length);

#endif
