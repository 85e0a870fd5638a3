/* A match: who plays what, and a single game of it.
 *
 * An entrant is one entry of --seats: a built-in computer player at a level, or
 * an external program. With --rotate each seed is played once in every rotation
 * of the entrants; these games form a tuple, the unit of statistics. A game
 * depends only on the match and its number, so that neither the order of the
 * games nor the number of threads matters. */
#ifndef CLI_SIM_MATCH_H
#define CLI_SIM_MATCH_H

#include "game/bot.h"

struct entrant {
    const char       *name;    /* as given */
    const char       *program; /* command line of an external program; NULL: a built-in player */
    const struct bot *bot;
    int               level;
    int64_t           nodes; /* per move; 0: the default of its level */
};

struct match {
    const struct game *game;
    struct entrant     entrant[SEATS_MAX];
    struct setup       setup; /* except for the seed; its seats are the entrants */
    bool               rotate;
    int64_t            games;     /* whole tuples */
    int64_t            moves_max; /* a longer game counts as a draw */
    int64_t            stall_ms;  /* an external program that takes longer loses */
    uint64_t           seed;
    bool               keep_moves; /* for --record */
};

static inline int match_tuple(const struct match *m) /* games in a tuple */
{
    return m->rotate ? m->setup.seats : 1;
}

/* The entrant in a seat. */
static inline int match_entrant(const struct match *m, int64_t number, int seat)
{
    return (int)((seat + number % match_tuple(m)) % m->setup.seats);
}

enum ending {
    ENDED_BY_RULES,
    ENDED_STUCK,    /* game.stuck: a draw */
    ENDED_TOO_LONG, /* counts as a draw */
    ENDED_FORFEIT,  /* an external program failed: the others share the win */
};

/* The result of one game, by entrant. */
struct played {
    enum ending      ending;
    int              loser;            /* ENDED_FORFEIT: the entrant */
    char             fault[160];       /* ENDED_FORFEIT: what it did */
    double           share[SEATS_MAX]; /* of the win; sum 1 */
    int32_t          points[SEATS_MAX];
    int64_t          moves[SEATS_MAX], spent_us[SEATS_MAX], nodes[SEATS_MAX];
    uint64_t         seed;   /* of its setup */
    uint64_t         digest; /* of all its moves */
    struct result    result; /* by seat */
    struct move_list record; /* if the match keeps moves */
};

/* What a thread that plays has; all zeros initially. */
struct table_top {
    void               *state, *seen;
    struct move_list    past, scratch;
    const _Atomic bool *cancel; /* once this is set its game is given up; NULL: never */
};
void table_top_release(struct table_top *t);

/* Plays a game. False with a message: a built-in player broke the rules, the
 * setup is refused, or a program cannot be started; without one: given up. */
bool match_play(const struct match *m, int64_t number, struct table_top *t, struct played *out, char problem[256]);

/* Mixes two numbers into a hash. */
uint64_t mix(uint64_t a, uint64_t b);

#endif
