/* The event loop: connections and their ids, asks to the hall and outs back,
 * deadlines, and shutdown. */
#include "net/doors.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/thread.h"
#include "net/inside.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum {
    SLOT_BITS = 16,   /* low bits of a connection id */
    FINISH_MS = 3000, /* for slow readers when the server stops */
    TOO_MANY_REQUESTS = 429,
    HEAP_SLACK = 64 * 1024 * 1024,
    HEAPS_WHERE_LIMITED = 2,
};

_Static_assert(LIMIT_CONNECTIONS <= 1 << SLOT_BITS, "every connection has a slot");

/* ---- connections by number ----------------------------------------------- */

struct conn *doors_new_conn(struct doors *d)
{
    if (d->free_count == 0)
        return NULL;

    struct conn *c = mem_new(sizeof *c);
    uint32_t     slot = d->free_slots[--d->free_count];
    c->doors = d;
    c->id = (++d->serial & UINT32_MAX) << SLOT_BITS | slot; /* 48 bits: links need the others */
    d->slots[slot] = (struct slot){ .conn = c };
    return c;
}

static struct slot *slot_of(struct doors *d, uint64_t id)
{
    return &d->slots[id & ((1 << SLOT_BITS) - 1)];
}

void doors_forget_conn(struct doors *d, struct conn *c)
{
    *slot_of(d, c->id) = (struct slot){ 0 };
    d->free_slots[d->free_count++] = (uint32_t)(c->id & ((1 << SLOT_BITS) - 1));
}

struct conn *doors_find(struct doors *d, uint64_t id)
{
    struct conn *c = slot_of(d, id)->conn;

    return c && c->id == id && !c->closing ? c : NULL;
}

/* ---- deadlines ------------------------------------------------------------ */

void doors_set_deadline(struct conn *c, uint64_t ms_from_now)
{
    slot_of(c->doors, c->id)->deadline = ms_from_now ? uv_now(&c->doors->loop) + ms_from_now : 0;
}

/* One scan of all deadlines twice a second is cheaper than a timer per
 * connection, and the slots are contiguous in memory. */
static void on_sweep(uv_timer_t *timer)
{
    struct doors *d = timer->data;
    uint64_t      now = uv_now(&d->loop);

    for (int i = 0; i < LIMIT_CONNECTIONS; i++) {
        struct slot *slot = &d->slots[i];

        if (!slot->deadline || slot->deadline > now)
            continue;
        slot->deadline = 0;
        conn_timeout(slot->conn);
    }
}

/* ---- asks ------------------------------------------------------------------ */

void doors_ask(struct doors *d, struct ask *ask)
{
    asks_add(&d->asks, ask);
}

/* The hall's queue is full. Requests get 503 and streams are closed; that a
 * stream opened or closed must still be reported, next turn. */
static void refuse_asks(struct doors *d, struct ask *first)
{
    d->counts.refused++;
    for (struct ask *ask = first, *next; ask; ask = next) {
        struct conn *c = doors_find(d, ask->conn);

        next = ask->next;
        if (ask->kind == ASK_OPENED || ask->kind == ASK_CLOSED) {
            doors_ask(d, ask);
            continue;
        }
        if (c && ask->kind == ASK_HTTP) {
            http_error(c, 503, "Retry-After: 1\r\n");
            http_replied(c);
        } else if (c && c->kind == CONN_WS) {
            ws_close(c, 1013);
        } else if (c) {
            conn_finish(c);
        }
        ask_free(ask);
    }
}

static void count_batch(struct counts *counts, int n)
{
    int bucket = 0;

    while (bucket < BATCH_BUCKETS - 1 && 1 << bucket < n)
        bucket++;
    counts->batches++;
    counts->asks += (uint64_t)n;
    counts->batch_sizes[bucket]++;
}

static void submit(struct doors *d)
{
    struct asks asks = d->asks;

    if (!asks.n)
        return;
    d->asks = (struct asks){ 0 };
    if (d->behind.submit(d->behind.hall, asks.first, asks.last, asks.n))
        count_batch(&d->counts, asks.n);
    else
        refuse_asks(d, asks.first);
}

/* The hall starts on the asks while we are still writing. */
static void end_turn(struct doors *d)
{
    d->turn++;
    submit(d);
    while (d->dirty) {
        struct conn *c = d->dirty;

        d->dirty = c->next_dirty;
        c->dirty = false;
        conn_flush(c);
    }
}

static void on_before_sleep(uv_prepare_t *handle)
{
    end_turn(handle->data);
}

static void on_after_poll(uv_check_t *handle)
{
    struct doors *d = handle->data;

    end_turn(d);
    d->busy_ns = 0;
}

/* ---- outs ------------------------------------------------------------------ */

static void give_reply(struct conn *c, struct out *out)
{
    c->resting = out->status == TOO_MANY_REQUESTS && c->keep_alive;
    http_reply(c, out->status, out->content_type, out->headers, out_body(out), out);
    http_replied(c);
}

static void give(struct conn *c, struct out *out)
{
    switch (out->kind) {
    case OUT_REPLY:
        if (c->kind == CONN_HTTP && c->busy) {
            give_reply(c, out);
            return;
        }
        break;
    case OUT_TEXT:
        if (c->kind == CONN_WS)
            ws_push(c, out_body(out));
        else if (c->kind == CONN_LINES)
            lines_push(c, out_body(out));
        break;
    case OUT_CLOSE:
        if (c->kind == CONN_WS)
            ws_close(c, out->status);
        else
            conn_finish(c);
        break;
    case OUT_NOTE: /* taken by the links */
        break;
    }
    out_free(out);
}

void doors_take_outs(struct doors *d)
{
    for (struct out *out = d->behind.take_outs(d->behind.hall), *next; out; out = next) {
        struct conn *c = doors_find(d, out->conn);

        next = out->next;
        if (c)
            give(c, out);
        else
            out_free(out);
    }
}

static void on_woken(uv_async_t *handle)
{
    struct doors *d = handle->data;

    if (d->behind.take_outs)
        doors_take_outs(d);
    if (d->stop)
        uv_stop(&d->loop);
}

void doors_wake(void *doors)
{
    uv_async_send(&((struct doors *)doors)->woken);
}

/* ---- life ------------------------------------------------------------------ */

/* Many connections need many descriptors; the usual soft limit is 1024. Raising
 * the hard limit needs privileges. */
static void raise_open_files(void)
{
    const rlim_t  wanted = LIMIT_CONNECTIONS + 256; /* plus the store's files */
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t hard = limit.rlim_max;
    limit = (struct rlimit){ wanted, hard < wanted ? wanted : hard };
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
        return;
    limit = (struct rlimit){ hard, hard };
    setrlimit(RLIMIT_NOFILE, &limit);
    log_warn("doors", "only %llu files may be open at a time", (unsigned long long)hard);
}

/* Asks and outs live for one batch. By default the allocator returns their
 * memory to the system after each batch and requests it again, which costs a
 * tenth of a request. */
static void keep_heap(void)
{
    mallopt(M_TRIM_THRESHOLD, HEAP_SLACK);
    mallopt(M_TOP_PAD, 1024 * 1024);
}

/* Where addresses are limited (ulimit -v), few heaps: each reserves 64 MB of them
 * for a thread, and the next request for memory ended the process. */
static void share_heaps(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        mallopt(M_ARENA_MAX, HEAPS_WHERE_LIMITED);
}

enum err doors_open(struct doors **out, char problem[256])
{
    struct doors *d = mem_new(sizeof *d);
    int           result = uv_loop_init(&d->loop);

    if (result != 0) {
        snprintf(problem, 256, "cannot create an event loop: %s", uv_strerror(result));
        free(d);
        return ERR_IO;
    }
    d->patience_ms = conn_patience_ms;
    raise_open_files();
    d->capacity = share_capacity();
    d->slots = mem_list(LIMIT_CONNECTIONS, sizeof d->slots[0]);
    d->free_slots = mem_list(LIMIT_CONNECTIONS, sizeof d->free_slots[0]);
    while (d->free_count < LIMIT_CONNECTIONS) {
        d->free_slots[d->free_count] = LIMIT_CONNECTIONS - 1 - d->free_count;
        d->free_count++;
    }
    uv_async_init(&d->loop, &d->woken, on_woken);
    uv_timer_init(&d->loop, &d->sweep);
    uv_timer_init(&d->loop, &d->again);
    uv_prepare_init(&d->loop, &d->before_sleep);
    uv_check_init(&d->loop, &d->after_poll);
    d->woken.data = d->sweep.data = d->again.data = d->before_sleep.data = d->after_poll.data = d;
    uv_timer_start(&d->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_prepare_start(&d->before_sleep, on_before_sleep);
    uv_check_start(&d->after_poll, on_after_poll);
    signal(SIGPIPE, SIG_IGN);
    keep_heap();
    share_heaps();
    *out = d;
    return ERR_OK;
}

enum err doors_listen(struct doors *d, const struct settings *settings, struct behind behind, char problem[256])
{
    d->behind = behind;
    places_open(d);
    return listen_all(d, settings, problem);
}

void doors_run(struct doors *d)
{
    thread_be_quick();
    while (!d->stop)
        uv_run(&d->loop, UV_RUN_DEFAULT);
    listen_stop(d);
    for (int i = 0; i < LIMIT_CONNECTIONS; i++)
        if (d->slots[i].conn)
            conn_pause(d->slots[i].conn);
}

void doors_stop(struct doors *d)
{
    d->stop = 1;
    uv_async_send(&d->woken);
}

/* ---- the end --------------------------------------------------------------- */

static bool any_connection(const struct doors *d)
{
    return d->free_count < LIMIT_CONNECTIONS;
}

/* Replaces the hall's submit. */
static bool drop_asks(void *hall, struct ask *first, struct ask *last, int n)
{
    (void)hall, (void)last, (void)n;
    for (struct ask *ask = first, *next; ask; ask = next) {
        next = ask->next;
        ask_free(ask);
    }
    return true;
}

void doors_finish(struct doors *d)
{
    if (d->behind.take_outs)
        doors_take_outs(d);
    d->behind.submit = drop_asks; /* the hall is gone */
    for (int i = 0; i < LIMIT_CONNECTIONS; i++) {
        struct conn *c = d->slots[i].conn;

        if (!c || c->closing)
            continue;
        conn_resume(c);
        if (c->kind == CONN_WS)
            ws_close(c, 1001);
        else
            conn_finish(c);
    }

    uv_update_time(&d->loop);
    uint64_t until = uv_now(&d->loop) + FINISH_MS;
    while (any_connection(d) && uv_now(&d->loop) < until)
        uv_run(&d->loop, UV_RUN_ONCE);
    for (int i = 0; i < LIMIT_CONNECTIONS; i++)
        if (d->slots[i].conn)
            conn_drop(d->slots[i].conn);
}

void doors_close(struct doors *d)
{
    listen_stop(d);
    uv_close((uv_handle_t *)&d->woken, NULL);
    uv_close((uv_handle_t *)&d->sweep, NULL);
    uv_close((uv_handle_t *)&d->again, NULL);
    uv_close((uv_handle_t *)&d->before_sleep, NULL);
    uv_close((uv_handle_t *)&d->after_poll, NULL);
    uv_run(&d->loop, UV_RUN_DEFAULT);
    if (uv_loop_close(&d->loop) != 0)
        BUG("a handle is still open");
    drop_asks(NULL, d->asks.first, d->asks.last, d->asks.n);
    places_close(d);
    fifo_release(&d->queue);
    free(d->slots);
    free(d->free_slots);
    map_release(&d->shares);
    free(d);
}
