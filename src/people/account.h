/* Accounts: one name space for all doors. Names are compared byte by byte
 * (Small World distinguishes `Ann` from `ANN`); each door has its own rule for
 * new names. Passwords are hashed with argon2id, in the pool; an account may
 * have none (guests, AI users), and then nobody can log in with it.
 *
 * Accounts are not cached: every lookup goes to the store, so there is nothing
 * to reload after a rollback. The `done` callbacks run in the hall thread; for
 * ERR_FULL and for passwords that can never be right they run before the
 * function returns.
 *
 * `peer` is the client's address: passwords of one address queue behind each
 * other rather than ahead of other addresses, and nobody waits longer than some
 * seconds (ERR_FULL). */
#ifndef PEOPLE_ACCOUNT_H
#define PEOPLE_ACCOUNT_H

#include "base/limits.h"
#include "hall/hall.h"

struct jout;

/* Password cost: argon2id with 19 MiB and two passes (about 26 ms of one core). */
enum { PASSWORD_PASSES = 2, PASSWORD_MEMORY = 19 * 1024 * 1024 };

enum account_flags {
    ACCOUNT_GUEST = 1,  /* no password; lives as long as its session */
    ACCOUNT_ROBOT = 2,  /* created by a dialect for a computer player */
    ACCOUNT_ADMIN = 4,  /* administrator: may ban players and close tables */
    ACCOUNT_BANNED = 8, /* cannot log in */
    ACCOUNT_MUTED = 16, /* cannot chat */
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

/* Creates an account without a password. ERR_REFUSED: the name is taken. */
enum err account_create(struct hall *hall, struct str name, unsigned flags, struct account *out);

/* Hashes in the pool, stores, ends all sessions of the account except the one
 * with token `keep` (may be empty), then calls `done` in the hall thread with
 * ERR_OK, ERR_FULL (queue full), ERR_NONE (no such account) or ERR_REFUSED: the
 * password was changed meanwhile, so whoever asked may not know it any more. */
void account_set_password(struct hall *hall, const char *peer, uint64_t id, struct str password, struct str keep,
                          void (*done)(struct hall *hall, void *arg, enum err err), void *arg);

/* Creates an account with a password in one step, so that neither exists
 * without the other: hashes first, then inserts. ERR_REFUSED: the name is
 * taken. */
void account_register(struct hall *hall, const char *peer, struct str name, struct str password, unsigned flags,
                      void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg);

/* Makes a guest an account of that name, with a password; it keeps its seats
 * and sessions. ERR_REFUSED: the name is taken. ERR_NONE: it is no guest. */
void account_keep(struct hall *hall, const char *peer, uint64_t guest, struct str name, struct str password,
                  void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg);

/* Checks a password in the pool; an unknown name takes the same time. ERR_OK
 * with the account, ERR_REFUSED, or ERR_FULL. What counts is the account's
 * password at the end. */
void account_check(struct hall *hall, const char *peer, struct str name, struct str password,
                   void (*done)(struct hall *hall, void *arg, enum err err, const struct account *account), void *arg);

enum err account_rename(struct hall *hall, uint64_t id, struct str name); /* ERR_REFUSED: taken */
enum err account_set_flags(struct hall *hall, uint64_t id, unsigned flags);
enum err account_erase(struct hall *hall, uint64_t id); /* deletes name and secrets; its seats at old tables become "deleted" */

/* ---- guesses at passwords ------------------------------------------------ */

/* Counts an attempt before account_check; false: too many have failed, refuse
 * it. A successful attempt is not counted. */
bool guess_allowed(struct hall *hall, const char *peer, struct str name);
void guess_right(struct hall *hall, const char *peer, struct str name);
bool guess_is_slow(struct hall *hall, const char *peer, struct str name); /* used by account_check */

/* ---- the end of credentials ---------------------------------------------- */

/* Ends everything that logs the account in, at every door: all sessions
 * but the one with token `keep`, sids and ids of the games' protocols
 * (ACCOUNT_ENDED), and whatever listeners keep in memory. Called for a new
 * password, a ban and a deleted account, whoever did it. */
enum err     account_end(struct hall *hall, uint64_t id, struct str keep);
/* The same where only memory is left to clear: the command line has ended what
 * is stored, perhaps some moments ago. */
void         account_ended(struct hall *hall, uint64_t id);
typedef void account_listener(struct hall *hall, uint64_t account);
void         accounts_listen(struct hall *hall, account_listener *listener); /* when a part opens */

/* Leaves the tables of a deleted account and removes its name from old ones. */
void account_leave_tables(struct hall *hall, uint64_t id);

/* ---- what games hear ---------------------------------------------------- */

/* Account changes, for games that store something about accounts. */
enum account_event {
    ACCOUNT_PASSWORD, /* new password */
    ACCOUNT_ERASED,   /* deleted */
    ACCOUNT_ENDED,    /* its credentials are void */
    ACCOUNT_ENROLLED, /* the operator enrolled it as a player of the game's own protocol */
};
struct account_change {
    enum account_event event;
    uint64_t           id;
    struct str         name;     /* of the account; with ACCOUNT_PASSWORD and ACCOUNT_ENROLLED */
    struct str         shown;    /* ACCOUNT_ENROLLED: the display name */
    struct str         password; /* plain text; likewise */
};

/* Notifies all dialects. None can refuse. */
void account_tell_dialects(struct store *store, const struct account_change *change);

/* ---- rates ---------------------------------------------------------------- */

/* Rate limits: true if one more attempt is allowed, which is then counted.
 * `what` is a class ("login", "register"), `who` an address (IPv6 counts by
 * /64) or a name. Test mode allows everything. rate_return gives back an
 * attempt that turned out harmless, so that only failures count. */
bool rate_allow(struct hall *hall, const char *what, struct str who, int per_minute);
bool rate_allow_account(struct hall *hall, const char *what, uint64_t account, int per_minute); /* whatever it is called */
void rate_return(struct hall *hall, const char *what, struct str who, int per_minute);
/* A mark that expires, in the same memory. */
void rate_mark(struct hall *hall, const char *what, struct str who, int64_t ms);
bool rate_is_marked(struct hall *hall, const char *what, struct str who);

/* ---- sessions of the hall API ------------------------------------------ */

/* A new session; `token` gets 64 hex digits, which are not stored. */
enum err session_open(struct hall *hall, uint64_t account, char token[65]);
enum err session_find(struct hall *hall, struct str token, struct account *out); /* extends its expiry; ERR_NONE */
enum err session_close(struct hall *hall, struct str token);
enum err session_close_by_id(struct hall *hall, uint64_t account, struct str id); /* the id written by sessions_write; ERR_NONE */
enum err sessions_close_all(struct hall *hall, uint64_t account, struct str keep);

/* Writes a list of an account's sessions, without their tokens; `current` is
 * the caller's. */
enum err sessions_write(struct hall *hall, struct jout *out, const char *key, uint64_t account, struct str current);

#endif
