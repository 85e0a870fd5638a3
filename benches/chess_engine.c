/* The game's own player as a chess program: UCI on standard input and output,
 * without powers. Level 5; `go nodes N` and `go movetime MS` are understood.
 *
 *     bench_chess_engine */
#include "base/thread.h"
#include "games/powerchess/search.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static struct powerchess game;
static _Atomic bool      cancel;
static struct timespec   deadline;

static void set_up(const char *fen)
{
    struct setup   s;
    struct refusal why = { 0 };

    setup_default(&powerchess_game, &s);
    s.option[OPTION_POWERS] = s.option[OPTION_DRAWS] = 0;
    s.extra = str_of(fen);
    if (game_setup(&powerchess_game, &game, &s, &why) != ERR_OK) {
        fprintf(stderr, "%s: %s\n", fen, why.text);
        exit(1);
    }
}

static void make(const char *text)
{
    struct move m;
    const char *letter = text[4] ? strchr("qrbn", text[4]) : NULL;

    move_begin(&m, game.board.turn, DO_MOVE);
    move_add(&m, (text[1] - '1') * 8 + text[0] - 'a');
    move_add(&m, (text[3] - '1') * 8 + text[2] - 'a');
    if (letter)
        move_add(&m, QUEEN + (int)(letter - "qrbn"));
    if (powerchess_game.apply(&game, &m, NULL, NULL) != ERR_OK) {
        fprintf(stderr, "%s is refused\n", text);
        exit(1);
    }
}

/* position startpos|fen ... [moves ...] */
static void position(char *text)
{
    char *moves = strstr(text, "moves ");

    if (moves) {
        moves[-1] = '\0';
        moves += 6;
    }
    set_up(strncmp(text, "fen ", 4) == 0 ? text + 4 : START);
    for (char *word = moves ? strtok(moves, " ") : NULL; word; word = strtok(NULL, " "))
        make(word);
}

static void *wait_for_deadline(void *arg)
{
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL);
    atomic_store(&cancel, true);
    return arg;
}

static long number_after(const char *text, const char *word, long otherwise)
{
    const char *at = strstr(text, word);

    return at ? atol(at + strlen(word)) : otherwise;
}

static void think_and_tell(struct search *s, const struct think *think)
{
    struct position root;
    struct timespec start, end;

    (void)think;
    clock_gettime(CLOCK_MONOTONIC, &start);
    position_of(&game, &root);
    search_run(s, &root);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double took = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    printf("info depth %d score cp %d nodes %lld nps %.0f\n", s->depth, s->score, (long long)s->nodes, (double)s->nodes / took);
    printf("bestmove %c%c%c%c%.1s\n", 'a' + ply_from(s->best) % 8, '1' + ply_from(s->best) / 8, 'a' + ply_to(s->best) % 8,
           '1' + ply_to(s->best) / 8, &"\0qrbn"[ply_promotion(s->best)]);
}

static void go(const char *text, struct think *think)
{
    long      ms = number_after(text, "movetime ", 0);
    pthread_t timer;

    think->nodes = number_after(text, "nodes ", ms ? 1000000000 : 100000);
    think->memory = thread_memory(SEARCH_MEMORY, &think->number);
    atomic_store(&cancel, false);
    if (ms) {
        clock_gettime(CLOCK_MONOTONIC, &deadline);
        deadline.tv_nsec += ms % 1000 * 1000000;
        deadline.tv_sec += ms / 1000 + deadline.tv_nsec / 1000000000;
        deadline.tv_nsec %= 1000000000;
        pthread_create(&timer, NULL, wait_for_deadline, NULL);
    }
    think_and_tell(search_begin(think, &game, &powerchess_skills[5]), think);
    if (ms)
        pthread_join(timer, NULL);
}

int main(void)
{
    static char  line[1 << 16];
    struct think think = { .level = 5, .cancel = &cancel };

    set_up(START);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "uci") == 0)
            puts("id name Meeple\nuciok");
        else if (strcmp(line, "isready") == 0)
            puts("readyok");
        else if (strncmp(line, "position ", 9) == 0)
            position(line + 9);
        else if (strncmp(line, "go", 2) == 0)
            go(line, &think);
        else if (strcmp(line, "quit") == 0)
            break;
    }
    return 0;
}
