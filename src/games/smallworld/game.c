/* The contract: setup, secrets, keys, results. The rules themselves are in
 * rules.c. */
#include "games/smallworld/map.h"

/* ---- setup ------------------------------------------------------------- */

static void shuffle(uint8_t *list, int n, struct rng *r)
{
    for (int i = n - 1; i > 0; i--) {
        int     k = (int)rng_below(r, (uint64_t)i + 1);
        uint8_t other = list[k];

        list[k] = list[i];
        list[i] = other;
    }
}

static void lay_deck(struct world *w)
{
    uint8_t power[POWERS], race[RACES];

    for (int i = 0; i < POWERS; i++)
        power[i] = (uint8_t)(i + 1);
    for (int i = 0; i < RACES; i++)
        race[i] = (uint8_t)(i + 1);
    shuffle(power, POWERS, &w->rng);
    shuffle(race, RACES, &w->rng);
    for (int i = 0; i < POWERS; i++)
        w->deck[i].badge = (struct badge){ .id = (uint8_t)(i + 1), .race = i < RACES ? race[i] : NO_RACE, .power = power[i] };
    w->slots = w->last_badge = POWERS;
}

const struct option smallworld_options[] = {
    [OPTION_DICE] = { .name = "dice",
                      .title = "Fair dice",
                      .help = "off: dice as in the first release, for its own tables only",
                      .kind = OPTION_FLAG,
                      .min = 0,
                      .max = 1,
                      .default_value = 1,
                      .hidden = true,
                      .late = true },
    { 0 },
};

/* 1 to 2^31 - 2. */
static uint32_t first_die(uint64_t seed)
{
    uint32_t x = (uint32_t)(seed & INT32_MAX) % INT32_MAX;

    return x ? x : 1;
}

enum err smallworld_setup(void *state, const struct setup *s, struct refusal *why)
{
    struct world *w = state;
    enum err      err;

    w->seats = s->seats;
    if (s->extra.len) {
        err = map_into_world(s->extra, w, why);
    } else {
        const struct default_map *map = default_map_for(s->seats);

        w->turns = (uint8_t)map->turns;
        err = map_regions_into_world(str_of(map->regions), w, why);
    }
    if (err != ERR_OK)
        return err;
    w->befriended = NOBODY;
    w->rng = rng_seeded(s->seed);
    if (!s->option[OPTION_DICE])
        w->die = first_die(s->seed);
    lay_deck(w);
    for (int seat = 0; seat < w->seats; seat++)
        w->player[seat] = (struct player){ .coins = START_COINS, .in_game = true };
    return ERR_OK;
}

/* ---- secrets ----------------------------------------------------------- */

/* The generator is secret, and so are badges that are not on display, except
 * those that everybody saw returning to the deck. Coins are public. */
void smallworld_redact(void *state, int seat)
{
    struct world *w = state;

    (void)seat;
    w->rng = rng_seeded(0);
    w->die = w->die != 0;
    for (int i = world_shown(w); i < w->slots; i++) {
        struct slot *slot = &w->deck[i];

        if (!slot->race_known)
            slot->badge.race = NO_RACE;
        if (!slot->power_known)
            slot->badge.power = NO_POWER;
    }
}

/* Races and powers that are visible somewhere. */
struct sight {
    bool race[RACES + 1], power[POWERS + 1];
};

static void look_at(struct sight *sight, const struct badge *badge)
{
    sight->race[badge->race] = true;
    sight->power[badge->power] = true;
}

/* Fills `list` with the unseen numbers, in random order. */
static int draw_unseen(const bool *seen, int n, uint8_t *list, struct rng *r)
{
    int unseen = 0;

    for (int i = 1; i <= n; i++)
        if (!seen[i])
            list[unseen++] = (uint8_t)i;
    shuffle(list, unseen, r);
    return unseen;
}

/* The unseen races fill the first slots that lack one, the unseen powers all
 * that do: each order is as likely as any other. */
void smallworld_determinize(void *seen, int seat, struct rng *r)
{
    struct world *w = seen;
    struct sight  sight = { 0 };
    uint8_t       race[RACES], power[POWERS];

    (void)seat;
    for (int i = 0; i < w->seats; i++) {
        look_at(&sight, &w->player[i].current);
        look_at(&sight, &w->player[i].declined);
    }
    for (int i = 0; i < w->slots; i++)
        look_at(&sight, &w->deck[i].badge);
    int races_left = draw_unseen(sight.race, RACES, race, r), powers_left = draw_unseen(sight.power, POWERS, power, r);
    for (int i = 0; i < w->slots; i++) {
        struct badge *badge = &w->deck[i].badge;

        if (badge->race == NO_RACE && races_left)
            badge->race = race[--races_left];
        if (badge->power == NO_POWER)
            badge->power = power[--powers_left];
    }
    w->rng = rng_seeded(rng_next(r));
    if (w->die)
        w->die = first_die(rng_next(r));
}

/* ---- keys and ends ------------------------------------------------------ */

/* All of the state except last_event, which only the protocol uses. */
uint64_t smallworld_hash(const void *state)
{
    struct world w;
    uint64_t     key = 0;

    memcpy(&w, state, sizeof w);
    w.last_event = 0;
    for (size_t i = 0; i < sizeof w; i += sizeof key) {
        uint64_t   word;
        struct rng mix;

        memcpy(&word, (const char *)&w + i, sizeof word);
        mix = rng_seeded(key ^ word);
        key = rng_next(&mix);
    }
    return key;
}

_Static_assert(sizeof(struct world) % sizeof(uint64_t) == 0, "the key takes whole words");

/* Estimated coins at the end; a fresh race earns more than it holds at first. */
static int coins_at_end(const struct world *w, int seat)
{
    enum { USUAL_INCOME = 8 };
    struct income in;
    bool          done = seat < w->active && w->stage != GAME_OVER;
    int           turns = w->stage == GAME_OVER || !w->player[seat].in_game ? 0 : w->turns - w->turn - done;

    world_income(w, seat, &in);
    return w->player[seat].coins + turns * (income_total(&in) + USUAL_INCOME) / 2;
}

void smallworld_shares(const struct world *w, const int coins[PLAYERS_MAX], int halving, int32_t share[SEATS_MAX])
{
    enum { WHOLE = 65536 };
    int     best = 0;
    int64_t weight[PLAYERS_MAX], sum = 0;

    for (int i = 0; i < w->seats; i++)
        best = coins[i] > best ? coins[i] : best;
    for (int i = 0; i < w->seats; i++) {
        int behind = best - coins[i], halvings = behind / halving;

        weight[i] = halvings > 20 ? 0 : (int64_t)(2 * halving - behind % halving) << (20 - halvings);
        sum += weight[i];
    }
    for (int i = 0; i < SEATS_MAX; i++)
        share[i] = i < w->seats ? (int32_t)(weight[i] * WHOLE / sum) : 0;
    for (int i = 0, rest = WHOLE; i < w->seats; i++)
        if ((rest -= share[i]) > 0 && i == w->seats - 1)
            share[i] += rest;
}

void smallworld_estimate(const void *state, int32_t share[SEATS_MAX])
{
    enum { HALVING = 8 };
    const struct world *w = state;
    int                 coins[PLAYERS_MAX];

    for (int i = 0; i < w->seats; i++)
        coins[i] = coins_at_end(w, i);
    smallworld_shares(w, coins, HALVING, share);
}

/* Most coins win; whoever left comes after all who stayed. */
static bool better(const struct player *a, const struct player *b)
{
    return a->in_game != b->in_game ? a->in_game : a->coins > b->coins;
}

void smallworld_result(const void *state, struct result *out)
{
    const struct world *w = state;

    *out = (struct result){ .over = w->stage == GAME_OVER };
    for (int seat = 0; seat < w->seats; seat++) {
        out->points[seat] = w->player[seat].coins;
        out->rank[seat] = 1;
        for (int other = 0; other < w->seats; other++)
            out->rank[seat] += better(&w->player[other], &w->player[seat]);
    }
}

/* ---- the contract ------------------------------------------------------ */

unsigned smallworld_to_act(const void *state)
{
    int seat = world_mover(state);

    return seat == NOBODY ? 0 : 1u << seat;
}

static bool leave(const void *state, int seat, struct move *out)
{
    const struct world *w = state;

    move_begin(out, seat, MOVE_LEAVE);
    return w->stage != GAME_OVER && w->player[seat].in_game;
}

const struct game smallworld_game = {
    .name = "smallworld",
    .title = "Small World",
    .blurb = "Lead one short-lived race after the other over a map that is too small for all of them.",
    .min_seats = 2,
    .max_seats = PLAYERS_MAX,
    .usual_seats = 4,
    .traits = GAME_HAS_CHANCE | GAME_HAS_SECRETS,
    .leaving = "lose",
    .state_size = sizeof(struct world),
    .options = smallworld_options,
    .kinds = smallworld_kinds,
    .effects = smallworld_effects,
    .refusals = smallworld_refusals,
    .bots = smallworld_bots,
    .setup = smallworld_setup,
    .to_act = smallworld_to_act,
    .legal = smallworld_legal,
    .pick = smallworld_pick,
    .apply = smallworld_apply,
    .redact = smallworld_redact,
    .determinize = smallworld_determinize,
    .hash = smallworld_hash,
    .estimate = smallworld_estimate,
    .view = smallworld_view,
    .board = smallworld_board,
    .forms = smallworld_forms,
    .names = smallworld_names,
    .shapes = &smallworld_shapes,
    .draw = smallworld_draw,
    .describe = smallworld_describe,
    .notate = smallworld_notate,
    .outcome = smallworld_outcome,
    .result = smallworld_result,
    .leave = leave,
};
