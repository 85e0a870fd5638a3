/* Pending fights, computed in the pool when the orderer asks and booked once:
 * result, ratings and lists in one batch. */
#include "base/mem.h"
#include "base/thread.h"
#include "games/snakes/dialect_fights.h"

#include <stdlib.h>

enum { TURNS_AT_ONCE = 128 }; /* some 50 microseconds */

static const char *const result_words[] = { [FIGHT_LIMIT] = "limit", [FIGHT_BLOCKED] = "blocked", [FIGHT_EATEN] = "eaten" };

/* ---- computing ----------------------------------------------------------- */

/* Somebody who waits for a fight's result. */
struct waiter {
    struct waiter *next;
    struct ask    *ask;
    uint64_t       player;
    struct buf     request_id;
};

/* A fight under way in the pool, with copies of all it needs. */
struct computing {
    struct snakes       *self;
    uint64_t             fight, player; /* who ordered it */
    bool                 challenge;
    uint64_t             seed;
    int                  turn_limit;
    uint64_t             owner[SNAKES]; /* 0: no snake there */
    struct snake_program program[SNAKES];
    struct fight_record  record;
    struct buf           turns; /* the record's, as JSON: the same for all who ask */
    struct waiter       *waiters;
};

/* As the store keeps them. */
static struct str turns_of(const struct fight_record *record)
{
    return (struct str){ (const char *)record->turn, record->turns * sizeof record->turn[0] };
}

static void compute(void *arg)
{
    struct computing           *job = arg;
    const struct snake_program *program[SNAKES];
    void                       *memory = mem_new(fight_memory());

    for (int i = 0; i < SNAKES; i++)
        program[i] = job->program[i].present ? &job->program[i] : NULL;
    fight_begin(program, job->seed, job->turn_limit, memory, &job->record);
    while (fight_go_on(memory, TURNS_AT_ONCE, &job->record))
        thread_give_way();
    free(memory);
    snakes__turns_write(turns_of(&job->record), &job->turns);
}

static void job_free(struct computing *job)
{
    buf_release(&job->turns);
    free(job);
}

/* ---- booking ------------------------------------------------------------- */

/* What a booking reads of a player and changes: each row once. */
struct standing {
    uint64_t          player; /* 0: he was deleted since the fight was ordered, and counts as one with rating 0 */
    int64_t           rating, change;
    uint64_t          pending, seed;
    struct fight_list ordered, challenged;
    uint64_t          out; /* the fight that falls out of his list */
};

static void standing_read(struct snakes *self, uint64_t player, struct standing *out)
{
    struct stmt *q = self->fight.standing;

    *out = (struct standing){ 0 };
    stmt_int(q, 1, (int64_t)player);
    if (stmt_row(q)) {
        out->player = player;
        out->rating = stmt_col_int(q, 0);
        out->pending = (uint64_t)stmt_col_int(q, 1);
        out->seed = (uint64_t)stmt_col_int(q, 2);
        fight_list_read(stmt_col_text(q, 3), &out->ordered);
        fight_list_read(stmt_col_text(q, 4), &out->challenged);
    }
    stmt_done(q);
}

static void standing_write(struct snakes *self, const struct standing *s)
{
    struct stmt *q = self->fight.stand;
    struct buf   ordered = { 0 }, challenged = { 0 };

    fight_list_write(&s->ordered, &ordered);
    fight_list_write(&s->challenged, &challenged);
    stmt_int(q, 1, (int64_t)s->player);
    stmt_int(q, 2, s->change); /* no rating stays none */
    stmt_int(q, 3, (int64_t)s->pending);
    stmt_text(q, 4, buf_view(&ordered));
    stmt_text(q, 5, buf_view(&challenged));
    stmt_run(q);
    snakes__player_changed(self, s->player);
    buf_release(&ordered);
    buf_release(&challenged);
}

/* The lines of FIGHT_STATS. */
static void stats_write(const struct computing *job, const struct standing *owner, struct buf *out)
{
    for (int i = 0; i < SNAKES; i++) {
        if (job->owner[i]) {
            buf_printf(out, "%d %d ", job->record.status[i], job->record.length[i]);
            buf_text(out, job->record.debug[i]);
        }
        if (job->challenge)
            buf_printf(out, " %lld %lld", (long long)owner[i].rating, (long long)(owner[i].rating + owner[i].change));
        buf_char(out, '\n');
    }
}

static void add_fight(struct snakes *self, const struct computing *job, struct str stats)
{
    struct stmt *q = self->fight.add;

    stmt_int(q, 1, (int64_t)job->fight);
    stmt_text(q, 2, job->challenge ? STR("challenge") : STR("train"));
    stmt_int(q, 3, (int64_t)job->player);
    stmt_int(q, 4, job->turn_limit);
    stmt_int(q, 5, hall_now(self->hall) / 1000);
    stmt_text(q, 6, str_of(result_words[job->record.end]));
    stmt_blob(q, 7, turns_of(&job->record));
    stmt_text(q, 8, stats);
    stmt_run(q);
}

/* The new ratings of all four, each from the old ones. */
static void rate(const struct computing *job, struct standing owner[SNAKES])
{
    int64_t sum = 0;

    for (int i = 0; i < SNAKES; i++)
        sum += owner[i].rating;
    for (int i = 0; i < SNAKES; i++)
        owner[i].change = fight_rating(owner[i].rating, sum, job->record.length[i]) - owner[i].rating;
}

/* Books a computed fight; everything in one batch. False: it was cancelled. */
static bool book(struct snakes *self, const struct computing *job)
{
    struct standing owner[SNAKES]; /* the first is who ordered it */
    int             owners = job->challenge ? SNAKES : 1;
    struct buf      stats = { 0 };

    standing_read(self, job->player, &owner[0]);
    if (owner[0].pending != job->fight || owner[0].seed != job->seed)
        return false;
    for (int i = 1; i < owners; i++)
        standing_read(self, job->owner[i], &owner[i]);
    if (job->challenge)
        rate(job, owner);
    stats_write(job, owner, &stats);
    owner[0].pending = 0;
    for (int i = 0; i < owners; i++) {
        owner[i].out = fight_list_push(i == 0 ? &owner[i].ordered : &owner[i].challenged, job->fight);
        if (owner[i].player)
            standing_write(self, &owner[i]);
    }
    for (int i = 0; i < owners; i++)
        if (owner[i].out)
            snakes__fight_sweep(self, owner[i].out);
    add_fight(self, job, buf_view(&stats));
    buf_release(&stats);
    return true;
}

/* Sends and ends both. */
static void waiter_answer(struct snakes *self, struct waiter *w, struct buf *reply)
{
    snakes__send_reply(self->hall, w->ask, reply, buf_view(&w->request_id));
    buf_release(reply);
    buf_release(&w->request_id);
    free(w);
}

static void tell_waiter(struct snakes *self, struct waiter *w, const struct computing *job, bool done)
{
    struct buf  reply = { 0 };
    struct jout out = jout_to(&reply);

    jout_open_object(&out);
    if (done) {
        jout_field_text(&out, "Response", "fight info");
        snakes__id_field(&out, "FightId", job->fight);
        snakes__fight_fields(self, &out, job->fight, w->player, buf_view(&job->turns));
    } else {
        struct buf text = { 0 };

        buf_printf(&text, "unknown fight %llu: it was cancelled", (unsigned long long)job->fight);
        jout_field_text(&out, "Response", "nack");
        jout_field_int(&out, "ErrorCode", NACK_NO_FIGHT);
        jout_field_str(&out, "Error", buf_view(&text));
        buf_release(&text);
    }
    waiter_answer(self, w, &reply);
}

static void computed(struct hall *hall, void *arg)
{
    struct computing *job = arg;
    struct snakes    *self = job->self;
    bool              done = book(self, job);

    (void)hall;
    map_remove(&self->computing, job->fight);
    for (struct waiter *w = job->waiters, *next; w; w = next) {
        next = w->next;
        tell_waiter(self, w, job, done);
    }
    job_free(job);
}

/* The server stops before the fight began: clients ask again. */
static void put_off(struct hall *hall, void *arg)
{
    struct computing *job = arg;

    (void)hall;
    map_remove(&job->self->computing, job->fight);
    for (struct waiter *w = job->waiters, *next; w; w = next) {
        struct buf  reply = { 0 };
        struct jout out = jout_to(&reply);

        next = w->next;
        jout_open_object(&out);
        jout_field_text(&out, "Response", "fight delayed");
        snakes__id_field(&out, "FightId", job->fight);
        waiter_answer(job->self, w, &reply);
    }
    job_free(job);
}

void snakes__fights_release(struct snakes *self)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&self->computing, &at))) {
        struct computing *job = slot->value;

        for (struct waiter *w = job->waiters, *next; w; w = next) {
            next = w->next;
            buf_release(&w->request_id);
            ask_free(w->ask);
            free(w);
        }
        job_free(job);
    }
    map_release(&self->computing);
}

/* Sets the pool to work on a player's pending fight. */
static struct computing *begin_computing(struct snakes *self, uint64_t fight, uint64_t player)
{
    struct computing *job = mem_new(sizeof *job);
    struct stmt      *q = self->fight.pending;

    job->self = self;
    job->fight = fight;
    job->player = player;
    stmt_int(q, 1, (int64_t)player);
    if (stmt_row(q)) {
        job->challenge = str_is(stmt_col_text(q, 0), "challenge");
        job->seed = (uint64_t)stmt_col_int(q, 1);
        job->turn_limit = (int)stmt_col_int(q, 2);
    }
    stmt_done(q);
    q = self->fight.programs;
    stmt_int(q, 1, (int64_t)fight);
    while (stmt_row(q)) {
        int64_t position = stmt_col_int(q, 0);

        job->owner[position] = (uint64_t)stmt_col_int(q, 1);
        program_read(stmt_col_text(q, 2), &job->program[position]);
    }
    stmt_done(q);
    if (job_submit(self->hall, compute, computed, put_off, job) != ERR_OK) {
        job_free(job);
        return NULL;
    }
    map_put(&self->computing, fight, job);
    return job;
}

void snakes__run_fight_info(struct call *c)
{
    uint64_t          fight = snakes__id_read(c->args.text[FIELD_FIGHT_ID]);
    struct player     p;
    struct computing *job = NULL;

    if (fight && snakes__player_by_id(c->self, c->player, &p) && p.pending == fight) {
        job = map_get(&c->self->computing, fight);
        if (!job)
            job = begin_computing(c->self, fight, c->player);
        if (!job) { /* the pool is full: the client asks again */
            snakes__id_field(snakes__call_reply(c, "fight delayed"), "FightId", fight);
            return;
        }
        struct waiter *w = mem_new(sizeof *w);
        *w = (struct waiter){ .next = job->waiters, .ask = c->ask, .player = c->player };
        snakes__request_id_dump(&c->form, &w->request_id);
        job->waiters = w;
        c->later = true;
        return;
    }
    if (!snakes__fight_visible(c->self, c->player, fight)) {
        fault_set(&c->fault, NACK_NO_FIGHT, "unknown fight %.*s", STR_ARG(quoted(c->args.text[FIELD_FIGHT_ID])));
        return;
    }
    struct jout *out = snakes__call_reply(c, "fight info");
    snakes__id_field(out, "FightId", fight);
    snakes__fight_fields(c->self, out, fight, c->player, STR_NONE);
}
