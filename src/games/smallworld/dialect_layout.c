/* Outlines for maps that came without coordinates, so that a browser can draw
 * them. Regions first find their places: linked ones pull each other, all push
 * each other away, border regions are drawn to the rim. Then each gets all
 * points that are nearest to it. Neighbours in the list mostly touch then, not
 * always: a client shows the links too. */
#include "base/mem.h"
#include "games/smallworld/dialect_self.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 480, ROUNDS = 300, CORNERS_MOST = 64, MARGIN = 60 };

struct point {
    double x, y;
};

struct layout {
    int          n;
    struct point at[REGIONS_MAX], pull[REGIONS_MAX];
    struct world map;
};

static struct point clamped(struct point p)
{
    return (struct point){ fmin(fmax(p.x, 8), WIDTH - 8), fmin(fmax(p.y, 8), HEIGHT - 8) };
}

/* A sunflower: an even start without two in one place. */
static void place_first(struct layout *l)
{
    for (int i = 0; i < l->n; i++) {
        double angle = i * 2.399963, far = sqrt((i + 0.5) / l->n);

        l->at[i] = (struct point){ WIDTH / 2.0 + cos(angle) * far * WIDTH * 0.45, HEIGHT / 2.0 + sin(angle) * far * HEIGHT * 0.45 };
    }
}

static void pull_pair(struct layout *l, int a, int b, double room)
{
    double dx = l->at[b].x - l->at[a].x, dy = l->at[b].y - l->at[a].y;
    double far = fmax(sqrt(dx * dx + dy * dy), 1);
    double force = -room * room / far;

    if (world_near(&l->map, a, b))
        force += far * far / room;
    l->pull[a].x += dx / far * force;
    l->pull[a].y += dy / far * force;
    l->pull[b].x -= dx / far * force;
    l->pull[b].y -= dy / far * force;
}

static void pull_to_rim(struct layout *l, int i)
{
    double dx = l->at[i].x - WIDTH / 2.0, dy = l->at[i].y - HEIGHT / 2.0;
    double far = fmax(sqrt(dx * dx + dy * dy), 1);

    l->pull[i].x += dx / far * 30;
    l->pull[i].y += dy / far * 30;
}

static void settle(struct layout *l)
{
    double room = 0.75 * sqrt((double)WIDTH * HEIGHT / l->n);

    for (int round = 0; round < ROUNDS; round++) {
        double step = 40.0 * (ROUNDS - round) / ROUNDS + 0.5;

        for (int i = 0; i < l->n; i++)
            l->pull[i] = (struct point){ 0, 0 };
        for (int i = 0; i < l->n; i++) {
            for (int k = i + 1; k < l->n; k++)
                pull_pair(l, i, k, room);
            if (l->map.region[i].land & LAND_BORDER)
                pull_to_rim(l, i);
        }
        for (int i = 0; i < l->n; i++) {
            double force = sqrt(l->pull[i].x * l->pull[i].x + l->pull[i].y * l->pull[i].y);
            double part = force > step ? step / force : 1;

            l->at[i] = clamped((struct point){ l->at[i].x + l->pull[i].x * part, l->at[i].y + l->pull[i].y * part });
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
    struct point least = l->at[0], most = l->at[0];

    for (int i = 1; i < l->n; i++) {
        least = (struct point){ fmin(least.x, l->at[i].x), fmin(least.y, l->at[i].y) };
        most = (struct point){ fmax(most.x, l->at[i].x), fmax(most.y, l->at[i].y) };
    }
    for (int i = 0; i < l->n; i++) {
        l->at[i].x = spread_over(l->at[i].x, least.x, most.x, WIDTH);
        l->at[i].y = spread_over(l->at[i].y, least.y, most.y, HEIGHT);
    }
}

/* Positive on the side of `own` of the line half way between two places. */
static double side(struct point p, struct point own, struct point other)
{
    double mx = (own.x + other.x) / 2, my = (own.y + other.y) / 2;

    return (p.x - mx) * (own.x - other.x) + (p.y - my) * (own.y - other.y);
}

/* Cuts off what is nearer to `other`. Returns the number of corners left. */
static int cut(const struct point *from, int n, struct point own, struct point other, struct point *to)
{
    int kept = 0;

    for (int i = 0; i < n && kept + 2 <= CORNERS_MOST; i++) {
        struct point a = from[i], b = from[(i + 1) % n];
        double       sa = side(a, own, other), sb = side(b, own, other);

        if (sa >= 0)
            to[kept++] = a;
        if ((sa >= 0) != (sb >= 0)) {
            double part = sa / (sa - sb);

            to[kept++] = (struct point){ a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part };
        }
    }
    return kept;
}

static void write_cell(const struct layout *l, int i, struct buf *out)
{
    struct point corner[2][CORNERS_MOST] = { { { 0, 0 }, { WIDTH, 0 }, { WIDTH, HEIGHT }, { 0, HEIGHT } } };
    int          n = 4, now = 0;

    for (int k = 0; k < l->n; k++) {
        if (k == i || (l->at[k].x == l->at[i].x && l->at[k].y == l->at[i].y))
            continue;
        n = cut(corner[now], n, l->at[i], l->at[k], corner[!now]);
        now = !now;
    }
    for (int c = 0; c < n; c++)
        buf_printf(out, "%s%d,%d", c ? " " : "", (int)lround(corner[now][c].x), (int)lround(corner[now][c].y));
    buf_printf(out, "|%d,%d|%d,%d\n", (int)lround(l->at[i].x - 14), (int)lround(l->at[i].y - 8), (int)lround(l->at[i].x - 14),
               (int)lround(l->at[i].y + 10));
}

void sw_layout_shapes(struct str regions, struct buf *out)
{
    struct layout *l = mem_new(sizeof *l);
    const char    *why;

    if (map_regions_into_world(regions, &l->map, &why) == ERR_OK && l->map.regions) {
        l->n = l->map.regions;
        place_first(l);
        settle(l);
        stretch(l);
        for (int i = 0; i < l->n; i++)
            write_cell(l, i, out);
    }
    free(l);
}
