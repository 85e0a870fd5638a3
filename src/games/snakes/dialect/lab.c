/* Fights for anybody, to try programs out: unrated, in nobody's list, kept for
 * an hour. Their numbers are random and cannot be guessed: everybody who knows
 * one may look. Programs of other players' snakes stay secret as everywhere. */
#include "base/mem.h"
#include "games/snakes/dialect/fights.h"
#include "games/snakes/dialect/hall.h"
#include "games/snakes/dialect/json.h"
#include "games/snakes/samples.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    KEPT_MS = 3600 * 1000,
    DROPPED_AT_ONCE = 64,
    NAME_CHARACTERS = 40,
};
static const uint64_t first_number = UINT64_C(1) << 40, numbers = UINT64_C(1) << 53; /* above all that are counted */

/* ---- what is kept -------------------------------------------------------- */

void snakes__lab_prepare(struct snakes *self)
{
    struct store *s = hall_store(self->hall);

    self->lab = (struct lab_sql){
        .keep = store_prepare(s, "INSERT INTO snakes_kept (fight, until, address) VALUES (?1, ?2, ?3)"),
        .keeps = store_prepare(s, "SELECT 1 FROM snakes_kept WHERE fight = ?1 AND until > ?2"),
        .drop = store_prepare(s, "DELETE FROM snakes_kept WHERE fight = ?1"),
        .over = store_prepare(s, "SELECT fight FROM snakes_kept WHERE until <= ?1 ORDER BY until LIMIT ?2"),
        .of_address = store_prepare(s, "SELECT fight FROM snakes_kept WHERE address = ?1 ORDER BY until DESC LIMIT ?2 OFFSET ?3"),
        .all = store_prepare(s, "SELECT count(*) FROM snakes_kept"),
        .oldest = store_prepare(s, "SELECT fight FROM snakes_kept ORDER BY until LIMIT ?1"),
    };
}

bool snakes__lab_keeps(struct snakes *self, uint64_t fight)
{
    struct stmt *q = self->lab.keeps;

    if (fight < first_number)
        return false;
    stmt_int(q, 1, (int64_t)fight);
    stmt_int(q, 2, hall_now(self->hall));
    bool found = stmt_row(q);
    stmt_done(q);
    return found;
}

/* Deletes the fights that the query, whose parameters are bound, finds: up to
 * DROPPED_AT_ONCE. */
static void drop_found(struct snakes *self, struct stmt *q)
{
    uint64_t fight[DROPPED_AT_ONCE];
    int      n = 0;

    while (n < DROPPED_AT_ONCE && stmt_row(q))
        fight[n++] = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    for (int i = 0; i < n; i++) {
        snakes__fight_erase(self, fight[i]);
        stmt_int(self->lab.drop, 1, (int64_t)fight[i]);
        stmt_run(self->lab.drop);
    }
}

static void drop_over(struct snakes *self)
{
    stmt_int(self->lab.over, 1, hall_now(self->hall));
    stmt_int(self->lab.over, 2, DROPPED_AT_ONCE);
    drop_found(self, self->lab.over);
}

/* Makes room for one more. */
static void make_room(struct snakes *self, int64_t address)
{
    struct stmt *q = self->lab.of_address;
    int64_t      all = 0;

    drop_over(self);
    stmt_int(q, 1, address);
    stmt_int(q, 2, DROPPED_AT_ONCE);
    stmt_int(q, 3, KEPT_EACH - 1);
    drop_found(self, q);
    if (stmt_row(self->lab.all))
        all = stmt_col_int(self->lab.all, 0);
    stmt_done(self->lab.all);
    if (all >= KEPT_MOST) {
        stmt_int(self->lab.oldest, 1, all - KEPT_MOST + 1);
        drop_found(self, self->lab.oldest);
    }
}

static void sweep(struct hall *hall, void *arg)
{
    drop_over(arg);
    timer_at(hall, hall_now(hall) + KEPT_MS / 60, sweep, arg);
}

void snakes__lab_begin(struct snakes *self)
{
    timer_at(self->hall, hall_now(self->hall) + KEPT_MS / 60, sweep, self);
}

/* Addresses themselves are not stored. */
static int64_t address_of(const struct snakes *self, const struct ask *ask)
{
    int64_t hash;

    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)ask->peer, strlen(ask->peer), self->address_key);
    return hash;
}

/* ---- a fight ------------------------------------------------------------- */

struct lab_fight {
    struct bout      bout; /* first: it is what the pool gets */
    struct snakes   *self;
    struct ask      *ask;
    uint64_t         fight, player; /* player 0: a guest, or nobody */
    int64_t          address;
    struct snake_row rows[SNAKES];
};

static void lab_free(struct lab_fight *f)
{
    for (int i = 0; i < SNAKES; i++)
        snakes__snake_release(&f->rows[i]);
    buf_release(&f->bout.turns);
    free(f);
}

static void lab_abandon(void *value)
{
    struct lab_fight *f = value;

    ask_free(f->ask);
    lab_free(f);
}

void snakes__lab_release(struct snakes *self)
{
    map_release_with(&self->labs, lab_abandon);
}

static void computed(struct hall *hall, void *arg)
{
    struct lab_fight *f = arg;
    struct snakes    *self = f->self;

    make_room(self, f->address);
    snakes__bout_add(self, f->fight, f->player, &f->bout);
    snakes__fighters_add(self, f->fight, f->rows);
    stmt_int(self->lab.keep, 1, (int64_t)f->fight);
    stmt_int(self->lab.keep, 2, hall_now(hall) + KEPT_MS);
    stmt_int(self->lab.keep, 3, f->address);
    stmt_run(self->lab.keep);
    snakes__fight_answer(self, f->ask, f->fight, f->player, buf_view(&f->bout.turns), 201);
    map_remove(&self->labs, f->fight);
    lab_free(f);
}

static void put_off(struct hall *hall, void *arg)
{
    struct lab_fight *f = arg;

    map_remove(&f->self->labs, f->fight);
    snakes__fail(hall, f->ask, &snakes__busy, NULL);
    lab_free(f);
}

static const struct job_kind lab_job = {
    .length = JOB_LONG, .work = snakes__bout_run, .done = computed, .dropped = put_off, .travel = &snakes__bout_travel
};

/* Takes ownership of `f`. */
static void fight_it_out(struct lab_fight *f)
{
    struct snakes *self = f->self;

    for (int i = 0; i < SNAKES; i++)
        if (f->rows[i].program.len)
            program_read(buf_view(&f->rows[i].program), &f->bout.program[i]);
    hall_random(&f->bout.seed, sizeof f->bout.seed);
    do
        f->fight = first_number + hall_random_below(numbers - first_number);
    while (map_get(&self->labs, f->fight));
    if (job_submit(self->hall, &lab_job, f) != ERR_OK) {
        snakes__fail(self->hall, f->ask, &snakes__busy, NULL);
        lab_free(f);
        return;
    }
    ask_keep(self->hall, f->ask);
    map_put(&self->labs, f->fight, f);
}

/* ---- who fights ---------------------------------------------------------- */

/* A snake just for this fight: {"program", "name", "skin"}. */
static bool read_program(struct lab_fight *f, const char *field, const struct jin *value, struct snake_row *s)
{
    struct snake_program p;
    struct str           name = jin_str_or(jin_get(value, "name"), "Lab");
    char                 problem[256];

    if (!program_from_jin(jin_get(value, "program"), &p, &s->description, &s->notes, problem))
        return snakes__fail_field(f->self->hall, f->ask, field, problem);
    s->skin = jin_int_or(jin_get(value, "skin"), 1);
    if (name.len == 0 || str_points(name) > NAME_CHARACTERS || str_has_control(name) || s->skin < 1 || s->skin > SKINS)
        return snakes__fail_field(f->self->hall, f->ask, field, "has a name of 1 to 40 characters and a skin of 1 to 6");
    str_copy(name, s->name, sizeof s->name);
    s->type = 'B';
    s->player = f->player;
    program_write(&p, &s->program);
    return true;
}

static bool read_snake(struct lab_fight *f, int i, const struct jin *value)
{
    char    field[24];
    int64_t id;

    snprintf(field, sizeof field, "snakes.%d", i);
    if (jin_kind(value) == JIN_NULL)
        return true;
    if (jin_kind(value) == JIN_OBJECT)
        return read_program(f, field, value, &f->rows[i]);
    if (!jin_int(value, &id))
        return snakes__fail_field(f->self->hall, f->ask, field, "must be a snake's number, an object with a program, or null");
    if (id < 0 && id >= -sample_count()) {
        snakes__snake_of_sample((int)(-1 - id), &f->rows[i]);
        return true;
    }
    return id > 0 && snakes__snake_by_id(f->self, (uint64_t)id, &f->rows[i])
               ? true
               : snakes__fail_field(f->self->hall, f->ask, field, "names no snake");
}

static bool read_snakes(struct lab_fight *f, const struct jin *list)
{
    bool any = false;

    if (jin_kind(list) != JIN_ARRAY || jin_count(list) > SNAKES)
        return snakes__fail_field(f->self->hall, f->ask, "snakes", "must be a list of up to four");
    for (int i = 0; i < (int)jin_count(list); i++) {
        if (!read_snake(f, i, jin_at(list, (size_t)i)))
            return false;
        any |= f->rows[i].program.len > 0;
    }
    return any ? true : snakes__fail_field(f->self->hall, f->ask, "snakes", "must name a snake");
}

/* A duel of the fighters: mine at the bottom, theirs at the top. */
static bool read_challenge(struct lab_fight *f, const struct account *account, const struct jin *body)
{
    struct hall  *hall = f->self->hall;
    struct player me, other;
    struct str    name;

    if (!account->id)
        return snakes__fail(hall, f->ask, &snakes__login_needed, NULL);
    if (account->flags & ACCOUNT_GUEST)
        return snakes__fail(hall, f->ask, &snakes__not_for_guests, NULL);
    if (!jin_string(jin_get(body, "challenge"), &name))
        return snakes__fail_field(hall, f->ask, "challenge", "must be a player's name");
    if (!snakes__player_by_name(f->self, name, &other))
        return snakes__fail_field(hall, f->ask, "challenge", "names no player of Snakes");
    if (!snakes__player_by_id(f->self, account->id, &me) || !snakes__snake_by_id(f->self, me.fighter, &f->rows[0]))
        return snakes__fail(hall, f->ask, &snakes__refused, "you have no fighter yet: name one of your snakes");
    if (other.id == me.id)
        return snakes__fail(hall, f->ask, &snakes__refused, "you cannot challenge yourself");
    if (!snakes__snake_by_id(f->self, other.fighter, &f->rows[2]))
        return snakes__fail(hall, f->ask, &snakes__refused, "this player has no fighter");
    return true;
}

static bool read_order(struct lab_fight *f, const struct account *account, const struct jin *body)
{
    const struct jin *turns = jin_get(body, "turns");
    int64_t           limit = TURNS_MAX;

    if (turns && (!jin_int(turns, &limit) || limit < 1 || limit > TURNS_MAX))
        return snakes__fail_field(f->self->hall, f->ask, "turns", "must be 1 to 1000");
    f->bout.turn_limit = (int)limit;
    if (jin_get(body, "challenge") && jin_get(body, "snakes"))
        return snakes__fail_field(f->self->hall, f->ask, "challenge", "cannot stand beside \"snakes\"");
    return jin_get(body, "challenge") ? read_challenge(f, account, body) : read_snakes(f, jin_get(body, "snakes"));
}

/* The body of a request of which an address may make so many a minute. NULL:
 * answered, or it comes again. */
static struct jin *rated_body(struct hall *hall, struct ask *ask, const char *what, int per_minute, const char *const *members)
{
    if (ask_comes_again(ask) || rate_allow(hall, what, str_of(ask->peer), per_minute))
        return snakes__body(hall, ask, members);
    snakes__fail(hall, ask, &snakes__too_many, NULL);
    return NULL;
}

void snakes__handle_new_fight(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes           *self = arg;
    static const char *const members[] = { "snakes", "turns", "challenge", NULL };
    struct account           account;
    struct player            player;

    if (!snakes__anybody(hall, ask, &account))
        return;
    struct jin *body = rated_body(hall, ask, "snakes-fight", FIGHTS_PER_MINUTE, members);
    if (!body)
        return;
    struct lab_fight *f = mem_new(sizeof *f);
    *f = (struct lab_fight){ .self = self, .ask = ask, .address = address_of(self, ask) };
    f->player = account.id && snakes__player_by_id(self, account.id, &player) ? account.id : 0;
    if (read_order(f, &account, body))
        fight_it_out(f);
    else
        lab_free(f);
    jin_free(body);
}

/* ---- what would it do here? ---------------------------------------------- */

static bool read_position(struct hall *hall, struct ask *ask, const struct jin *rows, enum thing sight[SIGHT][SIGHT])
{
    const char *fault = "must be 13 texts of 13 letters each, from S T V W X Y Z";

    if (jin_kind(rows) != JIN_ARRAY || jin_count(rows) != SIGHT)
        return snakes__fail_field(hall, ask, "position", fault);
    for (int y = 0; y < SIGHT; y++) {
        struct str row;

        if (!jin_string(jin_at(rows, (size_t)y), &row) || row.len != SIGHT)
            return snakes__fail_field(hall, ask, "position", fault);
        for (int x = 0; x < SIGHT; x++) {
            const char *letter = memchr(THING_LETTERS, row.at[x], THINGS);

            if (!letter && (x != REACH || y != REACH)) /* the head is in the middle, whatever was sent there */
                return snakes__fail_field(hall, ask, "position", fault);
            sight[y][x] = letter ? (enum thing)(letter - THING_LETTERS) : OWN_BODY;
        }
    }
    return true;
}

static void number_or_null(struct jout *out, const char *name, bool known, int value)
{
    if (known)
        jout_field_int(out, name, value);
    else
        jout_field_null(out, name);
}

static void answer_choice(struct hall *hall, struct ask *ask, const struct choice *c)
{
    static const char *const reasons[] = { [REASON_NO_WAY] = "no_way", [REASON_ONE_WAY] = "one_way", [REASON_NO_MAP] = "no_map" };
    struct jout              out = snakes__answer_begin(hall, ask);

    number_or_null(&out, "map", c->map, c->map - 1);
    number_or_null(&out, "variant", c->map, c->variant[0]);
    number_or_null(&out, "direction", c->map || c->n == 1, c->dir[0]);
    jout_field_array(&out, "directions"); /* chance decides among them */
    for (int i = 0; i < c->n; i++)
        jout_int(&out, c->dir[i]);
    jout_close_array(&out);
    if (c->map)
        jout_field_null(&out, "reason");
    else
        jout_field_text(&out, "reason", reasons[c->reason]);
    snakes__answer_end(hall, ask, &out, 200);
}

void snakes__handle_try(struct hall *hall, void *self, struct ask *ask)
{
    static const char *const members[] = { "program", "position", NULL };
    enum thing               sight[SIGHT][SIGHT];
    struct snake_program     p;
    struct buf               description = { 0 }, notes = { 0 };
    struct choice            choice;
    char                     problem[256];

    (void)self;
    struct jin *body = rated_body(hall, ask, "snakes-try", TRIES_PER_MINUTE, members);
    if (!body)
        return;
    if (!program_from_jin(jin_get(body, "program"), &p, &description, &notes, problem)) {
        snakes__fail_field(hall, ask, "program", problem);
    } else if (read_position(hall, ask, jin_get(body, "position"), sight)) {
        struct tactics *tactics = mem_new(tactics_size());

        tactics_compile(tactics, &p);
        sight_decide((const enum thing(*)[SIGHT])sight, tactics, &choice);
        answer_choice(hall, ask, &choice);
        free(tactics);
    }
    buf_release(&description);
    buf_release(&notes);
    jin_free(body);
}
