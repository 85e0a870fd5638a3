#include "games/powerchess/powers.h"

/* How long effects last, in plies: "n turns" on a card are 2n plies. */
enum {
    SHIELD_PLIES = 6,
    ARMAGEDDON_PLIES = 4,
    AWAKEN_SAFE_PLIES = 2,
    AWAKEN_PLIES = 8,
    ENERGIZE_PLIES = 10,
    HOLE_PLIES = 12,
};

static const uint8_t value[KINDS] = { [KING] = 10, [QUEEN] = 9, [ROOK] = 5, [BISHOP] = 3, [KNIGHT] = 3, [PAWN] = 1 };

static int user(const struct powerchess *g)
{
    return g->board.turn;
}

static bool energized(const struct powerchess *g)
{
    return g->board.energized & 1u << user(g);
}

/* A second invulnerability does not shorten the first. */
static void protect(struct powerchess *g, int square, int plies, struct trail *t)
{
    if (g->aura[square].safe >= plies)
        return;
    piece_safe(g, square, plies);
    trail_tell(t, EFFECT_SHIELDED, chess_colour_at(&g->board, square), square, plies, 0);
}

/* ---- Adjust: to a vacant neighbouring square --------------------------- */

static uint64_t adjust_targets(const struct powerchess *g)
{
    uint64_t near = chess_neighbours(g->box_square) & chess_vacant(&g->board);
    uint64_t good = 0;

    if (energized(g) && (g->board.kind[PAWN] & bit(g->box_square)))
        near &= ~row_of(last_row(user(g)));
    while (near) {
        int          to = take_lowest(&near);
        struct chess after = g->board;

        chess_relocate(&after, g->box_square, to);
        if (!chess_exposed(&after, user(g)))
            good |= bit(to);
    }
    return good;
}

static void moved(struct trail *t, int from, int to)
{
    t->moved = true;
    t->from = (uint8_t)from;
    t->to = (uint8_t)to;
    trail_add(t, from);
    trail_add(t, to);
}

static bool adjust(struct powerchess *g, int to, enum kind promotion, struct trail *t)
{
    int from = g->box_square;

    (void)promotion;
    trail_tell(t, EFFECT_RELOCATED, user(g), from, to, (int)chess_kind_at(&g->board, from));
    piece_move(g, from, to);
    g->last[user(g)] = (struct relocation){
        .alive = true,
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .rook_from = NO_SQUARE,
        .rook_to = NO_SQUARE,
        .promoted = piece_crown(g, to, t),
    };
    moved(t, from, to);
    return true;
}

/* ---- Rewind: the opponent's latest relocation is undone ---------------- */

/* Castling is undone with both pieces. Captured pieces and lost rights do not
 * come back; a promotion is undone, except that a pawn left behind by the end
 * of an awakening returns to its last row as a queen. */
static bool rewind_step(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    struct relocation last = g->last[!user(g)];
    bool              castled = last.rook_from != NO_SQUARE, crowned;
    struct powerchess after = *g;
    struct trail      silent = { 0 };

    (void)target, (void)promotion;
    if (!last.alive || !(chess_vacant(&g->board) & bit(last.from)))
        return false;
    if (castled && !(chess_vacant(&g->board) & bit(last.rook_from)))
        return false;
    piece_move(&after, last.to, last.from);
    if (castled)
        piece_move(&after, last.rook_to, last.rook_from);
    if (last.promoted)
        chess_become(&after.board, last.from, PAWN);
    crowned = piece_crown(&after, last.from, &silent);
    if (chess_exposed(&after.board, user(g)))
        return false;

    *g = after;
    trail_tell(t, EFFECT_RELOCATED, !user(g), last.to, last.from, (int)chess_kind_at(&g->board, last.from));
    if (castled)
        trail_tell(t, EFFECT_RELOCATED, !user(g), last.rook_to, last.rook_from, ROOK);
    if (crowned)
        trail_tell(t, EFFECT_PROMOTED, !user(g), last.from, QUEEN, 0);
    trail_add(t, last.to);
    trail_add(t, last.rook_to);
    trail_add(t, last.from);
    trail_add(t, last.rook_from);
    return true;
}

/* ---- Second Effort: one more move, neither castling nor en passant ----- */

static uint64_t second_effort_targets(const struct powerchess *g)
{
    struct chess now = g->board;

    now.castling = 0;
    now.skipped = NO_SQUARE;
    now.safe_next = now.safe; /* takes no time: no ply is counted */
    return chess_legal_from(&now, g->box_square);
}

static bool second_effort(struct powerchess *g, int to, enum kind promotion, struct trail *t)
{
    moved(t, g->box_square, to);
    trail_tell(t, EFFECT_RELOCATED, user(g), g->box_square, to, (int)chess_kind_at(&g->board, g->box_square));
    piece_step(g, g->box_square, to, promotion, t);
    return true;
}

/* ---- Shield ------------------------------------------------------------ */

static bool shield(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    protect(g, g->box_square, SHIELD_PLIES, t);
    trail_add(t, g->box_square);
    return true;
}

/* ---- Swap with another own piece --------------------------------------- */

static uint64_t swap_targets(const struct powerchess *g)
{
    uint64_t others = g->board.side[user(g)] & ~bit(g->box_square);
    uint64_t last = row_of(last_row(user(g)));
    uint64_t good = 0;

    while (others) {
        int          square = take_lowest(&others);
        struct chess after = g->board;

        chess_exchange(&after, g->box_square, square);
        bool arrives = after.side[user(g)] & after.kind[PAWN] & last;
        if (!chess_exposed(&after, user(g)) && !(energized(g) && arrives))
            good |= bit(square);
    }
    return good;
}

static bool swap(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    trail_tell(t, EFFECT_SWAPPED, user(g), g->box_square, target, 0);
    piece_swap(g, g->box_square, target);
    piece_crown(g, g->box_square, t);
    piece_crown(g, target, t);
    trail_add(t, g->box_square);
    trail_add(t, target);
    return true;
}

/* ---- Black Hole -------------------------------------------------------- */

static uint64_t black_hole_targets(const struct powerchess *g)
{
    return chess_vacant(&g->board);
}

static bool black_hole(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    g->board.holes |= bit(target);
    g->hole[target] = HOLE_PLIES;
    trail_tell(t, EFFECT_HOLE, SEAT_TABLE, target, HOLE_PLIES, 0);
    trail_add(t, target);
    return true;
}

/* ---- Energize ---------------------------------------------------------- */

static bool energize(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    g->energy[user(g)] = ENERGIZE_PLIES;
    g->board.energized |= (uint8_t)(1u << user(g));
    trail_tell(t, EFFECT_ENERGIZED, user(g), ENERGIZE_PLIES, 0, 0);
    return true;
}

/* ---- Eye for an Eye: both pieces go ------------------------------------ */

/* Only a king is traded for a king, and a single king cannot be given away. */
static uint64_t eye_targets(const struct powerchess *g)
{
    uint64_t enemies = g->board.side[!user(g)] & ~g->board.safe;
    int      worth = value[chess_kind_at(&g->board, g->box_square)];
    uint64_t good = 0;

    while (enemies) {
        int          square = take_lowest(&enemies);
        struct chess after = g->board;

        if (value[chess_kind_at(&g->board, square)] > worth)
            continue;
        chess_remove(&after, g->box_square);
        chess_remove(&after, square);
        if (chess_kings(&after, user(g)) && !chess_exposed(&after, user(g)))
            good |= bit(square);
    }
    return good;
}

static bool eye(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    piece_lose(g, g->box_square, t);
    piece_lose(g, target, t);
    trail_add(t, g->box_square);
    trail_add(t, target);
    return true;
}

/* ---- Safety Net -------------------------------------------------------- */

static bool safety_net(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    g->aura[g->box_square].net = true;
    trail_tell(t, EFFECT_NET, user(g), g->box_square, 0, 0);
    return true;
}

/* ---- Send Away: home, to a random square ------------------------------- */

static uint64_t away_squares(const struct powerchess *g, int piece)
{
    uint64_t home = chess_vacant(&g->board) & row_of(home_row(chess_colour_at(&g->board, piece)));
    uint64_t good = 0;

    while (home) {
        int          to = take_lowest(&home);
        struct chess after = g->board;

        chess_relocate(&after, piece, to);
        if (!chess_exposed(&after, user(g)))
            good |= bit(to);
    }
    return good;
}

static uint64_t send_away_targets(const struct powerchess *g)
{
    uint64_t pieces = chess_pieces(&g->board);
    uint64_t good = 0;

    while (pieces) {
        int square = take_lowest(&pieces);

        if (away_squares(g, square))
            good |= bit(square);
    }
    return good;
}

static bool send_away(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    int to = random_square(&g->rng, away_squares(g, target));

    (void)promotion;
    trail_tell(t, EFFECT_RELOCATED, chess_colour_at(&g->board, target), target, to, (int)chess_kind_at(&g->board, target));
    piece_move(g, target, to);
    trail_add(t, target);
    trail_add(t, to);
    return true;
}

/* ---- Armageddon: no pawns, safe kings ---------------------------------- */

static bool armageddon(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    for (uint64_t pawns = g->board.kind[PAWN] & ~g->board.safe; pawns;) {
        int square = take_lowest(&pawns);

        piece_lose(g, square, t);
        trail_add(t, square);
    }
    for (uint64_t kings = g->board.kind[KING]; kings;) {
        int square = take_lowest(&kings);

        protect(g, square, ARMAGEDDON_PLIES, t);
        trail_add(t, square);
    }
    return true;
}

/* ---- Awaken: a queen for a while --------------------------------------- */

static bool awaken(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    int          square = g->box_square;
    enum kind    kind = chess_kind_at(&g->board, square);
    struct aura *aura = &g->aura[square];

    (void)target, (void)promotion;
    if (kind != KING && kind != QUEEN) {
        aura->was = (uint8_t)kind;
        aura->awake = AWAKEN_PLIES;
        chess_become(&g->board, square, QUEEN);
    } else if (aura->awake) {
        aura->awake = AWAKEN_PLIES;
    }
    if (aura->awake)
        trail_tell(t, EFFECT_AWAKENED, user(g), square, aura->was, 0);
    protect(g, square, AWAKEN_SAFE_PLIES, t);
    trail_add(t, square);
    return true;
}

/* ---- Clone and Reanimate: a new piece at home -------------------------- */

static uint64_t vacant_home(const struct powerchess *g)
{
    return chess_vacant(&g->board) & row_of(home_row(user(g)));
}

static bool clone(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    if (!vacant_home(g))
        return false;
    int       to = random_square(&g->rng, vacant_home(g));
    enum kind kind = piece_true_kind(g, g->box_square);

    chess_put(&g->board, to, user(g), kind);
    trail_tell(t, EFFECT_CLONED, user(g), g->box_square, to, (int)kind);
    trail_add(t, to);
    return true;
}

static bool reanimate(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    struct lost *lost = &g->lost[user(g)];

    (void)target, (void)promotion;
    if (!lost->n || !vacant_home(g))
        return false;
    int       which = (int)rng_below(&g->rng, lost->n);
    enum kind kind = lost->kind[which];
    int       to = random_square(&g->rng, vacant_home(g));

    lost->n--;
    memmove(&lost->kind[which], &lost->kind[which + 1], (size_t)(lost->n - which));
    lost->kind[lost->n] = 0;
    chess_put(&g->board, to, user(g), kind);
    trail_tell(t, EFFECT_REANIMATED, user(g), to, (int)kind, 0);
    trail_add(t, to);
    return true;
}

/* ---- the table --------------------------------------------------------- */

/* clang-format off */
const struct power chess_powers[RARITIES][POWERS_MOST] = {
    [COMMON] = {
        [ADJUST] =         { "Adjust",         FOLLOW_MOVE,   adjust_targets,        adjust, " to ",
          "The piece that took the box steps to a vacant neighbouring square." },
        [REWIND] =         { "Rewind",         FOLLOW_NONE,   NULL,                  rewind_step, NULL,
          "The opponent's latest move is taken back; what it captured stays lost." },
        [SECOND_EFFORT] =  { "Second Effort",  FOLLOW_PLY,    second_effort_targets, second_effort, ": ",
          "The piece that took the box moves once more, and may take another box or even the king." },
        [SHIELD] =         { "Shield",         FOLLOW_NONE,   NULL,                  shield, NULL,
          "The piece that took the box cannot be captured for three turns, or until it captures." },
        [SWAP] =           { "Swap",           FOLLOW_SQUARE, swap_targets,          swap, " with ",
          "The piece that took the box changes places with another piece of yours." },
    },
    [RARE] = {
        [BLACK_HOLE] =     { "Black Hole",     FOLLOW_SQUARE, black_hole_targets,    black_hole, " on ",
          "A vacant square becomes a hole for six turns: everything passes over it, nothing may stop there." },
        [ENERGIZE] =       { "Energize",       FOLLOW_NONE,   NULL,                  energize, NULL,
          "For five turns your pawns run along their files, forward and backward, but may not promote." },
        [EYE_FOR_AN_EYE] = { "Eye for an Eye", FOLLOW_SQUARE, eye_targets,           eye, " on ",
          "The piece that took the box and an enemy piece of at most its value are destroyed." },
        [SAFETY_NET] =     { "Safety Net",     FOLLOW_NONE,   NULL,                  safety_net, NULL,
          "The next time this piece is captured it returns to a random square of your home row instead." },
        [SEND_AWAY] =      { "Send Away",      FOLLOW_SQUARE, send_away_targets,     send_away, ": ",
          "Any piece is put on a random square of its owner's home row." },
    },
    [LEGENDARY] = {
        [ARMAGEDDON] =     { "Armageddon",     FOLLOW_NONE,   NULL,                  armageddon, NULL,
          "All pawns are destroyed, and all kings are safe for two turns." },
        [AWAKEN] =         { "Awaken",         FOLLOW_NONE,   NULL,                  awaken, NULL,
          "The piece that took the box is a queen for four turns, and safe for the first of them." },
        [CLONE] =          { "Clone",          FOLLOW_NONE,   NULL,                  clone, NULL,
          "A copy of the piece that took the box appears on a random square of your home row." },
        [REANIMATE] =      { "Reanimate",      FOLLOW_NONE,   NULL,                  reanimate, NULL,
          "One of your lost pieces, drawn at random, returns to a random square of your home row." },
    },
};
/* clang-format on */

const uint8_t chess_power_count[RARITIES] = { [COMMON] = 5, [RARE] = 5, [LEGENDARY] = 4 };
