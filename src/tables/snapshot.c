/* States that a table had, kept while it is in memory. */
#include "base/mem.h"
#include "tables/inside.h"

#include <stdlib.h>

void snapshot__take(struct tables *ts, struct table *t, uint32_t seq, const void *state)
{
    struct snapshots *s = &t->private->snapshots;
    void             *copy = NULL;

    if (seq != (uint32_t)(s->n + 1) * SNAPSHOT_EVERY)
        return;
    if (state) {
        copy = mem_new(t->game->state_size);
        memcpy(copy, state, t->game->state_size);
    }
    s->at = mem_room(s->at, s->n, &s->cap, sizeof s->at[0]);
    s->at[s->n++] = copy;
    if (t->private->loaded) /* else loading counts all of them */
        ts->loaded_bytes += t->game->state_size;
}

void snapshots__free(struct table *t)
{
    struct snapshots *s = &t->private->snapshots;

    for (int i = 0; i < s->n; i++)
        free(s->at[i]);
    free(s->at);
    *s = (struct snapshots){ 0 };
}

uint32_t table_snapshot(const struct table *t, uint32_t seq, const void **state)
{
    const struct snapshots *s = &t->private->snapshots;
    int                     n = (int)(seq / SNAPSHOT_EVERY);

    if (n > s->n)
        n = s->n;
    *state = n ? s->at[n - 1] : NULL;
    return (uint32_t)n * SNAPSHOT_EVERY;
}
