/* The tables of the hall API. Steps that were released never change: add one. */
#include "hall/api_self.h"

static const char accounts_and_sessions[] =
    /* An erased account keeps its row, without name and password, so that its
     * id never comes back. */
    "CREATE TABLE accounts ("
    "  id BIGINT PRIMARY KEY,"
    "  name TEXT UNIQUE,"
    "  flags BIGINT NOT NULL,"
    "  password TEXT,"
    "  created_at BIGINT NOT NULL);"
    /* A token itself is never stored, only its hash. */
    "CREATE TABLE sessions ("
    "  token_hash TEXT PRIMARY KEY,"
    "  account BIGINT NOT NULL,"
    "  expires_at BIGINT NOT NULL);"
    "CREATE INDEX sessions_by_account ON sessions (account, expires_at);"
    "CREATE INDEX sessions_by_expiry ON sessions (expires_at);";

static const char ratings_and_results[] =
    /* One row a player, game and system; `lowest` is what leaderboards sort
     * by. */
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
    /* How each seat of a finished table came out; rating and change only where
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

const char *const api_migrations[] = {
    accounts_and_sessions,
    ratings_and_results,
    NULL,
};
