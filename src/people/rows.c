#include "people/rows.h"

#include "base/mem.h"

#include <stdlib.h>

struct accounts {
    struct stmt *by_name, *by_id, *next, *insert, *password, *set_password, *set_flags, *rename, *erase, *erase_sessions,
        *erase_ratings;
};

#define ACCOUNT_WHERE(condition) "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE " condition

struct accounts *accounts_new(struct store *store)
{
    struct accounts *a = mem_new(sizeof *a);

    a->by_name = store_prepare(store, ACCOUNT_WHERE("a.name = ?1"));
    a->by_id = store_prepare(store, ACCOUNT_WHERE("a.id = ?1 AND a.name IS NOT NULL"));
    a->next = store_prepare(store, ACCOUNT_WHERE("a.id > ?1 AND a.name IS NOT NULL ORDER BY a.id LIMIT 1"));
    /* Another process (`meeple user add`) may have inserted it first: then
     * nothing is inserted, and a lookup finds that row. */
    a->insert = store_prepare(store, "INSERT INTO accounts (id, name, flags, password, created_at) "
                                     "VALUES ((SELECT coalesce(max(id), 0) + 1 FROM accounts), ?1, ?2, ?3, ?4) "
                                     "ON CONFLICT DO NOTHING");
    a->password = store_prepare(store, "SELECT id, password FROM accounts WHERE name = ?1");
    a->set_password = store_prepare(store, "UPDATE accounts SET password = ?2 WHERE id = ?1");
    a->set_flags = store_prepare(store, "UPDATE accounts SET flags = ?2 WHERE id = ?1");
    a->rename = store_prepare(store, "UPDATE accounts SET name = ?2 WHERE id = ?1");
    a->erase = store_prepare(store, "UPDATE accounts SET name = NULL, password = NULL WHERE id = ?1");
    a->erase_sessions = store_prepare(store, "DELETE FROM sessions WHERE account = ?1");
    a->erase_ratings = store_prepare(store, "DELETE FROM ratings WHERE account = ?1");
    return a;
}

void accounts_free(struct accounts *a)
{
    free(a);
}

/* ---- reading ------------------------------------------------------------ */

void account_from_row(struct stmt *q, struct account *out)
{
    out->id = (uint64_t)stmt_col_int(q, 0);
    out->flags = (unsigned)stmt_col_int(q, 1);
    str_copy(stmt_col_text(q, 2), out->name, sizeof out->name);
    out->created_at = stmt_col_int(q, 3);
    out->has_password = stmt_col_int(q, 4) != 0;
}

static enum err read_account(struct stmt *q, struct account *out)
{
    struct account found = { 0 };

    if (stmt_row(q))
        account_from_row(q, &found);
    enum err err = stmt_done(q);
    if (err)
        return err;
    if (!found.id)
        return ERR_NONE;
    *out = found;
    return ERR_OK;
}

enum err accounts_by_name(struct accounts *a, struct str name, struct account *out)
{
    stmt_text(a->by_name, 1, name);
    return read_account(a->by_name, out);
}

enum err accounts_by_id(struct accounts *a, uint64_t id, struct account *out)
{
    stmt_int(a->by_id, 1, (int64_t)id);
    return read_account(a->by_id, out);
}

enum err accounts_next(struct accounts *a, uint64_t after, struct account *out)
{
    stmt_int(a->next, 1, (int64_t)after);
    return read_account(a->next, out);
}

uint64_t accounts_hash(struct accounts *a, struct str name, char *hash, size_t size)
{
    uint64_t id = 0;

    stmt_text(a->password, 1, name);
    if (stmt_row(a->password)) {
        id = (uint64_t)stmt_col_int(a->password, 0);
        str_copy(stmt_col_text(a->password, 1), hash, size);
    }
    stmt_done(a->password);
    return id;
}

/* ---- writing ------------------------------------------------------------ */

enum err accounts_add(struct accounts *a, struct str name, unsigned flags, struct str hash, int64_t at, struct account *out)
{
    struct account other;
    enum err       err = accounts_by_name(a, name, &other);

    if (err != ERR_NONE)
        return err ? err : ERR_REFUSED;
    stmt_text(a->insert, 1, name);
    stmt_int(a->insert, 2, flags);
    stmt_text(a->insert, 3, hash);
    stmt_int(a->insert, 4, at);
    err = stmt_run(a->insert);
    return err ? err : accounts_by_name(a, name, out);
}

static enum err set_text(struct stmt *q, uint64_t id, struct str text)
{
    stmt_int(q, 1, (int64_t)id);
    stmt_text(q, 2, text);
    return stmt_run(q);
}

enum err accounts_rename(struct accounts *a, uint64_t id, struct str name)
{
    struct account other;
    enum err       err = accounts_by_name(a, name, &other);

    if (err == ERR_OK)
        return other.id == id ? ERR_OK : ERR_REFUSED;
    return err == ERR_NONE ? set_text(a->rename, id, name) : err;
}

enum err accounts_set_hash(struct accounts *a, uint64_t id, struct str hash)
{
    return set_text(a->set_password, id, hash);
}

enum err accounts_set_flags(struct accounts *a, uint64_t id, unsigned flags)
{
    stmt_int(a->set_flags, 1, (int64_t)id);
    stmt_int(a->set_flags, 2, flags);
    return stmt_run(a->set_flags);
}

static enum err run_for(struct stmt *q, uint64_t id)
{
    stmt_int(q, 1, (int64_t)id);
    return stmt_run(q);
}

enum err accounts_erase(struct accounts *a, uint64_t id)
{
    return run_for(a->erase, id);
}

enum err accounts_erase_sessions(struct accounts *a, uint64_t id)
{
    return run_for(a->erase_sessions, id);
}

enum err accounts_erase_ratings(struct accounts *a, uint64_t id)
{
    return run_for(a->erase_ratings, id);
}
