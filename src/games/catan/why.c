#include "games/catan/why.h"

#include "games/catan/rules.h"

#define RESOURCE_ARG .words = catan_resource_name
#define CARD_ARG .words = catan_card_title

/* clang-format off */
const struct refusal_kind catan_refusals[WHYS + 1] = {
    [WHY_GAME_OVER] = { "game_over", "The game is over." },
    [WHY_NO_SUCH_SEAT] = { "no_such_seat", "Nobody plays in that seat." },
    [WHY_AWAY] = { "away", "You have stepped out of the game: come back to it first." },
    [WHY_ALREADY_HERE] = { "already_here", "You are already in the game." },
    [WHY_BY_TABLE] = { "by_table", "Only the table itself makes this move." },
    [WHY_NOT_YOUR_TURN] = { "not_your_turn", "It is not your turn." },
    [WHY_SOMEBODY_DISCARDS] = { "somebody_discards", "After a seven, everybody with more than seven cards discards half of them first." },

    [WHY_SETTLE_FIRST] = { "settle_first", "Place your first settlement first." },
    [WHY_ROAD_FIRST] = { "road_first", "Place the road at your first settlement first." },
    [WHY_SETTLE_FIRST_2] = { "settle_first", "Place your second settlement first." },
    [WHY_ROAD_FIRST_2] = { "road_first", "Place the road at your second settlement first." },
    [WHY_ROLL_FIRST] = { "roll_first", "Roll the dice first." },
    [WHY_ROBBER_FIRST] = { "robber_first", "Move the robber first." },
    [WHY_STEAL_FIRST] = { "steal_first", "Steal a card first, or decide not to." },
    [WHY_NOT_NOW] = { "not_now", "That move is not possible now: build, trade, play a card, or end your turn." },
    [WHY_TRADE_FIRST] = { "trade_first", "Your offer is open: choose a partner first." },
    [WHY_MONOPOLY_FIRST] = { "monopoly_first", "You played a monopoly: name the resource first." },
    [WHY_ROADS_FIRST] = { "roads_first", "Build your free roads first." },
    [WHY_PLENTY_FIRST] = { "plenty_first", "You played a year of plenty: take your cards first." },

    [WHY_INCOMPLETE] = { "incomplete", "The move is incomplete." },
    [WHY_NO_SUCH_RESOURCE] = { "no_such_resource", "There is no such resource." },
    [WHY_NO_SUCH_CARD] = { "no_such_card", "No card of that kind can be played." },
    [WHY_NO_SUCH_TILE] = { "no_such_tile", "There is no such tile." },
    [WHY_NEGATIVE] = { "negative", "A number of cards cannot be negative." },

    [WHY_NOT_ENOUGH] = { "not_enough", "You need {1} {0} and have {2}.", { "resource", "n", "have" }, RESOURCE_ARG },
    [WHY_HAS_NONE] = { "has_none", "You have no {0}.", { "resource" }, RESOURCE_ARG },
    [WHY_BANK_HAS_NONE] = { "bank_has_none", "The bank has no {0} left.", { "resource" }, RESOURCE_ARG },
    [WHY_BANK_NOT_ENOUGH] = { "bank_not_enough", "The bank has only one {0} left.", { "resource" }, RESOURCE_ARG },

    [WHY_NO_SEVEN] = { "no_seven", "Cards are only discarded after a seven." },
    [WHY_NOT_OWED] = { "not_owed", "You do not have to discard: only players with more than seven cards do." },
    [WHY_NOT_HALF] = { "not_half", "You have to discard half of your cards: {0}, not {1}.", { "n", "given" } },

    [WHY_NO_ROADS_LEFT] = { "no_roads_left", "You have built all of your 15 roads." },
    [WHY_NO_ROAD_PLACE] = { "no_road_place", "There is no free edge next to your roads and buildings." },
    [WHY_ROAD_POINT] = { "road_invalid", "A road leads from one corner to another." },
    [WHY_ROAD_INVALID] = { "road_invalid", "A road leads from a corner of the island to a neighbouring one." },
    [WHY_ROAD_NOT_LAST] = { "road_not_last", "This road has to start at the settlement that you just placed." },
    [WHY_ROAD_UNCONNECTED] = { "road_unconnected", "A road has to continue from a road or building of yours, and not past somebody else's." },
    [WHY_FREE_ROAD_UNCONNECTED] = { "road_unconnected", "A free road also has to continue from a road or building of yours." },
    [WHY_ROAD_EXISTS] = { "road_exists", "There is already a road." },

    [WHY_NO_SETTLEMENTS_LEFT] = { "no_settlements_left", "All of your 5 settlements are on the island: make one a city first." },
    [WHY_NO_SETTLEMENT_PLACE] = { "no_settlement_place", "None of your roads leads to a corner where a settlement is allowed." },
    [WHY_NO_SUCH_CORNER] = { "no_such_corner", "There is no such corner." },
    [WHY_SETTLEMENT_UNCONNECTED] = { "settlement_unconnected", "A settlement has to be at the end of one of your roads." },
    [WHY_OCCUPIED] = { "occupied", "There is already a building." },
    [WHY_TOO_CLOSE] = { "too_close", "Two buildings must be at least two edges apart." },
    [WHY_NO_CITIES_LEFT] = { "no_cities_left", "You have built all of your 4 cities." },
    [WHY_NO_CITY_PLACE] = { "no_city_place", "A city replaces a settlement, and you have none." },
    [WHY_NO_SETTLEMENT_THERE] = { "no_settlement_there", "A city replaces one of your settlements, and there is none." },

    [WHY_NO_DECK] = { "no_deck", "All development cards have been bought." },
    [WHY_NO_CARD] = { "no_card", "You have no {0} card.", { "card" }, CARD_ARG },
    [WHY_FRESH_CARD] = { "fresh_card", "A card cannot be played in the turn in which it was bought." },
    [WHY_ONE_CARD] = { "one_card", "Only one development card can be played in a turn." },

    [WHY_ROBBER_SAME] = { "robber_same", "The robber has to move to another tile." },
    [WHY_ROBBER_FRIENDLY] = { "robber_friendly", "The friendly robber spares players with fewer than three points." },
    [WHY_STEAL_SELF] = { "steal_self", "You cannot rob yourself." },
    [WHY_STEAL_ELSEWHERE] = { "steal_elsewhere", "Only players with a building at the robber's tile can be robbed." },
    [WHY_STEAL_NOTHING] = { "steal_nothing", "That player has no cards." },

    [WHY_ONE_SIDED] = { "one_sided", "Both sides of a trade give at least one card." },
    [WHY_BOTH_SIDES] = { "both_sides", "A resource cannot be on both sides of a trade." },
    [WHY_OWN_OFFER] = { "own_offer", "You cannot answer your own offer." },
    [WHY_NO_TRADE] = { "no_trade", "No offer is open." },
    [WHY_IN_TRADE] = { "in_trade", "You have already joined the trade." },
    [WHY_DECLINED] = { "declined", "You have already declined the trade." },
    [WHY_NOT_IN_TRADE] = { "not_in_trade", "That player has not joined the trade." },
    [WHY_NO_HARBOUR] = { "no_harbour", "There is no harbour at that corner." },
    [WHY_NOT_YOUR_HARBOUR] = { "not_your_harbour", "You have no building at that harbour." },
    [WHY_WRONG_PORT] = { "wrong_port", "That harbour takes only {0}.", { "resource" }, RESOURCE_ARG },
    [WHYS] = { 0 },
};

/* Sentences that exist once per resource or card: the first of them. Reasons
 * that are missing here are "Invalid request." */
static const uint8_t says[WHYS] = {
    [WHY_GAME_OVER] = SAY_FORBIDDEN,
    [WHY_NO_SUCH_SEAT] = SAY_NO_PLAYER,
    [WHY_AWAY] = SAY_FORBIDDEN,
    [WHY_ALREADY_HERE] = SAY_FORBIDDEN,
    [WHY_NOT_YOUR_TURN] = SAY_NOT_YOUR_TURN,
    [WHY_SOMEBODY_DISCARDS] = SAY_SOMEBODY_DISCARDS,
    [WHY_SETTLE_FIRST] = SAY_FORBIDDEN,
    [WHY_ROAD_FIRST] = SAY_FORBIDDEN,
    [WHY_SETTLE_FIRST_2] = SAY_FORBIDDEN,
    [WHY_ROAD_FIRST_2] = SAY_FORBIDDEN,
    [WHY_ROLL_FIRST] = SAY_FORBIDDEN,
    [WHY_ROBBER_FIRST] = SAY_FORBIDDEN,
    [WHY_STEAL_FIRST] = SAY_FORBIDDEN,
    [WHY_NOT_NOW] = SAY_FORBIDDEN,
    [WHY_TRADE_FIRST] = SAY_FORBIDDEN,
    [WHY_MONOPOLY_FIRST] = SAY_FORBIDDEN,
    [WHY_ROADS_FIRST] = SAY_FORBIDDEN,
    [WHY_PLENTY_FIRST] = SAY_FORBIDDEN,
    [WHY_NOT_ENOUGH] = SAY_NOT_ENOUGH,
    [WHY_HAS_NONE] = SAY_HAS_NONE,
    [WHY_BANK_HAS_NONE] = SAY_BANK_HAS_NONE,
    [WHY_BANK_NOT_ENOUGH] = SAY_BANK_NOT_ENOUGH,
    [WHY_NO_SEVEN] = SAY_NOTHING_TO_DISCARD,
    [WHY_NOT_OWED] = SAY_DISCARD_NOT_OWED,
    [WHY_NOT_HALF] = SAY_DISCARD_NOT_HALF,
    [WHY_NO_ROADS_LEFT] = SAY_NO_ROAD_SUPPLY,
    [WHY_NO_ROAD_PLACE] = SAY_NO_ROAD_PLACE,
    [WHY_ROAD_INVALID] = SAY_ROAD_INVALID,
    [WHY_ROAD_NOT_LAST] = SAY_ROAD_NOT_LAST,
    [WHY_ROAD_UNCONNECTED] = SAY_ROAD_UNCONNECTED,
    [WHY_FREE_ROAD_UNCONNECTED] = SAY_ROAD_INVALID,
    [WHY_ROAD_EXISTS] = SAY_ROAD_EXISTS,
    [WHY_NO_SETTLEMENTS_LEFT] = SAY_NO_SETTLEMENT_SUPPLY,
    [WHY_NO_SETTLEMENT_PLACE] = SAY_NO_SETTLEMENT_PLACE,
    [WHY_NO_SUCH_CORNER] = SAY_SETTLEMENT_INVALID,
    [WHY_SETTLEMENT_UNCONNECTED] = SAY_ROAD_UNCONNECTED,
    [WHY_OCCUPIED] = SAY_OCCUPIED,
    [WHY_TOO_CLOSE] = SAY_TOO_CLOSE,
    [WHY_NO_CITIES_LEFT] = SAY_NO_CITY_SUPPLY,
    [WHY_NO_CITY_PLACE] = SAY_NO_CITY_PLACE,
    [WHY_NO_SETTLEMENT_THERE] = SAY_CITY_INVALID,
    [WHY_NO_DECK] = SAY_NO_DECK,
    [WHY_NO_CARD] = SAY_NO_CARD,
    [WHY_FRESH_CARD] = SAY_FORBIDDEN,
    [WHY_ONE_CARD] = SAY_FORBIDDEN,
    [WHY_ROBBER_SAME] = SAY_ROBBER_SAME,
    [WHY_ROBBER_FRIENDLY] = SAY_ROBBER_FRIENDLY,
    [WHY_STEAL_SELF] = SAY_STEAL_SELF,
    [WHY_STEAL_NOTHING] = SAY_STEAL_NOTHING,
    [WHY_OWN_OFFER] = SAY_FORBIDDEN,
    [WHY_NO_TRADE] = SAY_NO_TRADE,
    [WHY_IN_TRADE] = SAY_IN_TRADE,
    [WHY_DECLINED] = SAY_FORBIDDEN,
    [WHY_NOT_IN_TRADE] = SAY_NOT_IN_TRADE,
    [WHY_WRONG_PORT] = SAY_WRONG_PORT,
};
/* clang-format on */

enum say catan_say_of(const struct refusal *why)
{
    if (why->code < 0 || why->code >= WHYS || strcmp(why->word, catan_refusals[why->code].word) != 0)
        return SAY_NOTHING;
    enum say say = says[why->code] ? says[why->code] : SAY_INVALID;
    return say == SAY_WRONG_PORT ? say : say + (why->words ? (unsigned)why->arg[0] : 0);
}

enum say catan_no(struct refusal *why, enum why code)
{
    return catan_no_args(why, code, 0, 0, 0);
}

enum say catan_no_args(struct refusal *why, enum why code, int a, int b, int c)
{
    refuse_args(why, catan_refusals, (int)code, a, b, c);
    return SAY_NOTHING;
}
