/* Questions about a position: whose is what, what can be reached, what it
 * costs, what it earns. Nothing here changes anything. */
#include "games/smallworld/rules.h"

bool world_active(const struct world *w, int seat, int region)
{
    const struct region *r = &w->region[region];

    return r->owner == seat + 1 && !(r->marks & MARK_DECLINED);
}

int world_count_active(const struct world *w, int seat)
{
    int n = 0;

    for (int i = 0; i < w->regions; i++)
        n += world_active(w, seat, i);
    return n;
}

int world_count_owned(const struct world *w, int seat)
{
    int n = 0;

    for (int i = 0; i < w->regions; i++)
        n += w->region[i].owner == seat + 1;
    return n;
}

int world_count_fortresses(const struct world *w)
{
    int n = 0;

    for (int i = 0; i < w->regions; i++)
        n += (w->region[i].marks & MARK_FORTRESS) != 0;
    return n;
}

bool world_has_region(const struct world *w, int number)
{
    return number >= 1 && number <= w->regions;
}

int world_tokens(const struct world *w, int seat, bool declined)
{
    int n = 0;

    for (int i = 0; i < w->regions; i++)
        if (w->region[i].owner == seat + 1 && !(w->region[i].marks & MARK_DECLINED) == !declined)
            n += w->region[i].tokens;
    return n;
}

int world_mover(const struct world *w)
{
    if (w->stage == GAME_OVER)
        return NOBODY;
    return w->stage == DEFEND ? w->defender : w->active;
}

int world_players_left(const struct world *w)
{
    int n = 0;

    for (int seat = 0; seat < w->seats; seat++)
        n += w->player[seat].in_game;
    return n;
}

int world_shown(const struct world *w)
{
    int n = 0;

    while (n < BADGES_SHOWN && n < w->slots && w->deck[n].badge.race != NO_RACE)
        n++;
    return n;
}

/* ---- neighbours and reach ---------------------------------------------- */

bool world_near(const struct world *w, int a, int b)
{
    return w->near[a][b / 8] >> b % 8 & 1;
}

/* Underworld: all caverns are neighbours of each other, for reaching a region
 * and for the Giants' discount. */
static bool near_for(const struct world *w, int seat, int a, int b)
{
    return world_near(w, a, b) || (w->player[seat].current.power == UNDERWORLD && a != b && w->region[a].land & LAND_CAVERN &&
                                   w->region[b].land & LAND_CAVERN);
}

/* A race without regions comes from the edge of the map: over a border region
 * or across a border sea. Halflings come up anywhere on land, seafarers may
 * take the border sea itself. To fly does not help here. */
static bool may_enter(const struct world *w, int seat, int region)
{
    const struct badge *badge = &w->player[seat].current;
    unsigned            land = w->region[region].land;

    if (land & LAND_SEA)
        return badge->power == SEAFARING && land & LAND_BORDER;
    if (badge->race == HALFLINGS || land & LAND_BORDER)
        return true;
    for (int i = 0; i < w->regions; i++)
        if ((w->region[i].land & (LAND_SEA | LAND_BORDER)) == (LAND_SEA | LAND_BORDER) && near_for(w, seat, i, region))
            return true;
    return false;
}

bool world_reaches(const struct world *w, int seat, int region)
{
    unsigned power = w->player[seat].current.power;
    bool     on_map = false;

    for (int i = 0; i < w->regions; i++) {
        if (!world_active(w, seat, i))
            continue;
        on_map = true;
        if (w->region[region].land & LAND_SEA && power != SEAFARING)
            return false;
        if (power == FLYING || near_for(w, seat, i, region))
            return true;
    }
    return !on_map && may_enter(w, seat, region);
}

/* ---- the price of a region --------------------------------------------- */

static bool has_near(const struct world *w, int region, unsigned land)
{
    for (int i = 0; i < w->regions; i++)
        if (w->region[i].land & land && world_near(w, i, region))
            return true;
    return false;
}

static bool giants_look_down_on(const struct world *w, int seat, int region)
{
    for (int i = 0; i < w->regions; i++)
        if (w->region[i].land & LAND_MOUNTAIN && world_active(w, seat, i) && near_for(w, seat, i, region))
            return true;
    return false;
}

static int race_discount(const struct world *w, int seat, int region)
{
    switch (w->player[seat].current.race) {
    case GIANTS:
        return giants_look_down_on(w, seat, region);
    case TRITONS: /* a real sea next to it counts, the word coast does not */
        return !(w->region[region].land & LAND_SEA) && has_near(w, region, LAND_SEA);
    default:
        return 0;
    }
}

static int power_discount(const struct world *w, int seat, int region)
{
    unsigned land = w->region[region].land;

    switch (w->player[seat].current.power) {
    case COMMANDO:
        return 1;
    case MOUNTED:
        return (land & (LAND_HILL | LAND_FARMLAND)) != 0;
    case UNDERWORLD:
        return (land & LAND_CAVERN) != 0;
    case BERSERK:
        return w->berserk ? w->berserk - 1 : 0;
    default:
        return 0;
    }
}

int world_price(const struct world *w, int seat, int region)
{
    const struct region *r = &w->region[region];
    int                  price = 2 + r->tokens + r->encampments;

    price += (r->marks & MARK_FORTRESS) != 0;
    price += (r->marks & MARK_LAIR) != 0;
    price += (r->land & LAND_MOUNTAIN) != 0;
    price -= race_discount(w, seat, region) + power_discount(w, seat, region);
    return price < 1 ? 1 : price;
}

/* ---- tokens ------------------------------------------------------------ */

/* Skeletons get one token for every two non-empty regions of this turn. */
static int skeletons_bonus(const struct world *w, int seat, int total)
{
    int looted = 0;

    for (int i = 0; i < w->regions; i++)
        looted += w->region[i].loot && world_active(w, seat, i);
    int room = SKELETONS_MOST - total;
    int bonus = looted / 2;
    return bonus < room ? bonus : room > 0 ? room : 0;
}

int world_available(const struct world *w, int seat)
{
    const struct player *p = &w->player[seat];
    int                  total = p->hand + world_tokens(w, seat, false);

    if (w->hand_settled)
        return total;
    if (p->current.race == AMAZONS)
        return total - AMAZONS_EXTRA;
    if (p->current.race == SKELETONS)
        return total + skeletons_bonus(w, seat, total);
    return total;
}

/* A retreat goes to regions that do not touch the lost one, if there are any. */
bool world_may_retreat_to(const struct world *w, int region)
{
    if (!world_active(w, w->defender, region))
        return false;
    if (!world_near(w, w->lost, region))
        return true;
    for (int i = 0; i < w->regions; i++)
        if (world_active(w, w->defender, i) && !world_near(w, w->lost, i))
            return false;
    return true;
}

/* ---- income ------------------------------------------------------------ */

static int bonus_of(const struct trait_row *row, const struct world *w, int seat)
{
    int coins = row->pays_always;

    for (int i = 0; i < w->regions; i++) {
        if (!world_active(w, seat, i))
            continue;
        coins += (w->region[i].land & row->pays_for) != 0;
        coins += row->pays_per_region;
        coins += w->region[i].loot ? row->pays_per_loot : 0;
    }
    return coins;
}

static int fortress_coins(const struct world *w, int seat)
{
    int n = 0;

    for (int i = 0; i < w->regions; i++)
        n += w->region[i].marks & MARK_FORTRESS && world_active(w, seat, i);
    return n;
}

static int declined_bonus(const struct world *w, int seat)
{
    const struct trait_row *row = &races[w->player[seat].declined.race];
    int                     coins = 0;

    for (int i = 0; row->pays_in_decline && i < w->regions; i++)
        coins += w->region[i].owner == seat + 1 && w->region[i].marks & MARK_DECLINED && w->region[i].land & row->pays_for;
    return coins;
}

void world_income(const struct world *w, int seat, struct income *out)
{
    const struct player *p = &w->player[seat];

    *out = (struct income){ .active = p->current, .declined = p->declined, .regions = (uint8_t)world_count_owned(w, seat) };
    if (p->current.id) {
        int by_power = bonus_of(&powers[p->current.power], w, seat);

        if (p->current.power == FORTIFIED)
            by_power += fortress_coins(w, seat);
        if (p->current.power == WEALTHY && !w->wealthy_paid)
            by_power += WEALTHY_COINS;
        out->by_race = (uint8_t)bonus_of(&races[p->current.race], w, seat);
        out->by_power = (uint8_t)by_power;
    }
    if (p->declined.id)
        out->by_declined = (uint8_t)declined_bonus(w, seat);
}

int income_total(const struct income *i)
{
    return i->regions + i->by_race + i->by_power + i->by_declined;
}
