/* Ends everything that logs an account in, at every door. */
#include "people/account.h"
#include "people/people.h"

void accounts_listen(struct hall *hall, account_listener *listener)
{
    struct people *p = people_of(hall);

    if (p->n_listeners == ACCOUNT_LISTENERS_MAX)
        BUG("too many listen to accounts");
    p->listener[p->n_listeners++] = listener;
}

void account_ended(struct hall *hall, uint64_t id)
{
    const struct people *p = people_of(hall);

    sessions_forget(p->sessions);
    for (int i = 0; i < p->n_listeners; i++)
        p->listener[i](hall, id);
}

enum err account_end(struct hall *hall, uint64_t id, struct str keep)
{
    enum err err = sessions_close_all(hall, id, keep);

    account_tell_dialects(hall_store(hall), &(struct account_change){ .event = ACCOUNT_ENDED, .id = id });
    account_ended(hall, id);
    return err;
}
