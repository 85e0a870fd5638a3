/* Principal variation search: iterative deepening, hash table, null move, late
 * move reductions, quiescence with boxes and promotions. The constants below
 * are customary values, not tuned. */
#include "games/powerchess/search.h"

enum {
    INFINITE = 31000,
    CHECK_EVERY = 256,
    DELTA = 180, /* what a capture may gain besides its victim */
};

/* ---- table ------------------------------------------------------------- */

/* Mates are stored by their distance from the position, not from the root. */
static int to_table(int score, int height)
{
    return score >= MATE_NEAR ? score + height : score <= -MATE_NEAR ? score - height : score;
}

static int from_table(int score, int height)
{
    return score >= MATE_NEAR ? score - height : score <= -MATE_NEAR ? score + height : score;
}

static struct entry *table_find(struct search *s, uint64_t key)
{
    for (uint32_t i = 0; i < 2; i++) {
        struct entry *e = &s->table[((uint32_t)key & s->mask) ^ i];

        if (e->number == s->think->number && e->check == (uint32_t)(key >> 32))
            return e;
    }
    return NULL;
}

static void table_put(struct search *s, uint64_t key, ply_t ply, int score, int eval, int depth, enum bound bound)
{
    uint32_t      at = (uint32_t)key & s->mask, number = s->think->number;
    struct entry *e = &s->table[at], *other = &s->table[at ^ 1];

    if (other->number == number && other->check == (uint32_t)(key >> 32))
        e = other;
    else if (e->number == number && e->check != (uint32_t)(key >> 32) && (other->number != number || other->depth < e->depth))
        e = other;
    if (e->number == number && e->check == (uint32_t)(key >> 32)) {
        if (ply == NO_PLY)
            ply = e->ply;
        if (bound != BOUND_EXACT && e->depth > depth + 3)
            return;
    }
    *e = (struct entry){ (uint32_t)(key >> 32), number, ply, (int16_t)score, (int16_t)eval, (uint8_t)depth, (uint8_t)bound };
}

/* ---- positions on the way ---------------------------------------------- */

static bool is_over(struct search *s)
{
    if (s->nodes >= s->nodes_max || (s->nodes % CHECK_EVERY == 0 && think_cancelled(s->think)))
        s->stopped = true;
    return s->stopped;
}

/* Has this position occurred before? In the tree once is enough, in the game it
 * takes two: play would repeat. */
static bool is_repeated(const struct search *s, int height)
{
    const struct position *now = &s->frame[height].position;
    int                    seen = 0;

    for (int back = 4; back <= now->quiet; back += 2) {
        int at = height - back;

        if (at > 0) {
            if (s->frame[at].position.key == now->key)
                return true;
        } else {
            int i = s->past_n - 1 + at;

            if (i < 0)
                return false;
            if (s->past[i] == now->key && ++seen == 2)
                return true;
        }
    }
    return false;
}

/* The player's own taste: where they like to see pieces, right or wrong. */
static int taste_of(const struct search *s, const struct chess *b)
{
    int white = 0;

    for (enum kind kind = KING; kind < KINDS; kind++) {
        for (uint64_t set = b->kind[kind] & b->side[WHITE]; set;)
            white += s->taste[kind][take_lowest(&set)];
        for (uint64_t set = b->kind[kind] & b->side[BLACK]; set;)
            white -= s->taste[kind][take_lowest(&set) ^ 56];
    }
    return b->turn == WHITE ? white : -white;
}

/* The network's sums of a frame, from those of the nearest one before it that has
 * any; the root always has. */
static const struct sums *sums_at(struct search *s, int height)
{
    struct frame *f = &s->frame[height], *from = f;

    while (!from->summed)
        from--;
    if (from != f) {
        network_follow(&from->position.board, &from->sums, &f->position.board, &f->sums);
        f->summed = true;
    }
    return &f->sums;
}

static int worth(struct search *s, int height)
{
    const struct position *p = &s->frame[height].position;
    int                    score = evaluate_summed(p, sums_at(s, height));

    if (s->noise)
        score += taste_of(s, &p->board);
    score -= score * p->quiet / 256; /* a lack of progress is worth less and less */
    return score > MATE_NEAR - 1 ? MATE_NEAR - 1 : score < 1 - MATE_NEAR ? 1 - MATE_NEAR : score;
}

static void go(struct search *s, int height, const struct choice *c)
{
    struct frame *next = &s->frame[height + 1];

    s->nodes++;
    position_make(&s->frame[height].position, c->ply, &s->boxes, &next->position);
    next->before = c->kind * 64 + ply_to(c->ply);
    next->summed = false;
    __builtin_prefetch(&s->table[(uint32_t)next->position.key & s->mask]);
}

/* ---- quiescence -------------------------------------------------------- */

/* Does what the table knows decide a node? */
static bool settles(const struct entry *e, int score, int alpha, int beta)
{
    return e->bound == BOUND_EXACT || (e->bound == BOUND_LOWER && score >= beta) || (e->bound == BOUND_UPPER && score <= alpha);
}

static enum bound bound_of(int best, int start, int beta)
{
    return best >= beta ? BOUND_LOWER : best > start ? BOUND_EXACT : BOUND_UPPER;
}

/* A capture that loses material, or gains too little to matter. */
static bool is_vain(const struct search *s, const struct frame *f, const struct choice *c, int alpha)
{
    return f->eval + c->rank / 8 + DELTA <= alpha || !exchange_keeps(&f->position, &s->boxes, c->ply, 0);
}

static int quiesce(struct search *s, int height, int alpha, int beta)
{
    struct frame    *f = &s->frame[height];
    struct position *p = &f->position;
    bool             check = position_in_check(p);
    struct entry    *e;
    int              best = -INFINITE, start = alpha;
    ply_t            best_ply = NO_PLY;

    if (is_over(s))
        return 0;
    if (height >= DEPTH_MAX)
        return worth(s, height);
    e = table_find(s, p->key);
    if (e && settles(e, from_table(e->score, height), alpha, beta))
        return from_table(e->score, height);
    f->eval = -INFINITE;
    if (!check) {
        f->eval = best = e && e->eval != -INFINITE ? e->eval : worth(s, height);
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
        choices_tactical(p, &s->boxes, e ? e->ply : NO_PLY, &f->choices);
    } else {
        choices_all(p, &s->boxes, &s->memory, &(struct hints){ .first = e ? e->ply : NO_PLY, .before = f->before }, &f->choices);
        if (f->choices.n == 0)
            return height - MATE;
    }
    for (const struct choice *c; (c = choices_next(&f->choices, &f->position, &s->boxes));) {
        if (check ? best > -MATE_NEAR && c->rank < 0 : is_vain(s, f, c, alpha))
            continue;
        ply_t ply = c->ply;
        go(s, height, c);
        int score = -quiesce(s, height + 1, -beta, -alpha);
        if (s->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            best_ply = ply;
            if (score >= beta)
                break;
        }
    }
    table_put(s, p->key, best_ply, to_table(best, height), f->eval, 0, bound_of(best, start, beta));
    return best;
}

/* ---- the tree ---------------------------------------------------------- */

/* 32 ln(n), for reductions. */
static const uint8_t logs[64] = {
    0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,  82,  84,  87,  89,  91,  92,  94,  96,  97,
    99,  100, 102, 103, 104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 116, 117, 118, 119, 120, 120,
    121, 122, 123, 123, 124, 125, 125, 126, 126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

static int reduction(int depth, int number)
{
    return (600 + logs[depth < 63 ? depth : 63] * logs[number < 63 ? number : 63] * 10 / 23) / 1024;
}

/* People overlook replies of the opponent. */
static bool overlooked(const struct search *s, int height, ply_t ply)
{
    struct rng r = rng_seeded(s->think->character ^ s->frame[height].position.key ^ ply * UINT64_C(0xD1B54A32D192ED03));

    return height == 1 && s->blind && (int)(rng_next(&r) % 100) < s->blind;
}

/* A node while its moves are searched. */
struct node {
    int   height, alpha, beta, depth;
    bool  pv, check, improving;
    /* found so far: */
    int   best;
    ply_t ply;
    int   tried;
    ply_t quiets[64];
    int   n_quiets;
};

static int search(struct search *s, int height, int alpha, int beta, int depth, bool may_pass);

/* Null move: if even moving twice does not help the opponent, the position is
 * too good. Not without pieces, where zugzwang is likely. */
static bool passes(struct search *s, const struct node *n)
{
    struct frame       *f = &s->frame[n->height], *next = f + 1;
    const struct chess *b = &f->position.board;
    int                 less = 3 + n->depth / 4 + (f->eval - n->beta < 600 ? (f->eval - n->beta) / 200 : 3);

    if (n->depth < 3 || f->eval < n->beta || !(b->side[b->turn] & ~b->kind[PAWN] & ~b->kind[KING]))
        return false;
    s->nodes++;
    position_pass(&f->position, &next->position);
    next->before = -1;
    next->summed = false;
    return -search(s, n->height + 1, -n->beta, 1 - n->beta, n->depth - 1 - less, false) >= n->beta;
}

/* Is a node decided without looking at its moves? */
static bool is_clear(struct search *s, const struct node *n, bool may_pass, int *score)
{
    const struct frame *f = &s->frame[n->height];

    if (n->pv || n->check || n->beta <= -MATE_NEAR || n->beta >= MATE_NEAR)
        return false;
    *score = f->eval;
    if (n->depth <= 7 && f->eval - 75 * (n->depth - n->improving) >= n->beta)
        return true;
    if (n->depth <= 2 && f->eval + 280 * n->depth < n->alpha) {
        *score = quiesce(s, n->height, n->alpha, n->beta);
        if (*score <= n->alpha)
            return true;
    }
    *score = n->beta;
    return !s->stopped && may_pass && passes(s, n);
}

/* Can a move near the leaves be skipped? */
static bool is_idle(struct search *s, const struct node *n, const struct choice *c, bool quiet)
{
    const struct frame *f = &s->frame[n->height];
    int                 depth = n->depth;

    if (n->check || n->pv || n->best <= -MATE_NEAR)
        return false;
    if (quiet && depth <= 6) {
        if (n->n_quiets >= (3 + depth * depth) / (n->improving ? 1 : 2) + 1)
            return true;
        if (f->eval + 90 + 80 * depth <= n->alpha)
            return true;
        return depth <= 5 && !exchange_keeps(&f->position, &s->boxes, c->ply, -45 * depth);
    }
    return !quiet && depth <= 5 && c->rank < 0 && !exchange_keeps(&f->position, &s->boxes, c->ply, -100 * depth);
}

static int try_move(struct search *s, const struct node *n, const struct choice *c, bool quiet)
{
    int  depth = n->depth - 1, next = n->height + 1, less = 0, score;
    bool pv = n->beta - n->alpha > 1;

    if (n->tried == 1)
        return -search(s, next, -n->beta, -n->alpha, depth, true);
    if (n->depth >= 3 && n->tried > (pv ? 3 : 2) && (quiet || c->rank < 0)) {
        less = reduction(n->depth, n->tried) + !n->improving + !pv - 1;
        if (quiet)
            less -= c->rank >= RANK_KILLER ? 1 : c->rank / 6000;
        else
            less /= 2;
        if (n->check || gives_check(&s->frame[n->height].position, c->ply))
            less--;
        less = less < 0 ? 0 : less > depth - 1 ? depth - 1 : less;
    }
    score = -search(s, next, -n->alpha - 1, -n->alpha, depth - less, true);
    if (score > n->alpha && less)
        score = -search(s, next, -n->alpha - 1, -n->alpha, depth, true);
    if (score > n->alpha && score < n->beta)
        score = -search(s, next, -n->beta, -n->alpha, depth, true);
    return score;
}

static void note_cutoff(struct search *s, const struct node *n)
{
    struct frame *f = &s->frame[n->height];

    if (f->killer[0] != n->ply) {
        f->killer[1] = f->killer[0];
        f->killer[0] = n->ply;
    }
    moves_learn(&s->memory, &f->position, f->before, n->quiets, n->n_quiets, n->depth);
}

/* Searches all moves of a node. */
static void try_all(struct search *s, struct node *n)
{
    struct frame *f = &s->frame[n->height];

    for (const struct choice *next; (next = choices_next(&f->choices, &f->position, &s->boxes));) {
        struct choice c = *next;
        bool          quiet = is_quiet(&f->position, c.ply);

        if (n->tried && overlooked(s, n->height, c.ply))
            continue;
        if (is_idle(s, n, &c, quiet) && !gives_check(&f->position, c.ply))
            continue;
        if (quiet && n->n_quiets < (int)ARRAY_LEN(n->quiets))
            n->quiets[n->n_quiets++] = c.ply;
        n->tried++;
        go(s, n->height, &c);
        int score = try_move(s, n, &c, quiet);
        if (s->stopped)
            return;
        if (score <= n->best)
            continue;
        n->best = score;
        if (score <= n->alpha)
            continue;
        n->alpha = score;
        n->ply = c.ply;
        if (score < n->beta)
            continue;
        if (quiet && n->n_quiets < (int)ARRAY_LEN(n->quiets))
            note_cutoff(s, n);
        return;
    }
}

/* A position that nobody can win. */
static bool is_dead(const struct position *p)
{
    const struct chess *b = &p->board;

    return !(b->kind[PAWN] | b->kind[ROOK] | b->kind[QUEEN] | b->boxes) && count(chess_pieces(b)) <= 3;
}

static int search(struct search *s, int height, int alpha, int beta, int depth, bool may_pass)
{
    struct frame    *f = &s->frame[height];
    struct position *p = &f->position;
    int              start = alpha, score;

    if (is_over(s) || p->quiet >= DRAW_PLIES || is_repeated(s, height) || is_dead(p))
        return 0;
    if (height >= DEPTH_MAX)
        return worth(s, height);
    bool check = position_in_check(p);
    if (depth + check <= 0)
        return quiesce(s, height, alpha, beta);

    struct node n = { .height = height, .depth = depth + check, .pv = beta - alpha > 1, .check = check, .best = -INFINITE };
    n.alpha = alpha < height - MATE ? height - MATE : alpha;
    n.beta = beta > MATE - height - 1 ? MATE - height - 1 : beta;
    struct entry *e = table_find(s, p->key);
    if (n.alpha >= n.beta)
        return n.alpha;
    if (e && !n.pv && e->depth >= n.depth && settles(e, from_table(e->score, height), n.alpha, n.beta))
        return from_table(e->score, height);
    ply_t first = e ? e->ply : NO_PLY;
    f->eval = check ? -INFINITE : e && e->eval != -INFINITE ? e->eval : worth(s, height);
    n.improving = !check && height >= 2 && f->eval > f[-2].eval;
    f[2].killer[0] = f[2].killer[1] = NO_PLY;
    if (is_clear(s, &n, may_pass, &score))
        return s->stopped ? 0 : score;
    if (n.depth >= 4 && first == NO_PLY)
        n.depth--;

    choices_all(
        p, &s->boxes, &s->memory,
        &(struct hints){ first, { f->killer[0], f->killer[1] }, f->before >= 0 ? s->memory.counter[f->before] : NO_PLY, f->before },
        &f->choices);
    if (f->choices.n == 0)
        return check ? height - MATE : 0;
    try_all(s, &n);
    if (s->stopped)
        return 0;
    if (n.tried == 0) /* all moves were skipped */
        return n.alpha;
    table_put(s, p->key, n.ply, to_table(n.best, height), f->eval, n.depth, bound_of(n.best, start, n.beta));
    return n.best;
}

/* ---- begin ------------------------------------------------------------- */

struct search *search_begin(struct think *think, const struct powerchess *g, const struct skill *skill)
{
    struct search *s = think->memory;
    struct rng     taste = rng_seeded(think->character);
    int            bits = 10;

    while (bits < TABLE_BITS && (INT64_C(1) << bits) < think->nodes)
        bits++;
    s->think = think;
    s->boxes = (struct boxes){ .at = g->box };
    memcpy(s->boxes.worth, skill->box, sizeof s->boxes.worth);
    s->nodes_max = think->nodes;
    s->blind = skill->blind;
    s->noise = skill->noise;
    s->depth_max = DEPTH_MAX - 1;
    memcpy(s->past, g->quiet.position, sizeof s->past);
    s->past_n = g->quiet.n;
    s->nodes = 0;
    s->mask = (UINT32_C(1) << bits) - 1;
    memset(&s->memory, 0, sizeof s->memory);
    for (int i = 0; i < KINDS * 64 && s->noise; i++)
        s->taste[i / 64][i % 64] = (int16_t)((int)rng_below(&taste, 2 * (uint64_t)s->noise + 1) - s->noise);
    return s;
}

/* ---- the root ---------------------------------------------------------- */

/* Searches the root's moves in order; the best one moves to the front. */
static int search_root(struct search *s, int alpha, int beta, int depth)
{
    int         best = -INFINITE;
    struct node n = { .beta = beta, .depth = depth, .improving = true };

    for (int i = 0; i < s->root.n; i++) {
        struct choice c = s->root.at[i];

        go(s, 0, &c);
        n.alpha = alpha;
        n.tried = i + 1;
        int score = try_move(s, &n, &c, is_quiet(&s->frame[0].position, c.ply));
        if (s->stopped)
            return best;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        memmove(&s->root.at[1], &s->root.at[0], (size_t)i * sizeof c);
        s->root.at[0] = c;
        s->best = c.ply;
        s->score = score;
        if (score >= beta)
            break;
    }
    return best;
}

/* An aspiration window around the last score, widened on a miss. */
static void deepen(struct search *s, int depth)
{
    int width = 20;
    int alpha = depth < 4 ? -INFINITE : s->score - width, beta = depth < 4 ? INFINITE : s->score + width;

    for (;;) {
        int score = search_root(s, alpha, beta, depth);

        if (s->stopped)
            return;
        width *= 3;
        if (score <= alpha)
            alpha = score - width;
        else if (score >= beta)
            beta = score + width;
        else
            break;
        if (width > 1000)
            alpha = -INFINITE, beta = INFINITE;
    }
    s->depth = depth;
}

bool search_run(struct search *s, const struct position *root)
{
    struct frame *f = &s->frame[0];

    s->stopped = false;
    s->best = NO_PLY;
    s->score = s->depth = 0;
    f->position = *root;
    f->before = -1;
    network_sum(&root->board, &f->sums);
    f->summed = true;
    f->eval = worth(s, 0);
    for (int i = 0; i < 3; i++)
        f[i].killer[0] = f[i].killer[1] = NO_PLY;
    choices_all(root, &s->boxes, &s->memory, &(struct hints){ .before = -1 }, &f->choices);
    for (const struct choice *c; (c = choices_next(&f->choices, &f->position, &s->boxes));)
        s->root.at[f->choices.next - 1] = *c;
    s->root.n = f->choices.n;
    if (s->root.n == 0)
        return false;
    s->best = s->root.at[0].ply;
    for (int depth = 1; depth <= s->depth_max && !s->stopped; depth++) {
        deepen(s, depth);
        if (s->score >= MATE_NEAR || s->score <= -MATE_NEAR)
            if (depth > 2 * (MATE - (s->score < 0 ? -s->score : s->score)))
                break;
    }
    return true;
}
