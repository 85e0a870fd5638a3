#include "games/powerchess/powers.h"

/* Plies that an effect lasts: "n turns" on a card are 2n plies. */
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
static void protect(struct powerchess *g, int square, int plies)
{
    if (g->aura[square].safe < plies)
        piece_safe(g, square, plies);
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

static void adjust(struct powerchess *g, int to, enum kind promotion, struct trail *t)
{
    int from = g->box_square;

    (void)promotion;
    piece_move(g, from, to);
    g->last[user(g)] = (struct relocation){
        .alive = true,
        .from = (uint8_t)from,
        .to = (uint8_t)to,
        .rook_from = NO_SQUARE,
        .rook_to = NO_SQUARE,
        .promoted = piece_crown(g, to),
    };
    moved(t, from, to);
}

/* ---- Rewind: the opponent's latest relocation is undone ---------------- */

/* Castling goes back with both pieces. What was captured and rights that were
 * lost do not come back; a promotion is undone, except that a pawn which the
 * end of an awakening left behind goes back to its last row as a queen. */
static void rewind_step(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    struct relocation last = g->last[!user(g)];
    struct powerchess after = *g;

    (void)target, (void)promotion;
    if (!last.alive)
        return;
    if (!(chess_vacant(&g->board) & bit(last.from)))
        return;
    if (last.rook_from != NO_SQUARE && !(chess_vacant(&g->board) & bit(last.rook_from)))
        return;
    piece_move(&after, last.to, last.from);
    if (last.rook_from != NO_SQUARE)
        piece_move(&after, last.rook_to, last.rook_from);
    if (last.promoted)
        chess_become(&after.board, last.from, PAWN);
    piece_crown(&after, last.from);
    if (chess_exposed(&after.board, user(g)))
        return;

    *g = after;
    trail_add(t, last.to);
    trail_add(t, last.rook_to);
    trail_add(t, last.from);
    trail_add(t, last.rook_from);
}

/* ---- Second Effort: one more move, neither castling nor en passant ----- */

static uint64_t second_effort_targets(const struct powerchess *g)
{
    struct chess now = g->board;

    now.castling = 0;
    now.skipped = NO_SQUARE;
    now.safe_next = now.safe; /* no time passes: no ply is counted */
    return chess_legal_from(&now, g->box_square);
}

static void second_effort(struct powerchess *g, int to, enum kind promotion, struct trail *t)
{
    moved(t, g->box_square, to);
    piece_step(g, g->box_square, to, promotion, t);
}

/* ---- Shield ------------------------------------------------------------ */

static void shield(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    protect(g, g->box_square, SHIELD_PLIES);
    trail_add(t, g->box_square);
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

static void swap(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    piece_swap(g, g->box_square, target);
    piece_crown(g, g->box_square);
    piece_crown(g, target);
    trail_add(t, g->box_square);
    trail_add(t, target);
}

/* ---- Black Hole -------------------------------------------------------- */

static uint64_t black_hole_targets(const struct powerchess *g)
{
    return chess_vacant(&g->board);
}

static void black_hole(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    g->board.holes |= bit(target);
    g->hole[target] = HOLE_PLIES;
    trail_add(t, target);
}

/* ---- Energize ---------------------------------------------------------- */

static void energize(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion, (void)t;
    g->energy[user(g)] = ENERGIZE_PLIES;
    g->board.energized |= (uint8_t)(1u << user(g));
}

/* ---- Eye for an Eye: both pieces go ------------------------------------ */

/* Only a king is worth a king, and the only one cannot be given away. */
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

static void eye(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)promotion;
    piece_lose(g, g->box_square);
    piece_lose(g, target);
    trail_add(t, g->box_square);
    trail_add(t, target);
}

/* ---- Safety Net -------------------------------------------------------- */

static void safety_net(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion, (void)t;
    g->aura[g->box_square].net = true;
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

static void send_away(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    int to = random_square(&g->rng, away_squares(g, target));

    (void)promotion;
    piece_move(g, target, to);
    trail_add(t, target);
    trail_add(t, to);
}

/* ---- Armageddon: no pawns, safe kings ---------------------------------- */

static void armageddon(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    for (uint64_t pawns = g->board.kind[PAWN] & ~g->board.safe; pawns;) {
        int square = take_lowest(&pawns);

        piece_lose(g, square);
        trail_add(t, square);
    }
    for (uint64_t kings = g->board.kind[KING]; kings;) {
        int square = take_lowest(&kings);

        protect(g, square, ARMAGEDDON_PLIES);
        trail_add(t, square);
    }
}

/* ---- Awaken: a queen for a while --------------------------------------- */

static void awaken(struct powerchess *g, int target, enum kind promotion, struct trail *t)
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
    protect(g, square, AWAKEN_SAFE_PLIES);
    trail_add(t, square);
}

/* ---- Clone and Reanimate: a new piece at home -------------------------- */

static uint64_t vacant_home(const struct powerchess *g)
{
    return chess_vacant(&g->board) & row_of(home_row(user(g)));
}

static void clone(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    (void)target, (void)promotion;
    if (!vacant_home(g))
        return;
    int to = random_square(&g->rng, vacant_home(g));
    chess_put(&g->board, to, user(g), piece_true_kind(g, g->box_square));
    trail_add(t, to);
}

static void reanimate(struct powerchess *g, int target, enum kind promotion, struct trail *t)
{
    struct lost *lost = &g->lost[user(g)];

    (void)target, (void)promotion;
    if (!lost->n || !vacant_home(g))
        return;
    int       which = (int)rng_below(&g->rng, lost->n);
    enum kind kind = lost->kind[which];
    int       to = random_square(&g->rng, vacant_home(g));

    lost->n--;
    memmove(&lost->kind[which], &lost->kind[which + 1], (size_t)(lost->n - which));
    lost->kind[lost->n] = 0;
    chess_put(&g->board, to, user(g), kind);
    trail_add(t, to);
}

/* ---- the table --------------------------------------------------------- */

/* clang-format off */
const struct power chess_powers[RARITIES][POWERS_MOST] = {
    [COMMON] = {
        [ADJUST] =         { "Adjust",         FOLLOW_MOVE,   adjust_targets,        adjust },
        [REWIND] =         { "Rewind",         FOLLOW_NONE,   NULL,                  rewind_step },
        [SECOND_EFFORT] =  { "Second Effort",  FOLLOW_PLY,    second_effort_targets, second_effort },
        [SHIELD] =         { "Shield",         FOLLOW_NONE,   NULL,                  shield },
        [SWAP] =           { "Swap",           FOLLOW_SQUARE, swap_targets,          swap },
    },
    [RARE] = {
        [BLACK_HOLE] =     { "Black Hole",     FOLLOW_SQUARE, black_hole_targets,    black_hole },
        [ENERGIZE] =       { "Energize",       FOLLOW_NONE,   NULL,                  energize },
        [EYE_FOR_AN_EYE] = { "Eye for an Eye", FOLLOW_SQUARE, eye_targets,           eye },
        [SAFETY_NET] =     { "Safety Net",     FOLLOW_NONE,   NULL,                  safety_net },
        [SEND_AWAY] =      { "Send Away",      FOLLOW_SQUARE, send_away_targets,     send_away },
    },
    [LEGENDARY] = {
        [ARMAGEDDON] =     { "Armageddon",     FOLLOW_NONE,   NULL,                  armageddon },
        [AWAKEN] =         { "Awaken",         FOLLOW_NONE,   NULL,                  awaken },
        [CLONE] =          { "Clone",          FOLLOW_NONE,   NULL,                  clone },
        [REANIMATE] =      { "Reanimate",      FOLLOW_NONE,   NULL,                  reanimate },
    },
};
/* clang-format on */

const uint8_t     chess_power_count[RARITIES] = { [COMMON] = 5, [RARE] = 5, [LEGENDARY] = 4 };
const char *const chess_rarity_names[RARITIES] = { [COMMON] = "common", [RARE] = "rare", [LEGENDARY] = "legendary" };
