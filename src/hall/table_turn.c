/* Who owes a move, and what the hall itself does about it: clocks run out,
 * computer players think. */
#include "base/log.h"
#include "base/mem.h"
#include "game/bot.h"
#include "hall/internal.h"

#include <stdlib.h>

enum {
    BOT_NODES = 20000, /* effort for one move */
    SWEEP_MS = 5,      /* after a start: pause between two rounds */
    SWEEP_TABLES = 20, /* loaded in one round */
};

/* ---- clocks ------------------------------------------------------------- */

/* When somebody's time at the table is up, 0 = never; `*seat` is whose by the
 * rules' own clock, or -1 when it is the hall's time for one move. */
static int64_t deadline(const struct table *t, int *seat)
{
    int64_t by_rules = t->game->deadline ? t->game->deadline(t->state, seat) : 0;
    int64_t by_hall = t->move_seconds > 0 ? t->moved_at + (int64_t)t->move_seconds * 1000 : 0;

    if (by_rules && (!by_hall || by_rules <= by_hall))
        return by_rules;
    *seat = -1;
    return by_hall;
}

static bool timeout_move(struct hall *hall, struct table *t, int seat, struct move *m)
{
    if (t->game->timeout && t->game->timeout(t->state, seat, m))
        return true;
    hall->moves.n = 0;
    t->game->legal(t->state, seat, &hall->moves);
    if (hall->moves.n == 0)
        return false;
    *m = hall->moves.at[0];
    return true;
}

static void time_is_up(struct hall *hall, struct table *t, int seat, int64_t at)
{
    const char *why = "";
    struct move m;

    if (timeout_move(hall, t, seat, &m) && table__move_at(hall, t, &m, at, "clock", NULL, &why) == ERR_OK)
        return;
    log_error("hall", "no time-out move for seat %d of table %llu: %s", seat, (unsigned long long)t->id, why);
    table_abandon(hall, t, "time", "clock");
}

static void clock_fired(struct hall *hall, void *arg)
{
    struct table *t = table_find(hall, (uint64_t)(uintptr_t)arg);
    int           seat = -1;

    if (!t || t->phase != TABLE_RUNNING)
        return;
    t->private->timer = 0;
    int64_t when = deadline(t, &seat);
    if (!when || when > hall->now) {
        turn__changed(hall, t);
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
    int64_t when = deadline(t, &seat);

    timer_cancel(hall, t->private->timer);
    t->private->timer = when ? timer_at(hall, when, clock_fired, (void *)(uintptr_t)t->id) : 0;
}

/* ---- computer players --------------------------------------------------- */

/* A job: everything it needs, copied. The state, the scratch moves and the
 * player's memory stand behind it in one block. */
struct thought {
    const struct game *game;
    const struct bot  *bot;
    uint64_t           table;
    uint32_t           seq; /* the move is for this state of things only */
    int                seat;
    struct think       think;
    bool               found;
    struct move        move;
    void              *state;
};

static size_t rounded(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

static void think_work(void *arg)
{
    struct thought *job = arg;

    job->found = job->bot->choose(job->game, job->state, job->seat, &job->think, &job->move);
}

static void think_done(struct hall *hall, void *arg)
{
    struct thought *job = arg;
    struct table   *t = table_find(hall, job->table);
    const char     *why = "it found none";

    if (t && t->phase == TABLE_RUNNING) {
        t->private->thinking &= ~(1u << job->seat);
        job->move.seat = (uint8_t)job->seat;
        if (job->seq != t->seq)
            turn__changed(hall, t);
        else if (!job->found || table_move(hall, t, &job->move, "bot", NULL, &why) != ERR_OK)
            log_error("hall", "%s of %s made no move at table %llu: %s", job->bot->name, t->game->name, (unsigned long long)t->id,
                      why);
    }
    free(job);
}

static void think_dropped(struct hall *hall, void *arg)
{
    (void)hall;
    free(arg);
}

static void set_to_work(struct hall *hall, struct table *t, int seat)
{
    const struct bot *bot = bot_by_name(t->game, str_of(t->seat[seat].bot));

    if (!bot)
        bot = bot_by_name(t->game, STR("random")); /* a player of an older version */
    size_t          state = rounded(t->game->state_size), list = rounded(sizeof(struct move) * (size_t)t->game->legal_max);
    struct thought *job = mem_new(rounded(sizeof *job) + state + list + bot->memory);
    char           *at = (char *)job + rounded(sizeof *job);
    *job = (struct thought){ .game = t->game, .bot = bot, .table = t->id, .seq = t->seq, .seat = seat, .state = at };
    job->think.nodes = BOT_NODES;
    job->think.scratch = (struct move_list){ .at = (struct move *)(void *)(at + state), .cap = t->game->legal_max };
    job->think.memory = bot->memory ? at + state + list : NULL;
    hall_random(&job->think.rng, sizeof job->think.rng);
    game_seen_by(t->game, t->state, seat, job->state);
    if (job_submit(hall, think_work, think_done, think_dropped, job) == ERR_OK) {
        t->private->thinking |= 1u << seat;
        return;
    }
    free(job);
    turn__sweep(hall, t->id); /* the pool is full: try again soon */
}

void turn__changed(struct hall *hall, struct table *t)
{
    if (t->phase != TABLE_RUNNING) {
        timer_cancel(hall, t->private->timer);
        t->private->timer = 0;
        return;
    }
    arm_clock(hall, t);
    unsigned owed = t->game->to_act(t->state);
    for (int seat = 0; seat < t->seats; seat++)
        if ((owed & 1u << seat) && t->seat[seat].kind == SITTER_BOT && !(t->private->thinking & 1u << seat))
            set_to_work(hall, t, seat);
}

/* ---- after a start ------------------------------------------------------ */

static void sweep(struct hall *hall, void *arg)
{
    (void)arg;
    for (int i = 0; i < SWEEP_TABLES && hall->n_sweep; i++) {
        struct table *t = table_find(hall, hall->sweep[--hall->n_sweep]);

        if (t)
            turn__changed(hall, t);
    }
    hall->sweeping = hall->n_sweep > 0;
    if (hall->sweeping)
        timer_at(hall, hall->now + SWEEP_MS, sweep, NULL);
}

void turn__sweep(struct hall *hall, uint64_t table)
{
    if (hall->n_sweep == hall->cap_sweep) {
        hall->cap_sweep = hall->cap_sweep ? 2 * hall->cap_sweep : 64;
        hall->sweep = mem_grow(hall->sweep, (size_t)hall->cap_sweep, sizeof hall->sweep[0]);
    }
    hall->sweep[hall->n_sweep++] = table;
    if (!hall->sweeping)
        timer_at(hall, hall->now + SWEEP_MS, sweep, NULL);
    hall->sweeping = true;
}
