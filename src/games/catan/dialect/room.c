#include "games/catan/dialect/room.h"

#include "base/log.h"
#include "base/mem.h"

#include <stdlib.h>

const char *const catan_rooms_migrations[] = {
    "CREATE TABLE catan_games (game_id TEXT PRIMARY KEY, table_id BIGINT NOT NULL, maximum INTEGER NOT NULL);"
    "CREATE TABLE catan_players (player_id TEXT PRIMARY KEY, table_id BIGINT NOT NULL, seat INTEGER NOT NULL,"
    " presence INTEGER NOT NULL);"
    "CREATE INDEX catan_players_by_table ON catan_players (table_id);",
    "CREATE INDEX catan_games_by_table ON catan_games (table_id);",
    "ALTER TABLE catan_games ADD COLUMN of_hall INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE catan_players ADD COLUMN public_id TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE catan_manager (name TEXT NOT NULL, password TEXT NOT NULL);",
    /* Tables of the hall from before the step above; their seats get new ids when they are loaded. */
    "UPDATE catan_games SET of_hall = 1 WHERE table_id IN (SELECT id FROM tables WHERE door <> 'catan');",
    NULL,
};

const char *const catan_rooms_erase_table[] = {
    "DELETE FROM catan_players WHERE table_id = ?1",
    "DELETE FROM catan_games WHERE table_id = ?1",
    NULL,
};

/* ---- identifiers -------------------------------------------------------- */

/* FNV-1a, never 0. When two identifiers share a hash, the map keeps the later
 * one; the other is looked up in the store each time. */
static uint64_t hash_of(struct str id)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; i < id.len; i++)
        hash = (hash ^ (unsigned char)id.at[i]) * UINT64_C(0x100000001B3);
    return hash | 1;
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

void catan_draw_id(char id[ID_LENGTH + 1])
{
    for (int i = 0; i < ID_LENGTH; i++)
        id[i] = letters[hall_random_below(sizeof letters - 1)];
    id[ID_LENGTH] = '\0';
}

/* ---- the store ---------------------------------------------------------- */

static void erase_rows(struct rooms *rooms, uint64_t table)
{
    stmt_int(rooms->drop_game, 1, (int64_t)table);
    stmt_run(rooms->drop_game);
    stmt_int(rooms->drop_players, 1, (int64_t)table);
    stmt_run(rooms->drop_players);
}

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
        stmt_text(rooms->add_player, 5, str_of(p->public));
        stmt_run(rooms->add_player);
    }
}

static struct room *remember(struct rooms *rooms, uint64_t table, struct str id, int maximum, bool of_hall)
{
    struct room *room = mem_new(sizeof *room);

    room->table = table;
    room->maximum = maximum;
    room->of_hall = of_hall;
    str_copy(id, room->id, sizeof room->id);
    map_put(&rooms->by_table, table, room);
    map_put(&rooms->by_id, hash_of(id), room);
    return room;
}

static void forget(struct rooms *rooms, struct room *room)
{
    if (map_get(&rooms->by_id, hash_of(str_of(room->id))) == room)
        map_remove(&rooms->by_id, hash_of(str_of(room->id)));
    map_remove(&rooms->by_table, room->table);
    free(room);
}

static void read_players(struct rooms *rooms, struct room *room)
{
    stmt_int(rooms->players_of, 1, (int64_t)room->table);
    while (stmt_row(rooms->players_of)) {
        int64_t seat = stmt_col_int(rooms->players_of, 1);

        if (seat < 0 || seat >= SEATS_MAX)
            continue;
        str_copy(stmt_col_text(rooms->players_of, 0), room->player[seat].id, sizeof room->player[seat].id);
        room->player[seat].presence = (enum presence)stmt_col_int(rooms->players_of, 2);
        str_copy(stmt_col_text(rooms->players_of, 3), room->player[seat].public, sizeof room->player[seat].public);
    }
    stmt_done(rooms->players_of);
}

/* ---- life --------------------------------------------------------------- */

void catan_rooms_open(struct rooms *rooms, struct hall *hall)
{
    struct store *store = hall_store(hall);

    *rooms = (struct rooms){
        .hall = hall,
        .next_seed = 1,
        .add_game = store_prepare(store, "INSERT INTO catan_games (game_id, table_id, maximum, of_hall) VALUES (?1, ?2, ?3, ?4)"),
        .set_maximum = store_prepare(store, "UPDATE catan_games SET maximum = ?2 WHERE table_id = ?1"),
        .drop_game = store_prepare(store, "DELETE FROM catan_games WHERE table_id = ?1"),
        .add_player = store_prepare(
            store, "INSERT INTO catan_players (player_id, table_id, seat, presence, public_id) VALUES (?1, ?2, ?3, ?4, ?5)"),
        .drop_players = store_prepare(store, "DELETE FROM catan_players WHERE table_id = ?1"),
        .table_of = store_prepare(store, "SELECT table_id FROM catan_games WHERE game_id = ?1"),
        .game_of = store_prepare(store, "SELECT game_id, maximum, of_hall FROM catan_games WHERE table_id = ?1"),
        .players_of = store_prepare(store, "SELECT player_id, seat, presence, public_id FROM catan_players WHERE table_id = ?1"),
        .count_games = store_prepare(store, "SELECT COUNT(*) FROM catan_games WHERE of_hall = 0"),
    };
}

void catan_rooms_forget(struct rooms *rooms)
{
    map_release_with(&rooms->by_table, free);
    map_release(&rooms->by_id);
}

/* ---- ids of seats ------------------------------------------------------- */

static void draw_ids(struct room *room, int seat)
{
    catan_draw_id(room->player[seat].id);
    if (room->of_hall)
        catan_draw_id(room->player[seat].public);
}

/* A seat at a table of the hall whose one id everybody at the table was told. */
static void renew_told_ids(struct rooms *rooms, struct room *room)
{
    bool told = false;

    for (int seat = 0; room->of_hall && seat < SEATS_MAX; seat++)
        if (room->player[seat].id[0] && !room->player[seat].public[0]) {
            draw_ids(room, seat);
            told = true;
        }
    if (told)
        save_players(rooms, room);
}

void catan_room_renew(struct rooms *rooms, struct room *room, int seat)
{
    draw_ids(room, seat);
    save_players(rooms, room);
}

/* ---- finding ------------------------------------------------------------ */

struct room *catan_rooms_of_table(struct rooms *rooms, uint64_t table)
{
    struct room *room = map_get(&rooms->by_table, table);

    if (room)
        return room;
    stmt_int(rooms->game_of, 1, (int64_t)table);
    if (stmt_row(rooms->game_of))
        room = remember(rooms, table, stmt_col_text(rooms->game_of, 0), (int)stmt_col_int(rooms->game_of, 1),
                        stmt_col_int(rooms->game_of, 2) != 0);
    stmt_done(rooms->game_of);
    if (room) {
        read_players(rooms, room);
        renew_told_ids(rooms, room);
    }
    return room;
}

/* Could it be one of ours? Nothing else is looked up in the store. */
static bool is_id(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!strchr(letters, text.at[i]) || !text.at[i])
            return false;
    return text.len == ID_LENGTH;
}

struct room *catan_rooms_find(struct rooms *rooms, struct str id)
{
    struct room *room = map_get(&rooms->by_id, hash_of(id));
    uint64_t     table = 0;

    if (room && str_is(id, room->id))
        return room;
    if (!is_id(id))
        return NULL;
    stmt_text(rooms->table_of, 1, id);
    if (stmt_row(rooms->table_of))
        table = (uint64_t)stmt_col_int(rooms->table_of, 0);
    stmt_done(rooms->table_of);
    return table ? catan_rooms_of_table(rooms, table) : NULL;
}

int catan_room_seat(const struct room *room, struct str player_id)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (room->player[seat].id[0] && str_is(player_id, room->player[seat].id))
            return seat;
    return -1;
}

int catan_room_named(const struct room *room, struct str id, int asker)
{
    for (int seat = 0; seat < SEATS_MAX && id.len; seat++)
        if (str_is(id, catan_room_id_for(room, seat, asker)) || str_is(id, room->player[seat].public))
            return seat;
    return -1;
}

const char *catan_room_id_for(const struct room *room, int seat, int asker)
{
    const struct room_player *p = &room->player[seat];

    return seat == asker || !p->public[0] ? p->id : p->public;
}

int64_t catan_rooms_managed(struct rooms *rooms)
{
    int64_t n = stmt_row(rooms->count_games) ? stmt_col_int(rooms->count_games, 0) : 0;

    stmt_done(rooms->count_games);
    return n;
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
    erase_rows(rooms, room->table);
    forget(rooms, room);
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
    struct move    m;
    struct refusal why = { 0 };

    move_begin(&m, SEAT_TABLE, SET_ACTIVE);
    move_add(&m, seat);
    move_add(&m, active);
    if (table_move(hall, t, &m, CATAN_DOOR, NULL, &why) != ERR_OK)
        log_error("catan", "table %llu: %s", (unsigned long long)t->id, why.text);
}

/* ---- following the hall -------------------------------------------------- */

static void opened(struct rooms *rooms, const struct table *t)
{
    char id[ID_LENGTH + 1];

    /* A table with this number may have been rolled back, which leaves rows. */
    erase_rows(rooms, t->id);
    do
        catan_draw_id(id);
    while (catan_rooms_find(rooms, str_of(id)));
    /* The protocol's own games have no seats until the manager sets a
     * maximum. */
    bool         of_hall = strcmp(t->door, CATAN_DOOR) != 0;
    struct room *room = remember(rooms, t->id, str_of(id), of_hall ? t->seats : 0, of_hall);
    stmt_text(rooms->add_game, 1, str_of(room->id));
    stmt_int(rooms->add_game, 2, (int64_t)room->table);
    stmt_int(rooms->add_game, 3, room->maximum);
    stmt_int(rooms->add_game, 4, room->of_hall);
    stmt_run(rooms->add_game);
}

static void sat(struct rooms *rooms, struct room *room, int seat)
{
    draw_ids(room, seat);
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
 * takes part; a player who was sent out before the start is out from the first
 * move. */
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

/* Somebody took over an abandoned seat: its old identifier becomes invalid. */
static void returned(struct rooms *rooms, struct room *room, struct table *t, int seat)
{
    draw_ids(room, seat);
    save_players(rooms, room);
    catan_seat_active(rooms->hall, t, seat, true);
}

/* A room leaves memory together with its table; the hall decides when. */
void catan_rooms_happened(struct rooms *rooms, struct table *t, const struct table_event *event)
{
    if (event->kind == EVENT_OPENED) {
        opened(rooms, t);
        return;
    }
    struct room *room = event->kind == EVENT_DROPPED ? map_get(&rooms->by_table, t->id) : catan_rooms_of_table(rooms, t->id);
    if (!room)
        return;
    if (event->kind == EVENT_SAT)
        sat(rooms, room, event->seat);
    else if (event->kind == EVENT_STOOD)
        stood(rooms, room, event->seat);
    else if (event->kind == EVENT_STARTED)
        started(rooms, room, t);
    else if (event->kind == EVENT_RETURNED)
        returned(rooms, room, t, event->seat);
    else if (event->kind == EVENT_ABANDONED && !t->state)
        catan_rooms_drop(rooms, room); /* it never started: there is nothing to look at */
    else if (event->kind == EVENT_DROPPED)
        forget(rooms, room);
}
