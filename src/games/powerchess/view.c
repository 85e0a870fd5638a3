/* Power Chess for people: JSON view, board of the terminal, notation. */
#include "games/powerchess/powers.h"

static const char *const kind_names[KINDS] = { "king", "queen", "rook", "bishop", "knight", "pawn" };
static const char *const colour_names[] = { "white", "black" };
static const char *const phase_names[] = { "move", "select", "over" };
static const char *const reason_names[] = { "mate", "resignation", "time", "agreement" };
static const char        letters[] = "KQRBNP";

/* ---- view -------------------------------------------------------------- */

static void view_pieces(const struct powerchess *g, struct jout *out)
{
    jout_field_array(out, "pieces");
    for (uint64_t pieces = chess_pieces(&g->board); pieces;) {
        int                square = take_lowest(&pieces);
        const struct aura *aura = &g->aura[square];

        jout_open_object(out);
        jout_field_int(out, "square", square);
        jout_field_text(out, "kind", kind_names[chess_kind_at(&g->board, square)]);
        jout_field_text(out, "colour", colour_names[chess_colour_at(&g->board, square)]);
        if (aura->safe)
            jout_field_int(out, "invulnerable", aura->safe);
        if (aura->awake) {
            jout_field_int(out, "awake", aura->awake);
            jout_field_text(out, "was", kind_names[aura->was]);
        }
        if (aura->net)
            jout_field_bool(out, "net", true);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_squares(const struct powerchess *g, struct jout *out)
{
    jout_field_array(out, "boxes");
    for (uint64_t boxes = g->board.boxes; boxes;) {
        int square = take_lowest(&boxes);

        jout_open_object(out);
        jout_field_int(out, "square", square);
        jout_field_text(out, "rarity", chess_rarity_names[g->box[square]]);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_field_array(out, "holes");
    for (uint64_t holes = g->board.holes; holes;) {
        int square = take_lowest(&holes);

        jout_open_object(out);
        jout_field_int(out, "square", square);
        jout_field_int(out, "plies", g->hole[square]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_selection(const struct powerchess *g, struct jout *out)
{
    static const char *const follows[] = { "none", "square", "move", "move" };

    jout_field_object(out, "select");
    jout_field_int(out, "square", g->box_square);
    jout_field_text(out, "rarity", chess_rarity_names[g->rarity]);
    jout_field_array(out, "options");
    for (int which = 0; which < 2; which++) {
        jout_open_object(out);
        jout_field_text(out, "power", option_power(g, which)->name);
        jout_field_text(out, "follow", follows[option_power(g, which)->follow]);
        jout_close_object(out);
    }
    jout_close_array(out);
    jout_close_object(out);
}

static void view_sides(const struct powerchess *g, struct jout *out)
{
    jout_field_array(out, "sides");
    for (int colour = WHITE; colour <= BLACK; colour++) {
        jout_open_object(out);
        jout_field_text(out, "colour", colour_names[colour]);
        jout_field_int(out, "clock", g->clock.left[colour]);
        jout_field_int(out, "energized", g->energy[colour]);
        jout_field_bool(out, "offers_draw", (g->offers & 1u << colour) != 0);
        jout_field_array(out, "lost");
        for (int i = 0; i < g->lost[colour].n; i++)
            jout_text(out, kind_names[g->lost[colour].kind[i]]);
        jout_close_array(out);
        jout_close_object(out);
    }
    jout_close_array(out);
}

static void view_last(const struct powerchess *g, struct jout *out)
{
    int colour = g->phase == PHASE_SELECT ? g->board.turn : !g->board.turn;

    if (!g->last[colour].alive)
        return;
    jout_field_object(out, "last");
    jout_field_int(out, "from", g->last[colour].from);
    jout_field_int(out, "to", g->last[colour].to);
    jout_close_object(out);
}

void powerchess_view(const void *state, int seat, struct jout *out)
{
    const struct powerchess *g = state;
    struct buf               fen = { 0 };

    (void)seat;
    chess_write_fen(&g->board, &fen);
    jout_open_object(out);
    jout_field_str(out, "fen", buf_view(&fen));
    jout_field_int(out, "turn", g->board.turn);
    jout_field_text(out, "phase", phase_names[g->phase]);
    jout_field_bool(out, "powers", g->powers != 0);
    jout_field_bool(out, "check", g->phase != PHASE_OVER && chess_exposed(&g->board, g->board.turn));
    view_pieces(g, out);
    view_squares(g, out);
    view_sides(g, out);
    jout_field_int(out, "increment", g->clock.increment);
    jout_field_int(out, "since", g->clock.since);
    view_last(g, out);
    if (g->phase == PHASE_SELECT)
        view_selection(g, out);
    if (g->phase == PHASE_OVER) {
        jout_field_text(out, "reason", reason_names[g->reason]);
        if (g->winner != NO_WINNER)
            jout_field_int(out, "winner", g->winner);
    }
    jout_close_object(out);
    buf_release(&fen);
}

/* ---- the terminal's board ---------------------------------------------- */

/* Two characters a square: the piece, small for Black, and "+" if it is
 * invulnerable; boxes are "?c", "?r" and "?l", a hole is "()". */
void powerchess_draw(const void *state, struct buf *out)
{
    const struct powerchess *g = state;
    struct looks             looks;

    looks_take(g, &looks);
    for (int row = 7; row >= 0; row--) {
        buf_printf(out, "%d ", row + 1);
        for (int col = 0; col < 8; col++) {
            int square = row * 8 + col;
            int id = looks.at[square].id;

            switch (looks.at[square].look) {
            case LOOK_PIECE:
                buf_char(out, (char)(letters[id % KINDS] + (looks.at[square].colour == BLACK ? 'a' - 'A' : 0)));
                buf_char(out, id >= KINDS ? '+' : ' ');
                break;
            case LOOK_BOX:
                buf_printf(out, "?%c", chess_rarity_names[id][0]);
                break;
            case LOOK_HOLE:
                buf_text(out, "()");
                break;
            default:
                buf_text(out, ". ");
            }
            buf_char(out, col < 7 ? ' ' : '\n');
        }
    }
    buf_text(out, "  a  b  c  d  e  f  g  h\n");
}

/* ---- notation ---------------------------------------------------------- */

static void write_square(struct buf *out, int square)
{
    buf_printf(out, "%c%c", 'a' + square % 8, '1' + square / 8);
}

/* Names file, rank or both when other pieces of the kind could go there too. */
static void write_origin(const struct powerchess *g, enum kind kind, int from, int to, struct buf *out)
{
    uint64_t       rivals = 0;
    struct reaches all;

    chess_legal(&g->board, &all);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].kind == kind && all.at[i].from != from && (all.at[i].to & bit(to)))
            rivals |= bit(all.at[i].from);
    if (!rivals)
        return;

    bool file = false, rank = false;
    while (rivals) {
        int rival = take_lowest(&rivals);

        file |= rival % 8 == from % 8;
        rank |= rival / 8 == from / 8;
    }
    if (!file || rank)
        buf_char(out, (char)('a' + from % 8));
    if (file)
        buf_char(out, (char)('1' + from / 8));
}

/* A box that the ply made appear may have stopped the check: the mark is for
 * the move itself. */
static void write_check(const struct powerchess *after, struct buf *out)
{
    if (after->phase == PHASE_OVER && after->winner != NO_WINNER && after->reason == REASON_MATE)
        buf_char(out, '#');
    else if (after->phase == PHASE_MOVE && chess_exposed(&after->board, after->board.turn))
        buf_char(out, '+');
}

static void describe_ply(const struct powerchess *g, const struct move *m, struct buf *out)
{
    int       from = m->arg[0], to = m->arg[1];
    enum kind kind = chess_kind_at(&g->board, from);
    bool      takes = (chess_pieces(&g->board) & bit(to)) || (kind == PAWN && to == g->board.skipped && (from ^ to) & 7);

    if (kind == KING && from % 8 == 4 && (to - from == 2 || from - to == 2)) {
        buf_text(out, to > from ? "O-O" : "O-O-O");
    } else {
        if (kind != PAWN) {
            buf_char(out, letters[kind]);
            write_origin(g, kind, from, to, out);
        } else if ((from ^ to) & 7) {
            buf_char(out, (char)('a' + from % 8));
        }
        if (takes)
            buf_char(out, 'x');
        write_square(out, to);
        if (chess_promotes(&g->board, from, to))
            buf_printf(out, "=%c", letters[m->n > 2 ? m->arg[2] : QUEEN]);
    }
}

/* A power in braces: "{Swap a1}", "{Adjust d5}"; one that fizzles "{Swap -}". */
static void describe_power(const struct powerchess *g, const struct move *m, struct buf *out)
{
    const struct power *power = option_power(g, m->arg[0]);

    buf_printf(out, "{%s", power->name);
    if (power->targets && !power->targets(g))
        buf_text(out, " -");
    else if (power->targets) {
        int to = m->arg[m->n > 2 ? 2 : 1];

        buf_char(out, ' ');
        if (power->follow == FOLLOW_PLY) {
            struct move step = { .seat = m->seat, .kind = DO_MOVE, .n = m->n > 3 ? 3 : 2, .arg = { g->box_square, (int16_t)to } };

            if (m->n > 3)
                step.arg[2] = m->arg[3];
            describe_ply(g, &step, out);
        } else {
            write_square(out, to);
        }
    }
    buf_char(out, '}');
}

/* Algebraic notation, with "{rare box}" behind a ply that takes one. */
void powerchess_describe(const void *before, const struct move *m, struct buf *out)
{
    static const char *const words[] = { [DO_DRAW] = "draw?", [DO_RESIGN] = "resigns", [DO_TIME] = "time", [DO_FLAG] = "time" };
    const struct powerchess *g = before;
    struct powerchess        after = *g;
    const char              *why;

    if (powerchess_game.apply(&after, m, NULL, &why) != ERR_OK) {
        move_write(&powerchess_game, m, out);
        return;
    }
    if (m->kind == DO_MOVE) {
        describe_ply(g, m, out);
        write_check(&after, out);
        if (g->board.boxes & bit(m->arg[1]))
            buf_printf(out, " {%s box}", chess_rarity_names[g->box[m->arg[1]]]);
    } else if (m->kind == DO_POWER) {
        describe_power(g, m, out);
        if (after.rng.state == g->rng.state) /* what chance decided is not known from a redacted state */
            write_check(&after, out);
    } else if (m->kind == DO_DRAW && (g->offers & 1u << !m->seat)) {
        buf_text(out, "draw");
    } else {
        buf_text(out, words[m->kind]);
    }
}
