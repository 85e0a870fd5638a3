/* Redeployments and defences: lists of regions and numbers, as moves carry
 * them and as they are checked. A redeployment's arguments are
 *
 *     R  R times: region tokens   E  E times: region number   F   H  H times: region
 *
 * with -1 for a list or a fortress region that is not there; what is missing
 * at the end is not there either. */
#include "games/smallworld/rules.h"

/* Reads arguments one after the other; what is missing reads as `none`. */
struct arg_reader {
    const struct move *m;
    int                at;
};

static int next_arg(struct arg_reader *r, int none)
{
    return r->at < r->m->n ? r->m->arg[r->at++] : none;
}

static void read_list(struct arg_reader *r, bool numbered, struct order_list *out)
{
    int n = next_arg(r, -1);

    out->given = n >= 0;
    out->n = 0;
    for (int i = 0; i < n && i <= REGIONS_MAX; i++) {
        out->at[out->n].region = next_arg(r, 0);
        out->at[out->n++].number = numbered ? next_arg(r, -1) : 0;
    }
}

void orders_of_move(const struct move *m, struct orders *out)
{
    struct arg_reader r = { .m = m };

    read_list(&r, true, &out->regions);
    read_list(&r, true, &out->encampments);
    out->fortress = next_arg(&r, -1);
    out->fortified = out->fortress >= 0;
    read_list(&r, false, &out->heroes);
}

static void write_list(const struct order_list *list, bool numbered, struct move *m)
{
    move_add(m, list->given ? list->n : -1);
    for (int i = 0; i < list->n; i++) {
        move_add(m, list->at[i].region);
        if (numbered)
            move_add(m, list->at[i].number);
    }
}

void orders_to_move(const struct orders *o, int seat, struct move *m)
{
    move_begin(m, seat, MOVE_REDEPLOY);
    write_list(&o->regions, true, m);
    if (!o->encampments.given && !o->fortified && !o->heroes.given)
        return;
    write_list(&o->encampments, true, m);
    move_add(m, o->fortified ? o->fortress : -1);
    write_list(&o->heroes, false, m);
}

/* A region may be named several times: its numbers are added up. */
void defence_to_move(const struct order_list *list, int seat, struct move *m)
{
    move_begin(m, seat, MOVE_DEFEND);
    for (int i = 0; i < list->n; i++) {
        int k = 0;

        while (k < m->n && m->arg[k] != list->at[i].region)
            k += 2;
        if (k == m->n) {
            move_add(m, list->at[i].region);
            move_add(m, 0);
        }
        m->arg[k + 1] += (int16_t)list->at[i].number;
    }
}

/* ---- checks ------------------------------------------------------------ */

static bool all_exist(const struct world *w, const struct order_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (!world_has_region(w, list->at[i].region))
            return false;
    return true;
}

static bool holds(const struct order_list *list, int n, int region)
{
    for (int i = 0; i < n; i++)
        if (list->at[i].region == region)
            return true;
    return false;
}

static bool no_region_twice(const struct order_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (holds(list, i, list->at[i].region))
            return false;
    return true;
}

static bool all_active(const struct world *w, int seat, const struct order_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (!world_active(w, seat, list->at[i].region - 1))
            return false;
    return true;
}

static bool all_among(const struct order_list *list, const struct order_list *regions)
{
    for (int i = 0; i < list->n; i++)
        if (!holds(regions, regions->n, list->at[i].region))
            return false;
    return true;
}

static int64_t sum(const struct order_list *list)
{
    int64_t total = 0;

    for (int i = 0; i < list->n; i++)
        total += list->at[i].number;
    return total;
}

static bool all_at_least(const struct order_list *list, int least)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i].number < least)
            return false;
    return true;
}

enum word smallworld_check_redeploy(const struct world *w, int seat, const struct orders *o)
{
    const struct order_list *regions = &o->regions;
    unsigned                 power = w->player[seat].current.power;
    int                      heroes = regions->n < HEROES_MOST ? regions->n : HEROES_MOST;

    if (o->encampments.given && power != BIVOUACKING)
        return BAD_STAGE;
    if (o->fortified && power != FORTIFIED)
        return BAD_STAGE;
    if (o->heroes.given && power != HEROIC)
        return BAD_STAGE;
    if (!all_exist(w, regions) || !all_exist(w, &o->encampments) || !all_exist(w, &o->heroes) ||
        (o->fortified && !world_has_region(w, o->fortress)))
        return BAD_REGION_ID;
    if (!no_region_twice(regions) || !no_region_twice(&o->encampments) || !no_region_twice(&o->heroes))
        return BAD_REGION;
    if (!all_active(w, seat, regions) || !all_among(&o->encampments, regions) || !all_among(&o->heroes, regions) ||
        (o->fortified && !holds(regions, regions->n, o->fortress)))
        return BAD_REGION;
    if (world_count_active(w, seat) == 0)
        return USER_HAS_NOT_REGIONS;
    if (!all_at_least(regions, 0) || (regions->n == 1 && regions->at[0].number == 0))
        return BAD_TOKENS_NUM;
    if (sum(regions) > world_available(w, seat))
        return NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT;
    if (o->fortified && w->region[o->fortress - 1].marks & MARK_FORTRESS)
        return TOO_MANY_FORTIFIEDS_IN_REGION;
    if (o->fortified && world_count_fortresses(w) >= FORTRESSES_MOST)
        return TOO_MANY_FORTIFIEDS;
    if (sum(&o->encampments) > ENCAMPMENTS_MOST)
        return NOT_ENOUGH_ENCAMPMENTS;
    if (o->heroes.given && o->heroes.n != heroes)
        return BAD_SET_HERO_COMMAND;
    if (!all_at_least(&o->encampments, 1))
        return BAD_ENCAMPMENTS_NUM;
    return WORD_OK;
}

enum word smallworld_check_defend(const struct world *w, int seat, const struct order_list *list)
{
    int hand = w->player[seat].hand;

    if (!all_exist(w, list))
        return BAD_REGION_ID;
    for (int i = 0; i < list->n; i++)
        if (!world_may_retreat_to(w, list->at[i].region - 1))
            return BAD_REGION;
    if (!all_at_least(list, 0))
        return BAD_TOKENS_NUM;
    if (sum(list) > hand)
        return NOT_ENOUGH_TOKENS;
    if (sum(list) < hand)
        return THERE_ARE_TOKENS_IN_THE_HAND;
    return WORD_OK;
}
