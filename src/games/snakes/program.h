/* A snake's program: four templates and one to nine maps. A map is a 7x7
 * picture of the surroundings of the snake's head, which looks up; each cell is
 * blank or a pattern (which things are acceptable there) in a group.
 *
 * Text form, one line, used in setups and journals:
 *
 *     S,S,S,XYZ;33;------...S0...        templates; then for each map ";",
 *                                        head column and row, ";", 98 letters
 */
#ifndef SNAKES_PROGRAM_H
#define SNAKES_PROGRAM_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum {
    PROGRAM_MAPS = 9,
    MAP_SIDE = 7,
    MAP_CELLS = MAP_SIDE * MAP_SIDE,
    TEMPLATES = 4,
};

/* What a cell can hold, from the point of view of one snake; exactly one
 * applies. In the order of the letters. */
enum thing { OWN_BODY, OWN_TAIL, VACANT, BORDER, HEAD, BODY, TAIL, THINGS };
#define THING_LETTERS "STVWXYZ"

struct snake_map {
    uint8_t head_x, head_y;
    struct {
        char    pattern; /* "STVWXYZABCD" or lower case for "everything but"; 0: blank */
        uint8_t group;   /* 0..3 AND-groups, 4..7 OR-groups */
    } cell[MAP_CELLS];   /* row by row */
};

struct snake_program { /* one snake's; zero: absent */
    uint8_t present;
    uint8_t n_maps;
    uint8_t template[TEMPLATES]; /* bit set of things */
    struct snake_map map[PROGRAM_MAPS];
};

/* Bit set of the things that a pattern letter accepts; 0 for no such letter. */
unsigned pattern_things(const struct snake_program *p, char pattern);

void     program_write(const struct snake_program *p, struct buf *out);
enum err program_read(struct str text, struct snake_program *out); /* checks everything */

/* The letters of a template as a bit set; 0 if `text` has other letters or
 * none. */
unsigned template_read(struct str text);
void     template_write(unsigned things, struct buf *out);

#endif
