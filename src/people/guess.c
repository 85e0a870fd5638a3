/* Password guessing. Three counters, each in fixed memory:
 *
 * - failures per address and account: beyond the limit, attempts are refused;
 * - failures per address: the same;
 * - failures per account from all addresses: beyond the limit, attempts are
 *   only slowed down, so that strangers cannot lock the owner out. Addresses
 *   from which the owner has logged in before are not even slowed down.
 *
 * Accounts count by id, so that renaming one does not reset its counter. */
#include "base/address.h"
#include "base/limits.h"
#include "base/log.h"
#include "people/account.h"

#include <stdio.h>

enum { WHO_BYTES = 256, SLOW_MS = 60 * 1000 };

static const int64_t known_ms = INT64_C(30) * 86400 * 1000; /* how long an owner's address is remembered */

/* The id of the account with this name. If there is none, the name, marked
 * differently: it may look like somebody's id. */
static struct str account_part(struct hall *hall, struct str name, char out[WHO_BYTES])
{
    struct account account;

    if (account_by_name(hall, name, &account) == ERR_OK)
        snprintf(out, WHO_BYTES, "#%llu", (unsigned long long)account.id);
    else
        snprintf(out, WHO_BYTES, "?%.*s", (int)(name.len < LIMIT_NAME_BYTES ? name.len : LIMIT_NAME_BYTES), name.at);
    return str_of(out);
}

static struct str both_parts(struct hall *hall, const char *peer, struct str name, char out[WHO_BYTES])
{
    char group[ADDRESS_TEXT], account[WHO_BYTES];

    address_group(str_of(peer), group);
    account_part(hall, name, account);
    snprintf(out, WHO_BYTES, "%.47s %.200s", group, account);
    return str_of(out);
}

bool guess_allowed(struct hall *hall, const char *peer, struct str name)
{
    char both[WHO_BYTES], account[WHO_BYTES];

    if (!rate_allow(hall, "guess", both_parts(hall, peer, name, both), LIMIT_GUESSES_PER_MINUTE) ||
        !rate_allow(hall, "guess-from", str_of(peer), LIMIT_GUESSES_FROM_PER_MINUTE))
        return false;
    if (!rate_allow(hall, "guess-at", account_part(hall, name, account), LIMIT_GUESSES_AT_PER_MINUTE))
        rate_mark(hall, "guess-slow", str_of(account), SLOW_MS);
    return true;
}

bool guess_is_slow(struct hall *hall, const char *peer, struct str name)
{
    char both[WHO_BYTES], account[WHO_BYTES];

    return rate_is_marked(hall, "guess-slow", account_part(hall, name, account)) &&
           !rate_is_marked(hall, "known-at", both_parts(hall, peer, name, both));
}

void guess_right(struct hall *hall, const char *peer, struct str name)
{
    char both[WHO_BYTES], account[WHO_BYTES];

    both_parts(hall, peer, name, both);
    rate_return(hall, "guess", str_of(both), LIMIT_GUESSES_PER_MINUTE);
    rate_return(hall, "guess-from", str_of(peer), LIMIT_GUESSES_FROM_PER_MINUTE);
    rate_return(hall, "guess-at", account_part(hall, name, account), LIMIT_GUESSES_AT_PER_MINUTE);
    rate_mark(hall, "known-at", str_of(both), known_ms);
    log_info("access", "login of account %s from %s", account, peer);
}
