#include "games/santorini/dialect_lobby.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ADOPT_MS = 100,  /* so long a new table of the hall has to fill by itself */
    SWEEP_MS = 1000, /* pause after a failure of the store */
};

/* ---- users ------------------------------------------------------------- */

int lobby_seat_of(const struct lobby *l, struct str name)
{
    for (int i = 0; i < l->users; i++)
        if (str_is(name, l->name[l->joined[i]]))
            return l->joined[i];
    return -1;
}

/* The longest beginning of `name` with at most `units` UTF-16 code units. */
static struct str cut_name(struct str name, int units)
{
    const char *at = name.at, *end = name.at + name.len;

    while (at < end) {
        const char *next = at;

        units -= str_next_point(&next) > 0xFFFF ? 2 : 1;
        if (units < 0)
            break;
        at = next;
    }
    return (struct str){ name.at, (size_t)(at - name.at) };
}

/* Players of the hall may have longer names than the protocol knows, or one
 * that is already taken here: "Maximiliane of Ulm" is "Maximiliane of ", a
 * second "ann" is "ann~2". */
static void add_user(struct lobby *l, const struct table *t, int seat)
{
    struct str name = cut_name(str_of(t->seat[seat].name), USERNAME_MAX);
    char       unique[USERNAME_BYTES + 1];

    snprintf(unique, sizeof unique, "%.*s", STR_ARG(name));
    for (int n = 2; lobby_seat_of(l, str_of(unique)) >= 0; n++)
        snprintf(unique, sizeof unique, "%.*s~%d", STR_ARG(cut_name(name, USERNAME_MAX - 2)), n);
    memcpy(l->name[seat], unique, sizeof unique);
    l->joined[l->users++] = (uint8_t)seat;
}

bool lobby_add_user(struct client *c, struct str name)
{
    struct hall  *hall = c->door->hall;
    struct table *t = table_find(hall, c->lobby->table);
    struct sitter who = { .kind = SITTER_DOOR, .ready = true };
    const char   *why = NULL;
    int           seat = -1;

    if (!t || c->seat != ANONYMOUS || lobby_seat_of(c->lobby, name) >= 0 || !str_copy(name, who.name, sizeof who.name))
        return false;
    if (table_sit(hall, t, &who, &seat, DOOR_NAME, &why) != ERR_OK)
        return false;
    c->seat = seat;
    return true;
}

/* ---- tables ------------------------------------------------------------ */

static int seats_with(const struct table *t, enum sitter_kind kind)
{
    int n = 0;

    for (int seat = 0; seat < t->seats; seat++)
        n += t->seat[seat].kind == kind;
    return n;
}

static bool opened_here(const struct table *t)
{
    return strcmp(t->door, DOOR_NAME) == 0;
}

/* Without a lobby: do only connections that are gone keep it? */
static bool forsaken(const struct table *t)
{
    return seats_with(t, SITTER_DOOR) || (opened_here(t) && seats_with(t, SITTER_NONE) == t->seats);
}

static void take_table(struct door *d, struct lobby *l, const struct table *t)
{
    l->table = t->id;
    l->size = t->seats;
    map_put(&d->by_table, t->id, l);
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind != SITTER_NONE)
            add_user(l, t, seat);
    say_all_size(d, l);
    for (int i = 0; i < l->users; i++)
        say_all_joined(d, l, l->joined[i]);
}

bool lobby_open_table(struct door *d, struct lobby *l, int size)
{
    struct table_plan plan = { .game = &santorini_game, .door = DOOR_NAME, .listed = true };
    struct table     *t;
    const char       *why = NULL;

    if (l->table || size < santorini_game.min_seats || size > santorini_game.max_seats)
        return false;
    setup_normal(&santorini_game, &plan.setup);
    plan.setup.seats = (uint8_t)size;
    if (table_open(d->hall, &plan, &t, &why) != ERR_OK)
        return false;
    take_table(d, l, t);
    return true;
}

/* May clients of this door sit down here? They know sixteen gods and no player
 * without one. */
static bool waits_for_us(const struct door *d, const struct table *t)
{
    if (t->phase != TABLE_WAITING || !t->listed || !seats_with(t, SITTER_NONE) || forsaken(t) || map_get(&d->by_table, t->id))
        return false;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->setup.option[seat] == OPTION_MORTAL)
            return false;
    return true;
}

/* The oldest table that waits for us in the hall; NULL: none. */
static struct table *oldest_waiting(const struct door *d)
{
    struct table *t;
    uint64_t      after = 0;

    while ((t = table_next_live(d->hall, &santorini_game, after)) && !waits_for_us(d, t))
        after = t->id;
    return t;
}

/* Gives a lobby without a table the oldest one that waits in the hall. */
static void adopt_table(struct door *d, struct lobby *l)
{
    struct table *t = oldest_waiting(d);

    if (t)
        take_table(d, l, t);
}

/* A table was opened in the hall some moments ago. If it still waits, so do
 * those at this door. */
static void offer_table(struct hall *hall, void *self)
{
    struct door *d = self;

    (void)hall;
    if (d->filling && !d->filling->table)
        adopt_table(d, d->filling);
}

/* Our users are gone: a table of the hall that has not started goes on
 * waiting, any other is abandoned. */
static void vacate(struct door *d, struct table *t)
{
    const char *why = NULL;

    if (t->phase != TABLE_WAITING || opened_here(t)) {
        table_abandon(d->hall, t, "left", DOOR_NAME);
        return;
    }
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind == SITTER_DOOR)
            table_stand(d->hall, t, seat, DOOR_NAME, &why);
}

/* Frees the seats left over from connections of an earlier life of the server,
 * or from a goodbye that could not be stored. */
static void sweep(struct hall *hall, void *self)
{
    struct door  *d = self;
    struct table *t;
    uint64_t      after = 0;

    while ((t = table_next_live(hall, &santorini_game, after))) {
        after = t->id;
        if (!map_get(&d->by_table, t->id) && forsaken(t))
            vacate(d, t);
    }
}

/* ---- lists of connections ---------------------------------------------- */

static void link_client(struct client **list, struct client *c)
{
    c->prev = NULL;
    c->next = *list;
    if (*list)
        (*list)->prev = c;
    *list = c;
}

static void unlink_client(struct client *c)
{
    struct client **list = c->lobby ? &c->lobby->clients : &c->door->leaving;

    if (c->prev)
        c->prev->next = c->next;
    else
        *list = c->next;
    if (c->next)
        c->next->prev = c->prev;
}

/* The connection leaves its lobby and closes. */
static void dismiss(struct client *c)
{
    unlink_client(c);
    c->lobby = NULL;
    link_client(&c->door->leaving, c);
    timer_cancel(c->door->hall, c->timer);
    push_close(c->door->hall, c->conn, 1000);
}

/* ---- the end of a lobby ------------------------------------------------ */

static void let_table_go(struct door *d, struct lobby *l)
{
    if (l->table)
        map_remove(&d->by_table, l->table);
    l->table = 0;
    if (d->filling == l)
        d->filling = NULL;
}

void lobby_settle(struct door *d, struct lobby *l)
{
    if (!l->over || d->answering)
        return;
    while (l->clients)
        dismiss(l->clients);
    free(l);
}

/* Ends the lobby: everybody is told why, unless WIN told already. Its table is
 * the caller's business. */
static void end_lobby(struct door *d, struct lobby *l, const char *type, const char *description)
{
    for (struct client *c = l->clients; type && c; c = c->next)
        say_error(d, c, type, description);
    let_table_go(d, l);
    l->over = true;
    lobby_settle(d, l);
}

/* A user is gone: by the protocol that ends the game for everybody. */
static void user_gone(struct door *d, struct lobby *l, int seat, const char *type, const char *did)
{
    struct table *t = table_find(d->hall, l->table);
    char          description[USERNAME_BYTES + 80];

    snprintf(description, sizeof description, "User \"%s\" %s, the lobby is closed", l->name[seat], did);
    end_lobby(d, l, type, description);
    if (t)
        vacate(d, t);
}

/* Nobody is connected any more, and nobody who was had a user. Players of the
 * hall stay at the table. */
static void discard(struct door *d, struct lobby *l)
{
    struct table *t = table_find(d->hall, l->table);

    let_table_go(d, l);
    if (t && forsaken(t))
        vacate(d, t);
    free(l);
}

/* ---- connections ------------------------------------------------------- */

static void ping_due(struct hall *hall, void *arg);

static void arm_ping(struct client *c)
{
    c->ping_at += PING_MS;
    c->timer = timer_at(c->door->hall, c->ping_at, ping_due, c);
}

static void ping_due(struct hall *hall, void *arg)
{
    struct client *c = arg;

    (void)hall;
    if (c->missed < PINGS_MISSED_MAX) {
        c->missed++;
        say_ping(c->door, c);
        arm_ping(c);
        return;
    }
    if (c->seat != ANONYMOUS) {
        user_gone(c->door, c->lobby, c->seat, "Connection lost", "does not answer any more");
        return;
    }
    say_error(c->door, c, "Failed to respond to pings", "No answer to the latest pings, the connection is closed");
    client_leave(c);
}

void client_attach(struct door *d, uint64_t conn)
{
    struct client *c = mem_new(sizeof *c);
    struct lobby  *l = d->filling;

    if (!l || (l->table && l->users == l->size))
        l = d->filling = mem_new(sizeof *l);
    if (!l->table)
        adopt_table(d, l);
    *c = (struct client){ .door = d, .conn = conn, .lobby = l, .seat = ANONYMOUS, .ping_at = hall_now(d->hall) };
    link_client(&l->clients, c);
    conn_set_data(d->hall, conn, c);
    arm_ping(c);
    say_lobby(d, c);
}

/* A connection is not in the lobby any more: it left, or is lost to us. */
static void without_client(struct door *d, struct lobby *l, int seat, bool lost)
{
    if (seat != ANONYMOUS && lost)
        user_gone(d, l, seat, "Connection lost", "does not read any more");
    else if (seat != ANONYMOUS)
        user_gone(d, l, seat, "User disconnected", "left");
    else if (!l->clients)
        discard(d, l);
}

void client_leave(struct client *c)
{
    struct lobby *l = c->lobby;

    dismiss(c);
    without_client(c->door, l, c->seat, false);
}

void client_gone(struct client *c, bool lost)
{
    struct door  *d = c->door;
    struct lobby *l = c->lobby;

    unlink_client(c);
    timer_cancel(d->hall, c->timer);
    conn_set_data(d->hall, c->conn, NULL);
    if (l)
        without_client(d, l, c->seat, lost);
    free(c);
}

/* ---- parts of the dialect ---------------------------------------------- */

enum err lobbies_open(struct hall *hall, void **self)
{
    struct door *d = mem_new(sizeof *d);

    d->hall = hall;
    timer_at(hall, 0, sweep, d);
    *self = d;
    return ERR_OK;
}

/* All lobbies, with or without a table, in memory that the caller frees. */
static struct lobby **all_lobbies(const struct door *d, size_t *n)
{
    struct lobby         **all = mem_list(d->by_table.n + 1, sizeof all[0]);
    const struct map_slot *slot;
    size_t                 at = 0;

    *n = 0;
    while ((slot = map_next(&d->by_table, &at)))
        all[(*n)++] = slot->value;
    if (d->filling && !d->filling->table)
        all[(*n)++] = d->filling;
    return all;
}

static void free_clients(struct client *list)
{
    for (struct client *c = list, *next; c; c = next) {
        next = c->next;
        free(c);
    }
}

void lobbies_close(struct hall *hall, void *self)
{
    struct door   *d = self;
    size_t         n;
    struct lobby **all = all_lobbies(d, &n);

    (void)hall;
    for (size_t i = 0; i < n; i++) {
        free_clients(all[i]->clients);
        free(all[i]);
    }
    free(all);
    free_clients(d->leaving);
    map_release(&d->by_table);
    buf_release(&d->text);
    free(d);
}

static bool matches_table(const struct door *d, const struct lobby *l)
{
    struct table *t = table_find(d->hall, l->table);

    if (!t || (t->phase != TABLE_WAITING && t->phase != TABLE_RUNNING))
        return false;
    for (int i = 0; i < l->users; i++)
        if (t->seat[l->joined[i]].kind == SITTER_NONE)
            return false;
    return l->users == t->seats - seats_with(t, SITTER_NONE);
}

/* A batch was taken back. Moves in it are as if never made, and who made them
 * is told so; but a lobby whose users are others now has no honest way on, and
 * whoever was told to go was not. Their tables are swept when the store works
 * again: nothing can be written now. */
void lobbies_forget(struct hall *hall, void *self)
{
    static const char type[] = "Internal error", description[] = "The server could not store what happened";
    struct door      *d = self;
    size_t            n;
    struct lobby    **all = all_lobbies(d, &n);

    for (struct client *c = d->leaving; c; c = c->next) {
        say_error(d, c, type, description);
        push_close(hall, c->conn, 1000);
    }
    for (size_t i = 0; i < n; i++)
        if (all[i]->table && !matches_table(d, all[i]))
            end_lobby(d, all[i], type, description);
    free(all);
    timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, d);
}

/* Something at a table without a lobby. */
static void happened_elsewhere(struct door *d, struct table *t, const struct table_event *event)
{
    if (event->kind == EVENT_STOOD && forsaken(t) && !seats_with(t, SITTER_DOOR))
        table_abandon(d->hall, t, "left", DOOR_NAME);
    else if (event->kind == EVENT_STOOD || (event->kind == EVENT_OPENED && !opened_here(t)))
        timer_at(d->hall, hall_now(d->hall) + ADOPT_MS, offer_table, d);
}

void lobbies_happened(struct hall *hall, void *self, struct table *t, const struct table_event *event)
{
    struct door  *d = self;
    struct lobby *l = map_get(&d->by_table, t->id);

    (void)hall;
    if (!l) {
        happened_elsewhere(d, t, event);
        return;
    }
    switch (event->kind) {
    case EVENT_SAT:
        add_user(l, t, event->seat);
        say_all_joined(d, l, event->seat);
        break;
    case EVENT_STARTED:
        say_all_started(d, l, t->state);
        break;
    case EVENT_MOVED:
        say_all_effects(d, l, event->effects);
        break;
    case EVENT_STOOD:
    case EVENT_LEFT:
        user_gone(d, l, event->seat, "User disconnected", "left");
        break;
    case EVENT_FINISHED:
        end_lobby(d, l, NULL, NULL);
        break;
    case EVENT_ABANDONED:
        end_lobby(d, l, "Internal error", "The table was closed");
        break;
    default:
        break;
    }
}

void lobbies_goodbye(struct hall *hall, void *self)
{
    struct door   *d = self;
    size_t         n;
    struct lobby **all = all_lobbies(d, &n);

    for (size_t i = 0; i < n; i++) {
        struct table *t = table_find(hall, all[i]->table);

        end_lobby(d, all[i], "Server shutdown", "The server stops");
        if (t && forsaken(t))
            vacate(d, t);
    }
    free(all);
}

/* Would somebody who connects now come to this table? */
static bool fills_next(const struct door *d, const struct table *t)
{
    const struct lobby *l = d->filling;

    if (l && l->table && l->users < l->size)
        return l->table == t->id;
    return waits_for_us(d, t) && oldest_waiting(d) == t; /* looking for the oldest takes long where many play */
}

void lobbies_describe(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out)
{
    struct door *d = self;

    (void)hall;
    (void)seat;
    jout_field_bool(out, "lobby", map_get(&d->by_table, t->id) != NULL);
    jout_field_bool(out, "filling", fills_next(d, t));
}
