/* Players and the log-in handshake. */
#include "base/limits.h"
#include "games/snakes/dialect/self.h"

#include <openssl/sha.h>
#include <sodium.h>

#define PLAYER_COLUMNS "id, login, name, salt, hash, rating, fighter, pending, auth"

void snakes__players_prepare(struct snakes *self)
{
    struct store *s = hall_store(self->hall);

    self->player = (struct player_sql){
        .add = store_prepare(s, "INSERT INTO snakes_players (" PLAYER_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, NULL, 0, 0, 1)"),
        .by_id = store_prepare(s, "SELECT " PLAYER_COLUMNS " FROM snakes_players WHERE id = ?1"),
        .by_login = store_prepare(s, "SELECT " PLAYER_COLUMNS " FROM snakes_players WHERE login = ?1"),
        .by_name = store_prepare(s, "SELECT " PLAYER_COLUMNS " FROM snakes_players WHERE name = ?1"),
        .best =
            store_prepare(s, "SELECT " PLAYER_COLUMNS " FROM snakes_players " PLAYER_IS_RATED " ORDER BY rating DESC, id LIMIT ?1"),
        .rate = store_prepare(s, "UPDATE snakes_players SET rating = ?2, fighter = ?3 WHERE id = ?1"),
        .pend = store_prepare(s, "UPDATE snakes_players SET pending = ?2 WHERE id = ?1"),
    };
}

/* ---- rows ---------------------------------------------------------------- */

void snakes__player_from_row(struct stmt *q, struct player *p)
{
    *p = (struct player){ .id = (uint64_t)stmt_col_int(q, 0) };
    str_copy(stmt_col_text(q, 1), p->login, sizeof p->login);
    str_copy(stmt_col_text(q, 2), p->name, sizeof p->name);
    str_copy(stmt_col_text(q, 3), p->salt, sizeof p->salt);
    str_copy(stmt_col_text(q, 4), p->hash, sizeof p->hash);
    p->rated = !stmt_col_null(q, 5);
    p->rating = stmt_col_int(q, 5);
    p->fighter = (uint64_t)stmt_col_int(q, 6);
    p->pending = (uint64_t)stmt_col_int(q, 7);
    p->auth = stmt_col_int(q, 8);
}

static bool one_player(struct stmt *q, struct player *out)
{
    bool found = stmt_row(q);

    if (found)
        snakes__player_from_row(q, out);
    stmt_done(q);
    return found;
}

bool snakes__player_by_id(struct snakes *self, uint64_t id, struct player *out)
{
    stmt_int(self->player.by_id, 1, (int64_t)id);
    return id && one_player(self->player.by_id, out);
}

bool snakes__player_by_login(struct snakes *self, struct str login, struct player *out)
{
    stmt_text(self->player.by_login, 1, login);
    return one_player(self->player.by_login, out);
}

bool snakes__player_by_name(struct snakes *self, struct str name, struct player *out)
{
    stmt_text(self->player.by_name, 1, name);
    return one_player(self->player.by_name, out);
}

void snakes__player_changed(struct snakes *self, uint64_t id)
{
    thing_changed(self->hall, id);
}

void snakes__player_rate(struct snakes *self, uint64_t id, bool rated, int64_t rating, uint64_t fighter)
{
    struct stmt *q = self->player.rate;

    stmt_int(q, 1, (int64_t)id);
    if (rated)
        stmt_int(q, 2, rating);
    else
        stmt_null(q, 2);
    stmt_int(q, 3, (int64_t)fighter);
    stmt_run(q);
    snakes__player_changed(self, id);
}

void snakes__player_pend(struct snakes *self, uint64_t id, uint64_t fight)
{
    stmt_int(self->player.pend, 1, (int64_t)id);
    stmt_int(self->player.pend, 2, (int64_t)fight);
    stmt_run(self->player.pend);
    snakes__player_changed(self, id);
}

bool snakes__player_add(struct snakes *self, uint64_t account, struct str login, struct str name, struct str salt, struct str hash)
{
    struct player other;
    struct stmt  *q = self->player.add;

    if (snakes__player_by_name(self, name, &other) || snakes__player_by_login(self, login, &other))
        return false;
    stmt_int(q, 1, (int64_t)account);
    stmt_text(q, 2, login);
    stmt_text(q, 3, name);
    stmt_text(q, 4, salt);
    stmt_text(q, 5, hash);
    return stmt_run(q) == ERR_OK;
}

/* ---- verifiers ----------------------------------------------------------- */

/* SHA-1 of two texts in a row, in lower-case hex. */
static void sha1_hex(struct str a, struct str b, char hex[HASH_LENGTH + 1])
{
    unsigned char digest[SHA_DIGEST_LENGTH];
    struct buf    text = { 0 };

    buf_str(&text, a);
    buf_str(&text, b);
    SHA1((const unsigned char *)text.at, text.len, digest);
    sodium_memzero(text.at, text.len);
    buf_release(&text);
    sodium_bin2hex(hex, HASH_LENGTH + 1, digest, sizeof digest);
}

void snakes__verifier_make(struct str login, struct str password, const char *salt, char hash[HASH_LENGTH + 1])
{
    struct buf both = { 0 };
    char       inner[HASH_LENGTH + 1];

    buf_str(&both, login);
    buf_char(&both, ':');
    sha1_hex(buf_view(&both), password, inner);
    buf_release(&both);
    sha1_hex(str_of(inner), str_of(salt), hash);
}

void snakes__handshake_make(const char *verifier, int64_t stamp, char hash[HASH_LENGTH + 1])
{
    struct buf text = { 0 };

    buf_int(&text, stamp);
    sha1_hex(str_of(verifier), buf_view(&text), hash);
    buf_release(&text);
}

void snakes__salt_draw(char salt[SALT_LENGTH + 1])
{
    unsigned char bytes[SALT_LENGTH / 2];

    hall_random(bytes, sizeof bytes);
    sodium_bin2hex(salt, SALT_LENGTH + 1, bytes, sizeof bytes);
}

/* ---- requests ------------------------------------------------------------ */

void snakes__run_info(struct call *c)
{
    struct jout *out = snakes__call_reply(c, "info");

    jout_field_int(out, "Version", 1);
    jout_field_int(out, "Compatible", 1);
    jout_field_int(out, "Lifetime", c->self->session_seconds);
    c->kept = true;
}

static void rating_field(struct jout *out, const struct player *p)
{
    if (p->rated)
        jout_field_int(out, "Rating", p->rating);
    else
        jout_field_null(out, "Rating");
}

static void fighter_fields(struct call *c, const struct player *p)
{
    struct snake_row fighter;

    if (!snakes__snake_by_id(c->self, p->fighter, &fighter))
        return;
    snakes__id_field(&c->out, "SnakeId", fighter.id);
    jout_field_text(&c->out, "SnakeName", fighter.name);
    jout_field_int(&c->out, "SkinId", fighter.skin);
    snakes__snake_release(&fighter);
}

void snakes__run_whoami(struct call *c)
{
    struct player p;

    if (!snakes__player_by_id(c->self, c->player, &p))
        return;
    struct jout *out = snakes__call_reply(c, "whoami");
    snakes__id_field(out, "PlayerId", p.id);
    jout_field_text(out, "PlayerName", p.name);
    snakes__id_field(out, "FightId", p.pending);
    if (p.fighter) {
        rating_field(out, &p);
        fighter_fields(c, &p);
    }
    c->kept = thing_is_kept(c->hall, p.id);
}

void snakes__salt_of(struct snakes *self, struct str login, char salt[SALT_LENGTH + 1])
{
    char          hex[HASH_LENGTH + 1];
    struct player p;

    /* Unknown logins have a salt, too, always the same one. */
    if (!snakes__player_by_login(self, login, &p)) {
        sha1_hex(str_of(self->secret), login, hex);
        str_copy((struct str){ hex, SALT_LENGTH }, p.salt, sizeof p.salt);
    }
    memcpy(salt, p.salt, SALT_LENGTH + 1);
}

void snakes__run_login_data(struct call *c)
{
    struct str login = c->args.text[FIELD_LOGIN];
    char       salt[SALT_LENGTH + 1];

    snakes__salt_of(c->self, login, salt);
    struct jout *out = snakes__call_reply(c, "login data");
    jout_field_str(out, "Login", login);
    jout_field_text(out, "Salt", salt);
    jout_field_int(out, "Timestamp", hall_now(c->hall) / 1000);
}

static bool is_banned(struct snakes *self, const struct player *p)
{
    struct account account;

    return account_by_id(self->hall, p->id, &account) == ERR_OK && (account.flags & ACCOUNT_BANNED);
}

enum login_result snakes__log_in(struct snakes *self, struct ask *ask, const struct handshake *h, struct player *p)
{
    int64_t now = hall_now(self->hall) / 1000;
    bool    in_time = h->stamp >= now - LOGIN_WINDOW && h->stamp <= now + LOGIN_WINDOW;
    char    expected[HASH_LENGTH + 1];

    if (!guess_allowed(self->hall, ask->peer, h->login))
        return LOGIN_TOO_MANY;
    *p = (struct player){ 0 };
    bool known = snakes__player_by_login(self, h->login, p);
    snakes__handshake_make(p->hash, h->stamp, expected);
    bool same = h->hash.len == HASH_LENGTH && sodium_memcmp(expected, h->hash.at, HASH_LENGTH) == 0;
    if (!known || !p->hash[0] || !in_time || !same || is_banned(self, p))
        return LOGIN_WRONG;
    guess_right(self->hall, ask->peer, h->login);
    return LOGIN_RIGHT;
}

void snakes__run_login(struct call *c)
{
    struct handshake h = { c->args.text[FIELD_LOGIN], c->args.number[FIELD_TIMESTAMP], c->args.text[FIELD_HASH] };
    struct player    p;
    char             sid[SID_LENGTH + 1];

    switch (snakes__log_in(c->self, c->ask, &h, &p)) {
    case LOGIN_TOO_MANY:
        snakes__call_nack(c, NACK_UNAVAILABLE, "too many wrong passwords: wait a minute");
        return;
    case LOGIN_WRONG:
        snakes__call_nack(c, NACK_LOGIN, "unknown login or wrong password");
        return;
    case LOGIN_RIGHT:
        break;
    }
    if (!snakes__session_open(c->self, &p, SESSION_SID, sid)) {
        snakes__call_nack(c, NACK_UNAVAILABLE, "too many players are logged in: try again in a few minutes");
        return;
    }
    struct jout *out = snakes__call_reply(c, "login");
    snakes__id_field(out, "PlayerId", p.id);
    jout_field_text(out, "PlayerName", p.name);
    jout_field_text(out, "Sid", sid);
}

void snakes__run_logout(struct call *c)
{
    snakes__session_end(c->self, c->session);
    c->session = NULL;
    snakes__call_ack(c);
}

void snakes__run_ping(struct call *c)
{
    snakes__call_ack(c);
    c->kept = true;
}

/* ---- lists of players ---------------------------------------------------- */

static void player_list(struct call *c, const struct list *list, const char *reply, const char *key, bool fighters)
{
    struct jout  *out = snakes__call_reply(c, reply);
    struct stmt  *q = snakes__list_open(c, list);
    struct player p;

    jout_field_array(out, key);
    while (stmt_row(q)) {
        snakes__player_from_row(q, &p);
        jout_open_object(out);
        snakes__id_field(out, "PlayerId", p.id);
        jout_field_text(out, "PlayerName", p.name);
        rating_field(out, &p);
        if (fighters)
            fighter_fields(c, &p);
        jout_close_object(out);
    }
    jout_close_array(out);
    snakes__list_close(q);
}

void snakes__run_ratings(struct call *c)
{
    static const struct list_key keys[] = { { "PlayerName", "name" }, { "Rating", "rating" }, { 0 } };
    static const char *const     normal[] = { ">Rating", NULL };
    static const struct list     list = { PLAYER_COLUMNS, "snakes_players", "", PLAYER_IS_RATED, "id", keys, normal };

    player_list(c, &list, "ratings", "Ratings", true);
}

void snakes__run_player_list(struct call *c)
{
    static const struct list_key keys[] = { { "PlayerName", "name" }, { 0 } };
    static const char *const     normal[] = { "<PlayerName", NULL };
    static const struct list     list = { PLAYER_COLUMNS, "snakes_players", "", "", "id", keys, normal };

    player_list(c, &list, "player list", "PlayerList", false);
}

void snakes__run_player_info(struct call *c)
{
    struct player p;
    struct stmt  *q = c->self->snake.of_player;

    if (!snakes__player_by_id(c->self, snakes__id_read(c->args.text[FIELD_PLAYER_ID]), &p)) {
        fault_set(&c->fault, NACK_NO_PLAYER, "unknown player %.*s", STR_ARG(quoted(c->args.text[FIELD_PLAYER_ID])));
        return;
    }
    struct jout *out = snakes__call_reply(c, "player info");
    snakes__id_field(out, "PlayerId", p.id);
    jout_field_text(out, "PlayerName", p.name);
    rating_field(out, &p);
    snakes__id_field(out, "FighterId", p.fighter);
    snakes__id_field(out, "SnakeId", p.fighter); /* the first browser client reads this */
    jout_field_array(out, "PlayerSnakes");
    stmt_int(q, 1, (int64_t)p.id);
    while (stmt_row(q)) {
        jout_open_object(out);
        snakes__snake_fields(out, (uint64_t)stmt_col_int(q, 0), stmt_col_text(q, 2), stmt_col_text(q, 3), stmt_col_int(q, 4));
        jout_close_object(out);
    }
    stmt_done(q);
    jout_close_array(out);
}
