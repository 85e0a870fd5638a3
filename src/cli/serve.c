/* meeple serve: settings, hall and doors put together. */
#include "base/log.h"
#include "cli/cli.h"
#include "hall/hall.h"
#include "net/doors.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const struct setting settings_of_server[] = {
    { .name = "listen",
      .normal = "127.0.0.1:8080",
      .meta = "HOST:PORT",
      .help = "address of HTTP and WebSocket; port 0 picks one" },
    { .name = "no-registration", .kind = SETTING_FLAG, .help = "nobody can make an account (meeple user add still can)" },
    { .name = "trust-proxy", .kind = SETTING_FLAG, .help = "take client addresses from X-Forwarded-For: only behind a proxy" },
    { .name = "test-mode", .kind = SETTING_FLAG, .help = "what test suites need: resets, fixed dice, no rate limits" },
    { .name = "log-level", .normal = "info", .meta = "error|warn|info|debug", .help = "how much is written to stderr" },
    { 0 },
};

static const struct {
    const char    *word;
    enum log_level level;
} levels[] = {
    { "error", LOG_ERROR },
    { "warn", LOG_WARN },
    { "info", LOG_INFO },
    { "debug", LOG_DEBUG },
};

static bool set_log_level(const char *word)
{
    for (size_t i = 0; i < ARRAY_LEN(levels); i++)
        if (strcmp(levels[i].word, word) == 0) {
            log_set_level(levels[i].level);
            return true;
        }
    return false;
}

/* ---- signals ----------------------------------------------------------- */

static sigset_t ending_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

/* Waits for SIGTERM or SIGINT in a thread of its own; all others have them
 * blocked. The first one stops the server in good order, a second one, for
 * those who cannot wait, at once: the store survives that like any crash. */
static void *wait_for_signal(void *doors)
{
    sigset_t set = ending_signals();
    int      signal;

    sigwait(&set, &signal);
    log_info("serve", "stopping");
    doors_stop(doors);
    sigwait(&set, &signal);
    log_warn("serve", "stopped by a second signal");
    _exit(STATUS_FAILED);
}

/* ---- serving ----------------------------------------------------------- */

static bool print_ready(const struct doors *doors)
{
    struct buf line = { 0 };

    buf_text(&line, "ready ");
    doors_addresses(doors, &line);
    bool written = puts(line.at) >= 0 && fflush(stdout) == 0;
    buf_release(&line);
    return written;
}

/* From a hall and doors that are open to the end of both. */
static int serve_until_stopped(struct hall *hall, struct doors *doors)
{
    pthread_t waiter;

    if (hall_start(hall) != ERR_OK || pthread_create(&waiter, NULL, wait_for_signal, doors))
        return complain("the system gives no more threads");
    pthread_detach(waiter); /* it waits for a second signal until the process ends */
    if (!print_ready(doors))
        log_warn("serve", "nobody reads stdout");
    doors_run(doors);
    hall_stop(hall);
    doors_finish(doors);
    log_info("serve", "stopped");
    return STATUS_OK;
}

static int run(const struct settings *settings, struct words words)
{
    struct doors *doors;
    struct hall  *hall;
    sigset_t      blocked = ending_signals();
    char          problem[256] = "";
    int           status = STATUS_FAILED;

    (void)words;
    if (!set_log_level(setting_text(settings, "log-level"))) {
        complain("log-level is error, warn, info or debug");
        return STATUS_USAGE;
    }
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is like a full disk: the write fails, and we go on */
    if (doors_open(&doors, problem) != ERR_OK)
        return complain("%s", problem);
    if (hall_open(settings, doors_wake, doors, &hall, problem) != ERR_OK) {
        complain("%s", problem);
    } else {
        if (doors_listen(doors, settings, behind_hall(hall), problem) != ERR_OK)
            complain("%s", problem);
        else
            status = serve_until_stopped(hall, doors);
        hall_close(hall);
    }
    doors_close(doors);
    return status;
}

const struct command serve_command = {
    .name = "serve",
    .args = "",
    .summary = "run the server",
    .about = "Serves all games until SIGTERM or SIGINT. When it listens it prints one line on stdout,\n"
             "`ready http=HOST:PORT` and the address of every other door.",
    .settings = settings_of_server,
    .store = true,
    .dialects = true,
    .run = run,
};
