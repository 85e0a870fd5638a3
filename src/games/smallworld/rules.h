/* Small World: the position, its tables of facts and the questions about it
 * that rules, computer player and dialect share. Pure, like all rules.
 *
 * Regions are numbered from 1 in moves, on the wire and in maps; in the
 * position they stand at 0..regions-1. A region is *active* when it is owned
 * and not in decline: then it belongs to its owner's current badge. */
#ifndef SMALLWORLD_RULES_H
#define SMALLWORLD_RULES_H

#include "game/bot.h"
#include "game/game.h"
#include "games/smallworld/words.h"

enum {
    PLAYERS_MAX = 5,
    REGIONS_MAX = 255, /* of a map that can be played */
    BADGES_SHOWN = 6,
    START_COINS = 5,
    AMAZONS_EXTRA = 4,
    SKELETONS_MOST = 20,
    SORCERERS_MOST = 18,
    HOLES_MOST = 2,
    HEROES_MOST = 2,
    FORTRESSES_MOST = 6,
    ENCAMPMENTS_MOST = 5,
    WEALTHY_COINS = 7,
    DIE_MODULUS = 2147483647, /* of the die's own generator */
    NOBODY = 255,
};

/* ---- facts ------------------------------------------------------------- */

enum land {
    LAND_BORDER = 1 << 0,
    LAND_COAST = 1 << 1,
    LAND_SEA = 1 << 2,
    LAND_MOUNTAIN = 1 << 3,
    LAND_MINE = 1 << 4,
    LAND_FARMLAND = 1 << 5,
    LAND_MAGIC = 1 << 6,
    LAND_FOREST = 1 << 7,
    LAND_HILL = 1 << 8,
    LAND_SWAMP = 1 << 9,
    LAND_CAVERN = 1 << 10,
    LANDS = 11,
};

/* In the order of the bits above; `letter` is its form in a map's text. */
struct land_word {
    const char *word;
    char        letter;
};
extern const struct land_word land_words[LANDS];

enum race {
    AMAZONS,
    DWARVES,
    ELVES,
    GIANTS,
    HALFLINGS,
    HUMANS,
    ORCS,
    RATMEN,
    SKELETONS,
    SORCERERS,
    TRITONS,
    TROLLS,
    WIZARDS,
    RACES,
    NO_RACE = 255,
};

enum power {
    ALCHEMIST,
    BERSERK,
    BIVOUACKING,
    COMMANDO,
    DIPLOMAT,
    DRAGON_MASTER,
    FLYING,
    FOREST,
    FORTIFIED,
    HEROIC,
    HILL,
    MERCHANT,
    MOUNTED,
    PILLAGING,
    SEAFARING,
    STOUT,
    SWAMP,
    UNDERWORLD,
    WEALTHY,
    POWERS,
    NO_POWER = 255,
};

/* One row for each race and each power: what can be said in numbers. */
struct trait_row {
    const char *name;
    uint8_t     tokens;          /* that it brings */
    uint16_t    pays_for;        /* a coin for each active region with this land */
    uint8_t     pays_always;     /* coins each turn */
    uint8_t     pays_per_region; /* coins for each active region */
    uint8_t     pays_per_loot;   /* coins for each non-empty region conquered in this turn and still held */
    bool        pays_in_decline; /* pays_for goes on in decline */
};
extern const struct trait_row races[RACES];
extern const struct trait_row powers[POWERS];

/* ---- the position ------------------------------------------------------ */

enum stage { SELECT_RACE, BEFORE_CONQUEST, CONQUEST, DEFEND, REDEPLOY, BEFORE_FINISH_TURN, FINISH_TURN, GAME_OVER, STAGES };
extern const char *const stage_names[STAGES];

enum mark {
    MARK_HOLE = 1,
    MARK_DRAGON = 2,
    MARK_HERO = 4,
    MARK_FORTRESS = 8,
    MARK_LAIR = 16,
    MARK_DECLINED = 32, /* a declined race's, or never conquered yet */
    MARKS_IMMUNE = MARK_HOLE | MARK_DRAGON | MARK_HERO,
};

/* The last accepted command, in the numbers of the protocol. */
enum last_event {
    LAST_JUST_STARTED = 0,
    LAST_WAITING = 1,
    LAST_FINISH_TURN = 4,
    LAST_SELECT_RACE = 5,
    LAST_CONQUER = 6,
    LAST_DECLINE = 7,
    LAST_REDEPLOY = 8,
    LAST_THROW_DICE = 9,
    LAST_DEFEND = 12,
    LAST_SELECT_FRIEND = 13,
    LAST_DIE_DECIDED = 14,
};

struct region {
    uint16_t land;
    uint8_t  owner; /* seat + 1, 0 = nobody */
    uint8_t  badge; /* id of the badge that holds it */
    uint8_t  tokens;
    uint8_t  encampments;
    uint8_t  marks;
    uint8_t  loot; /* 1: was conquered in this turn while somebody was there */
};

struct badge {
    uint8_t id; /* 0 = none */
    uint8_t race, power;
};

struct slot {
    struct badge badge; /* race is NO_RACE in the slots at the end */
    uint8_t      coins; /* that lie on it */
};

struct player {
    int16_t      coins;
    int8_t       hand; /* below 0: Amazons between a failed die and their redeployment */
    bool         in_game;
    struct badge current, declined;
};

/* What a turn earned, and from what. */
struct income {
    bool         stored; /* computed already: a Stout race declined after its redeployment */
    struct badge active, declined;
    uint8_t      regions;
    uint8_t      by_race, by_power, by_declined;
};

/* Invariants: the races in slots and badges are the 13, each once, the powers
 * the 19; slots with a race come first; an active region holds a token or
 * more and its badge is its owner's current one; owner and badge are both set
 * or both not. */
struct world {
    uint8_t       seats, turns, regions;
    uint8_t       turn;
    uint8_t       stage;
    uint8_t       last_event;
    bool          acted;    /* the first race was chosen */
    uint8_t       active;   /* seat whose turn it is; goes on being it while another defends */
    uint8_t       defender; /* in stage DEFEND: who, after losing which region (0-based) */
    uint8_t       lost;
    uint8_t       berserk;      /* pending die + 1, 0 = none */
    uint8_t       rolled;       /* the reinforcement die + 1, 0 = not thrown; after it there are no more conquests */
    bool          hand_settled; /* Amazons gave back and Skeletons got their tokens */
    bool          dragon_used, enchanted;
    uint8_t       attacked; /* bit set of seats whose active race was attacked in this turn */
    bool          diplomat_known;
    uint8_t       diplomat, befriended; /* seats; befriended is NOBODY without a friendship */
    uint8_t       holes;                /* placed by the Halflings' badge so far */
    bool          wealthy_paid;
    uint8_t       last_badge; /* highest badge id given */
    uint8_t       slots;
    struct rng    shuffles; /* laid the deck; the die never touches it */
    uint32_t      die;      /* the die's generator: 31 bits, used for nothing else */
    struct income income;
    struct slot   deck[POWERS];
    struct player player[PLAYERS_MAX];
    struct region region[REGIONS_MAX];
    uint8_t       near[REGIONS_MAX][32]; /* bit sets, made symmetric */
};

/* ---- moves ------------------------------------------------------------- */

enum move_kinds {
    MOVE_SELECT,  /* position */
    MOVE_CONQUER, /* region */
    MOVE_DECLINE,
    MOVE_REDEPLOY, /* n, n times region and tokens, then orders_write */
    MOVE_DEFEND,   /* pairs of region and tokens */
    MOVE_DRAGON,   /* region */
    MOVE_ENCHANT,  /* region */
    MOVE_THROW,
    MOVE_FRIEND, /* seat */
    MOVE_FINISH,
    MOVE_LEAVE,
    MOVE_CONQUER_DIE, /* by the table: region, what the die would show */
    MOVE_THROW_DIE,   /* by the table: what the die shows */
    MOVE_DECK,        /* by the table: 13 races, then 19 powers, in the order of the slots */
    MOVE_KINDS,
};
extern const struct move_kind smallworld_kinds[MOVE_KINDS + 1];

enum effect_kinds {
    EFFECT_DIE,             /* a: what it shows */
    EFFECT_CONQUERED,       /* a: region, b: tokens now there */
    EFFECT_REPELLED,        /* a: region; the attack failed and the conquest is over */
    EFFECT_BADGE,           /* a: badge id, b: race, c: power */
    EFFECT_INCOME,          /* a: coins in all, b: for regions */
    EFFECT_INCOME_ACTIVE,   /* a: race, b: its coins, c: power, d: its coins */
    EFFECT_INCOME_DECLINED, /* the same of the declined badge */
};

/* A redeployment or defence in full. A list that is absent is not the same as
 * an empty one: see `order_list.given`. */
struct order {
    int region; /* as given; anything but 1..regions is no region */
    int number;
};
struct order_list {
    bool         given;
    int          n;
    struct order at[REGIONS_MAX + 1]; /* one more than regions exist: then two are the same, or one is none */
};
struct orders {
    struct order_list regions, encampments, heroes;
    bool              fortified;
    int               fortress;
};

/* Between a move and its orders. `orders_to_move` takes only orders that the
 * rules accepted (so that they fit). */
void orders_of_move(const struct move *m, struct orders *out);
void orders_to_move(const struct orders *o, int seat, struct move *m);
void defence_to_move(const struct order_list *list, int seat, struct move *m);

/* ---- questions --------------------------------------------------------- */

/* WORD_OK if the move may be made, else what speaks against it, in the order
 * of checks that the protocol lays down. */
enum word smallworld_check(const struct world *w, const struct move *m);
enum word smallworld_check_stage(const struct world *w, const struct move *m); /* only: is it the time for it, and whose */
bool      smallworld_may(const struct world *w, int seat, int kind, int arg);  /* a move with one argument, or none */
enum word smallworld_check_redeploy(const struct world *w, int seat, const struct orders *o);
enum word smallworld_check_defend(const struct world *w, int seat, const struct order_list *list);

int  world_mover(const struct world *w);                        /* who owes a move; NOBODY when it is over */
bool world_active(const struct world *w, int seat, int region); /* an active region of `seat`? */
int  world_count_active(const struct world *w, int seat);
int  world_count_owned(const struct world *w, int seat);
int  world_tokens(const struct world *w, int seat, bool declined); /* on the map */
int  world_count_fortresses(const struct world *w);                /* of everybody */
bool world_has_region(const struct world *w, int number);          /* numbered from 1 */
bool world_near(const struct world *w, int a, int b);
bool world_reaches(const struct world *w, int seat, int region);
int  world_price(const struct world *w, int seat, int region); /* tokens an attack takes */
int  world_available(const struct world *w, int seat);         /* tokens a redeployment would have */
bool world_may_retreat_to(const struct world *w, int region);  /* stage DEFEND */
int  world_shown(const struct world *w);                       /* badges on display */
int  world_players_left(const struct world *w);                /* in the game still */
void world_income(const struct world *w, int seat, struct income *out);
int  income_total(const struct income *i);

/* The generator's first state for a seed, and the seed that a game started
 * from, as the protocol calls it (randseed). */
uint32_t die_of_seed(uint64_t seed);

/* -1: no such name. */
int race_by_name(struct str name);
int power_by_name(struct str name);

/* The parts of the contract that have files of their own. */
enum err smallworld_setup(void *state, const struct setup *s, const char **why);
enum err smallworld_apply(void *state, const struct move *m, struct effects *out, const char **why);
void     smallworld_legal(const void *state, int seat, struct move_list *out);
void     smallworld_pick(const void *state, int seat, struct rng *r, struct move *out);
void     smallworld_describe(const void *before, const struct move *m, struct buf *out);
void     smallworld_outcome(const void *after, const struct move *m, struct buf *out);
void     smallworld_redact(void *state, int seat);
void     smallworld_view(const void *state, int seat, struct jout *out);
void     smallworld_draw(const void *state, struct buf *out);
void     smallworld_result(const void *state, struct result *out);

/* The built-in player's move: greedy, without chance. */
void                    smallworld_bot(const void *state, int seat, struct move *out);
extern const struct bot smallworld_bots[];

extern const struct game smallworld_game;

#endif
