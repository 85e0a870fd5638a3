/* Programs in JSON, as in files and in what "snake info" replies:
 *
 *     {"Templates": ["S", "S", "S", "XYZ"],
 *      "Maps": [{"HeadX": 3, "HeadY": 3, "Lines": [{"X": 3, "Y": 4, "Line": "S0"}]}]}
 *
 * Other members may stand there and do not count. */
#ifndef SNAKES_DIALECT_JSON_H
#define SNAKES_DIALECT_JSON_H

#include "base/jin.h"
#include "games/snakes/program.h"

/* False with a sentence that names the member: "Maps.0.HeadX is missing". */
bool program_from_json(struct str text, struct snake_program *out, char problem[256]);

/* The same from a parsed value, with what the program says of itself and, as a
 * JSON array, of its maps ("ProgramDescription", "Description"). */
bool program_from_jin(const struct jin *value, struct snake_program *out, struct buf *description, struct buf *notes,
                      char problem[256]);

#endif
