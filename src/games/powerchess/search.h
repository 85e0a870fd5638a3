/* The internals of the computer player: the positions that the search plays on,
 * their evaluation, move ordering, and the search itself. bot.c is the player.
 *
 * The search plays on `struct position`, not on the state of the game: a board,
 * its key, and the few timed effects. Nothing random happens there: no box
 * appears, one that is taken counts as its mean, a net puts its piece on the
 * first good square. */
#ifndef POWERCHESS_SEARCH_H
#define POWERCHESS_SEARCH_H

#include "game/bot.h"
#include "games/powerchess/network.h"
#include "games/powerchess/powers.h"

/* ---- positions (position.c) -------------------------------------------- */

/* A ply: from, to * 64, and the kind that a pawn becomes * 4096 (0: none). */
typedef uint16_t ply_t;
enum { NO_PLY = 0 };
static inline int ply_from(ply_t p)
{
    return p & 63;
}
static inline int ply_to(ply_t p)
{
    return p >> 6 & 63;
}
static inline int ply_promotion(ply_t p)
{
    return p >> 12;
}
static inline ply_t ply_of(int from, int to, int promotion)
{
    return (ply_t)(from | to << 6 | promotion << 12);
}

enum timer_kind { TIMER_SAFE, TIMER_AWAKE, TIMER_HOLE, TIMER_ENERGY };
struct timer {
    uint8_t square; /* TIMER_ENERGY: the colour */
    uint8_t what;
    uint8_t left; /* plies */
    uint8_t was;  /* TIMER_AWAKE: kind under the shape */
};

enum { TIMERS_MAX = 24 };
struct position {
    struct chess board;
    uint64_t     key;
    uint64_t     nets;  /* pieces that have one */
    int16_t      luck;  /* worth of the boxes taken in the tree, White's minus Black's */
    uint8_t      quiet; /* plies without progress */
    uint8_t      n_timers;
    struct timer timer[TIMERS_MAX]; /* effects beyond these last forever */
};

void     position_of(const struct powerchess *g, struct position *out);
/* Computes the key: board and timed effects. */
uint64_t position_key(const struct position *p);

/* The worth of a box, by rarity; `at` is the game's. */
struct boxes {
    int16_t        worth[RARITIES];
    const uint8_t *at;
};
void position_make(const struct position *p, ply_t ply, const struct boxes *boxes, struct position *next);
void position_pass(const struct position *p, struct position *next); /* a null move */
/* Is the only king attacked, and not invulnerable after this ply? */
bool position_in_check(const struct position *p);

/* ---- evaluation (evaluate.c) ------------------------------------------- */

enum { MATE = 30000, MATE_NEAR = 29000, KINGS_SECOND = 400 };

extern const int16_t piece_worth[KINDS]; /* for exchanges: in hundredths of a pawn */

enum { FEATURES_PART = 3 }; /* in quarters: the network adds the rest */

/* All for the side to move, in hundredths of a pawn. */
int  evaluate(const struct position *p);
int  evaluate_summed(const struct position *p, const struct sums *sums); /* with the network's sums at hand */
int  evaluate_features(const struct chess *b);                           /* what the network adds to */
void powerchess_estimate(const void *state, int32_t share[SEATS_MAX]);

/* ---- order of moves (order.c) ------------------------------------------ */

enum { PLIES_MAX = 256, HISTORY_MAX = 8192 };

enum { RANK_FIRST = 1 << 30, RANK_GOOD = 1 << 28, RANK_KILLER = 1 << 26, RANK_BAD = -(1 << 28) };
struct choice {
    ply_t   ply;
    uint8_t kind;   /* of the mover */
    bool    proven; /* a capture that was examined */
    int32_t rank;
};
struct choices {
    int           n, next;
    struct choice at[PLIES_MAX];
};

/* Statistics of good moves so far. */
struct memory_of_moves {
    int16_t history[2][64][64];
    int16_t reply[KINDS * 64][KINDS * 64]; /* after the mover's kind and square, by kind and square */
    ply_t   counter[KINDS * 64];
};
struct hints {
    ply_t first; /* of the hash table */
    ply_t killer[2];
    ply_t counter;
    int   before; /* kind * 64 + square of the last ply, -1: none */
};

void choices_all(const struct position *p, const struct boxes *boxes, const struct memory_of_moves *m, const struct hints *h,
                 struct choices *out);
void choices_tactical(const struct position *p, const struct boxes *boxes, ply_t first, struct choices *out);
/* The best remaining one; NULL: none. */
const struct choice *choices_next(struct choices *c, const struct position *p, const struct boxes *boxes);
bool                 is_quiet(const struct position *p, ply_t ply);
/* Except castling. */
bool                 gives_check(const struct position *p, ply_t ply);
/* Does the side to move keep at least `least` in the exchanges on the target
 * square? */
bool                 exchange_keeps(const struct position *p, const struct boxes *boxes, ply_t ply, int least);
void moves_learn(struct memory_of_moves *m, const struct position *p, int before, const ply_t *quiets, int n, int depth);

/* ---- search (search.c) ------------------------------------------------- */

enum { DEPTH_MAX = 100 };
enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct entry {
    uint32_t check;  /* upper half of the key */
    uint32_t number; /* of the thought */
    ply_t    ply;
    int16_t  score;
    int16_t  eval;
    uint8_t  depth;
    uint8_t  bound;
};

struct frame {
    struct position position;
    struct choices  choices;
    struct sums     sums;
    bool            summed; /* are they the position's? */
    int             eval;
    int             before; /* kind * 64 + square of the ply that led here, -1: a pass, or none */
    ply_t           killer[2];
};

struct search {
    /* from the caller: */
    struct think *think;
    struct boxes  boxes;
    int64_t       nodes_max;
    int           blind, noise;
    int           depth_max;
    uint64_t      past[DRAW_PLIES + 1]; /* keys of the game's positions that can recur, the root's last */
    int           past_n;

    /* the result: */
    ply_t   best;
    int     score; /* for the side to move at the root */
    int     depth; /* completed */
    int64_t nodes;

    /* private: */
    bool                   stopped;
    uint32_t               mask; /* of the table */
    int16_t                taste[KINDS][64];
    struct memory_of_moves memory;
    struct choices         root;
    struct frame           frame[DEPTH_MAX + 4];
    struct entry           table[];
};

enum { TABLE_BITS = 19 };
#define SEARCH_MEMORY (sizeof(struct search) + (sizeof(struct entry) << TABLE_BITS))

/* What makes a level, besides the effort: what the player overlooks. */
struct skill {
    int     noise;         /* of the evaluation, in hundredths of a pawn a piece */
    int     blind;         /* percentage of the opponent's replies that are overlooked */
    int16_t box[RARITIES]; /* what a box is worth */
};
extern const struct skill powerchess_skills[LEVELS + 1]; /* by level; [0] is unused */

/* Sets up a search in think->memory for the position of `g`. */
struct search *search_begin(struct think *think, const struct powerchess *g, const struct skill *skill);
/* Searches until the effort is spent; false if there is no move. */
bool           search_run(struct search *s, const struct position *root);

/* ---- the player (bot.c, choose.c) -------------------------------------- */

extern const struct bot powerchess_bots[];
/* The best way to use a power, and its worth. */
int                     choose_power(struct search *s, const struct powerchess *g, struct move *out);

#endif
