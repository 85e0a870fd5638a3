/* The worth of a position without searching. */
#include "games/santorini/bot.h"

enum {
    CELL_REACHED = 3,
    BLOCKED = 40, /* a worker that cannot move */
    ONE_THREAT = 30,
    TWO_THREATS = 250, /* one dome cannot stop both */
    TOWER_SQUARED = 12,
    PAN_HIGH = 60,
    EVEN = 250, /* a lead of this size is three quarters of the win */
};

static const uint8_t height_worth[TOP + 1] = { 0, 30, 75, 60 };
static const uint8_t climb_worth[TOP + 1] = { 8, 14, 20, 0 }; /* for each cell one level up, by the worker's level */
static const uint8_t centre_worth[CELLS] = {
    0, 2, 3, 2, 0, /**/ 2, 7, 8, 7, 2, /**/ 3, 8, 10, 8, 3, /**/ 2, 7, 8, 7, 2, /**/ 0, 2, 3, 2, 0,
};

/* Every god's turn starts with an offer to move. */
static const struct offer *first_move(const struct santorini *s, int seat)
{
    return &santorini_gods[s->god[seat]].step[0][0];
}

/* Those of `cells` that win when the worker on `from` steps there. */
static uint32_t winning(const struct santorini *s, int from, uint32_t cells, const struct offer *offer)
{
    int      height = level(s, from);
    uint32_t wins = height == TOP - 1 ? cells & s->tall[TOP] : 0;

    if (offer->twist == DROP_WINS && height >= 2)
        wins |= cells & ~s->tall[height - 1];
    return wins;
}

/* Artemis climbs to level 2 and on: the first steps after which she wins. */
static uint32_t winning_later(const struct santorini *s, int from, uint32_t cells)
{
    uint32_t closed = s->domes | s->pawns, wins = 0;

    for (cells &= s->tall[TOP - 1] & ~s->tall[TOP]; cells;) {
        int cell = take_cell(&cells);

        if (santorini_near[0][cell] & s->tall[TOP] & ~closed & ~bit(from))
            wins |= bit(cell);
    }
    return wins;
}

static int worker_worth(const struct santorini *s, int seat, int pawn, uint32_t *threats)
{
    const struct offer *offer = first_move(s, seat);
    int                 from = s->pawn[seat][pawn], height = level(s, from);
    uint32_t            cells = santorini_reach(s, seat, pawn, offer);
    int                 worth = height_worth[height] + centre_worth[from];

    *threats |= winning(s, from, cells, offer);
    if (s->god[seat] == ARTEMIS)
        *threats |= winning_later(s, from, cells);
    if (offer->twist == DROP_WINS && height >= 2)
        worth += PAN_HIGH;
    worth += CELL_REACHED * __builtin_popcount(cells);
    worth += climb_worth[height] * __builtin_popcount(cells & s->tall[height + 1]);
    return cells ? worth : worth - BLOCKED;
}

int santorini_worth(const struct santorini *s, int seat)
{
    uint32_t threats = 0; /* cells where the seat would win if it were its turn */
    int      worth = 0;

    for (int pawn = 0; pawn < PAWNS; pawn++)
        if (s->pawn[seat][pawn] != NOWHERE)
            worth += worker_worth(s, seat, pawn, &threats);
    if (threats)
        worth += threats & (threats - 1) ? TWO_THREATS : ONE_THREAT;
    if (s->god[seat] == CHRONUS) {
        int towers = __builtin_popcount(s->tall[TOP] & s->domes);

        worth += TOWER_SQUARED * towers * towers;
    }
    return worth;
}

uint32_t santorini_winning_steps(const struct santorini *s, int pawn)
{
    const struct offer *offer = offers_now(s);
    int                 seat = seat_now(s), from = s->pawn[seat][pawn];
    uint32_t            wins = 0;

    if (s->hand != NO_PAWN && s->hand != pawn)
        return 0;
    for (int i = 0; i < OFFERS_MAX && offer[i].action; i++) {
        if (offer[i].action != MOVE)
            continue;
        uint32_t cells = santorini_targets(s, seat, pawn, &offer[i]);
        wins |= winning(s, from, cells, &offer[i]);
        if (offer[i].ban == NO_BACK && !s->ban[NO_UP])
            wins |= winning_later(s, from, cells);
    }
    return wins;
}

/* A share of the win by the seat's lead over the best other: 1/2 when level. No
 * logarithms: rules use no floating point. */
void santorini_estimate(const void *state, int32_t share[SEATS_MAX])
{
    const struct santorini *s = state;
    int                     worth[PLAYERS] = { 0 };
    int64_t                 weight[PLAYERS] = { 0 }, sum = 0;
    int32_t                 left = 65536;
    int                     best = 0;

    memset(share, 0, SEATS_MAX * sizeof share[0]);
    if (s->winner != NO_SEAT || s->seats == 1) {
        share[s->seats == 1 ? 0 : s->winner] = 65536;
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        worth[seat] = s->god[seat] == NO_GOD ? 0 : santorini_worth(s, seat);
    for (int seat = 0; seat < s->seats; seat++) {
        int lead = worth[seat];

        for (int other = 0; other < s->seats; other++)
            if (other != seat && worth[seat] - worth[other] < lead)
                lead = worth[seat] - worth[other];
        bool out = s->phase == PLAY && s->pawn[seat][0] == NOWHERE;
        weight[seat] = out ? 0 : lead >= 0 ? 1000 + 2000 * lead / EVEN : INT64_C(1000) * EVEN / (EVEN - 2 * lead);
        sum += weight[seat];
        if (weight[seat] > weight[best])
            best = seat;
    }
    for (int seat = 0; seat < s->seats; seat++) {
        share[seat] = (int32_t)(weight[seat] * 65536 / sum);
        left -= share[seat];
    }
    share[best] += left;
}
