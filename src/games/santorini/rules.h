/* The rules of Santorini: the state, and the functions that the files of this
 * folder share. Only tests and benches see this from outside.
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
    SELECT, /* anybody selects the gods of the game and becomes the challenger */
    CHOOSE, /* the others choose one each, the challenger gets the last */
    FIRST,  /* the challenger names the first player */
    PLACE,  /* everybody in turn places two pawns */
    PLAY,
    OVER,
};

/* The options god1 to god3: the gods may be fixed when a table is opened. Then
 * nobody selects or chooses, and the seats play in order. */
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
    uint32_t tall[TOP + 3]; /* cells of at least this level */
    uint32_t domes;
    uint32_t pawns;                /* cells with a pawn: what pawn_cells() says */
    uint8_t  pawn[PLAYERS][PAWNS]; /* cell, or NOWHERE */

    /* the turn */
    uint8_t now;       /* whose it is: index into order */
    uint8_t step;      /* of the god's sequence */
    uint8_t hand;      /* the pawn that acts in this turn, or NO_PAWN */
    uint8_t mark;      /* the cell that NO_BACK, SAME_CELL and OTHER_CELL refer to */
    uint8_t ban[BANS]; /* turns until it ends, 0 = not active */
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

/* Effects: the rows of santorini_effects (tell.c), which names the arguments.
 * Those without a name there are for the dialect only. */
enum santorini_effect {
    TELL_GODS,    /* number of gods still to take; unnamed: the gods */
    TELL_OFFERED, /* each of these gods */
    TELL_CHOSEN,
    TELL_FIRST,
    TELL_PLACE, /* internal: it is the seat's turn to place its pawns */
    TELL_PLACED,
    TELL_TURN,
    TELL_READY, /* internal: number of actions, and the actions */
    TELL_MOVE,
    TELL_SWAPPED, /* this and the next two: the seat is that of the moved worker */
    TELL_PUSHED,
    TELL_FERRIED,
    TELL_BUILD,
    TELL_DOME,
    TELL_PASSED,
    TELL_BAN,
    TELL_ELIMINATED,
    TELL_WIN,
};

/* Why a move is refused: the rows of santorini_refusals (tell.c). */
enum santorini_refusal {
    REFUSE_GAME_OVER,
    REFUSE_NOT_NOW,
    REFUSE_NOT_YOUR_TURN,
    REFUSE_NO_SUCH_SEAT,
    REFUSE_NO_SUCH_GOD,
    REFUSE_WRONG_COUNT,
    REFUSE_SAME_TWICE,
    REFUSE_TAKEN_GOD,
    REFUSE_HAS_GOD,
    REFUSE_CHALLENGER_WAITS,
    REFUSE_CHALLENGER_NAMES,
    REFUSE_CHALLENGER_BEGINS,
    REFUSE_SOME_FIXED,
    REFUSE_NOT_FREE,
    REFUSE_NO_SUCH_PAWN,
    REFUSE_NOT_OFFERED,
    REFUSE_OFF_BOARD,
    REFUSE_OTHER_PAWN,
    REFUSE_NOT_NEAR,
    REFUSE_DOME,
    REFUSE_OCCUPIED,
    REFUSE_OWN_WORKER,
    REFUSE_NOBODY_THERE,
    REFUSE_CANNOT_PUSH,
    REFUSE_CANNOT_FERRY,
    REFUSE_TOO_HIGH, /* from, to */
    REFUSE_NO_CLIMB,
    REFUSE_LEVEL3,
    REFUSE_BELOW3,
    REFUSE_BORDER,
    REFUSE_NO_BACK,
    REFUSE_SAME_CELL,
    REFUSE_OTHER_CELL,
    REFUSE_NO_UP,      /* god, seat */
    REFUSE_NO_DOWN,    /* god, seat */
    REFUSE_NEAR_LIMUS, /* seat */
    REFUSE_FIFTH_TOWER,
};

extern const struct effect_kind  santorini_effects[];
extern const struct refusal_kind santorini_refusals[];

/* Words of the bans in views and effects, and the names of all gods, each list
 * in the order of its enum. */
extern const char *const santorini_ban_words[BANS + 1];
extern const char *const santorini_god_words[MORTAL + 2]; /* ends with NULL */

/* ---- the board (board.c) ----------------------------------------------- */

static inline uint32_t bit(int cell)
{
    return UINT32_C(1) << cell;
}

/* Removes the lowest cell from a non-empty set. */
static inline int take_cell(uint32_t *cells)
{
    int cell = __builtin_ctz(*cells);

    *cells &= *cells - 1;
    return cell;
}

static inline int level(const struct santorini *s, int cell)
{
    uint32_t one = bit(cell);

    return ((s->tall[1] & one) != 0) + ((s->tall[2] & one) != 0) + ((s->tall[3] & one) != 0);
}

static inline int seat_now(const struct santorini *s)
{
    return s->order[s->now];
}

static inline uint32_t pawns_of(const struct santorini *s, int seat)
{
    return (bit(s->pawn[seat][0]) | bit(s->pawn[seat][1])) & BOARD;
}

/* The seat whose pawn stands on `cell`, or NO_SEAT. */
static inline int seat_on(const struct santorini *s, int cell)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int pawn = 0; pawn < PAWNS; pawn++)
            if (s->pawn[seat][pawn] == cell)
                return seat;
    return NO_SEAT;
}

static inline uint32_t pawn_cells(const struct santorini *s)
{
    return pawns_of(s, 0) | pawns_of(s, 1) | pawns_of(s, 2);
}

/* Each cell with all cells that touch it; [1]: on a board whose opposite edges
 * touch. */
extern const uint32_t santorini_near[2][CELLS];

/* The cell beyond `to` in the direction from `from`, or NOWHERE off the
 * board. */
int santorini_beyond(int from, int to);

/* The cells on which `pawn` of `seat` may do what `offer` says: the only test
 * of legality, including active bans. */
uint32_t santorini_targets(const struct santorini *s, int seat, int pawn, const struct offer *offer);

/* The same without active bans: where it could go in a later turn. */
uint32_t santorini_reach(const struct santorini *s, int seat, int pawn, const struct offer *offer);

/* Why `cell` is not among these: finds the first check or ban that forbids
 * it. */
enum err santorini_why_not(const struct santorini *s, int seat, int pawn, const struct offer *offer, int cell, struct refusal *why);

/* Whose god started `ban`; the player in turn for bans that last a turn. */
int santorini_ban_owner(const struct santorini *s, int ban);

/* Carries an action out for the player in turn: pawns, buildings, bans, the
 * pawn in hand; not the sequence of steps. True if it wins. */
bool santorini_act(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out);

/* ---- the course of the game (rules.c) ---------------------------------- */

/* The actions of the current step; up to OFFERS_MAX, or until NO_ACTION. */
static inline const struct offer *offers_now(const struct santorini *s)
{
    return santorini_gods[s->god[seat_now(s)]].step[s->step];
}

/* The offer by which `seat` may now do `action` with `pawn` on `cell`; the
 * numbers are not trusted. NULL with the reason if it may not. */
const struct offer *santorini_offer_for(const struct santorini *s, int seat, int pawn, int action, int cell, struct refusal *why);

/* Acts and continues: next step, next player, eliminations, the end. */
void santorini_play(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out);

/* The set-up phases: each checks, then changes. */
enum err santorini_select_gods(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why);
enum err santorini_choose_god(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why);
enum err santorini_name_first(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why);
enum err santorini_place_pawns(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why);

/* Seats that owe a move. */
unsigned santorini_to_act(const void *state);

/* A key of the position: all that decides how the game goes on. */
uint64_t santorini_hash(const void *state);

/* An estimate of each seat's share of the win. */
void santorini_estimate(const void *state, int32_t share[SEATS_MAX]);

/* ---- for people (view.c, words.c, schemas.c) ---------------------------- */

void                       santorini_view(const void *state, int seat, struct jout *out);
void                       santorini_board(const void *state, struct jout *out);
void                       santorini_forms(const void *seen, int seat, struct jout *out);
void                       santorini_draw(const void *state, struct buf *out);
void                       santorini_describe(const void *before, const struct move *m, const struct names *names, struct buf *out);
void                       santorini_notate(const void *before, const struct move *m, const struct names *names, struct buf *out);
void                       santorini_names(struct jout *out);
extern const struct shapes santorini_shapes;

extern const char *const santorini_phase_words[OVER + 1];

#endif
