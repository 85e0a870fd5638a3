#include "bots/rollout.h"

enum { CUT_OFF = 10000, WHOLE = 65536 };

/* A candidate move. The first is the policy's own choice; the others are scored
 * by how much better they do than it, round by round. */
struct runner {
    int     move;     /* index in think->scratch */
    int64_t lead;     /* sum of the differences */
    int64_t variance; /* sum of their squares */
};

struct race {
    const struct game    *game;
    const struct rollout *how;
    struct think         *think;
    int                   seat;
    void                 *guess, *state; /* the determinized state of the round, and the one being played */
    struct runner         runner[ROLLOUT_MOST];
    int                   runners;
    int64_t               laps;
};

/* ---- a playout ----------------------------------------------------------- */

static void share_at_end(const struct game *game, const void *state, int32_t share[SEATS_MAX])
{
    struct result result;
    int           first = 0;

    game->result(state, &result);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        first += result.rank[seat] == 1;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share[seat] = result.rank[seat] == 1 ? WHOLE / first : 0;
}

void rollout_value(const struct game *game, const void *state, const struct rollout *how, int32_t share[SEATS_MAX])
{
    if (how->value)
        how->value(state, share);
    else if (game->to_act(state) && game->estimate)
        game->estimate(state, share);
    else
        share_at_end(game, state, share);
}

static bool next_move(const struct game *game, const void *state, int seat, const struct rollout *how, struct rng *r,
                      struct move *out)
{
    if (how->random_percent && (int)rng_below(r, 100) < how->random_percent) {
        struct move_list wide = { 0 };

        if (how->wander)
            return how->wander(state, seat, r, how->notes, out);
        bool found = game_random_move(game, state, seat, r, &wide, out);
        move_list_release(&wide);
        return found;
    }
    return how->policy(state, seat, r, how->notes, out);
}

void rollout_finish(const struct game *game, void *state, int moves, const struct rollout *how, struct rng *r)
{
    int         horizon = how->horizon ? how->horizon : CUT_OFF;
    struct move m;
    unsigned    seats;

    for (; moves < horizon && (seats = game->to_act(state)); moves++)
        if (!next_move(game, state, __builtin_ctz(seats), how, r, &m) || game->apply(state, &m, NULL, NULL) != ERR_OK)
            BUG("a policy made a move that does not apply");
}

/* Plays `first` and the rest of the game from the round's state; returns the
 * value of the end for the player. */
static int32_t play_out(struct race *race, const struct move *first, uint64_t seed)
{
    const struct game *game = race->game;
    struct rng         r = rng_seeded(seed);
    int32_t            share[SEATS_MAX] = { 0 };

    memcpy(race->state, race->guess, game->state_size);
    if (game->apply(race->state, first, NULL, NULL) != ERR_OK)
        return 0; /* possible only where the guess is wrong */
    rollout_finish(game, race->state, 1, race->how, &r);
    rollout_value(game, race->state, race->how, share);
    return share[race->seat];
}

/* ---- the race ------------------------------------------------------------ */

/* Stable: ties keep their order. */
static void sort_rivals(struct race *race)
{
    for (int i = 2; i < race->runners; i++) {
        struct runner runner = race->runner[i];
        int           j = i;

        for (; j > 1 && race->runner[j - 1].lead < runner.lead; j--)
            race->runner[j] = race->runner[j - 1];
        race->runner[j] = runner;
    }
}

static int rounds_of(int rivals)
{
    int rounds = 1;

    for (; rivals > 1; rivals = (rivals + 1) / 2)
        rounds++;
    return rounds;
}

/* Plays out every candidate once, from the same guess and with the same seed. */
static void run_lap(struct race *race, const void *seen)
{
    struct think *think = race->think;

    memcpy(race->guess, seen, race->game->state_size);
    if (race->game->determinize)
        race->game->determinize(race->guess, race->seat, &think->rng);
    uint64_t seed = rng_next(&think->rng);
    int32_t  own = play_out(race, &think->scratch.at[race->runner[0].move], seed);
    for (int i = 1; i < race->runners; i++) {
        int64_t more = play_out(race, &think->scratch.at[race->runner[i].move], seed) - own;

        race->runner[i].lead += more;
        race->runner[i].variance += more * more;
    }
    race->laps++;
    think->spent += race->runners;
}

/* Is its lead significant, that is, larger than the required number of standard
 * errors? */
static bool is_better(const struct race *race, const struct runner *rival)
{
    double n = (double)race->laps, lead = (double)rival->lead, doubt = race->how->doubt_percent / 100.0;
    double scatter = n * (double)rival->variance - lead * lead;

    return rival->lead > 0 && race->laps > 1 && lead * lead * (n - 1) > doubt * doubt * scatter;
}

/* The policy's choice stays to the end; half of its rivals are dropped after
 * each round. The survivor must be clearly better. */
static void run_race(struct race *race, const void *seen)
{
    struct think *think = race->think;
    int           rounds = rounds_of(race->runners - 1);

    for (int round = 0; round < rounds; round++) {
        int64_t laps = think->nodes / rounds / race->runners;

        for (int64_t lap = 0; lap < (laps ? laps : 1) && !think_cancelled(think); lap++)
            run_lap(race, seen);
        sort_rivals(race);
        if (think_cancelled(think))
            break;
        if (round + 1 < rounds)
            race->runners = 1 + race->runners / 2;
    }
    if (is_better(race, &race->runner[1]))
        race->runner[0] = race->runner[1];
}

/* ---- who runs ------------------------------------------------------------- */

static void thin_evenly(struct move_list *list, int most)
{
    if (list->n <= most)
        return;
    for (int i = 0; i < most; i++)
        list->at[i] = list->at[i * list->n / most];
    list->n = most;
}

void rollout_candidates(const struct game *game, const void *state, int seat, struct think *think, const struct rollout *how)
{
    struct move_list *list = &think->scratch;
    int               most = how->most && how->most < ROLLOUT_MOST ? how->most : ROLLOUT_MOST, at = 0;
    struct move       own;

    list->n = 0;
    game->legal(state, seat, list);
    if (!how->policy(state, seat, &think->rng, how->notes, &own))
        BUG("a policy found no move although it owes one");
    if (how->narrow)
        how->narrow(state, seat, list, most, &think->rng);
    thin_evenly(list, most);
    while (at < list->n && !move_eq(&list->at[at], &own))
        at++;
    if (at == list->n && list->n < most)
        move_list_new(list, own.seat, own.kind);
    else if (at == list->n)
        at--;
    for (; at > 0; at--)
        list->at[at] = list->at[at - 1];
    list->at[0] = own;
}

static void line_up(struct race *race, const void *seen)
{
    memcpy(race->guess, seen, race->game->state_size);
    if (race->game->determinize)
        race->game->determinize(race->guess, race->seat, &race->think->rng);
    rollout_candidates(race->game, race->guess, race->seat, race->think, race->how);
    while (race->runners < race->think->scratch.n) {
        race->runner[race->runners] = (struct runner){ .move = race->runners };
        race->runners++;
    }
}

bool rollout_choose(const struct game *game, const void *seen, int seat, struct think *think, const struct rollout *how,
                    struct move *out)
{
    struct race race = { .game = game, .how = how, .think = think, .seat = seat };
    size_t      half = ROLLOUT_MEMORY(game->state_size) / 2;

    think->scratch.n = 0;
    game->legal(seen, seat, &think->scratch);
    if (think->scratch.n == 0)
        return false;
    if (think->scratch.n > 1) {
        race.guess = think->memory;
        race.state = (char *)think->memory + half;
        line_up(&race, seen);
        if (race.runners > 1)
            run_race(&race, seen);
    } else {
        race.runner[0].move = 0;
    }
    *out = think->scratch.at[race.runner[0].move];
    return true;
}
