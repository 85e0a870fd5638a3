/* Commands with verbs: `meeple user`, `meeple moderate`. */
#include "cli/cli.h"

#include <string.h>

const struct verb *verb_called(const struct verb *verbs, struct words words)
{
    for (const struct verb *verb = verbs; words.n && verb->name; verb++)
        if (strcmp(verb->name, words.at[0]) == 0)
            return words.n == 1 + verb->words ? verb : NULL;
    return NULL;
}
