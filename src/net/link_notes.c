/* Streams that survive a change of the leader: what the door keeps of each, so
 * that the next hall can continue it (hall/wire.h: conn_note).
 *
 * A note covers everything that the client was sent before it. So texts from the
 * leader are held back until the note that follows them: if the link closes in
 * between, the client has not seen them, and the next leader sends them again. In
 * the other direction, asks are kept until a note covers them. */
#include "base/mem.h"
#include "net/link_inside.h"

#include <stdlib.h>

struct noted {
    const struct route *route;
    char                peer[48];
    struct buf          note;  /* the latest; empty: there is none yet */
    uint64_t            heard; /* asks covered by it since the stream was opened or resumed */
    struct asks         sent;  /* the later ones */
    struct outs         untold;
    uint64_t            lost_ms; /* when it lost its leader; 0: it has one */
};

static struct ask *take_first(struct asks *asks)
{
    struct ask *first = asks->first;

    asks->first = first->next;
    asks->n--;
    if (!asks->first)
        asks->last = NULL;
    return first;
}

static void forget_untold(struct noted *n)
{
    for (struct out *out = n->untold.first, *next; out; out = next) {
        next = out->next;
        out_free(out);
    }
    n->untold = (struct outs){ 0 };
}

static void noted_free(void *noted)
{
    struct noted *n = noted;

    while (n->sent.first)
        ask_free(take_first(&n->sent));
    forget_untold(n);
    buf_release(&n->note);
    free(n);
}

void notes_open(struct links *l, const struct ask *opened)
{
    if (!(opened->route->flags & ROUTE_NOTED) || map_get(&l->notes, opened->conn))
        return;
    struct noted *n = mem_new(sizeof *n);
    n->route = opened->route;
    memcpy(n->peer, opened->peer, sizeof n->peer);
    map_put(&l->notes, opened->conn, n);
}

void notes_drop(struct links *l, uint64_t conn)
{
    struct noted *n = map_remove(&l->notes, conn);

    if (!n)
        return;
    l->unheard -= n->sent.n;
    noted_free(n);
}

bool notes_keep(struct links *l, struct ask *sent)
{
    struct noted *n = map_get(&l->notes, sent->conn);

    if (!n)
        return false;
    asks_add(&n->sent, sent);
    l->unheard++;
    return true;
}

/* ---- what the hall says ------------------------------------------------------ */

static void tell(struct links *l, struct noted *n)
{
    for (struct out *out = n->untold.first, *next; out; out = next) {
        next = out->next;
        outs_add(&l->outs, out);
    }
    n->untold = (struct outs){ 0 };
}

static void take_note(struct links *l, struct noted *n, struct out *out)
{
    for (; n->heard < out->heard; n->heard++)
        if (n->sent.first) { /* asks to the local hall are not kept */
            ask_free(take_first(&n->sent));
            l->unheard--;
        }
    buf_release(&n->note);
    n->note = out->body;
    out->body = (struct buf){ 0 };
    tell(l, n);
}

bool notes_got_out(struct links *l, struct out *out)
{
    struct noted *n = out->kind == OUT_REPLY ? NULL : map_get(&l->notes, out->conn);

    if (n && out->kind == OUT_TEXT && l->place == LINK_THERE) {
        outs_add(&n->untold, out);
        return true;
    }
    if (n && out->kind == OUT_CLOSE) {
        tell(l, n);
        notes_drop(l, out->conn);
    }
    if (out->kind != OUT_NOTE)
        return false;
    if (n)
        take_note(l, n, out);
    out_free(out);
    return true;
}

/* ---- the leader comes and goes ----------------------------------------------- */

void notes_lost(struct links *l)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&l->notes, &at))) {
        struct noted *n = slot->value;

        forget_untold(n);
        n->lost_ms = link_now(l);
    }
}

/* What the next hall gets of a stream: its note, and the asks since then. */
static struct ask *resumption(struct links *l, uint64_t conn, struct noted *n)
{
    struct ask *first = n->sent.first;

    for (struct ask *ask = first; ask; ask = ask->next)
        ask->repeated = ask->kind == ASK_TEXT || ask->kind == ASK_BINARY;
    l->unheard -= n->sent.n;
    n->sent = (struct asks){ 0 };
    n->heard = 0;
    n->lost_ms = 0;
    if (!n->note.len)
        return first; /* begins with ASK_OPENED */
    struct ask *resumed = first;
    if (!first || first->kind != ASK_RESUMED) {
        resumed = ask_new(ASK_RESUMED, conn, n->route, n->note.len);
        resumed->next = first;
        memcpy(resumed->peer, n->peer, sizeof resumed->peer);
        resumed->body = (struct str){ ask_memory(resumed), n->note.len };
        memcpy(ask_memory(resumed), n->note.at, n->note.len);
    }
    l->resumed++;
    return resumed;
}

static void close_stream(struct links *l, uint64_t conn, int code)
{
    struct conn *c = doors_find(l->doors, conn);

    notes_drop(l, conn);
    if (c && c->kind == CONN_WS)
        ws_close(c, code);
    else if (c)
        conn_finish(c);
}

void notes_resume(struct links *l, void (*give)(struct links *l, struct ask *first))
{
    uint64_t              *conns = mem_list(l->notes.n + 1, sizeof conns[0]);
    const struct map_slot *slot;
    size_t                 n = 0;

    for (size_t at = 0; (slot = map_next(&l->notes, &at));)
        conns[n++] = slot->key;
    for (size_t i = 0; i < n; i++) {
        struct ask *first = resumption(l, conns[i], map_get(&l->notes, conns[i]));

        if (first)
            give(l, first);
        else /* the last hall stopped before it wrote the first note */
            close_stream(l, conns[i], LINK_CLOSE_RESTART);
    }
    free(conns);
}

/* Closes the streams that have been without a leader for `ms`. */
static void give_up_after(struct links *l, uint64_t ms, int code)
{
    uint64_t              *conns = mem_list(l->notes.n + 1, sizeof conns[0]);
    const struct map_slot *slot;
    size_t                 n = 0;

    for (size_t at = 0; (slot = map_next(&l->notes, &at));) {
        const struct noted *noted = slot->value;

        if (noted->lost_ms && link_now(l) - noted->lost_ms >= ms)
            conns[n++] = slot->key;
    }
    for (size_t i = 0; i < n; i++)
        close_stream(l, conns[i], code);
    free(conns);
}

void notes_give_up(struct links *l)
{
    if (l->place == LINK_NOBODY && l->notes.n)
        give_up_after(l, (uint64_t)limit_now(SIZED_RESUME_SECONDS) * 1000, LINK_CLOSE_LATER);
}

void notes_give_up_all(struct links *l)
{
    give_up_after(l, 0, LINK_CLOSE_RESTART);
}

void notes_close(struct links *l)
{
    map_release_with(&l->notes, noted_free);
}
