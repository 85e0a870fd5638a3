/* Positions of the search: keys, and what a ply does to them. */
#include "games/powerchess/attacks.h"
#include "games/powerchess/search.h"

/* ---- keys -------------------------------------------------------------- */

/* Numbers of the things that a key is made of. */
enum { KEY_PIECE = 0, KEY_BOX = 768, KEY_CASTLING = 832, KEY_SKIPPED = 848, KEY_TURN = 912, KEY_NET = 1024, KEY_TIMER = 1 << 20 };

/* A random word for each, from SplitMix64's finalizer. */
static inline uint64_t key_of(uint64_t n)
{
    uint64_t z = (n + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t key_of_piece(int colour, int kind, int square)
{
    return key_of((uint64_t)(KEY_PIECE + (colour * KINDS + kind) * 64 + square));
}

/* The skipped square only counts if a pawn stands beside the pawn that made the
 * double step. */
static inline uint64_t key_of_rights(const struct chess *b)
{
    uint64_t key = key_of((uint64_t)(KEY_CASTLING + b->castling));

    if (b->skipped != NO_SQUARE && (pawn_attacks(bit(b->skipped), !b->turn) & b->kind[PAWN] & b->side[b->turn]))
        key ^= key_of((uint64_t)(KEY_SKIPPED + b->skipped));
    return b->turn == BLACK ? key ^ key_of(KEY_TURN) : key;
}

uint64_t position_key(const struct position *p)
{
    const struct chess *b = &p->board;
    uint64_t            key = key_of_rights(b);

    for (enum kind kind = KING; kind < KINDS; kind++)
        for (uint64_t set = b->kind[kind]; set;) {
            int square = take_lowest(&set);

            key ^= key_of_piece(chess_colour_at(b, square), (int)kind, square);
        }
    for (uint64_t set = b->boxes; set;)
        key ^= key_of((uint64_t)(KEY_BOX + take_lowest(&set)));
    for (uint64_t set = p->nets; set;)
        key ^= key_of((uint64_t)(KEY_NET + take_lowest(&set)));
    for (int i = 0; i < p->n_timers; i++) {
        const struct timer *t = &p->timer[i];

        key ^= key_of(KEY_TIMER + ((uint64_t)t->square << 24 | (uint64_t)t->what << 16 | (uint64_t)t->was << 8 | t->left));
    }
    return key;
}

/* ---- from the game ----------------------------------------------------- */

static void add_timer(struct position *p, int square, enum timer_kind what, int left, int was)
{
    if (left && p->n_timers < TIMERS_MAX)
        p->timer[p->n_timers++] = (struct timer){ (uint8_t)square, (uint8_t)what, (uint8_t)left, (uint8_t)was };
}

void position_of(const struct powerchess *g, struct position *out)
{
    *out = (struct position){ .board = g->board, .quiet = g->quiet.plies };
    for (uint64_t pieces = chess_pieces(&g->board); pieces;) {
        int                square = take_lowest(&pieces);
        const struct aura *aura = &g->aura[square];

        add_timer(out, square, TIMER_SAFE, aura->safe, 0);
        add_timer(out, square, TIMER_AWAKE, aura->awake, aura->was);
        if (aura->net)
            out->nets |= bit(square);
    }
    for (uint64_t holes = g->board.holes; holes;) {
        int square = take_lowest(&holes);

        add_timer(out, square, TIMER_HOLE, g->hole[square], 0);
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        add_timer(out, colour, TIMER_ENERGY, g->energy[colour], 0);
    out->key = position_key(out);
}

/* ---- what follows a piece ---------------------------------------------- */

static bool follows_a_piece(const struct timer *t)
{
    return t->what == TIMER_SAFE || t->what == TIMER_AWAKE;
}

static void drop_timer(struct position *p, int i)
{
    p->timer[i] = p->timer[--p->n_timers];
}

static void piece_gone(struct position *p, int square)
{
    for (int i = p->n_timers - 1; i >= 0; i--)
        if (follows_a_piece(&p->timer[i]) && p->timer[i].square == square)
            drop_timer(p, i);
    p->nets &= ~bit(square);
}

static void piece_went(struct position *p, int from, int to)
{
    for (int i = 0; i < p->n_timers; i++)
        if (follows_a_piece(&p->timer[i]) && p->timer[i].square == from)
            p->timer[i].square = (uint8_t)to;
    if (p->nets & bit(from))
        p->nets ^= bit(from) | bit(to);
}

/* Capturing ends invulnerability. */
static void bare(struct position *p, int square)
{
    p->board.safe &= ~bit(square);
    p->board.safe_next &= ~bit(square);
    for (int i = p->n_timers - 1; i >= 0; i--)
        if (p->timer[i].what == TIMER_SAFE && p->timer[i].square == square)
            drop_timer(p, i);
}

static void time_is_up(struct position *p, const struct timer *t)
{
    struct chess *b = &p->board;

    if (t->what == TIMER_AWAKE) {
        chess_become(b, t->square, (enum kind)t->was);
        if (t->was == PAWN && t->square >> 3 == last_row(chess_colour_at(b, t->square)))
            chess_become(b, t->square, QUEEN);
    } else if (t->what == TIMER_HOLE) {
        b->holes &= ~bit(t->square);
    } else if (t->what == TIMER_ENERGY) {
        b->energized &= (uint8_t) ~(1u << t->square);
    }
}

static void tick(struct position *p)
{
    for (int i = p->n_timers - 1; i >= 0; i--) {
        struct timer *t = &p->timer[i];

        t->left--;
        if (t->what == TIMER_SAFE && t->left == 1)
            p->board.safe_next &= ~bit(t->square);
        if (t->what == TIMER_SAFE && t->left == 0)
            p->board.safe &= ~bit(t->square);
        if (t->left == 0) {
            time_is_up(p, t);
            drop_timer(p, i);
        }
    }
}

/* A net brings its piece home, here to the first square where it may stand. */
static void return_home(struct position *p, int colour, enum kind kind)
{
    uint64_t home = chess_vacant(&p->board) & row_of(home_row(colour));
    uint64_t kings = chess_kings(&p->board, !colour);

    while (home) {
        int square = take_lowest(&home);

        if (!(chess_attacks(&p->board, kind, colour, square) & kings)) {
            chess_put(&p->board, square, colour, kind);
            return;
        }
    }
}

/* ---- a ply ------------------------------------------------------------- */

enum { SOONER = 2 }; /* what a box gains with every ply that its power could be used */

void position_make(const struct position *p, ply_t ply, const struct boxes *boxes, struct position *next)
{
    int         us = p->board.turn, from = ply_from(ply), to = ply_to(ply);
    enum kind   kind = chess_kind_at(&p->board, from);
    enum kind   becomes = ply_promotion(ply) ? (enum kind)ply_promotion(ply) : kind;
    bool        special = p->n_timers || p->nets;
    uint64_t    key = p->key ^ key_of_rights(&p->board);
    struct step what;

    memcpy(next, p, offsetof(struct position, timer) + p->n_timers * sizeof p->timer[0]);
    chess_step(&next->board, from, to, becomes, &what);
    next->board.turn = !us;
    next->quiet = kind == PAWN || what.captured != NO_SQUARE || what.box ? 0 : (uint8_t)(p->quiet + (p->quiet < UINT8_MAX));
    key ^= key_of_piece(us, (int)kind, from) ^ key_of_piece(us, (int)becomes, to);
    if (what.captured != NO_SQUARE) {
        enum kind taken = chess_kind_at(&p->board, what.captured);
        bool      net = p->nets & bit(what.captured);

        key ^= key_of_piece(!us, (int)taken, what.captured);
        if (special) {
            piece_gone(next, what.captured);
            bare(next, from);
            bare(next, to);
            if (net)
                return_home(next, !us, taken);
        }
    }
    if (what.rook_from != NO_SQUARE)
        key ^= key_of_piece(us, ROOK, what.rook_from) ^ key_of_piece(us, ROOK, what.rook_to);
    if (what.box) {
        int worth = boxes->worth[boxes->at[to]];

        key ^= key_of((uint64_t)(KEY_BOX + to));
        next->luck = (int16_t)(p->luck + (us == WHITE ? worth : -worth));
    }
    if (p->luck) /* the sooner the better */
        next->luck = (int16_t)(next->luck + (p->luck > 0 ? SOONER : -SOONER));
    if (special) {
        piece_went(next, from, to);
        if (what.rook_from != NO_SQUARE)
            piece_went(next, what.rook_from, what.rook_to);
        tick(next);
        next->key = position_key(next);
    } else {
        next->key = key ^ key_of_rights(&next->board);
    }
}

void position_pass(const struct position *p, struct position *next)
{
    memcpy(next, p, offsetof(struct position, timer) + p->n_timers * sizeof p->timer[0]);
    next->board.turn = !p->board.turn;
    next->board.skipped = NO_SQUARE;
    if (next->quiet < UINT8_MAX)
        next->quiet++;
    if (p->n_timers) {
        tick(next);
        next->key = position_key(next);
    } else {
        next->key = p->key ^ key_of_rights(&p->board) ^ key_of_rights(&next->board);
    }
}

bool position_in_check(const struct position *p)
{
    const struct chess *b = &p->board;
    uint64_t            kings = chess_kings(b, b->turn);

    return kings && !(kings & (kings - 1)) && !(kings & b->safe_next) && chess_attacked(b, lowest(kings), !b->turn);
}
