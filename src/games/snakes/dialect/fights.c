/* Stored and ordered fights. A fight owns copies of its snakes from the time it
 * was ordered. */
#include "games/snakes/dialect/fights.h"

#include "tables/meter.h"

void snakes__fights_prepare(struct snakes *self)
{
    struct store *s = hall_store(self->hall);

    self->fight = (struct fight_sql){
        .order = store_prepare(s, "UPDATE snakes_players SET pending = ?1, pending_type = ?2, pending_seed = ?3, pending_limit = ?4"
                                  " WHERE id = ?5"),
        .pending = store_prepare(s, "SELECT pending_type, pending_seed, pending_limit FROM snakes_players WHERE id = ?1"),
        .fighter_add = store_prepare(s, "INSERT INTO snakes_fighters (id, snake, name, type, skin, player, description, program,"
                                        " notes) VALUES (?1 * 4 + ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
        .fighters =
            store_prepare(s, "SELECT " FIGHTER_COLUMNS " FROM snakes_fighters f LEFT JOIN snakes_players p ON p.id = f.player"
                             " WHERE f." OF_FIGHT " ORDER BY f.id"),
        .programs = store_prepare(s, "SELECT id % 4, player, program FROM snakes_fighters WHERE " OF_FIGHT),
        .fighters_erase = store_prepare(s, "DELETE FROM snakes_fighters WHERE " OF_FIGHT),
        .standing = store_prepare(s, "SELECT rating, pending, pending_seed, ordered, challenged FROM snakes_players WHERE id = ?1"),
        .stand = store_prepare(s, "UPDATE snakes_players SET rating = rating + ?2, pending = ?3, ordered = ?4, challenged = ?5"
                                  " WHERE id = ?1"),
        .add = store_prepare(s, "INSERT INTO snakes_fights (id, type, player, turn_limit, fought_at, result, turns, stats)"
                                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
        .by_id = store_prepare(s, "SELECT " FIGHT_COLUMNS " FROM snakes_fights f LEFT JOIN snakes_players p ON p.id = f.player"
                                  " WHERE f.id = ?1"),
        .erase = store_prepare(s, "DELETE FROM snakes_fights WHERE id = ?1"),
        .lists = store_prepare(s, "SELECT ordered, challenged FROM snakes_players WHERE id = ?1"),
        .seen = store_prepare(s, FIGHT_IS_SEEN),
        .seen_by = store_prepare(s, "SELECT 1 FROM snakes_players p WHERE p.id = ?2 AND " LISTS_HAVE THE_FIGHT
                                    " UNION ALL SELECT 1 FROM snakes_slots WHERE player = ?2 AND fight = ?1"),
        .slot_put = store_prepare(s, "INSERT INTO snakes_slots VALUES (?1, ?2, ?3, ?4) ON CONFLICT (player, slot) DO UPDATE"
                                     " SET name = ?3, fight = ?4"),
        .slot = store_prepare(s, "SELECT name, fight FROM snakes_slots WHERE player = ?1 AND slot = ?2"),
        .slots = store_prepare(s, "SELECT s.slot, s.name, s.fight, f.type, f.fought_at FROM snakes_slots s"
                                  " JOIN snakes_fights f ON f.id = s.fight WHERE s.player = ?1 ORDER BY s.slot"),
        .slot_rename = store_prepare(s, "UPDATE snakes_slots SET name = ?3 WHERE player = ?1 AND slot = ?2"),
        .slot_erase = store_prepare(s, "DELETE FROM snakes_slots WHERE player = ?1 AND slot = ?2"),
    };
}

/* ---- who sees them --------------------------------------------------------- */

void fight_list_read(struct str text, struct fight_list *out)
{
    *out = (struct fight_list){ 0 };
    str_cut(&text, ' ');
    while (text.at && out->n < LIST_LENGTH)
        out->fight[out->n++] = snakes__id_read(str_cut(&text, ' '));
}

void fight_list_write(const struct fight_list *list, struct buf *out)
{
    buf_text(out, ""); /* an empty list is an empty text, not NULL */
    for (int i = 0; i < list->n; i++) {
        buf_char(out, ' ');
        buf_uint(out, list->fight[i]);
    }
}

uint64_t fight_list_push(struct fight_list *list, uint64_t fight)
{
    uint64_t out = list->n == LIST_LENGTH ? list->fight[--list->n] : 0;

    memmove(list->fight + 1, list->fight, (size_t)list->n++ * sizeof list->fight[0]);
    list->fight[0] = fight;
    return out;
}

static bool has_row(struct stmt *q)
{
    bool found = stmt_row(q);

    stmt_done(q);
    return found;
}

bool snakes__fight_visible(struct snakes *self, uint64_t player, uint64_t fight)
{
    stmt_int(self->fight.seen_by, 1, (int64_t)fight);
    stmt_int(self->fight.seen_by, 2, (int64_t)player);
    return fight && has_row(self->fight.seen_by);
}

void snakes__fight_erase(struct snakes *self, uint64_t fight)
{
    stmt_int(self->fight.erase, 1, (int64_t)fight);
    stmt_run(self->fight.erase);
    stmt_int(self->fight.fighters_erase, 1, (int64_t)fight);
    stmt_run(self->fight.fighters_erase);
}

void snakes__fight_sweep(struct snakes *self, uint64_t fight)
{
    stmt_int(self->fight.seen, 1, (int64_t)fight);
    if (!has_row(self->fight.seen))
        snakes__fight_erase(self, fight);
}

/* ---- ordering ------------------------------------------------------------ */

static bool no_pending(struct call *c)
{
    struct player p;

    if (snakes__player_by_id(c->self, c->player, &p) && p.pending)
        return fault_set(&c->fault, NACK_UNFINISHED, "fight %llu is not finished yet", (unsigned long long)p.pending);
    return snakes__may_write(c);
}

void snakes__fighters_add(struct snakes *self, uint64_t fight, const struct snake_row rows[SNAKES])
{
    struct stmt *q = self->fight.fighter_add;

    for (int i = 0; i < SNAKES; i++) {
        const struct snake_row *s = &rows[i];

        if (!s->program.len)
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
}

/* Later fights of a player take the places of earlier ones: only the first are room that nobody had. */
static void charge(struct call *c, const struct snake_row rows[SNAKES])
{
    struct stmt      *q = c->self->fight.lists;
    struct fight_list ordered = { 0 };

    stmt_int(q, 1, (int64_t)c->player);
    if (stmt_row(q))
        fight_list_read(stmt_col_text(q, 0), &ordered);
    stmt_done(q);
    for (int i = 0; ordered.n < LIST_LENGTH && i < SNAKES; i++)
        if (rows[i].program.len)
            meter_charge(c->hall, c->player, snakes__snake_bytes(&rows[i]));
}

/* Stores the fight with its snakes and replies that it is delayed. */
static void order(struct call *c, const char *type, const struct snake_row rows[SNAKES], int turn_limit)
{
    struct stmt *q = c->self->fight.order;
    uint64_t     fight = snakes__id_next(c->self, "fight"), seed;

    hall_random(&seed, sizeof seed);
    stmt_int(q, 1, (int64_t)fight);
    stmt_text(q, 2, str_of(type));
    stmt_int(q, 3, (int64_t)seed);
    stmt_int(q, 4, turn_limit);
    stmt_int(q, 5, (int64_t)c->player);
    stmt_run(q);
    snakes__player_changed(c->self, c->player);
    snakes__fighters_add(c->self, fight, rows);
    charge(c, rows);
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
            return fault_set(&c->fault, NACK_NO_SNAKE, "unknown snake %.*s", STR_ARG(quoted(id)));
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
        fault_set(&c->fault, NACK_WRONG_VALUE, "SnakeIds: all are null, but a fight needs a snake");
    else if (read_named(c, rows, SNAKES) && no_pending(c))
        order(c, "train", rows, (int)c->args.number[FIELD_TURN_LIMIT]);
    release_rows(rows);
}

/* The fighter of a player (10 if they have none). */
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
                return fault_set(&c->fault, NACK_WRONG_VALUE, "PlayerIds.%d: player %.*s is in the fight already", i - 1,
                                 STR_ARG(quoted(c->args.ids[i - 1])));
    }
    for (int i = 1; i < SNAKES; i++) {
        struct str id = c->args.ids[i - 1];

        if (!snakes__player_by_id(c->self, ids[i], &p))
            return fault_set(&c->fault, NACK_NO_PLAYER, "unknown player %.*s", STR_ARG(quoted(id)));
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
        snakes__fight_erase(c->self, p.pending);
        snakes__player_pend(c->self, p.id, 0);
    }
    snakes__call_ack(c);
}
