/* The state of a game of Power Chess, and the functions that change its parts.
 * The sequence of a ply is in rules.c, the fourteen powers in powers.c, boxes
 * in boxes.c, pieces and what moves with them in pieces.c, draws in draws.c,
 * every word and number that others read in tables.c. */
#ifndef POWERCHESS_STATE_H
#define POWERCHESS_STATE_H

#include "game/game.h"
#include "games/powerchess/chess.h"

enum rarity { COMMON, RARE, LEGENDARY, RARITIES };
enum phase { PHASE_MOVE, PHASE_SELECT, PHASE_OVER };
/* The first four are numbers of the protocol. */
enum reason {
    REASON_MATE,
    REASON_RESIGNATION,
    REASON_TIME,
    REASON_DRAW,
    REASON_STALEMATE,
    REASON_REPETITION,
    REASON_FIFTY,
    REASON_MATERIAL,
    REASONS
};
enum { NO_WINNER = 2 };

enum move_kind_of_powerchess {
    DO_MOVE,  /* from to [promotion] */
    DO_POWER, /* which (0 or 1) [square | from to [promotion]] */
    DO_DRAW,  /* offers a draw or takes the opponent's offer */
    DO_RESIGN,
    DO_TIME, /* admits that one's own flag fell */
    DO_FLAG, /* by the table: the flag of move.seat fell */
};

enum option_of_powerchess { OPTION_TIME_CONTROL, OPTION_POWERS, OPTION_DRAWS, OPTION_CLOCK, OPTION_INCREMENT };

/* What a move did: effect_kinds in tables.c has names and arguments. Those of
 * the protocol, in the order in which its clients are told, come last. */
enum effect_of_powerchess {
    EFFECT_MOVE,
    EFFECT_CASTLED,
    EFFECT_CAPTURED,
    EFFECT_PROMOTED,
    EFFECT_BOX_TAKEN,
    EFFECT_OPTIONS,
    EFFECT_POWER,
    EFFECT_RELOCATED,
    EFFECT_SWAPPED,
    EFFECT_BOX,
    EFFECT_HOLE,
    EFFECT_HOLE_CLOSED,
    EFFECT_SHIELDED,
    EFFECT_SHIELD_OVER,
    EFFECT_AWAKENED,
    EFFECT_ASLEEP,
    EFFECT_NET,
    EFFECT_ENERGIZED,
    EFFECT_ENERGY_OVER,
    EFFECT_CLONED,
    EFFECT_REANIMATED,
    EFFECT_DESTROYED,
    EFFECT_CHECK,
    EFFECT_DRAW_OFFERED,
    EFFECT_TURN,
    EFFECT_OVER,
    EFFECT_WIRE_MOVE,   /* from, to: apply this first, then the squares */
    EFFECT_WIRE_POWER,  /* rarity, power: a power was used, with or without success */
    EFFECT_WIRE_FOLLOW, /* from, to: the piece was moved by the power; its squares are among those that follow */
    EFFECT_WIRE_SQUARE, /* square and its new look: enum look, id (piece, rarity, 0), colour */
};

enum refusal_of_powerchess {
    REFUSE_GAME_OVER,
    REFUSE_NOT_YOUR_TURN,
    REFUSE_NO_SUCH_SEAT,
    REFUSE_POWER_FIRST,
    REFUSE_NO_POWER,
    REFUSE_NO_SUCH_SQUARE,
    REFUSE_NOT_YOUR_PIECE,
    REFUSE_CANNOT_GO,
    REFUSE_BLOCKED,
    REFUSE_LEAVES_KING,
    REFUSE_PROMOTION_NEEDED,
    REFUSE_NO_PROMOTION,
    REFUSE_NO_SUCH_OPTION,
    REFUSE_NEEDS_SQUARE,
    REFUSE_NEEDS_NOTHING,
    REFUSE_NOT_BOX_PIECE,
    REFUSE_NO_TARGET,
    REFUSE_NOT_FLAGGED,
    REFUSE_BAD_POSITION,
    REFUSE_NO_TURN,
    REFUSE_NO_KING,
    REFUSE_PAWN_ON_LAST_ROW,
    REFUSE_BAD_CASTLING,
    REFUSE_BAD_EN_PASSANT,
    REFUSE_BAD_END,
    REFUSE_NO_MOVE,
};

/* What a square shows: numbers of the protocol. An invulnerable piece has its
 * kind plus KINDS as id. */
enum look { LOOK_NOTHING, LOOK_PIECE, LOOK_BOX, LOOK_HOLE };

/* What moves with a piece. */
struct aura {
    uint8_t safe;  /* plies of invulnerability left */
    uint8_t awake; /* plies in a queen's shape left */
    uint8_t was;   /* kind under that shape, while awake */
    uint8_t net;   /* has a safety net */
};

/* A side's latest relocation of a piece of its own, which the opponent's Rewind
 * undoes. It dies when a piece leaves one of its target squares in any way:
 * then another piece may stand there. */
struct relocation {
    uint8_t alive;
    uint8_t from, to;
    uint8_t rook_from, rook_to; /* of castling, or NO_SQUARE */
    uint8_t promoted;
};

/* Lost pieces in the order of loss. Clones make the number of pieces unlimited;
 * losses beyond the limit cannot be reanimated. */
enum { LOST_MAX = 252 };
struct lost {
    uint8_t n;
    uint8_t kind[LOST_MAX];
};

/* Milliseconds; the clock of the side to act has been running since `since`, or
 * is stopped while that is 0. */
struct clock {
    int64_t left[2];
    int64_t since;
    int64_t increment;
};

/* Positions since the last capture, pawn move or box, oldest first: those that
 * can recur. After DRAW_PLIES quiet plies the game is drawn, or could be, and
 * nothing more is recorded. */
enum { DRAW_PLIES = 100 };
struct quiet {
    uint64_t position[DRAW_PLIES + 1];
    uint8_t  n;     /* positions */
    uint8_t  plies; /* without progress */
    uint8_t  padding[6];
};

/* Invariants: aura.safe agrees with board.safe (more than 0) and
 * board.safe_next (more than 1), hole with board.holes, energy with
 * board.energized; aura is zero without a piece, box is zero without a box. The
 * board's turn is that of the side to act, also while it selects a power. */
struct powerchess {
    struct rng        rng;
    struct chess      board;
    struct clock      clock;
    struct aura       aura[64];
    uint8_t           hole[64];  /* plies left */
    uint8_t           box[64];   /* rarity */
    uint8_t           energy[2]; /* plies left */
    struct relocation last[2];
    struct lost       lost[2];
    struct quiet      quiet;
    uint8_t           powers;  /* boxes appear */
    uint8_t           draws;   /* the rules of draws.c end the game */
    uint8_t           counter; /* plies until the next box; 0: not known, or none will come */
    uint8_t           waited;  /* plies since the last box appeared, 255: that or more */
    uint8_t           phase;
    uint8_t           box_square; /* PHASE_SELECT: where the capturing piece stands */
    uint8_t           rarity;     /* of the two options */
    uint8_t           option[2];
    uint8_t           offers; /* bit set of colours whose draw offer stands */
    uint8_t           latest; /* colour that made the last ply */
    uint8_t           reason, winner;
    uint8_t           padding[1];
};

/* ---- telling what happens ---------------------------------------------- */

/* What happens during a move: the effects so far, and the order in which
 * protocol clients are told of changed squares: those added, then all others
 * row by row, then the one of a new box. Unchanged squares are left out in the
 * end. */
struct trail {
    struct effects *out; /* NULL: nobody listens */
    int             n;
    uint8_t         at[64 * 2];
    uint8_t         fresh_box; /* or NO_SQUARE */
    bool            moved;     /* a power moved the capturing piece: */
    uint8_t         from, to;
    bool            box; /* a box was taken, of this rarity */
    uint8_t         box_rarity;
    bool            progress; /* a pawn moved, something was captured, or a box taken */
};
void trail_add(struct trail *t, int square); /* NO_SQUARE is ignored */
/* Adds an effect. Beyond what any sane game needs they are dropped: the squares
 * of the protocol must have room. */
void trail_tell(struct trail *t, int what, int seat, int a, int b, int c);

/* Looks of all squares, and the effects that tell their changes. */
struct looks {
    struct {
        uint8_t look, id, colour;
    } at[64];
};
void looks_take(const struct powerchess *g, struct looks *out);
void looks_tell(const struct looks *before, const struct powerchess *g, const struct trail *t, struct effects *out);

/* ---- pieces (pieces.c) ------------------------------------------------- */

enum kind piece_true_kind(const struct powerchess *g, int square); /* under an awakened shape */
void      piece_move(struct powerchess *g, int from, int to);
void      piece_swap(struct powerchess *g, int a, int b);
void      piece_lose(struct powerchess *g, int square, struct trail *t); /* destroyed: no net helps */
void      piece_safe(struct powerchess *g, int square, int plies);
/* A pawn on its last row becomes a queen at once; true if it did. */
bool      piece_crown(struct powerchess *g, int square, struct trail *t);
/* Moves a piece of the side to move as a MOVE or Second Effort does: captures,
 * returns pieces with a net, remembers the relocation. The move must be
 * legal. */
void      piece_step(struct powerchess *g, int from, int to, enum kind promotion, struct trail *t);
/* One ply is over: counts every timed effect down. */
void      pieces_tick(struct powerchess *g, struct trail *t);

/* ---- boxes (boxes.c) --------------------------------------------------- */

int  boxes_first_counter(struct rng *rng);
void boxes_count_down(struct powerchess *g, int skipped, struct trail *t);
/* The side to move chooses between two powers. */
void boxes_offer(struct powerchess *g, int square, int rarity, struct trail *t);
/* A counter that could be the true one, given what everybody saw. */
int  boxes_guess_counter(const struct powerchess *g, struct rng *rng);
/* A random square of a non-empty set. */
int  random_square(struct rng *rng, uint64_t set);

/* ---- draws (draws.c) --------------------------------------------------- */

/* Records the position that the side to move now faces. */
void        draws_note(struct powerchess *g, bool progress);
/* Why it counts as a draw; REASONS: it does not. */
enum reason draws_reason(const struct powerchess *g);
bool        powerchess_stuck(const void *state, const struct move *past, int n);
uint64_t    powerchess_hash(const void *state);

/* ---- the state as a whole (rules.c) ------------------------------------ */

extern const struct game powerchess_game;

/* The power behind option 0 or 1 of a pending selection. */
const struct power *option_power(const struct powerchess *g, int which);

/* ---- words and numbers (tables.c) -------------------------------------- */

extern const struct option       powerchess_options[];
extern const struct move_kind    powerchess_kinds[];
extern const struct effect_kind  powerchess_effects[];
extern const struct refusal_kind powerchess_refusals[];
extern const char *const         kind_names[];   /* by enum kind; these lists end with NULL */
extern const char *const         colour_names[]; /* by enum colour */
extern const char *const         phase_names[];
extern const char *const         reason_names[];
extern const char *const         rarity_names[];
extern const char *const         powerchess_power_names[]; /* by power_number() */
extern const char *const         follow_names[];
void                             powerchess_names(struct jout *out);
extern const struct shapes       powerchess_shapes; /* schema.c */

/* ---- for people (view.c, words.c) -------------------------------------- */

void powerchess_view(const void *state, int seat, struct jout *out);
void powerchess_board(const void *state, struct jout *out);
void powerchess_draw(const void *state, struct buf *out);
void powerchess_describe(const void *before, const struct move *m, const struct names *names, struct buf *out);
void powerchess_notate(const void *before, const struct move *m, const struct names *names, struct buf *out);
void powerchess_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out);

/* ---- moves.c ----------------------------------------------------------- */

void powerchess_legal(const void *state, int seat, struct move_list *out);
void powerchess_asides(const void *state, int seat, struct move_list *out);
void powerchess_pick(const void *state, int seat, struct rng *r, struct move *out);

#endif
