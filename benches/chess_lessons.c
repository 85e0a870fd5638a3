/* Positions with stockfish's scores, for the network of the chess evaluation.
 *
 *     bench_chess_lessons STOCKFISH SECONDS [SEED] >> LESSONS
 *
 * Our player plays quick games against itself, with its taste of lower levels and
 * some random moves, so that all kinds of advantages occur. Half of the
 * positions are kept, unless somebody is in check or a capture wins material, and
 * stockfish says what it thinks of them without searching. While it does, the
 * next ones are played.
 *
 * A lesson has 32 bytes, see struct lesson in chess_lessons.h. */
#include "chess_lessons.h"
#include "games/powerchess/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PLIES_MOST = 200, QUIET_MOST = 40, DECIDED = 1000, SCORE_MOST = 3000, SEEN_BITS = 27, NODES = 50, ONE_IN = 2, BATCH = 64 };

struct match {
    struct position position;
    uint32_t        number;
    int             plies, opening, taste, random;
};

/* Positions that were sent, and not answered yet. */
struct batch {
    int          n;
    struct chess board[BATCH];
    uint32_t     match[BATCH];
};

static struct rng         dice;
static uint32_t           number;
static uint64_t           told;
static uint8_t            seen[1 << (SEEN_BITS - 3)];
static struct buf         text;
static const struct boxes none = { .at = (const uint8_t[64]){ 0 } };

/* ---- games ------------------------------------------------------------- */

static void begin(struct match *m)
{
    *m = (struct match){ .number = number++, .opening = 2 + (int)rng_below(&dice, 9) };
    m->taste = (int[]){ 0, 0, 5, 15 }[rng_below(&dice, 4)];
    m->random = (int[]){ 0, 1, 3, 6 }[rng_below(&dice, 4)];
    if (!chess_read_fen(&m->position.board, str_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), NULL))
        BUG("no start");
    m->position.key = position_key(&m->position);
}

static void play(struct match *m)
{
    static struct think      think = { .level = LEVELS, .nodes = NODES };
    static struct powerchess game;
    struct position          next;

    if (!think.memory)
        think.memory = calloc(1, SEARCH_MEMORY);
    think.number++;
    think.character = m->number;
    bool           random = m->plies < m->opening || (int)rng_below(&dice, 100) < m->random;
    struct search *s = search_begin(&think, &game, &(struct skill){ .noise = m->taste });
    s->depth_max = random ? 0 : DEPTH_MAX - 1;
    if (m->plies > PLIES_MOST || m->position.quiet > QUIET_MOST || count(chess_pieces(&m->position.board)) <= 3 ||
        !search_run(s, &m->position) || (abs(s->score) > DECIDED && rng_below(&dice, 4) == 0)) {
        begin(m);
        return;
    }
    ply_t ply = random ? s->root.at[rng_below(&dice, (uint64_t)s->root.n)].ply : s->best;
    position_make(&m->position, ply, &none, &next);
    m->position = next;
    m->plies++;
}

/* Nobody in check, and no capture or promotion that wins. */
static bool is_calm(const struct position *p)
{
    static struct choices c;

    if (position_in_check(p))
        return false;
    choices_tactical(p, &none, NO_PLY, &c);
    for (int i = 0; i < c.n; i++)
        if (exchange_keeps(p, &none, c.at[i].ply, 1))
            return false;
    return true;
}

static bool is_new(const struct position *p)
{
    uint32_t at = (uint32_t)(p->key >> (64 - SEEN_BITS));
    bool     old = seen[at >> 3] >> (at & 7) & 1;

    seen[at >> 3] |= (uint8_t)(1u << (at & 7));
    return !old;
}

/* ---- questions and answers --------------------------------------------- */

static void ask(struct match *m, struct batch *b, FILE *to)
{
    for (b->n = 0; b->n < BATCH;) {
        play(m);
        if (m->plies < m->opening || rng_below(&dice, ONE_IN) || !is_calm(&m->position) || !is_new(&m->position))
            continue;
        b->board[b->n] = m->position.board;
        b->match[b->n++] = m->number;
        buf_clear(&text);
        chess_write_fen(&m->position.board, &text);
        fprintf(to, "position fen %s\neval\n", text.at);
    }
    fflush(to);
}

static void tell(const struct chess *b, uint32_t of, int score)
{
    struct lesson lesson = { .score = (int16_t)score, .features = (int16_t)evaluate_features(b), .match = of };
    int           n = 0, flip = b->turn == WHITE ? 0 : 56;

    for (int own = 0; own < 64; own++) {
        int       square = own ^ flip;
        enum kind kind = chess_kind_at(b, square);

        if (kind == KINDS)
            continue;
        lesson.pieces |= bit(own);
        lesson.what[n / 2] |= (uint8_t)((int)kind + (chess_colour_at(b, square) == b->turn ? 0 : 8)) << (n & 1 ? 4 : 0);
        n++;
    }
    fwrite(&lesson, sizeof lesson, 1, stdout);
    told++;
}

static void listen(const struct batch *b, FILE *from)
{
    static const char until[] = "Final evaluation";
    char              at[1024];

    for (int i = 0; i < b->n; i++) {
        do
            if (!fgets(at, sizeof at, from)) {
                fprintf(stderr, "stockfish ended\n");
                exit(1);
            }
        while (strncmp(at, until, sizeof until - 1) != 0);
        double score = strtod(at + sizeof until - 1, NULL) * 100;
        if (score >= -SCORE_MOST && score <= SCORE_MOST)
            tell(&b->board[i], b->match[i], (int)(b->board[i].turn == WHITE ? score : -score));
    }
}

static void start_stockfish(const char *program, FILE **to, FILE **from)
{
    int down[2], up[2];

    if (pipe(down) || pipe(up))
        exit(1);
    if (fork() == 0) {
        dup2(down[0], 0);
        dup2(up[1], 1);
        close(down[1]);
        close(up[0]);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    *to = fdopen(down[1], "w");
    *from = fdopen(up[0], "r");
}

int main(int argc, char **argv)
{
    static struct batch batch[2];
    static struct match match;
    FILE               *to, *from;
    time_t              end = time(NULL) + (argc > 2 ? atoi(argv[2]) : 10);

    if (argc < 2)
        return 2;
    dice = rng_seeded(argc > 3 ? (uint64_t)atoll(argv[3]) : 1);
    number = (uint32_t)rng_next(&dice) & 0x7FFFFFFF;
    start_stockfish(argv[1], &to, &from);
    begin(&match);
    ask(&match, &batch[0], to);
    for (int i = 0; time(NULL) < end; i ^= 1) {
        ask(&match, &batch[i ^ 1], to);
        listen(&batch[i], from);
    }
    fprintf(stderr, "%llu lessons\n", (unsigned long long)told);
    return 0;
}
