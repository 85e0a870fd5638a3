/* The evaluation: a sum of weighted features, each for the middle game and the
 * endgame, blended by the remaining pieces; what the network adds to it; and
 * what powers have left on the board. */
#include "games/powerchess/attacks.h"
#include "games/powerchess/search.h"
#include "games/powerchess/weights.h"

#ifdef TRACE_FEATURES /* the fitting program counts features instead of adding them up */
extern int           trace_features[1024];
static const int32_t weight[W_COUNT];
#define TERM(t, index, n) (trace_features[index] += (t)->sign * (n))
#else
#include "games/powerchess/weights_fitted.h"
#define TERM(t, index, n) ((t)->score += (n)*weight[index])
#endif

const int16_t piece_worth[KINDS] = { [KING] = 0, [QUEEN] = 950, [ROOK] = 500, [BISHOP] = 325, [KNIGHT] = 325, [PAWN] = 100 };

/* Every term is evaluated once per colour, which is a compile-time constant. */
#define INLINE inline __attribute__((always_inline))

/* One side while it is evaluated. */
struct tally {
    int32_t score; /* both halves */
    int     sign;  /* 1 for White, for tracing */
};

/* What both sides attack, collected while evaluating the pieces. */
struct field {
    const struct chess *b;
    uint64_t            blockers;
    uint64_t            pawns[2];
    uint64_t            by_pawn[2], by_kind[2][KINDS], any[2];
    uint64_t            zone[2]; /* around the kings */
    int                 danger[2];
};

static inline uint64_t forward_of(uint64_t set, int colour)
{
    return colour == WHITE ? set << 8 : set >> 8;
}

/* All squares ahead of a set, on its files. */
static inline uint64_t ahead(uint64_t set, int colour)
{
    if (colour == WHITE) {
        set |= set << 8;
        set |= set << 16;
        return (set | set << 32) << 8;
    }
    set |= set >> 8;
    set |= set >> 16;
    return (set | set >> 32) >> 8;
}

static inline uint64_t beside(uint64_t set)
{
    return (set << 1 & ~FILE_A) | (set >> 1 & ~FILE_H);
}

/* The square from its owner's point of view. */
static inline int own_square(int square, int colour)
{
    return colour == WHITE ? square : square ^ 56;
}

static inline int half_square(int square, int colour)
{
    int own = own_square(square, colour), col = own & 7;

    return (own >> 3) * 4 + (col < 4 ? col : 7 - col);
}

static inline int distance(int a, int b)
{
    int rows = (a >> 3) - (b >> 3), cols = (a & 7) - (b & 7);

    rows = rows < 0 ? -rows : rows;
    cols = cols < 0 ? -cols : cols;
    return rows > cols ? rows : cols;
}

/* ---- pawns ------------------------------------------------------------- */

static INLINE void judge_passed(struct tally *t, const struct field *f, int us, int square)
{
    uint64_t way = ahead(bit(square), us);
    int      row = own_square(square, us) >> 3;
    uint64_t kings = f->b->kind[KING];
    int      stop = us == WHITE ? square + 8 : square - 8;

    TERM(t, W_PASSED + row, 1);
    if (!(way & f->blockers)) {
        TERM(t, W_PASSED_OPEN + row, 1);
        if (!(way & f->any[!us]))
            TERM(t, W_PASSED_SAFE + row, 1);
    }
    if (row >= 3 && (kings & f->b->side[us]) && (kings & f->b->side[!us])) {
        TERM(t, W_PASSED_OWN_KING + distance(lowest(kings & f->b->side[us]), stop), row - 2);
        TERM(t, W_PASSED_ENEMY_KING + distance(lowest(kings & f->b->side[!us]), stop), row - 2);
    }
}

static INLINE void judge_pawns(struct tally *t, const struct field *f, int us)
{
    uint64_t own = f->pawns[us], enemy = f->pawns[!us];
    uint64_t sides = beside(own);
    uint64_t not_passed = ahead(enemy, !us) | beside(ahead(enemy, !us)) | ahead(own, !us);

    for (uint64_t set = own; set;) {
        int      square = take_lowest(&set);
        uint64_t at = bit(square), file = FILE_A << (square & 7);
        int      row = own_square(square, us) >> 3;

        TERM(t, W_MATERIAL + PAWN, 1);
        TERM(t, W_SQUARE + PAWN * 32 + half_square(square, us), 1);
        if (!(at & not_passed))
            judge_passed(t, f, us, square);
        if (ahead(at, us) & own)
            TERM(t, W_DOUBLED, 1);
        if (!(beside(file) & own)) {
            TERM(t, W_ISOLATED, 1);
            if (!(file & enemy))
                TERM(t, W_ISOLATED_OPEN, 1);
        } else if (!(beside(at | ahead(at, !us)) & own) && (forward_of(at, us) & (f->by_pawn[!us] | enemy))) {
            TERM(t, W_BACKWARD, 1);
        }
        if (at & sides)
            TERM(t, W_PHALANX + row, 1);
        if (at & f->by_pawn[us])
            TERM(t, W_SUPPORTED + row, 1);
    }
}

/* ---- pieces ------------------------------------------------------------ */

static inline uint64_t attacks_of(const struct field *f, enum kind kind, int square)
{
    switch (kind) {
    case KNIGHT:
        return knight_attacks(square);
    case BISHOP:
        return bishop_attacks(square, f->blockers);
    case ROOK:
        return rook_attacks(square, f->blockers);
    default:
        return rook_attacks(square, f->blockers) | bishop_attacks(square, f->blockers);
    }
}

static INLINE void judge_piece(struct tally *t, struct field *f, int us, enum kind kind, int square)
{
    static const uint8_t units[KINDS] = { [QUEEN] = 4, [ROOK] = 3, [BISHOP] = 2, [KNIGHT] = 2 };
    uint64_t             attacks = attacks_of(f, kind, square);
    uint64_t             useful = attacks & ~f->b->side[us] & ~f->by_pawn[!us];

    f->by_kind[us][kind] |= attacks;
    f->any[us] |= attacks;
    if (attacks & f->zone[!us])
        f->danger[!us] += units[kind] + count(attacks & f->zone[!us]);
    TERM(t, W_MATERIAL + (int)kind, 1);
    TERM(t, W_SQUARE + (int)kind * 32 + half_square(square, us), 1);
    TERM(t, W_MOBILITY + (int)kind * 28 + count(useful), 1);
}

static INLINE void judge_pieces(struct tally *t, struct field *f, int us)
{
    const struct chess   *b = f->b;
    static const uint64_t dark = UINT64_C(0xAA55AA55AA55AA55);

    for (enum kind kind = QUEEN; kind <= KNIGHT; kind++)
        for (uint64_t set = b->kind[kind] & b->side[us]; set;)
            judge_piece(t, f, us, kind, take_lowest(&set));

    uint64_t bishops = b->kind[BISHOP] & b->side[us];
    if ((bishops & dark) && (bishops & ~dark))
        TERM(t, W_BISHOP_PAIR, 1);
    for (uint64_t set = bishops; set;) {
        uint64_t colour = bit(take_lowest(&set)) & dark ? dark : ~dark;

        TERM(t, W_BISHOP_PAWNS, count(f->pawns[us] & colour));
    }
    for (uint64_t set = b->kind[ROOK] & b->side[us]; set;) {
        uint64_t file = FILE_A << (take_lowest(&set) & 7);

        if (!(file & f->pawns[us]))
            TERM(t, file & f->pawns[!us] ? W_ROOK_HALF_OPEN : W_ROOK_OPEN, 1);
    }

    uint64_t middle = us == WHITE ? row_of(3) | row_of(4) | row_of(5) : row_of(4) | row_of(3) | row_of(2);
    uint64_t posts = middle & f->by_pawn[us] & ~beside(ahead(f->pawns[!us], !us));
    TERM(t, W_OUTPOST_KNIGHT, count(posts & b->kind[KNIGHT] & b->side[us]));
    TERM(t, W_OUTPOST_BISHOP, count(posts & bishops));
}

/* Needs the attacks of both sides' pieces. */
static INLINE void judge_threats(struct tally *t, const struct field *f, int us)
{
    const struct chess *b = f->b;
    uint64_t            enemy = b->side[!us] & ~b->safe;
    uint64_t            minor = (b->kind[BISHOP] | b->kind[KNIGHT]) & enemy;
    uint64_t            major = (b->kind[ROOK] | b->kind[QUEEN]) & enemy;
    uint64_t            by_minor = f->by_kind[us][BISHOP] | f->by_kind[us][KNIGHT];

    TERM(t, W_PAWN_HITS_MINOR, count(f->by_pawn[us] & minor));
    TERM(t, W_PAWN_HITS_MAJOR, count(f->by_pawn[us] & major));
    TERM(t, W_MINOR_HITS_MINOR, count(by_minor & minor & ~f->by_pawn[!us]));
    TERM(t, W_MINOR_HITS_MAJOR, count(by_minor & major));
    TERM(t, W_ROOK_HITS_QUEEN, count(f->by_kind[us][ROOK] & b->kind[QUEEN] & enemy));
    TERM(t, W_HANGING, count(enemy & ~b->kind[KING] & f->any[us] & ~f->any[!us]));
}

/* ---- kings ------------------------------------------------------------- */

static INLINE void judge_checks(struct tally *t, const struct field *f, int us, int king)
{
    uint64_t safe = ~f->any[!us] & ~f->b->side[us];
    uint64_t straight = rook_attacks(king, f->blockers) & safe, slanted = bishop_attacks(king, f->blockers) & safe;

    if (straight & f->by_kind[us][ROOK])
        TERM(t, W_SAFE_CHECK + ROOK, 1);
    if (slanted & f->by_kind[us][BISHOP])
        TERM(t, W_SAFE_CHECK + BISHOP, 1);
    if ((straight | slanted) & f->by_kind[us][QUEEN])
        TERM(t, W_SAFE_CHECK + QUEEN, 1);
    if (knight_attacks(king) & safe & f->by_kind[us][KNIGHT])
        TERM(t, W_SAFE_CHECK + KNIGHT, 1);
}

static INLINE void judge_king(struct tally *t, const struct field *f, int us)
{
    const struct chess *b = f->b;
    uint64_t            kings = chess_kings(b, us);

    if (!kings)
        return;
    int      king = lowest(kings), file = king & 7;
    uint64_t front = bit(king) | beside(bit(king));
    uint64_t near = forward_of(front, us);
    int      files = 0;

    TERM(t, W_SQUARE + KING * 32 + half_square(king, us), 1);
    if (kings & (kings - 1))
        return; /* cannot be in check */
    TERM(t, W_SHIELD_NEAR + count(near & f->pawns[us]), 1);
    TERM(t, W_SHIELD_FAR + count(forward_of(near, us) & f->pawns[us]), 1);
    for (int col = file ? file - 1 : 0; col <= (file < 7 ? file + 1 : 7); col++) {
        uint64_t enemy = FILE_A << col & f->pawns[!us];

        files += !(FILE_A << col & f->pawns[us]);
        while (enemy)
            TERM(t, W_STORM + (own_square(take_lowest(&enemy), us) >> 3), 1);
    }
    TERM(t, W_KING_FILES + files, 1);
    if (b->kind[QUEEN] & b->side[!us])
        TERM(t, W_KING_DANGER + (f->danger[us] < 39 ? f->danger[us] : 39), 1);
    struct tally theirs = { .sign = -t->sign };
    judge_checks(&theirs, f, !us, king);
    t->score -= theirs.score;
}

/* ---- the whole --------------------------------------------------------- */

static void survey(struct field *f, const struct chess *b)
{
    *f = (struct field){ .b = b, .blockers = chess_pieces(b) | b->boxes };
    for (int us = WHITE; us <= BLACK; us++) {
        uint64_t kings = chess_kings(b, us);

        f->pawns[us] = b->kind[PAWN] & b->side[us];
        f->by_pawn[us] = pawn_attacks(f->pawns[us], us);
        f->any[us] = f->by_pawn[us];
        if (!kings)
            continue;
        uint64_t around = king_attacks(lowest(kings));
        f->any[us] |= around;
        f->by_kind[us][KING] = around;
        f->zone[us] = around | bit(lowest(kings)) | forward_of(around, us);
    }
}

static INLINE void judge_rest(struct tally *t, const struct field *f, int us)
{
    judge_pawns(t, f, us);
    judge_threats(t, f, us);
    judge_king(t, f, us);
}

static int32_t judge(const struct chess *b)
{
    struct field f;
    struct tally side[2] = { { .sign = 1 }, { .sign = -1 } };

    survey(&f, b);
    judge_pieces(&side[WHITE], &f, WHITE);
    judge_pieces(&side[BLACK], &f, BLACK);
    judge_rest(&side[WHITE], &f, WHITE);
    judge_rest(&side[BLACK], &f, BLACK);
    TERM(&side[b->turn], W_TEMPO, 1);
    return side[WHITE].score - side[BLACK].score;
}

static int phase_of(const struct chess *b)
{
    int phase = count(b->kind[KNIGHT] | b->kind[BISHOP]) + 2 * count(b->kind[ROOK]) + 4 * count(b->kind[QUEEN]);

    return phase < 24 ? phase : 24;
}

/* Rarely won: no pawns, and less than a rook ahead. In 64ths. */
static int scale_of(const struct chess *b, int score)
{
    int      strong = score > 0 ? WHITE : BLACK;
    uint64_t own = b->side[strong], enemy = b->side[!strong];
    int      ahead_by = 0;

    if (b->kind[PAWN] & own)
        return 64;
    for (enum kind kind = QUEEN; kind <= KNIGHT; kind++)
        ahead_by += piece_worth[kind] * (count(b->kind[kind] & own) - count(b->kind[kind] & enemy));
    return ahead_by < 450 ? 8 : 64;
}

/* A lone king is driven to the edge, and the other king comes near. */
static int drive(const struct chess *b, int strong)
{
    uint64_t own = chess_kings(b, strong), lone = b->side[!strong];

    if (lone & (lone - 1) || !own || !lone || !(b->side[strong] & ~b->kind[KING]))
        return 0;
    int square = lowest(lone), row = square >> 3, col = square & 7;
    int edge = (row < 4 ? 3 - row : row - 4) + (col < 4 ? 3 - col : col - 4);
    return 12 * edge + 8 * (7 - distance(square, lowest(own)));
}

/* What powers have left on the board: second kings, temporary shapes, nets,
 * energized pawns, boxes taken. For White. */
static int judge_powers(const struct position *p)
{
    const struct chess *b = &p->board;
    int                 score = p->luck;

    score += KINGS_SECOND * ((count(chess_kings(b, WHITE)) > 1) - (count(chess_kings(b, BLACK)) > 1));
    for (uint64_t nets = p->nets; nets;) {
        int square = take_lowest(&nets);
        int worth = piece_worth[chess_kind_at(b, square)] / 4;

        score += chess_colour_at(b, square) == WHITE ? worth : -worth;
    }
    for (int i = 0; i < p->n_timers; i++) {
        const struct timer *t = &p->timer[i];

        if (t->what == TIMER_AWAKE) {
            int more = (piece_worth[QUEEN] - piece_worth[t->was]) * 3 / 4;

            score -= chess_colour_at(b, t->square) == WHITE ? more : -more;
        } else if (t->what == TIMER_SAFE) {
            score += chess_colour_at(b, t->square) == WHITE ? 3 * t->left : -3 * t->left;
        } else if (t->what == TIMER_ENERGY) {
            score += t->square == WHITE ? 4 * t->left : -4 * t->left;
        }
    }
    return score;
}

/* For White. */
static int sum_of_features(const struct chess *b)
{
    int32_t both = judge(b);
    int     middle = (int16_t)(uint16_t)both, end = (int16_t)(uint16_t)((uint32_t)(both + 0x8000) >> 16);
    int     phase = phase_of(b);
    int     score = (middle * phase + end * (24 - phase)) / 24;

    score += drive(b, WHITE) - drive(b, BLACK);
    return score * scale_of(b, score) / 64;
}

int evaluate_features(const struct chess *b)
{
    return b->turn == WHITE ? sum_of_features(b) : -sum_of_features(b);
}

int evaluate_summed(const struct position *p, const struct sums *sums)
{
    const struct chess *b = &p->board;
    int                 network = network_score(b, sums);
    int                 score = sum_of_features(b) * FEATURES_PART / 4 + (b->turn == WHITE ? network : -network);

    score = score * scale_of(b, score) / 64;
    if (p->n_timers || p->nets || p->luck || count(b->kind[KING]) > 2)
        score += judge_powers(p);
    return b->turn == WHITE ? score : -score;
}

int evaluate(const struct position *p)
{
    struct sums sums;

    network_sum(&p->board, &sums);
    return evaluate_summed(p, &sums);
}

void powerchess_estimate(const void *state, int32_t share[SEATS_MAX])
{
    const struct powerchess *g = state;
    struct position          p;

    memset(share, 0, SEATS_MAX * sizeof share[0]);
    if (g->phase == PHASE_OVER) {
        share[WHITE] = g->winner == NO_WINNER ? 32768 : g->winner == WHITE ? 65536 : 0;
    } else {
        position_of(g, &p);
        int score = g->board.turn == WHITE ? evaluate(&p) : -evaluate(&p);
        share[WHITE] = 32768 + 32768 * score / ((score < 0 ? -score : score) + 300);
    }
    share[BLACK] = 65536 - share[WHITE];
}
