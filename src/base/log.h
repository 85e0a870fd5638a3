/* The log: one line per event, on stderr or in a file, "level area: text" with a time stamp.
 * Never log secrets: no passwords, tokens, session ids or player ids. Control
 * characters are written as '?', so an event is always one line. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* Appends to this file from now on. Called again with the same path it begins a new
 * file if the old one was moved away, as those who rotate logs do: lines of other
 * threads go to the one or the other, none is lost. False, with errno: it cannot be
 * opened, and the log stays where it is. */
bool log_to(const char *path);

/* Messages above this level are dropped. Default: LOG_INFO. */
void log_set_level(enum log_level level);

__attribute__((format(printf, 3, 4))) void log_line(enum log_level level, const char *area, const char *format, ...);

/* clang-format off */
#define log_error(area, ...) log_line(LOG_ERROR, area, __VA_ARGS__)
#define log_warn(area, ...)  log_line(LOG_WARN,  area, __VA_ARGS__)
#define log_info(area, ...)  log_line(LOG_INFO,  area, __VA_ARGS__)
#define log_debug(area, ...) log_line(LOG_DEBUG, area, __VA_ARGS__)
/* clang-format on */

#endif
