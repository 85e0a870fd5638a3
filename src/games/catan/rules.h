/* The rules of Catan: the state, its moves, and what the folder's files ask of
 * each other. Everything here is pure; see game/game.h for the laws.
 *
 * Invariants of a state, checked after every move of tests/unit/catan_play.c:
 *   1. bank and hands together hold 19 cards of each resource;
 *   2. deck, hands and played cards together are the 25 development cards;
 *   3. pieces on the board and in the supply together are 15 roads, 5
 *      settlements and 4 cities per player;
 *   4. `open`, `free`, `touched`, `cards`, `developments`, `longest` and the
 *      two awards are what one would count from the rest. */
#ifndef CATAN_RULES_H
#define CATAN_RULES_H

#include "game/bot.h"
#include "games/catan/board.h"
#include "games/catan/say.h"

/* The fixed order in which a short resource is named. */
enum resource { LUMBER, WOOL, GRAIN, BRICK, ORE, RESOURCES, DESERT = RESOURCES };

/* Playable cards first. */
enum card { KNIGHT, MONOPOLY, ROAD_BUILDING, YEAR_OF_PLENTY, VICTORY_POINT, CARDS, PLAYABLE = VICTORY_POINT };

enum harbour { ANY_HARBOUR = RESOURCES }; /* three for one; lower values: two of that resource */

enum { BANK_EACH = 19, DECK = 25, SUPPLY_ROADS = 15, SUPPLY_SETTLEMENTS = 5, SUPPLY_CITIES = 4, HAND_SAFE = 7, NOBODY = -1 };

/* What the player in turn must do next. 0 means "forbidden" in the automaton. */
enum state {
    STATE_NONE,
    SETTLE1,
    ROAD1,
    SETTLE2,
    ROAD2,
    START,
    ROBBER,
    STEAL,
    PLAYING,
    TRADING,
    MONOPOLIZE,
    ROADS,
    PLENTY,
    STATES
};

/* Moves. Where a command came without usable arguments the dialect makes the
 * move without them: the rules then give the refusal that is due, because some
 * of their checks come before the look at the arguments. */
enum kind {
    BUILD_SETTLEMENT, /* vertex */
    BUILD_ROAD,       /* vertex vertex */
    ROLL_DICE,
    DISCARD,     /* one count a resource */
    MOVE_ROBBER, /* tile */
    STEAL_CARD,  /* seat */
    SPARE,       /* steals nothing */
    OFFER_TRADE, /* five counts offered, five requested */
    JOIN_TRADE,
    DECLINE_TRADE,
    SELECT_PARTNER, /* seat, -1: nobody in particular */
    TRADE_BANK,     /* vertex of a harbour or -1, offered, requested resource */
    BUY_ROAD,       /* vertex vertex */
    BUY_SETTLEMENT, /* vertex */
    BUY_CITY,       /* vertex */
    BUY_CARD,
    USE_CARD,        /* card */
    TAKE_FROM_ALL,   /* resource */
    BUILD_FREE_ROAD, /* vertex vertex */
    TAKE_TWO,        /* resource resource */
    END_TURN,
    COME_BACK,  /* an inactive player takes part again */
    SET_ACTIVE, /* by the table: seat, 0 or 1 */
    KINDS,
};

enum { OPTION_POINTS, OPTION_APART, OPTION_FRIENDLY };

enum over { NOT_OVER, OVER_BY_VICTORY, OVER_BY_LACK };

struct player {
    uint64_t settlements, cities; /* sets of vertices */
    uint64_t touched;             /* vertices at which a road of his ends */
    uint8_t  hand[RESOURCES];
    uint8_t  cards; /* sum of the hand: public where the hand is not */
    uint8_t  card[CARDS];
    uint8_t  developments; /* sum of `card` */
    uint8_t  fresh[CARDS]; /* of them, bought this turn */
    uint8_t  knights;      /* used */
    uint8_t  roads_left, settlements_left, cities_left;
    uint8_t  longest; /* edges of his longest trail */
    uint8_t  state;
    int8_t   last; /* vertex of the settlement placed last in setup */
    uint8_t  owes; /* cards still to discard */
    bool     active;
};

struct catan {
    struct rng    rng;
    uint64_t      free; /* vertices without a building on them or next to them */
    uint64_t      open; /* vertices with an edge that carries no road */
    uint8_t       seats;
    uint8_t       target; /* points that win */
    bool          friendly;
    bool          guessed; /* redacted: hidden cards and dice are not the true ones */
    uint8_t       over;
    int8_t        turn;
    uint8_t       slot; /* of setup: 0 .. 2 * seats - 1, then 2 * seats */
    int8_t        longest_holder, army_holder;
    uint8_t       robber;
    uint8_t       dice[2];   /* of the last roll; 0 before it */
    bool          used_card; /* a development card was played this turn */
    uint8_t       roads_to_build;
    bool          offered; /* a trade is open */
    uint8_t       offer[RESOURCES], request[RESOURCES];
    uint8_t       partners; /* who joined, in order */
    int8_t        partner[SEATS_MAX];
    uint8_t       declined; /* set of seats */
    uint8_t       owing;    /* set of seats that still have to discard */
    uint8_t       bank[RESOURCES];
    uint8_t       deck_left;
    uint8_t       deck[DECK]; /* the next card is deck[deck_left - 1] */
    uint8_t       played[CARDS];
    uint8_t       tile[TILES];       /* enum resource, DESERT included */
    uint8_t       number[TILES];     /* 0 on the desert */
    uint8_t       harbour[HARBOURS]; /* resource or ANY_HARBOUR */
    int8_t        road[EDGES];       /* owner or NOBODY */
    struct player player[SEATS_MAX];
};

/* What happened in a move. */
enum effect_kind {
    EFFECT_SAY,    /* a: enum say; always there, always first */
    EFFECT_DICE,   /* a, b */
    EFFECT_GAIN,   /* seat gets b cards of resource a from the bank */
    EFFECT_OWES,   /* seat must discard a cards */
    EFFECT_VICTIM, /* seat may be robbed */
    EFFECT_STOLEN, /* from seat, resource a */
    EFFECT_DRAWN,  /* seat bought card a */
    EFFECT_TAKEN,  /* monopoly: from seat, a cards */
    EFFECT_TURN,   /* seat is in turn now */
};

/* ---- rules.c ----------------------------------------------------------- */

extern const char *const catan_resource_name[RESOURCES + 1]; /* with "desert" */
extern const char *const catan_card_name[CARDS];
extern const char *const catan_harbour_name[ANY_HARBOUR + 1];
extern const char *const catan_state_name[STATES];

/* May `seat` give a command that belongs to the states of set `states` (bit s
 * for state s)? SAY_NOTHING, or the refusal that is due. */
enum say catan_gate(const struct catan *g, int seat, unsigned states);

int catan_public_score(const struct catan *g, int seat);
int catan_score(const struct catan *g, int seat); /* with victory point cards */
int catan_active_seats(const struct catan *g);

/* ---- turn.c ------------------------------------------------------------ */

/* Is the opening placement still going on? */
bool catan_in_setup(const struct catan *g);

/* Hands the turn to the next active player, in setup to the next slot of an
 * active one. Without active players it stays where it is: the game rests. */
void catan_pass_turn(struct catan *g, struct effects *out);

void catan_set_active(struct catan *g, int seat, bool active, struct effects *out);

/* ---- setup.c ----------------------------------------------------------- */

enum err catan_setup(void *state, const struct setup *s, const char **why);

extern const uint8_t catan_deck_cards[CARDS]; /* how many there are of each */
void                 catan_shuffle(struct rng *rng, uint8_t *at, int n);

/* ---- road.c ------------------------------------------------------------ */

static inline uint64_t catan_buildings(const struct catan *g, int seat)
{
    return g->player[seat].settlements | g->player[seat].cities;
}

/* Vertices from which `seat` may build on: his buildings, and ends of his roads
 * without a foreign building. */
uint64_t catan_reach(const struct catan *g, int seat);
uint64_t catan_all_buildings(const struct catan *g);

void catan_put_road(struct catan *g, int seat, int edge);
void catan_put_settlement(struct catan *g, int seat, int vertex);

/* The longest trail of `seat`, searched anew. */
int catan_longest_trail(const struct catan *g, int seat);

/* ---- build.c, dice.c, trade.c, cards.c: one function a move -------------- */

/* Checks and, if it says something that `moves` (say.h), carries out. The
 * general checks are done: the game runs, the seat may, the state fits. */
typedef enum say command_fn(struct catan *g, int seat, const struct move *m, struct effects *out);

command_fn catan_build_settlement, catan_build_road, catan_buy_road, catan_buy_settlement, catan_buy_city, catan_build_free_road;
command_fn catan_roll_dice, catan_discard, catan_move_robber, catan_steal_card, catan_spare, catan_end_turn;
command_fn catan_offer_trade, catan_join_trade, catan_decline_trade, catan_select_partner, catan_trade_bank;
command_fn catan_buy_card, catan_use_card, catan_take_from_all, catan_take_two;

/* Withdraws the open offer and forgets who answered it. */
void catan_close_trade(struct catan *g);

/* Moves `n` cards between the bank and a hand. */
void catan_pay(struct catan *g, int seat, int resource, int n);
void catan_receive(struct catan *g, int seat, int resource, int n);

/* The refusal that names the first resource of which `seat` has too few. */
enum say catan_lacks(const struct catan *g, int seat, const uint8_t wanted[RESOURCES]);

/* The prices: can `seat` pay one of them (or the refusal), and paying it. */
enum price { PRICE_ROAD, PRICE_SETTLEMENT, PRICE_CITY, PRICE_CARD, PRICES };
extern const uint8_t catan_price[PRICES][RESOURCES];
enum say             catan_affords(const struct catan *g, int seat, enum price price);
void                 catan_pay_price(struct catan *g, int seat, enum price price);

int catan_bank_cards(const struct catan *g);                  /* of all resources together */
int catan_nth_card(const uint8_t hand[RESOURCES], int which); /* its resource, counted through the hand */

/* Tiles to which the robber may move, as a set. */
uint32_t catan_robber_tiles(const struct catan *g);
/* Players whom `seat` could rob now, as a set. */
unsigned catan_victims(const struct catan *g, int seat);
/* Has `seat` a building at this harbour? Cards of `offer` it asks for one; 0:
 * other resources only. */
bool     catan_owns_harbour(const struct catan *g, int seat, int harbour);
int      catan_harbour_rate(const struct catan *g, int harbour, int offer);

extern const struct game catan_game;
extern const struct bot  catan_bots[]; /* bot.c */

/* ---- moves.c, redact.c, view.c, describe.c: parts of the contract ------------------- */

enum { LEGAL_MAX = 512 };

void catan_legal(const void *state, int seat, struct move_list *out);
void catan_pick(const void *state, int seat, struct rng *r, struct move *out);
void catan_redact(void *state, int seat);
void catan_view(const void *state, int seat, struct jout *out);
void catan_draw(const void *state, struct buf *out);
void catan_describe(const void *before, const struct move *m, struct buf *out);
void catan_outcome(const void *after, const struct move *m, struct buf *out);

#endif
