/* A fight as a table: it plays itself, one move per turn. `setup.extra` is four
 * lines, one for each position: a program's text form, or nothing for an absent
 * snake. Without any, samples fight. Seat i owns the snake at position i, and
 * only that seat knows its program. */
#ifndef SNAKES_RULES_H
#define SNAKES_RULES_H

#include "game/game.h"
#include "games/snakes/field.h"

enum { SNAKES_TURN };         /* the one kind of move */
enum { SNAKES_OPTION_LIMIT }; /* options */
enum snakes_effect { SNAKES_EFFECT_TURN, SNAKES_EFFECT_DEBUG, SNAKES_EFFECT_BITE };
enum snakes_refusal { SNAKES_GAME_OVER, SNAKES_NOT_YOUR_TURN, SNAKES_BAD_PROGRAM, SNAKES_NO_SNAKE };

struct snakes_state {
    struct field         field;
    struct turn          last; /* the latest turn */
    struct snake_program program[SNAKES];
};

/* view.c */
extern const char *const snake_end_words[];    /* by enum fight_end; ends with NULL */
extern const char *const snake_status_words[]; /* by enum snake_status; ends with NULL */

void snakes_view(const void *state, int seat, struct jout *out);
void snakes_board(const void *state, struct jout *out);
void snakes_starts(struct jout *out); /* the board's "starts", an array */
void snakes_draw(const void *state, struct buf *out);
void snakes_describe(const void *before, const struct move *m, const struct names *names, struct buf *out);

/* tell.c */
void                       snakes_names(struct jout *out);
extern const struct shapes snakes_shapes;

#endif
