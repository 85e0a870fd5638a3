/* The state of a game of Power Chess, and the ways its parts change. Moves and
 * the order of things in a ply are in rules.c, the fourteen powers in powers.c,
 * boxes in boxes.c, pieces with what follows them in pieces.c. */
#ifndef POWERCHESS_STATE_H
#define POWERCHESS_STATE_H

#include "game/game.h"
#include "games/powerchess/chess.h"

enum rarity { COMMON, RARE, LEGENDARY, RARITIES };
enum phase { PHASE_MOVE, PHASE_SELECT, PHASE_OVER };
enum reason { REASON_MATE, REASON_RESIGNATION, REASON_TIME, REASON_DRAW }; /* the numbers of the wire */
enum { NO_WINNER = 2 };

enum move_kind_of_powerchess {
    DO_MOVE,  /* from to [promotion] */
    DO_POWER, /* which (0 or 1) [square | from to [promotion]] */
    DO_DRAW,  /* offers a draw or takes the opponent's offer */
    DO_RESIGN,
    DO_TIME, /* admits that the own flag fell */
    DO_FLAG, /* by the table: the flag of move.seat fell */
};

enum option_of_powerchess { OPTION_TIME_CONTROL, OPTION_POWERS, OPTION_CLOCK, OPTION_INCREMENT };

/* What a move did, in the order in which clients are told. */
enum effect_of_powerchess {
    EFFECT_MOVE,   /* from, to: apply this first, then the squares */
    EFFECT_POWER,  /* rarity, power: a power was used, with or without success */
    EFFECT_FOLLOW, /* from, to: the piece was moved by the power; its squares are among those that follow */
    EFFECT_SQUARE, /* square, and its new look: enum look, id (piece, rarity, 0), colour */
};

/* What is seen on a square: the wire's numbers. An invulnerable piece has its
 * kind plus KINDS as id. */
enum look { LOOK_NOTHING, LOOK_PIECE, LOOK_BOX, LOOK_HOLE };

/* What follows a piece wherever it goes. */
struct aura {
    uint8_t safe;  /* plies of invulnerability left */
    uint8_t awake; /* plies in a queen's shape left */
    uint8_t was;   /* kind under that shape, while awake */
    uint8_t net;   /* has a safety net */
};

/* The latest own relocation of a side, which a Rewind of the other undoes. It
 * dies when a piece leaves one of its squares of arrival in whatever way: then
 * the very piece does not stand there any more. */
struct relocation {
    uint8_t alive;
    uint8_t from, to;
    uint8_t rook_from, rook_to; /* of castling, or NO_SQUARE */
    uint8_t promoted;
};

/* Lost pieces in the order of loss. Clones make the number of pieces in a game
 * unlimited; what is lost beyond the limit cannot be reanimated. */
enum { LOST_MAX = 252 };
struct lost {
    uint8_t n;
    uint8_t kind[LOST_MAX];
};

/* Milliseconds; the clock of the side to act runs since `since`, or stands
 * still while that is 0. */
struct clock {
    int64_t left[2];
    int64_t since;
    int64_t increment;
};

/* Invariants: aura.safe agrees with board.safe (more than 0) and board.safe_next
 * (more than 1), hole with board.holes, energy with board.energized; aura is
 * zero where no piece stands, box where no box lies. The board's turn is that
 * of the side to act, also while it selects a power. */
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
    uint8_t           powers;  /* boxes appear */
    uint8_t           counter; /* plies until the next one */
    uint8_t           phase;
    uint8_t           box_square; /* PHASE_SELECT: where the capturing piece stands */
    uint8_t           rarity;     /* of the two options */
    uint8_t           option[2];
    uint8_t           offers; /* bit set of colours whose draw offer is alive */
    uint8_t           reason, winner;
    uint8_t           padding[4];
};

/* ---- squares to tell about --------------------------------------------- */

/* The order in which changed squares are told: those added, then all others
 * row by row, then the one of a fresh box. Squares that look as before are
 * left out when it comes to telling. */
struct trail {
    int     n;
    uint8_t at[64 * 2];
    uint8_t fresh_box; /* or NO_SQUARE */
    bool    moved;     /* a power moved the capturing piece: */
    uint8_t from, to;
    bool    box; /* a box was taken, of this rarity */
    uint8_t box_rarity;
};
void trail_add(struct trail *t, int square); /* NO_SQUARE is ignored */

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
void      piece_lose(struct powerchess *g, int square); /* destroyed: no net helps */
void      piece_safe(struct powerchess *g, int square, int plies);
/* A pawn on its last row becomes a queen at once; true if it did. */
bool      piece_crown(struct powerchess *g, int square);
/* Moves a piece of the side to move as a MOVE or Second Effort does: captures,
 * returns what had a net, remembers the relocation. The move is legal. */
void      piece_step(struct powerchess *g, int from, int to, enum kind promotion, struct trail *t);
/* One ply is over: every timed effect is a ply shorter. */
void      pieces_tick(struct powerchess *g);

/* ---- boxes (boxes.c) --------------------------------------------------- */

int  boxes_first_counter(struct rng *rng);
void boxes_count_down(struct powerchess *g, int skipped, struct trail *t);
void boxes_offer(struct powerchess *g, int square, int rarity);
/* A random square of a set that is not empty. */
int  random_square(struct rng *rng, uint64_t set);

/* ---- the state as a whole (rules.c) ------------------------------------ */

/* The power behind option 0 or 1 of a pending selection. */
const struct power *option_power(const struct powerchess *g, int which);

/* ---- for people (view.c) ----------------------------------------------- */

extern const struct game powerchess_game;

void powerchess_view(const void *state, int seat, struct jout *out);
void powerchess_draw(const void *state, struct buf *out);
void powerchess_describe(const void *before, const struct move *m, struct buf *out);

/* ---- moves.c ----------------------------------------------------------- */

enum { LEGAL_MAX = 2048 };
void powerchess_legal(const void *state, int seat, struct move_list *out);
void powerchess_pick(const void *state, int seat, struct rng *r, struct move *out);

#endif
