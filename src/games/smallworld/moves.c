/* Legal moves: the list for computer players and browsers, and a fast random
 * one. Redeployments and retreats have too many variants to list, so a few
 * sensible ones stand for all. */
#include "games/smallworld/rules.h"

/* ---- redeployments ----------------------------------------------------- */

/* A distribution of tokens; the last region gets the rest. */
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
    unsigned does = world_does(w, seat);
    int      heroes = s->n < HEROES_MOST ? s->n : HEROES_MOST;

    move_begin(m, seat, MOVE_REDEPLOY);
    move_add(m, s->n);
    for (int i = 0; i < s->n; i++) {
        move_add(m, s->region[i]);
        move_add(m, s->number[i]);
    }
    if (s->n == 0 || !(does & (CAMPS | FORTIFIES | SETS_HEROES)))
        return;
    move_add(m, does & CAMPS ? 1 : -1);
    if (does & CAMPS) {
        move_add(m, s->region[s->n - 1]);
        move_add(m, ENCAMPMENTS_MOST);
    }
    move_add(m, does & FORTIFIES ? region_to_fortify(w, s) : -1);
    if (!(does & SETS_HEROES))
        return;
    move_add(m, heroes);
    for (int i = 0; i < heroes; i++)
        move_add(m, s->region[s->n - 1 - i]);
}

void smallworld_redeploy_evenly(const struct world *w, int seat, struct move *out)
{
    struct spread s;

    spread_thin(w, seat, &s);
    for (int i = 0; i < s.n; i++)
        s.number[i] = s.tokens / s.n;
    write_spread(w, seat, &s, out);
}

/* Evenly, and then with all spare tokens in each region in turn, where that is
 * different. */
static void list_redeployments(const struct world *w, int seat, struct move_list *out)
{
    struct spread s;

    if (!world_count_active(w, seat))
        return;
    out->sample = true;
    smallworld_redeploy_evenly(w, seat, move_list_new(out, seat, MOVE_REDEPLOY));
    spread_thin(w, seat, &s);
    int others = s.n < 2 || s.tokens == s.n ? 0 : s.tokens < 2 * s.n ? s.n - 1 : s.n;
    for (int i = 0; i < others; i++) {
        spread_thin(w, seat, &s);
        spread_swap(&s, i, s.n - 1);
        write_spread(w, seat, &s, move_list_new(out, seat, MOVE_REDEPLOY));
    }
}

/* ---- the list ---------------------------------------------------------- */

bool smallworld_may(const struct world *w, int seat, int kind, int arg)
{
    struct move m;

    move_begin(&m, seat, kind);
    if (smallworld_kinds[kind].min)
        move_add(&m, arg);
    return smallworld_check(w, &m, NULL) == ERR_OK;
}

static void list_one(const struct world *w, int seat, int kind, int arg, struct move_list *out)
{
    if (!smallworld_may(w, seat, kind, arg))
        return;
    struct move *m = move_list_new(out, seat, kind);
    if (smallworld_kinds[kind].min)
        move_add(m, arg);
}

static void list_conquests(const struct world *w, int seat, struct move_list *out)
{
    static const uint8_t attacks[] = { MOVE_CONQUER, MOVE_DRAGON, MOVE_ENCHANT };
    set                  reach = world_reach(w, seat);

    for (size_t k = 0; k < ARRAY_LEN(attacks); k++) {
        set rest = reach;

        for (int i; (i = set_take(&rest)) >= 0;)
            if (smallworld_may_attack(w, seat, attacks[k], i, reach))
                move_add(move_list_new(out, seat, attacks[k]), i + 1);
    }
    list_one(w, seat, MOVE_THROW, 0, out);
}

static void list_defences(const struct world *w, int seat, struct move_list *out)
{
    out->sample = true;
    for (int i = 0; i < w->regions; i++) {
        if (!world_may_retreat_to(w, i))
            continue;
        struct move *m = move_list_new(out, seat, MOVE_DEFEND);

        move_add(m, i + 1);
        move_add(m, w->player[seat].hand);
    }
}

void smallworld_legal(const void *state, int seat, struct move_list *out)
{
    const struct world *w = state;
    int                 before = out->n;

    out->sample = false;
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
    /* A race that cannot enter the map is stuck: its player can only leave. */
    if (out->n == before)
        list_one(w, seat, MOVE_LEAVE, 0, out);
}

/* ---- a random move ----------------------------------------------------- */

/* The first region from a random one on where `kind` is possible; 0: none. */
static int some_region(const struct world *w, int seat, int kind, struct rng *r)
{
    set reach = world_reach(w, seat), before = set_below(w->regions ? (int)rng_below(r, w->regions) : 0);
    set half[2] = { set_without(reach, before), set_and(reach, before) };

    for (int k = 0; k < 2; k++)
        for (int i; (i = set_take(&half[k])) >= 0;)
            if (smallworld_may_attack(w, seat, kind, i, reach))
                return i + 1;
    return 0;
}

static void pick_redeployment(const struct world *w, int seat, struct rng *r, struct move *out)
{
    struct spread s;

    spread_thin(w, seat, &s);
    for (int i = s.n - 1; i > 0; i--)
        spread_swap(&s, i, (int)rng_below(r, (uint64_t)i + 1));
    /* Sometimes a region is abandoned, in either of the two ways. */
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
    static const uint8_t attacks[] = { MOVE_DRAGON, MOVE_ENCHANT, MOVE_CONQUER }, needed[] = { RIDES_DRAGON, ENCHANTS, 0 };
    unsigned             does = world_does(w, seat);

    bool throws = smallworld_may(w, seat, MOVE_THROW, 0);

    if (throws && rng_below(r, 2))
        return move_begin(out, seat, MOVE_THROW), true;
    for (size_t i = 0; i < ARRAY_LEN(attacks); i++) {
        int region = needed[i] & ~does ? 0 : some_region(w, seat, attacks[i], r);

        if (!region)
            continue;
        move_begin(out, seat, attacks[i]);
        move_add(out, region);
        return true;
    }
    move_begin(out, seat, MOVE_THROW);
    return throws;
}

void smallworld_pick(const void *state, int seat, struct rng *r, struct move *out)
{
    const struct world *w = state;
    bool                conquers = w->stage == BEFORE_CONQUEST || w->stage == CONQUEST;
    bool                on_map = conquers && world_count_active(w, seat);

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
            bool stout = w->stage == BEFORE_FINISH_TURN && world_does(w, seat) & DECLINES_LATE;

            move_begin(out, seat, stout && rng_below(r, 3) == 0 ? MOVE_DECLINE : MOVE_FINISH);
        }
    }
    }
}
