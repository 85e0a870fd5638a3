/* Power Chess speaks its protocol: WebSockets /play and /home, and the same
 * below /powerchess/. */
#include "base/mem.h"
#include "games/powerchess/dialect_self.h"

#include <stdlib.h>

enum { MESSAGE_MOST = 16 * 1024 };

/* Does somebody of this door wait at the table without a connection? */
static bool is_deserted(struct door *door, const struct table *t)
{
    const struct party *p = map_get(&door->parties, t->id);

    for (int seat = 0; seat < 2; seat++)
        if (t->seat[seat].kind == SITTER_DOOR && !(p && p->conn[seat]))
            return true;
    return false;
}

/* Waiting games whose creators went while it could not be noted: with the
 * server, or in a batch that was taken back. */
static void sweep(struct hall *hall, void *self)
{
    struct table *next = table_next_live(hall, &powerchess_game, 0);

    while (next) {
        struct table *t = next;

        next = table_next_live(hall, &powerchess_game, t->id);
        if (t->phase == TABLE_WAITING && is_deserted(self, t))
            table_abandon(hall, t, "creator left", DOOR);
    }
}

static enum err open_door(struct hall *hall, void **self)
{
    struct door *door = mem_new(sizeof *door);

    door->hall = hall;
    door->legacy = setting_flag(hall_settings(hall), "powerchess-legacy-client");
    seats_prepare(door);
    lobby_reread(door);
    timer_at(hall, hall_now(hall), sweep, door);
    *self = door;
    return ERR_OK;
}

static void close_door(struct hall *hall, void *self)
{
    struct door *door = self;

    (void)hall;
    parties_free(door);
    map_release(&door->shown);
    free(door->lobby);
    buf_release(&door->text);
    free(door);
}

/* After a batch that was taken back: what the lobby was told may be wrong. */
static void recover(struct hall *hall, void *self)
{
    sweep(hall, self);
    lobby_tell_all(self);
}

static void forget(struct hall *hall, void *self)
{
    struct door *door = self;

    parties_reread(door);
    lobby_reread(door);
    timer_at(hall, hall_now(hall), recover, door);
}

/* A table that somebody closes while it runs: the wire has no word for it, but
 * nobody shall wait for ever. */
static void abandoned(struct door *door, const struct party *p, const struct table *t)
{
    if (t->started_at)
        for (int seat = 0; seat < 2; seat++)
            play_game_over(door, p, seat, REASON_DRAW, OUTCOME_DRAW);
}

static void happened(struct hall *hall, void *self, struct table *t, const struct table_event *event)
{
    struct door  *door = self;
    struct party *p = map_get(&door->parties, t->id);

    (void)hall;
    if (event->kind == EVENT_OPENED)
        game_id_give(door, t);
    if (p && event->kind == EVENT_MOVED)
        play_moved(door, p, t, event);
    else if (p && event->kind == EVENT_ABANDONED)
        abandoned(door, p, t);
    else if (p && event->kind == EVENT_STARTED && !str_is(str_of(event->door), DOOR))
        for (int seat = 0; seat < 2; seat++)
            play_joined(door, p, t, seat);
    if (event->kind != EVENT_MOVED && event->kind != EVENT_DROPPED && !door->lobby_waits)
        lobby_update(door, t);
}

/* In the hall a start position is the option "fen". */
static enum err prepare(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                        const char **why)
{
    const struct jin *v = jin_get(options, "fen");
    struct str        fen;

    (void)hall, (void)self;
    if (!v)
        return ERR_OK;
    if (!jin_string(v, &fen))
        return *why = "fen is a text", ERR_REFUSED;
    buf_clear(extra);
    buf_str(extra, fen);
    setup->extra = buf_view(extra);
    return ERR_OK;
}

static const struct extra_option extras[] = { { "fen", "the start position, in Forsyth-Edwards notation" }, { 0 } };

static void describe(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out)
{
    (void)hall, (void)seat;
    jout_field_int(out, "gameId", t->listed ? (int64_t)t->id : game_id(self, t->id));
}

static const struct route routes[] = {
    { "/play", ROUTE_WS, 0, ROUTE_ANY_ORIGIN, MESSAGE_MOST, "powerchess_play", play_handle, play_failed },
    { "/home", ROUTE_WS, 0, ROUTE_ANY_ORIGIN, MESSAGE_MOST, "powerchess_home", lobby_handle, NULL },
    { "/powerchess/play", ROUTE_WS, 0, ROUTE_ANY_ORIGIN, MESSAGE_MOST, "powerchess_play", play_handle, play_failed },
    { "/powerchess/home", ROUTE_WS, 0, ROUTE_ANY_ORIGIN, MESSAGE_MOST, "powerchess_home", lobby_handle, NULL },
    { "/powerchess/pgn/*", ROUTE_HTTP, METHOD_GET, ROUTE_ANY_ORIGIN, 0, "powerchess_pgn", pgn_handle, NULL },
    { 0 },
};

static const struct setting settings[] = {
    { .name = "powerchess-legacy-client",
      .kind = SETTING_FLAG,
      .help = "serve the original Power Chess page: selection true is the first option, lobby colours are 0 and 1" },
    { 0 },
};

extern const struct dialect powerchess_dialect;
const struct dialect        powerchess_dialect = {
           .routes = routes,
           .settings = settings,
           .migrations = powerchess_migrations,
           .greeting = "ws://HOST/play  {\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true}",
           .open = open_door,
           .close = close_door,
           .forget = forget,
           .happened = happened,
           .extras = extras,
           .prepare = prepare,
           .describe = describe,
};
