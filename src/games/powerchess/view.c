/* Power Chess for people: the JSON view, and the board in the terminal. */
#include "games/powerchess/powers.h"

static const char letters[] = "KQRBNP";

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
        jout_field_text(out, "rarity", rarity_names[g->box[square]]);
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
    jout_field_object(out, "select");
    jout_field_int(out, "square", g->box_square);
    jout_field_text(out, "rarity", rarity_names[g->rarity]);
    jout_field_array(out, "options");
    for (int which = 0; which < 2; which++) {
        const struct power *power = option_power(g, which);

        jout_open_object(out);
        jout_field_text(out, "power", power->name);
        jout_field_text(out, "text", power->text);
        jout_field_text(out, "follow", follow_names[power->follow]);
        jout_field_array(out, "targets");
        for (uint64_t targets = power->targets ? power->targets(g) : 0; targets;)
            jout_int(out, take_lowest(&targets));
        jout_close_array(out);
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
    const struct relocation *last = &g->last[g->latest];

    if (!last->alive)
        return;
    jout_field_object(out, "last");
    jout_field_int(out, "from", last->from);
    jout_field_int(out, "to", last->to);
    jout_close_object(out);
}

void powerchess_view(const void *state, int seat, struct jout *out)
{
    const struct powerchess *g = state;
    struct buf               fen = { 0 };

    (void)seat;
    chess_write_fen(&g->board, &fen);
    jout_field_str(out, "fen", buf_view(&fen));
    jout_field_int(out, "turn", g->board.turn);
    jout_field_text(out, "phase", phase_names[g->phase]);
    jout_field_bool(out, "powers", g->powers != 0);
    jout_field_bool(out, "draws", g->draws != 0);
    jout_field_int(out, "quiet", g->quiet.plies);
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
    buf_release(&fen);
}

void powerchess_board(const void *state, struct jout *out)
{
    (void)state;
    jout_field_int(out, "side", 8);
    jout_field_array(out, "squares");
    for (int square = 0; square < 64; square++)
        jout_text(out, (char[]){ (char)('a' + square % 8), (char)('1' + square / 8), '\0' });
    jout_close_array(out);
}

/* ---- the terminal's board ---------------------------------------------- */

/* Two characters per square: the piece, in lower case for Black, and "+" if it
 * is invulnerable; boxes are "?c", "?r" and "?l", a hole is "()". */
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
                buf_printf(out, "?%c", rarity_names[id][0]);
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
