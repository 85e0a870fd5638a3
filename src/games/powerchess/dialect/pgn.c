/* GET /powerchess/pgn/GAMEID: the game so far as PGN. Whoever knows the gameId
 * of a private game may read it. */
#include "games/powerchess/pgn.h"

#include "base/mem.h"
#include "game/text.h"
#include "games/powerchess/dialect/self.h"
#include "people/account.h"

#include <stdlib.h>

#define PREFIX "/powerchess/pgn/"

/* Longer than any game of chess between people: the hall reads the moves in one
 * go, while others wait. */
enum { MOVES_MOST = 4000 };

/* A game on its way through the pool, which writes it. */
struct reading {
    struct ask      *ask;
    struct setup     setup;
    struct buf       extra; /* of the setup */
    struct move_list moves;
    char             name[2][PLAYER_NAME_BYTES + 1];
    bool             begun, too_long;
    bool             good; /* the journal could be read; afterwards: there is a text */
    struct buf       text;
};

static bool read_row(void *arg, const struct journal_row *row)
{
    struct reading *r = arg;

    if (row->kind == EVENT_STARTED) {
        r->begun = setup_read(&powerchess_game, row->text, &r->setup, &r->extra) == ERR_OK;
        return r->begun && !r->setup.option[OPTION_POWERS];
    }
    if (row->kind != EVENT_MOVED)
        return true;
    r->too_long = r->moves.n == MOVES_MOST;
    if (r->too_long)
        return false;
    struct move *m = move_list_new(&r->moves, row->seat, 0);
    m->at = row->at;
    r->good = move_read(&powerchess_game, row->text, m) == ERR_OK;
    return r->good;
}

static void write_game(void *arg)
{
    struct reading *r = arg;
    struct pgn      pgn;

    r->good = pgn_begin(&pgn, &r->setup);
    for (int i = 0; r->good && i < r->moves.n; i++)
        r->good = pgn_add(&pgn, &r->moves.at[i]);
    if (r->good)
        pgn_end(&pgn, str_of(r->name[WHITE]), str_of(r->name[BLACK]), &r->text);
    else
        buf_release(&pgn.moves);
}

static void reading_free(struct reading *r)
{
    move_list_release(&r->moves);
    buf_release(&r->extra);
    buf_release(&r->text);
    free(r);
}

static void written(struct hall *hall, void *arg)
{
    struct reading *r = arg;

    if (r->good) {
        buf_str(reply_begin(hall, r->ask), buf_view(&r->text));
        reply_end(hall, r->ask, 200, "application/x-chess-pgn; charset=utf-8", NULL);
    } else {
        reply_text(hall, r->ask, 409, STR("a game with powers has no PGN\n"));
    }
    reading_free(r);
}

static void not_written(struct hall *hall, void *arg)
{
    struct reading *r = arg;

    reply_text(hall, r->ask, 503, STR("the server is busy; try again\n"));
    reading_free(r);
}

static const struct job_kind writing = { .length = JOB_SHORT, .work = write_game, .done = written, .dropped = not_written };

static void begin_writing(struct hall *hall, struct reading *r)
{
    if (!r->good) {
        not_written(hall, r);
        return;
    }
    if (!r->begun || r->too_long) {
        reply_text(hall, r->ask, 409, r->begun ? STR("the game is too long for a PGN\n") : STR("the game has not started\n"));
        reading_free(r);
        return;
    }
    ask_keep(hall, r->ask);
    if (job_submit(hall, &writing, r) != ERR_OK)
        not_written(hall, r);
}

void pgn_handle(struct hall *hall, void *self, struct ask *ask)
{
    struct door *door = self;
    struct str   id = { ask->path.at + sizeof PREFIX - 1, ask->path.len - (sizeof PREFIX - 1) };
    int64_t      game = 0;

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
    struct reading *r = mem_new(sizeof *r);
    struct party   *p = party_get(door, t->id);

    r->ask = ask;
    r->good = true;
    for (int seat = 0; seat < 2; seat++)
        str_copy(party_name(p, t, seat), r->name[seat], sizeof r->name[seat]);
    party_give_back(door, p);
    if (journal_read(hall_store(hall), t->id, 0, read_row, r) != ERR_OK)
        r->good = false;
    begin_writing(hall, r);
}
