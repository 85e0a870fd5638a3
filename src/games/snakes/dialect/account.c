/* What happens to a player when their account changes, and players made by the
 * operator. Everything here works on the store alone. */
#include "games/snakes/dialect/fights.h"
#include "games/snakes/samples.h"

const char *snakes__login_fault(struct str login)
{
    if (login.len < LOGIN_LEAST)
        return "too short";
    if (login.len > LOGIN_MOST)
        return "too long";
    if (!text_only(login, "abcdefghijklmnopqrstuvwxyz0123456789_") || (login.at[0] >= '0' && login.at[0] <= '9'))
        return "only small letters, digits and _, and no digit first";
    return NULL;
}

const char *snakes__name_fault(struct str name)
{
    if (!str_utf8(name) || str_has_control(name))
        return "has characters that are not allowed";
    if (str_points(name) < NAME_LEAST)
        return "too short";
    return str_points(name) > NAME_MOST ? "too long" : NULL;
}

/* ---- rows ---------------------------------------------------------------- */

/* Runs a statement for one number. */
static void run_for(struct store *store, const char *sql, uint64_t number)
{
    struct stmt *q = store_prepare(store, sql);

    stmt_int(q, 1, (int64_t)number);
    stmt_run(q);
    stmt_free(q);
}

/* Does the query return a row? */
static bool finds(struct store *store, const char *sql, struct str text)
{
    struct stmt *q = store_prepare(store, sql);

    stmt_text(q, 1, text);
    bool found = stmt_row(q);
    stmt_done(q);
    stmt_free(q);
    return found;
}

static bool finds_number(struct store *store, const char *sql, uint64_t number)
{
    struct stmt *q = store_prepare(store, sql);

    stmt_int(q, 1, (int64_t)number);
    bool found = stmt_row(q);
    stmt_done(q);
    stmt_free(q);
    return found;
}

static void add_player(struct store *store, uint64_t account, struct str login, struct str name, const char *salt, const char *hash)
{
    struct stmt *q = store_prepare(store, "INSERT INTO snakes_players (id, login, name, salt, hash, rating, fighter, pending, auth)"
                                          " VALUES (?1, ?2, ?3, ?4, ?5, NULL, 0, 0, 1)");

    stmt_int(q, 1, (int64_t)account);
    stmt_text(q, 2, login);
    stmt_text(q, 3, name);
    stmt_text(q, 4, str_of(salt));
    stmt_text(q, 5, str_of(hash));
    stmt_run(q);
    stmt_free(q);
}

/* ---- changes ------------------------------------------------------------- */

static enum err enroll(struct store *store, const struct account_change *c, struct refusal *why)
{
    char salt[SALT_LENGTH + 1], hash[HASH_LENGTH + 1];

    if (snakes__login_fault(c->name))
        return refuse_text(why, "a login of Snakes has 3 to 16 small letters, digits and _, and no digit first");
    if (snakes__name_fault(c->shown) || str_trim(c->shown).len != c->shown.len)
        return refuse_text(why, "a name of Snakes has 2 to 40 characters, no control characters and no blanks at its ends");
    if (finds(store, "SELECT 1 FROM snakes_players WHERE login = ?1", c->name))
        return refuse_text(why, "there is a player of Snakes with this login already");
    if (finds(store, "SELECT 1 FROM snakes_players WHERE name = ?1", c->shown))
        return refuse_text(why, "there is a player of Snakes with this name already");
    snakes__salt_draw(salt);
    snakes__verifier_make(c->name, c->password, salt, hash);
    add_player(store, c->id, c->name, c->shown, salt, hash);
    return ERR_OK;
}

/* Ends sessions with the old authorization number. A player whose login no
 * client can send gets no verifier. */
static void renew_verifier(struct store *store, const struct account_change *c)
{
    struct stmt *q = store_prepare(store, "SELECT login FROM snakes_players WHERE id = ?1");
    char         login[LOGIN_ROOM] = "", salt[SALT_LENGTH + 1], hash[HASH_LENGTH + 1] = "";

    stmt_int(q, 1, (int64_t)c->id);
    bool known = stmt_row(q) && str_copy(stmt_col_text(q, 0), login, sizeof login);
    stmt_done(q);
    stmt_free(q);
    if (!known)
        return;
    snakes__salt_draw(salt);
    if (!snakes__login_fault(str_of(login)))
        snakes__verifier_make(str_of(login), c->password, salt, hash);
    q = store_prepare(store, "UPDATE snakes_players SET salt = ?2, hash = ?3, auth = auth + 1 WHERE id = ?1");
    stmt_int(q, 1, (int64_t)c->id);
    stmt_text(q, 2, str_of(salt));
    stmt_text(q, 3, str_of(hash));
    stmt_run(q);
    stmt_free(q);
}

static void end_sessions(struct store *store, uint64_t account)
{
    run_for(store, "DELETE FROM snakes_sessions WHERE player = ?1", account);
}

/* The fights that may be kept for this account alone: those in its two lists
 * and its slots, and the pending one. All others are visible to others, or
 * gone. */
struct own_fights {
    uint64_t fight[2 * LIST_LENGTH + SLOTS + 1];
    int      n;
};

static void list_own_fights(struct store *store, uint64_t account, struct own_fights *out)
{
    struct stmt      *q = store_prepare(store, "SELECT ordered, challenged, pending FROM snakes_players WHERE id = ?1");
    struct fight_list list;

    out->n = 0;
    stmt_int(q, 1, (int64_t)account);
    if (stmt_row(q)) {
        for (int column = 0; column < 2; column++) {
            fight_list_read(stmt_col_text(q, column), &list);
            for (int i = 0; i < list.n; i++)
                out->fight[out->n++] = list.fight[i];
        }
        out->fight[out->n++] = (uint64_t)stmt_col_int(q, 2);
    }
    stmt_done(q);
    stmt_free(q);
    q = store_prepare(store, "SELECT fight FROM snakes_slots WHERE player = ?1 ORDER BY slot");
    stmt_int(q, 1, (int64_t)account);
    while (stmt_row(q) && out->n < (int)ARRAY_LEN(out->fight))
        out->fight[out->n++] = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    stmt_free(q);
}

/* Fights that others can see stay; the rest is deleted. */
static void erase(struct store *store, uint64_t account)
{
    static const char *const rows[] = {
        "DELETE FROM snakes_players WHERE id = ?1",
        "DELETE FROM snakes_snakes WHERE player = ?1",
        "DELETE FROM snakes_slots WHERE player = ?1",
    };
    struct own_fights own;

    list_own_fights(store, account, &own);
    end_sessions(store, account);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        run_for(store, rows[i], account);
    for (int i = 0; i < own.n; i++)
        if (!finds_number(store, FIGHT_IS_SEEN, own.fight[i])) {
            run_for(store, "DELETE FROM snakes_fights WHERE id = ?1", own.fight[i]);
            run_for(store, "DELETE FROM snakes_fighters WHERE " OF_FIGHT, own.fight[i]);
        }
}

enum err snakes__account_changed(struct store *store, const struct account_change *change, struct refusal *why)
{
    switch (change->event) {
    case ACCOUNT_ENROLLED:
        return enroll(store, change, why);
    case ACCOUNT_PASSWORD:
        renew_verifier(store, change);
        end_sessions(store, change->id);
        break;
    case ACCOUNT_ERASED:
        erase(store, change->id);
        break;
    case ACCOUNT_ENDED:
        run_for(store, "UPDATE snakes_players SET auth = auth + 1 WHERE id = ?1", change->id);
        end_sessions(store, change->id);
        break;
    }
    return ERR_OK;
}

/* ---- samples ------------------------------------------------------------- */

static void add_bot(struct store *store, uint64_t account, const struct sample *sample)
{
    struct stmt         *q;
    struct snake_program program;
    struct buf           text = { 0 }, notes = { 0 };
    struct jout          out = jout_to(&notes);

    sample_program(sample, &program);
    program_write(&program, &text);
    jout_open_array(&out);
    for (int i = 0; i < program.n_maps; i++)
        jout_text(&out, "");
    jout_close_array(&out);
    q = store_prepare(store, "UPDATE snakes_ids SET next = next + 1 WHERE kind = 'snake'");
    stmt_run(q);
    stmt_free(q);
    q = store_prepare(store, "INSERT INTO snakes_snakes (id, player, name, type, skin, description, program, notes)"
                             " SELECT next - 1, ?1, ?2, 'B', 1, ?3, ?4, ?5 FROM snakes_ids WHERE kind = 'snake'");
    stmt_int(q, 1, (int64_t)account);
    stmt_text(q, 2, str_of(sample->name));
    stmt_text(q, 3, str_of(sample->description));
    stmt_text(q, 4, buf_view(&text));
    stmt_text(q, 5, buf_view(&notes));
    stmt_run(q);
    stmt_free(q);
    buf_release(&text);
    buf_release(&notes);
}

void snakes__add_samples(struct store *store, uint64_t account, struct str name)
{
    char salt[SALT_LENGTH + 1];

    snakes__salt_draw(salt);
    add_player(store, account, name, STR("Sample bots"), salt, ""); /* never equal to a hash: nobody can log in */
    for (int i = 0; i < SAMPLES_OF_PROTOCOL; i++)
        add_bot(store, account, &snake_samples[i]);
}
