/* Builds a match from the command line. */
#ifndef CLI_SIM_PLAN_H
#define CLI_SIM_PLAN_H

#include "base/settings.h"
#include "cli/sim/score.h"

/* A match and the memory it points into. */
struct plan {
    struct match match;
    struct sprt  sprt;
    char        *seats; /* names of the entrants */
    struct buf   extra; /* the setup's */
};

/* `game` is its name, NULL: none was given. False: a message was printed. */
bool plan_read(struct plan *p, const struct settings *settings, const char *game);
void plan_release(struct plan *p);

#endif
