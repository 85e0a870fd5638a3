/* Snakes from the command line: sample bots by name, programs in JSON files. */
#ifndef CLI_CONTENDER_H
#define CLI_CONTENDER_H

#include "games/snakes/program.h"

enum { CONTENDER_NAME = 40 };

struct contender {
    char                 name[CONTENDER_NAME + 1]; /* of the sample, or the file without folder and ".json" */
    struct snake_program program;
};

/* `word` is a sample's name or a file's. False: a message was printed. */
bool contender_load(const char *word, struct contender *out);

/* Loads everything that the words name: samples, files, and folders with all
 * their *.json files in alphabetical order; without words, the samples. False:
 * a message was printed; otherwise free(*out). */
bool contenders_load(char *const *words, int words_n, struct contender **out, int *n);

#endif
