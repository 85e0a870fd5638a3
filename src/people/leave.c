/* What a deleted account leaves behind at tables. */
#include "people/account.h"
#include "tables/table.h"

void account_leave_tables(struct hall *hall, uint64_t id)
{
    for (int i = 0; all_games[i]; i++) {
        struct table *t = table_next_live(hall, all_games[i], 0);

        while (t) {
            uint64_t       table = t->id;
            int            seat = table_seat_of(t, id);
            struct refusal why = { 0 };

            if (seat >= 0 && (t = table_find(hall, table)))
                table_leave(hall, t, seat, "hall", &why);
            t = table_next_live(hall, all_games[i], table);
        }
    }
    table_rename_sitter(hall, id, STR("deleted"));
}
