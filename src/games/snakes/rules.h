/* A fight as a table: it plays itself, one move a turn. `setup.extra` is four
 * lines, one for each position: a program's text form, or nothing for an
 * absent snake. Without any, the sample bots fight. */
#ifndef SNAKES_RULES_H
#define SNAKES_RULES_H

#include "game/game.h"
#include "games/snakes/fight.h"

enum { SNAKES_TURN };                             /* the one kind of move */
enum { SNAKES_OPTION_LIMIT };                     /* options */
enum { SNAKES_EFFECT_TURN, SNAKES_EFFECT_DEBUG }; /* args: Turns code and recorded; debug number */

struct snakes_state {
    struct field         field;
    struct turn          last; /* the latest turn */
    struct snake_program program[SNAKES];
};

/* view.c */
void snakes_view(const void *state, int seat, struct jout *out);
void snakes_draw(const void *state, struct buf *out);
void snakes_describe(const void *before, const struct move *m, struct buf *out);

#endif
