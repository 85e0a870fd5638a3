/* What the Small World door keeps beside journals: its users with their sids,
 * maps, names of games, seats, messages, and every recorded command as it was
 * sent. Ids count from 1 and follow the highest in use. */
#include "base/mem.h"
#include "games/smallworld/dialect_self.h"

#include <stdlib.h>

static const char first_tables[] =
    "CREATE TABLE smallworld_users ("
    "  id BIGINT PRIMARY KEY,"
    "  account BIGINT NOT NULL," /* 0: a computer player */
    "  sid BIGINT,"
    "  robot INTEGER NOT NULL,"
    "  name TEXT NOT NULL);"
    "CREATE UNIQUE INDEX smallworld_users_by_sid ON smallworld_users (sid);"
    "CREATE INDEX smallworld_users_by_account ON smallworld_users (account);"
    "CREATE INDEX smallworld_users_by_name ON smallworld_users (name);"
    "CREATE TABLE smallworld_counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);"
    "INSERT INTO smallworld_counters VALUES ('sid', 0);"
    "CREATE TABLE smallworld_messages ("
    "  id BIGINT PRIMARY KEY,"
    "  user_id BIGINT NOT NULL,"
    "  username TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  at BIGINT NOT NULL);"
    "CREATE TABLE smallworld_maps ("
    "  id BIGINT PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  players INTEGER NOT NULL,"
    "  turns INTEGER NOT NULL,"
    "  regions TEXT NOT NULL," /* region lines of map.h */
    "  shapes TEXT NOT NULL,"  /* one line a region: its coordinates, as they were given */
    "  layout TEXT NOT NULL,"  /* the same, made up where none were given */
    "  picture TEXT NOT NULL);"
    "CREATE TABLE smallworld_pictures ("
    "  path TEXT PRIMARY KEY,"
    "  map_id BIGINT NOT NULL,"
    "  bytes BYTEA NOT NULL);"
    "CREATE TABLE smallworld_games ("
    "  id BIGINT PRIMARY KEY,"
    "  table_id BIGINT NOT NULL UNIQUE,"
    "  map_id BIGINT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  description TEXT NOT NULL,"
    "  ai INTEGER NOT NULL,"
    "  dead INTEGER NOT NULL,"
    "  over INTEGER NOT NULL," /* finished; then the next two are its last ones, so that lists need no replay */
    "  turn INTEGER NOT NULL,"
    "  active BIGINT NOT NULL);"
    "CREATE INDEX smallworld_games_by_name ON smallworld_games (name, dead);"
    "CREATE INDEX smallworld_games_alive ON smallworld_games (dead, id);"
    "CREATE TABLE smallworld_seats ("
    "  game BIGINT NOT NULL,"
    "  seat INTEGER NOT NULL,"
    "  user_id BIGINT NOT NULL,"
    "  gone INTEGER NOT NULL,"
    "  by_hall INTEGER NOT NULL," /* taken through the hall, where nobody leaves a finished game */
    "  PRIMARY KEY (game, seat));"
    "CREATE INDEX smallworld_seats_by_user ON smallworld_seats (user_id, gone, game);"
    "CREATE TABLE smallworld_commands ("
    "  game BIGINT NOT NULL,"
    "  seq BIGINT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (game, seq));";

const char *const smallworld_migrations[] = { first_tables, NULL };

/* A user with the game where he sits, the latest if there are several. */
#define USER_WHERE(condition)                                                                                                      \
    "SELECT u.id, u.account, u.sid, u.robot, u.name, s.game, s.seat, g.table_id FROM smallworld_users u"                           \
    " LEFT JOIN smallworld_seats s ON s.user_id = u.id AND s.gone = 0"                                                             \
    " LEFT JOIN smallworld_games g ON g.id = s.game WHERE " condition " ORDER BY s.game DESC LIMIT 1"

#define MAP_COLUMNS "SELECT id, name, players, turns, regions, shapes, picture, layout FROM smallworld_maps"
#define GAME_COLUMNS "SELECT id, table_id, map_id, name, description, ai, dead FROM smallworld_games"

void smallworld_prepare_statements(struct smallworld *s)
{
    struct statements *q = &s->sql;
    const struct {
        struct stmt **at;
        const char   *sql;
    } all[] = {
        { &q->user_by_sid, USER_WHERE("u.sid = ?1") },
        { &q->user_by_id, USER_WHERE("u.id = ?1") },
        { &q->user_by_account, USER_WHERE("u.account = ?1") },
        { &q->user_by_name, USER_WHERE("u.name = ?1 AND u.robot = 1") },
        { &q->user_add, "INSERT INTO smallworld_users (id, account, robot, name) VALUES (?1, ?2, ?3, ?4)" },
        { &q->user_sid, "UPDATE smallworld_users SET sid = ?2 WHERE id = ?1" },
        { &q->user_rename, "UPDATE smallworld_users SET name = ?2 WHERE id = ?1" },
        { &q->user_top, "SELECT MAX(id) FROM smallworld_users" },
        { &q->counter, "SELECT value FROM smallworld_counters WHERE name = 'sid'" },
        { &q->counter_set, "UPDATE smallworld_counters SET value = ?1 WHERE name = 'sid'" },
        { &q->message_add, "INSERT INTO smallworld_messages (id, user_id, username, text, at) VALUES (?1, ?2, ?3, ?4, ?5)" },
        { &q->message_drop, "DELETE FROM smallworld_messages WHERE id <= ?1" },
        { &q->message_top, "SELECT MAX(id) FROM smallworld_messages" },
        { &q->messages, "SELECT id, user_id, username, text, at FROM (SELECT * FROM smallworld_messages WHERE id > ?1"
                        " ORDER BY id DESC LIMIT ?2) AS newest ORDER BY id" },
        { &q->map_add, "INSERT INTO smallworld_maps (id, name, players, turns, regions, shapes, picture, layout)"
                       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)" },
        { &q->map_top, "SELECT MAX(id) FROM smallworld_maps" },
        { &q->map_by_id, MAP_COLUMNS " WHERE id = ?1" },
        { &q->map_by_name, MAP_COLUMNS " WHERE name = ?1" },
        { &q->maps, MAP_COLUMNS " ORDER BY id" },
        { &q->map_picture, "UPDATE smallworld_maps SET picture = ?2 WHERE id = ?1" },
        { &q->maps_bytes, "SELECT SUM(?1 + LENGTH(regions) + LENGTH(shapes) + LENGTH(layout)) FROM smallworld_maps" },
        { &q->pictures_bytes, "SELECT SUM(LENGTH(bytes)) FROM smallworld_pictures WHERE map_id <> ?1" },
        { &q->picture_put, "INSERT INTO smallworld_pictures (path, map_id, bytes) VALUES (?1, ?2, ?3)" },
        { &q->picture_drop, "DELETE FROM smallworld_pictures WHERE map_id = ?1" },
        { &q->picture, "SELECT bytes FROM smallworld_pictures WHERE path = ?1" },
        { &q->game_add, "INSERT INTO smallworld_games (id, table_id, map_id, name, description, ai, dead, over, turn, active)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, 0)" },
        { &q->game_top, "SELECT MAX(id) FROM smallworld_games" },
        { &q->game_by_id, "SELECT table_id FROM smallworld_games WHERE id = ?1" },
        { &q->game_by_table, GAME_COLUMNS " WHERE table_id = ?1" },
        { &q->game_by_name, "SELECT id FROM smallworld_games WHERE name = ?1 AND dead = 0" },
        { &q->games, "SELECT id, over, turn, active FROM smallworld_games WHERE dead = 0 AND id > ?1 ORDER BY id LIMIT 1" },
        { &q->any_game, "SELECT id FROM smallworld_games WHERE id > ?1 ORDER BY id LIMIT 1" },
        { &q->games_waiting, "SELECT id FROM smallworld_games WHERE dead = 0 AND over = 0 AND ai > 0" },
        { &q->game_map, "UPDATE smallworld_games SET map_id = ?2 WHERE id = ?1" },
        { &q->game_dead, "UPDATE smallworld_games SET dead = 1 WHERE id = ?1" },
        { &q->game_over, "UPDATE smallworld_games SET over = 1, turn = ?2, active = ?3 WHERE id = ?1" },
        { &q->game_erase, "DELETE FROM smallworld_games WHERE id = ?1" },
        { &q->seats, "SELECT s.seat, s.user_id, s.gone, u.robot FROM smallworld_seats s JOIN smallworld_users u ON u.id = s.user_id"
                     " WHERE s.game = ?1 ORDER BY s.seat" },
        { &q->seat_put, "INSERT INTO smallworld_seats (game, seat, user_id, gone, by_hall) VALUES (?1, ?2, ?3, ?4, ?5)" },
        { &q->seat_leave, "UPDATE smallworld_seats SET gone = 1 WHERE game = ?1 AND seat = ?2" },
        { &q->seats_leave, "UPDATE smallworld_seats SET gone = 1 WHERE game = ?1 AND by_hall >= ?2" },
        { &q->seat_erase, "DELETE FROM smallworld_seats WHERE game = ?1 AND seat = ?2" },
        { &q->seat_move_up, "UPDATE smallworld_seats SET seat = seat - 1 WHERE game = ?1 AND seat = ?2" },
        { &q->command_add, "INSERT INTO smallworld_commands (game, seq, text) VALUES (?1, ?2, ?3)" },
        { &q->command_top, "SELECT MAX(seq) FROM smallworld_commands WHERE game = ?1" },
        { &q->command_set, "UPDATE smallworld_commands SET text = ?3 WHERE game = ?1 AND seq = ?2" },
        { &q->command_get, "SELECT text FROM smallworld_commands WHERE game = ?1 AND seq = ?2" },
        { &q->commands, "SELECT text FROM smallworld_commands WHERE game = ?1 ORDER BY seq" },
        { &q->accounts, "SELECT account FROM smallworld_users WHERE account > ?1 ORDER BY account LIMIT 1" },
        { &q->erase_seats, "DELETE FROM smallworld_seats WHERE game = ?1" },
        { &q->erase_commands, "DELETE FROM smallworld_commands WHERE game = ?1" },
        { &q->wipe[0], "DELETE FROM smallworld_users" },
        { &q->wipe[1], "DELETE FROM smallworld_messages" },
        { &q->wipe[2], "DELETE FROM smallworld_maps" },
        { &q->wipe[3], "DELETE FROM smallworld_pictures" },
        { &q->wipe[4], "DELETE FROM smallworld_games" },
        { &q->wipe[5], "DELETE FROM smallworld_seats" },
        { &q->wipe[6], "DELETE FROM smallworld_commands" },
        { &q->wipe[7], "UPDATE smallworld_counters SET value = 0" },
    };

    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        *all[i].at = store_prepare(hall_store(s->hall), all[i].sql);
}

/* ---- users --------------------------------------------------------------- */

static bool read_user(struct stmt *q, struct user *out)
{
    bool found = stmt_row(q);

    if (found) {
        *out = (struct user){
            .id = stmt_col_int(q, 0),
            .account = (uint64_t)stmt_col_int(q, 1),
            .sid = stmt_col_int(q, 2),
            .robot = stmt_col_int(q, 3),
            .game = stmt_col_int(q, 5),
            .seat = (int)stmt_col_int(q, 6),
            .table = (uint64_t)stmt_col_int(q, 7),
        };
        str_copy(stmt_col_text(q, 4), out->name, sizeof out->name);
    }
    stmt_done(q);
    return found;
}

static bool user_by_number(struct stmt *q, int64_t number, struct user *out)
{
    stmt_int(q, 1, number);
    return read_user(q, out);
}

bool sw_user_by_sid(struct smallworld *s, int64_t sid, struct user *out)
{
    return sid > 0 && user_by_number(s->sql.user_by_sid, sid, out);
}

bool sw_user_by_id(struct smallworld *s, int64_t id, struct user *out)
{
    return user_by_number(s->sql.user_by_id, id, out);
}

bool sw_user_by_account(struct smallworld *s, uint64_t account, struct user *out)
{
    return account && user_by_number(s->sql.user_by_account, (int64_t)account, out);
}

bool sw_user_by_name(struct smallworld *s, struct str name, struct user *out)
{
    stmt_text(s->sql.user_by_name, 1, name);
    return read_user(s->sql.user_by_name, out);
}

int64_t sw_row_top(struct stmt *q)
{
    int64_t top = stmt_row(q) ? stmt_col_int(q, 0) : 0;

    stmt_done(q);
    return top;
}

int64_t sw_user_add(struct smallworld *s, uint64_t account, struct str name, bool robot)
{
    struct stmt *q = s->sql.user_add;
    int64_t      id = sw_row_top(s->sql.user_top) + 1;

    stmt_int(q, 1, id);
    stmt_int(q, 2, (int64_t)account);
    stmt_int(q, 3, robot);
    stmt_text(q, 4, name);
    stmt_run(q);
    return id;
}

int64_t sw_user_of_account(struct smallworld *s, const struct account *account)
{
    struct user user;

    if (!sw_user_by_account(s, account->id, &user))
        return sw_user_add(s, account->id, str_of(account->name), false);
    if (strcmp(user.name, account->name) != 0) {
        stmt_int(s->sql.user_rename, 1, user.id);
        stmt_text(s->sql.user_rename, 2, str_of(account->name));
        stmt_run(s->sql.user_rename);
    }
    return user.id;
}

/* Test mode counts, for suites that know the next one; otherwise nobody can
 * guess 53 bits, the most that every client's numbers hold. */
static int64_t new_sid(struct smallworld *s)
{
    struct user nobody;

    if (s->test_mode) {
        int64_t sid = sw_row_top(s->sql.counter) + 1;

        stmt_int(s->sql.counter_set, 1, sid);
        stmt_run(s->sql.counter_set);
        return sid;
    }
    int64_t sid;
    do
        sid = (int64_t)hall_random_below((UINT64_C(1) << 53) - 1) + 1;
    while (sw_user_by_sid(s, sid, &nobody));
    return sid;
}

int64_t sw_user_log_in(struct smallworld *s, int64_t user)
{
    int64_t sid = new_sid(s);

    stmt_int(s->sql.user_sid, 1, user);
    stmt_int(s->sql.user_sid, 2, sid);
    stmt_run(s->sql.user_sid);
    return sid;
}

void sw_user_log_out(struct smallworld *s, int64_t user)
{
    stmt_int(s->sql.user_sid, 1, user);
    stmt_null(s->sql.user_sid, 2);
    stmt_run(s->sql.user_sid);
}

/* ---- games --------------------------------------------------------------- */

struct table *sw_game_table(struct smallworld *s, int64_t game)
{
    struct stmt *q = s->sql.game_by_id;
    uint64_t     table = 0;

    stmt_int(q, 1, game);
    if (stmt_row(q))
        table = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    return table ? table_find(s->hall, table) : NULL;
}

struct table *sw_game_listed(struct smallworld *s, int64_t game)
{
    struct table *t = sw_game_table(s, game);

    return t && t->listed ? t : NULL;
}

void sw_game_die(struct smallworld *s, struct table *t)
{
    stmt_int(s->sql.game_dead, 1, sw_card_of(s, t)->id);
    stmt_run(s->sql.game_dead);
    sw_card_drop(t);
}

void sw_game_die_if_empty(struct smallworld *s, struct table *t)
{
    const struct card *card = sw_card_of(s, t);

    for (int i = 0; i < SEATS_MAX; i++)
        if (card->user[i] && !card->gone[i])
            return;
    sw_game_die(s, t);
}

void sw_game_erase(struct smallworld *s, int64_t game)
{
    struct stmt *const erase[] = { s->sql.game_erase, s->sql.erase_seats, s->sql.erase_commands };
    struct table      *t = sw_game_table(s, game);

    if (t)
        table_erase(s->hall, t);
    for (size_t i = 0; i < ARRAY_LEN(erase); i++) {
        stmt_int(erase[i], 1, game);
        stmt_run(erase[i]);
    }
}

/* ---- maps ----------------------------------------------------------------- */

bool sw_map_row_next(struct stmt *q, struct map_row *out)
{
    if (!stmt_row(q))
        return false;
    *out = (struct map_row){
        .id = stmt_col_int(q, 0),
        .name = stmt_col_text(q, 1),
        .players = (int)stmt_col_int(q, 2),
        .turns = (int)stmt_col_int(q, 3),
        .regions = stmt_col_text(q, 4),
        .shapes = stmt_col_text(q, 5),
        .layout = stmt_col_text(q, 7),
        .picture = stmt_col_text(q, 6),
    };
    return true;
}

bool sw_map_by_id(struct smallworld *s, int64_t id, struct map_row *out)
{
    stmt_int(s->sql.map_by_id, 1, id);
    return sw_map_row_next(s->sql.map_by_id, out);
}

/* ---- cards --------------------------------------------------------------- */

/* Texts are gathered in `memory`, which moves while it grows: first their
 * places are noted, then the slices made. */
struct gathered {
    size_t at, len;
};

static struct gathered gather(struct card *card, struct str text)
{
    struct gathered g = { card->memory.len, text.len };

    buf_str(&card->memory, text);
    buf_char(&card->memory, '\0');
    return g;
}

static struct str gathered_text(const struct card *card, struct gathered g)
{
    return (struct str){ card->memory.at + g.at, g.len };
}

/* The part of each region that never changes, up to its current state. */
static void write_lands(struct card *card)
{
    struct str        rest = card->map_text;
    struct map_head   head;
    struct map_region region;

    map_read_head(&rest, &head);
    while (map_next_region(&rest, &region) == ERR_OK) {
        struct jout j = jout_to(&card->lands);

        jout_open_object(&j);
        sw_region_out(&region, &j);
        buf_text(&card->lands, ",\"currentRegionState\":");
        buf_char(&card->lands, '\0');
    }
}

static void read_seats(struct smallworld *s, struct card *card)
{
    struct stmt *q = s->sql.seats;

    stmt_int(q, 1, card->id);
    while (stmt_row(q)) {
        int seat = (int)stmt_col_int(q, 0);

        if (seat < 0 || seat >= SEATS_MAX)
            continue;
        card->user[seat] = stmt_col_int(q, 1);
        card->gone[seat] = stmt_col_int(q, 2);
        card->robot[seat] = stmt_col_int(q, 3);
    }
    stmt_done(q);
}

/* A table that the hall opened without naming a map has the built-in one. */
void sw_table_map_text(const struct table *t, struct buf *out)
{
    const struct default_map *map = default_map_for(t->setup.seats);

    if (t->setup.extra.len)
        buf_str(out, t->setup.extra);
    else
        buf_printf(out, "0 %d %d %s\n%s", map->players, map->turns, map->name, map->regions);
}

static void read_map(struct smallworld *s, struct card *card, const struct table *t)
{
    struct gathered text, name;
    struct map_head head;
    struct map_row  row;

    buf_clear(&s->scratch);
    sw_table_map_text(t, &s->scratch);
    struct str rest = buf_view(&s->scratch);
    map_read_head(&rest, &head);
    card->players = head.players;
    card->turns = head.turns;
    text = gather(card, buf_view(&s->scratch));
    bool listed = sw_map_by_id(s, card->map, &row);
    name = gather(card, listed ? row.name : head.name);
    stmt_done(s->sql.map_by_id);
    card->map_text = gathered_text(card, text);
    card->map_name = gathered_text(card, name);
}

bool sw_has_row(struct smallworld *s, const struct table *t)
{
    stmt_int(s->sql.game_by_table, 1, (int64_t)t->id);
    return sw_row_top(s->sql.game_by_table) > 0;
}

struct card *sw_card_of(struct smallworld *s, struct table *t)
{
    struct stmt    *q = s->sql.game_by_table;
    struct gathered name, description;

    if (t->door_data)
        return t->door_data;
    if (!sw_has_row(s, t))
        sw_adopt(s, t);
    struct card *card = mem_new(sizeof *card);
    stmt_int(q, 1, (int64_t)t->id);
    /* No row even now: writing it failed, and the whole batch will be taken back. */
    bool found = stmt_row(q);
    card->id = found ? stmt_col_int(q, 0) : 0;
    card->map = found ? stmt_col_int(q, 2) : 0;
    card->ai = found ? (int)stmt_col_int(q, 5) : 0;
    card->dead = found ? stmt_col_int(q, 6) : 0;
    name = gather(card, found ? stmt_col_text(q, 3) : STR(""));
    description = gather(card, found ? stmt_col_text(q, 4) : STR(""));
    stmt_done(q);
    read_map(s, card, t);
    card->name = gathered_text(card, name);
    card->description = gathered_text(card, description);
    read_seats(s, card);
    write_lands(card);
    t->door_data = card;
    return card;
}

void sw_card_drop(struct table *t)
{
    struct card *card = t->door_data;

    if (!card)
        return;
    buf_release(&card->memory);
    buf_release(&card->lands);
    free(card);
    t->door_data = NULL;
}

/* ---- the whole ------------------------------------------------------------ */

static void erase_accounts(struct smallworld *s)
{
    int64_t account = 0;

    do {
        stmt_int(s->sql.accounts, 1, account);
        account = sw_row_top(s->sql.accounts);
        if (account)
            account_erase(s->hall, (uint64_t)account);
    } while (account);
}

static int64_t any_game(struct smallworld *s, int64_t after)
{
    stmt_int(s->sql.any_game, 1, after);
    return sw_row_top(s->sql.any_game);
}

void smallworld_wipe(struct smallworld *s)
{
    int64_t game = 0;

    while ((game = any_game(s, game))) {
        struct table *t = sw_game_table(s, game);

        if (t)
            table_erase(s->hall, t);
    }
    erase_accounts(s);
    for (size_t i = 0; i < ARRAY_LEN(s->sql.wipe); i++)
        stmt_run(s->sql.wipe[i]);
}
