/* Accounts: one name space for all doors. Names compare byte by byte (Small
 * World tells `Ann` from `ANN`); each door has its own rule for new ones.
 * Passwords are argon2id, hashed and checked in the pool; an account may have
 * none (guests, AI users), then nobody can log in with it.
 *
 * Nothing of an account is kept in memory: every question goes to the store,
 * so a batch that was rolled back leaves nothing to forget. The callbacks
 * `done` run in the hall thread, for ERR_FULL and for passwords that can never
 * be right even before the function returns. */
#ifndef HALL_ACCOUNT_H
#define HALL_ACCOUNT_H

#include "base/limits.h"
#include "hall/hall.h"

/* Cost of a password: argon2id over 19 MiB, twice (about 26 ms of one core). */
enum { PASSWORD_PASSES = 2, PASSWORD_MEMORY = 19 * 1024 * 1024 };

enum account_flags {
    ACCOUNT_GUEST = 1, /* no password, lives as long as its session */
    ACCOUNT_ROBOT = 2, /* created by a dialect for a computer player */
};

struct account {
    uint64_t id; /* 1, 2, 3... */
    unsigned flags;
    char     name[LIMIT_NAME_BYTES + 1];
    int64_t  created_at;
    bool     has_password;
};

enum err account_by_name(struct hall *hall, struct str name, struct account *out); /* ERR_NONE */
enum err account_by_id(struct hall *hall, uint64_t id, struct account *out);

/* Creates an account without password. ERR_REFUSED: name taken. */
enum err account_create(struct hall *hall, struct str name, unsigned flags, struct account *out);

/* Hashes in the pool, stores, ends all sessions of the account except the one
 * with token `keep` (may be empty), then calls `done` in the hall thread with
 * ERR_OK, ERR_FULL (too many wait) or ERR_NONE (account gone). */
void account_set_password(struct hall *hall, uint64_t id, struct str password, struct str keep,
                          void (*done)(struct hall *hall, void *arg, enum err err), void *arg);

/* Creates account and password in one step, so that neither exists without the
 * other: hashes first, then inserts. ERR_REFUSED: name taken. */
void account_register(struct hall *hall, struct str name, struct str password, unsigned flags,
                      void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg);

/* Checks a password in the pool; an unknown name costs the same time.
 * ERR_OK with the account, ERR_REFUSED, or ERR_FULL. */
void account_check(struct hall *hall, struct str name, struct str password,
                   void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg);

enum err account_rename(struct hall *hall, uint64_t id, struct str name); /* ERR_REFUSED: taken */
enum err account_erase(struct hall *hall, uint64_t id); /* name and secrets go; seats in old tables keep "deleted" */

/* Rate limits: true if one more try is allowed now, and counts it. `what` is a
 * class ("login", "register"), `who` an address or name. Test mode allows all.
 * rate_return gives a try back that turned out harmless, so that only
 * failures count. */
bool rate_allow(struct hall *hall, const char *what, struct str who, int per_minute);
void rate_return(struct hall *hall, const char *what, struct str who, int per_minute);

/* ---- sessions of the hall API ------------------------------------------ */

/* A new session; `token` gets 64 hex digits, kept nowhere else. */
enum err session_open(struct hall *hall, uint64_t account, char token[65]);
enum err session_find(struct hall *hall, struct str token, struct account *out); /* slides its expiry; ERR_NONE */
enum err session_close(struct hall *hall, struct str token);
enum err sessions_close_all(struct hall *hall, uint64_t account, struct str keep);

#endif
