/* A hall without a thread: the test steps it itself (hall_step), and takes what
 * it says. */
#ifndef KIT_BY_HAND_H
#define KIT_BY_HAND_H

#include "kit/cmocka.h"

#include "base/log.h"
#include "cli/cli.h"
#include "hall/hall.h"

/* The server's settings, with that store. */
static inline struct settings *by_hand_settings(const char *store)
{
    struct settings *settings = command_settings(&serve_command);

    setting_set(settings, "store", store);
    return settings;
}

static inline void by_hand_nobody_to_wake(void *arg)
{
    (void)arg;
}

static inline struct hall *by_hand_open(const struct settings *settings)
{
    struct hall *hall = NULL;
    char         problem[256] = "";

    log_set_level(LOG_ERROR);
    if (hall_open(settings, by_hand_nobody_to_wake, NULL, &hall, problem) != ERR_OK)
        fail_msg("%s", problem);
    return hall;
}

/* By path, or by the setting of a lines route; one that serves these methods. */
static inline const struct route *by_hand_route_for(struct hall *hall, unsigned methods, const char *path)
{
    const struct route *route;

    for (int i = 0; (route = hall_route(hall, i)); i++)
        if (strcmp(route->kind == ROUTE_LINES ? route->setting : route->path, path) == 0 && (route->methods & methods) == methods)
            return route;
    fail_msg("no route %s", path);
    return NULL;
}

static inline const struct route *by_hand_route(struct hall *hall, const char *path)
{
    return by_hand_route_for(hall, 0, path);
}

/* Puts an ask with a text into the queue; it is handled in the next step. */
static inline void by_hand_submit(struct hall *hall, enum ask_kind kind, uint64_t conn, const struct route *route, struct str text)
{
    struct ask *ask = ask_new(kind, conn, route, text.len + 1);

    if (text.len)
        memcpy(ask_memory(ask), text.at, text.len);
    ask->body = (struct str){ ask_memory(ask), text.len };
    ask->method = METHOD_POST;
    assert_true(hall_submit(hall, ask, ask, 1));
}

#endif
