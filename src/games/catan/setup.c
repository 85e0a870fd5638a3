/* A new island: the supply of everything, and the shuffles. */
#include "games/catan/rules.h"

static const uint8_t terrain[RESOURCES + 1] = { [LUMBER] = 4, [WOOL] = 4, [GRAIN] = 4, [BRICK] = 3, [ORE] = 3, [DESERT] = 1 };
static const uint8_t harbours[ANY_HARBOUR + 1] = {
    [LUMBER] = 1, [WOOL] = 1, [GRAIN] = 1, [BRICK] = 1, [ORE] = 1, [ANY_HARBOUR] = 4
};
const uint8_t catan_deck_cards[CARDS] = {
    [KNIGHT] = 14, [MONOPOLY] = 2, [ROAD_BUILDING] = 2, [YEAR_OF_PLENTY] = 2, [VICTORY_POINT] = 5
};

/* The number tokens, red ones first (see lay_numbers). */
enum { REDS = 4 };
static const uint8_t tokens[TILES - 1] = { 6, 6, 8, 8, 2, 3, 3, 4, 4, 5, 5, 9, 9, 10, 10, 11, 11, 12 };

/* Writes `count[k]` copies of each k to `out`. */
static void lay_out(const uint8_t *count, int kinds, uint8_t *out)
{
    for (int k = 0; k < kinds; k++)
        for (int i = 0; i < count[k]; i++)
            *out++ = (uint8_t)k;
}

/* Fisher-Yates, limited to the places from `from` up to but not including `to`:
 * each gets one of the items at or behind it. */
static void shuffle_part(struct rng *rng, uint8_t *at, int from, int to, int n)
{
    for (int i = from; i < to; i++) {
        int     j = i + (int)rng_below(rng, (uint64_t)(n - i));
        uint8_t kept = at[i];

        at[i] = at[j];
        at[j] = kept;
    }
}

void catan_shuffle(struct rng *rng, uint8_t *at, int n)
{
    shuffle_part(rng, at, 0, n - 1, n);
}

static bool touching(const uint8_t *tiles, int n)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            if (catan_tile_next[tiles[a]] & 1u << tiles[b])
                return true;
    return false;
}

/* Shuffles the tokens over the tiles. Redrawing only the places of 6 and 8
 * until they are apart gives every allowed island the same chance, as redrawing
 * everything would. */
static void lay_numbers(struct catan *g, bool reds_apart)
{
    uint8_t place[TILES];
    int     n = 0;

    for (int t = 0; t < TILES; t++)
        if (g->tile[t] != DESERT)
            place[n++] = (uint8_t)t;
    do
        shuffle_part(&g->rng, place, 0, REDS, n);
    while (reds_apart && touching(place, REDS));
    shuffle_part(&g->rng, place, REDS, n - 1, n);
    for (int i = 0; i < n; i++)
        g->number[place[i]] = tokens[i];
}

static void seat_player(struct player *p)
{
    p->roads_left = SUPPLY_ROADS;
    p->settlements_left = SUPPLY_SETTLEMENTS;
    p->cities_left = SUPPLY_CITIES;
    p->state = SETTLE1;
    p->last = NOBODY;
    p->active = true;
}

enum err catan_setup(void *state, const struct setup *s, struct refusal *why)
{
    struct catan *g = state;

    (void)why;
    g->rng = rng_seeded(s->seed);
    g->seats = s->seats;
    g->target = (uint8_t)s->option[OPTION_POINTS];
    g->friendly = s->option[OPTION_FRIENDLY];
    g->free = g->open = ALL_VERTICES;
    g->longest_holder = g->army_holder = NOBODY;
    memset(g->road, NOBODY, sizeof g->road);
    memset(g->bank, BANK_EACH, sizeof g->bank);

    lay_out(terrain, RESOURCES + 1, g->tile);
    catan_shuffle(&g->rng, g->tile, TILES);
    lay_numbers(g, s->option[OPTION_APART]);
    while (g->tile[g->robber] != DESERT)
        g->robber++;
    lay_out(harbours, ANY_HARBOUR + 1, g->harbour);
    catan_shuffle(&g->rng, g->harbour, HARBOURS);
    lay_out(catan_deck_cards, CARDS, g->deck);
    catan_shuffle(&g->rng, g->deck, DECK);
    g->deck_left = DECK;

    for (int seat = 0; seat < g->seats; seat++)
        seat_player(&g->player[seat]);
    return ERR_OK;
}
