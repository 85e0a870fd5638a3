/* The rules of Santorini: the state, and the functions that the files of this
 * folder share. Nothing here is seen by anybody else but tests and bench.
 *
 * Cells are numbered 0 to 24 row by row: cell = 5 * y + x. A set of cells is a
 * word with bit `cell` set. */
#ifndef SANTORINI_RULES_H
#define SANTORINI_RULES_H

#include "game/game.h"
#include "games/santorini/gods.h"

enum {
    SIDE = 5,
    CELLS = SIDE * SIDE,
    BOARD = (1 << CELLS) - 1, /* the set of all cells */
    PAWNS = 2,                /* of each player */
    PLAYERS = 3,
    TOP = 3,           /* the highest level */
    TOWERS_TO_WIN = 5, /* complete towers: level 3 and a dome */
    NOWHERE = 31,      /* cell of a pawn that is not on the board: no bit of BOARD */
    NO_PAWN = PAWNS,   /* no pawn has acted in this turn yet */
    NO_SEAT = 255,
};

enum phase {
    SELECT, /* anybody names the gods of the game and becomes the challenger */
    CHOOSE, /* the others take one each, the challenger gets the last */
    FIRST,  /* the challenger names who begins */
    PLACE,  /* everybody in turn places two pawns */
    PLAY,
    OVER,
};

/* The options god1 to god3: the gods may be fixed when a table is opened. Then
 * nobody selects or chooses, and the seats play in their order. */
enum { OPTION_LATER, OPTION_MORTAL, OPTION_GOD };

/* Kinds of moves. */
enum { SELECT_GODS, CHOOSE_GOD, NAME_FIRST, PLACE_PAWNS, ACT_MOVE, ACT_BLOCK, ACT_DOME, ACT_FERRY, ACT_PASS };

/* Invariants:
 * 1. tall[n] is contained in tall[n - 1]; tall[0] is BOARD, tall[4] and
 *    tall[5] are empty, so that "two above" needs no special case.
 * 2. No two pawns share a cell, and none stands on a dome.
 * 3. order[0 .. players - 1] are the seats still in the game, once they have
 *    gods; `now` is an index into it.
 * 4. Gods differ from each other, so one counter for each ban is enough: a ban
 *    has run out before its owner can start it again. */
struct santorini {
    /* the board */
    uint32_t tall[TOP + 3]; /* cells that are at least so high */
    uint32_t domes;
    uint8_t  pawn[PLAYERS][PAWNS]; /* cell, or NOWHERE */

    /* the turn */
    uint8_t now;       /* whose it is: index into order */
    uint8_t step;      /* of the god's sequence */
    uint8_t hand;      /* the pawn that acts in this turn, or NO_PAWN */
    uint8_t mark;      /* cell that NO_BACK, SAME_CELL and OTHER_CELL speak of */
    uint8_t ban[BANS]; /* ends of turn until it is over, 0 = not running */
    uint8_t turn;      /* number of the turn, from 0; every turn builds, so there are few */

    /* the players */
    uint8_t seats, phase;
    uint8_t god[PLAYERS];     /* by seat */
    uint8_t players;          /* still in the game */
    uint8_t order[PLAYERS];   /* of turns */
    uint8_t challenger;       /* or NO_SEAT */
    uint8_t offered[PLAYERS]; /* gods not yet taken, in the order they were named */
    uint8_t offers;
    uint8_t winner;         /* or NO_SEAT */
    uint8_t place[PLAYERS]; /* by seat: 1 the winner; 0 while it plays */
};

/* What is told to others, in this order of arguments. */
enum santorini_effect {
    TELL_GODS,       /* number of gods still to take, and the gods */
    TELL_CHOSEN,     /* god */
    TELL_PLACE,      /* it is the seat's turn to place its pawns */
    TELL_PLACED,     /* pawn, cell */
    TELL_TURN,       /* number of the turn */
    TELL_READY,      /* number of actions, and the actions */
    TELL_MOVE,       /* from, to: whatever stands there changes places */
    TELL_BUILD,      /* cell, its new level, its new dome */
    TELL_ELIMINATED, /* both pawns leave the board */
    TELL_WIN,
};

/* ---- the board (board.c) ----------------------------------------------- */

static inline uint32_t bit(int cell)
{
    return UINT32_C(1) << cell;
}

/* Takes the lowest cell out of a set that is not empty. */
static inline int take_cell(uint32_t *cells)
{
    int cell = __builtin_ctz(*cells);

    *cells &= *cells - 1;
    return cell;
}

static inline int level(const struct santorini *s, int cell)
{
    return (int)((s->tall[1] >> cell & 1) + (s->tall[2] >> cell & 1) + (s->tall[3] >> cell & 1));
}

static inline int seat_now(const struct santorini *s)
{
    return s->order[s->now];
}

static inline uint32_t pawns_of(const struct santorini *s, int seat)
{
    return (bit(s->pawn[seat][0]) | bit(s->pawn[seat][1])) & BOARD;
}

static inline uint32_t all_pawns(const struct santorini *s)
{
    return pawns_of(s, 0) | pawns_of(s, 1) | pawns_of(s, 2);
}

/* The cells on which `pawn` of `seat` may do what `offer` says: the only test
 * of legality there is, running bans included. */
uint32_t santorini_targets(const struct santorini *s, int seat, int pawn, const struct offer *offer);

/* Does it, for the player whose turn it is: pawns, buildings, bans, the pawn
 * in hand; not the sequence of steps. True if it wins. */
bool santorini_act(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out);

/* ---- the course of the game (rules.c) ---------------------------------- */

/* The actions of the present step; up to OFFERS_MAX, or until NO_ACTION. */
static inline const struct offer *offers_now(const struct santorini *s)
{
    return santorini_gods[s->god[seat_now(s)]].step[s->step];
}

/* The offer by which `seat` may now do `action` with `pawn` on `cell`; any
 * numbers are allowed. NULL with the reason if it may not. */
const struct offer *santorini_offer_for(const struct santorini *s, int seat, int pawn, int action, int cell, const char **why);

/* Acts and goes on: next step, next player, eliminations, the end. */
void santorini_play(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out);

/* The set-up phases: each checks, then changes. */
enum err santorini_select_gods(struct santorini *s, const struct move *m, struct effects *out, const char **why);
enum err santorini_choose_god(struct santorini *s, const struct move *m, struct effects *out, const char **why);
enum err santorini_name_first(struct santorini *s, const struct move *m, struct effects *out, const char **why);
enum err santorini_place_pawns(struct santorini *s, const struct move *m, struct effects *out, const char **why);

/* ---- for people (view.c) ----------------------------------------------- */

void santorini_view(const void *state, int seat, struct jout *out);
void santorini_draw(const void *state, struct buf *out);
void santorini_describe(const void *before, const struct move *m, struct buf *out);

#endif
