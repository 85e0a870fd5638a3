/* Seats taken through this door: permanently in the store, in memory while
 * connected. */
#include "base/mem.h"
#include "games/powerchess/dialect/self.h"

#include "people/account.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHUT_MS = 10 * 1000 }; /* how long guesses are refused after too many */

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

const char *const powerchess_erase_table[] = {
    "DELETE FROM powerchess_seats WHERE game = ?1",
    "DELETE FROM powerchess_private WHERE game = ?1",
    NULL,
};

void seats_prepare(struct door *door)
{
    struct store *store = hall_store(door->hall);

    door->put_seat = store_prepare(store, "INSERT INTO powerchess_seats (game, seat, player, name) VALUES (?1, ?2, ?3, ?4)");
    door->drop_seat = store_prepare(store, "DELETE FROM powerchess_seats WHERE game = ?1 AND seat = ?2");
    door->find_seats = store_prepare(store, "SELECT seat, player, name FROM powerchess_seats WHERE game = ?1");
    door->find_player = store_prepare(store, "SELECT 1 FROM powerchess_seats WHERE player = ?1");
    door->put_id = store_prepare(store, "INSERT INTO powerchess_private (id, game) VALUES (?1, ?2)");
    door->find_id = store_prepare(store, "SELECT id FROM powerchess_private WHERE game = ?1");
    door->find_table = store_prepare(store, "SELECT game FROM powerchess_private WHERE id = ?1");
}

/* ---- guesses ----------------------------------------------------------- */

static struct str conn_name(uint64_t conn, char out[24])
{
    snprintf(out, 24, "%llu", (unsigned long long)conn);
    return str_of(out);
}

bool guess_possible(struct door *door, uint64_t conn)
{
    char name[24];

    return !rate_is_marked(door->hall, "powerchess-shut", conn_name(conn, name)) &&
           !rate_is_marked(door->hall, "powerchess-shut", str_of(door->peer));
}

void guess_failed(struct door *door, uint64_t conn)
{
    char name[24];

    if (!rate_allow(door->hall, "powerchess-guess", conn_name(conn, name), GUESSES_PER_MINUTE))
        rate_mark(door->hall, "powerchess-shut", str_of(name), SHUT_MS);
    if (!rate_allow(door->hall, "powerchess-guess", str_of(door->peer), GUESSES_FROM_PER_MINUTE))
        rate_mark(door->hall, "powerchess-shut", str_of(door->peer), SHUT_MS);
}

/* ---- gameIds ----------------------------------------------------------- */

/* The number that a query returns for `key`, or `otherwise`. */
static int64_t look_up(struct stmt *query, int64_t key, int64_t otherwise)
{
    stmt_int(query, 1, key);
    if (stmt_row(query))
        otherwise = stmt_col_int(query, 0);
    stmt_done(query);
    return otherwise;
}

/* The greatest id that is given. */
static int64_t most_id(const struct door *door)
{
    return hall_test_mode(door->hall) ? ID_OF_TEST_MODE : ID_MOST;
}

void game_id_give(struct door *door, const struct table *t)
{
    int64_t id;

    if (t->listed)
        return;
    do
        id = ID_OF_PRIVATE + (int64_t)hall_random_below((uint64_t)(most_id(door) - ID_OF_PRIVATE + 1));
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
        player = (int64_t)hall_random_below((uint64_t)most_id(door) + 1);
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

void party_remove(struct door *door, struct party *p, int seat)
{
    stmt_int(door->drop_seat, 1, (int64_t)p->table);
    stmt_int(door->drop_seat, 2, seat);
    stmt_run(door->drop_seat);
    p->player[seat] = NO_PLAYER;
    party_unbind(door, p->conn[seat]);
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

/* ---- creators without a connection --------------------------------------- */

bool party_deserted(struct door *door, const struct table *t)
{
    const struct party *p = map_get(&door->parties, t->id);

    for (int seat = 0; seat < 2; seat++)
        if (t->seat[seat].kind == SITTER_DOOR && !(p && p->conn[seat]))
            return true;
    return false;
}

/* Takes those whose time is over out of the map; returns how many, and when the
 * next one's is (0: there is none). */
static int take_overdue(struct door *door, uint64_t *tables, int64_t *next)
{
    const struct map_slot *slot;
    int                    n = 0;

    *next = 0;
    for (size_t at = 0; (slot = map_next(&door->absent, &at));) {
        int64_t until = (int64_t)(uintptr_t)slot->value;

        if (until <= hall_now(door->hall))
            tables[n++] = slot->key;
        else if (!*next || until < *next)
            *next = until;
    }
    for (int i = 0; i < n; i++)
        map_remove(&door->absent, tables[i]);
    return n;
}

static void await_no_longer(struct hall *hall, void *self)
{
    struct door *door = self;
    uint64_t    *tables = mem_list(door->absent.n, sizeof tables[0]);
    int          n = take_overdue(door, tables, &door->await_until);

    for (int i = 0; i < n; i++) {
        struct table *t = table_find(hall, tables[i]);

        if (t && t->phase == TABLE_WAITING && party_deserted(door, t))
            table_abandon(hall, t, "creator left", DOOR);
    }
    free(tables);
    if (door->await_until)
        timer_at(hall, door->await_until, await_no_longer, door);
}

void party_await(struct door *door, const struct table *t)
{
    int64_t until = hall_now(door->hall) + RETURN_SECONDS * 1000;

    map_put(&door->absent, t->id, (void *)(uintptr_t)until);
    if (door->await_until)
        return; /* its timer comes first */
    door->await_until = until;
    timer_at(door->hall, until, await_no_longer, door);
}

/* A party with a connection on a seat that was never stored; NULL: none. */
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

/* A commit failed: seats taken in it do not exist, and the players who took
 * them have none. */
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
    map_release_with(&door->parties, free);
    map_release(&door->seated);
}
