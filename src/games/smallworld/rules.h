/* Small World: the position, tables of facts, and queries that rules, computer
 * players and dialect share. Pure, like all rules.
 *
 * Regions are numbered from 1 in moves, on the wire and in maps; in the
 * position they stand at 0..regions-1. A region is *active* when it is owned and not in decline: then it
 * belongs to its owner's current badge. */
#ifndef SMALLWORLD_RULES_H
#define SMALLWORLD_RULES_H

#include "game/bot.h"
#include "game/game.h"
#include "games/smallworld/refusals.h"
#include "games/smallworld/set.h"

enum {
    PLAYERS_MAX = 5,
    REGIONS_MAX = 255, /* of a map that can be played */
    BADGES_SHOWN = 6,
    START_COINS = 5,
    DIE_MOST = 3,
    RACES = 13,
    POWERS = 19,
    HEROES_MOST = 2,
    FORTRESSES_MOST = 6,
    ENCAMPMENTS_MOST = 5,
    TOKENS_MOST = 20, /* of one race, in hand and on the map */
    LENT_MOST = 4,    /* of these may be owed */
    TURNS_MOST = 10,  /* of a game */
    NOBODY = 255,
};
#define LOST_TRIBE "Lost Tribe" /* what views call the first inhabitants */

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

/* In the order of the bits above. */
struct land_row {
    char        letter; /* its form in a map's text */
    const char *name;   /* what a region is called after it */
    const char *text;   /* one sentence */
};
extern const struct land_row lands[LANDS];
extern const char *const     smallworld_land_words[LANDS + 1];

enum race {
    NO_RACE,
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
};

enum power {
    NO_POWER,
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
};

/* What a race or power lets its owner do beyond attacking. */
enum ability {
    ENTERS_ANYWHERE = 1 << 0, /* on land, not only over the border */
    TAKES_SEA = 1 << 1,
    FLIES = 1 << 2,   /* attacks regions that it does not touch */
    TUNNELS = 1 << 3, /* all caverns are neighbours of each other */
    ENCHANTS = 1 << 4,
    RIDES_DRAGON = 1 << 5,
    THROWS_DIE = 1 << 6, /* before each attack */
    BEFRIENDS = 1 << 7,
    DECLINES_LATE = 1 << 8, /* after its redeployment, too */
    CAMPS = 1 << 9,
    FORTIFIES = 1 << 10,
    SETS_HEROES = 1 << 11,
};

/* The one table of races and powers: all that the rules say of each. Row 0,
 * for nobody, is all zero. */
struct trait {
    const char *text;   /* one sentence for people */
    uint16_t    does;   /* enum ability */
    uint8_t     tokens; /* that it brings */
    uint8_t     most;   /* a race's tokens in the box; 0: never reached */

    /* Tokens that an attack takes less: everywhere, on this land, beside
     * this land (and not on it), and from an active region with this land. */
    uint8_t  cheaper;
    uint16_t cheaper_on, cheaper_beside, cheaper_from;

    /* The mark it leaves in conquered regions, in at most so many; 0: in all. */
    uint8_t mark, marks_most;

    /* Tokens: lent for each turn's conquests; one more for so many non-empty
     * regions of a turn; none lost in a defeat. */
    uint8_t lent, loot_per_token;
    bool    loses_none;

    /* Coins: for each active region with this land (in decline too), for each
     * active region, for each non-empty region conquered in this turn and
     * still held, for each fortress; every turn; once. */
    uint16_t pays_for;
    bool     pays_in_decline;
    uint8_t  pays_per_region, pays_per_loot, pays_per_fortress, pays_always, pays_once;
};
extern const struct trait races[RACES + 1];
extern const struct trait powers[POWERS + 1];
extern const char *const  smallworld_race_names[RACES + 2]; /* [0] is NULL */
extern const char *const  smallworld_power_names[POWERS + 2];

/* 0: no such name. */
int race_by_name(struct str name);
int power_by_name(struct str name);

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
    MARKS = 6,
};

/* In the order of the bits above. */
struct mark_row {
    const char *name, *text;
};
extern const struct mark_row marks[MARKS];

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

/* Races and powers that returned to the deck are known to everybody. */
struct slot {
    struct badge badge; /* race is NO_RACE in the slots at the end */
    uint8_t      coins; /* that lie on it */
    bool         race_known, power_known;
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

/* Which regions touch: symmetric, and none touches itself. A matrix of bits
 * for all maps would be most of the position, which is copied all the time.
 * So there are two forms: words a region, as many as the map needs, where all
 * of them fit; else one bit for each pair, 1-0, 2-0, 2-1, 3-0... */
enum { LINK_WORDS = (REGIONS_MAX * (REGIONS_MAX - 1) / 2 + WORD_BITS - 1) / WORD_BITS };
struct links {
    uint64_t word[LINK_WORDS];
};

/* Invariants: the races in slots and badges are the 13, each once, the powers
 * the 19; slots with a race come first; an active region holds a token or
 * more and its badge is its owner's current one; owner and badge are both set
 * or both not. */
struct world {
    uint8_t       seats, turns, regions;
    uint8_t       built_in; /* number of the built-in map that it is, 0: another */
    uint8_t       turn;
    uint8_t       stage;
    uint8_t       last_event;
    bool          acted;    /* the first race was chosen */
    uint8_t       active;   /* seat whose turn it is, also while another defends */
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
    struct income income;
    struct slot   deck[POWERS];
    struct player player[PLAYERS_MAX];
    struct rng    rng;         /* shuffles the deck, throws the dice */
    uint32_t      map;         /* the protocol's number of the map, 0: none */
    uint32_t      die;         /* with OPTION_DICE 0: the generator of the first release for dice; else 0 */
    set           with[LANDS]; /* regions by land: the same as region[].land */
    struct links  links;
    struct region region[REGIONS_MAX];
};

/* ---- setup ------------------------------------------------------------- */

/* Tables of the first release threw dice with a generator of 31 bits, which can
 * be foreseen after a few throws. Their journals must replay; nobody opens new
 * ones. */
enum { OPTION_DICE };
extern const struct option smallworld_options[];

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
    MOVE_DECK,        /* by the table: 13 races, then 19 powers, in the order of the slots, counted from 0 */
    MOVE_KINDS,
};
extern const struct move_kind smallworld_kinds[MOVE_KINDS + 1];

/* What their arguments are is said in the table, facts.c. */
enum effect_kinds {
    EFFECT_BADGE, /* the sixth argument, which is not told, is the badge's id */
    EFFECT_ATTACK,
    EFFECT_DIE,
    EFFECT_CONQUERED,
    EFFECT_REPELLED,
    EFFECT_LOST,
    EFFECT_RETURNED,
    EFFECT_RETREAT,
    EFFECT_VANISHED,
    EFFECT_DECLINED,
    EFFECT_REDEPLOYED,
    EFFECT_CAMP,
    EFFECT_FORTRESS,
    EFFECT_HERO,
    EFFECT_DRAGON,
    EFFECT_ENCHANTED,
    EFFECT_HOLE,
    EFFECT_LAIR,
    EFFECT_FRIEND,
    EFFECT_INCOME,
    EFFECT_TURN,
    EFFECT_LEFT,
    EFFECT_OVER,
    EFFECT_INCOME_ACTIVE,   /* inside: race, its coins, power, its coins */
    EFFECT_INCOME_DECLINED, /* inside: the same of the declined badge */
    EFFECT_KINDS,
};
extern const struct effect_kind smallworld_effects[EFFECT_KINDS + 1];

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
void defence_of_move(const struct move *m, struct order_list *out);
void defence_to_move(const struct order_list *list, int seat, struct move *m);

/* ---- checks ------------------------------------------------------------ */

/* ERR_OK if the move is legal, else the first failed check in the protocol's
 * order. `why` may be NULL. */
enum err smallworld_check(const struct world *w, const struct move *m, struct refusal *why);
enum err smallworld_check_stage(const struct world *w, const struct move *m, struct refusal *why); /* stage and turn only */
bool     smallworld_may(const struct world *w, int seat, int kind, int arg); /* a move with one argument, or none */
/* The same for an attack on a region (0-based) by the seat to move, when stage
 * and reach are known: faster for many regions. */
bool     smallworld_may_attack(const struct world *w, int seat, int kind, int region, set reach);
enum err smallworld_check_redeploy(const struct world *w, int seat, const struct orders *o, struct refusal *why);
enum err smallworld_check_defend(const struct world *w, int seat, const struct order_list *list, struct refusal *why);

/* ---- questions --------------------------------------------------------- */

/* Is it an active region of `seat`? Branch-free: loops over all regions ask it,
 * and the answers are unpredictable. */
static inline bool world_active(const struct world *w, int seat, int region)
{
    const struct region *r = &w->region[region];

    return ((r->owner ^ (seat + 1)) | (r->marks & MARK_DECLINED)) == 0;
}

/* On most maps one word has them all. */
set               world_many_neighbours(const struct world *w, int region);
static inline set world_neighbours(const struct world *w, int region)
{
    if (w->regions <= WORD_BITS)
        return (set){ { w->links.word[region] } };
    return world_many_neighbours(w, region);
}

/* What the current badge lets `seat` do. */
static inline unsigned world_does(const struct world *w, int seat)
{
    const struct badge *badge = &w->player[seat].current;

    return races[badge->race].does | powers[badge->power].does;
}

int  world_mover(const struct world *w); /* who owes a move; NOBODY when it is over */
set  world_active_set(const struct world *w, int seat);
int  world_count_active(const struct world *w, int seat);
int  world_count_owned(const struct world *w, int seat);
int  world_tokens(const struct world *w, int seat, bool declined); /* on the map */
int  world_count_fortresses(const struct world *w);                /* of everybody */
bool world_has_region(const struct world *w, int number);          /* numbered from 1 */
void world_link(struct world *w, int a, int b);                    /* makes them neighbours; w->regions must be known */
bool world_near(const struct world *w, int a, int b);
set  world_with_land(const struct world *w, unsigned land); /* regions that have some of it */
/* Regions that `seat` can reach, or enter if it has none; whoever holds them. */
set  world_reach(const struct world *w, int seat);
bool world_friends(const struct world *w, int seat, int region); /* a friendship keeps `seat` from attacking it */
int  world_available(const struct world *w, int seat);           /* tokens a redeployment would have */
bool world_may_retreat_to(const struct world *w, int region);    /* stage DEFEND */
int  world_shown(const struct world *w);                         /* badges on display */
int  world_players_left(const struct world *w);                  /* in the game still */
void world_income(const struct world *w, int seat, struct income *out);
int  income_total(const struct income *i);

/* Tokens that an attack takes, and what they are made of; `out` may be NULL. */
enum { PRICE_PARTS_MAX = 12 };
struct price_part {
    const char *name;
    int         tokens;
};
struct price {
    int               n;
    struct price_part part[PRICE_PARTS_MAX];
};
extern const char *const price_part_names[]; /* all there are; ends with NULL */
int                      world_price(const struct world *w, int seat, int region, struct price *out);

/* "Forest 12", written into `room`. */
enum { REGION_NAME_BYTES = 24 };
struct str region_name(const struct world *w, int region, char room[REGION_NAME_BYTES]);

/* A redeployment that spreads all tokens evenly; there must be an active region. */
void smallworld_redeploy_evenly(const struct world *w, int seat, struct move *out);

/* ---- the parts of the contract that have files of their own ------------- */

enum err smallworld_setup(void *state, const struct setup *s, struct refusal *why);
unsigned smallworld_to_act(const void *state);
enum err smallworld_apply(void *state, const struct move *m, struct effects *out, struct refusal *why);
void     smallworld_legal(const void *state, int seat, struct move_list *out);
void     smallworld_pick(const void *state, int seat, struct rng *r, struct move *out);
void     smallworld_describe(const void *before, const struct move *m, const struct names *names, struct buf *out);
void     smallworld_notate(const void *before, const struct move *m, const struct names *names, struct buf *out);
void     smallworld_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out);
void     smallworld_redact(void *state, int seat);
void     smallworld_determinize(void *seen, int seat, struct rng *r);
uint64_t smallworld_hash(const void *state);
/* Chances to win by expected coins: each `halving` coins behind the leader halve
 * them. */
void     smallworld_shares(const struct world *w, const int coins[PLAYERS_MAX], int halving, int32_t share[SEATS_MAX]);
void     smallworld_estimate(const void *state, int32_t share[SEATS_MAX]);
void     smallworld_view(const void *state, int seat, struct jout *out);
void     smallworld_board(const void *state, struct jout *out);
void     smallworld_forms(const void *seen, int seat, struct jout *out);
void     smallworld_names(struct jout *out);
extern const struct shapes smallworld_shapes;
void                       smallworld_draw(const void *state, struct buf *out);
void                       smallworld_result(const void *state, struct result *out);

/* The plain greedy player's move, without chance; with a character that is not
 * 0 it has favourites among the badges. */
void smallworld_greedy(const void *state, int seat, uint64_t character, struct move *out);

extern const struct bot  smallworld_bots[];
extern const struct game smallworld_game;

#endif
