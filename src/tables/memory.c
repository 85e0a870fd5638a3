/* Which tables are in memory: all live ones from the start, without their
 * states (load.c), and ended ones that were requested. */
#include "base/mem.h"
#include "tables/inside.h"

#include <stdlib.h>

struct table *table__new(struct tables *ts, const struct game *game, uint64_t id)
{
    struct table *t = mem_new(sizeof *t);

    t->private = mem_new(sizeof *t->private);
    t->private->asker = ASKER_NOBODY;
    t->id = id;
    t->game = game;
    map_put(&ts->tables, id, t);
    return t;
}

/* First index in `live` whose id is not below `id`. */
static int live_at(const struct live *live, uint64_t id)
{
    int low = 0, high = live->n;

    while (low < high) {
        int mid = (low + high) / 2;

        if (live->at[mid]->id < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool is_in(const struct live *live, const struct table *t)
{
    int at = live_at(live, t->id);

    return at < live->n && live->at[at] == t;
}

static void put_in(struct live *live, struct table *t)
{
    int at = live_at(live, t->id);

    live->at = mem_room(live->at, live->n, &live->cap, sizeof live->at[0]);
    memmove(live->at + at + 1, live->at + at, (size_t)(live->n - at) * sizeof live->at[0]);
    live->at[at] = t;
    live->n++;
}

static void take_out(struct live *live, const struct table *t)
{
    int at = live_at(live, t->id);

    live->n--;
    memmove(live->at + at, live->at + at + 1, (size_t)(live->n - at) * sizeof live->at[0]);
}

void table__live_add(struct hall *hall, struct tables *ts, struct table *t)
{
    put_in(&ts->live[game_index(t->game)], t);
    table__count(ts, t);
    atomic_fetch_add(&hall_metrics(hall)->tables_live, 1);
}

void table__live_remove(struct hall *hall, struct tables *ts, struct table *t)
{
    struct live *live = &ts->live[game_index(t->game)];

    if (!is_in(live, t))
        return;
    take_out(live, t);
    table__count(ts, t);
    atomic_fetch_sub(&hall_metrics(hall)->tables_live, 1);
}

bool table_has_people(const struct table *t)
{
    for (int i = 0; i < t->seats; i++)
        if ((t->seat[i].kind == SITTER_ACCOUNT || t->seat[i].kind == SITTER_DOOR) && !t->seat[i].left)
            return true;
    return false;
}

void table__count(struct tables *ts, struct table *t)
{
    bool counts = t->phase == TABLE_RUNNING && !table_has_people(t) && is_in(&ts->live[game_index(t->game)], t);

    if (counts == is_in(&ts->unmanned, t))
        return;
    if (counts)
        put_in(&ts->unmanned, t);
    else
        take_out(&ts->unmanned, t);
}

int tables_without_people(struct hall *hall, uint64_t owner, int *owned)
{
    const struct live *unmanned = &tables_of(hall)->unmanned;

    *owned = 0;
    for (int i = 0; i < unmanned->n; i++)
        *owned += unmanned->at[i]->owner == owner;
    return unmanned->n;
}

struct table *table_next_live(struct hall *hall, const struct game *game, uint64_t after)
{
    struct tables *ts = tables_of(hall);
    struct live   *live = &ts->live[game_index(game)];
    int            at = live_at(live, after + 1);

    return at < live->n ? live->at[at] : NULL;
}

struct table *table__live_before(struct tables *ts, const struct game *game, uint64_t below)
{
    struct live *live = &ts->live[game_index(game)];
    int          at = live_at(live, below);

    return at > 0 ? live->at[at - 1] : NULL;
}

bool table__is_live(const struct table *t)
{
    return t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING;
}

void table__free(struct hall *hall, struct tables *ts, struct table *t)
{
    struct table_event dropped = { .kind = EVENT_DROPPED, .seat = SEAT_TABLE, .door = "hall" };

    table__tell(hall, t, &dropped);
    timer_cancel(hall, t->private->timer);
    table__unload(hall, ts, t);
    table__live_remove(hall, ts, t);
    map_remove(&ts->tables, t->id);
    buf_release(&t->private->extra);
    free(t->private);
    free(t);
}

static void table_release(void *value)
{
    struct table *t = value;

    free(t->state);
    snapshots__free(t);
    buf_release(&t->private->extra);
    free(t->private);
    free(t);
}

void tables__release(struct tables *ts)
{
    map_release_with(&ts->tables, table_release);
    for (int i = 0; i < GAMES_MAX; i++)
        free(ts->live[i].at);
    free(ts->unmanned.at);
}
