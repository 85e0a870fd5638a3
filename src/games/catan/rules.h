/* The rules of Catan: the state, its moves, and the functions that the files of
 * this folder share. Everything here is pure; see game/game.h.
 *
 * Invariants of a state, checked after every move by tests/unit/catan/play.c:
 * bank and hands together hold 19 cards of each resource; deck, hands and
 * played cards together are the 25 development cards; pieces on the board and
 * in the supply together are 15 roads, 5 settlements and 4 cities per player;
 * `open`, `free`, `touched`, `cards`, `developments`, `longest` and the two
 * awards are what one would count from the rest. */
#ifndef CATAN_RULES_H
#define CATAN_RULES_H

#include "game/bot.h"
#include "games/catan/board.h"
#include "games/catan/say.h"
#include "games/catan/why.h"

/* Also the order in which missing resources are reported. */
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

/* Moves. If a command comes without usable arguments the dialect makes the move
 * without them, and the rules find the right refusal: some of their checks come
 * before the arguments. */
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
    uint64_t touched;             /* vertices at which a road of theirs ends */
    uint8_t  hand[RESOURCES];
    uint8_t  cards; /* size of the hand: public, unlike the hand */
    uint8_t  card[CARDS];
    uint8_t  developments; /* sum of `card` */
    uint8_t  fresh[CARDS]; /* those bought this turn */
    uint8_t  knights;      /* used */
    uint8_t  roads_left, settlements_left, cities_left;
    uint8_t  longest; /* edges of their longest trail */
    uint8_t  state;
    int8_t   last; /* vertex of their latest settlement in setup */
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

/* What happened in a move; names and arguments are in rules.c. */
enum catan_effect {
    EFFECT_SAY, /* internal: enum say; always the first */
    EFFECT_SETTLEMENT,
    EFFECT_ROAD,
    EFFECT_CITY,
    EFFECT_DICE,
    EFFECT_GAIN,
    EFFECT_OWES,
    EFFECT_DISCARDED,
    EFFECT_ROBBER,
    EFFECT_VICTIM,
    EFFECT_STOLEN,
    EFFECT_SPARED,
    EFFECT_OFFERED,
    EFFECT_JOINED,
    EFFECT_DECLINED,
    EFFECT_WITHDRAWN,
    EFFECT_TRADED,
    EFFECT_BANK,
    EFFECT_BOUGHT_CARD,
    EFFECT_USED,
    EFFECT_MONOPOLY,
    EFFECT_TAKEN,
    EFFECT_LONGEST,
    EFFECT_ARMY,
    EFFECT_TURN,
    EFFECT_WIN,
    EFFECT_AWAY,
    EFFECT_BACK,
    EFFECTS,
};

/* ---- rules.c ----------------------------------------------------------- */

extern const char *const catan_resource_name[RESOURCES + 2]; /* with "desert"; ends with NULL */
extern const char *const catan_card_name[CARDS + 1];         /* ends with NULL */
extern const char *const catan_card_title[CARDS];            /* for people: "year of plenty" */
extern const char *const catan_harbour_name[ANY_HARBOUR + 1];
extern const char *const catan_state_name[STATES];

/* May `seat` give a command that is allowed in the states `states` (bit s for
 * state s)? */
bool catan_gate(const struct catan *g, int seat, unsigned states, struct refusal *why);

int catan_public_score(const struct catan *g, int seat);
int catan_score(const struct catan *g, int seat); /* with victory point cards */
int catan_active_seats(const struct catan *g);

/* ---- turn.c ------------------------------------------------------------ */

/* Is the opening placement still going on? */
bool catan_in_setup(const struct catan *g);

/* Passes the turn to the next active player, in setup to the next slot of one.
 * Without active players it stays where it is: the game pauses. */
void catan_pass_turn(struct catan *g, struct effects *out);

void catan_set_active(struct catan *g, int seat, bool active, struct effects *out); /* tells of it */

/* ---- setup.c ----------------------------------------------------------- */

enum err catan_setup(void *state, const struct setup *s, struct refusal *why);

extern const uint8_t catan_deck_cards[CARDS]; /* how many there are of each */
void                 catan_shuffle(struct rng *rng, uint8_t *at, int n);

/* ---- road.c ------------------------------------------------------------ */

static inline uint64_t catan_buildings(const struct catan *g, int seat)
{
    return g->player[seat].settlements | g->player[seat].cities;
}

/* Vertices from which `seat` may continue building: their buildings, and the
 * ends of their roads that no opponent has built on. */
uint64_t catan_reach(const struct catan *g, int seat);
uint64_t catan_all_buildings(const struct catan *g);

void catan_put_road(struct catan *g, int seat, int edge);
void catan_put_settlement(struct catan *g, int seat, int vertex);

/* The longest trail of `seat`, by a full search. */
int catan_longest_trail(const struct catan *g, int seat);

/* ---- build.c, dice.c, trade.c, cards.c: one function a move -------------- */

/* Checks a move, then makes it. SAY_NOTHING: it was refused. The general checks
 * are done: the game runs, and seat and state are right. */
typedef enum say command_fn(struct catan *g, int seat, const struct move *m, struct effects *out, struct refusal *why);

command_fn catan_build_settlement, catan_build_road, catan_buy_road, catan_buy_settlement, catan_buy_city, catan_build_free_road;
command_fn catan_roll_dice, catan_discard, catan_move_robber, catan_steal_card, catan_spare, catan_end_turn;
command_fn catan_offer_trade, catan_join_trade, catan_decline_trade, catan_select_partner, catan_trade_bank;
command_fn catan_buy_card, catan_use_card, catan_take_from_all, catan_take_two;

/* Has `seat` joined the open trade? */
bool catan_has_joined(const struct catan *g, int seat);
/* Withdraws the open offer and forgets who answered it. */
void catan_close_trade(struct catan *g);

/* Moves `n` cards between the bank and a hand. */
void catan_pay(struct catan *g, int seat, int resource, int n);
void catan_receive(struct catan *g, int seat, int resource, int n);

enum price { PRICE_ROAD, PRICE_SETTLEMENT, PRICE_CITY, PRICE_CARD, PRICES };
extern const uint8_t catan_price[PRICES][RESOURCES];
void                 catan_pay_price(struct catan *g, int seat, enum price price);

/* Commands and lists of moves share these questions; `why` may be NULL. A
 * refusal for missing cards names the first resource that is missing. Inline:
 * playouts ask them a million times a second. */
static inline bool catan_has(const struct catan *g, int seat, const uint8_t wanted[RESOURCES], struct refusal *why)
{
    for (int r = 0; r < RESOURCES; r++)
        if (g->player[seat].hand[r] < wanted[r])
            return why && catan_no_args(why, WHY_NOT_ENOUGH, r, wanted[r], g->player[seat].hand[r]);
    return true;
}

static inline bool catan_affords(const struct catan *g, int seat, enum price price, struct refusal *why)
{
    return catan_has(g, seat, catan_price[price], why);
}

static inline bool catan_has_supply(const struct catan *g, int seat, enum price price, struct refusal *why)
{
    static const uint8_t none_left[PRICES] = { WHY_NO_ROADS_LEFT, WHY_NO_SETTLEMENTS_LEFT, WHY_NO_CITIES_LEFT, WHY_NO_DECK };
    const struct player *p = &g->player[seat];
    const uint8_t        left[PRICES] = { p->roads_left, p->settlements_left, p->cities_left, g->deck_left };

    return left[price] || (why && catan_no(why, none_left[price]));
}

static inline bool catan_can_buy(const struct catan *g, int seat, enum price price, struct refusal *why)
{
    return catan_has_supply(g, seat, price, why) && catan_affords(g, seat, price, why);
}

/* Vertices where `seat` could put a settlement or a city, or from which a road
 * could continue. */
uint64_t           catan_sites(const struct catan *g, int seat, enum price price);
/* Is the edge free, and does it touch one of the vertices `from`? */
static inline bool catan_edge_fits(const struct catan *g, uint64_t from, int edge)
{
    return g->road[edge] == NOBODY && (from & (VERTEX_BIT(catan_edge_vertex[edge][0]) | VERTEX_BIT(catan_edge_vertex[edge][1])));
}
bool catan_can_use(const struct catan *g, int seat, int card, struct refusal *why);
bool catan_can_take(const struct catan *g, int a, int b, struct refusal *why); /* Year of Plenty */
bool catan_can_join(const struct catan *g, int seat, struct refusal *why);
/* `harbour` is NOBODY for the bank itself. */
bool catan_can_trade_bank(const struct catan *g, int seat, int harbour, int offer, int request, struct refusal *why);

int catan_bank_cards(const struct catan *g);                  /* of all resources together */
int catan_nth_card(const uint8_t hand[RESOURCES], int which); /* the resource of the n-th card of a hand */

/* The set of tiles to which the robber may move. */
uint32_t catan_robber_tiles(const struct catan *g);
/* The set of players whom `seat` could rob now. */
unsigned catan_victims(const struct catan *g, int seat);
/* Does `seat` have a building at this harbour? And how many cards of `offer` it
 * takes for one; 0: it takes other resources only. */
bool     catan_owns_harbour(const struct catan *g, int seat, int harbour);
int      catan_harbour_rate(const struct catan *g, int harbour, int offer);

extern const struct game catan_game;
extern const struct bot  catan_bots[]; /* bot.c */
bool                     catan_settler_choose(const struct game *game, const void *seen, int seat, struct think *think,
                                              struct move *out); /* settler.c */

/* ---- moves.c, redact.c, estimate.c, view.c, island.c, schema.c, draw.c, describe.c: parts of the contract ---- */

void                       catan_legal(const void *state, int seat, struct move_list *out);
void                       catan_asides(const void *state, int seat, struct move_list *out);
void                       catan_pick(const void *state, int seat, struct rng *r, struct move *out);
void                       catan_canonical(const void *state, struct move *m);
void                       catan_redact(void *state, int seat);
void                       catan_determinize(void *seen, int seat, struct rng *r);
uint64_t                   catan_hash(const void *state);
void                       catan_estimate(const void *state, int32_t share[SEATS_MAX]);
void                       catan_view(const void *state, int seat, struct jout *out);
void                       catan_board(const void *state, struct jout *out);
void                       catan_forms(const void *seen, int seat, struct jout *out);
void                       catan_names(struct jout *out);
extern const struct shapes catan_shapes;
void                       catan_write_tiles(const struct catan *g, struct jout *out); /* [{"resource", "number"}, ...] */
void                       catan_write_set(struct jout *out, const char *key, uint64_t vertices); /* "key": [0, 1, ...] */
void                       catan_draw(const void *state, struct buf *out);
void                       catan_describe(const void *before, const struct move *m, const struct names *names, struct buf *out);
void                       catan_notate(const void *before, const struct move *m, const struct names *names, struct buf *out);
void                       catan_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out);

/* Names of purchases in the view, and of what prevents them. */
enum { BUY_NOT_CARDS, BUY_NOT_SUPPLY, BUY_NOT_PLACE, BUY_WHYS };
extern const char *const catan_price_name[PRICES];
extern const char *const catan_buy_why[BUY_WHYS];

#endif
