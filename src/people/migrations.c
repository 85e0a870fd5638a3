/* The tables of this part. Never change a released step: add one. */
#include "people/people.h"

static const char accounts_and_sessions[] =
    /* A deleted account keeps its row, without name and password, so that its
     * id is never reused. */
    "CREATE TABLE accounts ("
    "  id BIGINT PRIMARY KEY,"
    "  name TEXT UNIQUE,"
    "  flags BIGINT NOT NULL,"
    "  password TEXT,"
    "  created_at BIGINT NOT NULL);"
    /* Only the hash of a token is stored. */
    "CREATE TABLE sessions ("
    "  token_hash TEXT PRIMARY KEY,"
    "  account BIGINT NOT NULL,"
    "  expires_at BIGINT NOT NULL);"
    "CREATE INDEX sessions_by_account ON sessions (account, expires_at);"
    "CREATE INDEX sessions_by_expiry ON sessions (expires_at);";

static const char ratings_and_results[] =
    /* One row per player, game and system; leaderboards sort by `lowest`. */
    "CREATE TABLE ratings ("
    "  account BIGINT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  system TEXT NOT NULL,"
    "  rating DOUBLE PRECISION NOT NULL,"
    "  deviation DOUBLE PRECISION NOT NULL,"
    "  volatility DOUBLE PRECISION NOT NULL,"
    "  lowest DOUBLE PRECISION NOT NULL,"
    "  games BIGINT NOT NULL,"
    "  wins BIGINT NOT NULL,"
    "  played_at BIGINT NOT NULL,"
    "  PRIMARY KEY (account, game, system));"
    "CREATE INDEX ratings_by_game ON ratings (game, system, lowest);"
    /* The result of each seat of a finished table; rating and change only if
     * the table was rated. */
    "CREATE TABLE results ("
    "  table_id BIGINT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  account BIGINT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  place BIGINT NOT NULL,"
    "  points BIGINT NOT NULL,"
    "  rating DOUBLE PRECISION,"
    "  change DOUBLE PRECISION,"
    "  at BIGINT NOT NULL,"
    "  PRIMARY KEY (table_id, seat));"
    "CREATE INDEX results_by_account ON results (account, game);";

static const char history_and_sessions[] =
    /* The rating after each rated game, and by which system. */
    "ALTER TABLE results ADD COLUMN system TEXT;"
    "ALTER TABLE results ADD COLUMN deviation DOUBLE PRECISION;"
    "ALTER TABLE sessions ADD COLUMN created_at BIGINT;";

static const char moderation[] =
    /* Groups of addresses (base/address.h) that are banned or muted; flags as
     * those of accounts. */
    "CREATE TABLE address_sanctions ("
    "  address TEXT PRIMARY KEY,"
    "  flags BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  who TEXT NOT NULL);"
    "CREATE TABLE audit ("
    "  id BIGINT PRIMARY KEY,"
    "  at BIGINT NOT NULL,"
    "  who TEXT NOT NULL,"
    "  what TEXT NOT NULL,"
    "  whom TEXT NOT NULL,"
    "  detail TEXT NOT NULL);"
    /* What the command line wants the server to do; the server deletes them. */
    "CREATE TABLE orders ("
    "  id BIGINT PRIMARY KEY,"
    "  what BIGINT NOT NULL,"
    "  target BIGINT NOT NULL,"
    "  detail BIGINT NOT NULL,"
    "  at BIGINT NOT NULL);";

static const char passing_tables[] =
    /* Tables of guests and computers, and when they may be removed. */
    "CREATE TABLE passing_tables ("
    "  table_id BIGINT PRIMARY KEY,"
    "  until BIGINT NOT NULL);"
    "CREATE INDEX passing_tables_by_time ON passing_tables (until);";

static const char passing_live[] =
    /* Those that are not over yet: when to look at them again. */
    "ALTER TABLE passing_tables ADD COLUMN live INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX passing_tables_by_use ON passing_tables (live, until);";

#ifdef MEEPLE_NEXT_STEP
/* Only in tests, which upgrade nodes to a release that has one more step. */
static const char next_step[] = "ALTER TABLE accounts ADD COLUMN next_release BIGINT NOT NULL DEFAULT 0;"
                                "CREATE TABLE next_release (id BIGINT PRIMARY KEY);"
                                "INSERT INTO next_release VALUES (1);";
#else
#define next_step NULL
#endif

const char *const people_migrations[] = {
    accounts_and_sessions, ratings_and_results, history_and_sessions, moderation, passing_tables, passing_live, next_step, NULL,
};
