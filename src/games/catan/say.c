#include "games/catan/say.h"

/* clang-format off */
#define OF_RESOURCE(say, before, after) \
    [say] = { before "Lumber" after, 202, false }, [say + 1] = { before "Wool" after, 202, false }, \
    [say + 2] = { before "Grain" after, 202, false }, [say + 3] = { before "Brick" after, 202, false }, \
    [say + 4] = { before "Ore" after, 202, false }
#define OF_CARD(say, before, after, code, moves) \
    [say] = { before "Knight" after, code, moves }, [say + 1] = { before "Monopoly" after, code, moves }, \
    [say + 2] = { before "Road Building" after, code, moves }, [say + 3] = { before "Year of Plenty" after, code, moves }

const struct sentence catan_sentence[SAY_COUNT] = {
    [SAY_NOTHING] = { "", 200, true },

    [SAY_WRONG_CREDENTIALS] = { "The credentials are wrong.", 202, false },
    [SAY_NO_SCENARIO] = { "No scenario is specified.", 202, false },
    [SAY_UNKNOWN_SCENARIO] = { "The scenario is not implemented.", 202, false },
    [SAY_NO_MAXIMUM] = { "The maximum number of players is not specified.", 202, false },
    [SAY_NO_GAME] = { "The game does not exist.", 202, false },
    [SAY_NO_GAME_ID] = { "The game identifier is not specified.", 202, false },
    [SAY_MORE_PLAYERS] = { "There are already more players.", 202, false },
    [SAY_STARTED_ALREADY] = { "The game has already started.", 202, false },
    [SAY_NO_ROOM] = { "There is no room left.", 202, false },
    [SAY_NO_PLAYER] = { "The player does not exist.", 202, false },
    [SAY_NO_PLAYERS_TO_START] = { "The game can not start without players.", 202, false },
    [SAY_NOT_STARTED] = { "The game has not started yet.", 202, false },
    [SAY_CREATED] = { "The game was created successfully.", 200, true },
    [SAY_MAXIMUM_SET] = { "The maximum number of players was set successfully.", 200, true },
    [SAY_ADDED] = { "The player was added successfully.", 200, true },
    [SAY_REMOVED] = { "The player was removed successfully.", 200, true },
    [SAY_STARTED] = { "The game has started successfully.", 200, true },
    [SAY_STATUS_SAME] = { "The player status has not been changed.", 200, true },
    [SAY_STATUS_CHANGED] = { "The player status has been changed successfully.", 200, true },
    [SAY_RANKING] = { "Here is the current ranking.", 200, true },
    [SAY_ENDED] = { "The game has ended successfully.", 200, true },

    [SAY_INVALID] = { "Invalid request.", 202, false },
    [SAY_FORBIDDEN] = { "Forbidden request.", 202, false },
    [SAY_NO_ACTION] = { "The message has no assigned action.", 202, false },
    [SAY_NOT_YOUR_TURN] = { "It is not your turn.", 202, false },
    [SAY_SOMEBODY_DISCARDS] = { "Somebody has not discarded half of their resource cards yet.", 202, false },
    [SAY_INFORMATION] = { "Here is your information.", 200, true },
    [SAY_TURN_CHANGED] = { "The turn was changed successfully.", 200, true },
    [SAY_TOO_FEW_ACTIVE] = { "The game has ended because there are not enough active players.", 200, true },

    [SAY_SEVEN] = { "The dice sum is seven.", 200, true },
    [SAY_NOT_SEVEN] = { "The dice sum is not seven.", 200, true },
    [SAY_NOTHING_TO_DISCARD] = { "The dice sum is not seven.", 202, false },
    [SAY_DISCARD_NOT_OWED] = { "You do not have more than seven resource cards to discard half of them.", 202, false },
    [SAY_DISCARD_NOT_HALF] = { "You have not discarded half of your resource cards.", 202, false },
    [SAY_DISCARDED] = { "The resource cards were discarded successfully.", 200, true },

    OF_RESOURCE(SAY_NOT_ENOUGH, "You do not have enough ", " resource cards."),
    OF_RESOURCE(SAY_HAS_NONE, "You do not have ", " resource cards."),

    OF_RESOURCE(SAY_BANK_NOT_ENOUGH, "The bank does not have enough ", " resource cards."),
    OF_RESOURCE(SAY_BANK_HAS_NONE, "The bank does not have ", " resource cards."),
    [SAY_BANK_EMPTY] = { "The bank does not have any resource cards", 202, true },
    [SAY_BANK_LAST_CARD] = { "You have taken the last resource card from the bank.", 200, true },
    [SAY_BANK_LAST_TWO] = { "You have taken the last two resource cards from the bank.", 200, true },
    [SAY_TAKEN] = { "The resource cards were taken successfully.", 200, true },

    [SAY_NO_DECK] = { "The bank does not have any development cards.", 202, false },
    [SAY_BOUGHT_CARD] = { "The development was bought successfully.", 200, true },
    OF_CARD(SAY_NO_CARD, "You do not have ", " development cards.", 202, false),
    OF_CARD(SAY_USE_CARD, "You can use ", " development card.", 200, true),
    [SAY_ALL_STOLEN] = { "The resource cards were stolen successfully.", 200, true },

    [SAY_NO_ROAD_SUPPLY] = { "You do not have roads in bank.", 202, false },
    [SAY_NO_ROAD_PLACE] = { "You have no more available road positions.", 202, false },
    [SAY_SETUP_NO_ROAD_PLACE] = { "You have no more available road positions.", 202, true },
    [SAY_ROAD_INVALID] = { "Invalid position for road.", 202, false },
    [SAY_ROAD_NOT_LAST] = { "It does not connect to your last intersection.", 202, false },
    [SAY_ROAD_UNCONNECTED] = { "It does not connect to one of your roads.", 202, false },
    [SAY_ROAD_EXISTS] = { "Road already existent.", 202, false },
    [SAY_ROAD_BUILT] = { "The road was built successfully.", 200, true },
    [SAY_ROAD_BUILT_LAST] = { "The road was built successfully. You do not have roads in bank.", 200, true },
    [SAY_ROAD_BOUGHT] = { "The road was bought successfully.", 200, true },

    [SAY_NO_SETTLEMENT_SUPPLY] = { "You do not have settlements in bank.", 202, false },
    [SAY_NO_SETTLEMENT_PLACE] = { "You have no more available settlement positions.", 202, false },
    [SAY_SETUP_NO_SETTLEMENT_PLACE] = { "You have no more available settlement positions.", 202, true },
    [SAY_SETTLEMENT_INVALID] = { "Invalid position for settlement.", 202, false },
    [SAY_OCCUPIED] = { "Intersection already occupied.", 202, false },
    [SAY_TOO_CLOSE] = { "The two roads distance rule is not satisfied.", 202, false },
    [SAY_SETTLEMENT_BUILT] = { "The settlement was built successfully.", 200, true },
    [SAY_SETTLEMENT_BOUGHT] = { "The settlement was bought successfully.", 200, true },
    [SAY_NO_CITY_SUPPLY] = { "You do not have cities in bank.", 202, false },
    [SAY_NO_CITY_PLACE] = { "You have no more available city positions.", 202, false },
    [SAY_CITY_INVALID] = { "Invalid position for city.", 202, false },
    [SAY_CITY_BOUGHT] = { "The city was bought successfully.", 200, true },

    [SAY_ROBBER_SAME] = { "You can not let the robber on the same tile.", 202, false },
    [SAY_ROBBER_FRIENDLY] = { "The friendly robber spares players with fewer than three points.", 202, false },
    [SAY_ROBBER_MOVED] = { "The robber was moved successfully.", 200, true },
    [SAY_STEAL_SELF] = { "You can not steal a resource card from yourself.", 202, false },
    [SAY_STEAL_NOTHING] = { "The player does not have resource cards.", 202, false },
    [SAY_STOLEN] = { "The resource card was stolen successfully.", 200, true },
    [SAY_SPARED] = { "Okay.", 200, true },

    [SAY_NO_TRADE] = { "No trade available.", 202, false },
    [SAY_IN_TRADE] = { "You are already in trade.", 202, false },
    [SAY_NOT_IN_TRADE] = { "The selected player is not in trade.", 202, false },
    [SAY_WRONG_PORT] = { "The offer does not match the port.", 202, false },
    [SAY_TRADE_STARTED] = { "The trade has started successfully.", 200, true },
    [SAY_TRADE_JOINED] = { "You can take part in the trade.", 200, true },
    [SAY_TRADE_DECLINED] = { "You do not take part in the trade.", 200, true },
    [SAY_PARTNERS] = { "The trade partners were sent successfully.", 200, true },
    [SAY_NOBODY] = { "Nobody wanted to trade.", 202, true },
    [SAY_TRADED] = { "The trade was made successfully.", 200, true },

    [SAY_BACK] = { "You are back in the game.", 200, true },
    OF_CARD(SAY_BANK_NO_CARD, "The bank does not have ", " development cards.", 202, false),
    [SAY_ROAD_NOT_AT_BUILDING] = { "It does not connect to one of your intersections.", 202, false },
    [SAY_NO_MORE_ROADS] = { "You have no more roads to build.", 202, false },
    [SAY_NO_MORE_SETTLEMENTS] = { "You have no more settlements to build.", 202, false },
    [SAY_NO_MORE_CITIES] = { "You have no more cities to build.", 202, false },
};
/* clang-format on */
