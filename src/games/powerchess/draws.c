/* Draws by repetition, by fifty moves without progress and by dead material;
 * keys of positions. Whether such a draw ends the game is an option of the
 * table: the protocol's own games do not know it. */
#include "games/powerchess/search.h"

/* ---- keys -------------------------------------------------------------- */

static uint64_t mix(uint64_t key, uint64_t word)
{
    key = (key ^ word) * UINT64_C(0x9FB21C651E98DF25);
    return key ^ key >> 32;
}

static uint64_t mix_bytes(uint64_t key, const void *from, size_t size)
{
    const char *at = from;

    for (; size > 0; at += 8, size -= size < 8 ? size : 8) {
        uint64_t word = 0;

        memcpy(&word, at, size < 8 ? size : 8);
        key = mix(key, word);
    }
    return key;
}

/* Can the pawn that skipped a square be captured en passant at all? */
static bool en_passant_matters(const struct chess *p)
{
    uint64_t pawns = p->kind[PAWN] & p->side[p->turn];

    while (p->skipped != NO_SQUARE && pawns) {
        int from = take_lowest(&pawns);

        if ((from ^ p->skipped) & 7 && chess_legal_from(p, from) & bit(p->skipped))
            return true;
    }
    return false;
}

/* The key of the search, so that it knows what came before. */
static uint64_t key_now(const struct powerchess *g)
{
    struct position p;

    position_of(g, &p);
    if (p.board.skipped != NO_SQUARE && !en_passant_matters(&p.board)) {
        p.board.skipped = NO_SQUARE;
        return position_key(&p);
    }
    return p.key;
}

uint64_t powerchess_hash(const void *state)
{
    const struct powerchess *g = state;
    const uint8_t rest[] = { g->phase, g->box_square, g->rarity, g->option[0], g->option[1], g->powers, g->reason, g->winner };
    uint64_t      key = mix_bytes(key_now(g), rest, sizeof rest);

    key = mix_bytes(key, g->last, sizeof g->last);
    for (int colour = WHITE; colour <= BLACK; colour++)
        key = mix_bytes(mix(key, g->lost[colour].n), g->lost[colour].kind, g->lost[colour].n);
    return key;
}

/* ---- draws ------------------------------------------------------------- */

void draws_note(struct powerchess *g, bool progress)
{
    struct quiet *q = &g->quiet;

    if (progress)
        *q = (struct quiet){ 0 };
    else if (q->plies < DRAW_PLIES)
        q->plies++;
    if (q->n < ARRAY_LEN(q->position))
        q->position[q->n++] = key_now(g);
}

static int times_seen(const struct quiet *q)
{
    int n = 0;

    for (int i = 0; i < q->n; i++)
        n += q->position[i] == q->position[q->n - 1];
    return n;
}

/* Neither side can ever mate: a lone minor piece, or bishops that are all on
 * squares of one colour. A box may change that. */
static bool is_dead(const struct powerchess *g)
{
    static const uint64_t dark = UINT64_C(0xAA55AA55AA55AA55);
    const struct chess   *p = &g->board;
    uint64_t              minor = p->kind[BISHOP] | p->kind[KNIGHT];

    if (g->powers || p->boxes || (p->kind[PAWN] | p->kind[ROOK] | p->kind[QUEEN]) || count(p->kind[KING]) != 2)
        return false;
    return count(minor) <= 1 || (!p->kind[KNIGHT] && (!(minor & dark) || !(minor & ~dark)));
}

enum reason draws_reason(const struct powerchess *g)
{
    if (times_seen(&g->quiet) >= 3)
        return REASON_REPETITION;
    if (g->quiet.plies >= DRAW_PLIES)
        return REASON_FIFTY;
    return is_dead(g) ? REASON_MATERIAL : REASONS;
}

bool powerchess_stuck(const void *state, const struct move *past, int n)
{
    const struct powerchess *g = state;

    (void)past, (void)n; /* the state remembers the positions that can recur */
    return g->phase == PHASE_MOVE && draws_reason(g) != REASONS;
}
