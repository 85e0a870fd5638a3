/* Snakes from the command line: sample bots by name, programs in JSON files. */
#ifndef CLI_CONTENDER_H
#define CLI_CONTENDER_H

#include "games/snakes/program.h"

enum { CONTENDER_NAME = 40 };

struct contender {
    char                 name[CONTENDER_NAME + 1]; /* the sample's, or the file's without folder and ".json" */
    struct snake_program program;
};

/* `word` is a sample's name or a file's. False: a sentence has been said. */
bool contender_load(const char *word, struct contender *out);

/* All files *.json of a folder in the order of their names. False: a sentence
 * has been said; else free(*out). */
bool contenders_load(const char *folder, struct contender **out, int *n);

#endif
