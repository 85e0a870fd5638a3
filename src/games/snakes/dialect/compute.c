/* Pending fights: computed in the pool when the player who ordered one asks for
 * it, and booked once: result, ratings and lists in one batch. */
#include "base/mem.h"
#include "base/thread.h"
#include "games/snakes/dialect/fights.h"
#include "games/snakes/rules.h"

#include <stdlib.h>

enum { TURNS_AT_ONCE = 128 }; /* some 50 microseconds */

/* ---- computing ----------------------------------------------------------- */

/* A request that waits for a fight's result. */
struct waiter {
    struct waiter *next;
    struct ask    *ask;
    uint64_t       player;
    struct buf     request_id;
};

/* A fight being computed in the pool, with copies of everything it needs. */
struct computing {
    struct bout    bout; /* first: it is what the pool gets */
    struct snakes *self;
    uint64_t       fight, player; /* who ordered it */
    bool           challenge;
    uint64_t       owner[SNAKES]; /* 0: no snake there */
    struct waiter *waiters;
};

/* In the form of the store. */
static struct str turns_of(const struct fight_record *record)
{
    return (struct str){ (const char *)record->turn, record->turns * sizeof record->turn[0] };
}

void snakes__bout_run(void *arg)
{
    struct bout                *b = arg;
    const struct snake_program *program[SNAKES];
    void                       *memory = mem_new(fight_memory());

    for (int i = 0; i < SNAKES; i++)
        program[i] = b->program[i].present ? &b->program[i] : NULL;
    fight_begin(program, b->seed, b->turn_limit, memory, &b->record);
    while (fight_go_on(memory, TURNS_AT_ONCE, &b->record))
        thread_give_way();
    free(memory);
    snakes__turns_write(turns_of(&b->record), &b->turns);
}

/* ---- on another node ------------------------------------------------------- */

static void bout_pack(const void *arg, struct buf *out)
{
    const struct bout *b = arg;

    buf_add(out, (const char *)b->program, sizeof b->program);
    buf_add(out, (const char *)&b->seed, sizeof b->seed);
    buf_add(out, (const char *)&b->turn_limit, sizeof b->turn_limit);
}

static void *bout_unpack(struct str bytes)
{
    struct bout *b = NULL;

    if (bytes.len == sizeof b->program + sizeof b->seed + sizeof b->turn_limit) {
        b = mem_new(sizeof *b);
        memcpy(b->program, bytes.at, sizeof b->program);
        memcpy(&b->seed, bytes.at + sizeof b->program, sizeof b->seed);
        memcpy(&b->turn_limit, bytes.at + sizeof b->program + sizeof b->seed, sizeof b->turn_limit);
    }
    return b;
}

static void bout_pack_result(const void *arg, struct buf *out)
{
    const struct bout *b = arg;

    buf_add(out, (const char *)&b->record, sizeof b->record);
    buf_str(out, buf_view(&b->turns));
}

static bool bout_unpack_result(void *arg, struct str bytes)
{
    struct bout *b = arg;

    if (bytes.len < sizeof b->record)
        return false;
    memcpy(&b->record, bytes.at, sizeof b->record);
    buf_str(&b->turns, (struct str){ bytes.at + sizeof b->record, bytes.len - sizeof b->record });
    return true;
}

static void bout_discard(void *arg)
{
    buf_release(&((struct bout *)arg)->turns);
    free(arg);
}

const struct job_travel snakes__bout_travel = {
    .name = "snakes fight",
    .pack = bout_pack,
    .unpack = bout_unpack,
    .pack_result = bout_pack_result,
    .unpack_result = bout_unpack_result,
    .discard = bout_discard,
};

/* ---- a fight of the catalogue ---------------------------------------------- */

static void job_free(struct computing *job)
{
    buf_release(&job->bout.turns);
    free(job);
}

/* ---- booking ------------------------------------------------------------- */

/* What booking reads and changes of a player: each row once. */
struct standing {
    uint64_t          player; /* 0: deleted since the fight was ordered; counts as rating 0 */
    int64_t           rating, change;
    uint64_t          pending, seed;
    struct fight_list ordered, challenged;
    uint64_t          out; /* the fight that drops off their list */
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
    stmt_int(q, 2, s->change); /* unrated players stay unrated */
    stmt_int(q, 3, (int64_t)s->pending);
    stmt_text(q, 4, buf_view(&ordered));
    stmt_text(q, 5, buf_view(&challenged));
    stmt_run(q);
    snakes__player_changed(self, s->player);
    buf_release(&ordered);
    buf_release(&challenged);
}

/* The lines of FIGHT_STATS, with ratings where there are owners. */
static void stats_write(const struct bout *b, const struct standing *owner, struct buf *out)
{
    for (int i = 0; i < SNAKES; i++) {
        if (b->program[i].present) {
            buf_printf(out, "%d %d ", b->record.status[i], b->record.length[i]);
            buf_text(out, b->record.debug[i]);
        }
        if (owner)
            buf_printf(out, " %lld %lld", (long long)owner[i].rating, (long long)(owner[i].rating + owner[i].change));
        buf_char(out, '\n');
    }
}

static void add_fight(struct snakes *self, uint64_t fight, uint64_t player, const struct bout *b, const struct standing *owner)
{
    struct stmt *q = self->fight.add;
    struct buf   stats = { 0 };

    stats_write(b, owner, &stats);
    stmt_int(q, 1, (int64_t)fight);
    stmt_text(q, 2, owner ? STR("challenge") : STR("train"));
    stmt_int(q, 3, (int64_t)player);
    stmt_int(q, 4, b->turn_limit);
    stmt_int(q, 5, hall_now(self->hall) / 1000);
    stmt_text(q, 6, str_of(snake_end_words[b->record.end]));
    stmt_blob(q, 7, turns_of(&b->record));
    stmt_text(q, 8, buf_view(&stats));
    stmt_run(q);
    buf_release(&stats);
}

void snakes__bout_add(struct snakes *self, uint64_t fight, uint64_t player, const struct bout *b)
{
    add_fight(self, fight, player, b, NULL);
}

/* The new ratings of all four, each from the old ones. */
static void rate(const struct computing *job, struct standing owner[SNAKES])
{
    int64_t sum = 0;

    for (int i = 0; i < SNAKES; i++)
        sum += owner[i].rating;
    for (int i = 0; i < SNAKES; i++)
        owner[i].change = fight_rating(owner[i].rating, sum, job->bout.record.length[i]) - owner[i].rating;
}

/* Books a computed fight, all in one batch. False: it was cancelled. */
static bool book(struct snakes *self, const struct computing *job)
{
    struct standing owner[SNAKES]; /* the first is who ordered it */
    int             owners = job->challenge ? SNAKES : 1;

    standing_read(self, job->player, &owner[0]);
    if (owner[0].pending != job->fight || owner[0].seed != job->bout.seed)
        return false;
    for (int i = 1; i < owners; i++)
        standing_read(self, job->owner[i], &owner[i]);
    if (job->challenge)
        rate(job, owner);
    owner[0].pending = 0;
    for (int i = 0; i < owners; i++) {
        owner[i].out = fight_list_push(i == 0 ? &owner[i].ordered : &owner[i].challenged, job->fight);
        if (owner[i].player)
            standing_write(self, &owner[i]);
    }
    for (int i = 0; i < owners; i++)
        if (owner[i].out)
            snakes__fight_sweep(self, owner[i].out);
    add_fight(self, job->fight, job->player, &job->bout, job->challenge ? owner : NULL);
    return true;
}

/* Sends the reply and releases both. */
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
        snakes__fight_fields(self, &out, job->fight, w->player, buf_view(&job->bout.turns));
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

/* The server stops before the fight was computed: clients ask again. */
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

static void job_abandon(void *value)
{
    struct computing *job = value;

    for (struct waiter *w = job->waiters, *next; w; w = next) {
        next = w->next;
        buf_release(&w->request_id);
        ask_free(w->ask);
        free(w);
    }
    job_free(job);
}

void snakes__fights_release(struct snakes *self)
{
    map_release_with(&self->computing, job_abandon);
}

const struct job_kind snakes__fight_job = {
    .length = JOB_LONG, .work = snakes__bout_run, .done = computed, .dropped = put_off, .travel = &snakes__bout_travel
};

/* Starts computing a player's pending fight in the pool. */
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
        job->bout.seed = (uint64_t)stmt_col_int(q, 1);
        int64_t limit = stmt_col_int(q, 2);
        job->bout.turn_limit = limit >= 1 && limit <= TURNS_MAX ? (int)limit : TURNS_MAX; /* stored data may be damaged */
    }
    stmt_done(q);
    q = self->fight.programs;
    stmt_int(q, 1, (int64_t)fight);
    while (stmt_row(q)) {
        int64_t position = stmt_col_int(q, 0) & (SNAKES - 1);

        job->owner[position] = (uint64_t)stmt_col_int(q, 1);
        program_read(stmt_col_text(q, 2), &job->bout.program[position]);
    }
    stmt_done(q);
    if (job_submit(self->hall, &snakes__fight_job, job) != ERR_OK) {
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
