#include "cli/sim/crew.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    AHEAD_MAX = 1024, /* finished games that may wait for an earlier one */
    POLL_MS = 20,
};

struct crew {
    const struct match *match;
    struct score       *score;
    struct record      *record;

    pthread_mutex_t lock;
    pthread_cond_t  moved;           /* `counted` has increased, or it is over */
    pthread_cond_t  ended;           /* it is over */
    int64_t         next;            /* the next game to start */
    int64_t         counted;         /* all games below are in the score */
    struct played  *done[AHEAD_MAX]; /* finished but not counted, by number */
    _Atomic bool    over;            /* no more games are started, and those that run are given up */
    char            problem[256];
};

/* ---- in order ---------------------------------------------------------- */

static void played_free(struct played *game)
{
    if (game)
        move_list_release(&game->record);
    free(game);
}

static void say_forfeit(const struct match *m, int64_t number, const struct played *game)
{
    progress_clear();
    fprintf(stderr, "game %lld: %s loses: it %s\n", (long long)number + 1, m->entrant[game->loser].name, game->fault);
}

static void stop(struct crew *crew)
{
    crew->over = true;
    pthread_cond_broadcast(&crew->moved);
    pthread_cond_signal(&crew->ended);
}

/* Counts the finished games that are next. With the lock held. */
static void count(struct crew *crew)
{
    struct played **next;

    while (!crew->over && *(next = &crew->done[crew->counted % AHEAD_MAX])) {
        if ((*next)->ending == ENDED_FORFEIT)
            say_forfeit(crew->match, crew->counted, *next);
        score_add(crew->score, crew->counted, *next);
        if (crew->record && !record_game(crew->record, crew->match, crew->counted, *next)) {
            snprintf(crew->problem, sizeof crew->problem, "the record cannot be written");
            stop(crew);
        }
        played_free(*next);
        *next = NULL;
        if (++crew->counted == crew->match->games || crew->score->decision != UNDECIDED)
            stop(crew);
    }
    pthread_cond_broadcast(&crew->moved);
}

/* ---- threads ----------------------------------------------------------- */

/* The number of the next game; -1: none. */
static int64_t take(struct crew *crew)
{
    int64_t number = -1;

    pthread_mutex_lock(&crew->lock);
    while (!crew->over && crew->next < crew->match->games && crew->next >= crew->counted + AHEAD_MAX)
        pthread_cond_wait(&crew->moved, &crew->lock);
    if (!crew->over && crew->next < crew->match->games)
        number = crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return number;
}

static void *work(void *arg)
{
    struct crew     *crew = arg;
    struct table_top top = { .cancel = &crew->over };
    int64_t          number;

    while ((number = take(crew)) >= 0) {
        struct played *game = mem_new(sizeof *game);
        char           problem[256] = "";
        bool           good = match_play(crew->match, number, &top, game, problem);

        pthread_mutex_lock(&crew->lock);
        if (good) {
            crew->done[number % AHEAD_MAX] = game;
            count(crew);
        } else {
            played_free(game);
            if (!crew->over)
                memcpy(crew->problem, problem, sizeof problem);
            stop(crew);
        }
        pthread_mutex_unlock(&crew->lock);
    }
    table_top_release(&top);
    return NULL;
}

static void note_test(const struct score *s, char note[32])
{
    if (s->sprt.on)
        snprintf(note, 32, "LLR %+.2f", score_llr(s));
}

/* Waits a moment, or until it is over. With the lock held. */
static void wait_a_moment(struct crew *crew)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->ended, &crew->lock, &until);
}

/* Shows the progress until it is over. */
static void watch(struct crew *crew)
{
    struct progress bar = { .what = crew->match->game->name, .unit = "games" };

    pthread_mutex_lock(&crew->lock);
    while (!crew->over) {
        wait_a_moment(crew);
        if (interrupted() && !crew->over) {
            crew->score->interrupted = true;
            stop(crew);
        }
        note_test(crew->score, bar.note);
        progress_show(&bar, crew->counted, crew->match->games);
    }
    pthread_mutex_unlock(&crew->lock);
    progress_end(&bar);
}

bool crew_play(const struct match *m, int jobs, struct score *score, struct record *record, double *seconds)
{
    struct crew *crew = mem_new(sizeof *crew);
    pthread_t    threads[JOBS_MAX];
    int          started = 0;
    int64_t      from = monotonic_us();

    struct interrupts before;
    *crew = (struct crew){ .match = m, .score = score, .record = record };
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->moved, NULL);
    pthread_cond_init(&crew->ended, NULL);
    signal(SIGPIPE, SIG_IGN); /* an external program may have exited when we write to it */
    interrupts_catch(&before);
    while (started < jobs && pthread_create(&threads[started], NULL, work, crew) == 0)
        started++;
    if (started)
        watch(crew);
    else
        snprintf(crew->problem, sizeof crew->problem, "cannot start a thread: the system's limit is reached");
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    interrupts_release(&before);
    *seconds = (double)(monotonic_us() - from) / 1e6;
    for (int i = 0; i < AHEAD_MAX; i++)
        played_free(crew->done[i]);
    bool good = !crew->problem[0];
    if (!good)
        complain("%s", crew->problem);
    pthread_cond_destroy(&crew->ended);
    pthread_cond_destroy(&crew->moved);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
    return good;
}
