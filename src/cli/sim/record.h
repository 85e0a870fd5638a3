/* Games of a match as an export, for meeple replay and meeple import: game N is
 * table N. */
#ifndef CLI_SIM_RECORD_H
#define CLI_SIM_RECORD_H

#include "cli/jsonl.h"
#include "cli/sim/match.h"

struct record {
    FILE        *file;
    struct jsonl lines;
};

/* Creates a new file. False: a message was printed. */
bool record_begin(struct record *r, const char *name);
bool record_game(struct record *r, const struct match *m, int64_t number, const struct played *game);
bool record_end(struct record *r); /* false: it could not be written */

#endif
