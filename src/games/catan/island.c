/* The board (what never changes during a game), the forms, and the names of
 * things. */
#include "games/catan/rules.h"

/* ---- the island ----------------------------------------------------------- */

/* In hundredths of a tile's radius; tiles stand on a corner, are 173 wide, and
 * rows are 150 apart. Columns are in half widths. */
enum { HALF_WIDTH = 173, ROW = 150, RADIUS = 100 };

static const int8_t tile_at[TILES][2] = {
    /* half columns, rows, from the middle */
    { 0, 0 },  { 2, 0 },   { 1, -1 },  { -1, -1 }, { -2, 0 }, { -1, 1 }, { 1, 1 }, { 4, 0 }, { 3, -1 }, { 2, -2 },
    { 0, -2 }, { -2, -2 }, { -3, -1 }, { -4, 0 },  { -3, 1 }, { -2, 2 }, { 0, 2 }, { 2, 2 }, { 3, 1 },
};

/* From the middle of a tile to its corners, clockwise from the top. */
static const int8_t corner_at[6][2] = { { 0, -2 }, { 1, -1 }, { 1, 1 }, { 0, 2 }, { -1, 1 }, { -1, -1 } };

static void write_position(struct jout *out, int half_columns, int y)
{
    int x = half_columns * HALF_WIDTH;

    jout_field_int(out, "x", (x + (x < 0 ? -1 : half_columns % 2 ? 1 : 0)) / 2);
    jout_field_int(out, "y", y);
}

static void write_numbers(struct jout *out, const char *key, const int8_t *at, int n)
{
    jout_field_array(out, key);
    for (int i = 0; i < n && at[i] >= 0; i++)
        jout_int(out, at[i]);
    jout_close_array(out);
}

static void write_tiles(const struct catan *g, struct jout *out)
{
    jout_field_array(out, "tiles");
    for (int t = 0; t < TILES; t++) {
        jout_open_object(out);
        write_position(out, tile_at[t][0], tile_at[t][1] * ROW);
        jout_field_text(out, "resource", catan_resource_name[g->tile[t]]);
        jout_field_int(out, "number", g->number[t]);
        write_numbers(out, "vertices", catan_tile_vertex[t], 6);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* Measured from any tile that it is a corner of. */
static void write_vertex(const struct catan *g, int v, struct jout *out)
{
    int tile = catan_vertex_tile[v][0], corner = 0, harbour = catan_vertex_harbour[v];

    while (catan_tile_vertex[tile][corner] != v)
        corner++;
    jout_open_object(out);
    write_position(out, tile_at[tile][0] + corner_at[corner][0], tile_at[tile][1] * ROW + corner_at[corner][1] * RADIUS / 2);
    write_numbers(out, "tiles", catan_vertex_tile[v], 3);
    catan_write_set(out, "next", catan_vertex_around[v]);
    if (harbour == NOBODY)
        jout_field_null(out, "harbour");
    else
        jout_field_text(out, "harbour", catan_harbour_name[g->harbour[harbour]]);
    jout_close_object(out);
}

static void write_ends(struct jout *out, const int8_t end[2])
{
    jout_field_int(out, "a", end[0]);
    jout_field_int(out, "b", end[1]);
}

static void write_prices(struct jout *out)
{
    jout_field_object(out, "prices");
    for (int price = 0; price < PRICES; price++) {
        jout_field_object(out, catan_price_name[price]);
        for (int r = 0; r < RESOURCES; r++)
            if (catan_price[price][r])
                jout_field_int(out, catan_resource_name[r], catan_price[price][r]);
        jout_close_object(out);
    }
    jout_close_object(out);
}

void catan_board(const void *state, struct jout *out)
{
    const struct catan *g = state;

    write_tiles(g, out);
    jout_field_array(out, "vertices");
    for (int v = 0; v < VERTICES; v++)
        write_vertex(g, v, out);
    jout_close_array(out);
    jout_field_array(out, "edges");
    for (int e = 0; e < EDGES; e++) {
        jout_open_object(out);
        write_ends(out, catan_edge_vertex[e]);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_field_array(out, "harbours");
    for (int h = 0; h < HARBOURS; h++) {
        jout_open_object(out);
        jout_field_text(out, "kind", catan_harbour_name[g->harbour[h]]);
        write_ends(out, catan_harbour_vertex[h]);
        jout_close_object(out);
    }
    jout_close_array(out);
    write_prices(out);
}

/* ---- forms ---------------------------------------------------------------- */

/* `most` is the max of each resource. */
static void write_fields(struct jout *out, const char *key, const uint8_t most[RESOURCES])
{
    jout_field_array(out, key);
    for (int r = 0; r < RESOURCES; r++) {
        jout_open_object(out);
        jout_field_text(out, "name", catan_resource_name[r]);
        jout_field_int(out, "least", 0);
        jout_field_int(out, "most", most[r]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* What the others could have: everything that is neither in the bank nor in
 * one's own hand. */
static void write_offer(const struct catan *g, int seat, struct jout *out)
{
    uint8_t most[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        most[r] = (uint8_t)(BANK_EACH - g->bank[r] - g->player[seat].hand[r]);
    form_open(out, "offer", "trade");
    write_fields(out, "fields", g->player[seat].hand);
    write_fields(out, "get", most);
    jout_close_object(out);
}

void catan_forms(const void *seen, int seat, struct jout *out)
{
    const struct catan  *g = seen;
    const struct player *p = &g->player[seat];

    if (!(catan_game.to_act(g) & 1u << seat) || !p->active)
        return;
    if (g->owing) {
        form_open(out, "discard", "counts");
        write_fields(out, "fields", p->hand);
        jout_field_int(out, "total", p->owes);
        jout_close_object(out);
    } else if (seat == g->turn && p->state == PLAYING && p->cards && catan_active_seats(g) > 1) {
        write_offer(g, seat, out);
    }
}

/* ---- names ---------------------------------------------------------------- */

struct named {
    const char *title, *text;
};

static const struct named resource_text[RESOURCES + 1] = {
    { "Lumber", "From forests: roads and settlements need it." },
    { "Wool", "From pastures: settlements and development cards need it." },
    { "Grain", "From fields: settlements, cities and development cards need it." },
    { "Brick", "From hills: roads and settlements need it." },
    { "Ore", "From mountains: cities and development cards need it." },
    { "Desert", "Produces nothing; the robber starts here." },
};

static const struct named card_text[CARDS] = {
    { "Knight", "Move the robber and steal a card; the first to play three has the Largest Army." },
    { "Monopoly", "Name a resource: all others give you all they have of it." },
    { "Road Building", "Build two roads for free." },
    { "Year of Plenty", "Take two cards from the bank." },
    { "Victory Point", "A point that the others do not see." },
};

static const struct named harbour_text[ANY_HARBOUR + 1] = {
    { "Lumber harbour", "Two lumber for one card of the bank." }, { "Wool harbour", "Two wool for one card of the bank." },
    { "Grain harbour", "Two grain for one card of the bank." },   { "Brick harbour", "Two brick for one card of the bank." },
    { "Ore harbour", "Two ore for one card of the bank." },       { "Harbour", "Three equal cards for one card of the bank." },
};

static void write_named(struct jout *out, const char *key, const char *const *name, const struct named *text, int n)
{
    jout_field_array(out, key);
    for (int i = 0; i < n; i++) {
        jout_open_object(out);
        jout_field_text(out, "name", name[i]);
        jout_field_text(out, "title", text[i].title);
        jout_field_text(out, "text", text[i].text);
        jout_close_object(out);
    }
    jout_close_array(out);
}

void catan_names(struct jout *out)
{
    write_named(out, "resources", catan_resource_name, resource_text, RESOURCES + 1);
    write_named(out, "cards", catan_card_name, card_text, CARDS);
    write_named(out, "harbours", catan_harbour_name, harbour_text, ANY_HARBOUR + 1);
}
