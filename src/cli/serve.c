/* meeple serve: connects settings, hall and doors. */
#include "api/api.h"
#include "base/limits.h"
#include "base/log.h"
#include "cli/cli.h"
#include "hall/hall.h"
#include "net/assets.h"
#include "net/doors.h"
#include "net/link.h"
#include "store/log_pg.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { AWAIT_LOG_SECONDS = 60 };

const struct setting serve_settings[] = {
    { .name = "listen",
      .default_value = "127.0.0.1:8080",
      .meta = "HOST:PORT",
      .help = "address for HTTP and WebSocket; port 0 picks a free one" },
    { .name = "no-registration", .kind = SETTING_FLAG, .help = "disable registration (meeple user add still works)" },
    { .name = "trust-proxy", .kind = SETTING_FLAG, .help = "take client addresses from X-Forwarded-For: only behind a proxy" },
    { .name = "test-mode", .kind = SETTING_FLAG, .help = "for test suites: resets, fixed dice, no rate limits" },
    { .name = "node", .meta = "NAME", .help = "with --store postgresql://...: the name of this node among several" },
    { .name = "data", .meta = "DIR", .help = "the folder of a node's data file" },
    { .name = "link", .meta = "HOST:PORT", .help = "where the other nodes reach this one; in a private network" },
    { .name = "log-may-lose",
      .kind = SETTING_FLAG,
      .help = "lead although PostgreSQL has no synchronous standby: moves may be lost with a machine" },
    { .name = "limit",
      .kind = SETTING_LIST,
      .meta = "NAME=VALUE",
      .help = "change a limit that depends on the size of the machine (`meeple limits` lists them); repeatable" },
    { .name = "log-level", .default_value = "info", .meta = "error|warn|info|debug", .help = "verbosity of the log" },
    { .name = "log-file", .meta = "FILE", .help = "append the log to this file, opened anew at SIGHUP; without it: stderr" },
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

static sigset_t awaited_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    return set;
}

static const char *log_file; /* NULL: the log is on stderr */

/* The log's file was moved away, or so we are told. */
static void begin_new_log(void)
{
    if (log_to(log_file))
        log_info("serve", "the log goes on here");
    else
        log_error("serve", "%s cannot be opened: %s", log_file, strerror(errno));
}

/* The next signal that ends the server. SIGHUP does so too if there is no log file:
 * then the terminal was closed. */
static void await_end(const sigset_t *set)
{
    int signal;

    while (sigwait(set, &signal) == 0 && signal == SIGHUP && log_file)
        begin_new_log();
}

/* Waits for signals in its own thread; all others block them. The first one that
 * ends the server stops it gracefully, a second one immediately: the store survives
 * that like any crash. */
static void *wait_for_signal(void *doors)
{
    sigset_t set = awaited_signals();

    await_end(&set);
    log_info("serve", "stopping");
    doors_stop(doors);
    await_end(&set);
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

static bool wait_for_signals(struct doors *doors)
{
    pthread_t waiter;

    if (pthread_create(&waiter, NULL, wait_for_signal, doors))
        return false;
    pthread_detach(waiter); /* it waits for a second signal until the process exits */
    return true;
}

/* Serves until a signal comes, if the threads behind the doors have `started`. */
static bool serve_until_signal(bool started, struct doors *doors)
{
    if (!started || !wait_for_signals(doors)) {
        complain("cannot start a thread: the system's limit is reached");
        return false;
    }
    if (!print_ready(doors))
        log_warn("serve", "stdout is closed");
    doors_run(doors);
    return true;
}

static int finish(struct doors *doors)
{
    doors_finish(doors);
    log_info("serve", "stopped");
    return STATUS_OK;
}

static int serve_hall(struct hall *hall, struct doors *doors)
{
    if (!serve_until_signal(hall_start(hall) == ERR_OK, doors))
        return STATUS_FAILED;
    hall_stop(hall);
    return finish(doors);
}

/* The API tells which build of the browser client this server has. */
static void tell_assets(struct hall *hall)
{
    char assets[17];

    assets_hash(assets);
    api_set_assets(hall, assets);
}

/* The only server of its store. */
static int serve_alone(const struct settings *settings, struct doors *doors)
{
    struct hall *hall;
    char         problem[256] = "";
    int          status = STATUS_FAILED;

    if (hall_open(settings, doors_wake, doors, &hall, problem) != ERR_OK)
        return complain("%s", problem);
    tell_assets(hall);
    if (doors_listen(doors, settings, behind_hall(hall), problem) != ERR_OK)
        complain("%s", problem);
    else
        status = serve_hall(hall, doors);
    hall_close(hall);
    return status;
}

/* ---- one of several nodes ---------------------------------------------- */

/* A hall that leads. */
static void equip(struct hall *hall)
{
    tell_assets(hall);
    operate_serve(hall);
}

static int run_node(struct node *node, struct links *links, struct doors *doors)
{
    if (!serve_until_signal(node_start(node), doors))
        return STATUS_FAILED;
    links_end(links);
    node_stop(node);
    return finish(doors);
}

/* A node may be started before its PostgreSQL, or while that is away. False: a
 * signal came. */
static bool await_log(const char *url)
{
    sigset_t set = awaited_signals();

    for (int i = 0; i < AWAIT_LOG_SECONDS && log_pg_is_away(url); i++) {
        if (i == 0)
            log_warn("serve", "PostgreSQL accepts no connections: waiting for it, at most %d s", AWAIT_LOG_SECONDS);
        if (sigtimedwait(&set, NULL, &(struct timespec){ .tv_sec = 1 }) > 0)
            return false;
    }
    return true;
}

static int serve_node(const struct settings *settings, struct doors *doors)
{
    const char   *link = setting_text(settings, "link");
    struct links *links;
    struct node  *node = NULL;
    char          problem[256] = "";
    int           status = STATUS_FAILED;

    if (!link || !link[0])
        return complain("a node on PostgreSQL needs --node NAME, --data DIR and --link HOST:PORT");
    if (!await_log(setting_text(settings, "store")))
        return STATUS_OK;
    enum err err = links_open(doors, settings, link, &links, problem);
    if (err == ERR_OK) {
        struct node_ears ears = links_ears(links);

        ears.opened = equip;
        err = node_open(settings, links_address(links), ears, &node, problem);
    }
    if (err == ERR_OK) {
        links_use(links, node);
        err = doors_listen(doors, settings, behind_link(links), problem);
    }
    if (err == ERR_OK)
        status = run_node(node, links, doors);
    else
        complain("%s", problem);
    links_close(links);
    if (node)
        node_close(node);
    return status;
}

int run_serve(const struct settings *settings, struct words words)
{
    struct doors *doors;
    sigset_t      blocked = awaited_signals();
    char          problem[256] = "";
    int           status = STATUS_FAILED;

    (void)words;
    if (!set_log_level(setting_text(settings, "log-level"))) {
        complain("--log-level must be error, warn, info or debug");
        return STATUS_USAGE;
    }
    log_file = setting_text(settings, "log-file");
    if (log_file && log_file[0] && !log_to(log_file))
        return complain("the log %s cannot be opened: %s", log_file, strerror(errno));
    if (log_file && !log_file[0])
        log_file = NULL;
    const char *limits = setting_text(settings, "limit");
    char        wrong[256];
    if (limits && limits_set(str_of(limits), wrong)) {
        complain("%s", wrong);
        return STATUS_USAGE;
    }
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is like a full disk: the write fails, and we continue */
    if (doors_open(&doors, problem) != ERR_OK)
        return complain("%s", problem);
    status = is_on_nodes(settings) ? serve_node(settings, doors) : serve_alone(settings, doors);
    doors_close(doors);
    return status;
}
