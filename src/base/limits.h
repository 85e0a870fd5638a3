/* Every limit that is not specific to a game, as a constant LIMIT_NAME (the list
 * is limits.def). Limits of a game are in its dialect, which lists them in the
 * same form (hall/part.h).
 *
 * Operators may change those that depend on the size of the machine: where such
 * a limit is applied stands limit_now(SIZED_NAME), and LIMIT_NAME is its default. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include "base/str.h"

#include <stdint.h>

enum {
#define LIMIT(name, normal, bounds, told) LIMIT_##name = normal,
#define SIZED(name, normal, bounds, told) LIMIT_##name = normal,
#include "base/limits.def"
#undef LIMIT
#undef SIZED
    LIMIT_NAME_BYTES = 4 * LIMIT_NAME,
};

enum sized {
#define LIMIT(name, normal, bounds, told)
#define SIZED(name, normal, bounds, told) SIZED_##name,
#include "base/limits.def"
#undef LIMIT
#undef SIZED
    SIZED_LIMITS
};

/* One row, for people. */
struct limit {
    const char *name;
    int64_t     normal;
    const char *bounds, *told;
    bool        sized; /* can be changed */
};
extern const struct limit all_limits[]; /* ends with a NULL name */

int64_t limit_now(enum sized which);

/* Sets limits from "NAME=VALUE,NAME=VALUE", before anything uses them. Names as
 * limit_spelled writes them. NULL, or an error message in `problem`. */
const char *limits_set(struct str list, char problem[256]);

/* "TABLE_BYTES" as people write it: "table-bytes". */
void limit_spelled(const char *name, char out[48]);

#endif
