/* Pieces and what moves with them: invulnerability, awakened shape, safety
 * net. */
#include "games/powerchess/state.h"

enum kind piece_true_kind(const struct powerchess *g, int square)
{
    return g->aura[square].awake ? g->aura[square].was : chess_kind_at(&g->board, square);
}

void piece_safe(struct powerchess *g, int square, int plies)
{
    g->aura[square].safe = (uint8_t)plies;
    g->board.safe &= ~bit(square);
    g->board.safe_next &= ~bit(square);
    if (plies > 0)
        g->board.safe |= bit(square);
    if (plies > 1)
        g->board.safe_next |= bit(square);
}

static void left(struct powerchess *g, int square)
{
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (g->last[colour].to == square || g->last[colour].rook_to == square)
            g->last[colour].alive = false;
}

void piece_move(struct powerchess *g, int from, int to)
{
    left(g, from);
    chess_relocate(&g->board, from, to);
    g->aura[to] = g->aura[from];
    g->aura[from] = (struct aura){ 0 };
}

void piece_swap(struct powerchess *g, int a, int b)
{
    struct aura was = g->aura[a];

    left(g, a);
    left(g, b);
    chess_exchange(&g->board, a, b);
    g->aura[a] = g->aura[b];
    g->aura[b] = was;
}

static void note_loss(struct powerchess *g, int colour, enum kind kind)
{
    struct lost *lost = &g->lost[colour];

    if (kind != KING && lost->n < LOST_MAX)
        lost->kind[lost->n++] = (uint8_t)kind;
}

void piece_lose(struct powerchess *g, int square, struct trail *t)
{
    int colour = chess_colour_at(&g->board, square);

    left(g, square);
    trail_tell(t, EFFECT_DESTROYED, colour, square, (int)chess_kind_at(&g->board, square), 0);
    note_loss(g, colour, piece_true_kind(g, square));
    chess_remove(&g->board, square);
    g->aura[square] = (struct aura){ 0 };
}

bool piece_crown(struct powerchess *g, int square, struct trail *t)
{
    uint64_t pawns = g->board.kind[PAWN] & bit(square);

    if (!pawns || square >> 3 != last_row(chess_colour_at(&g->board, square)))
        return false;
    chess_become(&g->board, square, QUEEN);
    trail_tell(t, EFFECT_PROMOTED, chess_colour_at(&g->board, square), square, QUEEN, 0);
    return true;
}

/* Squares to which a captured piece with a net may return: vacant ones of its
 * home row from which it does not attack the captor's only king. */
static uint64_t net_squares(const struct powerchess *g, enum kind kind, int colour)
{
    uint64_t candidates = chess_vacant(&g->board) & row_of(home_row(colour));
    uint64_t kings = chess_kings(&g->board, !colour);
    uint64_t good = 0;

    while (candidates) {
        int square = take_lowest(&candidates);

        if (count(kings) != 1 || !(chess_attacks(&g->board, kind, colour, square) & kings))
            good |= bit(square);
    }
    return good;
}

/* The piece on `square` of `before` was captured: its net brings it home, or it
 * is lost. */
static void captured(struct powerchess *g, const struct chess *before, int square, struct aura aura, struct trail *t)
{
    enum kind kind = chess_kind_at(before, square);
    int       colour = chess_colour_at(before, square);
    uint64_t  home = aura.net ? net_squares(g, kind, colour) : 0;

    if (!home) {
        note_loss(g, colour, aura.awake ? aura.was : kind);
        trail_tell(t, EFFECT_CAPTURED, colour, square, (int)kind, 0);
        return;
    }
    int to = random_square(&g->rng, home);
    trail_tell(t, EFFECT_RELOCATED, colour, square, to, (int)kind);
    chess_put(&g->board, to, colour, kind);
    g->aura[to] = (struct aura){ .awake = aura.awake, .was = aura.was };
    trail_add(t, to);
}

void piece_step(struct powerchess *g, int from, int to, enum kind promotion, struct trail *t)
{
    struct chess before = g->board;
    int          us = before.turn;
    struct step  what;
    struct aura  victim = { 0 };

    chess_step(&g->board, from, to, promotion, &what);
    left(g, from);
    if (what.captured != NO_SQUARE) {
        left(g, what.captured);
        victim = g->aura[what.captured];
        g->aura[what.captured] = (struct aura){ 0 };
    }
    g->aura[to] = g->aura[from];
    g->aura[from] = (struct aura){ 0 };
    if (what.rook_from != NO_SQUARE) {
        g->aura[what.rook_to] = g->aura[what.rook_from];
        g->aura[what.rook_from] = (struct aura){ 0 };
    }
    g->last[us] = (struct relocation){ true, (uint8_t)from, (uint8_t)to, what.rook_from, what.rook_to, what.promoted };

    trail_add(t, what.rook_from);
    trail_add(t, what.rook_to);
    trail_add(t, what.captured);
    trail_add(t, to);
    if (what.captured != NO_SQUARE) {
        captured(g, &before, what.captured, victim, t);
        if (g->aura[to].safe)
            trail_tell(t, EFFECT_SHIELD_OVER, us, to, 0, 0);
        piece_safe(g, to, 0); /* capturing ends invulnerability at once */
    }
    if (what.rook_from != NO_SQUARE)
        trail_tell(t, EFFECT_CASTLED, us, what.rook_from, what.rook_to, 0);
    if (what.promoted)
        trail_tell(t, EFFECT_PROMOTED, us, to, (int)promotion, 0);
    if (what.box) {
        t->box = true;
        t->box_rarity = g->box[to];
        g->box[to] = 0;
        trail_tell(t, EFFECT_BOX_TAKEN, us, to, t->box_rarity, 0);
    }
    t->progress |= what.box || what.captured != NO_SQUARE || (before.kind[PAWN] & bit(from));
}

static void fall_asleep(struct powerchess *g, int square, struct trail *t)
{
    int colour = chess_colour_at(&g->board, square);

    chess_become(&g->board, square, (enum kind)g->aura[square].was);
    trail_tell(t, EFFECT_ASLEEP, colour, square, g->aura[square].was, 0);
    g->aura[square].was = 0;
    if (piece_crown(g, square, t) && g->last[colour].to == square)
        g->last[colour].promoted = true;
}

static void tick_piece(struct powerchess *g, int square, struct trail *t)
{
    struct aura *aura = &g->aura[square];

    if (aura->safe) {
        piece_safe(g, square, aura->safe - 1);
        if (!aura->safe)
            trail_tell(t, EFFECT_SHIELD_OVER, chess_colour_at(&g->board, square), square, 0, 0);
    }
    if (aura->awake && --aura->awake == 0)
        fall_asleep(g, square, t);
}

void pieces_tick(struct powerchess *g, struct trail *t)
{
    for (uint64_t pieces = chess_pieces(&g->board); pieces;)
        tick_piece(g, take_lowest(&pieces), t);
    for (uint64_t holes = g->board.holes; holes;) {
        int square = take_lowest(&holes);

        if (--g->hole[square] == 0) {
            g->board.holes &= ~bit(square);
            trail_tell(t, EFFECT_HOLE_CLOSED, SEAT_TABLE, square, 0, 0);
        }
    }
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (g->energy[colour] && --g->energy[colour] == 0) {
            g->board.energized &= (uint8_t) ~(1u << colour);
            trail_tell(t, EFFECT_ENERGY_OVER, colour, 0, 0, 0);
        }
}

/* ---- telling what happens ---------------------------------------------- */

enum { ROOM_FOR_THE_WIRE = 64 + 3 };

void trail_tell(struct trail *t, int what, int seat, int a, int b, int c)
{
    if (t->out && t->out->n < EFFECTS_MAX - ROOM_FOR_THE_WIRE)
        effect_add(t->out, what, seat, a, b, c, 0);
}

void trail_add(struct trail *t, int square)
{
    if (square != NO_SQUARE)
        t->at[t->n++] = (uint8_t)square;
}

void looks_take(const struct powerchess *g, struct looks *out)
{
    memset(out, 0, sizeof *out);
    for (enum kind kind = KING; kind < KINDS; kind++)
        for (uint64_t pieces = g->board.kind[kind]; pieces;) {
            int square = take_lowest(&pieces);

            out->at[square].look = LOOK_PIECE;
            out->at[square].id = (uint8_t)(kind + (g->aura[square].safe ? KINDS : 0));
            out->at[square].colour = (uint8_t)chess_colour_at(&g->board, square);
        }
    for (uint64_t boxes = g->board.boxes; boxes;) {
        int square = take_lowest(&boxes);

        out->at[square].look = LOOK_BOX;
        out->at[square].id = g->box[square];
    }
    for (uint64_t holes = g->board.holes; holes;)
        out->at[take_lowest(&holes)].look = LOOK_HOLE;
}

void looks_tell(const struct looks *before, const struct powerchess *g, const struct trail *t, struct effects *out)
{
    struct looks now;
    uint64_t     told = 0;

    looks_take(g, &now);
    for (int i = 0; i < t->n + 64 + 1; i++) {
        int  square = i < t->n ? t->at[i] : i < t->n + 64 ? i - t->n : t->fresh_box;
        bool last = i == t->n + 64;

        if (square == NO_SQUARE || (square == t->fresh_box && !last) || (told & bit(square)))
            continue;
        told |= bit(square);
        if (memcmp(&before->at[square], &now.at[square], sizeof now.at[square]) != 0)
            effect_add(out, EFFECT_WIRE_SQUARE, SEAT_TABLE, square, now.at[square].look, now.at[square].id, now.at[square].colour);
    }
}
