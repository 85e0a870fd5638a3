/* Small World's commands, after two players have begun a game on a map of
 * theirs. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "/smallworld 0 P - {\"action\":\"resetServer\"}",
    "/smallworld 0 P - {\"action\":\"register\",\"username\":\"ann\",\"password\":\"secret\"}",
    "/smallworld 0 P - {\"action\":\"register\",\"username\":\"bob\",\"password\":\"secret\"}",
    "/smallworld 0 P - {\"action\":\"login\",\"username\":\"ann\",\"password\":\"secret\"}",
    "/smallworld 0 P - {\"action\":\"login\",\"username\":\"bob\",\"password\":\"secret\"}",
    "/smallworld 0 P - {\"action\":\"createDefaultMaps\"}",
    "/smallworld 0 P - {\"action\":\"createGame\",\"sid\":1,\"gameName\":\"one\",\"mapId\":6}",
    "/smallworld 0 P - {\"action\":\"joinGame\",\"sid\":2,\"gameId\":1}",
    "/smallworld 0 P - {\"action\":\"setReadinessStatus\",\"sid\":1,\"isReady\":1}",
    "/smallworld 0 P - {\"action\":\"setReadinessStatus\",\"sid\":2,\"isReady\":1}",
    NULL
};

static const char *const templates[] = {
    "/smallworld 0 P - {\"action\":\"selectRace\",\"sid\":?i,\"position\":?n}",
    "/smallworld 0 P - {\"action\":\"conquer\",\"sid\":?i,\"regionId\":?n}",
    "/smallworld 0 P - {\"action\":\"decline\",\"sid\":?i}",
    "/smallworld 0 P - {\"action\":\"redeploy\",\"sid\":?i,\"regions\":[{\"regionId\":?n,\"tokensNum\":?n}]}",
    "/smallworld 0 P - {\"action\":\"redeploy\",\"sid\":?i,\"regions\":[{\"regionId\":?n,\"tokensNum\":?n},{\"regionId\":?n,\"tokensNum\":?n}],\"encampments\":[{\"regionId\":?n,\"encampmentsNum\":?n}],\"fortified\":{\"regionId\":?n},\"heroes\":[{\"regionId\":?n},{\"regionId\":?n}]}",
    "/smallworld 0 P - {\"action\":\"redeploy\",\"sid\":?i,\"regions\":?v,\"encampments\":?v,\"fortified\":?v,\"heroes\":?v}",
    "/smallworld 0 P - {\"action\":\"defend\",\"sid\":?i,\"regions\":[{\"regionId\":?n,\"tokensNum\":?n}]}",
    "/smallworld 0 P - {\"action\":\"dragonAttack\",\"sid\":?i,\"regionId\":?n}",
    "/smallworld 0 P - {\"action\":\"enchant\",\"sid\":?i,\"regionId\":?n}",
    "/smallworld 0 P - {\"action\":\"throwDice\",\"sid\":?i,\"dice\":?n}",
    "/smallworld 0 P - {\"action\":\"selectFriend\",\"sid\":?i,\"friendId\":?i}",
    "/smallworld 0 P - {\"action\":\"finishTurn\",\"sid\":?i}",
    "/smallworld 0 P - {\"action\":\"getGameState\",\"sid\":?i,\"gameId\":?i}",
    "/smallworld 0 P - {\"action\":\"saveGame\",\"gameId\":?i}",
    "/smallworld 0 P - {\"action\":\"getGameList\"}",
    "/smallworld 0 P - {\"action\":\"getMapList\"}",
    "/smallworld 0 P - {\"action\":\"loadGame\",\"actions\":[{\"action\":\"createGame\",\"userId\":?i,\"gameName\":?t,\"mapId\":?n,\"randseed\":?n},{\"action\":\"joinGame\",\"userId\":?i,\"gameId\":1},{\"action\":\"setReadinessStatus\",\"userId\":?i,\"isReady\":?n,\"visibleRaces\":?v,\"visibleSpecialPowers\":?v}]}",
    "/smallworld 0 P - {\"action\":\"loadGame\",\"sid\":?i,\"actions\":?v}",
    "/smallworld 0 P - {\"action\":\"leaveGame\",\"sid\":?i}",
    "/smallworld 0 P - {\"action\":\"logout\",\"sid\":?i}",
    "/smallworld 0 P - {\"action\":\"login\",\"username\":?t,\"password\":?t}",
    "/smallworld 0 P - {\"action\":\"register\",\"username\":?t,\"password\":?t}",
    "/smallworld 0 P - {\"action\":\"sendMessage\",\"sid\":?i,\"text\":?t}",
    "/smallworld 0 P - {\"action\":\"getMessages\",\"since\":?n}",
    "/smallworld 0 P - {\"action\":\"uploadMap\",\"sid\":?i,\"mapName\":?t,\"playersNum\":?n,\"turnsNum\":?n,\"picture\":?t,\"regions\":[{\"adjacent\":[?n],\"population\":?n,\"landDescription\":[\"border\",\"mine\"],\"coordinates\":?v,\"raceCoords\":[?n,?n],\"powerCoords\":?v},{\"adjacent\":[?n],\"population\":?n}]}",
    "/smallworld 0 P - {\"action\":\"createGame\",\"sid\":?i,\"gameName\":?t,\"mapId\":?n,\"ai\":?n,\"gameDescription\":?t}",
    "/smallworld 0 P - {\"action\":\"joinGame\",\"sid\":?i,\"gameId\":?i}",
    "/smallworld 0 P - {\"action\":\"aiJoin\",\"gameId\":?i}",
    "/smallworld 0 P - {\"action\":\"setReadinessStatus\",\"sid\":?i,\"isReady\":?n,\"visibleRaces\":?v,\"visibleSpecialPowers\":?v}",
    "/smallworld 0 P - {\"action\":\"createDefaultMaps\",\"sid\":?i}",
    "/smallworld 0 P - {\"action\":?t,\"sid\":?v}",
    "/smallworld 0 P - [{\"action\":\"finishTurn\",\"sid\":?i},?v]",
    "/api/v1/maps 0 P - {\"name\":?t,\"seats\":?n,\"turns\":?n,\"regions\":[{\"near\":[?n],\"land\":[\"hill\"],\"outline\":[[?n,?n],[?n,?n],[?n,?n]],\"label\":[?n,?n],\"population\":?n},{\"near\":[?n]}]}",
    "/api/v1/maps/check 0 P - {\"name\":?t,\"seats\":?n,\"turns\":?n,\"regions\":?v}",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
