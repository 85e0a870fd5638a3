/* Who is served in a turn of the loop, and who is held until the next one.
 *
 * A connection has a slice of each round, whatever it has sent: without that,
 * sixty that asked for what the doors answer themselves kept everybody else
 * waiting for half a second, since libuv reads a socket for as long as there is
 * more. Addresses that have had much more than their part are busy: all of them
 * share a part of the round, so that somebody who asks now and then hardly waits
 * for them, however many connections they have. */
#include "net/inside.h"

enum {
    SLICE_NS = LIMIT_SLICE_US * 1000,
    BUSY_TURN_NS = LIMIT_BUSY_US * 1000,
    BUSY_NS = 1000 * 1000, /* an address is busy that had so much more than its part, */
    BUSY_PART = 200,       /* one of so many of all that is served */
};

static bool is_busy(struct conn *c)
{
    struct doors *d = c->doors;
    struct share *s = c->share;

    if (d->trust_proxy) /* all clients share the proxy's address */
        return false;
    uint64_t paid = (d->served_ns - s->seen_ns) / BUSY_PART;
    s->served_ns -= paid < s->served_ns ? paid : s->served_ns;
    s->seen_ns = d->served_ns;
    return s->served_ns > BUSY_NS;
}

bool turn_begin(struct conn *c)
{
    c->served_at = uv_hrtime();
    c->of_busy = is_busy(c);
    return !c->of_busy || c->doors->busy_ns < BUSY_TURN_NS;
}

void turn_end(struct conn *c)
{
    uint64_t spent = uv_hrtime() - c->served_at;

    c->doors->served_ns += spent;
    c->share->served_ns += spent;
    if (c->of_busy)
        c->doors->busy_ns += spent;
}

bool turn_is_over(const struct conn *c)
{
    return uv_hrtime() - c->served_at > SLICE_NS;
}

/* ---- messages of streams ------------------------------------------------ */

static bool crowded(const struct doors *d)
{
    return d->behind.waiting && d->behind.waiting(d->behind.hall) > ASKS_CROWD;
}

bool conn_may_ask(struct conn *c)
{
    if (crowded(c->doors))
        return false;
    if (c->turn != c->doors->turn) {
        c->turn = c->doors->turn;
        c->asks = 0;
    }
    return c->asks < ASKS_A_TURN;
}

void conn_message(struct conn *c, enum ask_kind kind, struct str body)
{
    c->asks++;
    c->place->results[0]++;
    doors_ask(c->doors, conn_ask(c, kind, NULL, body));
}

/* ---- those that are held ------------------------------------------------- */

/* Addresses take turns, and so do the connections of each. */
static void queue_address(struct doors *d, struct share *s)
{
    if (!s->queued)
        fifo_add(&d->queue, s->key);
    s->queued = true;
}

static void on_again(uv_timer_t *timer);

void conn_hold(struct conn *c, struct str rest)
{
    struct doors *d = c->doors;

    buf_str(&c->in, rest);
    conn_pause(c);
    if (c->held)
        return;
    c->held = true;
    d->n_held++;
    fifo_add(&c->share->held, c->id);
    queue_address(d, c->share);
    if (!uv_is_active((uv_handle_t *)&d->again))
        uv_timer_start(&d->again, on_again, HELD_MS, HELD_MS);
}

/* The next one, NULL if it is gone. */
static struct conn *take_held(struct doors *d)
{
    struct share *s = map_get(&d->shares, fifo_take(&d->queue));

    if (!s)
        return NULL;
    s->queued = false;
    struct conn *c = doors_find(d, fifo_take(&s->held));
    d->n_held--;
    if (!fifo_is_empty(&s->held))
        queue_address(d, s);
    return c;
}

static void let_go_on(struct conn *c)
{
    struct buf in = c->in;

    c->in = (struct buf){ 0 };
    c->held = false;
    conn_resume(c);
    conn_input(c, buf_view(&in));
    buf_release(&in);
}

/* Resumes those that are held, as many as the turn has time for. */
static void go_on(struct doors *d)
{
    for (size_t n = d->n_held; n && d->n_held && d->busy_ns < BUSY_TURN_NS; n--) {
        struct conn *c = take_held(d);

        if (c)
            let_go_on(c);
    }
    if (!d->n_held)
        uv_timer_stop(&d->again);
}

static void on_again(uv_timer_t *timer)
{
    if (!crowded(timer->data))
        go_on(timer->data);
}
