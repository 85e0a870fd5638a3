/* Who is at a table: part of every reply about it, and pushed to its audience
 * when it changes, at most once a second. */
#include "api/listener.h"
#include "base/mem.h"

#include <stdlib.h>

enum { PRESENCE_MS = 1000 };

struct presence feed_presence(struct hall *hall, const struct table *t)
{
    const struct audience *a = map_get(&api_of(hall)->feed->audiences, t->id);
    struct presence        now = { 0 };

    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].kind == SITTER_BOT || (t->seat[i].kind == SITTER_DOOR && !t->seat[i].left))
            now.here |= 1u << i;
    for (int i = 0; a && i < a->n; i++) {
        int seat = table_seat_of(t, a->at[i].who->account);

        if (seat < 0)
            now.watchers++;
        else
            now.here |= 1u << seat;
    }
    return now;
}

static void tell(struct hall *hall, const struct audience *a, const struct table *t)
{
    struct buf  text = { 0 };
    struct jout out = feed_message(&text, "presence");

    jout_field_uint(&out, "table", t->id);
    jout_field_array(&out, "here");
    for (int i = 0; i < t->seats; i++)
        jout_bool(&out, a->told.here & 1u << i);
    jout_close_array(&out);
    jout_field_int(&out, "watchers", a->told.watchers);
    struct shared_text *shared = feed_share(&out);
    for (int i = 0; i < a->n; i++)
        push_shared(hall, a->at[i].who->conn, shared);
    shared_text_drop(shared);
}

static void look(struct hall *hall, void *arg)
{
    struct feed *f = arg;
    uint64_t    *due = f->present;
    int          n = f->n_present;

    f->present = NULL;
    f->n_present = f->cap_present = 0;
    for (int i = 0; i < n; i++) {
        struct audience *a = map_get(&f->audiences, due[i]);
        struct table    *t = a ? table_find(hall, due[i]) : NULL;

        if (!t)
            continue;
        struct presence now = feed_presence(hall, t);
        a->due = false;
        if (now.here != a->told.here || now.watchers != a->told.watchers) {
            a->told = now;
            tell(hall, a, t);
        }
    }
    free(due);
}

void presence_changed(struct hall *hall, struct feed *f, uint64_t table)
{
    struct audience *a = map_get(&f->audiences, table);

    if (!a || a->due)
        return;
    f->present = mem_room(f->present, f->n_present, &f->cap_present, sizeof f->present[0]);
    if (f->n_present == 0)
        timer_at(hall, hall_now(hall) + PRESENCE_MS, look, f);
    f->present[f->n_present++] = table;
    a->due = true;
}
