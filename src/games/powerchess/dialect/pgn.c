/* GET /powerchess/pgn/GAMEID: the game so far as PGN. Whoever knows the gameId
 * of a private game may read it. */
#include "games/powerchess/pgn.h"
#include "game/text.h"
#include "games/powerchess/dialect/self.h"
#include "people/account.h"

#define PREFIX "/powerchess/pgn/"

struct reading {
    struct pgn pgn;
    struct buf extra;
    bool       begun, good;
};

static bool read_row(void *arg, const struct journal_row *row)
{
    struct reading *r = arg;
    struct setup    setup;
    struct move     m = { .at = row->at, .seat = row->seat };

    if (row->kind == EVENT_STARTED) {
        r->begun = true;
        r->good = setup_read(&powerchess_game, row->text, &setup, &r->extra) == ERR_OK && pgn_begin(&r->pgn, &setup);
    } else if (row->kind == EVENT_MOVED) {
        r->good = r->begun && r->good && move_read(&powerchess_game, row->text, &m) == ERR_OK && pgn_add(&r->pgn, &m);
    }
    return r->good || !r->begun;
}

void pgn_handle(struct hall *hall, void *self, struct ask *ask)
{
    struct door   *door = self;
    struct reading r = { 0 };
    struct str     id = { ask->path.at + sizeof PREFIX - 1, ask->path.len - (sizeof PREFIX - 1) };
    int64_t        game = 0;

    door->peer = ask->peer;
    bool          possible = str_int(id, &game) && game <= ID_MOST && (game < ID_OF_PRIVATE || guess_possible(door, ask->conn));
    struct table *t = possible ? game_id_table(door, game) : NULL;
    if (!t) {
        if (possible && game >= ID_OF_PRIVATE)
            guess_failed(door, ask->conn);
        reply_text(hall, ask, 404, STR("there is no such game\n"));
        return;
    }
    if (!rate_allow(hall, "walk", str_of(ask->peer), LIMIT_WALKS_PER_MINUTE)) {
        reply_text(hall, ask, 429, STR("too many games are read; wait a little\n"));
        return;
    }
    journal_read(hall_store(hall), t->id, 0, read_row, &r);
    if (r.good) {
        struct party *p = party_get(door, t->id);
        struct buf   *out = reply_begin(hall, ask);

        pgn_end(&r.pgn, party_name(p, t, WHITE), party_name(p, t, BLACK), out);
        reply_end(hall, ask, 200, "application/x-chess-pgn; charset=utf-8", NULL);
        party_give_back(door, p);
    } else {
        buf_release(&r.pgn.moves);
        reply_text(hall, ask, 409, r.begun ? STR("a game with powers has no PGN\n") : STR("the game has not started\n"));
    }
    buf_release(&r.extra);
}
