/* Moves to choose from: the list for computer players and browsers, a quick
 * random one, and moves in words. A redeployment can be made in more ways
 * than anybody would list, so a few sensible ones stand for all. */
#include "games/smallworld/rules.h"

/* ---- redeployments ----------------------------------------------------- */

/* Who goes where; the last one gets what is over. */
struct spread {
    int n, tokens;
    int region[REGIONS_MAX]; /* numbered from 1 */
    int number[REGIONS_MAX];
};

/* The active regions, each with one token. Where there are more regions than
 * tokens the first ones are kept. */
static void spread_thin(const struct world *w, int seat, struct spread *s)
{
    s->n = 0;
    s->tokens = world_available(w, seat);
    for (int i = 0; i < w->regions && s->n < s->tokens; i++) {
        if (!world_active(w, seat, i))
            continue;
        s->region[s->n] = i + 1;
        s->number[s->n++] = 1;
    }
}

static void spread_swap(struct spread *s, int a, int b)
{
    int region = s->region[a], number = s->number[a];

    s->region[a] = s->region[b];
    s->number[a] = s->number[b];
    s->region[b] = region;
    s->number[b] = number;
}

static int region_to_fortify(const struct world *w, const struct spread *s)
{
    for (int i = s->n - 1; i >= 0 && world_count_fortresses(w) < FORTRESSES_MOST; i--)
        if (!(w->region[s->region[i] - 1].marks & MARK_FORTRESS))
            return s->region[i];
    return -1;
}

/* Encampments, fortress and heroes go to the regions at the end, where most
 * of the tokens are. */
static void write_spread(const struct world *w, int seat, const struct spread *s, struct move *m)
{
    unsigned power = w->player[seat].current.power;
    int      heroes = s->n < HEROES_MOST ? s->n : HEROES_MOST;

    move_begin(m, seat, MOVE_REDEPLOY);
    move_add(m, s->n);
    for (int i = 0; i < s->n; i++) {
        move_add(m, s->region[i]);
        move_add(m, s->number[i]);
    }
    if (s->n == 0 || (power != BIVOUACKING && power != FORTIFIED && power != HEROIC))
        return;
    move_add(m, power == BIVOUACKING ? 1 : -1);
    if (power == BIVOUACKING) {
        move_add(m, s->region[s->n - 1]);
        move_add(m, ENCAMPMENTS_MOST);
    }
    move_add(m, power == FORTIFIED ? region_to_fortify(w, s) : -1);
    if (power != HEROIC)
        return;
    move_add(m, heroes);
    for (int i = 0; i < heroes; i++)
        move_add(m, s->region[s->n - 1 - i]);
}

/* Evenly, and then with all that is over in each region by turns, unless that
 * is the same. */
static void list_redeployments(const struct world *w, int seat, struct move_list *out)
{
    struct spread s;
    struct move  *m;

    if (world_count_active(w, seat) == 0)
        return;
    spread_thin(w, seat, &s);
    for (int i = 0; i < s.n; i++)
        s.number[i] = s.tokens / s.n;
    if ((m = move_list_new(out, seat, MOVE_REDEPLOY)))
        write_spread(w, seat, &s, m);
    int others = s.n < 2 || s.tokens == s.n ? 0 : s.tokens < 2 * s.n ? s.n - 1 : s.n;
    for (int i = 0; i < others; i++) {
        spread_thin(w, seat, &s);
        spread_swap(&s, i, s.n - 1);
        if ((m = move_list_new(out, seat, MOVE_REDEPLOY)))
            write_spread(w, seat, &s, m);
    }
}

/* ---- the list ---------------------------------------------------------- */

bool smallworld_may(const struct world *w, int seat, int kind, int arg)
{
    struct move m;

    move_begin(&m, seat, kind);
    if (smallworld_kinds[kind].least)
        move_add(&m, arg);
    return smallworld_check(w, &m) == WORD_OK;
}

static void list_one(const struct world *w, int seat, int kind, int arg, struct move_list *out)
{
    struct move *m = smallworld_may(w, seat, kind, arg) ? move_list_new(out, seat, kind) : NULL;

    if (m && smallworld_kinds[kind].least)
        move_add(m, arg);
}

static void list_conquests(const struct world *w, int seat, struct move_list *out)
{
    static const uint8_t attacks[] = { MOVE_CONQUER, MOVE_DRAGON, MOVE_ENCHANT };

    for (size_t k = 0; k < ARRAY_LEN(attacks); k++)
        for (int region = 1; region <= w->regions; region++)
            list_one(w, seat, attacks[k], region, out);
    list_one(w, seat, MOVE_THROW, 0, out);
}

static void list_defences(const struct world *w, int seat, struct move_list *out)
{
    for (int i = 0; i < w->regions; i++) {
        if (!world_may_retreat_to(w, i))
            continue;
        struct move *m = move_list_new(out, seat, MOVE_DEFEND);
        if (!m)
            return;
        move_add(m, i + 1);
        move_add(m, w->player[seat].hand);
    }
}

void smallworld_legal(const void *state, int seat, struct move_list *out)
{
    const struct world *w = state;
    int                 before = out->n;

    if (world_mover(w) != seat)
        return;
    switch (w->stage) {
    case SELECT_RACE:
        for (int i = 0; i < BADGES_SHOWN; i++)
            list_one(w, seat, MOVE_SELECT, i, out);
        break;
    case BEFORE_CONQUEST:
    case CONQUEST:
        list_conquests(w, seat, out);
        list_redeployments(w, seat, out);
        list_one(w, seat, MOVE_DECLINE, 0, out);
        break;
    case DEFEND:
        list_defences(w, seat, out);
        break;
    case REDEPLOY:
        list_redeployments(w, seat, out);
        break;
    default:
        list_one(w, seat, MOVE_FINISH, 0, out);
        list_one(w, seat, MOVE_DECLINE, 0, out);
        for (int other = 0; other < w->seats; other++)
            list_one(w, seat, MOVE_FRIEND, other, out);
    }
    /* A race that can enter the map nowhere is stuck: its player can only go. */
    if (out->n == before)
        list_one(w, seat, MOVE_LEAVE, 0, out);
}

/* ---- a random move ----------------------------------------------------- */

/* The first region from a random one on where `kind` is possible; 0: none. */
static int some_region(const struct world *w, int seat, int kind, struct rng *r)
{
    int from = w->regions ? (int)rng_below(r, w->regions) : 0;

    for (int i = 0; i < w->regions; i++) {
        int region = (from + i) % w->regions + 1;

        if (smallworld_may(w, seat, kind, region))
            return region;
    }
    return 0;
}

static void pick_redeployment(const struct world *w, int seat, struct rng *r, struct move *out)
{
    struct spread s;

    spread_thin(w, seat, &s);
    for (int i = s.n - 1; i > 0; i--)
        spread_swap(&s, i, (int)rng_below(r, (uint64_t)i + 1));
    /* Now and then a region is given up, in either way. */
    if (s.n > 2 && rng_below(r, 8) == 0) {
        if (rng_below(r, 2))
            s.n--;
        else
            s.number[0] = 0;
    }
    for (int i = 0, over = s.tokens - s.n; i < s.n && over > 0; i++) {
        int more = (int)rng_below(r, (uint64_t)over + 1);

        s.number[i] += more;
        over -= more;
    }
    write_spread(w, seat, &s, out);
}

static bool pick_conquest(const struct world *w, int seat, struct rng *r, struct move *out)
{
    static const uint8_t attacks[] = { MOVE_DRAGON, MOVE_ENCHANT, MOVE_CONQUER };

    if (smallworld_may(w, seat, MOVE_THROW, 0) && rng_below(r, 2))
        return move_begin(out, seat, MOVE_THROW), true;
    for (size_t i = 0; i < ARRAY_LEN(attacks); i++) {
        int region = some_region(w, seat, attacks[i], r);

        if (!region)
            continue;
        move_begin(out, seat, attacks[i]);
        move_add(out, region);
        return true;
    }
    return false;
}

void smallworld_pick(const void *state, int seat, struct rng *r, struct move *out)
{
    const struct world *w = state;
    bool                on_map = world_count_active(w, seat) > 0;

    switch (w->stage) {
    case SELECT_RACE: {
        int coins = w->player[seat].coins, shown = world_shown(w);

        move_begin(out, seat, MOVE_SELECT);
        move_add(out, (int)rng_below(r, (uint64_t)(coins + 1 < shown ? coins + 1 : shown)));
        return;
    }
    case BEFORE_CONQUEST:
    case CONQUEST:
        if (w->stage == BEFORE_CONQUEST && rng_below(r, 5) == 0)
            move_begin(out, seat, MOVE_DECLINE);
        else if (on_map && rng_below(r, 8) == 0)
            pick_redeployment(w, seat, r, out);
        else if (pick_conquest(w, seat, r, out))
            return;
        else if (on_map)
            pick_redeployment(w, seat, r, out);
        else
            move_begin(out, seat, w->stage == BEFORE_CONQUEST ? MOVE_DECLINE : MOVE_LEAVE);
        return;
    case DEFEND: {
        int region = (int)rng_below(r, w->regions);

        while (!world_may_retreat_to(w, region))
            region = (region + 1) % w->regions;
        move_begin(out, seat, MOVE_DEFEND);
        move_add(out, region + 1);
        move_add(out, w->player[seat].hand);
        return;
    }
    case REDEPLOY:
        pick_redeployment(w, seat, r, out);
        return;
    default: {
        int other = (int)rng_below(r, w->seats);

        if (w->stage == BEFORE_FINISH_TURN && smallworld_may(w, seat, MOVE_FRIEND, other)) {
            move_begin(out, seat, MOVE_FRIEND);
            move_add(out, other);
        } else {
            bool stout = w->stage == BEFORE_FINISH_TURN && w->player[seat].current.power == STOUT;

            move_begin(out, seat, stout && rng_below(r, 3) == 0 ? MOVE_DECLINE : MOVE_FINISH);
        }
    }
    }
}

/* ---- in words ---------------------------------------------------------- */

static void describe_orders(const struct move *m, struct buf *out)
{
    struct orders o;

    orders_of_move(m, &o);
    buf_text(out, "redeploys");
    for (int i = 0; i < o.regions.n; i++)
        buf_printf(out, "%s %d on %d", i ? "," : "", o.regions.at[i].number, o.regions.at[i].region);
    if (o.regions.n == 0)
        buf_text(out, " nobody and abandons all regions");
    for (int i = 0; i < o.encampments.n; i++)
        buf_printf(out, ", %d encampments on %d", o.encampments.at[i].number, o.encampments.at[i].region);
    if (o.fortified)
        buf_printf(out, ", a fortress on %d", o.fortress);
    for (int i = 0; i < o.heroes.n; i++)
        buf_printf(out, ", a hero on %d", o.heroes.at[i].region);
}

void smallworld_describe(const void *before, const struct move *m, struct buf *out)
{
    const struct world *w = before;

    switch (m->kind) {
    case MOVE_SELECT:
        if (m->arg[0] >= 0 && m->arg[0] < world_shown(w)) {
            const struct badge *badge = &w->deck[m->arg[0]].badge;

            buf_printf(out, "chooses %s, %s", races[badge->race].name, powers[badge->power].name);
        }
        return;
    case MOVE_CONQUER:
    case MOVE_CONQUER_DIE:
        buf_printf(out, "attacks region %d", m->arg[0]);
        return;
    case MOVE_DECLINE:
        buf_text(out, "goes into decline");
        return;
    case MOVE_REDEPLOY:
        describe_orders(m, out);
        return;
    case MOVE_DEFEND:
        buf_text(out, "retreats");
        for (int i = 0; i + 1 < m->n; i += 2)
            buf_printf(out, "%s %d to %d", i ? "," : "", m->arg[i + 1], m->arg[i]);
        return;
    case MOVE_DRAGON:
        buf_printf(out, "sends the dragon to region %d", m->arg[0]);
        return;
    case MOVE_ENCHANT:
        buf_printf(out, "enchants region %d", m->arg[0]);
        return;
    case MOVE_THROW:
    case MOVE_THROW_DIE:
        buf_text(out, "throws the die");
        return;
    case MOVE_FRIEND:
        buf_printf(out, "befriends player %d", m->arg[0] + 1);
        return;
    case MOVE_FINISH:
        buf_text(out, "finishes the turn");
        return;
    case MOVE_LEAVE:
        buf_text(out, "leaves");
        return;
    default:
        buf_text(out, "lays out the deck");
    }
}

/* What the die shows, and whether the attack came to nothing. */
void smallworld_outcome(const void *after, const struct move *m, struct buf *out)
{
    const struct world *w = after;

    switch (m->kind) {
    case MOVE_THROW:
    case MOVE_THROW_DIE:
        buf_printf(out, ": %d", w->berserk - 1);
        return;
    case MOVE_CONQUER:
    case MOVE_CONQUER_DIE:
        if (w->rolled)
            buf_printf(out, ": the die shows %d", w->rolled - 1);
        if (!world_active(w, w->active, m->arg[0] - 1))
            buf_text(out, ", in vain");
        return;
    default:
        return;
    }
}
