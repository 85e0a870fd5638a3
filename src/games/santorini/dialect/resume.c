/* Lobbies outlive their leader. The doors of all nodes keep a note of each
 * connection (conn_note) and hand it to the next hall, which makes the lobbies
 * again from their tables, tells every connection what it missed, and knows which
 * of the requests that come again were carried out before. A user whose
 * connection is not resumed in time is gone. */
#include "base/mem.h"
#include "base/varint.h"
#include "games/santorini/dialect/lobby.h"
#include "tables/walk.h"

#include <stdlib.h>

enum { NOTE_CHOOSER = 1, NOTE_APART = 2 };

struct note {
    uint64_t table; /* 0: no size was selected, and nothing but the rest of the line is wanted */
    uint64_t told, marks, users;
    int      seat;
    uint8_t  joined[PLAYERS];
};

/* ---- notes --------------------------------------------------------------- */

void note_client(struct client *c)
{
    const struct lobby *l = c->lobby;
    struct door        *d = c->door;
    struct buf          note = { 0 };

    if (!l || c == d->answering || !hall_has_nodes(d->hall))
        return; /* leaving, or its RESULT is still to come */
    varint_write(&note, l->table);
    varint_write(&note, l->told);
    varint_write_signed(&note, c->seat);
    varint_write(&note, (l->chooser == c->conn ? NOTE_CHOOSER : 0) | (d->apart == l ? NOTE_APART : 0));
    varint_write_str(&note, (struct str){ (const char *)l->joined, l->users });
    conn_note(d->hall, c->conn, c->heard, buf_view(&note));
    buf_release(&note);
}

void note_lobby(const struct lobby *l)
{
    for (struct client *c = l->clients; c; c = c->next)
        note_client(c);
}

static bool read_note(struct str bytes, struct note *note)
{
    int64_t    seat;
    struct str joined;

    if (!varint_read(&bytes, &note->table) || !varint_read(&bytes, &note->told) || note->told > UINT32_MAX ||
        !varint_read_signed(&bytes, &seat) || seat < ANONYMOUS || seat >= PLAYERS || !varint_read(&bytes, &note->marks) ||
        !varint_read_str(&bytes, &joined) || joined.len > PLAYERS)
        return false;
    note->seat = (int)seat;
    note->users = joined.len;
    memcpy(note->joined, joined.at, joined.len);
    for (size_t i = 0; i < joined.len; i++)
        if (note->joined[i] >= PLAYERS)
            return false;
    return true;
}

/* ---- what was missed ----------------------------------------------------- */

struct missed {
    struct client *client;
    struct lobby   alone; /* the client's lobby, with nobody else in it */
    bool           over;
};

/* Its lobby ended before the client was told anything. The requests that it made
 * will not be heard again: those that were carried out get their RESULT here. */
static void end_of_lobby(struct missed *m, const char *type, const char *description)
{
    struct client *c = m->client;

    for (; c->at_done < c->n_done; c->at_done++)
        say_result(c->door, c, true);
    if (!m->over && type)
        say_error(c->door, c, type, description);
    m->over = true;
}

static void remember_move(struct client *c, const struct move *m)
{
    c->done = mem_room(c->done, c->n_done, &c->cap_done, sizeof c->done[0]);
    c->done[c->n_done++] = *m;
}

static bool tell_row(void *arg, const struct walk *walk, const struct journal_row *row)
{
    struct missed *m = arg;
    struct client *c = m->client;

    switch (row->kind) {
    case EVENT_SAT:
        c->sat |= 1u << row->seat;
        say_all_joined(c->door, &m->alone, row->seat);
        break;
    case EVENT_STARTED:
        say_all_started(c->door, &m->alone, walk->replay.state);
        break;
    case EVENT_MOVED:
        if (row->seat == c->seat)
            remember_move(c, &walk->replay.move);
        say_all_effects(c->door, &m->alone, &walk->replay.effects);
        break;
    case EVENT_STOOD:
    case EVENT_LEFT:
        end_of_lobby(m, "User disconnected", "A user left, the lobby is closed");
        break;
    case EVENT_FINISHED: /* WIN told it */
        end_of_lobby(m, NULL, NULL);
        break;
    case EVENT_ABANDONED:
        end_of_lobby(m, "Internal error", "The table was closed");
        break;
    default:
        break;
    }
    return true;
}

/* Its users, in the order in which they came. */
static void name_users(struct lobby *l, const struct note *note, const struct table *t)
{
    for (size_t i = 0; i < note->users; i++)
        if (t->seat[note->joined[i]].kind != SITTER_NONE)
            lobby_name(l, t, note->joined[i]);
}

/* Tells the connection what happened since its note; false if that was the end
 * of its lobby. */
static bool tell_missed(struct client *c, const struct note *note, const struct table *t)
{
    struct missed m = { .client = c, .alone = { .clients = c, .size = t->seats } };

    name_users(&m.alone, note, t);
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind != SITTER_NONE)
            lobby_name(&m.alone, t, seat);
    if (note->told < t->seq && walk_table(c->door->hall, t, (uint32_t)note->told, t->seq, tell_row, &m) != ERR_OK)
        end_of_lobby(&m, "Internal error", "The table cannot be read");
    return !m.over && (t->phase == TABLE_WAITING || t->phase == TABLE_RUNNING);
}

/* ---- lobbies ------------------------------------------------------------- */

static void look_for_absent(struct hall *hall, void *self);

static void await(struct door *d, struct lobby *l, int seat)
{
    l->absent_until[seat] = hall_now(d->hall) + limit_now(SIZED_RESUME_SECONDS) * 1000;
    if (d->look_at)
        return;
    d->look_at = l->absent_until[seat];
    timer_at(d->hall, d->look_at, look_for_absent, d);
}

/* Connections that came before it was made again join the lobby, which has room. */
static void fill_again(struct door *d, struct lobby *l, bool apart)
{
    struct lobby **filling = apart ? &d->apart : &d->filling, *other = *filling;

    if (other && other->table)
        return;
    *filling = l;
    if (!other)
        return;
    for (struct client *c = other->clients, *next; c; c = next) {
        next = c->next;
        timer_cancel(d->hall, c->timer);
        client_enter(c, l);
        say_lobby(d, c);
        note_client(c);
    }
    free(other);
}

static struct lobby *lobby_again(struct door *d, const struct note *note, const struct table *t)
{
    struct lobby *l = map_get(&d->by_table, t->id);

    if (l)
        return l;
    l = mem_new(sizeof *l);
    l->progress_at = hall_now(d->hall);
    name_users(l, note, t);
    lobby_take(d, l, t);
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].kind == SITTER_DOOR)
            await(d, l, seat);
    if (l->users < l->size)
        fill_again(d, l, note->marks & NOTE_APART);
    return l;
}

bool lobby_awaits(const struct lobby *l)
{
    for (int seat = 0; seat < PLAYERS; seat++)
        if (l->absent_until[seat])
            return true;
    return false;
}

/* The seat of a user who has been away for too long; ANONYMOUS: there is none.
 * `*next` becomes the next time to look. */
static int lost_seat(const struct lobby *l, int64_t now, int64_t *next)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        int64_t until = l->absent_until[seat];

        if (until && until <= now)
            return seat;
        if (until && (!*next || until < *next))
            *next = until;
    }
    return ANONYMOUS;
}

static void look_for_absent(struct hall *hall, void *self)
{
    struct door   *d = self;
    size_t         n;
    struct lobby **all = lobbies_all(d, &n);

    d->look_at = 0;
    for (size_t i = 0; i < n; i++) {
        int seat = lost_seat(all[i], hall_now(hall), &d->look_at);

        if (seat != ANONYMOUS)
            lobby_lose_user(d, all[i], seat, "Connection lost", "did not come back");
    }
    free(all);
    if (d->look_at)
        timer_at(hall, d->look_at, look_for_absent, d);
}

/* ---- connections --------------------------------------------------------- */

void client_resume(struct door *d, uint64_t conn, const char *peer, struct str bytes)
{
    struct note note = { 0 };

    if (!read_note(bytes, &note) || !note.table) {
        client_attach(d, conn, peer);
        return;
    }
    struct client *c = client_new(d, conn, peer, note.seat);
    struct table  *t = table_find(d->hall, note.table);

    if (!t || t->game != &santorini_game || !tell_missed(c, &note, t)) {
        client_enter(c, NULL);
        return;
    }
    struct lobby *l = lobby_again(d, &note, t);
    client_enter(c, l);
    if (note.marks & NOTE_CHOOSER)
        l->chooser = conn;
    if (c->seat != ANONYMOUS)
        l->absent_until[c->seat] = 0;
    note_client(c);
}

void client_orphaned(struct client *c)
{
    if (!c->lobby || c->seat == ANONYMOUS) {
        client_gone(c, false);
        return;
    }
    await(c->door, c->lobby, c->seat);
    client_free(c);
}

bool client_did(struct client *c, const struct move *m)
{
    const struct move *did = c->at_done < c->n_done ? &c->done[c->at_done] : NULL;

    if (!c->repeats || !did || did->kind != m->kind || did->n != m->n || memcmp(did->arg, m->arg, m->n * sizeof m->arg[0]) != 0)
        return false;
    c->at_done++;
    return true;
}

static bool is_taken(const struct lobby *l, int seat)
{
    for (const struct client *c = l->clients; c; c = c->next)
        if (c->seat == seat)
            return true;
    return false;
}

bool client_sat(struct client *c, const struct table *t, struct str name)
{
    struct lobby *l = c->lobby;
    int           seat = c->repeats ? lobby_seat_of(l, name) : ANONYMOUS;

    if (seat < 0 || c->seat != ANONYMOUS || !(c->sat & 1u << seat) || t->seat[seat].kind != SITTER_DOOR || is_taken(l, seat))
        return false;
    c->seat = seat;
    l->absent_until[seat] = 0;
    return true;
}
