/* Moves in words: for a list of choices, and shorter for the log. */
#include "games/smallworld/rules.h"

enum { WORDS_MOST = 120 }; /* bytes of a choice's words */

static void tell_region(const struct world *w, int number, struct buf *out)
{
    char room[REGION_NAME_BYTES];

    if (world_has_region(w, number))
        buf_str(out, region_name(w, number - 1, room));
    else
        buf_printf(out, "region %d", number);
}

static void tell_badge(const struct world *w, const struct move *m, struct buf *out)
{
    int position = m->arg[0];

    if (position < 0 || position >= world_shown(w)) {
        buf_printf(out, "chooses badge %d", position);
        return;
    }
    const struct badge *badge = &w->deck[position].badge;

    buf_printf(out, "chooses %s %s", smallworld_power_names[badge->power], smallworld_race_names[badge->race]);
}

/* ---- lists of regions ---------------------------------------------------- */

/* The largest number in the list below `below`, -1: there is none. */
static int next_number(const struct order_list *list, int below)
{
    int found = -1;

    for (int i = 0; i < list->n; i++)
        if (list->at[i].number < below && list->at[i].number > found)
            found = list->at[i].number;
    return found;
}

static int count_number(const struct order_list *list, int number)
{
    int n = 0;

    for (int i = 0; i < list->n; i++)
        n += list->at[i].number == number;
    return n;
}

/* "3 on Forest 12, 1 on Hill 4, Swamp 7", most tokens first. Briefly, regions
 * with the fewest tokens are only counted: "3 on Forest 12, 1 on 9 others". */
static void tell_numbers(const struct world *w, const struct order_list *list, const char *on, bool briefly, struct buf *out)
{
    int number = next_number(list, INT32_MAX);

    for (int first = 1; number >= 0; first = 0) {
        int  below = next_number(list, number), n = count_number(list, number);
        bool named = false;

        buf_printf(out, "%s%d %s ", first ? " " : ", ", number, on);
        if (briefly && below < 0 && n > 2) {
            buf_printf(out, first ? "each of %d regions" : "%d others", n);
            return;
        }
        for (int i = 0; i < list->n; i++) {
            if (list->at[i].number != number)
                continue;
            buf_text(out, named ? ", " : "");
            tell_region(w, list->at[i].region, out);
            named = true;
        }
        number = below;
    }
}

static void tell_extras(const struct world *w, const struct orders *o, struct buf *out)
{
    for (int i = 0; i < o->encampments.n; i++) {
        buf_printf(out, "; %d camps on ", o->encampments.at[i].number);
        tell_region(w, o->encampments.at[i].region, out);
    }
    if (o->fortified) {
        buf_text(out, "; fortress on ");
        tell_region(w, o->fortress, out);
    }
    for (int i = 0; i < o->heroes.n; i++) {
        buf_text(out, i ? ", " : o->heroes.n > 1 ? "; heroes on " : "; hero on ");
        tell_region(w, o->heroes.at[i].region, out);
    }
}

/* The last region gets all remaining tokens. */
static void give_rest(const struct world *w, int seat, struct order_list *list)
{
    int rest = seat < w->seats ? world_available(w, seat) : 0;

    for (int i = 0; i < list->n - 1; i++)
        rest -= list->at[i].number;
    if (list->n && rest > 0)
        list->at[list->n - 1].number = rest;
}

static void tell_redeployment(const struct world *w, const struct move *m, struct buf *out)
{
    struct orders o;
    size_t        start = out->len;

    orders_of_move(m, &o);
    give_rest(w, m->seat, &o.regions);
    for (int briefly = 0; briefly < 2; briefly++) {
        out->len = start;
        buf_text(out, "redeploys");
        if (o.regions.n == 0)
            buf_text(out, " nobody and gives up all regions");
        tell_numbers(w, &o.regions, "on", briefly, out);
        tell_extras(w, &o, out);
        if (out->len - start <= WORDS_MOST)
            return;
    }
    out->len = start + WORDS_MOST - 3;
    buf_text(out, "...");
}

static void tell_defence(const struct world *w, const struct move *m, struct buf *out)
{
    struct order_list list;

    defence_of_move(m, &list);
    buf_text(out, "retreats with");
    if (list.n == 0)
        buf_text(out, " nobody");
    tell_numbers(w, &list, "to", false, out);
}

/* ---- a move --------------------------------------------------------------- */

void smallworld_notate(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    static const struct {
        const char *text;
        bool        region; /* its argument follows */
        void (*tell)(const struct world *w, const struct move *m, struct buf *out);
    } kinds[MOVE_KINDS] = {
        [MOVE_SELECT] = { .tell = tell_badge },
        [MOVE_REDEPLOY] = { .tell = tell_redeployment },
        [MOVE_DEFEND] = { .tell = tell_defence },
        [MOVE_FRIEND] = { "befriends ", false },
        [MOVE_CONQUER] = { "attacks ", true },
        [MOVE_CONQUER_DIE] = { "attacks ", true },
        [MOVE_DECLINE] = { "goes into decline", false },
        [MOVE_DRAGON] = { "sends the dragon to ", true },
        [MOVE_ENCHANT] = { "enchants ", true },
        [MOVE_THROW] = { "throws the die", false },
        [MOVE_THROW_DIE] = { "throws the die", false },
        [MOVE_FINISH] = { "finishes the turn", false },
        [MOVE_LEAVE] = { "leaves", false },
        [MOVE_DECK] = { "lays out the deck", false },
    };
    const struct world *w = before;

    if (kinds[m->kind].tell) {
        kinds[m->kind].tell(w, m, out);
        return;
    }
    buf_text(out, kinds[m->kind].text);
    if (kinds[m->kind].region)
        tell_region(w, m->arg[0], out);
    if (m->kind == MOVE_FRIEND)
        name_write_any(names, m->arg[0], w->seats, out);
}

/* The price of an attack, for lists of choices. */
static void tell_need(const struct world *w, const struct move *m, struct buf *out)
{
    int hand = w->player[w->active].hand, need = world_price(w, w->active, m->arg[0] - 1, NULL);

    if (need <= hand)
        buf_printf(out, " (needs %d)", need);
    else
        buf_printf(out, " %s (needs %d, has %d)", w->berserk ? "in vain" : "with the die", need, hand);
}

static void tell_cost(const struct world *w, int position, struct buf *out)
{
    const struct slot *slot = &w->deck[position];

    buf_printf(out, ", %d tokens", races[slot->badge.race].tokens + powers[slot->badge.power].tokens);
    if (position)
        buf_printf(out, ", for %d coin%s", position, position == 1 ? "" : "s");
    if (slot->coins)
        buf_printf(out, ", with %d coin%s on it", slot->coins, slot->coins == 1 ? "" : "s");
}

void smallworld_describe(const void *before, const struct move *m, const struct names *names, struct buf *out)
{
    const struct world *w = before;

    smallworld_notate(before, m, names, out);
    if (m->kind == MOVE_SELECT && m->arg[0] >= 0 && m->arg[0] < world_shown(w))
        tell_cost(w, m->arg[0], out);
    else if (m->kind == MOVE_CONQUER && world_has_region(w, m->arg[0]))
        tell_need(w, m, out);
}

/* The die, and whether the attack failed. */
void smallworld_outcome(const void *after, const struct move *m, const struct names *names, struct buf *out)
{
    const struct world *w = after;

    (void)names;
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
