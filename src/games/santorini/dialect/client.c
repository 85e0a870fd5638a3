/* Connections of the Santorini door: they come, are pinged, and go. */
#include "base/address.h"
#include "base/mem.h"
#include "games/santorini/dialect/lobby.h"
#include "people/account.h"

#include <stdio.h>
#include <stdlib.h>

enum { APART_MS = 60 * 1000 };

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

void client_dismiss(struct client *c)
{
    unlink_client(c);
    c->lobby = NULL;
    link_client(&c->door->leaving, c);
    timer_cancel(c->door->hall, c->timer);
    push_close(c->door->hall, c->conn, 1000);
}

/* ---- connections ------------------------------------------------------- */

/* An address that does this again and again to others is set apart. */
static void note_leaver(const struct client *c, const struct lobby *l)
{
    for (const struct client *other = l->clients; other; other = other->next)
        if (address_key(other->peer) != address_key(c->peer)) {
            if (!rate_allow(c->door->hall, "santorini-leave", str_of(c->peer), LEAVES_PER_MINUTE))
                rate_mark(c->door->hall, "santorini-apart", str_of(c->peer), APART_MS);
            return;
        }
}

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
        note_client(c);
        arm_ping(c);
        return;
    }
    if (c->seat != ANONYMOUS) {
        note_leaver(c, c->lobby);
        lobby_lose_user(c->door, c->lobby, c->seat, "Connection lost", "does not answer any more");
        return;
    }
    say_error(c->door, c, "Failed to respond to pings", "No answer to the latest pings, the connection is closed");
    client_leave(c);
}

struct client *client_new(struct door *d, uint64_t conn, const char *peer, int seat)
{
    struct client *c = mem_new(sizeof *c);

    *c = (struct client){ .door = d, .conn = conn, .seat = seat, .ping_at = hall_now(d->hall), .heard = 1 };
    snprintf(c->peer, sizeof c->peer, "%s", peer);
    conn_set_data(d->hall, conn, c);
    return c;
}

void client_enter(struct client *c, struct lobby *l)
{
    c->lobby = l;
    link_client(l ? &l->clients : &c->door->leaving, c);
    if (l)
        arm_ping(c);
    else
        push_close(c->door->hall, c->conn, 1000);
}

void client_free(struct client *c)
{
    unlink_client(c);
    timer_cancel(c->door->hall, c->timer);
    conn_set_data(c->door->hall, c->conn, NULL);
    free(c->done);
    free(c);
}

void client_attach(struct door *d, uint64_t conn, const char *peer)
{
    struct client *c = client_new(d, conn, peer, ANONYMOUS);

    client_enter(c, lobby_next(d, peer));
    say_lobby(d, c);
    note_client(c);
}

/* A connection is no longer in the lobby: it left, or was lost. */
static void without_client(struct door *d, struct lobby *l, int seat, bool lost)
{
    if (seat != ANONYMOUS && lost)
        lobby_lose_user(d, l, seat, "Connection lost", "does not read any more");
    else if (seat != ANONYMOUS)
        lobby_lose_user(d, l, seat, "User disconnected", "left");
    else if (!l->clients && !lobby_awaits(l))
        lobby_discard(d, l);
}

void client_leave(struct client *c)
{
    struct lobby *l = c->lobby;

    if (c->seat != ANONYMOUS)
        note_leaver(c, l);
    client_dismiss(c);
    without_client(c->door, l, c->seat, false);
}

void client_gone(struct client *c, bool lost)
{
    struct door  *d = c->door;
    struct lobby *l = c->lobby;
    int           seat = c->seat;

    if (l && seat != ANONYMOUS)
        note_leaver(c, l);
    client_free(c);
    if (l)
        without_client(d, l, seat, lost);
}
