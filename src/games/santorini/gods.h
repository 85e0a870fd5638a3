/* The sixteen gods of Santorini as data: which actions each step of a turn
 * offers, where they are allowed, what they do in addition, and which step
 * follows. gods.c holds the table; board.c implements the words. */
#ifndef SANTORINI_GODS_H
#define SANTORINI_GODS_H

#include <stdint.h>

enum god_id {
    APOLLO,
    MINOTAUR,
    ATLAS,
    ATHENA,
    HEPHAESTUS,
    DEMETER,
    PAN,
    ARTEMIS,
    PROMETHEUS,
    ZEUS,
    CHARON,
    HESTIA,
    URANIA,
    CHRONUS,
    LIMUS,
    HADES,
    GODS,          /* how many there are */
    MORTAL = GODS, /* a player without a god: only at tables with that option */
    NO_GOD,        /* not chosen yet */
};

/* What a worker can do. Bans on moving apply to moves, bans on building to
 * blocks and domes; a ferry and a pass are never banned. */
enum action { NO_ACTION, MOVE, BLOCK, DOME, FERRY, PASS, ACTIONS };

/* Conditions on the target cell of an action, all of which must hold. The
 * worker's own cell counts as near. */
enum check {
    NEAR = 1 << 0,      /* at most one column and one row away */
    NEAR_WRAP = 1 << 1, /* the same, with opposite edges of the board touching */
    UP1 = 1 << 2,       /* at most one level above the worker */
    UP0 = 1 << 3,       /* not above the worker */
    NO_DOME = 1 << 4,
    FREE = 1 << 5,         /* no worker there */
    FREE_OR_SELF = 1 << 6, /* no worker there but the acting one */
    NOT_OWN = 1 << 7,      /* no worker of the same player there */
    LEVEL3 = 1 << 8,
    BELOW3 = 1 << 9,
    INNER = 1 << 10,     /* not on the border */
    PUSHABLE = 1 << 11,  /* empty, or the next cell in the same direction is free and undomed */
    FERRYABLE = 1 << 12, /* a worker there, and the cell opposite of it is free and undomed */
};

/* What an action does in addition. */
enum twist {
    SWAP = 1,   /* the worker found there goes to where the mover came from */
    PUSH,       /* the worker found there goes one cell further first */
    DROP_WINS,  /* two levels down win */
    TOWERS_WIN, /* five complete towers win */
};

/* What players may not do for the rest of the turn, or for a round (one turn of
 * everybody still in the game). */
enum ban {
    NO_BAN,
    NO_BACK,       /* turn: moving to the marked cell */
    SAME_CELL,     /* turn: building anywhere but on the marked cell */
    OTHER_CELL,    /* turn: building on the marked cell */
    NO_UP,         /* round: moving up; starts only when its owner climbed */
    NO_DOWN,       /* round: moving down */
    NO_NEAR_BUILD, /* round: building beside a worker of its owner, except on level 3 */
    NO_FIFTH,      /* round: building on level 3 while four complete towers stand */
    BANS,
};

enum {
    OFFERS_MAX = 3, /* actions in one step */
    STEPS_MAX = 4,
    END = 0, /* as a next step: the turn is over; nothing leads back to step 0 */
};

/* One action that a step offers. */
struct offer {
    uint8_t  action;
    uint16_t checks;
    uint8_t  twist; /* or 0 */
    uint8_t  ban;   /* that it starts, or NO_BAN; the turn's mark is set with it */
    uint8_t  next;  /* step */
};

struct god {
    const char  *name;
    const char  *text; /* its description in the protocol */
    struct offer step[STEPS_MAX][OFFERS_MAX];
};

extern const struct god santorini_gods[MORTAL + 1];

/* Names of the actions in the protocol. */
extern const char *const santorini_action_words[ACTIONS];

#endif
