/* A table's history as text: the format of golden playthroughs and fuzzed
 * journals; journal rows in the store hold the same texts. The first line is
 * the setup, every other line a move:
 *
 *     template seats=3 seed=1 at=1763230000000 sticks=21
 *     1763230001000 0 take 1
 *
 * A move line is the time, the seat ("-" for the table itself) and the move's
 * text. `extra` comes last and takes the rest of the line, with "\\" and "\n"
 * escaped. */
#ifndef GAME_TEXT_H
#define GAME_TEXT_H

#include "game/game.h"

/* Text of a setup, without the game's name: "seats=2 seed=7 ...". */
void     setup_write(const struct game *game, const struct setup *s, struct buf *out);
/* Parses it; `s->extra` is copied into `extra` and points there. Missing
 * options get their default. */
enum err setup_read(const struct game *game, struct str text, struct setup *s, struct buf *extra);

/* One move line, without the newline. */
void     line_write(const struct game *game, const struct move *m, struct buf *out);
enum err line_read(const struct game *game, struct str line, struct move *m);

#endif
