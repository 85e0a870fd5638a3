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

void defence_of_move(const struct move *m, struct order_list *out)
{
    out->given = true;
    out->n = 0;
    for (int i = 0; i < m->n; i += 2)
        out->at[out->n++] = (struct order){ .region = m->arg[i], .number = i + 1 < m->n ? m->arg[i + 1] : -1 };
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

static enum err check_exist(const struct world *w, const struct order_list *list, struct refusal *why)
{
    for (int i = 0; i < list->n; i++)
        if (!world_has_region(w, list->at[i].region))
            return no_two(why, REFUSE_BAD_REGION_ID, list->at[i].region, w->regions);
    return ERR_OK;
}

static bool holds(const struct order_list *list, int n, int region)
{
    for (int i = 0; i < n; i++)
        if (list->at[i].region == region)
            return true;
    return false;
}

static enum err check_once(const struct order_list *list, struct refusal *why)
{
    for (int i = 0; i < list->n; i++)
        if (holds(list, i, list->at[i].region))
            return no(why, REFUSE_REGION_TWICE, list->at[i].region);
    return ERR_OK;
}

static enum err check_active(const struct world *w, int seat, const struct order_list *list, struct refusal *why)
{
    for (int i = 0; i < list->n; i++)
        if (!world_active(w, seat, list->at[i].region - 1))
            return no(why, REFUSE_NOT_YOUR_REGION, list->at[i].region);
    return ERR_OK;
}

static enum err check_among(const struct order_list *list, const struct order_list *regions, struct refusal *why)
{
    for (int i = 0; i < list->n; i++)
        if (!holds(regions, regions->n, list->at[i].region))
            return no(why, REFUSE_NOT_AMONG_REGIONS, list->at[i].region);
    return ERR_OK;
}

static int sum(const struct order_list *list)
{
    int64_t total = 0;

    for (int i = 0; i < list->n; i++)
        total += list->at[i].number;
    return total > INT32_MAX ? INT32_MAX : (int)total;
}

static bool all_at_least(const struct order_list *list, int least)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i].number < least)
            return false;
    return true;
}

/* Such orders need the power. */
static enum err check_powers(unsigned does, const struct orders *o, struct refusal *why)
{
    if (o->encampments.given && !(does & CAMPS))
        return no(why, REFUSE_NOT_BIVOUACKING, 0);
    if (o->fortified && !(does & FORTIFIES))
        return no(why, REFUSE_NOT_FORTIFIED, 0);
    return o->heroes.given && !(does & SETS_HEROES) ? no(why, REFUSE_NOT_HEROIC, 0) : ERR_OK;
}

static enum err check_places(const struct world *w, int seat, const struct orders *o, struct refusal *why)
{
    const struct order_list *regions = &o->regions;
    struct order_list        fortress = { .n = o->fortified, .at = { { .region = o->fortress } } };

    if (check_exist(w, regions, why) != ERR_OK || check_exist(w, &o->encampments, why) != ERR_OK ||
        check_exist(w, &fortress, why) != ERR_OK || check_exist(w, &o->heroes, why) != ERR_OK)
        return ERR_REFUSED;
    if (check_once(regions, why) != ERR_OK || check_once(&o->encampments, why) != ERR_OK || check_once(&o->heroes, why) != ERR_OK)
        return ERR_REFUSED;
    if (check_active(w, seat, regions, why) != ERR_OK || check_among(&o->encampments, regions, why) != ERR_OK ||
        check_among(&fortress, regions, why) != ERR_OK || check_among(&o->heroes, regions, why) != ERR_OK)
        return ERR_REFUSED;
    return ERR_OK;
}

enum err smallworld_check_redeploy(const struct world *w, int seat, const struct orders *o, struct refusal *why)
{
    const struct order_list *regions = &o->regions;
    int                      heroes = regions->n < HEROES_MOST ? regions->n : HEROES_MOST;

    if (check_powers(world_does(w, seat), o, why) != ERR_OK || check_places(w, seat, o, why) != ERR_OK)
        return ERR_REFUSED;
    if (!world_count_active(w, seat))
        return no(why, REFUSE_USER_HAS_NOT_REGIONS, 0);
    if (!all_at_least(regions, 0) || (regions->n == 1 && regions->at[0].number == 0))
        return no(why, REFUSE_NEGATIVE_TOKENS, 0);
    if (sum(regions) > world_available(w, seat))
        return no_two(why, REFUSE_NOT_ENOUGH_TOKENS_FOR_REDEPLOYMENT, sum(regions), world_available(w, seat));
    if (o->fortified && w->region[o->fortress - 1].marks & MARK_FORTRESS)
        return no(why, REFUSE_TOO_MANY_FORTIFIEDS_IN_REGION, o->fortress);
    if (o->fortified && world_count_fortresses(w) >= FORTRESSES_MOST)
        return no(why, REFUSE_TOO_MANY_FORTIFIEDS, FORTRESSES_MOST);
    if (sum(&o->encampments) > ENCAMPMENTS_MOST)
        return no_two(why, REFUSE_NOT_ENOUGH_ENCAMPMENTS, sum(&o->encampments), ENCAMPMENTS_MOST);
    if (o->heroes.given && o->heroes.n != heroes)
        return no_two(why, REFUSE_BAD_SET_HERO_COMMAND, o->heroes.n, heroes);
    return all_at_least(&o->encampments, 1) ? ERR_OK : no(why, REFUSE_BAD_ENCAMPMENTS_NUM, 0);
}

enum err smallworld_check_defend(const struct world *w, int seat, const struct order_list *list, struct refusal *why)
{
    int hand = w->player[seat].hand;

    if (check_exist(w, list, why) != ERR_OK)
        return ERR_REFUSED;
    for (int i = 0; i < list->n; i++)
        if (!world_may_retreat_to(w, list->at[i].region - 1))
            return no(why, REFUSE_NO_RETREAT, list->at[i].region);
    if (!all_at_least(list, 0))
        return no(why, REFUSE_NEGATIVE_TOKENS, 0);
    if (sum(list) > hand)
        return no_two(why, REFUSE_NOT_ENOUGH_TOKENS, sum(list), hand);
    return sum(list) < hand ? no_two(why, REFUSE_THERE_ARE_TOKENS_IN_THE_HAND, sum(list), hand) : ERR_OK;
}
