/* Effects of a move as JSON objects with named members. */
#ifndef GAME_EFFECT_H
#define GAME_EFFECT_H

#include "game/replay.h"

/* Writes the elements of an array: the effects as `eyes` (game/replay.h) may
 * see them. */
void effects_write(const struct game *game, const struct effects *list, int eyes, struct jout *out);

#endif
