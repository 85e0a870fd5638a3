/* Who sits where, through this door: in the store for good, in memory while
 * connected. */
#include "base/mem.h"
#include "games/powerchess/dialect_self.h"

#include <stdlib.h>

const char *const powerchess_migrations[] = {
    "CREATE TABLE powerchess_seats ("
    " game BIGINT NOT NULL,"
    " seat INTEGER NOT NULL,"
    " player BIGINT NOT NULL UNIQUE,"
    " name TEXT NOT NULL,"
    " PRIMARY KEY (game, seat));"
    "CREATE TABLE powerchess_private ("
    " id BIGINT NOT NULL PRIMARY KEY,"
    " game BIGINT NOT NULL UNIQUE);",
    NULL,
};

void seats_prepare(struct door *door)
{
    struct store *store = hall_store(door->hall);

    door->put_seat = store_prepare(store, "INSERT INTO powerchess_seats (game, seat, player, name) VALUES (?1, ?2, ?3, ?4)");
    door->find_seats = store_prepare(store, "SELECT seat, player, name FROM powerchess_seats WHERE game = ?1");
    door->find_player = store_prepare(store, "SELECT 1 FROM powerchess_seats WHERE player = ?1");
    door->put_id = store_prepare(store, "INSERT INTO powerchess_private (id, game) VALUES (?1, ?2)");
    door->find_id = store_prepare(store, "SELECT id FROM powerchess_private WHERE game = ?1");
    door->find_table = store_prepare(store, "SELECT game FROM powerchess_private WHERE id = ?1");
}

/* ---- gameIds ----------------------------------------------------------- */

/* The one number that a query gives for another, or `otherwise`. */
static int64_t look_up(struct stmt *query, int64_t key, int64_t otherwise)
{
    stmt_int(query, 1, key);
    if (stmt_row(query))
        otherwise = stmt_col_int(query, 0);
    stmt_done(query);
    return otherwise;
}

void game_id_give(struct door *door, const struct table *t)
{
    int64_t id;

    if (t->listed)
        return;
    do
        id = ID_OF_PRIVATE + (int64_t)hall_random_below((uint64_t)(ID_MOST - ID_OF_PRIVATE + 1));
    while (look_up(door->find_table, id, 0));
    stmt_int(door->put_id, 1, id);
    stmt_int(door->put_id, 2, (int64_t)t->id);
    stmt_run(door->put_id);
}

int64_t game_id(struct door *door, uint64_t table)
{
    return look_up(door->find_id, (int64_t)table, (int64_t)table);
}

struct table *game_id_table(struct door *door, int64_t id)
{
    bool private = id >= ID_OF_PRIVATE;
    int64_t       table = private ? look_up(door->find_table, id, 0) : id;
    struct table *t = table > 0 ? table_find(door->hall, (uint64_t)table) : NULL;

    return t && t->game == &powerchess_game && t->listed != private ? t : NULL;
}

/* ---- seats ------------------------------------------------------------- */

static void read_seats(struct door *door, struct party *p)
{
    p->player[WHITE] = p->player[BLACK] = NO_PLAYER;
    p->id = game_id(door, p->table);
    stmt_int(door->find_seats, 1, (int64_t)p->table);
    while (stmt_row(door->find_seats)) {
        int64_t seat = stmt_col_int(door->find_seats, 0);

        if (seat != WHITE && seat != BLACK)
            continue;
        p->player[seat] = stmt_col_int(door->find_seats, 1);
        str_copy(stmt_col_text(door->find_seats, 2), p->name[seat], sizeof p->name[seat]);
    }
    stmt_done(door->find_seats);
}

struct party *party_get(struct door *door, uint64_t table)
{
    struct party *p = map_get(&door->parties, table);

    if (p)
        return p;
    p = mem_new(sizeof *p);
    p->table = table;
    read_seats(door, p);
    map_put(&door->parties, table, p);
    return p;
}

void party_give_back(struct door *door, struct party *p)
{
    if (p->conn[WHITE] || p->conn[BLACK])
        return;
    map_remove(&door->parties, p->table);
    free(p);
}

static int64_t new_player(struct door *door)
{
    int64_t player;

    do
        player = (int64_t)hall_random_below(ID_MOST + 1);
    while (look_up(door->find_player, player, 0));
    return player;
}

void party_add(struct door *door, struct party *p, int seat, struct str name)
{
    p->player[seat] = new_player(door);
    str_copy(name, p->name[seat], sizeof p->name[seat]);
    stmt_int(door->put_seat, 1, (int64_t)p->table);
    stmt_int(door->put_seat, 2, seat);
    stmt_int(door->put_seat, 3, p->player[seat]);
    stmt_text(door->put_seat, 4, str_of(p->name[seat]));
    stmt_run(door->put_seat);
}

void party_bind(struct door *door, struct party *p, int seat, uint64_t conn)
{
    party_unbind(door, conn);
    p->conn[seat] = conn;
    map_put(&door->seated, conn, p);
}

void party_unbind(struct door *door, uint64_t conn)
{
    struct party *p = map_remove(&door->seated, conn);

    if (!p)
        return;
    p->conn[party_seat(p, conn)] = 0;
    party_give_back(door, p);
}

int party_seat(const struct party *p, uint64_t conn)
{
    return p->conn[WHITE] == conn ? WHITE : p->conn[BLACK] == conn ? BLACK : -1;
}

int party_player(const struct party *p, int64_t player)
{
    return p->player[WHITE] == player ? WHITE : p->player[BLACK] == player ? BLACK : -1;
}

struct str party_name(const struct party *p, const struct table *t, int seat)
{
    return str_of(p->player[seat] == NO_PLAYER ? t->seat[seat].name : p->name[seat]);
}

/* A party with a connection on a seat that was never kept; NULL: none. */
static struct party *find_stale(struct door *door, int *seat)
{
    const struct map_slot *slot;

    for (size_t at = 0; (slot = map_next(&door->parties, &at));) {
        struct party *p = slot->value;

        for (*seat = WHITE; *seat <= BLACK; ++*seat)
            if (p->conn[*seat] && p->player[*seat] == NO_PLAYER)
                return p;
    }
    return NULL;
}

/* A commit failed: seats that were noted in it do not exist, and whoever took
 * one sits nowhere. */
void parties_reread(struct door *door)
{
    const struct map_slot *slot;
    struct party          *stale;
    int                    seat;

    for (size_t at = 0; (slot = map_next(&door->parties, &at));)
        read_seats(door, slot->value);
    while ((stale = find_stale(door, &seat)))
        party_unbind(door, stale->conn[seat]);
}

void parties_free(struct door *door)
{
    const struct map_slot *slot;

    for (size_t at = 0; (slot = map_next(&door->parties, &at));)
        free(slot->value);
    map_release(&door->parties);
    map_release(&door->seated);
}
