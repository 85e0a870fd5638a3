/* Move ordering, and the outcome of exchanges. */
#include "games/powerchess/attacks.h"
#include "games/powerchess/search.h"

/* ---- exchanges --------------------------------------------------------- */

static int worth_of(const struct position *p, const struct boxes *boxes, int square)
{
    enum kind kind = chess_kind_at(&p->board, square);

    if (kind != KINDS)
        return piece_worth[kind];
    return p->board.boxes & bit(square) ? boxes->worth[boxes->at[square]] : 0;
}

/* The cheapest of a set of pieces. */
static enum kind cheapest(const struct chess *b, uint64_t set, uint64_t *at)
{
    for (int kind = PAWN; kind > KING; kind--)
        if (set & b->kind[kind]) {
            *at = set & b->kind[kind] & -(set & b->kind[kind]);
            return (enum kind)kind;
        }
    *at = set & -set;
    return KING;
}

/* Both sides go on capturing on the square, cheapest piece first, as long as it
 * pays. `balance` is what the side that captured last has kept if its piece is
 * lost. Does that side gain by it? */
static bool recaptures_fail(const struct chess *b, int to, uint64_t gone, int side, int balance)
{
    uint64_t  blockers = ((chess_pieces(b) | b->boxes) & ~gone) | bit(to);
    const int first = side;
    uint64_t  held[2] = { 0 };

    for (int n = 0;; n++) {
        uint64_t at, mine = chess_attackers(b, to, side, blockers) & ~gone;

        if (mine && n < 2)
            held[side] = chess_held_back(b, side, to);
        mine &= ~held[side];
        if (!mine)
            break;
        enum kind kind = cheapest(b, mine, &at);
        if (kind == KING && (chess_attackers(b, to, !side, blockers) & ~gone))
            break; /* a king does not step into an attack */
        gone |= at;
        blockers &= ~at;
        side = !side;
        balance = -balance - 1 - piece_worth[kind];
        if (balance >= 0)
            break;
    }
    return side == first;
}

/* The classic threshold form. An invulnerable piece is never recaptured. */
bool exchange_keeps(const struct position *p, const struct boxes *boxes, ply_t ply, int least)
{
    const struct chess *b = &p->board;
    int                 from = ply_from(ply), to = ply_to(ply);
    int                 promotion = ply_promotion(ply);
    enum kind           stands = promotion ? (enum kind)promotion : chess_kind_at(b, from);
    int                 balance = worth_of(p, boxes, to) - least;

    if (promotion)
        balance += piece_worth[promotion] - piece_worth[PAWN];
    if (balance < 0)
        return false;
    balance -= piece_worth[stands];
    return balance >= 0 || (b->safe_next & bit(from)) || recaptures_fail(b, to, bit(from), !b->turn, balance);
}

/* ---- checks ------------------------------------------------------------ */

bool gives_check(const struct position *p, ply_t ply)
{
    const struct chess *b = &p->board;
    int                 from = ply_from(ply), to = ply_to(ply), us = b->turn;
    uint64_t            king = chess_kings(b, !us);
    enum kind           kind = ply_promotion(ply) ? (enum kind)ply_promotion(ply) : chess_kind_at(b, from);
    uint64_t            blockers = ((chess_pieces(b) | b->boxes) & ~bit(from)) | bit(to);

    if (!king || king & (king - 1) || king & b->safe)
        return false;
    return (piece_attacks(kind, us, to, blockers) & king) || (chess_attackers(b, lowest(king), us, blockers) & ~bit(from));
}

/* ---- lists ------------------------------------------------------------- */

bool is_quiet(const struct position *p, ply_t ply)
{
    const struct chess *b = &p->board;
    int                 to = ply_to(ply);

    if (ply_promotion(ply) || ((b->side[!b->turn] | b->boxes) & bit(to)))
        return false;
    return to != b->skipped || !(b->kind[PAWN] & bit(ply_from(ply))) || !((ply_from(ply) ^ to) & 7);
}

/* Whether it wins material is only examined when its turn comes. */
static int32_t gain_of(const struct position *p, const struct boxes *boxes, ply_t ply, enum kind kind)
{
    int gain = 8 * worth_of(p, boxes, ply_to(ply)) - piece_worth[kind] / 8;

    return ply_promotion(ply) ? gain + 8 * piece_worth[ply_promotion(ply)] : gain;
}

static int32_t rank_of_quiet(const struct position *p, const struct memory_of_moves *m, const struct hints *h, ply_t ply,
                             enum kind kind)
{
    int32_t rank = m->history[p->board.turn][ply_from(ply)][ply_to(ply)];

    if (ply == h->killer[0])
        return RANK_KILLER + 2;
    if (ply == h->killer[1])
        return RANK_KILLER + 1;
    if (ply == h->counter)
        return RANK_KILLER;
    if (h->before >= 0)
        rank += 2 * m->reply[h->before][(int)kind * 64 + ply_to(ply)];
    return rank;
}

/* Lists the plies, not ranked yet; a pawn promotes to a queen and on to `last`. */
static void list(const struct position *p, const struct reaches *all, int last, struct choices *out)
{
    out->n = out->next = 0;
    for (int i = 0; i < all->n; i++)
        for (uint64_t set = all->at[i].to; set;) {
            int  to = take_lowest(&set);
            bool promotes = all->at[i].kind == PAWN && to >> 3 == last_row(p->board.turn);

            for (int promotion = promotes ? QUEEN : 0; promotion <= (promotes ? last : 0); promotion++)
                if (out->n < PLIES_MAX)
                    out->at[out->n++] = (struct choice){ ply_of(all->at[i].from, to, promotion), all->at[i].kind, false, 0 };
        }
}

void choices_all(const struct position *p, const struct boxes *boxes, const struct memory_of_moves *m, const struct hints *h,
                 struct choices *out)
{
    struct reaches all;

    chess_legal(&p->board, &all);
    list(p, &all, KNIGHT, out);
    for (struct choice *c = out->at; c < out->at + out->n; c++)
        c->rank = c->ply == h->first    ? RANK_FIRST
                  : is_quiet(p, c->ply) ? rank_of_quiet(p, m, h, c->ply, (enum kind)c->kind)
                                        : gain_of(p, boxes, c->ply, (enum kind)c->kind) + RANK_GOOD;
}

void choices_tactical(const struct position *p, const struct boxes *boxes, ply_t first, struct choices *out)
{
    struct reaches all;

    chess_tactical(&p->board, &all);
    list(p, &all, QUEEN, out);
    for (struct choice *c = out->at; c < out->at + out->n; c++)
        c->rank = c->ply == first ? RANK_FIRST : gain_of(p, boxes, c->ply, (enum kind)c->kind);
}

static int best_left(const struct choices *c)
{
    int best = c->next;

    for (int i = best + 1; i < c->n; i++)
        if (c->at[i].rank > c->at[best].rank)
            best = i;
    return best;
}

const struct choice *choices_next(struct choices *c, const struct position *p, const struct boxes *boxes)
{
    int best;

    if (c->next == c->n)
        return NULL;
    for (;;) {
        best = best_left(c);
        int32_t rank = c->at[best].rank;
        if (rank < RANK_GOOD || rank >= RANK_FIRST || c->at[best].proven)
            break;
        c->at[best].proven = true;
        if (exchange_keeps(p, boxes, c->at[best].ply, 0))
            break;
        c->at[best].rank += RANK_BAD - RANK_GOOD;
    }
    struct choice taken = c->at[best];
    c->at[best] = c->at[c->next];
    c->at[c->next] = taken;
    return &c->at[c->next++];
}

/* ---- learning ---------------------------------------------------------- */

static void nudge(int16_t *value, int by)
{
    int size = by < 0 ? -by : by;

    *value = (int16_t)(*value + by - *value * size / HISTORY_MAX);
}

/* The last of `quiets` caused a cutoff, the others did not. */
void moves_learn(struct memory_of_moves *m, const struct position *p, int before, const ply_t *quiets, int n, int depth)
{
    int by = depth * depth * 4 < 1200 ? depth * depth * 4 : 1200;

    for (int i = 0; i < n; i++) {
        int from = ply_from(quiets[i]), to = ply_to(quiets[i]);
        int change = i == n - 1 ? by : -by;

        nudge(&m->history[p->board.turn][from][to], change);
        if (before >= 0)
            nudge(&m->reply[before][(int)chess_kind_at(&p->board, from) * 64 + to], change);
    }
    if (before >= 0)
        m->counter[before] = quiets[n - 1];
}
