/* Which gods to play with, by how often each beat each other in games of this
 * player against itself. */
#include "games/santorini/bot.h"

/* wins[first][second]: percentage of games that the first god won when starting
 * against the second. From 40 games per pair with 2,000 nodes per move:
 * bench_santorini_ladder table 40 4/2000. */
/* clang-format off */
static const uint8_t wins[GODS][GODS] = {
    { 50, 95, 85, 65, 70, 62, 57, 67, 50, 95, 27, 70, 52, 85, 97, 77 }, /* Apollo */
    { 17, 50, 87, 62, 52, 30, 72, 52, 32, 87, 32, 65, 62, 92, 80, 77 }, /* Minotaur */
    { 2, 15, 50, 32, 22, 7, 25, 17, 17, 37, 7, 17, 12, 72, 35, 37 }, /* Atlas */
    { 30, 42, 72, 50, 57, 60, 62, 52, 45, 62, 40, 67, 47, 80, 35, 32 }, /* Athena */
    { 15, 25, 82, 52, 50, 50, 70, 22, 27, 70, 35, 57, 35, 82, 35, 75 }, /* Hephaestus */
    { 52, 65, 60, 52, 57, 50, 65, 17, 37, 70, 55, 60, 50, 82, 52, 87 }, /* Demeter */
    { 40, 32, 85, 30, 47, 25, 50, 22, 35, 57, 22, 25, 30, 80, 57, 47 }, /* Pan */
    { 25, 52, 72, 62, 65, 60, 82, 50, 37, 75, 57, 60, 42, 82, 70, 37 }, /* Artemis */
    { 45, 72, 85, 60, 65, 57, 80, 77, 50, 72, 55, 77, 60, 100, 42, 90 }, /* Prometheus */
    { 7, 10, 67, 37, 45, 42, 62, 22, 22, 50, 20, 45, 20, 47, 17, 10 }, /* Zeus */
    { 77, 70, 75, 42, 52, 50, 77, 30, 30, 95, 50, 47, 45, 85, 90, 67 }, /* Charon */
    { 22, 50, 72, 27, 35, 37, 65, 40, 32, 62, 47, 50, 57, 80, 30, 75 }, /* Hestia */
    { 45, 55, 85, 45, 47, 52, 70, 72, 17, 62, 45, 55, 50, 65, 77, 37 }, /* Urania */
    { 2, 12, 40, 40, 15, 2, 27, 7, 15, 52, 7, 12, 27, 50, 42, 35 }, /* Chronus */
    { 5, 17, 95, 47, 52, 57, 55, 30, 57, 85, 5, 80, 32, 60, 50, 32 }, /* Limus */
    { 10, 27, 67, 62, 32, 22, 92, 62, 17, 87, 25, 12, 57, 82, 82, 50 }, /* Hades */
};
/* clang-format on */

/* How much worse than the best set a selected one may be, by level: beginners
 * pick what they like. */
static const uint8_t tolerance[LEVELS + 1] = { 0, 100, 40, 15, 8, 5 };

/* What the others gain from a set of gods: with two players the opponent takes
 * the better one and starts; with three the strongest stands out. */
static int worst_case(const struct move *m)
{
    int worst = 0;

    for (int i = 0; i < m->n; i++) {
        int sum = 0;

        for (int k = 0; k < m->n; k++)
            if (k != i)
                sum += wins[m->arg[i]][m->arg[k]];
        worst = sum > worst ? sum : worst;
    }
    return worst;
}

static void select_gods(const struct santorini *s, int seat, struct think *think, struct move *out)
{
    struct move_list *list = &think->scratch;
    int               least = INT32_MAX, good = 0;

    santorini_game.legal(s, seat, list);
    for (int i = 0; i < list->n; i++) {
        int worst = worst_case(&list->at[i]);

        least = worst < least ? worst : least;
    }
    for (int i = 0; i < list->n; i++)
        if (worst_case(&list->at[i]) <= least + tolerance[think->level])
            list->at[good++] = list->at[i];
    *out = list->at[rng_below(&think->rng, (uint64_t)good)];
    list->n = 0;
}

/* How well a god does against all others in the game. */
static int against_others(const struct santorini *s, int god)
{
    int sum = 0;

    for (int i = 0; i < s->offers; i++)
        if (s->offered[i] != god)
            sum += wins[god][s->offered[i]];
    for (int seat = 0; seat < s->seats; seat++)
        if (s->god[seat] < GODS && s->god[seat] != god)
            sum += wins[god][s->god[seat]];
    return sum;
}

static int best_god(const struct santorini *s)
{
    int best = s->offered[0];

    for (int i = 1; i < s->offers; i++)
        if (against_others(s, s->offered[i]) > against_others(s, best))
            best = s->offered[i];
    return best;
}

/* Starting is an advantage, so it goes to the player with the weakest god. */
static int weakest_seat(const struct santorini *s, int self)
{
    int weakest = self;

    for (int seat = 0; seat < s->seats; seat++)
        if (seat != self && (weakest == self || against_others(s, s->god[seat]) < against_others(s, s->god[weakest])))
            weakest = seat;
    return weakest;
}

void santorini_choose_setup(const struct santorini *s, int seat, struct think *think, struct move *out)
{
    if (s->phase == SELECT) {
        select_gods(s, seat, think, out);
    } else if (s->phase == CHOOSE) {
        move_begin(out, seat, CHOOSE_GOD);
        move_add(out, best_god(s));
    } else {
        move_begin(out, seat, NAME_FIRST);
        move_add(out, weakest_seat(s, seat));
    }
}
