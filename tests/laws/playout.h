/* One playout of the laws, for the files that check them. */
#ifndef LAWS_PLAYOUT_H
#define LAWS_PLAYOUT_H

#include "laws/laws.h"

/* The blocks are copies of the state for trials. */
struct playout {
    struct laws       *laws;
    const struct game *game;
    uint64_t           seed;
    struct rng         dice; /* the playout's own, apart from the game's */
    struct setup       setup;
    struct buf         extra, journal;
    char              *live, *trial, *other, *seen, *again;
    struct move_list   list, second;
    struct move_list   past;      /* the moves made so far, for players that want them */
    char              *left_over; /* memory of computer players, as earlier choices left it; NULL: none yet */
    uint32_t           choices;
    int64_t            now;
    int                moves;
};

/* Notes the first law found broken; both return false. */
bool broken(struct playout *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool broken_move(struct playout *p, const struct move *m, const char *what);

static inline int below(struct playout *p, int n)
{
    return (int)rng_below(&p->dice, (uint64_t)n);
}

static inline void copy(struct playout *p, char *to, const char *from)
{
    memcpy(to, from, p->game->state_size);
}

static inline bool same(struct playout *p, const char *a, const char *b)
{
    return memcmp(a, b, p->game->state_size) == 0;
}

static inline void redact(const struct game *game, void *state, int seat)
{
    if (game->redact)
        game->redact(state, seat);
}

static inline void list_moves(struct playout *p, const char *state, int seat, struct move_list *list)
{
    list->n = 0;
    list->sample = false;
    p->game->legal(state, seat, list);
}

bool is_listed(const struct move_list *list, const struct move *m);
int  kind_count(const struct game *game);

/* moves.c: on the live state, with `list` holding the moves of `seat` and
 * `seen` what it sees. */
bool check_list(struct playout *p, int seat);
bool check_listed(struct playout *p);
bool check_pick(struct playout *p, int seat);
bool check_unusual(struct playout *p, int seat);
bool check_wild(struct playout *p, int seat);
bool check_words(struct playout *p, const char *seen, const struct move *m);
bool check_outcome(struct playout *p, const struct move *m);

/* secrets.c: leaves what `seat` sees in `seen`. */
bool check_seen(struct playout *p, int seat);
bool check_seen_moves(struct playout *p, int seat);
bool check_view(struct playout *p, int seat);
bool check_determinized(struct playout *p, int seat);
bool has_generator(struct playout *p);

/* choices.c: of every computer player of the game, for `seat`, which owes a
 * move. */
bool check_choices(struct playout *p, int seat);

#endif
