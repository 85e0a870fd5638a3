/* Fills a data file with running tables, for benches/scale.py.
 *
 *     bench_many_tables FILE TABLES MOVES [LEFT]
 *
 * One game of Santorini is played by chance, choosing moves that do not end it,
 * until it has MOVES moves; it is then played again at TABLES tables, which
 * go through the hall like any other: opened, sat at, started and moved. The
 * position index is kept up as in a server with idle moments, but for the LEFT
 * (1000) newest rows. The program ends without closing the file. */
#include "cli/cli.h"
#include "game/game.h"
#include "hall/hall.h"
#include "tables/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TABLES_A_BATCH = 200, MOVES_MOST = 1000, SEED = 7 };

struct recording {
    const struct game *game;
    struct setup       setup;
    struct move        move[MOVES_MOST];
    int                n;
};

struct filling {
    const struct recording *recording;
    long                    done, tables;
};

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "bench_many_tables: %s\n", why);
    exit(1);
}

static void wake(void *arg)
{
    (void)arg;
}

/* Whether the game goes on after `m`, which is then made. */
static bool goes_on(const struct game *game, void *state, void *spare, const struct move *m)
{
    struct refusal why = { 0 };

    memcpy(spare, state, game->state_size);
    if (game->apply(spare, m, NULL, &why) != ERR_OK || game->to_act(spare) == 0)
        return false;
    memcpy(state, spare, game->state_size);
    return true;
}

/* Adds a move; false when chance ran into a dead end. */
static bool play_on(struct recording *r, void *state, void *spare, struct rng *rng, struct move_list *list)
{
    struct move *m = &r->move[r->n];
    int          seat = __builtin_ctz(r->game->to_act(state));

    for (int tries = 0; tries < 50; tries++)
        if (game_random_move(r->game, state, seat, rng, list, m) && goes_on(r->game, state, spare, m)) {
            r->n++;
            return true;
        }
    return false;
}

static void record(struct recording *r, int moves)
{
    void            *state = malloc(r->game->state_size), *spare = malloc(r->game->state_size);
    struct move_list list = { 0 };
    struct refusal   why = { 0 };
    struct rng       rng = rng_seeded(SEED);

    if (!state || !spare)
        die("out of memory");
    setup_default(r->game, &r->setup);
    r->setup.seed = SEED;
    do {
        r->n = 0;
        if (game_setup(r->game, state, &r->setup, &why) != ERR_OK)
            die(why.text);
        while (r->n < moves && play_on(r, state, spare, &rng, &list))
            ;
    } while (r->n < moves);
    free(state);
    free(spare);
    move_list_release(&list);
}

static void make_table(struct hall *hall, const struct recording *r, long number)
{
    struct table_plan plan = { .game = r->game, .door = "hall", .setup = r->setup, .seeded = true, .listed = true };
    struct table     *t;
    struct refusal    why = { 0 };

    if (table_open(hall, &plan, &t, &why) != ERR_OK)
        die(why.text);
    for (int i = 0; i < r->setup.seats; i++) {
        struct sitter who = { .kind = SITTER_ACCOUNT, .account = (uint64_t)(number * SEATS_MAX + i + 1), .ready = true };
        int           seat = -1;

        snprintf(who.name, sizeof who.name, "player%ld", number * SEATS_MAX + i);
        if (table_sit(hall, t, &who, &seat, "hall", &why) != ERR_OK)
            die(why.text);
    }
    for (int i = 0; i < r->n; i++) {
        struct move m = r->move[i];

        if (table_move(hall, t, &m, "hall", NULL, &why) != ERR_OK)
            die(why.text);
    }
}

static void fill(struct hall *hall, void *arg)
{
    struct filling *f = arg;

    for (int i = 0; i < TABLES_A_BATCH && f->done < f->tables; i++)
        make_table(hall, f->recording, f->done++);
}

int main(int argc, char **argv)
{
    static struct recording recording;
    struct settings        *settings = command_settings(&serve_command);
    long                    left = argc > 4 ? atol(argv[4]) : 1000;
    char                    where[4096], problem[256] = "";
    struct hall            *hall;

    if (argc < 4 || atol(argv[2]) < 1 || atol(argv[3]) < 0 || atol(argv[3]) > MOVES_MOST)
        die("FILE TABLES MOVES [LEFT]");
    snprintf(where, sizeof where, "live-tables=%ld,passing-tables=%ld", atol(argv[2]) + 1, atol(argv[2]) + 1);
    if (limits_set(str_of(where), problem))
        die(problem);
    snprintf(where, sizeof where, "sqlite:%s", argv[1]);
    setting_set(settings, "store", where);
    recording.game = game_by_name(STR("santorini"));
    record(&recording, atoi(argv[3]));
    if (hall_open(settings, wake, NULL, &hall, problem) != ERR_OK)
        die(problem);
    struct store  *store = hall_store(hall);
    struct filling filling = { .recording = &recording, .tables = atol(argv[2]) };
    while (filling.done < filling.tables) {
        timer_at(hall, hall_now(hall), fill, &filling);
        hall_step(hall);
        if (!hall_healthy(hall, problem))
            die(problem);
        if ((long)journal_untidy(store) > left && journal_tidy(store, (int)((long)journal_untidy(store) - left), problem) != ERR_OK)
            die(problem);
    }
    printf("%ld tables of %d moves\n", filling.done, recording.n);
    fflush(stdout);
    _exit(0);
}
