#include "games/santorini/gods.h"

/* The usual actions, and the usual second half of a turn. */
enum {
    STEP = NEAR | UP1 | NO_DOME | FREE,
    RAISE = NEAR | NO_DOME | FREE | BELOW3,
    CAP = NEAR | NO_DOME | FREE | LEVEL3,
    WRAPPED = NEAR ^ NEAR_WRAP, /* swaps one for the other */
};
/* clang-format off */
#define MOVE_THEN(next)  { MOVE,  STEP,  0, NO_BAN, next }
#define BLOCK_THEN(next) { BLOCK, RAISE, 0, NO_BAN, next }
#define DOME_THEN(next)  { DOME,  CAP,   0, NO_BAN, next }
#define PASS_THEN(next)  { PASS,  0,     0, NO_BAN, next }

const struct god santorini_gods[MORTAL + 1] = {
    /*      step   action checks                                     twist       ban         next */
    [APOLLO] = { "Apollo", "Move: may step onto a neighbouring opponent worker's cell; the two workers trade places.", {
        [0] = { { MOVE,  NEAR | UP1 | NO_DOME | NOT_OWN,             SWAP,       NO_BAN,        1 } },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [MINOTAUR] = { "Minotaur",
        "Move: may step onto an opponent worker's cell when that worker can be shoved one cell further along the same line.", {
        [0] = { { MOVE,  NEAR | UP1 | NO_DOME | NOT_OWN | PUSHABLE,  PUSH,       NO_BAN,        1 } },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [ATLAS] = { "Atlas", "Build: may put a dome on a building of any height.", {
        [0] = { MOVE_THEN(1) },
        [1] = { BLOCK_THEN(END),
                { DOME,  NEAR | NO_DOME | FREE,                      0,          NO_BAN,        END } } } },
    [ATHENA] = { "Athena", "If one of your workers climbed during your turn, no opponent may climb until your next turn.", {
        [0] = { { MOVE,  STEP,                                       0,          NO_UP,         1 } },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [HEPHAESTUS] = { "Hephaestus", "Build: may add a second block on the cell just built, never a dome.", {
        [0] = { MOVE_THEN(1) },
        [1] = { { BLOCK, RAISE,                                      0,          SAME_CELL,     2 },
                { DOME,  CAP,                                        0,          SAME_CELL,     2 } },
        [2] = { BLOCK_THEN(END), PASS_THEN(END) } } },
    [DEMETER] = { "Demeter", "Build: may build a second time on a different cell.", {
        [0] = { MOVE_THEN(1) },
        [1] = { { BLOCK, RAISE,                                      0,          OTHER_CELL,    2 },
                { DOME,  CAP,                                        0,          OTHER_CELL,    2 } },
        [2] = { BLOCK_THEN(END), DOME_THEN(END), PASS_THEN(END) } } },
    [PAN] = { "Pan", "Win: stepping down two or more levels also wins.", {
        [0] = { { MOVE,  STEP,                                       DROP_WINS,  NO_BAN,        1 } },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [ARTEMIS] = { "Artemis", "Move: may move a second time, but not back to the cell it left.", {
        [0] = { { MOVE,  STEP,                                       0,          NO_BACK,       1 } },
        [1] = { MOVE_THEN(2), BLOCK_THEN(END), DOME_THEN(END) },
        [2] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [PROMETHEUS] = { "Prometheus", "Turn: may also build before moving, giving up climbing for that move.", {
        [0] = { MOVE_THEN(2), BLOCK_THEN(1), DOME_THEN(1) },
        [1] = { { MOVE,  NEAR | UP0 | NO_DOME | FREE,                0,          NO_BAN,        2 } },
        [2] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [ZEUS] = { "Zeus", "Build: may place a block beneath the worker itself.", {
        [0] = { MOVE_THEN(1) },
        [1] = { { BLOCK, NEAR | NO_DOME | FREE_OR_SELF | BELOW3,     0,          NO_BAN,        END },
                DOME_THEN(END) } } },
    [CHARON] = { "Charon", "Before moving, may carry a neighbouring opponent worker to the cell directly opposite.", {
        [0] = { MOVE_THEN(2),
                { FERRY, NEAR | NOT_OWN | FERRYABLE,                 0,          NO_BAN,        1 } },
        [1] = { MOVE_THEN(2) },
        [2] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [HESTIA] = { "Hestia", "Build: may build a second time, on any cell off the border.", {
        [0] = { MOVE_THEN(1) },
        [1] = { BLOCK_THEN(2), DOME_THEN(2) },
        [2] = { { BLOCK, RAISE | INNER,                              0,          NO_BAN,        END },
                { DOME,  CAP | INNER,                                0,          NO_BAN,        END },
                PASS_THEN(END) } } },
    [URANIA] = { "Urania", "Moves and builds across the edges: opposite sides and corners of the board touch.", {
        [0] = { { MOVE,  STEP ^ WRAPPED,                             0,          NO_BAN,        1 } },
        [1] = { { BLOCK, RAISE ^ WRAPPED,                            0,          NO_BAN,        END },
                { DOME,  CAP ^ WRAPPED,                              0,          NO_BAN,        END } } } },
    [CHRONUS] = { "Chronus", "Win: five complete towers on the board also win.", {
        [0] = { { MOVE,  STEP,                                       TOWERS_WIN, NO_BAN,        1 } },
        [1] = { { BLOCK, RAISE,                                      TOWERS_WIN, NO_FIFTH,      END },
                { DOME,  CAP,                                        TOWERS_WIN, NO_FIFTH,      END } } } },
    [LIMUS] = { "Limus", "Opponents may not build next to your workers, except a dome that completes a tower.", {
        [0] = { MOVE_THEN(1) },
        [1] = { { BLOCK, RAISE,                                      0,          NO_NEAR_BUILD, END },
                { DOME,  CAP,                                        0,          NO_NEAR_BUILD, END } } } },
    [HADES] = { "Hades", "Opponents may not step down.", {
        [0] = { { MOVE,  STEP,                                       0,          NO_DOWN,       1 } },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
    [MORTAL] = { "Mortal", "No power.", {
        [0] = { MOVE_THEN(1) },
        [1] = { BLOCK_THEN(END), DOME_THEN(END) } } },
};
/* clang-format on */

const char *const santorini_action_words[ACTIONS] = {
    [MOVE] = "Move", [BLOCK] = "Build_Block", [DOME] = "Build_Dome", [FERRY] = "Ferry", [PASS] = "Pass_turn",
};
