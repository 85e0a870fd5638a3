/* A table's history as text: what the journal keeps, what export writes, what
 * every replay reads. Line one is the setup, every other line a move:
 *
 *     santorini seats=2 seed=81985529216486895 gods=0 extra=...
 *     1763230000123 0 move 6 12
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
