/* The log: one line an event on stderr, "level area: text", with a time stamp.
 * Never give it a secret: no password, token, session id or player id. Control
 * characters in the text are written as '?', so a line stays one line. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* Messages above this level are dropped. LOG_INFO at first. */
void log_set_level(enum log_level level);

__attribute__((format(printf, 3, 4))) void log_line(enum log_level level, const char *area, const char *format, ...);

/* clang-format off */
#define log_error(area, ...) log_line(LOG_ERROR, area, __VA_ARGS__)
#define log_warn(area, ...)  log_line(LOG_WARN,  area, __VA_ARGS__)
#define log_info(area, ...)  log_line(LOG_INFO,  area, __VA_ARGS__)
#define log_debug(area, ...) log_line(LOG_DEBUG, area, __VA_ARGS__)
/* clang-format on */

#endif
