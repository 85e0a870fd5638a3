#include "games/santorini/dialect/lobby.h"

#include "base/mem.h"
#include "people/account.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ADOPT_MS = 100,  /* a new table of the hall has this long to fill by itself */
    SWEEP_MS = 1000, /* delay after a failure of the store */
    STALL_MS = 30 * 1000,
};

/* ---- users ------------------------------------------------------------- */

int lobby_seat_of(const struct lobby *l, struct str name)
{
    for (int i = 0; i < l->users; i++)
        if (str_is(name, l->name[l->joined[i]]))
            return l->joined[i];
    return -1;
}

/* The longest prefix of `name` with at most `units` UTF-16 code units. */
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

/* Players of the hall may have names that are too long for the protocol, or
 * already taken here: "Maximiliane of Ulm" becomes "Maximiliane of ", a second
 * "ann" becomes "ann~2". */
void lobby_name(struct lobby *l, const struct table *t, int seat)
{
    struct str name = cut_name(str_of(t->seat[seat].name), USERNAME_MAX);
    char       unique[USERNAME_BYTES + 1];

    if (memchr(l->joined, seat, l->users))
        return;
    snprintf(unique, sizeof unique, "%.*s", STR_ARG(name));
    for (int n = 2; lobby_seat_of(l, str_of(unique)) >= 0; n++)
        snprintf(unique, sizeof unique, "%.*s~%d", STR_ARG(cut_name(name, USERNAME_MAX - 2)), n);
    memcpy(l->name[seat], unique, sizeof unique);
    l->joined[l->users++] = (uint8_t)seat;
}

bool lobby_add_user(struct client *c, struct str name)
{
    struct hall   *hall = c->door->hall;
    struct table  *t = table_find(hall, c->lobby->table);
    struct sitter  who = { .kind = SITTER_DOOR, .ready = true };
    struct refusal why = { 0 };
    int            seat = -1;

    if (client_sat(c, t, name))
        return true;
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

/* Without a lobby: is it only kept by lost connections? */
static bool forsaken(const struct table *t)
{
    return seats_with(t, SITTER_DOOR) || (opened_here(t) && seats_with(t, SITTER_NONE) == t->seats);
}

void lobby_take(struct door *d, struct lobby *l, const struct table *t)
{
    l->table = t->id;
    l->size = t->seats;
    l->told = t->seq;
    map_put(&d->by_table, t->id, l);
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind != SITTER_NONE)
            lobby_name(l, t, seat);
}

static void take_table(struct door *d, struct lobby *l, const struct table *t)
{
    lobby_take(d, l, t);
    say_all_size(d, l);
    for (int i = 0; i < l->users; i++)
        say_all_joined(d, l, l->joined[i]);
    note_lobby(l);
}

bool lobby_open_table(struct client *c, int size)
{
    struct door      *d = c->door;
    struct lobby     *l = c->lobby;
    struct table_plan plan = { .game = &santorini_game, .door = DOOR_NAME, .listed = true };
    struct table     *t;
    struct refusal    why = { 0 };

    if (l->table || size < santorini_game.min_seats || size > santorini_game.max_seats)
        return false;
    setup_default(&santorini_game, &plan.setup);
    plan.setup.seats = (uint8_t)size;
    if (table_open(d->hall, &plan, &t, &why) != ERR_OK)
        return false;
    l->chooser = c->conn;
    l->progress_at = hall_now(d->hall);
    take_table(d, l, t);
    return true;
}

/* May clients of this door sit down here? They know sixteen gods, always have
 * one, and have no account to be rated. */
static bool waits_for_us(const struct door *d, const struct table *t)
{
    if (t->phase != TABLE_WAITING || !t->listed || t->rated || !seats_with(t, SITTER_NONE) || forsaken(t) ||
        map_get(&d->by_table, t->id))
        return false;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->setup.option[seat] == OPTION_MORTAL)
            return false;
    return true;
}

/* The oldest table of the hall that waits for players; NULL: none. */
static struct table *oldest_waiting(const struct door *d)
{
    struct table *t;
    uint64_t      after = 0;

    while ((t = table_next_live(d->hall, &santorini_game, after)) && !waits_for_us(d, t))
        after = t->id;
    return t;
}

/* Gives a lobby without a table the oldest waiting one of the hall. */
static void adopt_table(struct door *d, struct lobby *l)
{
    struct table *t = oldest_waiting(d);

    if (t)
        take_table(d, l, t);
}

/* A table was opened in the hall a moment ago. If it is still waiting, and so
 * are clients at this door, they join it. */
static void offer_table(struct hall *hall, void *self)
{
    struct door *d = self;

    (void)hall;
    if (d->filling && !d->filling->table)
        adopt_table(d, d->filling);
}

/* Our users are gone: a table of the hall that has not started keeps waiting,
 * any other is abandoned. */
static void vacate(struct door *d, struct table *t)
{
    struct refusal why = { 0 };

    if (t->phase != TABLE_WAITING || opened_here(t)) {
        table_abandon(d->hall, t, "left", DOOR_NAME);
        return;
    }
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind == SITTER_DOOR)
            table_stand(d->hall, t, seat, DOOR_NAME, &why);
}

/* Frees seats left over from connections before a restart, or from a goodbye
 * that could not be stored. */
static void sweep(struct hall *hall, void *self)
{
    struct door  *d = self;
    struct table *t;
    uint64_t      after = 0;

    if (hall_now(hall) < d->sweep_at) {
        timer_at(hall, d->sweep_at, sweep, d);
        return;
    }
    while ((t = table_next_live(hall, &santorini_game, after))) {
        after = t->id;
        if (!map_get(&d->by_table, t->id) && forsaken(t))
            vacate(d, t);
    }
}

/* ---- the end of a lobby ------------------------------------------------ */

static void let_table_go(struct door *d, struct lobby *l)
{
    if (l->table)
        map_remove(&d->by_table, l->table);
    l->table = 0;
    if (d->filling == l)
        d->filling = NULL;
    if (d->apart == l)
        d->apart = NULL;
}

void lobby_settle(struct door *d, struct lobby *l)
{
    if (!l->over || d->answering)
        return;
    while (l->clients)
        client_dismiss(l->clients);
    free(l);
}

/* Ends the lobby: everybody is told why, unless WIN did. The caller handles its
 * table. */
static void end_lobby(struct door *d, struct lobby *l, const char *type, const char *description)
{
    for (struct client *c = l->clients; type && c; c = c->next)
        say_error(d, c, type, description);
    let_table_go(d, l);
    l->over = true;
    lobby_settle(d, l);
}

void lobby_lose_user(struct door *d, struct lobby *l, int seat, const char *type, const char *did)
{
    struct table *t = table_find(d->hall, l->table);
    char          description[USERNAME_BYTES + 80];

    snprintf(description, sizeof description, "User \"%s\" %s, the lobby is closed", l->name[seat], did);
    end_lobby(d, l, type, description);
    if (t)
        vacate(d, t);
}

void lobby_discard(struct door *d, struct lobby *l)
{
    struct table *t = table_find(d->hall, l->table);

    let_table_go(d, l);
    if (t && forsaken(t))
        vacate(d, t);
    free(l);
}

/* ---- newcomers --------------------------------------------------------- */

/* Somebody selected a size, and then did nothing more. */
static bool is_stalled(const struct door *d, const struct lobby *l)
{
    if (!l->chooser || hall_test_mode(d->hall) || hall_now(d->hall) - l->progress_at < STALL_MS)
        return false;
    for (const struct client *c = l->clients; c; c = c->next)
        if (c->conn == l->chooser)
            return c->seat == ANONYMOUS;
    return true;
}

struct lobby *lobby_next(struct door *d, const char *peer)
{
    bool           apart = rate_is_marked(d->hall, "santorini-apart", str_of(peer));
    struct lobby **l = apart ? &d->apart : &d->filling;

    if (!*l || ((*l)->table && ((*l)->users == (*l)->size || is_stalled(d, *l))))
        *l = mem_new(sizeof **l);
    if (!(*l)->table && !apart)
        adopt_table(d, *l);
    return *l;
}

/* ---- parts of the dialect ---------------------------------------------- */

enum err lobbies_open(struct hall *hall, void **self)
{
    struct door *d = mem_new(sizeof *d);

    d->hall = hall;
    d->sweep_at = hall_has_nodes(hall) ? hall_now(hall) + limit_now(SIZED_RESUME_SECONDS) * 1000 : 0;
    timer_at(hall, d->sweep_at, sweep, d);
    *self = d;
    return ERR_OK;
}

struct lobby **lobbies_all(const struct door *d, size_t *n)
{
    struct lobby         **all = mem_list(d->by_table.n + 2, sizeof all[0]);
    const struct map_slot *slot;
    size_t                 at = 0;

    *n = 0;
    while ((slot = map_next(&d->by_table, &at)))
        all[(*n)++] = slot->value;
    if (d->filling && !d->filling->table)
        all[(*n)++] = d->filling;
    if (d->apart && !d->apart->table)
        all[(*n)++] = d->apart;
    return all;
}

static void free_clients(struct client *list)
{
    for (struct client *c = list, *next; c; c = next) {
        next = c->next;
        free(c->done);
        free(c);
    }
}

void lobbies_close(struct hall *hall, void *self)
{
    struct door   *d = self;
    size_t         n;
    struct lobby **all = lobbies_all(d, &n);

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

/* A batch was rolled back. Its moves were never made, and the players who made
 * them are told so; but a lobby whose users changed cannot continue, and
 * players who were told to leave were not. Their tables are swept when the
 * store works again: nothing can be written now. */
void lobbies_forget(struct hall *hall, void *self)
{
    static const char type[] = "Internal error", description[] = "The server could not store what happened";
    struct door      *d = self;
    size_t            n;
    struct lobby    **all = lobbies_all(d, &n);

    for (struct client *c = d->leaving; c; c = c->next) {
        say_error(d, c, type, description);
        push_close(hall, c->conn, 1000);
    }
    for (size_t i = 0; i < n; i++)
        if (all[i]->table && !matches_table(d, all[i]))
            end_lobby(d, all[i], type, description);
        else if (all[i]->table)
            all[i]->told = table_find(hall, all[i]->table)->seq;
    free(all);
    timer_at(hall, hall_now(hall) + SWEEP_MS, sweep, d);
}

/* Something happened at a table without a lobby. */
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

    if (!l) {
        happened_elsewhere(d, t, event);
        return;
    }
    if (event->kind != EVENT_DROPPED && event->kind != EVENT_UNSAID)
        l->told = event->seq + 1;
    switch (event->kind) {
    case EVENT_SAT:
        l->progress_at = hall_now(hall);
        lobby_name(l, t, event->seat);
        say_all_joined(d, l, event->seat);
        note_lobby(l);
        break;
    case EVENT_STARTED:
        say_all_started(d, l, t->state);
        note_lobby(l);
        break;
    case EVENT_MOVED:
        say_all_effects(d, l, event->effects);
        note_lobby(l);
        break;
    case EVENT_STOOD:
    case EVENT_LEFT:
        lobby_lose_user(d, l, event->seat, "User disconnected", "left");
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
    struct lobby **all = lobbies_all(d, &n);

    for (size_t i = 0; i < n; i++) {
        struct table *t = table_find(hall, all[i]->table);

        end_lobby(d, all[i], "Server shutdown", "The server stops");
        if (t && forsaken(t))
            vacate(d, t);
    }
    free(all);
}

/* Would a client that connects now join this table? */
static bool fills_next(const struct door *d, const struct table *t)
{
    const struct lobby *l = d->filling;

    if (l && l->table && l->users < l->size)
        return l->table == t->id;
    return waits_for_us(d, t) && oldest_waiting(d) == t; /* finding the oldest is slow when many tables run */
}

void lobbies_describe(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out)
{
    struct door *d = self;

    (void)hall;
    (void)seat;
    jout_field_bool(out, "lobby", map_get(&d->by_table, t->id) != NULL);
    jout_field_bool(out, "filling", fills_next(d, t));
}
