/* The tables of effects and of refusals, and the words they share with
 * views. */
#include "games/santorini/rules.h"

const char *const santorini_ban_words[BANS + 1] = {
    [NO_BACK] = "no-back", [SAME_CELL] = "same-cell",         [OTHER_CELL] = "other-cell",   [NO_UP] = "no-up",
    [NO_DOWN] = "no-down", [NO_NEAR_BUILD] = "no-near-build", [NO_FIFTH] = "no-fifth-tower",
};

const char *const santorini_god_words[MORTAL + 2] = {
    [APOLLO] = "Apollo",   [MINOTAUR] = "Minotaur", [ATLAS] = "Atlas",     [ATHENA] = "Athena",         [HEPHAESTUS] = "Hephaestus",
    [DEMETER] = "Demeter", [PAN] = "Pan",           [ARTEMIS] = "Artemis", [PROMETHEUS] = "Prometheus", [ZEUS] = "Zeus",
    [CHARON] = "Charon",   [HESTIA] = "Hestia",     [URANIA] = "Urania",   [CHRONUS] = "Chronus",       [LIMUS] = "Limus",
    [HADES] = "Hades",     [MORTAL] = "Mortal",
};

/* clang-format off */
#define ONE_GOD  { { .name = "god", .words = santorini_god_words } }
#define DISPLACED { { .name = "pawn" }, { .name = "from" }, { .name = "to" } }

const struct effect_kind santorini_effects[] = {
    [TELL_GODS] = { "gods", "So many gods are left to choose from; each follows as \"offered\".", { { .name = "n" } }, 0 },
    [TELL_OFFERED] = { "offered", "This god may be chosen.", ONE_GOD, 0 },
    [TELL_CHOSEN] = { "chosen", "The player has this god.", ONE_GOD, 0 },
    [TELL_FIRST] = { "first", "The challenger names the seat that begins.", { { .name = "first" } }, 0 },
    [TELL_PLACE] = { "place", "The seat is to place its workers.", { { 0 } }, EFFECT_INSIDE },
    [TELL_PLACED] = { "placed", "A worker is put on a cell.", { { .name = "pawn" }, { .name = "cell" } }, 0 },
    [TELL_TURN] = { "turn", "The player's turn begins; turns count from 0.", { { .name = "turn" } }, 0 },
    [TELL_READY] = { "ready", "The actions of the step.", { { 0 } }, EFFECT_INSIDE },
    [TELL_MOVE] = { "move", "A worker steps to another cell; both with their levels.",
        { { .name = "pawn" }, { .name = "from" }, { .name = "to" }, { .name = "level_from" }, { .name = "level_to" } }, 0 },
    [TELL_SWAPPED] = { "swapped", "The worker of this seat went to where the mover came from.", DISPLACED, 0 },
    [TELL_PUSHED] = { "pushed", "The worker of this seat was pushed one cell on.", DISPLACED, 0 },
    [TELL_FERRIED] = { "ferried", "The worker of this seat was carried to the opposite cell.", DISPLACED, 0 },
    [TELL_BUILD] = { "build", "A block raises a cell to this level.", { { .name = "cell" }, { .name = "level" } }, 0 },
    [TELL_DOME] = { "dome", "A dome closes a cell of this level.", { { .name = "cell" }, { .name = "level" } }, 0 },
    [TELL_PASSED] = { "passed", "The player gives up the rest of the turn.", { { 0 } }, 0 },
    [TELL_BAN] = { "ban", "A ban begins.", { { .name = "ban", .words = santorini_ban_words } }, 0 },
    [TELL_ELIMINATED] = { "eliminated", "The player cannot go on; both workers leave the board.", { { 0 } }, 0 },
    [TELL_WIN] = { "win", "The player has won.", { { 0 } }, 0 },
    { 0 },
};

const struct refusal_kind santorini_refusals[] = {
    [REFUSE_GAME_OVER] = { "game_over", "The game is over." },
    [REFUSE_NOT_NOW] = { "not_now", "That move belongs to another phase of the game." },
    [REFUSE_NOT_YOUR_TURN] = { "not_your_turn", "It is not your turn." },
    [REFUSE_NO_SUCH_SEAT] = { "no_such_seat", "There is no such seat at this table." },
    [REFUSE_NO_SUCH_GOD] = { "no_such_god", "There is no such god." },
    [REFUSE_WRONG_COUNT] = { "wrong_count", "Select one god for each of the {0} players.", { "count" } },
    [REFUSE_SAME_TWICE] = { "same_twice", "The same god or cell is named twice." },
    [REFUSE_TAKEN_GOD] = { "taken_god", "This god is not among those left to choose from." },
    [REFUSE_HAS_GOD] = { "has_god", "You already have a god." },
    [REFUSE_CHALLENGER_WAITS] = { "challenger_waits", "You selected the gods, so you get the last one left." },
    [REFUSE_CHALLENGER_NAMES] = { "challenger_names", "Whoever selected the gods names the first player." },
    [REFUSE_CHALLENGER_BEGINS] = { "challenger_begins", "You selected the gods, so another player begins." },
    [REFUSE_SOME_FIXED] = { "some_fixed", "Fix the gods of all seats or of none." },
    [REFUSE_NOT_FREE] = { "not_free", "Another worker stands on that cell." },
    [REFUSE_NO_SUCH_PAWN] = { "no_such_pawn", "Workers are numbered 0 and 1." },
    [REFUSE_NOT_OFFERED] = { "not_offered", "This step of your turn does not offer that action." },
    [REFUSE_OFF_BOARD] = { "off_board", "That cell is not on the board." },
    [REFUSE_OTHER_PAWN] = { "other_pawn", "The worker that began the turn must finish it." },
    [REFUSE_NOT_NEAR] = { "not_near", "That cell does not touch the worker's cell." },
    [REFUSE_DOME] = { "dome", "A dome closes that cell." },
    [REFUSE_OCCUPIED] = { "occupied", "A worker stands on that cell." },
    [REFUSE_OWN_WORKER] = { "own_worker", "Your own worker stands on that cell." },
    [REFUSE_NOBODY_THERE] = { "nobody_there", "Nobody stands there to be ferried." },
    [REFUSE_CANNOT_PUSH] = { "cannot_push", "The worker there cannot be pushed: the next cell in line is occupied, domed or off the board." },
    [REFUSE_CANNOT_FERRY] = { "cannot_ferry", "The worker there cannot be ferried: the opposite cell is occupied, domed or off the board." },
    [REFUSE_TOO_HIGH] = { "too_high", "Too high: from level {0} to level {1}, and a worker climbs one level at a time.", { "from", "to" } },
    [REFUSE_NO_CLIMB] = { "no_climb", "A worker that built before moving may not climb: from level {0} to level {1}.", { "from", "to" } },
    [REFUSE_LEVEL3] = { "level3", "The tower already has three levels: only a dome fits on it." },
    [REFUSE_BELOW3] = { "below3", "A dome needs a tower of level 3." },
    [REFUSE_BORDER] = { "border", "The second build may not be on the border." },
    [REFUSE_NO_BACK] = { "no_back", "The second move may not go back to the cell where the worker began." },
    [REFUSE_SAME_CELL] = { "same_cell", "The second block must be on the cell of the first." },
    [REFUSE_OTHER_CELL] = { "other_cell", "The second build must be on a different cell from the first." },
    [REFUSE_NO_UP] = { "no_up", "{0} climbed: nobody may climb until her next turn.", { "god", "seat" }, .words = santorini_god_words },
    [REFUSE_NO_DOWN] = { "no_down", "{0} forbids stepping down.", { "god", "seat" }, .words = santorini_god_words },
    [REFUSE_NEAR_LIMUS] = { "near_limus", "Limus forbids building next to his workers, except a dome on level 3.", { "seat" } },
    [REFUSE_FIFTH_TOWER] = { "fifth_tower", "Chronus forbids completing the fifth tower." },
    { 0 },
};
/* clang-format on */
