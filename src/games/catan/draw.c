/* The terminal's picture of the table: 80 columns, 17 lines, so that a screen
 * of 24 lines has room for the comments. */
#include "games/catan/rules.h"

/* Corners lie in six zigzag lines, drawn flat; between two lines a tile shows
 * its resource and its number, `R` if the robber is there. A road shows its
 * owner's number, a settlement their letter, a city the capital letter:
 *
 *     ./.\.
 *     |   |
 *     |   |
 *     .\./.                                                                   */
enum { TILE_ROWS = 3, HALF = 4, ROWS = 5 * TILE_ROWS + 1, COLUMNS = 44, WIDTH = 80, PLAYER_ROWS = 7 };

/* Column of a tile's middle in half tiles, and its row, from the top left. */
static const uint8_t tile_at[TILES][2] = {
    { 5, 2 }, { 7, 2 }, { 6, 1 }, { 4, 1 }, { 3, 2 }, { 4, 3 }, { 6, 3 }, { 9, 2 }, { 8, 1 }, { 7, 0 },
    { 5, 0 }, { 3, 0 }, { 2, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 5, 4 }, { 7, 4 }, { 8, 3 },
};

/* From there to the corners in the order of catan_tile_vertex: half tiles, and
 * the line above (0) or below (1). */
static const int8_t corner_at[6][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } };
static const char   stroke[6] = { '\\', '|', '/', '\\', '|', '/' };

typedef char picture[ROWS][WIDTH];

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

static void write_at(char *row, int column, const char *text)
{
    size_t len = strlen(text);

    memcpy(row + column, text, len < (size_t)(WIDTH - column) ? len : (size_t)(WIDTH - column));
}

/* The stroke from corner i to the next one: two lines high if it is upright. */
static void draw_edge(picture map, int row, int column, int i, char mark)
{
    const int8_t *a = corner_at[i], *b = corner_at[(i + 1) % 6];
    int           x = column + HALF * (a[0] + b[0]) / 2;

    if (a[0] == b[0]) {
        map[row + 1][column + HALF * a[0]] = mark;
        map[row + 2][column + HALF * a[0]] = mark;
    } else {
        map[row + TILE_ROWS * a[1]][x] = mark;
    }
}

static void draw_tile(const struct catan *g, int t, picture map)
{
    int         column = HALF * tile_at[t][0], row = TILE_ROWS * tile_at[t][1];
    const char *name = catan_resource_name[g->tile[t]];
    struct buf  number = { 0 };

    for (int i = 0; i < 6; i++) {
        int a = catan_tile_vertex[t][i], b = catan_tile_vertex[t][(i + 1) % 6], owner = g->road[catan_edge_between(a, b)];

        map[row + TILE_ROWS * corner_at[i][1]][column + HALF * corner_at[i][0]] = vertex_mark(g, a);
        draw_edge(map, row, column, i, owner == NOBODY ? stroke[i] : (char)('1' + owner));
    }
    write_at(map[row + 1], column - (int)strlen(name) / 2, name);
    if (g->number[t])
        buf_printf(&number, "%d", g->number[t]);
    if (t == g->robber)
        buf_text(&number, g->number[t] ? " R" : "R");
    if (number.len)
        write_at(map[row + 2], column - (int)number.len / 2, number.at);
    buf_release(&number);
}

/* Texts to the right of the map, one per row. */
static void write_beside(const struct catan *g, picture map)
{
    struct buf line = { 0 };
    int        row = 0;

    write_at(map[row++], COLUMNS, "   points cards devs knights road");
    for (int seat = 0; seat < g->seats; seat++) {
        const struct player *p = &g->player[seat];

        buf_clear(&line);
        buf_printf(&line, "%c%d%c %4d %6d %4d %5d%c %5d%c%s", g->turn == seat ? '>' : ' ', seat + 1, 'a' + seat,
                   catan_public_score(g, seat), p->cards, p->developments, p->knights, g->army_holder == seat ? '*' : ' ',
                   p->longest, g->longest_holder == seat ? '*' : ' ', p->active ? "" : " away");
        write_at(map[row++], COLUMNS, line.at);
    }
    row = PLAYER_ROWS + 1;
    buf_clear(&line);
    buf_text(&line, "bank");
    for (int r = 0; r < RESOURCES; r++)
        buf_printf(&line, " %d%.2s", g->bank[r], catan_resource_name[r]);
    buf_printf(&line, ", %d devs", g->deck_left);
    write_at(map[row++], COLUMNS, line.at);
    for (int h = 0; h < HARBOURS; h++) {
        buf_clear(&line);
        buf_printf(&line, "%d+%d %.5s", catan_harbour_vertex[h][0], catan_harbour_vertex[h][1],
                   g->harbour[h] == ANY_HARBOUR ? "3:1" : catan_resource_name[g->harbour[h]]);
        write_at(map[row + 1 + h / 3], COLUMNS + h % 3 * 12, line.at);
    }
    buf_release(&line);
}

void catan_draw(const void *state, struct buf *out)
{
    const struct catan *g = state;
    picture             map;

    memset(map, ' ', sizeof map);
    for (int t = 0; t < TILES; t++)
        draw_tile(g, t, map);
    write_beside(g, map);
    for (int row = 0; row < ROWS; row++) {
        int len = WIDTH;

        while (len > 0 && map[row][len - 1] == ' ')
            len--;
        buf_add(out, map[row], (size_t)len);
        buf_char(out, '\n');
    }
    if (g->over)
        buf_text(out, "the game is over\n");
    else
        buf_printf(out, "%s, dice %d %d\n", catan_state_name[g->player[g->turn].state], g->dice[0], g->dice[1]);
}
