/* Catan's commands, in a game of three that has begun. Players are told apart
 * by the ids heard last. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"newGame\",\"arguments\":{\"scenario\":\"SettlersOfCatan\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"setMaxPlayers\",\"arguments\":{\"gameId\":\"$0\",\"maxPlayers\":3}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"addPlayer\",\"arguments\":{\"gameId\":\"$0\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"addPlayer\",\"arguments\":{\"gameId\":\"$1\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"addPlayer\",\"arguments\":{\"gameId\":\"$2\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"startGame\",\"arguments\":{\"gameId\":\"$3\"}}",
    NULL
};

static const char *const templates[] = {
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buildSettlement\",\"arguments\":{\"intersection\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buildRoad\",\"arguments\":{\"start\":?n,\"end\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"rollDice\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"discardResources\",\"arguments\":{\"lumber\":?n,\"wool\":?n,\"grain\":?n,\"brick\":?n,\"ore\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"moveRobber\",\"arguments\":{\"tile\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"stealResource\",\"arguments\":{\"answer\":\"yes\",\"player\":\"?w\"}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"playerTrade\",\"arguments\":{\"lumber_o\":?n,\"wool_o\":?n,\"grain_o\":?n,\"brick_o\":?n,\"ore_o\":?n,\"lumber_r\":?n,\"wool_r\":?n,\"grain_r\":?n,\"brick_r\":?n,\"ore_r\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"wantToTrade\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"sendPartners\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"selectPartner\",\"arguments\":{\"player\":\"?w\"}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"selectPartner\",\"arguments\":{\"player\":?v}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"noPlayerTrade\",\"arguments\":{\"port\":?n,\"offer\":\"lumber\",\"request\":?t}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buyRoad\",\"arguments\":{\"start\":?n,\"end\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buySettlement\",\"arguments\":{\"intersection\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buyCity\",\"arguments\":{\"intersection\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buyDevelopment\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"useDevelopment\",\"arguments\":{\"development\":\"knight\"}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"useDevelopment\",\"arguments\":{\"development\":?t}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"takeResourceFromAll\",\"arguments\":{\"resource\":\"lumber\"}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"buildDevelopmentRoad\",\"arguments\":{\"start\":?n,\"end\":?n}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"takeTwoResources\",\"arguments\":{\"resource_0\":\"ore\",\"resource_1\":?t}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"endTurn\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":\"@3\",\"playerId\":\"?w\",\"command\":\"update\",\"arguments\":{}}",
    "/Catan/userRequest/ 0 P - {\"gameId\":?v,\"playerId\":?v,\"command\":?t,\"arguments\":?v}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"getRanking\",\"arguments\":{\"gameId\":\"@3\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"changePlayerStatus\",\"arguments\":{\"gameId\":\"@3\",\"playerId\":\"?w\",\"active\":?b}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"removePlayer\",\"arguments\":{\"gameId\":\"@3\",\"playerId\":\"?w\"}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"setMaxPlayers\",\"arguments\":{\"gameId\":\"@3\",\"maxPlayers\":?n}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"newGame\",\"arguments\":{\"scenario\":?t}}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":?t,\"arguments\":?v}",
    "/Catan/managerRequest/ 0 P - {\"username\":\"catan\",\"password\":\"catan\",\"command\":\"endGame\",\"arguments\":{\"gameId\":\"@3\"}}",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
