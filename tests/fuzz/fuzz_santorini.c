/* Santorini's messages, in a lobby of two that has just chosen its gods. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "santorini 0 {\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":2}}",
    "santorini 0 {\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"ann\"}}}",
    "santorini 1 {\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":\"bob\"}}}",
    "santorini 0 {\"type\":\"SELECT_GODS\",\"content\":{\"user\":{\"username\":\"ann\"},\"gods\":[{\"name\":\"Charon\"},{\"name\":\"Artemis\"}]}}",
    "santorini 1 {\"type\":\"CHOOSE_GOD\",\"content\":{\"user\":{\"username\":\"bob\"},\"god\":{\"name\":\"Artemis\",\"description\":\"\"}}}",
    "santorini 0 {\"type\":\"CHOOSE_FIRST_PLAYER\",\"content\":{\"self\":{\"username\":\"ann\"},\"firstPlayer\":{\"username\":\"bob\"}}}",
    NULL
};

static const char *const templates[] = {
    "santorini 1 {\"type\":\"PLACE_PAWNS\",\"content\":{\"user\":{\"username\":\"bob\"},\"c1\":{\"x\":?n,\"y\":?n},\"c2\":{\"x\":?n,\"y\":?n}}}",
    "santorini 0 {\"type\":\"PLACE_PAWNS\",\"content\":{\"user\":{\"username\":?t},\"c1\":{\"x\":?n,\"y\":?n},\"c2\":{\"x\":?n,\"y\":?n}}}",
    "santorini ?c {\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":?t},\"id\":?n,\"actionIdentifier\":{\"description\":\"Move\"},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini 0 {\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":\"ann\"},\"id\":?n,\"actionIdentifier\":{\"description\":\"Build_Block\"},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini 1 {\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":\"bob\"},\"id\":?n,\"actionIdentifier\":{\"description\":\"Move\"},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini 1 {\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":\"bob\"},\"id\":?n,\"actionIdentifier\":{\"description\":\"Build_Block\"},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini ?c {\"type\":\"EXECUTE_ACTION\",\"content\":{\"user\":{\"username\":?t},\"id\":?n,\"actionIdentifier\":{\"description\":\"Pass_turn\"},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini ?c {\"type\":\"CHECK_ACTION\",\"content\":{\"user\":{\"username\":?t},\"id\":?n,\"actionIdentifier\":{\"description\":?t},\"coordinate\":{\"x\":?n,\"y\":?n}}}",
    "santorini ?c {\"type\":\"CHECK_ACTION\",\"content\":{\"user\":?v,\"id\":?v,\"actionIdentifier\":?v,\"coordinate\":?v}}",
    "santorini ?c {\"type\":\"SELECT_PLAYER_NUMBER\",\"content\":{\"size\":?n}}",
    "santorini ?c {\"type\":\"ADD_USER\",\"content\":{\"user\":{\"username\":?t}}}",
    "santorini ?c {\"type\":\"SELECT_GODS\",\"content\":{\"user\":{\"username\":?t},\"gods\":[{\"name\":\"Pan\"},{\"name\":?t}]}}",
    "santorini ?c {\"type\":\"SELECT_GODS\",\"content\":{\"user\":{\"username\":?t},\"gods\":?v}}",
    "santorini ?c {\"type\":\"CHOOSE_GOD\",\"content\":{\"user\":{\"username\":?t},\"god\":{\"name\":\"Pan\",\"description\":?t}}}",
    "santorini ?c {\"type\":\"CHOOSE_FIRST_PLAYER\",\"content\":{\"self\":{\"username\":?t},\"firstPlayer\":{\"username\":?t}}}",
    "santorini ?c {\"type\":\"PING\",\"content\":{}}",
    "santorini ?c {\"type\":?t,\"content\":?v}",
    "santorini ?c ?v",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
