/* JSON Schemas of the view, the board and the forms; names and ranges come from
 * the tables of the rules. */
#include "game/schema.h"
#include "games/catan/rules.h"

enum { COORDINATE = 1000, SCORE_MOST = 30 };

static const struct shape vertex = { .meaning = "a corner", .max = VERTICES - 1 };
static const struct shape tile_number = { .meaning = "a tile", .max = TILES - 1 };
static const struct shape seat = { .meaning = "a seat", .max = SEATS_MAX - 1 };
static const struct shape die = { .meaning = "what a die shows", .min = 1, .max = 6 };

/* clang-format off */
#define RESOURCE_WORDS .words = catan_resource_name, .n = RESOURCES
#define CARD_WORDS .words = catan_card_name
#define HARBOUR_WORDS .words = catan_harbour_name, .n = ANY_HARBOUR + 1
#define TILE_MEMBERS \
    { "resource", "what it produces", .type = WORD, .words = catan_resource_name }, \
    { "number", "the dice that make it produce; 0 on the desert", .max = 12 }
#define POSITION \
    { "x", "hundredths of a tile's radius, to the right", .min = -COORDINATE, .max = COORDINATE }, \
    { "y", "the same downwards", .min = -COORDINATE, .max = COORDINATE }
#define ENDS \
    { "a", "the lower corner", .max = VERTICES - 1 }, \
    { "b", "the higher one", .max = VERTICES - 1 }

static const struct shape view_tile_members[] = { TILE_MEMBERS, { 0 } };
static const struct shape view_tile = { .meaning = "a tile", .type = OBJECT, .inside = view_tile_members };
static const struct shape view_harbour_members[] = {
    { "kind", "what it takes", .type = WORD, HARBOUR_WORDS },
    { "at", "its two corners", .type = LIST, .min = 2, .max = 2, .inside = &vertex },
    { 0 },
};
static const struct shape view_harbour = { .meaning = "a harbour", .type = OBJECT, .inside = view_harbour_members };
static const struct shape view_road_members[] = {
    { "seat", "whose", .max = SEATS_MAX - 1 },
    { "start", "the lower corner", .max = VERTICES - 1 },
    { "end", "the higher one", .max = VERTICES - 1 },
    { 0 },
};
static const struct shape view_road = { .meaning = "a road", .type = OBJECT, .inside = view_road_members };
static const struct shape trade_members[] = {
    { "offer", "cards given", .type = COUNTS, .max = BANK_EACH, RESOURCE_WORDS },
    { "request", "cards wanted", .type = COUNTS, .max = BANK_EACH + 1, RESOURCE_WORDS },
    { "partners", "who joined, in order", .type = LIST, .max = SEATS_MAX, .inside = &seat },
    { "declined", "who declined", .type = LIST, .max = SEATS_MAX, .inside = &seat },
    { 0 },
};
static const struct shape purchase_members[] = {
    { "ok", "it can be bought now", .type = BOOL },
    { "missing", "cards that are missing", .type = COUNTS, .min = 1, .max = 3, RESOURCE_WORDS, .flags = PARTIAL },
    { "why", "what keeps one from it, if anything does", .type = WORD, .words = catan_buy_why, .n = BUY_WHYS, .flags = OPTIONAL },
    { 0 },
};
static const struct shape can_members[] = {
    { "road", "a road", .type = OBJECT, .inside = purchase_members },
    { "settlement", "a settlement", .type = OBJECT, .inside = purchase_members },
    { "city", "a city", .type = OBJECT, .inside = purchase_members },
    { "card", "a development card", .type = OBJECT, .inside = purchase_members },
    { 0 },
};
static const struct shape player_members[] = {
    { "active", "takes part; false: has stepped out", .type = BOOL },
    { "settlements", "their corners", .type = LIST, .max = SUPPLY_SETTLEMENTS, .inside = &vertex },
    { "cities", "their corners", .type = LIST, .max = SUPPLY_CITIES, .inside = &vertex },
    { "roadsLeft", "roads not built yet", .max = SUPPLY_ROADS },
    { "settlementsLeft", "settlements not built yet", .max = SUPPLY_SETTLEMENTS },
    { "citiesLeft", "cities not built yet", .max = SUPPLY_CITIES },
    { "cards", "resource cards in the hand", .max = RESOURCES * BANK_EACH },
    { "developments", "development cards in the hand", .max = DECK },
    { "knights", "knights played", .max = DECK },
    { "longest", "edges of the longest road", .max = SUPPLY_ROADS },
    { "longestRoad", "has the Longest Road", .type = BOOL },
    { "largestArmy", "has the Largest Army", .type = BOOL },
    { "owes", "cards to discard", .max = RESOURCES * BANK_EACH },
    { "points", "points that all can see", .max = SCORE_MOST },
    { "allPoints", "with victory point cards: one's own, all after the end", .max = SCORE_MOST, .flags = OPTIONAL },
    { "hand", "resource cards: one's own, all after the end", .type = COUNTS, .max = BANK_EACH, RESOURCE_WORDS, .flags = OPTIONAL },
    { "development", "development cards: one's own, all after the end", .type = COUNTS, .max = DECK, CARD_WORDS, .flags = OPTIONAL },
    { "boughtThisTurn", "those of them that cannot be played yet", .type = COUNTS, .max = DECK, CARD_WORDS, .flags = OPTIONAL },
    { 0 },
};
static const struct shape player = { .meaning = "a player", .type = OBJECT, .inside = player_members };

static const struct shape view_members[] = {
    { "turn", "the seat in turn", .max = SEATS_MAX - 1 },
    { "state", "what it has to do", .type = WORD, .words = catan_state_name, .n = STATES },
    { "setup", "the opening is still going on", .type = BOOL },
    { "over", "the game is over", .type = BOOL },
    { "winner", "a seat, or nobody", .max = SEATS_MAX - 1, .flags = NULLABLE },
    { "target", "points that win", .max = SCORE_MOST },
    { "dice", "of the latest roll; empty before it", .type = LIST, .max = 2, .inside = &die },
    { "tiles", "in the order of their numbers", .type = LIST, .min = TILES, .max = TILES, .inside = &view_tile },
    { "harbours", "all of them", .type = LIST, .min = HARBOURS, .max = HARBOURS, .inside = &view_harbour },
    { "roads", "all of them", .type = LIST, .max = EDGES, .inside = &view_road },
    { "robber", "its tile", .max = TILES - 1 },
    { "bank", "cards in the bank", .type = COUNTS, .max = BANK_EACH, RESOURCE_WORDS },
    { "deck", "development cards to buy", .max = DECK },
    { "played", "development cards played so far", .type = COUNTS, .max = DECK, CARD_WORDS },
    { "usedCard", "a development card was played this turn", .type = BOOL },
    { "roadsToBuild", "free roads to build", .max = 2 },
    { "lastSettlement", "corner of the settlement placed last by the seat in turn; -1: none", .min = -1, .max = VERTICES - 1 },
    { "trade", "the open offer", .type = OBJECT, .inside = trade_members, .flags = NULLABLE },
    { "can", "purchases of the own seat while it plays", .type = OBJECT, .inside = can_members, .flags = NULLABLE },
    { "players", "by seat", .type = LIST, .min = 1, .max = SEATS_MAX, .inside = &player },
    { 0 },
};

static const struct shape board_tile_members[] = {
    POSITION,
    TILE_MEMBERS, { "vertices", "its corners, clockwise from the top", .type = LIST, .min = 6, .max = 6, .inside = &vertex },
    { 0 },
};
static const struct shape board_tile = { .meaning = "a tile", .type = OBJECT, .inside = board_tile_members };
static const struct shape board_vertex_members[] = {
    POSITION,
    { "tiles", "those it touches", .type = LIST, .min = 1, .max = 3, .inside = &tile_number },
    { "next", "neighbouring corners", .type = LIST, .min = 2, .max = 3, .inside = &vertex },
    { "harbour", "the one it belongs to", .type = WORD, HARBOUR_WORDS, .flags = NULLABLE },
    { 0 },
};
static const struct shape board_vertex = { .meaning = "a corner", .type = OBJECT, .inside = board_vertex_members };
static const struct shape board_edge_members[] = { ENDS, { 0 } };
static const struct shape board_edge = { .meaning = "an edge", .type = OBJECT, .inside = board_edge_members };
static const struct shape board_harbour_members[] = { { "kind", "what it takes", .type = WORD, HARBOUR_WORDS }, ENDS, { 0 } };
static const struct shape board_harbour = { .meaning = "a harbour", .type = OBJECT, .inside = board_harbour_members };
#define PRICE .type = COUNTS, .min = 1, .max = 3, RESOURCE_WORDS, .flags = PARTIAL
static const struct shape price_members[] = {
    { "road", "a road", PRICE },
    { "settlement", "a settlement", PRICE },
    { "city", "a city", PRICE },
    { "card", "a development card", PRICE },
    { 0 },
};
static const struct shape board_members[] = {
    { "tiles", "in the order of their numbers", .type = LIST, .min = TILES, .max = TILES, .inside = &board_tile },
    { "vertices", "corners in the order of their numbers", .type = LIST, .min = VERTICES, .max = VERTICES, .inside = &board_vertex },
    { "edges", "all of them", .type = LIST, .min = EDGES, .max = EDGES, .inside = &board_edge },
    { "harbours", "all of them", .type = LIST, .min = HARBOURS, .max = HARBOURS, .inside = &board_harbour },
    { "prices", "what things cost", .type = OBJECT, .inside = price_members },
    { 0 },
};

static const char *const form_names[] = { "offer", "discard", NULL };
static const char *const form_kinds[] = { "trade", "counts", NULL };
static const struct shape field_members[] = {
    { "name", "of the resource", .type = WORD, RESOURCE_WORDS },
    { "least", "at least", .max = 0 },
    { "most", "at most", .max = BANK_EACH },
    { 0 },
};
static const struct shape field = { .meaning = "a count", .type = OBJECT, .inside = field_members };
static const struct shape form_members[] = {
    FORM(form_names, "counts of resources, given and received or only given", form_kinds),
    { "fields", "cards to give, one count a resource", .type = LIST, .min = RESOURCES, .max = RESOURCES, .inside = &field },
    { "get", "cards to get", .type = LIST, .min = RESOURCES, .max = RESOURCES, .inside = &field, .flags = OPTIONAL },
    { "total", "what the counts add up to", .min = 1, .max = RESOURCES * BANK_EACH, .flags = OPTIONAL },
    { 0 },
};
static const struct shape forms[] = {
    { .meaning = "cards to trade or to discard", .type = OBJECT, .inside = form_members },
    { 0 },
};

const struct shapes catan_shapes = { .view = view_members, .board = board_members, .forms = forms };
/* clang-format on */
