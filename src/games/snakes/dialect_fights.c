/* Fights: ordered, computed when the orderer asks, booked once. A fight owns
 * copies of its snakes as they were when it was ordered. */
#include "games/snakes/dialect_self.h"

#include <stdlib.h>

static const char *const result_words[] = { [FIGHT_LIMIT] = "limit", [FIGHT_BLOCKED] = "blocked", [FIGHT_EATEN] = "eaten" };
static const char *const status_words[] = { [STATUS_FREE] = "free", [STATUS_BLOCKED] = "blocked", [STATUS_EATEN] = "eaten" };

#define FIGHTER_COLUMNS                                                                                                            \
    "position, snake, name, type, skin, player, description, program, notes, status, length, rating_before, rating_after, debug"

enum {
    F_POSITION,
    F_SNAKE,
    F_NAME,
    F_TYPE,
    F_SKIN,
    F_PLAYER,
    F_DESCRIPTION,
    F_PROGRAM,
    F_NOTES,
    F_STATUS,
    F_LENGTH,
    F_BEFORE,
    F_AFTER,
    F_DEBUG
};

void snakes__fights_prepare(struct snakes *self)
{
    struct store *s = hall_store(self->hall);

    self->fight = (struct fight_sql){
        .add = store_prepare(s, "INSERT INTO snakes_fights VALUES (?1, ?2, ?3, ?4, ?5, 0, '', '')"),
        .by_id = store_prepare(
            s, "SELECT id, type, player, seed, turn_limit, fought_at, result, turns FROM snakes_fights WHERE id = ?1"),
        .finish = store_prepare(s, "UPDATE snakes_fights SET fought_at = ?2, result = ?3, turns = ?4 WHERE id = ?1"),
        .erase = store_prepare(s, "DELETE FROM snakes_fights WHERE id = ?1"),
        .fighter_add = store_prepare(s, "INSERT INTO snakes_fighters (fight, " FIGHTER_COLUMNS
                                        ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 0, NULL, NULL, '')"),
        .fighters = store_prepare(s, "SELECT " FIGHTER_COLUMNS " FROM snakes_fighters WHERE fight = ?1 ORDER BY position"),
        .fighter_finish =
            store_prepare(s, "UPDATE snakes_fighters SET status = ?3, length = ?4, rating_before = ?5, rating_after = ?6,"
                             " debug = ?7 WHERE fight = ?1 AND position = ?2"),
        .fighters_erase = store_prepare(s, "DELETE FROM snakes_fighters WHERE fight = ?1"),
        .list_add = store_prepare(s, "INSERT INTO snakes_lists VALUES (?1, ?2, ?3, ?4)"),
        .list = store_prepare(s, "SELECT fight FROM snakes_lists WHERE player = ?1 AND kind = ?2 ORDER BY at DESC, fight DESC"),
        .list_cut = store_prepare(s, "DELETE FROM snakes_lists WHERE player = ?1 AND kind = ?2 AND fight = ?3"),
        .list_has = store_prepare(s, "SELECT 1 FROM snakes_lists WHERE player = ?1 AND fight = ?2"),
        .slot_put = store_prepare(s, "INSERT INTO snakes_slots VALUES (?1, ?2, ?3, ?4) ON CONFLICT (player, slot) DO UPDATE"
                                     " SET name = ?3, fight = ?4"),
        .slot = store_prepare(s, "SELECT name, fight FROM snakes_slots WHERE player = ?1 AND slot = ?2"),
        .slots = store_prepare(s, "SELECT s.slot, s.name, s.fight, f.type, f.fought_at FROM snakes_slots s"
                                  " JOIN snakes_fights f ON f.id = s.fight WHERE s.player = ?1 ORDER BY s.slot"),
        .slot_rename = store_prepare(s, "UPDATE snakes_slots SET name = ?3 WHERE player = ?1 AND slot = ?2"),
        .slot_erase = store_prepare(s, "DELETE FROM snakes_slots WHERE player = ?1 AND slot = ?2"),
        .slot_has = store_prepare(s, "SELECT 1 FROM snakes_slots WHERE player = ?1 AND fight = ?2"),
        .in_list = store_prepare(s, "SELECT 1 FROM snakes_lists WHERE fight = ?1"),
        .in_slot = store_prepare(s, "SELECT 1 FROM snakes_slots WHERE fight = ?1"),
    };
}

static bool has_row(struct stmt *q)
{
    bool found = stmt_row(q);

    stmt_done(q);
    return found;
}

bool snakes__fight_visible(struct snakes *self, uint64_t player, uint64_t fight)
{
    struct stmt *const places[] = { self->fight.list_has, self->fight.slot_has };

    for (size_t i = 0; fight && i < ARRAY_LEN(places); i++) {
        stmt_int(places[i], 1, (int64_t)player);
        stmt_int(places[i], 2, (int64_t)fight);
        if (has_row(places[i]))
            return true;
    }
    return false;
}

static void erase_fight(struct snakes *self, uint64_t fight)
{
    stmt_int(self->fight.erase, 1, (int64_t)fight);
    stmt_run(self->fight.erase);
    stmt_int(self->fight.fighters_erase, 1, (int64_t)fight);
    stmt_run(self->fight.fighters_erase);
}

void snakes__fight_sweep(struct snakes *self, uint64_t fight)
{
    stmt_int(self->fight.in_list, 1, (int64_t)fight);
    stmt_int(self->fight.in_slot, 1, (int64_t)fight);
    if (!has_row(self->fight.in_list) && !has_row(self->fight.in_slot))
        erase_fight(self, fight);
}

/* ---- ordering ------------------------------------------------------------ */

static bool no_pending(struct call *c)
{
    struct player p;

    if (snakes__player_by_id(c->self, c->player, &p) && p.pending)
        return fault_set(&c->fault, NACK_UNFINISHED, "fight %llu is not finished yet", (unsigned long long)p.pending);
    return true;
}

/* Stores the fight with its snakes (rows with id and player 0 are absent) and
 * says that it is delayed. */
static void order(struct call *c, const char *type, struct snake_row rows[SNAKES], int turn_limit)
{
    struct stmt *q = c->self->fight.add;
    uint64_t     fight = snakes__id_next(c->self, "fight"), seed;

    hall_random(&seed, sizeof seed);
    stmt_int(q, 1, (int64_t)fight);
    stmt_text(q, 2, str_of(type));
    stmt_int(q, 3, (int64_t)c->player);
    stmt_int(q, 4, (int64_t)seed);
    stmt_int(q, 5, turn_limit);
    stmt_run(q);
    q = c->self->fight.fighter_add;
    for (int i = 0; i < SNAKES; i++) {
        const struct snake_row *s = &rows[i];

        if (!s->player)
            continue;
        stmt_int(q, 1, (int64_t)fight);
        stmt_int(q, 2, i);
        stmt_int(q, 3, (int64_t)s->id);
        stmt_text(q, 4, str_of(s->name));
        stmt_text(q, 5, (struct str){ &s->type, 1 });
        stmt_int(q, 6, s->skin);
        stmt_int(q, 7, (int64_t)s->player);
        stmt_text(q, 8, buf_view(&s->description));
        stmt_text(q, 9, buf_view(&s->program));
        stmt_text(q, 10, buf_view(&s->notes));
        stmt_run(q);
    }
    snakes__player_pend(c->self, c->player, fight);
    snakes__id_field(snakes__call_reply(c, "fight delayed"), "FightId", fight);
}

static void release_rows(struct snake_row rows[SNAKES])
{
    for (int i = 0; i < SNAKES; i++)
        snakes__snake_release(&rows[i]);
}

/* Reads the snakes named by the request's ids into rows[from...] (8). */
static bool read_named(struct call *c, struct snake_row *rows, int n)
{
    for (int i = 0; i < n; i++) {
        struct str id = c->args.ids[i];

        if (id.len && !snakes__snake_by_id(c->self, snakes__id_read(id), &rows[i]))
            return fault_set(&c->fault, NACK_NO_SNAKE, "unknown snake %.*s", (int)(id.len < 100 ? id.len : 100), id.at);
    }
    return true;
}

void snakes__run_fight_test(struct call *c)
{
    struct snake_row rows[SNAKES] = { { .player = c->player, .type = 'B' } };

    if (snakes__program_of_request(c, &rows[0]) && read_named(c, rows + 1, SNAKES - 1) && no_pending(c))
        order(c, "train", rows, (int)c->args.number[FIELD_TURN_LIMIT]);
    release_rows(rows);
}

void snakes__run_fight_train(struct call *c)
{
    struct snake_row rows[SNAKES] = { 0 };
    size_t           named = 0;

    for (int i = 0; i < SNAKES; i++)
        named += c->args.ids[i].len;
    if (!named)
        fault_set(&c->fault, NACK_WRONG_VALUE, "SnakeIds: a fight needs at least one snake");
    else if (read_named(c, rows, SNAKES) && no_pending(c))
        order(c, "train", rows, (int)c->args.number[FIELD_TURN_LIMIT]);
    release_rows(rows);
}

/* The fighter of a player (10 if he has none). */
static bool fighter_of(struct call *c, const struct player *p, struct snake_row *row)
{
    if (!p->fighter || !snakes__snake_by_id(c->self, p->fighter, row))
        return fault_set(&c->fault, NACK_NOT_RATED, "player %llu is not rated", (unsigned long long)p->id);
    return true;
}

static bool read_challenged(struct call *c, struct snake_row rows[SNAKES])
{
    uint64_t      ids[SNAKES] = { c->player };
    struct player p;

    if (!snakes__player_by_id(c->self, c->player, &p) || !fighter_of(c, &p, &rows[0]))
        return false;
    for (int i = 1; i < SNAKES; i++) {
        ids[i] = snakes__id_read(c->args.ids[i - 1]);
        for (int k = 0; k < i; k++)
            if (k ? str_eq(c->args.ids[k - 1], c->args.ids[i - 1]) : ids[i] == c->player)
                return fault_set(&c->fault, NACK_WRONG_VALUE, "PlayerIds: %.*s is in the fight already",
                                 (int)(c->args.ids[i - 1].len < 100 ? c->args.ids[i - 1].len : 100), c->args.ids[i - 1].at);
    }
    for (int i = 1; i < SNAKES; i++) {
        struct str id = c->args.ids[i - 1];

        if (!snakes__player_by_id(c->self, ids[i], &p))
            return fault_set(&c->fault, NACK_NO_PLAYER, "unknown player %.*s", (int)(id.len < 100 ? id.len : 100), id.at);
        if (!fighter_of(c, &p, &rows[i]))
            return false;
    }
    return true;
}

void snakes__run_fight_challenge(struct call *c)
{
    struct snake_row rows[SNAKES] = { 0 };

    if (read_challenged(c, rows) && no_pending(c))
        order(c, "challenge", rows, TURNS_MAX);
    release_rows(rows);
}

void snakes__run_fight_cancel(struct call *c)
{
    struct player p;

    if (snakes__player_by_id(c->self, c->player, &p) && p.pending) {
        erase_fight(c->self, p.pending);
        snakes__player_pend(c->self, p.id, 0);
    }
    snakes__call_ack(c);
}

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
    uint64_t             fight;
    uint64_t             seed;
    int                  turn_limit;
    struct snake_program program[SNAKES];
    struct fight_record  record;
    struct waiter       *waiters;
};

static void compute(void *arg)
{
    struct computing           *job = arg;
    const struct snake_program *program[SNAKES];
    void                       *memory = malloc(fight_memory());

    if (!memory)
        BUG("out of memory");
    for (int i = 0; i < SNAKES; i++)
        program[i] = job->program[i].present ? &job->program[i] : NULL;
    fight_run(program, job->seed, job->turn_limit, memory, &job->record);
    free(memory);
}

/* ---- booking ------------------------------------------------------------- */

/* Puts a fight at the head of one of a player's lists; the eleventh falls out. */
static void list_push(struct snakes *self, uint64_t player, const char *kind, uint64_t fight, int64_t at)
{
    uint64_t     out[64];
    int          n = 0, rank = 0;
    struct stmt *q = self->fight.list_add;

    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, str_of(kind));
    stmt_int(q, 3, (int64_t)fight);
    stmt_int(q, 4, at);
    stmt_run(q);
    q = self->fight.list;
    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, str_of(kind));
    while (stmt_row(q))
        if (rank++ >= LIST_LENGTH && n < (int)ARRAY_LEN(out))
            out[n++] = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    for (int i = 0; i < n; i++) {
        stmt_int(self->fight.list_cut, 1, (int64_t)player);
        stmt_text(self->fight.list_cut, 2, str_of(kind));
        stmt_int(self->fight.list_cut, 3, (int64_t)out[i]);
        stmt_run(self->fight.list_cut);
        snakes__fight_sweep(self, out[i]);
    }
}

/* The mean of a rating and what the length makes expect, rounded away from the
 * rating: e = 40 L - 4 r + 400 - S. */
static int64_t new_rating(int64_t rating, int64_t sum, int length)
{
    int64_t e = 40 * length - 4 * rating + 400 - sum;
    int64_t step = ((e < 0 ? -e : e) + 7) / 8;

    return e < 0 ? rating - step : rating + step;
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

static void book_ratings(struct snakes *self, const struct computing *job, const uint64_t owners[SNAKES])
{
    struct player p[SNAKES];
    int64_t       sum = 0;

    for (int i = 0; i < SNAKES; i++) {
        if (!snakes__player_by_id(self, owners[i], &p[i]))
            p[i] = (struct player){ 0 };
        sum += p[i].rating;
    }
    for (int i = 0; i < SNAKES; i++) {
        int64_t after = new_rating(p[i].rating, sum, job->record.length[i]);

        book_fighter(self, job, i, &p[i], after);
        snakes__player_rate(self, p[i].id, true, after, p[i].fighter);
    }
}

/* Books a computed fight; everything in one batch. False: it was cancelled. */
static bool book(struct snakes *self, const struct computing *job)
{
    struct stmt *q = self->fight.by_id;
    uint64_t     player = 0, owners[SNAKES] = { 0 };
    bool         challenge = false, pending = false;
    int64_t      now = hall_now(self->hall) / 1000;

    stmt_int(q, 1, (int64_t)job->fight);
    if (stmt_row(q)) {
        challenge = str_is(stmt_col_text(q, 1), "challenge");
        player = (uint64_t)stmt_col_int(q, 2);
        pending = stmt_col_int(q, 5) == 0;
    }
    stmt_done(q);
    if (!pending)
        return false;
    q = self->fight.fighters;
    stmt_int(q, 1, (int64_t)job->fight);
    while (stmt_row(q))
        owners[stmt_col_int(q, F_POSITION)] = (uint64_t)stmt_col_int(q, F_PLAYER);
    stmt_done(q);

    q = self->fight.finish;
    stmt_int(q, 1, (int64_t)job->fight);
    stmt_int(q, 2, now);
    stmt_text(q, 3, str_of(result_words[job->record.end]));
    stmt_blob(q, 4, (struct str){ (const char *)job->record.turn, job->record.turns * sizeof job->record.turn[0] });
    stmt_run(q);
    if (challenge)
        book_ratings(self, job, owners);
    for (int i = 0; !challenge && i < SNAKES; i++)
        if (owners[i])
            book_fighter(self, job, i, NULL, 0);
    snakes__player_pend(self, player, 0);
    list_push(self, player, "ordered", job->fight, now);
    for (int i = 1; challenge && i < SNAKES; i++)
        list_push(self, owners[i], "challenged", job->fight, now);
    return true;
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
        jout_field_text(&out, "Response", "nack");
        jout_field_int(&out, "ErrorCode", NACK_NO_FIGHT);
        jout_field_text(&out, "Error", "the fight was cancelled");
    }
    snakes__answer_later(self->hall, w->ask, &reply, buf_view(&w->request_id));
    buf_release(&reply);
    buf_release(&w->request_id);
    free(w);
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
    struct computing *job = calloc(1, sizeof *job);
    struct stmt      *q = self->fight.by_id;

    if (!job)
        BUG("out of memory");
    job->self = self;
    job->fight = fight;
    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        job->seed = (uint64_t)stmt_col_int(q, 3);
        job->turn_limit = (int)stmt_col_int(q, 4);
    }
    stmt_done(q);
    q = self->fight.fighters;
    stmt_int(q, 1, (int64_t)fight);
    while (stmt_row(q))
        program_read(stmt_col_text(q, F_PROGRAM), &job->program[stmt_col_int(q, F_POSITION)]);
    stmt_done(q);
    if (job_submit(self->hall, compute, computed, job) != ERR_OK) {
        free(job);
        return NULL;
    }
    map_put(&self->computing, fight, job);
    return job;
}

/* ---- looking ------------------------------------------------------------- */

static void snake_fields(struct snakes *self, struct jout *out, struct stmt *q)
{
    struct player owner = { 0 };

    snakes__player_by_id(self, (uint64_t)stmt_col_int(q, F_PLAYER), &owner);
    jout_open_object(out);
    snakes__id_field(out, "SnakeId", (uint64_t)stmt_col_int(q, F_SNAKE));
    jout_field_str(out, "SnakeName", stmt_col_text(q, F_NAME));
    jout_field_str(out, "SnakeType", stmt_col_text(q, F_TYPE));
    jout_field_int(out, "SkinId", stmt_col_int(q, F_SKIN));
    snakes__id_field(out, "PlayerId", owner.id);
    jout_field_text(out, "PlayerName", owner.name);
    jout_close_object(out);
}

/* Statistics; program and debug data only for bots and one's own snakes. */
static void stats_fields(struct jout *out, struct stmt *q, uint64_t player)
{
    jout_open_object(out);
    jout_field_text(out, "Status", status_words[stmt_col_int(q, F_STATUS)]);
    jout_field_int(out, "FinalLength", stmt_col_int(q, F_LENGTH));
    if (!stmt_col_null(q, F_BEFORE)) {
        jout_field_int(out, "InitialRating", stmt_col_int(q, F_BEFORE));
        jout_field_int(out, "FinalRating", stmt_col_int(q, F_AFTER));
    }
    if (str_is(stmt_col_text(q, F_TYPE), "B") || (uint64_t)stmt_col_int(q, F_PLAYER) == player) {
        snakes__program_fields(out, stmt_col_text(q, F_DESCRIPTION), stmt_col_text(q, F_PROGRAM), stmt_col_text(q, F_NOTES));
        jout_field_str(out, "DebugData", stmt_col_text(q, F_DEBUG));
    }
    jout_close_object(out);
}

/* Writes one array of four: null where no snake was. */
static void per_snake(struct snakes *self, struct jout *out, const char *key, uint64_t fight, uint64_t player, bool stats)
{
    struct stmt *q = self->fight.fighters;
    int          position = 0;

    jout_field_array(out, key);
    stmt_int(q, 1, (int64_t)fight);
    while (stmt_row(q)) {
        for (; position < stmt_col_int(q, F_POSITION); position++)
            jout_null(out);
        if (stats)
            stats_fields(out, q, player);
        else
            snake_fields(self, out, q);
        position++;
    }
    stmt_done(q);
    for (; position < SNAKES; position++)
        jout_null(out);
    jout_close_array(out);
}

void snakes__fight_fields(struct snakes *self, struct jout *out, uint64_t fight, uint64_t player)
{
    struct stmt *q = self->fight.by_id;

    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        struct str turns = stmt_col_blob(q, 7);

        jout_field_str(out, "FightType", stmt_col_text(q, 1));
        jout_field_int(out, "FightTime", stmt_col_int(q, 5));
        jout_field_str(out, "FightResult", stmt_col_text(q, 6));
        jout_field_int(out, "TurnLimit", stmt_col_int(q, 4));
        jout_field_array(out, "Turns");
        for (size_t i = 0; i + 1 < turns.len; i += 2) {
            uint16_t code;

            memcpy(&code, turns.at + i, sizeof code);
            jout_int(out, code);
        }
        jout_close_array(out);
    }
    stmt_done(q);
    per_snake(self, out, "Snakes", fight, player, false);
    per_snake(self, out, "SnakeStats", fight, player, true);
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
        struct waiter *w = calloc(1, sizeof *w);
        if (!w)
            BUG("out of memory");
        *w = (struct waiter){ .next = job->waiters, .ask = c->ask, .player = c->player };
        snakes__request_id_dump(&c->form, &w->request_id);
        job->waiters = w;
        c->later = true;
        return;
    }
    if (!snakes__fight_visible(c->self, c->player, fight)) {
        fault_set(&c->fault, NACK_NO_FIGHT, "unknown fight %.*s",
                  (int)(c->args.text[FIELD_FIGHT_ID].len < 100 ? c->args.text[FIELD_FIGHT_ID].len : 100),
                  c->args.text[FIELD_FIGHT_ID].at);
        return;
    }
    struct jout *out = snakes__call_reply(c, "fight info");
    snakes__id_field(out, "FightId", fight);
    snakes__fight_fields(c->self, out, fight, c->player);
}

static void list_element(struct snakes *self, struct jout *out, uint64_t fight, uint64_t player)
{
    struct stmt  *q = self->fight.by_id;
    struct player orderer = { 0 };

    jout_open_object(out);
    snakes__id_field(out, "FightId", fight);
    stmt_int(q, 1, (int64_t)fight);
    if (stmt_row(q)) {
        snakes__player_by_id(self, (uint64_t)stmt_col_int(q, 2), &orderer);
        jout_field_str(out, "FightType", stmt_col_text(q, 1));
        jout_field_int(out, "FightTime", stmt_col_int(q, 5));
        jout_field_int(out, "TurnLimit", stmt_col_int(q, 4));
        jout_field_int(out, "TurnCount", (int64_t)stmt_col_blob(q, 7).len / 2);
        snakes__id_field(out, "PlayerId", orderer.id);
        jout_field_text(out, "PlayerName", orderer.name);
    }
    stmt_done(q);
    per_snake(self, out, "Snakes", fight, player, false);
    jout_close_object(out);
}

void snakes__run_fight_list(struct call *c)
{
    struct stmt *q = c->self->fight.list;
    uint64_t     fights[LIST_LENGTH];
    int          n = 0;

    stmt_int(q, 1, (int64_t)c->player);
    stmt_text(q, 2, c->args.text[FIELD_FIGHT_LIST_TYPE]);
    while (n < LIST_LENGTH && stmt_row(q))
        fights[n++] = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    struct jout *out = snakes__call_reply(c, "fight list");
    jout_field_str(out, "FightListType", c->args.text[FIELD_FIGHT_LIST_TYPE]);
    jout_field_array(out, "FightList");
    for (int i = 0; i < n; i++)
        list_element(c->self, out, fights[i], c->player);
    jout_close_array(out);
}
