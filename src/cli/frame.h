/* A picture for a terminal of a given size: a title, a state and a foot. Long
 * lines of the state are wrapped at blanks. A state that is too tall is shown in
 * part, and the foot says which. */
#ifndef CLI_FRAME_H
#define CLI_FRAME_H

#include "base/buf.h"

/* Appends exactly `rows` lines or fewer of at most `columns` characters each;
 * the last one has no newline, so that the terminal does not scroll. `*from` is
 * the first row of the state to show, and is moved into range. */
void frame_write(struct buf *out, struct str title, struct str state, struct str foot, int rows, int columns, int *from);

#endif
