/* Logins of an account at which too many guess wait a second before they are
 * looked at (people/account.h: guess_is_slow), as those of the hall do. */
#include "base/mem.h"
#include "games/snakes/dialect/self.h"
#include "people/account.h"

#include <stdlib.h>

enum { SLOW_MS = 1000, WAITING_MOST = 256 };

struct slowed {
    struct slowed *next;
    struct snakes *self;
    struct ask    *ask;
    void (*handle)(struct hall *hall, void *self, struct ask *ask);
};

static void go_on(struct hall *hall, struct slowed *s)
{
    struct snakes *self = s->self;

    self->waited = true;
    s->handle(hall, self, s->ask);
    self->waited = false;
    free(s);
}

static void come_back(struct hall *hall, void *arg)
{
    struct slowed **at, *s = arg;

    for (at = &s->self->slowed; *at != s; at = &(*at)->next)
        continue;
    *at = s->next;
    s->self->n_slowed--;
    go_on(hall, s);
}

bool snakes__is_slowed(struct snakes *self, struct ask *ask, struct str login,
                       void (*handle)(struct hall *hall, void *self, struct ask *ask))
{
    if (self->waited || !guess_is_slow(self->hall, ask->peer, login))
        return false;
    if (self->n_slowed >= WAITING_MOST) {
        reply_text(self->hall, ask, 503, STR("too many wrong passwords: wait a minute\n"));
        return true;
    }
    struct slowed *s = mem_new(sizeof *s);
    *s = (struct slowed){ .next = self->slowed, .self = self, .ask = ask, .handle = handle };
    self->slowed = s;
    self->n_slowed++;
    ask_keep(self->hall, ask);
    timer_at(self->hall, hall_now(self->hall) + SLOW_MS, come_back, s);
    return true;
}

void snakes__slow_goodbye(struct hall *hall, void *arg)
{
    struct snakes *self = arg;

    for (struct slowed *s = self->slowed, *next; s; s = next) {
        next = s->next;
        go_on(hall, s);
    }
    self->slowed = NULL;
    self->n_slowed = 0;
}
