/* Accounts in the hall: their rows, and what mirrors them in memory. */
#include "people/account.h"

#include "base/log.h"
#include "people/people.h"
#include "people/rows.h"

static struct accounts *accounts_of(struct hall *hall)
{
    return people_of(hall)->accounts;
}

enum err account_by_name(struct hall *hall, struct str name, struct account *out)
{
    return accounts_by_name(accounts_of(hall), name, out);
}

enum err account_by_id(struct hall *hall, uint64_t id, struct account *out)
{
    return accounts_by_id(accounts_of(hall), id, out);
}

enum err account__insert(struct hall *hall, struct str name, unsigned flags, struct str hash, struct account *out)
{
    enum err err = accounts_add(accounts_of(hall), name, flags, hash, hall_now(hall), out);

    if (!err)
        log_info("access", "new account #%llu %s", (unsigned long long)out->id, out->name);
    return err;
}

enum err account_create(struct hall *hall, struct str name, unsigned flags, struct account *out)
{
    return account__insert(hall, name, flags, STR_NONE, out);
}

enum err account_rename(struct hall *hall, uint64_t id, struct str name)
{
    sessions_forget(people_of(hall)->sessions);
    return accounts_rename(accounts_of(hall), id, name);
}

enum err account_set_flags(struct hall *hall, uint64_t id, unsigned flags)
{
    sessions_forget(people_of(hall)->sessions);
    return accounts_set_flags(accounts_of(hall), id, flags);
}

enum err account_erase(struct hall *hall, uint64_t id)
{
    enum err err = account_end(hall, id, STR_NONE);

    if (err)
        return err;
    account_tell_dialects(hall_store(hall), &(struct account_change){ .event = ACCOUNT_ERASED, .id = id });
    sessions_forget(people_of(hall)->sessions);
    return accounts_erase(accounts_of(hall), id);
}

/* ---- password hashes ---------------------------------------------------- */

enum err account__set_hash(struct hall *hall, uint64_t id, const char *hash)
{
    sessions_forget(people_of(hall)->sessions);
    return accounts_set_hash(accounts_of(hall), id, str_of(hash));
}

uint64_t account__hash(struct hall *hall, struct str name, char *hash, size_t size)
{
    return accounts_hash(accounts_of(hall), name, hash, size);
}
