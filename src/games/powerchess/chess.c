#include "games/powerchess/attacks.h"

/* The castling right that is lost when a piece leaves the square or is captured
 * there. */
static const uint8_t right_of[64] = {
    [0] = WHITE_LONG,  [4] = WHITE_LONG | WHITE_SHORT,  [7] = WHITE_SHORT,
    [56] = BLACK_LONG, [60] = BLACK_LONG | BLACK_SHORT, [63] = BLACK_SHORT,
};

/* ---- attacks ----------------------------------------------------------- */

uint64_t chess_neighbours(int square)
{
    return king_attacks(square);
}

uint64_t chess_attacks(const struct chess *p, enum kind kind, int colour, int square)
{
    return piece_attacks(kind, colour, square, chess_pieces(p) | p->boxes);
}

/* Pieces of `by` that attack `square` when `blockers` stop sliders. */
static inline uint64_t attackers(const struct chess *p, int square, int by, uint64_t blockers)
{
    uint64_t straight = p->kind[ROOK] | p->kind[QUEEN], slanted = p->kind[BISHOP] | p->kind[QUEEN];
    uint64_t all = (pawn_attacks(bit(square), !by) & p->kind[PAWN]) | (knight_attacks(square) & p->kind[KNIGHT]) |
                   (chess_neighbours(square) & p->kind[KING]);

    if (straight & p->side[by])
        all |= rook_attacks(square, blockers) & straight;
    if (slanted & p->side[by])
        all |= bishop_attacks(square, blockers) & slanted;
    return all & p->side[by];
}

uint64_t chess_attackers(const struct chess *p, int square, int by, uint64_t blockers)
{
    return attackers(p, square, by, blockers);
}

bool chess_attacked(const struct chess *p, int square, int by)
{
    return attackers(p, square, by, chess_pieces(p) | p->boxes) != 0;
}

bool chess_exposed(const struct chess *p, int colour)
{
    uint64_t kings = chess_kings(p, colour);

    return count(kings) == 1 && !(kings & p->safe) && chess_attacked(p, lowest(kings), !colour);
}

/* ---- legal moves ------------------------------------------------------- */

/* Squares strictly between two squares of one line; nothing otherwise. */
static uint64_t between(int a, int b)
{
    uint64_t ends = bit(a) | bit(b);

    if (rook_attacks(a, 0) & bit(b))
        return rook_attacks(a, ends) & rook_attacks(b, ends);
    if (bishop_attacks(a, 0) & bit(b))
        return bishop_attacks(a, ends) & bishop_attacks(b, ends);
    return 0;
}

/* What the moves of the side to move depend on. */
struct side_view {
    const struct chess *p;
    int                 us, them;
    uint64_t            own, enemy, blockers;
    uint64_t            landing; /* squares where a move may end: no piece of one's own, no hole, no invulnerable piece */
    int                 king;    /* the only king, if it must not be left attackable; else NO_SQUARE */
    uint64_t            meet;    /* squares that parry a check; all if there is none */
    uint64_t            pinned;
};

/* The pieces of `us` that are pinned to its king. */
static uint64_t pinned_pieces(const struct chess *p, int us, int king)
{
    uint64_t straight = (p->kind[ROOK] | p->kind[QUEEN]) & p->side[!us] & rook_attacks(king, 0);
    uint64_t slanted = (p->kind[BISHOP] | p->kind[QUEEN]) & p->side[!us] & bishop_attacks(king, 0);
    uint64_t pinned = 0;

    for (uint64_t snipers = straight | slanted; snipers;) {
        uint64_t shield = between(king, take_lowest(&snipers)) & (chess_pieces(p) | p->boxes);

        if ((shield & (shield - 1)) == 0)
            pinned |= shield & p->side[us];
    }
    return pinned;
}

static void look(const struct chess *p, struct side_view *v)
{
    uint64_t kings = chess_kings(p, p->turn);

    *v = (struct side_view){
        .p = p,
        .us = p->turn,
        .them = !p->turn,
        .own = p->side[p->turn],
        .enemy = p->side[!p->turn],
        .king = NO_SQUARE,
        .meet = ~UINT64_C(0),
    };
    v->blockers = v->own | v->enemy | p->boxes;
    v->landing = ~(v->own | p->holes | (v->enemy & p->safe));
    if (!kings || (kings & (kings - 1)) || (kings & p->safe_next))
        return;
    v->king = lowest(kings);
    v->pinned = pinned_pieces(p, v->us, v->king);

    uint64_t checkers = attackers(p, v->king, v->them, v->blockers);
    if (checkers)
        v->meet = checkers & (checkers - 1) ? 0 : checkers | between(v->king, lowest(checkers));
}

/* The line of a pin continues beyond the king, where no move of the pinned
 * piece can end; so the whole line will do. */
static uint64_t pin_line(int king, int square)
{
    int row = square >> 3, col = square & 7;

    if ((king & 7) == col)
        return FILE_A << col;
    if (king >> 3 == row)
        return row_of(row);
    return rising[row - col + 7] & bit(king) ? rising[row - col + 7] : falling[row + col];
}

uint64_t chess_held_back(const struct chess *p, int colour, int to)
{
    uint64_t kings = chess_kings(p, colour), held = 0;

    if (!kings || (kings & (kings - 1)) || (kings & p->safe_next))
        return 0;
    for (uint64_t pinned = pinned_pieces(p, colour, lowest(kings)); pinned;) {
        int from = take_lowest(&pinned);

        if (!(pin_line(lowest(kings), from) & bit(to)))
            held |= bit(from);
    }
    return held;
}

static inline uint64_t kept_safe(const struct side_view *v, int from, uint64_t to)
{
    to &= v->meet;
    return v->pinned & bit(from) ? to & pin_line(v->king, from) : to;
}

/* En passant removes two pawns from a row at once: tried out instead of
 * reasoned about. The pawn may be invulnerable, the skipped square covered by a
 * hole or by a piece that was rewound to it. */
static uint64_t en_passant(const struct side_view *v, int from)
{
    const struct chess *p = v->p;

    if (p->skipped == NO_SQUARE || !(pawn_attacks(bit(from), v->us) & bit(p->skipped)) || !(bit(p->skipped) & chess_vacant(p)))
        return 0;

    int stepped = v->us == WHITE ? p->skipped - 8 : p->skipped + 8;
    if (!(bit(stepped) & v->enemy & p->kind[PAWN] & ~p->safe))
        return 0;
    if (v->king == NO_SQUARE)
        return bit(p->skipped);

    uint64_t blockers = (v->blockers & ~bit(from) & ~bit(stepped)) | bit(p->skipped);
    return attackers(p, v->king, v->them, blockers) & ~bit(stepped) ? 0 : bit(p->skipped);
}

/* A box is taken straight ahead and diagonally. An energized pawn moves either
 * way along its file, but never to its last row. */
static uint64_t pawn_moves(const struct side_view *v, int from)
{
    const struct chess *p = v->p;
    uint64_t            pieces = v->own | v->enemy;
    uint64_t            take = pawn_attacks(bit(from), v->us) & (v->enemy | p->boxes);
    uint64_t            to;

    if (p->energized & 1u << v->us) {
        to = (take | (file_attacks(from, v->blockers) & ~pieces)) & ~row_of(last_row(v->us));
    } else {
        uint64_t one = v->us == WHITE ? bit(from) << 8 : bit(from) >> 8;
        uint64_t open = one & ~v->blockers & row_of(v->us == WHITE ? 2 : 5); /* the step from the starting row */
        uint64_t two = v->us == WHITE ? open << 8 : open >> 8;

        to = take | ((one | two) & ~pieces);
    }
    return kept_safe(v, from, to & v->landing) | en_passant(v, from);
}

static const struct {
    uint8_t  right, king, rook, to;
    uint64_t free;    /* of pieces and boxes */
    uint64_t no_hole; /* where king and rook arrive */
    uint64_t unattacked;
} castlings[2][2] = {
    { { WHITE_SHORT, 4, 7, 6, 0x60, 0x60, 0x70 }, { WHITE_LONG, 4, 0, 2, 0x0E, 0x0C, 0x1C } },
    { { BLACK_SHORT, 60, 63, 62, UINT64_C(0x60) << 56, UINT64_C(0x60) << 56, UINT64_C(0x70) << 56 },
      { BLACK_LONG, 60, 56, 58, UINT64_C(0x0E) << 56, UINT64_C(0x0C) << 56, UINT64_C(0x1C) << 56 } },
};

static uint64_t castling_moves(const struct side_view *v, int from)
{
    const struct chess *p = v->p;
    uint64_t            to = 0;

    for (int i = 0; i < 2; i++) {
        if (!(p->castling & castlings[v->us][i].right) || from != castlings[v->us][i].king)
            continue;
        if ((castlings[v->us][i].free & v->blockers) || (castlings[v->us][i].no_hole & p->holes))
            continue;

        uint64_t path = castlings[v->us][i].unattacked;
        while (path && !attackers(p, lowest(path), v->them, v->blockers))
            path &= path - 1;
        if (!path)
            to |= bit(castlings[v->us][i].to);
    }
    return to;
}

/* An invulnerable king may be attacked, but a capture ends its invulnerability
 * at once; one of several kings may do anything. */
static uint64_t king_moves(const struct side_view *v, int from)
{
    const struct chess *p = v->p;
    uint64_t            all = chess_neighbours(from) & v->landing;
    uint64_t            kings = chess_kings(p, v->us);
    uint64_t            to = 0;

    if (kings & (kings - 1))
        to = all;
    else
        while (all) {
            int square = take_lowest(&all);

            if ((v->king == NO_SQUARE && !(bit(square) & v->enemy)) || !attackers(p, square, v->them, v->blockers & ~bit(from)))
                to |= bit(square);
        }
    return p->castling ? to | castling_moves(v, from) : to;
}

static inline uint64_t moves_of(const struct side_view *v, enum kind kind, int from)
{
    switch (kind) {
    case KING:
        return king_moves(v, from);
    case PAWN:
        return pawn_moves(v, from);
    case KNIGHT:
        return kept_safe(v, from, knight_attacks(from) & v->landing);
    case BISHOP:
        return kept_safe(v, from, bishop_attacks(from, v->blockers) & v->landing);
    case ROOK:
        return kept_safe(v, from, rook_attacks(from, v->blockers) & v->landing);
    default:
        return kept_safe(v, from, (rook_attacks(from, v->blockers) | bishop_attacks(from, v->blockers)) & v->landing);
    }
}

void chess_legal(const struct chess *p, struct reaches *out)
{
    struct side_view v;

    look(p, &v);
    out->n = 0;
    for (enum kind kind = KING; kind < KINDS; kind++)
        for (uint64_t pieces = v.own & p->kind[kind]; pieces;) {
            int      from = take_lowest(&pieces);
            uint64_t to = moves_of(&v, kind, from);

            if (to)
                out->at[out->n++] = (struct reach){ (uint8_t)from, (uint8_t)kind, to };
        }
}

void chess_tactical(const struct chess *p, struct reaches *out)
{
    struct side_view v;
    uint64_t         last = row_of(last_row(p->turn));

    look(p, &v);
    out->n = 0;
    v.landing &= v.enemy | p->boxes | last;
    for (enum kind kind = KING; kind < KINDS; kind++)
        for (uint64_t pieces = v.own & p->kind[kind]; pieces;) {
            int      from = take_lowest(&pieces);
            uint64_t to = moves_of(&v, kind, from);

            if (kind != PAWN)
                to &= v.enemy | p->boxes;
            if (to)
                out->at[out->n++] = (struct reach){ (uint8_t)from, (uint8_t)kind, to };
        }
}

uint64_t chess_legal_from(const struct chess *p, int from)
{
    struct side_view v;

    look(p, &v);
    return moves_of(&v, chess_kind_at(p, from), from);
}

bool chess_has_move(const struct chess *p)
{
    struct side_view v;

    look(p, &v);
    for (enum kind kind = KING; kind < KINDS; kind++)
        for (uint64_t pieces = v.own & p->kind[kind]; pieces;)
            if (moves_of(&v, kind, take_lowest(&pieces)))
                return true;
    return false;
}

bool chess_promotes(const struct chess *p, int from, int to)
{
    return (bit(from) & p->kind[PAWN]) && to >> 3 == last_row(chess_colour_at(p, from));
}

/* ---- making a move ----------------------------------------------------- */

enum kind chess_kind_at(const struct chess *p, int square)
{
    enum kind kind = KING;

    while (kind < KINDS && !(p->kind[kind] & bit(square)))
        kind++;
    return kind;
}

enum colour chess_colour_at(const struct chess *p, int square)
{
    return p->side[BLACK] & bit(square) ? BLACK : WHITE;
}

/* The pawn that may be taken en passant, or NO_SQUARE. */
static int stepped_pawn(const struct chess *p)
{
    if (p->skipped == NO_SQUARE)
        return NO_SQUARE;
    return p->skipped >> 3 == 2 ? p->skipped + 8 : p->skipped - 8;
}

static void left(struct chess *p, int square)
{
    p->castling &= (uint8_t)~right_of[square];
    if (stepped_pawn(p) == square)
        p->skipped = NO_SQUARE;
}

void chess_remove(struct chess *p, int square)
{
    uint64_t others = ~bit(square);

    left(p, square);
    p->side[WHITE] &= others;
    p->side[BLACK] &= others;
    p->safe &= others;
    p->safe_next &= others;
    for (enum kind kind = KING; kind < KINDS; kind++)
        p->kind[kind] &= others;
}

void chess_put(struct chess *p, int square, int colour, enum kind kind)
{
    p->side[colour] |= bit(square);
    p->kind[kind] |= bit(square);
}

void chess_relocate(struct chess *p, int from, int to)
{
    uint64_t both = bit(from) | bit(to);

    left(p, from);
    p->kind[chess_kind_at(p, from)] ^= both;
    p->side[chess_colour_at(p, from)] ^= both;
    if (p->safe & bit(from))
        p->safe ^= both;
    if (p->safe_next & bit(from))
        p->safe_next ^= both;
}

/* Moves whatever `set` has on exactly one of two squares to the other. */
static inline uint64_t exchanged(uint64_t set, uint64_t both)
{
    uint64_t one = set & both;

    return one && one != both ? set ^ both : set;
}

void chess_exchange(struct chess *p, int a, int b)
{
    uint64_t both = bit(a) | bit(b);

    left(p, a);
    left(p, b);
    for (enum kind kind = KING; kind < KINDS; kind++)
        p->kind[kind] = exchanged(p->kind[kind], both);
    p->safe = exchanged(p->safe, both);
    p->safe_next = exchanged(p->safe_next, both);
}

void chess_become(struct chess *p, int square, enum kind kind)
{
    if (stepped_pawn(p) == square)
        p->skipped = NO_SQUARE;
    p->kind[chess_kind_at(p, square)] &= ~bit(square);
    p->kind[kind] |= bit(square);
}

/* The hot path of perft: the kind of the mover is known, and nothing is looked
 * up that the move does not touch. */
static inline void step(struct chess *p, enum kind kind, int from, int to, enum kind promotion, struct step *what)
{
    int      us = p->turn;
    uint64_t both = bit(from) | bit(to);
    int      victim = NO_SQUARE;

    *what = (struct step){ .captured = NO_SQUARE, .rook_from = NO_SQUARE, .rook_to = NO_SQUARE };
    if (p->side[!us] & bit(to))
        victim = to;
    else if (kind == PAWN && to == p->skipped && (from ^ to) & 7)
        victim = us == WHITE ? to - 8 : to + 8;
    if (victim != NO_SQUARE) {
        what->captured = (uint8_t)victim;
        p->side[!us] ^= bit(victim);
        for (enum kind k = KING; k < KINDS; k++)
            p->kind[k] &= ~bit(victim);
    }
    what->box = (p->boxes & bit(to)) != 0;
    p->boxes &= ~bit(to);
    p->side[us] ^= both;
    p->kind[kind] ^= both;
    if (p->safe & bit(from))
        p->safe ^= both;
    if (p->safe_next & bit(from))
        p->safe_next ^= both;
    p->castling &= (uint8_t) ~(right_of[from] | right_of[to]);
    p->skipped = NO_SQUARE;
    if (kind == PAWN) {
        if (to >> 3 == last_row(us)) {
            p->kind[PAWN] ^= bit(to);
            p->kind[promotion] ^= bit(to);
            what->promoted = true;
        } else if ((from ^ to) == 16 && from >> 3 == (us == WHITE ? 1 : 6)) {
            p->skipped = (uint8_t)((from + to) / 2);
        }
    } else if (kind == KING && from == castlings[us][0].king && (to - from == 2 || from - to == 2)) {
        int side = to < from;

        what->rook_from = castlings[us][side].rook;
        what->rook_to = (uint8_t)((from + to) / 2);
        chess_relocate(p, what->rook_from, what->rook_to);
    }
}

void chess_step(struct chess *p, int from, int to, enum kind promotion, struct step *what)
{
    step(p, chess_kind_at(p, from), from, to, promotion, what);
}

/* ---- counting ---------------------------------------------------------- */

static inline uint64_t forward(uint64_t set, int colour)
{
    return colour == WHITE ? set << 8 : set >> 8;
}

/* Counts moves of pawns to a set of squares: promotions are four each. */
static inline uint64_t count_arrivals(const struct side_view *v, uint64_t to)
{
    return (uint64_t)count(to) + 3 * (uint64_t)count(to & row_of(last_row(v->us)));
}

/* Pawns that are neither pinned nor energized, all at once. */
static uint64_t count_free_pawns(const struct side_view *v, uint64_t pawns)
{
    const struct chess *p = v->p;
    uint64_t            good = v->landing & v->meet, pieces = v->own | v->enemy, take = (v->enemy | p->boxes) & good;
    uint64_t            one = forward(pawns, v->us);
    uint64_t            two = forward(one & ~v->blockers & row_of(v->us == WHITE ? 2 : 5), v->us);
    uint64_t            left = one >> 1 & ~FILE_H, right = one << 1 & ~FILE_A;
    uint64_t            n = count_arrivals(v, one & ~pieces & good) + (uint64_t)count(two & ~pieces & good);

    n += count_arrivals(v, left & take) + count_arrivals(v, right & take);
    if (p->skipped != NO_SQUARE)
        for (uint64_t beside = pawn_attacks(bit(p->skipped), v->them) & pawns; beside;)
            n += en_passant(v, take_lowest(&beside)) != 0;
    return n;
}

static uint64_t count_moves(const struct chess *p)
{
    struct side_view v;
    uint64_t         n;

    look(p, &v);
    uint64_t pawns = v.own & p->kind[PAWN];
    uint64_t free = p->energized & 1u << v.us ? 0 : pawns & ~v.pinned;
    n = count_free_pawns(&v, free);
    for (pawns &= ~free; pawns;)
        n += count_arrivals(&v, pawn_moves(&v, take_lowest(&pawns)));
    for (enum kind kind = KING; kind < PAWN; kind++)
        for (uint64_t pieces = v.own & p->kind[kind]; pieces;)
            n += (uint64_t)count(moves_of(&v, kind, take_lowest(&pieces)));
    return n;
}

uint64_t chess_perft(const struct chess *p, int depth)
{
    struct reaches all;
    uint64_t       n = 0;

    if (depth == 1)
        return count_moves(p);
    chess_legal(p, &all);
    for (int i = 0; i < all.n; i++) {
        const struct reach *r = &all.at[i];

        for (uint64_t set = r->to; set;) {
            int       to = take_lowest(&set);
            enum kind last = r->kind == PAWN && to >> 3 == last_row(p->turn) ? KNIGHT : QUEEN;

            for (enum kind promotion = QUEEN; promotion <= last; promotion++) {
                struct chess next = *p;
                struct step  what;

                step(&next, r->kind, r->from, to, promotion, &what);
                next.turn = !next.turn;
                n += chess_perft(&next, depth - 1);
            }
        }
    }
    return n;
}
