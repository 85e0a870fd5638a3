/* Each listener follows up to LIMIT_WATCHED_EACH tables. A watch is either
 * level with its table, then every event is pushed as it happens, one text for
 * all who see the same; or it is behind, then a timer sends the journal in
 * portions until it is level. Never both, so nothing comes twice. */
#include "hall/feed.h"

#include "base/map.h"
#include "base/mem.h"
#include "hall/api_call.h"
#include "hall/api_list.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PORTION = 300,             /* events sent at once to one who is behind */
    PORTION_MS = 20,           /* pause between two portions */
    MESSAGES_PER_MINUTE = 600, /* of one connection */
    LOBBY_MOST = 500,          /* tables in the first message of the lobby */
    CLOSE_GOING_AWAY = 1001,
    CLOSE_POLICY = 1008,
    CLOSE_TRY_AGAIN = 1013,
};

struct listener {
    uint64_t         conn;
    uint64_t         account; /* 0: a spectator */
    bool             lobby;
    char             peer[sizeof(((struct ask *)0)->peer)]; /* address */
    int              n_watched;
    uint64_t         watched[LIMIT_WATCHED_EACH];
    struct listener *next, *before;
};

struct watch {
    struct listener *who;
    uint32_t         next;   /* sequence number of the next event for it */
    bool             behind; /* a timer goes on */
};

/* All who watch one table. */
struct audience {
    struct watch *at;
    int           n, cap;
};

/* A watch that is behind, by names: either may be gone when its turn comes. */
struct later {
    uint64_t conn, table;
};

struct feed {
    struct map       audiences; /* by table */
    struct listener *first;
    struct later    *later; /* whom the timer, armed while there are any, serves next */
    int              n_later, cap_later;
};

struct feed *feed_new(void)
{
    return mem_new(sizeof(struct feed));
}

static void audience_free(struct audience *a)
{
    free(a->at);
    free(a);
}

void feed_free(struct feed *f)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&f->audiences, &at)))
        audience_free(slot->value);
    map_release(&f->audiences);
    free(f->later);
    for (struct listener *l = f->first, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(f);
}

/* ---- messages ---------------------------------------------------------- */

static struct jout message(struct buf *text, const char *type)
{
    struct jout out = jout_to(text);

    jout_open_object(&out);
    jout_field_text(&out, "type", type);
    return out;
}

static void message_send(struct hall *hall, struct listener *l, struct jout *out)
{
    jout_close_object(out);
    push_text(hall, l->conn, buf_view(out->to));
    buf_release(out->to);
}

static void refuse(struct hall *hall, struct listener *l, enum api_error error, const char *why)
{
    struct buf  text = { 0 };
    struct jout out = message(&text, "error");

    jout_field_object(&out, "error");
    api_error_write(&out, error, why);
    jout_close_object(&out);
    message_send(hall, l, &out);
}

/* The game as it stands, for one seat. */
static void send_view(struct hall *hall, struct listener *l, struct table *t)
{
    struct buf  text = { 0 };
    struct jout out = message(&text, "view");

    jout_field_uint(&out, "table", t->id);
    jout_field_uint(&out, "seq", t->seq);
    write_stand(&out, t, t->state, table_seat_of(t, l->account));
    message_send(hall, l, &out);
}

/* ---- watches ----------------------------------------------------------- */

static struct watch *watch_of(struct feed *f, uint64_t table, const struct listener *l)
{
    struct audience *a = map_get(&f->audiences, table);

    for (int i = 0; a && i < a->n; i++)
        if (a->at[i].who == l)
            return &a->at[i];
    return NULL;
}

static struct watch *watch_add(struct feed *f, struct table *t, struct listener *l)
{
    struct audience *a = map_get(&f->audiences, t->id);

    if (!a) {
        a = mem_new(sizeof *a);
        map_put(&f->audiences, t->id, a);
    }
    if (a->n == a->cap) {
        a->cap = a->cap ? 2 * a->cap : 4;
        a->at = mem_grow(a->at, (size_t)a->cap, sizeof a->at[0]);
    }
    l->watched[l->n_watched++] = t->id;
    a->at[a->n] = (struct watch){ .who = l };
    t->watched = a->n + 1;
    return &a->at[a->n++];
}

static void watch_remove(struct hall *hall, struct feed *f, uint64_t table, struct listener *l)
{
    struct audience *a = map_get(&f->audiences, table);
    struct watch    *w = watch_of(f, table, l);
    struct table    *t = table_find(hall, table);

    for (int i = 0; i < l->n_watched; i++)
        if (l->watched[i] == table)
            l->watched[i] = l->watched[--l->n_watched];
    if (!w)
        return;
    *w = a->at[--a->n];
    if (t)
        t->watched = a->n;
    if (!a->n)
        audience_free(map_remove(&f->audiences, table));
}

/* ---- catching up ------------------------------------------------------- */

/* A portion of a journal on its way to a listener. */
struct portion {
    struct hall     *hall;
    struct listener *who;
    uint32_t         from, end;
};

static bool portion_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct portion *p = arg;
    struct buf      text = { 0 };

    if (row->seq >= p->end)
        return false;
    if (row->seq < p->from)
        return true;
    struct jout out = message(&text, "event");
    jout_field_uint(&out, "table", row->table);
    write_event(&out, row, buf_view(&walk->words));
    message_send(p->hall, p->who, &out);
    return true;
}

static void go_on(struct hall *hall, void *arg);

static void wait_for_turn(struct hall *hall, struct feed *f, struct later later)
{
    if (f->n_later == f->cap_later) {
        f->cap_later = f->cap_later ? 2 * f->cap_later : 16;
        f->later = mem_grow(f->later, (size_t)f->cap_later, sizeof f->later[0]);
    }
    if (f->n_later == 0)
        timer_at(hall, hall_now(hall) + PORTION_MS, go_on, f);
    f->later[f->n_later++] = later;
}

/* Sends the next portion; the last one is followed by the view. */
static void catch_up(struct hall *hall, struct table *t, struct watch *w)
{
    struct portion p = { .hall = hall, .who = w->who, .from = w->next, .end = t->seq };

    if (p.end - p.from > PORTION)
        p.end = p.from + PORTION;
    if (p.from < p.end)
        walk_table(hall, t, p.from, portion_row, &p);
    w->next = p.end;
    w->behind = p.end < t->seq;
    if (w->behind)
        wait_for_turn(hall, api_of(hall)->feed, (struct later){ w->who->conn, t->id });
    else
        send_view(hall, w->who, t);
}

/* Serves all that wait; those still behind afterwards wait again. */
static void go_on(struct hall *hall, void *arg)
{
    struct feed  *f = arg;
    struct later *turn = f->later;
    int           n = f->n_later;

    f->later = NULL;
    f->n_later = f->cap_later = 0;
    for (int i = 0; i < n; i++) {
        struct listener *l = conn_data(hall, turn[i].conn);
        struct watch    *w = l ? watch_of(f, turn[i].table, l) : NULL;
        struct table    *t = w && w->behind ? table_find(hall, turn[i].table) : NULL;

        if (t)
            catch_up(hall, t, w);
    }
    free(turn);
}

/* ---- what clients say -------------------------------------------------- */

static void on_auth(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct account account;
    struct str     token;
    struct buf     text = { 0 };

    (void)doc;
    if (!jin_string(value, &token) || session_find(hall, token, &account)) {
        refuse(hall, l, API_SESSION_OVER, NULL);
        return;
    }
    l->account = account.id;
    struct jout out = message(&text, "auth");
    jout_field_text(&out, "name", account.name);
    message_send(hall, l, &out);
}

static void on_watch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct feed      *f = api_of(hall)->feed;
    const struct jin *from = jin_get(doc, "from");
    int64_t           id = 0, next = 0;
    struct buf        text = { 0 };
    struct table     *t;

    if (!jin_int(value, &id) || id < 1 || !(t = table_find(hall, (uint64_t)id)) ||
        !table_visible(t, l->account, jin_str_or(jin_get(doc, "invite"), ""))) {
        refuse(hall, l, API_NO_SUCH_TABLE, NULL);
        return;
    }
    if (from && (!jin_int(from, &next) || next < 0 || next > t->seq)) {
        refuse(hall, l, API_BAD_FIELD, "\"from\" is no sequence number of this table");
        return;
    }
    if (next < t->seq && !walk_allowed(hall, l->peer)) {
        refuse(hall, l, API_TOO_MANY, NULL);
        return;
    }
    struct watch *w = watch_of(f, t->id, l);
    if (!w && l->n_watched == LIMIT_WATCHED_EACH) {
        refuse(hall, l, API_TOO_MANY, "you watch too many tables at once");
        return;
    }
    if (!w)
        w = watch_add(f, t, l);
    w->next = (uint32_t)next;
    struct jout out = message(&text, "watching");
    jout_field_uint(&out, "from", w->next);
    jout_field_object(&out, "table");
    write_table(hall, &out, t, l->account);
    jout_close_object(&out);
    message_send(hall, l, &out);
    if (!w->behind) /* else its timer goes on, from the new place */
        catch_up(hall, t, w);
}

static void on_unwatch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    int64_t    id = 0;
    struct buf text = { 0 };

    (void)doc;
    if (!jin_int(value, &id) || id < 1 || !watch_of(api_of(hall)->feed, (uint64_t)id, l)) {
        refuse(hall, l, API_NO_SUCH_TABLE, "you do not watch this table");
        return;
    }
    watch_remove(hall, api_of(hall)->feed, (uint64_t)id, l);
    struct jout out = message(&text, "unwatched");
    jout_field_int(&out, "table", id);
    message_send(hall, l, &out);
}

static void on_lobby(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct buf text = { 0 };

    (void)doc;
    if (!jin_bool(value, &l->lobby)) {
        refuse(hall, l, API_BAD_FIELD, "\"lobby\" must be true or false");
        return;
    }
    struct jout out = message(&text, "lobby");
    jout_field_text(&out, "change", l->lobby ? "all" : "none");
    if (l->lobby)
        lists_write_lobby(hall, &out, "tables", LOBBY_MOST);
    message_send(hall, l, &out);
}

/* The member that names what a message wants. */
static const struct {
    const char *name;
    void (*run)(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc);
} wants[] = {
    { "auth", on_auth },
    { "watch", on_watch },
    { "unwatch", on_unwatch },
    { "lobby", on_lobby },
};

static void heard(struct hall *hall, struct listener *l, struct str text)
{
    struct jin *doc = NULL;
    char        who[24];

    snprintf(who, sizeof who, "%llu", (unsigned long long)l->conn);
    if (!rate_allow(hall, "feed", str_of(who), MESSAGES_PER_MINUTE)) {
        push_close(hall, l->conn, CLOSE_POLICY);
        return;
    }
    if (jin_parse(text, LIMIT_JSON_DEPTH, 0, &doc) || jin_kind(doc) != JIN_OBJECT) {
        refuse(hall, l, API_BAD_JSON, "a message is one JSON object");
        jin_free(doc);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(wants); i++)
        if (jin_get(doc, wants[i].name)) {
            wants[i].run(hall, l, jin_get(doc, wants[i].name), doc);
            jin_free(doc);
            return;
        }
    refuse(hall, l, API_BAD_FIELD, "a message has auth, watch, unwatch or lobby");
    jin_free(doc);
}

/* ---- connections ------------------------------------------------------- */

static void opened(struct hall *hall, struct feed *f, const struct ask *ask)
{
    struct listener *l = mem_new(sizeof *l);
    struct buf       text = { 0 };

    l->conn = ask->conn;
    memcpy(l->peer, ask->peer, sizeof l->peer);
    l->next = f->first;
    if (f->first)
        f->first->before = l;
    f->first = l;
    conn_set_data(hall, l->conn, l);
    struct jout out = message(&text, "hello");
    jout_field_text(&out, "server", "meeple " MEEPLE_VERSION);
    message_send(hall, l, &out);
}

static void closed(struct hall *hall, struct feed *f, struct listener *l)
{
    while (l->n_watched)
        watch_remove(hall, f, l->watched[0], l);
    if (l->next)
        l->next->before = l->before;
    if (l->before)
        l->before->next = l->next;
    else
        f->first = l->next;
    conn_set_data(hall, l->conn, NULL);
    free(l);
}

void feed_handle(struct hall *hall, void *self, struct ask *ask)
{
    struct feed     *f = ((struct api *)self)->feed;
    struct listener *l = conn_data(hall, ask->conn);

    if (ask->kind == ASK_OPENED)
        opened(hall, f, ask);
    else if (ask->kind == ASK_TEXT && l)
        heard(hall, l, ask->body);
    else if (ask->kind == ASK_CLOSED && l)
        closed(hall, f, l);
}

/* ---- what happens at tables -------------------------------------------- */

/* With these the game itself has changed: a view comes along. */
static bool shows_view(enum table_event_kind kind)
{
    return kind == EVENT_STARTED || kind == EVENT_MOVED || kind == EVENT_FINISHED || kind == EVENT_ABANDONED;
}

/* One event as those in `seat` (or the spectators) see it. */
static struct shared_text *event_text(struct table *t, const struct table_event *event, int seat)
{
    struct journal_row row = { .table = t->id,
                               .seq = event->seq,
                               .kind = (char)event->kind,
                               .seat = (uint8_t)event->seat,
                               .at = event->at,
                               .text = event->text };
    struct buf         text = { 0 };
    struct jout        out = message(&text, "event");

    jout_field_uint(&out, "table", t->id);
    write_event(&out, &row, event->words);
    jout_field_text(&out, "phase", phase_word(t->phase));
    if (shows_view(event->kind))
        write_stand(&out, t, t->state, seat);
    else if (event->kind != EVENT_CHAT)
        write_seats(&out, "seats", t);
    jout_close_object(&out);
    struct shared_text *shared = shared_text_new(buf_view(&text));
    buf_release(&text);
    return shared;
}

static void tell_audience(struct hall *hall, struct audience *a, struct table *t, const struct table_event *event)
{
    struct shared_text *texts[SEATS_MAX + 1] = { 0 }; /* by seat; the last is the spectators' */
    bool                worded = event->kind != EVENT_MOVED || event->words.len;

    for (int i = 0; i < a->n; i++) {
        struct watch *w = &a->at[i];
        int           seat = table_seat_of(t, w->who->account);
        int           slot = seat < 0 ? SEATS_MAX : seat;

        if (w->behind || w->next > event->seq)
            continue;
        if (w->next < event->seq || !worded) {
            catch_up(hall, t, w);
            continue;
        }
        if (!texts[slot])
            texts[slot] = event_text(t, event, seat);
        push_shared(hall, w->who->conn, texts[slot]);
        w->next = event->seq + 1;
    }
    for (int i = 0; i <= SEATS_MAX; i++)
        if (texts[i])
            shared_text_drop(texts[i]);
}

static void tell_lobby(struct hall *hall, struct feed *f, const struct table *t, enum table_event_kind kind)
{
    const char         *change = kind == EVENT_OPENED ? "opened" : table_ended(t) ? "closed" : "changed";
    struct shared_text *shared = NULL;

    if (!t->listed || kind == EVENT_MOVED || kind == EVENT_CHAT || kind == EVENT_REMATCH)
        return;
    for (struct listener *l = f->first; l; l = l->next) {
        if (!l->lobby)
            continue;
        if (!shared) {
            struct buf  text = { 0 };
            struct jout out = message(&text, "lobby");

            jout_field_text(&out, "change", change);
            jout_field_object(&out, "table");
            write_table_summary(&out, t);
            jout_close_object(&out);
            jout_close_object(&out);
            shared = shared_text_new(buf_view(&text));
            buf_release(&text);
        }
        push_shared(hall, l->conn, shared);
    }
    if (shared)
        shared_text_drop(shared);
}

void feed_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event)
{
    struct audience *a = map_get(&f->audiences, t->id);

    if (a)
        tell_audience(hall, a, t, event);
    tell_lobby(hall, f, t, event->kind);
}

/* ---- ends -------------------------------------------------------------- */

static void close_all(struct hall *hall, struct feed *f, int code)
{
    for (struct listener *l = f->first; l; l = l->next)
        push_close(hall, l->conn, code);
}

/* What the batch had pushed was thrown away. Rather than work out who missed
 * what, all come back and say where they stopped. */
void feed_forget(struct hall *hall, struct feed *f)
{
    close_all(hall, f, CLOSE_TRY_AGAIN);
}

void feed_goodbye(struct hall *hall, struct feed *f)
{
    close_all(hall, f, CLOSE_GOING_AWAY);
}

void feed_end_account(struct hall *hall, uint64_t account)
{
    for (struct listener *l = api_of(hall)->feed->first; l; l = l->next)
        if (l->account == account)
            push_close(hall, l->conn, CLOSE_POLICY);
}
