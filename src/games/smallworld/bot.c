/* Small World's computer players. The planner plays out the quick player's
 * choice and a few more moves, to the end of the game. */
#include "bots/tree.h"
#include "games/smallworld/quick.h"

/* ---- moves worth trying ----------------------------------------------------- */

enum { CONQUESTS_TRIED = 8, STOPS_TRIED = 2 };

/* Attacks, best first: those that pay most for their tokens. */
static int attack_rank(const struct field *f, const struct move *m)
{
    int region = m->arg[0] - 1, price = f->price[region];

    if (m->kind == MOVE_DRAGON)
        return 16 * (f->value[region] + 4 * price) / 4;
    if (m->kind == MOVE_ENCHANT)
        return 16 * (f->value[region] + 16);
    /* Relying on the die costs extra. */
    if (price > f->hand)
        price += 2 * (price - f->hand);
    return 16 * f->value[region] / price;
}

static void sort_attacks(const struct field *f, struct move_list *list, int n)
{
    for (int i = 1; i < n; i++) {
        struct move m = list->at[i];
        int         at = i, rank = attack_rank(f, &m);

        for (; at > 0 && attack_rank(f, &list->at[at - 1]) < rank; at--)
            list->at[at] = list->at[at - 1];
        list->at[at] = m;
    }
}

static bool is_listed(const struct move_list *list, const struct move *m)
{
    for (int i = 0; i < list->n; i++)
        if (move_eq(&list->at[i], m))
            return true;
    return false;
}

static void add_shapes(const struct world *w, int seat, struct move_list *list, int shapes)
{
    for (int i = 0; i < shapes; i++) {
        struct move m;

        redeploy_shape(w, seat, i, &m);
        if (!is_listed(list, &m))
            *move_list_new(list, seat, MOVE_REDEPLOY) = m;
    }
}

static bool is_attack(const struct move *m)
{
    return m->kind == MOVE_CONQUER || m->kind == MOVE_DRAGON || m->kind == MOVE_ENCHANT;
}

/* The best attacks, the die, declining, and stopping. */
static void narrow_conquests(const struct world *w, int seat, struct move_list *list)
{
    struct field f;
    int          attacks = 0, others;
    struct move  other[3];

    field_make(w, seat, &f);
    others = 0;
    for (int i = 0; i < list->n; i++) {
        struct move m = list->at[i];

        if (is_attack(&m))
            list->at[attacks++] = m;
        else if (m.kind != MOVE_REDEPLOY && others < (int)ARRAY_LEN(other))
            other[others++] = m;
    }
    sort_attacks(&f, list, attacks);
    list->n = attacks < CONQUESTS_TRIED ? attacks : CONQUESTS_TRIED;
    for (int i = 0; i < others; i++)
        *move_list_new(list, seat, other[i].kind) = other[i];
    if (set_any(f.active))
        add_shapes(w, seat, list, STOPS_TRIED);
}

static void narrow(const void *state, int seat, struct move_list *list, int most, struct rng *r)
{
    const struct world *w = state;

    (void)most;
    (void)r;
    if (w->stage == BEFORE_CONQUEST || w->stage == CONQUEST) {
        narrow_conquests(w, seat, list);
    } else if (w->stage == REDEPLOY) {
        list->n = 0;
        /* In the last round only later seats can still attack. */
        add_shapes(w, seat, list, w->turn + 1 == w->turns && seat == w->seats - 1 ? 1 : REDEPLOY_SHAPES);
    }
}

/* ---- playouts ------------------------------------------------------------------- */

/* The margin of coins says more about a move than who won this one time. */
static void value(const void *state, int32_t share[SEATS_MAX])
{
    enum { HALVING = 4 };
    const struct world *w = state;
    int                 coins[PLAYERS_MAX];

    for (int i = 0; i < w->seats; i++)
        coins[i] = w->player[i].in_game ? w->player[i].coins : 0;
    smallworld_shares(w, coins, HALVING, share);
}

static bool wander(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    const struct world *w = state;

    (void)notes;
    if (world_mover(w) != seat)
        return false;
    smallworld_pick(w, seat, r, out);
    /* Nobody leaves, and nobody declines by accident. */
    return (out->kind != MOVE_LEAVE && out->kind != MOVE_DECLINE) || quick_move(w, seat, r, out);
}

/* A state to play out, and which opponents use the greedy player in it: a
 * planner that models only one kind of opponent loses to others. The world
 * comes first, so that the rules can be called on it. */
struct playout {
    struct world world;
    uint8_t      greedy; /* bit set of seats */
};

static void guess(void *state, int seat, struct rng *r)
{
    struct playout *p = state;

    smallworld_determinize(&p->world, seat, r);
    p->greedy = (uint8_t)(rng_next(r) & ~(1u << seat));
}

static bool policy(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    const struct playout *p = state;

    (void)notes;
    if (!(p->greedy >> seat & 1))
        return quick_move(&p->world, seat, r, out);
    if (world_mover(&p->world) != seat)
        return false;
    smallworld_greedy(&p->world, seat, 0, out);
    return true;
}

static const struct game playout_game = {
    .name = "playout",
    .state_size = sizeof(struct playout),
    .to_act = smallworld_to_act,
    .legal = smallworld_legal,
    .apply = smallworld_apply,
    .determinize = guess,
    .result = smallworld_result,
};

/* Lower levels see fewer moves, and the third one follows its playouts even
 * where they are mostly noise. The fifth searches a tree. */
#define LEVEL(moves, doubt)                                                                                                        \
    {                                                                                                                              \
        .policy = policy, .narrow = narrow, .wander = wander, .value = value, .most = (moves), .random_percent = 2,                \
        .doubt_percent = (doubt)                                                                                                   \
    }
static const struct rollout how[LEVELS + 1] = { [3] = LEVEL(5, 0), [4] = LEVEL(10, 100), [5] = LEVEL(16, 0) };

/* ---- players ------------------------------------------------------------------- */

/* Level 1 is greedy with favourite badges, level 2 plans its turn, the others
 * use playouts. */
static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    struct playout p = { .greedy = 0 };

    (void)game;
    if (world_mover(seen) != seat)
        return false;
    memcpy(&p.world, seen, sizeof p.world);
    if (think->level == 5)
        return tree_choose(&playout_game, &p, seat, think, &how[5], out);
    if (think->level >= 3)
        return rollout_choose(&playout_game, &p, seat, think, &how[think->level], out);
    smallworld_determinize(&p.world, seat, &think->rng);
    if (think->level == 2)
        return quick_move(&p.world, seat, &think->rng, out);
    smallworld_greedy(&p.world, seat, think->character | 1, out);
    return true;
}

static bool choose_greedy(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    (void)game;
    (void)think;
    if (world_mover(seen) != seat)
        return false;
    smallworld_greedy(seen, seat, 0, out);
    return true;
}

const struct bot smallworld_bots[] = {
    {
        .name = "planner",
        .title = "Planner",
        .memory = TREE_MEMORY(sizeof(struct playout)),
        .effort = { { 1, 100 }, { 1, 200 }, { 20, 400 }, { 100, 700 }, { 5000, 1000 } },
        .choose = choose,
    },
    { .name = "greedy", .title = "Greedy", .choose = choose_greedy },
    { 0 },
};
