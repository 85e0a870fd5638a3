/* The board: where an action is allowed, and what it does there. */
#include "games/santorini/rules.h"

enum {
    WEST_COLUMN = 0x108421,
    EAST_COLUMN = WEST_COLUMN << (SIDE - 1),
    INNER_CELLS = 0x739C0, /* the nine cells off the border */
};

/* Each cell with all that touch it, row by row; and the same on a board whose
 * opposite edges touch. */
const uint32_t santorini_near[2][CELLS] = {
    {
        0x0000063, 0x00000E7, 0x00001CE, 0x000039C, 0x0000318, 0x0000C63, 0x0001CE7, 0x00039CE, 0x000739C,
        0x0006318, 0x0018C60, 0x0039CE0, 0x00739C0, 0x00E7380, 0x00C6300, 0x0318C00, 0x0739C00, 0x0E73800,
        0x1CE7000, 0x18C6000, 0x0318000, 0x0738000, 0x0E70000, 0x1CE0000, 0x18C0000,
    },
    {
        0x1300273, 0x07000E7, 0x0E001CE, 0x1C0039C, 0x1900339, 0x0004E73, 0x0001CE7, 0x00039CE, 0x000739C,
        0x0006739, 0x009CE60, 0x0039CE0, 0x00739C0, 0x00E7380, 0x00CE720, 0x139CC00, 0x0739C00, 0x0E73800,
        0x1CE7000, 0x19CE400, 0x1398013, 0x0738007, 0x0E7000E, 0x1CE001C, 0x19C8019,
    }
};

/* A set of cells and all that touch them. */
static uint32_t around(uint32_t cells)
{
    uint32_t row = cells | (cells & ~EAST_COLUMN) << 1 | (cells & ~WEST_COLUMN) >> 1;

    return (row | row << SIDE | row >> SIDE) & BOARD;
}

int santorini_beyond(int from, int to)
{
    int x = 2 * (to % SIDE) - from % SIDE;
    int y = 2 * (to / SIDE) - from / SIDE;

    return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? SIDE * y + x : NOWHERE;
}

/* Those of `cells` whose worker could be moved to the cell beyond it, seen from
 * `from` (a push), or to the cell beyond `from`, seen from it (a ferry). */
static uint32_t displaceable(uint32_t cells, int from, bool push, uint32_t closed)
{
    uint32_t able = 0;

    while (cells) {
        int cell = take_cell(&cells);
        int to = push ? santorini_beyond(from, cell) : santorini_beyond(cell, from);

        if (to != NOWHERE && !(closed & bit(to)))
            able |= bit(cell);
    }
    return able;
}

/* `cells` if `checks` has `check`, else all. Branch-free: most of the time is
 * spent here, and branches would be unpredictable. */
static uint32_t where(unsigned checks, unsigned check, uint32_t cells)
{
    return cells | ((uint32_t)((checks & check) != 0) - 1);
}

enum { USUAL_CHECKS = NEAR | NEAR_WRAP | UP1 | NO_DOME | FREE | LEVEL3 | BELOW3 };

static uint32_t allowed_by_unusual_checks(const struct santorini *s, int seat, int from, unsigned checks, uint32_t cells)
{
    uint32_t pawns = s->pawns;

    if (checks & UP0)
        cells &= ~s->tall[level(s, from) + 1];
    if (checks & FREE_OR_SELF)
        cells &= ~pawns | bit(from);
    if (checks & NOT_OWN)
        cells &= ~pawns_of(s, seat);
    if (checks & INNER)
        cells &= INNER_CELLS;
    if (checks & PUSHABLE)
        cells &= ~pawns | displaceable(cells & pawns, from, true, pawns | s->domes);
    if (checks & FERRYABLE)
        cells &= displaceable(cells & pawns, from, false, pawns | s->domes);
    return cells;
}

static inline __attribute__((always_inline)) uint32_t allowed_by_checks(const struct santorini *s, int seat, int from,
                                                                        unsigned checks)
{
    uint32_t cells = BOARD & where(checks, NEAR | NEAR_WRAP, santorini_near[(checks & NEAR_WRAP) != 0][from]);

    cells &= where(checks, NO_DOME, ~s->domes);
    cells &= where(checks, FREE, ~s->pawns);
    cells &= where(checks, LEVEL3, s->tall[TOP]);
    cells &= where(checks, BELOW3, ~s->tall[TOP]);
    if (checks & UP1)
        cells &= ~s->tall[level(s, from) + 2];
    return checks & ~USUAL_CHECKS ? allowed_by_unusual_checks(s, seat, from, checks, cells) : cells;
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

/* The cells where Limus forbids others to build: neighbours of his pawns as
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

uint32_t santorini_reach(const struct santorini *s, int seat, int pawn, const struct offer *offer)
{
    return allowed_by_checks(s, seat, s->pawn[seat][pawn], offer->checks);
}

uint32_t santorini_targets(const struct santorini *s, int seat, int pawn, const struct offer *offer)
{
    int      from = s->pawn[seat][pawn];
    uint32_t cells = allowed_by_checks(s, seat, from, offer->checks);
    uint64_t bans;

    _Static_assert(sizeof bans == sizeof s->ban, "all counters at once");
    memcpy(&bans, s->ban, sizeof bans);
    if (!bans)
        return cells;
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

/* ---- why not ----------------------------------------------------------- */

int santorini_ban_owner(const struct santorini *s, int ban)
{
    static const uint8_t god[BANS] = { [NO_UP] = ATHENA, [NO_DOWN] = HADES, [NO_NEAR_BUILD] = LIMUS, [NO_FIFTH] = CHRONUS };

    for (int seat = 0; ban >= NO_UP && seat < s->seats; seat++)
        if (s->god[seat] == god[ban])
            return seat;
    return seat_now(s);
}

static enum err refuse_ban(const struct santorini *s, int ban, struct refusal *why)
{
    static const uint8_t code[BANS] = {
        [NO_BACK] = REFUSE_NO_BACK, [SAME_CELL] = REFUSE_SAME_CELL,      [OTHER_CELL] = REFUSE_OTHER_CELL, [NO_UP] = REFUSE_NO_UP,
        [NO_DOWN] = REFUSE_NO_DOWN, [NO_NEAR_BUILD] = REFUSE_NEAR_LIMUS, [NO_FIFTH] = REFUSE_FIFTH_TOWER,
    };
    int owner = santorini_ban_owner(s, ban);

    if (ban == NO_UP || ban == NO_DOWN)
        return refuse_args(why, santorini_refusals, code[ban], s->god[owner], owner, 0);
    return refuse_args(why, santorini_refusals, code[ban], owner, 0, 0);
}

/* Each check is tried by itself, in an order that makes sense to people; then
 * each ban, on a copy where it is the only one. */
enum err santorini_why_not(const struct santorini *s, int seat, int pawn, const struct offer *offer, int cell, struct refusal *why)
{
    static const struct {
        uint16_t check;
        uint8_t  code;
    } checks[] = {
        { NEAR, REFUSE_NOT_NEAR },          { NEAR_WRAP, REFUSE_NOT_NEAR },    { NO_DOME, REFUSE_DOME },
        { FREE, REFUSE_OCCUPIED },          { FREE_OR_SELF, REFUSE_OCCUPIED }, { NOT_OWN, REFUSE_OWN_WORKER },
        { UP1, REFUSE_TOO_HIGH },           { UP0, REFUSE_NO_CLIMB },          { LEVEL3, REFUSE_BELOW3 },
        { BELOW3, REFUSE_LEVEL3 },          { INNER, REFUSE_BORDER },          { PUSHABLE, REFUSE_CANNOT_PUSH },
        { FERRYABLE, REFUSE_CANNOT_FERRY },
    };
    int              from = s->pawn[seat][pawn];
    struct santorini only = *s;

    if (offer->action == FERRY && seat_on(s, cell) == NO_SEAT)
        return refuse(why, santorini_refusals, REFUSE_NOBODY_THERE);
    for (size_t i = 0; i < ARRAY_LEN(checks); i++)
        if ((offer->checks & checks[i].check) && !(allowed_by_checks(s, seat, from, checks[i].check) & bit(cell)))
            return refuse_args(why, santorini_refusals, checks[i].code, level(s, from), level(s, cell), 0);
    for (int ban = NO_BACK; ban < BANS; ban++) {
        memset(only.ban, 0, sizeof only.ban);
        only.ban[ban] = s->ban[ban];
        if (!(santorini_targets(&only, seat, pawn, offer) & bit(cell)))
            return refuse_ban(s, ban, why);
    }
    BUG("an action was refused without a reason");
}

/* ---- doing ------------------------------------------------------------- */

static void tell(struct effects *out, enum santorini_effect what, int seat, int a, int b, int c, int d)
{
    if (out)
        effect_add(out, (int)what, seat, a, b, c, d);
}

/* Moves another player's pawn from `from` to `to`. */
static void displace(struct santorini *s, int from, int to, enum santorini_effect what, struct effects *out)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int pawn = 0; pawn < PAWNS; pawn++)
            if (s->pawn[seat][pawn] == from) {
                s->pawn[seat][pawn] = (uint8_t)to;
                tell(out, what, seat, pawn, from, to, 0);
                return;
            }
}

/* Round bans last for one turn of everybody still in the game, including their
 * owner's current one. */
static void start_ban(struct santorini *s, int ban, int mark, int climbed, struct effects *out)
{
    if (ban == NO_UP && climbed <= 0)
        return;
    if (ban < NO_UP) {
        s->mark = (uint8_t)mark;
        s->ban[ban] = 1;
    } else {
        s->ban[ban] = s->players;
    }
    tell(out, TELL_BAN, seat_now(s), ban, 0, 0, 0);
}

static void tell_move(const struct santorini *s, int pawn, int from, int to, struct effects *out)
{
    struct effect e = {
        .what = TELL_MOVE,
        .seat = (uint8_t)seat_now(s),
        .seen_by = SEEN_BY_ALL,
        .arg = { (int16_t)pawn, (int16_t)from, (int16_t)to, (int16_t)level(s, from), (int16_t)level(s, to) },
    };

    effect_put(out, &e);
}

/* A step wins when it climbs to level 3; being carried there never wins, nor
 * does a step from one level 3 to another. */
static bool act_move(struct santorini *s, int pawn, const struct offer *offer, int to, struct effects *out)
{
    int  seat = seat_now(s);
    int  from = s->pawn[seat][pawn];
    int  height = level(s, to), climbed = height - level(s, from);
    bool won = climbed > 0 && height == TOP;

    if (out)
        tell_move(s, pawn, from, to, out);
    if (s->pawns & bit(to))
        displace(s, to, offer->twist == SWAP ? from : santorini_beyond(from, to), offer->twist == SWAP ? TELL_SWAPPED : TELL_PUSHED,
                 out);
    s->pawn[seat][pawn] = (uint8_t)to;
    s->pawns = s->pawns & bit(to) ? pawn_cells(s) : s->pawns ^ bit(from) ^ bit(to);
    if (offer->ban)
        start_ban(s, offer->ban, from, climbed, out);
    return won || (offer->twist == DROP_WINS && climbed <= -2);
}

static void act_build(struct santorini *s, const struct offer *offer, int cell, struct effects *out)
{
    int height = level(s, cell);

    if (offer->action == DOME)
        s->domes |= bit(cell);
    else
        s->tall[++height] |= bit(cell);
    tell(out, offer->action == DOME ? TELL_DOME : TELL_BUILD, seat_now(s), cell, height, 0, 0);
    if (offer->ban)
        start_ban(s, offer->ban, cell, 0, out);
}

bool santorini_act(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out)
{
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
        displace(s, cell, santorini_beyond(cell, s->pawn[seat_now(s)][pawn]), TELL_FERRIED, out);
        s->pawns = pawn_cells(s);
        break;
    default:
        tell(out, TELL_PASSED, seat_now(s), 0, 0, 0, 0);
    }
    return won || (offer->twist == TOWERS_WIN && complete_towers(s) >= TOWERS_TO_WIN);
}
