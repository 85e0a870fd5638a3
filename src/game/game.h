/* The contract of a game.
 *
 * A state is one flat block of `state_size` bytes without pointers: memcpy
 * copies it, memcmp compares it (setup zeroes it first, padding included). No
 * function here may read a clock, do I/O, allocate, keep anything between
 * calls or reach outside game/ and base/. Randomness comes from a generator
 * inside the state, seeded by setup; time comes in as `move.at`.
 *
 * What happened at a table is its setup and an ordered list of moves; the
 * state is their replay (game/replay.h). `apply` therefore must give the same
 * result for the same bytes, always.
 *
 * Every game lives in src/games/<name>/ and exports `const struct game
 * <name>_game` and `const struct dialect <name>_dialect` (hall/dialect.h);
 * its line in game/games.def is all the registration there is. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/buf.h"
#include "base/err.h"
#include "base/jout.h"
#include "base/rng.h"
#include "base/str.h"

enum {
    SEATS_MAX = 6,
    OPTIONS_MAX = 16,   /* options of a game */
    MOVE_ARGS_MAX = 90, /* numbers in one move */
    EFFECTS_MAX = 128,  /* things that can happen in one move */
    SEAT_NOBODY = -1,   /* a spectator, for redact and view */
    SEAT_TABLE = 255,   /* move.seat of a move that the table itself makes */
};

/* ---- setup ------------------------------------------------------------- */

/* One choice that whoever opens a table has. Values are integers; a choice
 * among words is its index in `words`. */
struct option {
    const char        *name;
    const char        *help;
    int32_t            least, most, normal;
    const char *const *words; /* NULL-terminated, or NULL for a number */
};

/* All that a game starts from. Journaled with the table. */
struct setup {
    uint8_t    seats; /* players who really sit down */
    uint64_t   seed;
    int64_t    at;                  /* when the game starts, in milliseconds since 1970: filled in by the hall, 0 = unknown */
    int32_t    option[OPTIONS_MAX]; /* in the order of game.options */
    struct str extra;               /* larger data in the game's own text form: a map, a position, programs; may be empty */
};

/* ---- moves ------------------------------------------------------------- */

/* A move. Only the first `n` arguments count, and only they are ever read:
 * nobody need clear the rest. */
struct move {
    int64_t  at;   /* when, in milliseconds since 1970; filled in by the hall */
    uint8_t  seat; /* who, or SEAT_TABLE */
    uint8_t  kind; /* index into game.kinds */
    uint16_t n;
    int16_t  arg[MOVE_ARGS_MAX];
};

enum move_flags {
    MOVE_BY_TABLE = 1, /* never accepted from a player: time-outs, forced dice, operator's hand */
};

/* The text form of a move, its only stored form, is the kind's word and its
 * arguments in decimal: "build 12 3". */
struct move_kind {
    const char *word;
    uint8_t     least, most; /* arguments */
    uint8_t     flags;
};

/* Writes and reads the text form; reading checks word and number of arguments,
 * nothing else, and leaves `seat` and `at` alone. */
struct game;
struct bot;
void     move_write(const struct game *game, const struct move *m, struct buf *out);
enum err move_read(const struct game *game, struct str text, struct move *m);
bool     move_eq(const struct move *a, const struct move *b); /* seat, kind and arguments */

/* Builds a move in place. */
void               move_begin(struct move *m, int seat, int kind);
static inline void move_add(struct move *m, int value)
{
    m->arg[m->n++] = (int16_t)value;
}

/* A list of moves with room for `cap`; `move_list_new` gives the next one to
 * fill in, or NULL when it is full. */
struct move_list {
    struct move *at;
    int          n, cap;
};
struct move *move_list_new(struct move_list *list, int seat, int kind);

/* ---- effects ----------------------------------------------------------- */

/* What a move did, in order, for those who tell others about it: dialects,
 * animations, logs of the game. `what` is the game's own enum; a game may
 * leave effects out whose new state says everything. Effects never influence
 * the state, and apply works the same without a list. */
struct effect {
    uint8_t what;
    uint8_t seat;
    int16_t arg[6];
};

struct effects {
    int           n;
    struct effect at[EFFECTS_MAX];
};

/* Adds one; `list` may be NULL. Returns it for the arguments, or a dummy. */
void effect_add(struct effects *list, int what, int seat, int a, int b, int c, int d);

/* ---- results ----------------------------------------------------------- */

struct result {
    bool    over;
    uint8_t rank[SEATS_MAX];   /* 1 = first; equal ranks are shared; all equal is a draw */
    int32_t points[SEATS_MAX]; /* what the game counts, 0 where it counts nothing */
};

/* ---- the contract ------------------------------------------------------ */

enum game_traits {
    GAME_HAS_CHANCE = 1,    /* the generator decides something */
    GAME_HAS_SECRETS = 2,   /* seats see different things: .redact is set */
    GAME_AT_ONCE = 4,       /* several seats may owe a move at a time */
    GAME_HAS_CLOCK = 8,     /* the rules keep a clock: .deadline is set */
    GAME_STARTS_FULL = 16,  /* starts by itself when the last seat is taken; else when all are ready */
    GAME_COMPUTED = 32,     /* plays itself (Snakes): never opened or joined in the hall, only watched */
    GAME_LEGAL_SAMPLE = 64, /* .legal lists a fair sample where all would be too many (see there) */
};

struct game {
    const char *name;  /* folder, wire id, log tag: lower case letters */
    const char *title; /* for people */
    const char *blurb; /* one sentence for the lobby */
    uint8_t     min_seats, max_seats;
    unsigned    traits;
    size_t      state_size;
    int         legal_max; /* .legal never lists more */

    const struct option    *options; /* ends with a NULL name; may be NULL */
    const struct move_kind *kinds;   /* ends with a NULL word */
    const struct bot       *bots;    /* computer players of its own (game/bot.h), ends with a NULL name; may be NULL */

    /* Fills the block from `s`, whose options are within their ranges (the
     * registry checked). ERR_REFUSED with a reason when they do not go
     * together or `extra` is no good. */
    enum err (*setup)(void *state, const struct setup *s, const char **why);

    /* Bit set of seats that owe a move; 0 exactly when the game is over. */
    unsigned (*to_act)(const void *state);

    /* The moves of `seat`, in a fixed order; none if it owes none. Where a
     * turn leaves more choices than anybody would list (Small World's
     * redeployment) it lists a sample that always holds a way to go on, and
     * the trait says so. Every listed move applies. Must give the same list
     * for the state redacted for that seat, so that computer players and
     * browsers need no secrets. */
    void (*legal)(const void *state, int seat, struct move_list *out);

    /* A random move of `seat`, with generator `r`: as good as picking from
     * .legal, but faster. NULL: picked from .legal. */
    void (*pick)(const void *state, int seat, struct rng *r, struct move *out);

    /* Checks everything, then changes everything. ERR_REFUSED with a reason
     * leaves the state as it was, to the byte. */
    enum err (*apply)(void *state, const struct move *m, struct effects *out, const char **why);

    /* Removes from a copy of the state whatever `seat` (or SEAT_NOBODY) may
     * not know: hands, decks, generator. After it no function can tell. NULL
     * if nothing is secret. The generator counts as a secret while the game
     * runs: a game with GAME_HAS_CHANCE always has .redact. */
    void (*redact)(void *state, int seat);

    /* The JSON view for people and their browsers: one object, everything on
     * the table that `seat` may see. Receives a redacted state. */
    void (*view)(const void *state, int seat, struct jout *out);

    /* The terminal's picture of a (redacted) state, for `meeple replay`: lines
     * of text. NULL: the view is printed instead. */
    void (*draw)(const void *state, struct buf *out);

    /* A move in words or notation ("Nf3", "builds on c4"), made on `before`.
     * NULL: its text form. */
    void (*describe)(const void *before, const struct move *m, struct buf *out);

    /* What chance made of the move, read from the (redacted) state right after
     * it: goes on where .describe ended (": 3 and 4"). NULL, or no text: there
     * is nothing to add. */
    void (*outcome)(const void *after, const struct move *m, struct buf *out);

    void (*result)(const void *state, struct result *out);

    /* The move that stands for `seat` leaving a running game (resign, go
     * inactive...). False, or NULL: the table is abandoned instead. False for
     * a seat that has left: it has left for good, and nobody comes back to it. */
    bool (*leave)(const void *state, int seat, struct move *out);

    /* The move made for `seat` when its time is up. False, or NULL: the hall
     * takes the first of .legal. */
    bool (*timeout)(const void *state, int seat, struct move *out);

    /* With GAME_HAS_CLOCK: when, by the rules' own clock, somebody's time is
     * up (milliseconds since 1970, 0 = nobody's), and whose. The hall then
     * makes the .timeout move with that very time. */
    int64_t (*deadline)(const void *state, int *seat);
};

/* The registry: all games of games.def in its order, NULL-terminated. The
 * template is not among them; tests and laws add it by hand. */
extern const struct game *const all_games[];
extern const struct game        template_game;
const struct game              *game_by_name(struct str name); /* NULL: no such game */

/* Number of options, and the index of one by name (-1: none). */
int game_option_count(const struct game *game);
int game_option(const struct game *game, struct str name);

/* Zeroes the block, checks seats and option ranges, then calls setup. */
enum err game_setup(const struct game *game, void *state, const struct setup *s, const char **why);

/* Fills a setup with the normal options and the least seats. */
void setup_normal(const struct game *game, struct setup *s);

/* Copies the state as `seat` (or SEAT_NOBODY) may see it into `seen`, and
 * returns that. */
void *game_seen_by(const struct game *game, const void *state, int seat, void *seen);

/* pick or, without one, a choice from legal; false if `seat` owes nothing.
 * `scratch` has room for legal_max moves. */
bool game_random_move(const struct game *game, const void *state, int seat, struct rng *r, struct move_list *scratch,
                      struct move *out);

#endif
