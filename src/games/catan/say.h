/* Every status sentence of the protocol, once. Refusals of the rules and
 * results of accepted moves map to these; the dialect only prints them.
 * Sentences that exist once per resource or card are in the order of enum
 * resource and enum card, so that `SAY_NOT_ENOUGH + resource` is the right
 * one. */
#ifndef CATAN_SAY_H
#define CATAN_SAY_H

#include <stdbool.h>

enum say {
    SAY_NOTHING,

    /* the manager's door */
    SAY_WRONG_CREDENTIALS,
    SAY_NO_SCENARIO,
    SAY_UNKNOWN_SCENARIO,
    SAY_NO_MAXIMUM,
    SAY_NO_GAME,
    SAY_NO_GAME_ID,
    SAY_MORE_PLAYERS,
    SAY_STARTED_ALREADY,
    SAY_NO_ROOM,
    SAY_NO_PLAYER,
    SAY_NO_PLAYERS_TO_START,
    SAY_NOT_STARTED,
    SAY_CREATED,
    SAY_MAXIMUM_SET,
    SAY_ADDED,
    SAY_REMOVED,
    SAY_STARTED,
    SAY_STATUS_SAME,
    SAY_STATUS_CHANGED,
    SAY_RANKING,
    SAY_ENDED,

    /* any command */
    SAY_INVALID,
    SAY_FORBIDDEN,
    SAY_NO_ACTION,
    SAY_NOT_YOUR_TURN,
    SAY_SOMEBODY_DISCARDS,
    SAY_INFORMATION,
    SAY_TURN_CHANGED,
    SAY_TOO_FEW_ACTIVE,

    /* dice and discards */
    SAY_SEVEN,
    SAY_NOT_SEVEN,
    SAY_NOTHING_TO_DISCARD, /* the text of SAY_NOT_SEVEN, as a refusal */
    SAY_DISCARD_NOT_OWED,
    SAY_DISCARD_NOT_HALF,
    SAY_DISCARDED,

    /* cards in the hand */
    SAY_NOT_ENOUGH,                    /* + resource */
    SAY_HAS_NONE = SAY_NOT_ENOUGH + 5, /* + resource */

    /* the bank */
    SAY_BANK_NOT_ENOUGH = SAY_HAS_NONE + 5,      /* + resource */
    SAY_BANK_HAS_NONE = SAY_BANK_NOT_ENOUGH + 5, /* + resource */
    SAY_BANK_EMPTY = SAY_BANK_HAS_NONE + 5,
    SAY_BANK_LAST_CARD,
    SAY_BANK_LAST_TWO,
    SAY_TAKEN,

    /* development cards */
    SAY_NO_DECK,
    SAY_BOUGHT_CARD,
    SAY_NO_CARD,                    /* + card */
    SAY_USE_CARD = SAY_NO_CARD + 4, /* + card */
    SAY_ALL_STOLEN = SAY_USE_CARD + 4,

    /* roads */
    SAY_NO_ROAD_SUPPLY,
    SAY_NO_ROAD_PLACE,
    SAY_SETUP_NO_ROAD_PLACE, /* the same text, but play goes on */
    SAY_ROAD_INVALID,
    SAY_ROAD_NOT_LAST,
    SAY_ROAD_UNCONNECTED, /* also said of settlements */
    SAY_ROAD_EXISTS,
    SAY_ROAD_BUILT,
    SAY_ROAD_BUILT_LAST,
    SAY_ROAD_BOUGHT,

    /* settlements and cities */
    SAY_NO_SETTLEMENT_SUPPLY,
    SAY_NO_SETTLEMENT_PLACE,
    SAY_SETUP_NO_SETTLEMENT_PLACE, /* the same text, but play goes on */
    SAY_SETTLEMENT_INVALID,
    SAY_OCCUPIED,
    SAY_TOO_CLOSE,
    SAY_SETTLEMENT_BUILT,
    SAY_SETTLEMENT_BOUGHT,
    SAY_NO_CITY_SUPPLY,
    SAY_NO_CITY_PLACE,
    SAY_CITY_INVALID,
    SAY_CITY_BOUGHT,

    /* robber */
    SAY_ROBBER_SAME,
    SAY_ROBBER_FRIENDLY, /* ours: a house rule outside the protocol */
    SAY_ROBBER_MOVED,
    SAY_STEAL_SELF,
    SAY_STEAL_NOTHING,
    SAY_STOLEN,
    SAY_SPARED,

    /* trade */
    SAY_NO_TRADE,
    SAY_IN_TRADE,
    SAY_NOT_IN_TRADE,
    SAY_WRONG_PORT,
    SAY_TRADE_STARTED,
    SAY_TRADE_JOINED,
    SAY_TRADE_DECLINED, /* ours: players in the hall can decline */
    SAY_PARTNERS,
    SAY_NOBODY,
    SAY_TRADED,

    /* ours: a player in the hall comes back */
    SAY_BACK,

    /* listed by the protocol but never sent: kept for completeness */
    SAY_BANK_NO_CARD, /* + card */
    SAY_ROAD_NOT_AT_BUILDING = SAY_BANK_NO_CARD + 4,
    SAY_NO_MORE_ROADS,
    SAY_NO_MORE_SETTLEMENTS,
    SAY_NO_MORE_CITIES,

    SAY_COUNT,
};

struct sentence {
    const char *text;
    short       code;  /* 200 or 202 */
    bool        moves; /* said of an accepted move */
};

extern const struct sentence catan_sentence[SAY_COUNT];

#endif
