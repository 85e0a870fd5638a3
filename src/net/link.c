/* What a node's doors submit to: the local hall, the leader's, or none for now. */
#include "net/link.h"

#include "base/log.h"
#include "base/mem.h"
#include "hall/hall.h"
#include "net/link_inside.h"

#include <stdlib.h>

uint64_t link_now(const struct links *l)
{
    return uv_now(&l->doors->loop);
}

static int plan_number(const struct links *l, const struct route *route)
{
    const struct route *at;

    for (int i = 0; (at = hall_route(l->plan, i)); i++)
        if (at == route)
            return i;
    BUG("an ask with a route that the doors do not have");
}

/* ---- answers of our own ---------------------------------------------------- */

static void answer(struct links *l, uint64_t conn, const char *headers, const char *json)
{
    struct out *out = mem_new(sizeof *out);

    *out = (struct out){ .kind = OUT_REPLY, .conn = conn, .status = 503, .content_type = "application/json; charset=utf-8" };
    out->headers = mem_text(str_of(headers));
    buf_text(&out->body, json);
    outs_add(&l->outs, out);
}

static void answer_unknown(struct links *l, uint64_t conn)
{
    l->unknown++;
    answer(l, conn, "Retry-After: 1\r\n",
           "{\"error\":{\"code\":\"unknown\",\"message\":\"It is unknown whether this request was carried out; check before you "
           "repeat it.\"}}");
}

static void answer_no_leader(struct links *l, uint64_t conn)
{
    answer(
        l, conn, "Retry-After: 1\r\n",
        "{\"error\":{\"code\":\"no_leader\",\"message\":\"No node leads at the moment; nothing was changed. Try again soon.\"}}");
}

/* ---- asks that wait -------------------------------------------------------- */

static void hold(struct links *l, struct ask *ask)
{
    asks_add(&l->held, ask);
    if (!map_get(&l->held_since, ask->conn))
        map_put(&l->held_since, ask->conn, (void *)(uintptr_t)(link_now(l) + 1));
}

static struct ask *take_held(struct links *l)
{
    struct ask *first = l->held.first;

    l->held = (struct asks){ 0 };
    return first;
}

static bool is_repeatable(const struct ask *ask)
{
    return ask->method == METHOD_GET || (ask->route->repeats && ask->route->repeats(ask));
}

/* Messages of a stream only go to a hall that has seen the stream open. */
static bool stream_goes_on(struct links *l, const struct ask *ask)
{
    if (ask->kind == ASK_HTTP)
        return true;
    if (ask->kind == ASK_OPENED || ask->kind == ASK_RESUMED) {
        notes_open(l, ask);
        map_put(&l->streams, ask->conn, l);
        return true;
    }
    if (ask->kind == ASK_CLOSED)
        notes_drop(l, ask->conn);
    return ask->kind == ASK_CLOSED ? map_remove(&l->streams, ask->conn) : map_get(&l->streams, ask->conn);
}

static void forward(struct links *l, struct ask *ask)
{
    wire_ask(l->up, ask, plan_number(l, ask->route));
    if (ask->kind != ASK_HTTP) {
        if (!notes_keep(l, ask))
            ask_free(ask);
        return;
    }
    struct ask *before = map_remove(&l->pending, ask->conn);
    if (before)
        ask_free(before);
    map_put(&l->pending, ask->conn, ask);
}

static bool submit_here(struct links *l, struct ask *first, struct ask *last, int n)
{
    for (struct ask *ask = first; ask; ask = ask->next)
        ask->route = hall_route(l->hall, plan_number(l, ask->route));
    if (hall_submit(l->hall, first, last, n))
        return true;
    for (struct ask *ask = first; ask; ask = ask->next) { /* refused: the doors answer them */
        int i = 0;

        while (hall_route(l->hall, i) != ask->route)
            i++;
        ask->route = hall_route(l->plan, i);
    }
    return false;
}

/* Routes asks to wherever the hall is. Messages of streams that it has not seen are
 * dropped. */
static void give(struct links *l, struct ask *first)
{
    for (struct ask *ask = first, *next; ask; ask = next) {
        next = ask->next;
        ask->next = NULL;
        if (l->place == LINK_NOBODY)
            hold(l, ask);
        else if (!stream_goes_on(l, ask))
            ask_free(ask);
        else if (l->place == LINK_THERE)
            forward(l, ask);
        else
            submit_here(l, ask, ask, 0); /* asks that have waited are never refused */
    }
    if (l->up)
        peer_flush(l->up);
}

static void go_on(struct links *l)
{
    map_release(&l->held_since);
    if (l->up && !l->up->takes_notes)
        notes_give_up_all(l);
    notes_resume(l, give);
    give(l, take_held(l));
}

static bool submit(void *links, struct ask *first, struct ask *last, int n)
{
    struct links *l = links;

    if (l->place == LINK_NOBODY && l->held.n + n > LIMIT_ASKS_WAITING)
        return false;
    if (l->place == LINK_THERE && l->pending.n + (size_t)n > LIMIT_ASKS_WAITING)
        return false;
    if (l->place != LINK_HERE) {
        give(l, first);
        return true;
    }
    for (struct ask **at = &first, *ask; (ask = *at);) {
        if (stream_goes_on(l, ask)) {
            last = ask;
            at = &ask->next;
        } else {
            *at = ask->next;
            ask_free(ask);
            n--;
        }
    }
    return !first || submit_here(l, first, last, n);
}

/* Answers asks that have waited too long: nobody leads. Streams that can continue
 * with another leader are given more time. */
static void give_up_waiting(struct links *l)
{
    uint64_t    now = link_now(l);
    struct ask *first = l->held.first && l->place == LINK_NOBODY ? take_held(l) : NULL;

    for (struct ask *ask = first, *next; ask; ask = next) {
        uint64_t since = (uintptr_t)map_get(&l->held_since, ask->conn);

        next = ask->next;
        if ((since && now + 1 - since < LINK_HOLD_MS) || map_get(&l->notes, ask->conn)) {
            hold(l, ask);
            continue;
        }
        struct conn *c = doors_find(l->doors, ask->conn);
        if (ask->kind == ASK_HTTP)
            answer_no_leader(l, ask->conn);
        else if (c && c->kind == CONN_WS)
            ws_close(c, LINK_CLOSE_LATER);
        else if (c)
            conn_finish(c);
        map_remove(&l->held_since, ask->conn);
        ask_free(ask);
    }
}

/* ---- the leader comes and goes --------------------------------------------- */

/* Closes the streams that cannot continue with another hall; their clients
 * reconnect. Streams that no hall has seen yet keep waiting. */
static void close_streams(struct links *l)
{
    struct map known = l->streams;

    l->streams = (struct map){ 0 };
    notes_lost(l);
    for (int i = 0; i < LIMIT_CONNECTIONS; i++) {
        struct conn *c = l->doors->slots[i].conn;

        if (!c || !c->open || c->closing || !map_get(&known, c->id) || map_get(&l->notes, c->id))
            continue;
        if (c->kind == CONN_WS)
            ws_close(c, LINK_CLOSE_RESTART);
        else
            conn_finish(c);
    }
    map_release(&known);
}

/* Requests that were pending at a lost hall are sent again if that is safe;
 * the outcome of the others is unknown. */
static void settle_pending(struct links *l)
{
    const struct map_slot *slot;
    struct map             pending = l->pending;
    size_t                 at = 0;

    l->pending = (struct map){ 0 };
    while ((slot = map_next(&pending, &at))) {
        struct ask *ask = slot->value;

        if (is_repeatable(ask)) {
            l->repeated++;
            hold(l, ask);
        } else {
            answer_unknown(l, ask->conn);
            ask_free(ask);
        }
    }
    map_release(&pending);
}

void link_lost(struct links *l)
{
    log_info("link", "the link to the leader is closed");
    l->place = LINK_NOBODY;
    settle_pending(l);
    close_streams(l);
    l->tried_ms = 0;
    doors_wake(l->doors);
}

void link_opened(struct links *l)
{
    log_info("link", "linked to the leader of epoch %lld at %s", (long long)l->epoch, l->leader);
    l->place = LINK_THERE;
    go_on(l);
}

static void drop_up(struct links *l)
{
    if (l->up)
        peer_drop(l->up);
}

void link_got_out(struct links *l, struct out *out)
{
    if (out->kind == OUT_REPLY) {
        struct ask *ask = map_remove(&l->pending, out->conn);

        if (!ask) { /* answered already */
            out_free(out);
            return;
        }
        ask_free(ask);
    }
    if (!notes_got_out(l, out))
        outs_add(&l->outs, out);
}

/* The leader is stopping and has not handled this ask. */
void link_bounced(struct links *l, uint64_t conn)
{
    struct ask *ask = map_remove(&l->pending, conn);

    l->bounced++;
    if (ask)
        hold(l, ask);
}

void link_bye(struct links *l)
{
    const struct map_slot *slot;
    struct map             pending = l->pending;

    l->pending = (struct map){ 0 };
    for (size_t at = 0; (slot = map_next(&pending, &at));) {
        l->bounced++;
        hold(l, slot->value);
    }
    map_release(&pending);
}

/* ---- outs -------------------------------------------------------------------- */

static struct peer *peer_numbered(const struct links *l, uint64_t number)
{
    struct peer *p = l->down;

    while (p && p->number != number)
        p = p->next;
    return p;
}

static void send_out(struct peer *p, const struct out *out)
{
    if (out->kind != OUT_NOTE)
        wire_out(p, out);
    else if (p->takes_notes)
        wire_note(p, out);
}

/* Takes the hall's outs: those for our connections stay, the others are sent. */
static void sort_outs(struct links *l)
{
    for (struct out *out = l->hall ? hall_take_outs(l->hall) : NULL, *next; out; out = next) {
        uint64_t number = out->conn >> LINK_CONN_BITS;

        next = out->next;
        if (!number) {
            if (!notes_got_out(l, out))
                outs_add(&l->outs, out);
            continue;
        }
        struct peer *p = peer_numbered(l, number);
        if (p && p->stage == PEER_READY)
            send_out(p, out);
        out_free(out);
    }
    for (struct peer *p = l->down, *next; p; p = next) {
        next = p->next;
        p->shared_last = NULL; /* its address may be reused for another text */
        peer_flush(p);
    }
}

/* ---- what the node's thread says ----------------------------------------------- */

static void hear_stopped(struct links *l)
{
    sort_outs(l);
    l->hall = NULL;
    for (struct peer *p; (p = l->down);) {
        if (p->stage == PEER_READY)
            wire_bye(p);
        peer_flush(p);
        peer_drop(p);
    }
    if (!l->direct) /* doors_finish closes the connections of a process that exits */
        close_streams(l);
}

/* In the doors' thread, with the mail locked. */
static void read_mail(struct links *l)
{
    struct link_mail *m = &l->mail;

    if (m->leads) { /* first, since a hall starts before it stops */
        drop_up(l);
        l->leader[0] = '\0';
        l->hall = m->hall;
        l->epoch = m->epoch;
        l->place = LINK_HERE;
        m->leads = m->leader = false;
        go_on(l);
    }
    if (m->stopping && l->place == LINK_HERE)
        l->place = LINK_NOBODY;
    if (m->stopped && l->hall)
        hear_stopped(l);
    m->stopping = m->stopped = false;
    pthread_cond_broadcast(&m->heard);
    if (m->leader && l->place != LINK_HERE) {
        drop_up(l);
        str_copy(str_of(m->link), l->leader, sizeof l->leader);
        l->epoch = m->epoch;
        l->tried_ms = 0;
    }
    m->leader = false;
}

static void look_at_mail(struct links *l)
{
    pthread_mutex_lock(&l->mail.lock);
    if (l->mail.leader || l->mail.leads || l->mail.stopping || l->mail.stopped)
        read_mail(l);
    pthread_mutex_unlock(&l->mail.lock);
}

static void ear_leader(void *arg, const char *link, int64_t epoch)
{
    struct links *l = arg;

    pthread_mutex_lock(&l->mail.lock);
    l->mail.leader = true;
    str_copy(str_of(link), l->mail.link, sizeof l->mail.link);
    l->mail.epoch = epoch;
    pthread_mutex_unlock(&l->mail.lock);
    doors_wake(l->doors);
}

static void ear_leads(void *arg, struct hall *hall, int64_t epoch)
{
    struct links *l = arg;

    pthread_mutex_lock(&l->mail.lock);
    l->mail.leads = true;
    l->mail.hall = hall;
    l->mail.epoch = epoch;
    pthread_mutex_unlock(&l->mail.lock);
    doors_wake(l->doors);
}

/* Sets `*what` and waits until the doors have processed it. */
static void say(struct links *l, bool *what)
{
    pthread_mutex_lock(&l->mail.lock);
    *what = true;
    if (l->direct)
        read_mail(l);
    while (*what) {
        doors_wake(l->doors);
        pthread_cond_wait(&l->mail.heard, &l->mail.lock);
    }
    pthread_mutex_unlock(&l->mail.lock);
}

static void ear_stopping(void *arg)
{
    struct links *l = arg;

    say(l, &l->mail.stopping);
}

static void ear_stopped(void *arg)
{
    struct links *l = arg;

    say(l, &l->mail.stopped);
}

static void ear_wake(void *arg)
{
    doors_wake(((struct links *)arg)->doors);
}

struct node_ears links_ears(struct links *l)
{
    return (struct node_ears){
        .arg = l, .leader = ear_leader, .leads = ear_leads, .stopping = ear_stopping, .stopped = ear_stopped, .wake = ear_wake
    };
}

/* ---- behind the doors ------------------------------------------------------------ */

static const struct route *route(void *links, int i)
{
    return hall_route(((struct links *)links)->plan, i);
}

static struct out *take_outs(void *links)
{
    struct links *l = links;

    look_at_mail(l);
    sort_outs(l);
    jobs_lend(l);
    jobs_return(l);
    struct out *first = l->outs.first;
    l->outs = (struct outs){ 0 };
    return first;
}

static int64_t waiting(void *links)
{
    struct links *l = links;

    return l->place == LINK_HERE ? hall_waiting(l->hall) : l->place == LINK_THERE ? (int64_t)l->pending.n + l->unheard : l->held.n;
}

struct behind behind_link(struct links *l)
{
    return (struct behind){ .hall = l,
                            .route = route,
                            .submit = submit,
                            .take_outs = take_outs,
                            .healthy = link_healthy,
                            .waiting = waiting,
                            .metrics = link_metrics,
                            .face = link_face };
}

/* ---- life ------------------------------------------------------------------------ */

static void on_tick(uv_timer_t *timer)
{
    struct links *l = timer->data;

    look_at_mail(l);
    if (l->leader[0] && !l->up && link_now(l) - l->tried_ms >= 2 * LINK_TICK_MS && l->place != LINK_HERE) {
        l->tried_ms = link_now(l);
        peer_connect(l, l->leader);
    }
    peers_look(l);
    give_up_waiting(l);
    notes_give_up(l);
    if (l->outs.first)
        doors_take_outs(l->doors);
}

enum err links_open(struct doors *doors, const struct settings *settings, const char *address, struct links **out,
                    char problem[256])
{
    struct links *l = mem_new(sizeof *l);

    l->doors = doors;
    l->plan = hall_plan(settings);
    pthread_mutex_init(&l->mail.lock, NULL);
    pthread_cond_init(&l->mail.heard, NULL);
    uv_timer_init(&doors->loop, &l->tick);
    l->tick.data = l;
    jobs_open(l);
    *out = l;
    return peer_listen(l, address, problem);
}

void links_use(struct links *l, struct node *node)
{
    l->node = node;
    uv_timer_start(&l->tick, on_tick, LINK_TICK_MS, LINK_TICK_MS);
}

const char *links_address(const struct links *l)
{
    return l->address;
}

/* The node's thread may be waiting for the doors, which no longer look. */
void links_end(struct links *l)
{
    pthread_mutex_lock(&l->mail.lock);
    l->direct = true;
    pthread_mutex_unlock(&l->mail.lock);
    look_at_mail(l);
}

static void free_asks(struct ask *first)
{
    for (struct ask *ask = first, *next; ask; ask = next) {
        next = ask->next;
        ask_free(ask);
    }
}

void links_close(struct links *l)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    l->doors->behind.take_outs = NULL; /* the last turns of the loop may find that it was woken */
    drop_up(l);
    peer_forget_lookup(l);
    while (l->down)
        peer_drop(l->down);
    jobs_close(l);
    uv_close((uv_handle_t *)&l->listener, NULL);
    uv_close((uv_handle_t *)&l->tick, NULL);
    uv_run(&l->doors->loop, UV_RUN_NOWAIT);
    while ((slot = map_next(&l->pending, &at)))
        ask_free(slot->value);
    free_asks(take_held(l));
    for (struct out *out = l->outs.first, *next; out; out = next) {
        next = out->next;
        out_free(out);
    }
    map_release(&l->pending);
    map_release(&l->held_since);
    map_release(&l->streams);
    notes_close(l);
    hall_plan_free(l->plan);
    pthread_cond_destroy(&l->mail.heard);
    pthread_mutex_destroy(&l->mail.lock);
    free(l);
}
