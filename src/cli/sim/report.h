#ifndef CLI_SIM_REPORT_H
#define CLI_SIM_REPORT_H

#include "cli/sim/score.h"

/* Prints the results: as text, or as one JSON object in which everything that
 * depends on time is in the last member, "timing". */
void report_text(const struct score *s, double seconds);
void report_json(const struct score *s, double seconds);

#endif
