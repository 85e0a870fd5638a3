#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static _Atomic int level_now = LOG_INFO;
static _Atomic int out = STDERR_FILENO;

bool log_to(const char *path)
{
    int fresh = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    int now = atomic_load(&out);

    if (fresh < 0)
        return false;
    if (now == STDERR_FILENO) {
        atomic_store(&out, fresh);
        return true;
    }
    /* The same descriptor all along, since others may be writing to it. */
    bool good = dup3(fresh, now, O_CLOEXEC) >= 0;
    close(fresh);
    return good;
}

void log_set_level(enum log_level level)
{
    atomic_store(&level_now, (int)level);
}

void log_line(enum log_level level, const char *area, const char *format, ...)
{
    static const char *const names[] = { [LOG_ERROR] = "error", [LOG_WARN] = "warn", [LOG_INFO] = "info", [LOG_DEBUG] = "debug" };
    char                     line[1024];
    struct timespec          now;
    struct tm                utc;
    va_list                  args;

    if ((int)level > atomic_load(&level_now))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    int at = snprintf(line, sizeof line, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ %s %s: ", utc.tm_year + 1900, utc.tm_mon + 1,
                      utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, (int)(now.tv_nsec / 1000000), names[level], area);
    va_start(args, format);
    int more = vsnprintf(line + at, sizeof line - (size_t)at - 1, format, args);
    va_end(args);

    int end = at + more;
    if (more < 0 || end > (int)sizeof line - 2)
        end = (int)sizeof line - 2;
    for (int i = 0; i < end; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F)
            line[i] = '?';
    line[end] = '\n';
    /* A single write, so that lines from several threads never mix. */
    if (write(atomic_load(&out), line, (size_t)end + 1) < 0)
        return;
}
