/* Computer players at tables: when they begin, how long they may think, and
 * what becomes of their moves. The thinking itself is a job of the pool. */
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/thread.h"
#include "base/varint.h"
#include "game/bot.h"
#include "tables/inside.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    PACE_STEPS = 2,        /* a turn's later steps come that many times sooner */
    PACE_CLOCK_SHARE = 20, /* of the time left, one part may go into not answering at once */
    GAME_CLOCK_SHARE = 20, /* of a game's whole time left, one part into a move */
    MOVE_CLOCK_SHARE = 2,  /* of a single move's time left */
    LAST_CLOCK_SHARE = 2,  /* of either, when a search got hardly any of a core */
    SEARCH_MIN_MS = 10,    /* that a search may compute, however little time is left */
    PAST_EVENTS = 512,     /* that players are told of, longer than any turn: reading a long journal keeps everybody waiting */
};

/* A job with copies of everything it needs; the state follows it in memory. */
struct thought {
    const struct game *game;
    const struct bot  *bot;
    uint64_t           table;
    uint32_t           seq; /* the move is only valid for this sequence number */
    int                seat;
    struct think       think;
    struct move_list   past;
    int32_t            ms;        /* time limit of the answer, 0: none; */
    int32_t            last_ms;   /* when it must come, or the clock runs out, 0: no clock; */
    int64_t            queued_us; /* both count from here */
    int64_t            used_us;   /* processor time of the thread when the search began, */
    clockid_t          clock;     /* by this clock; both are valid once began_us is set */
    _Atomic int64_t    began_us;
    _Atomic bool       cancel;
    bool               found;
    struct move        move;
    /* Advice instead of a move: who asked. */
    void (*advised)(struct hall *hall, void *arg, uint32_t seq, const struct move *m);
    void       *arg;
    max_align_t state[];
};

static void think_work(void *arg)
{
    struct thought *job = arg;

    job->clock = thread_clock();
    job->used_us = thread_used_us(job->clock);
    atomic_store(&job->began_us, monotonic_us());
    job->think.memory = thread_memory(job->bot->memory, &job->think.number);
    job->found = job->bot->choose(job->game, job->state, job->seat, &job->think, &job->move);
}

static void think_release(struct thought *job)
{
    move_list_release(&job->think.scratch);
    move_list_release(&job->past);
    free(job);
}

/* ---- time ---------------------------------------------------------------- */

/* Time limits are promises to people: they count from the moment when the
 * player was asked. Those who wait behind a search have been promised no more
 * than it has left, so it shares that with them. */
int64_t think__share_us(int64_t limit_us, int64_t waited_us, struct crowd crowd)
{
    int64_t left = limit_us - waited_us;

    return left > 0 ? left * crowd.threads / (crowd.threads + crowd.waiting) : 0;
}

/* A poor move is better than none when the clock runs out. */
bool think__is_over(int64_t share_us, int64_t took_us, int64_t computed_us, int64_t left_us)
{
    return left_us <= 0 || (took_us >= share_us && computed_us >= SEARCH_MIN_MS * 1000);
}

static void think_look(void *arg, struct crowd crowd)
{
    struct thought *job = arg;
    int64_t         began = atomic_load(&job->began_us);

    if (!job->ms || !began || atomic_load(&job->cancel))
        return;
    int64_t share = think__share_us((int64_t)job->ms * 1000, began - job->queued_us, crowd), now = monotonic_us();
    int64_t left = job->last_ms ? job->queued_us + (int64_t)job->last_ms * 1000 - now : INT64_MAX;
    if (think__is_over(share, now - began, thread_used_us(job->clock) - job->used_us, left))
        atomic_store(&job->cancel, true);
}

static int64_t think_due(const void *arg)
{
    const struct thought *job = arg;

    return job->queued_us + (int64_t)job->ms * 1000;
}

/* A limit of a search that another node begins now: clocks do not travel. */
static int64_t ms_left(const struct thought *job, int32_t ms)
{
    int64_t left = ms - (monotonic_us() - job->queued_us) / 1000;

    return !ms ? 0 : left < SEARCH_MIN_MS ? SEARCH_MIN_MS : left;
}

/* ---- what becomes of the move -------------------------------------------- */

/* Makes the move, unless the table has changed meanwhile. */
static void make_found_move(struct hall *hall, struct thought *job)
{
    struct tables *ts = tables_of(hall);
    struct table  *t = table_find(hall, job->table);
    struct refusal why = { .text = "no move found" };

    if (t && t->phase == TABLE_RUNNING) {
        t->private->thinking &= ~(1u << job->seat);
        t->private->goes_on = 1u << job->seat;
        if (job->seq != t->seq)
            turn__changed(hall, ts, t);
        else if (!job->found || table_move(hall, t, &job->move, "bot", NULL, &why) != ERR_OK)
            log_error("hall", "%s of %s made no move at table %llu: %s", job->bot->name, t->game->name, (unsigned long long)t->id,
                      why.text);
        if ((t = table_find(hall, job->table)))
            t->private->goes_on = 0;
    }
}

static void think_done(struct hall *hall, void *arg)
{
    struct thought *job = arg;

    job->move.seat = (uint8_t)job->seat;
    if (job->advised)
        job->advised(hall, job->arg, job->seq, job->found ? &job->move : NULL);
    else
        make_found_move(hall, job);
    think_release(job);
}

static void think_dropped(struct hall *hall, void *arg)
{
    struct thought *job = arg;

    if (job->advised)
        job->advised(hall, job->arg, job->seq, NULL);
    think_release(job);
}

/* ---- on another node ----------------------------------------------------- */

static void think_pack(const void *arg, struct buf *out)
{
    const struct thought *job = arg;

    varint_write_str(out, str_of(job->game->name));
    varint_write_str(out, str_of(job->bot->name));
    varint_write(out, (uint64_t)job->seat);
    varint_write(out, (uint64_t)job->think.level);
    varint_write(out, (uint64_t)job->think.nodes);
    varint_write(out, (uint64_t)ms_left(job, job->ms));
    varint_write(out, job->think.character);
    varint_write_str(out, (struct str){ (const char *)&job->think.rng, sizeof job->think.rng });
    varint_write_str(out, (struct str){ (const char *)job->state, job->game->state_size });
    varint_write_str(out, (struct str){ (const char *)job->think.past, (size_t)job->think.past_n * sizeof job->think.past[0] });
    varint_write(out, (uint64_t)ms_left(job, job->last_ms));
}

static void *think_unpack(struct str bytes)
{
    struct str         name, player, rng, state, past;
    uint64_t           seat, level, nodes, ms, character, last_ms = 0;
    const struct game *game;
    const struct bot  *bot;

    if (!varint_read_str(&bytes, &name) || !varint_read_str(&bytes, &player) || !varint_read(&bytes, &seat) ||
        !varint_read(&bytes, &level) || !varint_read(&bytes, &nodes) || !varint_read(&bytes, &ms) ||
        !varint_read(&bytes, &character) || !varint_read_str(&bytes, &rng) || !varint_read_str(&bytes, &state) ||
        !varint_read_str(&bytes, &past))
        return NULL;
    if (!(game = game_by_name(name)) || !(bot = bot_by_name(game, player)) || seat >= SEATS_MAX || level < 1 || level > LEVELS ||
        rng.len != sizeof(struct rng) || state.len != game->state_size || past.len % sizeof(struct move))
        return NULL;
    if (bytes.len && !varint_read(&bytes, &last_ms)) /* a node of version 0.1 tells none */
        return NULL;
    struct thought *job = mem_new(sizeof *job + game->state_size);
    *job = (struct thought){ .game = game, .bot = bot, .seat = (int)seat, .ms = (int32_t)ms, .queued_us = monotonic_us() };
    job->last_ms = (int32_t)last_ms;
    job->think.level = (int)level;
    job->think.nodes = (int64_t)nodes;
    job->think.character = character;
    job->think.cancel = &job->cancel;
    memcpy(&job->think.rng, rng.at, rng.len);
    memcpy(job->state, state.at, state.len);
    for (size_t at = 0; at < past.len; at += sizeof(struct move))
        memcpy(move_list_new(&job->past, 0, 0), past.at + at, sizeof(struct move));
    job->think.past = job->past.at;
    job->think.past_n = job->past.n;
    return job;
}

static void think_pack_result(const void *arg, struct buf *out)
{
    const struct thought *job = arg;

    varint_write(out, job->found);
    if (!job->found)
        return;
    varint_write(out, job->move.kind);
    for (int i = 0; i < job->move.n; i++)
        varint_write_signed(out, job->move.arg[i]);
}

static bool think_unpack_result(void *arg, struct str bytes)
{
    struct thought *job = arg;
    struct move     move = { 0 };
    uint64_t        found, kind = 0;
    int64_t         value;

    if (!varint_read(&bytes, &found) || found > 1 || (found && (!varint_read(&bytes, &kind) || kind > UINT8_MAX)))
        return false;
    while (bytes.len) {
        if (move.n == MOVE_ARGS_MAX || !varint_read_signed(&bytes, &value) || value < INT16_MIN || value > INT16_MAX)
            return false;
        move.arg[move.n++] = (int16_t)value;
    }
    move.kind = (uint8_t)kind;
    job->found = found;
    job->move = move;
    return true;
}

static void think_discard(void *arg)
{
    think_release(arg);
}

static void think_unwanted(void *arg)
{
    atomic_store(&((struct thought *)arg)->cancel, true);
}

static const struct job_travel think_travel = {
    .name = "think",
    .pack = think_pack,
    .unpack = think_unpack,
    .pack_result = think_pack_result,
    .unpack_result = think_unpack_result,
    .discard = think_discard,
    .unwanted = think_unwanted,
};

const struct job_kind think__job = {
    .length = JOB_LONG,
    .work = think_work,
    .done = think_done,
    .dropped = think_dropped,
    .look = think_look,
    .due_us = think_due,
    .travel = &think_travel,
};

/* ---- beginning ----------------------------------------------------------- */

static bool past_row(void *arg, const struct journal_row *row)
{
    struct thought *job = arg;

    if (row->kind == EVENT_MOVED)
        move_read(job->game, row->text, move_list_new(&job->past, row->seat, 0));
    return true;
}

static int32_t limit_of(int64_t ms)
{
    return (int32_t)(ms < SEARCH_MIN_MS ? SEARCH_MIN_MS : ms > INT32_MAX ? INT32_MAX : ms);
}

/* The time limits of an answer: the level's, or less when the clock runs down. */
static void set_limits(struct hall *hall, const struct table *t, int32_t ms, struct thought *job)
{
    int     seat = -1;
    int64_t when = table__clock(t, &seat), left = when - hall_now(hall);
    int64_t share = left / (seat >= 0 ? GAME_CLOCK_SHARE : MOVE_CLOCK_SHARE);

    job->ms = !when || (ms && ms <= share) ? ms : limit_of(share);
    job->last_ms = when ? limit_of(left / LAST_CLOCK_SHARE) : 0;
}

static struct thought *think_new(struct hall *hall, struct table *t, int seat, const struct bot *bot, int level)
{
    struct thought *job = mem_new(sizeof *job + t->game->state_size);
    *job = (struct thought){ .game = t->game, .bot = bot, .table = t->id, .seq = t->seq, .seat = seat };
    job->think.level = level;
    job->think.nodes = bot->effort[level - 1].nodes;
    set_limits(hall, t, bot->effort[level - 1].ms, job);
    job->queued_us = monotonic_us();
    job->think.cancel = &job->cancel;
    job->think.character = t->setup.seed ^ (uint64_t)(seat + 1) * UINT64_C(0x9E3779B97F4A7C15);
    if (hall_test_mode(hall)) /* the same seed and moves, the same game */
        job->think.rng = rng_seeded(job->think.character + t->seq);
    else
        hall_random(&job->think.rng, sizeof job->think.rng);
    game_seen_by(t->game, t->state, seat, job->state);
    if (bot->wants_past) {
        journal_read(hall_store(hall), t->id, t->seq > PAST_EVENTS ? t->seq - PAST_EVENTS : 0, past_row, job);
        job->think.past = job->past.at;
        job->think.past_n = job->past.n;
    }
    return job;
}

static enum err think_begin(struct hall *hall, int asker, struct thought *job)
{
    enum err err = job_submit_for(hall, asker, &think__job, job);

    if (err != ERR_OK)
        think_release(job);
    return err;
}

static void set_to_work(struct hall *hall, struct tables *ts, struct table *t, int seat)
{
    const struct bot *bot;
    int               level;

    if (!bot_find(t->game, str_of(t->seat[seat].bot), &bot, &level)) { /* a player of an older version */
        bot = bot_by_name(t->game, STR("random"));
        level = LEVEL_DEFAULT;
    }
    if (think_begin(hall, t->private->asker, think_new(hall, t, seat, bot, level)) == ERR_OK)
        t->private->thinking |= 1u << seat;
    else
        turn__sweep(hall, ts, t->id); /* the pool is full: retry soon */
}

/* A computer player's pause is over. */
static void pause_over(struct hall *hall, void *arg)
{
    struct table *t = table_find(hall, (uint64_t)(uintptr_t)arg);

    if (!t || t->phase != TABLE_RUNNING)
        return;
    unsigned pausing = t->private->pausing & t->game->to_act(t->state);
    t->private->pausing = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if ((pausing & 1u << seat) && t->seat[seat].kind == SITTER_BOT && !(t->private->thinking & 1u << seat))
            set_to_work(hall, tables_of(hall), t, seat);
}

/* Tables without people share a number of moves a second, in the order in which
 * they ask: however many there are, they must not take the hall and the disk from
 * those who play. */
static int64_t wait_among_computers(struct hall *hall, struct tables *ts)
{
    int64_t now = hall_now(hall), at = ts->computers_at > now ? ts->computers_at : now;

    ts->computers_at = at + 1000 / LIMIT_BOT_MOVES_PER_SECOND;
    return at - now;
}

/* How long a player waits before it begins: people cannot follow answers that
 * come at once. */
static int64_t pause_ms(struct hall *hall, struct tables *ts, const struct table *t, int seat)
{
    int     on_clock;
    int64_t when = table__clock(t, &on_clock);

    if (!ts->bot_pause_ms)
        return 0;
    if (!table_has_people(t))
        return wait_among_computers(hall, ts);
    int64_t ms = ts->bot_pause_ms / 2 + (int64_t)hall_random_below((uint64_t)ts->bot_pause_ms);
    if (t->private->goes_on & 1u << seat) /* the next step of the same turn */
        ms /= PACE_STEPS;
    int64_t most = when ? (when - hall_now(hall)) / PACE_CLOCK_SHARE : ms;
    return ms < most ? ms : most < 0 ? 0 : most;
}

void think__soon(struct hall *hall, struct tables *ts, struct table *t, int seat)
{
    if (t->private->pausing & 1u << seat)
        return;
    int64_t ms = pause_ms(hall, ts, t, seat);
    if (!ms) {
        set_to_work(hall, ts, t, seat);
        return;
    }
    t->private->pausing |= 1u << seat;
    timer_at(hall, hall_now(hall) + ms, pause_over, (void *)(uintptr_t)t->id);
}

enum err table_advise(struct hall *hall, struct table *t, int seat, struct str name,
                      void (*done)(struct hall *hall, void *arg, uint32_t seq, const struct move *m), void *arg,
                      struct refusal *why)
{
    const struct bot *bot;
    int               level;

    if (t->phase != TABLE_RUNNING || !(t->game->to_act(t->state) & 1u << seat))
        return refuse_text(why, "It is not your turn.");
    if (!bot_find(t->game, name, &bot, &level))
        return refuse_text(why, "This game has no computer player of that level.");
    struct thought *job = think_new(hall, t, seat, bot, level);
    job->advised = done;
    job->arg = arg;
    return think_begin(hall, hall_asker(hall), job);
}
