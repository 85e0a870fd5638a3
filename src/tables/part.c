/* The tables part: its lifecycle, and who is told what happens. */
#include "base/clock.h"
#include "base/mem.h"
#include "tables/inside.h"

#include <stdlib.h>

enum { WARM_US = 500 }; /* time spent loading states ahead, per idle moment */

int game_index(const struct game *game)
{
    for (int i = 0; all_games[i]; i++)
        if (all_games[i] == game)
            return i;
    BUG("a table of an unregistered game");
}

const struct dialect *dialect_of(const struct game *game)
{
    return all_dialects[game_index(game)];
}

void *dialect_self(struct hall *hall, const struct game *game)
{
    return part_self(hall, &dialect_of(game)->part);
}

/* ---- telling -------------------------------------------------------------- */

void tables_listen(struct hall *hall, table_listener *listener)
{
    struct tables *ts = tables_of(hall);

    if (ts->n_listeners == LISTENERS_MAX)
        BUG("more table listeners than LISTENERS_MAX");
    ts->listener[ts->n_listeners++] = listener;
}

void table__tell(struct hall *hall, struct table *t, const struct table_event *event)
{
    const struct tables  *ts = tables_of(hall);
    const struct dialect *dialect = dialect_of(t->game);
    void                 *self = part_self(hall, &dialect->part);

    for (int i = 0; i < ts->n_listeners; i++)
        ts->listener[i](hall, t, event);
    if (dialect->happened && self) /* it may not be open yet */
        dialect->happened(hall, self, t, event);
}

/* ---- batches -------------------------------------------------------------- */

static void touch_id(struct tables *ts, uint64_t id)
{
    ts->touched = mem_room(ts->touched, ts->n_touched, &ts->cap_touched, sizeof ts->touched[0]);
    ts->touched[ts->n_touched++] = id;
}

void table__touch(struct tables *ts, struct table *t)
{
    if (t->private->touched)
        return;
    t->private->touched = true;
    touch_id(ts, t->id);
}

static void part_settled(struct hall *hall, void *self)
{
    struct tables *ts = self;

    for (int i = 0; i < ts->n_touched; i++) {
        struct table *t = map_get(&ts->tables, ts->touched[i]);

        if (t)
            t->private->touched = false;
    }
    ts->n_touched = 0;
    tables__evict(hall, ts);
}

static void part_forget(struct hall *hall, void *self)
{
    tables__reread(hall, self);
}

/* Every table that is here, and those that were here the last time: the batch
 * that comes back may have opened them. */
static void part_forget_all(struct hall *hall, void *self)
{
    struct tables         *ts = self;
    const struct map_slot *slot;
    size_t                 at = 0;

    ts->n_touched = 0;
    while ((slot = map_next(&ts->tables, &at)))
        touch_id(ts, slot->key);
    int here = ts->n_touched;
    for (int i = 0; i < ts->n_before; i++)
        if (!map_get(&ts->tables, ts->before[i]))
            touch_id(ts, ts->before[i]);
    ts->before = mem_grow(ts->before, (size_t)here + 1, sizeof ts->before[0]);
    memcpy(ts->before, ts->touched, (size_t)here * sizeof ts->before[0]);
    ts->n_before = here;
    tables__reread(hall, ts);
}

static bool part_idle(struct hall *hall, void *self)
{
    int64_t until = monotonic_us() + WARM_US;

    while (tables__warm(hall, self))
        if (monotonic_us() > until)
            return true;
    return false;
}

/* ---- life ------------------------------------------------------------------ */

/* Room for any game's state. */
static void make_room(struct tables *ts)
{
    size_t largest = 1;

    for (int i = 0; all_games[i]; i++)
        if (all_games[i]->state_size > largest)
            largest = all_games[i]->state_size;
    ts->lent = mem_new(largest);
    ts->scratch = mem_new(largest);
}

static enum err part_open(struct hall *hall, void **self)
{
    struct tables *ts = mem_new(sizeof *ts);

    *self = ts;
    ts->warming.below = UINT64_MAX;
    ts->bot_pause_ms = hall_test_mode(hall) ? 0 : setting_int(hall_settings(hall), "bot-pause");
    make_room(ts);
    return tables__open(hall, ts); /* ids of tables that were not read could be reused */
}

static void part_let_go(struct hall *hall, void *self)
{
    struct tables         *ts = self;
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&ts->tables, &at))) {
        struct table_event dropped = { .kind = EVENT_DROPPED, .seat = SEAT_TABLE, .door = "hall" };

        table__tell(hall, slot->value, &dropped);
    }
}

static void part_close(struct hall *hall, void *self)
{
    struct tables *ts = self;

    (void)hall;
    tables__release(ts);
    free(ts->lent);
    free(ts->scratch);
    free(ts->sweep);
    free(ts->touched);
    free(ts->before);
    move_list_release(&ts->moves);
    buf_release(&ts->words);
    free(ts);
}

/* clang-format off */
static const struct setting settings[] = {
    { .name = "bot-pause", .kind = SETTING_INT, .default_value = "500", .meta = "MS", .help = "how long a computer player waits before it begins to think, on average, where people play; 0: not at all" },
    { 0 },
};
/* clang-format on */

static const struct job_kind *const jobs[] = { &think__job, NULL };

const struct part tables_part = {
    .name = "hall", /* historical: its migrations are recorded under this name */
    .settings = settings,
    .migrations = tables__migrations,
    .jobs = jobs,
    .open = part_open,
    .let_go = part_let_go,
    .close = part_close,
    .forget = part_forget,
    .forget_all = part_forget_all,
    .settled = part_settled,
    .idle = part_idle,
};
