/* The greedy player, also a baseline for the others: it picks the affordable
 * badge with most tokens, attacks where a token earns most, redeploys evenly and
 * declines when its race is spent. It uses neither chance nor secrets. */
#include "games/smallworld/rules.h"

enum { SPENT_HAND = 5 }; /* fewer tokens at the start of a turn, and the race declines */

/* An arbitrary preference for a badge, 0 to 7, fixed for a character. */
static int liking(uint64_t character, const struct badge *badge)
{
    struct rng r = rng_seeded(character + (uint64_t)badge->race * 32 + badge->power);

    return character ? (int)rng_below(&r, 8) : 0;
}

/* Tokens count, coins on the badge too, its price against it. */
static int badge_value(const struct world *w, int position, uint64_t character)
{
    const struct slot *slot = &w->deck[position];

    return 2 * (races[slot->badge.race].tokens + powers[slot->badge.power].tokens) + slot->coins - position +
           liking(character, &slot->badge);
}

static void choose_badge(const struct world *w, int seat, uint64_t character, struct move *out)
{
    int best = 0;

    for (int i = 1, n = world_shown(w); i < n && i <= w->player[seat].coins; i++)
        if (badge_value(w, i, character) > badge_value(w, best, character))
            best = i;
    move_begin(out, seat, MOVE_SELECT);
    move_add(out, best);
}

/* What a region is worth beyond the coin that every region pays. */
static int region_value(const struct world *w, int seat, int region)
{
    const struct badge  *badge = &w->player[seat].current;
    const struct region *r = &w->region[region];
    int                  value = 4;

    value += r->land & races[badge->race].pays_for ? 4 : 0;
    value += r->land & powers[badge->power].pays_for ? 4 : 0;
    value += r->tokens > 0 ? 4 * (races[badge->race].pays_per_loot + powers[badge->power].pays_per_loot) : 0;
    value += r->owner && r->owner != seat + 1 ? 2 : 0; /* somebody else loses it */
    value -= r->owner == seat + 1 ? 4 : 0;             /* a declined region pays already */
    return value;
}

/* The best region for `kind`, -1 if none. The dragon goes where it saves most
 * tokens; others weigh worth against price. */
static int best_target(const struct world *w, int seat, int kind)
{
    int best = -1, best_score = 0;
    set reach = world_reach(w, seat), rest = reach;

    for (int i; (i = set_take(&rest)) >= 0;) {
        if (!smallworld_may_attack(w, seat, kind, i, reach))
            continue;
        int price = world_price(w, seat, i, NULL);
        int score = kind == MOVE_DRAGON ? price + region_value(w, seat, i) : 100 + 2 * region_value(w, seat, i) - 4 * price;

        if (best < 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static bool attack(const struct world *w, int seat, struct move *out)
{
    static const uint8_t attacks[] = { MOVE_DRAGON, MOVE_ENCHANT }, needed[] = { RIDES_DRAGON, ENCHANTS };

    for (size_t i = 0; i < ARRAY_LEN(attacks); i++) {
        int region = world_does(w, seat) & needed[i] ? best_target(w, seat, attacks[i]) : -1;

        if (region < 0)
            continue;
        move_begin(out, seat, attacks[i]);
        move_add(out, region + 1);
        return true;
    }
    int region = best_target(w, seat, MOVE_CONQUER);
    if (region < 0)
        return false;
    if (smallworld_may(w, seat, MOVE_THROW, 0))
        return move_begin(out, seat, MOVE_THROW), true;
    move_begin(out, seat, MOVE_CONQUER);
    move_add(out, region + 1);
    return true;
}

/* Not in the last turn, where a new race would never earn anything. */
static bool spent(const struct world *w, int seat)
{
    return w->stage == BEFORE_CONQUEST && w->player[seat].hand < SPENT_HAND && w->turn + 1 < w->turns;
}

static void befriend_or_finish(const struct world *w, int seat, struct move *out)
{
    for (int other = 0; other < w->seats; other++) {
        if (!w->player[other].in_game || !smallworld_may(w, seat, MOVE_FRIEND, other))
            continue;
        move_begin(out, seat, MOVE_FRIEND);
        move_add(out, other);
        return;
    }
    move_begin(out, seat, MOVE_FINISH);
}

static void retreat(const struct world *w, int seat, struct move *out)
{
    int region = 0;

    while (!world_may_retreat_to(w, region))
        region++;
    move_begin(out, seat, MOVE_DEFEND);
    move_add(out, region + 1);
    move_add(out, w->player[seat].hand);
}

void smallworld_greedy(const void *state, int seat, uint64_t character, struct move *out)
{
    const struct world *w = state;

    switch (w->stage) {
    case SELECT_RACE:
        choose_badge(w, seat, character, out);
        return;
    case BEFORE_CONQUEST:
    case CONQUEST:
        if (spent(w, seat))
            move_begin(out, seat, MOVE_DECLINE);
        else if (attack(w, seat, out))
            return;
        else if (world_count_active(w, seat))
            smallworld_redeploy_evenly(w, seat, out);
        else
            move_begin(out, seat, w->stage == BEFORE_CONQUEST ? MOVE_DECLINE : MOVE_LEAVE);
        return;
    case DEFEND:
        retreat(w, seat, out);
        return;
    case REDEPLOY:
        smallworld_redeploy_evenly(w, seat, out);
        return;
    default:
        befriend_or_finish(w, seat, out);
    }
}
