/* What can be done at a table. Each function checks, then changes, journals
 * and tells, in this order; see hall/table.h. */
#include "hall/table.h"

#include "base/log.h"
#include "base/mem.h"
#include "game/bot.h"
#include "game/replay.h"
#include "hall/internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- telling ------------------------------------------------------------ */

void table__tell(struct hall *hall, struct table *t, const struct table_event *event)
{
    for (int i = 0; i < hall->n_parts; i++) {
        struct part *part = &hall->part[i];

        if (part->dialect->happened && (!part->game || part->game == t->game))
            part->dialect->happened(hall, part->self, t, event);
    }
}

/* Journals the event under the next sequence number and tells everybody. */
static void emit(struct hall *hall, struct table *t, struct table_event *event)
{
    event->seq = t->seq++;
    if (!event->at)
        event->at = hall->now;
    struct journal_row row = {
        .table = t->id,
        .seq = event->seq,
        .kind = (char)event->kind,
        .seat = (uint8_t)event->seat,
        .at = event->at,
        .text = event->text,
    };
    journal_append(hall->store, &row);
    table__tell(hall, t, event);
}

static void emit_plain(struct hall *hall, struct table *t, enum table_event_kind kind, int seat, struct str text, const char *door)
{
    struct table_event event = { .kind = kind, .seat = seat, .text = text, .door = door };

    emit(hall, t, &event);
}

/* Every change begins here: the table is in memory and known as changed. */
static bool begin(struct hall *hall, struct table *t, const char **why)
{
    if (!tables__load(hall, t))
        return *why = "this table's journal is damaged", false;
    hall__touch(hall, t);
    return true;
}

/* ---- opening ------------------------------------------------------------ */

static void draw_invite(char invite[24])
{
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";

    for (int i = 0; i < 20; i++)
        invite[i] = letters[hall_random_below(sizeof letters - 1)];
    invite[20] = '\0';
}

enum err table_open(struct hall *hall, const struct table_plan *plan, struct table **out, const char **why)
{
    struct setup setup = plan->setup;

    if (!plan->seeded)
        hall_random(&setup.seed, sizeof setup.seed);
    if (plan->owner && tables__owned(hall, plan->owner) >= LIMIT_TABLES_OPEN_EACH)
        return *why = "you have too many open tables", ERR_FULL;
    enum err err = game_setup(plan->game, hall->scratch, &setup, why);
    if (err != ERR_OK)
        return err;

    struct table *t = tables__new(hall, plan->game, hall->next_table++);
    t->phase = TABLE_WAITING;
    snprintf(t->door, sizeof t->door, "%s", plan->door);
    draw_invite(t->invite);
    t->listed = plan->listed;
    t->rated = plan->rated;
    t->owner = plan->owner;
    t->seats = setup.seats;
    t->setup = setup;
    buf_str(&t->private->extra, setup.extra);
    t->setup.extra = buf_view(&t->private->extra);
    t->move_seconds = plan->move_seconds;
    t->opened_at = hall->now;
    tables__load(hall, t); /* an empty journal: only marks it as loaded */
    tables__live_add(hall, t);
    hall__touch(hall, t);
    tables__insert(hall, t);
    emit_plain(hall, t, EVENT_OPENED, SEAT_TABLE, str_of(plan->game->name), plan->door);
    *out = t;
    return ERR_OK;
}

enum err table_rematch(struct hall *hall, struct table *t, uint64_t owner, struct table **out, const char *door, const char **why)
{
    struct table_plan plan = {
        .game = t->game,
        .door = "hall",
        .owner = owner,
        .setup = t->setup,
        .listed = t->listed,
        .rated = t->rated,
        .move_seconds = t->move_seconds,
    };
    char id[24];

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING)
        return *why = "this game is not over yet", ERR_REFUSED;
    if (t->next_table)
        return *why = "there is a next table already", ERR_REFUSED;
    enum err err = table_open(hall, &plan, out, why);
    if (err != ERR_OK)
        return err;
    t->next_table = (*out)->id;
    snprintf(id, sizeof id, "%llu", (unsigned long long)(*out)->id);
    emit_plain(hall, t, EVENT_REMATCH, SEAT_TABLE, str_of(id), door);
    for (int i = 0; i < t->seats; i++) {
        int seat = -1;

        if (t->seat[i].kind == SITTER_BOT)
            table_sit(hall, *out, &t->seat[i], &seat, door, why);
    }
    return ERR_OK;
}

/* ---- seats -------------------------------------------------------------- */

int table_seat_of(const struct table *t, uint64_t account)
{
    for (int i = 0; account && i < t->seats; i++)
        if (t->seat[i].kind == SITTER_ACCOUNT && t->seat[i].account == account)
            return i;
    return -1;
}

static int taken_seats(const struct table *t)
{
    int n = 0;

    for (int i = 0; i < t->seats; i++)
        n += t->seat[i].kind != SITTER_NONE;
    return n;
}

/* Starts a table whose moment has come. */
static void start_if_ready(struct hall *hall, struct table *t, const char *door)
{
    const char *why = "";

    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].kind == SITTER_NONE || (!t->seat[i].ready && !(t->game->traits & GAME_STARTS_FULL)))
            return;
    if (table_start(hall, t, door, &why) != ERR_OK)
        log_error("hall", "table %llu does not start: %s", (unsigned long long)t->id, why);
}

enum err table_sit(struct hall *hall, struct table *t, const struct sitter *who, int *seat, const char *door, const char **why)
{
    int at = *seat;

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_WAITING)
        return *why = "the game has already started", ERR_REFUSED;
    if (t->game->traits & GAME_COMPUTED)
        return *why = "this game plays itself", ERR_REFUSED;
    if (who->kind == SITTER_ACCOUNT && table_seat_of(t, who->account) >= 0)
        return *why = "you already sit at this table", ERR_REFUSED;
    for (int i = 0; at < 0 && i < t->seats; i++)
        if (t->seat[i].kind == SITTER_NONE)
            at = i;
    if (at < 0)
        return *why = "all seats are taken", ERR_FULL;
    if (at >= t->seats)
        return *why = "there is no such seat", ERR_REFUSED;
    if (t->seat[at].kind != SITTER_NONE)
        return *why = "that seat is taken", ERR_REFUSED;
    if (who->kind == SITTER_BOT && !bot_by_name(t->game, str_of(who->bot)))
        return *why = "there is no such computer player", ERR_REFUSED;

    t->seat[at] = *who;
    t->seat[at].left = false;
    if (who->kind == SITTER_BOT)
        t->seat[at].ready = true;
    *seat = at;
    tables__save_seat(hall, t, at);
    emit_plain(hall, t, EVENT_SAT, at, str_of(who->name), door);
    start_if_ready(hall, t, door);
    return ERR_OK;
}

/* A change by somebody who sits at a table that waits. */
static bool begin_waiting(struct hall *hall, struct table *t, int seat, const char **why)
{
    if (!begin(hall, t, why))
        return false;
    if (t->phase != TABLE_WAITING)
        return *why = "the game has already started", false;
    if (seat < 0 || seat >= t->seats || t->seat[seat].kind == SITTER_NONE)
        return *why = "nobody sits there", false;
    return true;
}

enum err table_stand(struct hall *hall, struct table *t, int seat, const char *door, const char **why)
{
    if (!begin_waiting(hall, t, seat, why))
        return ERR_REFUSED;

    if (t->game->traits & GAME_STARTS_FULL) {
        t->seat[seat] = (struct sitter){ 0 };
    } else {
        memmove(&t->seat[seat], &t->seat[seat + 1], (size_t)(SEATS_MAX - 1 - seat) * sizeof t->seat[0]);
        t->seat[SEATS_MAX - 1] = (struct sitter){ 0 };
    }
    tables__save_seats(hall, t);
    emit_plain(hall, t, EVENT_STOOD, seat, STR(""), door);
    return ERR_OK;
}

enum err table_ready(struct hall *hall, struct table *t, int seat, bool ready, const char *door, const char **why)
{
    if (!begin_waiting(hall, t, seat, why))
        return ERR_REFUSED;

    t->seat[seat].ready = ready;
    tables__save_seat(hall, t, seat);
    emit_plain(hall, t, EVENT_READY, seat, ready ? STR("1") : STR("0"), door);
    start_if_ready(hall, t, door);
    return ERR_OK;
}

/* ---- the game ----------------------------------------------------------- */

/* Closes gaps between taken seats, so that seats of the game are 0..n-1. */
static void close_ranks(struct table *t)
{
    int n = 0;

    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].kind != SITTER_NONE) {
            struct sitter who = t->seat[i];

            t->seat[i] = (struct sitter){ 0 };
            t->seat[n++] = who;
        }
}

enum err table_start(struct hall *hall, struct table *t, const char *door, const char **why)
{
    struct setup setup = t->setup;
    struct buf   text = { 0 };

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_WAITING)
        return *why = "the game has already started", ERR_REFUSED;
    setup.seats = (uint8_t)taken_seats(t);
    setup.at = hall->now;
    if ((t->game->traits & GAME_STARTS_FULL) && setup.seats < t->seats)
        return *why = "not all seats are taken", ERR_REFUSED;
    void    *state = mem_new(t->game->state_size);
    enum err err = game_setup(t->game, state, &setup, why);
    if (err != ERR_OK) {
        free(state);
        return err;
    }

    close_ranks(t);
    t->state = state;
    t->setup = setup;
    t->seats = setup.seats;
    t->phase = TABLE_RUNNING;
    t->started_at = t->moved_at = hall->now;
    tables__update(hall, t);
    tables__save_seats(hall, t);
    setup_write(t->game, &t->setup, &text);
    emit_plain(hall, t, EVENT_STARTED, SEAT_TABLE, buf_view(&text), door);
    buf_release(&text);
    turn__changed(hall, t);
    return ERR_OK;
}

/* The table leaves the live ones. */
static void end(struct hall *hall, struct table *t, enum table_phase phase, enum table_event_kind kind, const char *how,
                const char *door)
{
    t->phase = phase;
    t->ended_at = hall->now;
    snprintf(t->ended_how, sizeof t->ended_how, "%s", how);
    tables__live_remove(hall, t);
    tables__update(hall, t);
    turn__changed(hall, t);
    emit_plain(hall, t, kind, SEAT_TABLE, str_of(t->ended_how), door);
}

static const char *how_it_ended(const struct table *t)
{
    struct result r;

    t->game->result(t->state, &r);
    for (int i = 1; i < t->seats; i++)
        if (r.rank[i] != r.rank[0])
            return "won";
    return t->seats > 1 ? "draw" : "done";
}

/* The move in words; the scratch holds what a spectator saw before it. Called
 * only once the rules have accepted it: nobody describes a move with wild
 * arguments. */
static struct str words_of(struct hall *hall, const struct table *t, const struct move *m)
{
    buf_clear(&hall->words);
    if (!t->watched)
        return STR_NONE;
    if (t->game->describe)
        t->game->describe(hall->scratch, m, &hall->words);
    else
        move_write(t->game, m, &hall->words);
    if (t->game->outcome)
        t->game->outcome(game_seen_by(t->game, t->state, SEAT_NOBODY, hall->scratch), m, &hall->words);
    return buf_view(&hall->words);
}

enum err table__move_at(struct hall *hall, struct table *t, struct move *m, int64_t at, const char *door, struct effects *out,
                        const char **why)
{
    struct effects own;
    struct buf     text = { 0 };

    if (!out)
        out = &own;
    out->n = 0;
    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING)
        return *why = t->phase == TABLE_WAITING ? "the game has not started yet" : "the game is over", ERR_REFUSED;
    m->at = at > t->moved_at ? at : t->moved_at; /* time never runs backwards in a journal */
    if (t->watched && t->game->describe)
        game_seen_by(t->game, t->state, SEAT_NOBODY, hall->scratch); /* for words_of */
    enum err err = t->game->apply(t->state, m, out, why);
    if (err != ERR_OK)
        return err;

    t->moved_at = m->at;
    atomic_fetch_add(&hall->metrics.moves, 1);
    move_write(t->game, m, &text);
    struct table_event event = {
        .kind = EVENT_MOVED,
        .seat = m->seat,
        .at = m->at,
        .text = buf_view(&text),
        .move = m,
        .effects = out,
        .words = words_of(hall, t, m),
        .door = door,
    };
    emit(hall, t, &event);
    buf_release(&text);
    /* Whoever was told may have gone on to act at the table. */
    if (t->phase == TABLE_RUNNING && t->game->to_act(t->state) == 0)
        end(hall, t, TABLE_FINISHED, EVENT_FINISHED, how_it_ended(t), door);
    else
        turn__changed(hall, t);
    return ERR_OK;
}

enum err table_move(struct hall *hall, struct table *t, struct move *m, const char *door, struct effects *out, const char **why)
{
    return table__move_at(hall, t, m, hall->now, door, out, why);
}

/* ---- leaving ------------------------------------------------------------ */

enum err table_leave(struct hall *hall, struct table *t, int seat, const char *door, const char **why)
{
    struct move m;

    if (t->phase == TABLE_WAITING)
        return table_stand(hall, t, seat, door, why);
    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING)
        return *why = "the game is over", ERR_REFUSED;
    if (seat < 0 || seat >= t->seats || t->seat[seat].kind == SITTER_NONE || t->seat[seat].left)
        return *why = "nobody sits there", ERR_REFUSED;

    t->seat[seat].left = true;
    tables__save_seat(hall, t, seat);
    emit_plain(hall, t, EVENT_LEFT, seat, STR(""), door);
    if (t->phase != TABLE_RUNNING)
        return ERR_OK; /* whoever was told has ended the table */
    if (t->game->leave && t->game->leave(t->state, seat, &m))
        return table_move(hall, t, &m, door, NULL, why);
    table_abandon(hall, t, "left", door);
    return ERR_OK;
}

enum err table_return(struct hall *hall, struct table *t, int seat, const struct sitter *who, const char *door, const char **why)
{
    struct move m;

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING || seat < 0 || seat >= t->seats || !t->seat[seat].left)
        return *why = "that seat is not free", ERR_REFUSED;
    if (t->game->leave && !t->game->leave(t->state, seat, &m))
        return *why = "whoever leaves this game leaves it for good", ERR_REFUSED;

    t->seat[seat] = *who;
    t->seat[seat].left = false;
    tables__save_seat(hall, t, seat);
    emit_plain(hall, t, EVENT_RETURNED, seat, str_of(who->name), door);
    turn__changed(hall, t);
    return ERR_OK;
}

void table_abandon(struct hall *hall, struct table *t, const char *how, const char *door)
{
    const char *why = "";

    if (!begin(hall, t, &why) || (t->phase != TABLE_WAITING && t->phase != TABLE_RUNNING))
        return;
    end(hall, t, TABLE_ABANDONED, EVENT_ABANDONED, how, door);
}

enum err table_say(struct hall *hall, struct table *t, int seat, struct str name, struct str text, const char *door,
                   const char **why)
{
    struct buf line = { 0 };

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (!str_utf8(text) || str_points(text) > LIMIT_CHAT || str_trim(text).len == 0)
        return *why = "a message has 1 to 300 characters", ERR_REFUSED;

    buf_str(&line, name);
    buf_char(&line, '\t');
    buf_str(&line, text);
    emit_plain(hall, t, EVENT_CHAT, seat < 0 ? SEAT_TABLE : seat, buf_view(&line), door);
    buf_release(&line);
    return ERR_OK;
}

void table_erase(struct hall *hall, struct table *t)
{
    struct stmt *const erase[] = { hall->sql.erase, hall->sql.seats_erase };

    hall__touch(hall, t);
    journal_erase(hall->store, t->id);
    for (size_t i = 0; i < ARRAY_LEN(erase); i++) {
        stmt_int(erase[i], 1, (int64_t)t->id);
        stmt_run(erase[i]);
    }
    tables__free(hall, t);
}

/* ---- looking ------------------------------------------------------------ */

const void *table_seen_by(struct hall *hall, struct table *t, int seat)
{
    if (!tables__load(hall, t) || !t->state)
        return NULL;
    if (!t->game->redact || t->phase == TABLE_FINISHED)
        return t->state;
    return game_seen_by(t->game, t->state, seat, hall->lent);
}

static void hash_seed(const struct table *t, char hex[65])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char          text[80];
    int len = snprintf(text, sizeof text, "meeple-seed:%llu:%llu", (unsigned long long)t->id, (unsigned long long)t->setup.seed);

    crypto_hash_sha256(hash, (const unsigned char *)text, (unsigned long long)len);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

void table_seed_hash(const struct table *t, char hex[65])
{
    if (!t->private) { /* a table that a tool put together */
        hash_seed(t, hex);
        return;
    }
    if (!t->private->seed_hash[0]) /* kept, as every look at a table asks for it */
        hash_seed(t, t->private->seed_hash);
    memcpy(hex, t->private->seed_hash, sizeof t->private->seed_hash);
}
