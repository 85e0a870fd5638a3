/* The pioneer: rollouts by the quick player from level 3 on, the quick player
 * itself below. Lower levels are weak the way people are: they misjudge things,
 * each in its own way but consistently all game long, and overlook moves. */
#include "bots/rollout.h"
#include "games/catan/offers.h"
#include "games/catan/quick.h"

enum { TRIED = 10 };

static const struct {
    uint8_t misjudges; /* a worth may be wrong by this percentage */
    uint8_t overlooks; /* percentage of moves at which all but the obvious is missed */
    uint8_t hurries;   /* percentage of moves at which the turn ends, whatever could still be done */
} weakness[LEVELS + 1] = { [1] = { 95, 50, 60 }, [2] = { 25, 10, 35 }, [3] = { 23, 9, 33 }, [4] = { 12, 6, 20 } };

/* ---- judgement -------------------------------------------------------------- */

static uint8_t wrong_by(struct rng *r, int percent)
{
    return (uint8_t)(100 - percent + (int)rng_below(r, (uint64_t)(2 * percent + 1)));
}

static struct taste taste_of(const struct think *think)
{
    struct taste taste = catan_sound_taste;
    struct rng   r = rng_seeded(think->character);
    int          percent = weakness[think->level].misjudges;

    for (size_t i = 0; i < ARRAY_LEN(taste.goal); i++)
        taste.goal[i] = wrong_by(&r, percent);
    for (int i = 0; i < RESOURCES; i++)
        taste.resource[i] = wrong_by(&r, percent);
    taste.threat = wrong_by(&r, percent);
    return taste;
}

/* ---- which moves are tried ---------------------------------------------------- */

/* All purchases and cards are worth a try; of bank trades only those that the
 * quick player makes anyway; offers are handled below. */
static bool worth_trying(const struct move *m)
{
    return m->kind != OFFER_TRADE && m->kind != TRADE_BANK && m->kind != DISCARD && m->kind != SELECT_PARTNER;
}

/* A first guess at how good a move is. */
static int first_guess(const struct catan *g, int seat, const struct means *m, const struct move *move)
{
    static const int16_t by_kind[KINDS] = {
        [BUY_CITY] = 2000, [BUY_SETTLEMENT] = 1900, [USE_CARD] = 1800, [BUY_CARD] = 1700, [END_TURN] = 1600, [BUY_ROAD] = 1000
    };
    int guess = by_kind[move->kind];

    switch (move->kind) {
    case BUILD_SETTLEMENT:
    case BUY_SETTLEMENT:
    case BUY_CITY:
        return move->n ? guess + catan_place_worth(g, seat, m, &catan_sound_taste, move->arg[0]) : guess;
    case MOVE_ROBBER:
        for (int s = 0; s < g->seats; s++)
            if (catan_buildings(g, s) & catan_tile_vertices[move->arg[0]])
                guess += (s == seat ? -40 : 4 + catan_public_score(g, s)) * g->player[s].cards;
        return guess;
    default:
        return guess;
    }
}

static void narrow(const void *state, int seat, struct move_list *list, int most, struct rng *r)
{
    const struct catan *g = state;
    struct means        means = catan_means(g, seat);
    int                 guess[ROLLOUT_MOST], n = 0;

    (void)r;
    for (int i = 0; i < list->n; i++) {
        if (!worth_trying(&list->at[i]))
            continue;
        struct move m = list->at[i];
        int         value = first_guess(g, seat, &means, &m), at = n < most ? n++ : most;

        while (at > 0 && guess[at - 1] < value)
            at--;
        if (at == most)
            continue;
        for (int j = n - 1; j > at; j--) {
            guess[j] = guess[j - 1];
            list->at[j] = list->at[j - 1];
        }
        guess[at] = value;
        list->at[at] = m;
    }
    list->n = n;
}

/* ---- playouts ------------------------------------------------------------------ */

static bool policy(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    struct taste taste = catan_sound_taste;

    taste.paces = notes;
    catan_quick_move(state, seat, &taste, r, out);
    return true;
}

/* As .pick, but nobody makes offers in a playout. */
static bool wander(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    catan_pick(state, seat, r, out);
    return out->kind != OFFER_TRADE || policy(state, seat, r, notes, out);
}

/* Playouts of about two rounds: what a move is worth shows by then, and later
 * the dice only drown it. */
static struct rollout how(const struct catan *g, const struct think *think)
{
    enum { MOVES_EACH = 8 };

    struct paces *paces = (void *)((char *)think->memory + ROLLOUT_MEMORY(sizeof *g));
    memset(paces, 0, sizeof *paces);

    return (struct rollout){ .policy = policy,
                             .narrow = narrow,
                             .wander = wander,
                             .horizon = MOVES_EACH * g->seats,
                             .most = TRIED,
                             .random_percent = 5,
                             .doubt_percent = 130,
                             .notes = paces };
}

/* ---- slips ---------------------------------------------------------------- */

/* Nobody but a beginner passes over a win: within reach of it, which a road or
 * a knight may bring by two points, they look closely. */
static bool is_careful(const struct catan *g, int seat, const struct think *think)
{
    enum { WITHIN_REACH = 2 };

    return think->level > 1 && catan_score(g, seat) + WITHIN_REACH >= g->target;
}

static bool slips(struct think *think, int percent)
{
    return (int)rng_below(&think->rng, 100) < percent;
}

/* ---- choosing ----------------------------------------------------------------------- */

static bool choose(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    const struct catan  *g = seen;
    const struct player *p = &g->player[seat];
    struct taste         taste = taste_of(think);
    bool                 in_turn = p->active && seat == g->turn && !g->owing, careful = is_careful(g, seat, think);

    if (!(game->to_act(seen) & 1u << seat))
        return false;
    if (in_turn && p->state == PLAYING && slips(think, weakness[think->level].hurries) && !careful) {
        move_begin(out, seat, END_TURN);
        return true;
    }
    if (slips(think, weakness[think->level].overlooks) && !careful) {
        catan_settler_choose(game, seen, seat, think, out);
        return true;
    }
    if (think->level > 1 && in_turn && p->state == PLAYING && catan_best_offer(g, seat, &taste, think, out))
        return true;
    if (think->level > 2 && in_turn && p->state != START && p->state != TRADING) {
        struct rollout playouts = how(g, think);

        return rollout_choose(game, seen, seat, think, &playouts, out);
    }
    catan_quick_move(g, seat, &taste, &think->rng, out);
    return true;
}

const struct bot catan_bots[] = {
    { .name = "pioneer",
      .title = "Pioneer",
      .memory = ROLLOUT_MEMORY(sizeof(struct catan)) + sizeof(struct paces),
      .wants_past = true,
      .effort = { { 1, 100 }, { 1, 100 }, { 40, 400 }, { 150, 700 }, { 4000, 1000 } },
      .choose = choose },
    { .name = "settler", .title = "Settler", .choose = catan_settler_choose },
    { 0 },
};
