/* The board: where an action may go, and what it does there. */
#include "games/santorini/rules.h"

enum {
    WEST_COLUMN = 0x108421,
    EAST_COLUMN = WEST_COLUMN << (SIDE - 1),
    INNER_CELLS = 0x739C0, /* the nine cells off the border */
};

/* A set of cells and all cells that touch them. */
static uint32_t around(uint32_t cells)
{
    uint32_t row = cells | (cells & ~EAST_COLUMN) << 1 | (cells & ~WEST_COLUMN) >> 1;

    return (row | row << SIDE | row >> SIDE) & BOARD;
}

/* The same on a board whose opposite edges touch. */
static uint32_t around_wrapped(uint32_t cells)
{
    uint32_t row = cells | (cells & ~EAST_COLUMN) << 1 | (cells & ~WEST_COLUMN) >> 1;

    row |= (cells & EAST_COLUMN) >> (SIDE - 1) | (cells & WEST_COLUMN) << (SIDE - 1);
    return (row | row << SIDE | row >> SIDE | row << (CELLS - SIDE) | row >> (CELLS - SIDE)) & BOARD;
}

/* The cell reached by going on from `to` in the direction from `from` to it,
 * or NOWHERE off the board. */
static int beyond(int from, int to)
{
    int x = 2 * (to % SIDE) - from % SIDE;
    int y = 2 * (to / SIDE) - from / SIDE;

    return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? SIDE * y + x : NOWHERE;
}

/* Those of `cells` whose worker could be put on the cell beyond it, seen from
 * `from` (a push), or on the one beyond `from`, seen from it (a ferry). */
static uint32_t displaceable(uint32_t cells, int from, bool push, uint32_t closed)
{
    uint32_t able = 0;

    while (cells) {
        int cell = take_cell(&cells);
        int to = push ? beyond(from, cell) : beyond(cell, from);

        if (to != NOWHERE && !(closed & bit(to)))
            able |= bit(cell);
    }
    return able;
}

static uint32_t allowed_by_checks(const struct santorini *s, int seat, int from, unsigned checks)
{
    uint32_t pawns = all_pawns(s);
    uint32_t cells = checks & NEAR ? around(bit(from)) : BOARD;

    if (checks & NEAR_WRAP)
        cells &= around_wrapped(bit(from));
    if (checks & UP1)
        cells &= ~s->tall[level(s, from) + 2];
    if (checks & UP0)
        cells &= ~s->tall[level(s, from) + 1];
    if (checks & NO_DOME)
        cells &= ~s->domes;
    if (checks & FREE)
        cells &= ~pawns;
    if (checks & FREE_OR_SELF)
        cells &= ~pawns | bit(from);
    if (checks & NOT_OWN)
        cells &= ~pawns_of(s, seat);
    if (checks & LEVEL3)
        cells &= s->tall[TOP];
    if (checks & BELOW3)
        cells &= ~s->tall[TOP];
    if (checks & INNER)
        cells &= INNER_CELLS;
    if (checks & PUSHABLE)
        cells &= ~pawns | displaceable(cells & pawns, from, true, pawns | s->domes);
    if (checks & FERRYABLE)
        cells &= displaceable(cells & pawns, from, false, pawns | s->domes);
    return cells;
}

static uint32_t allowed_to_move(const struct santorini *s, int from, uint32_t cells)
{
    if (s->ban[NO_BACK])
        cells &= ~bit(s->mark);
    if (s->ban[NO_UP])
        cells &= ~s->tall[level(s, from) + 1];
    if (s->ban[NO_DOWN])
        cells &= s->tall[level(s, from)];
    return cells;
}

/* The cells that Limus keeps others from: plain neighbours of his pawns as
 * they stand now, though a tower beside them may be completed. */
static uint32_t guarded(const struct santorini *s)
{
    uint32_t pawns = 0;

    for (int seat = 0; seat < s->seats; seat++)
        if (s->god[seat] == LIMUS)
            pawns = pawns_of(s, seat);
    return around(pawns) & ~s->tall[TOP];
}

static int complete_towers(const struct santorini *s)
{
    return __builtin_popcount(s->tall[TOP] & s->domes);
}

static uint32_t allowed_to_build(const struct santorini *s, uint32_t cells)
{
    if (s->ban[SAME_CELL])
        cells &= bit(s->mark);
    if (s->ban[OTHER_CELL])
        cells &= ~bit(s->mark);
    if (s->ban[NO_NEAR_BUILD])
        cells &= ~guarded(s);
    if (s->ban[NO_FIFTH] && complete_towers(s) == TOWERS_TO_WIN - 1)
        cells &= ~s->tall[TOP];
    return cells;
}

uint32_t santorini_targets(const struct santorini *s, int seat, int pawn, const struct offer *offer)
{
    int      from = s->pawn[seat][pawn];
    uint32_t cells = allowed_by_checks(s, seat, from, offer->checks);

    switch (offer->action) {
    case MOVE:
        return allowed_to_move(s, from, cells);
    case BLOCK:
    case DOME:
        return allowed_to_build(s, cells);
    default:
        return cells;
    }
}

/* Takes whatever pawn stands on `from` to `to`. */
static void displace(struct santorini *s, int from, int to)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int pawn = 0; pawn < PAWNS; pawn++)
            if (s->pawn[seat][pawn] == from) {
                s->pawn[seat][pawn] = (uint8_t)to;
                return;
            }
}

/* Rules of the round bans: they hold for one turn of everybody still in the
 * game, their owner's present one included. */
static void start_ban(struct santorini *s, int ban, int mark, int climbed)
{
    switch (ban) {
    case NO_BACK:
    case SAME_CELL:
    case OTHER_CELL:
        s->mark = (uint8_t)mark;
        s->ban[ban] = 1;
        break;
    case NO_UP:
        if (climbed > 0)
            s->ban[ban] = s->players;
        break;
    default:
        s->ban[ban] = s->players;
    }
}

/* A step wins when it climbs to level 3 from below; being carried there never
 * does, nor does a step from one level 3 to another. */
static bool act_move(struct santorini *s, int pawn, const struct offer *offer, int to, struct effects *out)
{
    int  seat = seat_now(s);
    int  from = s->pawn[seat][pawn];
    int  climbed = level(s, to) - level(s, from);
    bool won = climbed > 0 && level(s, to) == TOP;

    if (offer->twist == SWAP)
        displace(s, to, from);
    if (offer->twist == PUSH && all_pawns(s) & bit(to)) {
        displace(s, to, beyond(from, to));
        effect_add(out, TELL_MOVE, seat, to, beyond(from, to), 0, 0);
    }
    s->pawn[seat][pawn] = (uint8_t)to;
    effect_add(out, TELL_MOVE, seat, from, to, 0, 0);
    if (offer->ban)
        start_ban(s, offer->ban, from, climbed);
    return won || (offer->twist == DROP_WINS && climbed <= -2);
}

static void act_build(struct santorini *s, const struct offer *offer, int cell, struct effects *out)
{
    int height = level(s, cell);

    if (offer->action == DOME)
        s->domes |= bit(cell);
    else
        s->tall[++height] |= bit(cell);
    effect_add(out, TELL_BUILD, seat_now(s), cell, height, offer->action == DOME, 0);
    if (offer->ban)
        start_ban(s, offer->ban, cell, 0);
}

bool santorini_act(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out)
{
    int  own = s->pawn[seat_now(s)][pawn];
    bool won = false;

    s->hand = (uint8_t)pawn;
    switch (offer->action) {
    case MOVE:
        won = act_move(s, pawn, offer, cell, out);
        break;
    case BLOCK:
    case DOME:
        act_build(s, offer, cell, out);
        break;
    case FERRY:
        displace(s, cell, beyond(cell, own));
        effect_add(out, TELL_MOVE, seat_now(s), cell, beyond(cell, own), 0, 0);
        break;
    default:
        break;
    }
    return won || (offer->twist == TOWERS_WIN && complete_towers(s) >= TOWERS_TO_WIN);
}
