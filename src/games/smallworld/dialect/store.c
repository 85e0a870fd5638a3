/* What the Small World door keeps beside journals: its users with their sids,
 * maps, names of games, seats, messages, and every recorded command as it was
 * sent. Ids count from 1 and follow the highest in use, those of maps the
 * highest ever used. */
#include "base/mem.h"
#include "games/smallworld/dialect/self.h"

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

static const char owners_and_key[] =
    "ALTER TABLE smallworld_maps ADD COLUMN account BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE smallworld_maps ADD COLUMN address TEXT NOT NULL DEFAULT '';" /* of an uploader without an account */
    "ALTER TABLE smallworld_maps ADD COLUMN built_in INTEGER NOT NULL DEFAULT 0;"
    "UPDATE smallworld_maps SET built_in = 1 WHERE name IN ('defaultMap1', 'defaultMap2', 'defaultMap3', 'defaultMap4',"
    "  'defaultMap5', 'defaultMap6', 'defaultMap7');"
    "CREATE TABLE smallworld_keys (name TEXT PRIMARY KEY, value BYTEA NOT NULL);";

static const char map_counter[] = "INSERT INTO smallworld_counters VALUES ('map', 0);"; /* the highest number of a deleted map */

const char *const smallworld_migrations[] = { first_tables, owners_and_key, map_counter, NULL };

#define OF_TABLE "(SELECT id FROM smallworld_games WHERE table_id = ?1)"
const char *const smallworld_erase_table[] = {
    "DELETE FROM smallworld_seats WHERE game IN " OF_TABLE,
    "DELETE FROM smallworld_commands WHERE game IN " OF_TABLE,
    "DELETE FROM smallworld_games WHERE table_id = ?1",
    NULL,
};

/* A user with the game where they sit, the latest if there are several. */
#define USER_WHERE(condition)                                                                                                      \
    "SELECT u.id, u.account, u.sid, u.robot, u.name, s.game, s.seat, g.table_id FROM smallworld_users u"                           \
    " LEFT JOIN smallworld_seats s ON s.user_id = u.id AND s.gone = 0"                                                             \
    " LEFT JOIN smallworld_games g ON g.id = s.game WHERE " condition " ORDER BY s.game DESC LIMIT 1"

#define MAP_COLUMNS                                                                                                                \
    "SELECT id, name, players, turns, regions, shapes, picture, layout, account, address, built_in FROM smallworld_maps"
#define GAME_COLUMNS "SELECT id, table_id, map_id, name, description, ai, dead FROM smallworld_games"

#define AT(statement) offsetof(struct statements, statement)
static const struct {
    size_t      at; /* in struct statements */
    const char *sql;
} statements[] = {
    { AT(user_by_sid), USER_WHERE("u.sid = ?1") },
    { AT(user_by_id), USER_WHERE("u.id = ?1") },
    { AT(user_by_account), USER_WHERE("u.account = ?1") },
    { AT(user_by_name), USER_WHERE("u.name = ?1 AND u.robot = 1") },
    { AT(user_add), "INSERT INTO smallworld_users (id, account, robot, name) VALUES (?1, ?2, ?3, ?4)" },
    { AT(user_sid), "UPDATE smallworld_users SET sid = ?2 WHERE id = ?1" },
    { AT(user_rename), "UPDATE smallworld_users SET name = ?2 WHERE id = ?1" },
    { AT(user_top), "SELECT MAX(id) FROM smallworld_users" },
    { AT(counter), "SELECT value FROM smallworld_counters WHERE name = 'sid'" },
    { AT(counter_set), "UPDATE smallworld_counters SET value = ?1 WHERE name = 'sid'" },
    { AT(key), "SELECT value FROM smallworld_keys WHERE name = 'seal'" },
    { AT(key_add), "INSERT INTO smallworld_keys (name, value) VALUES ('seal', ?1)" },
    { AT(message_add), "INSERT INTO smallworld_messages (id, user_id, username, text, at) VALUES (?1, ?2, ?3, ?4, ?5)" },
    { AT(message_drop), "DELETE FROM smallworld_messages WHERE id <= ?1" },
    { AT(message_said), "SELECT 1 FROM smallworld_messages WHERE id = ?1 AND text <> ''" },
    { AT(message_unsay), "UPDATE smallworld_messages SET text = '' WHERE id = ?1" },
    { AT(message_top), "SELECT MAX(id) FROM smallworld_messages" },
    { AT(messages), "SELECT id, user_id, username, text, at FROM (SELECT * FROM smallworld_messages WHERE id > ?1"
                    " ORDER BY id DESC LIMIT ?2) AS newest ORDER BY id" },
    { AT(map_add), "INSERT INTO smallworld_maps (id, name, players, turns, regions, shapes, picture, layout, account, address,"
                   " built_in) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)" },
    { AT(map_top), "SELECT MAX(top) FROM (SELECT MAX(id) AS top FROM smallworld_maps"
                   " UNION ALL SELECT value FROM smallworld_counters WHERE name = 'map') AS tops" },
    { AT(map_span), "SELECT COUNT(*), MAX(id) FROM smallworld_maps" },
    { AT(map_drop), "DELETE FROM smallworld_maps WHERE id = ?1" },
    { AT(map_count), "UPDATE smallworld_counters SET value = ?1 WHERE name = 'map' AND value < ?1" },
    { AT(map_by_id), MAP_COLUMNS " WHERE id = ?1" },
    { AT(map_by_name), MAP_COLUMNS " WHERE name = ?1" },
    { AT(maps), MAP_COLUMNS " ORDER BY id" },
    { AT(map_picture), "UPDATE smallworld_maps SET picture = ?2 WHERE id = ?1" },
    /* ?2 is 0 for those without an account only */
    { AT(maps_bytes), "SELECT SUM(?1 + LENGTH(regions) + LENGTH(shapes) + LENGTH(layout)) FROM smallworld_maps"
                      " WHERE built_in = 0 AND (?2 = 1 OR account = 0)" },
    { AT(maps_each_bytes), "SELECT SUM(?1 + LENGTH(regions) + LENGTH(shapes) + LENGTH(layout)) FROM smallworld_maps"
                           " WHERE built_in = 0 AND account = ?2 AND address = ?3" },
    { AT(maps_each), "SELECT COUNT(*) FROM smallworld_maps WHERE built_in = 0 AND account = ?1 AND address = ?2" },
    { AT(pictures_bytes), "SELECT SUM(LENGTH(p.bytes)) FROM smallworld_pictures p JOIN smallworld_maps m ON m.id = p.map_id"
                          " WHERE p.map_id <> ?1 AND (?2 = 1 OR m.account = 0)" },
    { AT(picture_put), "INSERT INTO smallworld_pictures (path, map_id, bytes) VALUES (?1, ?2, ?3)" },
    { AT(picture_drop), "DELETE FROM smallworld_pictures WHERE map_id = ?1" },
    { AT(picture), "SELECT bytes FROM smallworld_pictures WHERE path = ?1" },
    { AT(game_add), "INSERT INTO smallworld_games (id, table_id, map_id, name, description, ai, dead, over, turn, active)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, 0)" },
    { AT(game_top), "SELECT MAX(id) FROM smallworld_games" },
    { AT(game_by_id), "SELECT table_id FROM smallworld_games WHERE id = ?1" },
    { AT(game_by_table), GAME_COLUMNS " WHERE table_id = ?1" },
    { AT(game_by_name), "SELECT id FROM smallworld_games WHERE name = ?1 AND dead = 0" },
    { AT(games), "SELECT id, over, turn, active FROM smallworld_games WHERE dead = 0 AND id > ?1 ORDER BY id LIMIT 1" },
    { AT(games_newest), "SELECT min(id) FROM (SELECT id FROM smallworld_games WHERE dead = 0 ORDER BY id DESC LIMIT ?1)" },
    { AT(any_game), "SELECT id FROM smallworld_games WHERE id > ?1 ORDER BY id LIMIT 1" },
    { AT(games_waiting), "SELECT id FROM smallworld_games WHERE dead = 0 AND over = 0 AND ai > 0" },
    { AT(game_map), "UPDATE smallworld_games SET map_id = ?2 WHERE id = ?1" },
    { AT(game_dead), "UPDATE smallworld_games SET dead = 1 WHERE id = ?1" },
    { AT(game_over), "UPDATE smallworld_games SET over = 1, turn = ?2, active = ?3 WHERE id = ?1" },
    { AT(seats), "SELECT s.seat, s.user_id, s.gone, u.robot FROM smallworld_seats s JOIN smallworld_users u ON u.id = s.user_id"
                 " WHERE s.game = ?1 ORDER BY s.seat" },
    { AT(seat_put), "INSERT INTO smallworld_seats (game, seat, user_id, gone, by_hall) VALUES (?1, ?2, ?3, ?4, ?5)" },
    { AT(seat_leave), "UPDATE smallworld_seats SET gone = 1 WHERE game = ?1 AND seat = ?2" },
    { AT(seats_leave), "UPDATE smallworld_seats SET gone = 1 WHERE game = ?1 AND by_hall >= ?2" },
    { AT(seat_erase), "DELETE FROM smallworld_seats WHERE game = ?1 AND seat = ?2" },
    { AT(seat_move_up), "UPDATE smallworld_seats SET seat = seat - 1 WHERE game = ?1 AND seat = ?2" },
    { AT(command_add), "INSERT INTO smallworld_commands (game, seq, text) VALUES (?1, ?2, ?3)" },
    { AT(command_top), "SELECT MAX(seq) FROM smallworld_commands WHERE game = ?1" },
    { AT(command_set), "UPDATE smallworld_commands SET text = ?3 WHERE game = ?1 AND seq = ?2" },
    { AT(command_get), "SELECT text FROM smallworld_commands WHERE game = ?1 AND seq = ?2" },
    { AT(commands), "SELECT text FROM smallworld_commands WHERE game = ?1 ORDER BY seq" },
    { AT(accounts), "SELECT account FROM smallworld_users WHERE account > ?1 ORDER BY account LIMIT 1" },
    { AT(wipe[0]), "DELETE FROM smallworld_users" },
    { AT(wipe[1]), "DELETE FROM smallworld_messages" },
    { AT(wipe[2]), "DELETE FROM smallworld_maps" },
    { AT(wipe[3]), "DELETE FROM smallworld_pictures" },
    { AT(wipe[4]), "DELETE FROM smallworld_games" },
    { AT(wipe[5]), "DELETE FROM smallworld_seats" },
    { AT(wipe[6]), "DELETE FROM smallworld_commands" },
    { AT(wipe[7]), "UPDATE smallworld_counters SET value = 0" },
};
#undef AT

void smallworld_prepare_statements(struct smallworld *s)
{
    for (size_t i = 0; i < ARRAY_LEN(statements); i++)
        *(struct stmt **)((char *)&s->sql + statements[i].at) = store_prepare(hall_store(s->hall), statements[i].sql);
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

int64_t sw_row_add(struct stmt *add, struct stmt *top)
{
    int64_t id = sw_row_top(top) + 1;

    stmt_int(add, 1, id);
    stmt_run(add);
    return id;
}

int64_t sw_user_add(struct smallworld *s, uint64_t account, struct str name, bool robot)
{
    struct stmt *q = s->sql.user_add;

    stmt_int(q, 2, (int64_t)account);
    stmt_int(q, 3, robot);
    stmt_text(q, 4, name);
    return sw_row_add(q, s->sql.user_top);
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

static enum err run_for_account(struct store *store, const char *sql, uint64_t account)
{
    struct stmt *q = store_prepare(store, sql);

    stmt_int(q, 1, (int64_t)account);
    enum err err = stmt_run(q);
    stmt_free(q);
    return err;
}

/* With an account its maps go, so that they take nobody's room for ever. Their
 * numbers are not given again. */
static enum err drop_maps_of(struct store *store, uint64_t account)
{
    static const char        keep_top[] = "UPDATE smallworld_counters SET value = (SELECT MAX(id) FROM smallworld_maps)"
                                          " WHERE name = 'map' AND value < (SELECT MAX(id) FROM smallworld_maps WHERE account = ?1)";
    static const char *const steps[] = {
        keep_top,
        "DELETE FROM smallworld_pictures WHERE map_id IN (SELECT id FROM smallworld_maps WHERE account = ?1)",
        "DELETE FROM smallworld_maps WHERE account = ?1",
    };
    enum err err = ERR_OK;

    for (size_t i = 0; i < ARRAY_LEN(steps) && err == ERR_OK; i++)
        err = run_for_account(store, steps[i], account);
    return err;
}

enum err smallworld_account_changed(struct store *store, const struct account_change *change, struct refusal *why)
{
    (void)why;
    if (change->event == ACCOUNT_ENROLLED)
        return ERR_OK;
    enum err err = run_for_account(store, "UPDATE smallworld_users SET sid = NULL WHERE account = ?1", change->id);
    return err == ERR_OK && change->event == ACCOUNT_ERASED ? drop_maps_of(store, change->id) : err;
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
    struct table *t = sw_game_table(s, game);

    if (t)
        table_erase(s->hall, t);
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
        .account = (uint64_t)stmt_col_int(q, 8),
        .address = stmt_col_text(q, 9),
        .built_in = stmt_col_int(q, 10),
    };
    return true;
}

bool sw_map_by_id(struct smallworld *s, int64_t id, struct map_row *out)
{
    stmt_int(s->sql.map_by_id, 1, id);
    return sw_map_row_next(s->sql.map_by_id, out);
}

/* ---- cards --------------------------------------------------------------- */

/* Texts are collected in `memory`, which moves while it grows: so offsets are
 * noted first and slices made at the end. */
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

/* The constant part of each region, up to its current state. */
static void write_lands(struct card *card)
{
    struct str        rest = card->map_text;
    struct map_head   head;
    struct map_region region;

    map_read_head(&rest, &head);
    while (map_next_region(&rest, &region) == ERR_OK) {
        struct jout j = jout_to(&card->lands);

        jout_open_object(&j);
        sw_region_out(&region, "constRegionState", "adjacentRegions", &j);
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

    s->map_list.count = 0;
    while ((game = any_game(s, game)))
        sw_game_erase(s, game);
    erase_accounts(s);
    for (size_t i = 0; i < ARRAY_LEN(s->sql.wipe); i++)
        stmt_run(s->sql.wipe[i]);
}
