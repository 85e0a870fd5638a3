/* Outside programs as players: a process a game, spoken to in lines of JSON
 * on its stdin and stdout (docs/BOTS.md has the whole protocol).
 *
 *     {"type":"setup","game":"santorini","seat":0,"seats":2,...}          to the program, once
 *     {"type":"turn","seq":4,"moves":[...],"view":{...},"legal":[...]}    to it, when it owes a move
 *     {"move":"build 12"}                                                 its answer, in time
 *     {"type":"over","how":"rules","rank":[1,2]}                          to it, at the end; then stdin closes
 *
 * Each game gets a process of its own, so that a program cannot carry anything
 * from one game to the next and no game depends on which thread plays it. */
#ifndef CLI_SIM_PROGRAM_H
#define CLI_SIM_PROGRAM_H

#include "game/game.h"

enum { PROGRAM_LINE_MAX = 64 * 1024, PROGRAM_FAULT = 160 };

struct program;

/* `command` is split at blanks. Nobody waits for it once `cancel` is set (NULL:
 * it never is). NULL with a message: it cannot be started. */
struct program *program_start(const char *command, const struct game *game, int64_t stall_ms, const _Atomic bool *cancel,
                              char problem[256]);

/* Announces its game; `number` counts from 1, and `seed` is for its own random
 * numbers. Errors show up at the first move. */
void program_setup(struct program *p, const struct setup *setup, const void *state, int seat, int64_t number, uint32_t seed);

/* Its move on `seen`, a state redacted for its seat, after the moves of `past`.
 * False: `fault` says what it did instead. */
bool program_move(struct program *p, const void *seen, const struct move_list *past, struct move *out, char fault[PROGRAM_FAULT]);

/* Reports the result and ends the process, which gets a moment to exit by
 * itself. `how` is NULL for an aborted game; `p` may be NULL. */
void program_end(struct program *p, const char *how, const struct result *result);

#endif
