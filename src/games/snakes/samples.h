/* Sample bots on every server: something to fight against. The first three are
 * from the protocol's specification, the others are ours. */
#ifndef SNAKES_SAMPLES_H
#define SNAKES_SAMPLES_H

#include "games/snakes/program.h"

struct sample {
    const char *name;
    const char *description;
    uint8_t     skin;
    const char *templates; /* four, with commas */
    struct {
        uint8_t     head_x, head_y;
        uint8_t     x, y; /* first cell of the line */
        const char *line; /* pairs, from there on in reading order; NULL: no map */
    } map[PROGRAM_MAPS];
};

enum { SAMPLES_OF_PROTOCOL = 3 };

/* Ends with a NULL name. */
extern const struct sample snake_samples[];
int                        sample_count(void);

void sample_program(const struct sample *s, struct snake_program *out);

#endif
