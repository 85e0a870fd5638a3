/* Sessions, in memory and in the store, so that they survive a restart. The
 * store has only hashes of their ids. Using a session writes nothing: the
 * expiry in the store is a little late, and a timer updates it before it is
 * reached. So a session may last a little longer after a restart, but never
 * ends too early. */
#include "base/limits.h"
#include "base/mem.h"
#include "games/snakes/dialect/self.h"

#include <sodium.h>
#include <stdlib.h>

enum {
    LATE_PART = 8,  /* the stored expiry is late by this part of a session's life, */
    TICK_PART = 16, /* and is checked this often during it */
    WRITTEN_AT_ONCE = 500,
    PAUSE_MS = 100, /* between two batches */
};

struct session_sql {
    struct stmt *add, *slide, *erase, *sweep;
};

struct sessions {
    struct session_sql sql;
    struct map         by_hash;   /* key: the hash's first bytes */
    struct map         by_player; /* the newest; older ones follow */
    int64_t            most;      /* max open; beyond that, logins are refused for now */
    bool               rows_over; /* the store has expired ones */
};

/* ---- lists --------------------------------------------------------------- */

static void hash_of(struct str sid, unsigned char hash[SESSION_HASH])
{
    crypto_generichash(hash, SESSION_HASH, (const unsigned char *)(sid.len ? sid.at : ""), sid.len, NULL, 0);
}

static uint64_t key_of(const unsigned char hash[SESSION_HASH])
{
    uint64_t key;

    memcpy(&key, hash, sizeof key);
    return key ? key : 1;
}

static void link_session(struct sessions *all, struct session *s)
{
    s->older = map_get(&all->by_player, s->player);
    map_put(&all->by_player, s->player, s);
    map_put(&all->by_hash, key_of(s->hash), s);
}

static void unlink_session(struct sessions *all, struct session *s)
{
    struct session *newer = map_get(&all->by_player, s->player);

    map_remove(&all->by_hash, key_of(s->hash));
    if (newer == s) {
        map_remove(&all->by_player, s->player);
        if (s->older)
            map_put(&all->by_player, s->player, s->older);
        return;
    }
    while (newer->older != s)
        newer = newer->older;
    newer->older = s->older;
}

/* ---- rows ---------------------------------------------------------------- */

/* The hash as it is stored. */
static void bind_hash(struct stmt *q, const struct session *s)
{
    char hex[2 * SESSION_HASH + 1];

    sodium_bin2hex(hex, sizeof hex, s->hash, SESSION_HASH);
    stmt_text(q, 1, str_of(hex));
}

static int64_t life_of(const struct snakes *self, enum session_kind kind)
{
    return kind == SESSION_PAGE ? INT64_C(86400000) * LIMIT_SESSION_DAYS : self->session_seconds * 1000;
}

static void add_row(struct sessions *all, const struct session *s)
{
    struct stmt *q = all->sql.add;

    bind_hash(q, s);
    stmt_int(q, 2, (int64_t)s->player);
    stmt_int(q, 3, s->auth);
    stmt_int(q, 4, s->kind);
    stmt_int(q, 5, s->opened);
    stmt_int(q, 6, s->stored);
    stmt_run(q);
}

static struct session *session_from_row(struct stmt *q)
{
    struct session *s = mem_new(sizeof *s);
    struct str      hex = stmt_col_text(q, 0);

    sodium_hex2bin(s->hash, SESSION_HASH, hex.at, hex.len, NULL, NULL, NULL);
    s->player = (uint64_t)stmt_col_int(q, 1);
    s->auth = stmt_col_int(q, 2);
    s->kind = stmt_col_int(q, 3) ? SESSION_PAGE : SESSION_SID;
    s->opened = stmt_col_int(q, 4);
    s->expires = s->stored = stmt_col_int(q, 5);
    return s;
}

static void load(struct snakes *self)
{
    struct sessions *all = self->sessions;
    struct stmt *q = store_prepare(hall_store(self->hall), "SELECT hash, player, auth, page, opened, expires FROM snakes_sessions"
                                                           " WHERE expires > ?1 ORDER BY opened, hash LIMIT ?2");

    stmt_int(q, 1, hall_now(self->hall));
    stmt_int(q, 2, all->most);
    all->rows_over = true;
    while (stmt_row(q))
        link_session(all, session_from_row(q));
    stmt_done(q);
    stmt_free(q);
}

/* ---- life ---------------------------------------------------------------- */

void snakes__session_end(struct snakes *self, struct session *s)
{
    unlink_session(self->sessions, s);
    bind_hash(self->sessions->sql.erase, s);
    stmt_run(self->sessions->sql.erase);
    free(s);
}

struct session *snakes__session_find(struct snakes *self, struct str sid, enum session_kind kind)
{
    unsigned char   hash[SESSION_HASH];
    struct session *s;
    struct player   p;

    if (sid.len != SID_LENGTH)
        return NULL;
    hash_of(sid, hash);
    s = map_get(&self->sessions->by_hash, key_of(hash));
    if (!s || s->kind != kind || sodium_memcmp(s->hash, hash, SESSION_HASH) != 0)
        return NULL;
    if (s->expires < hall_now(self->hall) || !snakes__player_by_id(self, s->player, &p) || p.auth != s->auth) {
        unlink_session(self->sessions, s);
        self->sessions->rows_over = true;
        free(s);
        return NULL;
    }
    s->expires = hall_now(self->hall) + life_of(self, kind);
    s->slid = true;
    return s;
}

/* Ends the player's oldest sessions until there is room for another. The protocol
 * has no limit, so test suites meet none. */
static void make_room(struct snakes *self, uint64_t player)
{
    int n = 0;

    if (hall_test_mode(self->hall))
        return;
    for (struct session *s = map_get(&self->sessions->by_player, player), *older; s; s = older) {
        older = s->older;
        if (++n >= SESSIONS_EACH)
            snakes__session_end(self, s);
    }
}

bool snakes__session_open(struct snakes *self, const struct player *p, enum session_kind kind, char sid[SID_LENGTH + 1])
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    struct session   *s;

    make_room(self, p->id);
    if ((int64_t)self->sessions->by_hash.n >= self->sessions->most)
        return false;
    for (int i = 0; i < SID_LENGTH; i++)
        sid[i] = letters[hall_random_below(sizeof letters - 1)];
    sid[SID_LENGTH] = '\0';
    s = mem_new(sizeof *s);
    *s = (struct session){ .player = p->id, .auth = p->auth, .kind = kind, .opened = hall_now(self->hall) };
    s->expires = s->opened + life_of(self, kind);
    s->stored = s->expires + life_of(self, kind) / LATE_PART;
    hash_of((struct str){ sid, SID_LENGTH }, s->hash);
    link_session(self->sessions, s);
    add_row(self->sessions, s);
    return true;
}

static void drop_expired(struct sessions *all, int64_t now)
{
    struct session       **over = mem_list(all->by_hash.n + 1, sizeof over[0]);
    const struct map_slot *slot;
    size_t                 at = 0, n = 0;

    while ((slot = map_next(&all->by_hash, &at)))
        if (((struct session *)slot->value)->expires < now)
            over[n++] = slot->value;
    for (size_t i = 0; i < n; i++) {
        unlink_session(all, over[i]);
        free(over[i]);
    }
    free(over);
    if (n || all->rows_over) {
        stmt_int(all->sql.sweep, 1, now);
        stmt_run(all->sql.sweep);
    }
    all->rows_over = false;
}

/* Updates the expiries in the store that are almost reached. False: more are
 * left. */
static bool write_ends(struct snakes *self)
{
    struct stmt           *q = self->sessions->sql.slide;
    const struct map_slot *slot;
    size_t                 at = 0;
    int                    n = 0;

    while ((slot = map_next(&self->sessions->by_hash, &at))) {
        struct session *s = slot->value;
        int64_t         life = life_of(self, s->kind);

        if (!s->slid || s->expires + life / TICK_PART <= s->stored)
            continue;
        if (n++ == WRITTEN_AT_ONCE)
            return false;
        s->slid = false;
        s->stored = s->expires + life / LATE_PART;
        bind_hash(q, s);
        stmt_int(q, 2, s->stored);
        stmt_run(q);
    }
    return true;
}

static void tick(struct hall *hall, void *arg)
{
    struct snakes *self = arg;
    int64_t        pause = PAUSE_MS;

    if (write_ends(self)) {
        drop_expired(self->sessions, hall_now(hall));
        pause += life_of(self, SESSION_SID) / TICK_PART;
    }
    timer_at(hall, hall_now(hall) + pause, tick, self);
}

void snakes__sessions_begin(struct snakes *self)
{
    const struct settings *settings = hall_settings(self->hall);
    int64_t                seconds = setting_int(settings, "snakes-session-seconds");
    struct store          *store = hall_store(self->hall);

    self->session_seconds = seconds < 1 ? 1 : seconds > SESSION_SECONDS_MOST ? SESSION_SECONDS_MOST : seconds;
    self->sessions = mem_new(sizeof *self->sessions);
    *self->sessions = (struct sessions){
        .most = setting_int(settings, "snakes-sessions"),
        .sql = {
            .add = store_prepare(store, "INSERT INTO snakes_sessions (hash, player, auth, page, opened, expires)"
                                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
            .slide = store_prepare(store, "UPDATE snakes_sessions SET expires = ?2 WHERE hash = ?1"),
            .erase = store_prepare(store, "DELETE FROM snakes_sessions WHERE hash = ?1"),
            .sweep = store_prepare(store, "DELETE FROM snakes_sessions WHERE expires <= ?1"),
        },
    };
    load(self);
    timer_at(self->hall, hall_now(self->hall) + PAUSE_MS, tick, self);
}

/* Drops everything in memory. */
static void clear(struct sessions *all)
{
    map_release_with(&all->by_hash, free);
    map_release(&all->by_player);
}

void snakes__sessions_forget(struct snakes *self)
{
    clear(self->sessions);
    load(self);
}

void snakes__sessions_release(struct snakes *self)
{
    clear(self->sessions);
    free(self->sessions);
}
