/* Power Chess's messages, in a game that two connections have begun; @0 is
 * Black's playerId, @1 White's, @2 the game's id. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "/play 0 {\"type\":0,\"name\":\"Ann\",\"color\":true,\"timeControl\":1,\"public\":true}",
    "/play 1 {\"type\":1,\"gameId\":$1,\"name\":\"Bob\"}",
    NULL
};

static const char *const templates[] = {
    "/play ?c {\"type\":4,\"gameId\":@2,\"playerId\":?i,\"action\":1,\"move\":{\"from\":{\"row\":?n,\"col\":?n},\"to\":{\"row\":?n,\"col\":?n}}}",
    "/play 0 {\"type\":4,\"gameId\":@2,\"playerId\":@1,\"action\":1,\"move\":{\"from\":{\"row\":1,\"col\":?n},\"to\":{\"row\":3,\"col\":?n}}}",
    "/play 1 {\"type\":4,\"gameId\":@2,\"playerId\":@0,\"action\":1,\"move\":{\"from\":{\"row\":6,\"col\":?n},\"to\":{\"row\":4,\"col\":?n}}}",
    "/play ?c {\"type\":4,\"gameId\":@2,\"playerId\":?i,\"action\":2,\"selection\":?b,\"followUp\":{\"row\":?n,\"col\":?n}}",
    "/play ?c {\"type\":4,\"gameId\":@2,\"playerId\":?i,\"action\":2,\"selection\":?b,\"followUp\":{\"from\":{\"row\":?n,\"col\":?n},\"to\":{\"row\":?n,\"col\":?n}}}",
    "/play ?c {\"type\":4,\"gameId\":?i,\"playerId\":?i,\"action\":?n,\"move\":?v,\"followUp\":?v}",
    "/play ?c {\"type\":3,\"gameId\":?i,\"playerId\":?i}",
    "/play ?c {\"type\":2,\"gameId\":?i,\"playerId\":?i,\"reason\":?n,\"result\":?n}",
    "/play ?c {\"type\":1,\"gameId\":?i,\"name\":?t}",
    "/play ?c {\"type\":1,\"gameId\":?i,\"playerId\":?i,\"name\":?t}",
    "/play ?c {\"type\":0,\"name\":?t,\"color\":?b,\"timeControl\":?n,\"public\":?b,\"test\":{\"seed\":?v,\"clockMs\":?n,\"fen\":\"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"}}",
    "/play ?c {\"type\":0,\"name\":?t,\"color\":?b,\"timeControl\":?n,\"public\":?b,\"test\":{\"fen\":?t,\"powers\":?v,\"boxes\":?v}}",
    "/play ?c {\"type\":?n,\"gameId\":?v,\"playerId\":?v,\"info\":?v}",
    "/home 3 ?v",
    "/play ?c ",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
