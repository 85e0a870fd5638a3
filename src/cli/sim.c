/* meeple sim: computer players against each other. */
#include "base/err.h"
#include "base/jout.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/tournament.h"
#include "game/bot.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { JOBS_MOST = 64, GAMES_MOST = 100 * 1000 * 1000, POLL_MS = 20 };

static const struct setting settings_of_sim[] = {
    { .name = "seats", .meta = "BOT,BOT,...", .help = "who plays, one name a seat; else the fewest seats, all random" },
    { .name = "games", .kind = SETTING_INT, .normal = "100", .meta = "N", .help = "how many games" },
    { .name = "seed", .kind = SETTING_INT, .normal = "1", .meta = "S", .help = "same seed, same games" },
    { .name = "option", .kind = SETTING_LIST, .meta = "NAME=VALUE", .help = "an option of the game; can be repeated" },
    { .name = "nodes", .kind = SETTING_INT, .normal = "1000", .meta = "N", .help = "effort of players that search, per move" },
    { .name = "moves", .kind = SETTING_INT, .normal = "20000", .meta = "N", .help = "a game longer than this is given up" },
    { .name = "jobs", .kind = SETTING_INT, .normal = "1", .meta = "N", .help = "games played at the same time" },
    { .name = "programs", .meta = "DIR", .help = "snakes: the programs (*.json) of this folder fight, see meeple fight" },
    { .name = "json", .kind = SETTING_FLAG, .help = "the result as one JSON object" },
    { 0 },
};

/* What is played. */
struct match {
    const struct game *game;
    const struct bot  *bot[SEATS_MAX];
    struct setup       setup; /* but for the seed of each game */
    int64_t            games, nodes, moves;
    uint64_t           seed;
};

/* What came out. Only sums, so that the order of the games does not matter. */
struct tally {
    int64_t finished, given_up, draws, moves;
    int64_t wins[SEATS_MAX], points[SEATS_MAX];
};

struct board {
    const struct match *match;
    atomic_llong        next, done; /* games begun and ended */
    atomic_bool         failed;
};

/* One thread's share. */
struct worker {
    struct board *board;
    pthread_t     thread;
    struct tally  tally;
    void         *state, *seen, *memory[SEATS_MAX];
    struct think  think;
    char          problem[256];
    double        ended; /* when, in seconds */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- one game ---------------------------------------------------------- */

/* The move of the lowest seat that owes one. */
static bool choose(struct worker *w, const struct match *m, struct move *move)
{
    int seat = __builtin_ctz(m->game->to_act(w->state));

    game_seen_by(m->game, w->state, seat, w->seen);
    w->think.memory = w->memory[seat];
    w->think.nodes = m->nodes;
    return m->bot[seat]->choose(m->game, w->seen, seat, &w->think, move);
}

static bool play(struct worker *w, const struct match *m, int64_t number, int64_t *moves)
{
    struct rng   seeds = rng_seeded(m->seed + (uint64_t)number * UINT64_C(0xD1342543DE82EF95));
    struct setup setup = m->setup;
    struct move  move;
    const char  *why = "a player did not find a move";

    setup.seed = rng_next(&seeds);
    w->think.rng = rng_seeded(rng_next(&seeds));
    bool good = game_setup(m->game, w->state, &setup, &why) == ERR_OK;
    for (*moves = 0; good && *moves < m->moves && m->game->to_act(w->state); ++*moves) {
        good = choose(w, m, &move);
        move.at = *moves; /* a millisecond a move: no clock runs out */
        good = good && m->game->apply(w->state, &move, NULL, &why) == ERR_OK;
    }
    if (!good)
        snprintf(w->problem, sizeof w->problem, "game %lld (seed %llu), move %lld: %s", (long long)number,
                 (unsigned long long)setup.seed, (long long)*moves, why);
    return good;
}

static void count(struct worker *w, const struct match *m, int64_t moves)
{
    struct result r;
    int           first = 0, last = SEAT_NOBODY;

    m->game->result(w->state, &r);
    w->tally.moves += moves;
    if (!r.over) {
        w->tally.given_up++;
        return;
    }
    w->tally.finished++;
    for (int seat = 0; seat < m->setup.seats; seat++) {
        w->tally.points[seat] += r.points[seat];
        if (r.rank[seat] == 1) {
            first++;
            last = seat;
        }
    }
    if (first == 1)
        w->tally.wins[last]++;
    else
        w->tally.draws++;
}

static void *work(void *arg)
{
    struct worker      *w = arg;
    const struct match *m = w->board->match;
    int64_t             number, moves;

    while (!atomic_load(&w->board->failed) && (number = atomic_fetch_add(&w->board->next, 1)) < m->games) {
        if (!play(w, m, number, &moves)) {
            atomic_store(&w->board->failed, true);
            break;
        }
        count(w, m, moves);
        atomic_fetch_add(&w->board->done, 1);
    }
    w->ended = now();
    return NULL;
}

/* ---- all of them ------------------------------------------------------- */

static void worker_init(struct worker *w, struct board *board)
{
    const struct match *m = board->match;

    *w = (struct worker){ .board = board, .state = mem_new(m->game->state_size), .seen = mem_new(m->game->state_size) };
    w->think.scratch.cap = m->game->legal_max;
    w->think.scratch.at = mem_list((size_t)m->game->legal_max, sizeof w->think.scratch.at[0]);
    for (int seat = 0; seat < m->setup.seats; seat++)
        if (m->bot[seat]->memory)
            w->memory[seat] = mem_new(m->bot[seat]->memory);
}

static void worker_release(struct worker *w)
{
    free(w->state);
    free(w->seen);
    free(w->think.scratch.at);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        free(w->memory[seat]);
}

static void add(struct tally *sum, const struct tally *t)
{
    sum->finished += t->finished;
    sum->given_up += t->given_up;
    sum->draws += t->draws;
    sum->moves += t->moves;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        sum->wins[seat] += t->wins[seat];
        sum->points[seat] += t->points[seat];
    }
}

static void watch(struct board *board)
{
    struct progress bar = { .what = board->match->game->name };
    int64_t         done = 0;

    while (done < board->match->games && !atomic_load(&board->failed)) {
        nanosleep(&(struct timespec){ .tv_nsec = POLL_MS * 1000000 }, NULL);
        done = atomic_load(&board->done);
        progress_show(&bar, done, board->match->games);
    }
}

/* `*seconds` is the time until the last worker was done. */
static bool play_all(const struct match *m, int jobs, struct tally *sum, double *seconds)
{
    struct board   board = { .match = m };
    struct worker *workers = mem_list((size_t)jobs, sizeof workers[0]);
    double         from = now(), to = from;
    int            started = 0;

    for (; started < jobs; started++) {
        worker_init(&workers[started], &board);
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started])) {
            worker_release(&workers[started]);
            break;
        }
    }
    if (started)
        watch(&board);
    else
        complain("the system gives no more threads");
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        add(sum, &workers[i].tally);
        to = workers[i].ended > to ? workers[i].ended : to;
        if (workers[i].problem[0])
            complain("%s", workers[i].problem);
        worker_release(&workers[i]);
    }
    free(workers);
    *seconds = to - from;
    return started && !atomic_load(&board.failed);
}

/* ---- results ----------------------------------------------------------- */

static double ratio(int64_t a, double b)
{
    return b > 0 ? (double)a / b : 0;
}

static void print_table(const struct match *m, const struct tally *t, double seconds)
{
    printf("%s, %lld games, seed %llu\n\n", m->game->title, (long long)m->games, (unsigned long long)m->seed);
    printf("seat  player            wins           points, mean\n");
    for (int seat = 0; seat < m->setup.seats; seat++)
        printf("%4d  %-12s  %8lld  %5.1f%%  %12.2f\n", seat, m->bot[seat]->name, (long long)t->wins[seat],
               100 * ratio(t->wins[seat], (double)t->finished), ratio(t->points[seat], (double)t->finished));
    printf("      %-12s  %8lld  %5.1f%%\n", "shared", (long long)t->draws, 100 * ratio(t->draws, (double)t->finished));
    if (t->given_up)
        printf("      %-12s  %8lld\n", "given up", (long long)t->given_up);
    printf("\n%.1f moves a game; %.0f games/s, %.0f moves/s\n", ratio(t->moves, (double)(t->finished + t->given_up)),
           ratio(m->games, seconds), ratio(t->moves, seconds));
}

static void print_json(const struct match *m, const struct tally *t, double seconds)
{
    struct buf  out = { 0 };
    struct jout j = jout_to(&out);

    jout_open_object(&j);
    jout_field_text(&j, "game", m->game->name);
    jout_field_uint(&j, "seed", m->seed);
    jout_field_int(&j, "games", m->games);
    jout_field_int(&j, "finished", t->finished);
    jout_field_int(&j, "given_up", t->given_up);
    jout_field_int(&j, "shared", t->draws);
    jout_field_array(&j, "seats");
    for (int seat = 0; seat < m->setup.seats; seat++) {
        jout_open_object(&j);
        jout_field_text(&j, "player", m->bot[seat]->name);
        jout_field_int(&j, "wins", t->wins[seat]);
        jout_field_int(&j, "points", t->points[seat]);
        jout_close_object(&j);
    }
    jout_close_array(&j);
    jout_field_int(&j, "moves", t->moves);
    jout_field_real(&j, "seconds", seconds, 3);
    jout_close_object(&j);
    puts(out.at);
    buf_release(&out);
}

/* ---- the command ------------------------------------------------------- */

static bool read_seats(struct match *m, struct str names)
{
    if (!names.at) {
        for (int seat = 0; seat < m->game->min_seats; seat++)
            m->bot[seat] = bot_by_name(m->game, STR("random"));
        return true;
    }
    m->setup.seats = 0;
    while (names.at) {
        struct str name = str_trim(str_cut(&names, ','));

        if (m->setup.seats == m->game->max_seats)
            return complain("%s has at most %d seats", m->game->name, m->game->max_seats), false;
        const struct bot *bot = bot_by_name(m->game, name);
        if (!bot) {
            complain("%s has no player %.*s; there are:", m->game->name, STR_ARG(name));
            for (int i = 0; (bot = bot_at(m->game, i)); i++)
                fprintf(stderr, "  %-10s %s\n", bot->name, bot->title);
            return false;
        }
        m->bot[m->setup.seats++] = bot;
    }
    return true;
}

/* The value of an option: a number, or one of its words. */
static bool option_value(const struct option *option, struct str text, int64_t *out)
{
    for (int i = 0; option->words && option->words[i]; i++)
        if (str_is(text, option->words[i])) {
            *out = i;
            return true;
        }
    return str_int(text, out) && *out >= option->least && *out <= option->most;
}

static bool read_options(struct match *m, struct str list)
{
    while (list.at) {
        struct str value = str_cut(&list, ',');
        struct str name = str_cut(&value, '=');
        int        i = game_option(m->game, name);
        int64_t    number;

        if (i < 0 || !value.at || !option_value(&m->game->options[i], value, &number)) {
            complain("%.*s=%.*s is no option of %s; there are:", STR_ARG(name), STR_ARG(value), m->game->name);
            for (const struct option *o = m->game->options; o && o->name; o++)
                fprintf(stderr, "  %s=%d..%d [%d]  %s\n", o->name, (int)o->least, (int)o->most, (int)o->normal, o->help);
            return false;
        }
        m->setup.option[i] = (int32_t)number;
    }
    return true;
}

static bool in_range(const struct settings *settings, const char *name, int64_t most)
{
    int64_t value = setting_int(settings, name);

    if (value >= 1 && value <= most)
        return true;
    return complain("--%s is 1 to %lld", name, (long long)most), false;
}

static bool read_match(const struct settings *settings, const char *game, struct match *m)
{
    m->game = game_by_name(str_of(game));
    if (!m->game) {
        complain("there is no game %s; there are:", game);
        for (int i = 0; all_games[i]; i++)
            fprintf(stderr, "  %-12s %s\n", all_games[i]->name, all_games[i]->title);
        return false;
    }
    if (!in_range(settings, "games", GAMES_MOST) || !in_range(settings, "jobs", JOBS_MOST) ||
        !in_range(settings, "moves", INT32_MAX) || !in_range(settings, "nodes", INT64_MAX))
        return false;
    setup_normal(m->game, &m->setup);
    m->games = setting_int(settings, "games");
    m->moves = setting_int(settings, "moves");
    m->nodes = setting_int(settings, "nodes");
    m->seed = (uint64_t)setting_int(settings, "seed");
    return read_seats(m, str_of(setting_text(settings, "seats"))) && read_options(m, str_of(setting_text(settings, "option")));
}

static int run(const struct settings *settings, struct words words)
{
    struct match m = { 0 };
    struct tally sum = { 0 };
    const char  *programs = setting_text(settings, "programs");
    double       seconds;

    if (!read_match(settings, words.at[0], &m))
        return STATUS_USAGE;
    if (programs && strcmp(m.game->name, "snakes") != 0) {
        complain("only snakes have --programs");
        return STATUS_USAGE;
    }
    if (programs)
        return tournament_run(programs, m.games, m.seed, setting_flag(settings, "json"));
    if (!play_all(&m, (int)setting_int(settings, "jobs"), &sum, &seconds))
        return STATUS_FAILED;
    setting_flag(settings, "json") ? print_json(&m, &sum, seconds) : print_table(&m, &sum, seconds);
    return STATUS_OK;
}

const struct command sim_command = {
    .name = "sim",
    .args = "GAME",
    .least = 1,
    .most = 1,
    .summary = "let computer players play many games",
    .about = "Plays games between computer players and prints who won. The same seed gives the same games,\n"
             "whatever the number of jobs.",
    .settings = settings_of_sim,
    .run = run,
};
