/* Moves in words, for lists of choices and for the log. Secrets stay out:
 * neither stolen nor bought cards are named. */
#include "games/catan/rules.h"

/* How a move reads. A % stands for something of the move, a letter says what,
 * a digit which argument: %n number, %v place of a building, %t tile, %e edge
 * (two arguments), %r resource, %c card, %p player, %a active or not, %b five
 * counts from there on, %s what `bank` trades, %2 two resources, %o what an
 * open offer asks and gives. `bare` is for a move without arguments: one that
 * needs none, or one that found nothing left to choose. */
struct wording {
    const char *full, *bare;
};

/* clang-format off */
static const struct wording to_choose[KINDS] = {
    [BUILD_SETTLEMENT] = { "settles at %v0",                     "finds no place for a settlement" },
    [BUILD_ROAD] =       { "builds a road %e0",                  "finds no place for a road" },
    [ROLL_DICE] =        { NULL,                                 "rolls the dice" },
    [DISCARD] =          { "discards %b0",                       NULL },
    [MOVE_ROBBER] =      { "moves the robber to %t0",            NULL },
    [STEAL_CARD] =       { "steals from %p0",                    NULL },
    [SPARE] =            { NULL,                                 "steals nothing" },
    [OFFER_TRADE] =      { "offers %b0 for %b5",                 NULL },
    [JOIN_TRADE] =       { NULL,                                 "would trade %o0" },
    [DECLINE_TRADE] =    { NULL,                                 "would not trade" },
    [SELECT_PARTNER] =   { "trades with %p0",                    NULL },
    [TRADE_BANK] =       { "trades %s0",                         NULL },
    [BUY_ROAD] =         { "builds a road %e0",                  NULL },
    [BUY_SETTLEMENT] =   { "builds a settlement at %v0",         NULL },
    [BUY_CITY] =         { "builds a city at %v0",               NULL },
    [BUY_CARD] =         { NULL,                                 "buys a development card" },
    [USE_CARD] =         { "plays the %c0",                      NULL },
    [TAKE_FROM_ALL] =    { "takes all %r0",                      NULL },
    [BUILD_FREE_ROAD] =  { "builds a free road %e0",             NULL },
    [TAKE_TWO] =         { "takes %20 from the bank",            "takes the last cards of the bank" },
    [END_TURN] =         { NULL,                                 "ends the turn" },
    [COME_BACK] =        { NULL,                                 "is back" },
    [SET_ACTIVE] =       { "%p0 %a1",                            NULL },
};

/* Where the log is shorter. */
static const char *const logged[KINDS] = {
    [BUILD_SETTLEMENT] = "settles at corner %n0",
    [BUILD_ROAD] =       "builds a road %n0-%n1",
    [MOVE_ROBBER] =      "moves the robber to tile %n0",
    [BUY_ROAD] =         "builds a road %n0-%n1",
    [BUY_SETTLEMENT] =   "builds a settlement at corner %n0",
    [BUY_CITY] =         "builds a city at corner %n0",
    [BUILD_FREE_ROAD] =  "builds a free road %n0-%n1",
};
/* clang-format on */

struct telling {
    const struct catan *g;
    const struct move  *m;
    const struct names *names;
    struct buf         *out;
};

static void write_bundle(struct buf *out, const int16_t *count)
{
    const char *before = "";

    for (int r = 0; r < RESOURCES; r++)
        if (count[r]) {
            buf_printf(out, "%s%d %s", before, count[r], catan_resource_name[r]);
            before = ", ";
        }
}

static void write_word(struct buf *out, const char *const *names, int count, int i)
{
    buf_text(out, i >= 0 && i < count ? names[i] : "?");
}

/* "ore 10", "desert" */
static void write_tile(const struct telling *t, int tile)
{
    buf_text(t->out, catan_resource_name[t->g->tile[tile]]);
    if (t->g->number[tile])
        buf_printf(t->out, " %d", t->g->number[tile]);
}

static void write_place(const struct telling *t, int v)
{
    int harbour = v < 0 || v >= VERTICES ? NOBODY : catan_vertex_harbour[v];

    for (int i = 0; v >= 0 && v < VERTICES && i < 3 && catan_vertex_tile[v][i] >= 0; i++) {
        write_tile(t, catan_vertex_tile[v][i]);
        if (i < 2 && catan_vertex_tile[v][i + 1] >= 0)
            buf_text(t->out, ", ");
    }
    if (harbour != NOBODY)
        buf_printf(t->out, " (%s harbour)",
                   t->g->harbour[harbour] == ANY_HARBOUR ? "three for one" : catan_resource_name[t->g->harbour[harbour]]);
    buf_printf(t->out, ", corner %d", v);
}

/* "wool 5, tile 13: Ann, Bob" */
static void write_robbed(const struct telling *t, int tile)
{
    const char *before = ": ";

    if (tile < 0 || tile >= TILES) {
        buf_text(t->out, "?");
        return;
    }
    write_tile(t, tile);
    buf_printf(t->out, ", tile %d", tile);
    for (int seat = 0; seat < t->g->seats; seat++)
        if (seat != t->m->seat && (catan_buildings(t->g, seat) & catan_tile_vertices[tile])) {
            buf_text(t->out, before);
            name_write(t->names, seat, t->out);
            before = ", ";
        }
}

/* The tile at the far end that the edge itself does not touch, or -1. */
static int tile_beyond(int from, int to)
{
    for (int i = 0; i < 3; i++) {
        int tile = catan_vertex_tile[to][i];

        if (tile >= 0 && !(catan_tile_vertices[tile] & VERTEX_BIT(from)))
            return tile;
    }
    return -1;
}

static void write_edge(const struct telling *t, int a, int b)
{
    uint64_t reach = t->m->seat < t->g->seats ? catan_reach(t->g, t->m->seat) : 0;

    if (catan_edge_between(a, b) < 0) {
        buf_printf(t->out, "from corner %d to %d", a, b);
        return;
    }
    if (!(reach & VERTEX_BIT(a)) && (reach & VERTEX_BIT(b))) {
        int kept = a;

        a = b;
        b = kept;
    }
    int tile = tile_beyond(a, b);
    buf_printf(t->out, "from corner %d to %d, ", a, b);
    if (tile < 0) {
        buf_text(t->out, "along the coast");
        return;
    }
    buf_text(t->out, "towards ");
    write_tile(t, tile);
}

/* "3 wool for 1 ore (harbour)" */
static void write_bank(const struct telling *t)
{
    int port = t->m->arg[0], give = t->m->arg[1], harbour = port >= 0 && port < VERTICES ? catan_vertex_harbour[port] : NOBODY;

    buf_printf(t->out, "%d ", catan_harbour_rate(t->g, harbour, give));
    write_word(t->out, catan_resource_name, RESOURCES, give);
    buf_text(t->out, " for 1 ");
    write_word(t->out, catan_resource_name, RESOURCES, t->m->arg[2]);
    buf_text(t->out, harbour == NOBODY ? " (bank)" : " (harbour)");
}

static void write_open_offer(const struct telling *t)
{
    int16_t offer[RESOURCES], request[RESOURCES];

    for (int r = 0; r < RESOURCES; r++) {
        offer[r] = t->g->offer[r];
        request[r] = t->g->request[r];
    }
    write_bundle(t->out, request);
    buf_text(t->out, " for ");
    write_bundle(t->out, offer);
}

static void write_two(const struct telling *t, int a, int b)
{
    if (a == b)
        buf_text(t->out, "2 ");
    write_word(t->out, catan_resource_name, RESOURCES, a);
    if (a != b) {
        buf_text(t->out, " and ");
        write_word(t->out, catan_resource_name, RESOURCES, b);
    }
}

static void write_player(const struct telling *t, int seat)
{
    if (seat >= 0 && seat < t->g->seats)
        name_write(t->names, seat, t->out);
    else
        buf_text(t->out, "nobody");
}

static void write_argument(const struct telling *t, char what, int i)
{
    int value = t->m->arg[i];

    switch (what) {
    case 'n':
        buf_int(t->out, value);
        break;
    case 'v':
        write_place(t, value);
        break;
    case 't':
        write_robbed(t, value);
        break;
    case 'e':
        write_edge(t, value, t->m->arg[i + 1]);
        break;
    case 'r':
        write_word(t->out, catan_resource_name, RESOURCES, value);
        break;
    case 'c':
        write_word(t->out, catan_card_title, CARDS, value);
        break;
    case 'p':
        write_player(t, value);
        break;
    case 'a':
        buf_text(t->out, value ? "is back" : "steps out");
        break;
    case 'b':
        write_bundle(t->out, t->m->arg + i);
        break;
    case 's':
        write_bank(t);
        break;
    case '2':
        write_two(t, value, t->m->arg[i + 1]);
        break;
    case 'o':
        write_open_offer(t);
        break;
    default:
        BUG("no such letter in a wording");
    }
}

static void write_wording(const struct telling *t, const char *text)
{
    for (; text && *text; text++) {
        if (*text != '%') {
            buf_char(t->out, *text);
            continue;
        }
        write_argument(t, text[1], text[2] - '0');
        text += 2;
    }
}

static const char *wording_of(const struct move *m)
{
    const struct wording *w = &to_choose[m->kind];

    return m->n == catan_game.kinds[m->kind].max && w->full ? w->full : w->bare;
}

void catan_describe(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    const char *text = m->kind == SELECT_PARTNER && m->n && m->arg[0] == NOBODY ? "withdraws the offer" : wording_of(m);

    write_wording(&(struct telling){ before, m, names, out }, text);
}

void catan_notate(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    if (logged[m->kind] && m->n == catan_game.kinds[m->kind].max)
        write_wording(&(struct telling){ before, m, names, out }, logged[m->kind]);
    else
        catan_describe(before, m, names, out);
}

/* Dice are public. */
void catan_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out)
{
    const struct catan *g = after;

    (void)names;
    if (m->kind == ROLL_DICE)
        buf_printf(out, ": %d and %d", g->dice[0], g->dice[1]);
}
