/* The course of a game of Santorini: the set-up phases, turns, eliminations
 * and the end. */
#include "games/santorini/rules.h"

/* ---- turns ------------------------------------------------------------- */

/* Does the current step leave `pawn` anything to do? Every cell counts, not
 * only neighbours: Urania reaches across the edge. */
static bool pawn_can_act(const struct santorini *s, int pawn)
{
    const struct offer *offer = offers_now(s);

    for (int i = 0; i < OFFERS_MAX && offer[i].action; i++)
        if (santorini_targets(s, seat_now(s), pawn, &offer[i]))
            return true;
    return false;
}

static bool player_can_act(const struct santorini *s)
{
    if (s->hand != NO_PAWN)
        return pawn_can_act(s, s->hand);
    return pawn_can_act(s, 0) || pawn_can_act(s, 1);
}

static void tell_ready(const struct santorini *s, struct effects *out)
{
    const struct offer *offer = offers_now(s);
    int                 n = 0;

    if (!out)
        return; /* searches play many turns without listening */
    while (n < OFFERS_MAX && offer[n].action)
        n++;
    effect_add(out, TELL_READY, seat_now(s), n, offer[0].action, offer[1].action, offer[2].action);
}

static void tell_turn(const struct santorini *s, struct effects *out)
{
    if (out)
        effect_add(out, TELL_TURN, seat_now(s), s->turn, 0, 0, 0);
    tell_ready(s, out);
}

static void finish(struct santorini *s, int winner, struct effects *out)
{
    s->phase = OVER;
    for (int i = 0; i < s->players; i++)
        s->place[s->order[i]] = 2;
    if (winner == NO_SEAT)
        return;
    s->winner = (uint8_t)winner;
    s->place[winner] = 1;
    effect_add(out, TELL_WIN, winner, 0, 0, 0, 0);
}

/* Ends a turn, for whatever reason. */
static void tick(struct santorini *s)
{
    s->turn++;
    s->step = 0;
    s->hand = NO_PAWN;
    for (int ban = 0; ban < BANS; ban++)
        if (s->ban[ban])
            s->ban[ban]--;
}

/* The player in turn cannot continue: their pawns leave the board, they leave
 * the order, and the last player left wins, without a check whether they can
 * move. A solo player just loses. */
static void eliminate(struct santorini *s, struct effects *out)
{
    int seat = seat_now(s);

    s->pawn[seat][0] = s->pawn[seat][1] = NOWHERE;
    s->pawns = pawn_cells(s);
    s->place[seat] = s->players;
    s->players--;
    for (int i = s->now; i < s->players; i++)
        s->order[i] = s->order[i + 1];
    effect_add(out, TELL_ELIMINATED, seat, 0, 0, 0, 0);
    if (s->players <= 1) {
        finish(s, s->players ? s->order[0] : NO_SEAT, out);
        return;
    }
    if (s->now == s->players)
        s->now = 0;
    tick(s);
}

/* Starts the turn of the player at `now`; if they are stuck, that of the next
 * player, and so on. */
static void begin_turn(struct santorini *s, struct effects *out)
{
    while (s->phase == PLAY) {
        tell_turn(s, out);
        if (player_can_act(s))
            return;
        eliminate(s, out);
    }
}

static enum err refuse_phase(const struct santorini *s, struct refusal *why)
{
    return refuse(why, santorini_refusals, s->phase == OVER ? REFUSE_GAME_OVER : REFUSE_NOT_NOW);
}

const struct offer *santorini_offer_for(const struct santorini *s, int seat, int pawn, int action, int cell, struct refusal *why)
{
    const struct offer *offer;
    int                 i = 0;

    if (s->phase != PLAY)
        return refuse_phase(s, why), NULL;
    if (seat != seat_now(s))
        return refuse(why, santorini_refusals, REFUSE_NOT_YOUR_TURN), NULL;
    if (pawn < 0 || pawn >= PAWNS)
        return refuse(why, santorini_refusals, REFUSE_NO_SUCH_PAWN), NULL;
    offer = offers_now(s);
    while (i < OFFERS_MAX && offer[i].action != action)
        i++;
    if (i == OFFERS_MAX || action == NO_ACTION)
        return refuse(why, santorini_refusals, REFUSE_NOT_OFFERED), NULL;
    if (cell < 0 || cell >= CELLS)
        return refuse(why, santorini_refusals, REFUSE_OFF_BOARD), NULL;
    if (s->hand != NO_PAWN && s->hand != pawn)
        return refuse(why, santorini_refusals, REFUSE_OTHER_PAWN), NULL;
    if (!(santorini_targets(s, seat, pawn, &offer[i]) & bit(cell)))
        return santorini_why_not(s, seat, pawn, &offer[i], cell, why), NULL;
    return &offer[i];
}

void santorini_play(struct santorini *s, int pawn, const struct offer *offer, int cell, struct effects *out)
{
    if (santorini_act(s, pawn, offer, cell, out)) {
        finish(s, seat_now(s), out);
        return;
    }
    s->step = offer->next;
    if (offer->next == END) {
        s->now = (uint8_t)((s->now + 1) % s->players);
        tick(s);
        begin_turn(s, out);
    } else if (player_can_act(s)) {
        tell_ready(s, out);
    } else {
        eliminate(s, out);
        begin_turn(s, out);
    }
}

/* ---- set-up ------------------------------------------------------------ */

static void tell_gods(const struct santorini *s, int seat, struct effects *out)
{
    effect_add(out, TELL_GODS, seat, s->offers, s->offered[0], s->offered[1], s->offered[2]);
    for (int i = 0; i < s->offers; i++)
        effect_add(out, TELL_OFFERED, seat, s->offered[i], 0, 0, 0);
}

/* Removes entry `i` of the offered gods. Free entries hold NO_GOD. */
static void withdraw(struct santorini *s, int i)
{
    for (s->offers--; i < s->offers; i++)
        s->offered[i] = s->offered[i + 1];
    s->offered[s->offers] = NO_GOD;
}

enum err santorini_select_gods(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why)
{
    if (s->phase != SELECT)
        return refuse_phase(s, why);
    if (m->seat >= s->seats)
        return refuse(why, santorini_refusals, REFUSE_NO_SUCH_SEAT);
    if (m->n != s->seats)
        return refuse_args(why, santorini_refusals, REFUSE_WRONG_COUNT, s->seats, 0, 0);
    for (int i = 0; i < m->n; i++) {
        if (m->arg[i] < 0 || m->arg[i] >= GODS)
            return refuse(why, santorini_refusals, REFUSE_NO_SUCH_GOD);
        for (int k = 0; k < i; k++)
            if (m->arg[k] == m->arg[i])
                return refuse(why, santorini_refusals, REFUSE_SAME_TWICE);
    }

    s->phase = CHOOSE;
    s->challenger = m->seat;
    s->offers = s->seats;
    for (int i = 0; i < m->n; i++)
        s->offered[i] = (uint8_t)m->arg[i];
    tell_gods(s, m->seat, out);
    return ERR_OK;
}

static void take_god(struct santorini *s, int seat, int i, struct effects *out)
{
    s->god[seat] = s->offered[i];
    s->order[s->players++] = (uint8_t)seat;
    effect_add(out, TELL_CHOSEN, seat, s->offered[i], 0, 0, 0);
    withdraw(s, i);
}

enum err santorini_choose_god(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why)
{
    int i = 0;

    if (s->phase != CHOOSE)
        return refuse_phase(s, why);
    if (m->seat >= s->seats)
        return refuse(why, santorini_refusals, REFUSE_NO_SUCH_SEAT);
    if (m->seat == s->challenger && s->seats > 1)
        return refuse(why, santorini_refusals, REFUSE_CHALLENGER_WAITS);
    if (s->god[m->seat] != NO_GOD)
        return refuse(why, santorini_refusals, REFUSE_HAS_GOD);
    while (i < s->offers && s->offered[i] != m->arg[0])
        i++;
    if (i == s->offers)
        return refuse(why, santorini_refusals, REFUSE_TAKEN_GOD);

    take_god(s, m->seat, i, out);
    if (s->offers == 1)
        take_god(s, s->challenger, 0, out);
    if (s->offers == 0)
        s->phase = FIRST;
    tell_gods(s, m->seat, out);
    return ERR_OK;
}

enum err santorini_name_first(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why)
{
    uint8_t order[PLAYERS];
    int     first = 0;

    if (s->phase != FIRST)
        return refuse_phase(s, why);
    if (m->seat != s->challenger)
        return refuse(why, santorini_refusals, REFUSE_CHALLENGER_NAMES);
    if (m->arg[0] < 0 || m->arg[0] >= s->seats)
        return refuse(why, santorini_refusals, REFUSE_NO_SUCH_SEAT);
    if (m->arg[0] == s->challenger && s->seats > 1)
        return refuse(why, santorini_refusals, REFUSE_CHALLENGER_BEGINS);

    while (s->order[first] != m->arg[0])
        first++;
    memcpy(order, s->order, sizeof order);
    for (int i = 0; i < s->players; i++)
        s->order[i] = order[(first + i) % s->players];
    s->phase = PLACE;
    effect_add(out, TELL_FIRST, m->seat, m->arg[0], 0, 0, 0);
    effect_add(out, TELL_PLACE, seat_now(s), 0, 0, 0, 0);
    return ERR_OK;
}

enum err santorini_place_pawns(struct santorini *s, const struct move *m, struct effects *out, struct refusal *why)
{
    int a = m->arg[0], b = m->arg[1];

    if (s->phase != PLACE)
        return refuse_phase(s, why);
    if (m->seat != seat_now(s))
        return refuse(why, santorini_refusals, REFUSE_NOT_YOUR_TURN);
    if (a < 0 || a >= CELLS || b < 0 || b >= CELLS)
        return refuse(why, santorini_refusals, REFUSE_OFF_BOARD);
    if (s->pawns & (bit(a) | bit(b)))
        return refuse(why, santorini_refusals, REFUSE_NOT_FREE);
    if (a == b)
        return refuse(why, santorini_refusals, REFUSE_SAME_TWICE);

    s->pawn[m->seat][0] = (uint8_t)a;
    s->pawn[m->seat][1] = (uint8_t)b;
    s->pawns = pawn_cells(s);
    effect_add(out, TELL_PLACED, m->seat, 0, a, 0, 0);
    effect_add(out, TELL_PLACED, m->seat, 1, b, 0, 0);
    s->now++;
    if (s->now < s->players) {
        effect_add(out, TELL_PLACE, seat_now(s), 0, 0, 0, 0);
    } else {
        s->now = 0;
        s->phase = PLAY;
        begin_turn(s, out);
    }
    return ERR_OK;
}
