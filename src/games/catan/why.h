/* Why a move is refused: the reasons of the rules, each with a fixed word and a
 * sentence for people (game/game.h), and the protocol's sentence for it. The
 * protocol is coarser: many of ours are its "Invalid request." or "Forbidden
 * request.". */
#ifndef CATAN_WHY_H
#define CATAN_WHY_H

#include "game/game.h"
#include "games/catan/say.h"

enum why {
    /* anybody */
    WHY_GAME_OVER,
    WHY_NO_SUCH_SEAT,
    WHY_AWAY,
    WHY_ALREADY_HERE,
    WHY_BY_TABLE,
    WHY_NOT_YOUR_TURN,
    WHY_SOMEBODY_DISCARDS,

    /* something else comes first; in the order of enum state, from SETTLE1 */
    WHY_SETTLE_FIRST,
    WHY_ROAD_FIRST,
    WHY_SETTLE_FIRST_2,
    WHY_ROAD_FIRST_2,
    WHY_ROLL_FIRST,
    WHY_ROBBER_FIRST,
    WHY_STEAL_FIRST,
    WHY_NOT_NOW, /* while playing: nothing requires it */
    WHY_TRADE_FIRST,
    WHY_MONOPOLY_FIRST,
    WHY_ROADS_FIRST,
    WHY_PLENTY_FIRST,

    /* arguments */
    WHY_INCOMPLETE,
    WHY_NO_SUCH_RESOURCE,
    WHY_NO_SUCH_CARD,
    WHY_NO_SUCH_TILE,
    WHY_NEGATIVE,

    /* cards in the hand and in the bank */
    WHY_NOT_ENOUGH,
    WHY_HAS_NONE,
    WHY_BANK_HAS_NONE,
    WHY_BANK_NOT_ENOUGH,

    /* discards */
    WHY_NO_SEVEN,
    WHY_NOT_OWED,
    WHY_NOT_HALF,

    /* roads */
    WHY_NO_ROADS_LEFT,
    WHY_NO_ROAD_PLACE,
    WHY_ROAD_POINT,
    WHY_ROAD_INVALID,
    WHY_ROAD_NOT_LAST,
    WHY_ROAD_UNCONNECTED,
    WHY_FREE_ROAD_UNCONNECTED,
    WHY_ROAD_EXISTS,

    /* settlements and cities */
    WHY_NO_SETTLEMENTS_LEFT,
    WHY_NO_SETTLEMENT_PLACE,
    WHY_NO_SUCH_CORNER,
    WHY_SETTLEMENT_UNCONNECTED,
    WHY_OCCUPIED,
    WHY_TOO_CLOSE,
    WHY_NO_CITIES_LEFT,
    WHY_NO_CITY_PLACE,
    WHY_NO_SETTLEMENT_THERE,

    /* development cards */
    WHY_NO_DECK,
    WHY_NO_CARD,
    WHY_FRESH_CARD,
    WHY_ONE_CARD,

    /* robber */
    WHY_ROBBER_SAME,
    WHY_ROBBER_FRIENDLY,
    WHY_STEAL_SELF,
    WHY_STEAL_ELSEWHERE,
    WHY_STEAL_NOTHING,

    /* trade */
    WHY_ONE_SIDED,
    WHY_BOTH_SIDES,
    WHY_OWN_OFFER,
    WHY_NO_TRADE,
    WHY_IN_TRADE,
    WHY_DECLINED,
    WHY_NOT_IN_TRADE,
    WHY_NO_HARBOUR,
    WHY_NOT_YOUR_HARBOUR,
    WHY_WRONG_PORT,

    WHYS,
};

extern const struct refusal_kind catan_refusals[];

/* The protocol's sentence for a refusal of the rules; SAY_NOTHING: it is not
 * one of these. */
enum say catan_say_of(const struct refusal *why);

/* Both give SAY_NOTHING, which stands for a refused command. */
enum say catan_no(struct refusal *why, enum why code);
enum say catan_no_args(struct refusal *why, enum why code, int a, int b, int c);

#endif
