/* A stand-in for the hall behind real doors: it answers every ask at once with
 * what it was asked, and counts. The doors run in a thread of their own; the
 * test is a client with blocking sockets. */
#ifndef KIT_ECHO_HALL_H
#define KIT_ECHO_HALL_H

#include "net/doors.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct echo_hall {
    struct doors    *doors;
    struct settings *settings;
    pthread_t        thread;
    int              http_port, lines_port;
    pthread_mutex_t  lock; /* of the outs */
    struct out      *first, *last;
    _Atomic int      opened, closed, cut_off, too_long, messages, batches, largest_batch;
    _Atomic bool     full; /* refuses every batch */
    _Atomic bool     sick;
    _Atomic size_t   metrics_bytes; /* so many it adds to /metrics */
    struct buf      *record;        /* gets every ask, if set */
};

enum { ECHO_BODY_LIMIT = 2000, ECHO_MESSAGE_LIMIT = 1000, ECHO_LINE_LIMIT = 100, ECHO_BIG_MOST = 32 * 1000 * 1000 };

static inline const struct route *echo_route(void *hall, int i)
{
    static const struct route routes[] = {
        { .path = "/echo", .methods = METHOD_GET | METHOD_POST | METHOD_PUT, .flags = ROUTE_ANY_ORIGIN, .limit = ECHO_BODY_LIMIT },
        { .path = "/plain", .methods = METHOD_POST, .flags = ROUTE_NO_CORS },
        { .path = "/tree/*", .methods = METHOD_GET },
        { .path = "/tree/leaf", .methods = METHOD_DELETE },
        { .path = "/big", .methods = METHOD_GET },
        { .path = "/ws", .kind = ROUTE_WS, .limit = ECHO_MESSAGE_LIMIT },
        { .path = "/ws-open", .kind = ROUTE_WS, .flags = ROUTE_ANY_ORIGIN | ROUTE_BINARY_CLOSES, .limit = ECHO_MESSAGE_LIMIT },
        { .path = "", .kind = ROUTE_LINES, .setting = "lines", .limit = ECHO_LINE_LIMIT },
        { .path = NULL },
    };

    (void)hall;
    return routes[i].path ? &routes[i] : NULL;
}

static inline struct out *echo_out(struct echo_hall *hall, enum out_kind kind, uint64_t conn)
{
    struct out *out = calloc(1, sizeof *out);

    out->kind = kind;
    out->conn = conn;
    if (hall->last)
        hall->last->next = out;
    else
        hall->first = out;
    hall->last = out;
    return out;
}

static inline void echo_push(struct echo_hall *hall, uint64_t conn, const char *word, struct str text)
{
    struct out *out = echo_out(hall, OUT_TEXT, conn);

    buf_text(&out->body, word);
    buf_str(&out->body, text);
}

static inline void echo_http(struct echo_hall *hall, struct ask *ask)
{
    struct out *out = echo_out(hall, OUT_REPLY, ask->conn);
    int64_t     size;

    out->status = str_is(ask->query, "429") ? 429 : 200;
    out->content_type = "text/plain";
    if (str_is(ask->path, "/big") && str_int(ask->query, &size) && size >= 0 && size <= ECHO_BIG_MOST) {
        memset(buf_room(&out->body, (size_t)size), 'x', (size_t)size);
        out->body.len = (size_t)size;
        return;
    }
    buf_printf(&out->body, "method=%d path=%.*s query=%.*s token=%.*s key=%.*s cookie=%.*s peer=%s body=%.*s", ask->method,
               STR_ARG(ask->path), STR_ARG(ask->query), STR_ARG(ask->token), STR_ARG(ask->idempotency_key), STR_ARG(ask->cookie),
               ask->peer, STR_ARG(ask->body));
}

/* "bye" closes with 4000, "flood" pushes much. */
static inline void echo_text(struct echo_hall *hall, struct ask *ask, const char *word)
{
    hall->messages++;
    if (str_is(ask->body, "flood"))
        for (int i = 0; i < 20000; i++)
            echo_push(hall, ask->conn, "0123456789012345678901234567890123456789012345678901234567890123456789", STR_NONE);
    echo_push(hall, ask->conn, word, ask->body);
    if (str_is(ask->body, "bye"))
        echo_out(hall, OUT_CLOSE, ask->conn)->status = 4000;
}

static inline void echo_answer(struct echo_hall *hall, struct ask *ask)
{
    if (hall->record) {
        buf_printf(hall->record, "%d %zu ", ask->kind, ask->body.len);
        buf_str(hall->record, ask->path);
        buf_str(hall->record, ask->body);
    }
    switch (ask->kind) {
    case ASK_HTTP:
        echo_http(hall, ask);
        break;
    case ASK_OPENED:
        hall->opened++;
        echo_push(hall, ask->conn, "hello ", ask->query);
        break;
    case ASK_TEXT:
        echo_text(hall, ask, "");
        break;
    case ASK_BINARY:
        echo_text(hall, ask, "binary ");
        break;
    case ASK_TOO_LONG:
        hall->too_long++;
        echo_push(hall, ask->conn, "too long", STR_NONE);
        echo_out(hall, OUT_CLOSE, ask->conn);
        break;
    default:
        hall->closed++;
        hall->cut_off += ask->cut_off;
        if (ask->route->kind == ROUTE_LINES)
            echo_out(hall, OUT_CLOSE, ask->conn);
    }
}

static inline bool echo_submit(void *arg, struct ask *first, struct ask *last, int n)
{
    struct echo_hall *hall = arg;

    (void)last;
    if (hall->full)
        return false;
    hall->batches++;
    if (n > hall->largest_batch)
        hall->largest_batch = n;
    pthread_mutex_lock(&hall->lock);
    for (struct ask *ask = first, *next; ask; ask = next) {
        next = ask->next;
        echo_answer(hall, ask);
        ask_free(ask);
    }
    pthread_mutex_unlock(&hall->lock);
    doors_wake(hall->doors);
    return true;
}

static inline struct out *echo_take_outs(void *arg)
{
    struct echo_hall *hall = arg;

    pthread_mutex_lock(&hall->lock);
    struct out *first = hall->first;
    hall->first = hall->last = NULL;
    pthread_mutex_unlock(&hall->lock);
    return first;
}

static inline bool echo_healthy(void *arg, char problem[256])
{
    struct echo_hall *hall = arg;

    snprintf(problem, 256, "%s", hall->sick ? "the disk is full" : "");
    return !hall->sick;
}

static inline void echo_metrics(void *arg, struct buf *out)
{
    struct echo_hall *hall = arg;

    memset(buf_room(out, hall->metrics_bytes), '#', hall->metrics_bytes);
    out->len += hall->metrics_bytes;
    buf_text(out, "end of metrics\n");
}

static inline void *echo_run(void *arg)
{
    doors_run(((struct echo_hall *)arg)->doors);
    return NULL;
}

/* Doors and hall, not running yet. */
static inline void echo_open_with(struct echo_hall *hall, const char *setting, const char *value)
{
    static const struct setting table[] = {
        { .name = "listen", .kind = SETTING_TEXT, .default_value = "127.0.0.1:0" },
        { .name = "lines", .kind = SETTING_TEXT, .default_value = "127.0.0.1:0" },
        { .name = "trust-proxy", .kind = SETTING_FLAG },
        { .name = NULL },
    };
    char       problem[256] = "";
    struct buf line = { 0 };

    *hall = (struct echo_hall){ .settings = settings_new(), .lock = PTHREAD_MUTEX_INITIALIZER };
    settings_declare(hall->settings, table);
    if (setting)
        setting_set(hall->settings, setting, value);
    struct behind behind = { .hall = hall,
                             .route = echo_route,
                             .submit = echo_submit,
                             .take_outs = echo_take_outs,
                             .healthy = echo_healthy,
                             .metrics = echo_metrics };
    if (doors_open(&hall->doors, problem) != ERR_OK || doors_listen(hall->doors, hall->settings, behind, problem) != ERR_OK) {
        fprintf(stderr, "%s\n", problem);
        abort();
    }
    doors_addresses(hall->doors, &line);
    if (sscanf(line.at, "http=127.0.0.1:%d lines=127.0.0.1:%d", &hall->http_port, &hall->lines_port) != 2)
        abort();
    buf_release(&line);
}

static inline void echo_open(struct echo_hall *hall)
{
    echo_open_with(hall, NULL, NULL);
}

static inline void echo_start(struct echo_hall *hall)
{
    echo_open(hall);
    pthread_create(&hall->thread, NULL, echo_run, hall);
}

static inline void echo_close(struct echo_hall *hall)
{
    doors_finish(hall->doors);
    doors_close(hall->doors);
    settings_free(hall->settings);
    for (struct out *out = hall->first, *next; out; out = next) {
        next = out->next;
        out_free(out);
    }
}

static inline void echo_stop(struct echo_hall *hall)
{
    doors_stop(hall->doors);
    pthread_join(hall->thread, NULL);
    echo_close(hall);
}

#endif
