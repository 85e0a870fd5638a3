/* Sessions of the hall API. A token is 256 random bits; only its BLAKE2b hash
 * is stored, so a stolen database opens no session. */
#include "base/mem.h"
#include "people/account.h"
#include "people/people.h"
#include "people/rows.h"
#include "store/json.h"

#include <sodium.h>
#include <stdlib.h>

enum { TOKEN_BYTES = 32, TOKEN_HEX = 2 * TOKEN_BYTES, SESSION_ID = 12 };

static const int64_t session_ms = INT64_C(86400000) * LIMIT_SESSION_DAYS;
static const int64_t hour_ms = 3600 * 1000;
static const int64_t slide_ms = 3600 * 1000; /* minimum interval between updates of an expiry */

/* A recently used session. It is cached only briefly, since `meeple user` may
 * change accounts beside us. */
struct known_session {
    unsigned char  hash[TOKEN_BYTES];
    struct account account;
    int64_t        until;
    uint64_t       epoch; /* value of sessions.epoch when it was found */
};

enum { KNOWN_SESSIONS = 4096, KNOWN_MS = 2000 };

struct sessions {
    struct stmt         *find, *open, *slide, *close, *close_all, *trim, *sweep, *sweep_guests, *list, *close_by_id;
    uint64_t             epoch;                 /* incremented to invalidate all cached sessions */
    struct known_session known[KNOWN_SESSIONS]; /* direct-mapped by token */
};

struct sessions *sessions_new(struct store *store)
{
    struct sessions *s = mem_new(sizeof *s);

    s->find = store_prepare(store, "SELECT " ACCOUNT_COLUMNS ", s.expires_at "
                                   "FROM sessions s JOIN accounts a ON a.id = s.account "
                                   "WHERE s.token_hash = ?1 AND s.expires_at > ?2 AND a.name IS NOT NULL");
    s->open = store_prepare(store, "INSERT INTO sessions (token_hash, account, expires_at, created_at) VALUES (?1, ?2, ?3, ?4)");
    s->slide = store_prepare(store, "UPDATE sessions SET expires_at = ?2 WHERE token_hash = ?1");
    s->close = store_prepare(store, "DELETE FROM sessions WHERE token_hash = ?1");
    s->close_all = store_prepare(store, "DELETE FROM sessions WHERE account = ?1 AND token_hash <> ?2");
    s->trim = store_prepare(store, "DELETE FROM sessions WHERE account = ?1 AND token_hash NOT IN "
                                   "(SELECT token_hash FROM sessions WHERE account = ?1 ORDER BY expires_at DESC LIMIT ?2)");
    s->sweep = store_prepare(store, "DELETE FROM sessions WHERE expires_at <= ?1");
    s->sweep_guests =
        store_prepare(store, "UPDATE accounts SET name = NULL WHERE name IS NOT NULL AND (flags & ?1) <> 0 AND created_at < ?2 "
                             "AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account = accounts.id)");
    s->list = store_prepare(store, "SELECT token_hash, created_at, expires_at FROM sessions WHERE account = ?1 AND expires_at > ?2 "
                                   "ORDER BY expires_at DESC");
    s->close_by_id = store_prepare(store, "DELETE FROM sessions WHERE account = ?1 AND substr(token_hash, 1, 12) = ?2");
    return s;
}

void sessions_forget(struct sessions *s)
{
    s->epoch++;
}

void sessions_free(struct sessions *s)
{
    free(s);
}

static void token_hash(struct str token, unsigned char hash[TOKEN_BYTES])
{
    crypto_generichash(hash, TOKEN_BYTES, (const unsigned char *)token.at, token.len, NULL, 0);
}

/* Binds the stored form of the hash as parameter `i` of `q`. */
static void bind_hash(struct stmt *q, int i, const unsigned char hash[TOKEN_BYTES])
{
    char hex[TOKEN_HEX + 1];

    sodium_bin2hex(hex, sizeof hex, hash, TOKEN_BYTES);
    stmt_text(q, i, str_of(hex));
}

enum err session_open(struct hall *hall, uint64_t account, char token[65])
{
    struct sessions *s = people_of(hall)->sessions;
    unsigned char    secret[TOKEN_BYTES];
    unsigned char    hash[TOKEN_BYTES];
    struct account   who;
    int64_t          life = session_ms;

    /* A guest's is prolonged when it is used. */
    if (account_by_id(hall, account, &who) == ERR_OK && (who.flags & ACCOUNT_GUEST))
        life = LIMIT_GUEST_HOURS * hour_ms;
    hall_random(secret, sizeof secret);
    sodium_bin2hex(token, TOKEN_HEX + 1, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
    token_hash(str_of(token), hash);

    stmt_int(s->trim, 1, (int64_t)account);
    stmt_int(s->trim, 2, LIMIT_SESSIONS_EACH - 1);
    enum err err = stmt_run(s->trim);
    if (err)
        return err;
    bind_hash(s->open, 1, hash);
    stmt_int(s->open, 2, (int64_t)account);
    stmt_int(s->open, 3, hall_now(hall) + life);
    stmt_int(s->open, 4, hall_now(hall));
    return stmt_run(s->open);
}

static struct known_session *known_place(struct sessions *s, const unsigned char *hash)
{
    uint64_t number;

    memcpy(&number, hash, sizeof number);
    return &s->known[number % KNOWN_SESSIONS];
}

enum err session_find(struct hall *hall, struct str token, struct account *out)
{
    struct sessions *s = people_of(hall)->sessions;
    int64_t          now = hall_now(hall), expires_at = 0;
    struct account   found = { 0 };
    unsigned char    hash[TOKEN_BYTES];

    if (token.len != TOKEN_HEX)
        return ERR_NONE;
    token_hash(token, hash);
    struct known_session *known = known_place(s, hash);
    if (known->until > now && known->epoch == s->epoch && memcmp(known->hash, hash, sizeof hash) == 0) {
        *out = known->account;
        return ERR_OK;
    }
    bind_hash(s->find, 1, hash);
    stmt_int(s->find, 2, now);
    if (stmt_row(s->find)) {
        account_from_row(s->find, &found);
        expires_at = stmt_col_int(s->find, ACCOUNT_COLUMNS_N);
    }
    enum err err = stmt_done(s->find);
    if (err)
        return err;
    if (!found.id)
        return ERR_NONE;

    if (expires_at < now + session_ms - slide_ms) {
        bind_hash(s->slide, 1, hash);
        stmt_int(s->slide, 2, now + session_ms);
        stmt_run(s->slide);
    }
    *known = (struct known_session){ .account = found, .until = now + KNOWN_MS, .epoch = s->epoch };
    memcpy(known->hash, hash, sizeof hash);
    *out = found;
    return ERR_OK;
}

enum err session_close(struct hall *hall, struct str token)
{
    struct sessions *s = people_of(hall)->sessions;
    unsigned char    hash[TOKEN_BYTES];

    token_hash(token, hash);
    sessions_forget(s);
    bind_hash(s->close, 1, hash);
    return stmt_run(s->close);
}

enum err sessions_close_all(struct hall *hall, uint64_t account, struct str keep)
{
    struct sessions *s = people_of(hall)->sessions;
    unsigned char    hash[TOKEN_BYTES];

    token_hash(keep, hash);
    sessions_forget(s);
    stmt_int(s->close_all, 1, (int64_t)account);
    bind_hash(s->close_all, 2, hash);
    return stmt_run(s->close_all);
}

/* A session is identified by the first digits of its hash, which open nothing. */
static struct str session_id(struct str hash)
{
    return (struct str){ hash.at, hash.len < SESSION_ID ? hash.len : SESSION_ID };
}

enum err session_close_by_id(struct hall *hall, uint64_t account, struct str id)
{
    struct sessions *s = people_of(hall)->sessions;
    bool             found = false;

    stmt_int(s->list, 1, (int64_t)account);
    stmt_int(s->list, 2, hall_now(hall));
    while (stmt_row(s->list))
        found |= str_eq(session_id(stmt_col_text(s->list, 0)), id);
    enum err err = stmt_done(s->list);
    if (err || !found)
        return err ? err : ERR_NONE;
    sessions_forget(s);
    stmt_int(s->close_by_id, 1, (int64_t)account);
    stmt_text(s->close_by_id, 2, id);
    return stmt_run(s->close_by_id);
}

enum err sessions_write(struct hall *hall, struct jout *out, const char *key, uint64_t account, struct str current)
{
    struct stmt  *q = people_of(hall)->sessions->list;
    unsigned char hash[TOKEN_BYTES];
    char          hex[TOKEN_HEX + 1];

    token_hash(current, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    jout_field_array(out, key);
    stmt_int(q, 1, (int64_t)account);
    stmt_int(q, 2, hall_now(hall));
    while (stmt_row(q)) {
        jout_open_object(out);
        jout_field_str(out, "id", session_id(stmt_col_text(q, 0)));
        jout_field_bool(out, "current", str_is(stmt_col_text(q, 0), hex));
        row_write(q, 1, 3, out);
        jout_close_object(out);
    }
    jout_close_array(out);
    return stmt_done(q);
}

void sessions_sweep(struct hall *hall)
{
    struct sessions *s = people_of(hall)->sessions;
    int64_t          now = hall_now(hall);

    stmt_int(s->sweep, 1, now);
    stmt_run(s->sweep);
    stmt_int(s->sweep_guests, 1, ACCOUNT_GUEST);
    stmt_int(s->sweep_guests, 2, now - LIMIT_GUEST_HOURS * hour_ms);
    stmt_run(s->sweep_guests);
}
