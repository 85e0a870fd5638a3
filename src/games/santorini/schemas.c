/* JSON Schemas of Santorini's views, board and forms, and its names. Words and
 * ranges come from the tables that the writers of view.c use. */
#include "game/schema.h"
#include "games/santorini/rules.h"

/* clang-format off */
#define CHOSEN_GOD .type = WORD, .words = santorini_god_words, .n = GODS
#define ANY_GOD .type = WORD, .words = santorini_god_words /* with Mortal */
#define BAN_WORDS .type = WORD, .words = santorini_ban_words, .n = BANS

static const struct shape cell = { .meaning = "a cell", .max = CELLS - 1 };
static const struct shape seat = { .meaning = "a seat", .max = PLAYERS - 1 };
static const struct shape god = { .meaning = "a god", CHOSEN_GOD };
static const struct shape action = { .meaning = "an action", .type = WORD, .words = santorini_action_words, .n = ACTIONS };
static const struct shape ban = { .meaning = "a ban", BAN_WORDS };

/* ---- the view ---------------------------------------------------------- */

static const struct shape ban_members[] = {
    { "ban", "what is forbidden", BAN_WORDS },
    { "seat", "whose god forbids it", .max = PLAYERS - 1 },
    { "god", "that god", ANY_GOD },
    { "turns", "how many ends of turn it still lasts", .min = 1, .max = PLAYERS },
    { 0 },
};
static const struct shape ban_now = { .meaning = "a ban", .type = OBJECT, .inside = ban_members };

static const struct shape player_members[] = {
    { "god", "null: not chosen yet; Mortal: none", ANY_GOD, .flags = NULLABLE },
    { "pawns", "cells of workers 0 and 1; empty while they are not on the board", .type = LIST, .max = PAWNS, .inside = &cell },
    { "out", "the player was eliminated", .type = BOOL },
    { 0 },
};
static const struct shape player = { .meaning = "a player", .type = OBJECT, .inside = player_members };

static const struct shape tower_elements[] = {
    { "level", "floors", .max = TOP },
    { "dome", "a dome is on top", .type = BOOL },
    { 0 },
};
static const struct shape tower = { .meaning = "what stands on a cell", .type = TUPLE, .inside = tower_elements };

static const struct shape view_members[] = {
    { "phase", "select and choose gods, name the first player, place workers, play, over", .type = WORD,
      .words = santorini_phase_words, .n = OVER + 1 },
    { "challenger", "the seat that selected the gods", .max = PLAYERS - 1, .flags = NULLABLE },
    { "offered", "gods left to choose from", .type = LIST, .max = PLAYERS, .inside = &god },
    { "players", "by seat", .type = LIST, .min = 1, .max = PLAYERS, .inside = &player },
    { "order", "seats still in the game, in the order of turns", .type = LIST, .max = PLAYERS, .inside = &seat },
    { "turn", "number of the turn, from 0", .max = UINT8_MAX },
    { "player", "the seat that places or plays", .max = PLAYERS - 1, .flags = NULLABLE },
    { "pawn", "the worker that acts in this turn; null: none has yet", .max = PAWNS - 1, .flags = NULLABLE },
    { "actions", "what this step of the turn offers, possible or not", .type = LIST, .max = OFFERS_MAX, .inside = &action },
    { "optional", "pass is allowed", .type = BOOL },
    { "bans", "what is forbidden at the moment", .type = LIST, .max = BANS - 1, .inside = &ban },
    { "bans_now", "the same with owners and how long they last", .type = LIST, .max = BANS - 1, .inside = &ban_now },
    { "cells", "[level, dome] of cells 0 (A1) to 24 (E5), row by row from below", .type = LIST, .min = CELLS, .max = CELLS,
      .inside = &tower },
    { "winner", "the seat that won", .max = PLAYERS - 1, .flags = NULLABLE },
    { 0 },
};

/* ---- board and forms --------------------------------------------------- */

static const struct shape place_members[] = {
    { "name", "column and row", .type = TEXT, .pattern = "^[A-E][1-5]$" },
    { "x", "column from the left", .max = SIDE - 1 },
    { "y", "row from below", .max = SIDE - 1 },
    { 0 },
};
static const struct shape place = { .meaning = "a cell", .type = OBJECT, .inside = place_members };
static const struct shape board_members[] = {
    { "side", "cells in a row and in a column", .min = SIDE, .max = SIDE },
    { "cells", "cell 0 is A1, row by row from below", .type = LIST, .min = CELLS, .max = CELLS, .inside = &place },
    { 0 },
};

static const char *const gods_word[] = { "gods", NULL }, *const choose_word[] = { "choose", NULL };
static const struct shape choice_members[] = {
    { "value", "the number in the move", .max = GODS - 1 },
    { "name", "the god", CHOSEN_GOD },
    { 0 },
};
static const struct shape choice = { .meaning = "a god to choose", .type = OBJECT, .inside = choice_members };
static const struct shape gods_members[] = {
    FORM(gods_word, "n different values follow", choose_word),
    { "n", "one for each player", .min = 1, .max = PLAYERS },
    { "of", "all gods", .type = LIST, .min = GODS, .max = GODS, .inside = &choice },
    { 0 },
};

static const char *const place_word[] = { "place", NULL }, *const cells_word[] = { "cells", NULL };
static const struct shape placing_members[] = {
    FORM(place_word, "n different cells follow", cells_word),
    { "n", "the player's workers", .min = PAWNS, .max = PAWNS },
    { "cells", "the free ones", .type = LIST, .min = PAWNS, .max = CELLS, .inside = &cell },
    { 0 },
};

static const struct shape forms[] = {
    { .meaning = "selecting gods", .type = OBJECT, .inside = gods_members },
    { .meaning = "placing workers", .type = OBJECT, .inside = placing_members },
    { 0 },
};

const struct shapes santorini_shapes = { .view = view_members, .board = board_members, .forms = forms };
/* clang-format on */

void santorini_names(struct jout *out)
{
    jout_field_array(out, "gods");
    for (int i = 0; i <= MORTAL; i++) {
        jout_open_object(out);
        jout_field_text(out, "name", santorini_gods[i].name);
        jout_field_text(out, "text", santorini_gods[i].text);
        jout_close_object(out);
    }
    jout_close_array(out);
}
