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

const char *const api_migrations[] = {
    accounts_and_sessions,
    NULL,
};
