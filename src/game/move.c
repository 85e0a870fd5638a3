#include "game/game.h"

void move_begin(struct move *m, int seat, int kind)
{
    m->at = 0;
    m->seat = (uint8_t)seat;
    m->kind = (uint8_t)kind;
    m->n = 0;
}

struct move *move_list_new(struct move_list *list, int seat, int kind)
{
    if (list->n == list->cap)
        return NULL;
    struct move *m = &list->at[list->n++];
    move_begin(m, seat, kind);
    return m;
}

bool move_eq(const struct move *a, const struct move *b)
{
    return a->seat == b->seat && a->kind == b->kind && a->n == b->n && memcmp(a->arg, b->arg, a->n * sizeof a->arg[0]) == 0;
}

void move_write(const struct game *game, const struct move *m, struct buf *out)
{
    buf_text(out, game->kinds[m->kind].word);
    for (int i = 0; i < m->n; i++) {
        buf_char(out, ' ');
        buf_int(out, m->arg[i]);
    }
}

enum err move_read(const struct game *game, struct str text, struct move *m)
{
    struct move read = { .at = m->at, .seat = m->seat };
    struct str  word = str_cut(&text, ' ');
    int         kind = 0;

    while (game->kinds[kind].word && !str_is(word, game->kinds[kind].word))
        kind++;
    if (!game->kinds[kind].word)
        return ERR_MALFORMED;
    read.kind = (uint8_t)kind;
    while (text.at) {
        int64_t value;

        if (read.n == MOVE_ARGS_MAX || !str_int(str_cut(&text, ' '), &value) || value < INT16_MIN || value > INT16_MAX)
            return ERR_MALFORMED;
        read.arg[read.n++] = (int16_t)value;
    }
    if (read.n < game->kinds[kind].least || read.n > game->kinds[kind].most)
        return ERR_MALFORMED;
    *m = read;
    return ERR_OK;
}

void effect_add(struct effects *list, int what, int seat, int a, int b, int c, int d)
{
    if (!list)
        return;
    if (list->n == EFFECTS_MAX)
        BUG("more effects than a move can have");
    list->at[list->n++] = (struct effect){
        .what = (uint8_t)what,
        .seat = (uint8_t)seat,
        .arg = { (int16_t)a, (int16_t)b, (int16_t)c, (int16_t)d },
    };
}
