/* Walking through a table's journal with the game's state at hand. A walk begins
 * at a state that the table has kept (table_snapshot), so it takes no more
 * events than it shows and SNAPSHOT_EVERY. */
#ifndef TABLES_WALK_H
#define TABLES_WALK_H

#include "game/replay.h"
#include "tables/table.h"

struct walk;
typedef bool walk_each(void *arg, const struct walk *walk, const struct journal_row *row); /* false: stop */

/* A replay of a part of a table's journal, and who looks on. */
struct walk {
    struct replay replay;    /* after the row */
    uint32_t      from, end; /* events from here on are shown, up to before that */
    bool          over;      /* the game is: nothing is secret any more */
    walk_each    *each;
    void         *arg;
};

/* Shows the events from `from` to before `end` with the game's state, right
 * now. ERR_IO: not all of them can be read and replayed. Only for few events:
 * everybody waits meanwhile. */
enum err walk_table(struct hall *hall, const struct table *t, uint32_t from, uint32_t end, walk_each *each, void *arg);

/* Its steps, for those who read the rows themselves. walk_step returns false
 * when the walk is at its end, or cannot go on because of a `*fault`. */
void walk_begin(struct walk *walk, const struct table *t, uint32_t from, uint32_t end);
bool walk_step(struct walk *walk, const struct journal_row *row, const char **fault);

#endif
