/* Watches: who follows which table, and how those that are behind catch up. */
#include "api/listener.h"
#include "base/mem.h"

#include <stdlib.h>

enum {
    PORTION = 300,   /* events sent at once to a watch that is behind */
    PORTION_MS = 20, /* pause between two portions */
    MADE_MAX = 16,   /* moves that a watch that is behind can make meanwhile */
};

/* One who is behind. A portion is written in the pool; meanwhile the watch, or
 * whoever watches, may go away. */
struct chase {
    uint64_t           conn, table;
    const struct game *game;
    uint32_t           from, end; /* of the portion under way */
    bool               words, under_way, gone;
    int                eyes, n_made;
    uint32_t           made[MADE_MAX]; /* events that it has heard of as its own moves */
    struct buf         messages;       /* of the portion, one a line */
};

/* ---- life ---------------------------------------------------------------- */

struct watch *watch_of(struct feed *f, uint64_t table, const struct listener *l)
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
    a->at = mem_room(a->at, a->n, &a->cap, sizeof a->at[0]);
    l->watched[l->n_watched++] = t->id;
    a->at[a->n] = (struct watch){ .who = l };
    t->watched = a->n + 1;
    return &a->at[a->n++];
}

static void chase_free(struct chase *c)
{
    buf_release(&c->messages);
    free(c);
}

void watch_free(struct watch *w)
{
    if (w->chase && w->chase->under_way)
        w->chase->gone = true; /* portion_done frees it */
    else if (w->chase)
        chase_free(w->chase);
    w->chase = NULL;
}

void watch_remove(struct hall *hall, struct feed *f, uint64_t table, struct listener *l)
{
    struct audience *a = map_get(&f->audiences, table);
    struct watch    *w = watch_of(f, table, l);
    struct table    *t = table_find(hall, table);

    for (int i = 0; i < l->n_watched; i++)
        if (l->watched[i] == table)
            l->watched[i] = l->watched[--l->n_watched];
    if (!w)
        return;
    watch_free(w);
    *w = a->at[--a->n];
    if (t)
        t->watched = a->n;
    if (a->n) {
        presence_changed(hall, f, table);
    } else {
        map_remove(&f->audiences, table);
        free(a->at);
        free(a);
    }
}

bool watch_knows(struct watch *w, uint32_t seq)
{
    if (w->chase->n_made == MADE_MAX)
        return false;
    w->chase->made[w->chase->n_made++] = seq;
    return true;
}

/* ---- catching up --------------------------------------------------------- */

static bool chase_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct chase  *c = arg;
    struct telling telling = { .game = c->game,
                               .words = buf_view(&walk->replay.words),
                               .effects = &walk->replay.effects,
                               .eyes = c->eyes,
                               .wordless = !c->words };
    struct jout    out = feed_message(&c->messages, "event");

    jout_field_uint(&out, "table", row->table);
    write_event(&out, row, &telling);
    jout_close_object(&out);
    buf_char(&c->messages, '\n');
    return true;
}

/* Has it heard of this event when it made it? */
static bool has_made(const struct chase *c, uint32_t seq)
{
    for (int i = 0; i < c->n_made; i++)
        if (c->made[i] == seq)
            return true;
    return false;
}

static void send_view(struct hall *hall, struct table *t, const struct watch *w)
{
    struct hearing hearing = { .seat = table_seat_of(t, w->who->account), .legal = w->legal, .views = w->views };
    struct buf     text = { 0 };
    struct jout    out = feed_message(&text, "view");

    jout_field_uint(&out, "table", t->id);
    jout_field_uint(&out, "seq", t->seq);
    write_now(hall, &out, t, &hearing);
    feed_send(hall, w->who, &out);
}

static void go_on(struct hall *hall, void *arg);

static void wait_for_turn(struct hall *hall, struct feed *f, struct later later)
{
    f->later = mem_room(f->later, f->n_later, &f->cap_later, sizeof f->later[0]);
    if (f->n_later == 0)
        timer_at(hall, hall_now(hall) + PORTION_MS, go_on, f);
    f->later[f->n_later++] = later;
}

/* The journal cannot be read: whoever cannot be told everything is sent away, to
 * come back and ask again. */
static void give_up(struct hall *hall, const struct table *t, struct watch *w)
{
    watch_free(w);
    w->next = t->seq;
    push_close(hall, w->who->conn, CLOSE_TRY_AGAIN);
}

static void portion_done(struct hall *hall, void *arg, enum err err)
{
    struct feed  *f = api_of(hall)->feed;
    struct chase *c = arg;
    struct str    rest = buf_view(&c->messages);

    c->under_way = false;
    if (c->gone) {
        chase_free(c);
        return;
    }
    struct watch *w = watch_of(f, c->table, conn_data(hall, c->conn));
    struct table *t = table_find(hall, c->table);
    if (!t) {
        push_close(hall, c->conn, CLOSE_TRY_AGAIN);
        return;
    }
    if (err) {
        give_up(hall, t, w);
        return;
    }
    for (uint32_t seq = c->from; seq < c->end; seq++) {
        struct str message = str_cut(&rest, '\n');

        if (!has_made(c, seq))
            push_text(hall, c->conn, message);
    }
    w->next = c->end;
    if (w->next < t->seq)
        wait_for_turn(hall, f, (struct later){ c->conn, t->id });
    else
        watch_catch_up(hall, f, t, w);
}

/* Starts the next portion. */
static enum err next_portion(struct hall *hall, const struct table *t, struct watch *w)
{
    struct chase *c = w->chase;

    if (!c) {
        c = w->chase = mem_new(sizeof *c);
        c->conn = w->who->conn;
        c->table = t->id;
        c->game = t->game;
        c->words = w->words;
    }
    buf_clear(&c->messages);
    c->eyes = eyes_of(t, table_seat_of(t, w->who->account));
    c->from = w->next;
    c->end = t->seq - w->next > PORTION ? w->next + PORTION : t->seq;
    enum err err = walk_start(hall, t, w->who->peer, c->from, c->end, chase_row, portion_done, c);
    c->under_way = err == ERR_OK;
    return err;
}

/* Sends the next portion; the last one is followed by the view. */
void watch_catch_up(struct hall *hall, struct feed *f, struct table *t, struct watch *w)
{
    enum err err = w->next < t->seq ? next_portion(hall, t, w) : ERR_OK;

    if (err == ERR_FULL) {
        wait_for_turn(hall, f, (struct later){ w->who->conn, t->id });
    } else if (err) {
        give_up(hall, t, w);
    } else if (w->next == t->seq) {
        watch_free(w);
        send_view(hall, t, w);
    }
}

/* Serves all that are queued; those still behind are queued again. */
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
        struct table    *t = w && w->chase && !w->chase->under_way ? table_find(hall, turn[i].table) : NULL;

        if (t)
            watch_catch_up(hall, f, t, w);
    }
    free(turn);
}

/* ---- what clients say ----------------------------------------------------- */

static bool fail_watch(struct hall *hall, struct listener *l, int64_t table, struct fault fault)
{
    send_fault(hall, l, &fault, table > 0 ? (uint64_t)table : 0, STR_NONE);
    return false;
}

/* Reads a boolean member. */
static bool read_flag(const struct jin *doc, const char *name, bool *flag, bool normally)
{
    const struct jin *wish = jin_get(doc, name);

    *flag = normally;
    return !wish || jin_bool(wish, flag);
}

/* Reads the table and where to start; sends an error if invalid. */
static struct table *read_watch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc,
                                int64_t *next)
{
    const struct jin *from = jin_get(doc, "from");
    int64_t           id = 0;
    struct table     *t;

    *next = 0;
    if (!jin_int(value, &id) || id < 1 || !(t = table_find(hall, (uint64_t)id)) ||
        !table_visible(t, l->account, jin_str_or(jin_get(doc, "invite"), "")))
        return fail_watch(hall, l, id, (struct fault){ .error = API_NO_SUCH_TABLE }), NULL;
    if (from && (!jin_int(from, next) || *next < 0 || *next > t->seq))
        return fail_watch(
                   hall, l, id,
                   (struct fault){ .error = API_BAD_FIELD, .field = "from", .why = "must be a sequence number of this table" }),
               NULL;
    if (*next < t->seq && !walk_allowed(hall, l->peer))
        return fail_watch(hall, l, id, (struct fault){ .error = API_TOO_MANY }), NULL;
    return t;
}

/* A new watch changes presence; the first one gets it with its view. */
static void come(struct hall *hall, struct feed *f, const struct table *t)
{
    struct audience *a = map_get(&f->audiences, t->id);

    if (a->n == 1)
        a->told = feed_presence(hall, t);
    else
        presence_changed(hall, f, t->id);
}

void on_watch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct feed *f = api_of(hall)->feed;
    struct buf   text = { 0 };
    bool         legal, views, words;
    int64_t      next;

    struct table *t = read_watch(hall, l, value, doc, &next);
    if (!t)
        return;
    if (!read_flag(doc, "legal", &legal, false) || !read_flag(doc, "views", &views, true) ||
        !read_flag(doc, "words", &words, views)) {
        fail_watch(hall, l, (int64_t)t->id,
                   (struct fault){ .error = API_BAD_FIELD, .why = "\"legal\", \"views\" and \"words\" must be true or false." });
        return;
    }
    struct watch *w = watch_of(f, t->id, l);
    if (!w && l->n_watched == LIMIT_WATCHED_EACH) {
        fail_watch(hall, l, (int64_t)t->id, (struct fault){ .error = API_TOO_MANY, .why = "You watch too many tables at once." });
        return;
    }
    if (!w) {
        w = watch_add(f, t, l);
        come(hall, f, t);
    }
    watch_free(w);
    w->next = (uint32_t)next;
    w->legal = legal;
    w->views = views;
    w->words = words;
    struct jout out = feed_message(&text, "watching");
    jout_field_uint(&out, "from", w->next);
    jout_field_int(&out, "now", hall_now(hall));
    jout_field_object(&out, "table");
    write_table(hall, &out, t, l->account, false);
    jout_close_object(&out);
    write_board(hall, &out, t);
    feed_send(hall, l, &out);
    watch_catch_up(hall, f, t, w);
}

void on_unwatch(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct feed *f = api_of(hall)->feed;
    int64_t      id = 0;
    struct buf   text = { 0 };

    (void)doc;
    if (!jin_int(value, &id) || id < 1 || !watch_of(f, (uint64_t)id, l)) {
        fail_watch(hall, l, id, (struct fault){ .error = API_NO_SUCH_TABLE, .why = "You do not watch this table." });
        return;
    }
    watch_remove(hall, f, (uint64_t)id, l);
    struct jout out = feed_message(&text, "unwatched");
    jout_field_int(&out, "table", id);
    feed_send(hall, l, &out);
}
