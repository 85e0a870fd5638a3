/* One's own tables: a client that sends {"mine": true} is told of each change
 * of turn at the tables where it sits. */
#include "api/list.h"
#include "api/listener.h"

/* ---- who follows ------------------------------------------------------------ */

static void follow(struct feed *f, struct listener *l)
{
    l->mine = true;
    l->mine_next = map_get(&f->followers, l->account);
    map_put(&f->followers, l->account, l);
}

void mine_stop(struct feed *f, struct listener *l)
{
    struct listener *first, **at = &first;

    if (!l->mine)
        return;
    first = map_remove(&f->followers, l->account);
    while (*at != l)
        at = &(*at)->mine_next;
    *at = l->mine_next;
    if (first)
        map_put(&f->followers, l->account, first);
    l->mine = false;
    l->mine_next = NULL;
}

/* ---- what has changed --------------------------------------------------------- */

static uint64_t mix(uint64_t mark, uint64_t value)
{
    return (mark ^ value) * UINT64_C(0x100000001B3); /* FNV-1a on whole numbers */
}

/* A hash of everything worth a message; never 0. */
static uint64_t mark_of(const struct table *t)
{
    int      seat = -1;
    uint64_t mark = mix(UINT64_C(0xCBF29CE484222325), t->phase);

    for (int i = 0; i < t->seats; i++) {
        const struct sitter *who = &t->seat[i];

        mark = mix(mark, who->kind | (unsigned)who->ready << 8 | (unsigned)who->left << 9);
        mark = mix(mark, who->account);
        for (const char *c = who->name; *c; c++)
            mark = mix(mark, (unsigned char)*c);
    }
    mark = mix(mark, t->phase == TABLE_RUNNING ? t->game->to_act(t->state) : 0);
    mark = mix(mark, (uint64_t)table_deadline(t, &seat));
    mark = mix(mark, (uint64_t)seat);
    return mark | 1;
}

static bool note(struct feed *f, const struct table *t)
{
    uint64_t mark = mark_of(t);
    void    *told = map_get(&f->mine_told, t->id);

    if (told == (void *)(uintptr_t)mark)
        return false;
    map_put(&f->mine_told, t->id, (void *)(uintptr_t)mark);
    return true;
}

/* ---- telling ------------------------------------------------------------------ */

static void tell(struct hall *hall, struct feed *f, struct table *t, uint64_t account, int seat, const char *change)
{
    struct listener *l = map_get(&f->followers, account);
    struct buf       text = { 0 };
    struct jout      out = feed_message(&text, "mine");

    jout_field_text(&out, "change", change);
    jout_field_object(&out, "table");
    write_table_now(hall, &out, t, seat);
    jout_close_object(&out);
    struct shared_text *shared = feed_share(&out);
    for (; l; l = l->mine_next)
        push_shared(hall, l->conn, shared);
    shared_text_drop(shared);
}

void mine_happened(struct hall *hall, struct feed *f, struct table *t, const struct table_event *event)
{
    bool looked = false, changed = false;

    if (event->kind == EVENT_CHAT || event->kind == EVENT_REMATCH)
        return;
    if (event->account && map_get(&f->followers, event->account))
        tell(hall, f, t, event->account, -1, "closed");
    for (int i = 0; i < t->seats; i++) {
        const struct sitter *who = &t->seat[i];
        bool                 gone = table_ended(t) || (who->left && event->kind == EVENT_LEFT && event->seat == i);

        if (who->kind != SITTER_ACCOUNT || !map_get(&f->followers, who->account) || (who->left && !gone))
            continue;
        if (!looked)
            changed = note(f, t);
        looked = true;
        if (changed)
            tell(hall, f, t, who->account, i, gone ? "closed" : "changed");
    }
    if (table_ended(t))
        map_remove(&f->mine_told, t->id);
}

static void each_mine(struct hall *hall, void *arg, struct table *t, int seat)
{
    struct jout *out = arg;

    if (t->seat[seat].left)
        return;
    note(api_of(hall)->feed, t);
    jout_open_object(out);
    write_table_now(hall, out, t, seat);
    jout_close_object(out);
}

void on_mine(struct hall *hall, struct listener *l, const struct jin *value, const struct jin *doc)
{
    struct feed *f = api_of(hall)->feed;
    struct buf   text = { 0 };
    bool         wish;

    (void)doc;
    if (!jin_bool(value, &wish)) {
        send_fault(hall, l, &(struct fault){ .error = API_BAD_FIELD, .why = "\"mine\" must be true or false." }, 0, STR_NONE);
        return;
    }
    if (wish && !l->account) {
        send_fault(hall, l, &(struct fault){ .error = API_LOGIN_NEEDED }, 0, STR_NONE);
        return;
    }
    mine_stop(f, l);
    struct jout out = feed_message(&text, "mine");
    jout_field_text(&out, "change", wish ? "all" : "none");
    if (wish) {
        jout_field_array(&out, "tables");
        enum err err = lists_each_live_of(hall, l->account, each_mine, &out);
        jout_close_array(&out);
        if (err) {
            buf_release(&text);
            push_close(hall, l->conn, CLOSE_TRY_AGAIN);
            return;
        }
        follow(f, l);
    }
    feed_send(hall, l, &out);
}
