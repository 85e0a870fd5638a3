/* Queries on a position: ownership, reach, prices, income. Nothing here
 * changes anything. */
#include "games/smallworld/rules.h"

set world_active_set(const struct world *w, int seat)
{
    set found = { { 0 } };

    for (int k = 0, first = 0; first < w->regions; k++, first += WORD_BITS) {
        int n = w->regions - first < WORD_BITS ? w->regions - first : WORD_BITS;

        for (int i = 0; i < n; i++)
            found.word[k] |= (uint64_t)world_active(w, seat, first + i) << i;
    }
    return found;
}

int world_count_active(const struct world *w, int seat)
{
    return set_count(world_active_set(w, seat));
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
    int n = 0, wanted = declined ? MARK_DECLINED : 0;

    for (int i = 0; i < w->regions; i++) {
        const struct region *r = &w->region[i];

        n += ((r->owner ^ (seat + 1)) | ((r->marks & MARK_DECLINED) ^ wanted)) == 0 ? r->tokens : 0;
    }
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

/* ---- names --------------------------------------------------------------- */

/* The land that names a region: water and heights first. */
static const char *main_land(const struct world *w, int region)
{
    static const uint16_t by_rank[] = { LAND_SEA,      LAND_MOUNTAIN, LAND_HILL, LAND_FOREST, LAND_SWAMP,
                                        LAND_FARMLAND, LAND_CAVERN,   LAND_MINE, LAND_MAGIC,  LAND_COAST };

    for (size_t i = 0; i < ARRAY_LEN(by_rank); i++)
        if (w->region[region].land & by_rank[i])
            return lands[__builtin_ctz(by_rank[i])].name;
    return "Region";
}

struct str region_name(const struct world *w, int region, char room[REGION_NAME_BYTES])
{
    const char *land = main_land(w, region);
    size_t      n = strlen(land);
    int         number = region + 1;

    memcpy(room, land, n);
    room[n++] = ' ';
    if (number >= 100)
        room[n++] = (char)('0' + number / 100);
    if (number >= 10)
        room[n++] = (char)('0' + number / 10 % 10);
    room[n++] = (char)('0' + number % 10);
    return (struct str){ room, n };
}

/* ---- neighbours and reach ------------------------------------------------ */

/* Words per region in the first form of struct links; 0: the second form. */
static int words_each(const struct world *w)
{
    int words = (w->regions + WORD_BITS - 1) / WORD_BITS;

    return w->regions * words <= LINK_WORDS ? words : 0;
}

/* The bit of a link. In the first form each end has its own. */
static int link_bit(const struct world *w, int a, int b)
{
    int words = words_each(w);

    if (words)
        return a * words * WORD_BITS + b;
    return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a;
}

static void set_link(struct world *w, int bit)
{
    w->links.word[bit / WORD_BITS] |= UINT64_C(1) << bit % WORD_BITS;
}

void world_link(struct world *w, int a, int b)
{
    set_link(w, link_bit(w, a, b));
    set_link(w, link_bit(w, b, a));
}

bool world_near(const struct world *w, int a, int b)
{
    int bit = link_bit(w, a, b);

    return a != b && w->links.word[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

set world_many_neighbours(const struct world *w, int region)
{
    set found = { { 0 } };
    int words = words_each(w);

    for (int k = 0; k < words; k++)
        found.word[k] = w->links.word[region * words + k];
    for (int i = 0; !words && i < w->regions; i++)
        if (world_near(w, region, i))
            set_add(&found, i);
    return found;
}

set world_with_land(const struct world *w, unsigned land)
{
    set found = { { 0 } };

    for (unsigned rest = land; rest; rest &= rest - 1)
        found = set_or(found, w->with[__builtin_ctz(rest)]);
    return found;
}

/* The neighbours of `from`. For a race that tunnels, all caverns touch. */
static set beside(const struct world *w, set from, bool tunnels)
{
    set found = { { 0 } };

    SET_EACH(i, from)
    {
        found = set_or(found, world_neighbours(w, i));
    }
    if (tunnels) {
        set caverns = world_with_land(w, LAND_CAVERN);

        if (set_any(set_and(from, caverns)))
            found = set_or(found, caverns);
    }
    return found;
}

/* A race without regions comes from the edge of the map: over a border region
 * or across a border sea. Halflings come up anywhere on land, seafarers may
 * take the border sea itself. Flying does not help here. */
static set entries(const struct world *w, unsigned does, set sea)
{
    set border = world_with_land(w, LAND_BORDER), border_sea = set_and(border, sea);
    set land = does & ENTERS_ANYWHERE ? set_below(w->regions) : set_or(border, beside(w, border_sea, does & TUNNELS));

    land = set_without(land, sea);
    return does & TAKES_SEA ? set_or(land, border_sea) : land;
}

set world_reach(const struct world *w, int seat)
{
    unsigned does = world_does(w, seat);
    set      active = world_active_set(w, seat), sea = world_with_land(w, LAND_SEA), found;

    if (!set_any(active))
        return entries(w, does, sea);
    if (does & FLIES)
        found = set_below(w->regions);
    else
        found = beside(w, active, does & TUNNELS);
    return does & TAKES_SEA ? found : set_without(found, sea);
}

bool world_friends(const struct world *w, int seat, int region)
{
    return w->befriended == seat && world_active(w, w->diplomat, region);
}

/* ---- the price of a region ----------------------------------------------- */

enum part {
    PART_REGION,
    PART_TOKENS,
    PART_CAMPS,
    PART_FORTRESS,
    PART_LAIR,
    PART_MOUNTAIN,
    PART_RACE,
    PART_POWER,
    PART_DIE,
    PART_LEAST
};

const char *const price_part_names[] = { "region", "tokens", "encampments", "fortress", "lair", "mountain",
                                         "race",   "power",  "die",         "least",    NULL };

static int add_part(struct price *out, enum part part, int tokens)
{
    if (out && tokens)
        out->part[out->n++] = (struct price_part){ price_part_names[part], tokens };
    return tokens;
}

static bool from_own(const struct world *w, int seat, int region, unsigned land)
{
    set here = { { 0 } }, own = set_and(world_with_land(w, land), world_active_set(w, seat));

    set_add(&here, region);
    return set_has(beside(w, set_without(own, here), world_does(w, seat) & TUNNELS), region);
}

static int discount(const struct world *w, int seat, int region, const struct trait *t)
{
    unsigned land = w->region[region].land;
    int      less = t->cheaper;

    less += (land & t->cheaper_on) != 0;
    if (t->cheaper_beside && !(land & t->cheaper_beside))
        less += set_any(set_and(world_neighbours(w, region), world_with_land(w, t->cheaper_beside)));
    if (t->cheaper_from)
        less += from_own(w, seat, region, t->cheaper_from);
    return less;
}

int world_price(const struct world *w, int seat, int region, struct price *out)
{
    const struct region *r = &w->region[region];
    const struct badge  *badge = &w->player[seat].current;
    int                  price;

    if (out)
        out->n = 0;
    price = add_part(out, PART_REGION, 2);
    price += add_part(out, PART_TOKENS, r->tokens);
    price += add_part(out, PART_CAMPS, r->encampments);
    price += add_part(out, PART_FORTRESS, (r->marks & MARK_FORTRESS) != 0);
    price += add_part(out, PART_LAIR, (r->marks & MARK_LAIR) != 0);
    price += add_part(out, PART_MOUNTAIN, (r->land & LAND_MOUNTAIN) != 0);
    price += add_part(out, PART_RACE, -discount(w, seat, region, &races[badge->race]));
    price += add_part(out, PART_POWER, -discount(w, seat, region, &powers[badge->power]));
    price += add_part(out, PART_DIE, w->berserk && world_does(w, seat) & THROWS_DIE ? 1 - w->berserk : 0);
    if (price < 1)
        price += add_part(out, PART_LEAST, 1 - price);
    return price;
}

/* ---- tokens -------------------------------------------------------------- */

/* Skeletons get one token for every two non-empty regions of this turn. */
static int tokens_for_loot(const struct world *w, int seat, const struct trait *race, int total)
{
    int looted = 0;

    for (int i = 0; i < w->regions; i++)
        looted += w->region[i].loot && world_active(w, seat, i);
    int room = race->most - total;
    int more = looted / race->loot_per_token;
    return more < room ? more : room > 0 ? room : 0;
}

int world_available(const struct world *w, int seat)
{
    const struct player *p = &w->player[seat];
    const struct trait  *race = &races[p->current.race];
    int                  total = p->hand + world_tokens(w, seat, false);

    if (w->hand_settled)
        return total;
    if (race->loot_per_token)
        total += tokens_for_loot(w, seat, race, total);
    return total - race->lent;
}

/* A retreat goes to regions that do not touch the lost one, if there are any. */
bool world_may_retreat_to(const struct world *w, int region)
{
    if (!world_active(w, w->defender, region))
        return false;
    return !world_near(w, w->lost, region) || !set_any(set_without(world_active_set(w, w->defender), world_neighbours(w, w->lost)));
}

/* ---- income -------------------------------------------------------------- */

static int bonus_of(const struct trait *t, const struct world *w, set active)
{
    int coins = t->pays_always + (w->wealthy_paid ? 0 : t->pays_once);

    for (int i; (i = set_take(&active)) >= 0;) {
        const struct region *r = &w->region[i];

        coins += (r->land & t->pays_for) != 0;
        coins += t->pays_per_region;
        coins += r->loot ? t->pays_per_loot : 0;
        coins += r->marks & MARK_FORTRESS ? t->pays_per_fortress : 0;
    }
    return coins;
}

static int declined_bonus(const struct world *w, int seat)
{
    const struct trait *t = &races[w->player[seat].declined.race];
    int                 coins = 0;

    for (int i = 0; t->pays_in_decline && i < w->regions; i++)
        coins += w->region[i].owner == seat + 1 && w->region[i].marks & MARK_DECLINED && w->region[i].land & t->pays_for;
    return coins;
}

void world_income(const struct world *w, int seat, struct income *out)
{
    const struct player *p = &w->player[seat];
    set                  active = world_active_set(w, seat);

    *out = (struct income){
        .active = p->current,
        .declined = p->declined,
        .regions = (uint8_t)world_count_owned(w, seat),
        .by_race = (uint8_t)bonus_of(&races[p->current.race], w, active),
        .by_power = (uint8_t)bonus_of(&powers[p->current.power], w, active),
        .by_declined = (uint8_t)declined_bonus(w, seat),
    };
}

int income_total(const struct income *i)
{
    return i->regions + i->by_race + i->by_power + i->by_declined;
}
