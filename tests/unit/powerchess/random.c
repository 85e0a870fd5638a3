/* Random games with powers, watched from three sides: a slow checker that
 * walks over a plain board must call the same moves legal; two clients who see
 * nothing but effects must end up with the server's board; the invariants of
 * the state must hold. MEEPLE_SCALE=50 makes a million plies. */
#include "kit/cmocka.h"

#include "games/powerchess/powers.h"

#include <stdio.h>

enum { PLIES_AT_SCALE_1 = 20000, PLIES_A_GAME = 400 };

/* ---- the slow checker -------------------------------------------------- */

struct cell {
    int  kind; /* -1: no piece */
    int  colour;
    int  safe; /* plies */
    bool box, hole;
};

struct plain {
    struct cell at[8][8];
    int         turn, castling, skipped;
    bool        energized[2];
};

static struct plain plain_of(const struct powerchess *g)
{
    struct plain p = { .turn = g->board.turn, .castling = g->board.castling, .skipped = g->board.skipped };

    for (int square = 0; square < 64; square++) {
        struct cell *c = &p.at[square / 8][square % 8];

        c->kind = -1;
        for (int kind = 0; kind < KINDS; kind++)
            if (g->board.kind[kind] >> square & 1)
                c->kind = kind;
        c->colour = g->board.side[BLACK] >> square & 1 ? BLACK : WHITE;
        c->safe = g->aura[square].safe;
        c->box = g->board.boxes >> square & 1;
        c->hole = g->hole[square] > 0;
    }
    p.energized[WHITE] = g->energy[WHITE] > 0;
    p.energized[BLACK] = g->energy[BLACK] > 0;
    return p;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Nothing that stops a slider lies strictly between the two squares, which are
 * on one line. */
static bool open_between(const struct plain *p, int from, int to)
{
    int dr = sign(to / 8 - from / 8), dc = sign(to % 8 - from % 8);

    for (int r = from / 8 + dr, c = from % 8 + dc; r != to / 8 || c != to % 8; r += dr, c += dc)
        if (p->at[r][c].kind >= 0 || p->at[r][c].box)
            return false;
    return true;
}

/* Does the piece on `from` attack `to`, whatever stands there? */
static bool attacks(const struct plain *p, int from, int to)
{
    const struct cell *c = &p->at[from / 8][from % 8];
    int                dr = to / 8 - from / 8, dc = to % 8 - from % 8;
    bool               straight = (dr == 0) != (dc == 0), slanted = dr != 0 && abs(dr) == abs(dc);

    switch (c->kind) {
    case KING:
        return from != to && abs(dr) <= 1 && abs(dc) <= 1;
    case QUEEN:
        return (straight || slanted) && open_between(p, from, to);
    case ROOK:
        return straight && open_between(p, from, to);
    case BISHOP:
        return slanted && open_between(p, from, to);
    case KNIGHT:
        return abs(dr) * abs(dc) == 2;
    case PAWN:
        return abs(dc) == 1 && dr == (c->colour == WHITE ? 1 : -1);
    }
    return false;
}

static bool attacked_by(const struct plain *p, int square, int colour)
{
    for (int from = 0; from < 64; from++)
        if (p->at[from / 8][from % 8].kind >= 0 && p->at[from / 8][from % 8].colour == colour && attacks(p, from, square))
            return true;
    return false;
}

static int king_count(const struct plain *p, int colour)
{
    int n = 0;

    for (int square = 0; square < 64; square++)
        n += p->at[square / 8][square % 8].kind == KING && p->at[square / 8][square % 8].colour == colour;
    return n;
}

static bool exposed(const struct plain *p, int colour)
{
    if (king_count(p, colour) != 1)
        return false;
    for (int square = 0; square < 64; square++) {
        const struct cell *c = &p->at[square / 8][square % 8];

        if (c->kind == KING && c->colour == colour)
            return c->safe == 0 && attacked_by(p, square, !colour);
    }
    return false;
}

static bool castles(const struct plain *p, int from, int to)
{
    int row = p->turn == WHITE ? 0 : 7;
    int way = to > from ? 1 : -1;
    int right = (p->turn == WHITE ? 1 : 4) * (way > 0 ? 1 : 2);

    if (from != row * 8 + 4 || to - from != 2 * way || !(p->castling & right))
        return false;
    for (int col = 4 + way; col != (way > 0 ? 7 : 0); col += way)
        if (p->at[row][col].kind >= 0 || p->at[row][col].box)
            return false;
    if (p->at[row][4 + way].hole || p->at[row][4 + 2 * way].hole)
        return false;
    for (int i = 0; i <= 2; i++)
        if (attacked_by(p, from + i * way, !p->turn))
            return false;
    return true;
}

/* May the pawn go from `from` to `to`? Capture en passant apart. */
static bool pawn_goes(const struct plain *p, int from, int to)
{
    const struct cell *c = &p->at[to / 8][to % 8];
    int                forward = p->turn == WHITE ? 1 : -1;
    int                dr = to / 8 - from / 8, dc = to % 8 - from % 8;

    if (p->energized[p->turn] && to / 8 == (p->turn == WHITE ? 7 : 0))
        return false;
    if (dc != 0)
        return abs(dc) == 1 && dr == forward && (c->kind >= 0 || c->box);
    if (c->kind >= 0 || !open_between(p, from, to))
        return false;
    if (p->energized[p->turn])
        return true;
    return dr == forward || (dr == 2 * forward && from / 8 == (p->turn == WHITE ? 1 : 6));
}

static bool goes_en_passant(const struct plain *p, int from, int to)
{
    const struct cell *victim = &p->at[from / 8][to % 8];

    return to == p->skipped && attacks(p, from, to) && p->at[to / 8][to % 8].kind < 0 && victim->kind == PAWN &&
           victim->colour != p->turn && victim->safe == 0 && to / 8 == (p->turn == WHITE ? 5 : 2);
}

static bool slow_legal(const struct plain *p, int from, int to, bool second_effort)
{
    const struct cell *piece = &p->at[from / 8][from % 8], *goal = &p->at[to / 8][to % 8];
    struct plain       after = *p;
    bool               passing = false, castling = false;

    if (piece->kind < 0 || piece->colour != p->turn || from == to || goal->hole)
        return false;
    if (goal->kind >= 0 && (goal->colour == p->turn || goal->safe > 0))
        return false;
    if (piece->kind == PAWN) {
        passing = !second_effort && goes_en_passant(p, from, to);
        if (!passing && !pawn_goes(p, from, to))
            return false;
    } else if (!attacks(p, from, to)) {
        castling = !second_effort && piece->kind == KING && castles(p, from, to);
        if (!castling)
            return false;
    }

    struct cell *arrived = &after.at[to / 8][to % 8];
    *arrived = (struct cell){ .kind = piece->kind, .colour = piece->colour, .safe = piece->safe };
    after.at[from / 8][from % 8] = (struct cell){ .kind = -1 };
    if (goal->kind >= 0 || passing)
        arrived->safe = 0;
    if (passing)
        after.at[from / 8][to % 8] = (struct cell){ .kind = -1 };
    if (castling) {
        after.at[to / 8][(from + to) / 2 % 8] = p->at[to / 8][to > from ? 7 : 0];
        after.at[to / 8][to > from ? 7 : 0] = (struct cell){ .kind = -1 };
    }
    for (int square = 0; square < 64 && !second_effort; square++)
        if (after.at[square / 8][square % 8].safe > 0)
            after.at[square / 8][square % 8].safe--;
    return !exposed(&after, p->turn);
}

/* What each power with a follow-up allows, in the plainest way. */
static bool slow_target(const struct powerchess *g, int power, int rarity, int target)
{
    static const int worth[] = { 10, 9, 5, 3, 3, 1 };
    struct plain     p = plain_of(g);
    int              us = p.turn, box = g->box_square;
    struct cell     *piece = &p.at[box / 8][box % 8], *goal = &p.at[target / 8][target % 8], kept = *goal;
    bool             vacant = goal->kind < 0 && !goal->box && !goal->hole;
    int              last = us == WHITE ? 7 : 0;

    if (rarity == COMMON && power == SECOND_EFFORT)
        return slow_legal(&p, box, target, true);
    if (rarity == RARE && power == BLACK_HOLE)
        return vacant;
    if (rarity == COMMON && power == ADJUST) {
        if (!vacant || abs(target / 8 - box / 8) > 1 || abs(target % 8 - box % 8) > 1)
            return false;
        if (piece->kind == PAWN && p.energized[us] && target / 8 == last)
            return false;
        *goal = *piece;
        *piece = kept;
    } else if (rarity == COMMON && power == SWAP) {
        if (goal->kind < 0 || goal->colour != us || target == box)
            return false;
        if (p.energized[us] && ((piece->kind == PAWN && target / 8 == last) || (goal->kind == PAWN && box / 8 == last)))
            return false;
        *goal = *piece;
        *piece = kept;
    } else if (rarity == RARE && power == EYE_FOR_AN_EYE) {
        if (goal->kind < 0 || goal->colour == us || goal->safe || worth[goal->kind] > worth[piece->kind])
            return false;
        *piece = *goal = (struct cell){ .kind = -1 };
        if (king_count(&p, us) == 0)
            return false;
    } else { /* Send Away: some square at home must do */
        if (goal->kind < 0)
            return false;
        for (int col = 0; col < 8; col++) {
            struct plain after = p;
            struct cell *home = &after.at[kept.colour == WHITE ? 0 : 7][col];

            if (home->kind >= 0 || home->box || home->hole)
                continue;
            *home = kept;
            after.at[target / 8][target % 8] = (struct cell){ .kind = -1 };
            if (!exposed(&after, us))
                return true;
        }
        return false;
    }
    return !exposed(&p, us);
}

/* ---- clients ----------------------------------------------------------- */

struct client {
    bool follows; /* applies the move of a power first; else ignores it */
    struct {
        int look, id, colour;
    } at[64];
};

static void hear(struct client *c, const struct effects *effects)
{
    for (int i = 0; i < effects->n; i++) {
        const int16_t *a = effects->at[i].arg;

        if (effects->at[i].what == EFFECT_WIRE_MOVE || (effects->at[i].what == EFFECT_WIRE_FOLLOW && c->follows)) {
            c->at[a[1]] = c->at[a[0]];
            memset(&c->at[a[0]], 0, sizeof c->at[0]);
        } else if (effects->at[i].what == EFFECT_WIRE_SQUARE) {
            c->at[a[0]].look = a[1];
            c->at[a[0]].id = a[2];
            c->at[a[0]].colour = a[3];
        }
    }
}

static void see(const struct powerchess *g, struct client *c)
{
    struct plain p = plain_of(g);

    memset(c->at, 0, sizeof c->at);
    for (int square = 0; square < 64; square++) {
        const struct cell *cell = &p.at[square / 8][square % 8];

        if (cell->kind >= 0) {
            c->at[square].look = 1;
            c->at[square].id = cell->kind + (cell->safe ? 6 : 0);
            c->at[square].colour = cell->colour;
        } else if (cell->box) {
            c->at[square].look = 2;
            c->at[square].id = g->box[square];
        } else if (cell->hole) {
            c->at[square].look = 3;
        }
    }
}

/* ---- checks ------------------------------------------------------------ */

static void show(const struct powerchess *g, const char *what)
{
    struct buf b = { 0 };

    powerchess_draw(g, &b);
    chess_write_fen(&g->board, &b);
    print_error("%s\n%s\n", what, b.at);
    buf_release(&b);
}

static void check_clients(const struct powerchess *g, const struct client *clients)
{
    struct client real;

    see(g, &real);
    for (int i = 0; i < 2; i++)
        if (memcmp(clients[i].at, real.at, sizeof real.at) != 0) {
            show(g, "a client's board differs");
            fail();
        }
}

static void check_invariants(const struct powerchess *g)
{
    const struct chess *b = &g->board;
    uint64_t            kinds = 0;
    struct plain        p = plain_of(g);

    for (int k = 0; k < KINDS; k++) {
        assert_true((kinds & b->kind[k]) == 0);
        kinds |= b->kind[k];
    }
    assert_true((b->side[0] & b->side[1]) == 0);
    assert_true((b->side[0] | b->side[1]) == kinds);
    assert_true((kinds & b->boxes) == 0 && (kinds & b->holes) == 0 && (b->boxes & b->holes) == 0);
    for (int s = 0; s < 64; s++) {
        assert_int_equal(b->safe >> s & 1, g->aura[s].safe > 0);
        assert_int_equal(b->safe_next >> s & 1, g->aura[s].safe > 1);
        assert_int_equal(b->holes >> s & 1, g->hole[s] > 0);
        if (!(kinds >> s & 1))
            assert_memory_equal(&g->aura[s], &(struct aura){ 0 }, sizeof(struct aura));
        if (!(b->boxes >> s & 1))
            assert_int_equal(g->box[s], 0);
    }
    assert_true((b->side[WHITE] & b->kind[PAWN] & row_of(7)) == 0 && (b->side[BLACK] & b->kind[PAWN] & row_of(0)) == 0);
    if (b->skipped != NO_SQUARE)
        assert_false(b->boxes >> b->skipped & 1); /* nobody takes a pawn and a box at once */
    if (g->phase == PHASE_MOVE && exposed(&p, !p.turn)) {
        show(g, "the side that is not to move is in check");
        fail();
    }
}

static void check_plies(const struct powerchess *g, const struct move_list *list)
{
    static bool  listed[64][64];
    struct plain p = plain_of(g);

    memset(listed, 0, sizeof listed);
    for (int i = 0; i < list->n; i++)
        listed[list->at[i].arg[0]][list->at[i].arg[1]] = true;
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++)
            if (slow_legal(&p, from, to, false) != listed[from][to]) {
                char what[64];

                snprintf(what, sizeof what, "%d to %d is listed: %d", from, to, listed[from][to]);
                show(g, what);
                fail();
            }
}

static void check_selection(const struct powerchess *g)
{
    for (int which = 0; which < 2; which++) {
        const struct power *power = option_power(g, which);
        uint64_t            targets = power->targets ? power->targets(g) : 0;

        for (int square = 0; square < 64 && power->targets; square++)
            if (slow_target(g, g->option[which], g->rarity, square) != (targets >> square & 1)) {
                char what[64];

                snprintf(what, sizeof what, "%s on %d", power->name, square);
                show(g, what);
                fail();
            }
    }
}

/* Any move, preferably one that takes a box. */
static struct move choose(const struct powerchess *g, const struct move_list *list, struct rng *dice)
{
    int start = (int)rng_below(dice, (uint64_t)list->n);

    if (g->phase == PHASE_MOVE && rng_below(dice, 4))
        for (int i = 0; i < list->n; i++) {
            const struct move *m = &list->at[(start + i) % list->n];

            if (g->board.boxes >> m->arg[1] & 1)
                return *m;
        }
    return list->at[start];
}

static int play(uint64_t seed, struct move_list *list, int *uses)
{
    static const char *const starts[] = {
        "",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/pp4pp/8/3PpP2/3pPp2/8/PP4PP/4K3 w - e6 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k2K/3P1P2/8/1p1p1p2/2P1P1P1/8/3p1p2/8 w - - 0 1",
    };
    static struct effects effects;
    struct powerchess     g;
    struct rng            dice = rng_seeded(~seed);
    struct client         clients[2] = { { .follows = true }, { .follows = false } };
    struct setup          s;
    struct refusal        why = { 0 };
    int                   plies = 0;

    setup_default(&powerchess_game, &s);
    s.seed = seed;
    s.extra = str_of(starts[seed % 5]);
    assert_int_equal(game_setup(&powerchess_game, &g, &s, &why), ERR_OK);
    see(&g, &clients[0]);
    see(&g, &clients[1]);
    while (g.phase != PHASE_OVER && plies < PLIES_A_GAME) {
        list->n = 0;
        powerchess_legal(&g, g.board.turn, list);
        assert_true(list->n > 0);
        if (g.phase == PHASE_MOVE)
            check_plies(&g, list);
        else
            check_selection(&g);

        struct move m = choose(&g, list, &dice);
        if (m.kind == DO_POWER)
            uses[g.rarity * POWERS_MOST + g.option[m.arg[0]]]++;
        if (rng_below(&dice, 3) == 0)
            g.counter = 1;
        effects.n = 0;
        if (powerchess_game.apply(&g, &m, &effects, &why) != ERR_OK) {
            show(&g, why.text);
            fail();
        }
        plies += m.kind == DO_MOVE;
        hear(&clients[0], &effects);
        hear(&clients[1], &effects);
        check_clients(&g, clients);
        check_invariants(&g);
    }
    return plies;
}

static void random_games(void **state)
{
    struct move_list list = { 0 };
    int              uses[RARITIES * POWERS_MOST] = { 0 };
    long             plies = 0, wanted = (long)PLIES_AT_SCALE_1 * test_scale();

    (void)state;
    for (uint64_t seed = 1; plies < wanted; seed++)
        plies += play(seed, &list, uses);
    for (int rarity = 0; rarity < RARITIES; rarity++)
        for (int power = 0; power < chess_power_count[rarity]; power++)
            if (uses[rarity * POWERS_MOST + power] < 5)
                fail_msg("%s was used %d times only", chess_powers[rarity][power].name, uses[rarity * POWERS_MOST + power]);
    move_list_release(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_games) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
