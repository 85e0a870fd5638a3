/* What people see: the JSON view and the terminal's map. */
#include "games/catan/rules.h"

static void write_set(struct jout *out, const char *key, uint64_t set)
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

static void view_board(const struct catan *g, struct jout *out)
{
    jout_field_array(out, "tiles");
    for (int t = 0; t < TILES; t++) {
        jout_open_object(out);
        jout_field_text(out, "resource", catan_resource_name[g->tile[t]]);
        jout_field_int(out, "number", g->number[t]);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_field_array(out, "harbours");
    for (int h = 0; h < HARBOURS; h++) {
        jout_open_object(out);
        jout_field_text(out, "kind", catan_harbour_name[g->harbour[h]]);
        jout_field_array(out, "at");
        jout_int(out, catan_harbour_vertex[h][0]);
        jout_int(out, catan_harbour_vertex[h][1]);
        jout_close_array(out);
        jout_close_object(out);
    }
    jout_close_array(out);
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
    jout_field_int(out, "robber", g->robber);
}

/* `open`: his cards are in sight too. */
static void view_player(const struct catan *g, int seat, bool open, struct jout *out)
{
    const struct player *p = &g->player[seat];

    jout_open_object(out);
    jout_field_bool(out, "active", p->active);
    write_set(out, "settlements", p->settlements);
    write_set(out, "cities", p->cities);
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
    write_set(out, "declined", g->declined);
    jout_close_object(out);
}

void catan_view(const void *state, int seat, struct jout *out)
{
    const struct catan *g = state;

    jout_open_object(out);
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
    jout_field_array(out, "players");
    for (int s = 0; s < g->seats; s++)
        view_player(g, s, s == seat || g->over, out);
    jout_close_array(out);
    jout_close_object(out);
}

/* ---- the terminal's map -------------------------------------------------- */

/* Every tile is drawn around its middle like this; a road shows its owner's
 * number, a settlement his letter, a city the capital letter:
 *
 *         .
 *       /   \
 *     .       .
 *     |   6   |
 *     .       .
 *       \   /
 *         .                                                                  */
enum { MAP_ROWS = 23, MAP_COLUMNS = 42 };

static const struct {
    uint8_t row, column;
} middle[TILES] = {
    { 11, 20 }, { 11, 28 }, { 7, 24 }, { 7, 16 }, { 11, 12 }, { 15, 16 }, { 15, 24 }, { 11, 36 }, { 7, 32 },  { 3, 28 },
    { 3, 20 },  { 3, 12 },  { 7, 8 },  { 11, 4 }, { 15, 8 },  { 19, 12 }, { 19, 20 }, { 19, 28 }, { 15, 32 },
};

/* From the middle to the corners in the order of catan_tile_vertex, and to the
 * strokes from each corner to the next. */
static const int8_t corner_at[6][2] = { { -3, 0 }, { -1, 4 }, { 1, 4 }, { 3, 0 }, { 1, -4 }, { -1, -4 } };
static const int8_t stroke_at[6][2] = { { -2, 2 }, { 0, 4 }, { 2, 2 }, { 2, -2 }, { 0, -4 }, { -2, -2 } };
static const char   stroke[6] = { '\\', '|', '/', '\\', '|', '/' };

static char vertex_mark(const struct catan *g, int v)
{
    for (int seat = 0; seat < g->seats; seat++) {
        if (g->player[seat].settlements & VERTEX_BIT(v))
            return (char)('a' + seat);
        if (g->player[seat].cities & VERTEX_BIT(v))
            return (char)('A' + seat);
    }
    return '.';
}

static void write_centred(char *row, int column, const char *text)
{
    size_t len = strlen(text);

    memcpy(row + column - (int)len / 2, text, len);
}

static void draw_tile(const struct catan *g, int t, char map[MAP_ROWS][MAP_COLUMNS])
{
    int  row = middle[t].row, column = middle[t].column;
    char number[3] = { 0 };

    for (int i = 0; i < 6; i++) {
        int a = catan_tile_vertex[t][i], b = catan_tile_vertex[t][(i + 1) % 6], owner = g->road[catan_edge_between(a, b)];

        map[row + corner_at[i][0]][column + corner_at[i][1]] = vertex_mark(g, a);
        map[row + stroke_at[i][0]][column + stroke_at[i][1]] = owner == NOBODY ? stroke[i] : (char)('1' + owner);
    }
    number[0] = (char)('0' + g->number[t] % 10);
    if (g->number[t] >= 10) {
        number[1] = number[0];
        number[0] = '1';
    }
    write_centred(map[row - 1], column, catan_resource_name[g->tile[t]]);
    write_centred(map[row], column, g->number[t] ? number : "-");
    if (t == g->robber)
        write_centred(map[row + 1], column, "ROBBER");
}

static void draw_player(const struct catan *g, int seat, struct buf *out)
{
    const struct player *p = &g->player[seat];

    buf_printf(out, "%c %d%c: %d points, %d cards, %d developments, %d knights%s, road %d%s%s\n", g->turn == seat ? '>' : ' ',
               seat + 1, 'a' + seat, catan_public_score(g, seat), p->cards, p->developments, p->knights,
               g->army_holder == seat ? " (largest army)" : "", p->longest, g->longest_holder == seat ? " (longest)" : "",
               p->active ? "" : ", away");
}

void catan_draw(const void *state, struct buf *out)
{
    const struct catan *g = state;
    char                map[MAP_ROWS][MAP_COLUMNS];

    memset(map, ' ', sizeof map);
    for (int t = 0; t < TILES; t++)
        draw_tile(g, t, map);
    for (int row = 0; row < MAP_ROWS; row++) {
        int len = MAP_COLUMNS;

        while (len > 0 && map[row][len - 1] == ' ')
            len--;
        buf_add(out, map[row], (size_t)len);
        buf_char(out, '\n');
    }
    buf_text(out, "harbours:");
    for (int h = 0; h < HARBOURS; h++)
        buf_printf(out, " %d+%d %s", catan_harbour_vertex[h][0], catan_harbour_vertex[h][1], catan_harbour_name[g->harbour[h]]);
    buf_text(out, "\nbank:");
    for (int r = 0; r < RESOURCES; r++)
        buf_printf(out, " %d %s", g->bank[r], catan_resource_name[r]);
    buf_printf(out, ", %d developments\n", g->deck_left);
    for (int seat = 0; seat < g->seats; seat++)
        draw_player(g, seat, out);
    if (g->over)
        buf_text(out, "the game is over\n");
    else
        buf_printf(out, "%s, dice %d %d\n", catan_state_name[g->player[g->turn].state], g->dice[0], g->dice[1]);
}
