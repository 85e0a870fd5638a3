/* How computer players of Catan do against each other: each seed is played once in every rotation of the seats.
 *
 *     bench_catan_players SEATS [TUPLES [SEED [NODES]]]        SEATS as for sim: level:5,settler,settler,settler */
#include "bots/random.h"
#include "game/bot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOVES_MOST = 20000 };

extern const struct game catan_game;

struct contender {
    const struct bot *bot;
    int               level;
    long              moves;
    double            seconds;
};

static struct contender seat_of[SEATS_MAX];
static int              seats;
static long             nodes;
static void            *memory;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void play(uint64_t seed, int turned, double won[SEATS_MAX])
{
    struct setup   s;
    struct refusal why = { 0 };
    struct move    m, *past = calloc(MOVES_MOST, sizeof *past);
    struct think   think = { .memory = memory };
    char          *state = calloc(1, catan_game.state_size), *seen = calloc(1, catan_game.state_size);
    struct result  result;
    unsigned       left;

    setup_default(&catan_game, &s);
    s.seats = (uint8_t)seats;
    s.seed = seed;
    if (game_setup(&catan_game, state, &s, &why) != ERR_OK)
        BUG(why.text);
    for (int i = 0; (left = catan_game.to_act(state)) && i < MOVES_MOST; i++) {
        int               seat = __builtin_ctz(left);
        struct contender *c = &seat_of[(seat + turned) % seats];
        double            start = now();

        game_seen_by(&catan_game, state, seat, seen);
        think.rng = rng_seeded(seed * 1000003 + (uint64_t)i);
        think.level = c->level;
        think.number++;
        think.past = past;
        think.past_n = i;
        think.character = seed * 7 + (uint64_t)seat;
        think.nodes = nodes && c->bot->effort[c->level - 1].nodes > 1 ? nodes : c->bot->effort[c->level - 1].nodes;
        if (!c->bot->choose(&catan_game, seen, seat, &think, &m) || catan_game.apply(state, &m, NULL, &why) != ERR_OK)
            BUG(why.text);
        past[i] = m;
        c->moves++;
        c->seconds += now() - start;
    }
    catan_game.result(state, &result);
    for (int seat = 0; seat < seats && result.over; seat++)
        won[(seat + turned) % seats] += result.rank[seat] == 1;
    move_list_release(&think.scratch);
    free(past);
    free(state);
    free(seen);
}

int main(int argc, char **argv)
{
    struct str rest = str_of(argc > 1 ? argv[1] : "level:2,settler,settler,settler");
    int        tuples = argc > 2 ? atoi(argv[2]) : 25;
    uint64_t   seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    double     sum[SEATS_MAX] = { 0 }, squares[SEATS_MAX] = { 0 };

    nodes = argc > 4 ? atol(argv[4]) : 0;
    while (rest.at) {
        struct str name = str_cut(&rest, ',');

        if (!bot_find(&catan_game, name, &seat_of[seats].bot, &seat_of[seats].level))
            BUG("no such player");
        seats++;
    }
    memory = calloc(1, 1 << 20);
    for (int i = 0; i < tuples; i++) {
        double won[SEATS_MAX] = { 0 };

        for (int turned = 0; turned < seats; turned++)
            play(seed + (uint64_t)i, turned, won);
        for (int j = 0; j < seats; j++) {
            sum[j] += won[j] / seats;
            squares[j] += won[j] / seats * won[j] / seats;
        }
    }
    for (int j = 0; j < seats; j++) {
        double mean = sum[j] / tuples, error = 1.96 * sqrt((squares[j] / tuples - mean * mean) / tuples);

        printf("%s:%d %.1f %% +- %.1f of %d games, %.0f us a move\n", seat_of[j].bot->name, seat_of[j].level, 100 * mean,
               100 * error, tuples * seats, 1e6 * seat_of[j].seconds / (double)seat_of[j].moves);
    }
    free(memory);
    return 0;
}
