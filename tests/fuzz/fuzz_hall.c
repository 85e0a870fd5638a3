/* The hall API and its feed, with a guest who has opened a table of each
 * kind. At none of them do computers play alone: their games went on behind all
 * inputs that followed, and took most of the time. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "/api/v1/* 0 Ptables - {\"game\":\"santorini\",\"options\":{\"god1\":\"none\",\"god2\":\"none\"},\"bots\":[\"random\"]}",
    NULL
};

static const char *const templates[] = {
    "/api/v1/* 0 Ptables/?w/moves - {\"move\":\"place 0 1\",\"seq\":?n}",
    "/api/v1/* 0 Ptables/?w/moves - {\"move\":\"?w\",\"seq\":?n,\"view\":?b}",
    "/api/v1/* 0 Ptables/?w/moves - {\"move\":?t,\"try\":?b}",
    "/api/v1/* 0 Gtables/?w/view?at=?w - ",
    "/api/v1/* 0 Gtables/?w/legal - ",
    "/api/v1/* 0 Gtables/?w/replay?from=?w&limit=?w&seat=?w - ",
    "/api/v1/* 0 Gtables/?w/journal?from=?w&limit=?w - ",
    "/api/v1/* 0 Gtables/?w/board - ",
    "/api/v1/* 0 Gtables/?w/seed - ",
    "/api/v1/* 0 Gtables?game=?w&phase=?w&seats=?w&free=?w&after=?w&limit=?w - ",
    "/api/v1/* 0 Ptables - {\"game\":\"smallworld\",\"seats\":?n,\"options\":{\"map\":?n},\"bots\":[null,\"?w\"],\"listed\":?b,\"rated\":?b,\"sit\":?b,\"move_seconds\":?n,\"seed\":?n}",
    "/api/v1/* 0 Ptables - {\"game\":\"catan\",\"seats\":?n,\"options\":{\"points\":?n},\"bots\":[null,\"random\"]}",
    "/api/v1/* 0 Ptables - {\"game\":\"powerchess\",\"options\":{\"fen\":?t,\"clock\":?n},\"bots\":[\"random\"]}",
    "/api/v1/* 0 Ptables - {\"game\":?t,\"seats\":?n,\"options\":?v,\"bots\":?v}",
    "/api/v1/* 0 Ptables/?w/join - {\"seat\":?n,\"invite\":?t}",
    "/api/v1/* 0 Ptables/?w/leave - {}",
    "/api/v1/* 0 Ptables/?w/ready - {\"ready\":?b}",
    "/api/v1/* 0 Ptables/?w/start - {}",
    "/api/v1/* 0 Ptables/?w/rematch - {}",
    "/api/v1/* 0 Ptables/?w/claim - {}",
    "/api/v1/* 0 Ptables/?w/abandon - {}",
    "/api/v1/* 0 Ptables/?w/chat - {\"text\":?t}",
    "/api/v1/* 0 Ptables/?w/seats/?w - {\"bot\":\"random\"}",
    "/api/v1/* 0 Ptables/?w/seats/?w - {\"empty\":?b}",
    "/api/v1/* 0 Gplayers/?w/history?game=?w - ",
    "/api/v1/* 0 Ggames/?w/leaderboard?system=?w&after=?w&limit=?w - ",
    "/api/v1/* 0 Gme - ",
    "/api/v1/* 0 Gme/export - ",
    "/api/v1/* 0 Gme/tables?live=?w&after=?w - ",
    "/api/v1/* 0 Ame - {\"name\":?t}",
    "/api/v1/* 0 Pregister - {\"name\":?t,\"password\":?t}",
    "/api/v1/* 0 Plogin - {\"name\":?t,\"password\":?t}",
    "/api/v1/* 0 Pguest - {\"name\":?t}",
    "/api/v1/feed ?c {\"watch\":?i,\"from\":?n,\"legal\":?b,\"views\":?b,\"invite\":?t}",
    "/api/v1/feed ?c {\"unwatch\":?i}",
    "/api/v1/feed ?c {\"lobby\":?b}",
    "/api/v1/feed ?c {\"mine\":?b}",
    "/api/v1/feed ?c {\"auth\":?t}",
    "/api/v1/feed ?c {\"move\":?t,\"table\":?i,\"seq\":?n,\"key\":?t}",
    "/api/v1/feed ?c ?v",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
