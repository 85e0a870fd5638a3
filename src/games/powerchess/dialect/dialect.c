/* The Power Chess protocol: WebSockets /play and /home, and the same below
 * /powerchess/. */
#include "base/mem.h"
#include "games/powerchess/dialect/self.h"

#include <stdlib.h>

enum { MESSAGE_MOST = 16 * 1024 };

/* When a server ends, creators lose their connections but not their games: they
 * may come back to this one, or to the node that leads next. */
static void await_creators(struct hall *hall, struct door *door)
{
    uint64_t after = 0;

    for (struct table *t; (t = table_next_live(hall, &powerchess_game, after)); after = t->id)
        if (t->phase == TABLE_WAITING && party_deserted(door, t))
            party_await(door, t);
}

/* Waiting games whose creators left in a batch that was rolled back. */
static void sweep(struct hall *hall, struct door *door)
{
    struct table *next = table_next_live(hall, &powerchess_game, 0);

    while (next) {
        struct table *t = next;

        next = table_next_live(hall, &powerchess_game, t->id);
        if (t->phase == TABLE_WAITING && party_deserted(door, t) && !map_get(&door->absent, t->id))
            table_abandon(hall, t, "creator left", DOOR);
    }
}

static enum err open_door(struct hall *hall, void **self)
{
    struct door *door = mem_new(sizeof *door);

    door->hall = hall;
    door->legacy = setting_flag(hall_settings(hall), "powerchess-legacy-client");
    seats_prepare(door);
    await_creators(hall, door);
    lobby_reread(door);
    *self = door;
    return ERR_OK;
}

static void close_door(struct hall *hall, void *self)
{
    struct door *door = self;

    (void)hall;
    parties_free(door);
    map_release(&door->absent);
    map_release(&door->shown);
    map_release(&door->homes);
    free(door->lobby);
    buf_release(&door->all);
    buf_release(&door->text);
    free(door);
}

/* After a batch was rolled back: the lobby may have been told something
 * wrong. */
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

/* A table that is closed while it runs: the protocol cannot express that, but
 * nobody should wait forever. */
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
                        struct refusal *why)
{
    const struct jin *v = jin_get(options, "fen");
    struct str        fen;

    (void)hall, (void)self;
    if (!v)
        return ERR_OK;
    if (!jin_string(v, &fen))
        return refuse(why, powerchess_refusals, REFUSE_BAD_POSITION);
    buf_clear(extra);
    buf_str(extra, fen);
    setup->extra = buf_view(extra);
    return ERR_OK;
}

static const struct extra_option extras[] = {
    { .name = "fen", .title = "Start position", .help = "the start position, in Forsyth-Edwards notation" },
    { 0 },
};

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

static const struct limit limits[] = {
    { "GUESSES_PER_MINUTE", GUESSES_PER_MINUTE, "unknown ids of private games and seats of a connection, a minute",
      "ERROR, for ten seconds", false },
    { "GUESSES_FROM_PER_MINUTE", GUESSES_FROM_PER_MINUTE, "the same of an address", "ERROR, for ten seconds", false },
    { "GAMES_PER_MINUTE", GAMES_PER_MINUTE, "games that an address opens, a minute", "ERROR", false },
    { "RETURN_SECONDS", RETURN_SECONDS, "seconds that a waiting game waits for its creator after the server ended",
      "the game is gone", false },
    { 0 },
};

static const struct setting settings[] = {
    { .name = "powerchess-legacy-client",
      .kind = SETTING_FLAG,
      .help = "serve the original Power Chess page: selection true is the first option, lobby colours are 0 and 1" },
    { 0 },
};

/* clang-format off */
extern const struct dialect powerchess_dialect;
const struct dialect powerchess_dialect = {
    .part = { .name = "powerchess", .routes = routes, .settings = settings, .limits = limits, .migrations = powerchess_migrations,
              .open = open_door, .close = close_door, .forget = forget },
    .greeting = "ws://HOST/play  {\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true}",
    .happened = happened, .extras = extras, .prepare = prepare, .describe = describe, .erase_table = powerchess_erase_table,
    .for_strangers = true,
};
/* clang-format on */
