/* The tables of Snakes, as a sequence of migrations. fights.h and the
 * statements say what they are for. */
#include "games/snakes/dialect/self.h"

/* What the fourth migration makes of earlier rows: a player's lists, newest
 * first, and a fight's statistics, one line per position. */
#define OLD_ENTRY(kind, n)                                                                                                         \
    " || coalesce((SELECT ' ' || l.fight FROM snakes_lists l WHERE l.player = p.id AND l.kind = '" kind "'"                        \
    " ORDER BY l.at DESC, l.fight DESC LIMIT 1 OFFSET " n "), '')"
#define OLD_FIVE(kind, a, b, c, d, e) OLD_ENTRY(kind, a) OLD_ENTRY(kind, b) OLD_ENTRY(kind, c) OLD_ENTRY(kind, d) OLD_ENTRY(kind, e)
#define OLD_LIST(kind) "''" OLD_FIVE(kind, "0", "1", "2", "3", "4") OLD_FIVE(kind, "5", "6", "7", "8", "9")
#define OLD_LISTS OLD_LIST("ordered") ", " OLD_LIST("challenged")
#define OLD_LINE(position)                                                                                                         \
    " || coalesce((SELECT s.status || ' ' || s.length || ' ' || s.debug"                                                           \
    " || coalesce(' ' || s.rating_before || ' ' || s.rating_after, '')"                                                            \
    " FROM snakes_fighters_1 s WHERE s.fight = f.id AND s.position = " position "), '') || '\n'"
#define OLD_STATS "''" OLD_LINE("0") OLD_LINE("1") OLD_LINE("2") OLD_LINE("3")

const char *const snakes__migrations[] = {
    "CREATE TABLE snakes_secret (secret TEXT NOT NULL);"
    "CREATE TABLE snakes_ids (kind TEXT PRIMARY KEY, next BIGINT NOT NULL);"
    "INSERT INTO snakes_ids VALUES ('snake', 1);"
    "INSERT INTO snakes_ids VALUES ('fight', 1);"
    "CREATE TABLE snakes_players (id BIGINT PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, salt TEXT NOT NULL,"
    " hash TEXT NOT NULL, rating BIGINT, fighter BIGINT NOT NULL, pending BIGINT NOT NULL, auth BIGINT NOT NULL);"
    "CREATE TABLE snakes_snakes (id BIGINT PRIMARY KEY, player BIGINT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,"
    " skin INTEGER NOT NULL, description TEXT NOT NULL, program TEXT NOT NULL, notes TEXT NOT NULL, UNIQUE (player, name));"
    "CREATE TABLE snakes_fights (id BIGINT PRIMARY KEY, type TEXT NOT NULL, player BIGINT NOT NULL, seed BIGINT NOT NULL,"
    " turn_limit INTEGER NOT NULL, fought_at BIGINT NOT NULL, result TEXT NOT NULL, turns BLOB NOT NULL);"
    "CREATE TABLE snakes_fighters (fight BIGINT NOT NULL, position INTEGER NOT NULL, snake BIGINT NOT NULL, name TEXT NOT NULL,"
    " type TEXT NOT NULL, skin INTEGER NOT NULL, player BIGINT NOT NULL, description TEXT NOT NULL, program TEXT NOT NULL,"
    " notes TEXT NOT NULL, status INTEGER NOT NULL, length INTEGER NOT NULL, rating_before BIGINT, rating_after BIGINT,"
    " debug TEXT NOT NULL, PRIMARY KEY (fight, position));"
    "CREATE TABLE snakes_lists (player BIGINT NOT NULL, kind TEXT NOT NULL, fight BIGINT NOT NULL, at BIGINT NOT NULL,"
    " PRIMARY KEY (player, kind, fight));"
    "CREATE INDEX snakes_lists_by_fight ON snakes_lists (fight);"
    "CREATE TABLE snakes_slots (player BIGINT NOT NULL, slot INTEGER NOT NULL, name TEXT NOT NULL, fight BIGINT NOT NULL,"
    " PRIMARY KEY (player, slot));"
    "CREATE INDEX snakes_slots_by_fight ON snakes_slots (fight);",

    /* Lists with a key in their own order. */
    "ALTER TABLE snakes_lists RENAME TO snakes_lists_1;"
    "CREATE TABLE snakes_lists (player BIGINT NOT NULL, kind TEXT NOT NULL, at BIGINT NOT NULL, fight BIGINT NOT NULL,"
    " PRIMARY KEY (player, kind, at, fight));"
    "INSERT INTO snakes_lists (player, kind, at, fight) SELECT player, kind, at, fight FROM snakes_lists_1;"
    "DROP TABLE snakes_lists_1;"
    "CREATE INDEX snakes_lists_by_fight ON snakes_lists (fight);",

    /* The list of all snakes is sorted by name. */
    "CREATE INDEX snakes_snakes_by_name ON snakes_snakes (name);",

    /* Fights in rows that are appended and never grow; lists and the pending
     * fight in the player's row (fights.h). SQLite stores rows in the order of
     * an INTEGER PRIMARY KEY; any other key is an additional index. */
    "ALTER TABLE snakes_players RENAME TO snakes_players_1;"
    "ALTER TABLE snakes_fights RENAME TO snakes_fights_1;"
    "ALTER TABLE snakes_fighters RENAME TO snakes_fighters_1;"
    "CREATE TABLE snakes_players (id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,"
    " salt TEXT NOT NULL, hash TEXT NOT NULL, rating BIGINT, fighter BIGINT NOT NULL, auth BIGINT NOT NULL,"
    " pending BIGINT NOT NULL, pending_type TEXT NOT NULL DEFAULT '', pending_seed BIGINT NOT NULL DEFAULT 0,"
    " pending_limit INTEGER NOT NULL DEFAULT 0, ordered TEXT NOT NULL DEFAULT '', challenged TEXT NOT NULL DEFAULT '');"
    "CREATE TABLE snakes_fighters (id INTEGER PRIMARY KEY, snake BIGINT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,"
    " skin INTEGER NOT NULL, player BIGINT NOT NULL, description TEXT NOT NULL, program TEXT NOT NULL, notes TEXT NOT NULL);"
    "CREATE TABLE snakes_fights (id INTEGER PRIMARY KEY, type TEXT NOT NULL, player BIGINT NOT NULL, turn_limit INTEGER NOT NULL,"
    " fought_at BIGINT NOT NULL, result TEXT NOT NULL, turns BLOB NOT NULL, stats TEXT NOT NULL);"
    "INSERT INTO snakes_players SELECT p.id, p.login, p.name, p.salt, p.hash, p.rating, p.fighter, p.auth, p.pending,"
    " coalesce(f.type, ''), coalesce(f.seed, 0), coalesce(f.turn_limit, 0), " OLD_LISTS
    " FROM snakes_players_1 p LEFT JOIN snakes_fights_1 f ON f.id = p.pending;"
    "INSERT INTO snakes_fighters SELECT fight * 4 + position, snake, name, type, skin, player, description, program, notes"
    " FROM snakes_fighters_1 ORDER BY fight, position;"
    "INSERT INTO snakes_fights SELECT id, type, player, turn_limit, fought_at, result, turns, " OLD_STATS
    " FROM snakes_fights_1 f WHERE fought_at > 0 ORDER BY id;"
    "DROP TABLE snakes_players_1;"
    "DROP TABLE snakes_fights_1;"
    "DROP TABLE snakes_fighters_1;"
    "DROP TABLE snakes_lists;",

    /* Fights for anybody, with their expiry and a number for the client;
     * sessions, by the hashes of their ids. */
    "CREATE TABLE snakes_kept (fight INTEGER PRIMARY KEY, until BIGINT NOT NULL, address BIGINT NOT NULL);"
    "CREATE INDEX snakes_kept_by_address ON snakes_kept (address, until);"
    "CREATE INDEX snakes_kept_by_time ON snakes_kept (until);"
    "CREATE TABLE snakes_sessions (hash TEXT PRIMARY KEY, player BIGINT NOT NULL, auth BIGINT NOT NULL, page INTEGER NOT NULL,"
    " opened BIGINT NOT NULL, expires BIGINT NOT NULL);"
    "CREATE INDEX snakes_sessions_by_player ON snakes_sessions (player);",
    NULL,
};
