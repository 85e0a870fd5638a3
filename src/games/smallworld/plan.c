/* The worth of regions, and a turn's conquests planned as rows by beam search.
 * Prices are those at the start of the row: discounts that a conquest gives the
 * next one are not foreseen. */
#include "games/smallworld/quick.h"

enum {
    TOKEN_WORTH = 5, /* of a token left in hand, to compare rows of different cost */
    ROWS_MOST = 8,
};

/* Turns left, including this one. */
static int turns_left(const struct world *w)
{
    return w->turns - w->turn;
}

/* The worth of a coin per turn over the turns left; regions get lost. */
static int hold(int turns)
{
    static const uint8_t worth[] = { 0, 8, 14, 18, 20 };

    return worth[turns < 4 ? turns : 4];
}

/* How much an opponent's loss counts as a gain, in eighths: all of it with one
 * opponent, less with several, more for those ahead. */
static int rivalry(const struct world *w, int seat, int other)
{
    int ahead = w->player[other].coins - w->player[seat].coins;

    if (world_players_left(w) <= 2)
        return 8;
    return ahead > 6 ? 5 : ahead > -6 ? 3 : 1;
}

static int own_bonus(const struct world *w, const struct badge *badge, int region)
{
    const struct trait *race = &races[badge->race], *power = &powers[badge->power];
    unsigned            land = w->region[region].land;

    return ((land & race->pays_for) != 0) + ((land & power->pays_for) != 0) + race->pays_per_region + power->pays_per_region;
}

static int region_worth(const struct world *w, int seat, int region, int turns)
{
    const struct region *r = &w->region[region];
    const struct badge  *badge = &w->player[seat].current;
    int                  loot = races[badge->race].pays_per_loot + powers[badge->power].pays_per_loot;
    int                  worth = own_bonus(w, badge, region) * hold(turns < 3 ? turns : 3);

    if (r->tokens)
        worth += loot * COIN + (races[badge->race].loot_per_token ? TOKEN_WORTH / 2 : 0);
    if (r->owner == seat + 1)
        return worth - 1; /* in decline it pays already */
    worth += hold(turns);
    if (turns > 1 && r->land & LAND_MOUNTAIN)
        worth += 2; /* easier to keep */
    if (r->owner) {
        int other = r->owner - 1, lost = hold(turns);

        if (!(r->marks & MARK_DECLINED))
            lost += own_bonus(w, &w->player[other].current, region) * COIN + TOKEN_WORTH;
        worth += lost * rivalry(w, seat, other) / 8;
    }
    return worth;
}

void field_make(const struct world *w, int seat, struct field *out)
{
    unsigned does = world_does(w, seat);
    int      turns = turns_left(w);
    bool     friends = w->befriended == seat;

    out->w = w;
    out->seat = seat;
    out->hand = w->player[seat].hand;
    out->flies = does & FLIES;
    out->targets = out->caverns = (set){ { 0 } };
    out->active = world_active_set(w, seat);
    out->reach = world_reach(w, seat);
    if (does & TUNNELS)
        out->caverns = world_with_land(w, LAND_CAVERN);
    for (int i = 0; i < w->regions; i++) {
        const struct region *r = &w->region[i];

        if (set_has(out->active, i) || r->marks & MARKS_IMMUNE || (r->land & LAND_SEA && !(does & TAKES_SEA)) ||
            (friends && world_friends(w, seat, i)))
            continue;
        set_add(&out->targets, i);
        out->price[i] = (uint8_t)world_price(w, seat, i, NULL);
        out->value[i] = (int16_t)region_worth(w, seat, i, turns);
    }
    out->reach = set_and(out->reach, out->targets);
}

/* ---- rows ----------------------------------------------------------------- */

struct row {
    set     taken, reach;
    int16_t hand, value;
    int16_t first;
};

/* What the die is likely to add with what is left in hand. */
static int with_die(const struct field *f, const struct row *row)
{
    static const uint8_t chances[] = { 0, 3, 2, 1 }; /* of six, by tokens that are missing */
    int                  best = 0;

    if (row->hand <= 0)
        return 0;
    SET_EACH(region, row->reach)
    {
        int missing = f->price[region] - row->hand;

        if (missing > 0 && missing <= DIE_MOST && f->value[region] * chances[missing] / 6 > best)
            best = f->value[region] * chances[missing] / 6;
    }
    return best;
}

static struct row extend(const struct field *f, const struct row *row, int region)
{
    struct row next = *row;
    set        found = f->flies ? f->targets : set_and(world_neighbours(f->w, region), f->targets);

    if (set_has(f->caverns, region))
        found = set_or(found, set_and(f->caverns, f->targets));
    /* The first conquest is the entry: from then on only neighbours count. */
    if (set_any(f->active) || set_any(row->taken))
        found = set_or(found, row->reach);
    set_add(&next.taken, region);
    next.reach = set_without(found, next.taken);
    next.hand = (int16_t)(row->hand - f->price[region]);
    next.value = (int16_t)(row->value + f->value[region]);
    if (row->first < 0)
        next.first = (int16_t)region;
    return next;
}

static int promise(const struct row *row)
{
    return row->value + row->hand * TOKEN_WORTH;
}

/* What a row promises once it has this region, too. */
static int promise_with(const struct field *f, const struct row *row, int region)
{
    return promise(row) + f->value[region] - f->price[region] * TOKEN_WORTH;
}

/* Keeps the rows sorted, best promise first, and each set of regions once. */
static int keep(struct row *rows, int n, int width, const struct row *row)
{
    int at = n;

    for (int i = 0; i < n; i++)
        if (set_equal(rows[i].taken, row->taken))
            return n;
    while (at > 0 && promise(&rows[at - 1]) < promise(row))
        at--;
    if (at >= width)
        return n;
    n = n < width ? n + 1 : n;
    for (int i = n - 1; i > at; i--)
        rows[i] = rows[i - 1];
    rows[at] = *row;
    return n;
}

int plan_conquests(const struct field *f, int width, int *first)
{
    struct row rows[2][ROWS_MOST];
    int        n = 1, now = 0, best = 0;

    width = width < ROWS_MOST ? width : ROWS_MOST;
    *first = -1;
    rows[0][0] = (struct row){ .reach = f->reach, .hand = (int16_t)f->hand, .first = -1 };
    while (n) {
        int more = 0;

        for (int i = 0; i < n; i++) {
            const struct row *row = &rows[now][i];
            int               value = row->value + with_die(f, row);

            if (value > best && row->first >= 0) {
                best = value;
                *first = row->first;
            }
            SET_EACH(region, row->reach)
            {
                if (f->price[region] > row->hand || f->value[region] <= 0)
                    continue;
                if (more == width && promise_with(f, row, region) <= promise(&rows[!now][width - 1]))
                    continue;
                struct row next = extend(f, row, region);
                more = keep(rows[!now], more, width, &next);
            }
        }
        n = more;
        now = !now;
    }
    return best;
}

/* ---- badges ---------------------------------------------------------------- */

/* The later use of a badge, beyond its first conquests, in eighths of a coin
 * per turn left. */
static int talent(const struct badge *badge, int turns)
{
    static const uint8_t by_race[RACES + 1] = {
        [AMAZONS] = 6, [DWARVES] = 2,   [ELVES] = 4,     [GIANTS] = 1,  [HALFLINGS] = 5, [HUMANS] = 0,  [ORCS] = 1,
        [RATMEN] = 0,  [SKELETONS] = 6, [SORCERERS] = 6, [TRITONS] = 1, [TROLLS] = 5,    [WIZARDS] = 0,
    };
    static const uint8_t by_power[POWERS + 1] = {
        [ALCHEMIST] = 16,    [BERSERK] = 6,  [BIVOUACKING] = 5, [COMMANDO] = 3,  [DIPLOMAT] = 4,
        [DRAGON_MASTER] = 8, [FLYING] = 3,   [FOREST] = 0,      [FORTIFIED] = 7, [HEROIC] = 5,
        [HILL] = 0,          [MERCHANT] = 0, [MOUNTED] = 1,     [PILLAGING] = 1, [SEAFARING] = 3,
        [STOUT] = 6,         [SWAMP] = 0,    [UNDERWORLD] = 2,  [WEALTHY] = 0,
    };
    int used = turns < 3 ? turns : 3;

    return (by_race[badge->race] + by_power[badge->power]) * used + powers[badge->power].pays_once * COIN;
}

int badge_worth(const struct world *w, int seat, int position)
{
    struct world after = *w;
    struct field f;
    struct move  m;
    int          first, coins = w->deck[position].coins - position;

    move_begin(&m, seat, MOVE_SELECT);
    move_add(&m, position);
    if (smallworld_apply(&after, &m, NULL, NULL) != ERR_OK)
        return INT16_MIN;
    field_make(&after, seat, &f);
    if (world_does(&after, seat) & RIDES_DRAGON)
        f.hand += 2;
    return coins * COIN + plan_conquests(&f, 2, &first) + talent(&after.player[seat].current, turns_left(w));
}
