/* Notifies all dialects of account changes. */
#include "people/account.h"
#include "tables/dialect.h"

void account_tell_dialects(struct store *store, const struct account_change *change)
{
    struct refusal why;

    for (int i = 0; all_dialects[i]; i++)
        if (all_dialects[i]->account_changed)
            all_dialects[i]->account_changed(store, change, &why);
}
