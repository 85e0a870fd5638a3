/* How strong Small World's computer players are against each other, and against
 * the first rollout player there was: `prototype`, whose playouts are by the
 * greedy player. Every game is played once in each rotation of the seats.
 *
 *     bench_smallworld_players MAP GAMES SEED PLAYER...
 *
 * MAP is the number of a built-in map with enough regions (3: four seats, 4:
 * five, 6: two; with other numbers of players its regions are played all the
 * same), GAMES the number of rotations, a PLAYER as in --seats of meeple sim:
 * NAME, NAME:LEVEL or level:N, with /NODES behind it for another effort.
 * Seats must be 2 to 5. The share of wins is told for each player with its 95 % interval, and the time a move takes. */
#include "bots/rollout.h"
#include "games/smallworld/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct entrant {
    const char       *text;
    const struct bot *bot;
    int               level;
    int64_t           nodes;
    void             *memory;
    double            won, squares, seconds; /* won: of each rotation's games */
    long              moves, coins;
};

/* ---- the prototype ---------------------------------------------------------- */

static bool greedy_policy(const void *state, int seat, struct rng *r, void *notes, struct move *out)
{
    (void)r;
    (void)notes;
    if (world_mover(state) != seat)
        return false;
    smallworld_greedy(state, seat, 0, out);
    return true;
}

/* Half for the first place, half for the margin of coins. */
static void place_and_margin(const void *state, int32_t share[SEATS_MAX])
{
    enum { HALF = 32768, SPAN = 40 };
    const struct world *w = state;
    struct result       result;
    int                 first = 0, sum = 0;

    smallworld_result(w, &result);
    for (int i = 0; i < w->seats; i++) {
        first += result.rank[i] == 1;
        sum += w->player[i].coins;
    }
    for (int i = 0; i < SEATS_MAX; i++) {
        int ahead = i < w->seats ? w->player[i].coins - sum / w->seats : -SPAN;

        ahead = ahead > SPAN ? SPAN : ahead < -SPAN ? -SPAN : ahead;
        share[i] = (result.rank[i] == 1 ? HALF / first : 0) + HALF / w->seats * (SPAN + ahead) / SPAN;
    }
}

static bool choose_prototype(const struct game *game, const void *seen, int seat, struct think *think, struct move *out)
{
    static const struct rollout how = { .policy = greedy_policy, .value = place_and_margin, .random_percent = 5, .most = 16 };

    return rollout_choose(game, seen, seat, think, &how, out);
}

static const struct bot prototype = {
    .name = "prototype", .memory = ROLLOUT_MEMORY(sizeof(struct world)), .effort = { { 200, 0 } }, .choose = choose_prototype
};

/* ---- games ------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void move_of(struct entrant *e, const struct world *w, int seat, uint64_t seed, struct move *out)
{
    static uint32_t     number;
    static struct world seen;
    struct think think = { .rng = rng_seeded(seed), .memory = e->memory, .number = ++number, .level = e->level, .nodes = e->nodes };
    double       start = now();

    think.character = seed / 1000000 * 7919 + (uint64_t)seat;
    game_seen_by(&smallworld_game, w, seat, &seen);
    if (!e->bot->choose(&smallworld_game, &seen, seat, &think, out))
        BUG("a player found no move");
    e->seconds += now() - start;
    e->moves++;
    move_list_release(&think.scratch);
}

static void play(const struct default_map *map, int n, uint64_t seed, struct entrant **at, double *won)
{
    static struct world w;
    struct buf          text = { 0 };
    struct result       result;
    int                 first = 0, moves = 0;

    buf_printf(&text, "0 %d %d m\n%s", n, map->turns, map->regions);
    struct setup setup = { .option = { [OPTION_DICE] = 1 }, .seats = (uint8_t)n, .seed = seed, .extra = buf_view(&text) };
    if (game_setup(&smallworld_game, &w, &setup, NULL) != ERR_OK)
        BUG("no such game");
    while (w.stage != GAME_OVER) {
        struct move m;
        int         seat = world_mover(&w);

        move_of(at[seat], &w, seat, seed * 1000000 + (uint64_t)moves++, &m);
        if (smallworld_apply(&w, &m, NULL, NULL) != ERR_OK)
            BUG("a player makes an illegal move");
    }
    smallworld_result(&w, &result);
    for (int i = 0; i < n; i++)
        first += result.rank[i] == 1;
    for (int i = 0; i < n; i++) {
        won[i] = result.rank[i] == 1 ? 1.0 / first : 0;
        at[i]->coins += w.player[i].coins;
    }
    buf_release(&text);
}

static void read_entrant(char *text, struct entrant *e)
{
    char *nodes = strchr(text, '/');

    *e = (struct entrant){ .text = text };
    if (nodes)
        *nodes++ = '\0';
    if (strcmp(text, prototype.name) == 0) {
        e->bot = &prototype;
        e->level = 1;
    } else if (!bot_find(&smallworld_game, str_of(text), &e->bot, &e->level)) {
        fprintf(stderr, "there is no player %s\n", text);
        exit(2);
    }
    e->nodes = nodes ? atoll(nodes) : e->bot->effort[e->level - 1].nodes;
    e->memory = calloc(1, e->bot->memory ? e->bot->memory : 1);
    if (nodes)
        nodes[-1] = '/';
}

int main(int argc, char **argv)
{
    int            n = argc - 4, map = argc > 1 ? atoi(argv[1]) : 0;
    long           games = argc > 2 ? atol(argv[2]) : 0;
    uint64_t       seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    struct entrant entrant[PLAYERS_MAX];

    if (n < 2 || n > PLAYERS_MAX || map < 1 || map > DEFAULT_MAPS || games < 1) {
        fprintf(stderr, "usage: bench_smallworld_players MAP GAMES SEED PLAYER...   (2 to 5 players)\n");
        return 2;
    }
    for (int i = 0; i < n; i++)
        read_entrant(argv[4 + i], &entrant[i]);
    for (long game = 0; game < games; game++) {
        double sum[PLAYERS_MAX] = { 0 };

        for (int turn = 0; turn < n; turn++) {
            struct entrant *at[PLAYERS_MAX];
            double          won[PLAYERS_MAX];

            for (int i = 0; i < n; i++)
                at[i] = &entrant[(i + turn) % n];
            play(&default_maps[map - 1], n, seed + (uint64_t)game, at, won);
            for (int i = 0; i < n; i++)
                sum[(i + turn) % n] += won[i] / n;
        }
        for (int i = 0; i < n; i++) {
            entrant[i].won += sum[i];
            entrant[i].squares += sum[i] * sum[i];
        }
    }
    for (int i = 0; i < n; i++) {
        const struct entrant *e = &entrant[i];
        double                mean = e->won / (double)games, spread = e->squares / (double)games - mean * mean;
        double                half = games > 1 ? 1.96 * sqrt((spread > 0 ? spread : 0) / (double)(games - 1)) : 1;

        printf("%-16s %5.1f %% +- %4.1f of %ld games, %5.1f coins, %8.3f ms a move\n", e->text, 100 * mean, 100 * half, games * n,
               (double)e->coins / (double)(games * n), 1e3 * e->seconds / (double)e->moves);
        free(entrant[i].memory);
    }
    return 0;
}
