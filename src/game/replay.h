/* A table's history as text, the form of golden playthroughs and of fuzzed
 * journals; the rows of the store's journal hold the same texts. Line one is the
 * setup, every other line a move:
 *
 *     template seats=3 seed=1 at=1763230000000 sticks=21
 *     1763230001000 0 take 1
 *
 * A move line is time, seat ("-" for the table itself) and the move's text.
 * `extra` comes last and is the rest of the line, with "\\" and "\n" escaped. */
#ifndef GAME_REPLAY_H
#define GAME_REPLAY_H

#include "game/game.h"

/* Text of a setup, without the game's name: "seats=2 seed=7 ...". */
void     setup_write(const struct game *game, const struct setup *s, struct buf *out);
/* Reads it; `s->extra` is written to `extra` and points into it. Options that
 * the text leaves out are normal. */
enum err setup_read(const struct game *game, struct str text, struct setup *s, struct buf *extra);

/* One move line, without the line end. */
void     replay_write_move(const struct game *game, const struct move *m, struct buf *out);
enum err replay_read_move(const struct game *game, struct str line, struct move *m);

#endif
