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
 * <name>_game` and `const struct dialect <name>_dialect` (tables/dialect.h);
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
    EFFECTS_MAX = 128,  /* effects of one move */
    SEAT_NOBODY = -1,   /* a spectator, for redact and view */
    SEAT_TABLE = 255,   /* move.seat of a move made by the table itself */
};

/* ---- refusals ---------------------------------------------------------- */

/* Why something was refused. A game has one table of refusals, indexed by an
 * enum of its own. The word is stable, for programs and translations; the
 * sentence names the rule that was broken, with "{0}" to "{2}" replaced by the
 * arguments. */
struct refusal_kind {
    const char        *word;   /* "not_your_turn" */
    const char        *text;   /* "It is not your turn." */
    const char        *arg[3]; /* JSON names of the arguments; NULL: it has fewer */
    const char *const *words;  /* the first argument is an index into these; NULL: a plain number */
};

struct refusal {
    int                code; /* index in the table it is from */
    const char        *word;
    const char        *text;
    int32_t            arg[3];
    const char *const *names; /* of the arguments */
    const char *const *words; /* names for the values of the first argument, or NULL */
};

/* Both return ERR_REFUSED, so that a check is one line:
 * return refuse(why, catan_refusals, REFUSE_NO_ROAD). `why` may be NULL. */
enum err refuse(struct refusal *why, const struct refusal_kind *kinds, int code);
enum err refuse_args(struct refusal *why, const struct refusal_kind *kinds, int code, int a, int b, int c);
/* Without a table: for sentences that only people read. */
enum err refuse_text(struct refusal *why, const char *text);
/* Writes the sentence with its arguments. */
void     refusal_write(const struct refusal *why, struct buf *out);

/* ---- setup ------------------------------------------------------------- */

enum option_kind {
    OPTION_NUMBER,
    OPTION_FLAG,   /* 0 or 1 */
    OPTION_CHOICE, /* an index in .words */
    OPTION_MILLIS, /* a duration in milliseconds, entered in minutes */
};

/* An option chosen when a table is opened. Values are integers. */
struct option {
    const char        *name;
    const char        *title; /* label in forms */
    const char        *help;
    enum option_kind   kind;
    int32_t            min, max, default_value;
    const char *const *words;  /* OPTION_CHOICE: NULL-terminated */
    bool               rare;   /* hidden by default in forms */
    bool               hidden; /* for journals only: neither shown to nor accepted from people */
    bool               late;   /* added after the first release: a stored setup without it means 0, not the default */
};

/* Everything a game starts from. Journaled with the table. */
struct setup {
    uint8_t    seats; /* players who actually take part */
    uint64_t   seed;
    int64_t    at;                  /* start of the game in milliseconds since 1970, set by the hall; 0 = unknown */
    int32_t    option[OPTIONS_MAX]; /* in the order of game.options */
    struct str extra;               /* larger data in the game's own text form (a map, a position, programs); may be empty */
};

/* ---- moves ------------------------------------------------------------- */

/* A move. Only the first `n` arguments are ever read; the rest may be
 * uninitialized. It has room for the longest one, a redeployment of Small World.
 * A smaller struct would need a second form for those, and gains nothing: with 32
 * arguments, searches took 0.98 to 1.01 times as long in three games. */
struct move {
    int64_t  at;   /* milliseconds since 1970; set by the hall */
    uint8_t  seat; /* the player, or SEAT_TABLE */
    uint8_t  kind; /* index into game.kinds */
    uint16_t n;
    int16_t  arg[MOVE_ARGS_MAX];
};

enum move_flags {
    MOVE_BY_TABLE = 1, /* never accepted from a player: time-outs, forced dice, operator actions */
};

/* What an argument of a move means: for JSON Schemas, forms and bot authors.
 * The last entry of a list stands for all further arguments. */
struct move_arg {
    const char *name; /* "region" */
    const char *meaning;
    int16_t     min, max;
};

/* The text form of a move, its only stored form, is the kind's word followed by
 * decimal arguments: "build 12 3". */
struct move_kind {
    const char            *word;
    uint8_t                min, max; /* arguments */
    uint8_t                flags;
    const char            *meaning; /* one sentence */
    const struct move_arg *args;    /* ends with a NULL name; NULL: it has none */
};

/* Write and parse the text form. Parsing checks only the word and the number of
 * arguments, and leaves `seat` and `at` alone. */
struct game;
struct bot;
struct shapes;
void     move_write(const struct game *game, const struct move *m, struct buf *out);
enum err move_read(const struct game *game, struct str text, struct move *m);
bool     move_eq(const struct move *a, const struct move *b); /* seat, kind and arguments */

/* Builds a move in place. */
static inline void move_begin(struct move *m, int seat, int kind)
{
    m->at = 0;
    m->seat = (uint8_t)seat;
    m->kind = (uint8_t)kind;
    m->n = 0;
}

static inline void move_add(struct move *m, int value)
{
    m->arg[m->n++] = (int16_t)value;
}

/* A growing list of moves; `move_list_new` returns the next one to fill in. Set
 * n = 0 to reuse it. */
struct move_list {
    struct move *at;
    int          n, cap;
    bool         sample; /* incomplete: see game.legal */
    bool         fixed;  /* `at` is a large enough array owned by the caller: it does not grow */
};
struct move *move_list_new(struct move_list *list, int seat, int kind);
void         move_list_release(struct move_list *list);

/* ---- effects ----------------------------------------------------------- */

/* What a move did, in order, for dialects, animations and logs. `what` is an
 * index into game.effects. Effects never influence the state, and apply works
 * the same without a list.
 *
 * An effect may hold a secret: `seen_by` is then the bit set of the seats that
 * may see it, and `hidden` the bit set of the arguments that are withheld from
 * all others (0: the whole effect is withheld). */
enum { EFFECT_ARGS_MAX = 10, SEEN_BY_ALL = 0xFF };

struct effect {
    uint8_t what;
    uint8_t seat; /* SEAT_TABLE: no seat */
    uint8_t seen_by;
    uint8_t hidden;
    int16_t arg[EFFECT_ARGS_MAX];
};

struct effects {
    int           n;
    struct effect at[EFFECTS_MAX];
};

enum effect_flags {
    EFFECT_INSIDE = 1, /* for the game's dialect only: never written as JSON */
};

/* An argument in JSON: a number or, with `words`, the word at that index. A
 * negative value is left out if it is a word or optional. The words end with
 * NULL; the first may be NULL too, if 0 means "none". */
struct effect_arg {
    const char        *name;
    const char *const *words;
    bool               optional;
};

struct effect_kind {
    const char       *name; /* "gain" */
    const char       *meaning;
    struct effect_arg arg[EFFECT_ARGS_MAX]; /* unnamed arguments are not written */
    unsigned          flags;
};

/* Adds an effect that everybody may see; `list` may be NULL. */
void effect_add(struct effects *list, int what, int seat, int a, int b, int c, int d);
/* The same with all arguments and the visibility. */
void effect_put(struct effects *list, const struct effect *effect);

/* ---- results ----------------------------------------------------------- */

struct result {
    bool    over;
    uint8_t rank[SEATS_MAX];   /* 1 = first; ties share a rank; all equal is a draw */
    int32_t points[SEATS_MAX]; /* the score, 0 if the game has none */
};

/* ---- names ------------------------------------------------------------- */

/* Player names, for descriptions. */
struct names {
    const char *seat[SEATS_MAX]; /* NULL: "player 2" */
};
void name_write(const struct names *names, int seat, struct buf *out);                /* `names` may be NULL */
void name_write_any(const struct names *names, int seat, int seats, struct buf *out); /* "nobody" if there is no such seat */

/* ---- the contract ------------------------------------------------------ */

enum game_traits {
    GAME_HAS_CHANCE = 1,   /* uses the generator */
    GAME_HAS_SECRETS = 2,  /* seats see different things: .redact is set */
    GAME_AT_ONCE = 4,      /* several seats may owe a move at the same time */
    GAME_HAS_CLOCK = 8,    /* the rules keep a clock: .deadline is set */
    GAME_STARTS_FULL = 16, /* starts when the last seat is taken; otherwise when all players are ready */
    GAME_COMPUTED = 32,    /* plays itself (Snakes): cannot be opened or joined in the hall, only watched */
};

struct game {
    const char *name;  /* folder, wire id, log tag: lower case letters */
    const char *title; /* display name */
    const char *blurb; /* one sentence for the lobby */
    uint8_t     min_seats, max_seats;
    uint8_t     usual_seats; /* for quick matches; 0: min_seats */
    unsigned    traits;
    const char *leaving; /* what .leave means for the leaver: "lose", "away" (may come back); NULL: the table is abandoned */
    size_t      state_size;

    const struct option       *options;  /* ends with a NULL name; may be NULL */
    const struct move_kind    *kinds;    /* ends with a NULL word */
    const struct effect_kind  *effects;  /* ends with a NULL name; NULL: none */
    const struct refusal_kind *refusals; /* ends with a NULL word; NULL: only sentences */
    const struct bot          *bots;     /* its own computer players (game/bot.h); ends with a NULL name; may be NULL */

    /* Fills the block from `s`, whose options are already range-checked.
     * ERR_REFUSED with a reason if they are inconsistent or `extra` is
     * invalid. */
    enum err (*setup)(void *state, const struct setup *s, struct refusal *why);

    /* Bit set of seats that owe a move; 0 exactly when the game is over. */
    unsigned (*to_act)(const void *state);

    /* The moves of `seat`, in a fixed order; none if it owes none. Where there
     * are too many to list (Small World's redeployment) it lists a sample
     * that always contains a way to continue, and sets list->sample;
     * otherwise anything not listed is refused, except the kinds in
     * .asides. Every listed move applies. Must return the same list for the
     * state redacted for that seat, so that bots and browsers need no
     * secrets. */
    void (*legal)(const void *state, int seat, struct move_list *out);

    /* Moves that `seat` may make out of turn or instead of a turn and that are
     * not offered among its choices: resigning, offering a draw. NULL:
     * none. */
    void (*asides)(const void *state, int seat, struct move_list *out);

    /* A random move of `seat` with generator `r`: equivalent to choosing from
     * .legal, but faster. NULL: chosen from .legal. */
    void (*pick)(const void *state, int seat, struct rng *r, struct move *out);

    /* Converts a move with several spellings ("road 8 7") to the one used in
     * lists and journals. The hall calls it before it applies a move. NULL:
     * moves have one spelling. */
    void (*canonical)(const void *state, struct move *m);

    /* Checks everything, then changes everything. After ERR_REFUSED the state
     * is unchanged, byte for byte. */
    enum err (*apply)(void *state, const struct move *m, struct effects *out, struct refusal *why);

    /* Removes from a copy of the state everything that `seat` (or SEAT_NOBODY)
     * may not know: hands, decks, generators. NULL if nothing is secret.
     * Generators are always secret while the game runs: a game with
     * GAME_HAS_CHANCE always has .redact. A redacted state can be viewed
     * and listed but not played: .determinize it first. */
    void (*redact)(void *state, int seat);

    /* Turns a state redacted for `seat` into a complete one drawn with `r` from
     * those consistent with what the seat sees: hands, decks, counters,
     * generators. It can be played to the end; redacting it for `seat`
     * again gives the original bytes. NULL exactly if .redact is. */
    void (*determinize)(void *seen, int seat, struct rng *r);

    /* A key of the position for hash tables: equal for states with the same
     * future. NULL: not supported. */
    uint64_t (*hash)(const void *state);

    /* For searches with a horizon: each seat's share of the win, sum 65536, in
     * a determinized or fully visible state. NULL: play to the end. */
    void (*estimate)(const void *state, int32_t share[SEATS_MAX]);

    /* A draw for practical purposes (dead material, third repetition, a hundred
     * plies without progress)? `past` holds the table's moves so far. NULL:
     * never. */
    bool (*stuck)(const void *state, const struct move *past, int n);

    /* Writes the members of the JSON view for browsers: everything on the table
     * that `seat` may see. Takes a redacted state. */
    void (*view)(const void *state, int seat, struct jout *out);

    /* What never changes during a game and is therefore not part of the view:
     * places with their positions, neighbours, names, prices. Members of an
     * object. NULL: the view has everything. */
    void (*board)(const void *state, struct jout *out);

    /* How to compose the moves of which .legal lists only a sample, with
     * bounds: the elements of a JSON array, one object per kind of move.
     * NULL: lists are always complete. */
    void (*forms)(const void *seen, int seat, struct jout *out);

    /* Writes members of an object: everything in the game that has a name
     * (gods, races, powers, cards), each list as [{"name", "title",
     * "text"}, ...], for clients that show pictures. NULL: none. */
    void (*names)(struct jout *out);

    /* What .view, .board and .forms write, for JSON Schemas (schema.h). Those of
     * moves and effects are generated from their tables. NULL: none yet. */
    const struct shapes *shapes;

    /* Draws a (redacted) state as text for `meeple replay`. NULL: the view is
     * printed instead. */
    void (*draw)(const void *state, struct buf *out);

    /* Describes a move made on `before` in words or notation ("Nf3", "builds on
     * c4"). Unique within one list. NULL: the text form is used. */
    void (*describe)(const void *before, const struct move *m, const struct names *names, struct buf *out);

    /* The same for logs, if they should be shorter or in notation. NULL: as
     * .describe. */
    void (*notate)(const void *before, const struct move *m, const struct names *names, struct buf *out);

    /* Describes the random outcome of the move, read from the (redacted) state
     * right after it; continues the text of .describe (": 3 and 4"). NULL,
     * or no text: nothing to add. */
    void (*outcome)(const void *after, const struct move *m, const struct names *names, struct buf *out);

    void (*result)(const void *state, struct result *out);

    /* The move for `seat` leaving a running game (resign, become inactive...).
     * False, or NULL: the table is abandoned instead. Also false for a seat
     * that has already left for good: nobody can return to it. */
    bool (*leave)(const void *state, int seat, struct move *out);

    /* The move made for `seat` when its time is up. False, or NULL: the hall
     * takes the first of .legal. */
    bool (*timeout)(const void *state, int seat, struct move *out);

    /* With GAME_HAS_CLOCK: when a player's time is up by the rules' own clock
     * (milliseconds since 1970, 0 = never), and whose. The hall then makes
     * the .timeout move with exactly that time. */
    int64_t (*deadline)(const void *state, int *seat);
};

/* The registry: all games of games.def, in order, NULL-terminated. The template
 * is not included; tests and laws add it themselves. */
extern const struct game *const all_games[];
extern const struct game        template_game;
const struct game              *game_by_name(struct str name); /* NULL: no such game */

/* Number of options, and the index of one by name (-1: none). */
int game_option_count(const struct game *game);
int game_option(const struct game *game, struct str name);

/* Zeroes the block, checks seats and option ranges, and calls setup. */
enum err game_setup(const struct game *game, void *state, const struct setup *s, struct refusal *why);

/* Fills a setup with the default options and the minimum number of seats. */
void setup_default(const struct game *game, struct setup *s);

/* Copies the state into `seen`, redacted for `seat` (or SEAT_NOBODY), and
 * returns `seen`. */
void *game_seen_by(const struct game *game, const void *state, int seat, void *seen);

/* The view and the board (of a game that has one) as JSON objects. */
void game_view(const struct game *game, const void *seen, int seat, struct jout *out);
void game_board(const struct game *game, const void *seen, struct jout *out);

/* Begins an element of .forms: the move's first word, and how the rest is
 * composed. */
void form_open(struct jout *out, const char *word, const char *kind);

/* .pick or, without one, a choice from .legal; false if `seat` owes no move. */
bool game_random_move(const struct game *game, const void *state, int seat, struct rng *r, struct move_list *scratch,
                      struct move *out);

#endif
