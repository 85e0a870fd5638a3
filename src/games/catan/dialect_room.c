#include "games/catan/dialect_room.h"

#include "base/log.h"

#include <stdlib.h>

const char *const catan_rooms_migrations[] = {
    "CREATE TABLE catan_games (game_id TEXT PRIMARY KEY, table_id BIGINT NOT NULL, maximum INTEGER NOT NULL);"
    "CREATE TABLE catan_players (player_id TEXT PRIMARY KEY, table_id BIGINT NOT NULL, seat INTEGER NOT NULL,"
    " presence INTEGER NOT NULL);"
    "CREATE INDEX catan_players_by_table ON catan_players (table_id);",
    NULL,
};

/* ---- identifiers -------------------------------------------------------- */

/* FNV-1a, never 0. Two identifiers with one hash are kept apart by drawing
 * another, so it need not be more. */
static uint64_t hash_of(struct str id)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; i < id.len; i++)
        hash = (hash ^ (unsigned char)id.at[i]) * UINT64_C(0x100000001B3);
    return hash | 1;
}

static void draw_id(char id[ID_LENGTH + 1])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    for (int i = 0; i < ID_LENGTH; i++)
        id[i] = letters[hall_random_below(sizeof letters - 1)];
    id[ID_LENGTH] = '\0';
}

/* ---- the store ---------------------------------------------------------- */

static void save_players(struct rooms *rooms, const struct room *room)
{
    stmt_int(rooms->drop_players, 1, (int64_t)room->table);
    stmt_run(rooms->drop_players);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const struct room_player *p = &room->player[seat];

        if (!p->id[0])
            continue;
        stmt_text(rooms->add_player, 1, str_of(p->id));
        stmt_int(rooms->add_player, 2, (int64_t)room->table);
        stmt_int(rooms->add_player, 3, seat);
        stmt_int(rooms->add_player, 4, p->presence);
        stmt_run(rooms->add_player);
    }
}

static struct room *add_to_memory(struct rooms *rooms, uint64_t table)
{
    struct room *room = calloc(1, sizeof *room);

    if (!room)
        BUG("out of memory");
    room->table = table;
    map_put(&rooms->by_table, table, room);
    return room;
}

static void read_all(struct rooms *rooms)
{
    while (stmt_row(rooms->all_games)) {
        struct str id = stmt_col_text(rooms->all_games, 0);
        uint64_t   table = (uint64_t)stmt_col_int(rooms->all_games, 1);

        if (table == 0 || map_get(&rooms->by_table, table))
            continue;
        struct room *room = add_to_memory(rooms, table);
        str_copy(id, room->id, sizeof room->id);
        room->maximum = (int)stmt_col_int(rooms->all_games, 2);
        map_put(&rooms->by_id, hash_of(str_of(room->id)), room);
    }
    stmt_done(rooms->all_games);
    while (stmt_row(rooms->all_players)) {
        struct room *room = map_get(&rooms->by_table, (uint64_t)stmt_col_int(rooms->all_players, 1));
        int64_t      seat = stmt_col_int(rooms->all_players, 2);

        if (!room || seat < 0 || seat >= SEATS_MAX)
            continue;
        str_copy(stmt_col_text(rooms->all_players, 0), room->player[seat].id, sizeof room->player[seat].id);
        room->player[seat].presence = (enum presence)stmt_col_int(rooms->all_players, 3);
    }
    stmt_done(rooms->all_players);
}

/* ---- life --------------------------------------------------------------- */

void catan_rooms_open(struct rooms *rooms, struct hall *hall)
{
    struct store *store = hall_store(hall);

    *rooms = (struct rooms){
        .hall = hall,
        .next_seed = 1,
        .add_game = store_prepare(store, "INSERT INTO catan_games (game_id, table_id, maximum) VALUES (?1, ?2, ?3)"),
        .set_maximum = store_prepare(store, "UPDATE catan_games SET maximum = ?2 WHERE table_id = ?1"),
        .drop_game = store_prepare(store, "DELETE FROM catan_games WHERE game_id = ?1"),
        .add_player =
            store_prepare(store, "INSERT INTO catan_players (player_id, table_id, seat, presence) VALUES (?1, ?2, ?3, ?4)"),
        .drop_players = store_prepare(store, "DELETE FROM catan_players WHERE table_id = ?1"),
        .all_games = store_prepare(store, "SELECT game_id, table_id, maximum FROM catan_games"),
        .all_players = store_prepare(store, "SELECT player_id, table_id, seat, presence FROM catan_players"),
    };
    read_all(rooms);
}

static void clear(struct rooms *rooms)
{
    const struct map_slot *slot;
    size_t                 at = 0;

    while ((slot = map_next(&rooms->by_table, &at)))
        free(slot->value);
    map_release(&rooms->by_table);
    map_release(&rooms->by_id);
}

void catan_rooms_close(struct rooms *rooms)
{
    clear(rooms);
}

void catan_rooms_reread(struct rooms *rooms)
{
    clear(rooms);
    read_all(rooms);
}

/* ---- finding ------------------------------------------------------------ */

struct room *catan_rooms_find(const struct rooms *rooms, struct str id)
{
    struct room *room = map_get(&rooms->by_id, hash_of(id));

    return room && str_is(id, room->id) ? room : NULL;
}

struct room *catan_rooms_of_table(const struct rooms *rooms, uint64_t table)
{
    return map_get(&rooms->by_table, table);
}

int catan_room_seat(const struct room *room, struct str player_id)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (room->player[seat].id[0] && str_is(player_id, room->player[seat].id))
            return seat;
    return -1;
}

int catan_room_seated(const struct room *room)
{
    int n = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        n += room->player[seat].id[0] != '\0';
    return n;
}

bool catan_room_is_here(const struct room *room, const struct table *t, int seat)
{
    const struct catan *g = t->state;

    if (room->player[seat].presence == ASK_THE_GAME)
        return g && g->player[seat].active;
    return room->player[seat].presence == HERE;
}

/* ---- changing ----------------------------------------------------------- */

void catan_rooms_drop(struct rooms *rooms, struct room *room)
{
    stmt_text(rooms->drop_game, 1, str_of(room->id));
    stmt_run(rooms->drop_game);
    stmt_int(rooms->drop_players, 1, (int64_t)room->table);
    stmt_run(rooms->drop_players);
    map_remove(&rooms->by_id, hash_of(str_of(room->id)));
    map_remove(&rooms->by_table, room->table);
    free(room);
}

void catan_room_set_maximum(struct rooms *rooms, struct room *room, int maximum)
{
    room->maximum = maximum;
    stmt_int(rooms->set_maximum, 1, (int64_t)room->table);
    stmt_int(rooms->set_maximum, 2, maximum);
    stmt_run(rooms->set_maximum);
}

void catan_room_set_presence(struct rooms *rooms, struct room *room, int seat, enum presence presence)
{
    room->player[seat].presence = presence;
    save_players(rooms, room);
}

void catan_seat_active(struct hall *hall, struct table *t, int seat, bool active)
{
    struct move m;
    const char *why = "";

    move_begin(&m, SEAT_TABLE, SET_ACTIVE);
    move_add(&m, seat);
    move_add(&m, active);
    if (table_move(hall, t, &m, CATAN_DOOR, NULL, &why) != ERR_OK)
        log_error("catan", "table %llu: %s", (unsigned long long)t->id, why);
}

/* ---- following the hall -------------------------------------------------- */

static void opened(struct rooms *rooms, const struct table *t)
{
    struct room *room = add_to_memory(rooms, t->id);

    do
        draw_id(room->id);
    while (map_get(&rooms->by_id, hash_of(str_of(room->id))));
    map_put(&rooms->by_id, hash_of(str_of(room->id)), room);
    /* The protocol's own games have no room until somebody says how much. */
    room->maximum = strcmp(t->door, CATAN_DOOR) == 0 ? 0 : t->seats;
    stmt_text(rooms->add_game, 1, str_of(room->id));
    stmt_int(rooms->add_game, 2, (int64_t)room->table);
    stmt_int(rooms->add_game, 3, room->maximum);
    stmt_run(rooms->add_game);
}

static void sat(struct rooms *rooms, struct room *room, int seat)
{
    draw_id(room->player[seat].id);
    room->player[seat].presence = HERE;
    save_players(rooms, room);
}

/* Later seats move up. */
static void stood(struct rooms *rooms, struct room *room, int seat)
{
    memmove(&room->player[seat], &room->player[seat + 1], (size_t)(SEATS_MAX - 1 - seat) * sizeof room->player[0]);
    room->player[SEATS_MAX - 1] = (struct room_player){ 0 };
    save_players(rooms, room);
}

/* The hall closes gaps between taken seats. From now on the game knows who
 * takes part; whoever was sent out before it began is out from the first. */
static void started(struct rooms *rooms, struct room *room, struct table *t)
{
    unsigned away = 0;
    int      n = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct room_player p = room->player[seat];

        if (!p.id[0])
            continue;
        if (p.presence == AWAY)
            away |= 1u << n;
        p.presence = ASK_THE_GAME;
        room->player[seat] = (struct room_player){ 0 };
        room->player[n++] = p;
    }
    save_players(rooms, room);
    for (int seat = 0; seat < n; seat++)
        if (away & 1u << seat)
            catan_seat_active(rooms->hall, t, seat, false);
}

/* Somebody took over a seat that was given up: its old identifier is worth
 * nothing any more. */
static void returned(struct rooms *rooms, struct room *room, struct table *t, int seat)
{
    draw_id(room->player[seat].id);
    save_players(rooms, room);
    catan_seat_active(rooms->hall, t, seat, true);
}

void catan_rooms_happened(struct rooms *rooms, struct table *t, const struct table_event *event)
{
    struct room *room = catan_rooms_of_table(rooms, t->id);

    if (event->kind == EVENT_OPENED)
        opened(rooms, t);
    else if (!room)
        return;
    else if (event->kind == EVENT_SAT)
        sat(rooms, room, event->seat);
    else if (event->kind == EVENT_STOOD)
        stood(rooms, room, event->seat);
    else if (event->kind == EVENT_STARTED)
        started(rooms, room, t);
    else if (event->kind == EVENT_RETURNED)
        returned(rooms, room, t, event->seat);
    else if (event->kind == EVENT_ABANDONED && !t->state)
        catan_rooms_drop(rooms, room); /* it never began: nothing to look at any more */
}
