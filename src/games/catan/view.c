/* The JSON view: everything on the table that a seat may see. */
#include "games/catan/rules.h"

const char *const catan_price_name[PRICES] = { "road", "settlement", "city", "card" };
const char *const catan_buy_why[BUY_WHYS] = { "cards", "supply", "place" };

void catan_write_set(struct jout *out, const char *key, uint64_t set)
{
    jout_field_array(out, key);
    for (; set; set &= set - 1)
        jout_int(out, __builtin_ctzll(set));
    jout_close_array(out);
}

static void write_counts(struct jout *out, const char *key, const char *const *name, const uint8_t *count, int n)
{
    jout_field_object(out, key);
    for (int i = 0; i < n; i++)
        jout_field_int(out, name[i], count[i]);
    jout_close_object(out);
}

/* ---- view --------------------------------------------------------------- */

void catan_write_tiles(const struct catan *g, struct jout *out)
{
    jout_open_array(out);
    for (int t = 0; t < TILES; t++) {
        jout_open_object(out);
        jout_field_text(out, "resource", catan_resource_name[g->tile[t]]);
        jout_field_int(out, "number", g->number[t]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_harbour(const struct catan *g, int h, struct jout *out)
{
    jout_open_object(out);
    jout_field_text(out, "kind", catan_harbour_name[g->harbour[h]]);
    catan_write_set(out, "at", VERTEX_BIT(catan_harbour_vertex[h][0]) | VERTEX_BIT(catan_harbour_vertex[h][1]));
    jout_close_object(out);
}

static void view_roads(const struct catan *g, struct jout *out)
{
    jout_field_array(out, "roads");
    for (int e = 0; e < EDGES; e++) {
        if (g->road[e] == NOBODY)
            continue;
        jout_open_object(out);
        jout_field_int(out, "seat", g->road[e]);
        jout_field_int(out, "start", catan_edge_vertex[e][0]);
        jout_field_int(out, "end", catan_edge_vertex[e][1]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_board(const struct catan *g, struct jout *out)
{
    jout_key(out, "tiles");
    catan_write_tiles(g, out);
    jout_field_array(out, "harbours");
    for (int h = 0; h < HARBOURS; h++)
        view_harbour(g, h, out);
    jout_close_array(out);
    view_roads(g, out);
    jout_field_int(out, "robber", g->robber);
}

/* `open`: their cards are in sight, too. */
static void view_player(const struct catan *g, int seat, bool open, struct jout *out)
{
    const struct player *p = &g->player[seat];

    jout_open_object(out);
    jout_field_bool(out, "active", p->active);
    catan_write_set(out, "settlements", p->settlements);
    catan_write_set(out, "cities", p->cities);
    jout_field_int(out, "roadsLeft", p->roads_left);
    jout_field_int(out, "settlementsLeft", p->settlements_left);
    jout_field_int(out, "citiesLeft", p->cities_left);
    jout_field_int(out, "cards", p->cards);
    jout_field_int(out, "developments", p->developments);
    jout_field_int(out, "knights", p->knights);
    jout_field_int(out, "longest", p->longest);
    jout_field_bool(out, "longestRoad", g->longest_holder == seat);
    jout_field_bool(out, "largestArmy", g->army_holder == seat);
    jout_field_int(out, "owes", p->owes);
    jout_field_int(out, "points", catan_public_score(g, seat));
    if (open) {
        jout_field_int(out, "allPoints", catan_score(g, seat));
        write_counts(out, "hand", catan_resource_name, p->hand, RESOURCES);
        write_counts(out, "development", catan_card_name, p->card, CARDS);
        write_counts(out, "boughtThisTurn", catan_card_name, p->fresh, CARDS);
    }
    jout_close_object(out);
}

static void view_trade(const struct catan *g, struct jout *out)
{
    if (!g->offered) {
        jout_field_null(out, "trade");
        return;
    }
    jout_field_object(out, "trade");
    write_counts(out, "offer", catan_resource_name, g->offer, RESOURCES);
    write_counts(out, "request", catan_resource_name, g->request, RESOURCES);
    jout_field_array(out, "partners");
    for (int i = 0; i < g->partners; i++)
        jout_int(out, g->partner[i]);
    jout_close_array(out);
    catan_write_set(out, "declined", g->declined);
    jout_close_object(out);
}

/* Can the seat buy it now, and if not, what is missing? Places are checked
 * before the supply, and both before the cards. */
static void view_purchase(const struct catan *g, int seat, const char *key, enum price price, struct jout *out)
{
    const uint8_t *cost = catan_price[price], *hand = g->player[seat].hand;
    bool           place = price == PRICE_CARD || catan_sites(g, seat, price), supply = catan_has_supply(g, seat, price, NULL);
    bool           cards = catan_affords(g, seat, price, NULL);

    jout_field_object(out, key);
    jout_field_bool(out, "ok", place && supply && cards);
    jout_field_object(out, "missing");
    for (int r = 0; r < RESOURCES; r++)
        if (hand[r] < cost[r])
            jout_field_int(out, catan_resource_name[r], cost[r] - hand[r]);
    jout_close_object(out);
    if (!place || !supply || !cards)
        jout_field_text(out, "why", catan_buy_why[!place ? BUY_NOT_PLACE : !supply ? BUY_NOT_SUPPLY : BUY_NOT_CARDS]);
    jout_close_object(out);
}

static void view_can(const struct catan *g, int seat, struct jout *out)
{
    if (g->over || seat != g->turn || g->player[seat].state != PLAYING || !g->player[seat].active) {
        jout_field_null(out, "can");
        return;
    }
    jout_field_object(out, "can");
    for (int price = 0; price < PRICES; price++)
        view_purchase(g, seat, catan_price_name[price], (enum price)price, out);
    jout_close_object(out);
}

void catan_view(const void *state, int seat, struct jout *out)
{
    const struct catan *g = state;

    jout_field_int(out, "turn", g->turn);
    jout_field_text(out, "state", catan_state_name[g->player[g->turn].state]);
    jout_field_bool(out, "setup", catan_in_setup(g));
    jout_field_bool(out, "over", g->over);
    if (g->over == OVER_BY_VICTORY)
        jout_field_int(out, "winner", g->turn);
    else
        jout_field_null(out, "winner");
    jout_field_int(out, "target", g->target);
    jout_field_array(out, "dice");
    for (int i = 0; i < 2 && g->dice[0]; i++)
        jout_int(out, g->dice[i]);
    jout_close_array(out);
    view_board(g, out);
    write_counts(out, "bank", catan_resource_name, g->bank, RESOURCES);
    jout_field_int(out, "deck", g->deck_left);
    write_counts(out, "played", catan_card_name, g->played, CARDS);
    jout_field_bool(out, "usedCard", g->used_card);
    jout_field_int(out, "roadsToBuild", g->roads_to_build);
    jout_field_int(out, "lastSettlement", g->player[g->turn].last);
    view_trade(g, out);
    view_can(g, seat, out);
    jout_field_array(out, "players");
    for (int s = 0; s < g->seats; s++)
        view_player(g, s, s == seat || g->over, out);
    jout_close_array(out);
}
