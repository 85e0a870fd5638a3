#include "game/game.h"

#include "base/mem.h"

#include <stdlib.h>

struct move *move_list_new(struct move_list *list, int seat, int kind)
{
    if (list->n == list->cap) {
        if (list->fixed)
            BUG("more moves than there is room for");
        list->cap = list->cap ? 2 * list->cap : 32;
        list->at = mem_grow(list->at, (size_t)list->cap, sizeof list->at[0]);
    }
    struct move *m = &list->at[list->n++];
    move_begin(m, seat, kind);
    return m;
}

void move_list_release(struct move_list *list)
{
    free(list->at);
    *list = (struct move_list){ 0 };
}

bool move_eq(const struct move *a, const struct move *b)
{
    return a->seat == b->seat && a->kind == b->kind && a->n == b->n && memcmp(a->arg, b->arg, a->n * sizeof a->arg[0]) == 0;
}
