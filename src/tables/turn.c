/* Who owes a move, and what the hall does about it: clocks run out, computer
 * players are set to work (think.c). */
#include "base/log.h"
#include "base/mem.h"
#include "tables/inside.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    SWEEP_MS = 5,      /* after a start: pause between two rounds */
    SWEEP_TABLES = 20, /* loaded in one round */
};

/* ---- clocks ------------------------------------------------------------- */

/* When a player's time is up, 0 = never; `*seat` is the player by the rules'
 * clock, or -1 for the hall's time per move. */
int64_t table__clock(const struct table *t, int *seat)
{
    int64_t by_rules = t->game->deadline ? t->game->deadline(t->state, seat) : 0;
    int64_t by_hall = t->move_seconds > 0 ? t->moved_at + (int64_t)t->move_seconds * 1000 : 0;

    if (by_rules && (!by_hall || by_rules <= by_hall))
        return by_rules;
    *seat = -1;
    return by_hall;
}

int64_t table_deadline(const struct table *t, int *seat)
{
    unsigned owed;
    int64_t  when;

    if (t->phase != TABLE_RUNNING || !(owed = t->game->to_act(t->state)))
        return 0;
    when = table__clock(t, seat);
    if (when && *seat < 0)
        *seat = __builtin_ctz(owed);
    return when;
}

static bool timeout_move(struct tables *ts, struct table *t, int seat, struct move *m)
{
    if (t->game->timeout && t->game->timeout(t->state, seat, m))
        return true;
    ts->moves.n = 0;
    t->game->legal(t->state, seat, &ts->moves);
    if (ts->moves.n == 0)
        return false;
    *m = ts->moves.at[0];
    return true;
}

static void time_is_up(struct hall *hall, struct table *t, int seat, int64_t at)
{
    struct refusal why = { 0 };
    struct move    m;

    if (timeout_move(tables_of(hall), t, seat, &m) && table__move_at(hall, t, &m, at, "clock", NULL, &why) == ERR_OK)
        return;
    log_error("hall", "no time-out move for seat %d of table %llu: %s", seat, (unsigned long long)t->id, why.text);
    table_abandon(hall, t, "time", "clock");
}

static void clock_fired(struct hall *hall, void *arg)
{
    struct tables *ts = tables_of(hall);
    struct table  *t = table_find(hall, (uint64_t)(uintptr_t)arg);
    int            seat = -1;

    if (!t || t->phase != TABLE_RUNNING)
        return;
    t->private->timer = 0;
    int64_t when = table__clock(t, &seat);
    if (!when || when > hall_now(hall)) {
        turn__changed(hall, ts, t);
        return;
    }
    unsigned owed = seat >= 0 ? 1u << seat : t->game->to_act(t->state);
    for (int i = 0; i < t->seats && t->phase == TABLE_RUNNING; i++)
        if (owed & 1u << i)
            time_is_up(hall, t, i, when);
}

static void arm_clock(struct hall *hall, struct table *t)
{
    int     seat;
    int64_t when = table__clock(t, &seat);

    timer_cancel(hall, t->private->timer);
    t->private->timer = when ? timer_at(hall, when, clock_fired, (void *)(uintptr_t)t->id) : 0;
}

void turn__changed(struct hall *hall, struct tables *ts, struct table *t)
{
    if (t->phase != TABLE_RUNNING) {
        timer_cancel(hall, t->private->timer);
        t->private->timer = 0;
        return;
    }
    arm_clock(hall, t);
    if (hall_asker(hall) != ASKER_NOBODY)
        t->private->asker = hall_asker(hall);
    unsigned owed = t->game->to_act(t->state);
    for (int seat = 0; seat < t->seats; seat++)
        if ((owed & 1u << seat) && t->seat[seat].kind == SITTER_BOT && !(t->private->thinking & 1u << seat))
            think__soon(hall, ts, t, seat);
}

/* ---- after a start ------------------------------------------------------ */

static void sweep(struct hall *hall, void *arg)
{
    struct tables *ts = tables_of(hall);
    (void)arg;
    for (int i = 0; i < SWEEP_TABLES && ts->n_sweep; i++) {
        struct table *t = table_find(hall, ts->sweep[--ts->n_sweep]);

        if (t)
            turn__changed(hall, ts, t);
    }
    ts->sweeping = ts->n_sweep > 0;
    if (ts->sweeping)
        timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, NULL);
}

void turn__sweep(struct hall *hall, struct tables *ts, uint64_t table)
{
    ts->sweep = mem_room(ts->sweep, ts->n_sweep, &ts->cap_sweep, sizeof ts->sweep[0]);
    ts->sweep[ts->n_sweep++] = table;
    if (!ts->sweeping)
        timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, NULL);
    ts->sweeping = true;
}
