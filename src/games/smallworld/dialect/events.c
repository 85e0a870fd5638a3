/* Events of Small World tables, through whichever door: keeps seats by user id,
 * marks games over or dead, and records others' moves as commands. Also our
 * computer players, which take AI seats that no outside program took in time. */
#include "games/smallworld/dialect/self.h"

/* ---- seats ----------------------------------------------------------------- */

/* The number of a table's map, if it is in the list. */
static int64_t map_of_table(struct smallworld *s, const struct table *t)
{
    struct buf      text = { 0 };
    struct map_head head;

    sw_table_map_text(t, &text);
    struct str rest = buf_view(&text);
    map_read_head(&rest, &head);
    if (!head.id) {
        stmt_text(s->sql.map_by_name, 1, head.name);
        head.id = sw_row_top(s->sql.map_by_name);
    }
    buf_release(&text);
    return head.id;
}

/* The start of a hall table closes gaps between taken seats, and without a
 * named map picks the one for that number of players. */
static void started(struct smallworld *s, struct table *t)
{
    const struct card *card = sw_card_of(s, t);
    int                n = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!card->user[seat])
            continue;
        for (int at = seat; at > n; at--) {
            stmt_int(s->sql.seat_move_up, 1, card->id);
            stmt_int(s->sql.seat_move_up, 2, at);
            stmt_run(s->sql.seat_move_up);
        }
        n++;
    }
    stmt_int(s->sql.game_map, 1, card->id);
    stmt_int(s->sql.game_map, 2, map_of_table(s, t));
    stmt_run(s->sql.game_map);
    sw_card_drop(t);
}

static int64_t user_of_sitter(struct smallworld *s, struct table *t, const struct sitter *who)
{
    struct account account;
    struct user    user;

    if (who->kind == SITTER_ACCOUNT && account_by_id(s->hall, who->account, &account) == ERR_OK)
        return sw_user_of_account(s, &account);
    if (who->name[0] != '_' || !sw_user_by_name(s, str_of(who->name), &user) || sw_sits_in(s, t, user.id))
        sw_robot_user(s, t, &user);
    return user.id;
}

static void sat(struct smallworld *s, struct table *t, int seat, bool ours)
{
    const struct sitter *who = &t->seat[seat];
    struct stmt         *q = s->sql.seat_put;

    stmt_int(q, 1, sw_card_of(s, t)->id);
    stmt_int(q, 2, seat);
    stmt_int(q, 3, user_of_sitter(s, t, who));
    stmt_int(q, 4, 0);
    stmt_int(q, 5, !ours || who->kind == SITTER_BOT);
    stmt_run(q);
    sw_card_drop(t);
}

static void leave_all(struct smallworld *s, struct table *t, int by_hall)
{
    stmt_int(s->sql.seats_leave, 1, sw_card_of(s, t)->id);
    stmt_int(s->sql.seats_leave, 2, by_hall);
    stmt_run(s->sql.seats_leave);
    sw_card_drop(t);
}

/* Gives it a name. A finished game needs no row. */
void sw_adopt(struct smallworld *s, struct table *t)
{
    struct buf name = { 0 };

    buf_printf(&name, "Table %llu", (unsigned long long)t->id);
    sw_game_add(s, t->id, map_of_table(s, t), buf_view(&name), STR(""), 0);
    buf_release(&name);
    if (!sw_has_row(s, t))
        return; /* it could not be written, and the batch will be taken back */
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind != SITTER_NONE)
            sat(s, t, seat, false);
    if (t->phase == TABLE_FINISHED || t->phase == TABLE_ABANDONED) {
        leave_all(s, t, 0);
        sw_game_die(s, t);
    }
}

/* Later players move up. The last one out of a game of ours closes it. */
static void stood(struct smallworld *s, struct table *t, int seat)
{
    int64_t game = sw_card_of(s, t)->id;

    for (int i = seat; i < SEATS_MAX; i++) {
        struct stmt *q = i == seat ? s->sql.seat_erase : s->sql.seat_move_up;

        stmt_int(q, 1, game);
        stmt_int(q, 2, i);
        stmt_run(q);
    }
    sw_card_drop(t);
    if (!sw_card_of(s, t)->user[0] && strcmp(t->door, DOOR) == 0)
        table_abandon(s->hall, t, "empty", DOOR);
    else
        sw_robots_wanted(s, game);
}

static void left(struct smallworld *s, struct table *t, int seat)
{
    stmt_int(s->sql.seat_leave, 1, sw_card_of(s, t)->id);
    stmt_int(s->sql.seat_leave, 2, seat);
    stmt_run(s->sql.seat_leave);
    sw_card_drop(t);
}

/* Players from the hall and our computer players never leave a finished game:
 * its end frees their seats. */
static void finished(struct smallworld *s, struct table *t)
{
    const struct world *w = t->state;
    const struct card  *card = sw_card_of(s, t);

    stmt_int(s->sql.game_over, 1, card->id);
    stmt_int(s->sql.game_over, 2, w->turn);
    stmt_int(s->sql.game_over, 3, card->user[w->active]);
    stmt_run(s->sql.game_over);
    leave_all(s, t, 1);
    sw_game_die_if_empty(s, t);
}

void sw_happened(struct hall *hall, void *self, struct table *t, const struct table_event *event)
{
    struct smallworld *s = self;
    bool               ours = strcmp(event->door, DOOR) == 0;

    (void)hall;
    if (event->kind == EVENT_STOOD && !ours)
        sw_record_event(s, t, event); /* while it is known who sat there */
    switch (event->kind) {
    case EVENT_OPENED:
        if (!ours)
            sw_adopt(s, t);
        return; /* a game of ours gets its row next */
    case EVENT_SAT:
        sat(s, t, event->seat, ours);
        break;
    case EVENT_STOOD:
        stood(s, t, event->seat);
        return;
    case EVENT_STARTED:
        if (!ours)
            started(s, t);
        break;
    case EVENT_LEFT:
        left(s, t, event->seat);
        break;
    case EVENT_MOVED:
        if (event->move->kind == MOVE_LEAVE)
            left(s, t, event->seat);
        break;
    case EVENT_FINISHED:
        finished(s, t);
        break;
    case EVENT_ABANDONED:
        leave_all(s, t, 0);
        sw_game_die(s, t);
        break;
    case EVENT_DROPPED:
        sw_card_drop(t);
        return;
    default:
        break;
    }
    if (!ours)
        sw_record_event(s, t, event);
}

/* ---- computer players ------------------------------------------------------- */

static void take_seats(struct hall *hall, void *arg_)
{
    struct smallworld *s = dialect_self(hall, &smallworld_game);
    struct table      *t = sw_game_table(s, (int64_t)(intptr_t)arg_);
    struct user        robot;

    while (t && sw_game_state(s, t) == GAME_WAITING && sw_robots_missing(s, t) > 0)
        if (sw_seat_robot(s, t, true, &robot) != WORD_OK)
            return;
}

void sw_robots_wanted(struct smallworld *s, int64_t game)
{
    struct table *t = s->robots_play ? sw_game_table(s, game) : NULL;

    if (t && sw_robots_missing(s, t) > 0)
        timer_at(s->hall, hall_now(s->hall) + s->grace_ms, take_seats, (void *)(intptr_t)game);
}

/* Tables are not loaded yet when a dialect opens, so this runs later. */
void sw_robots_after_start(struct smallworld *s)
{
    struct stmt *q = s->sql.games_waiting;

    if (!s->robots_play)
        return;
    while (stmt_row(q))
        timer_at(s->hall, hall_now(s->hall) + s->grace_ms, take_seats, (void *)(intptr_t)stmt_col_int(q, 0));
    stmt_done(q);
}
