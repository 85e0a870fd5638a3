/* Outlines for maps without coordinates. Regions are placed by forces: links
 * attract, all others repel, border regions are drawn to the rim. The outline of
 * a region is its Voronoi cell. */
#include "games/smallworld/map.h"

/* Large maps get fewer rounds: a board is made for everybody who watches. */
enum { ROUNDS_MOST = 120, ROUNDS_LEAST = 30, PAIRS_MOST = 250000, MARGIN = 60, RIM = 8, EVEN_MOST = 8, EVEN_LEAST = 2 };

struct vector {
    double x, y;
};

/* Rules do not link the mathematics library. The first guess halves the
 * exponent, then Newton's method. */
static double root(double x)
{
    uint64_t bits;
    double   guess;

    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(1023) << 51);
    memcpy(&guess, &bits, sizeof guess);
    for (int i = 0; i < 4; i++)
        guess = (guess + x / guess) / 2;
    return guess;
}

static double between(double x, double min, double max)
{
    return x < min ? min : x > max ? max : x;
}

static double length(double x, double y)
{
    double far = root(x * x + y * y);

    return far < 1 ? 1 : far;
}

/* Start on a sunflower spiral: even, and no two in one place. Each step turns
 * by the golden angle, whose cosine and sine these are. */
static void place_first(struct layout *l)
{
    const double cosine = -0.7373688780783197, sine = 0.6754902942615237;
    double       x = 1, y = 0;

    for (int i = 0; i < l->n; i++) {
        double far = root((i + 0.5) / l->n), turned = x * cosine - y * sine;

        l->at[i].x = LAYOUT_WIDTH / 2.0 + x * far * LAYOUT_WIDTH * 0.45;
        l->at[i].y = LAYOUT_HEIGHT / 2.0 + y * far * LAYOUT_HEIGHT * 0.45;
        y = x * sine + y * cosine;
        x = turned;
    }
}

/* Moves two regions towards each other, or apart if `force` is negative. */
static void pull_pair(int a, int b, double dx, double dy, double force, struct vector *pull)
{
    pull[a].x += dx * force;
    pull[a].y += dy * force;
    pull[b].x -= dx * force;
    pull[b].y -= dy * force;
}

static void push_apart(const struct layout *l, double room, struct vector *pull)
{
    for (int a = 0; a < l->n; a++)
        for (int b = a + 1; b < l->n; b++) {
            double dx = l->at[b].x - l->at[a].x, dy = l->at[b].y - l->at[a].y, square = dx * dx + dy * dy;

            if (square <= 36 * room * room) /* others are too far away to matter */
                pull_pair(a, b, dx, dy, -room * room / (square < 1 ? 1 : square), pull);
        }
}

static void pull_links(const set *near, const struct layout *l, double room, struct vector *pull)
{
    for (int a = 0; a < l->n; a++)
        SET_EACH(b, near[a])
        {
            double dx = l->at[b].x - l->at[a].x, dy = l->at[b].y - l->at[a].y;

            if (a < b)
                pull_pair(a, b, dx, dy, length(dx, dy) / room, pull);
        }
}

static void pull_to_rim(const struct layout *l, int i, struct vector *pull)
{
    double dx = l->at[i].x - LAYOUT_WIDTH / 2.0, dy = l->at[i].y - LAYOUT_HEIGHT / 2.0, far = length(dx, dy);

    pull[i].x += dx / far * 30;
    pull[i].y += dy / far * 30;
}

static void settle(const struct world *w, struct layout *l)
{
    set    near[REGIONS_MAX];
    double room = 0.75 * root((double)LAYOUT_WIDTH * LAYOUT_HEIGHT / l->n);
    int    rounds = (int)between(2.0 * PAIRS_MOST / l->n / l->n, ROUNDS_LEAST, ROUNDS_MOST);

    for (int i = 0; i < l->n; i++)
        near[i] = world_neighbours(w, i);
    for (int round = 0; round < rounds; round++) {
        struct vector pull[REGIONS_MAX] = { 0 };
        double        step = 40.0 * (rounds - round) / rounds + 0.5;

        push_apart(l, room, pull);
        pull_links(near, l, room, pull);
        for (int i = 0; i < l->n; i++)
            if (w->region[i].land & LAND_BORDER)
                pull_to_rim(l, i, pull);
        for (int i = 0; i < l->n; i++) {
            double force = root(pull[i].x * pull[i].x + pull[i].y * pull[i].y), part = force > step ? step / force : 1;

            l->at[i].x = between(l->at[i].x + pull[i].x * part, RIM, LAYOUT_WIDTH - RIM);
            l->at[i].y = between(l->at[i].y + pull[i].y * part, RIM, LAYOUT_HEIGHT - RIM);
        }
    }
}

static double spread_over(double value, double least, double most, double room)
{
    return most - least < 1 ? room / 2 : MARGIN + (value - least) / (most - least) * (room - 2 * MARGIN);
}

/* Fills the picture up to a margin. */
static void stretch(struct layout *l)
{
    struct vector least = { LAYOUT_WIDTH, LAYOUT_HEIGHT }, most = { 0, 0 };

    for (int i = 0; i < l->n; i++) {
        least.x = l->at[i].x < least.x ? l->at[i].x : least.x;
        least.y = l->at[i].y < least.y ? l->at[i].y : least.y;
        most.x = l->at[i].x > most.x ? l->at[i].x : most.x;
        most.y = l->at[i].y > most.y ? l->at[i].y : most.y;
    }
    for (int i = 0; i < l->n; i++) {
        l->at[i].x = spread_over(l->at[i].x, least.x, most.x, LAYOUT_WIDTH);
        l->at[i].y = spread_over(l->at[i].y, least.y, most.y, LAYOUT_HEIGHT);
    }
}

/* ---- outlines ------------------------------------------------------------ */

/* Positive on the side of `own` of the line half way between two places. */
static double side(struct vector p, struct vector own, struct vector other)
{
    double mx = (own.x + other.x) / 2, my = (own.y + other.y) / 2;

    return (p.x - mx) * (own.x - other.x) + (p.y - my) * (own.y - other.y);
}

/* Cuts off what is nearer to `other`. Returns the number of corners left. */
static int cut(const struct vector *from, int n, struct vector own, struct vector other, struct vector *to)
{
    int kept = 0;

    for (int i = 0; i < n && kept + 2 <= LAYOUT_CORNERS; i++) {
        struct vector a = from[i], b = from[(i + 1) % n];
        double        sa = side(a, own, other), sb = side(b, own, other);

        if (sa >= 0)
            to[kept++] = a;
        if ((sa >= 0) != (sb >= 0)) {
            double part = sa / (sa - sb);

            to[kept++] = (struct vector){ a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part };
        }
    }
    return kept;
}

/* The cell of a region, in `cell[*which]`. Returns its number of corners. */
static int cell_of(const struct layout *l, int region, struct vector cell[2][LAYOUT_CORNERS], int *which)
{
    struct vector own = { l->at[region].x, l->at[region].y };
    int           n = 4, now = 0;

    cell[0][0] = (struct vector){ 0, 0 };
    cell[0][1] = (struct vector){ LAYOUT_WIDTH, 0 };
    cell[0][2] = (struct vector){ LAYOUT_WIDTH, LAYOUT_HEIGHT };
    cell[0][3] = (struct vector){ 0, LAYOUT_HEIGHT };
    for (int k = 0; k < l->n; k++) {
        struct vector other = { l->at[k].x, l->at[k].y };

        if (k == region || (other.x == own.x && other.y == own.y))
            continue;
        n = cut(cell[now], n, own, other, cell[!now]);
        now = !now;
    }
    *which = now;
    return n;
}

static struct point rounded(double x, double y)
{
    return (struct point){ (int)(x + 0.5), (int)(y + 0.5) };
}

int layout_outline(const struct layout *l, int region, struct point corner[LAYOUT_CORNERS])
{
    struct vector cell[2][LAYOUT_CORNERS];
    int           now, n = cell_of(l, region, cell, &now);

    for (int i = 0; i < n; i++)
        corner[i] = rounded(cell[now][i].x, cell[now][i].y);
    return n;
}

struct point layout_centre(const struct layout *l, int region)
{
    return rounded(l->at[region].x, l->at[region].y);
}

/* ---- all of it ------------------------------------------------------------- */

static struct vector centroid(const struct vector *corner, int n)
{
    struct vector sum = { 0, 0 };
    double        area = 0;

    for (int i = 0; i < n; i++) {
        struct vector a = corner[i], b = corner[(i + 1) % n];
        double        cross = a.x * b.y - b.x * a.y;

        area += cross;
        sum.x += (a.x + b.x) * cross;
        sum.y += (a.y + b.y) * cross;
    }
    return (struct vector){ sum.x / (3 * area), sum.y / (3 * area) };
}

/* Moves each region to the middle of its cell: cells become alike in size and
 * round enough for tokens, while neighbours mostly stay neighbours. */
static void even_out(struct layout *l)
{
    int rounds = (int)between((double)PAIRS_MOST / l->n / l->n, EVEN_LEAST, EVEN_MOST);

    for (int round = 0; round < rounds; round++) {
        struct vector middle[REGIONS_MAX];

        for (int i = 0; i < l->n; i++) {
            struct vector cell[2][LAYOUT_CORNERS];
            int           now, n = cell_of(l, i, cell, &now);

            middle[i] = n < 3 ? (struct vector){ l->at[i].x, l->at[i].y } : centroid(cell[now], n);
        }
        for (int i = 0; i < l->n; i++) {
            l->at[i].x = middle[i].x;
            l->at[i].y = middle[i].y;
        }
    }
}

void layout_make(const struct world *w, struct layout *out)
{
    out->n = w->regions;
    if (!out->n)
        return;
    place_first(out);
    settle(w, out);
    stretch(out);
    even_out(out);
}
