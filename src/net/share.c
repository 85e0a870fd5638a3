#include "net/share.h"

#include "base/address.h"
#include "base/mem.h"
#include "net/inside.h"

#include <stdlib.h>
#include <sys/resource.h>

enum {
    DESCRIPTORS_RESERVED = 256, /* for the store, listeners, logs */
    CAPACITY_MIN = 64,
    SHARE_PART = 8,   /* the share of an address when it is crowded: one part in this many */
    GIVE_WAY_MAX = 64 /* idle connections closed at once to make room */
};

uint32_t share_capacity(void)
{
    rlim_t        most = (rlim_t)limit_now(SIZED_CONNECTIONS);
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= most + DESCRIPTORS_RESERVED)
        return (uint32_t)most;
    return limit.rlim_cur > DESCRIPTORS_RESERVED + CAPACITY_MIN ? (uint32_t)limit.rlim_cur - DESCRIPTORS_RESERVED : CAPACITY_MIN;
}

/* Open connections. Those being closed keep their slot until the end of the
 * loop's turn but no descriptor, so that a crowd that was just turned away takes
 * nobody's place. */
static uint32_t taken(const struct doors *d)
{
    uint32_t n = 0;

    for (size_t kind = 0; kind < ARRAY_LEN(d->counts.open); kind++)
        n += d->counts.open[kind];
    return n;
}

/* The hall owes it nothing; half a request is no reason to stay. */
static bool is_idle(const struct conn *c)
{
    return !c->closing && !c->busy && !c->out.len;
}

/* The address with the most idle connections, counting them. */
static const struct share *most_idle(struct doors *d)
{
    const struct share    *most = NULL;
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&d->shares, &at)))
        ((struct share *)slot->value)->idle = 0;
    for (int i = 0; i < LIMIT_CONNECTIONS; i++) {
        struct conn *c = d->slots[i].conn;

        if (!c || !c->share || !is_idle(c))
            continue;
        c->share->idle++;
        if (!most || c->share->idle > most->idle)
            most = c->share;
    }
    return most;
}

static int by_id(const void *a, const void *b)
{
    const struct conn *const *x = a, *const *y = b;

    return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

/* Closes the oldest idle connections of one address. */
static void give_way(struct doors *d, const struct share *share)
{
    struct conn **idle = mem_list(share->idle, sizeof idle[0]);
    size_t        n = 0;

    for (int i = 0; i < LIMIT_CONNECTIONS; i++) {
        struct conn *c = d->slots[i].conn;

        if (c && c->share == share && is_idle(c))
            idle[n++] = c;
    }
    qsort(idle, n, sizeof idle[0], by_id);
    for (size_t i = 0; i < n && i < GIVE_WAY_MAX; i++) {
        d->counts.gave_way++;
        conn_drop(idle[i]);
    }
    free(idle);
}

bool share_admits(struct doors *d, const char *peer)
{
    const struct share *share = d->trust_proxy ? NULL : map_get(&d->shares, address_key(peer));
    uint32_t            mine = share ? share->connections : 0, capacity = d->capacity;

    if (taken(d) >= capacity - capacity / 4 && mine >= capacity / SHARE_PART)
        return false;
    if (taken(d) < capacity)
        return true;
    const struct share *most = most_idle(d);
    if (most && most->idle > mine)
        give_way(d, most);
    return taken(d) < capacity;
}

void share_join(struct conn *c)
{
    uint64_t key = address_key(c->peer);

    c->share = map_get(&c->doors->shares, key);
    if (!c->share) {
        c->share = mem_new(sizeof *c->share);
        c->share->key = key;
        c->share->seen_ns = c->doors->served_ns;
        map_put(&c->doors->shares, key, c->share);
    }
    c->share->connections++;
}

void share_leave(struct conn *c)
{
    if (!c->share)
        return;
    share_holds(c, 0);
    if (--c->share->connections == 0) {
        c->doors->n_held -= fifo_count(&c->share->held);
        fifo_release(&c->share->held);
        free(map_remove(&c->doors->shares, c->share->key));
    }
    c->share = NULL;
}

void share_wait(struct conn *c, size_t bytes)
{
    c->share->unread += bytes;
    c->doors->unread += bytes;
}

void share_read(struct conn *c, size_t bytes)
{
    c->share->unread -= bytes;
    c->doors->unread -= bytes;
}

/* A single large message is never too much for a connection or an address, or
 * nobody could fetch a long export; but the total exceeds its limit by at most
 * one message. */
bool share_exceeded(const struct conn *c, size_t more)
{
    size_t own = conn_unsent(c), address = c->share ? c->share->unread : 0, all = c->doors->unread;

    if (c->doors->trust_proxy) /* all clients share the proxy's address */
        address = 0;
    return (own && own + more > LIMIT_OUTGOING) || (address && address + more > (size_t)limit_now(SIZED_UNREAD_EACH)) ||
           (all && all + more > (size_t)limit_now(SIZED_UNREAD));
}

bool share_holds(struct conn *c, size_t bytes)
{
    struct share *s = c->share;
    bool          grown = bytes > c->holds;

    s->unhandled += bytes - c->holds;
    c->doors->unhandled += bytes - c->holds;
    c->holds = bytes;
    return !grown || (c->doors->unhandled <= (size_t)limit_now(SIZED_UNHANDLED) &&
                      (c->doors->trust_proxy || s->unhandled <= (size_t)limit_now(SIZED_UNHANDLED_EACH)));
}
