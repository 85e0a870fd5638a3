/* Fits the weights of Catan's estimate (src/games/catan/estimate.c): plays games by the quick player and the settler, writes
 * down the traits of all seats at the beginning of some turns, and finds the weights that make the winners likeliest
 * (conditional logistic regression). Prints the table, and the mean logarithmic loss on games that were not learnt from: by
 * these weights and by the estimate as it is now.
 *
 *     bench_catan_fit [GAMES [SEED]]          6000 games, about half a minute  */
#include "games/catan/estimate.h"
#include "games/catan/offers.h"
#include "games/catan/quick.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SEATS = 4,
    MOVES_MOST = 5000,
    SAMPLES_EACH = 60,   /* max of a game */
    SETTLERS = 30,       /* percentage of players */
    SAMPLED = 20,        /* percentage of turns */
    ADVENTURES = 50,     /* percentage of first settlements that are not where the quick player would put them */
    WEIGHTS = 2 * TRAITS /* early, then the difference to late */
};

struct sample {
    float trait[SEATS][TRAITS];
    float share[SEATS]; /* by the present estimate */
    float progress;
    int   game, won;
};

static struct sample *samples;
static int            known;

/* ---- games ----------------------------------------------------------------- */

struct match {
    struct catan     state;
    struct rng       rng;
    bool             settles[SEATS]; /* played by the settler */
    struct move      past[MOVES_MOST];
    int              moves;
    struct move_list scratch;
    struct paces     paces;
};

/* A place that is good, but not always the best. */
static void venture(struct match *t, int seat, struct move *out)
{
    enum { SPREAD = 2500 };
    struct means means = catan_means(&t->state, seat);
    int          best = -1, place = 0;

    for (uint64_t left = t->state.free; left; left &= left - 1) {
        int v = __builtin_ctzll(left);
        int worth = catan_place_worth(&t->state, seat, &means, &catan_sound_taste, v) + (int)rng_below(&t->rng, SPREAD);

        if (worth > best) {
            best = worth;
            place = v;
        }
    }
    move_begin(out, seat, BUILD_SETTLEMENT);
    move_add(out, place);
}

static void choose(struct match *t, int seat, struct move *out)
{
    struct catan seen;
    struct taste taste = catan_sound_taste;
    int          state = t->state.player[seat].state;
    struct think think = {
        .rng = rng_seeded(rng_next(&t->rng)), .level = LEVELS, .past = t->past, .past_n = t->moves, .scratch = t->scratch
    };

    taste.paces = &t->paces;
    game_seen_by(&catan_game, &t->state, seat, &seen);
    if (t->settles[seat])
        catan_settler_choose(&catan_game, &seen, seat, &think, out);
    else if ((state == SETTLE1 || state == SETTLE2) && rng_below(&t->rng, 100) < ADVENTURES)
        venture(t, seat, out);
    else if (seat != t->state.turn || t->state.owing || state != PLAYING || !catan_best_offer(&seen, seat, &taste, &think, out))
        catan_quick_move(&seen, seat, &taste, &think.rng, out);
    t->scratch = think.scratch;
}

static void take_sample(const struct match *t, int game)
{
    struct sample *s = &samples[known++];
    int32_t        trait[TRAITS], share[SEATS_MAX];

    s->game = game;
    s->progress = (float)catan_progress(&t->state) / 1000;
    catan_estimate(&t->state, share);
    for (int seat = 0; seat < SEATS; seat++) {
        catan_traits(&t->state, seat, NULL, trait);
        s->share[seat] = (float)(share[seat] + 1) / 65536;
        for (int i = 0; i < TRAITS; i++)
            s->trait[seat][i] = (float)trait[i] / 1000;
    }
}

static bool is_turn_start(const struct catan *g)
{
    return !catan_in_setup(g) && g->player[g->turn].state == START && !g->owing && !g->offered;
}

/* A game without a winner leaves no samples. */
static void play(int game, uint64_t seed)
{
    static struct match t; /* large */
    struct setup        s;
    struct refusal      why = { 0 };
    struct result       result;
    int                 before = known, won = -1;
    unsigned            left;

    setup_default(&catan_game, &s);
    s.seats = SEATS;
    s.seed = seed;
    t.rng = rng_seeded(seed);
    t.moves = 0;
    if (game_setup(&catan_game, &t.state, &s, &why) != ERR_OK)
        BUG(why.text);
    for (int seat = 0; seat < SEATS; seat++)
        t.settles[seat] = rng_below(&t.rng, 100) < SETTLERS;
    for (; (left = catan_game.to_act(&t.state)) && t.moves < MOVES_MOST; t.moves++) {
        struct move *m = &t.past[t.moves];

        if (is_turn_start(&t.state) && rng_below(&t.rng, 100) < SAMPLED && known - before < SAMPLES_EACH)
            take_sample(&t, game);
        choose(&t, __builtin_ctz(left), m);
        if (catan_game.apply(&t.state, m, NULL, &why) != ERR_OK)
            BUG(why.text);
    }
    catan_game.result(&t.state, &result);
    for (int seat = 0; seat < SEATS && result.over; seat++)
        won = result.rank[seat] == 1 ? seat : won;
    if (won < 0)
        known = before;
    for (int i = before; i < known; i++)
        samples[i].won = won;
}

/* ---- fitting --------------------------------------------------------------- */

static double weight[WEIGHTS], slope[WEIGHTS], speed[WEIGHTS], scale[WEIGHTS];

/* The chances of the seats by the weights. */
static void chances(const struct sample *s, double chance[SEATS])
{
    double most = -1e9, sum = 0;

    for (int seat = 0; seat < SEATS; seat++) {
        chance[seat] = 0;
        for (int i = 0; i < TRAITS; i++)
            chance[seat] += (weight[i] + weight[TRAITS + i] * s->progress) * s->trait[seat][i];
        most = fmax(most, chance[seat]);
    }
    for (int seat = 0; seat < SEATS; seat++)
        sum += chance[seat] = exp(chance[seat] - most);
    for (int seat = 0; seat < SEATS; seat++)
        chance[seat] /= sum;
}

/* A step (Adam) against the slope of the loss in some samples. */
static void step(int from, int to, int steps, double rate)
{
    double at[WEIGHTS] = { 0 }, chance[SEATS];

    for (int k = from; k < to; k++) {
        const struct sample *s = &samples[k];

        chances(s, chance);
        for (int seat = 0; seat < SEATS; seat++)
            for (int i = 0; i < TRAITS; i++) {
                double by = (chance[seat] - (seat == s->won)) * s->trait[seat][i] / (to - from);

                at[i] += by;
                at[TRAITS + i] += by * s->progress;
            }
    }
    for (int i = 0; i < WEIGHTS; i++) {
        at[i] = at[i] * scale[i] + 1e-4 * weight[i] / scale[i];
        slope[i] = 0.9 * slope[i] + 0.1 * at[i];
        speed[i] = 0.999 * speed[i] + 0.001 * at[i] * at[i];
        weight[i] -= scale[i] * rate * slope[i] / (1 - pow(0.9, steps)) / (sqrt(speed[i] / (1 - pow(0.999, steps))) + 1e-8);
    }
}

/* Traits vary by different amounts: each weight moves in steps of its own. */
static void measure(int n)
{
    for (int i = 0; i < TRAITS; i++) {
        double sum = 0, squares = 0;

        for (int k = 0; k < n; k++)
            for (int seat = 0; seat < SEATS; seat++) {
                sum += samples[k].trait[seat][i];
                squares += samples[k].trait[seat][i] * samples[k].trait[seat][i];
            }
        sum /= n * SEATS;
        scale[i] = scale[TRAITS + i] = 1 / (sqrt(squares / (n * SEATS) - sum * sum) + 1e-3);
    }
}

static void fit(int n)
{
    enum { BATCH = 500, EPOCHS = 40 };
    int steps = 0;

    measure(n);
    for (int epoch = 0; epoch < EPOCHS; epoch++)
        for (int k = 0; k < n; k += BATCH)
            step(k, k + BATCH < n ? k + BATCH : n, ++steps, epoch < 20 ? 0.01 : epoch < 32 ? 0.003 : 0.0007);
}

int main(int argc, char **argv)
{
    int      games = argc > 1 ? atoi(argv[1]) : 6000, learnt;
    uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    double   fitted = 0, present = 0, chance[SEATS];

    samples = calloc((size_t)games * SAMPLES_EACH, sizeof *samples);
    for (int game = 0; game < games; game++)
        play(game, seed + (uint64_t)game);
    for (learnt = known * 4 / 5; learnt < known && samples[learnt].game == samples[learnt - 1].game;)
        learnt++;
    fit(learnt);
    for (int k = learnt; k < known; k++) {
        chances(&samples[k], chance);
        fitted -= log(chance[samples[k].won]);
        present -= log((double)samples[k].share[samples[k].won]);
    }
    for (int i = 0; i < TRAITS; i++)
        printf("    { %.0f, %.0f },\n", weight[i] * 1000, (weight[i] + weight[TRAITS + i]) * 1000);
    fprintf(stderr, "%d positions; loss by these weights %.4f, by the present estimate %.4f\n", known, fitted / (known - learnt),
            present / (known - learnt));
    return 0;
}
