/* Operations on tables. Each function checks, then changes, journals and
 * notifies, in this order; see tables/table.h. */
#include "tables/table.h"

#include "base/log.h"
#include "base/mem.h"
#include "game/bot.h"
#include "game/replay.h"
#include "game/text.h"
#include "tables/inside.h"
#include "tables/meter.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- refusals ----------------------------------------------------------- */

enum {
    REFUSE_DAMAGED,
    REFUSE_TOO_MANY_TABLES,
    REFUSE_CROWDED,
    REFUSE_NOT_OVER,
    REFUSE_HAS_REMATCH,
    REFUSE_STARTED,
    REFUSE_COMPUTED,
    REFUSE_SITS_ALREADY,
    REFUSE_FULL,
    REFUSE_NO_SUCH_SEAT,
    REFUSE_SEAT_TAKEN,
    REFUSE_NO_SUCH_BOT,
    REFUSE_EMPTY_SEAT,
    REFUSE_SEATS_FREE,
    REFUSE_NOT_STARTED,
    REFUSE_OVER,
    REFUSE_SEAT_NOT_FREE,
    REFUSE_GONE,
    REFUSE_BAD_MESSAGE,
    REFUSE_TOO_MUCH,
    REFUSE_NO_ACCOUNT,
    REFUSE_TOO_FAST,
};

static const struct refusal_kind refusals[] = {
    [REFUSE_DAMAGED] = { "damaged", "This table's journal is damaged." },
    [REFUSE_TOO_MANY_TABLES] = { "too_many_tables", "You have too many open tables." },
    [REFUSE_CROWDED] = { "crowded", "Too many tables are open on this server." },
    [REFUSE_NOT_OVER] = { "not_over", "This game is not over yet." },
    [REFUSE_HAS_REMATCH] = { "has_rematch", "There is a rematch already." },
    [REFUSE_STARTED] = { "started", "The game has already started." },
    [REFUSE_COMPUTED] = { "computed", "This game plays itself." },
    [REFUSE_SITS_ALREADY] = { "sits_already", "You already sit at this table." },
    [REFUSE_FULL] = { "full", "All seats are taken." },
    [REFUSE_NO_SUCH_SEAT] = { "no_such_seat", "There is no such seat." },
    [REFUSE_SEAT_TAKEN] = { "seat_taken", "That seat is taken." },
    [REFUSE_NO_SUCH_BOT] = { "no_such_bot", "There is no such computer player." },
    [REFUSE_EMPTY_SEAT] = { "empty_seat", "Nobody sits there." },
    [REFUSE_SEATS_FREE] = { "seats_free", "Some seats are still free." },
    [REFUSE_NOT_STARTED] = { "not_started", "The game has not started yet." },
    [REFUSE_OVER] = { "over", "The game is over." },
    [REFUSE_SEAT_NOT_FREE] = { "seat_not_free", "That seat is not free." },
    [REFUSE_GONE] = { "left_for_good", "Players who leave this game cannot come back." },
    [REFUSE_BAD_MESSAGE] = { "bad_message", "A message has 1 to 300 characters." },
    [REFUSE_TOO_MUCH] = { "too_much", "Too much has happened at this table." },
    [REFUSE_TOO_FAST] = { "too_fast", "Too much was played from here within a minute; go on in a moment." },
    [REFUSE_NO_ACCOUNT] = { "no_account", "A rated game needs an account." },
};

/* ---- telling ------------------------------------------------------------ */

struct journal_row table_event_row(const struct table *t, const struct table_event *event)
{
    return (struct journal_row){ .table = t->id,
                                 .seq = event->seq,
                                 .kind = (char)event->kind,
                                 .seat = (uint8_t)event->seat,
                                 .at = event->at,
                                 .text = event->text };
}

/* Journals the event with the next sequence number and notifies everybody. */
static void emit(struct hall *hall, struct table *t, struct table_event *event)
{
    event->seq = t->seq++;
    if (!event->at)
        event->at = hall_now(hall);
    struct journal_row row = table_event_row(t, event);
    journal_append(hall_store(hall), &row);
    meter__charge(hall, t, event);
    t->private->moves += event->kind == EVENT_MOVED;
    snapshot__take(tables_of(hall), t, t->seq, t->state);
    table__tell(hall, t, event);
}

static void emit_plain(struct hall *hall, struct table *t, enum table_event_kind kind, int seat, struct str text, const char *door)
{
    struct table_event event = { .kind = kind, .seat = seat, .text = text, .door = door };

    emit(hall, t, &event);
}

/* Every change starts here: loads the table and marks it as changed. */
static bool begin(struct hall *hall, struct table *t, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    if (!table__load(hall, ts, t))
        return refuse(why, refusals, REFUSE_DAMAGED), false;
    table__touch(ts, t);
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

enum err table_open(struct hall *hall, const struct table_plan *plan, struct table **out, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    struct setup   setup = plan->setup;

    if (!plan->seeded)
        hall_random(&setup.seed, sizeof setup.seed);
    if (plan->owner && tables__owned(ts, plan->owner) >= (plan->owned_most ? plan->owned_most : LIMIT_TABLES_OPEN_EACH))
        return refuse(why, refusals, REFUSE_TOO_MANY_TABLES), ERR_FULL;
    if (!hall_test_mode(hall) && atomic_load(&hall_metrics(hall)->tables_live) >= limit_now(SIZED_LIVE_TABLES))
        return refuse(why, refusals, REFUSE_CROWDED), ERR_FULL;
    if (!meter_allows(hall, plan->owner))
        return refuse(why, refusals, REFUSE_TOO_FAST), ERR_FULL;
    enum err err = game_setup(plan->game, ts->scratch, &setup, why);
    if (err != ERR_OK)
        return err;

    struct table *t = table__new(ts, plan->game, ts->next_table++);
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
    t->opened_at = hall_now(hall);
    table__load(hall, ts, t); /* the journal is empty: this only marks it as loaded */
    table__live_add(hall, ts, t);
    table__touch(ts, t);
    table__insert(ts, t);
    emit_plain(hall, t, EVENT_OPENED, SEAT_TABLE, str_of(plan->game->name), plan->door);
    *out = t;
    return ERR_OK;
}

enum err table_rematch(struct hall *hall, struct table *t, uint64_t owner, int owned_most, struct table **out, const char *door,
                       struct refusal *why)
{
    struct table_plan plan = {
        .game = t->game,
        .door = "hall",
        .owner = owner,
        .owned_most = owned_most,
        .setup = t->setup,
        .listed = t->listed,
        .rated = t->rated,
        .move_seconds = t->move_seconds,
    };
    char id[24];

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING)
        return refuse(why, refusals, REFUSE_NOT_OVER);
    if (t->next_table)
        return refuse(why, refusals, REFUSE_HAS_REMATCH);
    enum err err = table_open(hall, &plan, out, why);
    if (err != ERR_OK)
        return err;
    t->next_table = (*out)->id;
    snprintf(id, sizeof id, "%llu", (unsigned long long)(*out)->id);
    emit_plain(hall, t, EVENT_REMATCH, SEAT_TABLE, str_of(id), door);
    for (int i = 0; i < t->seats; i++) {
        int seat = (i + 1) % t->seats; /* everybody moves on: another begins */

        if (t->seat[i].kind == SITTER_BOT)
            table_sit(hall, *out, &t->seat[i], &seat, door, why);
    }
    return ERR_OK;
}

/* ---- seats -------------------------------------------------------------- */

int table_taken_seats(const struct table *t)
{
    int n = 0;

    for (int i = 0; i < t->seats; i++)
        n += t->seat[i].kind != SITTER_NONE;
    return n;
}

/* Starts a table if it is complete. */
static void start_if_ready(struct hall *hall, struct table *t, const char *door)
{
    struct refusal why = { 0 };

    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].kind == SITTER_NONE || (!t->seat[i].ready && !(t->game->traits & GAME_STARTS_FULL)))
            return;
    if (table_start(hall, t, door, &why) != ERR_OK)
        log_error("hall", "table %llu does not start: %s", (unsigned long long)t->id, why.text);
}

/* Puts the sitter on a seat that the caller has checked to be free for them. */
static enum err occupy(struct hall *hall, struct table *t, int seat, const struct sitter *who, enum table_event_kind kind,
                       struct refusal *why)
{
    if (t->rated && who->kind == SITTER_DOOR)
        return refuse(why, refusals, REFUSE_NO_ACCOUNT);
    if (!aside__allowed(hall, t, aside__person(who, seat), kind))
        return refuse(why, refusals, REFUSE_TOO_MUCH), ERR_FULL;
    t->seat[seat] = *who;
    t->seat[seat].left = false;
    return ERR_OK;
}

enum err table_sit(struct hall *hall, struct table *t, const struct sitter *who, int *seat, const char *door, struct refusal *why)
{
    struct tables    *ts = tables_of(hall);
    const struct bot *bot;
    int               at = *seat, level;

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_WAITING)
        return refuse(why, refusals, REFUSE_STARTED);
    if (t->game->traits & GAME_COMPUTED)
        return refuse(why, refusals, REFUSE_COMPUTED);
    if (who->kind == SITTER_ACCOUNT && table_seat_of(t, who->account) >= 0)
        return refuse(why, refusals, REFUSE_SITS_ALREADY);
    for (int i = 0; at < 0 && i < t->seats; i++)
        if (t->seat[i].kind == SITTER_NONE)
            at = i;
    if (at < 0)
        return refuse(why, refusals, REFUSE_FULL), ERR_FULL;
    if (at >= t->seats)
        return refuse(why, refusals, REFUSE_NO_SUCH_SEAT);
    if (t->seat[at].kind != SITTER_NONE && !(t->seat[at].kind == SITTER_BOT && who->kind == SITTER_BOT))
        return refuse(why, refusals, REFUSE_SEAT_TAKEN);
    if (who->kind == SITTER_BOT && !bot_find(t->game, str_of(who->bot), &bot, &level))
        return refuse(why, refusals, REFUSE_NO_SUCH_BOT);
    enum err err = occupy(hall, t, at, who, EVENT_SAT, why);
    if (err)
        return err;
    if (who->kind == SITTER_BOT)
        t->seat[at].ready = true;
    *seat = at;
    table__save_seat(ts, t, at);
    emit_plain(hall, t, EVENT_SAT, at, str_of(who->name), door);
    start_if_ready(hall, t, door);
    return ERR_OK;
}

/* A change by a sitter of a waiting table. */
static bool begin_waiting(struct hall *hall, struct table *t, int seat, struct refusal *why)
{
    if (!begin(hall, t, why))
        return false;
    if (t->phase != TABLE_WAITING)
        return refuse(why, refusals, REFUSE_STARTED), false;
    if (seat < 0 || seat >= t->seats || t->seat[seat].kind == SITTER_NONE)
        return refuse(why, refusals, REFUSE_EMPTY_SEAT), false;
    return true;
}

enum err table_stand(struct hall *hall, struct table *t, int seat, const char *door, struct refusal *why)
{
    struct tables     *ts = tables_of(hall);
    struct table_event event = { .kind = EVENT_STOOD, .seat = seat, .text = STR(""), .door = door };

    if (!begin_waiting(hall, t, seat, why))
        return ERR_REFUSED;

    event.account = t->seat[seat].account;
    if (t->game->traits & GAME_STARTS_FULL) {
        t->seat[seat] = (struct sitter){ 0 };
    } else {
        memmove(&t->seat[seat], &t->seat[seat + 1], (size_t)(SEATS_MAX - 1 - seat) * sizeof t->seat[0]);
        t->seat[SEATS_MAX - 1] = (struct sitter){ 0 };
    }
    table__save_seats(ts, t);
    emit(hall, t, &event);
    return ERR_OK;
}

enum err table_ready(struct hall *hall, struct table *t, int seat, bool ready, const char *door, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    if (!begin_waiting(hall, t, seat, why))
        return ERR_REFUSED;
    if (!aside__allowed(hall, t, aside__person(&t->seat[seat], seat), EVENT_READY) || !meter_allows(hall, t->seat[seat].account))
        return refuse(why, refusals, REFUSE_TOO_MUCH), ERR_FULL;

    t->seat[seat].ready = ready;
    table__save_seat(ts, t, seat);
    emit_plain(hall, t, EVENT_READY, seat, ready ? STR("1") : STR("0"), door);
    start_if_ready(hall, t, door);
    return ERR_OK;
}

/* ---- the game ----------------------------------------------------------- */

/* Closes gaps between taken seats, so that the game's seats are 0..n-1. */
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

enum err table_start(struct hall *hall, struct table *t, const char *door, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    struct setup   setup = t->setup;
    struct buf     text = { 0 };

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_WAITING)
        return refuse(why, refusals, REFUSE_STARTED);
    setup.seats = (uint8_t)table_taken_seats(t);
    setup.at = hall_now(hall);
    if ((t->game->traits & GAME_STARTS_FULL) && setup.seats < t->seats)
        return refuse(why, refusals, REFUSE_SEATS_FREE);
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
    t->started_at = t->moved_at = hall_now(hall);
    table__update(ts, t);
    table__save_seats(ts, t);
    setup_write(t->game, &t->setup, &text);
    emit_plain(hall, t, EVENT_STARTED, SEAT_TABLE, buf_view(&text), door);
    buf_release(&text);
    turn__changed(hall, ts, t);
    return ERR_OK;
}

/* Removes the table from the live ones. */
static void end(struct hall *hall, struct table *t, enum table_phase phase, enum table_event_kind kind, const char *how,
                const char *door)
{
    struct tables *ts = tables_of(hall);
    t->phase = phase;
    t->ended_at = hall_now(hall);
    snprintf(t->ended_how, sizeof t->ended_how, "%s", how);
    table__live_remove(hall, ts, t);
    table__update(ts, t);
    turn__changed(hall, ts, t);
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

/* Describes the move; the scratch holds what a spectator saw before it. Called
 * only after the rules accepted it, so the arguments are valid. */
static struct str words_of(struct hall *hall, const struct table *t, const struct move *m)
{
    struct tables *ts = tables_of(hall);
    struct names   names = table_names(t);

    buf_clear(&ts->words);
    move_words(t->game, m, ts->scratch, game_seen_by(t->game, t->state, SEAT_NOBODY, ts->lent), &names, &ts->words);
    return buf_view(&ts->words);
}

enum err table__move_at(struct hall *hall, struct table *t, struct move *m, int64_t at, const char *door, struct moved *out,
                        struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    struct effects own, *effects = out && out->effects ? out->effects : &own;
    bool           worded = t->watched || (out && out->worded);
    struct buf     text = { 0 };

    effects->n = 0;
    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING)
        return refuse(why, refusals, t->phase == TABLE_WAITING ? REFUSE_NOT_STARTED : REFUSE_OVER);
    m->at = at > t->moved_at ? at : t->moved_at; /* time never goes back in a journal */
    if (worded)
        game_seen_by(t->game, t->state, SEAT_NOBODY, ts->scratch); /* for words_of */
    if (t->game->canonical)
        t->game->canonical(t->state, m);
    enum err err = t->game->apply(t->state, m, effects, why);
    if (err != ERR_OK)
        return err;

    t->moved_at = m->at;
    atomic_fetch_add(&hall_metrics(hall)->moves, 1);
    move_write(t->game, m, &text);
    struct table_event event = {
        .kind = EVENT_MOVED,
        .seat = m->seat,
        .at = m->at,
        .text = buf_view(&text),
        .move = m,
        .effects = effects,
        .words = worded ? words_of(hall, t, m) : STR_NONE,
        .door = door,
    };
    if (out && out->worded) {
        buf_clear(out->worded);
        buf_str(out->worded, event.words);
    }
    emit(hall, t, &event);
    buf_release(&text);
    /* A listener may have acted at the table. */
    if (t->phase == TABLE_RUNNING && t->game->to_act(t->state) == 0)
        end(hall, t, TABLE_FINISHED, EVENT_FINISHED, how_it_ended(t), door);
    else if (t->phase == TABLE_RUNNING && t->private->moves >= LIMIT_TABLE_MOVES)
        table_abandon(hall, t, "too long", door);
    else
        turn__changed(hall, ts, t);
    return ERR_OK;
}

enum err table_move(struct hall *hall, struct table *t, struct move *m, const char *door, struct moved *out, struct refusal *why)
{
    const struct sitter *who = m->seat < t->seats ? &t->seat[m->seat] : NULL; /* NULL: the table itself */

    if (who && who->kind != SITTER_BOT && !meter_allows(hall, who->kind == SITTER_ACCOUNT ? who->account : 0))
        return refuse(why, refusals, REFUSE_TOO_FAST), ERR_FULL;
    return table__move_at(hall, t, m, hall_now(hall), door, out, why);
}

/* ---- leaving ------------------------------------------------------------ */

enum err table_leave(struct hall *hall, struct table *t, int seat, const char *door, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    struct move    m;

    if (t->phase == TABLE_WAITING)
        return table_stand(hall, t, seat, door, why);
    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING)
        return refuse(why, refusals, REFUSE_OVER);
    if (seat < 0 || seat >= t->seats || t->seat[seat].kind == SITTER_NONE || t->seat[seat].left)
        return refuse(why, refusals, REFUSE_EMPTY_SEAT);

    t->seat[seat].left = true;
    table__save_seat(ts, t, seat);
    emit_plain(hall, t, EVENT_LEFT, seat, STR(""), door);
    if (t->phase != TABLE_RUNNING)
        return ERR_OK; /* a listener has ended the table */
    if (t->game->leave && t->game->leave(t->state, seat, &m))
        return table__move_at(hall, t, &m, hall_now(hall), door, NULL, why);
    table_abandon(hall, t, "left", door);
    return ERR_OK;
}

enum err table_return(struct hall *hall, struct table *t, int seat, const struct sitter *who, const char *door, struct refusal *why)
{
    struct tables *ts = tables_of(hall);
    struct move    m;

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (t->phase != TABLE_RUNNING || seat < 0 || seat >= t->seats || !t->seat[seat].left)
        return refuse(why, refusals, REFUSE_SEAT_NOT_FREE);
    if (t->game->leave && !t->game->leave(t->state, seat, &m))
        return refuse(why, refusals, REFUSE_GONE);
    enum err err = occupy(hall, t, seat, who, EVENT_RETURNED, why);
    if (err)
        return err;
    table__save_seat(ts, t, seat);
    emit_plain(hall, t, EVENT_RETURNED, seat, str_of(who->name), door);
    turn__changed(hall, ts, t);
    return ERR_OK;
}

void table_abandon(struct hall *hall, struct table *t, const char *how, const char *door)
{
    struct refusal why = { 0 };

    if (!begin(hall, t, &why) || (t->phase != TABLE_WAITING && t->phase != TABLE_RUNNING))
        return;
    end(hall, t, TABLE_ABANDONED, EVENT_ABANDONED, how, door);
}

enum err table_say(struct hall *hall, struct table *t, int seat, uint64_t account, struct str name, struct str text,
                   const char *door, struct refusal *why)
{
    struct buf line = { 0 };

    if (!begin(hall, t, why))
        return ERR_REFUSED;
    if (!str_utf8(text) || str_points(text) > LIMIT_CHAT || str_trim(text).len == 0)
        return refuse(why, refusals, REFUSE_BAD_MESSAGE);
    if (!aside__allowed(hall, t, account, EVENT_CHAT) || !meter_allows(hall, account))
        return refuse(why, refusals, REFUSE_TOO_MUCH), ERR_FULL;

    buf_str(&line, name);
    buf_char(&line, '\t');
    buf_str(&line, text);
    emit_plain(hall, t, EVENT_CHAT, seat < 0 ? SEAT_TABLE : seat, buf_view(&line), door);
    buf_release(&line);
    return ERR_OK;
}

void table_erase(struct hall *hall, struct table *t)
{
    struct tables     *ts = tables_of(hall);
    struct stmt *const erase[] = { ts->sql.erase, ts->sql.seats_erase };

    table__touch(ts, t);
    for (const char *const *sql = dialect_of(t->game)->erase_table; sql && *sql; sql++) {
        struct stmt *q = store_prepare(hall_store(hall), *sql);

        stmt_int(q, 1, (int64_t)t->id);
        stmt_run(q);
        stmt_free(q);
    }
    journal_erase(hall_store(hall), t->id);
    for (size_t i = 0; i < ARRAY_LEN(erase); i++) {
        stmt_int(erase[i], 1, (int64_t)t->id);
        stmt_run(erase[i]);
    }
    table__free(hall, ts, t);
}
