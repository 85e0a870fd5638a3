/* The people part: its lifecycle in the hall. */
#include "people/people.h"
#include "people/rows.h"

#include "base/log.h"
#include "base/mem.h"
#include "people/book.h"
#include "people/moderate.h"

#include <stdlib.h>

enum { SWEEP_MS = 3600 * 1000 };

/* ---- life ----------------------------------------------------------------- */

static void sweep(struct hall *hall, void *arg)
{
    sessions_sweep(hall);
    timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, arg);
}

static void log_table(const struct table *t, const struct table_event *event)
{
    const char *what = event->kind == EVENT_OPENED                                       ? "opened"
                       : event->kind == EVENT_STARTED                                    ? "started"
                       : event->kind == EVENT_FINISHED || event->kind == EVENT_ABANDONED ? t->ended_how
                                                                                         : NULL;

    if (what)
        log_info("table", "%llu (%s, %s): %s", (unsigned long long)t->id, t->game->name, t->door, what);
}

static void happened(struct hall *hall, struct table *t, const struct table_event *event)
{
    log_table(t, event);
    if (event->kind == EVENT_OPENED)
        passing_opened(hall, t);
    if (event->kind == EVENT_FINISHED || event->kind == EVENT_ABANDONED) {
        book_ended(hall, t);
        passing_ended(hall, t);
    }
}

static enum err people_open(struct hall *hall, void **self)
{
    struct store  *store = hall_store(hall);
    struct people *p = mem_new(sizeof *p);

    p->accounts = accounts_new(store);
    p->sessions = sessions_new(store);
    p->rates = rates_new();
    p->book = book_new(store);
    p->passwords = passwords_new();
    p->sanctions = sanctions_new(hall);
    *self = p;
    sanctions_reread(hall);
    orders_begin(hall);
    passing_begin(hall);
    tables_listen(hall, happened);
    timer_at(hall, 0, sweep, NULL);
    return ERR_OK;
}

static void people_close(struct hall *hall, void *self)
{
    struct people *p = self;

    (void)hall;
    accounts_free(p->accounts);
    sessions_free(p->sessions);
    rates_free(p->rates);
    book_free(p->book);
    passwords_free(p->passwords);
    sanctions_free(p->sanctions);
    free(p);
}

static void people_forget(struct hall *hall, void *self)
{
    struct people *p = self;

    sessions_forget(p->sessions);
    sanctions_reread(hall);
}

static bool admits(struct hall *hall, void *self, struct ask *ask)
{
    (void)self;
    return address_admitted(hall, ask);
}

const struct part people_part = {
    .name = "hall_api", /* historical: its migrations are recorded under this name */
    .routes = operate_routes,
    .migrations = people_migrations,
    .open = people_open,
    .close = people_close,
    .forget = people_forget,
    .admits = admits,
};
