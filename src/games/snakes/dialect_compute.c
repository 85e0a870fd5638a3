/* Pending fights, computed in the pool when the orderer asks and booked once:
 * result, ratings and lists in one batch. */
#include "base/mem.h"
#include "games/snakes/dialect_fights.h"

#include <stdlib.h>

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
    struct waiter       *waiters;
};

static void compute(void *arg)
{
    struct computing           *job = arg;
    const struct snake_program *program[SNAKES];
    void                       *memory = mem_new(fight_memory());

    for (int i = 0; i < SNAKES; i++)
        program[i] = job->program[i].present ? &job->program[i] : NULL;
    fight_run(program, job->seed, job->turn_limit, memory, &job->record);
    free(memory);
}

/* ---- booking ------------------------------------------------------------- */

/* Puts a fight at the head of one of a player's lists; the eleventh falls out. */
static void list_push(struct snakes *self, uint64_t player, const char *kind, uint64_t fight, int64_t at)
{
    struct stmt *q = self->fight.list_add;
    uint64_t     out = 0;
    int64_t      out_at = 0;

    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, str_of(kind));
    stmt_int(q, 3, (int64_t)fight);
    stmt_int(q, 4, at);
    stmt_run(q);
    q = self->fight.list_over;
    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, str_of(kind));
    stmt_int(q, 3, LIST_LENGTH);
    if (stmt_row(q)) {
        out_at = stmt_col_int(q, 0);
        out = (uint64_t)stmt_col_int(q, 1);
    }
    stmt_done(q);
    if (!out)
        return;
    q = self->fight.list_cut;
    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, str_of(kind));
    stmt_int(q, 3, out_at);
    stmt_int(q, 4, (int64_t)out);
    stmt_run(q);
    snakes__fight_sweep(self, out);
}

static void book_fighter(struct snakes *self, const struct computing *job, int position, const struct player *owner, int64_t after)
{
    struct stmt *q = self->fight.fighter_finish;

    stmt_int(q, 1, (int64_t)job->fight);
    stmt_int(q, 2, position);
    stmt_int(q, 3, job->record.status[position]);
    stmt_int(q, 4, job->record.length[position]);
    if (owner) {
        stmt_int(q, 5, owner->rating);
        stmt_int(q, 6, after);
    } else {
        stmt_null(q, 5);
        stmt_null(q, 6);
    }
    stmt_text(q, 7, str_of(job->record.debug[position]));
    stmt_run(q);
}

/* A rated fight: ratings and lists of all four. A player who was deleted since
 * the fight was ordered counts as one with rating 0. */
static void book_challenge(struct snakes *self, const struct computing *job, int64_t now)
{
    struct player p[SNAKES];
    int64_t       sum = 0;

    for (int i = 0; i < SNAKES; i++) {
        if (!snakes__player_by_id(self, job->owner[i], &p[i]))
            p[i] = (struct player){ 0 };
        sum += p[i].rating;
    }
    for (int i = 0; i < SNAKES; i++) {
        int64_t after = fight_rating(p[i].rating, sum, job->record.length[i]);

        book_fighter(self, job, i, &p[i], after);
        if (!p[i].id)
            continue;
        snakes__player_rate(self, p[i].id, true, after, p[i].fighter);
        list_push(self, p[i].id, i == 0 ? "ordered" : "challenged", job->fight, now);
    }
}

static void book_training(struct snakes *self, const struct computing *job, int64_t now)
{
    for (int i = 0; i < SNAKES; i++)
        if (job->owner[i])
            book_fighter(self, job, i, NULL, 0);
    list_push(self, job->player, "ordered", job->fight, now);
}

/* Books a computed fight; everything in one batch. False: it was cancelled. */
static bool book(struct snakes *self, const struct computing *job)
{
    struct stmt *q = self->fight.finish;
    int64_t      now = hall_now(self->hall) / 1000;

    stmt_int(self->fight.waits, 1, (int64_t)job->fight);
    if (!snakes__has_row(self->fight.waits))
        return false;
    stmt_int(q, 1, (int64_t)job->fight);
    stmt_int(q, 2, now);
    stmt_text(q, 3, str_of(result_words[job->record.end]));
    stmt_blob(q, 4, (struct str){ (const char *)job->record.turn, job->record.turns * sizeof job->record.turn[0] });
    stmt_run(q);
    if (job->challenge)
        book_challenge(self, job, now);
    else
        book_training(self, job, now);
    snakes__player_pend(self, job->player, 0);
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

static void tell_waiter(struct snakes *self, struct waiter *w, uint64_t fight, bool done)
{
    struct buf  reply = { 0 };
    struct jout out = jout_to(&reply);

    jout_open_object(&out);
    if (done) {
        jout_field_text(&out, "Response", "fight info");
        snakes__id_field(&out, "FightId", fight);
        snakes__fight_fields(self, &out, fight, w->player);
    } else {
        struct buf text = { 0 };

        buf_printf(&text, "unknown fight %llu: it was cancelled", (unsigned long long)fight);
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
        tell_waiter(self, w, job->fight, done);
    }
    free(job);
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
    free(job);
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
        free(job);
    }
    map_release(&self->computing);
}

/* Sets the pool to work on a pending fight. */
static struct computing *begin_computing(struct snakes *self, uint64_t fight)
{
    struct computing *job = mem_new(sizeof *job);
    struct stmt      *q = self->fight.by_id;

    job->self = self;
    job->fight = fight;
    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        job->challenge = str_is(stmt_col_text(q, FIGHT_TYPE), "challenge");
        job->player = (uint64_t)stmt_col_int(q, FIGHT_PLAYER);
        job->seed = (uint64_t)stmt_col_int(q, FIGHT_SEED);
        job->turn_limit = (int)stmt_col_int(q, FIGHT_TURN_LIMIT);
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
        free(job);
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
            job = begin_computing(c->self, fight);
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
    snakes__fight_fields(c->self, out, fight, c->player);
}
